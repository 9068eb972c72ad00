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
TEST_CASE(dots_of_types, TEST_GA)
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
    for (int k = 0; k < 12;
         ++k) { /* whichever is to be transposed, it is b that is read by columns */
        double mine = a.at[(1 + k / 4) * 7 + 2 + k % 4];
        straight += mine * b.at[(1 + k / 3) * 7 + 1 + k % 3];
        turned += mine * b.at[(1 + k % 4) * 7 + 1 + k / 4];
    }
#define TRY(letter, type, value)                                                                   \
    do {                                                                                           \
        int g = array_of(type, &a), h = array_of(type, &b);                                        \
        CHECK(value(GA_##letter##dot(g, h)) == whole);                                             \
        CHECK(value(NGA_##letter##dot_patch(g, 'n', alo, ahi, h, 'n', blo, bhi)) == straight);     \
        CHECK(value(NGA_##letter##dot_patch64(g, 't', walo, wahi, h, 'n', wblo, wbhi)) == turned); \
        CHECK(value(NGA_##letter##dot_patch(g, 'N', alo, ahi, h, 'T', blo, bhi)) == turned);       \
        CHECK(value(NGA_##letter##dot_patch(g, 't', alo, ahi, h, 'T', blo, bhi)) == straight);     \
        GA_Destroy(g);                                                                             \
        GA_Destroy(h);                                                                             \
    } while (0);
    DOTS(TRY)
    grid_free(&a);
    grid_free(&b);
}

/* A patch of a matrix, of which one extent is 1, and one of three dimensions, every combination of
 * flags: b is read with its first index fastest where the flags differ. */
TEST_CASE(dots_of_dimensions, TEST_GA)
{
    int alo[2] = {1, 0}, ahi[2] = {1, 3}, blo[3] = {0, 0, 1}, bhi[3] = {1, 1, 1};
    grid_t a = grid_create(2), b = grid_create(3);
    static const char flags[] = "nNtT";
    double sums[2] = {0, 0};
    for (int64_t k = 0; k < a.n; ++k)
        a.at[k] = (double)(k % 17) - 6;
    for (int64_t k = 0; k < b.n; ++k)
        b.at[k] = (double)(k * k % 23) - 9;
    int g = array_of(C_DBL, &a), h = array_of(C_DBL, &b);
    for (int turned = 0; turned < 2; ++turned)
        for (int k = 0; k < 4; ++k) {
            int at[3] = {turned ? k % 2 : k / 2, turned ? k / 2 : k % 2, 1};
            sums[turned] += a.at[a.dims[1] + k] * b.at[grid_place(&b, at)];
        }
    for (int t = 0; t < 4; ++t)
        for (int u = 0; u < 4; ++u) {
            int turned = (t / 2) != (u / 2);
            CHECK(NGA_Ddot_patch(g, flags[t], alo, ahi, h, flags[u], blo, bhi) == sums[turned]);
        }
    CHECK(sums[0] != sums[1]);
    GA_Destroy(g);
    GA_Destroy(h);
    grid_free(&a);
    grid_free(&b);
}

/* Of three dimensions, as in C, each matrix of the first two. */
TEST_CASE(symmetrized, TEST_GA)
{
    const int dims[3] = {6, 6, 4};
    int index[3], other[3];
    grid_t grid = grid_of(3, dims), result = grid_of(3, dims);
    for (int64_t k = 0; k < grid.n; ++k)
        grid.at[k] = (double)(k * k % 101);
    for (index[0] = 0; index[0] < 6; ++index[0])
        for (index[1] = 0; index[1] < 6; ++index[1])
            for (index[2] = 0; index[2] < 4; ++index[2]) {
                other[0] = index[1];
                other[1] = index[0];
                other[2] = index[2];
                result.at[grid_place(&grid, index)] =
                    (grid.at[grid_place(&grid, index)] + grid.at[grid_place(&grid, other)]) / 2;
            }
    int g = array_of(C_DBL, &grid);
    GA_Symmetrize(g);
    CHECK_ARRAY(g, C_DBL, &result);
    GA_Destroy(g);
    grid_free(&grid);
    grid_free(&result);
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
TEST_CASE(vectors_scanned, TEST_GA)
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

TEST_CASE(vectors_packed, TEST_GA)
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

TEST_CASE(vectors_enumerated, TEST_GA)
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
