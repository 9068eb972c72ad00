/* Filling with one value. */
#include <stdint.h>
#include <string.h>

#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_walk.h"

typedef struct filling {
    const void *value;
    size_t element;
} filling_t;

/* Elements that fill a vector without a rest, and are aligned to their size. */
enum { VECTOR = 32, STEP = 4 * VECTOR };
typedef char vector_t __attribute__((vector_size(VECTOR), may_alias));

AL_KERNEL static void fill_vectors(char *to, const void *value, size_t element, size_t bytes)
{
    union {
        vector_t all;
        char bytes[VECTOR];
    } v;
    for (size_t b = 0; b < VECTOR; b += element)
        memcpy(v.bytes + b, value, element);
    if (bytes < VECTOR) {
        memcpy(to, v.bytes, bytes);
        return;
    }
    memcpy(to, &v.all, VECTOR); /* up to the first aligned address, and a little beyond */
    size_t done = (VECTOR - (uintptr_t)to % VECTOR) % VECTOR;
    for (; done + STEP <= bytes; done += STEP) {
        vector_t *target = (vector_t *)(void *)(to + done);
        target[0] = v.all;
        target[1] = v.all;
        target[2] = v.all;
        target[3] = v.all;
    }
    for (; done + VECTOR <= bytes; done += VECTOR)
        *(vector_t *)(void *)(to + done) = v.all;
    memcpy(to + bytes - VECTOR, &v.all, VECTOR);
}

/* Elements of any size are filled by copies of what is there, doubling, while it is cached. */
static void fill_copies(char *to, const void *value, size_t element, size_t bytes)
{
    enum { CACHED = 16384 };
    size_t most = element < CACHED ? CACHED / element * element : element;
    memcpy(to, value, element);
    for (size_t done = element; done < bytes;) {
        size_t more = done < bytes - done ? done : bytes - done;
        more = more < most ? more : most;
        memcpy(to + done, to, more);
        done += more;
    }
}

static void run_fill(void *context, const gai_run_t *run)
{
    const filling_t *fill = context;
    char *to = run->at[0];
    size_t element = fill->element, bytes = run->n * element;
    const int is_power = (element & (element - 1)) == 0;
    if (is_power && element <= VECTOR && ((uintptr_t)to & (element - 1)) == 0)
        fill_vectors(to, fill->value, element, bytes);
    else
        fill_copies(to, fill->value, element, bytes);
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
