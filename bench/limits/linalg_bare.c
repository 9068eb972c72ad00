/* A problem of the benchmark of linear algebra as a bare library sees it: matrices, work arrays,
 * and a run of one routine. */
#include "bench/limits/linalg_bare.h"

int64_t bare_count_of(int64_t extent, int64_t block, int mine, int count)
{
    int64_t blocks = extent / block, rest = extent % block;
    if (mine < 0)
        return 0;
    return (blocks / count + (mine < blocks % count)) * block + (mine == blocks % count ? rest : 0);
}

int64_t bare_global_of(int64_t local, int64_t block, int mine, int count)
{
    return (local / block * count + mine) * block + local % block;
}

/* The patch of a matrix that is looked at. */
int64_t bare_row_of(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_ROW : 0;
}

int64_t bare_column_of(const problem_t *p)
{
    return p->layout == PATCH ? PATCH_COLUMN : 0;
}

void *bare_at(const bare_t *b, const matrix_t *x, int64_t i, int64_t j)
{
    return (char *)x->at + (size_t)(i + j * x->ld) * bytes_of(b->p->type);
}

static void make_matrix(bare_t *b, int which)
{
    matrix_t *x = &b->matrix[which];
    const grid_t *g = b->grid;
    extents_t extents = extents_of(b->p, which);
    if (b->p->operation == EIGEN && which == C) /* ScaLAPACK asks for a square */
        extents.n = extents.m;
    *x = (matrix_t){0};
    if (extents.m == 0)
        return;
    int64_t less = b->p->layout == PATCH ? PATCH_LESS : 0;
    x->m = extents.m + less;
    x->n = extents.n + less;
    x->rows = bare_count_of(x->m, b->block, g->row, g->rows);
    x->cols = bare_count_of(x->n, b->block, g->col, g->cols);
    x->ld = (la_int)(x->rows > 0 ? x->rows : 1);
    const int64_t desc[9] = {1, g->context, x->m, x->n, b->block, b->block, 0, 0, x->ld};
    for (int k = 0; k < 9; ++k)
        x->desc[k] = (la_int)desc[k];
    size_t bytes = (size_t)(x->ld * x->cols) * bytes_of(b->p->type);
    x->at = allocate(bytes);
    memset(x->at, 0, bytes);
    if (!is_input(b->p, which))
        return;
    int64_t row = bare_row_of(b->p), column = bare_column_of(b->p);
    for (int64_t j = 0; j < x->cols; ++j)
        for (int64_t i = 0; i < x->rows; ++i) {
            int64_t gi = bare_global_of(i, b->block, g->row, g->rows) - row;
            int64_t gj = bare_global_of(j, b->block, g->col, g->cols) - column;
            if (gi >= 0 && gi < extents.m && gj >= 0 && gj < extents.n)
                store_element(b->p, which, gi, gj, x->at, i + j * x->ld);
        }
    if (b->p->operation == GEMM)
        return;
    x->fresh = allocate(bytes);
    memcpy(x->fresh, x->at, bytes);
}

void bare_refresh(bare_t *b)
{
    for (int which = 0; which < MATRICES; ++which) {
        matrix_t *x = &b->matrix[which];
        if (x->fresh)
            memcpy(x->at, x->fresh, (size_t)(x->ld * x->cols) * bytes_of(b->p->type));
    }
}

int bare_has_part(const bare_t *b)
{
    return b->grid->row >= 0;
}

void bare_start(bare_t *b, const problem_t *p, const candidate_t *how)
{
    enum workers workers = how->routine->workers;
    *b = (bare_t){.p = p, .how = how, .grid = how->grid, .block = how->block};
    int64_t all = p->operation == TRSM ? p->k : p->n;
    int64_t first = workers == EACH_HALF ? all * bench_rank() / bench_size() : 0;
    int64_t end = workers == EACH_HALF ? all * (bench_rank() + 1) / bench_size() : all;
    b->first = (la_int)first + 1;
    b->last = (la_int)end;
    b->row = (la_int)bare_row_of(p) + 1;
    b->column = (la_int)bare_column_of(p) + 1;
    for (int which = 0; which < MATRICES; ++which)
        make_matrix(b, which);
    if (!bare_has_part(b))
        return;
    int64_t order = p->m + (b->block == WHOLE ? 0 : 2 * b->block);
    b->values = allocate((size_t)order * sizeof *b->values);
    b->pivots = allocate((size_t)(8 * order) * sizeof *b->pivots);
    if (how->routine->start)
        how->routine->start(b);
    if (!how->routine->has_work)
        return;
    double size = 0;
    la_int isize = 0;
    b->work = &size;
    b->iwork = &isize;
    b->lwork = b->liwork = -1;
    how->routine->call(b);
    /* p?syevd asks for less than it uses when a rank has few rows or columns. */
    const matrix_t *a = &b->matrix[A];
    int64_t tiles = b->block * (a->rows + a->cols + 4 * b->block);
    int64_t count = (int64_t)size + (workers == ALL ? tiles : 0);
    b->lwork = (la_int)count;
    b->liwork = isize;
    b->work = allocate((size_t)count * sizeof *b->work);
    b->iwork = allocate((size_t)(isize + 1) * sizeof *b->iwork);
}

void bare_stop(bare_t *b)
{
    if (b->library)
        b->how->routine->stop(b);
    for (int which = 0; which < MATRICES; ++which) {
        free(b->matrix[which].at);
        free(b->matrix[which].fresh);
    }
    free(b->values);
    free(b->pivots);
    if (b->how->routine->has_work && bare_has_part(b)) {
        free(b->work);
        free(b->iwork);
    }
}

void bare_sleep(double seconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

/* Wait for rank 0 without taking a core from it. */
static void sleep_until_done(void)
{
    MPI_Request done;
    int is_done = 0;
    MPI_Irecv(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &done);
    while (!is_done) {
        MPI_Test(&done, &is_done, MPI_STATUS_IGNORE);
        if (!is_done)
            bare_sleep(0.001);
    }
}

void bare_run(bare_t *b)
{
    if (bare_has_part(b))
        b->how->routine->call(b);
    if (b->how->routine->workers != TWO_THREADS)
        bench_barrier();
    else if (bench_rank() != 0)
        sleep_until_done();
    else
        for (int rank = 1; rank < bench_size(); ++rank)
            MPI_Send(NULL, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}
