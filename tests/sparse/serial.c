/* The serial model of sparse matrices. */
#include "sparse/serial.h"

#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

serial_t serial_make(ga_type type, int64_t rows, int64_t cols)
{
    serial_t made = {type, rows, cols, NULL, NULL};
    const size_t n = (size_t)(rows * cols);
    made.stored = test_alloc(n * sizeof *made.stored);
    made.value = test_alloc(n * sizeof *made.value);
    memset(made.stored, 0, n * sizeof *made.stored);
    for (size_t k = 0; k < n; ++k)
        made.value[k] = (scalar_t){0, 0};
    return made;
}

void serial_free(serial_t *serial)
{
    free(serial->stored);
    free(serial->value);
}

scalar_t serial_conjugate(scalar_t value)
{
    return (scalar_t){value.re, -value.im};
}

serial_t serial_op(const serial_t *a, char op)
{
    serial_t made =
        serial_make(a->type, op == 'N' ? a->rows : a->cols, op == 'N' ? a->cols : a->rows);
    for (int64_t i = 0; i < a->rows; ++i)
        for (int64_t j = 0; j < a->cols; ++j) {
            const int64_t from = serial_at(a, i, j);
            const int64_t to = op == 'N' ? serial_at(&made, i, j) : serial_at(&made, j, i);
            made.stored[to] = a->stored[from];
            made.value[to] = op == 'C' ? serial_conjugate(a->value[from]) : a->value[from];
        }
    return made;
}

serial_t serial_multiply(const serial_t *a, const serial_t *b)
{
    serial_t made = serial_make(a->type, a->rows, b->cols);
    for (int64_t i = 0; i < a->rows; ++i)
        for (int64_t k = 0; k < a->cols; ++k)
            for (int64_t j = 0; j < b->cols; ++j) {
                const int64_t from = serial_at(a, i, k), other = serial_at(b, k, j);
                const int64_t to = serial_at(&made, i, j);
                if (!a->stored[from] || !b->stored[other])
                    continue;
                made.stored[to] = true;
                made.value[to] =
                    scalar_add(made.value[to], scalar_mul(a->value[from], b->value[other]));
            }
    return made;
}

scalar_t serial_draw(ga_type type, rng_t *rng)
{
    const double re = (double)rng_range(rng, -3, 3), im = (double)rng_range(rng, -3, 3);
    return scalar_as(type, re, im);
}

/* ---- dense arrays ---------------------------------------------------------------------------- */

/* Cut an extent at random, into at most so many blocks. */
static int64_t draw_cuts(rng_t *rng, int64_t extent, int64_t most, int64_t *cuts)
{
    int64_t n = 0, at = 0;
    while (at < extent && n < most) {
        cuts[n++] = at;
        at += rng_range(rng, 1, extent);
    }
    return n;
}

static ga_t create_array(ga_type type, int64_t rows, int64_t cols, bool is_vector, rng_t *rng)
{
    enum { RANKS = 64 };
    int64_t cuts[2 * RANKS];
    ga_t g = 0;
    ga_spec_t spec = {
        .type = type, .ndim = is_vector ? 1 : 2, .dims = {rows, cols}, .name = "dense"};
    switch (rng_range(rng, 0, 2)) {
    case 0:
        break;
    case 1:
        spec.kind = GA_IRREGULAR;
        spec.blocks[0] = draw_cuts(rng, rows, test_size(), cuts);
        spec.cuts[0] = cuts;
        if (!is_vector) {
            spec.blocks[1] = draw_cuts(rng, cols, test_size() / spec.blocks[0], cuts + RANKS);
            spec.cuts[1] = cuts + RANKS;
        }
        break;
    default:
        spec.kind = GA_BLOCK_CYCLIC;
        spec.block[0] = rng_range(rng, 1, 4);
        spec.block[1] = is_vector ? 0 : rng_range(rng, 1, 4);
    }
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

/* Elements of a model, column by column as a dense array has them. */
static char *pack_dense(const serial_t *model)
{
    const size_t bytes = type_bytes(model->type);
    char *buffer = test_alloc((size_t)(model->rows * model->cols) * bytes), *to = buffer;
    for (int64_t j = 0; j < model->cols; ++j)
        for (int64_t i = 0; i < model->rows; ++i, to += bytes)
            scalar_store(model->type, to, model->value[serial_at(model, i, j)]);
    return buffer;
}

ga_t serial_array(ga_type type, int64_t rows, int64_t cols, bool is_vector, rng_t *rng,
                  serial_t *model)
{
    const ga_t g = create_array(type, rows, cols, is_vector, rng);
    *model = serial_make(type, rows, cols);
    for (int64_t k = 0; k < rows * cols; ++k) {
        model->stored[k] = true;
        model->value[k] = serial_draw(type, rng);
    }
    if (test_rank() == 0) {
        char *buffer = pack_dense(model);
        CHECK_OK(ga_put_nd(g, (int64_t[]){0, 0}, (int64_t[]){rows - 1, cols - 1}, buffer, &rows));
        free(buffer);
    }
    CHECK_OK(ga_sync());
    return g;
}

bool serial_check_array(ga_t g, bool is_vector, const serial_t *model, const char *what)
{
    const size_t bytes = type_bytes(model->type);
    char *buffer = test_alloc((size_t)(model->rows * model->cols) * bytes), *from = buffer;
    bool is_good = true;
    (void)is_vector;
    CHECK_OK(ga_get_nd(g, (int64_t[]){0, 0}, (int64_t[]){model->rows - 1, model->cols - 1}, buffer,
                       &model->rows));
    for (int64_t j = 0; j < model->cols && is_good; ++j)
        for (int64_t i = 0; i < model->rows && is_good; ++i, from += bytes) {
            const scalar_t has = scalar_load(model->type, from),
                           wanted = model->value[serial_at(model, i, j)];
            is_good = scalar_equal(has, wanted);
            if (!is_good)
                test_fail(__FILE__, __LINE__, "%s: element (%d, %d) is %g%+gi, not %g%+gi", what,
                          (int)i, (int)j, has.re, has.im, wanted.re, wanted.im);
        }
    CHECK(is_good);
    free(buffer);
    return is_good;
}

/* ---- sparse matrices ------------------------------------------------------------------------- */

/* Elements begin..end-1 of a row are those of the model between two columns. */
static bool check_row(const serial_t *model, int64_t i, int64_t jlo, int64_t jhi,
                      const int64_t *column, const char *value, int64_t n, const char *what)
{
    const size_t bytes = type_bytes(model->type);
    int64_t k = 0;
    for (int64_t j = jlo; j <= jhi; ++j) {
        const int64_t at = serial_at(model, i, j);
        if (!model->stored[at])
            continue;
        if (k == n || column[k] != j) {
            test_fail(__FILE__, __LINE__, "%s: element (%d, %d) is not stored", what, (int)i,
                      (int)j);
            return false;
        }
        const scalar_t has = scalar_load(model->type, value + (size_t)k * bytes),
                       wanted = model->value[at];
        if (!scalar_equal(has, wanted)) {
            test_fail(__FILE__, __LINE__, "%s: element (%d, %d) is %g%+gi, not %g%+gi", what,
                      (int)i, (int)j, has.re, has.im, wanted.re, wanted.im);
            return false;
        }
        ++k;
    }
    if (k < n)
        test_fail(__FILE__, __LINE__, "%s: row %d has %d elements more", what, (int)i,
                  (int)(n - k));
    return k == n;
}

static int64_t count_stored(const serial_t *model, int64_t ilo, int64_t ihi, int64_t *widest)
{
    int64_t n = 0;
    *widest = 0;
    for (int64_t i = ilo; i <= ihi; ++i) {
        const int64_t before = n;
        for (int64_t j = 0; j < model->cols; ++j)
            n += model->stored[serial_at(model, i, j)];
        *widest = n - before > *widest ? n - before : *widest;
    }
    return n;
}

/* A patch, as this rank reads it. */
static bool check_patch(ga_sparse_t s, const serial_t *model, int64_t ilo, int64_t ihi, int64_t jlo,
                        int64_t jhi, const char *what)
{
    int64_t n = -1;
    bool is_good = CHECK_OK(ga_sparse_count(s, ilo, ihi, jlo, jhi, &n));
    int64_t *begin = test_alloc((size_t)(ihi - ilo + 2) * sizeof *begin);
    int64_t *column = test_alloc((size_t)(n + 1) * sizeof *column);
    char *values = test_alloc((size_t)(n + 1) * type_bytes(model->type));
    is_good = is_good && CHECK_OK(ga_sparse_get(s, ilo, ihi, jlo, jhi, n, begin, column, values));
    is_good = is_good && CHECK_INT(n, begin[ihi - ilo + 1]);
    for (int64_t i = ilo; i <= ihi && is_good; ++i) {
        const int64_t at = begin[i - ilo];
        is_good =
            check_row(model, i, jlo, jhi, column + at,
                      values + (size_t)at * type_bytes(model->type), begin[i - ilo + 1] - at, what);
    }
    free(begin);
    free(column);
    free(values);
    return is_good;
}

/* My rows where they are. */
static bool check_mine(ga_sparse_t s, const serial_t *model, const char *what)
{
    ga_sparse_rows_t rows;
    bool is_good = CHECK_OK(ga_sparse_access(s, &rows));
    for (int64_t i = rows.ilo; i <= rows.ihi && is_good; ++i) {
        const int64_t r = i - rows.ilo;
        const int is_short = rows.index_bytes == 4;
        const int32_t *begin4 = rows.begin, *column4 = rows.column;
        const int64_t *begin8 = rows.begin, *column8 = rows.column;
        const int64_t from = is_short ? begin4[r] : begin8[r],
                      end = is_short ? begin4[r + 1] : begin8[r + 1];
        int64_t *column = test_alloc((size_t)(end - from + 1) * sizeof *column);
        for (int64_t k = from; k < end; ++k)
            column[k - from] = is_short ? column4[k] : column8[k];
        is_good = check_row(model, i, 0, model->cols - 1, column,
                            (const char *)rows.value + (size_t)from * type_bytes(model->type),
                            end - from, what);
        free(column);
    }
    return is_good;
}

bool serial_check(ga_sparse_t s, const serial_t *model, const char *what)
{
    ga_sparse_info_t info;
    int64_t widest, unused;
    if (!CHECK_OK(ga_sparse_inquire(s, &info)))
        return false;
    bool is_good = CHECK_INT(model->rows, info.rows) && CHECK_INT(model->cols, info.cols) &&
                   CHECK_INT(count_stored(model, 0, model->rows - 1, &widest), info.stored) &&
                   CHECK_INT(widest, info.widest) &&
                   CHECK_INT(count_stored(model, info.ilo, info.ihi, &unused), info.mine);
    rng_t rng = rng_seed((uint64_t)(model->rows * 64 + model->cols + test_rank()));
    const int64_t ilo = rng_range(&rng, 0, model->rows - 1),
                  jlo = rng_range(&rng, 0, model->cols - 1);
    is_good = is_good && check_mine(s, model, what) &&
              check_patch(s, model, 0, model->rows - 1, 0, model->cols - 1, what) &&
              check_patch(s, model, ilo, rng_range(&rng, ilo - 1, model->rows - 1), jlo,
                          rng_range(&rng, jlo - 1, model->cols - 1), what);
    CHECK_OK(ga_sync());
    return is_good;
}
