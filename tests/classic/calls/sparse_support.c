#include <stdlib.h>
#include <string.h>

#include "sparse.h"

const int sparse_types[7] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_SCPL, C_DCPL};

sample_t sample_model(int type, int wide, int rows, int cols)
{
    sample_t sample = {.type = type, .wide = wide, .rows = rows, .cols = cols};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) {
            sample.is_stored[i][j] = (2 * i + 3 * j) % 4 == 0 || i == 2;
            if (sample.is_stored[i][j])
                sample.at[i][j] = (i * 7 + j * 3) % 11 - 4;
        }
    return sample;
}

static void add(const sample_t *sample, int i, int j, double value)
{
    char element[2 * sizeof(double)];
    element_store(sample->type, element, 0, value);
    if (sample->wide)
        NGA_Sprs_array_add_element64(sample->s, i, j, element);
    else
        NGA_Sprs_array_add_element(sample->s, i, j, element);
}

sample_t sample_create(int type, int wide, int rows, int cols)
{
    sample_t sample = sample_model(type, wide, rows, cols);
    const int me = GA_Nodeid(), n = GA_Nnodes();
    sample.s =
        wide ? NGA_Sprs_array_create64(rows, cols, type) : NGA_Sprs_array_create(rows, cols, type);
    for (int i = 0; i < rows; ++i)
        for (int j = cols - 1; j >= 0; --j) {
            const int in_parts = sample.is_stored[i][j] && i * j % 3 == 1;
            if (sample.is_stored[i][j] && (i + j) % n == me)
                add(&sample, i, j, sample.at[i][j] - 2 * in_parts);
            if (in_parts && (i + j + 1) % n == me)
                add(&sample, i, j, 2);
        }
    CHECK_INT(1, NGA_Sprs_array_assemble(sample.s));
    return sample;
}

/* ---- blocks ---- */

static void take_narrow(sparse_block_t *block, int64_t rows, const int *idx, const int *jdx)
{
    for (int64_t k = 0; k <= rows; ++k)
        block->idx[k] = idx[k];
    for (int64_t k = 0; k < idx[rows]; ++k)
        block->jdx[k] = jdx[k];
}

static void take_wide(sparse_block_t *block, int64_t rows, const int64_t *idx, const int64_t *jdx)
{
    memcpy(block->idx, idx, (size_t)(rows + 1) * sizeof *idx);
    memcpy(block->jdx, jdx, (size_t)idx[rows] * sizeof *jdx);
}

sparse_block_t block_access(const sample_t *sample, int icol)
{
    sparse_block_t block = {0};
    int lo, hi;
    NGA_Sprs_array_row_distribution(sample->s, GA_Nodeid(), &lo, &hi);
    if (sample->wide) {
        int64_t *idx, *jdx;
        NGA_Sprs_array_access_col_block64(sample->s, icol, &idx, &jdx, &block.val);
        CHECK((idx == NULL) == (block.val == NULL) && (jdx == NULL) == (block.val == NULL));
        if (idx)
            take_wide(&block, hi - lo + 1, idx, jdx);
    } else {
        int *idx, *jdx;
        NGA_Sprs_array_access_col_block(sample->s, icol, &idx, &jdx, &block.val);
        CHECK((idx == NULL) == (block.val == NULL) && (jdx == NULL) == (block.val == NULL));
        if (idx)
            take_narrow(&block, hi - lo + 1, idx, jdx);
    }
    block.is_there = block.val != NULL;
    return block;
}

static sparse_block_t block_get(const sample_t *sample, int irow, int icol, int64_t *bounds)
{
    sparse_block_t block = {0};
    void *idx, *jdx;
    if (sample->wide) {
        int64_t *wide_idx, *wide_jdx;
        block.is_there =
            NGA_Sprs_array_get_block64(sample->s, irow, icol, &wide_idx, &wide_jdx, &block.val,
                                       &bounds[0], &bounds[1], &bounds[2], &bounds[3]);
        if (block.is_there)
            take_wide(&block, bounds[1] - bounds[0] + 1, wide_idx, wide_jdx);
        idx = wide_idx;
        jdx = wide_jdx;
    } else {
        int *narrow_idx, *narrow_jdx, b[4];
        block.is_there = NGA_Sprs_array_get_block(sample->s, irow, icol, &narrow_idx, &narrow_jdx,
                                                  &block.val, &b[0], &b[1], &b[2], &b[3]);
        if (block.is_there)
            take_narrow(&block, b[1] - b[0] + 1, narrow_idx, narrow_jdx);
        for (int k = 0; k < 4; ++k)
            bounds[k] = b[k];
        idx = narrow_idx;
        jdx = narrow_jdx;
    }
    CHECK(block.is_there == (idx != NULL) && block.is_there == (jdx != NULL) &&
          block.is_there == (block.val != NULL));
    free(idx);
    free(jdx);
    return block; /* the caller frees the values */
}

/* How many elements of the rows and columns a block lacks, has too many, or has wrong. */
static int64_t differences(const sample_t *sample, const sparse_block_t *block, int64_t ilo,
                           int64_t ihi, int64_t jlo, int64_t jhi)
{
    int64_t wrong = 0, k = 0;
    for (int64_t i = ilo; i <= ihi; ++i) {
        wrong += block->is_there && block->idx[i - ilo] != k;
        for (int64_t j = jlo; j <= jhi; ++j)
            if (sample->is_stored[i][j]) {
                wrong += !block->is_there || block->jdx[k] != j ||
                         element_load(sample->type, block->val, k) != sample->at[i][j];
                ++k;
            }
    }
    return wrong + (block->is_there ? block->idx[ihi - ilo + 1] != k : k != 0);
}

void check_blocks(const char *file, int line, const sample_t *sample)
{
    int ilo, ihi, jlo, jhi, count, *list, listed = 0;
    int64_t wrong = 0, bounds[4];
    NGA_Sprs_array_row_distribution(sample->s, GA_Nodeid(), &ilo, &ihi);
    NGA_Sprs_array_col_block_list(sample->s, &list, &count);
    for (int icol = 0; icol < GA_Nnodes(); ++icol) {
        NGA_Sprs_array_column_distribution(sample->s, icol, &jlo, &jhi);
        const sparse_block_t block = block_access(sample, icol);
        wrong += differences(sample, &block, ilo, ihi, jlo, jhi);
        if (block.is_there)
            wrong += listed >= count || list[listed++] != icol;
        for (int irow = 0; irow < GA_Nnodes(); ++irow) {
            const sparse_block_t got = block_get(sample, irow, icol, bounds);
            wrong += bounds[2] != jlo || bounds[3] != jhi;
            wrong += differences(sample, &got, bounds[0], bounds[1], jlo, jhi);
            free(got.val);
        }
    }
    free(list);
    test_check_int(file, line, count, listed, "blocks of columns");
    test_check_int(file, line, 0, wrong, "elements of blocks that differ");
    GA_Sync();
}

void blocks_write(sample_t *sample)
{
    int ilo, ihi;
    NGA_Sprs_array_row_distribution(sample->s, GA_Nodeid(), &ilo, &ihi);
    for (int icol = 0; icol < GA_Nnodes(); ++icol) {
        const sparse_block_t block = block_access(sample, icol);
        for (int64_t k = 0; block.is_there && k < block.idx[ihi - ilo + 1]; ++k)
            element_store(sample->type, block.val, k,
                          element_load(sample->type, block.val, k) + 10);
    }
    for (int i = 0; i < sample->rows; ++i)
        for (int j = 0; j < sample->cols; ++j)
            sample->at[i][j] += 10 * sample->is_stored[i][j];
}

/* ---- dense arrays ---- */

static double load_product(int type, const void *buffer, int64_t k)
{
    const float *c = (const float *)buffer + 2 * k;
    const double *z = (const double *)buffer + 2 * k;
    if (type == C_SCPL)
        return c[0] == 0 ? (double)c[1] / -2 : 1e9;
    if (type == C_DCPL)
        return z[0] == 0 ? z[1] / -2 : 1e9;
    return element_load(type, buffer, k);
}

void check_dense(const char *file, int line, int g, const sample_t *model, int is_product)
{
    int type, ndim, dims[GA_MAX_DIM] = {0, 1}, lo[2] = {0}, hi[2];
    int64_t wrong = 0;
    NGA_Inquire(g, &type, &ndim, dims);
    test_check_int(file, line, model->type, type, "type");
    test_check_int(file, line, model->rows, dims[0], "rows");
    test_check_int(file, line, model->cols, dims[1], "columns");
    void *all = test_alloc((size_t)(dims[0] * dims[1]) * element_bytes(type));
    for (int d = 0; d < 2; ++d)
        hi[d] = dims[d] - 1;
    NGA_Get(g, lo, hi, all, &dims[1]);
    for (int k = 0; k < dims[0] * dims[1]; ++k)
        wrong += (is_product ? load_product : element_load)(type, all, k) !=
                 model->at[k / dims[1]][k % dims[1]];
    test_check_int(file, line, 0, wrong, "elements that differ");
    free(all);
    GA_Destroy(g);
}

int dense_of(const sample_t *sample)
{
    grid_t grid = grid_of(2, (int[]){sample->rows, sample->cols});
    for (int k = 0; k < grid.n; ++k)
        grid.at[k] = sample->at[k / sample->cols][k % sample->cols];
    const int g = array_of(sample->type, &grid);
    grid_free(&grid);
    return g;
}

int vector_of(int type, int n, const double *at)
{
    grid_t grid = grid_of(1, &n);
    memcpy(grid.at, at, (size_t)n * sizeof *at);
    const int g = array_of(type, &grid);
    grid_free(&grid);
    return g;
}

sample_t sample_product(const sample_t *a, const sample_t *b)
{
    sample_t c = {.type = a->type, .wide = a->wide, .rows = a->rows, .cols = b->cols};
    for (int i = 0; i < a->rows; ++i)
        for (int j = 0; j < b->cols; ++j)
            for (int k = 0; k < a->cols; ++k) {
                c.is_stored[i][j] |= a->is_stored[i][k] && b->is_stored[k][j];
                c.at[i][j] += a->at[i][k] * b->at[k][j];
            }
    return c;
}
