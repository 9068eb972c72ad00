/* A triangular solve of one rank. Only columns of the triangle are read: those of a step are solved
 * for, and beside the diagonal they say what the step contributes to the rest of b, or what the
 * rest, which has been solved for, contributes to the step. */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/blas/la_level3_routines.h"
#include "linalg/src/calls/la_triangle.h"

/* Columns of a triangle. */
typedef struct step {
    int64_t lo, hi;     /* lo..hi-1 */
    int64_t first, end; /* rows beside the diagonal: first..end-1 */
} step_t;

static bool is_seamless(const lai_view_t *v, int d)
{
    const gai_layout_t *layout = v->array ? v->array->dist.layout : NULL;
    return !v->array || (layout && gai_layout_is_seamless(layout, d));
}

int64_t lai_view_end(const lai_view_t *v, int d, int64_t index, int64_t end)
{
    if (is_seamless(v, d))
        return end;
    const gai_axis_t *axis = &v->array->dist.axis[d];
    return ali_min(end, gai_axis_end(axis, gai_axis_block(axis, index)));
}

int64_t lai_view_begin(const lai_view_t *v, int d, int64_t index)
{
    if (is_seamless(v, d))
        return 0;
    const gai_axis_t *axis = &v->array->dist.axis[d];
    return gai_axis_lo(axis, gai_axis_block(axis, index));
}

/* An element, and the leading dimension of what it is in. */
static char *locate_in(const lai_triangle_t *t, const lai_view_t *v, int64_t i, int64_t j,
                       la_int *ld)
{
    const size_t element = t->blas->element;
    if (!v->array) {
        *ld = lai_int(v->ld);
        return v->at + element * (size_t)(i - v->origin[0] + (j - v->origin[1]) * v->ld);
    }
    const int64_t index[2] = {i, j};
    gai_block_t block;
    gai_block_of(&v->array->dist, index, &block);
    *ld = lai_int(block.ld[0]);
    return gai_block_address(v->array, &block) +
           element * (size_t)gai_block_offset(&block, 2, index);
}

/* Element `index` of my first right-hand side. */
static char *locate_b(const lai_triangle_t *t, int64_t index, la_int *ld)
{
    return t->side == 'L' ? locate_in(t, &t->b, index, t->first, ld)
                          : locate_in(t, &t->b, t->first, index, ld);
}

/* The op of the triangle for vectors: on the right they see its transpose. */
static char vector_op(const lai_triangle_t *t)
{
    return t->side == 'L' ? t->trans : t->trans == 'N' ? 'T' : 'N';
}

static char *next_vector(const lai_triangle_t *t, char *x, la_int ld, int64_t k)
{
    return x + t->blas->element * (size_t)(k * ld);
}

static void solve_diagonal(const lai_triangle_t *t, const step_t *s)
{
    const int64_t width = s->hi - s->lo;
    la_int lda, ldb;
    const char *a = locate_in(t, &t->a, s->lo, s->lo, &lda);
    char *b = locate_b(t, s->lo, &ldb);
    if (t->has_vectors)
        for (int64_t k = 0; k < t->count; ++k)
            lai_solve_vector(t->array->type, t->uplo, vector_op(t), t->diag, width, a, lda,
                             next_vector(t, b, ldb, k));
    else if (t->side == 'L')
        t->routines->trsm('L', t->uplo, t->trans, t->diag, width, t->count, a, lda, b, ldb);
    else
        t->routines->trsm('R', t->uplo, t->trans, t->diag, t->count, width, a, lda, b, ldb);
}

/* to -= the product of rows first..end-1 of the step and of `from`, one of which is the step's part
 * of b, and the other that of these rows. */
static void subtract_rows(const lai_triangle_t *t, const step_t *s, int64_t first, int64_t end)
{
    const lai_blas_t *blas = t->blas;
    const bool pushes = lai_triangle_pushes(t);
    const la_int width = lai_int(s->hi - s->lo), rows = lai_int(end - first);
    const la_int count = lai_int(t->count), m = pushes ? rows : width, k = pushes ? width : rows;
    la_int lda, ld_from, ld_to;
    const char *a = locate_in(t, &t->a, first, s->lo, &lda);
    char *from = locate_b(t, pushes ? s->lo : first, &ld_from);
    char *to = locate_b(t, pushes ? first : s->lo, &ld_to);
    if (t->has_vectors)
        for (int64_t v = 0; v < t->count; ++v)
            blas->gemv(vector_op(t), rows, width, blas->minus_one, a, lda,
                       next_vector(t, from, ld_from, v), blas->one, next_vector(t, to, ld_to, v));
    else if (t->side == 'L')
        blas->gemm(t->trans, 'N', m, count, k, blas->minus_one, a, lda, from, ld_from, blas->one,
                   to, ld_to);
    else
        blas->gemm('N', t->trans, count, m, k, blas->minus_one, from, ld_from, a, lda, blas->one,
                   to, ld_to);
    (void)al_poll();
}

static void subtract_pieces(const lai_triangle_t *t, const step_t *s)
{
    int64_t end;
    for (int64_t i = s->first; i < s->end; i = end) {
        end = lai_view_end(&t->a, 0, i, s->end);
        end = lai_view_end(&t->b, lai_triangle_axis(t), i, end);
        subtract_rows(t, s, i, end);
    }
}

/* b *= alpha, my right-hand sides: a product of no columns, which does not read b if alpha is 0. */
static void scale_rhs(const lai_triangle_t *t)
{
    const lai_blas_t *blas = t->blas;
    int64_t end;
    for (int64_t i = 0; i < t->n; i = end) {
        end = lai_view_end(&t->b, lai_triangle_axis(t), i, t->n);
        const int64_t m = t->side == 'L' ? end - i : t->count;
        const int64_t n = t->side == 'L' ? t->count : end - i;
        la_int ld;
        char *b = locate_b(t, i, &ld);
        blas->gemm('N', 'N', lai_int(m), lai_int(n), 0, blas->one, blas->one, lai_int(m), blas->one,
                   1, t->alpha, b, ld);
    }
}

/* The step that begins at column `from`, or if the triangle is solved upwards ends before it. It
 * ends where blocks end. */
static step_t next_step(const lai_triangle_t *t, bool down, int64_t from)
{
    step_t s = {.lo = from, .hi = from};
    if (down) {
        s.hi = ali_min(from + t->width, t->n);
        for (int d = 0; d < 2; ++d)
            s.hi = lai_view_end(&t->a, d, from, s.hi);
        s.hi = lai_view_end(&t->b, lai_triangle_axis(t), from, s.hi);
    } else {
        s.lo = ali_max(from - t->width, 0);
        for (int d = 0; d < 2; ++d)
            s.lo = ali_max(s.lo, lai_view_begin(&t->a, d, from - 1));
        s.lo = ali_max(s.lo, lai_view_begin(&t->b, lai_triangle_axis(t), from - 1));
    }
    s.first = t->uplo == 'L' ? s.hi : 0;
    s.end = t->uplo == 'L' ? t->n : s.lo;
    return s;
}

/* Have the step's columns of the triangle. */
static int read_step(lai_triangle_t *t, const step_t *s)
{
    lai_view_t *a = &t->a;
    if (a->array)
        return ASHLAR_OK;
    const int64_t lo[2] = {ali_min(s->first, s->lo), s->lo};
    const int64_t hi[2] = {ali_max(s->end, s->hi) - 1, s->hi - 1};
    a->origin[0] = lo[0];
    a->origin[1] = lo[1];
    a->ld = hi[0] - lo[0] + 1;
    return gai_read(t->array, lo, hi, a->at, &a->ld);
}

int lai_triangle_steps(lai_triangle_t *t)
{
    const bool pushes = lai_triangle_pushes(t), down = (t->uplo == 'L') == pushes;
    if (memcmp(t->alpha, t->blas->one, t->blas->element) != 0)
        scale_rhs(t);
    if (t->blas->is_zero(t->alpha))
        return ASHLAR_OK;
    for (int64_t from = down ? 0 : t->n; from != (down ? t->n : 0);) {
        const step_t s = next_step(t, down, from);
        AL_TRY(read_step(t, &s));
        if (!pushes)
            subtract_pieces(t, &s);
        solve_diagonal(t, &s);
        if (pushes)
            subtract_pieces(t, &s);
        from = down ? s.hi : s.lo;
    }
    return ASHLAR_OK;
}
