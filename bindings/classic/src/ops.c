/* Data-parallel operations. The elements of patches match in row-major order of the program, which
 * is the library's own order of its dimensions; rows of a program are columns of the library. What
 * ranks write of others' blocks, in the calls on masks, GA_Symmetrize() and GA_Get_diag(), must
 * have come before they return. */
#include <string.h>

#include "classic.h"

/* ---- one array ---- */

#define WHOLE(name, call, ...)                                                                     \
    CLASSIC_MASKED(name, call(classic_find(name, g)->g __VA_OPT__(, ) __VA_ARGS__))
#define PATCH(name, call, ...)                                                                     \
    do {                                                                                           \
        classic_patch_t p = classic_patch(name, g, lo, hi);                                        \
        CLASSIC_MASKED(name, call(p.g, p.lo, p.hi __VA_OPT__(, ) __VA_ARGS__));                    \
    } while (0)

void NGA_Zero(int g)
{
    WHOLE("GA_Zero", ga_zero);
}

void NGA_Zero_patch64(int g, int64_t lo[], int64_t hi[])
{
    PATCH("NGA_Zero_patch", ga_zero_patch);
}

void NGA_Fill(int g, void *value)
{
    WHOLE("GA_Fill", ga_fill, value);
}

void NGA_Fill_patch64(int g, int64_t lo[], int64_t hi[], void *val)
{
    PATCH("NGA_Fill_patch", ga_fill_patch, val);
}

void GA_Scale(int g, void *value)
{
    WHOLE("GA_Scale", ga_scale, value);
}

void NGA_Scale_patch64(int g, int64_t lo[], int64_t hi[], void *alpha)
{
    PATCH("NGA_Scale_patch", ga_scale_patch, alpha);
}

void GA_Abs_value(int g)
{
    WHOLE("GA_Abs_value", ga_abs);
}

void GA_Abs_value_patch64(int g, int64_t lo[], int64_t hi[])
{
    PATCH("GA_Abs_value_patch", ga_abs_patch);
}

void GA_Add_constant(int g, void *alpha)
{
    WHOLE("GA_Add_constant", ga_add_constant, alpha);
}

void GA_Add_constant_patch64(int g, int64_t lo[], int64_t hi[], void *alpha)
{
    PATCH("GA_Add_constant_patch", ga_add_constant_patch, alpha);
}

void GA_Recip(int g)
{
    WHOLE("GA_Recip", ga_reciprocal);
}

void GA_Recip_patch64(int g, int64_t lo[], int64_t hi[])
{
    PATCH("GA_Recip_patch", ga_reciprocal_patch);
}

void GA_Norm1(int g, double *nm)
{
    WHOLE("GA_Norm1", ga_norm, GA_ENTRY_NORM_1, nm);
}

void GA_Norm_infinity(int g, double *nm)
{
    WHOLE("GA_Norm_infinity", ga_norm, GA_ENTRY_NORM_INF, nm);
}

void NGA_Randomize(int g, void *value)
{
    static uint64_t seed; /* the same on all ranks, and another for every call */
    WHOLE("GA_Randomize", ga_randomize, ++seed, value);
}

uint64_t classic_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The first call of a program may choose the sequence. */
double NGA_Rand(int idum)
{
    static uint64_t state;
    if (!state)
        state = idum == 0 ? 121238 : (uint64_t)(idum < 0 ? -(int64_t)idum : idum);
    return (double)(classic_mix(state += CLASSIC_MIX_STEP) >> 11) * 0x1p-53;
}

void NGA_Select_elem64(int g, char *op, void *val, int64_t *index)
{
    const classic_array_t *array = classic_find("NGA_Select_elem", g);
    int64_t at[GA_MAX_DIM];
    if (!op || (strncmp(op, "min", 3) != 0 && strncmp(op, "max", 3) != 0))
        classic_stop("NGA_Select_elem", "the operator is \"%s\", not \"min\" or \"max\"",
                     op ? op : "");
    CLASSIC_MASKED("NGA_Select_elem",
                   ga_select(array->g, op[1] == 'i' ? ASHLAR_MIN : ASHLAR_MAX, val, at));
    classic_reverse64(array->ndim, at, index);
}

/* ---- several arrays ---- */

/* The arrays of n patches that are read may be on groups that contain that of home. */
typedef struct copies {
    classic_copy_in_t copy[3];
    int n;
} copies_t;

static copies_t copy_all_in(const char *call, classic_patch_t *const *patches, int n, ga_t home)
{
    copies_t copies = {.n = n};
    for (int k = 0; k < n; ++k)
        copies.copy[k] = classic_copy_in(call, patches[k], home);
    return copies;
}

static void copy_all_out(const char *call, const copies_t *copies)
{
    for (int k = 0; k < copies->n; ++k)
        classic_copy_out(call, &copies->copy[k]);
}

#define WITH_COPIES(name, home, call, ...)                                                         \
    do {                                                                                           \
        classic_patch_t *const patches[] = {__VA_ARGS__};                                          \
        const copies_t copies =                                                                    \
            copy_all_in(name, patches, sizeof patches / sizeof *patches, home);                    \
        CLASSIC_MASKED(name, call);                                                                \
        copy_all_out(name, &copies);                                                               \
    } while (0)
#define A_B_C(name, call)                                                                          \
    do {                                                                                           \
        const ga_t gc = classic_find(name, c)->g;                                                  \
        classic_patch_t p = classic_whole(name, a), q = classic_whole(name, b);                    \
        WITH_COPIES(name, gc, call(p.g, q.g, gc), &p, &q);                                         \
    } while (0)
#define A_B_C_PATCH(name, call)                                                                    \
    do {                                                                                           \
        classic_patch_t p = classic_patch(name, a, alo, ahi),                                      \
                        q = classic_patch(name, b, blo, bhi),                                      \
                        r = classic_patch(name, c, clo, chi);                                      \
        WITH_COPIES(name, r.g, call(p.g, p.lo, p.hi, q.g, q.lo, q.hi, r.g, r.lo, r.hi), &p, &q);   \
    } while (0)

void GA_Add(void *alpha, int a, void *beta, int b, int c)
{
    CLASSIC_MASKED("GA_Add", ga_add(alpha, classic_find("GA_Add", a)->g, beta,
                                    classic_find("GA_Add", b)->g, classic_find("GA_Add", c)->g));
}

void NGA_Add_patch64(void *alpha, int a, int64_t alo[], int64_t ahi[], void *beta, int b,
                     int64_t blo[], int64_t bhi[], int c, int64_t clo[], int64_t chi[])
{
    const char *call = "NGA_Add_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi),
                    r = classic_patch(call, c, clo, chi);
    WITH_COPIES(call, r.g,
                ga_add_patch(alpha, p.g, p.lo, p.hi, beta, q.g, q.lo, q.hi, r.g, r.lo, r.hi), &p,
                &q);
}

void GA_Elem_multiply(int a, int b, int c)
{
    A_B_C("GA_Elem_multiply", ga_multiply);
}

void GA_Elem_multiply_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                              int64_t bhi[], int c, int64_t clo[], int64_t chi[])
{
    A_B_C_PATCH("GA_Elem_multiply_patch", ga_multiply_patch);
}

void GA_Elem_divide(int a, int b, int c)
{
    A_B_C("GA_Elem_divide", ga_divide);
}

void GA_Elem_divide_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                            int64_t bhi[], int c, int64_t clo[], int64_t chi[])
{
    A_B_C_PATCH("GA_Elem_divide_patch", ga_divide_patch);
}

void GA_Elem_maximum(int a, int b, int c)
{
    A_B_C("GA_Elem_maximum", ga_maximum);
}

void GA_Elem_maximum_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                             int64_t bhi[], int c, int64_t clo[], int64_t chi[])
{
    A_B_C_PATCH("GA_Elem_maximum_patch", ga_maximum_patch);
}

void GA_Elem_minimum(int a, int b, int c)
{
    A_B_C("GA_Elem_minimum", ga_minimum);
}

void GA_Elem_minimum_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[],
                             int64_t bhi[], int c, int64_t clo[], int64_t chi[])
{
    A_B_C_PATCH("GA_Elem_minimum_patch", ga_minimum_patch);
}

void GA_Median(int a, int b, int c, int m)
{
    const char *call = "GA_Median";
    CLASSIC_MASKED(call, ga_median(classic_find(call, a)->g, classic_find(call, b)->g,
                                   classic_find(call, c)->g, classic_find(call, m)->g));
}

void GA_Median_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[], int64_t bhi[],
                       int c, int64_t clo[], int64_t chi[], int m, int64_t mlo[], int64_t mhi[])
{
    const char *call = "GA_Median_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi),
                    r = classic_patch(call, c, clo, chi), s = classic_patch(call, m, mlo, mhi);
    CLASSIC_MASKED(
        call, ga_median_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi, r.g, r.lo, r.hi, s.g, s.lo, s.hi));
}

void GA_Step_max(int a, int b, void *step)
{
    const char *call = "GA_Step_max";
    const ga_t home = classic_find(call, a)->g;
    classic_patch_t q = classic_whole(call, b);
    WITH_COPIES(call, home, ga_step_max(home, q.g, step), &q);
}

void GA_Step_max_patch64(int a, int64_t alo[], int64_t ahi[], int b, int64_t blo[], int64_t bhi[],
                         void *step)
{
    const char *call = "GA_Step_max_patch";
    classic_patch_t p = classic_patch(call, a, alo, ahi), q = classic_patch(call, b, blo, bhi);
    WITH_COPIES(call, p.g, ga_step_max_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi, step), &q);
}

void GA_Step_bound_info(int xx, int vv, int xxll, int xxuu, void *boundmin, void *wolfemin,
                        void *boundmax)
{
    const char *call = "GA_Step_bound_info";
    CLASSIC_MASKED(call, ga_step_bound(classic_find(call, xx)->g, classic_find(call, vv)->g,
                                       classic_find(call, xxll)->g, classic_find(call, xxuu)->g,
                                       boundmin, wolfemin, boundmax));
}

void GA_Step_bound_info_patch64(int xx, int64_t xxlo[], int64_t xxhi[], int vv, int64_t vvlo[],
                                int64_t vvhi[], int xxll, int64_t xxlllo[], int64_t xxllhi[],
                                int64_t xxuu, int64_t xxuulo[], int64_t xxuuhi[], void *boundmin,
                                void *wolfemin, void *boundmax)
{
    const char *call = "GA_Step_bound_info_patch";
    classic_patch_t p = classic_patch(call, xx, xxlo, xxhi),
                    q = classic_patch(call, vv, vvlo, vvhi),
                    r = classic_patch(call, xxll, xxlllo, xxllhi),
                    s = classic_patch(call, (int)xxuu, xxuulo, xxuuhi);
    CLASSIC_MASKED(call, ga_step_bound_patch(p.g, p.lo, p.hi, q.g, q.lo, q.hi, r.g, r.lo, r.hi, s.g,
                                             s.lo, s.hi, boundmin, wolfemin, boundmax));
}

/* ---- copies ---- */

void GA_Copy(int a, int b)
{
    CLASSIC_MASKED("GA_Copy",
                   ga_copy(classic_find_or_none("GA_Copy", a), classic_find_or_none("GA_Copy", b)));
}

void GA_Transpose(int a, int b)
{
    const char *call = "GA_Transpose";
    classic_patch_t p = classic_whole(call, a), q = classic_whole(call, b);
    const classic_copy_in_t copy = classic_copy_in_either(call, &p, &q);
    CLASSIC_MASKED(call, ga_transpose(p.g, q.g));
    classic_copy_out(call, &copy);
}

void NGA_Symmetrize(int g)
{
    CLASSIC_COLLECTIVE("GA_Symmetrize", ga_symmetrize(classic_find("GA_Symmetrize", g)->g));
}

/* ---- diagonals, rows, columns ---- */

#define WITH_VECTOR(name, call)                                                                    \
    do {                                                                                           \
        const ga_t matrix = classic_find(name, g)->g;                                              \
        classic_patch_t p = classic_whole(name, v);                                                \
        WITH_COPIES(name, matrix, call(matrix, p.g), &p);                                          \
    } while (0)

void GA_Scale_rows(int g, int v)
{
    WITH_VECTOR("GA_Scale_rows", ga_scale_columns);
}

void GA_Scale_cols(int g, int v)
{
    WITH_VECTOR("GA_Scale_cols", ga_scale_rows);
}

void GA_Get_diag(int g, int v)
{
    const char *call = "GA_Get_diag";
    classic_patch_t p = classic_whole(call, g), q = classic_whole(call, v);
    const classic_copy_in_t copy = classic_copy_in_either(call, &p, &q);
    CLASSIC_COLLECTIVE(call, ga_get_diagonal(p.g, q.g));
    classic_copy_out(call, &copy);
}

void GA_Set_diagonal(int g, int v)
{
    WITH_VECTOR("GA_Set_diagonal", ga_set_diagonal);
}

void GA_Add_diagonal(int g, int v)
{
    WITH_VECTOR("GA_Add_diagonal", ga_add_diagonal);
}

void GA_Shift_diagonal(int g, void *c)
{
    WHOLE("GA_Shift_diagonal", ga_shift_diagonal, c);
}

void GA_Zero_diagonal(int g)
{
    WHOLE("GA_Zero_diagonal", ga_zero_diagonal);
}

/* ---- vectors under masks ---- */

void GA_Scan_add64(int a, int b, int sbit, int64_t lo, int64_t hi, int excl)
{
    const char *call = "GA_Scan_add";
    CLASSIC_COLLECTIVE(call, ga_scan_add(classic_find(call, a)->g, classic_find(call, b)->g,
                                         classic_find(call, sbit)->g, lo, hi, excl));
}

void GA_Scan_copy64(int a, int b, int sbit, int64_t lo, int64_t hi)
{
    const char *call = "GA_Scan_copy";
    CLASSIC_COLLECTIVE(call, ga_scan_copy(classic_find(call, a)->g, classic_find(call, b)->g,
                                          classic_find(call, sbit)->g, lo, hi));
}

void GA_Pack64(int src, int dest, int mask, int64_t lo, int64_t hi, int64_t *icount)
{
    const char *call = "GA_Pack";
    CLASSIC_COLLECTIVE(call, ga_pack(classic_find(call, src)->g, classic_find(call, dest)->g,
                                     classic_find(call, mask)->g, lo, hi, icount));
}

void GA_Unpack64(int src, int dest, int mask, int64_t lo, int64_t hi, int64_t *icount)
{
    const char *call = "GA_Unpack";
    CLASSIC_COLLECTIVE(call, ga_unpack(classic_find(call, src)->g, classic_find(call, dest)->g,
                                       classic_find(call, mask)->g, lo, hi, icount));
}

void GA_Patch_enum64(int g, int64_t lo, int64_t hi, void *start, void *inc)
{
    const char *call = "GA_Patch_enum";
    CLASSIC_MASKED(call, ga_enumerate_patch(classic_find(call, g)->g, &lo, &hi, start, inc));
}
