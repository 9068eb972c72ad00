/* The differential test: random calls of the classic interface, and a trace of what they answer.
 * This program is built over our library and over another implementation of the interface;
 * `compare` runs both and looks for the first difference of their traces.
 *
 * Calls come in segments. A segment has arrays of its own, which depend on (seed, segment) only;
 * the arguments and data of a call depend on (seed, number of the call) only. So any call can be
 * made again without the ones before it. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "ga.h"
#include "macdecls.h"

enum { MOST = GA_MAX_DIM, SEGMENT = 24 };

/* ---- random numbers -------------------------------------------------------------------------- */

/* The same on all ranks, and of each rank. */
int draw(int below);
int draw_own(int below);
/* Returns a number in low..high */
int between(int low, int high);
bool chance(int percent);
/* The numbers of one call, or of what comes before a segment, begin. */
void random_begin(uint64_t seed, int64_t what);
/* The numbers that are the same on all ranks go on from another state; returns the state until
 * now. */
uint64_t random_swap(uint64_t state);

/* ---- what the test does not do --------------------------------------------------------------- */

#define RULE(name, calls, reason) RULE_##name,
enum rule {
#include "rules.def"
    RULES
};
#undef RULE

/* Returns whether the rule is in force (see --without) */
bool skip(enum rule rule);

/* ---- the trace ------------------------------------------------------------------------------- */

extern int me, ranks, nodes; /* of the default group; of the run */
extern bool verbose;
extern FILE *trace;

/* Adds to the line of the call's arguments. */
void arg(const char *format, ...) __attribute__((format(printf, 1, 2)));
void arg_list(const char *name, int n, const int *x);
/* Ends the line: the call comes next. */
void go(void);
/* A line that must be equal. */
void out(const char *format, ...) __attribute__((format(printf, 1, 2)));
void out_list(const char *name, int n, const int *x);
/* n elements that must be equal; as a checksum where there are many. */
void out_data(const char *name, int type, int64_t n, const void *data);
/* n elements that must be nearly equal. */
void out_nearly(const char *name, int type, int64_t n, const void *data);

/* ---- elements -------------------------------------------------------------------------------- */

size_t bytes_of(int type);
bool is_complex(int type);
bool is_integer(int type);
void element_set(int type, void *data, int64_t k, double re, double im);
void element_get(int type, const void *data, int64_t k, double *re, double *im);
const char *type_name(int type);

/* One number of a type, for fill values, factors and so on. */
typedef struct scalar {
    union {
        int i;
        long l;
        long long ll;
        float f;
        double d;
        SingleComplex c;
        DoubleComplex z;
    } value;
} scalar_t;

/* A small integer, also as the complex a + bi; printed among the arguments. */
scalar_t draw_scalar(const char *name, int type);
/* A buffer of n elements with small values of the common (own: this rank's) numbers; free it. */
void *draw_data(int type, int64_t n, bool own);

/* ---- arrays ---------------------------------------------------------------------------------- */

typedef struct array {
    int g, type, ndim, dims[MOST];
    bool is_cyclic;  /* block-cyclic or tiled: ranks own many blocks in turn */
    int width[MOST]; /* of ghost cells */
    const char *kind;
} array_t;

enum slot {
    FAMILY = 0,   /* four of the same type and dimensions */
    OTHER = 4,    /* two of the same type and other dimensions */
    SQUARE = 6,   /* four square matrices of the same type */
    WIDE = 10,    /* p x q, q x p */
    VECTOR = 12,  /* two as long as the squares */
    LONGER = 14,  /* long vectors: three of the type, one C_INT, one C_LONG */
    GHOSTS = 19,  /* with ghost cells */
    COUNTS = 20,  /* C_INT and C_LONG, small */
    RECORDS = 22, /* of a registered type */
    TILED = 24,   /* two in tiles, like the family otherwise */
    SLOTS = 26
};

/* The array of the segment; it is created if need be. */
array_t *array(int slot);
int slot_of(const array_t *a);
/* One of the family, printed among the arguments. */
array_t *member(int k);
/* Puts random small values everywhere. */
void refill(const array_t *a);
/* The same, without zeros, and for divisions only with powers of 2. */
void refill_divisors(const array_t *a);
/* Prints all elements, or their checksum, or (nearly) all with few digits. */
void touched(const array_t *a);
void touched_nearly(const array_t *a);
int64_t volume(int ndim, const int *lo, const int *hi);
/* A random patch of an array, printed among the arguments. */
void patch(const char *name, const array_t *a, int *lo, int *hi);
void patch_own(const array_t *a, int *lo, int *hi);
/* A patch of the same shape as another one, of an array of the same dimensions. */
void patch_like(const char *name, const array_t *a, const int *lo, const int *hi, int *blo,
                int *bhi);
/* A patch with so many elements; false if none is found. */
bool patch_of(const char *name, const array_t *a, int64_t count, int *lo, int *hi);
void print_array(const char *name, const array_t *a);
/* Returns whether the default group is not all ranks */
bool in_group(void);
/* Ends the segment. */
void pool_empty(void);
void pool_start(uint64_t seed, int64_t segment);
extern int family_type;
extern bool family_same; /* all arrays of the family are distributed alike */
extern bool cyclic_segment;

/* ---- indices for the three kinds of calls ---------------------------------------------------- */

enum flavour { PLAIN, WIDER, FORTRAN, FORTRAN2 };
/* Which of the kinds is called; FORTRAN2 (ga_..., two indices) only for two dimensions. */
enum flavour draw_flavour(bool two);

/* c turned round and with base 1. */
Integer *fortran_index(int n, const int *c, Integer *f);
/* c turned round. */
Integer *fortran_extents(int n, const int *c, Integer *f);
int64_t *wider(int n, const int *c, int64_t *w);

/* ---- calls ----------------------------------------------------------------------------------- */

typedef struct entry {
    const char *name;
    void (*make)(void);
    int weight;
} entry_t;

extern const entry_t move_calls[], strided_calls[], element_calls[], place_calls[], whole_calls[],
    elementwise_calls[], patch_calls[], matrix_calls[], solve_calls[], vector_calls[],
    question_calls[], group_calls[], memory_calls[], message_calls[], file_calls[];

#endif
