/* Norms: of the elements as one vector, and of matrices as linear maps. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/reduce/ga_exact.h"
#include "ga/src/reduce/ga_reduce.h"
#include "ga/src/reduce/ga_exact_terms.h"

#define AL_TEMPLATE "ga/src/reduce/ga_norm.inc"
#include "armci-lite/src/local/al_each_type.h"

#define ADD_MODULI(id, ctype, mpitype, kind) id##_add_moduli,
static void (*const add_moduli[ASHLAR_TYPE_COUNT])(size_t n, size_t columns, const void *elements,
                                                   double *sums) = {ASHLAR_TYPE_TABLE(ADD_MODULI)};

#define FIND_LARGEST(id, ctype, mpitype, kind) id##_find_largest,
static void (*const find_largest[ASHLAR_TYPE_COUNT])(size_t n, const void *elements,
                                                     double *largest) = {
    ASHLAR_TYPE_TABLE(FIND_LARGEST)};

/* ---- of the elements ------------------------------------------------------------------------- */

static int sum_all(const char *call, int operation, const gai_operand_t *operand, double *sum)
{
    *sum = 0;
    return gai_sum_all(call, operation, operand, 1, ASHLAR_DOUBLE, DBL_MANT_DIG, sum);
}

/* The largest of what the ranks have, none negative, or NaN if one has it: bits of a double, as an
 * integer, are in this order where its sign is positive. */
static int find_max_of_all(const gai_array_t *array, double *max)
{
    long long bits;
    *max = fabs(*max); /* NaN may have a sign */
    memcpy(&bits, max, sizeof bits);
    AL_TRY(al_allreduce(array->group, ASHLAR_LLONG, ASHLAR_MAX, &bits, 1));
    memcpy(max, &bits, sizeof bits);
    return ASHLAR_OK;
}

typedef struct largest {
    ashlar_type type;
    double modulus;
} largest_t;

static void run_largest(void *context, const gai_run_t *run)
{
    largest_t *largest = context;
    find_largest[largest->type](run->n, run->at[0], &largest->modulus);
}

static int find_max(const char *call, const gai_operand_t *operand, double *max)
{
    const int threads = gai_walk_threads(operand, 1);
    largest_t largest[GAI_THREADS];
    for (int k = 0; k < threads; ++k)
        largest[k] = (largest_t){operand->array->type, 0};
    AL_TRY(gai_walk_shared(call, operand, 1, run_largest, largest, sizeof *largest, threads));
    *max = 0;
    for (int k = 0; k < threads; ++k)
        if (largest[k].modulus > *max || isnan(largest[k].modulus))
            *max = largest[k].modulus;
    return find_max_of_all(operand->array, max);
}

typedef struct scaled {
    size_t numbers; /* of doubles in an element */
    double scale;
    gai_exact_t sum;
} scaled_t;

static void run_scaled_squares(void *context, const gai_run_t *run)
{
    scaled_t *scaled = context;
    const double *x = (const double *)(const void *)run->at[0];
    for (size_t k = 0; k < run->n * scaled->numbers; ++k) {
        const double scaled_x = x[k] * scaled->scale, square = scaled_x * scaled_x;
        gai_exact_add_each(&scaled->sum, &square, 1);
    }
}

/* Squares of doubles may be too large or too small to be numbers: where the sum shows it, all are
 * scaled by the largest, and their order does not matter. Squares of the other types fit. */
static int find_frobenius(const char *call, const gai_operand_t *operand, double *norm)
{
    const double least = DBL_MIN / DBL_EPSILON / DBL_EPSILON;
    const gai_array_t *array = operand->array;
    double sum, max;
    AL_TRY(sum_all(call, GAI_OP_sum_squares, operand, &sum));
    *norm = sqrt(sum);
    if (sum >= least && sum <= DBL_MAX)
        return ASHLAR_OK;
    AL_TRY(find_max(call, operand, &max));
    if (!(max > 0 && max <= DBL_MAX)) {
        *norm = max;
        return ASHLAR_OK;
    }
    if (array->type != ASHLAR_DOUBLE && array->type != ASHLAR_CDOUBLE)
        return ASHLAR_OK;
    int exponent = ilogb(max); /* of a scale that is itself a number */
    scaled_t scaled = {array->element / sizeof(double),
                       ldexp(1, exponent < -1000 ? 1000 : -exponent),
                       {.uncarried = 0}};
    AL_TRY(gai_walk(call, operand, 1, run_scaled_squares, &scaled));
    AL_TRY(gai_exact_allreduce(array->group, &scaled.sum, 1));
    *norm = sqrt(gai_exact_round(&scaled.sum, DBL_MANT_DIG)) / scaled.scale;
    return ASHLAR_OK;
}

/* ---- of a matrix ----------------------------------------------------------------------------- */

/* Columns or rows that are summed up at a time: exact sums are long, so fewer. */
enum { SUMS = 4096, EXACT_SUMS = SUMS * sizeof(double) / sizeof(gai_exact_t) };

typedef struct sums {
    const gai_array_t *array;
    int dimension; /* a sum for each index of this one */
    int64_t rows;  /* of the patch */
    union {
        double at[SUMS];
        gai_exact_t exact[EXACT_SUMS]; /* in use where sums are to be reproducible */
    };
} sums_t;

static void add_exactly(sums_t *sums, int64_t row, int64_t column, size_t n, char *element)
{
    const gai_exact_terms_t *terms = &gai_exact_terms[sums->array->type][GAI_OP_sum_moduli];
    double moduli[GAI_EXACT_TERMS];
    for (size_t done = 0, part; done < n; done += part) {
        char *const from = element + done * sums->array->element;
        part = ali_min_bytes(n - done, GAI_EXACT_TERMS);
        terms->kernel(part, (char *const[GAI_OPERANDS]){from, from, from, from}, moduli);
        if (sums->dimension == 1)
            gai_exact_add(&sums->exact[column], moduli, part, 1);
        else
            gai_exact_add_each(&sums->exact[(size_t)row + done], moduli, part);
    }
}

/* Columns of n elements each, from a row on: several only where they are whole. */
static void add_columns(sums_t *sums, int64_t row, int64_t column, size_t n, size_t columns,
                        char *element)
{
    const int is_exact = (int)ali_context.env.reproducible;
    if (!is_exact && sums->dimension == 0) {
        add_moduli[sums->array->type](n, columns, element, &sums->at[row]);
        return;
    }
    gai_reduction_t *const add = gai_kernels[sums->array->type].reductions[GAI_OP_sum_moduli];
    for (size_t k = 0; k < columns; ++k, element += n * sums->array->element) {
        char *const at[GAI_OPERANDS] = {element, element, element, element};
        if (is_exact)
            add_exactly(sums, row, column + (int64_t)k, n, element);
        else
            add(n, at, &sums->at[column + (int64_t)k]);
    }
}

/* A run may begin and end within a column. */
static void run_sums(void *context, const gai_run_t *run)
{
    sums_t *sums = context;
    const size_t rows = (size_t)sums->rows;
    int64_t row = run->number % sums->rows, column = run->number / sums->rows;
    for (size_t done = 0, n, columns; done < run->n; done += n * columns, row = 0) {
        n = ali_min_bytes(run->n - done, rows - (size_t)row);
        columns = n == rows ? (run->n - done) / rows : 1;
        add_columns(sums, row, column, n, columns, run->at[0] + done * sums->array->element);
        column += (int64_t)columns;
    }
}

/* The sums of all ranks where they have parts of them; the largest and *max. */
static int update_largest(sums_t *sums, size_t count, int is_split, double *max)
{
    const int is_exact = (int)ali_context.env.reproducible;
    al_group_t *group = sums->array->group;
    if (is_split)
        AL_TRY(is_exact ? gai_exact_allreduce(group, sums->exact, count)
                        : al_allreduce(group, ASHLAR_DOUBLE, ASHLAR_SUM, sums->at, count));
    for (size_t k = 0; k < count; ++k) {
        const double sum = is_exact ? gai_exact_round(&sums->exact[k], DBL_MANT_DIG) : sums->at[k];
        if (sum > *max || isnan(sum))
            *max = sum;
    }
    return ASHLAR_OK;
}

/* The largest sum of moduli of the elements that have an index of a dimension in common. */
static int find_largest_sum(const char *call, const gai_operand_t *operand, int dimension,
                            double *max)
{
    const int64_t most = ali_context.env.reproducible ? EXACT_SUMS : SUMS;
    sums_t sums; /* large: what is used of it is set below */
    gai_operand_t part = *operand;
    sums.array = operand->array;
    sums.dimension = dimension;
    /* Where a sum is of elements of one rank, ranks need not add theirs. */
    const int is_split = operand->array->dist.axis[1 - dimension].blocks > 1;
    *max = 0;
    for (int64_t from = operand->lo[dimension]; operand->n && from <= operand->hi[dimension];
         from += most) {
        part.lo[dimension] = from;
        part.hi[dimension] = ali_min(from + most - 1, operand->hi[dimension]);
        const size_t count = (size_t)(part.hi[dimension] - from + 1);
        sums.rows = part.hi[0] - part.lo[0] + 1;
        memset(sums.at, 0, count * (most == SUMS ? sizeof *sums.at : sizeof *sums.exact));
        AL_TRY(gai_walk_numbered(call, &part, 1, run_sums, &sums));
        AL_TRY(update_largest(&sums, count, is_split, max));
    }
    return is_split ? ASHLAR_OK : find_max_of_all(operand->array, max);
}

/* A vector is one column. */
static int find_matrix_norm(const char *call, const gai_operand_t *operand, int is_of_rows,
                            double *norm)
{
    if (operand->array->dist.ndim == 2)
        return find_largest_sum(call, operand, is_of_rows ? 0 : 1, norm);
    return is_of_rows ? find_max(call, operand, norm)
                      : sum_all(call, GAI_OP_sum_moduli, operand, norm);
}

/* ---- the calls ------------------------------------------------------------------------------- */

static int find_norm(const char *call, gai_argument_t argument, ga_norm_kind kind, double *result)
{
    gai_operand_t operand;
    double norm = 0;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    if (!result)
        return gai_bad_argument(call, "result");
    int is_of_matrix = kind == GA_MATRIX_NORM_1 || kind == GA_MATRIX_NORM_INF;
    if ((unsigned)kind > GA_MATRIX_NORM_INF)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a norm", call, (int)kind);
    if (is_of_matrix && operand.array->dist.ndim > 2)
        return gai_bad_ndim(call, operand.array, 2);
    AL_TRY(gai_check_reduction(call, GAI_OP_sum_moduli, &operand, 1));
    AL_TRY(gai_begin(operand.array));
    switch (kind) {
    case GA_ENTRY_NORM_1:
        AL_TRY(sum_all(call, GAI_OP_sum_moduli, &operand, &norm));
        break;
    case GA_ENTRY_NORM_2:
        AL_TRY(find_frobenius(call, &operand, &norm));
        break;
    case GA_ENTRY_NORM_INF:
        AL_TRY(find_max(call, &operand, &norm));
        break;
    default:
        AL_TRY(find_matrix_norm(call, &operand, kind == GA_MATRIX_NORM_INF, &norm));
    }
    *result = norm;
    return ASHLAR_OK;
}

int ga_norm(ga_t g, ga_norm_kind kind, double *result)
{
    GAI_COLLECTIVE(ga_norm, g, kind, result);
    return find_norm(__func__, GAI_ALL(g), kind, result);
}

int ga_norm_patch(ga_t g, const int64_t *lo, const int64_t *hi, ga_norm_kind kind, double *result)
{
    GAI_COLLECTIVE(ga_norm_patch, g, lo, hi, kind, result);
    return find_norm(__func__, (gai_argument_t){g, lo, hi}, kind, result);
}
