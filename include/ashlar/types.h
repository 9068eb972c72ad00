/** Element types and the operations on them, listed once. */
#ifndef ASHLAR_TYPES_H
#define ASHLAR_TYPES_H

#include <stdint.h>

/** X(id, C type, MPI type, kind): the one table of element types. kind is i (integer), r (real),
 * c (complex). */
#define ASHLAR_TYPE_TABLE(X)                                                                       \
    X(INT, int, MPI_INT, i)                                                                        \
    X(LONG, long, MPI_LONG, i)                                                                     \
    X(LLONG, long long, MPI_LONG_LONG, i)                                                          \
    X(FLOAT, float, MPI_FLOAT, r)                                                                  \
    X(DOUBLE, double, MPI_DOUBLE, r)                                                               \
    X(CFLOAT, float _Complex, MPI_C_FLOAT_COMPLEX, c)                                              \
    X(CDOUBLE, double _Complex, MPI_C_DOUBLE_COMPLEX, c)

/** Element type of an array: ASHLAR_INT, ASHLAR_LONG, ASHLAR_LLONG, ASHLAR_FLOAT, ASHLAR_DOUBLE,
 * ASHLAR_CFLOAT, ASHLAR_CDOUBLE. */
typedef enum ashlar_type {
#define ASHLAR_TYPE_ENUM(id, ctype, mpitype, kind) ASHLAR_##id,
    ASHLAR_TYPE_TABLE(ASHLAR_TYPE_ENUM)
#undef ASHLAR_TYPE_ENUM
        ASHLAR_TYPE_COUNT
} ashlar_type;

typedef ashlar_type ga_type;

/** Combinations of two elements, for accumulates and for reductions over ranks. MIN and MAX are
 * defined for integer and real types, AND, OR and XOR (bitwise) for integers, the others for all.
 * What MIN and MAX make of NaN is undefined. REPLACE is for accumulates only. ABSMAX and ABSMIN,
 * the largest and the smallest modulus, are for reductions only; the modulus of a complex number is
 * one without an imaginary part, and the smallest integer counts as it is. */
typedef enum ashlar_op {
    ASHLAR_SUM,
    ASHLAR_PROD,
    ASHLAR_MIN,
    ASHLAR_MAX,
    ASHLAR_AND,
    ASHLAR_OR,
    ASHLAR_XOR,
    ASHLAR_REPLACE,
    ASHLAR_ABSMAX,
    ASHLAR_ABSMIN,
    ASHLAR_OP_COUNT
} ashlar_op;

/** Highest number of dimensions of an array. */
#define ASHLAR_MAX_DIM 7

#endif
