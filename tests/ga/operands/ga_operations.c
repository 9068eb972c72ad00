/* Elementwise operations against the model, on aligned operands and on operands cut differently. */
#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

static void zero_fill(twin_t *a, twin_t *b, twin_t *c)
{
    ashlar_type type = a->model.type;
    const element_t value = element_of(type, (scalar_t){-7, 3});

    (void)c;
    CHECK_OK(ga_zero(a->g));
    CHECK_OK(ga_fill(b->g, &value));
    model_fill(&a->model, (scalar_t){0, 0});
    model_fill(&b->model, scalar_as(type, -7, 3));
}

TEST_CASE(elementwise_zero_fill, TEST_GA)
{
    each_operands(zero_fill);
}

static void scale(twin_t *a, twin_t *b, twin_t *c)
{
    ashlar_type type = a->model.type;
    const element_t alpha = element_of(type, (scalar_t){-3, 2});
    const element_t zero = element_of(type, (scalar_t){0, 0});

    (void)c;
    CHECK_OK(ga_scale(a->g, &alpha));
    CHECK_OK(ga_scale(b->g, &zero));
    model_scale(&a->model, scalar_as(type, -3, 2));
    model_fill(&b->model, (scalar_t){0, 0});
}

TEST_CASE(elementwise_scale, TEST_GA)
{
    each_operands(scale);
}

static void add(twin_t *a, twin_t *b, twin_t *c)
{
    ashlar_type type = a->model.type;
    const element_t alpha = element_of(type, (scalar_t){2, 5});
    const element_t beta = element_of(type, (scalar_t){-3, 1});

    CHECK_OK(ga_add(&alpha, a->g, &beta, b->g, c->g));
    model_add(scalar_as(type, 2, 5), &a->model, scalar_as(type, -3, 1), &b->model, &c->model);
}

TEST_CASE(elementwise_add, TEST_GA)
{
    each_operands(add);
}

/* The result may be either operand, and the operands may be one array. */
static void add_alias(twin_t *a, twin_t *b, twin_t *c)
{
    ashlar_type type = a->model.type;
    const scalar_t two = scalar_as(type, 2, 1), minus = scalar_as(type, -1, 4);
    const element_t alpha = element_of(type, two), beta = element_of(type, minus);

    CHECK_OK(ga_add(&alpha, a->g, &beta, b->g, a->g));
    model_add(two, &a->model, minus, &b->model, &a->model);
    CHECK_OK(ga_add(&alpha, a->g, &beta, b->g, b->g));
    model_add(two, &a->model, minus, &b->model, &b->model);
    CHECK_OK(ga_add(&alpha, a->g, &beta, a->g, c->g));
    model_add(two, &a->model, minus, &a->model, &c->model);
    CHECK_OK(ga_add(&alpha, c->g, &beta, c->g, c->g));
    model_add(two, &c->model, minus, &c->model, &c->model);
}

TEST_CASE(elementwise_add_alias, TEST_GA)
{
    each_operands(add_alias);
}

/* Plain sum of products, rounded once: complex elements are not conjugated. */
static void check_dot(const twin_t *a, const twin_t *b)
{
    ashlar_type type = a->model.type;
    const element_t rounded = element_of(type, model_dot(&a->model, &b->model));
    element_t result;

    CHECK_OK(ga_dot(a->g, b->g, &result));
    CHECK(scalar_equal(scalar_load(type, &rounded), scalar_load(type, &result)));
}

static void dot(twin_t *a, twin_t *b, twin_t *c)
{
    check_dot(a, b);
    check_dot(b, c);
    check_dot(a, a);
}

TEST_CASE(elementwise_dot, TEST_GA)
{
    each_operands(dot);
}

/* Sums over the elements of a block are formed in more bits than the elements have. */
TEST_CASE(elementwise_dot_precise, TEST_GA)
{
    const float a[4] = {4097, 0, 1, 0}, b[4] = {4097, 0, -16785408, 0}; /* 4097^2 - 1 */
    float sum[2];
    ga_t x, y;

    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CFLOAT;
         type += ASHLAR_CFLOAT - ASHLAR_FLOAT) {
        const bool complex = type == ASHLAR_CFLOAT;
        const float real[2][2] = {{a[0], a[2]}, {b[0], b[2]}};
        REQUIRE_OK(ga_create(type, 2, 1, "x", 2, 1, &x));
        REQUIRE_OK(ga_create_like(x, type, "y", &y));
        if (ga_rank() == 0) {
            CHECK_OK(ga_put(x, 0, 1, 0, 0, complex ? a : real[0], 2));
            CHECK_OK(ga_put(y, 0, 1, 0, 0, complex ? b : real[1], 2));
        }
        sum[0] = sum[1] = 0;
        CHECK_OK(ga_dot(x, y, sum));
        CHECK(sum[0] == 1 && sum[1] == 0);
        CHECK_OK(ga_destroy(y));
        CHECK_OK(ga_destroy(x));
    }
}

/* Blocks of more elements than are fetched at a time, in parts that end within a column. */
TEST_CASE(elementwise_many_pieces, TEST_GA)
{
    const struct {
        int ndim;
        int64_t dims[3];
    } shapes[] = {
        {2, {203, 201 * ga_size()}}, {1, {41001 * ga_size()}}, {3, {29, 41, 37 * ga_size()}}};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        int s = ((int)type + ga_size() + test_nodes()) % 3;
        twin_t a =
            twin_create(type, shapes[s].ndim, shapes[s].dims, LAYOUT_REGULAR, GA_GROUP_WORLD, 4000);
        twin_t b = partner_of(&a, false, 4001),
               c = partner_of(type % 2 ? &a : &b, type % 2 == 0, 4002);
        add(&a, &b, &c);
        dot(&a, &b, &c);
        copy_twice(&c, &a, &b);
        CHECK_TWIN(&a);
        CHECK_TWIN(&b);
        CHECK_TWIN(&c);
        twin_destroy(&c);
        twin_destroy(&b);
        twin_destroy(&a);
    }
}

/* More of each rank's than is worked on as one piece, from within a vector on. */
TEST_CASE(elementwise_vast, TEST_GA)
{
    const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CDOUBLE};
    const size_t bytes[] = {sizeof(float), sizeof(double), sizeof(double _Complex)};

    for (int t = 0; t < 3; ++t) {
        const int64_t n = ((int64_t)(((size_t)1 << 20) / bytes[t]) + 777) * ga_size();
        const int64_t lo = 1, hi = n - 2;
        const scalar_t minus = scalar_as(types[t], -3, 2);
        const element_t alpha = element_of(types[t], minus);
        twin_t a = twin_create(types[t], 1, &n, LAYOUT_REGULAR, GA_GROUP_WORLD, 5000);
        CHECK_OK(ga_scale_patch(a.g, &lo, &hi, &alpha));
        for (int64_t k = lo; k <= hi; ++k)
            a.model.at[k] = scalar_kept(types[t], scalar_mul(minus, a.model.at[k]));
        CHECK_TWIN(&a);
        twin_destroy(&a);
    }
}

/* A collective behaves as if ga_sync() ran before and after: no sync of ours is needed. */
TEST_CASE(elementwise_implied_sync, TEST_GA)
{
    enum { N = 30 };
    double column[N], seen[N], two = 2, sum = 0, expected;
    int rank = ga_rank(), size = ga_size();
    int64_t wrong = 0;
    ga_t g, h;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, size, "before", 0, 0, &g));
    REQUIRE_OK(ga_create_like(g, ASHLAR_DOUBLE, "after", &h));
    for (int round = 0; round < 30; ++round) {
        for (int k = 0; k < N; ++k)
            column[k] = rank + round;
        int64_t next = (rank + 1) % size;
        CHECK_OK(ga_put(g, 0, N - 1, next, next, column, N));
        CHECK_OK(ga_scale(g, &two));
        CHECK_OK(ga_get(g, 0, N - 1, (next + 1) % size, (next + 1) % size, seen, N));
        for (int k = 0; k < N; ++k)
            wrong += seen[k] != 2 * ((rank + 1) % size + round);
        CHECK_OK(ga_copy(g, h));
        CHECK_OK(ga_get(h, 0, N - 1, rank, rank, seen, N));
        wrong += seen[N - 1] != 2 * ((rank + size - 1) % size + round);
        CHECK_OK(ga_dot(g, h, &sum));
        expected = 0;
        for (int j = 0; j < size; ++j)
            expected += N * 4 * (j + round) * (j + round);
        wrong += sum != expected;
        CHECK_OK(ga_zero(h));
        CHECK_OK(ga_get(h, 0, N - 1, next, next, seen, N));
        wrong += seen[0] != 0 || seen[N - 1] != 0;
        CHECK_OK(ga_sync()); /* the gets above must precede the next round's puts */
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(h));
    CHECK_OK(ga_destroy(g));
}
