/* Changing elements: scaling, shifting the diagonal, dropping small ones; columns and the diagonal.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_operands.h"
#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_records.h"
#include "sparse/src/sparse_vector.h"

/* ---- scaling --------------------------------------------------------------------------------- */

int ga_sparse_scale(ga_sparse_t s, const void *alpha)
{
    SPI_COLLECTIVE(ga_sparse_scale, s, alpha);
    spi_matrix_t *matrix;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!alpha)
        return gai_bad_argument(__func__, "alpha");
    AL_TRY(al_barrier(matrix->group));
    ali_kernels[matrix->type].scale((size_t)matrix->mine, matrix->value, alpha, matrix->value);
    return al_barrier(matrix->group);
}

int ga_sparse_scale_rows(ga_sparse_t s, ga_t v)
{
    SPI_COLLECTIVE(ga_sparse_scale_rows, s, v);
    spi_matrix_t *matrix;
    gai_array_t *array;
    spi_part_t part;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    AL_TRY(spi_get_vector(__func__, matrix, v, matrix->rows, &array));
    AL_TRY(gai_begin(array));
    int status = spi_open_part(__func__, array, matrix->rank, spi_row_lo(matrix),
                               spi_row_end(matrix), true, &part);
    status = gai_agree(__func__, matrix->group, status); /* before anything changes */
    if (status == ASHLAR_OK)
        spi_kernels_of(matrix)->scale_rows(matrix, part.data);
    return gai_end(__func__, array, spi_close_part(&part, status));
}

/* The elements of a vector for my columns, and in the halo those for columns of others. */
static int read_columns(const char *call, spi_matrix_t *matrix, const gai_array_t *array,
                        spi_part_t *part)
{
    ga_handle_t handle = 0;
    *part = (spi_part_t){.array = array};
    AL_TRY(spi_halo_get(call, matrix));
    int status = spi_halo_read_far(matrix->halo, array, &handle);
    if (status == ASHLAR_OK)
        status = spi_halo_read_near(matrix->halo, array);
    if (status == ASHLAR_OK)
        status = spi_open_part(call, array, matrix->rank, spi_col_lo(matrix), spi_col_end(matrix),
                               true, part);
    const int waited = ga_wait(&handle);
    return status == ASHLAR_OK ? waited : status;
}

int ga_sparse_scale_columns(ga_sparse_t s, ga_t v)
{
    SPI_COLLECTIVE(ga_sparse_scale_columns, s, v);
    spi_matrix_t *matrix;
    gai_array_t *array;
    spi_part_t part;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    AL_TRY(spi_get_vector(__func__, matrix, v, matrix->cols, &array));
    AL_TRY(gai_begin(array));
    int status = gai_agree(__func__, matrix->group, read_columns(__func__, matrix, array, &part));
    if (status == ASHLAR_OK)
        spi_kernels_of(matrix)->scale_columns(matrix, matrix->halo, part.data);
    return gai_end(__func__, array, spi_close_part(&part, status));
}

/* ---- single elements of rows ----------------------------------------------------------------- */

/* Element (row of mine, column) if it is stored. */
static char *find_element(const spi_matrix_t *matrix, int64_t row, int64_t column)
{
    int64_t from = spi_begin(matrix, row), end = spi_begin(matrix, row + 1);
    while (from < end) {
        const int64_t middle = from + (end - from) / 2;
        if (spi_column(matrix, middle) < column)
            from = middle + 1;
        else
            end = middle;
    }
    const bool is_there = from < spi_begin(matrix, row + 1) && spi_column(matrix, from) == column;
    return is_there ? matrix->value + (size_t)from * matrix->element : NULL;
}

/* The rows of mine that a diagonal has: from the first on, so many. */
static int64_t diagonal_rows(const spi_matrix_t *matrix)
{
    const int64_t end = ali_min(spi_row_end(matrix), ali_min(matrix->rows, matrix->cols));
    return ali_max(end - spi_row_lo(matrix), 0);
}

/* v = the elements of n of my rows in column j, or if it is -1 on the diagonal. */
static int write_found_elements(const char *call, const spi_matrix_t *matrix, const gai_array_t *v,
                                int64_t n, int64_t j)
{
    const int64_t lo = spi_row_lo(matrix);
    spi_part_t part;
    AL_TRY(spi_open_part(call, v, matrix->rank, lo, lo + n, false, &part));
    part.is_written = true;
    memset(part.data, 0, (size_t)n * matrix->element);
    for (int64_t row = 0; row < n; ++row) {
        const char *value = find_element(matrix, row, j < 0 ? lo + row : j);
        if (value)
            memcpy(part.data + (size_t)row * matrix->element, value, matrix->element);
    }
    return spi_close_part(&part, ASHLAR_OK);
}

int ga_sparse_get_column(ga_sparse_t s, int64_t j, ga_t v)
{
    SPI_COLLECTIVE(ga_sparse_get_column, s, j, v);
    spi_matrix_t *matrix;
    gai_array_t *array;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    AL_TRY(spi_get_vector(__func__, matrix, v, matrix->rows, &array));
    AL_TRY(gai_check_writable(__func__, array));
    if (j < 0 || j >= matrix->cols)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: column %" PRId64 " outside 0..%" PRId64 " of sparse matrix '%s'",
                       __func__, j, matrix->cols - 1, matrix->name);
    AL_TRY(gai_begin(array));
    return gai_end(__func__, array,
                   write_found_elements(__func__, matrix, array, spi_my_rows(matrix), j));
}

int ga_sparse_get_diagonal(ga_sparse_t s, ga_t v)
{
    SPI_COLLECTIVE(ga_sparse_get_diagonal, s, v);
    spi_matrix_t *matrix;
    gai_array_t *array;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    AL_TRY(spi_get_vector(__func__, matrix, v, ali_min(matrix->rows, matrix->cols), &array));
    AL_TRY(gai_check_writable(__func__, array));
    AL_TRY(gai_begin(array));
    return gai_end(__func__, array,
                   write_found_elements(__func__, matrix, array, diagonal_rows(matrix), -1));
}

/* ---- other elements -------------------------------------------------------------------------- */

/* Append zeros for elements of the diagonal that are not stored. *count: how many */
static int append_diagonal(const char *call, spi_matrix_t *matrix, long long *count)
{
    const char zero[sizeof(double _Complex)] = {0};
    spi_pending_t *pending = &matrix->pending;
    if (pending->count > 0)
        return AL_FAIL(ASHLAR_ESTATE,
                       "%s: sparse matrix '%s' has elements that have not been assembled: call "
                       "ga_sparse_assemble() first",
                       call, matrix->name);
    for (int64_t row = 0; row < diagonal_rows(matrix); ++row) {
        const int64_t at = spi_row_lo(matrix) + row;
        if (find_element(matrix, row, at))
            continue;
        AL_TRY(spi_reserve(call, matrix, 1));
        matrix->records->append(pending->record + pending->count++ * matrix->records->bytes, 1, &at,
                                &at, zero);
    }
    *count = (long long)pending->count;
    return ASHLAR_OK;
}

int ga_sparse_shift_diagonal(ga_sparse_t s, const void *alpha)
{
    SPI_COLLECTIVE(ga_sparse_shift_diagonal, s, alpha);
    spi_matrix_t *matrix;
    long long count = 0;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!alpha)
        return gai_bad_argument(__func__, "alpha");
    const size_t waited = matrix->pending.count;
    int status = gai_agree(__func__, matrix->group, append_diagonal(__func__, matrix, &count));
    if (status == ASHLAR_OK)
        status = al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_SUM, &count, 1);
    if (status == ASHLAR_OK && count > 0)
        status = spi_assemble(__func__, matrix);
    if (status != ASHLAR_OK) { /* the zeros do not wait for another call */
        matrix->pending.count = waited;
        return status;
    }
    for (int64_t row = 0; row < diagonal_rows(matrix); ++row)
        ali_kernels[matrix->type].axpy(1, find_element(matrix, row, spi_row_lo(matrix) + row),
                                       spi_one(matrix->type), alpha);
    return al_barrier(matrix->group);
}

/* List the elements of mine that are large enough. */
static int64_t list_large(const spi_matrix_t *matrix, double tolerance, char *record)
{
    const spi_kernels_t *kernels = spi_kernels_of(matrix);
    const int64_t lo = spi_row_lo(matrix);
    int64_t n = 0;
    for (int64_t row = 0; row < spi_my_rows(matrix); ++row)
        for (int64_t k = spi_begin(matrix, row); k < spi_begin(matrix, row + 1); ++k) {
            const char *value = matrix->value + (size_t)k * matrix->element;
            const int64_t i = lo + row, j = spi_column(matrix, k);
            if (!(kernels->modulus(value) <= tolerance))
                matrix->records->append(record + (size_t)n++ * matrix->records->bytes, 1, &i, &j,
                                        value);
        }
    return n;
}

int ga_sparse_filter(ga_sparse_t s, double tolerance)
{
    SPI_COLLECTIVE(ga_sparse_filter, s, 0);
    spi_matrix_t *matrix;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!(tolerance >= 0))
        return AL_FAIL(ASHLAR_EARG, "%s: a tolerance of %g: it must be 0 or more", __func__,
                       tolerance);
    char *record = malloc((size_t)matrix->mine * matrix->records->bytes + 1);
    int status = record ? ASHLAR_OK
                        : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " elements", __func__,
                                  matrix->mine);
    const int64_t n = record ? list_large(matrix, tolerance, record) : 0;
    status = spi_store(__func__, matrix, record, n, status);
    free(record);
    return status;
}
