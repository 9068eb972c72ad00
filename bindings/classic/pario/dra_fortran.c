/* The names of Fortran: indices begin at 1 and come in the opposite order. INTEGER has the
 * library's width. */
#include "dra.h"
#include "ga.h"
#include "fortran/names.h"
#include "ma/text.h"

#define NAMED(result, lower, upper) DRA_CLASSIC_API result FORTRAN(lower, upper)

enum { NAME = 80, FILE_NAME = 4096 };

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- types ----------------------------------------------------------------------------------- */

static const struct {
    int fortran, c;
} types[] = {
    {F_INT, sizeof(Integer) == sizeof(long) ? C_LONG : C_INT},
    {F_REAL, C_FLOAT},
    {F_DBL, C_DBL},
    {F_SCPL, C_SCPL},
    {F_DCPL, C_DCPL},
};
enum { TYPES = sizeof types / sizeof types[0] };

static int type_to_c(Integer type)
{
    for (int k = 0; k < TYPES; ++k)
        if (types[k].fortran == type)
            return types[k].c;
    return (int)type;
}

static Integer type_to_fortran(int type)
{
    for (int k = 0; k < TYPES; ++k)
        if (types[k].c == type)
            return types[k].fortran;
    return type;
}

/* ---- create, open, close --------------------------------------------------------------------- */

FORWARD(Integer, dra_init, DRA_INIT,
        (const Integer *max_arrays, const double *max_array_size, const double *total_disk_space,
         const double *max_memory),
        DRA_Init((int)*max_arrays, *max_array_size, *total_disk_space, *max_memory))
FORWARD(Integer, dra_terminate, DRA_TERMINATE, (void), DRA_Terminate())

static Integer create_array(const Integer *type, Integer ndim, const Integer *dims,
                            const char *name, const char *filename, const Integer *mode,
                            Integer *d_a, size_t name_length, size_t length)
{
    char title[NAME], file[FILE_NAME];
    dra_size_t reversed[GA_MAX_DIM];
    int number = 0;
    name_length = name_length < NAME ? name_length : NAME - 1;
    if (!classic_text_in(name, name_length, title, sizeof title) ||
        !classic_text_in(filename, length, file, sizeof file))
        return DRA_ERR_ARGUMENT;
    for (Integer d = 0; d < ndim && ndim <= GA_MAX_DIM; ++d)
        reversed[d] = (dra_size_t)dims[ndim - 1 - d];
    int code =
        NDRA_Create(type_to_c(*type), (int)ndim, reversed, title, file, (int)*mode, NULL, &number);
    *d_a = number;
    return code;
}

NAMED(Integer, dra_create, DRA_CREATE)
(const Integer *type, const Integer *dim1, const Integer *dim2, const char *name,
 const char *filename, const Integer *mode, const Integer *reqdim1, const Integer *reqdim2,
 Integer *d_a, size_t name_length, size_t length)
{
    const Integer dims[2] = {*dim1, *dim2};
    (void)reqdim1;
    (void)reqdim2;
    return create_array(type, 2, dims, name, filename, mode, d_a, name_length, length);
}

NAMED(Integer, ndra_create, NDRA_CREATE)
(const Integer *type, const Integer *ndim, const Integer *dims, const char *name,
 const char *filename, const Integer *mode, const Integer *reqdims, Integer *d_a,
 size_t name_length, size_t length)
{
    (void)reqdims;
    return create_array(type, *ndim, dims, name, filename, mode, d_a, name_length, length);
}

NAMED(Integer, ndra_create_config, NDRA_CREATE_CONFIG)
(const Integer *type, const Integer *ndim, const Integer *dims, const char *name,
 const char *filename, const Integer *mode, const Integer *reqdims, const Integer *numfiles,
 const Integer *numioprocs, Integer *d_a, size_t name_length, size_t length)
{
    (void)reqdims;
    (void)numfiles;
    (void)numioprocs;
    return create_array(type, *ndim, dims, name, filename, mode, d_a, name_length, length);
}

NAMED(Integer, dra_open, DRA_OPEN)
(const char *filename, const Integer *mode, Integer *d_a, size_t length)
{
    char file[FILE_NAME];
    int number = 0;
    if (!classic_text_in(filename, length, file, sizeof file))
        return DRA_ERR_ARGUMENT;
    int code = DRA_Open(file, (int)*mode, &number);
    *d_a = number;
    return code;
}

static Integer ask_array(Integer d_a, Integer *type, Integer *ndim, Integer *dims, char *name,
                         char *filename, size_t name_length, size_t length)
{
    char title[NAME], file[FILE_NAME];
    dra_size_t reversed[GA_MAX_DIM];
    int kind, count;
    int code = NDRA_Inquire((int)d_a, &kind, &count, reversed, title, file);
    if (code != DRA_OK)
        return code;
    *type = type_to_fortran(kind);
    *ndim = count;
    for (int d = 0; d < count; ++d)
        dims[d] = (Integer)reversed[count - 1 - d];
    classic_text_out(title, name, name_length);
    classic_text_out(file, filename, length);
    return DRA_OK;
}

NAMED(Integer, dra_inquire, DRA_INQUIRE)
(const Integer *d_a, Integer *type, Integer *dim1, Integer *dim2, char *name, char *filename,
 size_t name_length, size_t length)
{
    Integer ndim, dims[GA_MAX_DIM] = {0, 1};
    Integer code = ask_array(*d_a, type, &ndim, dims, name, filename, name_length, length);
    if (code == DRA_OK) {
        *dim1 = dims[0];
        *dim2 = dims[1];
    }
    return code;
}

FORWARD(Integer, ndra_inquire, NDRA_INQUIRE,
        (const Integer *d_a, Integer *type, Integer *ndim, Integer *dims, char *name,
         char *filename, size_t name_length, size_t length),
        ask_array(*d_a, type, ndim, dims, name, filename, name_length, length))
FORWARD(Integer, dra_close, DRA_CLOSE, (const Integer *d_a), DRA_Close((int)*d_a))
FORWARD(Integer, dra_delete, DRA_DELETE, (const Integer *d_a), DRA_Delete((int)*d_a))

/* ---- transfers ------------------------------------------------------------------------------- */

typedef int transfer_t(logical transp, int g_a, int glo[], int ghi[], int d_a, dra_size_t dlo[],
                       dra_size_t dhi[], int *request);

static Integer move_section(transfer_t *move, const Logical *transp, const Integer *g_a,
                            const Integer *glo, const Integer *ghi, const Integer *d_a,
                            const Integer *dlo, const Integer *dhi, Integer *request)
{
    const int ndim = GA_Ndim((int)*g_a);
    int low[GA_MAX_DIM], high[GA_MAX_DIM], number;
    dra_size_t disk_low[GA_MAX_DIM], disk_high[GA_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        low[d] = (int)glo[ndim - 1 - d] - 1;
        high[d] = (int)ghi[ndim - 1 - d] - 1;
        disk_low[d] = (dra_size_t)dlo[ndim - 1 - d] - 1;
        disk_high[d] = (dra_size_t)dhi[ndim - 1 - d] - 1;
    }
    int code = move(*transp, (int)*g_a, low, high, (int)*d_a, disk_low, disk_high, &number);
    *request = number;
    return code;
}

static Integer move_whole(int (*move)(int g_a, int d_a, int *request), const Integer *g_a,
                          const Integer *d_a, Integer *request)
{
    int number;
    int code = move((int)*g_a, (int)*d_a, &number);
    *request = number;
    return code;
}

#define WHOLE(lower, upper, move)                                                                  \
    NAMED(Integer, lower, upper)(const Integer *g_a, const Integer *d_a, Integer *request)         \
    {                                                                                              \
        return move_whole(move, g_a, d_a, request);                                                \
    }
WHOLE(dra_write, DRA_WRITE, NDRA_Write)
WHOLE(ndra_write, NDRA_WRITE, NDRA_Write)
WHOLE(dra_read, DRA_READ, NDRA_Read)
WHOLE(ndra_read, NDRA_READ, NDRA_Read)

#define SECTION(lower, upper, move)                                                                \
    NAMED(Integer, lower, upper)                                                                   \
    (const Logical *transp, const Integer *g_a, const Integer *gilo, const Integer *gihi,          \
     const Integer *gjlo, const Integer *gjhi, const Integer *d_a, const Integer *dilo,            \
     const Integer *dihi, const Integer *djlo, const Integer *djhi, Integer *request)              \
    {                                                                                              \
        const Integer glo[2] = {*gilo, *gjlo}, ghi[2] = {*gihi, *gjhi};                            \
        const Integer dlo[2] = {*dilo, *djlo}, dhi[2] = {*dihi, *djhi};                            \
        if (GA_Ndim((int)*g_a) != 2)                                                               \
            GA_Error((char *)#lower ": the array has not 2 dimensions", (int)*g_a);                \
        return move_section(move, transp, g_a, glo, ghi, d_a, dlo, dhi, request);                  \
    }
SECTION(dra_write_section, DRA_WRITE_SECTION, NDRA_Write_section)
SECTION(dra_read_section, DRA_READ_SECTION, NDRA_Read_section)

#define SECTION_ND(lower, upper, move)                                                             \
    NAMED(Integer, lower, upper)                                                                   \
    (const Logical *transp, const Integer *g_a, const Integer *glo, const Integer *ghi,            \
     const Integer *d_a, const Integer *dlo, const Integer *dhi, Integer *request)                 \
    {                                                                                              \
        return move_section(move, transp, g_a, glo, ghi, d_a, dlo, dhi, request);                  \
    }
SECTION_ND(ndra_write_section, NDRA_WRITE_SECTION, NDRA_Write_section)
SECTION_ND(ndra_read_section, NDRA_READ_SECTION, NDRA_Read_section)

NAMED(Integer, dra_probe, DRA_PROBE)(const Integer *request, Integer *compl_status)
{
    int is_pending;
    int code = DRA_Probe((int)*request, &is_pending);
    *compl_status = is_pending;
    return code;
}

FORWARD(Integer, dra_wait, DRA_WAIT, (const Integer *request), DRA_Wait((int)*request))

/* ---- nothing --------------------------------------------------------------------------------- */

FORWARD(void, dra_set_debug, DRA_SET_DEBUG, (const Logical *flag), DRA_Set_debug(*flag))
FORWARD(void, dra_print_internals, DRA_PRINT_INTERNALS, (const Integer *d_a),
        DRA_Print_internals((int)*d_a))
FORWARD(void, dra_set_default_config, DRA_SET_DEFAULT_CONFIG,
        (const Integer *numfiles, const Integer *numioprocs),
        DRA_Set_default_config((int)*numfiles, (int)*numioprocs))
FORWARD(void, dra_flick, DRA_FLICK, (void), DRA_Flick())
