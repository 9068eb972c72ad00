/* ga: scans and packing, norms, the largest element, rows and diagonals, products, parts printed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ga_steps.h"
#include "harness/harness.h"

enum { LENGTH = 20000 }; /* several pieces for each rank */

static ga_t source, target, mask, line;
static int64_t packed, marks[2];

static int make_vector(ashlar_type type, int64_t n, const char *name, ga_t *g)
{
    return *g ? ASHLAR_OK : ga_create_nd(type, 1, &n, name, NULL, GA_GROUP_WORLD, g);
}

int make_vectors(void)
{
    TRY(make_vector(ASHLAR_DOUBLE, LENGTH, "source", &source));
    TRY(make_vector(ASHLAR_DOUBLE, LENGTH, "target", &target));
    TRY(make_vector(ASHLAR_INT, LENGTH, "mask", &mask));
    return make_vector(ASHLAR_DOUBLE, N, "line", &line);
}

int fill_vectors(void)
{
    const double two = 2;
    const int bound = 2;

    TRY(ga_fill(source, &two));
    TRY(ga_zero(target));
    return ga_randomize(mask, 7, &bound);
}

int scan(void)
{
    TRY(ga_scan_copy(source, target, mask, 0, LENGTH - 1));
    return ga_scan_add(source, target, mask, 0, LENGTH - 1, 0);
}

/* The whole of a vector of numbers, and the mask. */
static int get_all(ga_t g, double *numbers, int *set)
{
    const int64_t lo = 0, hi = LENGTH - 1;

    TRY(ga_get_nd(g, &lo, &hi, numbers, NULL));
    return ga_get_nd(mask, &lo, &hi, set, NULL);
}

/* Twos are added up from each mark on. */
static void check_scan(const double *sums, const int *set)
{
    int64_t wrong = 0;
    double sum = 0;

    marks[0] = marks[1] = 0;
    for (int k = 0; k < LENGTH; ++k) {
        ++marks[set[k] != 0];
        sum = set[k] ? 2 : marks[1] ? sum + 2 : 0;
        wrong += sums[k] != sum;
    }
    CHECK_INT(0, wrong);
    CHECK(marks[0] > 0 && marks[1] > 0);
}

static void check_packed(const double *numbers, const int *set)
{
    int64_t wrong = 0;

    (void)set;
    for (int64_t k = 0; k < packed; ++k)
        wrong += numbers[k] != 2;
    CHECK_INT(0, wrong);
    CHECK_INT(marks[1], packed);
}

static void check_unpacked(const double *numbers, const int *set)
{
    int64_t wrong = 0;

    for (int k = 0; k < LENGTH; ++k)
        wrong += numbers[k] != (set[k] ? 2 : 0);
    CHECK_INT(0, wrong);
    CHECK_INT(marks[1], packed);
}

static void check_source(const double *numbers, const int *set)
{
    int64_t wrong = 0, found = 0;

    for (int k = 0; k < LENGTH; ++k) {
        wrong += numbers[k] != 2;
        found += set[k] != 0;
    }
    CHECK_INT(0, wrong);
    CHECK_INT(marks[1], found);
}

static int check_with(ga_t g, void (*check)(const double *numbers, const int *set))
{
    double *numbers = test_alloc(LENGTH * sizeof *numbers);
    int *set = test_alloc(LENGTH * sizeof *set);
    int status = get_all(g, numbers, set);

    if (status == ASHLAR_OK)
        check(numbers, set);
    free(set);
    free(numbers);
    return status;
}

int scan_values(void)
{
    return check_with(target, check_scan);
}

int pack(void)
{
    return ga_pack(source, target, mask, 0, LENGTH - 1, &packed);
}

int pack_values(void)
{
    return check_with(target, check_packed);
}

int unpack(void)
{
    TRY(ga_zero(target));
    return ga_unpack(source, target, mask, 0, LENGTH - 1, &packed);
}

int unpack_values(void)
{
    TRY(check_with(source, check_source));
    return check_with(target, check_unpacked);
}

int norms(void)
{
    static const double expected[] = {[GA_ENTRY_NORM_1] = 3.0 * N * N,
                                      [GA_ENTRY_NORM_2] = 3.0 * N,
                                      [GA_ENTRY_NORM_INF] = 3,
                                      [GA_MATRIX_NORM_1] = 3.0 * N,
                                      [GA_MATRIX_NORM_INF] = 3.0 * N};
    double norm = 0;

    for (int kind = 0; kind <= GA_MATRIX_NORM_INF; ++kind) {
        TRY(ga_norm(subject.irregular, (ga_norm_kind)kind, &norm));
        CHECK(norm == expected[kind]);
    }
    TRY(ga_sum(subject.irregular, &norm));
    CHECK(norm == 3.0 * N * N);
    return ASHLAR_OK;
}

int select_first(void)
{
    int64_t index[2] = {-1, -1};
    double value = 0;

    TRY(ga_select(subject.irregular, ASHLAR_MAX, &value, index));
    CHECK(value == 3 && index[0] == 0 && index[1] == 0);
    return ASHLAR_OK;
}

/* All is filled anew, so that a second call does the same. */
int lines(void)
{
    const double one = 1, two = 2;

    TRY(ga_fill(line, &two));
    TRY(ga_fill(subject.like, &one));
    TRY(ga_scale_rows(subject.like, line));
    TRY(ga_scale_columns(subject.like, line));
    TRY(ga_set_diagonal(subject.like, line));
    TRY(ga_add_diagonal(subject.like, line));
    return ga_get_diagonal(subject.like, line);
}

int lines_values(void)
{
    const int64_t lo = 0, hi = N - 1;

    TRY(ga_get(subject.like, 0, N - 1, 0, N - 1, subject.buffer, N));
    check_all(N * N, 4);
    TRY(ga_get_nd(line, &lo, &hi, subject.buffer, NULL));
    check_all(N, 4);
    return ASHLAR_OK;
}

/* By way of pieces: the operands are cut differently. */
int multiply(void)
{
    return ga_multiply(subject.irregular, subject.a, subject.like);
}

int multiply_values(void)
{
    TRY(ga_get(subject.like, 0, N - 1, 0, N - 1, subject.buffer, N));
    check_all(N * N, 3);
    return ASHLAR_OK;
}

int print_parts(void)
{
    const int64_t lo[2] = {3, 5}, hi[2] = {N - 1, 17};
    FILE *null = fopen("/dev/null", "w");
    int status = ga_print_patch(subject.irregular, lo, hi, null);

    if (status == ASHLAR_OK)
        status = ga_print_distribution(subject.tiles, null);
    fclose(null);
    return status;
}

int destroy_vectors(void)
{
    ga_t *const all[] = {&source, &target, &mask, &line};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        if (*all[k])
            TRY(ga_destroy(*all[k]));
        *all[k] = 0;
    }
    return ASHLAR_OK;
}
