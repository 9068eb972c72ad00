/* Lists of steps of calls that have been made, for when they are made again: programs that iterate
 * do so, and to find out who takes part takes longer than to tell another rank. */
#include "tiles/src/tiles_kept.h"

#include <string.h>

struct tilesi_kept {
    tilesi_call_t call;  /* with to and from in tiles */
    ga_tiles_t tiles[2]; /* arrays have other handles when others take their place */
    al_steps_t *steps;   /* NULL: none */
    uint64_t session;    /* in which it was made */
};
typedef tilesi_kept_t kept_t;

enum { PLACES = 16 };
static kept_t all_kept[PLACES];

static uint64_t hash_on(uint64_t hash, int64_t word)
{
    return (hash ^ (uint64_t)word) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t hash_tiles(uint64_t hash, const ga_tiles_t *tiles)
{
    hash = hash_on(hash, tiles->g);
    for (int d = 0; d < tiles->n; ++d)
        hash = hash_on(hash, tiles->where[d].first);
    return hash;
}

static kept_t *place_of_call(const tilesi_call_t *call)
{
    const uint64_t hash = hash_tiles(hash_tiles((uint64_t)call->kind, call->to), call->from);
    return &all_kept[hash >> 60];
}

static bool are_same_tiles(const ga_tiles_t *a, const ga_tiles_t *b)
{
    return a->g == b->g && a->n == b->n &&
           memcmp(a->where, b->where, (size_t)a->n * sizeof *a->where) == 0;
}

tilesi_kept_t *tilesi_take_kept(const tilesi_call_t *call, al_steps_t **steps)
{
    kept_t *kept = place_of_call(call);
    *steps = NULL;
    if (kept->steps && kept->session == ali_steps_session && kept->call.kind == call->kind &&
        kept->call.count == call->count && kept->call.flags == call->flags &&
        kept->call.op == call->op && kept->call.to_dim == call->to_dim &&
        kept->call.from_dim == call->from_dim && are_same_tiles(&kept->tiles[0], call->to) &&
        are_same_tiles(&kept->tiles[1], call->from)) {
        *steps = kept->steps;
        kept->steps = NULL;
    }
    return kept;
}

void tilesi_put_back(tilesi_kept_t *kept, al_steps_t *steps)
{
    kept->steps = steps;
}

void tilesi_keep(const tilesi_call_t *call, al_steps_t *steps)
{
    kept_t *kept = place_of_call(call);
    if (kept->steps && kept->session == ali_steps_session)
        ali_steps_drop(kept->steps);
    *kept = (kept_t){.call = *call,
                     .tiles = {*call->to, *call->from},
                     .steps = steps,
                     .session = ali_steps_session};
}
