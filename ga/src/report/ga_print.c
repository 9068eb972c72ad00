/* Printing an array, from rank 0 of its group. */
#include "ga/src/report/ga_print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"

/* Columns side by side, and elements fetched at a time. */
enum { COLUMNS = 6, ROWS = 256 };

/* A record: its bytes. */
static void print_record(FILE *out, size_t bytes, const unsigned char *element)
{
    fputc(' ', out);
    for (size_t b = 0; b < bytes; ++b)
        fprintf(out, "%02x", element[b]);
}

#define AL_TEMPLATE "ga/src/report/ga_print.inc"
#include "armci-lite/src/local/al_each_type.h"

#define PRINT(id, ctype, mpitype, kind) id##_print,
static void (*const print_of[ASHLAR_TYPE_COUNT])(FILE *, const void *) = {ASHLAR_TYPE_TABLE(PRINT)};

static void print_element(FILE *out, ga_type type, const void *element)
{
    if (ali_type_is_known(type))
        print_of[type](out, element);
    else
        print_record(out, gai_type_bytes(type), element);
}

/* ---- headings -------------------------------------------------------------------------------- */

static int reserve_text(gai_text_t *text, size_t more)
{
    if (text->length + more <= text->capacity)
        return 1;
    size_t capacity = 2 * text->capacity + more;
    char *larger = realloc(text->at, capacity);
    if (!larger)
        return 0;
    text->at = larger;
    text->capacity = capacity;
    return 1;
}

void gai_text_add(gai_text_t *text, const char *format, ...)
{
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    size_t length = strlen(buffer);
    if (text->stream) {
        fputs(buffer, text->stream);
    } else if (!text->is_truncated && reserve_text(text, length)) {
        memcpy(text->at + text->length, buffer, length);
        text->length += length;
    } else {
        text->is_truncated = 1;
    }
}

void gai_text_add_heading(gai_text_t *text, const gai_operand_t *operand)
{
    const gai_array_t *array = operand->array;
    gai_text_add(text, "array '%s': ", array->name);
    for (int d = 0; d < array->dist.ndim; ++d)
        gai_text_add(text, "%s%" PRId64, d ? " x " : "", array->dist.axis[d].extent);
    gai_text_add(text, " %s", gai_type_name(array->type));
    if (!gai_is_whole(operand))
        for (int d = 0; d < array->dist.ndim; ++d)
            gai_text_add(text, "%s%" PRId64 "..%" PRId64, d ? ", " : ", patch ", operand->lo[d],
                         operand->hi[d]);
    gai_text_add(text, "\n");
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Rows ilo..ihi of columns jlo..jhi, which are in buf. */
static void print_rows(FILE *out, const gai_array_t *array, const int64_t *lo, const int64_t *hi,
                       const char *buf)
{
    int64_t rows = hi[0] - lo[0] + 1;
    for (int64_t i = lo[0]; i <= hi[0]; ++i) {
        fprintf(out, "%8" PRId64, i);
        for (int64_t j = lo[1]; j <= hi[1]; ++j)
            print_element(out, array->type,
                          buf + (size_t)(i - lo[0] + (j - lo[1]) * rows) * array->element);
        fputc('\n', out);
    }
}

static int print_matrix(FILE *out, const gai_operand_t *operand, char *buf)
{
    const gai_array_t *array = operand->array;
    const int64_t *first = operand->lo, *last = operand->hi;
    for (int64_t j = first[1]; j <= last[1]; j += COLUMNS) {
        int64_t j_last = ali_min(j + COLUMNS - 1, last[1]);
        fprintf(out, "%8s", "");
        for (int64_t k = j; k <= j_last; ++k)
            fprintf(out, " %13" PRId64, k);
        fputc('\n', out);
        for (int64_t i = first[0]; i <= last[0]; i += ROWS) {
            int64_t lo[2] = {i, j}, hi[2] = {ali_min(i + ROWS - 1, last[0]), j_last};
            AL_TRY(gai_read(array, lo, hi, buf, NULL));
            print_rows(out, array, lo, hi, buf);
        }
    }
    return ASHLAR_OK;
}

typedef struct listing {
    FILE *out;
    const gai_array_t *array;
    char *buf;
} listing_t;

/* One element a line: "(1,2,3) value". */
static int list_piece(void *context, const int64_t *lo, const int64_t *hi)
{
    const listing_t *listing = context;
    const gai_array_t *array = listing->array;
    int ndim = array->dist.ndim;
    AL_TRY(gai_read(array, lo, hi, listing->buf, NULL));
    int64_t at[ASHLAR_MAX_DIM], count = 0;
    for (int d = 0; d < ndim; ++d)
        at[d] = lo[d];
    do {
        for (int d = 0; d < ndim; ++d)
            fprintf(listing->out, "%c%" PRId64, d ? ',' : '(', at[d]);
        fputc(')', listing->out);
        print_element(listing->out, array->type, listing->buf + (size_t)count++ * array->element);
        fputc('\n', listing->out);
    } while (gai_next_position(ndim, lo, hi, at));
    return ASHLAR_OK;
}

static int print_list(FILE *out, const gai_operand_t *operand, char *buf)
{
    listing_t listing = {out, operand->array, buf};
    return gai_for_pieces(operand->array->dist.ndim, operand->lo, operand->hi, ROWS * COLUMNS,
                          list_piece, &listing);
}

/* ---- distributions --------------------------------------------------------------------------- */

void gai_text_add_blocks(gai_text_t *text, const gai_array_t *array)
{
    for (int rank = 0; rank < al_group_size(array->group); ++rank) {
        int64_t n = gai_owned_count(&array->dist, rank);
        if (n == 0)
            gai_text_add(text, "rank %d: no block\n", rank);
        for (int64_t k = 0; k < n; ++k) {
            gai_block_t block;
            gai_owned_block(&array->dist, rank, k, &block);
            gai_text_add(text, "rank %d: block %" PRId64 " ", rank, k);
            for (int d = 0; d < array->dist.ndim; ++d)
                gai_text_add(text, "%s%" PRId64 "..%" PRId64, d ? ", " : "[", block.lo[d],
                             block.hi[d]);
            gai_text_add(text, "]\n");
        }
    }
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* Output of rank 0. */
typedef int print_t(const char *call, const gai_operand_t *operand, FILE *stream);

static int print_elements(const char *call, const gai_operand_t *operand, FILE *stream)
{
    const gai_array_t *array = operand->array;
    char *buf = malloc((size_t)ROWS * COLUMNS * array->element);
    int status = ASHLAR_OK;
    if (!buf)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call, array->name);
    gai_text_add_heading(&(gai_text_t){.stream = stream}, operand);
    if (operand->n)
        status = array->dist.ndim == 2 ? print_matrix(stream, operand, buf)
                                       : print_list(stream, operand, buf);
    free(buf);
    return status;
}

static int print_layout(const char *call, const gai_operand_t *operand, FILE *stream)
{
    (void)call;
    gai_text_add_heading(&(gai_text_t){.stream = stream}, operand);
    gai_text_add_blocks(&(gai_text_t){.stream = stream}, operand->array);
    return ASHLAR_OK;
}

static int print_on_rank_0(const char *call, gai_argument_t argument, FILE *stream, print_t *print)
{
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    const gai_array_t *array = operand.array;
    AL_TRY(gai_begin(operand.array));
    int status = ASHLAR_OK;
    if (array->rank == 0) {
        status =
            stream ? print(call, &operand, stream) : gai_bad_argument(call, "the stream of rank 0");
        if (stream && (fflush(stream) != 0 || ferror(stream)) && status == ASHLAR_OK)
            status = AL_FAIL(ASHLAR_ESYS, "%s: cannot write array '%s'", call, array->name);
    }
    return gai_end(call, array, status);
}

int ga_print(ga_t g, FILE *stream)
{
    GAI_COLLECTIVE(ga_print, g, stream);
    return print_on_rank_0(__func__, GAI_ALL(g), stream, print_elements);
}

int ga_print_patch(ga_t g, const int64_t *lo, const int64_t *hi, FILE *stream)
{
    GAI_COLLECTIVE(ga_print_patch, g, lo, hi, stream);
    return print_on_rank_0(__func__, (gai_argument_t){g, lo, hi}, stream, print_elements);
}

int ga_print_distribution(ga_t g, FILE *stream)
{
    GAI_COLLECTIVE(ga_print_distribution, g, stream);
    return print_on_rank_0(__func__, GAI_ALL(g), stream, print_layout);
}
