/* Operations on patches. */
#include <ctype.h>

#include "differential.h"

extern void nga_copy_patch_(char *, Integer *, Integer *, Integer *, Integer *, Integer *,
                            Integer *, size_t);
extern void ga_copy_patch_(char *, Integer *, Integer *, Integer *, Integer *, Integer *, Integer *,
                           Integer *, Integer *, Integer *, Integer *, size_t);
extern void nga_add_patch_(void *, Integer *, Integer *, Integer *, void *, Integer *, Integer *,
                           Integer *, Integer *, Integer *, Integer *);
extern void nga_fill_patch_(Integer *, Integer *, Integer *, void *);
extern void nga_zero_patch_(Integer *, Integer *, Integer *);
extern void nga_scale_patch_(Integer *, Integer *, Integer *, void *);
extern void ga_fill_patch_(Integer *, Integer *, Integer *, Integer *, Integer *, void *);
extern void ga_scale_patch_(Integer *, Integer *, Integer *, Integer *, Integer *, void *);
#define DOT(result, letter)                                                                        \
    extern result nga_##letter##dot_patch_(Integer *, char *, Integer *, Integer *, Integer *,     \
                                           char *, Integer *, Integer *, size_t, size_t);          \
    extern result ga_##letter##dot_patch_(Integer *, char *, Integer *, Integer *, Integer *,      \
                                          Integer *, Integer *, char *, Integer *, Integer *,      \
                                          Integer *, Integer *, size_t, size_t);
DOT(double, d)
DOT(float, s)
extern Integer nga_idot_patch_(Integer *, char *, Integer *, Integer *, Integer *, char *,
                               Integer *, Integer *, size_t, size_t);

static array_t *any(const char *name)
{
    int r = draw(10);
    array_t *a = array(r < 5   ? FAMILY + draw(4)
                       : r < 8 ? OTHER + draw(2)
                       : r < 9 ? SQUARE + draw(2)
                               : WIDE + draw(2));
    print_array(name, a);
    return a;
}

static void one_patch(void)
{
    array_t *a = any("a");
    static const char *const names[] = {"fill", "zero", "scale"};
    int op = draw(3), lo[MOST], hi[MOST];
    refill(a);
    arg("%s", names[op]);
    enum flavour f = draw_flavour(a->ndim == 2 && op != 1);
    scalar_t s = draw_scalar("value", a->type);
    patch("", a, lo, hi);
    int64_t wlo[MOST], whi[MOST];
    Integer g = a->g, flo[MOST], fhi[MOST];
    wider(a->ndim, lo, wlo), wider(a->ndim, hi, whi);
    fortran_index(a->ndim, lo, flo), fortran_index(a->ndim, hi, fhi);
    bool leave = a->is_cyclic && ranks > 1 && skip(RULE_fill_patch_dealt);
    go();
    if (leave)
        return;
    if (op == 0)
        f == PLAIN     ? NGA_Fill_patch(a->g, lo, hi, &s)
        : f == WIDER   ? NGA_Fill_patch64(a->g, wlo, whi, &s)
        : f == FORTRAN ? nga_fill_patch_(&g, flo, fhi, &s)
                       : ga_fill_patch_(&g, &flo[0], &fhi[0], &flo[1], &fhi[1], &s);
    else if (op == 1)
        f == PLAIN   ? NGA_Zero_patch(a->g, lo, hi)
        : f == WIDER ? NGA_Zero_patch64(a->g, wlo, whi)
                     : nga_zero_patch_(&g, flo, fhi);
    else
        f == PLAIN     ? NGA_Scale_patch(a->g, lo, hi, &s)
        : f == WIDER   ? NGA_Scale_patch64(a->g, wlo, whi, &s)
        : f == FORTRAN ? nga_scale_patch_(&g, flo, fhi, &s)
                       : ga_scale_patch_(&g, &flo[0], &fhi[0], &flo[1], &fhi[1], &s);
    touched(a);
}

static bool same_shape(const array_t *a, const int *alo, const int *ahi, const array_t *b,
                       const int *blo, const int *bhi)
{
    if (a->ndim != b->ndim)
        return false;
    for (int d = 0; d < a->ndim; ++d)
        if (ahi[d] - alo[d] != bhi[d] - blo[d])
            return false;
    return true;
}

/* Two patches: of the same shape, of shapes turned round, or only of as many elements. */
static bool pair(array_t *a, array_t *b, int *alo, int *ahi, int *blo, int *bhi)
{
    int tries = 0;
    patch("a", a, alo, ahi);
    bool alike = a->ndim == b->ndim && chance(40);
    for (int d = 0; alike && d < a->ndim; ++d)
        alike = ahi[d] - alo[d] < b->dims[d];
    if (alike) {
        patch_like("b", b, alo, ahi, blo, bhi);
        return true;
    }
    bool turned = a->ndim == b->ndim && chance(50);
    for (int d = 0; turned && d < a->ndim; ++d)
        turned = ahi[a->ndim - 1 - d] - alo[a->ndim - 1 - d] < b->dims[d];
    if (turned) {
        int lo[MOST], hi[MOST];
        for (int d = 0; d < a->ndim; ++d) {
            lo[d] = alo[a->ndim - 1 - d];
            hi[d] = ahi[a->ndim - 1 - d];
        }
        patch_like("b", b, lo, hi, blo, bhi);
        return true;
    }
    for (; tries < 4; ++tries) {
        if (patch_of("b", b, volume(a->ndim, alo, ahi), blo, bhi))
            return true;
        patch("a", a, alo, ahi);
    }
    return false;
}

static char draw_flag(const char *name)
{
    char c = "nNtT"[draw(4)];
    arg("%s=%c", name, c);
    return c;
}

static bool turns(char c)
{
    return tolower((unsigned char)c) != 'n';
}

static bool intersect(int n, const int *alo, const int *ahi, const int *blo, const int *bhi)
{
    for (int d = 0; d < n; ++d)
        if (alo[d] > bhi[d] || blo[d] > ahi[d])
            return false;
    return true;
}

static void copy_patch(void)
{
    array_t *a = any("a"), *b = any("b");
    int alo[MOST], ahi[MOST], blo[MOST], bhi[MOST];
    refill(a);
    if (a != b)
        refill(b);
    enum flavour f = draw_flavour(a->ndim == 2 && b->ndim == 2);
    char t = draw_flag("trans");
    bool leave = !pair(a, b, alo, ahi, blo, bhi);
    if (!leave && a == b && intersect(a->ndim, alo, ahi, blo, bhi))
        leave = true; /* what overlaps ends the program */
    if (!leave && (a->is_cyclic || b->is_cyclic) &&
        (turns(t) || !same_shape(a, alo, ahi, b, blo, bhi)) && skip(RULE_dealt_turned))
        leave = true;
    if (leave) {
        arg("left out");
        go();
        return;
    }
    int64_t w[4][MOST];
    Integer ga = a->g, gb = b->g, fa[MOST], fA[MOST], fb[MOST], fB[MOST];
    fortran_index(a->ndim, alo, fa), fortran_index(a->ndim, ahi, fA);
    fortran_index(b->ndim, blo, fb), fortran_index(b->ndim, bhi, fB);
    go();
    if (f == PLAIN)
        NGA_Copy_patch(t, a->g, alo, ahi, b->g, blo, bhi);
    else if (f == WIDER)
        NGA_Copy_patch64(t, a->g, wider(a->ndim, alo, w[0]), wider(a->ndim, ahi, w[1]), b->g,
                         wider(b->ndim, blo, w[2]), wider(b->ndim, bhi, w[3]));
    else if (f == FORTRAN)
        nga_copy_patch_(&t, &ga, fa, fA, &gb, fb, fB, 1);
    else
        ga_copy_patch_(&t, &ga, &fa[0], &fA[0], &fa[1], &fA[1], &gb, &fb[0], &fB[0], &fb[1], &fB[1],
                       1);
    touched(b);
}

static void dot_patch(void)
{
    array_t *a = any("a"), *b = any("b");
    int alo[MOST], ahi[MOST], blo[MOST], bhi[MOST];
    refill(a);
    if (a != b)
        refill(b);
    enum flavour f = draw_flavour(a->ndim == 2 && b->ndim == 2);
    char ta = draw_flag("ta"), tb = draw_flag("tb");
    bool leave = !pair(a, b, alo, ahi, blo, bhi);
    if (!leave && (a->is_cyclic || b->is_cyclic) &&
        (turns(ta) || turns(tb) || !same_shape(a, alo, ahi, b, blo, bhi)) &&
        skip(RULE_dealt_turned))
        leave = true;
    if (leave) {
        arg("left out");
        go();
        return;
    }
    int64_t w[4][MOST];
    Integer ga = a->g, gb = b->g, fa[MOST], fA[MOST], fb[MOST], fB[MOST];
    fortran_index(a->ndim, alo, fa), fortran_index(a->ndim, ahi, fA);
    fortran_index(b->ndim, blo, fb), fortran_index(b->ndim, bhi, fB);
    wider(a->ndim, alo, w[0]), wider(a->ndim, ahi, w[1]), wider(b->ndim, blo, w[2]),
        wider(b->ndim, bhi, w[3]);
    go();
    SingleComplex c;
    DoubleComplex z;
#define C_DOT(name)                                                                                \
    (f == WIDER ? NGA_##name##dot_patch64(a->g, ta, w[0], w[1], b->g, tb, w[2], w[3])              \
                : NGA_##name##dot_patch(a->g, ta, alo, ahi, b->g, tb, blo, bhi))
#define F_DOT(letter)                                                                              \
    (f == FORTRAN ? nga_##letter##dot_patch_(&ga, &ta, fa, fA, &gb, &tb, fb, fB, 1, 1)             \
                  : ga_##letter##dot_patch_(&ga, &ta, &fa[0], &fA[0], &fa[1], &fA[1], &gb, &tb,    \
                                            &fb[0], &fB[0], &fb[1], &fB[1], 1, 1))
    switch (a->type) {
    case C_INT:
        out("%d", C_DOT(I));
        break;
    case C_LONG:
        out("%ld", f == FORTRAN ? (long)nga_idot_patch_(&ga, &ta, fa, fA, &gb, &tb, fb, fB, 1, 1)
                                : C_DOT(L));
        break;
    case C_LONGLONG:
        out("%lld", C_DOT(Ll));
        break;
    case C_FLOAT:
        out("%g", f >= FORTRAN ? (double)F_DOT(s) : (double)C_DOT(F));
        break;
    case C_DBL:
        out("%g", f >= FORTRAN ? F_DOT(d) : C_DOT(D));
        break;
    case C_SCPL:
        c = C_DOT(C);
        out("%g %g", (double)c.real, (double)c.imag);
        break;
    default:
        z = C_DOT(Z);
        out("%g %g", z.real, z.imag);
    }
}

static void add_patch(void)
{
    array_t *a = any("a"), *b = any("b"), *c = any("c");
    int alo[MOST], ahi[MOST], blo[MOST], bhi[MOST], clo[MOST], chi[MOST];
    refill(a), refill(b), refill(c);
    enum flavour f = draw_flavour(false);
    scalar_t alpha = draw_scalar("alpha", a->type), beta = draw_scalar("beta", a->type);
    bool leave =
        (a->is_cyclic || b->is_cyclic || c->is_cyclic) && ranks > 1 && skip(RULE_fill_patch_dealt);
    leave = !pair(a, b, alo, ahi, blo, bhi) || leave;
    if (!leave) {
        bool fits = c->ndim == a->ndim;
        for (int d = 0; fits && d < a->ndim; ++d)
            fits = ahi[d] - alo[d] < c->dims[d];
        if (fits)
            patch_like("c", c, alo, ahi, clo, chi);
        else
            leave = !patch_of("c", c, volume(a->ndim, alo, ahi), clo, chi);
    }
    if (!leave && c == a && intersect(a->ndim, alo, ahi, clo, chi) &&
        memcmp(alo, clo, sizeof(int) * (size_t)a->ndim))
        leave = true; /* overlaps */
    if (!leave && c == b && intersect(b->ndim, blo, bhi, clo, chi) &&
        memcmp(blo, clo, sizeof(int) * (size_t)b->ndim))
        leave = true;
    if (!leave && skip(RULE_add_patch_shapes) &&
        (!same_shape(a, alo, ahi, c, clo, chi) || !same_shape(b, blo, bhi, c, clo, chi)))
        leave = true;
    if (leave) {
        arg("left out");
        go();
        return;
    }
    int64_t w[6][MOST];
    Integer ga = a->g, gb = b->g, gc = c->g, F[6][MOST];
    fortran_index(a->ndim, alo, F[0]), fortran_index(a->ndim, ahi, F[1]);
    fortran_index(b->ndim, blo, F[2]), fortran_index(b->ndim, bhi, F[3]);
    fortran_index(c->ndim, clo, F[4]), fortran_index(c->ndim, chi, F[5]);
    wider(a->ndim, alo, w[0]), wider(a->ndim, ahi, w[1]), wider(b->ndim, blo, w[2]),
        wider(b->ndim, bhi, w[3]);
    wider(c->ndim, clo, w[4]), wider(c->ndim, chi, w[5]);
    go();
    if (f == PLAIN)
        NGA_Add_patch(&alpha, a->g, alo, ahi, &beta, b->g, blo, bhi, c->g, clo, chi);
    else if (f == WIDER)
        NGA_Add_patch64(&alpha, a->g, w[0], w[1], &beta, b->g, w[2], w[3], c->g, w[4], w[5]);
    else
        nga_add_patch_(&alpha, &ga, F[0], F[1], &beta, &gb, F[2], F[3], &gc, F[4], F[5]);
    touched(c);
}

const entry_t patch_calls[] = {{"one_patch", one_patch, 8},
                               {"copy_patch", copy_patch, 16},
                               {"dot_patch", dot_patch, 16},
                               {"add_patch", add_patch, 8},
                               {NULL, NULL, 0}};
