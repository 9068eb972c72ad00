/* Arrays are filled and shown, and patches of them are drawn. */
#include "pool.h"

int64_t volume(int ndim, const int *lo, const int *hi)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d)
        n *= hi[d] - lo[d] + 1;
    return n;
}

void set_everywhere(const array_t *a, uint64_t state, int which)
{
    int lo[MOST] = {0}, hi[MOST], ld[MOST];
    int64_t n = 1;
    for (int d = 0; d < a->ndim; ++d) {
        hi[d] = a->dims[d] - 1;
        n *= a->dims[d];
        if (d > 0)
            ld[d - 1] = a->dims[d];
    }
    if (me == 0) {
        uint64_t was = random_swap(state * 1000033u);
        char *data = malloc((size_t)n * bytes_of(a->type) + 16);
        for (int64_t k = 0; k < n; ++k) {
            static const int halves[] = {1, -1, 2, -2, 4, -4};
            int re = which == 1 ? halves[draw(6)] : between(-9, 9),
                im = which == 1 ? 0 : between(-3, 3);
            element_set(a->type, data, k, re, im);
        }
        NGA_Put(a->g, lo, hi, data, ld);
        free(data);
        random_swap(was);
    }
    GA_Sync();
}

void refill(const array_t *a)
{
    set_everywhere(a, (uint64_t)draw(1 << 30), 0);
}

void refill_divisors(const array_t *a)
{
    set_everywhere(a, (uint64_t)draw(1 << 30), 1);
}

static void show(const array_t *a, bool nearly)
{
    int lo[MOST] = {0}, hi[MOST], ld[MOST];
    int64_t n = 1;
    GA_Sync();
    if (draw(ranks) == me) {
        for (int d = 0; d < a->ndim; ++d) {
            hi[d] = a->dims[d] - 1;
            n *= a->dims[d];
            if (d > 0)
                ld[d - 1] = a->dims[d];
        }
        char *data = malloc((size_t)n * bytes_of(a->type) + 16);
        NGA_Get(a->g, lo, hi, data, ld);
        (nearly ? out_nearly : out_data)("array", a->type, n, data);
        free(data);
    }
    GA_Sync();
}

void touched(const array_t *a)
{
    show(a, false);
}

void touched_nearly(const array_t *a)
{
    show(a, !is_integer(a->type));
}

/* ---- patches --------------------------------------------------------------------------------- */

void patch(const char *name, const array_t *a, int *lo, int *hi)
{
    bool whole = chance(15);
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = whole ? 0 : draw(a->dims[d]);
        hi[d] = whole ? a->dims[d] - 1 : between(lo[d], a->dims[d] - 1);
    }
    arg("%s", name);
    arg_list("lo", a->ndim, lo);
    arg_list("hi", a->ndim, hi);
}

void patch_own(const array_t *a, int *lo, int *hi)
{
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = draw_own(a->dims[d]);
        hi[d] = lo[d] + draw_own(a->dims[d] - lo[d]);
    }
    arg_list("lo", a->ndim, lo);
    arg_list("hi", a->ndim, hi);
}

void patch_like(const char *name, const array_t *a, const int *lo, const int *hi, int *blo,
                int *bhi)
{
    bool same = chance(40);
    for (int d = 0; d < a->ndim; ++d)
        same = same && hi[d] < a->dims[d];
    for (int d = 0; d < a->ndim; ++d) {
        blo[d] = same ? lo[d] : draw(a->dims[d] - (hi[d] - lo[d]));
        bhi[d] = blo[d] + hi[d] - lo[d];
    }
    arg("%s", name);
    arg_list("lo", a->ndim, blo);
    arg_list("hi", a->ndim, bhi);
}

bool patch_of(const char *name, const array_t *a, int64_t count, int *lo, int *hi)
{
    for (int tries = 0; tries < 60; ++tries) {
        int64_t left = count;
        int from = draw(a->ndim);
        for (int k = 0; k < a->ndim; ++k) {
            int d = (from + k) % a->ndim, n = 1;
            for (int t = 0; t < 6; ++t) {
                int e = between(1, a->dims[d]);
                if (left % e == 0 && e >= n)
                    n = e;
                if (chance(30))
                    break;
            }
            if (k == a->ndim - 1 && left <= a->dims[d])
                n = (int)left;
            left /= n;
            lo[d] = draw(a->dims[d] - n + 1);
            hi[d] = lo[d] + n - 1;
        }
        if (left == 1) {
            arg("%s", name);
            arg_list("lo", a->ndim, lo);
            arg_list("hi", a->ndim, hi);
            return true;
        }
    }
    arg("%s none", name);
    return false;
}
