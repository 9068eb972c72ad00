/* Elements of accumulates as a serial model has them: at any address, two parts for complex ones.
 */
#ifndef TESTS_CLASSIC_ARMCI_MODEL_H
#define TESTS_CLASSIC_ARMCI_MODEL_H

#include <stdlib.h>
#include <string.h>

#include "model/scalar.h"

typedef struct acc_type {
    int optype;
    ashlar_type type;
} acc_type_t;

static const acc_type_t acc_types[] = {
    {ARMCI_ACC_INT, ASHLAR_INT},    {ARMCI_ACC_LNG, ASHLAR_LONG},   {ARMCI_ACC_FLT, ASHLAR_FLOAT},
    {ARMCI_ACC_DBL, ASHLAR_DOUBLE}, {ARMCI_ACC_CPL, ASHLAR_CFLOAT}, {ARMCI_ACC_DCP, ASHLAR_CDOUBLE},
};
enum { ACC_TYPES = sizeof acc_types / sizeof acc_types[0] };

/* The bytes that elements of a type begin at multiples of in programs that place them well. */
static inline size_t acc_grain(ashlar_type type)
{
    return type_bytes(type) / (type_is_complex(type) ? 2 : 1);
}

/* to += scale * from, n bytes. */
static inline void model_accumulate(ashlar_type type, scalar_t scale, char *to, const char *from,
                                    size_t n)
{
    const size_t bytes = type_bytes(type);
    for (size_t at = 0; at < n; at += bytes) {
        element_t a, b;
        memcpy(&a, to + at, bytes);
        memcpy(&b, from + at, bytes);
        scalar_store(type, &a,
                     scalar_add(scalar_load(type, &a), scalar_mul(scale, scalar_load(type, &b))));
        memcpy(to + at, &a, bytes);
    }
}

/* Fill n bytes with small numbers. */
static inline void model_fill(ashlar_type type, char *to, size_t n, int seed)
{
    const size_t bytes = type_bytes(type);
    for (size_t k = 0; (k + 1) * bytes <= n; ++k) {
        element_t e = element_of(type, scalar_as(type, (int)(k * 7 + (size_t)seed) % 19 - 9,
                                                 (int)(k * 5 + (size_t)seed) % 13 - 6));
        memcpy(to + k * bytes, &e, bytes);
    }
}

#endif
