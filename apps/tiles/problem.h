/* The programs have this in common: their command line, matrices to work on, and what to say. */
#ifndef APPS_TILES_PROBLEM_H
#define APPS_TILES_PROBLEM_H

#include <ashlar/la.h>

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct problem {
    int64_t size[3]; /* given once: of all dimensions */
    int64_t tile, repetitions;
    int64_t shape[2]; /* of the grid; 0: chosen */
    int in_c, looks_ahead, checks;
} problem_t;

/* Start MPI and the library, and read the command line. @return the exit code, or -1: go on */
int problem_begin(const char *program, const char *about, problem_t *problem, int argc,
                  char **argv);
/* @return the exit code */
int problem_end(int is_right);

tiles_grid_t problem_grid(ga_grid_t grid);
/* Elements of -0.5 to 0.5; the same with a heavy diagonal, symmetric. */
void problem_fill(ga_t g, uint64_t seed);
void problem_fill_definite(ga_t g);
/* The largest modulus of a - b, of the lower triangle alone or of all, over that of b. */
double problem_distance(ga_t a, ga_t b, int is_lower);
/* Print the time of the fastest repetition, and what it means. */
void problem_report(const char *what, const problem_t *problem, double seconds, double flops);
int problem_verdict(double distance);

#ifdef __cplusplus
}
#endif
#endif
