/* The arrays and patches of collective operations, and how these begin and end. */
#ifndef GA_OPERANDS_H
#define GA_OPERANDS_H

#include "ga/src/array/ga_check.h"

enum { GAI_OPERANDS = 4 }; /* an operation has at most so many */

/* An operand as a caller names it: a patch of an array, or all of it (gai_all). */
typedef struct gai_argument {
    ga_t g;
    const int64_t *lo, *hi;
} gai_argument_t;

extern const int64_t gai_all[1];
#define GAI_ALL(g) ((gai_argument_t){g, gai_all, gai_all})
/* Arguments as a list and its length; first the array that is written. */
#define GAI_ARGUMENTS(...)                                                                         \
    (const gai_argument_t[]){__VA_ARGS__},                                                         \
        (int)(sizeof((const gai_argument_t[]){__VA_ARGS__}) / sizeof(gai_argument_t))

/* An operand: a patch of an array, which may be all of it, or empty. */
typedef struct gai_operand {
    gai_array_t *array;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    int64_t n;  /* elements */
    int is_all; /* given by its handle alone */
} gai_operand_t;

/* Find the operands, which are of one type and one group. */
int gai_get_operands(const char *call, const gai_argument_t *arguments, int n,
                     gai_operand_t *operands);
/* Set an operand from the bounds of an argument and its array; all of an array. */
int gai_set_operand(const char *call, const gai_argument_t *argument, gai_array_t *array,
                    gai_operand_t *operand);
void gai_whole_operand(gai_array_t *array, gai_operand_t *operand);
bool gai_is_whole(const gai_operand_t *operand);

/* Arrays have the same extents, patches as many elements. */
int gai_check_shapes(const char *call, const gai_operand_t *operands, int n);
/* Operand 0 is written: no other overlaps it, but for being the same. */
int gai_check_overlap(const char *call, const gai_operand_t *operands, int n);
int gai_check_types(const char *call, const gai_array_t *a, const gai_array_t *b);
int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b);

/* Do two operands have the same shape; are their elements in the same places of the same ranks? */
bool gai_is_conforming(const gai_operand_t *a, const gai_operand_t *b);
bool gai_is_colocated(const gai_operand_t *a, const gai_operand_t *b);
/* Have two operands elements in common? */
bool gai_is_overlapping(const gai_operand_t *a, const gai_operand_t *b);

/* Enter a collective: everybody's operations complete. This and the ends leave out the sync
 * where ga_classic_sync_mask() says so. */
int gai_begin(const gai_array_t *array);
/* Leave it: the same status on all ranks, everybody's part complete. */
int gai_end(const char *call, const gai_array_t *array, int status);
/* The same for work on my own blocks only, which fails when MPI has failed and not otherwise. */
int gai_end_local(const gai_array_t *array, int status);
#endif
