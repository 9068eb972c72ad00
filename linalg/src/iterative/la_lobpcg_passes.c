/* Passes over my rows of all vectors, a tile at a time. */
#include <math.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/iterative/la_lobpcg.h"

/* A tile that a pass is at: its number, first row among mine, and rows. */
typedef struct tile {
    int64_t number, at, rows;
} tile_t;

static tile_t tile_at(const lai_lobpcg_t *s, int64_t number)
{
    const int64_t at = number * s->tile;
    return (tile_t){number, at, ali_min(s->tile, s->rows - at)};
}

/* Column j of the rows of a tile, in an array of the operator. */
static char *column_at(const lai_lobpcg_t *s, const tile_t *tile, char *array, int64_t j)
{
    return array + s->blas->element * (size_t)(tile->at + j * s->rows);
}

static char *scratch_at(const lai_lobpcg_t *s, int64_t column)
{
    return s->scratch + s->blas->element * (size_t)(column * s->tile);
}

/* Columns of arrays lie far apart, and often at the same place of the caches. */
static void copy_in(const lai_lobpcg_t *s, const tile_t *tile, char *array, int64_t columns,
                    char *to)
{
    const size_t element = s->blas->element;
    for (int64_t j = 0; j < columns; ++j)
        memcpy(to + element * (size_t)(j * s->tile), column_at(s, tile, array, j),
               element * (size_t)tile->rows);
}

/* sums += x' * y on the rows of a tile. */
static void add_tile_product(lai_lobpcg_t *s, const tile_t *tile, const char *x, int64_t m,
                             const char *y, int64_t n, double *sums, int64_t ld)
{
    static const double zero[2];
    char *part = scratch_at(s, 4 * s->block);
    if (m == 0 || n == 0)
        return;
    s->blas->gemm('C', 'N', lai_int(m), lai_int(n), lai_int(tile->rows), s->blas->one, x,
                  lai_int(s->tile), y, lai_int(s->tile), zero, part, lai_int(m));
    s->kernels->add(m, n, part, m, sums, ld);
}

void lai_pass_products(lai_lobpcg_t *s)
{
    const int64_t b = s->block, w = s->w_count, old = s->x_count + s->p_count;
    double *sums = s->products + 1, *measured = sums + 6 * b * b * s->parts;
    char *of_w = scratch_at(s, 0), *of_aw = scratch_at(s, w);
    memset(s->products, 0, sizeof(double) * (size_t)(1 + 14 * b * b * s->parts));
    for (int64_t k = 0; k < s->tiles; ++k) {
        const tile_t tile = tile_at(s, k);
        const char *x = lai_slot(s, k, LAI_X), *ax = lai_slot(s, k, LAI_AX);
        copy_in(s, &tile, s->w.at, w, of_w);
        copy_in(s, &tile, s->aw.at, w, of_aw);
        add_tile_product(s, &tile, x, old, of_w, 2 * w, sums, 3 * b);
        add_tile_product(s, &tile, of_w, w, of_w, 2 * w, sums + 2 * b * s->parts, 3 * b);
        if (s->is_measured) {
            add_tile_product(s, &tile, x, old, x, old, measured, 2 * b);
            add_tile_product(s, &tile, x, old, ax, old, measured + 4 * b * b * s->parts, 2 * b);
        }
    }
}

/* out = [X P] * the first rows of the coefficients + W * the last ones. */
static void combine_basis(const lai_lobpcg_t *s, const tile_t *tile, const char *x, const char *w,
                          int64_t columns, char *out)
{
    static const double zero[2];
    const int64_t b = s->block, old = s->x_count + s->p_count;
    const char *of_w = s->coefficients + s->blas->element * (size_t)(2 * b);
    const la_int m = lai_int(tile->rows), n = lai_int(columns), ld = lai_int(s->tile);
    const la_int ldc = lai_int(3 * b);
    if (old)
        s->blas->gemm('N', 'N', m, n, lai_int(old), s->blas->one, x, ld, s->coefficients, ldc, zero,
                      out, ld);
    s->blas->gemm('N', 'N', m, n, lai_int(s->w_count), s->blas->one, w, ld, of_w, ldc,
                  old ? s->blas->one : zero, out, ld);
}

/* The squares of the residuals of X, and those that are active, scaled, to an array. */
static void find_residuals(lai_lobpcg_t *s, const tile_t *tile, char *residuals)
{
    const size_t column = s->blas->element * (size_t)s->tile;
    const char *x = lai_slot(s, tile->number, LAI_X), *ax = lai_slot(s, tile->number, LAI_AX);
    int64_t k = 0;
    for (int64_t j = 0; j < s->block; ++j) {
        const bool is_active = k < s->active_count && s->active[k] == j;
        s->norms[1 + j] += s->kernels->residual(
            tile->rows, s->theta[j] * s->sign, s->scales[j], x + column * (size_t)j,
            ax + column * (size_t)j, is_active ? column_at(s, tile, residuals, k) : NULL);
        k += is_active;
    }
}

static void clear_norms(lai_lobpcg_t *s)
{
    memset(s->norms, 0, sizeof(double) * (size_t)(1 + s->block));
}

static void narrow_coefficients(lai_lobpcg_t *s, int64_t columns)
{
    s->kernels->narrow(3 * s->block * columns, s->step_coefficients, s->coefficients);
}

void lai_pass_update(lai_lobpcg_t *s, int64_t p_new, char *residuals)
{
    const int64_t columns = s->block + p_new;
    const size_t bytes = s->blas->element * (size_t)(columns * s->tile);
    char *of_w = scratch_at(s, 0), *of_aw = scratch_at(s, s->block);
    char *out = scratch_at(s, 2 * s->block);
    clear_norms(s);
    narrow_coefficients(s, columns);
    for (int64_t k = 0; k < s->tiles; ++k) {
        const tile_t tile = tile_at(s, k);
        char *x = lai_slot(s, k, LAI_X), *ax = lai_slot(s, k, LAI_AX);
        copy_in(s, &tile, s->w.at, s->w_count, of_w);
        copy_in(s, &tile, s->aw.at, s->w_count, of_aw);
        combine_basis(s, &tile, x, of_w, columns, out);
        memcpy(x, out, bytes);
        combine_basis(s, &tile, ax, of_aw, columns, out);
        memcpy(ax, out, bytes);
        find_residuals(s, &tile, residuals);
    }
}

void lai_pass_orthonormalise(lai_lobpcg_t *s, int64_t w_new)
{
    char *from = scratch_at(s, 0), *out = scratch_at(s, 2 * s->block);
    const size_t element = s->blas->element;
    const struct {
        char *array;
        int slot;
    } side[] = {{s->w.at, LAI_X}, {s->aw.at, LAI_AX}};
    narrow_coefficients(s, w_new);
    for (int64_t k = 0; k < s->tiles; ++k) {
        const tile_t tile = tile_at(s, k);
        for (int of = 0; of < 2; ++of) {
            copy_in(s, &tile, side[of].array, s->w_count, from);
            combine_basis(s, &tile, lai_slot(s, k, side[of].slot), from, w_new, out);
            for (int64_t j = 0; j < w_new; ++j)
                memcpy(column_at(s, &tile, side[of].array, j),
                       out + element * (size_t)(j * s->tile), element * (size_t)tile.rows);
        }
    }
}

void lai_pass_verify(lai_lobpcg_t *s, char *residuals)
{
    clear_norms(s);
    for (int64_t k = 0; k < s->tiles; ++k) {
        const tile_t tile = tile_at(s, k);
        copy_in(s, &tile, s->aw.at, s->block, lai_slot(s, k, LAI_AX));
        find_residuals(s, &tile, residuals);
    }
}

void lai_pass_expose(lai_lobpcg_t *s)
{
    const size_t element = s->blas->element;
    for (int64_t k = 0; k < s->tiles; ++k) {
        const tile_t tile = tile_at(s, k);
        const char *x = lai_slot(s, k, LAI_X);
        for (int64_t j = 0; j < s->block; ++j)
            memcpy(column_at(s, &tile, s->w.at, j), x + element * (size_t)(j * s->tile),
                   element * (size_t)tile.rows);
    }
}
