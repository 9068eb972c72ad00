/* Every error of every call of linalg; nothing is written then. */
#include <math.h>

#include <ashlar/la.h>

#include "harness/harness.h"
#include "la_scene.h"

static la_patch_t all_of(ga_t g)
{
    return (la_patch_t){g, 0, N - 1, 0, N - 1};
}

static const la_range_t range = {.by = LA_BY_PLACE, .first = 1, .last = 2};

TEST_CASE(misuse_factors, TEST_GA)
{
    scene_t s = scene_create();
    la_factor_t gone = 0;
    CHECK_OK(la_factor_lu(s.a, &gone));
    CHECK_OK(la_factor_free(gone));
    CHECK_STATUS(ASHLAR_EHANDLE, la_factor_condition(gone, s.w));
    CHECK_CONTAINS(ashlar_error_message(), "is not a live factor (it was freed)");
    CHECK_STATUS(ASHLAR_EHANDLE, la_factor_condition(s.a + 100000, s.w));
    CHECK_CONTAINS(ashlar_error_message(), "is not a live factor");
    scene_check_and_free(&s);
}

/* Calls on factors of another kind. */
TEST_CASE(misuse_kinds, TEST_GA)
{
    scene_t s = scene_create();
    double log_abs;
    const la_factor_t square[] = {s.f, s.cholesky};
    CHECK_STATUS(ASHLAR_EARG, la_factor_solve(s.qr, 'n', s.b));
    CHECK_CONTAINS(ashlar_error_message(), "the factor of 'matrix' is one of QR; make it with "
                                           "la_factor_lu() or la_factor_cholesky()");
    CHECK_STATUS(ASHLAR_EARG, la_factor_inverse(s.qr, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_factor_condition(s.qr, s.w));
    CHECK_STATUS(ASHLAR_EARG, la_factor_log_determinant(s.qr, s.w, &log_abs));
    CHECK_STATUS(ASHLAR_EARG, la_factor_update(s.qr, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_factor_downdate(s.f, s.b));
    CHECK_CONTAINS(ashlar_error_message(), "is one of LU; make it with la_factor_cholesky()");
    for (int k = 0; k < 2; ++k) {
        CHECK_STATUS(ASHLAR_EARG, la_qr_apply(square[k], 'l', 'n', s.b));
        CHECK_STATUS(ASHLAR_EARG, la_qr_form_q(square[k], s.b));
        CHECK_STATUS(ASHLAR_EARG, la_qr_form_r(square[k], s.b));
        CHECK_CONTAINS(ashlar_error_message(), "make it with la_factor_qr()");
    }
    scene_check_and_free(&s);
}

/* Results into a matrix that is only read; and one that is read elsewhere is no result. */
TEST_CASE(misuse_read_only, TEST_GA)
{
    scene_t s = scene_create();
    ga_t a = s.a, b = s.b, c = s.c,
         free_one = matrix_from(ASHLAR_DOUBLE, &s.x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    const double *one = &s.one;
    double values[N];
    int steps = 0;

    CHECK_OK(ga_set_read_only(a, 1));
    CHECK_OK(ga_set_read_only(b, 1));
    CHECK_OK(ga_set_read_only(c, 1));
    CHECK_STATUS(ASHLAR_ESTATE, la_gemm('n', 'n', one, a, b, one, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_gemm_patch('n', 'n', one, all_of(a), all_of(b), one, all_of(c)));
    CHECK_STATUS(ASHLAR_ESTATE, la_eigen(a, s.w, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_eigen_general(a, b, s.w, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_eigen_range(a, range, s.w, c, &s.found));
    CHECK_STATUS(ASHLAR_ESTATE, la_eigen_general_range(a, b, range, s.w, c, &s.found));
    CHECK_STATUS(ASHLAR_ESTATE, la_cholesky(a));
    CHECK_STATUS(ASHLAR_ESTATE, la_cholesky_solve(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_solve(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_solve_mixed(a, b, &steps));
    CHECK_STATUS(ASHLAR_ESTATE, la_cholesky_solve_mixed(a, b, &steps));
    CHECK_STATUS(ASHLAR_ESTATE, la_inverse(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_inverse(a, a));
    CHECK_STATUS(ASHLAR_ESTATE, la_factor_solve(s.f, 'n', b));
    CHECK_STATUS(ASHLAR_ESTATE, la_factor_refine(s.f, 'n', a, c, b, s.w, values));
    CHECK_STATUS(ASHLAR_ESTATE, la_factor_inverse(s.f, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_cholesky_update(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_cholesky_downdate(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_qr_apply(s.qr, 'l', 'n', b));
    CHECK_STATUS(ASHLAR_ESTATE, la_qr_form_q(s.qr, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_qr_form_r(s.qr, b));
    CHECK_OK(la_gemm('n', 'n', one, a, b, one, free_one));
    CHECK_OK(la_cholesky_solve(a, free_one));
    CHECK_OK(la_solve(a, free_one));
    CHECK_OK(la_inverse(a, free_one));
    la_factor_t f = 0;
    CHECK_OK(la_factor_cholesky(a, &f));
    CHECK_OK(la_factor_free(f));
    CHECK_STATUS(ASHLAR_ESTATE, la_trsm('l', 'l', 'n', 'n', one, a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_trmm('l', 'l', 'n', 'n', one, a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_syrk('l', 'n', one, a, one, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_herk('l', 'n', one, a, one, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_syr2k('l', 'n', one, a, b, one, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_her2k('l', 'n', one, a, b, one, c));
    CHECK_OK(la_trsm('l', 'l', 'n', 'n', one, a, free_one));
    CHECK_OK(la_syr2k('l', 'n', one, a, b, one, free_one));
    CHECK_OK(la_norm('1', 'h', 'l', 'n', a, &s.w[1]));
    CHECK_STATUS(ASHLAR_ESTATE, la_pinv(a, NULL, b, &s.found));
    CHECK_STATUS(ASHLAR_ESTATE, la_expm(a, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_sqrt(a, a));
    CHECK_STATUS(ASHLAR_ESTATE, la_inverse_sqrt(a, NULL, b));
    CHECK_STATUS(ASHLAR_ESTATE, la_orthogonalize(a, NULL, s.w, b, &s.found));
    CHECK_OK(la_pinv(a, NULL, free_one, NULL));
    CHECK_STATUS(ASHLAR_ESTATE, la_svd(a, s.w, b, 0));
    CHECK_STATUS(ASHLAR_ESTATE, la_svd(a, s.w, 0, c));
    CHECK_STATUS(ASHLAR_ESTATE, la_least_squares(a, b, c));
    CHECK_OK(la_least_squares(a, b, free_one));
    CHECK_OK(la_factor_refine(s.f, 'n', a, a, free_one, values, values));
    CHECK_OK(la_svd(a, values, free_one, 0));
    CHECK_OK(ga_destroy(free_one));
    scene_check_and_free(&s);
}

/* v has the rows of its factor; q the rows of its matrix, and r its columns. */
TEST_CASE(misuse_factor_shapes, TEST_GA)
{
    scene_t s = scene_create();
    ga_t tall, wide, small;
    la_factor_t qr = 0;
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N + 1, N, "tall", 0, 0, &tall));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N + 1, "wide", 0, 0, &wide));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N - 1, N - 1, "small", 0, 0, &small));
    CHECK_OK(ga_fill(tall, &s.one));
    CHECK_OK(la_factor_qr(tall, &qr));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_update(s.cholesky, tall));
    CHECK_CONTAINS(ashlar_error_message(), "is of order 8, array 'tall' has 9 rows");
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_downdate(s.cholesky, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky_update(s.a, tall));
    CHECK_CONTAINS(ashlar_error_message(), "the factor 'matrix' is of order 8, array 'tall' has 9");
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky_downdate(wide, s.a));
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_apply(qr, 'l', 'n', s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_apply(qr, 'r', 'n', tall));
    CHECK_CONTAINS(ashlar_error_message(), "as many columns as that has rows");
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_form_q(qr, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_form_q(s.qr, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_form_r(qr, tall));
    CHECK_STATUS(ASHLAR_ESHAPE, la_qr_form_r(s.qr, small));
    CHECK_OK(la_factor_free(qr));
    CHECK_OK(ga_destroy(tall));
    CHECK_OK(ga_destroy(wide));
    CHECK_OK(ga_destroy(small));
    scene_check_and_free(&s);
}

/* Arrays alike, of a type that BLAS lacks. */
static void refuse_to_refine(const scene_t *s, ga_type type)
{
    double errors[2 * N];
    ga_t x[3];
    for (int k = 0; k < 3; ++k)
        REQUIRE_OK(ga_create(type, N, N, "alike", 0, 0, &x[k]));
    CHECK_STATUS(ASHLAR_ETYPE, la_factor_refine(s->f, 'n', x[0], x[1], x[2], errors, errors + N));
    CHECK_CONTAINS(ashlar_error_message(), "'alike'");
    for (int k = 0; k < 3; ++k)
        CHECK_OK(ga_destroy(x[k]));
}

static void misuse_refine(scene_t *s, ga_t small, ga_t wide)
{
    double forward[N + 1], *w = s->w;
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_refine(s->f, 'n', small, s->b, s->c, w, forward));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_refine(s->f, 'n', wide, s->b, s->c, w, forward));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_refine(s->f, 'n', s->a, small, s->c, w, forward));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_refine(s->f, 'n', s->a, s->b, wide, w, forward));
    CHECK_CONTAINS(ashlar_error_message(), "has 8 right-hand sides, 'wide' 9 solutions");
    CHECK_STATUS(ASHLAR_EARG, la_factor_refine(s->f, 'n', s->a, s->b, s->b, w, forward));
    CHECK_CONTAINS(ashlar_error_message(), "is both the solution and the right-hand side");
    CHECK_STATUS(ASHLAR_EARG, la_factor_refine(s->f, 'n', s->a, s->b, s->a, w, forward));
    CHECK_CONTAINS(ashlar_error_message(), "is both the solution and the matrix");
    CHECK_STATUS(ASHLAR_EARG, la_factor_refine(s->f, 'x', s->a, s->b, s->c, w, forward));
    ga_type record;
    REQUIRE_OK(ga_type_create(sizeof(double), &record));
    refuse_to_refine(s, record);
    for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        if (type_is_integer((ashlar_type)type))
            refuse_to_refine(s, type);
    CHECK_OK(ga_type_destroy(record));
}

TEST_CASE(misuse_shapes, TEST_GA)
{
    scene_t s = scene_create();
    int steps = 77;
    ga_t wide, small, column, wide_too;
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N + 1, "wide", 0, 0, &wide));
    CHECK_OK(ga_create_like(wide, ASHLAR_DOUBLE, "wide too", &wide_too));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N - 1, N - 1, "small", 0, 0, &small));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, 1, "column", 0, 0, &column));
    CHECK_STATUS(ASHLAR_ESHAPE, la_gemm('n', 'n', &s.one, small, s.b, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_gemm('n', 'n', &s.one, s.a, s.b, &s.one, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen(s.a, s.w, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_general(s.a, small, s.w, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_general(s.a, s.b, s.w, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_range(s.a, range, s.w, small, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_range(wide, range, s.w, 0, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_range(s.a, range, s.w, column, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_general_range(s.a, small, range, s.w, s.c, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_general_range(s.a, s.b, range, s.w, small, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen_general_range(s.a, s.b, range, s.w, column, &s.found));
    CHECK_CONTAINS(ashlar_error_message(), "array 'column' has 1 columns for 2 eigenvectors");
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky_solve(small, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky(wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky_solve(wide, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_solve(small, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_solve(wide, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_solve(s.a, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_solve_mixed(wide, s.b, &steps));
    CHECK_STATUS(ASHLAR_ESHAPE, la_cholesky_solve_mixed(s.a, small, &steps));
    CHECK_INT(77, steps);
    CHECK_STATUS(ASHLAR_ESHAPE, la_inverse(small, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_inverse(wide, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_inverse(s.a, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_lu(wide, &s.f));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_cholesky(wide, &s.f));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_solve(s.f, 'n', small));
    misuse_refine(&s, small, wide);
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_inverse(s.f, small));
    CHECK_STATUS(ASHLAR_ESHAPE, la_factor_inverse(s.f, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen(wide, s.w, 0));
    CHECK_STATUS(ASHLAR_ESHAPE, la_eigen(s.a, s.w, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_gemm('n', 'n', &s.one, s.a, wide, &s.one, s.c));
    CHECK_CONTAINS(ashlar_error_message(), "op(b) 8 x 9");
    CHECK_STATUS(ASHLAR_ESHAPE, la_gemm('t', 'n', &s.one, wide, s.b, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_trsm('l', 'l', 'n', 'n', &s.one, small, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_trsm('r', 'l', 'n', 'n', &s.one, s.a, wide));
    CHECK_CONTAINS(ashlar_error_message(), "is 8 x 8, not 9 x 9, for 'wide' of 8 x 9");
    CHECK_STATUS(ASHLAR_ESHAPE, la_trmm('l', 'l', 'n', 'n', &s.one, wide, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_syrk('l', 'n', &s.one, s.a, &s.one, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_syrk('l', 't', &s.one, wide, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_herk('l', 'n', &s.one, small, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_syr2k('l', 'n', &s.one, s.a, wide, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_her2k('l', 'n', &s.one, wide, s.a, &s.one, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_norm('f', 's', 'l', 'n', wide, &s.w[0]));
    CHECK_STATUS(ASHLAR_ESHAPE, la_norm('f', 'h', 'l', 'n', wide, &s.w[0]));
    CHECK_STATUS(ASHLAR_ESHAPE, la_pinv(wide, NULL, wide_too, &s.found));
    CHECK_CONTAINS(ashlar_error_message(), "'wide' is 8 x 9, its inverse 'wide too' 8 x 9");
    CHECK_STATUS(ASHLAR_ESHAPE, la_pinv(s.a, NULL, small, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_expm(wide, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_expm(s.a, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_sqrt(s.a, small));
    CHECK_CONTAINS(ashlar_error_message(), "is of order 8, its function 'small' of order 7");
    CHECK_STATUS(ASHLAR_ESHAPE, la_sqrt(wide, wide_too));
    CHECK_STATUS(ASHLAR_ESHAPE, la_inverse_sqrt(small, NULL, s.b));
    CHECK_STATUS(ASHLAR_ESHAPE, la_orthogonalize(s.a, NULL, s.w, wide, &s.found));
    CHECK_STATUS(ASHLAR_ESHAPE, la_svd(s.a, s.w, small, 0));
    CHECK_STATUS(ASHLAR_ESHAPE, la_svd(s.a, s.w, s.b, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_svd(wide, s.w, s.b, s.c));
    CHECK_CONTAINS(ashlar_error_message(), "is 8 x 8, not 8 x 9 as the vectors of 'wide'");
    CHECK_STATUS(ASHLAR_ESHAPE, la_svd(wide, s.w, wide_too, 0));
    CHECK_STATUS(ASHLAR_ESHAPE, la_least_squares(s.a, small, s.c));
    CHECK_STATUS(ASHLAR_ESHAPE, la_least_squares(s.a, s.b, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, la_least_squares(wide, s.b, s.c));
    CHECK_CONTAINS(ashlar_error_message(), "is 8 x 8, not 9 x 8 as 'wide', of 8 x 9, needs it");
    CHECK_STATUS(ASHLAR_ESHAPE, la_least_squares(small, s.b, s.c));
    CHECK_OK(ga_destroy(wide_too));
    CHECK_OK(ga_destroy(column));
    CHECK_OK(ga_destroy(small));
    CHECK_OK(ga_destroy(wide));
    scene_check_and_free(&s);
}

TEST_CASE(misuse_patches, TEST_GA)
{
    scene_t s = scene_create();
    static const int64_t bad[][4] = {
        {-1, N - 2, 0, N - 1}, {1, N, 0, N - 1}, {0, N - 1, 1, N}, {3, 1, 0, N - 1}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        la_patch_t p = {0, bad[k][0], bad[k][1], bad[k][2], bad[k][3]};
        for (int place = 0; place < 3; ++place) {
            la_patch_t x[3] = {all_of(s.a), all_of(s.b), all_of(s.c)};
            p.g = x[place].g;
            x[place] = p;
            CHECK_STATUS(ASHLAR_ERANGE, la_gemm_patch('n', 'n', &s.one, x[0], x[1], &s.one, x[2]));
            CHECK_CONTAINS(ashlar_error_message(), "'matrix'");
        }
    }
    scene_check_and_free(&s);
}

/* Each letter that is none of BLAS, and those that are for other types. */
static void misuse_letters(scene_t *s)
{
    const double *one = &s->one;
    ga_t a = s->a, b = s->b, c = s->c;
    CHECK_STATUS(ASHLAR_EARG, la_trsm('x', 'l', 'n', 'n', one, a, b));
    CHECK_CONTAINS(ashlar_error_message(), "side is character 120, not one of \"lr\"");
    CHECK_STATUS(ASHLAR_EARG, la_trsm('l', 'n', 'n', 'n', one, a, b));
    CHECK_STATUS(ASHLAR_EARG, la_trmm('l', 'l', 'l', 'n', one, a, b));
    CHECK_STATUS(ASHLAR_EARG, la_trmm('l', 'l', 'n', '\0', one, a, b));
    CHECK_STATUS(ASHLAR_EARG, la_syrk('r', 'n', one, a, one, c));
    CHECK_STATUS(ASHLAR_EARG, la_herk('l', 'h', one, a, one, c));
    CHECK_STATUS(ASHLAR_EARG, la_syr2k((char)0xec, 'n', one, a, b, one, c));
    CHECK_STATUS(ASHLAR_EARG, la_her2k('u', 'u', one, a, b, one, c));
    CHECK_STATUS(ASHLAR_EARG, la_norm('2', 'g', 'l', 'n', a, &s->w[0]));
    CHECK_STATUS(ASHLAR_EARG, la_norm('1' & ~0x20, 'g', 'l', 'n', a, &s->w[0]));
    CHECK_STATUS(ASHLAR_EARG, la_norm('f', 'x', 'l', 'n', a, &s->w[0]));
    CHECK_STATUS(ASHLAR_EARG, la_norm('f', 's', 'n', 'n', a, &s->w[0]));
    CHECK_STATUS(ASHLAR_EARG, la_norm('f', 't', 'l', 'l', a, &s->w[0]));
    CHECK_CONTAINS(ashlar_error_message(), "la_norm: diag is character 108");
    ga_t x[2];
    for (int k = 0; k < 2; ++k)
        x[k] = matrix_from(ASHLAR_CDOUBLE, &s->x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    const element_t unit = element_from(ASHLAR_CDOUBLE, 1);
    CHECK_STATUS(ASHLAR_EARG, la_syrk('l', 'c', &unit, x[0], &unit, x[1]));
    CHECK_STATUS(ASHLAR_EARG, la_herk('l', 't', &unit, x[0], &unit, x[1]));
    CHECK_STATUS(ASHLAR_EARG, la_syr2k('l', 'c', &unit, x[0], x[0], &unit, x[1]));
    CHECK_STATUS(ASHLAR_EARG, la_her2k('l', 't', &unit, x[0], x[0], &unit, x[1]));
    CHECK_CONTAINS(ashlar_error_message(), "not one of \"nc\"");
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_destroy(x[k]));
}

static void misuse_thresholds(scene_t *s)
{
    const double none = NAN;
    CHECK_STATUS(ASHLAR_EARG, la_pinv(s->a, &none, s->b, &s->found));
    CHECK_STATUS(ASHLAR_EARG, la_inverse_sqrt(s->a, &none, s->b));
    CHECK_STATUS(ASHLAR_EARG, la_orthogonalize(s->a, &none, s->w, s->b, &s->found));
    CHECK_CONTAINS(ashlar_error_message(), "la_orthogonalize: the threshold is not a number");
    CHECK_STATUS(ASHLAR_EARG, la_orthogonalize(s->a, NULL, NULL, s->b, &s->found));
    CHECK_STATUS(ASHLAR_EARG, la_orthogonalize(s->a, NULL, s->w, s->b, NULL));
}

static void misuse_of_ranges(scene_t *s)
{
    static const struct {
        int status;
        la_range_t range;
        const char *words;
    } bad[] = {
        {ASHLAR_ERANGE, {.first = -1, .last = 2}, "eigenvalues -1 to 2 are asked for"},
        {ASHLAR_ERANGE, {.first = 0, .last = N}, "eigenvalues 0 to 8 are asked for"},
        {ASHLAR_ERANGE, {.first = 3, .last = 2}, "array 'matrix' has 0 to 7"},
        {ASHLAR_EARG, {.by = LA_BY_VALUE, .low = 2, .high = 1}, "above 2 and up to 1"},
        {ASHLAR_EARG, {.by = LA_BY_VALUE, .low = NAN, .high = 1}, "eigenvalues above"},
        {ASHLAR_EARG, {.by = LA_BY_VALUE, .low = 0, .high = NAN}, "eigenvalues above 0"},
        {ASHLAR_EARG, {.by = 2, .last = 1}, "a range by 2"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        CHECK_STATUS(bad[k].status, la_eigen_range(s->a, bad[k].range, s->w, s->c, &s->found));
        CHECK_CONTAINS(ashlar_error_message(), bad[k].words);
        CHECK_STATUS(bad[k].status,
                     la_eigen_general_range(s->a, s->b, bad[k].range, s->w, 0, &s->found));
        CHECK_CONTAINS(ashlar_error_message(), bad[k].words);
    }
}

TEST_CASE(misuse_arguments, TEST_GA)
{
    scene_t s = scene_create();
    static const char letters[] = {'x', 'h', ' ', '\0', '1', (char)0xff};
    for (size_t k = 0; k < sizeof letters; ++k) {
        CHECK_STATUS(ASHLAR_EARG, la_gemm(letters[k], 'n', &s.one, s.a, s.b, &s.one, s.c));
        CHECK_CONTAINS(ashlar_error_message(), "transa");
        CHECK_STATUS(ASHLAR_EARG, la_gemm_patch('n', letters[k], &s.one, all_of(s.a), all_of(s.b),
                                                &s.one, all_of(s.c)));
        CHECK_STATUS(ASHLAR_EARG, la_factor_solve(s.f, letters[k], s.b));
        CHECK_CONTAINS(ashlar_error_message(), "trans is character");
        CHECK_STATUS(ASHLAR_EARG, la_qr_apply(s.qr, letters[k], 'n', s.b));
        CHECK_STATUS(ASHLAR_EARG, la_qr_apply(s.qr, 'l', letters[k], s.b));
    }
    misuse_letters(&s);
    misuse_thresholds(&s);
    misuse_of_ranges(&s);
    scene_check_and_free(&s);
}

TEST_CASE(misuse_aliases, TEST_GA)
{
    scene_t s = scene_create();
    la_patch_t top = {s.a, 0, 3, 0, N - 1}, corner = {s.a, 3, N - 1, N - 1, N - 1};
    la_patch_t left = {s.b, 0, N - 1, 0, 4}, column = {s.b, 0, N - 1, 4, 4};
    CHECK_STATUS(ASHLAR_EARG, la_gemm('n', 'n', &s.one, s.a, s.b, &s.one, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_gemm('n', 'n', &s.one, s.a, s.b, &s.one, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_gemm_patch('n', 'n', &s.one, top, column, &s.one,
                                            (la_patch_t){s.a, 3, 6, N - 1, N - 1}));
    CHECK_CONTAINS(ashlar_error_message(), "both read and written");
    CHECK_STATUS(ASHLAR_EARG, la_gemm_patch('t', 'n', &s.one, corner, (la_patch_t){s.b, 0, 4, 0, 0},
                                            &s.one, (la_patch_t){s.b, 4, 4, 0, 0}));
    CHECK_STATUS(ASHLAR_EARG, la_gemm_patch('n', 'n', &s.one, all_of(s.a), left, &s.one,
                                            (la_patch_t){s.b, 0, N - 1, 2, 6}));
    CHECK_STATUS(ASHLAR_EARG, la_eigen(s.a, s.w, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_general(s.a, s.b, s.w, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_general(s.a, s.b, s.w, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_range(s.a, range, s.w, s.a, &s.found));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_general_range(s.a, s.b, range, s.w, s.a, &s.found));
    CHECK_STATUS(ASHLAR_EARG, la_eigen_general_range(s.a, s.b, range, s.w, s.b, &s.found));
    CHECK_STATUS(ASHLAR_EARG, la_cholesky_solve(s.a, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_solve(s.a, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_trsm('l', 'l', 'n', 'n', &s.one, s.a, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_trmm('l', 'l', 'n', 'n', &s.one, s.a, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_syrk('l', 'n', &s.one, s.a, &s.one, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_herk('l', 'n', &s.one, s.a, &s.one, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_syr2k('l', 'n', &s.one, s.a, s.b, &s.one, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_her2k('l', 'n', &s.one, s.a, s.b, &s.one, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_cholesky_update(s.a, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_cholesky_downdate(s.a, s.a));
    CHECK_CONTAINS(ashlar_error_message(), "array 'matrix' is both the factor and v");
    CHECK_STATUS(ASHLAR_EARG, la_svd(s.a, s.w, s.a, s.c));
    CHECK_STATUS(ASHLAR_EARG, la_svd(s.a, s.w, s.b, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_svd(s.a, s.w, s.b, s.b));
    CHECK_STATUS(ASHLAR_EARG, la_least_squares(s.a, s.b, s.a));
    CHECK_STATUS(ASHLAR_EARG, la_least_squares(s.a, s.b, s.b));
    scene_check_and_free(&s);
}
