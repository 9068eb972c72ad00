/* Disk resident arrays: their table, and creating, opening and closing them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk.h"
#include "dra_array.h"
#include "ga.h"
#include "macdecls.h"

/* Handles are slots of a table less 5000, as programs know them. */
enum { ARRAYS = 1024, FIRST = -5000 };
static const char magic[8] = "ASHLARD1";

static dra_array_t arrays[ARRAYS];

/* ---- errors ---------------------------------------------------------------------------------- */

int dra_refuse(int code, const char *call, const char *format, ...)
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

int dra_refuse_file(int code, const char *call, const char *file)
{
    return dra_refuse(code, call, "%s: %s", file,
                      pario_failed() == PARIO_END ? "the file has ended" : strerror(pario_why()));
}

int dra_agree(int code)
{
    GA_Igop(&code, 1, (char *)"max");
    return code;
}

/* ---- the table ------------------------------------------------------------------------------- */

dra_array_t *dra_find(const char *call, int d_a)
{
    const unsigned slot = (unsigned)d_a - (unsigned)FIRST;
    if (slot < ARRAYS && arrays[slot].file)
        return &arrays[slot];
    dra_refuse(0, call, "no disk array has the handle %d", d_a);
    return NULL;
}

/* A free slot for a file; NULL: there is none. */
static dra_array_t *take_disk_slot(const char *call, const char *filename)
{
    dra_array_t *array = arrays;
    while (array < arrays + ARRAYS && array->file)
        ++array;
    if (array == arrays + ARRAYS || !(array->file = strdup(filename))) {
        dra_refuse(0, call, "%d disk arrays are open", ARRAYS);
        return NULL;
    }
    array->fd = -1;
    return array;
}

/* The slot is free again. */
static int close_disk_array(const char *call, dra_array_t *array)
{
    int code = DRA_OK;
    if (array->fd >= 0 && pario_close(array->fd) != PARIO_OK)
        code = dra_refuse_file(DRA_ERR_CLOSE, call, array->file);
    free(array->file);
    *array = (dra_array_t){0};
    return code;
}

static int64_t bytes_on_disk(const dra_header_t *is)
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
    for (dra_array_t *array = arrays; array < arrays + ARRAYS; ++array)
        if (array->file && close_disk_array("DRA_Terminate", array) != DRA_OK)
            code = DRA_ERR_CLOSE;
    return dra_agree(code);
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
    dra_array_t *array = take_disk_slot(call, filename);
    int64_t length = 0;
    int code = DRA_OK;
    if (!array) {
        code = DRA_ERR_MANY;
    } else if (mode != DRA_RW && mode != DRA_W && mode != DRA_R) {
        code = dra_refuse(DRA_ERR_ARGUMENT, call, "%d is not a mode", mode);
    } else if (pario_open(filename, mode == DRA_R ? PARIO_R : PARIO_RW, &array->fd) != PARIO_OK) {
        code = dra_refuse_file(DRA_ERR_OPEN, call, filename);
    } else {
        dra_header_t *is = &array->is;
        array->mode = mode;
        if (pario_length(array->fd, &length) != PARIO_OK || length < DRA_HEADER ||
            pario_read(array->fd, 0, is, sizeof *is) != PARIO_OK ||
            memcmp(is->magic, magic, sizeof magic) != 0 || is->ndim < 1 || is->ndim > GA_MAX_DIM ||
            MA_sizeof((Integer)is->type, 1, MT_C_CHAR) != is->element || bytes_on_disk(is) < 0 ||
            length - DRA_HEADER < bytes_on_disk(is))
            code = dra_refuse(DRA_ERR_FORMAT, call, "%s is not a disk array, or not all of one",
                              filename);
    }
    if ((code = dra_agree(code)) == DRA_OK)
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
        code = dra_refuse_file(DRA_ERR_OPEN, "DRA_Open", filename);
    code = dra_agree(code);
    return code == DRA_OK ? open_array("DRA_Open", filename, mode, d_a) : code;
}

static int make_file(const char *call, const dra_header_t *is, const char *filename)
{
    int fd, code = DRA_OK;
    if (pario_open(filename, PARIO_W, &fd) != PARIO_OK)
        return dra_refuse_file(DRA_ERR_OPEN, call, filename);
    if (pario_write(fd, 0, is, sizeof *is) != PARIO_OK ||
        pario_truncate(fd, DRA_HEADER + bytes_on_disk(is)) != PARIO_OK)
        code = dra_refuse_file(DRA_ERR_WRITE, call, filename);
    if (pario_close(fd) != PARIO_OK && code == DRA_OK)
        code = dra_refuse_file(DRA_ERR_WRITE, call, filename);
    return code;
}

int NDRA_Create(int type, int ndim, dra_size_t dims[], const char *name, const char *filename,
                int mode, dra_size_t reqdims[], int *d_a)
{
    static const char call[] = "NDRA_Create";
    dra_header_t is = {.type = type, .ndim = ndim};
    int code = DRA_OK;
    (void)reqdims;
    GA_Sync(); /* until then others may have the file of that name */
    if (ndim < 1 || ndim > GA_MAX_DIM)
        code = dra_refuse(DRA_ERR_ARGUMENT, call, "%d dimensions, which may be 1..%d", ndim,
                          GA_MAX_DIM);
    else if (type < MT_FIRST || type > MT_LAST)
        code = dra_refuse(DRA_ERR_ARGUMENT, call, "%d is not a type", type);
    for (int d = 0; d < ndim && code == DRA_OK; ++d) {
        is.dims[d] = dims[d];
        if (dims[d] < 1)
            code = dra_refuse(DRA_ERR_ARGUMENT, call, "dimension %d is %ld", d, dims[d]);
    }
    filename = shared_name(filename);
    if (code == DRA_OK) {
        memcpy(is.magic, magic, sizeof magic);
        snprintf(is.name, sizeof is.name, "%s", name ? name : "");
        is.element = MA_sizeof(type, 1, MT_C_CHAR);
        if (bytes_on_disk(&is) < 0)
            code = dra_refuse(DRA_ERR_ARGUMENT, call, "more bytes than a file may have");
        else if (GA_Nodeid() == 0)
            code = make_file(call, &is, filename);
    }
    code = dra_agree(code);
    return code == DRA_OK ? open_array(call, filename, mode, d_a) : code;
}

int NDRA_Inquire(int d_a, int *type, int *ndim, dra_size_t dims[], char *name, char *filename)
{
    const dra_array_t *array = dra_find("NDRA_Inquire", d_a);
    if (!array)
        return DRA_ERR_ARGUMENT;
    *type = (int)array->is.type;
    *ndim = (int)array->is.ndim;
    for (int d = 0; d < array->is.ndim; ++d)
        dims[d] = (dra_size_t)array->is.dims[d];
    if (name)
        snprintf(name, DRA_NAME, "%.*s", DRA_NAME - 1, array->is.name);
    if (filename)
        strcpy(filename, array->file);
    return DRA_OK;
}

int DRA_Close(int d_a)
{
    GA_Sync();
    dra_array_t *array = dra_find("DRA_Close", d_a);
    return dra_agree(array ? close_disk_array("DRA_Close", array) : DRA_ERR_ARGUMENT);
}

int DRA_Delete(int d_a)
{
    GA_Sync();
    dra_array_t *array = dra_find("DRA_Delete", d_a);
    char *file = array ? array->file : NULL;
    if (array)
        array->file = strdup(""); /* close_disk_array() frees it; the name is needed yet */
    int code = dra_agree(array ? close_disk_array("DRA_Delete", array) : DRA_ERR_ARGUMENT);
    if (file && code == DRA_OK && GA_Nodeid() == 0 && pario_delete(file) != PARIO_OK)
        code = dra_refuse_file(DRA_ERR_DELETE, "DRA_Delete", file);
    free(file);
    return dra_agree(code);
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
