/* BLAS and LAPACK on tiles, and inquiries. */
#include "operations.h"

#include <stdio.h>
#include <stdlib.h>

#if ASHLAR_BLAS_INT64
typedef int64_t integer;
#else
typedef int32_t integer;
#endif

void dgemm_(const char *, const char *, const integer *, const integer *, const integer *,
            const double *, const double *, const integer *, const double *, const integer *,
            const double *, double *, const integer *);
void dsyrk_(const char *, const char *, const integer *, const integer *, const double *,
            const double *, const integer *, const double *, double *, const integer *);
void dtrsm_(const char *, const char *, const char *, const char *, const integer *,
            const integer *, const double *, const double *, const integer *, double *,
            const integer *);
void dpotrf_(const char *, const integer *, double *, const integer *, integer *);

static const double one = 1;

void tiles_check(int status)
{
    if (status == ASHLAR_OK)
        return;
    fprintf(stderr, "tiles: %s\n", ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void tiles_multiply(int64_t m, int64_t n, int64_t k, double alpha, const double *a, char op,
                    const double *b, double *c)
{
    const integer rows = (integer)m, columns = (integer)n, inner = (integer)k;
    const integer ld = op == 'T' ? columns : inner;
    if (op == 'S') {
        dsyrk_("L", "N", &rows, &inner, &alpha, a, &rows, &one, c, &rows);
        return;
    }
    dgemm_("N", &op, &rows, &columns, &inner, &alpha, a, &rows, b, &ld, &one, c, &rows);
}

void tiles_factor(int64_t n, double *a)
{
    const integer order = (integer)n;
    integer info;
    dpotrf_("L", &order, a, &order, &info);
    if (info == 0)
        return;
    fprintf(stderr, "tiles: the matrix is not positive definite\n");
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void tiles_solve(int64_t m, int64_t n, const double *l, double *a)
{
    const integer rows = (integer)m, columns = (integer)n;
    dtrsm_("R", "L", "T", "N", &rows, &columns, &one, l, &columns, a, &rows);
}

/* ---- what C++ has in tiled_array ------------------------------------------------------------- */

ga_block_t tiles_tile(ga_t g, int64_t i, int64_t j)
{
    const int64_t at[] = {i, j};
    ga_block_t block;
    TRY(ga_block_by_position(g, at, &block));
    return block;
}

double *tiles_data(ga_t g, int64_t i, int64_t j)
{
    return tiles_tile(g, i, j).data;
}

static ga_spec_t spec_of(ga_t g)
{
    ga_spec_t spec;
    TRY(ga_inquire_spec(g, &spec));
    return spec;
}

int64_t tiles_count(ga_t g, int d)
{
    return spec_of(g).blocks[d];
}

int64_t tiles_width(ga_t g, int d)
{
    return spec_of(g).block[d];
}

int64_t tiles_extent(const ga_block_t *tile, int d)
{
    return tile->hi[d] - tile->lo[d] + 1;
}

int64_t tiles_inner(ga_t g, int64_t k)
{
    const ga_block_t tile = tiles_tile(g, 0, k);
    return tiles_extent(&tile, 1);
}

void tiles_multiply_by(double alpha, const double *a, char op, const double *b, const ga_block_t *c,
                       int64_t k)
{
    tiles_multiply(tiles_extent(c, 0), tiles_extent(c, 1), k, alpha, a, op, b, c->data);
}

static ga_t create(const tiles_grid_t *on, int64_t rows, int64_t columns, int64_t height,
                   int64_t width)
{
    const int64_t extents[] = {rows, columns}, tile[] = {height, width};
    ga_t g;
    TRY(ga_create_tiles(on->handle, ASHLAR_DOUBLE, extents, tile, "scratch", &g));
    return g;
}

ga_t tiles_each(const tiles_grid_t *on, int64_t nb)
{
    return create(on, on->extent[0] * nb, on->extent[1] * nb, nb, nb);
}

ga_t tiles_columns_of(const tiles_grid_t *on, ga_t a)
{
    const ga_spec_t as = spec_of(a);
    return create(on, as.dims[0], on->extent[1] * as.block[1], as.block[0], as.block[1]);
}

ga_t tiles_rows_of(const tiles_grid_t *on, ga_t b)
{
    const ga_spec_t as = spec_of(b);
    return create(on, on->extent[0] * as.block[0], as.dims[1], as.block[0], as.block[1]);
}
