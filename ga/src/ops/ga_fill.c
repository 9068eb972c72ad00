/* Filling an array with one value. */
#include <string.h>

#include "ga/src/ops/ga_walk.h"

typedef struct filling {
    const void *value;
    size_t element;
} filling_t;

static void run_fill(const void *context, size_t n, char *const *at)
{
    const filling_t *fill = context;
    enum { CACHED = 65536 };
    size_t element = fill->element, bytes = n * element;
    size_t most = element < CACHED ? CACHED / element * element : element;
    memcpy(at[0], fill->value, element);
    for (size_t done = element;
         done < bytes;) { /* copy what is there, doubling, while it is cached */
        size_t more = done < bytes - done ? done : bytes - done;
        more = more < most ? more : most;
        memcpy(at[0] + done, at[0], more);
        done += more;
    }
}

static void run_zero(const void *element, size_t n, char *const *at)
{
    memset(at[0], 0, n * *(const size_t *)element);
}

int ga_fill(ga_t g, const void *value)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    AL_TRY(gai_check_writable(__func__, array));
    if (!value)
        return gai_bad_argument(__func__, "value");
    AL_TRY(gai_begin(__func__, &array, 1));
    const filling_t fill = {value, array->element};
    int status = gai_walk(__func__, &array, 1, run_fill, &fill);
    return gai_end_alone(array, status);
}

int ga_zero(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    AL_TRY(gai_check_writable(__func__, array));
    AL_TRY(gai_begin(__func__, &array, 1));
    int status = gai_walk(__func__, &array, 1, run_zero, &array->element);
    return gai_end_alone(array, status);
}
