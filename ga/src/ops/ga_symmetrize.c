/* Make a matrix symmetric. */
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/ops/ga_kernels.h"
#include "ga/src/ops/ga_opposite.h"
#include "ga/src/ops/ga_operands.h"
#include "ga/src/ops/ga_turn.h"

typedef struct averaging {
    gai_elementwise_t *kernel;
    size_t element;
} averaging_t;

enum { LINE = 64, STRIP = 4 * LINE }; /* bytes */

/* Ask for bytes that are soon written. */
AL_INLINE void ask_for(const char *at, size_t bytes)
{
    for (size_t done = 0; done < bytes; done += LINE)
        __builtin_prefetch(at + done, 1);
}

/* Both sides become their average, by columns of mine that are some lines of their opposite. The
 * next ones are asked for while these are added: no two of their columns follow each other. */
static void average_part(void *context, const gai_opposite_t *part)
{
    _Alignas(LINE) char strip[STRIP * GAI_OPPOSITE_SIDE];
    static const gai_number_t unused;
    const void *const scalars[GAI_SCALARS] = {&unused, &unused};
    const averaging_t *average = context;
    const size_t element = average->element, width = STRIP / element, rows = part->rows;
    const size_t home_stride = part->home_ld * element, other_stride = part->other_ld * element;
    for (size_t j = 0; j < part->cols; j += width) {
        size_t n = ali_min_bytes(width, part->cols - j);
        size_t next = ali_min_bytes(width, part->cols - j - n);
        char *home = part->home + j * home_stride, *other = part->other + j * element;
        gai_turn(element, n, rows, other, part->other_ld, strip, rows);
        for (size_t k = 0; k < n; ++k) {
            char *at = home + k * home_stride;
            if (k < next)
                ask_for(at + n * home_stride, rows * element);
            for (size_t i = k * rows / n; next && i < (k + 1) * rows / n; ++i)
                ask_for(other + i * other_stride + n * element, next * element);
            average->kernel(rows, (char *const[]){at, strip + k * rows * element, at, at}, scalars);
        }
        gai_turn(element, rows, n, home, part->home_ld, other, part->other_ld);
    }
}

int ga_symmetrize(ga_t a)
{
    GAI_COLLECTIVE(ga_symmetrize, a);
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
                       "%s: array '%s' is of type %s; halves need a real or complex type", call,
                       array->name, gai_type_name(array->type));
    if (operand.hi[0] != operand.hi[1])
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %lld x %lld, not square", call,
                       array->name, (long long)operand.hi[0] + 1, (long long)operand.hi[1] + 1);
    AL_TRY(gai_begin(operand.array));
    gai_opposites_t opposites = {.call = call,
                                 .home = array,
                                 .other = array,
                                 .hi = {operand.hi[0], operand.hi[1]},
                                 .pairs = 1,
                                 .work = average_part,
                                 .context = &average};
    int status = gai_walk_opposites(&opposites);
    return gai_opposites_are_near(array) ? gai_end_alone(array, status)
                                         : gai_end(call, array, status);
}
