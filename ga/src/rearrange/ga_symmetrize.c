/* Make matrices symmetric: those of the last two dimensions. */
#include <string.h>

#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/operands/ga_kernels.h"
#include "ga/src/rearrange/ga_transpose_walk.h"
#include "ga/src/operands/ga_operands.h"
#include "ga/src/rearrange/ga_transpose_block.h"

typedef struct averaging {
    gai_elementwise_t *kernel;
    size_t element;
} averaging_t;

enum { LINE = 64, STRIP = 4 * LINE }; /* bytes */

/* Prefetch bytes that are soon written. */
AL_INLINE void prefetch_bytes(const char *at, size_t bytes)
{
    for (size_t done = 0; done < bytes; done += LINE)
        __builtin_prefetch(at + done, 1);
}

/* Both sides become their average, by columns of mine that are some lines of their transpose. The
 * next ones are asked for while these are added: no two of their columns follow each other. */
static void average_part(void *context, const gai_transpose_part_t *part)
{
    _Alignas(LINE) char strip[STRIP * GAI_TRANSPOSE_TILE];
    static const gai_number_t unused;
    const void *const scalars[GAI_SCALARS] = {&unused, &unused};
    const averaging_t *average = context;
    const size_t element = average->element, width = STRIP / element;
    const size_t rows = part->n[0], cols = part->n[1];
    const size_t home_ld = part->home_step[1], other_ld = part->other_step[0];
    const size_t home_stride = home_ld * element, other_stride = other_ld * element;
    for (size_t j = 0; j < cols; j += width) {
        size_t n = ali_min_bytes(width, cols - j);
        size_t next = ali_min_bytes(width, cols - j - n);
        char *home = part->home + j * home_stride, *other = part->other + j * element;
        gai_transpose_block(element, n, rows, other, other_ld, strip, rows, false);
        for (size_t k = 0; k < n; ++k) {
            char *at = home + k * home_stride;
            if (k < next)
                prefetch_bytes(at + n * home_stride, rows * element);
            for (size_t i = k * rows / n; next && i < (k + 1) * rows / n; ++i)
                prefetch_bytes(other + i * other_stride + n * element, next * element);
            average->kernel(rows, (char *const[]){at, strip + k * rows * element, at, at}, scalars);
        }
        gai_transpose_block(element, rows, n, home, home_ld, other, other_ld, false);
    }
}

/* The same in more than 2 dimensions, whose first is not transposed: runs along it. */
static void average_runs(void *context, const gai_transpose_part_t *part)
{
    static const gai_number_t unused;
    const void *const scalars[GAI_SCALARS] = {&unused, &unused};
    const averaging_t *average = context;
    size_t at[ASHLAR_MAX_DIM] = {0};
    char *home = part->home, *other = part->other;
    for (int d = 1; d < part->ndim;) {
        average->kernel(part->n[0], (char *const[]){home, other, home, home}, scalars);
        memcpy(other, home, part->n[0] * average->element);
        for (d = 1; d < part->ndim; ++d) {
            home += part->home_step[d] * average->element;
            other += part->other_step[d] * average->element;
            if (++at[d] < part->n[d])
                break;
            home -= at[d] * part->home_step[d] * average->element;
            other -= at[d] * part->other_step[d] * average->element;
            at[d] = 0;
        }
    }
}

int ga_symmetrize(ga_t a)
{
    GAI_COLLECTIVE(ga_symmetrize, a);
    const char *call = __func__;
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &GAI_ALL(a), 1, &operand));
    const gai_array_t *array = operand.array;
    const int ndim = array->dist.ndim;
    if (ndim < 2)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has 1 dimension, not 2 or more", call,
                       array->name);
    AL_TRY(gai_check_writable(call, array));
    averaging_t average = {.element = array->element};
    if (gai_is_arithmetic(array))
        average.kernel = gai_kernels[array->type].elementwise[GAI_OP_average];
    if (!average.kernel)
        return AL_FAIL(ASHLAR_ETYPE,
                       "%s: array '%s' is of type %s; halves need a real or complex type", call,
                       array->name, gai_type_name(array->type));
    const int64_t rows = operand.hi[ndim - 2] + 1, cols = operand.hi[ndim - 1] + 1;
    if (rows != cols)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %lld x %lld in its last two dimensions, not square", call,
                       array->name, (long long)rows, (long long)cols);
    AL_TRY(gai_begin(operand.array));
    gai_transpose_walk_t walk = {.call = call,
                                 .home = array,
                                 .other = array,
                                 .is_symmetric = 1,
                                 .work = ndim == 2 ? average_part : average_runs,
                                 .context = &average};
    for (int d = 0; d < ndim; ++d)
        walk.hi[d] = operand.hi[d];
    int status = gai_walk_transposed(&walk);
    return gai_transpose_is_local(array) ? gai_end_local(array, status)
                                         : gai_end(call, array, status);
}
