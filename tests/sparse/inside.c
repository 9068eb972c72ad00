/* Kernels at the ends of their indices, on places that no test has the memory for. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "sparse/src/sparse_exchange.h"
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

/* A record of a rank's first row, and what it is about. */
static void set_record(const spi_matrix_t *matrix, size_t k, int rank, double value)
{
    matrix->records->set(matrix->pending.record + k * matrix->records->bytes,
                         spi_cut(&matrix->row_cuts, rank), (int64_t)k, &value);
}

/* Chunks are sent to the next rank first, and what is for one rank stays in order. */
static void check_chunks(const spi_exchange_t *exchange, const int *rank, int partners, int turns)
{
    const char *at = exchange->packed;
    const size_t record = exchange->matrix->records->bytes;
    for (int p = 0; p < partners; ++p) {
        int64_t head[2], row, column;
        CHECK_INT(rank[p], exchange->partner[p]->rank);
        CHECK(exchange->partner[p]->count == (size_t)turns);
        memcpy(head, at, sizeof head);
        CHECK_INT(exchange->matrix->rank, head[0]);
        CHECK_INT(turns, head[1]);
        at += sizeof head;
        for (int t = 0; t < turns; ++t, at += record) {
            double value;
            exchange->matrix->records->place(at, &row, &column);
            memcpy(&value, at, sizeof value);
            CHECK_INT(spi_cut(&exchange->matrix->row_cuts, rank[p]), row);
            CHECK(value == 1000.0 * t + rank[p]);
        }
        const size_t bytes = (size_t)turns * record, line = sizeof head;
        at += (bytes + line - 1) / line * line - bytes;
    }
}

/* Each of a million ranks that gets something has a record: also those that share a slot of those
 * found last, as 0, 256 and 512 do. */
TEST_CASE(partners_among_a_million, TEST_BARE)
{
    enum { ME = 77, PARTNERS = 6, TURNS = 3, OWN = 5, SIZE = 1000000, EACH = 3 };
    static const int rank[PARTNERS] = {78, 256, 512, 999999, 0, 76};
    const spi_cuts_t cuts = {.extent = (int64_t)EACH * SIZE,
                             .width = EACH,
                             .size = SIZE,
                             .blocks = SIZE,
                             .per_index = 1.0 / EACH};
    spi_matrix_t matrix = {.type = ASHLAR_DOUBLE,
                           .name = "wide",
                           .records = &spi_records[ASHLAR_DOUBLE][1],
                           .rank = ME,
                           .size = SIZE,
                           .row_cuts = cuts,
                           .pending.count = PARTNERS * TURNS + OWN};
    spi_exchange_t exchange = {.call = "test", .matrix = &matrix};
    matrix.pending.record = test_alloc(matrix.pending.count * matrix.records->bytes);
    size_t k = 0;
    for (int turn = 0; turn < TURNS; ++turn)
        for (int p = PARTNERS; p-- > 0;)
            set_record(&matrix, k++, rank[p], 1000.0 * turn + rank[p]);
    while (k < matrix.pending.count)
        set_record(&matrix, k++, ME, -1);
    REQUIRE_OK(spi_exchange_pack(&exchange));
    CHECK(exchange.sends == PARTNERS);
    CHECK(exchange.others == PARTNERS * TURNS);
    CHECK(exchange.mine == OWN);
    CHECK_INT(PARTNERS + 1, exchange.partners.map.used);
    CHECK(exchange.partners.map.room <= 16);
    check_chunks(&exchange, rank, PARTNERS, TURNS);
    CHECK(spi_exchange_list(&exchange, NULL) == 0);
    CHECK_OK(spi_exchange_release(&exchange, ASHLAR_OK));
    free(matrix.pending.record);
}
