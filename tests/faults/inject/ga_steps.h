/* What the steps of ga share, which are in several files. */
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
