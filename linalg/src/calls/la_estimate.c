/* Higham's form of Hager's estimate of the norm of an operator, of several at a time. LAPACK has it
 * too, but what ScaLAPACK 2.2.1 makes of it is thousands of times too small for diagonal matrices.
 */
#include "linalg/src/calls/la_estimate.h"

#include <complex.h>
#include <math.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_grid.h"

/* My part of the vectors, element by element. */
typedef struct part {
    char *at;
    int64_t row, k; /* of the vectors: row of vector k */
    int64_t i, j;   /* of my part */
} part_t;

static int next_of_part(const lai_estimate_t *e, part_t *p)
{
    const lai_cyclic_t *v = &e->v;
    if (!p->at)
        *p = (part_t){.i = -1};
    if (++p->i >= v->rows) {
        p->i = 0;
        ++p->j;
    }
    if (v->rows == 0 || p->j >= v->cols)
        return 0;
    p->row = lai_cyclic_index(p->i, v->tile_m, v->grid.row, v->grid.rows);
    p->k = lai_cyclic_index(p->j, v->tile_n, v->grid.col, v->grid.cols);
    p->at = (char *)v->at + e->blas->element * (size_t)(p->i + p->j * v->ld);
    return 1;
}

/* Multiply by the weights, and note the 1-norms. */
static void weigh(lai_estimate_t *e, int add_up)
{
    part_t p = {0};
    for (int64_t k = 0; k < e->v.n; ++k)
        e->sums[k] = 0;
    while (next_of_part(e, &p)) {
        double _Complex x = e->blas->load(p.at);
        if (e->weights) {
            x *= e->weights[p.i + p.j * e->v.rows];
            e->blas->store(x, p.at);
        }
        e->sums[p.k] += cabs(x);
    }
    if (add_up)
        lai_grid_sum(&e->v.grid, e->v.n, e->sums);
}

int64_t lai_estimate_inverse(lai_estimate_t *e, char op)
{
    return lai_factor_apply(e->blas, e->f->routines, op, e->x, &e->v, e->candidates);
}

/* v = diag(weights)*op*v; the 1-norms are in sums. */
static void apply_each(lai_estimate_t *e)
{
    e->info = ali_min(e->info, e->apply(e, e->op));
    weigh(e, 1);
    for (int64_t k = 0; k < e->v.n; ++k)
        if (!(e->sums[k] < INFINITY))
            e->norms[k] = INFINITY;
}

/* v = op'*diag(weights)*v, and for each vector a place of its largest element, the first;
 * whether that was its place before, or is no larger than there. */
static void apply_adjoints(lai_estimate_t *e)
{
    double *now = e->largest, *before = e->largest + e->v.n;
    part_t p = {0};
    weigh(e, 0);
    e->info = ali_min(e->info, e->apply(e, e->op == 'N' ? 'C' : 'N'));
    for (int64_t k = 0; k < e->v.n; ++k)
        now[k] = before[k] = e->candidates[k] = 0;
    while (next_of_part(e, &p)) {
        const double modulus = cabs(e->blas->load(p.at));
        now[p.k] = fmax(now[p.k], modulus);
        if (p.row == (int64_t)e->places[p.k])
            before[p.k] = modulus;
    }
    lai_grid_max(&e->v.grid, 'A', 2 * e->v.n, e->largest);
    for (p = (part_t){0}; next_of_part(e, &p);)
        if (cabs(e->blas->load(p.at)) == now[p.k])
            e->candidates[p.k] = fmax(e->candidates[p.k], (double)(e->v.m - p.row));
    lai_grid_max(&e->v.grid, 'A', e->v.n, e->candidates);
    for (int64_t k = 0; k < e->v.n; ++k) {
        e->is_settled[k] |= e->places[k] >= 0 && now[k] <= before[k];
        e->places[k] = (double)e->v.m - fmax(e->candidates[k], 1);
    }
}

/* All alike; 1 at its place; of modulus 1; growing elements of alternating sign. */
enum start { EVEN, UNIT, UNITS, ALTERNATING };

static void set_each(const lai_estimate_t *e, enum start how)
{
    const double n = (double)e->v.m;
    double unused;
    for (part_t p = {0}; next_of_part(e, &p);) {
        const double size = 1 + (double)p.row / fmax(n - 1, 1);
        const double _Complex values[] = {
            [EVEN] = 1 / n,
            [UNIT] = p.row == (int64_t)e->places[p.k],
            [UNITS] = how == UNITS ? lai_unit_of(e->blas->load(p.at), &unused) : 0,
            [ALTERNATING] = p.row % 2 ? -size : size};
        e->blas->store(values[how], p.at);
    }
}

static int all_settled(const lai_estimate_t *e)
{
    int64_t k = 0;
    while (k < e->v.n && (e->is_settled[k] || e->norms[k] == INFINITY))
        ++k;
    return k == e->v.n;
}

/* One round: a vector that is larger, or the estimate is settled. */
static void climb(lai_estimate_t *e)
{
    set_each(e, UNITS);
    apply_adjoints(e);
    if (all_settled(e))
        return;
    set_each(e, UNIT);
    apply_each(e);
    for (int64_t k = 0; k < e->v.n; ++k) {
        if (e->is_settled[k])
            continue;
        e->is_settled[k] = e->sums[k] <= e->norms[k];
        e->norms[k] = fmax(e->norms[k], e->sums[k]);
    }
}

int lai_estimate_prepare(const lai_solver_t *s, const lai_factor_t *f, int64_t count,
                         lai_room_t *room, lai_estimate_t *e)
{
    const size_t doubles = sizeof(double) * (size_t)count;
    const lai_cyclic_t *x = &s->operand[A].x;
    *e = (lai_estimate_t){.blas = s->blas, .f = f, .x = x};
    AL_TRY(lai_cyclic_describe(s->call, &x->grid, x->tile_m, x->n, count, &e->v));
    e->v.at = lai_room_take_matrix(room, s->blas->element, &e->v);
    e->norms = lai_room_take(room, doubles);
    e->sums = lai_room_take(room, doubles);
    e->largest = lai_room_take(room, 2 * doubles);
    e->places = lai_room_take(room, doubles);
    e->candidates = lai_room_take(room, doubles);
    e->is_settled = lai_room_take(room, sizeof *e->is_settled * (size_t)count);
    return ASHLAR_OK;
}

void lai_estimate_norms(lai_estimate_t *e, lai_estimate_apply_t *apply)
{
    enum { ROUNDS = 4 }; /* seldom more than two */
    e->apply = apply;
    for (int64_t k = 0; k < e->v.n; ++k) {
        e->is_settled[k] = 0;
        e->places[k] = -1;
        e->norms[k] = 0;
    }
    set_each(e, EVEN);
    apply_each(e);
    for (int64_t k = 0; k < e->v.n; ++k)
        e->norms[k] = fmax(e->norms[k], e->sums[k]);
    for (int round = 0; round < ROUNDS && !all_settled(e); ++round)
        climb(e);
    set_each(e, ALTERNATING);
    apply_each(e);
    for (int64_t k = 0; k < e->v.n; ++k)
        e->norms[k] = fmax(e->norms[k], 2 * e->sums[k] / (3 * (double)e->v.m));
}
