/* Sparse arrays are made, asked and changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sparse.h"

static const int shapes[][2] = {{11, 7}, {6, 13}, {9, 9}, {3, 2}, {1, 5}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* The first of n indices that belongs to a rank. */
static int first_of(int rank, int n)
{
    int i = 0;
    while (i < n && i * GA_Nnodes() / n < rank)
        ++i;
    return i;
}

static void check_distribution(const sample_t *sample)
{
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        int lo, hi;
        int64_t wide_lo, wide_hi;
        NGA_Sprs_array_row_distribution(sample->s, rank, &lo, &hi);
        NGA_Sprs_array_row_distribution64(sample->s, rank, &wide_lo, &wide_hi);
        CHECK_INT(first_of(rank, sample->rows), lo);
        CHECK_INT(first_of(rank + 1, sample->rows) - 1, hi);
        CHECK(wide_lo == lo && wide_hi == hi);
        NGA_Sprs_array_column_distribution(sample->s, rank, &lo, &hi);
        NGA_Sprs_array_column_distribution64(sample->s, rank, &wide_lo, &wide_hi);
        CHECK_INT(first_of(rank, sample->cols), lo);
        CHECK_INT(first_of(rank + 1, sample->cols) - 1, hi);
        CHECK(wide_lo == lo && wide_hi == hi);
    }
}

TEST_CASE(sparse_made, TEST_GA)
{
    for (int k = 0; k < SHAPES; ++k)
        for (int wide = 0; wide < 2; ++wide) {
            sample_t sample = sample_create(C_DBL, wide, shapes[k][0], shapes[k][1]);
            CHECK(sample.s > 0);
            check_distribution(&sample);
            CHECK_BLOCKS(&sample);
            CHECK_DENSE(NGA_Sprs_array_create_from_sparse(sample.s), &sample, 0);
            CHECK_INT(1, NGA_Sprs_array_destroy(sample.s));
        }
}

/* A column or the diagonal as a model of one column, which has the rows of the array. */
static sample_t column_of(const sample_t *sample, int j)
{
    sample_t column = {.type = sample->type, .rows = sample->rows, .cols = 1};
    for (int i = 0; i < sample->rows; ++i) {
        const int at = j < 0 ? i : j;
        column.at[i][0] = at < sample->cols ? sample->at[i][at] : 0;
    }
    return column;
}

/* A vector with the rows of the array on the ranks that have these. */
static void check_vector(int v, const sample_t *sample, int j)
{
    int lo, hi, row_lo, row_hi;
    NGA_Distribution(v, GA_Nodeid(), &lo, &hi);
    NGA_Sprs_array_row_distribution(sample->s, GA_Nodeid(), &row_lo, &row_hi);
    if (row_hi >= row_lo)
        CHECK(lo == row_lo && hi == row_hi);
    else
        CHECK(hi < lo);
    sample_t column = column_of(sample, j);
    CHECK_DENSE(v, &column, 0);
}

TEST_CASE(sparse_types_all, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < SHAPES; ++k) {
            sample_t sample = sample_create(sparse_types[t], k % 2, shapes[k][0], shapes[k][1]);
            int diagonal;
            CHECK_BLOCKS(&sample);
            for (int j = 0; j < sample.cols; ++j)
                check_vector(j % 2 ? NGA_Sprs_array_get_column64(sample.s, j)
                                   : NGA_Sprs_array_get_column(sample.s, j),
                             &sample, j);
            NGA_Sprs_array_get_diag(sample.s, &diagonal);
            check_vector(diagonal, &sample, -1);
            sample_t copy = sample;
            copy.s = NGA_Sprs_array_duplicate(sample.s);
            NGA_Sprs_array_destroy(sample.s);
            CHECK_BLOCKS(&copy);
            NGA_Sprs_array_destroy(copy.s);
        }
}

/* Elements that are 0 are not stored, but for the diagonal. */
TEST_CASE(sparse_from_dense, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < SHAPES; ++k) {
            sample_t sample = sample_model(sparse_types[t], k % 2, shapes[k][0], shapes[k][1]);
            for (int i = 0; i < sample.rows; ++i)
                for (int j = 0; j < sample.cols; ++j)
                    sample.is_stored[i][j] = sample.at[i][j] != 0 || i == j;
            const int g = dense_of(&sample);
            sample.s = sample.wide ? NGA_Sprs_array_create_from_dense64(g)
                                   : NGA_Sprs_array_create_from_dense(g);
            CHECK_BLOCKS(&sample);
            CHECK_DENSE(NGA_Sprs_array_create_from_sparse(sample.s), &sample, 0);
            NGA_Sprs_array_destroy(sample.s);
            GA_Destroy(g);
        }
}

/* ---- changes ---- */

/* Numbers for rows and columns; as elements of complex types they have no imaginary part here. */
static double factor(int k)
{
    return k % 5 - 1;
}

static int factors_of(int type, int n)
{
    double at[SPARSE_MOST];
    for (int k = 0; k < n; ++k)
        at[k] = factor(k);
    const int g = vector_of(type, n, at);
    const SingleComplex half = {0.5F, 0.5F}; /* (1 - i) (1 + i) / 2 = 1 */
    const DoubleComplex half_z = {0.5, 0.5};
    if (type == C_SCPL)
        GA_Scale(g, (void *)(uintptr_t)&half);
    if (type == C_DCPL)
        GA_Scale(g, (void *)(uintptr_t)&half_z);
    return g;
}

/* Programs keep the blocks that they have across these. */
static void change(sample_t *sample)
{
    char number[2 * sizeof(double)] = {0};
    const int left = factors_of(sample->type, sample->rows),
              right = factors_of(sample->type, sample->cols);
    const sparse_block_t before = block_access(sample, 0);
    element_store(sample->type, number, 0, 3);
    memset(number + element_bytes(sample->type) / 2, 0,
           sample->type == C_SCPL || sample->type == C_DCPL ? element_bytes(sample->type) / 2 : 0);
    NGA_Sprs_array_scale(sample->s, number);
    NGA_Sprs_array_diag_left_multiply(sample->s, left);
    NGA_Sprs_array_diag_right_multiply(sample->s, right);
    for (int i = 0; i < sample->rows; ++i)
        for (int j = 0; j < sample->cols; ++j)
            sample->at[i][j] *= 3 * factor(i) * factor(j);
    CHECK(block_access(sample, 0).val == before.val);
    GA_Destroy(left);
    GA_Destroy(right);
}

TEST_CASE(sparse_changed, TEST_GA)
{
    for (int t = 0; t < 7; ++t)
        for (int k = 0; k < SHAPES; ++k) {
            sample_t sample = sample_create(sparse_types[t], k % 2, shapes[k][0], shapes[k][1]);
            char number[2 * sizeof(double)];
            CHECK_BLOCKS(&sample);
            change(&sample);
            CHECK_BLOCKS(&sample);
            element_store(sample.type, number, 0, 5);
            for (int pass = 0; pass < 2; ++pass) { /* the second finds all of them stored */
                NGA_Sprs_array_shift_diag(sample.s, number);
                for (int i = 0; i < sample.rows && i < sample.cols; ++i) {
                    sample.at[i][i] += 5;
                    sample.is_stored[i][i] = 1;
                }
                CHECK_BLOCKS(&sample);
            }
            NGA_Sprs_array_destroy(sample.s);
        }
}

/* What is written to blocks is part of the array for the next call, whichever that is. */
TEST_CASE(sparse_written, TEST_GA)
{
    for (int t = 0; t < 7; ++t) {
        sample_t sample = sample_create(sparse_types[t], t % 2, 11, 7);
        blocks_write(&sample);
        GA_Sync();
        CHECK_BLOCKS(&sample);
        blocks_write(&sample);
        GA_Pgroup_sync(GA_Pgroup_get_world());
        CHECK_BLOCKS(&sample);
        blocks_write(&sample);
        CHECK_DENSE(NGA_Sprs_array_create_from_sparse(sample.s), &sample, 0);
        blocks_write(&sample);
        check_vector(NGA_Sprs_array_get_column(sample.s, 3), &sample, 3);
        blocks_write(&sample);
        change(&sample);
        CHECK_BLOCKS(&sample);
        blocks_write(&sample);
        sample_t copy = sample;
        copy.s = NGA_Sprs_array_duplicate(sample.s);
        CHECK_BLOCKS(&copy);
        blocks_write(&copy); /* blocks of two arrays */
        CHECK_BLOCKS(&sample);
        CHECK_DENSE(NGA_Sprs_array_create_from_sparse(copy.s), &copy, 0);
        NGA_Sprs_array_destroy(copy.s);
        CHECK_BLOCKS(&sample);
        NGA_Sprs_array_destroy(sample.s);
    }
}

/* More elements for an array that has some. */
TEST_CASE(sparse_again, TEST_GA)
{
    sample_t sample = sample_create(C_INT, 0, 9, 9);
    int one = 1;
    blocks_write(&sample);
    if (GA_Nodeid() == GA_Nnodes() - 1)
        for (int k = 0; k < 9; ++k) {
            NGA_Sprs_array_add_element(sample.s, k, 8 - k, &one);
            sample.is_stored[k][8 - k] = 1;
        }
    for (int k = 0; k < 9; ++k) {
        sample.is_stored[k][8 - k] = 1;
        sample.at[k][8 - k] += 1;
    }
    CHECK_INT(1, NGA_Sprs_array_assemble(sample.s));
    CHECK_BLOCKS(&sample);
    NGA_Sprs_array_destroy(sample.s);
}

/* ---- files ---- */

static int read_text(FILE *file, const sample_t *sample)
{
    char heading[128] = "", field[32] = "";
    int rows, cols, stored, i, j, found = 0;
    double value;
    if (!fgets(heading, sizeof heading, file) ||
        fscanf(file, "%d %d %d", &rows, &cols, &stored) != 3)
        return -1;
    CHECK(sscanf(heading, "%%%%MatrixMarket matrix coordinate %31s general", field) == 1);
    CHECK(strcmp(field, sample->type == C_INT ? "integer" : "real") == 0);
    CHECK(rows == sample->rows && cols == sample->cols);
    while (fscanf(file, "%d %d %lf", &i, &j, &value) == 3)
        found += sample->is_stored[i - 1][j - 1] && value == sample->at[i - 1][j - 1];
    return found == stored ? found : -1;
}

TEST_CASE(sparse_exported, TEST_GA)
{
    for (int t = 0; t < 2; ++t) {
        sample_t sample = sample_create(t ? C_DBL : C_INT, t, 11, 7);
        char path[64];
        int expected = 0, id = (int)getpid();
        GA_Brdcst(&id, sizeof id, 0);
        snprintf(path, sizeof path, "classic-sparse-%d.mtx", id);
        blocks_write(&sample);
        NGA_Sprs_array_export(sample.s, path);
        for (int k = 0; k < 11 * 7; ++k)
            expected += sample.is_stored[k / 7][k % 7];
        FILE *file = fopen(path, "r");
        CHECK(file != NULL);
        if (file) {
            CHECK_INT(expected, read_text(file, &sample));
            fclose(file);
        }
        GA_Sync();
        if (GA_Nodeid() == 0)
            remove(path);
        NGA_Sprs_array_destroy(sample.s);
    }
}

/* ---- groups ---- */

/* Arrays are on the group that is the default one when they are made. */
TEST_CASE(sparse_groups, TEST_GA)
{
    const int me = GA_Nodeid(), half = GA_Pgroup_split(GA_Pgroup_get_world(), 2);
    GA_Pgroup_set_default(half);
    sample_t sample = sample_create(C_DBL, 0, 9, 9);
    double at[SPARSE_MOST] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK_BLOCKS(&sample);
    sample_t v = {.type = C_DBL, .rows = 9, .cols = 1}, square = sample_product(&sample, &sample);
    const int x = vector_of(C_DBL, 9, at), y = vector_of(C_DBL, 9, at);
    for (int k = 0; k < 9 * 9; ++k)
        v.at[k / 9][0] += sample.at[k / 9][k % 9] * at[k % 9];
    NGA_Sprs_array_matvec_multiply(sample.s, x, y);
    GA_Pgroup_set_default(GA_Pgroup_get_world());
    square.s = NGA_Sprs_array_matmat_multiply(sample.s, sample.s);
    int g = NGA_Sprs_array_create_from_sparse(square.s), diagonal;
    CHECK_INT(half, GA_Get_pgroup(g));
    NGA_Sprs_array_get_diag(sample.s, &diagonal);
    CHECK_INT(half, GA_Get_pgroup(diagonal));
    GA_Pgroup_set_default(half);
    CHECK_DENSE(g, &square, 0);
    check_vector(diagonal, &sample, -1);
    CHECK_DENSE(y, &v, 0);
    NGA_Sprs_array_destroy(square.s);
    NGA_Sprs_array_destroy(sample.s);
    GA_Destroy(x);
    GA_Pgroup_set_default(GA_Pgroup_get_world());
    CHECK_INT(me, GA_Nodeid());
    GA_Pgroup_destroy(half);
}
