/* Facts about element types, from the one table. */
#ifndef AL_TYPE_H
#define AL_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/types.h>

typedef struct al_type_info {
    const char *name; /* "double" */
    size_t bytes;
    char kind; /* 'i' integer, 'r' real, 'c' complex */
} al_type_info_t;

extern const al_type_info_t ali_types[ASHLAR_TYPE_COUNT];

static inline bool ali_type_is_known(ashlar_type type)
{
    return (unsigned)type < ASHLAR_TYPE_COUNT;
}

/* The type of its parts, of a complex one; otherwise the type itself. */
static inline ashlar_type ali_part_type(ashlar_type type)
{
    return type == ASHLAR_CFLOAT ? ASHLAR_FLOAT : type == ASHLAR_CDOUBLE ? ASHLAR_DOUBLE : type;
}

/* The arithmetic of one element type (al_kernels.inc). */
typedef struct al_kernels {
    int (*is_one)(const void *alpha);
    /* dst += alpha*src */
    void (*axpy)(size_t n, void *dst, const void *alpha, const void *src);
    /* dst = alpha*src */
    void (*scale)(size_t n, void *dst, const void *alpha, const void *src);
    /* single elements: base[offsets[order[k]]] += alpha*values[order[k]] */
    void (*elements)(size_t n, const uint16_t *order, char *base, const uint64_t *offsets,
                     const void *alpha, const void *values);
    /* dst = dst op src; NULL: not defined for the type */
    void (*reduce[ASHLAR_REPLACE + 1])(size_t n, void *dst, const void *src);
    /* z = |z| */
    void (*moduli)(size_t bytes, void *elements);
} al_kernels_t;

/* "max" */
extern const char *const ali_op_names[ASHLAR_REPLACE + 1];

extern const al_kernels_t ali_kernels[ASHLAR_TYPE_COUNT];

#endif
