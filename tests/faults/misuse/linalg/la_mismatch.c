/* Ranks that pass different patches, factors or ranges to linalg are told so. */
#include <complex.h>
#include <stdlib.h>

#include <ashlar/la.h>

#include "harness/harness.h"
#include "la_scene.h"

static const la_range_t range = {.by = LA_BY_PLACE, .first = 1, .last = 2};

/* Each number of the product that odd ranks pass differently is found. */
static void mismatch_of_patches(const scene_t *s, bool odd)
{
    double zero = 0;
    for (int k = 0; k < 6; ++k) { /* the rows, then the columns, of a, b and c */
        la_patch_t x[3] = {{s->a, 0, 3, 0, 3}, {s->b, 0, 3, 0, 3}, {s->c, 0, 3, 0, 3}};
        la_patch_t *p = &x[k / 2];
        p->ilo += odd && k % 2 == 0;
        p->ihi += odd && k % 2 == 0;
        p->jlo += odd && k % 2 == 1;
        p->jhi += odd && k % 2 == 1;
        CHECK_STATUS(ASHLAR_EMISMATCH, la_gemm_patch('n', 'n', &s->one, x[0], x[1], &zero, x[2]));
    }
    for (int k = 0; k < 6; ++k) { /* the last row or column of two of them: a size */
        la_patch_t x[3] = {{s->a, 0, 3, 0, 3}, {s->b, 0, 3, 0, 3}, {s->c, 0, 3, 0, 3}};
        x[0].ihi -= odd && k == 0, x[2].ihi -= odd && k == 0;
        x[0].jhi -= odd && k == 1, x[1].ihi -= odd && k == 1;
        x[1].jhi -= odd && k == 2, x[2].jhi -= odd && k == 2;
        x[0].ilo += odd && k == 3, x[2].ilo += odd && k == 3;
        x[0].jlo += odd && k == 4, x[1].ilo += odd && k == 4;
        x[1].jlo += odd && k == 5, x[2].jlo += odd && k == 5;
        CHECK_STATUS(ASHLAR_EMISMATCH, la_gemm_patch('n', 'n', &s->one, x[0], x[1], &zero, x[2]));
    }
}

/* Also the imaginary parts of the factors. */
static void mismatch_of_factors(const scene_t *s, bool odd)
{
    static const dense_value_t other[] = {2, CMPLX(1, 1)};
    ga_t x[3];
    for (int k = 0; k < 3; ++k)
        x[k] = matrix_from(ASHLAR_CDOUBLE, &s->x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    for (int k = 0; k < 2; ++k) {
        element_t one = element_from(ASHLAR_CDOUBLE, 1),
                  mine = element_from(ASHLAR_CDOUBLE, odd ? other[k] : 1);
        CHECK_STATUS(ASHLAR_EMISMATCH, la_gemm('n', 'n', &mine, x[0], x[1], &one, x[2]));
        CHECK_STATUS(ASHLAR_EMISMATCH, la_gemm('n', 'n', &one, x[0], x[1], &mine, x[2]));
    }
    for (int k = 0; k < 3; ++k)
        CHECK_OK(ga_destroy(x[k]));
}

/* Each number of the range that counts. */
static void mismatch_of_ranges(scene_t *s, bool odd)
{
    la_range_t mine[5] = {range, range, {.by = LA_BY_VALUE, .last = odd}};
    mine[0].first -= odd;
    mine[1].last += odd;
    mine[3] = mine[4] = mine[2];
    mine[2].high = 1 + odd;
    mine[3].low = -odd;
    mine[4].by = odd ? LA_BY_VALUE : LA_BY_PLACE;
    for (int k = 0; k < 5; ++k) {
        CHECK_STATUS(ASHLAR_EMISMATCH, la_eigen_range(s->a, mine[k], s->w, s->c, &s->found));
        CHECK_STATUS(ASHLAR_EMISMATCH,
                     la_eigen_general_range(s->a, s->c, mine[k], s->w, 0, &s->found));
    }
}

/* Ranks that pass different numbers in one argument; tests/faults/mismatch has each argument of
 * each call. */
TEST_CASE(misuse_mismatch, TEST_BARE)
{
    setenv("ASHLAR_CHECK", "1", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    scene_t s = scene_create();
    bool odd = test_rank() % 2;
    if (test_size() > 1) {
        mismatch_of_patches(&s, odd);
        mismatch_of_factors(&s, odd);
        mismatch_of_ranges(&s, odd);
        CHECK_STATUS(ASHLAR_EMISMATCH, la_eigen(s.a, s.w, odd ? s.c : 0));
        CHECK_STATUS(ASHLAR_EMISMATCH, la_svd(s.a, s.w, s.c, odd ? s.b : 0));
    }
    scene_check_and_free(&s);
    CHECK_OK(ga_terminate());
    unsetenv("ASHLAR_CHECK");
}
