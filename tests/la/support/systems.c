#include "la/support/systems.h"

#include <math.h>
#include <stdio.h>

#include "harness/harness.h"

/* The whole matrix times a power of 2; its squares may be beyond the range of the type. */
static void draw_size(step_t *s, dense_t *a)
{
    int most = type_is_single(s->type) ? 90 : 900;
    if (step_once_in(s, 2))
        *a = dense_times(ldexp(1, (int)rng_range(&s->rng, -most, most)), a);
}

/* All of it, or from place k on the leading minors. */
static void draw_definite(step_t *s, system_t *p, int64_t n, int64_t k)
{
    int64_t kind = rng_range(&s->rng, 0, 5);
    p->a = dense_hermitian(&s->rng, s->type, n, true);
    if (kind < 2) {
        if (kind == 0)
            p->a = dense_create(n, n);
        else
            *dense_at(&p->a, k, k) = -1;
        snprintf(p->words, sizeof p->words,
                 "array 'matrix' is not positive definite: its leading minor of order %d is not",
                 kind == 0 ? 1 : (int)k + 1);
    } else {
        p->plain = true;
        draw_size(s, &p->a);
    }
}

/* A column of zeros, a row of zeros, or nothing but zeros. */
static void make_singular(system_t *p, int64_t kind, int64_t k)
{
    int64_t n = p->a.n, zero = kind == 0 ? k : kind == 1 ? n - 1 : 0;
    if (kind == 2)
        p->a = dense_create(n, n);
    for (int64_t i = 0; i < n; ++i)
        *(kind == 0 ? dense_at(&p->a, i, k) : dense_at(&p->a, k, i)) = 0;
    snprintf(p->words, sizeof p->words,
             "array 'matrix' is singular: element (%d,%d) of U is exactly zero", (int)zero,
             (int)zero);
}

static void make_hard(step_t *s, dense_t *a, int64_t kind, int64_t k)
{
    int most = type_is_single(s->type) ? 50 : 400;
    int64_t n = a->n;
    for (int64_t j = 0; kind == 0 && j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            *dense_at(a, i, j) *= ldexp(1, (int)(j * 2 * most / n) - most);
    for (int64_t i = 0; kind == 1 && i < n; ++i) /* the last column is almost another */
        *dense_at(a, i, n - 1) = *dense_at(a, i, 0) + (i == k ? 4096 * type_epsilon(s->type) : 0);
    for (int64_t i = 0; kind == 2 && i < n; ++i)
        *dense_at(a, i, i) = 0;
}

system_t system_draw(step_t *s, bool lower)
{
    int64_t n = step_extent(s), k = rng_range(&s->rng, 0, n - 1), kind;
    system_t p = {.lower = lower};
    if (lower) {
        draw_definite(s, &p, n, k);
        return p;
    }
    p.a = step_random(s, n, n);
    *dense_at(&p.a, 0, 0) += 2; /* of order 1 and 2 not singular */
    kind = rng_range(&s->rng, 0, 8);
    if (kind < 3)
        make_singular(&p, kind, k);
    else if (kind < 6 && n > 4)
        make_hard(s, &p.a, kind - 3, k);
    else
        p.plain = true;
    if (p.plain)
        draw_size(s, &p.a);
    return p;
}

ga_t system_array(step_t *s, const system_t *p)
{
    return p->lower ? step_from_lower(s, &p->a) : step_from(s, &p->a);
}

void check_unchanged(const system_t *p, ga_t g)
{
    CHECK(p->lower ? matrix_lower_is(g, &p->a) : matrix_is(g, &p->a));
}
