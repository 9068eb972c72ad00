/* Calls pnga_*, those whose arguments are not the ones of a call of Fortran. */
#include <string.h>

#include "fortran.h"
#include "ga-papi.h"

/* ---- start, types, names --------------------------------------------------------------------- */

int pnga_initialize_comm(MPI_Comm comm)
{
    return NGA_Initialize_comm(comm);
}

int pnga_initialized(void)
{
    return NGA_Initialized();
}

void pnga_inquire_type(Integer g, Integer *type)
{
    ga_type native;
    CLASSIC_TRY("pnga_inquire_type",
                ga_inquire_nd(f_find("pnga_inquire_type", g)->g, &native, NULL, NULL));
    *type = classic_type_code(native);
}

/* Types of Fortran, and those of C that are the same. */
static const int type_pairs[][2] = {{F_INT, sizeof(Integer) == sizeof(long) ? C_LONG : C_INT},
                                    {F_REAL, C_FLOAT},
                                    {F_DBL, C_DBL},
                                    {F_SCPL, C_SCPL},
                                    {F_DCPL, C_DCPL}};
enum { TYPE_PAIRS = sizeof type_pairs / sizeof type_pairs[0] };

Integer pnga_type_f2c(Integer type)
{
    for (int k = 0; k < TYPE_PAIRS; ++k)
        if (type == type_pairs[k][0])
            return type_pairs[k][1];
    return type;
}

Integer pnga_type_c2f(Integer type)
{
    int code = f_type(f_int("pnga_type_c2f", type));
    for (int k = 0; k < TYPE_PAIRS; ++k)
        if (code == type_pairs[k][0])
            return code;
    return -1;
}

int pnga_register_type(size_t bytes)
{
    return NGA_Register_type(bytes);
}

int pnga_deregister_type(int type)
{
    return NGA_Deregister_type(type);
}

void pnga_inquire_name(Integer g, char **name)
{
    *name = NGA_Inquire_name(f_int("pnga_inquire_name", g));
}

void pnga_get_array_name(Integer g, char *name)
{
    NGA_Get_array_name(f_int("pnga_get_array_name", g), name);
}

static int kind_of(const char *call, Integer g)
{
    ga_spec_t spec;
    CLASSIC_TRY(call, ga_inquire_spec(f_find(call, g)->g, &spec));
    return spec.kind;
}

void pnga_get_distribution_type(Integer g, char *type)
{
    static const char *const names[] = {[GA_REGULAR] = "regular",
                                        [GA_IRREGULAR] = "regular",
                                        [GA_BLOCK_CYCLIC] = "block_cyclic",
                                        [GA_SCALAPACK] = "scalapack",
                                        [GA_TILED] = "tiled",
                                        [GA_TILED_IRREGULAR] = "tiled_irreg"};
    strcpy(type, names[kind_of("pnga_get_distribution_type", g)]);
}

logical pnga_uses_irreg_proc_grid(Integer g)
{
    return kind_of("pnga_uses_irreg_proc_grid", g) == GA_TILED_IRREGULAR;
}

/* ---- elements -------------------------------------------------------------------------------- */

void pnga_gather(Integer g, void *values, void *index, Integer c_flag, Integer n)
{
    const char *call = "pnga_gather";
    if (c_flag)
        NGA_Gather(f_int(call, g), values, index, f_int(call, n));
    else
        FORTRAN(nga_gather, NGA_GATHER)(&g, values, index, &n);
}

void pnga_scatter(Integer g, void *values, void *index, Integer c_flag, Integer n)
{
    const char *call = "pnga_scatter";
    if (c_flag)
        NGA_Scatter(f_int(call, g), values, index, f_int(call, n));
    else
        FORTRAN(nga_scatter, NGA_SCATTER)(&g, values, index, &n);
}

void pnga_scatter_acc(Integer g, void *values, void *index, Integer c_flag, Integer n, void *alpha)
{
    const char *call = "pnga_scatter_acc";
    if (c_flag)
        NGA_Scatter_acc(f_int(call, g), values, index, f_int(call, n), alpha);
    else
        FORTRAN(nga_scatter_acc, NGA_SCATTER_ACC)(&g, values, index, &n, alpha);
}

void pnga_periodic(Integer g, Integer *lo, Integer *hi, void *buf, Integer *ld, void *alpha,
                   Integer op_code)
{
    if (op_code == 1)
        FORTRAN(nga_periodic_get, NGA_PERIODIC_GET)(&g, lo, hi, buf, ld);
    else if (op_code == 2)
        FORTRAN(nga_periodic_put, NGA_PERIODIC_PUT)(&g, lo, hi, buf, ld);
    else
        FORTRAN(nga_periodic_acc, NGA_PERIODIC_ACC)(&g, lo, hi, buf, ld, alpha);
}

/* ---- products -------------------------------------------------------------------------------- */

/* A product of C by the type of its elements. */
#define PRODUCT(call, code, value, name, suffix, ...)                                              \
    switch (code) {                                                                                \
    case C_INT:                                                                                    \
        *(int *)(value) = name##Idot##suffix(__VA_ARGS__);                                         \
        break;                                                                                     \
    case C_LONG:                                                                                   \
    case C_LONGLONG:                                                                               \
        *(long long *)(value) = name##Lldot##suffix(__VA_ARGS__);                                  \
        break;                                                                                     \
    case C_FLOAT:                                                                                  \
        *(float *)(value) = name##Fdot##suffix(__VA_ARGS__);                                       \
        break;                                                                                     \
    case C_DBL:                                                                                    \
        *(double *)(value) = name##Ddot##suffix(__VA_ARGS__);                                      \
        break;                                                                                     \
    case C_SCPL:                                                                                   \
        *(SingleComplex *)(value) = name##Cdot##suffix(__VA_ARGS__);                               \
        break;                                                                                     \
    case C_DCPL:                                                                                   \
        *(DoubleComplex *)(value) = name##Zdot##suffix(__VA_ARGS__);                               \
        break;                                                                                     \
    default:                                                                                       \
        classic_stop(call, "type %lld has no product", (long long)(code));                         \
    }

void pnga_dot(int type, Integer a, Integer b, void *value)
{
    const char *call = "pnga_dot";
    int first = f_int(call, a), second = f_int(call, b);
    PRODUCT(call, pnga_type_f2c(type), value, GA_, , first, second)
}

void pnga_dot_patch(Integer a, char *ta, Integer *alo, Integer *ahi, Integer b, char *tb,
                    Integer *blo, Integer *bhi, void *value)
{
    const char *call = "pnga_dot_patch";
    int first = f_int(call, a), second = f_int(call, b), m = classic_ndim(call, first),
        n = classic_ndim(call, second);
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], to_lo[GA_MAX_DIM], to_hi[GA_MAX_DIM];
    Integer type;
    f_reverse(m, alo, 1, lo);
    f_reverse(m, ahi, 1, hi);
    f_reverse(n, blo, 1, to_lo);
    f_reverse(n, bhi, 1, to_hi);
    pnga_inquire_type(a, &type);
    PRODUCT(call, type, value, NGA_, _patch64, first, *ta, lo, hi, second, *tb, to_lo, to_hi)
}

/* ---- patches as numbers ---------------------------------------------------------------------- */

logical pnga_comp_patch(Integer andim, Integer *alo, Integer *ahi, Integer bndim, Integer *blo,
                        Integer *bhi)
{
    const size_t bytes = (size_t)andim * sizeof *alo;
    return andim == bndim && memcmp(alo, blo, bytes) == 0 && memcmp(ahi, bhi, bytes) == 0;
}

logical pnga_patch_intersect(Integer *lo, Integer *hi, Integer *lop, Integer *hip, Integer ndim)
{
    for (Integer d = 0; d < ndim; ++d)
        if (hi[d] < lo[d] || hip[d] < lop[d] || hi[d] < lop[d] || hip[d] < lo[d])
            return 0;
    for (Integer d = 0; d < ndim; ++d) {
        lop[d] = lo[d] > lop[d] ? lo[d] : lop[d];
        hip[d] = hi[d] < hip[d] ? hi[d] : hip[d];
    }
    return 1;
}

/* ---- printing -------------------------------------------------------------------------------- */

void pnga_print_file(FILE *file, Integer g)
{
    GA_Print_file(file, f_int("pnga_print_file", g));
}

void pnga_print_patch_file(FILE *file, Integer g, Integer *lo, Integer *hi, Integer pretty)
{
    const char *call = "pnga_print_patch_file";
    const classic_array_t *array = f_find(call, g);
    f_patch_t p = f_patch_of(array, lo, hi, lo);
    (void)pretty;
    CLASSIC_COLLECTIVE(call, ga_print_patch(array->g, p.lo, p.hi, file));
}

void pnga_print_patch_file2d(FILE *file, Integer g, Integer ilo, Integer ihi, Integer jlo,
                             Integer jhi, Integer pretty)
{
    pnga_print_patch_file(file, g, (Integer[GA_MAX_DIM]){ilo, jlo}, (Integer[GA_MAX_DIM]){ihi, jhi},
                          pretty);
}

void pnga_print_distribution(int fstyle, Integer g)
{
    (void)fstyle;
    GA_Print_distribution(f_int("pnga_print_distribution", g));
}

/* ---- memory ---------------------------------------------------------------------------------- */

void *pnga_malloc(Integer nelem, int type, char *name)
{
    size_t bytes;
    (void)name;
    CLASSIC_TRY("pnga_malloc", ga_type_bytes(classic_type("pnga_malloc", type), &bytes));
    return nelem < 0 ? NULL : malloc((size_t)nelem * bytes + 1);
}

void pnga_free(void *ptr)
{
    free(ptr);
}

Integer pnga_memory_avail_type(Integer type)
{
    size_t bytes, avail = NGA_Memory_avail();
    int code = f_int("pnga_memory_avail_type", type);
    CLASSIC_TRY("pnga_memory_avail_type",
                ga_type_bytes(classic_type("pnga_memory_avail_type", code), &bytes));
    return f_bytes(avail / bytes);
}
