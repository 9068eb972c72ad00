/* Random updates of a table that is spread over the ranks, in three ways. */
#ifndef GUPS_H
#define GUPS_H

#include <stdint.h>

#include <ashlar/ga.h>

/* The update of element index of the table: xor with a value (HPC Challenge RandomAccess), or the
 * value stored in it (the relaxed form of Heroux and others, 2008). */
typedef enum gups_kind { GUPS_XOR, GUPS_STORE } gups_kind_t;

typedef struct gups {
    gups_kind_t kind;
    int64_t table;   /* elements, a power of 2 */
    int64_t updates; /* of each rank */
    int64_t batch;   /* updates that a rank may hold back: 1024 by the rules */
    uint64_t seed;   /* this rank's place in the sequence */
} gups_t;

/* A way: make a table whose element k is k; run all updates of this rank; say where this rank's
 * elements lie; forget the table. All but `elements` are collective. */
typedef struct gups_way {
    const char *name;
    void (*start)(const gups_t *gups);
    void (*run)(const gups_t *gups);
    /* Sets the first and their number. */
    int64_t *(*elements)(int64_t *first, int64_t *n);
    void (*stop)(void);
} gups_way_t;

extern const gups_way_t gups_bundle, gups_onesided, gups_messages;

/* The next number of the sequence of RandomAccess: x^63 + x^2 + x + 1 over GF(2), as its rules say.
 */
static inline uint64_t gups_next(uint64_t number)
{
    return number << 1 ^ (number >> 63 ? 7 : 0);
}

void gups_fail(const char *what);
void gups_check(int status); /* ends the program unless ASHLAR_OK */
/* A table that is a global array: make it, and `elements` of it. */
ga_t gups_array(const gups_t *gups);
int64_t *gups_array_elements(ga_t array, int64_t *first, int64_t *n);
int gups_rank(void);
int gups_size(void);

#endif
