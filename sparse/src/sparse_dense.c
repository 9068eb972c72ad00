/* Products with dense matrices, line by line, and the transpose. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_operands.h"
#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_records.h"
#include "sparse/src/sparse_vector.h"

enum { PANEL_BYTES = 1 << 24, WIDEST = 64 };

/* How many of `most` columns of n elements make a panel. */
static int64_t panel_width(int64_t n, size_t element, int64_t most)
{
    const int64_t fit = PANEL_BYTES / (ali_max(n, 1) * (int64_t)element);
    return ali_min(ali_max(fit, 1), most);
}

/* ---- products -------------------------------------------------------------------------------- */

/* C = alpha A B + beta C, line by line: a line is a row of B and of C (side 'L') or a column of
 * both (side 'R', where the product is C^T = alpha A B^T + beta C^T). */
typedef struct lines_product {
    const char *call;
    spi_matrix_t *matrix;
    char side;
    const gai_array_t *b, *c;
    spi_panel_t panel;
    char *x, *y, *turned; /* lines of B and C, and room for turning a block of them */
} lines_product_t;

/* Elements k0 to k0+width-1 of lines first to end-1, as a patch. */
static void bounds_of_lines(const lines_product_t *p, int64_t first, int64_t end, int64_t k0,
                            int64_t width, int64_t *lo, int64_t *hi)
{
    const int line = p->side == 'L' ? 0 : 1;
    lo[line] = first;
    hi[line] = end - 1;
    lo[1 - line] = k0;
    hi[1 - line] = k0 + width - 1;
}

/* Rows of a column-major block as lines, or lines as rows. */
static void turn(const char *from, int64_t rows, int64_t cols, size_t element, char *to)
{
    enum { TILE = 32 };
    for (int64_t j0 = 0; j0 < cols; j0 += TILE)
        for (int64_t i = 0; i < rows; ++i)
            for (int64_t j = j0; j < ali_min(j0 + TILE, cols); ++j)
                memcpy(to + (size_t)(i * cols + j) * element,
                       from + (size_t)(j * rows + i) * element, element);
}

static int read_lines(const lines_product_t *p, const gai_array_t *array, int64_t first,
                      int64_t end, int64_t k0, char *to)
{
    int64_t lo[2], hi[2];
    const int64_t width = p->panel.width;
    if (end <= first)
        return ASHLAR_OK;
    bounds_of_lines(p, first, end, k0, width, lo, hi);
    if (p->side == 'R' || end == first + 1)
        return gai_read(array, lo, hi, to, NULL);
    AL_TRY(gai_read(array, lo, hi, p->turned, NULL));
    turn(p->turned, end - first, width, array->element, to);
    return ASHLAR_OK;
}

static int write_lines(const lines_product_t *p, int64_t first, int64_t end, int64_t k0)
{
    int64_t lo[2], hi[2];
    const int64_t width = p->panel.width;
    if (end <= first)
        return ASHLAR_OK;
    bounds_of_lines(p, first, end, k0, width, lo, hi);
    if (p->side == 'R')
        return gai_write(p->c, lo, hi, p->y, NULL);
    turn(p->y, width, end - first, p->c->element, p->turned);
    return gai_write(p->c, lo, hi, p->turned, NULL);
}

/* My lines of B, and behind them those that my rows lack, run by run. */
static int read_operand(const lines_product_t *p, int64_t k0)
{
    const spi_halo_t *halo = p->panel.halo;
    const size_t line = (size_t)p->panel.width * p->matrix->element;
    AL_TRY(read_lines(p, p->b, halo->lo, halo->end, k0, p->x));
    char *to = p->x + (size_t)(halo->end - halo->lo) * line;
    for (int64_t k = 0, end; k < halo->lacking; k = end) {
        for (end = k + 1; end < halo->lacking && halo->column[end] == halo->column[end - 1] + 1;)
            ++end;
        AL_TRY(read_lines(p, p->b, halo->column[k], halo->column[end - 1] + 1, k0,
                          to + (size_t)k * line));
    }
    return ASHLAR_OK;
}

static bool is_zero_number(const spi_matrix_t *matrix, const void *number)
{
    return spi_kernels_of(matrix)->is_zero(number);
}

static int multiply_by_panels(lines_product_t *p)
{
    const int64_t width = p->panel.width, first = spi_row_lo(p->matrix),
                  end = spi_row_end(p->matrix);
    const int64_t n = p->c->dist.axis[p->side == 'L' ? 1 : 0].extent;
    for (int64_t k0 = 0; k0 < n; k0 += width) {
        p->panel.width = ali_min(width, n - k0);
        AL_TRY(read_operand(p, k0));
        if (!is_zero_number(p->matrix, p->panel.beta))
            AL_TRY(read_lines(p, p->c, first, end, k0, p->y));
        spi_kernels_of(p->matrix)->panel(&p->panel);
        AL_TRY(write_lines(p, first, end, k0));
    }
    return ASHLAR_OK;
}

static int multiply_lines(lines_product_t *p)
{
    spi_matrix_t *matrix = p->matrix;
    const size_t element = matrix->element;
    AL_TRY(spi_halo_get(p->call, matrix));
    const spi_halo_t *halo = p->panel.halo = matrix->halo;
    const int64_t own = halo->end - halo->lo, rows = spi_my_rows(matrix);
    const int64_t n = p->c->dist.axis[p->side == 'L' ? 1 : 0].extent;
    const int64_t width = panel_width(own + halo->lacking, element, ali_min(n, WIDEST));
    const size_t line = (size_t)width * element;
    p->panel.width = width;
    p->panel.matrix = matrix;
    p->panel.x = p->x = malloc((size_t)(own + halo->lacking) * line + 1);
    p->panel.y = p->y = malloc((size_t)rows * line + 1);
    const int64_t longest = ali_max(ali_max(own, halo->lacking), rows);
    p->turned = p->side == 'L' ? malloc((size_t)longest * line + 1) : NULL;
    const bool has_memory = p->x && p->y && (p->turned || p->side == 'R');
    int status = has_memory
                     ? multiply_by_panels(p)
                     : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for panels of %" PRId64 " columns",
                               p->call, width);
    free(p->x);
    free(p->y);
    free(p->turned);
    return status;
}

/* The extents of C = op(s) B or B op(s). */
static int check_conforming(const char *call, char side, char op, const spi_matrix_t *matrix,
                            const gai_array_t *b, const gai_array_t *c)
{
    const int64_t rows = op == 'N' ? matrix->rows : matrix->cols;
    const int64_t cols = op == 'N' ? matrix->cols : matrix->rows;
    const gai_axis_t *in = b->dist.axis, *out = c->dist.axis;
    const int is_good =
        side == 'L'
            ? in[0].extent == cols && out[0].extent == rows && in[1].extent == out[1].extent
            : in[1].extent == rows && out[1].extent == cols && in[0].extent == out[0].extent;
    return is_good
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE,
                         "%s: %" PRId64 " x %" PRId64 " of array '%s' on the %s of %" PRId64
                         " x %" PRId64 " of sparse matrix '%s' is not %" PRId64 " x %" PRId64
                         " of array '%s'",
                         call, in[0].extent, in[1].extent, b->name, side == 'L' ? "right" : "left",
                         rows, cols, matrix->name, out[0].extent, out[1].extent, c->name);
}

static int get_dense(const char *call, const spi_matrix_t *matrix, ga_t g, gai_array_t **array)
{
    AL_TRY(gai_get(call, g, array));
    if ((*array)->dist.ndim != 2)
        return gai_bad_ndim(call, *array, 2);
    return spi_check_array(call, matrix, *array);
}

static int transpose_of(const char *call, spi_matrix_t *matrix, const char *name,
                        spi_matrix_t **made);

int ga_sparse_multiply_dense(char side, char op, const void *alpha, ga_sparse_t s, ga_t b,
                             const void *beta, ga_t c)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_multiply_dense), NULL, (int)side, (int)op,
                                     alpha, spi_number(s), b, beta, c));
    spi_matrix_t *matrix, *turned = NULL;
    gai_array_t *from, *to;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!alpha || !beta)
        return gai_bad_argument(__func__, alpha ? "beta" : "alpha");
    AL_TRY(spi_check_op(__func__, op, &op));
    if (side != 'L' && side != 'l' && side != 'R' && side != 'r')
        return AL_FAIL(ASHLAR_EARG, "%s: side '%c' is not 'L' or 'R'", __func__, side);
    side = side == 'L' || side == 'l' ? 'L' : 'R';
    AL_TRY(get_dense(__func__, matrix, b, &from));
    AL_TRY(get_dense(__func__, matrix, c, &to));
    AL_TRY(check_conforming(__func__, side, op, matrix, from, to));
    AL_TRY(gai_check_writable(__func__, to));
    if (b == c)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is b and c", __func__, from->name);
    AL_TRY(gai_begin(to));
    /* Lines are combined by the rows of op(s) on the left, of its transpose on the right. */
    if ((side == 'L') != (op == 'N'))
        AL_TRY(transpose_of(__func__, matrix, "", &turned));
    lines_product_t product = {.call = __func__,
                               .matrix = turned ? turned : matrix,
                               .side = side,
                               .b = from,
                               .c = to,
                               .panel = {.conjugates = op == 'C', .alpha = alpha, .beta = beta}};
    int status = gai_end(__func__, to, multiply_lines(&product));
    if (turned) {
        const int destroyed = spi_destroy(turned);
        status = status == ASHLAR_OK ? destroyed : status;
    }
    return status;
}

/* ---- transposing ----------------------------------------------------------------------------- */

static int transpose_of(const char *call, spi_matrix_t *matrix, const char *name,
                        spi_matrix_t **made)
{
    AL_TRY(spi_create_like(call, matrix, name, true, made));
    int status = gai_agree(call, matrix->group, spi_reserve(call, *made, matrix->mine));
    if (status == ASHLAR_OK) {
        matrix->records->list(matrix, true, (*made)->pending.record);
        (*made)->pending.count = (size_t)matrix->mine;
        status = spi_assemble(call, *made);
    }
    if (status != ASHLAR_OK)
        spi_destroy(*made);
    return status;
}

int ga_sparse_transpose(ga_sparse_t s, const char *name, ga_sparse_t *t)
{
    SPI_COLLECTIVE(ga_sparse_transpose, s, name, t);
    spi_matrix_t *matrix, *made;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!t)
        return gai_bad_argument(__func__, "the matrix pointer");
    AL_TRY(transpose_of(__func__, matrix, name, &made));
    *t = made->handle;
    return ASHLAR_OK;
}
