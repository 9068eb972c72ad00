/* The table of kernels. */
#include "sparse/src/sparse_kernels.h"

#include <math.h>

#define AL_TEMPLATE "sparse/src/sparse_kernels.inc"
#include "armci-lite/src/local/al_each_type.h"

#define OF_WIDTH(id, w)                                                                            \
    {                                                                                              \
        .inner = id##_inner_##w, .boundary = id##_boundary_##w, .transposed = id##_transposed_##w, \
        .panel = id##_panel_##w, .scale_rows = id##_scale_rows_##w,                                \
        .scale_columns = id##_scale_columns_##w, .row_sums = id##_row_sums_##w,                    \
        .column_sums = id##_column_sums_##w, .modulus = id##_modulus,                              \
        .add_product = id##_add_product, .is_zero = id##_is_zero                                   \
    }
#define OF_TYPE(id, ctype, mpitype, kind) {OF_WIDTH(id, 4), OF_WIDTH(id, 8)},
const spi_kernels_t spi_kernels[ASHLAR_TYPE_COUNT][2] = {ASHLAR_TYPE_TABLE(OF_TYPE)};
