/* The memory of an iteration, and the arrays that the operator sees. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/layout/la_scratch.h"
#include "linalg/src/iterative/la_lobpcg.h"

enum {
    TILE_BYTES = 384 << 10, /* of all vectors, and of the scratch memory beside: in a cache */
    TILE_COLUMNS = LAI_TILE_SLOTS + 4,
    TILE_STEP = 32, /* rows: whole cache lines and vectors */
    TILE_MOST = 2048
};

/* x and y have the rows of z if each rank has at most one block of it with all columns. */
static int describe_vectors(lai_lobpcg_t *s)
{
    ga_spec_t of_z;
    int size = al_group_size(s->group);
    AL_TRY(ga_inquire_spec(s->z->handle, &of_z));
    const bool is_by_rows = (of_z.kind == GA_REGULAR || of_z.kind == GA_IRREGULAR) &&
                            of_z.grid[1] == 1 && of_z.ghosts[0] == 0 && of_z.ghosts[1] == 0 &&
                            !of_z.mirrored;
    if (is_by_rows) {
        s->spec = of_z;
        s->spec.block[1] = of_z.kind == GA_REGULAR;
    } else {
        s->spec = (ga_spec_t){.type = s->z->type,
                              .ndim = 2,
                              .dims = {s->n},
                              .group = s->z->group_handle,
                              .kind = GA_REGULAR,
                              .grid = {size, 1}};
    }
    s->spec.name = "vectors of an operator";
    s->spec.dims[1] = s->block;
    return ASHLAR_OK;
}

static int create_view(lai_lobpcg_t *s, lai_view_t *view)
{
    ga_block_t mine;
    AL_TRY(ga_create_spec(&s->spec, &view->base));
    AL_TRY(ga_block_first(view->base, &mine));
    view->at = mine.data;
    s->first = mine.data ? mine.lo[0] : 0;
    s->rows = mine.data ? mine.hi[0] - mine.lo[0] + 1 : 0;
    return ASHLAR_OK;
}

ga_t lai_view_array(const lai_view_t *view)
{
    return view->columns ? view->columns : view->base;
}

int lai_view_resize(lai_lobpcg_t *s, lai_view_t *view, int64_t columns)
{
    ga_spec_t spec = s->spec;
    int64_t now = s->block;
    if (view->columns)
        AL_TRY(ga_inquire(view->columns, NULL, NULL, &now));
    if (now == columns)
        return ASHLAR_OK;
    if (view->columns)
        AL_TRY(ga_destroy(view->columns));
    view->columns = 0;
    if (columns == s->block)
        return ASHLAR_OK;
    spec.dims[1] = columns;
    spec.overlay = view->base;
    return ga_create_spec(&spec, &view->columns);
}

static int destroy_view(lai_view_t *view)
{
    int status = view->columns ? ga_destroy(view->columns) : ASHLAR_OK;
    if (view->base && status == ASHLAR_OK)
        status = ga_destroy(view->base);
    return status;
}

static void choose_tiles(lai_lobpcg_t *s)
{
    const int64_t row = (int64_t)s->blas->element * TILE_COLUMNS * s->block;
    int64_t tile = TILE_BYTES / row / TILE_STEP * TILE_STEP;
    tile = ali_min(ali_max(tile, TILE_STEP), TILE_MOST);
    s->tile = ali_min(tile, ali_max(s->rows, 1));
    s->tiles = (s->rows + s->tile - 1) / s->tile;
}

/* Zeros: numbers that have no value yet are multiplied by zero, so they must not be NaN. */
static void *take_zeros(size_t bytes)
{
    void *memory = lai_scratch_alloc(bytes + 1);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

static int allocate_memory(lai_lobpcg_t *s)
{
    const size_t element = s->blas->element, b = (size_t)s->block, tile = (size_t)s->tile;
    const size_t parts = (size_t)s->parts;
    s->vectors = take_zeros(element * LAI_TILE_SLOTS * b * tile * (size_t)s->tiles);
    s->scratch = take_zeros(element * (4 * b * tile + 8 * b * b));
    s->coefficients = take_zeros(element * 6 * b * b);
    s->active = malloc(b * sizeof *s->active);
    s->norms = malloc((1 + 2 * b) * sizeof(double));
    s->products = take_zeros((1 + 14 * b * b * parts) * sizeof(double));
    s->step = take_zeros(sizeof *s->step + (b + 6 * b * b * parts) * sizeof(double));
    if (s->rank == 0) {
        s->hessian = take_zeros(4 * b * b * sizeof *s->hessian);
        s->small = lai_small_allocate(ali_min(3 * s->block, s->n));
    }
    if (!s->vectors || !s->scratch || !s->coefficients || !s->active || !s->norms || !s->products ||
        !s->step || (s->rank == 0 && (!s->hessian || !s->small)))
        return AL_FAIL(ASHLAR_ENOMEM,
                       "%s: no memory for %" PRId64 " vectors of %" PRId64
                       " elements; fewer eigenpairs, a smaller block or more ranks need less",
                       s->call, LAI_TILE_SLOTS * s->block, s->rows);
    s->scales = s->norms + 1 + b;
    s->theta = (double *)(s->step + 1);
    s->step_coefficients = s->theta + b;
    return ASHLAR_OK;
}

int lai_lobpcg_allocate(lai_lobpcg_t *s)
{
    AL_TRY(describe_vectors(s));
    AL_TRY(create_view(s, &s->w));
    AL_TRY(create_view(s, &s->aw));
    if (s->preconditioner)
        AL_TRY(create_view(s, &s->residual));
    choose_tiles(s);
    return gai_agree(s->call, s->group, allocate_memory(s));
}

int lai_lobpcg_free(lai_lobpcg_t *s)
{
    int status = destroy_view(&s->residual);
    if (status == ASHLAR_OK)
        status = destroy_view(&s->aw);
    if (status == ASHLAR_OK)
        status = destroy_view(&s->w);
    lai_small_free(s->small);
    lai_scratch_free(s->hessian);
    lai_scratch_free(s->step);
    lai_scratch_free(s->products);
    free(s->norms);
    free(s->active);
    lai_scratch_free(s->coefficients);
    lai_scratch_free(s->scratch);
    lai_scratch_free(s->vectors);
    return status;
}

static void set_identity(lai_lobpcg_t *s)
{
    const size_t element = s->blas->element;
    memset(s->w.at, 0, element * (size_t)(s->rows * s->block));
    for (int64_t i = 0; i < s->rows; ++i)
        memcpy(s->w.at + element * (size_t)(i + (s->first + i) * s->rows), s->blas->one, element);
}

int lai_first_vectors(lai_lobpcg_t *s, bool has_guess)
{
    const size_t column = s->blas->element * (size_t)s->rows;
    int status = ASHLAR_OK;
    if (s->rows > 0 && s->block == s->n) {
        set_identity(s);
    } else if (s->rows > 0) {
        for (int64_t j = 0; j < s->block; ++j)
            s->kernels->fill(s->rows, s->first + j * s->n, s->w.at + column * (size_t)j);
        if (has_guess)
            status = ga_get(s->z->handle, s->first, s->first + s->rows - 1, 0, s->k - 1, s->w.at,
                            s->rows);
    }
    AL_TRY(gai_agree(s->call, s->group, status));
    return al_barrier(s->group);
}

int lai_last_vectors(const lai_lobpcg_t *s)
{
    int status = ASHLAR_OK;
    for (int64_t k = 0; k < s->tiles && status == ASHLAR_OK; ++k) {
        const int64_t first = s->first + k * s->tile;
        const int64_t last = ali_min(first + s->tile, s->first + s->rows) - 1;
        status = ga_put(s->z->handle, first, last, 0, s->k - 1, lai_slot(s, k, LAI_X), s->tile);
    }
    AL_TRY(gai_agree(s->call, s->group, status));
    return al_barrier(s->group);
}
