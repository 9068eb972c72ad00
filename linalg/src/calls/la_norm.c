/* Norms of matrices of which a triangle is stored; those of general ones are ga's. Each rank adds
 * up what it owns, where it lies. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/reduce/ga_exact_terms.h"
#include "ga/src/operands/ga_walk.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/blas/la_blas.h"

typedef struct norm {
    const gai_array_t *array;
    const lai_blas_t *blas;
    int64_t rows;
    char kind, structure, uplo, diag;
    double scale;        /* of moduli that are squared */
    double largest, sum; /* moduli, squares */
    double *sums;        /* of columns or rows */
} norm_t;

/* Moduli of n elements of a column; mirrored ones also stand on the other side of the diagonal. */
static void note_moduli(norm_t *s, int64_t row, int64_t column, size_t n, const double *moduli,
                        int is_mirrored)
{
    if (s->kind == 'M') {
        for (size_t k = 0; k < n; ++k)
            if (moduli[k] > s->largest || isnan(moduli[k]))
                s->largest = moduli[k];
    } else if (s->kind == 'F') {
        double sum = 0;
        for (size_t k = 0; k < n; ++k) {
            const double x = moduli[k] * s->scale;
            sum += x * x;
        }
        s->sum += is_mirrored ? 2 * sum : sum;
    } else {
        if (s->kind == '1' || is_mirrored)
            for (size_t k = 0; k < n; ++k)
                s->sums[column] += moduli[k];
        if (s->kind == 'I' || is_mirrored)
            for (size_t k = 0; k < n; ++k)
                s->sums[row + (int64_t)k] += moduli[k];
    }
}

static void find_moduli(const norm_t *s, size_t n, char *elements, double *moduli)
{
    char *const at[GAI_OPERANDS] = {elements, elements, elements, elements};
    gai_exact_terms[s->array->type][GAI_OP_sum_moduli].kernel(n, at, moduli);
}

static void note_diagonal(norm_t *s, int64_t k, const char *element)
{
    const size_t real = s->blas->real, imaginary = s->blas->element - real;
    gai_number_t number;
    double modulus = 1;
    memcpy(number.bytes, element, s->blas->element);
    if (s->structure == 'H')
        memset(number.bytes + real, 0, imaginary);
    if (s->diag == 'N')
        find_moduli(s, 1, number.bytes, &modulus);
    note_moduli(s, k, k, 1, &modulus, 0);
}

/* Part of a column, of which some is stored. */
static void note_column(norm_t *s, int64_t row, int64_t column, int64_t n, char *elements)
{
    const size_t element = s->blas->element;
    int64_t first = row, end = row + n;
    if (s->uplo == 'L')
        first = ali_max(first, column + 1);
    else
        end = ali_min(end, column);
    for (; first < end; first += GAI_EXACT_TERMS) {
        double moduli[GAI_EXACT_TERMS];
        size_t part = (size_t)ali_min(end - first, GAI_EXACT_TERMS);
        find_moduli(s, part, elements + element * (size_t)(first - row), moduli);
        note_moduli(s, first, column, part, moduli, s->structure != 'T');
    }
    if (row <= column && column < row + n)
        note_diagonal(s, column, elements + element * (size_t)(column - row));
}

static void run_columns(void *context, const gai_run_t *run)
{
    norm_t *s = context;
    const int64_t all = (int64_t)run->n;
    int64_t row = run->number % s->rows, column = run->number / s->rows;
    for (int64_t done = 0; done < all; row = 0, ++column) {
        int64_t n = ali_min(all - done, s->rows - row);
        note_column(s, row, column, n, run->at[0] + s->blas->element * (size_t)done);
        done += n;
    }
}

static int walk(const char *call, norm_t *s, const gai_operand_t *operand)
{
    s->sum = s->largest = 0;
    return gai_walk_numbered(call, operand, 1, run_columns, s);
}

/* NaN if one rank has it: the bits of a double, as an integer, are in the order of doubles where
 * its sign is positive, and NaN comes last. */
static int largest_of(const char *call, norm_t *s, const gai_operand_t *operand, double *value)
{
    long long bits;
    s->kind = 'M';
    AL_TRY(walk(call, s, operand));
    *value = fabs(s->largest);
    memcpy(&bits, value, sizeof bits);
    AL_TRY(al_allreduce(s->array->group, ASHLAR_LLONG, ASHLAR_MAX, &bits, 1));
    memcpy(value, &bits, sizeof bits);
    return ASHLAR_OK;
}

static int sum_squares(const char *call, norm_t *s, const gai_operand_t *operand, double scale)
{
    s->kind = 'F';
    s->scale = scale;
    AL_TRY(walk(call, s, operand));
    return al_allreduce(s->array->group, ASHLAR_DOUBLE, ASHLAR_SUM, &s->sum, 1);
}

/* Where the sum shows that squares were too large or too small to be numbers, all are scaled by the
 * largest. */
static int frobenius_of(const char *call, norm_t *s, const gai_operand_t *operand, double *value)
{
    const double least = DBL_MIN / DBL_EPSILON / DBL_EPSILON;
    AL_TRY(sum_squares(call, s, operand, 1));
    *value = sqrt(s->sum);
    if (s->sum >= least && s->sum <= DBL_MAX)
        return ASHLAR_OK;
    AL_TRY(largest_of(call, s, operand, value));
    if (!(*value > 0 && *value <= DBL_MAX))
        return ASHLAR_OK;
    int exponent = ilogb(*value); /* of a scale that is itself a number */
    double scale = ldexp(1, exponent < -1000 ? 1000 : -exponent);
    AL_TRY(sum_squares(call, s, operand, scale));
    *value = sqrt(s->sum) / scale;
    return ASHLAR_OK;
}

static int largest_sum_of(const char *call, norm_t *s, const gai_operand_t *operand, double *value)
{
    al_group_t *group = s->array->group;
    const int64_t n = s->kind == '1' ? lai_cols(s->array) : lai_rows(s->array);
    s->sums = calloc((size_t)n, sizeof *s->sums);
    int status = s->sums
                     ? ASHLAR_OK
                     : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %lld sums", call, (long long)n);
    status = gai_agree(call, group, status);
    if (status == ASHLAR_OK)
        status = walk(call, s, operand);
    if (status == ASHLAR_OK)
        status = al_allreduce(group, ASHLAR_DOUBLE, ASHLAR_SUM, s->sums, (size_t)n);
    *value = 0;
    for (int64_t k = 0; status == ASHLAR_OK && k < n; ++k)
        if (s->sums[k] > *value || isnan(s->sums[k]))
            *value = s->sums[k];
    free(s->sums);
    return status;
}

static int norm_of_triangle(const char *call, norm_t *s, gai_array_t *array, double *value)
{
    gai_operand_t operand;
    gai_whole_operand(array, &operand);
    AL_TRY(gai_begin(operand.array));
    return s->kind == 'M'   ? largest_of(call, s, &operand, value)
           : s->kind == 'F' ? frobenius_of(call, s, &operand, value)
                            : largest_sum_of(call, s, &operand, value);
}

static int norm_of_all(ga_t a, char kind, double *value)
{
    return ga_norm(a,
                   kind == 'M'   ? GA_ENTRY_NORM_INF
                   : kind == 'F' ? GA_ENTRY_NORM_2
                   : kind == '1' ? GA_MATRIX_NORM_1
                                 : GA_MATRIX_NORM_INF,
                   value);
}

int la_norm(char kind, char structure, char uplo, char diag, ga_t a, double *value)
{
    LAI_COLLECTIVE(la_norm, kind, structure, uplo, diag, a, value);
    const char *call = __func__;
    gai_array_t *array;
    norm_t s = {.uplo = 'L', .diag = 'N'};
    double found;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, a, &array));
    AL_TRY(lai_check_letter(call, "kind", kind, "m1oife", &s.kind));
    AL_TRY(lai_check_letter(call, "structure", structure, "gsht", &s.structure));
    if (s.structure != 'G')
        AL_TRY(lai_check_letter(call, "uplo", uplo, "lu", &s.uplo));
    if (s.structure == 'T')
        AL_TRY(lai_check_letter(call, "diag", diag, "nu", &s.diag));
    if (!value)
        return gai_bad_argument(call, "value");
    if (s.structure == 'S' || s.structure == 'H')
        AL_TRY(lai_check_square(call, array));
    if (s.kind == 'O')
        s.kind = '1';
    if (s.kind == 'E')
        s.kind = 'F';
    s.array = array;
    s.blas = lai_blas(array->type);
    s.rows = lai_rows(array);
    AL_TRY(s.structure == 'G' ? norm_of_all(a, s.kind, &found)
                              : norm_of_triangle(call, &s, array, &found));
    *value = found;
    return ASHLAR_OK;
}
