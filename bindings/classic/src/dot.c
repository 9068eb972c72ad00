/* Scalar products, by type; and patches that are transposed. */
#include <stdlib.h>
#include <string.h>

#include "classic.h"

static void check_type(const char *call, ga_t g, ga_type wanted)
{
    ga_type type;
    const char *name;
    CLASSIC_TRY(call, ga_inquire_nd(g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_inquire_name(g, &name));
    /* long has 64 bits here, and long long too */
    int alike = type == wanted || (wanted == ASHLAR_LONG && type == ASHLAR_LLONG) ||
                (wanted == ASHLAR_LLONG && type == ASHLAR_LONG);
    if (!alike)
        classic_stop(call, "array '%s' is of another type", name);
}

static void dot(const char *call, int a, int b, ga_type type, void *result)
{
    ga_t ga = classic_find(call, a)->g, gb = classic_find(call, b)->g;
    check_type(call, ga, type);
    CLASSIC_MASKED(call, ga_dot(ga, gb, result));
}

bool classic_is_transposed(const char *call, char trans)
{
    if (!trans || !strchr("nNtT", trans))
        classic_stop(call, "a patch is transposed or not: 't' or 'n', not character %d", trans);
    return trans == 't' || trans == 'T';
}

/* The elements of a patch with its dimensions reversed: to has extents n. */
static void reverse_order(int ndim, const int64_t *n, size_t size, const char *from, char *to)
{
    int64_t index[GA_MAX_DIM] = {0}, stride[GA_MAX_DIM], total = 1;
    stride[ndim - 1] = 1; /* of the source, along the dimensions of the target */
    for (int d = ndim - 1; d > 0; --d)
        stride[d - 1] = stride[d] * n[d];
    for (int d = 0; d < ndim; ++d)
        total *= n[d];
    for (int64_t k = 0, at = 0; k < total; ++k, to += size) {
        memcpy(to, from + (size_t)at * size, size);
        for (int d = 0; d < ndim; ++d) {
            at += stride[d];
            if (++index[d] < n[d])
                break;
            at -= stride[d] * n[d];
            index[d] = 0;
        }
    }
}

/* Fill my block of an array with what lies there when the dimensions of a patch are reversed. */
static void fill_reversed(const char *call, const classic_patch_t *p, ga_t g, int rank, size_t size)
{
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], from[GA_MAX_DIM], to[GA_MAX_DIM], n[GA_MAX_DIM],
        ld[GA_MAX_DIM], total = 1;
    CLASSIC_TRY(call, ga_distribution_nd(g, rank, lo, hi));
    for (int d = 0; d < p->ndim; ++d) {
        int e = p->ndim - 1 - d;
        n[d] = hi[d] - lo[d] + 1;
        from[e] = p->lo[e] + lo[d];
        to[e] = p->lo[e] + hi[d];
        ld[e] = n[d];
        total *= n[d];
    }
    if (total <= 0)
        return;
    char *buf = malloc(2 * (size_t)total * size);
    if (!buf)
        classic_stop(call, "no memory for %lld elements", 2 * (long long)total);
    char *reversed = buf + (size_t)total * size;
    CLASSIC_TRY(call, ga_get_nd(p->g, from, to, buf, ld));
    reverse_order(p->ndim, n, size, buf, reversed);
    CLASSIC_TRY(call, ga_put_nd(g, lo, hi, reversed, n));
    free(buf);
}

/* The transpose of a patch, in an array of its own, which takes the patch's place. With more than
 * two dimensions these come reversed. */
static ga_t transposed_copy(const char *call, classic_patch_t *p)
{
    ga_type type;
    ga_spec_t spec = {.ndim = p->ndim, .name = "transposed"};
    ga_t g;
    size_t size;
    int rank;
    CLASSIC_TRY(call, ga_inquire_nd(p->g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_inquire_group(p->g, &spec.group));
    CLASSIC_TRY(call, ga_type_bytes(type, &size));
    CLASSIC_TRY(call, ga_group_rank(spec.group, &rank));
    spec.type = type;
    for (int d = 0; d < p->ndim; ++d)
        spec.dims[d] = p->hi[p->ndim - 1 - d] - p->lo[p->ndim - 1 - d] + 1;
    CLASSIC_COLLECTIVE(call, ga_create_spec(&spec, &g));
    classic_patch_t all = {.g = g, .ndim = p->ndim};
    for (int d = 0; d < p->ndim; ++d)
        all.hi[d] = spec.dims[d] - 1;
    if (p->ndim == 2) {
        CLASSIC_TRY(call, ga_transpose_patch(p->g, p->lo, p->hi, g, all.lo, all.hi));
    } else {
        CLASSIC_TRY(call, ga_group_sync(spec.group));
        fill_reversed(call, p, g, rank, size);
        CLASSIC_TRY(call, ga_group_sync(spec.group));
    }
    *p = all;
    return g;
}

static void dot_patch(const char *call, int a, char t_a, int64_t alo[], int64_t ahi[], int b,
                      char t_b, int64_t blo[], int64_t bhi[], ga_type type, void *result)
{
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    /* whichever is to be transposed, it is b whose elements come in that order */
    int is_transposed = classic_is_transposed(call, t_a) != classic_is_transposed(call, t_b);
    check_type(call, p.g, type);
    classic_need_one_group(call, p.g, q.g);
    ga_t copy = is_transposed ? transposed_copy(call, &q) : 0;
    CLASSIC_MASKED(call, ga_dot_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi, result));
    if (is_transposed)
        CLASSIC_COLLECTIVE(call, ga_destroy(copy));
}

#define DOT(letter, ctype, type)                                                                   \
    ctype GA_##letter##dot(int a, int b)                                                           \
    {                                                                                              \
        ctype result;                                                                              \
        dot("GA_" #letter "dot", a, b, type, &result);                                             \
        return result;                                                                             \
    }                                                                                              \
    ctype NGA_##letter##dot_patch64(int a, char t_a, int64_t alo[], int64_t ahi[], int b,          \
                                    char t_b, int64_t blo[], int64_t bhi[])                        \
    {                                                                                              \
        ctype result;                                                                              \
        dot_patch("NGA_" #letter "dot_patch", a, t_a, alo, ahi, b, t_b, blo, bhi, type, &result);  \
        return result;                                                                             \
    }

DOT(I, int, ASHLAR_INT)
DOT(L, long, ASHLAR_LONG)
DOT(Ll, long long, ASHLAR_LLONG)
DOT(F, float, ASHLAR_FLOAT)
DOT(D, double, ASHLAR_DOUBLE)
DOT(C, SingleComplex, ASHLAR_CFLOAT)
DOT(Z, DoubleComplex, ASHLAR_CDOUBLE)

void classic_copy(const char *call, const classic_patch_t *p, const classic_patch_t *q)
{
    CLASSIC_MASKED(call, ga_copy_patch(p->g, p->lo, p->hi, q->g, q->lo, q->hi));
}

static void copy_transposed(const char *call, classic_patch_t *p, classic_patch_t *q)
{
    if (p->ndim == 2 && q->ndim == 2 && p->hi[0] - p->lo[0] == q->hi[1] - q->lo[1] &&
        p->hi[1] - p->lo[1] == q->hi[0] - q->lo[0]) {
        CLASSIC_MASKED(call, ga_transpose_patch(p->g, p->lo, p->hi, q->g, q->lo, q->hi));
        return;
    }
    ga_t copy = transposed_copy(call, p);
    classic_copy(call, p, q);
    CLASSIC_COLLECTIVE(call, ga_destroy(copy));
}

/* On a rank outside the smaller of two groups: the library looks at the other patch. */
static int stay_outside(const char *call, int a, const int64_t *alo, const int64_t *ahi, int b,
                        const int64_t *blo, const int64_t *bhi)
{
    const int is_outside = (a == 0) != (b == 0);
    if (is_outside) {
        classic_patch_t p = a ? classic_patch(call, a, alo, ahi) : (classic_patch_t){0},
                        q = b ? classic_patch(call, b, blo, bhi) : (classic_patch_t){0};
        CLASSIC_COLLECTIVE(call, ga_copy_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi));
    }
    return is_outside;
}

void NGA_Copy_patch64(char trans, int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                      int64_t bhi[])
{
    const char *call = "NGA_Copy_patch";
    const int is_transposed = classic_is_transposed(call, trans);
    if (stay_outside(call, a, alo, ahi, b, blo, bhi))
        return;
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    if (!is_transposed) {
        classic_copy(call, &p, &q);
        return;
    }
    const classic_copy_in_t copy = classic_copy_in_either(call, &p, &q);
    copy_transposed(call, &p, &q);
    classic_copy_out(call, &copy);
}

/* With indices of int, of which there are none for array 0. */
void NGA_Copy_patch(char trans, int a, int alo[], int ahi[], int b, int blo[], int bhi[])
{
    const char *call = "NGA_Copy_patch";
    classic_room_t room = {0};
    const int na = a ? classic_ndim(call, a) : 0, nb = b ? classic_ndim(call, b) : 0;
    int64_t *a_lo = classic_widen(&room, na, alo, a != 0),
            *a_hi = classic_widen(&room, na, ahi, a != 0),
            *b_lo = classic_widen(&room, nb, blo, b != 0),
            *b_hi = classic_widen(&room, nb, bhi, b != 0);
    NGA_Copy_patch64(trans, a, a_lo, a_hi, b, b_lo, b_hi);
    classic_room_free(&room);
}

void NGA_Merge_distr_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                             int64_t bhi[])
{
    const char *call = "NGA_Merge_distr_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    CLASSIC_COLLECTIVE(call, ga_mirror_merge_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi));
}
