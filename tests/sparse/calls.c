/* Wrong arguments, states, and what is left when a call fails. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "sparse/serial.h"

static const double one = 1, zero;

static ga_sparse_t diagonal_matrix(int64_t n, ga_sparse_rule rule)
{
    const ga_sparse_spec_t spec = {
        .type = ASHLAR_DOUBLE, .rows = n, .cols = n, .name = "diagonal", .rule = rule};
    ga_sparse_t s = 0;
    int64_t ilo, ihi, jlo, jhi;
    CHECK_OK(ga_sparse_create(&spec, &s));
    CHECK_OK(ga_sparse_distribution(s, test_rank(), &ilo, &ihi, &jlo, &jhi));
    for (int64_t i = ilo; i <= ihi; ++i)
        CHECK_OK(ga_sparse_add(s, 1, &i, &i, &(double){(double)i + 1}));
    CHECK_OK(ga_sparse_assemble(s));
    return s;
}

TEST_CASE(creates_wrongly, TEST_GA)
{
    const ga_sparse_spec_t good = {.type = ASHLAR_DOUBLE, .rows = 4, .cols = 5};
    int64_t cuts[65] = {0};
    ga_sparse_t s = -3;
    ga_sparse_spec_t spec = good;
    spec.type = (ga_type)77;
    CHECK_STATUS(ASHLAR_ETYPE, ga_sparse_create(&spec, &s));
    spec = good;
    spec.rows = 0;
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_create(&spec, &s));
    CHECK_CONTAINS(ashlar_error_message(), "0 x 5");
    spec = good;
    spec.index_bytes = 2;
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_create(&spec, &s));
    spec = good;
    spec.rule = GA_SPARSE_RULE_COUNT;
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_create(&spec, &s));
    spec = good;
    spec.index_bytes = 4;
    spec.cols = INT64_C(1) << 31;
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_create(&spec, &s));
    spec = good;
    spec.row_cuts = cuts; /* they do not end at 4 */
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_create(&spec, &s));
    CHECK_CONTAINS(ashlar_error_message(), "rows");
    if (ga_size() > 1) {
        for (int r = 1; r <= ga_size(); ++r)
            cuts[r] = 4;
        spec.row_cuts = ga_rank() == 0 ? cuts : NULL;
        CHECK_STATUS(ASHLAR_EMISMATCH, ga_sparse_create(&spec, &s));
        CHECK_CONTAINS(ashlar_error_message(), "some ranks give cuts of rows or columns");
    }
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_create(NULL, &s));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_create(&good, NULL));
    CHECK_INT(-3, s);
    CHECK_STATUS(ASHLAR_EHANDLE, ga_sparse_destroy(s));
    CHECK_CONTAINS(ashlar_error_message(), "-3");
}

TEST_CASE(wide_indices, TEST_GA)
{
    const int64_t n = INT64_C(1) << 40, far = n - 1;
    const ga_sparse_spec_t spec = {.type = ASHLAR_LONG, .rows = 3, .cols = n};
    ga_sparse_t s = 0;
    ga_sparse_info_t info;
    int64_t begin[4], column[4];
    long values[4];
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    CHECK_OK(ga_sparse_inquire(s, &info));
    CHECK_INT(8, info.index_bytes);
    CHECK_INT(0, info.is_assembled);
    if (test_rank() == test_size() - 1)
        CHECK_OK(ga_sparse_add(s, 2, (int64_t[]){0, 2}, (int64_t[]){far, 1}, (long[]){7, 8}));
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_get(s, 0, 2, 0, n - 1, 4, begin, column, values));
    CHECK_INT(1, begin[1]);
    CHECK_INT(1, begin[2]);
    CHECK_INT(2, begin[3]);
    CHECK_INT(far, column[0]);
    CHECK_INT(7, values[0]);
    CHECK_INT(1, column[1]);
    CHECK_INT(8, values[1]);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
}

/* A matrix may have 2^63-1 columns, though no vector has as many elements. */
TEST_CASE(widest_of_all, TEST_GA)
{
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = 2, .cols = INT64_MAX};
    const int64_t last = INT64_MAX - 1;
    int64_t ilo, ihi, jlo, jhi, next = 0, begin[3], column[3];
    double values[3], norm;
    ga_sparse_t s = 0;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    for (int r = 0; r < test_size(); ++r) {
        CHECK_OK(ga_sparse_distribution(s, r, &ilo, &ihi, &jlo, &jhi));
        CHECK(jlo == next && jhi >= jlo - 1 && jhi <= last);
        next = jhi + 1;
    }
    CHECK_INT(INT64_MAX, next);
    if (test_rank() == 0)
        CHECK_OK(ga_sparse_add(s, 3, (int64_t[]){1, 0, 1}, (int64_t[]){last, last / 2, 0},
                               (double[]){1, 2, 4}));
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_get(s, 0, 1, 0, last, 3, begin, column, values));
    CHECK(begin[1] == 1 && begin[2] == 3);
    CHECK(column[0] == last / 2 && column[1] == 0 && column[2] == last);
    CHECK(values[0] == 2 && values[1] == 4 && values[2] == 1);
    CHECK_OK(ga_sparse_norm(s, 'I', &norm));
    CHECK(norm == 5);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
}

TEST_CASE(before_assembly, TEST_GA)
{
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = 4, .cols = 4, .name = "raw"};
    ga_sparse_t s = 0;
    ga_sparse_rows_t rows;
    double norm;
    const char *name;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    CHECK_STATUS(ASHLAR_ESTATE, ga_sparse_access(s, &rows));
    CHECK_CONTAINS(ashlar_error_message(), "ga_sparse_assemble()");
    CHECK_STATUS(ASHLAR_ESTATE, ga_sparse_norm(s, 'F', &norm));
    CHECK_OK(ga_sparse_inquire_name(s, &name));
    CHECK_TEXT("raw", name);
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_add(s, 1, &(int64_t){4}, &(int64_t){0}, &one));
    CHECK_CONTAINS(ashlar_error_message(), "(4, 0)");
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_add(s, 1, &(int64_t){0}, &(int64_t){-1}, &one));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_add(s, -1, NULL, NULL, NULL));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_add(s, 1, NULL, &(int64_t){0}, &one));
    CHECK_OK(ga_sparse_add(s, 0, NULL, NULL, NULL));
    CHECK_OK(ga_sparse_assemble(s)); /* of nothing */
    CHECK_OK(ga_sparse_norm(s, 'F', &norm));
    CHECK(norm == 0);
    CHECK_OK(ga_sparse_destroy(s));
}

/* What was added is dropped, and what was there stays. */
TEST_CASE(refuses_twice, TEST_GA)
{
    const int64_t n = 7;
    serial_t model = serial_make(ASHLAR_DOUBLE, n, n);
    ga_sparse_t s = diagonal_matrix(n, GA_SPARSE_REFUSE);
    for (int64_t i = 0; i < n; ++i) {
        model.stored[serial_at(&model, i, i)] = true;
        model.value[serial_at(&model, i, i)] = (scalar_t){(double)i + 1, 0};
    }
    if (test_rank() == 0)
        CHECK_OK(ga_sparse_add(s, 2, (int64_t[]){5, 3}, (int64_t[]){0, 3}, (double[]){1, 2}));
    CHECK_STATUS(ASHLAR_EMISMATCH, ga_sparse_assemble(s));
    serial_check(s, &model, "after a refusal");
    CHECK_OK(ga_sparse_assemble(s));
    serial_check(s, &model, "after nothing");
    CHECK_OK(ga_sparse_destroy(s));
    serial_free(&model);
}

TEST_CASE(vectors_that_do_not_fit, TEST_GA)
{
    ga_sparse_t s = diagonal_matrix(6, GA_SPARSE_SUM);
    ga_t x, short_x, wide, numbers;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, (int64_t[]){6}, "x", NULL, 0, &x));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, (int64_t[]){5}, "short", NULL, 0, &short_x));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 6, 2, "wide", 0, 0, &wide));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){6}, "numbers", NULL, 0, &numbers));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_multiply_vector('N', &one, s, x, &zero, x));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_multiply_vector('X', &one, s, x, &zero, x));
    CHECK_CONTAINS(ashlar_error_message(), "'X'");
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_multiply_vector('N', NULL, s, x, &zero, x));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_multiply_vector('N', &one, s, short_x, &zero, x));
    CHECK_CONTAINS(ashlar_error_message(), "5 elements");
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_multiply_vector('N', &one, s, wide, &zero, x));
    CHECK_STATUS(ASHLAR_ETYPE, ga_sparse_multiply_vector('N', &one, s, numbers, &zero, x));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_multiply_dense('L', 'N', &one, s, x, &zero, wide));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_multiply_dense('M', 'N', &one, s, wide, &zero, wide));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_multiply_dense('L', 'N', &one, s, wide, &zero, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_multiply_dense('R', 'N', &one, s, wide, &zero, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_to_dense(s, wide));
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_scale_rows(s, short_x));
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_get_column(s, 6, x));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_filter(s, -1));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_filter(s, NAN));
    CHECK_STATUS(ASHLAR_EARG, ga_sparse_norm(s, 'X', &(double){0}));
    CHECK_OK(ga_destroy(x));
    CHECK_OK(ga_destroy(short_x));
    CHECK_OK(ga_destroy(wide));
    CHECK_OK(ga_destroy(numbers));
    CHECK_OK(ga_sparse_destroy(s));
}

TEST_CASE(patches_that_do_not_fit, TEST_GA)
{
    ga_sparse_t s = diagonal_matrix(6, GA_SPARSE_SUM);
    int64_t n = -5, begin[7], column[6];
    double values[6];
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_count(s, 0, 6, 0, 5, &n));
    CHECK_CONTAINS(ashlar_error_message(), "0..6");
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_count(s, 0, 5, -1, 5, &n));
    CHECK_INT(-5, n);
    CHECK_OK(ga_sparse_count(s, 3, 2, 0, 5, &n));
    CHECK_INT(0, n);
    CHECK_STATUS(ASHLAR_ESHAPE, ga_sparse_get(s, 0, 5, 0, 5, 5, begin, column, values));
    CHECK_CONTAINS(ashlar_error_message(), "6 elements");
    CHECK_INT(6, begin[6]);
    CHECK_STATUS(ASHLAR_ERANGE, ga_sparse_distribution(s, test_size(), &n, &n, &n, &n));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_destroy(s));
}

/* Elements that wait on one rank only. */
TEST_CASE(shifts_what_is_assembled, TEST_GA)
{
    ga_sparse_t s = diagonal_matrix(4, GA_SPARSE_REFUSE);
    ga_sparse_info_t info;
    if (test_rank() == test_size() - 1)
        CHECK_OK(ga_sparse_add(s, 1, &(int64_t){0}, &(int64_t){3}, &one));
    CHECK_STATUS(ASHLAR_ESTATE, ga_sparse_shift_diagonal(s, &one));
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_shift_diagonal(s, &one));
    CHECK_OK(ga_sparse_inquire(s, &info));
    CHECK_INT(5, info.stored);
    CHECK_OK(ga_sparse_destroy(s));
}

/* Fill the arena with arrays, smaller and smaller ones. @return how many */
static int fill_arena(ga_t *arrays, int most)
{
    int n = 0;
    for (int64_t bytes = INT64_C(1) << 28; bytes >= 1 << 12 && n < most; bytes /= 2)
        while (n < most && ga_create_nd(ASHLAR_INT, 1, (int64_t[]){bytes / 4}, "full", NULL, 0,
                                        &arrays[n]) == ASHLAR_OK)
            ++n;
    return n;
}

/* A shift that has no memory leaves nothing behind. */
TEST_CASE(shifts_without_memory, TEST_BARE)
{
    enum { N = 20000, ARRAYS = 200 };
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = N, .cols = N, .name = "bare"};
    const char *arena = getenv("ASHLAR_ARENA");
    char *before = arena ? strdup(arena) : NULL;
    ga_t arrays[ARRAYS];
    ga_sparse_t s = 0;
    double norm = -1;
    setenv("ASHLAR_ARENA", "32M", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_sparse_create(&spec, &s));
    CHECK_OK(ga_sparse_assemble(s));
    const int n = fill_arena(arrays, ARRAYS);
    CHECK_STATUS(ASHLAR_ENOMEM, ga_sparse_shift_diagonal(s, &one));
    for (int k = 0; k < n; ++k)
        CHECK_OK(ga_destroy(arrays[k]));
    CHECK_OK(ga_sparse_norm(s, '1', &norm));
    CHECK(norm == 0);
    CHECK_OK(ga_sparse_shift_diagonal(s, &one));
    CHECK_OK(ga_sparse_norm(s, 'I', &norm));
    CHECK(norm == 1);
    CHECK_OK(ga_sparse_destroy(s));
    CHECK_OK(ga_terminate());
    before ? setenv("ASHLAR_ARENA", before, 1) : unsetenv("ASHLAR_ARENA");
    free(before);
}

/* NaN is no small number, and is the norm of what it is in. */
TEST_CASE(not_a_number, TEST_GA)
{
    ga_sparse_t s = diagonal_matrix(5, GA_SPARSE_REPLACE);
    ga_sparse_info_t info;
    if (test_rank() == 0)
        CHECK_OK(ga_sparse_add(s, 1, &(int64_t){4}, &(int64_t){4}, &(double){NAN}));
    CHECK_OK(ga_sparse_assemble(s));
    for (const char *kind = "1IFM"; *kind; ++kind) {
        double norm = 0;
        CHECK_OK(ga_sparse_norm(s, *kind, &norm));
        CHECK(isnan(norm));
    }
    CHECK_OK(ga_sparse_filter(s, 3));
    CHECK_OK(ga_sparse_inquire(s, &info));
    CHECK_INT(2, info.stored); /* 4 and NaN */
    CHECK_OK(ga_sparse_destroy(s));
}

/* Squares that are no numbers. */
TEST_CASE(huge_norm, TEST_GA)
{
    ga_sparse_t s = diagonal_matrix(3, GA_SPARSE_REPLACE);
    double norm = 0;
    if (test_rank() == 0)
        CHECK_OK(
            ga_sparse_add(s, 2, (int64_t[]){0, 1}, (int64_t[]){0, 1}, (double[]){3e200, 4e200}));
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_norm(s, 'f', &norm));
    CHECK(fabs(norm / 5e200 - 1) < 1e-14);
    CHECK_OK(ga_sparse_destroy(s));
}

/* A part of the ranks. */
TEST_CASE(on_a_group, TEST_GA)
{
    ga_group_t group;
    const int is_in = test_rank() % 2 == 0;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, is_in ? 0 : -1, 0, &group));
    if (is_in) {
        const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = 9, .cols = 9, .group = group};
        ga_sparse_t s = 0;
        ga_sparse_info_t info;
        CHECK_OK(ga_sparse_create(&spec, &s));
        CHECK_OK(ga_sparse_add(s, 1, &(int64_t){test_rank() % 9}, &(int64_t){8}, &one));
        CHECK_OK(ga_sparse_assemble(s));
        CHECK_OK(ga_sparse_inquire(s, &info));
        CHECK_INT((test_size() + 1) / 2, info.stored);
        CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group)); /* it has a matrix */
        CHECK_OK(ga_sparse_destroy(s));
        CHECK_OK(ga_group_destroy(group));
    } else
        CHECK_INT(0, group);
    CHECK_OK(ga_sync());
}

TEST_CASE(left_alive, TEST_BARE)
{
    char *text;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    const ga_sparse_t s = diagonal_matrix(3, GA_SPARSE_SUM);
    test_capture_begin();
    CHECK_OK(ga_terminate());
    text = test_capture_end();
    if (test_rank() == 0)
        CHECK_CONTAINS(text, "sparse matrix 'diagonal' (double, 3 x 3) was not destroyed");
    free(text);
    CHECK_STATUS(ASHLAR_ESTATE, ga_sparse_destroy(s));
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_sparse_destroy(s));
    CHECK_OK(ga_terminate());
}
