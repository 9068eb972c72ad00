/* Copy, transpose, symmetrize. */
#include <stdlib.h>
#include <string.h>

#include "ga/src/ops/ga_elem.h"
#include "ga/src/ops/ga_kernels.h"

int ga_copy(ga_t a, ga_t b)
{
    const char *call = "ga_copy";
    gai_array_t *arrays[2];
    AL_TRY(gai_get(call, a, &arrays[0]));
    AL_TRY(gai_get(call, b, &arrays[1]));
    AL_TRY(gai_check_operands(call, arrays, 2));
    AL_TRY(gai_check_extents(call, arrays[0], arrays[1]));
    AL_TRY(gai_begin(call, arrays, 2));
    int status = ASHLAR_OK;
    gai_view_t mine;
    if (a != b && gai_block_view(arrays[1], arrays[1]->rank, &mine))
        status = gai_read(arrays[0], mine.lo, mine.hi, mine.base, NULL);
    return gai_end(call, arrays[1], status);
}

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

/* Reads the transpose of a patch of `from` into memory, tile by tile. */
typedef struct source {
    const gai_array_t *from;
    int64_t ilo, jlo; /* of the target patch */
    char *to;
    size_t ld; /* of the target, elements */
    char *tile;
} source_t;

/* Target patch lo..hi is the transpose of rows lo[1]..hi[1], columns lo[0]..hi[0] of the source. */
static int source_tile(const source_t *source, const int64_t *lo, const int64_t *hi)
{
    int64_t from_lo[2] = {lo[1], lo[0]}, from_hi[2] = {hi[1], hi[0]};
    size_t rows = (size_t)(hi[1] - lo[1] + 1), cols = (size_t)(hi[0] - lo[0] + 1);
    AL_TRY(gai_read(source->from, from_lo, from_hi, source->tile, NULL));
    size_t offset = (size_t)(lo[0] - source->ilo) + (size_t)(lo[1] - source->jlo) * source->ld;
    transpose(source->from->element, rows, cols, source->tile, rows,
              source->to + offset * source->from->element, source->ld);
    return ASHLAR_OK;
}

static int read_transposed(const char *call, const gai_array_t *from, const gai_view_t *patch,
                           char *to)
{
    source_t source = {.from = from,
                       .ilo = patch->lo[0],
                       .jlo = patch->lo[1],
                       .to = to,
                       .ld = (size_t)(patch->hi[0] - patch->lo[0] + 1),
                       .tile = malloc((size_t)TILE * TILE * from->element)};
    if (!source.tile)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a tile of array '%s'", call, from->name);
    int status = ASHLAR_OK;
    for (int64_t j = patch->lo[1]; j <= patch->hi[1] && status == ASHLAR_OK; j += TILE)
        for (int64_t i = patch->lo[0]; i <= patch->hi[0] && status == ASHLAR_OK; i += TILE) {
            int64_t lo[2] = {i, j};
            int64_t hi[2] = {i + TILE - 1 < patch->hi[0] ? i + TILE - 1 : patch->hi[0],
                             j + TILE - 1 < patch->hi[1] ? j + TILE - 1 : patch->hi[1]};
            status = source_tile(&source, lo, hi);
        }
    free(source.tile);
    return status;
}

int ga_transpose(ga_t a, ga_t b)
{
    const char *call = "ga_transpose";
    gai_array_t *arrays[2];
    AL_TRY(gai_get(call, a, &arrays[0]));
    AL_TRY(gai_get(call, b, &arrays[1]));
    if (a == b)
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' cannot be transposed in place", call,
                       arrays[0]->name);
    for (int k = 0; k < 2; ++k)
        if (arrays[k]->dist.ndim != 2)
            return gai_bad_ndim(call, arrays[k], 2);
    AL_TRY(gai_check_operands(call, arrays, 2));
    const gai_axis_t *from = arrays[0]->dist.axis, *to = arrays[1]->dist.axis;
    if (from[0].extent != to[1].extent || from[1].extent != to[0].extent)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %lld x %lld, array '%s' is %lld x %lld",
                       call, arrays[0]->name, (long long)from[0].extent, (long long)from[1].extent,
                       arrays[1]->name, (long long)to[0].extent, (long long)to[1].extent);
    AL_TRY(gai_begin(call, arrays, 2));
    int status = ASHLAR_OK;
    gai_view_t mine;
    if (gai_block_view(arrays[1], arrays[1]->rank, &mine))
        status = read_transposed(call, arrays[0], &mine, mine.base);
    return gai_end(call, arrays[1], status);
}

int ga_symmetrize(ga_t a)
{
    const char *call = "ga_symmetrize";
    gai_array_t *array;
    AL_TRY(gai_get(call, a, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(call, array, 2);
    if (!gai_is_arithmetic(array) || !gai_kernels[array->type].average)
        return AL_FAIL(ASHLAR_ETYPE,
                       "%s: array '%s' is of type %s; halves need a real or complex "
                       "type",
                       call, array->name, gai_type_name(array->type));
    if (array->dist.axis[0].extent != array->dist.axis[1].extent)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %lld x %lld, not square", call,
                       array->name, (long long)array->dist.axis[0].extent,
                       (long long)array->dist.axis[1].extent);
    AL_TRY(gai_begin(call, &array, 1));
    int status = ASHLAR_OK;
    size_t elements = (size_t)gai_dist_elements(&array->dist, array->rank);
    gai_view_t mine;
    char *turned = NULL;
    if (gai_block_view(array, array->rank, &mine)) {
        turned = malloc(elements * array->element);
        status = turned ? read_transposed(call, array, &mine, turned)
                        : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a copy of %zu elements", call,
                                  elements);
    }
    status = gai_agree(call, array->group, status); /* all have read before any writes */
    if (status == ASHLAR_OK && turned)
        gai_kernels[array->type].average(elements, mine.base, turned);
    free(turned);
    AL_TRY(status);
    return al_barrier(array->group);
}
