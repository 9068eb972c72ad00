/* Irregular distributions with blocks of no elements, which the library has not: programs make them
 * for ranks that have nothing. */
#include "plan.h"

static bool is_empty_block(const ga_spec_t *spec, int d, int64_t k)
{
    const int64_t *cuts = spec->cuts[d];
    return cuts[k] == (k + 1 < spec->blocks[d] ? cuts[k + 1] : spec->dims[d]);
}

/* Is the block at a place of the grid, the first dimension of which is numbered fastest, empty. */
static bool is_empty_place(const ga_spec_t *spec, int64_t place)
{
    bool is_empty = false;
    for (int d = 0; d < spec->ndim; place /= spec->blocks[d++])
        is_empty |= is_empty_block(spec, d, place % spec->blocks[d]);
    return is_empty;
}

static void drop_cuts(classic_plan_t *plan, int d)
{
    ga_spec_t *spec = &plan->spec;
    int64_t *cuts = plan->cuts + (spec->cuts[d] - plan->cuts), kept = 0;
    for (int64_t k = 0; k < spec->blocks[d]; ++k)
        if (!is_empty_block(spec, d, k))
            cuts[kept++] = cuts[k];
    spec->blocks[d] = kept;
}

void classic_plan_drop_empty(const char *call, classic_plan_t *plan)
{
    ga_spec_t *spec = &plan->spec;
    int64_t places = 1;
    int owners = 0;
    for (int d = 0; d < spec->ndim; ++d)
        places *= spec->blocks[d];
    if (places > INT32_MAX || (spec->rank_count > 0 && spec->rank_count < places))
        return; /* the library says what is wrong with it */
    int *ranks = malloc((size_t)places * sizeof *ranks);
    if (!ranks)
        classic_stop(call, "no memory for %lld blocks", (long long)places);
    for (int place = 0; place < places; ++place)
        if (!is_empty_place(spec, place))
            ranks[owners++] = spec->rank_count > 0 ? spec->ranks[place] : place;
    if (owners == places) {
        free(ranks);
        return;
    }
    for (int d = 0; d < spec->ndim; ++d)
        drop_cuts(plan, d);
    free(plan->ranks);
    spec->ranks = plan->ranks = ranks;
    spec->rank_count = owners;
}
