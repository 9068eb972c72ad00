/* Facts about element types, from the one table. */
#include "armci-lite/src/local/al_type.h"

#include <math.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"

#define AL_TEMPLATE "armci-lite/src/local/al_kernels.inc"
#include "armci-lite/src/local/al_each_type.h"

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
     id##_elements,                                                                                \
     {id##_add, id##_multiply, ORDERED_##kind(id), BITS_##kind(id), id##_replace},                 \
     id##_moduli},

const al_type_info_t ali_types[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_INFO)};
const al_kernels_t ali_kernels[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_KERNELS)};

const char *const ali_op_names[ASHLAR_REPLACE + 1] = {"sum", "prod", "min", "max",
                                                      "and", "or",   "xor", "replace"};
