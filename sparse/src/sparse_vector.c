/* The product with a vector, and single rows, columns and the diagonal. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_operands.h"
#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_vector.h"

/* ---- operands -------------------------------------------------------------------------------- */

int spi_get_vector(const char *call, const spi_matrix_t *matrix, ga_t g, int64_t extent,
                   gai_array_t **array)
{
    AL_TRY(gai_get(call, g, array));
    const gai_array_t *a = *array;
    if (a->dist.ndim != 1)
        return gai_bad_ndim(call, a, 1);
    AL_TRY(spi_check_array(call, matrix, a));
    return a->dist.axis[0].extent == extent
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE,
                         "%s: vector '%s' has %" PRId64 " elements, and sparse matrix '%s' of "
                         "%" PRId64 " x %" PRId64 " needs %" PRId64,
                         call, a->name, a->dist.axis[0].extent, matrix->name, matrix->rows,
                         matrix->cols, extent);
}

int spi_check_array(const char *call, const spi_matrix_t *matrix, const gai_array_t *array)
{
    if (array->type != matrix->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: the types of sparse matrix '%s' and array '%s' differ",
                       call, matrix->name, array->name);
    return array->group == matrix->group
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EGROUP, "%s: sparse matrix '%s' and array '%s' are of two groups",
                         call, matrix->name, array->name);
}

int spi_open_part(const char *call, const gai_array_t *array, int rank, int64_t lo, int64_t end,
                  bool reads, spi_part_t *part)
{
    *part = (spi_part_t){.array = array, .lo = lo, .end = end};
    part->data = end > lo ? spi_in_place(array, rank, lo, end) : NULL;
    if (part->data)
        return ASHLAR_OK;
    part->data = part->buffer = malloc((size_t)(end - lo) * array->element + 1);
    if (!part->data)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " elements of array '%s'", call,
                       end - lo, array->name);
    const int64_t hi = end - 1;
    return reads && end > lo ? gai_read(array, &lo, &hi, part->data, NULL) : ASHLAR_OK;
}

int spi_close_part(spi_part_t *part, int status)
{
    const int64_t hi = part->end - 1;
    if (part->buffer && status == ASHLAR_OK && part->is_written && part->end > part->lo)
        status = gai_write(part->array, &part->lo, &hi, part->buffer, NULL);
    free(part->buffer);
    return status;
}

/* ---- y = alpha op(s) x + beta y -------------------------------------------------------------- */

static bool is_nonzero(const void *number, size_t bytes)
{
    static const char zero[16];
    return memcmp(number, zero, bytes) != 0;
}

static int multiply_rows(const char *call, spi_product_t *product, const gai_array_t *x,
                         const gai_array_t *y)
{
    const spi_matrix_t *matrix = product->matrix;
    const spi_kernels_t *kernels = spi_kernels_of(matrix);
    const spi_halo_t *halo = product->halo;
    spi_part_t from = {0}, to = {0};
    ga_handle_t handle = 0;
    int status = spi_halo_read_far(halo, x, &handle);
    if (status == ASHLAR_OK)
        status = spi_open_part(call, x, matrix->rank, spi_col_lo(matrix), spi_col_end(matrix), true,
                               &from);
    if (status == ASHLAR_OK)
        status = spi_open_part(call, y, matrix->rank, spi_row_lo(matrix), spi_row_end(matrix),
                               is_nonzero(product->beta, matrix->element), &to);
    if (status == ASHLAR_OK) {
        product->x = from.data;
        product->y = to.data;
        to.is_written = true;
        kernels->inner(product);
        status = spi_halo_read_near(halo, x);
    }
    const int waited = ga_wait(&handle);
    status = status == ASHLAR_OK ? waited : status;
    if (status == ASHLAR_OK)
        kernels->boundary(product);
    spi_close_part(&from, status);
    return spi_close_part(&to, status);
}

/* My columns get their sums here, those of others by accumulates when all ranks have done that. */
static int multiply_columns(const char *call, spi_product_t *product, const gai_array_t *x,
                            const gai_array_t *y)
{
    const spi_matrix_t *matrix = product->matrix;
    const spi_halo_t *halo = product->halo;
    spi_part_t from = {0}, to = {0};
    int status =
        spi_open_part(call, x, matrix->rank, spi_row_lo(matrix), spi_row_end(matrix), true, &from);
    if (status == ASHLAR_OK)
        status = spi_open_part(call, y, matrix->rank, spi_col_lo(matrix), spi_col_end(matrix),
                               is_nonzero(product->beta, matrix->element), &to);
    if (status == ASHLAR_OK) {
        product->x = from.data;
        product->y = to.data;
        product->outside = halo->values;
        to.is_written = true;
        memset(halo->values, 0, (size_t)halo->lacking * matrix->element);
        spi_kernels_of(matrix)->transposed(product);
    }
    spi_close_part(&from, status);
    status = gai_agree(call, matrix->group, spi_close_part(&to, status));
    AL_TRY(status);
    AL_TRY(al_barrier(matrix->group));
    return ga_scatter_acc_nd(y->handle, halo->lacking, halo->column, halo->values,
                             spi_one(matrix->type));
}

const void *spi_one(ashlar_type type)
{
#define ONE(id, ctype, mpitype, kind) static const ctype id##_one = 1;
    ASHLAR_TYPE_TABLE(ONE)
#undef ONE
#define ONE(id, ctype, mpitype, kind) &id##_one,
    static const void *const ones[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(ONE)};
#undef ONE
    return ones[type];
}

int spi_check_op(const char *call, char op, char *upper)
{
    *upper = op >= 'a' && op <= 'z' ? (char)(op - 'a' + 'A') : op;
    return *upper == 'N' || *upper == 'T' || *upper == 'C'
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EARG, "%s: op is '%c', not 'N', 'T' or 'C'", call, op);
}

int ga_sparse_multiply_vector(char op, const void *alpha, ga_sparse_t s, ga_t x, const void *beta,
                              ga_t y)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_multiply_vector), NULL, (int)op, alpha,
                                     spi_number(s), x, beta, y));
    spi_matrix_t *matrix;
    gai_array_t *from, *to;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!alpha || !beta)
        return gai_bad_argument(__func__, alpha ? "beta" : "alpha");
    AL_TRY(spi_check_op(__func__, op, &op));
    AL_TRY(gai_get(__func__, x, &from));
    AL_TRY(gai_get(__func__, y, &to));
    AL_TRY(spi_get_vector(__func__, matrix, x, op == 'N' ? matrix->cols : matrix->rows, &from));
    AL_TRY(spi_get_vector(__func__, matrix, y, op == 'N' ? matrix->rows : matrix->cols, &to));
    AL_TRY(gai_check_writable(__func__, to));
    if (x == y)
        return AL_FAIL(ASHLAR_EARG, "%s: vector '%s' is x and y", __func__, from->name);
    AL_TRY(gai_begin(to));
    int status = spi_halo_get(__func__, matrix);
    spi_product_t product = {matrix, matrix->halo, op == 'C', alpha, beta, NULL, NULL, NULL};
    if (op == 'N') {
        if (status == ASHLAR_OK)
            status = multiply_rows(__func__, &product, from, to);
    } else {
        status = gai_agree(__func__, matrix->group, status);
        if (status == ASHLAR_OK)
            status = multiply_columns(__func__, &product, from, to);
    }
    return gai_end(__func__, to, status);
}
