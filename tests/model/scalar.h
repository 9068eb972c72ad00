/* Elements of any type as pairs of small integers (real and imaginary part).
 *
 * Test data are small integers in every type: sums and products of them are exact in float and
 * double in whatever order they are formed, so that results are compared for equality.
 */
#ifndef TESTS_SCALAR_H
#define TESTS_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/types.h>

enum { ELEMENT_BYTES = 64 };

typedef struct scalar {
    double re, im;
} scalar_t;

/* Make records of n bytes (1..ELEMENT_BYTES) known under the number the library gave their type.
 * They hold a whole number -128..127 in the first byte and in all others what follows from it:
 * loading one that is torn, shifted or otherwise damaged gives NaN, which equals nothing. */
void type_define_record(ashlar_type type, size_t bytes);
bool type_is_record(ashlar_type type);
/* Bytes of an element, its name ("cdouble"), and whether it is an integer or complex. */
size_t type_bytes(ashlar_type type);
const char *type_name(ashlar_type type);
bool type_is_integer(ashlar_type type);
bool type_is_complex(ashlar_type type);

/* Store a value; the imaginary part is dropped for types that have none. */
void scalar_store(ashlar_type type, void *element, scalar_t value);
scalar_t scalar_load(ashlar_type type, const void *element);
/* The value as the type keeps it: no imaginary part unless complex. */
scalar_t scalar_as(ashlar_type type, double re, double im);

/* One element of any type, as the calls take alpha and values by address. */
typedef struct element {
    _Alignas(16) char bytes[ELEMENT_BYTES];
} element_t;

element_t element_of(ashlar_type type, scalar_t value);
/* The value rounded as an element of the type is. */
scalar_t scalar_kept(ashlar_type type, scalar_t value);

static inline scalar_t scalar_add(scalar_t a, scalar_t b)
{
    return (scalar_t){a.re + b.re, a.im + b.im};
}

static inline scalar_t scalar_mul(scalar_t a, scalar_t b)
{
    return (scalar_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline bool scalar_equal(scalar_t a, scalar_t b)
{
    return a.re == b.re && a.im == b.im;
}

/* Whether an operation is defined for a type, by the table in types.h. */
bool op_is_defined(ashlar_op op, ashlar_type type);
/* a op b, both small integers; for types the operation is defined for. Of one number alone ABSMAX
 * and ABSMIN are combinations with itself. */
scalar_t scalar_combine(ashlar_op op, scalar_t a, scalar_t b);

#endif
