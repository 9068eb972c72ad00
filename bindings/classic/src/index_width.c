/* The width of indices: from int to 64 bits and back. */
#include <limits.h>
#include <string.h>

#include "classic.h"

int64_t *classic_widen(classic_room_t *room, int64_t n, const int *narrow, int wanted)
{
    enum { WORDS = sizeof room->words / sizeof room->words[0] };
    if (!wanted)
        return NULL;
    int64_t *wide = room->words + room->used;
    if (n > WORDS - room->used) {
        wide = malloc((size_t)n * sizeof *wide);
        if (!wide || room->extra_count == 4)
            classic_stop("GA", "no memory for %lld indices", (long long)n);
        room->extra[room->extra_count++] = wide;
    } else if (n > 0) {
        room->used += (int)n;
    }
    for (int64_t k = 0; narrow && k < n; ++k)
        wide[k] = narrow[k];
    return wide;
}

void classic_narrow(const char *call, int64_t n, const int64_t *wide, int *narrow)
{
    for (int64_t k = 0; k < n; ++k) {
        if (wide[k] > INT_MAX || wide[k] < INT_MIN)
            classic_stop(call, "%lld does not fit an int: call %s64", (long long)wide[k], call);
        narrow[k] = (int)wide[k];
    }
}

void classic_room_free(classic_room_t *room)
{
    while (room->extra_count > 0)
        free(room->extra[--room->extra_count]);
}

int64_t classic_sum(int64_t n, const int *numbers)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < n; ++k)
        sum += numbers[k];
    return sum;
}
