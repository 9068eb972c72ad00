/* Process grids are made once and left; memory that runs out fails the call on all ranks, with
 * nothing written, and the next call succeeds. linalg is built to allocate through test_malloc and
 * the like. */
#include <errno.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "linalg/src/blas/la_scalapack.h"
#include "scene.h"

/* ---- process grids --------------------------------------------------------------------------- */

static int grids_made, grids_left;

void __real_Cblacs_gridmap(la_int *, la_int *, la_int, la_int, la_int);
void __wrap_Cblacs_gridmap(la_int *, la_int *, la_int, la_int, la_int);
void __wrap_Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows, la_int cols)
{
    __real_Cblacs_gridmap(context, ranks, ld, rows, cols);
    ++grids_made;
}

void __real_Cblacs_gridexit(la_int);
void __wrap_Cblacs_gridexit(la_int);
void __wrap_Cblacs_gridexit(la_int context)
{
    __real_Cblacs_gridexit(context);
    ++grids_left;
}

/* The grids of a group, one for each shape, are left with it, by those that are in them. */
TEST_CASE(faults_grids, TEST_GA)
{
    ga_group_t group;
    int shapes = test_size() > 1, inside = test_rank() < 2; /* the grid of N is 1 x 2 */
    set_grids(true);
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &group));
    grids_made = grids_left = 0;
    for (int k = 0; k < 3; ++k) {
        scene_t s = scene_create(group);
        CHECK_OK(call_one(VECTORS, &s));
        CHECK_OK(call_one(CHOLESKY, &s));
        scene_free(&s);
    }
    CHECK_INT(shapes, grids_made);
    CHECK_INT(0, grids_left);
    CHECK_OK(ga_group_destroy(group));
    CHECK_INT(shapes && inside, grids_left);
    set_grids(false);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static struct {
    int left; /* allocations until one fails; -1: none does */
    bool failed;
} memory = {-1, false};

static bool runs_out(void)
{
    bool now = memory.left == 0;
    memory.failed |= now;
    memory.left -= memory.left >= 0;
    return now;
}

void *test_malloc(size_t bytes);
void *test_malloc(size_t bytes)
{
    return runs_out() ? NULL : malloc(bytes);
}

void *test_calloc(size_t n, size_t bytes);
void *test_calloc(size_t n, size_t bytes)
{
    return runs_out() ? NULL : calloc(n, bytes);
}

int test_posix_memalign(void **at, size_t alignment, size_t bytes);
int test_posix_memalign(void **at, size_t alignment, size_t bytes)
{
    return runs_out() ? ENOMEM : posix_memalign(at, alignment, bytes);
}

/* Every allocation of a call fails once, on one rank, from a group's first grid on. */
static void run_out(call_t call, int rank)
{
    ga_group_t group;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &group));
    for (int k = 0, failed = 1; failed; ++k) {
        scene_t s = scene_create(group);
        prepare(call, &s);
        memory.failed = false;
        memory.left = test_rank() == rank ? k : -1;
        int status = call_one(call, &s);
        memory.left = -1;
        failed = memory.failed;
        CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MAX, &failed, 1));
        CHECK_STATUS(failed ? ASHLAR_ENOMEM : ASHLAR_OK, status);
        if (failed) {
            CHECK_CONTAINS(ashlar_error_message(),
                           test_rank() == rank ? "no memory" : "failed on another rank");
            scene_check_unchanged(&s);
        } else {
            CHECK(k > 0 || call == GEMM);
        }
        scene_free(&s);
    }
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(faults_memory, TEST_GA)
{
    for (int grids = 0; grids <= 1; ++grids) {
        set_grids(grids);
        for (call_t call = 0; call < CALL_COUNT; ++call) {
            run_out(call, 0);
            run_out(call, grids && test_size() > 1 ? 1 : 0);
        }
    }
    set_grids(false);
}
