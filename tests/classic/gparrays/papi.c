/* The calls with indices from 1, the first of which varies fastest, and with sizes of 4 or 8 bytes.
 */
#include "classic/gparrays/cases.h"

enum { ROWS = 3, COLUMNS = 8, BYTES = 40 };

/* Element (i,j) has i + 2 * j bytes. */
static int size_of_pair(Integer i, Integer j)
{
    return (int)(i + 2 * j);
}

/* What is at pointers and sizes of the patch (2..3, 3..5), with their leading dimensions. */
static void check_pairs(void **ptrs, const void *sizes, int width, Integer ld, Integer ld_sizes)
{
    for (Integer j = 3; j <= 5; ++j)
        for (Integer i = 2; i <= 3; ++i) {
            const Integer at = i - 2 + (j - 3) * ld_sizes;
            const int64_t size =
                width == 4 ? ((const int32_t *)sizes)[at] : ((const int64_t *)sizes)[at];
            const int number = (int)((i - 1) + (j - 1) * ROWS);
            CHECK_INT(size_of_pair(i, j), size);
            CHECK_INT(0, wrong_bytes(number, 0, ptrs[i - 2 + (j - 3) * ld], (int)size));
        }
}

static void run_moves(Integer g_p, int width)
{
    Integer lo[] = {2, 3}, hi[] = {3, 5}, ld = 4, ld_sizes = 5, size, list[] = {3, 8, 1, 1};
    void *ptrs[16] = {0};
    int64_t sizes[16] = {0};
    unsigned char buf[16 * BYTES];
    const int expected = 3 * (2 + 3) + 2 * 2 * (3 + 4 + 5);
    pgp_get_size(g_p, lo, hi, &size, width);
    CHECK_INT(expected, size);
    pgp_get(g_p, lo, hi, buf, ptrs, &ld, sizes, &ld_sizes, &size, width, 0);
    CHECK_INT(expected, size);
    check_pairs(ptrs, sizes, width, ld, ld_sizes);
    pgp_put(g_p, lo, hi, ptrs, &ld, sizes, &ld_sizes, &size, 1, width);
    CHECK_INT(expected, size);
    memset(buf, 0, sizeof buf);
    pgp_get(g_p, lo, hi, NULL, ptrs, &ld, sizes, &ld_sizes, &size, width, 1);
    check_pairs(ptrs, sizes, width, ld, ld_sizes);

    pgp_gather_size(g_p, 2, list, &size, width);
    CHECK_INT(19 + 3, size);
    pgp_gather(g_p, 2, list, buf, ptrs, sizes, &size, width, 0);
    CHECK_INT(19 + 3, size);
    CHECK_INT(19, width == 4 ? ((int32_t *)sizes)[0] : sizes[0]);
    CHECK_INT(0, wrong_bytes(ROWS * COLUMNS - 1, 0, ptrs[0], 19));
    CHECK_INT(0, wrong_bytes(0, 0, ptrs[1], 3));
    pgp_scatter(g_p, 2, list, ptrs, sizes, &size, 1, width);
    CHECK_INT(19 + 3, size);
}

GP_CASE(papi)
{
    Integer dims[] = {ROWS, COLUMNS}, chunk[] = {ROWS, -1}, lo[2], hi[2], index[2], size;
    void *found;
    pgp_initialize();
    Integer g_p = pgp_create_handle();
    pgp_set_dimensions(g_p, 2, dims, 8);
    pgp_set_chunk(g_p, chunk);
    CHECK_INT(2, pgp_get_dimension(g_p));
    CHECK_INT(1, pgp_allocate(g_p));
    pgp_distribution(g_p, GA_Nodeid(), lo, hi);
    CHECK_INT(1, lo[0]);
    CHECK_INT(ROWS, hi[0]);
    for (index[1] = lo[1]; index[1] <= hi[1]; ++index[1])
        for (index[0] = lo[0]; index[0] <= hi[0]; ++index[0]) {
            const int bytes = size_of_pair(index[0], index[1]);
            void *data = pgp_malloc((size_t)bytes);
            fill_bytes((int)(index[0] - 1 + (index[1] - 1) * ROWS), 0, data, bytes);
            pgp_assign_local_element(g_p, index, data, bytes, 8);
            pgp_access_element(g_p, index, &found, &size);
            CHECK(found == data);
            CHECK_INT(bytes, size);
            pgp_release_element(g_p, index);
            pgp_release_update_element(g_p, index);
        }
    pgp_sync();
    run_moves(g_p, 4);
    run_moves(g_p, 8);
    pgp_sync();
    pgp_memzero(g_p, 8);
    for (index[1] = lo[1]; index[1] <= hi[1]; ++index[1])
        for (index[0] = lo[0]; index[0] <= hi[0]; ++index[0]) {
            unsigned char *data = pgp_free_local_element(g_p, index);
            CHECK_INT(0, data[0]);
            pgp_free(data);
        }
    CHECK_INT(1, pgp_destroy(g_p));
}

/* Rows are cut, columns are not. */
GP_CASE(papi_irregular)
{
    const Integer ranks = GA_Nnodes();
    Integer dims[] = {2 * ranks, 3}, blocks[] = {ranks, 1}, map[17], lo[2], hi[2];
    for (Integer rank = 0; rank < ranks; ++rank)
        map[rank] = rank ? ranks + rank + 1 : 1;
    map[ranks] = 1;
    Integer g_p = pgp_create_handle();
    pgp_set_dimensions(g_p, 2, dims, 4);
    pgp_set_irreg_distr(g_p, map, blocks);
    CHECK_INT(1, pgp_allocate(g_p));
    for (Integer rank = 0; rank < ranks; ++rank) {
        pgp_distribution(g_p, rank, lo, hi);
        CHECK_INT(map[rank], lo[0]);
        CHECK_INT(rank + ranks + 1, hi[0]);
        CHECK_INT(1, lo[1]);
        CHECK_INT(3, hi[1]);
    }
    pgp_debug(g_p, 8);
    pgp_terminate();
}
