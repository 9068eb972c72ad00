/* Printing an array, from rank 0 of its group. */
#include <inttypes.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/ops/ga_operands.h"

/* Columns side by side, and elements fetched at a time. */
enum { COLUMNS = 6, ROWS = 256 };

/* A record: its bytes. */
static void print_record(FILE *out, size_t bytes, const unsigned char *element)
{
    fputc(' ', out);
    for (size_t b = 0; b < bytes; ++b)
        fprintf(out, "%02x", element[b]);
}

#define AL_TEMPLATE "ga/src/ops/ga_print.inc"
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

static void print_heading(FILE *out, const gai_array_t *array)
{
    fprintf(out, "array '%s': ", array->name);
    for (int d = 0; d < array->dist.ndim; ++d)
        fprintf(out, "%s%" PRId64, d ? " x " : "", array->dist.axis[d].extent);
    fprintf(out, " %s\n", gai_type_name(array->type));
}

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

static int print_matrix(FILE *out, const gai_array_t *array, char *buf)
{
    int64_t rows = array->dist.axis[0].extent, cols = array->dist.axis[1].extent;
    for (int64_t j = 0; j < cols; j += COLUMNS) {
        int64_t last = j + COLUMNS < cols ? j + COLUMNS - 1 : cols - 1;
        fprintf(out, "%8s", "");
        for (int64_t k = j; k <= last; ++k)
            fprintf(out, " %13" PRId64, k);
        fputc('\n', out);
        for (int64_t i = 0; i < rows; i += ROWS) {
            int64_t lo[2] = {i, j}, hi[2] = {i + ROWS < rows ? i + ROWS - 1 : rows - 1, last};
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

static int print_list(FILE *out, const gai_array_t *array, char *buf)
{
    listing_t listing = {out, array, buf};
    int64_t lo[ASHLAR_MAX_DIM] = {0}, hi[ASHLAR_MAX_DIM];
    for (int d = 0; d < array->dist.ndim; ++d)
        hi[d] = array->dist.axis[d].extent - 1;
    return gai_for_pieces(array->dist.ndim, lo, hi, ROWS * COLUMNS, list_piece, &listing);
}

int ga_print(ga_t g, FILE *stream)
{
    const char *call = __func__;
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &GAI_ALL(g), 1, &operand));
    const gai_array_t *array = operand.array;
    AL_TRY(gai_begin(call, &operand, 1));
    int status = ASHLAR_OK;
    if (array->rank == 0) {
        char *buf = malloc((size_t)ROWS * COLUMNS * array->element);
        if (!stream)
            status = gai_bad_argument(call, "the stream of rank 0");
        else if (!buf)
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                             array->name);
        else {
            print_heading(stream, array);
            status = array->dist.ndim == 2 ? print_matrix(stream, array, buf)
                                           : print_list(stream, array, buf);
            if (fflush(stream) != 0 && status == ASHLAR_OK)
                status = AL_FAIL(ASHLAR_ESYS, "%s: cannot write array '%s'", call, array->name);
        }
        free(buf);
    }
    return gai_end(call, array, status);
}
