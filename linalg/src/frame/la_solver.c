/* The solver driver: copies operands in, runs the stages of a solver, copies results out. */
#include "linalg/src/frame/la_solver.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_stats.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_grid_choice.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/layout/la_scratch.h"
#include "linalg/src/frame/la_redist.h"

static bool is_in_grid(const lai_solver_t *s)
{
    return lai_grid_has_me(&s->operand[0].x.grid);
}

static bool is_present(const lai_operand_t *o)
{
    return o->from || o->to;
}

/* The largest extents: one rank must not get all of a long matrix. */
static void largest_extents(const lai_solver_t *s, int64_t *m, int64_t *n)
{
    *m = *n = 0;
    for (const lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o)
        if (is_present(o)) {
            const gai_array_t *array = o->from ? o->from : o->to;
            *m = ali_max(*m, lai_rows(array));
            *n = ali_max(*n, lai_cols(array));
        }
}

static lai_way_t way_of_factor(const lai_cyclic_t *x)
{
    return x->segment ? LAI_TILES : lai_grid_is_serial(&x->grid) ? LAI_ONE_RANK : LAI_SCALAPACK;
}

/* Grid, descriptors, and sizes of the work arrays. */
static int describe_operands(lai_solver_t *s)
{
    lai_operand_t *first = &s->operand[0];
    lai_grid_choice_t choice = {first->x.grid, first->x.tile_m, way_of_factor(&first->x)};
    if (!first->is_preloaded) {
        const gai_array_t *arrays[2 * LAI_OPERANDS];
        for (int k = 0; k < LAI_OPERANDS; ++k) {
            arrays[2 * k] = s->operand[k].from;
            arrays[2 * k + 1] = s->operand[k].to;
        }
        int64_t m, n;
        largest_extents(s, &m, &n);
        /* One rank takes a single row or column: p?getrf does not see that one element is 0; PBLAS
         * computes the norm of one element of a row on its owner alone, and p?larfg, which wants it
         * on all, then hangs or errs. */
        if (lai_rows(first->from) == 1 || lai_cols(first->from) == 1)
            m = n = 1;
        AL_TRY(lai_choose_grid(s->call, s->group, s->kind, s->type, m, n, 2 * LAI_OPERANDS, arrays,
                               &choice));
    }
    s->way = choice.way;
    s->is_tiled = s->way == LAI_TILES && !first->is_preloaded;
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o) {
        const gai_array_t *array = o->from ? o->from : o->to;
        if (array)
            AL_TRY(lai_cyclic_describe(s->call, &choice.grid, choice.tile,
                                       o->m ? o->m : lai_rows(array), o->n ? o->n : lai_cols(array),
                                       &o->x));
    }
    if (!s->query_workspace || !is_in_grid(s))
        return ASHLAR_OK;
    int status = s->query_workspace(s);
    lai_grid_barrier(&choice.grid);
    return status;
}

/* Use the array's own memory for x if its layout is the grid's. */
static int take_in_place(lai_operand_t *o)
{
    const gai_array_t *array = o->to ? o->to : o->from;
    int suits = o->to ? !o->write_on_success && (!o->from || o->from == o->to) : o->only_read;
    if (!suits || o->x.m != lai_rows(array) || o->x.n != lai_cols(array))
        return 0;
    return lai_cyclic_in_place(array, &o->x);
}

int lai_share_matrix(al_group_t *group, size_t element, lai_cyclic_t *x)
{
    const size_t bytes = lai_grid_has_me(&x->grid)
                             ? element * (size_t)(x->ld * (x->cols + 1)) + LAI_READ_PADDING
                             : 0;
    AL_TRY(al_segment_create(group, bytes, &x->segment));
    return al_segment_address(x->segment, al_group_rank(group), &x->at);
}

/* Where the ranks of the grid see each other's parts: the array itself, or a segment. Collective.
 */
static int share_operand(lai_solver_t *s, lai_operand_t *o)
{
    o->in_place = take_in_place(o);
    if (!o->in_place)
        return lai_share_matrix(s->group, s->blas->element, &o->x);
    o->x.segment = (o->to ? o->to : o->from)->segment;
    return ASHLAR_OK;
}

/* Matrices that are factored by tiles, or have been, are shared. */
static int share_operands(lai_solver_t *s)
{
    int64_t cols = 0;
    for (const lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o)
        cols = ali_max(cols, o->x.cols);
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o) {
        if (s->is_tiled && o->by_tiles)
            AL_TRY(share_operand(s, o));
        else if (!o->is_preloaded || !o->x.segment)
            continue;
        AL_TRY(lai_tiled_open(s->call, s->group, s->type, o->by_tiles, &o->x, cols, &s->tiled));
        o->x.tiled = &s->tiled;
    }
    return s->share ? s->share(s) : ASHLAR_OK;
}

static int allocate_pivots(const char *call, lai_cyclic_t *x)
{
    size_t count = (size_t)(x->rows + x->tile_m);
    x->pivots = malloc(count * sizeof *x->pivots);
    x->exponents = malloc((size_t)x->n * sizeof *x->exponents + 1);
    return x->pivots && x->exponents
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu pivots and %" PRId64 " exponents",
                         call, count, x->n);
}

static int allocate_operands(lai_solver_t *s)
{
    lai_work_t *work = &s->work;
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o) {
        if (!is_present(o))
            continue;
        if (!o->x.segment)
            o->in_place = take_in_place(o);
        if (!o->in_place && !o->x.segment && is_in_grid(s))
            AL_TRY(lai_cyclic_allocate(s->call, s->blas->element, &o->x));
        if (o->pivots && is_in_grid(s))
            AL_TRY(allocate_pivots(s->call, &o->x));
    }
    s->w = malloc((size_t)s->value_count * s->blas->real + 1);
    work->work = lai_scratch_alloc((size_t)work->work_count * s->blas->element + LAI_READ_PADDING);
    work->rwork = lai_scratch_alloc((size_t)work->rwork_count * s->blas->real + LAI_READ_PADDING);
    work->iwork = malloc((size_t)work->iwork_count * sizeof *work->iwork + 1);
    if (!s->w || !work->work || !work->rwork || !work->iwork)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for work arrays of order %" PRId64, s->call,
                       s->operand[0].x.m);
    return ASHLAR_OK;
}

/* Collective. */
static void release_segment(lai_operand_t *o)
{
    if (!o->in_place)
        (void)al_segment_free(o->x.segment);
    o->x.segment = NULL;
    o->x.at = NULL;
}

static void release(lai_solver_t *s, int succeeded)
{
    (void)lai_tiled_close(&s->tiled);
    free(s->work.iwork);
    lai_scratch_free(s->work.rwork);
    lai_scratch_free(s->work.work);
    free(s->w);
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o) {
        if (o->is_preloaded || (succeeded && o->caller_keeps))
            continue;
        if (o->x.segment)
            release_segment(o);
        else if (!o->in_place)
            lai_scratch_free(o->x.at);
        if (o->pivots) {
            free(o->x.exponents);
            free(o->x.pivots);
        }
    }
}

/* On infinities and NaNs solvers differ, and some never return. */
typedef struct finite {
    const lai_solver_t *s;
    const lai_operand_t *o;
} finite_t;

static int check_finite(const void *data, const lai_cyclic_t *x, int64_t first, int64_t end)
{
    const lai_solver_t *s = ((const finite_t *)data)->s;
    const lai_operand_t *o = ((const finite_t *)data)->o;
    for (int64_t j = first; j < end; ++j) {
        int64_t i = o->lower ? lai_cyclic_above(x, j) : 0;
        const char *column = (const char *)x->at + s->blas->element * (size_t)(i + j * x->ld);
        i += s->blas->not_finite(x->rows - i, column);
        if (i < x->rows)
            return AL_FAIL(ASHLAR_ENUMERIC,
                           "%s: element (%" PRId64 ",%" PRId64 ") of array '%s' is not finite",
                           s->call, lai_cyclic_index(i, x->tile_m, x->grid.row, x->grid.rows),
                           lai_cyclic_index(j, x->tile_n, x->grid.col, x->grid.cols),
                           o->from->name);
    }
    return ASHLAR_OK;
}

static int load_operand(const lai_solver_t *s, const lai_operand_t *o)
{
    const lai_cyclic_t *x = &o->x;
    const finite_t what = {s, o};
    lai_column_check_t *check = s->allows_nonfinite ? NULL : check_finite;
    if (o->in_place)
        return check ? check(&what, x, 0, x->cols) : ASHLAR_OK;
    if (x->at && (x->m > lai_rows(o->from) || x->n > lai_cols(o->from)))
        memset(x->at, 0, s->blas->element * (size_t)(x->ld * x->cols));
    return lai_redistribute(o->from, x,
                            o->mirror_lower ? LAI_FROM_MIRRORED_LOWER
                            : o->lower      ? LAI_FROM_LOWER
                                            : LAI_FROM_ARRAY,
                            check, &what);
}

static int prepare_operands(lai_solver_t *s)
{
    AL_TRY(allocate_operands(s));
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o)
        if (o->from)
            AL_TRY(load_operand(s, o));
    return ASHLAR_OK;
}

/* Stage and info are packed into one number, so that one MAX reduction picks the worst failure: the
 * earliest stage, in it a wrong argument (info < 0), else the largest info. 0: none failed. */
enum { STAGES_MOST = 64, IS_NEGATIVE = 47, STAGE = 48 }; /* bits: |info|, its sign, the stage */

static long long encode_failure(int stage, int64_t info)
{
    if (info == 0)
        return 0;
    const long long sign = info < 0 ? 1LL << IS_NEGATIVE : 0;
    return ((long long)(STAGES_MOST - stage) << STAGE) + sign + (info < 0 ? -info : info);
}

static int64_t decode_failure(long long failure, int *stage)
{
    const int64_t info = failure & ((1LL << IS_NEGATIVE) - 1);
    *stage = STAGES_MOST - (int)(failure >> STAGE);
    return failure >> IS_NEGATIVE & 1 ? -info : info;
}

/* Whether a stage has failed on a process of the grid: all leave the stages together, as those that
 * went on would wait in the next one. */
static bool stage_failed(const lai_solver_t *s, int64_t info)
{
    double failed = info != 0 || ali_context.collective_failed;
    lai_grid_max(&s->operand[0].x.grid, 'A', 1, &failed);
    return failed > 0;
}

/* Run the stages. All ranks report the worst that any of them met. BLACS sends without waiting: a
 * process stays in MPI, which moves what it has sent, until the others have all they wait for. */
static int run_stages(lai_solver_t *s)
{
    int64_t info = 0;
    int stage = 0;
    if (is_in_grid(s)) {
        while (s->stages[stage].run && !stage_failed(s, info = s->stages[stage].run(s)))
            ++stage;
        lai_grid_barrier(&s->operand[0].x.grid);
    }
    const int status = s->tiled.status;
    if (status == ASHLAR_EMPI)
        return status;
    long long worst = status != ASHLAR_OK ? LLONG_MAX : encode_failure(stage, info);
    AL_TRY(al_allreduce(s->group, ASHLAR_LLONG, ASHLAR_MAX, &worst, 1));
    if (worst == 0)
        return ASHLAR_OK;
    if (worst == LLONG_MAX)
        return gai_agree(s->call, s->group, status);
    info = decode_failure(worst, &stage);
    const lai_stage_t *failed = &s->stages[stage];
    const lai_operand_t *of = &s->operand[failed->operand];
    if (info > 0 && failed->explain_info)
        return failed->explain_info(s->call, of->from ? of->from : of->to, info);
    return AL_FAIL(ASHLAR_EINTERNAL, "%s: %s gave info = %" PRId64, s->call, failed->routine, info);
}

/* Values that were scaled back may be infinite. */
static int check_values(const lai_solver_t *s)
{
    const char *chosen = (const char *)s->w + (size_t)s->chosen_first * s->blas->real;
    for (int64_t k = 0; k < s->chosen_count; ++k)
        if (!s->blas->is_finite_real(chosen + (size_t)k * s->blas->real))
            return AL_FAIL(ASHLAR_ENUMERIC,
                           "%s: value %" PRId64 " of array '%s' is beyond the range of its type",
                           s->call, s->chosen_first + k, s->operand[0].from->name);
    return ASHLAR_OK;
}

/* Solve, and share the results: the values with the same bits everywhere. */
static int solve_and_store(lai_solver_t *s)
{
    AL_TRY(run_stages(s));
    if (s->value_count)
        AL_TRY(al_broadcast(s->group, s->w, (size_t)s->value_count * s->blas->real, 0));
    s->chosen_count = s->value_count;
    if (s->select_columns)
        AL_TRY(s->select_columns(s));
    AL_TRY(check_values(s));
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o) {
        if (!o->to || o->in_place)
            continue;
        if (o->is_selected)
            AL_TRY(lai_redistribute_columns(o->to, &o->x, s->chosen_first, s->chosen_count));
        else
            AL_TRY(lai_redistribute(o->to, &o->x, LAI_TO_ARRAY, NULL, NULL));
    }
    return ASHLAR_OK;
}

static void count_solve(const lai_solver_t *s, uint64_t began)
{
    static const ga_stats_call calls[LAI_WAYS] = {[LAI_ONE_RANK] = GA_STATS_SOLVE_ONE,
                                                  [LAI_TILES] = GA_STATS_SOLVE_TILES,
                                                  [LAI_SCALAPACK] = GA_STATS_SOLVE_SCALAPACK};
    gai_stats_count(calls[s->way], began);
}

/* No rank writes until all ranks have read their input and none has failed. */
int lai_solve(lai_solver_t *s)
{
    const uint64_t began = ali_ticks();
    if (!s->operand[0].is_preloaded) {
        s->group = s->operand[0].from->group;
        s->type = s->operand[0].from->type;
    }
    s->blas = lai_blas(s->type);
    for (lai_operand_t *o = s->operand; o < s->operand + LAI_OPERANDS; ++o)
        if (o->to)
            AL_TRY(gai_check_writable(s->call, o->to));
    int status = gai_agree(s->call, s->group, al_barrier(s->group));
    if (status == ASHLAR_OK)
        status = gai_agree(s->call, s->group, describe_operands(s));
    if (status == ASHLAR_OK)
        status = share_operands(s);
    if (status == ASHLAR_OK)
        status = gai_agree(s->call, s->group, prepare_operands(s));
    if (status == ASHLAR_OK) {
        status = solve_and_store(s);
        int finished = al_barrier(s->group);
        status = gai_agree(s->call, s->group, status != ASHLAR_OK ? status : finished);
    }
    if (status == ASHLAR_OK && s->value_count)
        memcpy(s->values, (char *)s->w + (size_t)s->chosen_first * s->blas->real,
               (size_t)s->chosen_count * s->blas->real);
    release(s, status == ASHLAR_OK);
    if (status == ASHLAR_OK)
        count_solve(s, began);
    return status;
}

int lai_explain_indefinite(const char *call, const gai_array_t *array, int64_t info)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: array '%s' is not positive definite: its leading minor of order %" PRId64
                   " is not",
                   call, array->name, info);
}

int lai_explain_singular_name(const char *call, const char *name, int64_t info)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: array '%s' is singular: element (%" PRId64 ",%" PRId64
                   ") of U is exactly zero",
                   call, name, info - 1, info - 1);
}

int lai_explain_singular(const char *call, const gai_array_t *array, int64_t info)
{
    return lai_explain_singular_name(call, array->name, info);
}

int64_t lai_first_overflow(const lai_blas_t *blas, const lai_cyclic_t *x)
{
    for (int64_t j = 0; j < x->cols; ++j)
        if (blas->not_finite(x->rows, (const char *)x->at + blas->element * (size_t)(j * x->ld)) <
            x->rows)
            return 1;
    return 0;
}

int lai_explain_overflow(const char *call, const gai_array_t *array, int64_t info)
{
    (void)info;
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: the result for array '%s' has elements beyond the range of their type",
                   call, array->name);
}

int lai_factors_overflowed(const char *call, const gai_array_t *array, int64_t info)
{
    (void)info;
    return AL_FAIL(
        ASHLAR_ENUMERIC,
        "%s: the factor of array '%s' has elements beyond the range of their type; divide "
        "its large rows or columns by powers of two",
        call, array->name);
}
