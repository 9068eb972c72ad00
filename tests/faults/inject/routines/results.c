/* Results that are scaled, found in a second way or wrong, without an error in info. */
#include <math.h>
#include <string.h>

#include "harness/harness.h"
#include "routines.h"
#include "scene.h"

/* The eigenvalues of a reduced problem that was scaled are those of the problem. */
TEST_CASE(faults_scale, TEST_GA)
{
    set_grids(true);
    double w[N];
    scene_t s = scene_create(GA_GROUP_WORLD);
    CHECK_OK(call_one(GENERAL, &s));
    memcpy(w, s.w, sizeof w);
    fault.step = SCALE;
    fault.rank = -1;
    CHECK_OK(call_one(GENERAL, &s));
    fault.step = NONE;
    for (int k = 0; k < N; ++k) {
        CHECK_WITHIN(1e-13, fabs(w[k] - 1)); /* of a and a itself */
        CHECK_WITHIN(1e-13, fabs(s.w[k] - 1));
    }
    scene_free(&s);
    set_grids(false);
}

/* QR iterations follow where divide and conquer fails. */
TEST_CASE(faults_divide, TEST_GA)
{
    const call_t calls[] = {SINGULAR_VALUES, SINGULAR};
    for (int k = 0; k < 2; ++k) {
        scene_t s = scene_create(GA_GROUP_WORLD);
        double w[N];
        CHECK_OK(call_one(calls[k], &s));
        memcpy(w, s.w, sizeof w);
        matrix_write(s.a, &s.x);
        fault.step = DIVIDE;
        fault.info = 2;
        fault.rank = -1;
        fault.met = false;
        CHECK_OK(call_one(calls[k], &s));
        fault.step = NONE;
        CHECK(fault.met == (test_rank() == 0));
        for (int i = 0; i < N; ++i)
            CHECK_WITHIN(1e-12, fabs(w[i] - s.w[i]));
        if (calls[k] == SINGULAR) {
            dense_t u = matrix_read(s.b), vt = matrix_read(s.z);
            for (int j = 0; j < N; ++j)
                for (int i = 0; i < N; ++i)
                    *dense_at(&u, i, j) *= s.w[j];
            dense_t again = dense_product(&u, &vt);
            CHECK_WITHIN(1e-11, dense_distance(&s.x, &again));
            dense_free(&again);
            dense_free(&vt);
            dense_free(&u);
        }
        scene_free(&s);
    }
}

/* ScaLAPACK does not say that its values have not converged, when vectors are wanted; and says that
 * processes differ. */
TEST_CASE(faults_values, TEST_GA)
{
    if (test_size() == 1) {
        test_skip("one rank has no grids");
        return;
    }
    set_grids(true);
    for (int k = 0; k < 3; ++k) {
        const int at[] = {0, 20, N - 1};
        scene_t s = scene_create(GA_GROUP_WORLD);
        fault.step = ORDER;
        fault.info = at[k];
        fault.rank = -1;
        CHECK_STATUS(ASHLAR_ENUMERIC, call_one(SINGULAR, &s));
        CHECK_CONTAINS(ashlar_error_message(), "no convergence for array 'matrix' of 40 x 40");
        fault.step = NONE;
        CHECK(s.w[0] == 77);
        scene_free(&s);
    }
    set_grids(false);
}
