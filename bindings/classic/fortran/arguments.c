/* Arguments from Fortran to C and back, and calls for which the table has no words. */
#include <complex.h>
#include <string.h>

#include "fortran.h"
#include "ma/width.h"

/* ---- numbers and texts ---- */

void f_too_large(const char *call, int64_t number)
{
    classic_stop(call, "%lld is too large a number%s", (long long)number,
                 sizeof(Integer) == 8 ? CLASSIC_WIDTH_HINT : "");
}

Integer f_bytes(size_t bytes)
{
    const size_t most = sizeof(Integer) == 8 ? (size_t)INT64_MAX : (size_t)INT32_MAX;
    return (Integer)(bytes < most ? bytes : most);
}

/* The fields of a C99 number lie as those of a pair. */
float _Complex f_c(SingleComplex z)
{
    float _Complex value;
    memcpy(&value, &z, sizeof value);
    return value;
}

double _Complex f_z(DoubleComplex z)
{
    double _Complex value;
    memcpy(&value, &z, sizeof value);
    return value;
}

void f_text(const char *text, size_t length, char *copy)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\0'))
        --length;
    if (length > F_TEXT - 1)
        length = F_TEXT - 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
}

void f_pad(const char *text, char *padded, size_t length)
{
    size_t n = strlen(text);
    memset(padded, ' ', length);
    memcpy(padded, text, n < length ? n : length);
}

/* ---- indices ---- */

void f_store_index(const char *call, int n, const int64_t *from, int first, Integer *to)
{
    for (int d = 0; d < n; ++d)
        to[d] = f_integer(call, from[n - 1 - d] + first);
}

void f_store_ints(int n, const int *from, int reversed, Integer *to)
{
    for (int d = 0; d < n; ++d)
        to[d] = from[reversed ? n - 1 - d : d];
}

/* The dimensions of an array that a call with rows and columns is about. */
static int matrix(const char *call, int g)
{
    int ndim = classic_ndim(call, g);
    if (ndim > 2)
        classic_stop(call, "array %d has %d dimensions, more than rows and columns: call n%s", g,
                     ndim, call);
    return ndim;
}

void f_element(const char *call, int g, const Integer *i, const Integer *j, int64_t *at)
{
    int ndim = matrix(call, g);
    at[0] = (int64_t)*j - 1;
    at[ndim - 1] = (int64_t)*i - 1;
}

void f_patch(const char *call, int g, const Integer *ilo, const Integer *ihi, const Integer *jlo,
             const Integer *jhi, int64_t *lo, int64_t *hi)
{
    f_element(call, g, ilo, jlo, lo);
    f_element(call, g, ihi, jhi, hi);
}

void f_answer_patch(const char *call, int g, const int64_t *lo, const int64_t *hi, Integer *ilo,
                    Integer *ihi, Integer *jlo, Integer *jhi)
{
    int rows = matrix(call, g) - 1;
    *ilo = f_integer(call, lo[rows] + 1);
    *ihi = f_integer(call, hi[rows] + 1);
    *jlo = rows ? f_integer(call, lo[0] + 1) : 1;
    *jhi = rows ? f_integer(call, hi[0] + 1) : 1;
}

void f_extents(const char *call, int n, const Integer *from, int64_t *to)
{
    for (int d = 0; d < n; ++d)
        if (from[d] < 1)
            classic_stop(call, "extent %lld of dimension %d is below 1%s", (long long)from[d],
                         d + 1, sizeof(Integer) == 4 && from[d] == 0 ? CLASSIC_WIDTH_HINT : "");
    f_reverse(n, from, 0, to);
}

static void *take_list(const char *call, int64_t count, size_t bytes)
{
    void *list = count < 0 ? NULL : malloc((size_t)count * bytes + 1);
    if (!list)
        classic_stop(call, "no memory for a list of %lld numbers", (long long)count);
    return list;
}

int *f_list(const char *call, int n, const Integer *numbers)
{
    int *list = take_list(call, n, sizeof *list);
    for (int k = 0; k < n; ++k)
        list[k] = f_int(call, numbers[k]);
    return list;
}

int64_t *f_map(const char *call, int ndim, const Integer *blocks, const Integer *map)
{
    int64_t count = 0;
    for (int d = 0; d < ndim; ++d) {
        if (blocks[d] < 1)
            classic_stop(call, "%lld blocks along dimension %d", (long long)blocks[d], d + 1);
        count += blocks[d];
    }
    int64_t *reversed = take_list(call, count, sizeof *reversed), *end = reversed + count;
    for (int d = 0; d < ndim; map += blocks[d++]) {
        end -= blocks[d];
        for (int64_t k = 0; k < blocks[d]; ++k)
            end[k] = (int64_t)map[k] - 1;
    }
    return reversed;
}

/* ---- types, and places in memory ---- */

int f_type(int code)
{
    switch (code) {
    case C_INT:
        return sizeof(Integer) == sizeof(int) ? F_INT : code;
    case C_LONG:
    case C_LONGLONG:
        return sizeof(Integer) == sizeof(long) ? F_INT : code;
    case C_FLOAT:
        return F_REAL;
    case C_DBL:
        return F_DBL;
    case C_SCPL:
        return F_SCPL;
    case C_DCPL:
        return F_DCPL;
    default:
        return code;
    }
}

MA_AccessIndex f_index_of(const char *call, int code, const void *element)
{
    static const unsigned char bytes[MT_NUMTYPES] = {[F_BYTE - MT_FIRST] = 1,
                                                     [F_INT - MT_FIRST] = sizeof(Integer),
                                                     [F_LOG - MT_FIRST] = sizeof(Logical),
                                                     [F_REAL - MT_FIRST] = sizeof(float),
                                                     [F_DBL - MT_FIRST] = sizeof(double),
                                                     [F_SCPL - MT_FIRST] = sizeof(SingleComplex),
                                                     [F_DCPL - MT_FIRST] = sizeof(DoubleComplex)};
    const int type = f_type(code);
    int64_t size = type >= MT_FIRST && type <= MT_LAST ? bytes[type - MT_FIRST] : 0;
    if (size == 0)
        classic_stop(call, "type %d has no base array in Fortran", code);
    if (!element) /* nothing is accessed */
        return 1;
    int64_t distance = (int64_t)((uintptr_t)element - (uintptr_t)MA_get_mbase(type));
    if (distance % size != 0)
        classic_stop(call, "the base array of type %d is not aligned to its %lld bytes", type,
                     (long long)size);
    return distance / size + 1;
}

MA_AccessIndex f_index(const char *call, int g, const void *element)
{
    ga_type native;
    CLASSIC_TRY(call, ga_inquire_nd(f_find(call, g)->g, &native, NULL, NULL));
    return f_index_of(call, classic_type_code(native), element);
}

/* ---- calls ---- */

int f_create_irreg(const char *call, int type, int64_t dim1, int64_t dim2, char *name,
                   const Integer *map1, int64_t nblock1, const Integer *map2, int64_t nblock2)
{
    int64_t dims[] = {dim2, dim1}, blocks[] = {nblock2, nblock1};
    if (nblock1 < 1 || nblock2 < 1)
        classic_stop(call, "%lld times %lld blocks", (long long)nblock1, (long long)nblock2);
    int64_t *map = take_list(call, nblock1 + nblock2, sizeof *map);
    for (int64_t k = 0; k < nblock2; ++k)
        map[k] = (int64_t)map2[k] - 1;
    for (int64_t k = 0; k < nblock1; ++k)
        map[nblock2 + k] = (int64_t)map1[k] - 1;
    int g = NGA_Create_irreg64(type, 2, dims, name, blocks, map);
    free(map);
    return g;
}

void f_inquire(const char *call, int g, int *type, int64_t *dim1, int64_t *dim2)
{
    int64_t dims[GA_MAX_DIM];
    int ndim, rows = matrix(call, g) - 1;
    NGA_Inquire64(g, type, &ndim, dims);
    *dim1 = dims[rows];
    *dim2 = rows ? dims[0] : 1;
}

void f_proc_topology(const char *call, int g, int rank, int *row, int *col)
{
    int at[GA_MAX_DIM] = {0};
    matrix(call, g);
    NGA_Proc_topology(g, rank, at);
    *row = at[0];
    *col = at[1];
}

int f_found(int rank, int *owner)
{
    *owner = rank;
    return rank >= 0;
}

int f_locate_region(const char *call, int g, int64_t *lo, int64_t *hi, Integer *map, Integer *ranks,
                    int *count)
{
    int ndim = ranks ? classic_ndim(call, g) : matrix(call, g);
    int64_t most = NGA_Locate_nnodes64(g, lo, hi);
    int64_t *parts = take_list(call, 2 * ndim * most, sizeof *parts);
    int *owners = take_list(call, most, sizeof *owners);
    *count = NGA_Locate_region64(g, lo, hi, parts, owners);
    for (int k = 0; k < *count; ++k) {
        const int64_t *first = parts + (int64_t)2 * k * ndim, *last = first + ndim;
        if (ranks) {
            f_store_index(call, ndim, first, 1, map + (int64_t)2 * k * ndim);
            f_store_index(call, ndim, last, 1, map + (int64_t)2 * k * ndim + ndim);
            ranks[k] = owners[k];
        } else {
            Integer *row = map + (int64_t)5 * k;
            f_answer_patch(call, g, first, last, &row[0], &row[1], &row[2], &row[3]);
            row[4] = owners[k];
        }
    }
    free(owners);
    free(parts);
    return *count > 0;
}

/* In Fortran's order: the call of C wants it. */
int f_locate_num_blocks(const char *call, int g, int64_t *lo, int64_t *hi)
{
    int ndim = classic_ndim(call, g), first[GA_MAX_DIM], last[GA_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        first[d] = f_int(call, (Integer)lo[d]);
        last[d] = f_int(call, (Integer)hi[d]);
    }
    return NGA_Locate_num_blocks(g, first, last);
}

void f_list_nodeid(Integer *list, int n)
{
    for (int k = 0; k < n; ++k)
        list[k] = k;
}

Integer f_idot(int a, int b)
{
    return sizeof(Integer) == sizeof(int) ? (Integer)GA_Idot(a, b) : (Integer)GA_Lldot(a, b);
}

Integer f_idot_patch(int a, char ta, int64_t *alo, int64_t *ahi, int b, char tb, int64_t *blo,
                     int64_t *bhi)
{
    return sizeof(Integer) == sizeof(int)
               ? (Integer)NGA_Idot_patch64(a, ta, alo, ahi, b, tb, blo, bhi)
               : (Integer)NGA_Lldot_patch64(a, ta, alo, ahi, b, tb, blo, bhi);
}
