/* Rows, columns and diagonals of matrices, with a number for each from a vector, or one for all. */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_kernels.h"
#include "ga/src/operands/ga_operands.h"

/* Numbers of the vector that are fetched, or sent, at a time. */
enum { PIECE_BYTES = 32768 };

typedef enum which { ROWS, COLUMNS, DIAGONAL } which_t;

typedef struct lines {
    const gai_array_t *matrix, *vector; /* vector: NULL, if there is one number for all */
    gai_elementwise_t *kernel;          /* NULL: elements are only copied */
    gai_block_t block;                  /* of mine */
    char *base;                         /* its first element */
    _Alignas(16) char piece[PIECE_BYTES];
} lines_t;

/* The work on n rows, columns or diagonal elements of the block from an index on; the numbers
 * for them are in, or go into, the piece. */
typedef void line_work_t(lines_t *lines, int64_t from, int64_t n);

static char *element_at(const lines_t *lines, int64_t row, int64_t column)
{
    const gai_block_t *block = &lines->block;
    int64_t offset = row - block->lo[0] + (column - block->lo[1]) * block->ld[0];
    return lines->base + (size_t)offset * lines->matrix->element;
}

static char *number_at(lines_t *lines, int64_t k)
{
    return lines->piece + (lines->vector ? (size_t)k * lines->matrix->element : 0);
}

/* ---- walking --------------------------------------------------------------------------------- */

/* The rows, columns or diagonal elements that a block has. */
static void bounds_of(const gai_block_t *block, which_t which, int64_t *lo, int64_t *hi)
{
    *lo = which == DIAGONAL ? ali_max(block->lo[0], block->lo[1]) : block->lo[which];
    *hi = which == DIAGONAL ? ali_min(block->hi[0], block->hi[1]) : block->hi[which];
}

static int walk_block(lines_t *lines, which_t which, line_work_t *work, int is_read)
{
    int64_t lo, hi, most = PIECE_BYTES / (int64_t)lines->matrix->element;
    bounds_of(&lines->block, which, &lo, &hi);
    for (int64_t from = lo; from <= hi; from += most) {
        int64_t to = ali_min(from + most - 1, hi);
        if (lines->vector && is_read)
            AL_TRY(gai_read(lines->vector, &from, &to, lines->piece, NULL));
        work(lines, from, to - from + 1);
        if (lines->vector && !is_read)
            AL_TRY(gai_write(lines->vector, &from, &to, lines->piece, NULL));
    }
    return ASHLAR_OK;
}

static int walk_lines(lines_t *lines, which_t which, line_work_t *work, int is_read)
{
    for (int64_t b = 0; b < gai_my_count(lines->matrix); ++b) {
        lines->base = gai_my_block(lines->matrix, b, &lines->block);
        if (!lines->base)
            return ASHLAR_EMPI;
        AL_TRY(walk_block(lines, which, work, is_read));
    }
    return ASHLAR_OK;
}

/* ---- work ------------------------------------------------------------------------------------ */

static const gai_number_t no_number;

static void scale_rows(lines_t *lines, int64_t from, int64_t n)
{
    for (int64_t j = lines->block.lo[1]; j <= lines->block.hi[1]; ++j) {
        char *column = element_at(lines, from, j);
        char *const at[GAI_OPERANDS] = {column, column, lines->piece, column};
        lines->kernel((size_t)n, at, (const void *[]){&no_number, &no_number});
    }
}

static void scale_columns(lines_t *lines, int64_t from, int64_t n)
{
    size_t rows = (size_t)(lines->block.hi[0] - lines->block.lo[0] + 1);
    for (int64_t k = 0; k < n; ++k) {
        char *column = element_at(lines, lines->block.lo[0], from + k);
        char *const at[GAI_OPERANDS] = {column, column, column, column};
        lines->kernel(rows, at, (const void *[]){number_at(lines, k), &no_number});
    }
}

static void add_to_diagonal(lines_t *lines, int64_t from, int64_t n)
{
    for (int64_t k = 0; k < n; ++k) {
        char *element = element_at(lines, from + k, from + k);
        char *const at[GAI_OPERANDS] = {element, element, element, element};
        lines->kernel(1, at, (const void *[]){number_at(lines, k), &no_number});
    }
}

static void set_diagonal(lines_t *lines, int64_t from, int64_t n)
{
    for (int64_t k = 0; k < n; ++k)
        memcpy(element_at(lines, from + k, from + k), number_at(lines, k), lines->matrix->element);
}

static void get_diagonal(lines_t *lines, int64_t from, int64_t n)
{
    for (int64_t k = 0; k < n; ++k)
        memcpy(number_at(lines, k), element_at(lines, from + k, from + k), lines->matrix->element);
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* The action of a call, and the operation of ga_operations.def that it takes; -1: none. */
typedef struct line_call {
    const char *name;
    which_t which;
    line_work_t *work;
    int operation;
} line_call_t;

static int check_length(const line_call_t *call, const gai_array_t *matrix,
                        const gai_array_t *vector)
{
    static const char *const names[] = {"rows", "columns", "diagonal elements"};
    const gai_axis_t *axis = matrix->dist.axis;
    int64_t n = call->which == DIAGONAL ? ali_min(axis[0].extent, axis[1].extent)
                                        : axis[call->which].extent;
    if (vector->dist.ndim != 1)
        return gai_bad_ndim(call->name, vector, 1);
    return vector->dist.axis[0].extent == n
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE, "%s: vector '%s' has %lld elements, array '%s' %lld %s",
                         call->name, vector->name, (long long)vector->dist.axis[0].extent,
                         matrix->name, (long long)n, names[call->which]);
}

/* v: the vector; value: the number for all, where there is none. */
static int call_lines(const line_call_t *call, const gai_argument_t *arguments, int n,
                      const void *value)
{
    gai_operand_t operands[2];
    lines_t lines;
    AL_TRY(gai_get_operands(call->name, arguments, n, operands));
    const gai_array_t *matrix = lines.matrix = operands[0].array;
    lines.vector = n == 2 ? operands[1].array : NULL;
    lines.kernel = NULL;
    if (!gai_is_arithmetic(matrix))
        return gai_bad_type(call->name, matrix);
    AL_TRY(gai_check_writable(call->name, call->work == get_diagonal ? operands[1].array : matrix));
    if (!value && n == 1)
        return gai_bad_argument(call->name, "alpha");
    if (matrix->dist.ndim != 2)
        return gai_bad_ndim(call->name, matrix, 2);
    if (lines.vector)
        AL_TRY(check_length(call, matrix, lines.vector));
    if (call->operation >= 0)
        lines.kernel = gai_kernels[matrix->type].elementwise[call->operation];
    AL_TRY(gai_begin(operands[0].array));
    if (n == 1)
        memcpy(lines.piece, value, matrix->element);
    return gai_end_local(matrix,
                         walk_lines(&lines, call->which, call->work, call->work != get_diagonal));
}

static int call_with_vector(line_call_t call, ga_t g, ga_t v)
{
    return call_lines(&call, (gai_argument_t[]){GAI_ALL(g), GAI_ALL(v)}, 2, NULL);
}

int ga_scale_rows(ga_t g, ga_t v)
{
    GAI_COLLECTIVE(ga_scale_rows, g, v);
    return call_with_vector((line_call_t){__func__, ROWS, scale_rows, GAI_OP_multiply}, g, v);
}

int ga_scale_columns(ga_t g, ga_t v)
{
    GAI_COLLECTIVE(ga_scale_columns, g, v);
    return call_with_vector((line_call_t){__func__, COLUMNS, scale_columns, GAI_OP_scale}, g, v);
}

int ga_get_diagonal(ga_t g, ga_t v)
{
    GAI_COLLECTIVE(ga_get_diagonal, g, v);
    return call_with_vector((line_call_t){__func__, DIAGONAL, get_diagonal, -1}, g, v);
}

int ga_set_diagonal(ga_t g, ga_t v)
{
    GAI_COLLECTIVE(ga_set_diagonal, g, v);
    return call_with_vector((line_call_t){__func__, DIAGONAL, set_diagonal, -1}, g, v);
}

int ga_add_diagonal(ga_t g, ga_t v)
{
    GAI_COLLECTIVE(ga_add_diagonal, g, v);
    return call_with_vector((line_call_t){__func__, DIAGONAL, add_to_diagonal, GAI_OP_add_constant},
                            g, v);
}

int ga_shift_diagonal(ga_t g, const void *alpha)
{
    GAI_COLLECTIVE(ga_shift_diagonal, g, alpha);
    const line_call_t call = {__func__, DIAGONAL, add_to_diagonal, GAI_OP_add_constant};
    return call_lines(&call, &GAI_ALL(g), 1, alpha);
}

int ga_zero_diagonal(ga_t g)
{
    GAI_COLLECTIVE(ga_zero_diagonal, g);
    const line_call_t call = {__func__, DIAGONAL, set_diagonal, -1};
    return call_lines(&call, &GAI_ALL(g), 1, &no_number);
}
