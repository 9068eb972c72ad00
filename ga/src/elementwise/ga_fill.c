/* Filling with one value. */
#include <string.h>

#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_walk.h"

typedef struct filling {
    const void *value;
    size_t element;
} filling_t;

static void run_fill(void *context, const gai_run_t *run)
{
    const filling_t *fill = context;
    enum { CACHED = 16384 };
    char *to = run->at[0];
    size_t element = fill->element, bytes = run->n * element;
    size_t most = element < CACHED ? CACHED / element * element : element;
    memcpy(to, fill->value, element);
    for (size_t done = element;
         done < bytes;) { /* copy what is there, doubling, while it is cached */
        size_t more = done < bytes - done ? done : bytes - done;
        more = more < most ? more : most;
        memcpy(to + done, to, more);
        done += more;
    }
}

static void run_zero(void *context, const gai_run_t *run)
{
    memset(run->at[0], 0, run->n * ((const filling_t *)context)->element);
}

static int fill_operand(const char *call, gai_argument_t argument, gai_work_t *work,
                        const void *value)
{
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    AL_TRY(gai_check_writable(call, operand.array));
    if (!value)
        return gai_bad_argument(call, "value");
    AL_TRY(gai_begin(operand.array));
    filling_t fill = {value, operand.array->element};
    return gai_end_local(operand.array, gai_walk_shared(call, &operand, 1, work, &fill, 0,
                                                        gai_walk_threads(&operand, 1)));
}

int ga_fill(ga_t g, const void *value)
{
    GAI_COLLECTIVE(ga_fill, g, value);
    return fill_operand(__func__, GAI_ALL(g), run_fill, value);
}

int ga_fill_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *value)
{
    GAI_COLLECTIVE(ga_fill_patch, g, lo, hi, value);
    return fill_operand(__func__, (gai_argument_t){g, lo, hi}, run_fill, value);
}

int ga_zero(ga_t g)
{
    GAI_COLLECTIVE(ga_zero, g);
    return fill_operand(__func__, GAI_ALL(g), run_zero, "");
}

int ga_zero_patch(ga_t g, const int64_t *lo, const int64_t *hi)
{
    GAI_COLLECTIVE(ga_zero_patch, g, lo, hi);
    return fill_operand(__func__, (gai_argument_t){g, lo, hi}, run_zero, "");
}
