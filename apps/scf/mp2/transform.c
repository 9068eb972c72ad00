/* Tasks of the first half of the transformation: all integrals (mn|ls) of one pair of blocks, made
 * into (mn|js) and (mn|jb) by two products, and put. */
#include "mp2/transform.h"

#include <stdlib.h>
#include <string.h>

#include "molecule/agree.h"
#include "mp2/gemm.h"
#include "molecule/try.h"
#include "report/progress.h"

/* Cost between two polls, as in fock.c. */
#define COST_PER_POLL 5e4

/* The integrals of a task. Those of a function l have a row for each (mn), with the functions s of
 * l's partners, the blocks that form a pair with l's block. */
typedef struct integrals_of {
    int64_t *start; /* int64_t[nblock][nblock]: where a partner's functions begin; -1: no partner */
    int64_t *width; /* int64_t[nblock]: functions of all partners of a block */
    int64_t *first; /* int64_t[nblock]: where a block's begin, for one row */
    int64_t all;    /* numbers of one row */
    double *value;
} integrals_of_t;

typedef struct worker {
    const transform_t *transform;
    pass_t pass;
    ga_t half;
    int rows_max; /* of a task */
    integrals_of_t eri;
    double *partners; /* coefficients of the occupied orbitals, rows of a block's partners */
    double *quarter;  /* (mn|js): [s][mn][j] */
    double *result;   /* (mn|jb): [mn][j][b] */
} worker_t;

/* ---- memory ---------------------------------------------------------------------------------- */

static int rows_of(const transform_t *transform, int p)
{
    const block_pair_t *block = &transform->pairs->block[p];
    return (int)(transform->rows->of_pair[block->first + block->npair] -
                 transform->rows->of_pair[block->first]);
}

static int most_rows(const transform_t *transform)
{
    int most = 0;
    for (int p = 0; p < transform->pairs->nblock; ++p)
        most = rows_of(transform, p) > most ? rows_of(transform, p) : most;
    return most;
}

double transform_bytes(const transform_t *transform, int count)
{
    const orbitals_t *o = transform->orbitals;
    const double n = o->n, rows = most_rows(transform), j = count;
    return 8 * (rows * n * n + n * j + rows * n * j + rows * j * o->nvirt);
}

/* Say that the blocks of a pair are partners. */
static void join(integrals_of_t *eri, const basis_t *basis, int block, int partner)
{
    int64_t *start = &eri->start[(int64_t)block * basis->nblock + partner];
    if (*start >= 0)
        return;
    *start = eri->width[block];
    eri->width[block] += basis->block[partner].size;
}

static int lay_out(const transform_t *transform, int rows_max, integrals_of_t *eri)
{
    const basis_t *basis = transform->basis;
    const size_t n = (size_t)basis->nblock;
    eri->start = malloc(n * n * sizeof *eri->start);
    eri->width = calloc(n, sizeof *eri->width);
    eri->first = malloc(n * sizeof *eri->first);
    if (!eri->start || !eri->width || !eri->first)
        return ASHLAR_ENOMEM;
    for (size_t k = 0; k < n * n; ++k)
        eri->start[k] = -1;
    for (int p = 0; p < transform->pairs->nblock; ++p) {
        const block_pair_t *pair = &transform->pairs->block[p];
        join(eri, basis, pair->i, pair->j);
        join(eri, basis, pair->j, pair->i);
    }
    for (size_t k = 0; k < n; ++k) {
        eri->first[k] = eri->all;
        eri->all += basis->block[k].size * eri->width[k];
    }
    eri->value = malloc((size_t)eri->all * (size_t)rows_max * sizeof *eri->value);
    return eri->value ? 0 : ASHLAR_ENOMEM;
}

static int worker_create(const transform_t *transform, pass_t pass, ga_t half, worker_t *w)
{
    const size_t n = (size_t)transform->orbitals->n, j = (size_t)pass.count;
    *w = (worker_t){
        .transform = transform, .pass = pass, .half = half, .rows_max = most_rows(transform)};
    const size_t rows = (size_t)w->rows_max;
    TRY(lay_out(transform, w->rows_max, &w->eri));
    w->partners = malloc(n * j * sizeof *w->partners);
    w->quarter = malloc(n * rows * j * sizeof *w->quarter);
    w->result = malloc(rows * j * (size_t)transform->orbitals->nvirt * sizeof *w->result);
    return w->partners && w->quarter && w->result ? 0 : ASHLAR_ENOMEM;
}

static void worker_destroy(worker_t *w)
{
    free(w->eri.start);
    free(w->eri.width);
    free(w->eri.first);
    free(w->eri.value);
    free(w->partners);
    free(w->quarter);
    free(w->result);
}

/* ---- integrals ------------------------------------------------------------------------------- */

/* Where integrals (mn|ls) of two shells go: those of l are `row` apart from one (mn) to the next,
 * and `function` from one l to the next. */
typedef struct place {
    double *to;
    int64_t row, function;
} place_t;

static place_t place_of(const worker_t *w, int rows, int block, int partner, int first, int other,
                        int64_t row)
{
    const integrals_of_t *eri = &w->eri;
    const int64_t width = eri->width[block];
    const int64_t start = eri->start[(int64_t)block * w->transform->basis->nblock + partner];
    return (place_t){eri->value + eri->first[block] * rows + (first * rows + row) * width + start +
                         other,
                     width, rows * width};
}

/* The integrals of two pairs of shells as a matrix of bra functions by ket functions. */
typedef struct shell_quartet {
    const double *value;
    int bra, c, d;          /* functions of the bra, and of the ket's shells */
    int64_t next, next_ket; /* from one bra function to the next, from one ket function */
} shell_quartet_t;

static void store(const shell_quartet_t *q, const place_t *by_c, const place_t *by_d)
{
    for (int r = 0; r < q->bra; ++r) {
        const double *value = q->value + r * q->next;
        for (int c = 0; c < q->c; ++c) {
            double *to = by_c->to + r * by_c->row + c * by_c->function;
            for (int d = 0; d < q->d; ++d)
                to[d] = value[(c * q->d + d) * q->next_ket];
        }
        if (!by_d)
            continue;
        for (int d = 0; d < q->d; ++d) {
            double *to = by_d->to + r * by_d->row + d * by_d->function;
            for (int c = 0; c < q->c; ++c)
                to[c] = value[(c * q->d + d) * q->next_ket];
        }
    }
}

/* Numbers k and l are those of pairs of shells of bra and ket. */
static void shell_quartet(worker_t *w, int rows, int64_t row, const block_pair_t *bra, int k,
                          const block_pair_t *ket, int l)
{
    const transform_t *t = w->transform;
    const block_t *block = t->basis->block;
    const double precision = t->threshold / 10;
    const double *eri = k <= l ? repulsion_compute(t->repulsion, k, l, precision)
                               : repulsion_compute(t->repulsion, l, k, precision);
    if (!eri)
        return;
    const shell_pair_t *pair = &t->pairs->pair[l];
    shell_quartet_t q = {.value = eri,
                         .bra = shell_size(block[bra->i].l, block[bra->i].pure) *
                                shell_size(block[bra->j].l, block[bra->j].pure),
                         .c = shell_size(block[ket->i].l, block[ket->i].pure),
                         .d = shell_size(block[ket->j].l, block[ket->j].pure)};
    q.next = k <= l ? q.c * q.d : 1;
    q.next_ket = k <= l ? 1 : q.bra;
    const int c = pair->a * q.c, d = pair->b * q.d;
    const place_t by_c = place_of(w, rows, ket->i, ket->j, c, d, row);
    const place_t by_d = place_of(w, rows, ket->j, ket->i, d, c, row);
    store(&q, &by_c, ket->i == ket->j && pair->a == pair->b ? NULL : &by_d);
}

static void block_quartet(worker_t *w, int rows, const block_pair_t *bra, const block_pair_t *ket)
{
    const transform_t *t = w->transform;
    for (int k = bra->first; k < bra->first + bra->npair; ++k) {
        const int64_t row = t->rows->of_pair[k] - t->rows->of_pair[bra->first];
        for (int l = ket->first; l < ket->first + ket->npair; ++l) {
            if (t->pairs->pair[k].schwarz * t->pairs->pair[l].schwarz < t->threshold)
                break;
            shell_quartet(w, rows, row, bra, k, ket, l);
        }
    }
}

static int compute_integrals(worker_t *w, int rows, const block_pair_t *bra)
{
    const pairs_t *pairs = w->transform->pairs;
    double cost = COST_PER_POLL;
    memset(w->eri.value, 0, (size_t)(w->eri.all * rows) * sizeof *w->eri.value);
    for (int q = 0; q < pairs->nblock; ++q) {
        const block_pair_t *ket = &pairs->block[q];
        if (cost >= COST_PER_POLL) {
            TRY(ga_poll());
            cost = 0;
        }
        if (bra->schwarz * ket->schwarz < w->transform->threshold)
            continue;
        block_quartet(w, rows, bra, ket);
        cost += bra->cost * ket->cost;
    }
    return 0;
}

/* ---- products -------------------------------------------------------------------------------- */

/* The coefficients of the pass's orbitals for the functions of a block's partners, in their order.
 */
static void gather_partners(worker_t *w, int block)
{
    const basis_t *basis = w->transform->basis;
    const orbitals_t *o = w->transform->orbitals;
    const int64_t *start = w->eri.start + (int64_t)block * basis->nblock;
    const size_t bytes = (size_t)w->pass.count * sizeof(double);
    for (int k = 0; k < basis->nblock; ++k)
        for (int s = 0; s < basis->block[k].size && start[k] >= 0; ++s)
            memcpy(w->partners + (start[k] + s) * w->pass.count,
                   o->occupied + (int64_t)(basis->block[k].first + s) * 2 * o->nocc + w->pass.first,
                   bytes);
}

/* (mn|lj) = sum over s of (mn|ls) c(s,j), for a block of functions l at a time. */
static void first_product(worker_t *w, int rows)
{
    const basis_t *basis = w->transform->basis;
    const int64_t j = w->pass.count;
    for (int k = 0; k < basis->nblock; ++k) {
        const int64_t width = w->eri.width[k];
        double *to = w->quarter + (int64_t)basis->block[k].first * rows * j;
        if (width == 0) {
            memset(to, 0, (size_t)(basis->block[k].size * rows * j) * sizeof *to);
            continue;
        }
        gather_partners(w, k);
        gemm('N', j, (int64_t)basis->block[k].size * rows, width, w->partners, j,
             w->eri.value + w->eri.first[k] * rows, width, to, j);
    }
}

/* (mn|jb) = sum over l of (mn|lj) c(l,b), for each (mn). */
static void second_product(worker_t *w, int rows)
{
    const orbitals_t *o = w->transform->orbitals;
    const int64_t j = w->pass.count;
    for (int r = 0; r < rows; ++r)
        gemm('T', o->nvirt, j, o->n, o->empty, o->nvirt, w->quarter + r * j, rows * j,
             w->result + r * j * o->nvirt, o->nvirt);
}

static int run_task(worker_t *w, int p)
{
    const transform_t *t = w->transform;
    const block_pair_t *bra = &t->pairs->block[p];
    const int rows = rows_of(t, p);
    TRY(compute_integrals(w, rows, bra));
    first_product(w, rows);
    TRY(ga_poll());
    second_product(w, rows);
    const int64_t row = t->rows->of_pair[bra->first];
    const int64_t lo[3] = {0, 0, row};
    const int64_t hi[3] = {t->orbitals->nvirt - 1, w->pass.count - 1, row + rows - 1};
    const int64_t ld[2] = {t->orbitals->nvirt, w->pass.count};
    return ga_put_nd(w->half, lo, hi, w->result, ld);
}

static int run_tasks(worker_t *w)
{
    progress_t progress = progress_start(w->transform->pairs->nblock, w->transform->show);
    ga_tasks_chunk_t chunk;
    int status = ga_tasks_next(w->transform->pool, &chunk);
    while (status == 0 && chunk.count > 0) {
        for (int64_t k = 0; k < chunk.count && status == 0; ++k) {
            progress_show(&progress, chunk.first + k);
            status = run_task(w, (int)ga_tasks_at(&chunk, k));
        }
        if (status == 0)
            status = ga_tasks_next(w->transform->pool, &chunk);
    }
    progress_end(&progress);
    return status;
}

int transform_half(const transform_t *transform, pass_t pass, ga_t half, failure_t *failure)
{
    worker_t w;
    int status = 0;
    if (worker_create(transform, pass, half, &w) != 0)
        status = failure_set(failure, "MP2: not enough memory: rank %d needs %.2f GB", ga_rank(),
                             transform_bytes(transform, pass.count) / 1e9);
    else if (run_tasks(&w) != 0)
        status = failure_set(failure, "%s", ashlar_error_message());
    worker_destroy(&w);
    TRY(agree(status, failure));
    if (ga_tasks_reset(transform->pool) != 0 || ga_sync() != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    return 0;
}
