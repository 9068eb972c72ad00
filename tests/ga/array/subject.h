/* Arrays of every kind, with what follows from the definitions of the kinds. */
#ifndef TESTS_GA_SUBJECT_H
#define TESTS_GA_SUBJECT_H

#include <stdbool.h>

#include <ashlar/ga.h>

/* An array, its description with all that was chosen, and what follows from that by definition. */
typedef struct subject {
    ga_t g;
    ga_spec_t spec;
    int n, me;       /* ranks of the group, and mine */
    int64_t total;   /* blocks */
    int *owners;     /* [total] ranks */
    int64_t *counts; /* [n] blocks of a rank */
} subject_t;

/* Create an array and check that it keeps what the description says; owners is NULL when that
 * fails. Collective. */
void make_subject(const ga_spec_t *asked, subject_t *s);
void free_subject(subject_t *s);

/* Where a block begins along a dimension; after the last, the extent. */
int64_t cut_of(const subject_t *s, int d, int64_t block);
/* Is there no grid of ranks; is what a rank owns one local array? */
bool is_block_cyclic(const subject_t *s);
bool has_local_array(const subject_t *s);
/* Does a rank of the array's group share memory with this one? */
bool on_my_node(const subject_t *s, int rank);

/* The value that an element is given. */
int64_t value_of(const int64_t *dims, int ndim, const int64_t *index);
/* All of a rank's elements are in its slice, and have these values. */
void check_slices(const subject_t *s);

#endif
