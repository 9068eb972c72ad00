/* The file of a disk resident array: a header, then its elements, row by row as C counts. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk.h"
#include "dra.h"
#include "ga.h"
#include "macdecls.h"

/* Handles are slots of a table less 5000, as programs know them. */
enum { ARRAYS = 1024, FIRST = -5000, HEADER = 4096, NAME = 80, AT_ONCE = 1 << 22 };
/* The request of a transfer that went well: programs take DRA_REQ_INVALID for none, and may ask for
 * 0. */
enum { REQUEST_DONE = 1 };

typedef struct header {
    char magic[8];
    int64_t type, element; /* of C, and its bytes: another machine may have others */
    int64_t ndim, dims[GA_MAX_DIM];
    char name[NAME];
} header_t;
_Static_assert(sizeof(header_t) <= HEADER, "there is room for it");
static const char magic[8] = "ASHLARD1";

typedef struct disk_array {
    char *file; /* its name; NULL: the slot is free */
    int fd, mode;
    header_t is;
} disk_array_t;

static disk_array_t arrays[ARRAYS];

/* ---- errors ---------------------------------------------------------------------------------- */

static int refuse_call(int code, const char *call, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse_call(int code, const char *call, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "%d: %s: %s\n", GA_Nodeid(), call, text);
    return code;
}

/* The system's message about a file. */
static int refuse_file(int code, const char *call, const char *file)
{
    return refuse_call(code, call, "%s: %s", file,
                       pario_failed() == PARIO_END ? "the file has ended" : strerror(pario_why()));
}

/* Any rank that fails decides for all: codes are positive. */
static int agree_on(int code)
{
    GA_Igop(&code, 1, (char *)"max");
    return code;
}

/* ---- the table ------------------------------------------------------------------------------- */

static disk_array_t *find_disk_array(const char *call, int d_a)
{
    const unsigned slot = (unsigned)d_a - (unsigned)FIRST;
    if (slot < ARRAYS && arrays[slot].file)
        return &arrays[slot];
    refuse_call(0, call, "no disk array has the handle %d", d_a);
    return NULL;
}

/* A free slot for a file; NULL: there is none. */
static disk_array_t *take_disk_slot(const char *call, const char *filename)
{
    disk_array_t *array = arrays;
    while (array < arrays + ARRAYS && array->file)
        ++array;
    if (array == arrays + ARRAYS || !(array->file = strdup(filename))) {
        refuse_call(0, call, "%d disk arrays are open", ARRAYS);
        return NULL;
    }
    array->fd = -1;
    return array;
}

/* The slot is free again. */
static int close_disk_array(const char *call, disk_array_t *array)
{
    int code = DRA_OK;
    if (array->fd >= 0 && pario_close(array->fd) != PARIO_OK)
        code = refuse_file(DRA_ERR_CLOSE, call, array->file);
    free(array->file);
    *array = (disk_array_t){0};
    return code;
}

static int64_t bytes_on_disk(const header_t *is)
{
    int64_t bytes = is->element;
    for (int d = 0; d < is->ndim; ++d)
        if (__builtin_mul_overflow(bytes, is->dims[d], &bytes))
            return -1;
    return bytes;
}

/* ---- create, open, close --------------------------------------------------------------------- */

int DRA_Init(int max_arrays, double max_array_size, double total_disk_space, double max_memory)
{
    (void)max_arrays;
    (void)max_array_size;
    (void)total_disk_space;
    (void)max_memory;
    GA_Sync();
    return DRA_OK;
}

int DRA_Terminate(void)
{
    int code = DRA_OK;
    GA_Sync();
    for (disk_array_t *array = arrays; array < arrays + ARRAYS; ++array)
        if (array->file && close_disk_array("DRA_Terminate", array) != DRA_OK)
            code = DRA_ERR_CLOSE;
    return agree_on(code);
}

/* The name that rank 0 gives: programs may put numbers of ranks into names, each its own. */
static const char *shared_name(const char *filename)
{
    static char name[4096];
    snprintf(name, sizeof name, "%s", filename);
    GA_Brdcst(name, sizeof name, 0);
    return name;
}

/* All open it, and look at what is in it. */
static int open_array(const char *call, const char *filename, int mode, int *d_a)
{
    disk_array_t *array = take_disk_slot(call, filename);
    int64_t length = 0;
    int code = DRA_OK;
    if (!array) {
        code = DRA_ERR_MANY;
    } else if (mode != DRA_RW && mode != DRA_W && mode != DRA_R) {
        code = refuse_call(DRA_ERR_ARGUMENT, call, "%d is not a mode", mode);
    } else if (pario_open(filename, mode == DRA_R ? PARIO_R : PARIO_RW, &array->fd) != PARIO_OK) {
        code = refuse_file(DRA_ERR_OPEN, call, filename);
    } else {
        header_t *is = &array->is;
        array->mode = mode;
        if (pario_length(array->fd, &length) != PARIO_OK || length < HEADER ||
            pario_read(array->fd, 0, is, sizeof *is) != PARIO_OK ||
            memcmp(is->magic, magic, sizeof magic) != 0 || is->ndim < 1 || is->ndim > GA_MAX_DIM ||
            MA_sizeof((Integer)is->type, 1, MT_C_CHAR) != is->element || bytes_on_disk(is) < 0 ||
            length - HEADER < bytes_on_disk(is))
            code = refuse_call(DRA_ERR_FORMAT, call, "%s is not a disk array, or not all of one",
                               filename);
    }
    if ((code = agree_on(code)) == DRA_OK)
        *d_a = (int)(array - arrays) + FIRST;
    else if (array)
        close_disk_array(call, array);
    return code;
}

int DRA_Open(const char *filename, int mode, int *d_a)
{
    int fd, code = DRA_OK;
    GA_Sync();
    /* opening to write makes files */
    filename = shared_name(filename);
    if (pario_open(filename, PARIO_R, &fd) == PARIO_OK)
        pario_close(fd);
    else
        code = refuse_file(DRA_ERR_OPEN, "DRA_Open", filename);
    code = agree_on(code);
    return code == DRA_OK ? open_array("DRA_Open", filename, mode, d_a) : code;
}

static int make_file(const char *call, const header_t *is, const char *filename)
{
    int fd, code = DRA_OK;
    if (pario_open(filename, PARIO_W, &fd) != PARIO_OK)
        return refuse_file(DRA_ERR_OPEN, call, filename);
    if (pario_write(fd, 0, is, sizeof *is) != PARIO_OK ||
        pario_truncate(fd, HEADER + bytes_on_disk(is)) != PARIO_OK)
        code = refuse_file(DRA_ERR_WRITE, call, filename);
    if (pario_close(fd) != PARIO_OK && code == DRA_OK)
        code = refuse_file(DRA_ERR_WRITE, call, filename);
    return code;
}

int NDRA_Create(int type, int ndim, dra_size_t dims[], const char *name, const char *filename,
                int mode, dra_size_t reqdims[], int *d_a)
{
    static const char call[] = "NDRA_Create";
    header_t is = {.type = type, .ndim = ndim};
    int code = DRA_OK;
    (void)reqdims;
    GA_Sync(); /* until then others may have the file of that name */
    if (ndim < 1 || ndim > GA_MAX_DIM)
        code = refuse_call(DRA_ERR_ARGUMENT, call, "%d dimensions, which may be 1..%d", ndim,
                           GA_MAX_DIM);
    else if (type < MT_FIRST || type > MT_LAST)
        code = refuse_call(DRA_ERR_ARGUMENT, call, "%d is not a type", type);
    for (int d = 0; d < ndim && code == DRA_OK; ++d) {
        is.dims[d] = dims[d];
        if (dims[d] < 1)
            code = refuse_call(DRA_ERR_ARGUMENT, call, "dimension %d is %ld", d, dims[d]);
    }
    filename = shared_name(filename);
    if (code == DRA_OK) {
        memcpy(is.magic, magic, sizeof magic);
        snprintf(is.name, sizeof is.name, "%s", name ? name : "");
        is.element = MA_sizeof(type, 1, MT_C_CHAR);
        if (bytes_on_disk(&is) < 0)
            code = refuse_call(DRA_ERR_ARGUMENT, call, "more bytes than a file may have");
        else if (GA_Nodeid() == 0)
            code = make_file(call, &is, filename);
    }
    code = agree_on(code);
    return code == DRA_OK ? open_array(call, filename, mode, d_a) : code;
}

int NDRA_Inquire(int d_a, int *type, int *ndim, dra_size_t dims[], char *name, char *filename)
{
    const disk_array_t *array = find_disk_array("NDRA_Inquire", d_a);
    if (!array)
        return DRA_ERR_ARGUMENT;
    *type = (int)array->is.type;
    *ndim = (int)array->is.ndim;
    for (int d = 0; d < array->is.ndim; ++d)
        dims[d] = (dra_size_t)array->is.dims[d];
    if (name)
        snprintf(name, NAME, "%.*s", NAME - 1, array->is.name);
    if (filename)
        strcpy(filename, array->file);
    return DRA_OK;
}

int DRA_Close(int d_a)
{
    GA_Sync();
    disk_array_t *array = find_disk_array("DRA_Close", d_a);
    return agree_on(array ? close_disk_array("DRA_Close", array) : DRA_ERR_ARGUMENT);
}

int DRA_Delete(int d_a)
{
    GA_Sync();
    disk_array_t *array = find_disk_array("DRA_Delete", d_a);
    char *file = array ? array->file : NULL;
    if (array)
        array->file = strdup(""); /* close_disk_array() frees it; the name is needed yet */
    int code = agree_on(array ? close_disk_array("DRA_Delete", array) : DRA_ERR_ARGUMENT);
    if (file && code == DRA_OK && GA_Nodeid() == 0 && pario_delete(file) != PARIO_OK)
        code = refuse_file(DRA_ERR_DELETE, "DRA_Delete", file);
    free(file);
    return agree_on(code);
}

/* ---- transfers ------------------------------------------------------------------------------- */

/* Sections of one shape, of an array and of a disk array. */
typedef struct sections {
    int g, ndim, is_write;
    const disk_array_t *array;
    int64_t glo[GA_MAX_DIM], dlo[GA_MAX_DIM], extent[GA_MAX_DIM];
} sections_t;

/* Move some lines of the sections, wide elements each from a column on; idx is where the first one
 * is, and they follow each other in the last dimension but one. */
static pario_failure_t move_lines(const sections_t *s, const int64_t *idx, int64_t lines,
                                  int64_t column, int64_t wide, char *buf)
{
    const header_t *is = &s->array->is;
    const int last = s->ndim - 1;
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], ld[GA_MAX_DIM], at = 0;
    for (int d = 0; d < s->ndim; ++d) {
        const int64_t i = d == last ? column : idx[d];
        lo[d] = hi[d] = s->glo[d] + i;
        at = at * is->dims[d] + s->dlo[d] + i;
        ld[d] = 1;
    }
    hi[last] += wide - 1;
    if (last > 0) {
        hi[last - 1] += lines - 1;
        ld[last - 1] = wide;
        if (last > 1)
            ld[last - 2] = lines;
    }
    at = HEADER + at * is->element;
    /* whole lines of the file follow each other there, too */
    const int64_t runs = wide == is->dims[last] ? 1 : lines, run = wide * lines / runs;
    const size_t bytes = (size_t)(run * is->element);
    pario_failure_t failure = PARIO_OK;
    if (s->is_write)
        NGA_Get64(s->g, lo, hi, buf, ld);
    for (int64_t k = 0; k < runs && failure == PARIO_OK; ++k) {
        const int64_t from = at + k * is->dims[last] * is->element;
        char *part = buf + (size_t)k * bytes;
        failure = s->is_write ? pario_write(s->array->fd, from, part, bytes)
                              : pario_read(s->array->fd, from, part, bytes);
    }
    if (!s->is_write && failure == PARIO_OK)
        NGA_Put64(s->g, lo, hi, buf, ld);
    return failure;
}

/* My share of the lines; of the only one, of its columns. */
static int move_share(const char *call, const sections_t *s)
{
    const int last = s->ndim - 1, me = GA_Nodeid(), ranks = GA_Nnodes();
    const int64_t element = s->array->is.element, line_count = s->extent[last];
    int64_t lines = 1, column = 0, columns = line_count;
    for (int d = 0; d < last; ++d)
        lines *= s->extent[d];
    int64_t line = lines * me / ranks, end = lines * (me + 1) / ranks;
    if (last == 0) {
        column = line_count * me / ranks;
        columns = line_count * (me + 1) / ranks;
        line = 0;
        end = 1;
    }
    char *buf = malloc(AT_ONCE);
    if (!buf)
        return refuse_call(DRA_ERR_MEMORY, call, "no memory for a buffer of %d bytes", AT_ONCE);
    pario_failure_t failure = PARIO_OK;
    for (int64_t n; line < end && failure == PARIO_OK; line += n) {
        int64_t idx[GA_MAX_DIM], rest = line;
        for (int d = last - 1; d >= 0; --d) {
            idx[d] = rest % s->extent[d];
            rest /= s->extent[d];
        }
        const int64_t fit = AT_ONCE / (line_count * element);
        n = end - line < fit ? end - line : fit;
        if (last > 0 && n > s->extent[last - 1] - idx[last - 1])
            n = s->extent[last - 1] - idx[last - 1];
        n = n < 1 ? 1 : n;
        for (int64_t c = column, wide; c < columns && failure == PARIO_OK; c += wide) {
            wide = columns - c < AT_ONCE / element ? columns - c : AT_ONCE / element;
            failure = move_lines(s, idx, n, c, wide, buf);
        }
    }
    free(buf);
    if (failure == PARIO_OK)
        return DRA_OK;
    return refuse_file(s->is_write ? DRA_ERR_WRITE : DRA_ERR_READ, call, s->array->file);
}

/* Whole arrays where the bounds are NULL. */
static int check_sections(const char *call, sections_t *s, int d_a, const int *glo, const int *ghi,
                          const dra_size_t *dlo, const dra_size_t *dhi)
{
    int64_t dims[GA_MAX_DIM];
    int type;
    s->array = find_disk_array(call, d_a);
    if (!s->array)
        return DRA_ERR_ARGUMENT;
    const header_t *is = &s->array->is;
    NGA_Inquire64(s->g, &type, &s->ndim, dims);
    if (s->ndim != is->ndim || type != is->type)
        return refuse_call(DRA_ERR_ARGUMENT, call,
                           "%s has %d dimensions of type %d, the array %d of type %d",
                           s->array->file, (int)is->ndim, (int)is->type, s->ndim, type);
    if (s->array->mode == (s->is_write ? DRA_R : DRA_W))
        return refuse_call(s->is_write ? DRA_ERR_WRITE : DRA_ERR_READ, call,
                           "%s was opened for the other direction", s->array->file);
    for (int d = 0; d < s->ndim; ++d) {
        const int64_t g0 = glo ? glo[d] : 0, g1 = ghi ? ghi[d] : dims[d] - 1;
        const int64_t d0 = dlo ? dlo[d] : 0, d1 = dhi ? dhi[d] : is->dims[d] - 1;
        if (g0 < 0 || g1 < g0 || g1 >= dims[d] || d0 < 0 || d1 < d0 || d1 >= is->dims[d] ||
            g1 - g0 != d1 - d0)
            return refuse_call(
                DRA_ERR_ARGUMENT, call,
                "in dimension %d, %ld..%ld of %ld in the array and %ld..%ld of %ld in %s "
                "do not match",
                d, (long)g0, (long)g1, (long)dims[d], (long)d0, (long)d1, (long)is->dims[d],
                s->array->file);
        s->glo[d] = g0;
        s->dlo[d] = d0;
        s->extent[d] = g1 - g0 + 1;
    }
    return DRA_OK;
}

static int move_sections(const char *call, int is_write, logical transp, int g_a, const int *glo,
                         const int *ghi, int d_a, const dra_size_t *dlo, const dra_size_t *dhi,
                         int *request)
{
    sections_t s = {.g = g_a, .is_write = is_write};
    GA_Sync();
    int code = transp ? refuse_call(DRA_ERR_ARGUMENT, call, "sections are not transposed")
                      : check_sections(call, &s, d_a, glo, ghi, dlo, dhi);
    if ((code = agree_on(code)) == DRA_OK)
        code = move_share(call, &s);
    GA_Sync();
    code = agree_on(code);
    *request = code == DRA_OK ? REQUEST_DONE : DRA_REQ_INVALID;
    return code;
}

int NDRA_Write(int g_a, int d_a, int *request)
{
    return move_sections("NDRA_Write", 1, 0, g_a, NULL, NULL, d_a, NULL, NULL, request);
}

int NDRA_Read(int g_a, int d_a, int *request)
{
    return move_sections("NDRA_Read", 0, 0, g_a, NULL, NULL, d_a, NULL, NULL, request);
}

int NDRA_Write_section(logical transp, int g_a, int glo[], int ghi[], int d_a, dra_size_t dlo[],
                       dra_size_t dhi[], int *request)
{
    return move_sections("NDRA_Write_section", 1, transp, g_a, glo, ghi, d_a, dlo, dhi, request);
}

int NDRA_Read_section(logical transp, int g_a, int glo[], int ghi[], int d_a, dra_size_t dlo[],
                      dra_size_t dhi[], int *request)
{
    return move_sections("NDRA_Read_section", 0, transp, g_a, glo, ghi, d_a, dlo, dhi, request);
}

int DRA_Probe(int request, int *compl_status)
{
    *compl_status = 0;
    return DRA_Wait(request);
}

int DRA_Wait(int request)
{
    return request == DRA_REQ_INVALID || request == REQUEST_DONE
               ? DRA_OK
               : refuse_call(DRA_ERR_ARGUMENT, "DRA_Wait", "there is no request %d", request);
}

/* ---- nothing --------------------------------------------------------------------------------- */

void DRA_Set_debug(logical flag)
{
    (void)flag;
}

void DRA_Print_internals(int d_a)
{
    (void)d_a;
}

void DRA_Set_default_config(int numfiles, int numioprocs)
{
    (void)numfiles;
    (void)numioprocs;
}

void DRA_Flick(void)
{
}
