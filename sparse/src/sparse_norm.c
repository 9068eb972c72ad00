/* Norms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_vector.h"

/* The larger one, or the one that is NaN. */
static double larger(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

static double largest_sum(const double *list, int64_t n)
{
    double largest = 0;
    for (int64_t k = 0; k < n; ++k)
        largest = larger(list[k], largest);
    return largest;
}

static int sum_rows(const char *call, const spi_matrix_t *matrix, double *norm)
{
    const int64_t n = spi_my_rows(matrix);
    double *sums = malloc((size_t)(n + 1) * sizeof *sums);
    if (!sums)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the sums of %lld rows", call,
                       (long long)n);
    spi_kernels_of(matrix)->row_sums(matrix, sums);
    *norm = largest_sum(sums, n);
    free(sums);
    return ASHLAR_OK;
}

/* Each rank sums up what its rows have of a column; the owners of columns add that. */
static int sum_columns(const char *call, spi_matrix_t *matrix, double *sums, ga_t total,
                       double *norm)
{
    const spi_halo_t *halo = matrix->halo;
    const int64_t own = halo->end - halo->lo, last = halo->end - 1;
    const double one = 1;
    (void)call;
    memset(sums, 0, (size_t)(own + halo->lacking) * sizeof *sums);
    spi_kernels_of(matrix)->column_sums(matrix, halo, sums);
    AL_TRY(ga_zero(total));
    if (own > 0)
        AL_TRY(ga_acc_nd(total, &halo->lo, &last, sums, NULL, &one));
    AL_TRY(ga_scatter_acc_nd(total, halo->lacking, halo->column, sums + own, &one));
    AL_TRY(al_barrier(matrix->group));
    if (own > 0)
        AL_TRY(ga_get_nd(total, &halo->lo, &last, sums, NULL));
    *norm = largest_sum(sums, own);
    return ASHLAR_OK;
}

static int norm_of_columns(const char *call, spi_matrix_t *matrix, double *norm)
{
    ga_t total;
    double *sums = NULL;
    int status = spi_halo_get(call, matrix);
    if (status == ASHLAR_OK) {
        const spi_halo_t *halo = matrix->halo;
        sums = malloc((size_t)(halo->end - halo->lo + halo->lacking + 1) * sizeof *sums);
        status = sums ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for sums", call);
    }
    status = gai_agree(call, matrix->group, status);
    if (status == ASHLAR_OK)
        status = ga_create_nd(ASHLAR_DOUBLE, 1, &matrix->cols, "sums of columns", NULL,
                              matrix->group_handle, &total);
    if (status == ASHLAR_OK) {
        status = sum_columns(call, matrix, sums, total, norm);
        const int destroyed = ga_destroy(total);
        status = status == ASHLAR_OK ? destroyed : status;
    }
    free(sums);
    return status;
}

/* The elements scaled by the largest, so that no square overflows. */
static int frobenius(const spi_matrix_t *matrix, double largest, double *norm)
{
    const spi_kernels_t *kernels = spi_kernels_of(matrix);
    double sum = 0;
    for (int64_t k = 0; k < matrix->mine && largest > 0; ++k) {
        const double part = kernels->modulus(matrix->value + (size_t)k * matrix->element) / largest;
        sum += part * part;
    }
    AL_TRY(al_allreduce(matrix->group, ASHLAR_DOUBLE, ASHLAR_SUM, &sum, 1));
    *norm = largest > 0 && isfinite(largest) ? largest * sqrt(sum) : largest;
    return ASHLAR_OK;
}

/* Bits of a double that is not negative, or NaN, are in its order. */
static int largest_of_ranks(const spi_matrix_t *matrix, double *largest)
{
    long long bits;
    *largest = fabs(*largest);
    memcpy(&bits, largest, sizeof bits);
    AL_TRY(al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_MAX, &bits, 1));
    memcpy(largest, &bits, sizeof bits);
    return ASHLAR_OK;
}

static double largest_element(const spi_matrix_t *matrix)
{
    const spi_kernels_t *kernels = spi_kernels_of(matrix);
    double largest = 0;
    for (int64_t k = 0; k < matrix->mine; ++k)
        largest = larger(kernels->modulus(matrix->value + (size_t)k * matrix->element), largest);
    return largest;
}

int ga_sparse_norm(ga_sparse_t s, char kind, double *norm)
{
    SPI_COLLECTIVE(ga_sparse_norm, s, (int)kind, norm);
    spi_matrix_t *matrix;
    double found = 0;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!norm)
        return gai_bad_argument(__func__, "norm");
    const char upper = kind >= 'a' && kind <= 'z' ? (char)(kind - 'a' + 'A') : kind;
    if (!memchr("1IFM", upper, 4))
        return AL_FAIL(ASHLAR_EARG, "%s: norm '%c' is not '1', 'I', 'F' or 'M'", __func__, kind);
    AL_TRY(al_barrier(matrix->group));
    if (upper == '1')
        AL_TRY(norm_of_columns(__func__, matrix, &found));
    else if (upper == 'I')
        AL_TRY(gai_agree(__func__, matrix->group, sum_rows(__func__, matrix, &found)));
    else
        found = largest_element(matrix);
    AL_TRY(largest_of_ranks(matrix, &found));
    if (upper == 'F')
        AL_TRY(frobenius(matrix, found, &found));
    *norm = found;
    return ASHLAR_OK;
}
