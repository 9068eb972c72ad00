/* Reports of LAPACK, ScaLAPACK and ELPA become one status on all ranks; nothing is written, and the
 * next call succeeds. */
#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"
#include "routines.h"
#include "scene.h"

/* The call fails in a step with info, on all ranks with the status and the words, and changes
 * nothing. Of the last steps one rank alone may report; the others are followed by collective ones.
 */
static void refused(call_t call, step_t step, la_int info, int status, const char *words)
{
    bool shared = step != SIZES && step != ROOM; /* everybody learns what was wrong */
    for (int grids = 0; grids <= 1; ++grids) {
        for (int alone = 0;
             alone <= (step != FACTOR && step != REDUCE && step != TRIDIAGONAL && step != BACK);
             ++alone) {
            set_grids(grids);
            scene_t s = scene_create(GA_GROUP_WORLD);
            prepare(call, &s);
            fault.step = step;
            fault.info = info;
            fault.rank = !alone ? -1 : grids && test_size() > 1 ? 1 : 0;
            fault.met = false;
            CHECK_STATUS(status, call_one(call, &s));
            CHECK_CONTAINS(ashlar_error_message(),
                           shared || fault.met ? words : "failed on another rank");
            fault.step = NONE;
            bool begun = (call >= SINGULAR_LEFT && call <= SINGULAR) ||
                         (call <= GENERAL && (step == EIGEN || step == BACK));
            if (test_size() > 1 || !begun) /* in place */
                scene_check_unchanged(&s);
            CHECK_OK(call_one(call, &s));
            scene_free(&s);
        }
    }
    set_grids(false);
}

TEST_CASE(faults_no_convergence, TEST_GA)
{
    static const char values[] = "no convergence for array 'matrix' of order 40: 3 elements beside "
                                 "the diagonal of its tridiagonal form are left";
    static const char words[] = "no convergence for array 'matrix' of order 40 in rows 7 to 12 of "
                                "its tridiagonal form";
    const la_int rows = 7 * (N + 1) + 12;
    refused(VALUES, EIGEN, 3, ASHLAR_ENUMERIC, values);
    refused(VECTORS, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(SOME, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(GENERAL, EIGEN, rows, ASHLAR_ENUMERIC, words);
    refused(GENERAL, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(CHOLESKY, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(CHOLESKY_SOLVE, FACTOR, 3, ASHLAR_ENUMERIC, "leading minor of order 3");
    refused(SOLVE_LU, FACTOR, 3, ASHLAR_ENUMERIC, "element (2,2) of U is exactly zero");
    refused(INVERSE, FACTOR, 3, ASHLAR_ENUMERIC, "element (2,2) of U is exactly zero");
    for (call_t call = SINGULAR_VALUES; call <= SINGULAR; ++call)
        refused(call, EIGEN, 3, ASHLAR_ENUMERIC,
                "la_svd: no convergence for array 'matrix' of 40 x 40 elements (info = 3)");
}

TEST_CASE(faults_refused_arguments, TEST_GA)
{
    refused(VALUES, TRIDIAGONAL, -5, ASHLAR_EINTERNAL, "SYTRD or HETRD gave info = -5");
    refused(VECTORS, TRIDIAGONAL, -5, ASHLAR_EINTERNAL, "la_eigen: SYTRD or HETRD gave info = -5");
    refused(SOME, BACK, -9, ASHLAR_EINTERNAL, "la_eigen_range: ORMTR or UNMTR gave info = -9");
    refused(GENERAL, FACTOR, -2, ASHLAR_EINTERNAL, "POTRF gave info = -2");
    refused(GENERAL, REDUCE, -7, ASHLAR_EINTERNAL, "SYGST or HEGST gave info = -7");
    refused(CHOLESKY, FACTOR, -2, ASHLAR_EINTERNAL, "la_cholesky: POTRF gave info = -2");
    refused(CHOLESKY_SOLVE, FACTOR, -2, ASHLAR_EINTERNAL, "POTRF gave info = -2");
    refused(SOLVE_LU, FACTOR, -2, ASHLAR_EINTERNAL, "la_solve: GETRF gave info = -2");
    refused(FACTOR_LU, FACTOR, -2, ASHLAR_EINTERNAL, "la_factor_lu: GETRF gave info = -2");
    refused(INVERSE, EIGEN, -3, ASHLAR_EINTERNAL, "la_inverse: GETRI gave info = -3");
    refused(FACTOR_CONDITION, SOLVE, -3, ASHLAR_EINTERNAL, "the estimate gave info = -3");
    refused(SINGULAR, EIGEN, -5, ASHLAR_EINTERNAL,
            "la_svd: the singular value decomposition gave info = -5");
    refused(LEAST_SQUARES, FACTOR, -5, ASHLAR_EINTERNAL,
            "la_least_squares: GEQRF or GELQF gave info = -5");
    refused(FACTOR_QR, FACTOR, -5, ASHLAR_EINTERNAL, "la_factor_qr: GEQRF gave info = -5");
    if (test_size() > 1) { /* one rank solves in place */
        refused(CHOLESKY_SOLVE, SOLVE, -6, ASHLAR_EINTERNAL, "POTRS gave info = -6");
        refused(SOLVE_LU, SOLVE, -6, ASHLAR_EINTERNAL, "GETRS gave info = -6");
        refused(FACTOR_SOLVE, SOLVE, -6, ASHLAR_EINTERNAL, "GETRS or POTRS gave info = -6");
        refused(FACTOR_INVERSE, EIGEN, -3, ASHLAR_EINTERNAL, "GETRI or POTRI gave info = -3");
    }
}

TEST_CASE(faults_sizes, TEST_GA)
{
    const call_t others[] = {SINGULAR_VALUES, SINGULAR_LEFT, SINGULAR, LEAST_SQUARES, FACTOR_QR};
    for (int k = 0; k < 5; ++k) {
        refused(others[k], SIZES, -8, ASHLAR_EINTERNAL, "for its sizes gave info = -8");
#if !ASHLAR_BLAS_INT64
        refused(others[k], ROOM, 0, ASHLAR_ELIMIT, "the work array of the ");
#endif
    }
    const call_t calls[] = {INVERSE, FACTOR_INVERSE};
    for (int k = 0; k < 2; ++k) {
        refused(calls[k], SIZES, -8, ASHLAR_EINTERNAL, "for its sizes gave info = -8");
#if !ASHLAR_BLAS_INT64
        refused(calls[k], ROOM, 0, ASHLAR_ELIMIT, "the work array of GETRI is 1");
#endif
    }
}

/* An error of ELPA. */
TEST_CASE(faults_elpa, TEST_GA)
{
#if ASHLAR_ELPA
    if (test_size() == 1) {
        test_skip("one rank");
        return;
    }
    const call_t calls[] = {VECTORS, SOME, GENERAL};
    set_grids(true);
    lai_context.elpa = 1;
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; ++k) {
        scene_t s = scene_create(GA_GROUP_WORLD);
        fault.step = ELPA;
        fault.rank = (int)(k % 2);
        CHECK_STATUS(ASHLAR_EINTERNAL, call_one(calls[k], &s));
        CHECK_CONTAINS(ashlar_error_message(), ": ELPA gave info = -1");
        fault.step = NONE;
        scene_check_unchanged(&s);
        CHECK_OK(call_one(calls[k], &s));
        scene_free(&s);
    }
    set_grids(false);
#else
    test_skip("built without ELPA");
#endif
}

TEST_CASE(faults_differ, TEST_GA)
{
    if (test_size() == 1) {
        test_skip("one rank has no grids");
        return;
    }
    set_grids(true);
    scene_t s = scene_create(GA_GROUP_WORLD);
    fault.step = EIGEN;
    fault.info = N + 1;
    fault.rank = -1;
    CHECK_STATUS(ASHLAR_ENUMERIC, call_one(SINGULAR, &s));
    CHECK_CONTAINS(ashlar_error_message(),
                   "la_svd: the ranks found different singular values of array 'matrix'");
    fault.step = NONE;
    scene_check_unchanged(&s);
    scene_free(&s);
    set_grids(false);
}
