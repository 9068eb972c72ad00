/* Every error of the calls about operators; nothing is written then, and the operator not called.
 */
#include <math.h>

#include <ashlar/la.h>

#include "harness/harness.h"
#include "la_scene.h"

enum { MARK = 5, K = 2 };

static int calls;

static int apply_copy(void *context, ga_t x, ga_t y)
{
    (void)context;
    ++calls;
    return ga_copy(x, y);
}

TEST_CASE(misuse_operator, TEST_GA)
{
    static const la_operator_t good = {apply_copy, NULL}, bad = {NULL, NULL};
    static const struct {
        la_operator_options_t options;
        const char *words;
    } cases[] = {{{.tolerance = -1}, "tolerance -1"},
                 {{.tolerance = NAN}, "tolerance"},
                 {{.iterations = -1}, "-1 iterations"},
                 {{.block = 1}, "block of 1 vectors for 2 eigenpairs"},
                 {{.block = -1}, "block of -1 vectors"},
                 {{.preconditioner = &bad}, "the preconditioner has no function"}};
    double w[2 * N] = {MARK};
    ga_t z, wide, whole, line;
    const int64_t n = N;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, K, "z", 0, 0, &z));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, N + 1, "wide", 0, 0, &wide));
    REQUIRE_OK(ga_create(ASHLAR_INT, N, K, "whole", 0, 0, &whole));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "line", NULL, 0, &line));
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
        CHECK_STATUS(ASHLAR_EARG, la_eigen_operator(&good, &cases[c].options, z, w, NULL, NULL));
        CHECK_CONTAINS(ashlar_error_message(), cases[c].words);
    }
    CHECK_STATUS(ASHLAR_EARG, la_eigen_operator(NULL, NULL, z, w, NULL, NULL));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_operator(&bad, NULL, z, w, NULL, NULL));
    CHECK_CONTAINS(ashlar_error_message(), "the operator has no function");
    CHECK_STATUS(ASHLAR_EARG, la_eigen_operator(&good, NULL, z, NULL, NULL, NULL));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_operator(&good, NULL, wide, w, NULL, NULL));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_operator(&good, NULL, line, w, NULL, NULL));
    CHECK_STATUS(ASHLAR_ETYPE, la_eigen_operator(&good, NULL, whole, w, NULL, NULL));
    CHECK_STATUS(ASHLAR_EHANDLE, la_eigen_operator(&good, NULL, z + 100000, w, NULL, NULL));
    CHECK_OK(ga_set_read_only(z, 1));
    CHECK_STATUS(ASHLAR_ESTATE, la_eigen_operator(&good, NULL, z, w, NULL, NULL));
    CHECK_OK(ga_set_read_only(z, 0));
    CHECK(w[0] == MARK && calls == 0);
    CHECK_OK(la_eigen_operator(&good, NULL, z, w, NULL, NULL));
    CHECK(fabs(w[0] - 1) < 1e-14 && calls > 0);
    CHECK_OK(ga_destroy(z));
    CHECK_OK(ga_destroy(wide));
    CHECK_OK(ga_destroy(whole));
    CHECK_OK(ga_destroy(line));
}
