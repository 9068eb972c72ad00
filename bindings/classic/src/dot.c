/* Scalar products, by type; and patches that are transposed. */
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

int classic_is_transposed(const char *call, char trans)
{
    if (!trans || !strchr("nNtT", trans))
        classic_stop(call, "a patch is transposed or not: 't' or 'n', not character %d", trans);
    return trans == 't' || trans == 'T';
}

/* The transpose of a patch, in an array of its own, which takes the patch's place. */
static ga_t turned_copy(const char *call, classic_patch_t *p)
{
    ga_type type;
    ga_spec_t spec = {.ndim = 2, .name = "transposed"};
    ga_t g;
    if (p->ndim != 2)
        classic_stop(call, "only patches of 2 dimensions can be transposed, not of %d", p->ndim);
    CLASSIC_TRY(call, ga_inquire_nd(p->g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_inquire_group(p->g, &spec.group));
    spec.type = type;
    for (int d = 0; d < 2; ++d)
        spec.dims[d] = p->hi[!d] - p->lo[!d] + 1;
    CLASSIC_MEET(call, ga_create_spec(&spec, &g));
    const int64_t lo[2] = {0, 0}, hi[2] = {spec.dims[0] - 1, spec.dims[1] - 1};
    CLASSIC_TRY(call, ga_transpose_patch(p->g, p->lo, p->hi, g, lo, hi));
    *p = (classic_patch_t){.g = g, .ndim = 2, .hi = {hi[0], hi[1]}};
    return g;
}

static void dot_patch(const char *call, int a, char t_a, int64_t alo[], int64_t ahi[], int b,
                      char t_b, int64_t blo[], int64_t bhi[], ga_type type, void *result)
{
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    int turned = classic_is_transposed(call, t_a) != classic_is_transposed(call, t_b);
    check_type(call, p.g, type);
    ga_t copy = turned ? turned_copy(call, &p) : 0;
    CLASSIC_MASKED(call, ga_dot_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi, result));
    if (turned)
        CLASSIC_MEET(call, ga_destroy(copy));
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

static int same_extents(const classic_patch_t *p, const classic_patch_t *q)
{
    int same = p->ndim == q->ndim;
    for (int d = 0; same && d < p->ndim; ++d)
        same = p->hi[d] - p->lo[d] == q->hi[d] - q->lo[d];
    return same;
}

/* Patches of other shapes but as many elements match in their order: the larger of one and the
 * same. */
static void copy_reshaped(const char *call, const classic_patch_t *p, const classic_patch_t *q)
{
    ga_type type;
    CLASSIC_TRY(call, ga_inquire_nd(p->g, &type, NULL, NULL));
    if ((unsigned)type >= ASHLAR_TYPE_COUNT)
        classic_stop(call, "patches of records must have the same extents");
    CLASSIC_MASKED(call,
                   ga_maximum_patch(p->g, p->lo, p->hi, p->g, p->lo, p->hi, q->g, q->lo, q->hi));
}

void classic_copy(const char *call, const classic_patch_t *p, const classic_patch_t *q)
{
    if (same_extents(p, q))
        CLASSIC_MASKED(call, ga_copy_patch(p->g, p->lo, p->hi, q->g, q->lo, q->hi));
    else
        copy_reshaped(call, p, q);
}

void NGA_Copy_patch64(char trans, int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                      int64_t bhi[])
{
    const char *call = "NGA_Copy_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    if (classic_is_transposed(call, trans)) {
        if (p.ndim == 2 && q.ndim == 2 && p.hi[0] - p.lo[0] == q.hi[1] - q.lo[1] &&
            p.hi[1] - p.lo[1] == q.hi[0] - q.lo[0]) {
            CLASSIC_MASKED(call, ga_transpose_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi));
            return;
        }
        ga_t copy = turned_copy(call, &p);
        copy_reshaped(call, &p, &q);
        CLASSIC_MEET(call, ga_destroy(copy));
    } else {
        classic_copy(call, &p, &q);
    }
}

void NGA_Merge_distr_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                             int64_t bhi[])
{
    const char *call = "NGA_Merge_distr_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    CLASSIC_MEET(call, ga_mirror_merge_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi));
}
