/* Tests of arrays of pointers. The data of element k is a row of bytes that follow from k, of a
 * number that follows from k: some have none, some no memory. */
#ifndef TESTS_GPARRAYS_CASES_H
#define TESTS_GPARRAYS_CASES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ga.h"
#include "gp-papi.h"
#include "harness/harness.h"

/* A case between GP_Initialize() and GP_Terminate(). */
#define GP_CASE(name)                                                                              \
    static void name(void);                                                                        \
    TEST_CASE(gp_##name, TEST_BARE)                                                                \
    {                                                                                              \
        GA_Initialize();                                                                           \
        GP_Initialize();                                                                           \
        name();                                                                                    \
        GP_Terminate();                                                                            \
        GA_Terminate();                                                                            \
    }                                                                                              \
    static void name(void)

enum { MOST = 3 };

typedef struct shape {
    int ndim, dims[MOST];
} shape_t;
extern const shape_t shapes[];
extern const int shape_count;

/* Elements of a shape, by number and by indices; the last index varies fastest. */
int elements_of(const shape_t *shape);
void indices_of(const shape_t *shape, int k, int *index);

/* Bytes of element k, or -1: it has no memory. */
int bytes_of(int k);
/* Byte b of element k in a round of writing. */
unsigned char byte_of(int k, int b, int round);
void fill_bytes(int k, int round, void *data, int bytes);
/* Count the bytes that are not those. */
int wrong_bytes(int k, int round, const void *data, int bytes);

/* An array with chunks, if not NULL, whose elements are those of round 0; and free it with its
 * data. */
int create_filled(const shape_t *shape, int *chunk);
void destroy_filled(int g_p, const shape_t *shape);
/* Compare all my elements with those of a round. */
void check_mine(int g_p, const shape_t *shape, int round);

/* A random patch, or number below n, another on each rank. */
int random_below(int n);
void random_patch(const shape_t *shape, int *lo, int *hi);

/* A call that ends the program. */
void wrong(const char *name);

#endif
