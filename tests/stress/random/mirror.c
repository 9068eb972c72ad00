/* Mirrored arrays: their copies are added up, and copied to and from an array that is not mirrored.
 */
#include <string.h>

#include "stress.h"

/* The nodes of a group, in the order of their first ranks. */
typedef struct nodes {
    int n, mine;
    int of[MOST_RANKS];    /* of each rank */
    int first[MOST_RANKS]; /* of each node: its first rank */
} nodes_t;

static nodes_t nodes_of(const group_t *group)
{
    nodes_t nodes = {.n = 0};

    for (int rank = 0; rank < group->n; ++rank) {
        int node = 0;
        while (node < nodes.n &&
               al_node_of(group->ranks[nodes.first[node]]) != al_node_of(group->ranks[rank]))
            ++node;
        if (node == nodes.n)
            nodes.first[nodes.n++] = rank;
        nodes.of[rank] = node;
    }
    nodes.mine = nodes.of[group->me];
    return nodes;
}

int fewest_ranks(const group_t *group)
{
    nodes_t nodes = nodes_of(group);
    int ranks[MOST_RANKS] = {0}, fewest = group->n;

    for (int rank = 0; rank < group->n; ++rank)
        ++ranks[nodes.of[rank]];
    for (int node = 0; node < nodes.n; ++node)
        fewest = ranks[node] < fewest ? ranks[node] : fewest;
    return fewest;
}

/* The values that the copy of a node must hold; only its own ranks know. */
static model_t copy_of(const array_t *array, const nodes_t *nodes, int node)
{
    const model_t *m = &array->model;
    model_t copy = model_create(m->type, m->whole.ndim, m->dims);
    size_t bytes = (size_t)m->n * sizeof *m->at;

    if (node == nodes->mine)
        memcpy(copy.at, m->at, bytes);
    stress_ok(ga_broadcast(array->whole->g, copy.at, bytes, nodes->first[node]));
    return copy;
}

static model_t sum_of_copies(const array_t *array, const nodes_t *nodes)
{
    const scalar_t one = {1, 0};
    model_t sum = copy_of(array, nodes, 0);

    for (int node = 1; node < nodes->n; ++node) {
        model_t copy = copy_of(array, nodes, node);
        model_add(one, &copy, one, &sum, &sum);
        model_free(&copy);
    }
    return sum;
}

/* That of the sum of all copies; they are filled anew if it would be too large. */
static double bound_of_sum(array_t *array, const nodes_t *nodes)
{
    double sum = array->whole->me == nodes->first[nodes->mine] ? array->bound : 0;

    stress_ok(ga_allreduce(array->whole->g, ASHLAR_DOUBLE, ASHLAR_SUM, &sum, 1));
    if (sum <= LARGEST)
        return sum;
    do_fill(array);
    return nodes->n * VALUES;
}

/* A patch of both arrays. */
typedef struct places {
    array_t *array, *other;
    patch_t here, there;
} places_t;

/* Each element comes from the copy of its owner's node. */
static void model_from_copies(const places_t *p, const nodes_t *nodes)
{
    const int ndim = p->here.ndim;
    int64_t from[ASHLAR_MAX_DIM];
    int rank;

    for (int node = 0; node < nodes->n; ++node) {
        model_t copy = copy_of(p->array, nodes, node);
        patch_t at = p->there;
        do {
            for (int d = 0; d < ndim; ++d)
                from[d] = at.lo[d] - p->there.lo[d] + p->here.lo[d];
            stress_ok(call_locate(p->other, at.lo, &rank));
            if (nodes->of[rank] == node)
                *model_at(&p->other->model, at.lo) = *model_at(&copy, from);
        } while (patch_next(&p->there, at.lo));
        model_free(&copy);
    }
}

static void merge(array_t *array, const nodes_t *nodes)
{
    double bound = bound_of_sum(array, nodes);
    model_t sum = sum_of_copies(array, nodes);

    complete_group(array->whole);
    stress_ok(ga_mirror_merge(array->g));
    model_free(&array->model);
    array->model = sum;
    array->bound = bound;
    all_idle(array->whole);
}

static void merge_patch(const places_t *p, const nodes_t *nodes)
{
    double bound = bound_of_sum(p->array, nodes);
    model_t sum = sum_of_copies(p->array, nodes);

    complete_group(p->array->whole);
    stress_ok(ga_mirror_merge_patch(p->array->g, p->here.lo, p->here.hi, p->other->g, p->there.lo,
                                    p->there.hi));
    model_copy_patch(&sum, &p->here, &p->other->model, &p->there);
    model_free(&sum);
    if (p->other->bound < bound)
        p->other->bound = bound;
    all_idle(p->array->whole);
}

static void copy_out(const places_t *p, const nodes_t *nodes)
{
    double bound = p->other->bound;

    stress_ok(ga_allreduce(p->array->whole->g, ASHLAR_DOUBLE, ASHLAR_MAX, &p->array->bound, 1));
    complete_group(p->array->whole);
    stress_ok(
        ga_copy_patch(p->array->g, p->here.lo, p->here.hi, p->other->g, p->there.lo, p->there.hi));
    model_from_copies(p, nodes);
    p->other->bound = bound < p->array->bound ? p->array->bound : bound;
    all_idle(p->array->whole);
}

static void copy_in(const places_t *p)
{
    array_t *array = p->array;

    complete_group(array->whole);
    stress_ok(
        ga_copy_patch(p->other->g, p->there.lo, p->there.hi, array->g, p->here.lo, p->here.hi));
    model_copy_patch(&p->other->model, &p->there, &array->model, &p->here);
    if (array->bound < p->other->bound)
        array->bound = p->other->bound;
    all_idle(array->whole);
}

/* An array of the whole group that is not mirrored, of the same type and dimensions; or NULL. */
static array_t *draw_other(const array_t *array)
{
    array_t *found[ARRAYS];
    int n = 0;

    for (array_t *a = stress.arrays; a < stress.arrays + ARRAYS; ++a)
        if (a->group && a->whole == array->whole && !a->is_mirrored &&
            a->model.type == array->model.type && a->model.whole.ndim == array->model.whole.ndim)
            found[n++] = a;
    return n ? found[draw(0, n - 1)] : NULL;
}

/* Called by all ranks of the whole group, which draw alike. */
void do_mirror(array_t *array)
{
    if (!array->is_mirrored)
        return;
    places_t p = {.array = array, .other = draw_other(array)};
    nodes_t nodes = nodes_of(array->whole);
    bool adds = !type_is_record(array->model.type);
    int64_t least[ASHLAR_MAX_DIM];

    if (!p.other) {
        if (adds)
            merge(array, &nodes);
        return;
    }
    for (int d = 0; d < array->model.whole.ndim; ++d)
        least[d] = array->model.dims[d] < p.other->model.dims[d] ? array->model.dims[d]
                                                                 : p.other->model.dims[d];
    patch_t like = patch_random(&stress.rng, array->model.whole.ndim, least);
    p.here = draw_place(array, &like);
    p.there = draw_place(p.other, &like);
    switch (draw(0, adds ? 3 : 1)) {
    case 0:
        copy_in(&p);
        break;
    case 1:
        copy_out(&p, &nodes);
        break;
    case 2:
        merge(array, &nodes);
        break;
    default:
        merge_patch(&p, &nodes);
        break;
    }
}
