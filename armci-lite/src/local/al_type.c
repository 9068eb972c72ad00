#include "armci-lite/src/local/al_type.h"

#include <string.h>

#include "armci-lite/src/base/al_compiler.h"

#define JOIN2(a, b) a##_##b
#define JOIN(a, b)  JOIN2(a, b)
#define NAME(x)     JOIN(TYPE_ID, x)

#define ORDERED
#define INTEGER
#define T       int
#define TYPE_ID INT
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#define T       long
#define TYPE_ID LONG
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#define T       long long
#define TYPE_ID LLONG
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#undef INTEGER
#define T       float
#define TYPE_ID FLOAT
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#define T       double
#define TYPE_ID DOUBLE
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#undef ORDERED
#define T       float _Complex
#define TYPE_ID CFLOAT
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID
#define T       double _Complex
#define TYPE_ID CDOUBLE
#include "armci-lite/src/local/al_kernels.inc"
#undef T
#undef TYPE_ID

#define ORDERED_i(id)                       id##_minimum, id##_maximum
#define ORDERED_r(id)                       id##_minimum, id##_maximum
#define ORDERED_c(id)                       NULL, NULL
#define BITS_i(id)                          id##_bit_and, id##_bit_or, id##_bit_xor
#define BITS_r(id)                          NULL, NULL, NULL
#define BITS_c(id)                          NULL, NULL, NULL
#define TYPE_INFO(id, ctype, mpitype, kind) {#ctype, sizeof(ctype), #kind[0]},
#define TYPE_KERNELS(id, ctype, mpitype, kind)                                                     \
    {id##_is_one,                                                                                  \
     id##_axpy,                                                                                    \
     id##_scale,                                                                                   \
     id##_points,                                                                                  \
     {id##_add, id##_multiply, ORDERED_##kind(id), BITS_##kind(id), id##_replace}},

const al_type_info_t ali_types[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_INFO)};
const al_kernels_t ali_kernels[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_KERNELS)};

const char *const ali_op_names[ASHLAR_OP_COUNT] = {"sum", "prod", "min", "max",
                                                   "and", "or",   "xor", "replace"};
