/* Products of sparse arrays, and sketches. */
#include <stdlib.h>

#include "sparse.h"

static const int extents[][3] = {{11, 7, 5}, {4, 9, 13}, {6, 6, 6}, {2, 3, 1}};
enum { EXTENTS = sizeof extents / sizeof extents[0] };

/* A sample with other numbers, whose elements are all stored. */
static sample_t dense_sample(int type, int rows, int cols)
{
    sample_t sample = {.type = type, .rows = rows, .cols = cols};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) {
            sample.is_stored[i][j] = 1;
            sample.at[i][j] = (i * 5 + j * 2) % 7 - 2;
        }
    return sample;
}

TEST_CASE(sparse_times_vector, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < EXTENTS; ++k) {
            const int rows = extents[k][0], cols = extents[k][1];
            sample_t a = sample_create(sparse_types[t], k % 2, rows, cols),
                     v = dense_sample(a.type, cols, 1);
            double at[SPARSE_MOST];
            for (int j = 0; j < cols; ++j)
                at[j] = v.at[j][0];
            sample_t product = sample_product(&a, &v);
            const int x = vector_of(a.type, cols, at), y = vector_of(a.type, rows, at);
            NGA_Sprs_array_matvec_multiply(a.s, x, y);
            GA_Mask_sync(1, 1);
            NGA_Sprs_array_matvec_multiply(a.s, x, y); /* y does not count */
            CHECK_DENSE(y, &product, 1);
            GA_Destroy(x);
            NGA_Sprs_array_destroy(a.s);
        }
}

/* Without syncs a program waits itself; the mask is about one call. */
TEST_CASE(sparse_masked, TEST_GA)
{
    sample_t a = sample_create(C_DBL, 0, 9, 9);
    double at[SPARSE_MOST] = {1, -2, 3, -4, 5, -6, 7, -8, 9};
    sample_t v = {.type = C_DBL, .rows = 9, .cols = 1};
    const int x = vector_of(C_DBL, 9, at), y = vector_of(C_DBL, 9, at);
    for (int k = 0; k < 9 * 9; ++k)
        v.at[k / 9][0] += a.at[k / 9][k % 9] * at[k % 9];
    for (int masked = 0; masked < 4; ++masked) {
        int copy = GA_Duplicate(y, "copy");
        GA_Zero(y);
        GA_Mask_sync(masked & 1, masked & 2);
        NGA_Sprs_array_matvec_multiply(a.s, x, y);
        GA_Sync();
        GA_Copy(y, copy);
        CHECK_DENSE(copy, &v, 0);
    }
    GA_Destroy(y);
    GA_Destroy(x);
    NGA_Sprs_array_destroy(a.s);
}

TEST_CASE(sparse_times_dense, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < EXTENTS; ++k) {
            const int rows = extents[k][0], inner = extents[k][1], cols = extents[k][2];
            sample_t a = sample_create(sparse_types[t], k % 2, rows, inner),
                     b = dense_sample(a.type, inner, cols), left = dense_sample(a.type, cols, rows);
            sample_t ab = sample_product(&a, &b), la = sample_product(&left, &a);
            const int gb = dense_of(&b), gl = dense_of(&left);
            CHECK_DENSE(NGA_Sprs_array_sprsdns_multiply(a.s, gb), &ab, 1);
            CHECK_DENSE(NGA_Sprs_array_dnssprs_multiply(gl, a.s), &la, 1);
            GA_Destroy(gb);
            GA_Destroy(gl);
            NGA_Sprs_array_destroy(a.s);
        }
}

TEST_CASE(sparse_times_sparse, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < EXTENTS; ++k) {
            const int rows = extents[k][0], inner = extents[k][1], cols = extents[k][2];
            sample_t a = sample_create(sparse_types[t], k % 2, rows, inner),
                     b = sample_create(a.type, k % 2, inner, cols);
            sample_t ab = sample_product(&a, &b);
            ab.s = NGA_Sprs_array_matmat_multiply(a.s, b.s);
            CHECK_DENSE(NGA_Sprs_array_create_from_sparse(ab.s), &ab, 1);
            if (a.type != C_SCPL && a.type != C_DCPL)
                CHECK_BLOCKS(&ab);
            NGA_Sprs_array_destroy(ab.s);
            NGA_Sprs_array_destroy(a.s);
            NGA_Sprs_array_destroy(b.s);
        }
}

/* ---- sketches ---- */

static void *contents(int g, int n, size_t bytes)
{
    void *list = test_alloc((size_t)n * bytes);
    int lo = 0, hi = n - 1;
    NGA_Get(g, &lo, &hi, list, NULL);
    GA_Destroy(g);
    return list;
}

/* 1 or -1, without an imaginary part. */
static double sign_at(int type, const void *weights, int k)
{
    if (type == C_SCPL)
        return ((const float *)weights)[2 * k + 1] == 0 ? (double)((const float *)weights)[2 * k]
                                                        : 0;
    if (type == C_DCPL)
        return ((const double *)weights)[2 * k + 1] == 0 ? ((const double *)weights)[2 * k] : 0;
    return element_load(type, weights, k);
}

/* The rows of the array, with signs, add up to those of the sketch. */
static int64_t check_sketch(const sample_t *a, int size)
{
    int gk, gw;
    const int g = NGA_Sprs_array_count_sketch(a->s, size, &gk, &gw);
    int *labels = contents(gk, a->rows, sizeof *labels);
    void *weights = contents(gw, a->rows, element_bytes(a->type));
    sample_t sum = {.type = a->type, .rows = size, .cols = a->cols};
    int64_t choice = 0;
    for (int i = 0; i < a->rows; ++i) {
        const double sign = sign_at(a->type, weights, i);
        CHECK(labels[i] >= 0 && labels[i] < size && (sign == 1 || sign == -1));
        for (int j = 0; j < a->cols; ++j)
            sum.at[labels[i] % size][j] += sign * a->at[i][j];
        choice = (choice * 2 * size + 2 * labels[i] + (sign > 0)) % 1000003;
    }
    CHECK_DENSE(g, &sum, 0);
    free(labels);
    free(weights);
    return choice;
}

TEST_CASE(sparse_sketch, TEST_GA)
{
    for (int t = 0; t < 7; ++t) {
        sample_t a = sample_create(sparse_types[t], t % 2, 13, 7);
        int64_t different = 0;
        const int64_t first = check_sketch(&a, 4);
        for (int k = 0; k < 4; ++k)
            different += check_sketch(&a, 4) != first;
        CHECK(different > 2);
        check_sketch(&a, 1);
        check_sketch(&a, 13);
        NGA_Sprs_array_destroy(a.s);
    }
}

/* Products see what was written to blocks before. */
TEST_CASE(sparse_times_written, TEST_GA)
{
    sample_t a = sample_create(C_LONG, 1, 6, 6), c = sample_create(C_LONG, 1, 6, 6),
             b = dense_sample(C_LONG, 6, 6), v = dense_sample(C_LONG, 6, 1), product;
    double at[SPARSE_MOST];
    for (int i = 0; i < 6; ++i)
        at[i] = v.at[i][0];
    const int g = dense_of(&b), x = vector_of(C_LONG, 6, at), y = vector_of(C_LONG, 6, at);
    for (int way = 0; way < 5; ++way) {
        blocks_write(&a);
        product = way == 0   ? sample_product(&a, &b)
                  : way == 1 ? sample_product(&b, &a)
                  : way == 2 ? sample_product(&a, &c)
                  : way == 3 ? sample_product(&c, &a)
                             : sample_product(&a, &v);
        if (way == 4)
            NGA_Sprs_array_matvec_multiply(a.s, x, y);
        else if (way > 1)
            product.s = way == 2 ? NGA_Sprs_array_matmat_multiply(a.s, c.s)
                                 : NGA_Sprs_array_matmat_multiply(c.s, a.s);
        const int result = way == 0   ? NGA_Sprs_array_sprsdns_multiply(a.s, g)
                           : way == 1 ? NGA_Sprs_array_dnssprs_multiply(g, a.s)
                           : way < 4  ? NGA_Sprs_array_create_from_sparse(product.s)
                                      : y;
        CHECK_DENSE(result, &product, 0);
        if (way == 2 || way == 3)
            NGA_Sprs_array_destroy(product.s);
    }
    blocks_write(&a);
    check_sketch(&a, 3);
    GA_Destroy(x);
    GA_Destroy(g);
    NGA_Sprs_array_destroy(a.s);
    NGA_Sprs_array_destroy(c.s);
}
