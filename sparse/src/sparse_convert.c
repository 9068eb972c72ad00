/* Sparse matrices from dense arrays, and back. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_operands.h"
#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_records.h"
#include "sparse/src/sparse_vector.h"

/* My rows of a dense array, some columns at a time. */
typedef struct strip {
    int64_t lo, rows, cols, width;
    char *buffer; /* [rows * width] elements */
} strip_t;

static int open_strip(const char *call, const spi_matrix_t *matrix, strip_t *strip)
{
    enum { BYTES = 1 << 23 };
    const int64_t rows = spi_my_rows(matrix), element = (int64_t)matrix->element;
    const int64_t fit = ali_max(BYTES / (ali_max(rows, 1) * element), 1);
    *strip = (strip_t){spi_row_lo(matrix), rows, matrix->cols, ali_min(fit, matrix->cols), NULL};
    strip->buffer = malloc((size_t)(rows * strip->width) * matrix->element + 1);
    return strip->buffer
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " x %" PRId64 " elements",
                         call, rows, strip->width);
}

static void bounds_of_strip(const strip_t *strip, int64_t j, int64_t *lo, int64_t *hi)
{
    lo[0] = strip->lo;
    hi[0] = strip->lo + strip->rows - 1;
    lo[1] = j;
    hi[1] = ali_min(j + strip->width, strip->cols) - 1;
}

/* ---- from dense ------------------------------------------------------------------------------ */

static int append_nonzeros(const char *call, spi_matrix_t *matrix, const strip_t *strip,
                           const int64_t *lo, const int64_t *hi)
{
    const spi_kernels_t *kernels = spi_kernels_of(matrix);
    spi_pending_t *pending = &matrix->pending;
    const char *value = strip->buffer;
    for (int64_t j = lo[1]; j <= hi[1]; ++j)
        for (int64_t i = lo[0]; i <= hi[0]; ++i, value += matrix->element) {
            if (kernels->is_zero(value))
                continue;
            AL_TRY(spi_reserve(call, matrix, 1));
            matrix->records->append(pending->record + pending->count++ * matrix->records->bytes, 1,
                                    &i, &j, value);
        }
    return ASHLAR_OK;
}

static int read_dense(const char *call, spi_matrix_t *matrix, const gai_array_t *array)
{
    strip_t strip;
    int64_t lo[2], hi[2];
    int status = open_strip(call, matrix, &strip);
    for (int64_t j = 0; j < strip.cols && strip.rows > 0 && status == ASHLAR_OK; j += strip.width) {
        bounds_of_strip(&strip, j, lo, hi);
        status = gai_read(array, lo, hi, strip.buffer, NULL);
        if (status == ASHLAR_OK)
            status = append_nonzeros(call, matrix, &strip, lo, hi);
    }
    free(strip.buffer);
    return status;
}

int ga_sparse_from_dense(ga_t g, const ga_sparse_spec_t *spec, ga_sparse_t *s)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_from_dense), NULL, g, spec, s));
    ga_sparse_spec_t wanted = spec ? *spec : (ga_sparse_spec_t){.name = NULL};
    spi_matrix_t *matrix;
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!s)
        return gai_bad_argument(__func__, "the matrix pointer");
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    if (!gai_is_arithmetic(array))
        return gai_bad_type(__func__, array);
    wanted.type = array->type;
    wanted.rows = array->dist.axis[0].extent;
    wanted.cols = array->dist.axis[1].extent;
    wanted.group = array->group_handle;
    AL_TRY(gai_begin(array));
    AL_TRY(spi_create(__func__, &wanted, &matrix));
    int status = gai_agree(__func__, matrix->group, read_dense(__func__, matrix, array));
    if (status == ASHLAR_OK)
        status = spi_assemble(__func__, matrix);
    if (status != ASHLAR_OK)
        spi_destroy(matrix);
    else
        *s = matrix->handle;
    return status;
}

/* ---- to dense -------------------------------------------------------------------------------- */

/* Fill in the elements of a strip: at[row] is the first of a row that it may have, and moves on. */
static void fill_strip(const spi_matrix_t *matrix, const strip_t *strip, const int64_t *lo,
                       const int64_t *hi, int64_t *at)
{
    const size_t element = matrix->element;
    memset(strip->buffer, 0, (size_t)(strip->rows * (hi[1] - lo[1] + 1)) * element);
    for (int64_t row = 0; row < strip->rows; ++row)
        for (; at[row] < spi_begin(matrix, row + 1) && spi_column(matrix, at[row]) <= hi[1];
             ++at[row])
            memcpy(strip->buffer +
                       (size_t)((spi_column(matrix, at[row]) - lo[1]) * strip->rows + row) *
                           element,
                   matrix->value + (size_t)at[row] * element, element);
}

static int write_dense(const char *call, const spi_matrix_t *matrix, const gai_array_t *array)
{
    strip_t strip;
    int64_t lo[2], hi[2];
    int status = open_strip(call, matrix, &strip);
    int64_t *at = malloc((size_t)(strip.rows + 1) * sizeof *at);
    if (status == ASHLAR_OK && !at)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " rows", call, strip.rows);
    for (int64_t row = 0; row < strip.rows && at; ++row)
        at[row] = spi_begin(matrix, row);
    for (int64_t j = 0; j < strip.cols && strip.rows > 0 && status == ASHLAR_OK; j += strip.width) {
        bounds_of_strip(&strip, j, lo, hi);
        fill_strip(matrix, &strip, lo, hi, at);
        status = gai_write(array, lo, hi, strip.buffer, NULL);
    }
    free(at);
    free(strip.buffer);
    return status;
}

int ga_sparse_to_dense(ga_sparse_t s, ga_t g)
{
    SPI_COLLECTIVE(ga_sparse_to_dense, s, g);
    spi_matrix_t *matrix;
    gai_array_t *array;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    AL_TRY(gai_get(__func__, g, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(__func__, array, 2);
    AL_TRY(spi_check_array(__func__, matrix, array));
    AL_TRY(gai_check_writable(__func__, array));
    const gai_axis_t *axis = array->dist.axis;
    if (axis[0].extent != matrix->rows || axis[1].extent != matrix->cols)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", sparse matrix '%s' %" PRId64
                       " x %" PRId64,
                       __func__, array->name, axis[0].extent, axis[1].extent, matrix->name,
                       matrix->rows, matrix->cols);
    AL_TRY(gai_begin(array));
    return gai_end(__func__, array, write_dense(__func__, matrix, array));
}
