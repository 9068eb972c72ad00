/* Blocks dealt out in turn by their numbers. */
#include <string.h>

#include "ga/src/dist/ga_layout.h"

static const gai_dealt_t *dealt_of(const gai_dist_t *dist)
{
    return (const gai_dealt_t *)dist->layout;
}

static int64_t number_of(const gai_dist_t *dist, const int64_t *at)
{
    int64_t number = 0;
    for (int d = dist->ndim - 1; d >= 0; --d)
        number = number * dist->axis[d].blocks + at[d];
    return number;
}

static int64_t dealt_index(const gai_dist_t *dist, const int64_t *at)
{
    const gai_dealt_t *dealt = dealt_of(dist);
    return gai_divide(number_of(dist, at), dealt->base.owners, dealt->magic);
}

static int dealt_place(const gai_dist_t *dist, gai_place_t *place)
{
    const gai_dealt_t *dealt = dealt_of(dist);
    int64_t number = number_of(dist, place->at);
    int64_t index = gai_divide(number, dealt->base.owners, dealt->magic);
    place->offset = index * dealt->room;
    return (int)(number - index * dealt->base.owners);
}

static int64_t dealt_count(const gai_dist_t *dist, int64_t owner)
{
    int64_t owners = dist->layout->owners;
    return dist->blocks / owners + (owner < dist->blocks % owners);
}

static void dealt_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    int64_t number = owner + k * dist->layout->owners;
    for (int d = 0; d < dist->ndim; number /= dist->axis[d++].blocks)
        at[d] = number % dist->axis[d].blocks;
}

static int64_t dealt_room(const gai_dist_t *dist, int64_t owner)
{
    return dealt_count(dist, owner) * dealt_of(dist)->room;
}

/* Until the numbers of the blocks differ by a multiple of the owners. */
static int64_t dealt_period(const gai_dist_t *dist, int d)
{
    int64_t owners = dist->layout->owners, step = 1;
    for (int e = 0; e < d; ++e)
        step *= dist->axis[e].blocks;
    return owners / gai_common_divisor(owners, step);
}

static const gai_layout_calls_t calls = {dealt_place, dealt_count, dealt_position,
                                         dealt_index, dealt_room,  dealt_period};

void gai_dealt_set(gai_dealt_t *dealt, const gai_dist_t *dist, int owners)
{
    memset(dealt, 0, sizeof *dealt);
    dealt->base =
        (gai_layout_t){.calls = &calls, .owners = owners, .ranks = owners, .bytes = sizeof *dealt};
    dealt->magic = gai_magic(owners, dist->blocks);
    dealt->room = 1;
    for (int d = 0; d < dist->ndim; ++d)
        dealt->room *= dist->axis[d].width;
}
