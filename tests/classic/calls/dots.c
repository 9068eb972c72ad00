/* Scalar products by type; scans, packing and enumeration of vectors. */
#include <string.h>

#include "calls.h"

/* Of complex numbers nothing is conjugated: the sum of (v - iv)(w - iw) is -2i times that of vw. */
static double part_of_complex(double re, double im)
{
    return re == 0 ? im / -2 : 1e9;
}

#define REAL(x)    ((double)(x))
#define COMPLEX(x) part_of_complex((x).real, (x).imag)
#define DOTS(X)                                                                                    \
    X(I, C_INT, REAL)                                                                              \
    X(L, C_LONG, REAL)                                                                             \
    X(Ll, C_LONGLONG, REAL)                                                                        \
    X(F, C_FLOAT, REAL)                                                                            \
    X(D, C_DBL, REAL)                                                                              \
    X(C, C_SCPL, COMPLEX)                                                                          \
    X(Z, C_DCPL, COMPLEX)

/* Whole arrays; patches of other shapes; a patch and a transposed one. */
void dots_of_types(void)
{
    int alo[2] = {1, 2}, ahi[2] = {3, 5}, blo[2] = {1, 1}, bhi[2] = {4, 3};
    int64_t walo[2] = {1, 2}, wahi[2] = {3, 5}, wblo[2] = {1, 1}, wbhi[2] = {4, 3};
    grid_t a = grid_create(2), b = grid_create(2);
    double whole = 0, straight = 0, turned = 0;
    for (int k = 0; k < 35; ++k) {
        a.at[k] = k * 5 % 11 - 4;
        b.at[k] = k * k % 13 - 5;
        whole += a.at[k] * b.at[k];
    }
    for (int k = 0; k < 12; ++k) {
        double *other = &b.at[(1 + k / 3) * 7 + 1 + k % 3];
        straight += a.at[(1 + k / 4) * 7 + 2 + k % 4] * *other;
        turned += a.at[(1 + k % 3) * 7 + 2 + k / 3] * *other;
    }
#define TRY(letter, type, value)                                                                   \
    do {                                                                                           \
        int g = array_of(type, &a), h = array_of(type, &b);                                        \
        CHECK(value(GA_##letter##dot(g, h)) == whole);                                             \
        CHECK(value(NGA_##letter##dot_patch(g, 'n', alo, ahi, h, 'n', blo, bhi)) == straight);     \
        CHECK(value(NGA_##letter##dot_patch64(g, 't', walo, wahi, h, 'n', wblo, wbhi)) == turned); \
        GA_Destroy(g);                                                                             \
        GA_Destroy(h);                                                                             \
    } while (0);
    DOTS(TRY)
    grid_free(&a);
    grid_free(&b);
}

/* ---- vectors ---- */

enum { N = 31, LO = 3, HI = 27 };

typedef struct vectors {
    grid_t source, target, mask;
    int s, t, m;
} vectors_t;

static vectors_t vectors_create(int type, int mask_type)
{
    vectors_t v = {grid_create(1), grid_create(1), grid_create(1), 0, 0, 0};
    for (int k = 0; k < N; ++k) {
        v.source.at[k] = k * 7 % 10 + 1;
        v.target.at[k] = -k;
        v.mask.at[k] = k % 6 == 5 || k == 8;
    }
    v.s = array_of(type, &v.source);
    v.t = array_of(type, &v.target);
    v.m = array_of(mask_type, &v.mask);
    return v;
}

static void vectors_check(vectors_t *v, int type)
{
    CHECK_ARRAY(v->s, type, &v->source);
    CHECK_ARRAY(v->t, type, &v->target);
    GA_Destroy(v->s);
    GA_Destroy(v->t);
    GA_Destroy(v->m);
    grid_free(&v->source);
    grid_free(&v->target);
    grid_free(&v->mask);
}

/* A mark begins a segment; what is before the first one, or outside the range, stays. */
void vectors_scanned(void)
{
    static const int types[] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_DCPL};
    for (int t = 0; t < 6; ++t)
        for (int way = 0; way < 6; ++way) { /* copy, sums with and without the element; widths */
            vectors_t v = vectors_create(types[t], t % 2 ? C_INT : C_LONG);
            double value = 0;
            int wide = way % 2, is_open = 0;
            if (way < 2 && wide)
                GA_Scan_copy64(v.s, v.t, v.m, LO, HI);
            else if (way < 2)
                GA_Scan_copy(v.s, v.t, v.m, LO, HI);
            else if (wide)
                GA_Scan_add64(v.s, v.t, v.m, LO, HI, way >= 4);
            else
                GA_Scan_add(v.s, v.t, v.m, LO, HI, way >= 4);
            for (int k = LO; k <= HI; ++k) {
                if (v.mask.at[k] != 0) {
                    is_open = 1;
                    value = way < 2 ? v.source.at[k] : 0;
                }
                if (way >= 2 && way < 4)
                    value += v.source.at[k];
                if (is_open)
                    v.target.at[k] = value;
                if (way >= 4)
                    value += v.source.at[k];
            }
            vectors_check(&v, types[t]);
        }
}

void vectors_packed(void)
{
    static const int types[] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_DCPL};
    for (int t = 0; t < 6; ++t)
        for (int way = 0; way < 4; ++way) { /* pack, unpack; widths */
            vectors_t v = vectors_create(types[t], C_INT);
            int count = -1, n = 0;
            int64_t wide = -1;
            if (way == 0)
                GA_Pack(v.s, v.t, v.m, LO, HI, &count);
            else if (way == 1)
                GA_Pack64(v.s, v.t, v.m, LO, HI, &wide);
            else if (way == 2)
                GA_Unpack(v.s, v.t, v.m, LO, HI, &count);
            else
                GA_Unpack64(v.s, v.t, v.m, LO, HI, &wide);
            for (int k = LO; k <= HI; ++k)
                if (v.mask.at[k] != 0) {
                    v.target.at[way < 2 ? n : k] = v.source.at[way < 2 ? k : n];
                    ++n;
                }
            CHECK_INT(n, way % 2 ? wide : count);
            vectors_check(&v, types[t]);
        }
}

void vectors_enumerated(void)
{
    static const int types[] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_DCPL};
    for (int t = 0; t < 6; ++t) {
        vectors_t v = vectors_create(types[t], C_INT);
        double start[2], step[2];
        element_store(types[t], start, 0, 5);
        element_store(types[t], step, 0, 3);
        if (t % 2)
            GA_Patch_enum64(v.t, LO, HI, start, step);
        else
            GA_Patch_enum(v.t, LO, HI, start, step);
        for (int k = LO; k <= HI; ++k)
            v.target.at[k] = 5 + 3 * (k - LO);
        vectors_check(&v, types[t]);
    }
}
