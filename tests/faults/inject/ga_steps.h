/* The state of the steps of ga, which are in several files. */
#ifndef TESTS_FAILURE_GA_STEPS_H
#define TESTS_FAILURE_GA_STEPS_H

#include <ashlar/ga.h>

#include "steps.h"

/* Blocks of more elements than one piece of an operand that is cut differently (32768). */
enum { N = 300 };

extern struct ga_subject {
    ga_group_t group, half;
    ga_type record;
    ga_t a, b, irregular, like, other, records, tiles, overlay;
    ga_mutexes_t mutexes;
    ga_tasks_t tasks;
    double *buffer; /* [N*N] */
} subject;

/* Whether n numbers of the buffer are all this. */
void check_all(int64_t n, double value);
/* Whether every element of an array is this. */
int check_array(ga_t g, double value);

/* ga_create.c */
int make_group(void);
int split_group(void);
int make_regular(void);
int make_irregular(void);
int make_like(void);
int make_other(void);
int make_records(void);
int make_tiles(void);
int make_overlay(void);
int make_b(void);
int destroy(void);
int destroy_half(void);
int destroy_group(void);

/* ga_operations.c */
int add(void);
int add_values(void);
int dot(void);
int copy(void);
int copy_values(void);
int copy_patch(void);
int copy_patch_values(void);
int transpose(void);
int transpose_values(void);
int transpose_patch(void);
int symmetrize(void);
int symmetrize_values(void);

/* ga_transfers.c */
int patches(void);
int periodic(void);
int fields(void);
int tiles(void);
int lists(void);
int count(void);

/* ga_ghosts.c */
int make_ghosts(void);
int fill_ghosts(void);
int update_ghosts(void);
int ghost_values(void);
int destroy_ghosts(void);

/* ga_mirrors.c */
int make_mirror(void);
int merge_mirror(void);
int copy_mirror(void);
int mirror_values(void);
int close_apart(void);
int closed_values(void);
int open_apart(void);
int destroy_mirror(void);

/* ga_vectors.c */
int make_vectors(void);
int fill_vectors(void);
int scan(void);
int scan_values(void);
int pack(void);
int pack_values(void);
int unpack(void);
int unpack_values(void);
int norms(void);
int select_first(void);
int lines(void);
int lines_values(void);
int multiply(void);
int multiply_values(void);
int print_parts(void);
int destroy_vectors(void);

#endif
