/* copy, transpose and symmetrize against the model. */
#include "ga/cases.h"
#include "ga/ops/operands.h"

void copy_twice(twin_t *a, twin_t *b, twin_t *c)
{
    const scalar_t one = {1, 0}, zero = {0, 0};

    CHECK_OK(ga_copy(a->g, b->g));
    CHECK_OK(ga_copy(b->g, c->g));
    model_add(one, &a->model, zero, &a->model, &b->model);
    model_add(one, &a->model, zero, &a->model, &c->model);
}

void copy_all(void)
{
    each_operands(copy_twice);
}

static void transpose_of(ashlar_type type, const int64_t *dims, layout_t from, layout_t to)
{
    twin_t a = twin_create(type, 2, dims, from, GA_GROUP_WORLD, 80);
    twin_t b = twin_create(type, 2, (int64_t[]){dims[1], dims[0]}, to, GA_GROUP_WORLD, 81);

    CHECK_OK(ga_transpose(a.g, b.g));
    model_transpose(&a.model, &b.model);
    CHECK_TWIN(&a);
    CHECK_TWIN(&b);
    twin_destroy(&b);
    twin_destroy(&a);
}

void transpose_all(void)
{
    static const int64_t shapes[][2] = {{17, 12}, {1, 9}, {9, 1}, {1, 1}, {40, 40}, {3, 70}};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; ++s) {
            for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
                transpose_of(type, shapes[s], layout, LAYOUT_REGULAR);
                transpose_of(type, shapes[s], LAYOUT_REGULAR, layout);
            }
        }
        /* more than one tile in both dimensions, and one that lacks a row and a column */
        transpose_of(type, (int64_t[]){127 * ga_size(), 127}, LAYOUT_REGULAR, LAYOUT_REGULAR);
        transpose_of(type, (int64_t[]){290, 261}, LAYOUT_IRREGULAR, LAYOUT_REGULAR);
    }
}

void symmetrize_all(void)
{
    for (ashlar_type type = ASHLAR_FLOAT; type <= ASHLAR_CDOUBLE; ++type) {
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
            for (int64_t n = 1; n <= 289; n += n < 33 ? 8 : 256) {
                twin_t a =
                    twin_create(type, 2, (int64_t[]){n, n}, layout, GA_GROUP_WORLD, (uint64_t)n);
                CHECK_OK(ga_symmetrize(a.g));
                model_symmetrize(&a.model);
                CHECK_TWIN(&a);
                twin_destroy(&a);
            }
        }
    }
}
