/* Transfers between arrays and disk resident arrays. */
#include <stdlib.h>

#include "disk.h"
#include "dra_array.h"

enum { AT_ONCE = 1 << 22 }; /* bytes of the buffer */
/* The request of a transfer that went well: programs take DRA_REQ_INVALID for none, and may ask for
 * 0. */
enum { REQUEST_DONE = 1 };

/* Sections of one shape, of an array and of a disk array. */
typedef struct sections {
    int g, ndim, is_write;
    const dra_array_t *array;
    int64_t glo[GA_MAX_DIM], dlo[GA_MAX_DIM], extent[GA_MAX_DIM];
} sections_t;

/* Move some lines of the sections, wide elements each from a column on; idx is where the first one
 * is, and they follow each other in the last dimension but one. */
static pario_failure_t move_lines(const sections_t *s, const int64_t *idx, int64_t lines,
                                  int64_t column, int64_t wide, char *buf)
{
    const dra_header_t *is = &s->array->is;
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
    at = DRA_HEADER + at * is->element;
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
        return dra_refuse(DRA_ERR_MEMORY, call, "no memory for a buffer of %d bytes", AT_ONCE);
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
    return dra_refuse_file(s->is_write ? DRA_ERR_WRITE : DRA_ERR_READ, call, s->array->file);
}

/* Whole arrays where the bounds are NULL. */
static int check_sections(const char *call, sections_t *s, int d_a, const int *glo, const int *ghi,
                          const dra_size_t *dlo, const dra_size_t *dhi)
{
    int64_t dims[GA_MAX_DIM];
    int type;
    s->array = dra_find(call, d_a);
    if (!s->array)
        return DRA_ERR_ARGUMENT;
    const dra_header_t *is = &s->array->is;
    NGA_Inquire64(s->g, &type, &s->ndim, dims);
    if (s->ndim != is->ndim || type != is->type)
        return dra_refuse(DRA_ERR_ARGUMENT, call,
                          "%s has %d dimensions of type %d, the array %d of type %d",
                          s->array->file, (int)is->ndim, (int)is->type, s->ndim, type);
    if (s->array->mode == (s->is_write ? DRA_R : DRA_W))
        return dra_refuse(s->is_write ? DRA_ERR_WRITE : DRA_ERR_READ, call,
                          "%s was opened for the other direction", s->array->file);
    for (int d = 0; d < s->ndim; ++d) {
        const int64_t g0 = glo ? glo[d] : 0, g1 = ghi ? ghi[d] : dims[d] - 1;
        const int64_t d0 = dlo ? dlo[d] : 0, d1 = dhi ? dhi[d] : is->dims[d] - 1;
        if (g0 < 0 || g1 < g0 || g1 >= dims[d] || d0 < 0 || d1 < d0 || d1 >= is->dims[d] ||
            g1 - g0 != d1 - d0)
            return dra_refuse(
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
    int code = transp ? dra_refuse(DRA_ERR_ARGUMENT, call, "sections are not transposed")
                      : check_sections(call, &s, d_a, glo, ghi, dlo, dhi);
    if ((code = dra_agree(code)) == DRA_OK)
        code = move_share(call, &s);
    GA_Sync();
    code = dra_agree(code);
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
               : dra_refuse(DRA_ERR_ARGUMENT, "DRA_Wait", "there is no request %d", request);
}
