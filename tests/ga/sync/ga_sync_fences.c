/* Collective calls over an engine that counts or fails. They complete what the caller did on other
 * nodes before a barrier: even without fences hardly anything is late, so the fences are counted.
 * And what fails on one rank fails on all. */
#include "ga/inside.h"

#include <ashlar/la.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"

static const al_engine_t *engine;
static int fences;

static int counted_fence(void)
{
    ++fences;
    return engine->fence_all();
}

/* A barrier of the engine completes like a fence. */
static int counted_barrier(void)
{
    ++fences;
    return engine->barrier();
}

/* The call has at least n barriers, each after a fence. */
#define CHECK_FENCED(n, call)                                                                      \
    do {                                                                                           \
        fences = 0;                                                                                \
        CHECK_OK(call);                                                                            \
        test_check(__FILE__, __LINE__, fences >= (n), "it fences: " #call);                        \
    } while (0)

/* The data-parallel ones begin and end with a sync. */
static void call_all(void)
{
    const double two = 2;
    double sum;
    FILE *file = tmpfile();
    ga_group_t same;
    ga_t a, b, c;

    CHECK_FENCED(1, ga_create(ASHLAR_DOUBLE, 9, 9, "a", 0, 0, &a));
    CHECK_FENCED(1, ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_FENCED(
        1, ga_create_irreg(ASHLAR_DOUBLE, 9, 9, "c", (int64_t[]){0}, 1, (int64_t[]){0}, 1, &c));
    CHECK_FENCED(2, ga_zero(a));
    CHECK_FENCED(2, ga_fill(b, &two));
    CHECK_FENCED(2, ga_scale(b, &two));
    CHECK_FENCED(2, ga_copy(b, c));
    CHECK_FENCED(2, ga_add(&two, b, &two, c, a));
    CHECK_FENCED(1, ga_dot(a, b, &sum));
    CHECK(sum == 81 * 16 * 4);
    CHECK_FENCED(2, ga_transpose(a, b));
    CHECK_FENCED(2, ga_symmetrize(a));
    CHECK_FENCED(2, ga_print(a, file));
    CHECK_FENCED(1, ga_ghosts_update(a, 1));
    CHECK_FENCED(1, ga_sync());
    CHECK_FENCED(1, ga_fence());
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &same));
    CHECK_FENCED(1, ga_group_sync(same));
    CHECK_FENCED(1, ga_destroy(c));
    CHECK_FENCED(1, ga_destroy(b));
    CHECK_FENCED(1, ga_destroy(a));
    CHECK_OK(ga_group_destroy(same));
    fclose(file);
}

/* Products have a barrier more, when all have their first panels. */
static void call_algebra(void)
{
    const double one = 1, two = 2, zero = 0;
    const la_range_t places = {.by = LA_BY_PLACE, .last = 8};
    double w[9];
    int64_t found;
    ga_t a, b, c;

    CHECK_OK(ga_create(ASHLAR_DOUBLE, 9, 9, "a", 0, 0, &a));
    CHECK_OK(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_OK(ga_create_like(a, ASHLAR_DOUBLE, "c", &c));
    CHECK_OK(ga_zero(a));
    CHECK_OK(ga_sync());
    for (int k = 0; k < 9 && ga_rank() == 0; ++k)
        CHECK_OK(ga_put(a, k, k, k, k, &two, 1));
    CHECK_OK(ga_sync());
    CHECK_FENCED(3, la_gemm('n', 'n', &one, a, a, &zero, b));
    CHECK_FENCED(2, la_eigen(a, w, c));
    CHECK_FENCED(2, la_eigen_general(a, b, w, c));
    CHECK_FENCED(2, la_eigen_range(a, places, w, c, &found));
    CHECK_FENCED(2, la_eigen_general_range(a, b, places, w, c, &found));
    CHECK(w[0] > 0.499 && w[8] < 0.501);
    CHECK_FENCED(2, la_cholesky_solve(b, a));
    CHECK_FENCED(2, la_svd(b, w, a, c));
    CHECK_FENCED(2, la_least_squares(b, a, c));
    CHECK_FENCED(2, la_pinv(b, NULL, c, &found));
    CHECK_FENCED(2, la_expm(b, c));
    CHECK_FENCED(2, la_sqrt(b, c));
    CHECK_FENCED(2, la_inverse_sqrt(b, NULL, c));
    CHECK_FENCED(2, la_orthogonalize(b, NULL, w, c, &found));
    CHECK_FENCED(2, la_cholesky(b));
    la_factor_t f = 0;
    int steps;
    CHECK_FENCED(2, la_solve(b, a));
    CHECK_FENCED(2, la_solve_mixed(b, a, &steps));
    CHECK_FENCED(2, la_inverse(b, a));
    CHECK_FENCED(2, la_factor_lu(b, &f));
    CHECK_FENCED(2, la_factor_solve(f, 'n', a));
    CHECK_FENCED(2, la_factor_refine(f, 'n', b, b, a, w, w));
    CHECK_FENCED(2, la_factor_inverse(f, a));
    CHECK_OK(la_factor_free(f));
    CHECK_FENCED(2, la_factor_qr(b, &f));
    CHECK_FENCED(2, la_qr_apply(f, 'l', 'n', a));
    CHECK_OK(la_factor_free(f));
    CHECK_FENCED(2, la_trsm('l', 'l', 'n', 'n', &one, b, c));
    CHECK_FENCED(2, la_syrk('l', 'n', &one, a, &one, b));
    CHECK_FENCED(1, la_norm('f', 's', 'l', 'n', b, w));
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
}

TEST_CASE(collectives_fence, TEST_GA)
{
    if (!ali_engine) {
        test_skip("one node needs no fences");
        return;
    }
    engine = ali_engine;
    al_engine_t counting = *engine;
    counting.fence_all = counted_fence;
    counting.barrier = engine->barrier ? counted_barrier : NULL;
    ali_engine = &counting;
    call_all();
    call_algebra();
    ali_engine = engine;
}

enum { SIDE = 40 };

static int failed_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    (void)place, (void)buf, (void)shape, (void)handle;
    return AL_FAIL(ASHLAR_EMPI, "this get fails");
}

static int failed_put(al_place_t place, const char *buf, const al_shape_t *shape,
                      al_handle_t *handle)
{
    (void)place, (void)buf, (void)shape, (void)handle;
    return AL_FAIL(ASHLAR_EMPI, "this put fails");
}

static int failed_elements(al_direction_t direction, const al_elements_t *elements,
                           const al_update_t *update, al_handle_t *handle)
{
    (void)direction, (void)elements, (void)update, (void)handle;
    return AL_FAIL(ASHLAR_EMPI, "these elements fail");
}

/* The transfer is complete, but not well. */
static int failed_advance(al_handle_t handle, int wait, int *done)
{
    CHECK_OK(engine->advance(handle, wait, done));
    return AL_FAIL(ASHLAR_EMPI, "this wait fails");
}

/* A list fails when it cannot be started, and when its end is not good; j is another's column. */
static void fail_lists(ga_t g, int64_t j, al_engine_t *failing)
{
    const int64_t i = SIDE - 1;
    double value = -5;
    ga_handle_t handle = 0;

    failing->get = engine->get;
    failing->elements = failed_elements;
    CHECK_STATUS(ASHLAR_EMPI, ga_gather(g, 1, &i, &j, &value));
    CHECK_STATUS(ASHLAR_EMPI, ga_scatter(g, 1, &i, &j, &value));
    failing->elements = engine->elements;
    failing->advance = failed_advance;
    CHECK_STATUS(ASHLAR_EMPI, ga_gather(g, 1, &i, &j, &value));
    CHECK_OK(ga_get_nb(g, i, i, j, j, &value, 1, &handle));
    CHECK_STATUS(ASHLAR_EMPI, ga_wait(&handle));
    failing->advance = engine->advance;
}

/* The call fails on all ranks, because the engine failed on one. */
#define CHECK_FAILED(rank, call)                                                                   \
    do {                                                                                           \
        CHECK_STATUS(ASHLAR_EMPI, call);                                                           \
        CHECK_CONTAINS(ashlar_error_message(),                                                     \
                       ga_rank() == (rank) ? "fails" : "failed on another rank");                  \
    } while (0)

static void fail_ghosts(int rank)
{
    const ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .dims = {8}, .ghosts = {1}};
    const al_engine_t *used = ali_engine;
    const int up = 1;
    ga_t g;

    ali_engine = engine;
    CHECK_OK(ga_create_spec(&spec, &g));
    ali_engine = used;
    CHECK_FAILED(rank, ga_ghosts_update(g, 0));
    CHECK_FAILED(rank, ga_ghosts_update_dir(g, &up, 0));
    ali_engine = engine;
    CHECK_OK(ga_destroy(g));
    ali_engine = used;
}

/* Rank 0 has half of the columns of a and one row of c, so that all need elements of others. */
static void fail_on(int rank, al_engine_t *failing)
{
    const int64_t halves[2] = {0, SIDE / 2}, row[2] = {0, 1}, all[1] = {0};
    const double one = 1;
    double sum = -5, w[SIDE] = {-5};
    ga_t a, b, c;
    FILE *file = tmpfile();

    CHECK_OK(ga_create_irreg(ASHLAR_DOUBLE, SIDE, SIDE, "a", all, 1, halves, 2, &a));
    CHECK_OK(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_OK(ga_create_irreg(ASHLAR_DOUBLE, SIDE, SIDE, "c", row, 2, all, 1, &c));
    CHECK_OK(ga_fill(a, &one));
    CHECK_OK(ga_fill(b, &one));
    CHECK_OK(ga_fill(c, &one));
    if (ga_rank() == rank)
        ali_engine = failing;
    failing->get = failed_get;
    CHECK_FAILED(rank, ga_copy(a, c));
    CHECK_FAILED(rank, ga_add(&one, a, &one, a, c));
    CHECK_FAILED(rank, ga_dot(c, a, &sum));
    CHECK_FAILED(rank, rank == 0 ? ga_transpose(c, a) : ga_transpose(a, c));
    CHECK_FAILED(rank, ga_symmetrize(c));
    CHECK_FAILED(rank, la_gemm('n', 'n', &one, a, b, &one, c));
    if (rank == 0) { /* that alone solves */
        CHECK_FAILED(rank, ga_print(a, file));
        CHECK_FAILED(rank, la_eigen(a, w, c));
        CHECK_FAILED(rank, la_eigen_general(a, b, w, c));
        CHECK_FAILED(rank, la_cholesky_solve(a, c));
        CHECK_FAILED(rank, la_cholesky(a));
        CHECK_FAILED(rank, la_trmm('l', 'l', 'n', 'n', &one, a, c));
        CHECK_FAILED(rank, la_syr2k('l', 'n', &one, a, a, &one, c));
        CHECK_FAILED(rank, la_svd(a, w, b, c));
        CHECK_FAILED(rank, la_least_squares(a, b, c));
        failing->get = engine->get;
        failing->put = failed_put;
        CHECK_FAILED(rank, la_eigen(a, w, c));
    }
    CHECK(sum == -5);
    failing->get = failed_get;
    fail_ghosts(rank);
    if (ga_rank() == rank)
        fail_lists(a, rank == 0 ? SIDE - 1 : 0, failing);
    ali_engine = engine;
    failing->put = engine->put;
    CHECK_OK(ga_copy(b, c));
    CHECK_OK(ga_dot(c, b, &sum));
    CHECK(sum == SIDE * SIDE);
    CHECK_OK(ga_destroy(c));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(a));
    fclose(file);
}

TEST_CASE(collectives_agree, TEST_GA)
{
    if (!ali_engine) {
        test_skip("one node needs no engine");
        return;
    }
    engine = ali_engine;
    al_engine_t failing = *engine;
    for (int rank = 0; rank < 2; ++rank)
        fail_on(rank, &failing);
}
