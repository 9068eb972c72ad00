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
    const spi_cuts_t cuts = {.extent = 1, .width = 1, .size = 1, .blocks = 1, .per_index = 1};
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

/* The columns of another rank are sorted by all bits that they may have. */
TEST_CASE(columns_of_all_bits, TEST_BARE)
{
    const int64_t high = INT64_C(1) << 61;
    int64_t row_table[3] = {0, 3, 3}, col_table[3] = {0, 1, INT64_MAX};
    const spi_cuts_t row_cuts = {.table = row_table, .extent = 3, .size = 2};
    const spi_cuts_t col_cuts = {.table = col_table, .extent = INT64_MAX, .size = 2};
    int64_t begin[4] = {0, 2, 4, 6};
    int64_t column[6] = {high + 4, INT64_MAX - 1, 0, high + 3, 2, high + 4};
    const int64_t wanted[4] = {2, high + 3, high + 4, INT64_MAX - 1};
    const uint32_t at[5] = {2, 3, 1, 0, 2};
    const spi_matrix_t matrix = {.type = ASHLAR_DOUBLE,
                                 .element = sizeof(double),
                                 .index = sizeof *column,
                                 .rows = 3,
                                 .cols = INT64_MAX,
                                 .size = 2,
                                 .row_cuts = row_cuts,
                                 .col_cuts = col_cuts,
                                 .begin = (char *)begin,
                                 .column = (char *)column,
                                 .mine = 6};
    spi_halo_t *halo;
    REQUIRE_OK(spi_halo_make("test", &matrix, &col_cuts, &halo));
    CHECK_INT(4, halo->lacking);
    CHECK(memcmp(halo->column, wanted, sizeof wanted) == 0);
    CHECK(memcmp(halo->at, at, sizeof at) == 0);
    spi_halo_release(halo);
}

/* Cuts that nobody gave take no table, and are those of a vector of as many elements. */
TEST_CASE(even_cuts, TEST_GA)
{
    static const int64_t extents[] = {1, 2, 3, 7, 64, 1000003, INT64_MAX};
    for (size_t e = 0; e < sizeof extents / sizeof *extents; ++e) {
        const int64_t n = extents[e];
        spi_matrix_t *matrix;
        const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = n, .cols = n};
        REQUIRE_OK(spi_create("test", &spec, &matrix));
        const spi_cuts_t *cuts = &matrix->row_cuts;
        const int64_t width = n / ali_min(n, test_size()) + (n % ali_min(n, test_size()) != 0);
        CHECK(!cuts->table && !matrix->col_cuts.table);
        CHECK_INT(n, spi_cut(cuts, test_size()));
        for (int r = 0; r < test_size(); ++r) {
            const int64_t lo = spi_cut(cuts, r), end = spi_cut(cuts, r + 1);
            CHECK_INT(r < n / width + (n % width != 0) ? r * width : n, lo);
            if (lo < end) {
                CHECK_INT(r, spi_owner(cuts, lo));
                CHECK_INT(r, spi_owner(cuts, end - 1));
            }
        }
        CHECK_OK(spi_destroy(matrix));
    }
}
