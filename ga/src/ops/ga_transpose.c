/* Transpose, symmetrize. */
#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_type.h"
#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/ops/ga_kernels.h"
#include "ga/src/ops/ga_walk.h"

/* b (cols x rows, leading dimension ldb) = transpose of a (rows x cols, lda), elements of `size`
 * bytes. Inlined with a constant size it becomes plain loads and stores. */
static inline __attribute__((always_inline)) void turn(size_t size, size_t rows, size_t cols,
                                                       const char *a, size_t lda, char *b,
                                                       size_t ldb)
{
    enum { SIDE = 16 }; /* a square of both operands stays in the first cache */
    for (size_t jj = 0; jj < cols; jj += SIDE)
        for (size_t ii = 0; ii < rows; ii += SIDE) {
            size_t j_end = jj + SIDE < cols ? jj + SIDE : cols;
            size_t i_end = ii + SIDE < rows ? ii + SIDE : rows;
            for (size_t i = ii; i < i_end; ++i)
                for (size_t j = jj; j < j_end; ++j)
                    memcpy(b + (j + i * ldb) * size, a + (i + j * lda) * size, size);
        }
}

static void transpose(size_t size, size_t rows, size_t cols, const char *a, size_t lda, char *b,
                      size_t ldb)
{
    if (size == 4)
        turn(4, rows, cols, a, lda, b, ldb);
    else if (size == 8)
        turn(8, rows, cols, a, lda, b, ldb);
    else if (size == 16)
        turn(16, rows, cols, a, lda, b, ldb);
    else
        turn(size, rows, cols, a, lda, b, ldb);
}

/* Elements on a side of the squares in which a transpose is fetched. */
enum { TILE = 128 };

/* Target rows lo[0]..hi[0], columns lo[1]..hi[1] are columns and rows of the source. */
static int read_tile(const gai_array_t *from, const int64_t *lo, const int64_t *hi, char *tile,
                     char *to, int64_t ld)
{
    size_t rows = (size_t)(hi[1] - lo[1] + 1), cols = (size_t)(hi[0] - lo[0] + 1);
    AL_TRY(gai_read(from, (int64_t[]){lo[1], lo[0]}, (int64_t[]){hi[1], hi[0]}, tile, NULL));
    transpose(from->element, rows, cols, tile, rows, to, (size_t)ld);
    return ASHLAR_OK;
}

/* Read the transpose of what belongs into a block to memory with a leading dimension, by tiles. */
static int read_transposed(const char *call, const gai_array_t *from, const gai_block_t *block,
                           char *to, int64_t ld)
{
    char *tile = malloc((size_t)TILE * TILE * from->element);
    if (!tile)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a tile of array '%s'", call, from->name);
    int status = ASHLAR_OK;
    for (int64_t j = block->lo[1]; j <= block->hi[1] && status == ASHLAR_OK; j += TILE)
        for (int64_t i = block->lo[0]; i <= block->hi[0] && status == ASHLAR_OK; i += TILE) {
            int64_t lo[2] = {i, j};
            int64_t hi[2] = {i + TILE - 1 < block->hi[0] ? i + TILE - 1 : block->hi[0],
                             j + TILE - 1 < block->hi[1] ? j + TILE - 1 : block->hi[1]};
            int64_t offset = i - block->lo[0] + (j - block->lo[1]) * ld;
            status = read_tile(from, lo, hi, tile, to + (size_t)offset * from->element, ld);
        }
    free(tile);
    return status;
}

static int transpose_mine(const char *call, const gai_array_t *from, const gai_array_t *to)
{
    for (int64_t b = 0; b < gai_my_count(to); ++b) {
        gai_block_t block;
        char *at = gai_my_block(to, b, &block);
        if (!at)
            return ASHLAR_EMPI;
        AL_TRY(read_transposed(call, from, &block, at, block.ld[0]));
    }
    return ASHLAR_OK;
}

int ga_transpose(ga_t a, ga_t b)
{
    const char *call = __func__;
    gai_operand_t operands[2];
    AL_TRY(gai_get_operands(call, (gai_argument_t[]){GAI_ALL(a), GAI_ALL(b)}, 2, operands));
    const gai_array_t *arrays[2] = {operands[0].array, operands[1].array};
    if (a == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' cannot be transposed in place", call,
                       arrays[0]->name);
    AL_TRY(gai_check_writable(call, arrays[1]));
    for (int k = 0; k < 2; ++k)
        if (arrays[k]->dist.ndim != 2)
            return gai_bad_ndim(call, arrays[k], 2);
    const gai_axis_t *from = arrays[0]->dist.axis, *to = arrays[1]->dist.axis;
    if (from[0].extent != to[1].extent || from[1].extent != to[0].extent)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %lld x %lld, array '%s' is %lld x %lld",
                       call, arrays[0]->name, (long long)from[0].extent, (long long)from[1].extent,
                       arrays[1]->name, (long long)to[0].extent, (long long)to[1].extent);
    AL_TRY(gai_begin(call, operands, 2));
    return gai_end(call, arrays[1], transpose_mine(call, arrays[0], arrays[1]));
}

/* ---- symmetrize ------------------------------------------------------------------------------ */

/* The transposes of what belongs into my blocks, one after the other. */
static int read_mine_transposed(const char *call, const gai_array_t *array, char **turned)
{
    size_t room = (size_t)gai_slice_room(&array->dist, array->rank);
    *turned = malloc(room * array->element + 1);
    if (!*turned)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a copy of %zu elements", call, room);
    char *to = *turned;
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        gai_block_t block;
        gai_owned_block(&array->dist, array->rank, b, &block);
        AL_TRY(read_transposed(call, array, &block, to, block.hi[0] - block.lo[0] + 1));
        to += (size_t)gai_elements(2, block.lo, block.hi) * array->element;
    }
    return ASHLAR_OK;
}

typedef struct averaging {
    gai_elementwise_t *kernel;
    char *turned; /* the next elements */
    size_t element;
} averaging_t;

static void run_average(void *context, const gai_run_t *run)
{
    averaging_t *average = context;
    static const gai_number_t unused;
    char *home = run->at[0], *const operands[GAI_OPERANDS] = {home, average->turned, home, home};
    average->kernel(run->n, operands, (const void *[]){&unused, &unused});
    average->turned += run->n * average->element;
}

int ga_symmetrize(ga_t a)
{
    const char *call = __func__;
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &GAI_ALL(a), 1, &operand));
    const gai_array_t *array = operand.array;
    if (array->dist.ndim != 2)
        return gai_bad_ndim(call, array, 2);
    AL_TRY(gai_check_writable(call, array));
    averaging_t average = {.element = array->element};
    if (gai_is_arithmetic(array))
        average.kernel = gai_kernels[array->type].elementwise[GAI_OP_average];
    if (!average.kernel)
        return AL_FAIL(ASHLAR_ETYPE,
                       "%s: array '%s' is of type %s; halves need a real or complex "
                       "type",
                       call, array->name, gai_type_name(array->type));
    if (array->dist.axis[0].extent != array->dist.axis[1].extent)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %lld x %lld, not square", call,
                       array->name, (long long)array->dist.axis[0].extent,
                       (long long)array->dist.axis[1].extent);
    AL_TRY(gai_begin(call, &operand, 1));
    char *turned = NULL;
    int status = read_mine_transposed(call, array, &turned);
    status = gai_agree(call, array->group, status); /* all have read before any writes */
    average.turned = turned;
    if (status == ASHLAR_OK)
        status = gai_walk(call, &operand, 1, run_average, &average);
    free(turned);
    AL_TRY(status);
    return al_barrier(array->group);
}
