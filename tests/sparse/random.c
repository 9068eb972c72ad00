/* Random matrices and calls against the serial model. Everything is drawn from a seed, the same on
 * all ranks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "sparse/serial.h"

enum { LARGEST = 24, RANKS = 64 };

typedef struct world {
    rng_t rng;
    ga_type type;
    ga_sparse_rule rule;
    int index_bytes;
    int64_t row_cuts[RANKS + 1], col_cuts[RANKS + 1];
    char what[120];
} world_t;

/* ---- matrices -------------------------------------------------------------------------------- */

static const int64_t *draw_cuts_of(world_t *world, int64_t extent, int64_t *cuts)
{
    if (rng_range(&world->rng, 0, 2) > 0)
        return NULL;
    cuts[0] = 0;
    for (int r = 1; r < test_size(); ++r)
        cuts[r] = rng_range(&world->rng, cuts[r - 1], extent);
    cuts[test_size()] = extent;
    return cuts;
}

static ga_sparse_t create_sparse(world_t *world, int64_t rows, int64_t cols)
{
    ga_sparse_t s = 0;
    const ga_sparse_spec_t spec = {.type = world->type,
                                   .rows = rows,
                                   .cols = cols,
                                   .name = "sparse",
                                   .rule = world->rule,
                                   .index_bytes = world->index_bytes,
                                   .row_cuts = draw_cuts_of(world, rows, world->row_cuts),
                                   .col_cuts = draw_cuts_of(world, cols, world->col_cuts)};
    CHECK_OK(ga_sparse_create(&spec, &s));
    return s;
}

static void add_to_model(serial_t *model, ga_sparse_rule rule, int64_t i, int64_t j, scalar_t value)
{
    const int64_t at = serial_at(model, i, j);
    if (rule == GA_SPARSE_SUM && model->stored[at])
        value = scalar_add(model->value[at], value);
    model->stored[at] = true;
    model->value[at] = value;
}

/* Each rank adds some elements, some at a time. */
static void add_elements(world_t *world, ga_sparse_t s, serial_t *model, int64_t most)
{
    for (int rank = 0; rank < test_size(); ++rank)
        for (int64_t left = rng_range(&world->rng, 0, most / test_size() + 1); left > 0;) {
            enum { BATCH = 16 };
            int64_t i[BATCH], j[BATCH], n = rng_range(&world->rng, 0, left < BATCH ? left : BATCH);
            char values[BATCH * ELEMENT_BYTES];
            for (int64_t k = 0; k < n; ++k) {
                i[k] = rng_range(&world->rng, 0, model->rows - 1);
                j[k] = rng_range(&world->rng, 0, model->cols - 1);
                if (world->rule == GA_SPARSE_REFUSE &&
                    model->stored[serial_at(model, i[k], j[k])]) {
                    n = k;
                    break;
                }
                const scalar_t value = serial_draw(world->type, &world->rng);
                scalar_store(world->type, values + (size_t)k * type_bytes(world->type), value);
                add_to_model(model, world->rule, i[k], j[k], value);
            }
            if (rank == test_rank())
                CHECK_OK(ga_sparse_add(s, n, i, j, values));
            left -= n + 1;
        }
}

static ga_sparse_t draw_sparse(world_t *world, int64_t rows, int64_t cols, serial_t *model)
{
    const ga_sparse_t s = create_sparse(world, rows, cols);
    const int64_t dense = rng_range(&world->rng, 0, 3) ? rows * cols / 6 : rows * cols;
    *model = serial_make(world->type, rows, cols);
    add_elements(world, s, model, dense);
    CHECK_OK(ga_sparse_assemble(s));
    return s;
}

static int64_t draw_extent(world_t *world)
{
    return rng_range(&world->rng, 1, LARGEST);
}

/* ---- operations ------------------------------------------------------------------------------ */

typedef void operation_t(world_t *world, ga_sparse_t s, serial_t *model);

static char draw_op(world_t *world)
{
    return "NTC"[rng_range(&world->rng, 0, 2)];
}

static scalar_t draw_factor(world_t *world)
{
    return rng_range(&world->rng, 0, 1)
               ? scalar_as(world->type, (double)rng_range(&world->rng, 0, 1), 0)
               : serial_draw(world->type, &world->rng);
}

/* c = alpha a b + beta c */
static void combine(const serial_t *product, scalar_t alpha, scalar_t beta, serial_t *c)
{
    for (int64_t k = 0; k < c->rows * c->cols; ++k)
        c->value[k] =
            scalar_add(scalar_mul(alpha, product->value[k]), scalar_mul(beta, c->value[k]));
}

static void times_vector(world_t *world, ga_sparse_t s, serial_t *model)
{
    const char op = draw_op(world);
    serial_t a = serial_op(model, op), x, y;
    const ga_t g_x = serial_array(world->type, a.cols, 1, true, &world->rng, &x);
    const ga_t g_y = serial_array(world->type, a.rows, 1, true, &world->rng, &y);
    for (int turn = 0; turn < 2; ++turn) { /* with a halo that is found, and one that is known */
        const scalar_t alpha = draw_factor(world),
                       beta = turn ? (scalar_t){0, 0} : draw_factor(world);
        const element_t from = element_of(world->type, alpha), to = element_of(world->type, beta);
        serial_t product = serial_multiply(&a, &x);
        CHECK_OK(ga_sparse_multiply_vector(op, &from, s, g_x, &to, g_y));
        combine(&product, alpha, beta, &y);
        serial_check_array(g_y, true, &y, "product with a vector");
        serial_free(&product);
        CHECK_OK(ga_sync());
    }
    CHECK_OK(ga_destroy(g_x));
    CHECK_OK(ga_destroy(g_y));
    serial_free(&a), serial_free(&x), serial_free(&y);
}

static void times_dense(world_t *world, ga_sparse_t s, serial_t *model)
{
    const char op = draw_op(world), side = rng_range(&world->rng, 0, 1) ? 'L' : 'R';
    const int64_t n = rng_range(&world->rng, 0, 3) ? rng_range(&world->rng, 1, 7)
                                                   : rng_range(&world->rng, 65, 140); /* panels */
    const scalar_t alpha = draw_factor(world), beta = draw_factor(world);
    const element_t from = element_of(world->type, alpha), to = element_of(world->type, beta);
    serial_t a = serial_op(model, op), b, c;
    const int64_t rows = side == 'L' ? a.cols : n, cols = side == 'L' ? n : a.rows;
    const ga_t g_b = serial_array(world->type, rows, cols, false, &world->rng, &b);
    const ga_t g_c = serial_array(world->type, side == 'L' ? a.rows : n, side == 'L' ? n : a.cols,
                                  false, &world->rng, &c);
    serial_t product = side == 'L' ? serial_multiply(&a, &b) : serial_multiply(&b, &a);
    CHECK_OK(ga_sparse_multiply_dense(side, op, &from, s, g_b, &to, g_c));
    combine(&product, alpha, beta, &c);
    serial_check_array(g_c, false, &c, "product with a dense matrix");
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g_b));
    CHECK_OK(ga_destroy(g_c));
    serial_free(&a), serial_free(&b), serial_free(&c), serial_free(&product);
}

static void times_sparse(world_t *world, ga_sparse_t s, serial_t *model)
{
    serial_t other;
    ga_sparse_t b = draw_sparse(world, model->cols, draw_extent(world), &other), c = 0;
    serial_t product = serial_multiply(model, &other);
    if (CHECK_OK(ga_sparse_multiply(s, b, "product", &c))) {
        serial_check(c, &product, "product of two");
        CHECK_OK(ga_sparse_destroy(c));
    }
    CHECK_OK(ga_sparse_destroy(b));
    serial_free(&other), serial_free(&product);
}

static void transpose(world_t *world, ga_sparse_t s, serial_t *model)
{
    serial_t turned = serial_op(model, 'T');
    ga_sparse_t t = 0;
    (void)world;
    if (CHECK_OK(ga_sparse_transpose(s, "turned", &t))) {
        serial_check(t, &turned, "transpose");
        CHECK_OK(ga_sparse_destroy(t));
    }
    serial_free(&turned);
}

static void scale(world_t *world, ga_sparse_t s, serial_t *model)
{
    const scalar_t alpha = serial_draw(world->type, &world->rng);
    const element_t number = element_of(world->type, alpha);
    CHECK_OK(ga_sparse_scale(s, &number));
    for (int64_t k = 0; k < model->rows * model->cols; ++k)
        model->value[k] = scalar_mul(alpha, model->value[k]);
}

static void scale_lines(world_t *world, ga_sparse_t s, serial_t *model)
{
    const bool is_rows = rng_range(&world->rng, 0, 1) != 0;
    serial_t v;
    const ga_t g =
        serial_array(world->type, is_rows ? model->rows : model->cols, 1, true, &world->rng, &v);
    CHECK_OK(is_rows ? ga_sparse_scale_rows(s, g) : ga_sparse_scale_columns(s, g));
    for (int64_t i = 0; i < model->rows; ++i)
        for (int64_t j = 0; j < model->cols; ++j) {
            scalar_t *value = &model->value[serial_at(model, i, j)];
            *value = scalar_mul(*value, v.value[is_rows ? i : j]);
        }
    CHECK_OK(ga_destroy(g));
    serial_free(&v);
}

static void shift(world_t *world, ga_sparse_t s, serial_t *model)
{
    const scalar_t alpha = serial_draw(world->type, &world->rng);
    const element_t number = element_of(world->type, alpha);
    CHECK_OK(ga_sparse_shift_diagonal(s, &number));
    for (int64_t i = 0; i < model->rows && i < model->cols; ++i)
        add_to_model(model, GA_SPARSE_SUM, i, i, alpha);
}

static double modulus_of(scalar_t value)
{
    return hypot(value.re, value.im);
}

static void filter(world_t *world, ga_sparse_t s, serial_t *model)
{
    const double tolerance = (double)rng_range(&world->rng, 0, 3);
    CHECK_OK(ga_sparse_filter(s, tolerance));
    for (int64_t k = 0; k < model->rows * model->cols; ++k)
        if (modulus_of(model->value[k]) <= tolerance) {
            model->stored[k] = false;
            model->value[k] = (scalar_t){0, 0};
        }
}

static double norm_of(const serial_t *model, char kind)
{
    double norm = 0, squares = 0;
    const int64_t outer = kind == '1' ? model->cols : model->rows,
                  inner = kind == '1' ? model->rows : model->cols;
    for (int64_t a = 0; a < outer; ++a) {
        double sum = 0;
        for (int64_t b = 0; b < inner; ++b) {
            const double m = modulus_of(
                model->value[kind == '1' ? serial_at(model, b, a) : serial_at(model, a, b)]);
            sum = kind == 'M' ? fmax(sum, m) : sum + m;
            squares += m * m;
        }
        norm = fmax(norm, sum);
    }
    return kind == 'F' ? sqrt(squares) : norm;
}

static void norms(world_t *world, ga_sparse_t s, serial_t *model)
{
    (void)world;
    for (const char *kind = "1IFM"; *kind; ++kind) {
        double norm = -1;
        const double wanted = norm_of(model, *kind);
        CHECK_OK(ga_sparse_norm(s, *kind, &norm));
        if (!CHECK(fabs(norm - wanted) <= 1e-12 * wanted))
            test_fail(__FILE__, __LINE__, "norm %c is %g, not %g", *kind, norm, wanted);
    }
}

static void take_lines(world_t *world, ga_sparse_t s, serial_t *model)
{
    const int64_t j = rng_range(&world->rng, 0, model->cols - 1);
    const int64_t n = model->rows < model->cols ? model->rows : model->cols;
    serial_t column, diagonal;
    const ga_t g = serial_array(world->type, model->rows, 1, true, &world->rng, &column);
    const ga_t d = serial_array(world->type, n, 1, true, &world->rng, &diagonal);
    CHECK_OK(ga_sparse_get_column(s, j, g));
    CHECK_OK(ga_sparse_get_diagonal(s, d));
    for (int64_t i = 0; i < model->rows; ++i)
        column.value[i] = model->value[serial_at(model, i, j)];
    for (int64_t i = 0; i < n; ++i)
        diagonal.value[i] = model->value[serial_at(model, i, i)];
    serial_check_array(g, true, &column, "column");
    serial_check_array(d, true, &diagonal, "diagonal");
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_destroy(d));
    serial_free(&column), serial_free(&diagonal);
}

static void dense_and_back(world_t *world, ga_sparse_t s, serial_t *model)
{
    serial_t dense, without_zeros = serial_op(model, 'N');
    const ga_sparse_spec_t spec = {.name = "back", .index_bytes = world->index_bytes};
    ga_sparse_t back = 0;
    const ga_t g = serial_array(world->type, model->rows, model->cols, false, &world->rng, &dense);
    CHECK_OK(ga_sparse_to_dense(s, g));
    serial_check_array(g, false, model, "dense matrix");
    for (int64_t k = 0; k < model->rows * model->cols; ++k)
        without_zeros.stored[k] = modulus_of(model->value[k]) > 0;
    if (CHECK_OK(ga_sparse_from_dense(g, rng_range(&world->rng, 0, 1) ? &spec : NULL, &back))) {
        serial_check(back, &without_zeros, "matrix from a dense one");
        CHECK_OK(ga_sparse_destroy(back));
    }
    CHECK_OK(ga_destroy(g));
    serial_free(&dense), serial_free(&without_zeros);
}

static void copy(world_t *world, ga_sparse_t s, serial_t *model)
{
    ga_sparse_t twin = 0;
    const element_t zero = element_of(world->type, (scalar_t){0, 0});
    if (!CHECK_OK(ga_sparse_duplicate(s, NULL, &twin)))
        return;
    serial_check(twin, model, "copy");
    CHECK_OK(ga_sparse_scale(twin, &zero)); /* which the first does not see */
    CHECK_OK(ga_sparse_destroy(twin));
}

static void add_more(world_t *world, ga_sparse_t s, serial_t *model)
{
    add_elements(world, s, model, model->rows * model->cols / 8);
    CHECK_OK(ga_sparse_assemble(s));
}

static const struct {
    const char *name;
    operation_t *run;
} operations[] = {{"times_vector", times_vector},
                  {"times_dense", times_dense},
                  {"times_sparse", times_sparse},
                  {"transpose", transpose},
                  {"scale", scale},
                  {"scale_lines", scale_lines},
                  {"shift", shift},
                  {"filter", filter},
                  {"norms", norms},
                  {"take_lines", take_lines},
                  {"dense_and_back", dense_and_back},
                  {"copy", copy},
                  {"add_more", add_more}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- cases ----------------------------------------------------------------------------------- */

static bool is_small(const serial_t *model) /* enough for products that are exact */
{
    double largest = 0;
    for (int64_t k = 0; k < model->rows * model->cols; ++k)
        largest = fmax(largest, modulus_of(model->value[k]));
    return largest < 30;
}

static void run_seed(uint64_t seed)
{
    world_t world = {.rng = rng_seed(seed)};
    serial_t model;
    world.type = (ga_type)(seed % ASHLAR_TYPE_COUNT);
    world.rule = (ga_sparse_rule)rng_range(&world.rng, 0, GA_SPARSE_RULE_COUNT - 1);
    world.index_bytes = 4 * (int)rng_range(&world.rng, 0, 2);
    const int64_t rows = draw_extent(&world),
                  cols = rng_range(&world.rng, 0, 1) ? rows : draw_extent(&world);
    test_step("seed %d: %s, rule %d, indices %d, %d x %d", (int)seed, type_name(world.type),
              (int)world.rule, world.index_bytes, (int)rows, (int)cols);
    const ga_sparse_t s = draw_sparse(&world, rows, cols, &model);
    serial_check(s, &model, "new matrix");
    for (int turn = 0; turn < 5 && is_small(&model); ++turn) {
        const int k = (int)rng_range(&world.rng, 0, OPERATIONS - 1);
        test_step("seed %d: %s, rule %d, indices %d, %d x %d: %s", (int)seed, type_name(world.type),
                  (int)world.rule, world.index_bytes, (int)rows, (int)cols, operations[k].name);
        operations[k].run(&world, s, &model);
        serial_check(s, &model, operations[k].name);
    }
    CHECK_OK(ga_sparse_destroy(s));
    serial_free(&model);
}

TEST_CASE(random, TEST_GA)
{
    for (uint64_t seed = 1; seed <= 210; ++seed)
        run_seed(seed);
}

TEST_CASE_IN("random_long", random_many, TEST_GA)
{
    for (uint64_t seed = 1000; seed < 6000; ++seed)
        run_seed(seed);
}
