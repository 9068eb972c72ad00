/* Kernels at the ends of their indices, on places that no test has the memory for. */
#include <string.h>

#include "harness/harness.h"
#include "sparse/src/sparse_kernels.h"

/* A list as if it began so many elements before, where only its last one is there. */
static char *before(void *last, size_t bytes)
{
    return (char *)((uintptr_t)last - (size_t)(INT32_MAX - 1) * bytes);
}

/* A row whose element is the last one that an index of 4 bytes counts. */
TEST_CASE(last_element_of_4_bytes, TEST_BARE)
{
    int64_t cuts[2] = {0, 1};
    int32_t begin[2] = {INT32_MAX - 1, INT32_MAX}, column = 0;
    double value = 3, x = 5, y[2] = {-1, -1}, alpha = 2, beta = 0;
    spi_matrix_t matrix = {.type = ASHLAR_DOUBLE,
                           .element = sizeof value,
                           .index = sizeof column,
                           .rows = 1,
                           .cols = 1,
                           .size = 1,
                           .row_cuts = cuts,
                           .col_cuts = cuts,
                           .begin = (char *)begin,
                           .column = before(&column, sizeof column),
                           .value = before(&value, sizeof value),
                           .mine = INT32_MAX};
    spi_halo_t halo = {.end = 1};
    spi_product_t product = {&matrix,          &halo,     false, &alpha, &beta,
                             (const char *)&x, (char *)y, NULL};
    spi_kernels_of(&matrix)->inner(&product);
    spi_kernels_of(&matrix)->transposed(&(spi_product_t){&matrix, &halo, false, &alpha, &beta,
                                                         (const char *)&x, (char *)&y[1], NULL});
    CHECK(y[0] == 30 && y[1] == 30);
}
