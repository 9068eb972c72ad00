/* The collectives: checking what is passed, and making the steps. */
#include <inttypes.h>
#include <stddef.h>

#include "ga/src/array/ga_check.h"
#include "tiles/src/tiles_kept.h"
#include "tiles/src/tiles_piece.h"
#include "tiles/src/tiles_plan.h"

typedef tilesi_plan_t plan_t;
typedef tilesi_call_t call_t;

/* ---- checks ---------------------------------------------------------------------------------- */

static int check_flags(const call_t *call)
{
    const int in = call->flags & (GA_IN_MINE | GA_IN_NONE);
    const int out = call->flags & (GA_OUT_MINE | GA_OUT_NONE);
    if (call->flags & ~(in | out) || in == (GA_IN_MINE | GA_IN_NONE) ||
        out == (GA_OUT_MINE | GA_OUT_NONE))
        return AL_FAIL(ASHLAR_EARG, "%s: flags %d", call->name, call->flags);
    return ASHLAR_OK;
}

static int check_one(const call_t *call, const char *what, const tilesi_section_t *section)
{
    return section->count == 1
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE, "%s: %" PRId64 " tiles of array '%s' where one is the %s",
                         call->name, section->count, section->array->name, what);
}

/* How many slots a tile has to have. */
static int64_t slots_of_source(const call_t *call, const plan_t *plan)
{
    return call->kind == TILESI_SCATTER || call->kind == TILESI_EXCHANGE ? plan->to.count : 1;
}

static int64_t slots_of_destination(const call_t *call, const plan_t *plan)
{
    return call->kind == TILESI_GATHER || call->kind == TILESI_EXCHANGE ? plan->from.count : 1;
}

static int check_room(const call_t *call, const tilesi_section_t *section, int64_t slots)
{
    const int64_t whole = tilesi_whole(section);
    if (call->count <= whole / slots)
        return ASHLAR_OK;
    return AL_FAIL(ASHLAR_ERANGE,
                   "%s: %" PRId64 " slots of %" PRId64 " elements in a tile of %" PRId64
                   " of array '%s'",
                   call->name, slots, call->count, whole, section->array->name);
}

static int check_count(const call_t *call, plan_t *plan)
{
    const int64_t from = slots_of_source(call, plan), to = slots_of_destination(call, plan);
    if (call->count < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: count %" PRId64, call->name, call->count);
    plan->count = call->count;
    if (call->count == GA_WHOLE) {
        plan->count = ali_min(tilesi_whole(&plan->from) / from, tilesi_whole(&plan->to) / to);
        return ASHLAR_OK;
    }
    AL_TRY(check_room(call, &plan->from, from));
    return check_room(call, &plan->to, to);
}

/* Moduli are real: the largest or smallest of the parts, of which the imaginary ones are 0. */
static int check_operation(const call_t *call, plan_t *plan)
{
    const gai_array_t *array = plan->from.array;
    ashlar_op op = call->op;
    if ((unsigned)op >= ASHLAR_OP_COUNT || op == ASHLAR_REPLACE)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a reduction", call->name, (int)op);
    if (!gai_is_arithmetic(array))
        return gai_bad_type(call->name, array);
    plan->moduli = op > ASHLAR_REPLACE ? ali_kernels[array->type].moduli : NULL;
    const ashlar_type type = plan->moduli ? ali_part_type(array->type) : array->type;
    if (plan->moduli)
        op = op == ASHLAR_ABSMAX ? ASHLAR_MAX : ASHLAR_MIN;
    plan->unit = ali_types[type].bytes;
    plan->combine = ali_kernels[type].reduce[op];
    return plan->combine ? ASHLAR_OK : gai_bad_type(call->name, array);
}

/* Numbers of tiles that belong together. */
static int check_numbers(const call_t *call, plan_t *plan)
{
    if (call->kind == TILESI_BROADCAST || call->kind == TILESI_SCATTER)
        return check_one(call, "source", &plan->from);
    if (call->kind == TILESI_GATHER)
        return check_one(call, "destination", &plan->to);
    if (call->kind == TILESI_REDUCE)
        return check_operation(call, plan);
    if (call->kind == TILESI_EXCHANGE && plan->from.count != plan->to.count)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: %" PRId64 " tiles of array '%s' exchange with %" PRId64 " of '%s'",
                       call->name, plan->from.count, plan->from.array->name, plan->to.count,
                       plan->to.array->name);
    return ASHLAR_OK;
}

static int check_cut(const call_t *call, plan_t *plan)
{
    const int ndim = plan->from.ndim;
    if (plan->to.ndim != ndim)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: arrays of %d and %d dimensions", call->name, ndim,
                       plan->to.ndim);
    if (call->to_dim < 0 || call->to_dim >= ndim || call->from_dim < 0 || call->from_dim >= ndim ||
        call->to_dim == call->from_dim)
        return AL_FAIL(ASHLAR_EARG,
                       "%s: cuts across dimensions %d and %d of %d: they must be different",
                       call->name, call->to_dim, call->from_dim, ndim);
    plan->to_dim = call->to_dim;
    plan->from_dim = call->from_dim;
    return ASHLAR_OK;
}

/* A broadcast may give a tile to itself, and so may one that is cut into a single part. */
static int check_apart(const call_t *call, plan_t *plan)
{
    if (call->kind == TILESI_BROADCAST || !tilesi_sections_meet(&plan->to, &plan->from))
        return ASHLAR_OK;
    if (call->kind == TILESI_EXCHANGE_CUT && plan->to.count == 1 && plan->from.count == 1) {
        plan->to.count = 0; /* there is nothing to do */
        return ASHLAR_OK;
    }
    return AL_FAIL(ASHLAR_EARG, "%s: a tile of array '%s' is source and destination", call->name,
                   plan->to.array->name);
}

static int check_call(const call_t *call, plan_t *plan)
{
    if (!call->to || !call->from)
        return gai_bad_argument(call->name, call->to ? "from" : "to");
    if (!call->blocks && !call->handle)
        return gai_bad_argument(call->name, "the handle pointer");
    AL_TRY(check_flags(call));
    AL_TRY(tilesi_section(call->name, call->to, &plan->to));
    AL_TRY(tilesi_section(call->name, call->from, &plan->from));
    const gai_array_t *to = plan->to.array, *from = plan->from.array;
    if (to->type != from->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: the types of arrays '%s' and '%s' differ", call->name,
                       from->name, to->name);
    AL_TRY(gai_check_writable(call->name, to));
    if (call->kind == TILESI_EXCHANGE_CUT)
        AL_TRY(check_cut(call, plan));
    if (plan->to.count == 0 || plan->from.count == 0)
        return ASHLAR_OK;
    AL_TRY(check_numbers(call, plan));
    if (call->kind != TILESI_EXCHANGE_CUT)
        AL_TRY(check_count(call, plan));
    plan->element = to->element;
    return check_apart(call, plan);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool add_transfer(plan_t *plan)
{
    switch (plan->kind) {
    case TILESI_BROADCAST:
        return tilesi_add_broadcast(plan);
    case TILESI_REDUCE:
        return tilesi_add_reduce(plan);
    default:
        return tilesi_add_move(plan);
    }
}

static bool waits_for_all(int flags)
{
    return !(flags & (GA_IN_MINE | GA_IN_NONE));
}

static int make_steps(plan_t *plan, const call_t *call)
{
    const bool waits_in = waits_for_all(plan->flags);
    const bool waits_out = !(plan->flags & (GA_OUT_MINE | GA_OUT_NONE));
    const bool moves = plan->count > 0 || plan->kind == TILESI_EXCHANGE_CUT;
    bool has_memory = tilesi_list_members(plan);
    if (has_memory && ali_context.env.check)
        has_memory = tilesi_add_check(plan, call);
    if (has_memory && plan->kind == TILESI_EXCHANGE_CUT)
        AL_TRY(tilesi_find_cuts(plan->name, plan));
    if (waits_in)
        AL_TRY(ali_fence_all());
    if (has_memory && waits_in) {
        tilesi_add_barrier(plan);
        if (plan->nodes == 1 && plan->kind != TILESI_BROADCAST && plan->kind != TILESI_REDUCE)
            ali_steps_go(plan->steps); /* while the pieces are found, which takes longest */
    }
    if (has_memory && moves)
        has_memory = add_transfer(plan);
    if (has_memory && waits_out)
        tilesi_add_barrier(plan);
    return has_memory ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", plan->name);
}

/* The same call has been made before, and its arrays are what they were then: whatever it checks is
 * right. *is_made: it has now been made again. */
static int repeat_call(const call_t *call, int *is_made)
{
    const gai_array_t *to = gai_find(call->to->g), *from = gai_find(call->from->g);
    al_steps_t *steps;
    *is_made = 0;
    if (!to || !from || to->replica || ali_context.env.check)
        return ASHLAR_OK;
    tilesi_kept_t *kept = tilesi_take_kept(call, &steps);
    if (!steps)
        return ASHLAR_OK;
    *is_made = 1;
    if (waits_for_all(call->flags))
        AL_TRY(ali_fence_all());
    ali_steps_repeat(steps);
    AL_TRY(ali_steps_run_and_keep(&steps));
    tilesi_put_back(kept, steps);
    return ASHLAR_OK;
}

/* Run a list whose caller waits, and keep it. */
static int run_first(al_steps_t *steps, const call_t *call)
{
    AL_TRY(ali_steps_run_and_keep(&steps));
    if (steps)
        tilesi_keep(call, steps);
    return ASHLAR_OK;
}

/* Make the list of a call that concerns this rank. */
static int run_steps(plan_t *plan, const call_t *call)
{
    al_steps_t *steps = plan->steps;
    const int status = make_steps(plan, call);
    if (status == ASHLAR_OK)
        return call->blocks ? run_first(steps, call) : ali_steps_start(steps, call->handle);
    ali_steps_discard(steps, status);
    return status;
}

static int make_call(const call_t *call)
{
    al_steps_t *steps = ali_steps_begin(call->name);
    plan_t *plan = steps ? ali_steps_memory(steps, sizeof *plan) : NULL;
    if (!plan) {
        if (steps)
            ali_steps_discard(steps, ASHLAR_ENOMEM);
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", call->name);
    }
    plan->steps = steps;
    plan->kind = call->kind;
    plan->name = call->name;
    plan->flags = call->flags;
    plan->count = 0;
    const int status = check_call(call, plan);
    if (status == ASHLAR_OK && plan->to.count > 0 && plan->from.count > 0) {
        plan->my_to = tilesi_my_owner(&plan->to);
        plan->my_from = tilesi_my_owner(&plan->from);
        if (plan->my_to >= 0 || plan->my_from >= 0)
            return run_steps(plan, call);
    }
    ali_steps_discard(steps, status);
    return status;
}

/* Has it as many intervals as there is room for? */
static bool is_readable(const ga_tiles_t *tiles)
{
    return tiles && tiles->n >= 0 && tiles->n <= ASHLAR_MAX_DIM;
}

static int run_call(const call_t *call)
{
    int is_made = 0;
    AL_TRY(gai_check_started(call->name));
    if (call->blocks && is_readable(call->to) && is_readable(call->from))
        AL_TRY(repeat_call(call, &is_made));
    return is_made ? ASHLAR_OK : make_call(call);
}

/* ---- the public calls ------------------------------------------------------------------------ */

#define TILES_CALLS(call, KIND)                                                                    \
    int call(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count, int flags)               \
    {                                                                                              \
        return run_call(&(call_t){.name = __func__,                                                \
                                  .kind = KIND,                                                    \
                                  .to = to,                                                        \
                                  .from = from,                                                    \
                                  .count = count,                                                  \
                                  .flags = flags,                                                  \
                                  .blocks = 1});                                                   \
    }                                                                                              \
    int call##_nb(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count, int flags,          \
                  ga_handle_t *handle)                                                             \
    {                                                                                              \
        return run_call(&(call_t){.name = __func__,                                                \
                                  .kind = KIND,                                                    \
                                  .to = to,                                                        \
                                  .from = from,                                                    \
                                  .count = count,                                                  \
                                  .flags = flags,                                                  \
                                  .handle = handle});                                              \
    }
TILES_CALLS(ga_tiles_broadcast, TILESI_BROADCAST)
TILES_CALLS(ga_tiles_scatter, TILESI_SCATTER)
TILES_CALLS(ga_tiles_gather, TILESI_GATHER)
TILES_CALLS(ga_tiles_exchange, TILESI_EXCHANGE)

int ga_tiles_exchange_cut(const ga_tiles_t *to, int to_dim, const ga_tiles_t *from, int from_dim,
                          int flags)
{
    return run_call(&(call_t){.name = __func__,
                              .kind = TILESI_EXCHANGE_CUT,
                              .to = to,
                              .from = from,
                              .to_dim = to_dim,
                              .from_dim = from_dim,
                              .flags = flags,
                              .blocks = 1});
}

int ga_tiles_exchange_cut_nb(const ga_tiles_t *to, int to_dim, const ga_tiles_t *from, int from_dim,
                             int flags, ga_handle_t *handle)
{
    return run_call(&(call_t){.name = __func__,
                              .kind = TILESI_EXCHANGE_CUT,
                              .to = to,
                              .from = from,
                              .to_dim = to_dim,
                              .from_dim = from_dim,
                              .flags = flags,
                              .handle = handle});
}

int ga_tiles_reduce(const ga_tiles_t *to, const ga_tiles_t *from, ashlar_op op, int64_t count,
                    int flags)
{
    return run_call(&(call_t){.name = __func__,
                              .kind = TILESI_REDUCE,
                              .to = to,
                              .from = from,
                              .op = op,
                              .count = count,
                              .flags = flags,
                              .blocks = 1});
}

int ga_tiles_reduce_nb(const ga_tiles_t *to, const ga_tiles_t *from, ashlar_op op, int64_t count,
                       int flags, ga_handle_t *handle)
{
    return run_call(&(call_t){.name = __func__,
                              .kind = TILESI_REDUCE,
                              .to = to,
                              .from = from,
                              .op = op,
                              .count = count,
                              .flags = flags,
                              .handle = handle});
}

int ga_tiles_affinity(const ga_tiles_t *tiles, int64_t *count)
{
    tilesi_section_t section;
    AL_TRY(gai_check_started(__func__));
    if (!tiles || !count)
        return gai_bad_argument(__func__, tiles ? "count" : "the tiles");
    AL_TRY(tilesi_section(__func__, tiles, &section));
    const int mine = tilesi_my_owner(&section);
    *count = mine < 0 ? 0 : tilesi_owned(&section, mine);
    return ASHLAR_OK;
}
