#include "ga/src/ops/ga_kernels.h"

#define JOIN2(a, b)    a##_##b
#define JOIN(a, b)     JOIN2(a, b)
#define NAME(x)        JOIN(TYPE_ID, x)
#define IF(kinds, ...) JOIN(JOIN(IF, kinds), KIND)(__VA_ARGS__)

#define IF_ANY_i(...) __VA_ARGS__
#define IF_ANY_r(...) __VA_ARGS__
#define IF_ANY_c(...) __VA_ARGS__
#define IF_DIVISIBLE_i(...)
#define IF_DIVISIBLE_r(...) __VA_ARGS__
#define IF_DIVISIBLE_c(...) __VA_ARGS__

#define KIND    i
#define T       int
#define W       long long
#define TYPE_ID INT
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef TYPE_ID
#define T       long
#define TYPE_ID LONG
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef TYPE_ID
#define T       long long
#define TYPE_ID LLONG
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef W
#undef TYPE_ID
#undef KIND
#define KIND    r
#define T       float
#define W       double
#define TYPE_ID FLOAT
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef TYPE_ID
#define T       double
#define TYPE_ID DOUBLE
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef W
#undef TYPE_ID
#undef KIND
#define KIND    c
#define T       float _Complex
#define W       double _Complex
#define TYPE_ID CFLOAT
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef TYPE_ID
#define T       double _Complex
#define TYPE_ID CDOUBLE
#include "ga/src/ops/ga_kernels.inc"
#undef T
#undef W
#undef TYPE_ID
#undef KIND

#define TYPE_KERNELS(id, ctype, mpitype, kind) {id##_elementwise, id##_reductions},
const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_KERNELS)};
