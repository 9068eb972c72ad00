/* Arrays, sets of mutexes, record types and the library itself come and go. */
#include <string.h>

#include "model/twin.h"
#include "model/kinds.h"
#include "stress.h"

/* ---- sets of mutexes, record types ----------------------------------------------------------- */

static void destroy_set(set_t *set)
{
    int holder = set->group->ranks[draw(0, set->group->n - 1)];
    int64_t index = draw(0, set->n - 1);

    if (is_member(set->group)) {
        if (draw(0, 1)) {           /* one is held: nobody frees them */
            sync_group(set->group); /* some rank may still be about to lock it */
            if (holder == ga_rank())
                stress_ok(ga_lock(set->mutexes, index));
            stress_status(ASHLAR_ESTATE, ga_mutexes_destroy(set->mutexes));
            if (holder == ga_rank())
                stress_ok(ga_unlock(set->mutexes, index));
        }
        stress_ok(ga_mutexes_destroy(set->mutexes));
    }
    set->group = NULL;
}

void change_set(void)
{
    set_t *set = &stress.sets[draw(0, SETS - 1)];

    if (set->group) {
        destroy_set(set);
        return;
    }
    *set = (set_t){.group = draw_group(), .n = draw(1, 2 * ga_size() + 1)};
    if (is_member(set->group))
        stress_ok(ga_mutexes_create(set->group->g, set->n, &set->mutexes));
}

void change_record(void)
{
    static const size_t sizes[] = {1, 3, 12, 24};
    record_t *record = &stress.records[draw(0, RECORDS - 1)];
    size_t bytes;

    if (record->bytes) { /* arrays of it live on */
        stress_ok(ga_type_destroy(record->type));
        record->bytes = 0;
        return;
    }
    record->bytes = draw(0, 1) ? sizes[draw(0, 3)] : (size_t)draw(1, ELEMENT_BYTES);
    stress_ok(ga_type_create(record->bytes, &record->type));
    stress_ok(ga_type_bytes(record->type, &bytes));
    if (bytes != record->bytes)
        stress_fail("a record of %zu bytes, not %zu", bytes, record->bytes);
    type_define_record(record->type, bytes);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static ashlar_type draw_type(void)
{
    const record_t *record = &stress.records[draw(0, RECORDS - 1)];

    return draw(0, 3) == 0 && record->bytes ? record->type
                                            : (ashlar_type)draw(0, ASHLAR_TYPE_COUNT - 1);
}

static int draw_dims(int64_t *dims)
{
    int ndim = (int)draw(1, ASHLAR_MAX_DIM);
    int64_t room = draw(0, 7) ? 600 : 9000;

    ndim = draw(0, 2) ? ndim : 2;
    for (int d = 0; d < ndim; ++d) {
        int64_t most = d == ndim - 1 ? room : ndim == 2 ? 25 + room / 40 : 1 + room / 4;
        dims[d] = draw(1, most < 1 ? 1 : most);
        dims[d] = ndim > 3 && dims[d] > 5 ? draw(2, 5) : dims[d];
        room = room / dims[d] < 1 ? 1 : room / dims[d];
    }
    return ndim;
}

/* The ranks of the array's group on my node, which have the copy there. */
static const group_t *part_of(const array_t *array)
{
    const group_t *whole = array->whole;
    group_t part = {.n = 0};

    stress_ok(ga_inquire_group(array->g, &part.g));
    for (int k = 0; k < whole->n; ++k)
        if (al_node_of(whole->ranks[k]) == al_node_of(ga_rank()))
            part.ranks[part.n++] = whole->ranks[k];
    install_group(&part);
    return memcpy(&stress.parts[whole - stress.groups], &part, sizeof part);
}

/* Create an array in the memory of another, which goes at once. */
static int create_over(const ga_spec_t *spec, ga_t *g)
{
    ga_spec_t above = *spec;

    stress_ok(ga_create_spec(spec, &above.overlay));
    int status = ga_create_spec(&above, g);
    stress_ok(ga_destroy(above.overlay));
    return status;
}

/* Create array->g from a description of any kind. */
static int create_kind(array_t *array)
{
    const model_t *m = &array->model;
    ga_kind kind = (ga_kind)draw(0, GA_KIND_COUNT - 1);
    static const char *const names[GA_KIND_COUNT] = {"regular",   "irregular", "block-cyclic",
                                                     "scalapack", "tiled",     "tiled irregular"};
    kind_spec_t drawn;

    kind_draw(&stress.rng, kind, m->type, m->whole.ndim, m->dims, array->group->g,
              array->is_mirrored ? fewest_ranks(array->group) : array->group->n, &drawn);
    drawn.spec.name = array->name = names[kind];
    drawn.spec.mirrored = array->is_mirrored;
    return !drawn.spec.mirrored && draw(0, 1) ? create_over(&drawn.spec, &array->g)
                                              : ga_create_spec(&drawn.spec, &array->g);
}

/* Create array->g, cut in some way. The 2-D calls are made on the default group. */
static int create_cut(array_t *array)
{
    const model_t *m = &array->model;
    int ndim = m->whole.ndim;
    int64_t blocks[ASHLAR_MAX_DIM], cuts[1024], chunk[ASHLAR_MAX_DIM];
    ga_group_t group = array->group->g;
    bool plain = ndim == 2 && draw(0, 1), hint = draw(0, 1);

    if (array->is_mirrored || draw(0, 1))
        return create_kind(array);
    if (draw(0, 1)) {
        array->name = "irregular";
        random_cuts(&stress.rng, ndim, m->dims, array->group->n, blocks, cuts);
        return plain ? ga_create_irreg(m->type, m->dims[0], m->dims[1], array->name, cuts,
                                       blocks[0], cuts + blocks[0], blocks[1], &array->g)
                     : ga_create_irreg_nd(m->type, ndim, m->dims, array->name, blocks, cuts, group,
                                          &array->g);
    }
    array->name = "regular";
    for (int d = 0; d < ndim; ++d)
        chunk[d] = hint ? draw(0, m->dims[d]) : 0;
    return plain ? ga_create(m->type, m->dims[0], m->dims[1], array->name, chunk[0], chunk[1],
                             &array->g)
                 : ga_create_nd(m->type, ndim, m->dims, array->name, hint ? chunk : NULL, group,
                                &array->g);
}

/* Create an array whose group and model are there; like NULL: distributed at random. */
static void create_zero(array_t *array, const array_t *like)
{
    ga_group_t previous;

    complete_group(array->group);
    stress_ok(ga_group_set_default(array->group->g, &previous));
    if (previous != GA_GROUP_WORLD)
        stress_fail("the default group was %d", (int)previous);
    if (like) {
        array->name = "alike";
        stress_ok(ga_create_like(like->g, array->model.type, array->name, &array->g));
    } else {
        stress_ok(create_cut(array));
    }
    stress_ok(ga_group_set_default(GA_GROUP_WORLD, NULL));
    all_idle(array->whole);
    if (has_copies(array))
        array->group = part_of(array);
    stress_ok(ga_zero(array->g));
    all_idle(array->group);
}

/* Half of the arrays conform with one there is, on its group or another: of the same extents, or
 * transposed. */
void create_array(void)
{
    array_t *array = stress.arrays;
    const array_t *like = stress.count && draw(0, 1) ? draw_array() : NULL;
    const group_t *group = like && draw(0, 2) ? like->whole : draw_group();
    int64_t dims[ASHLAR_MAX_DIM] = {0};
    ashlar_type type = like ? like->model.type : draw_type();
    bool transposed = like && like->model.whole.ndim == 2 && draw(0, 1);
    bool aligned = draw(0, 1) && !transposed && like && like->whole == group;
    int ndim;

    if (like) {
        ndim = like->model.whole.ndim;
        for (int d = 0; d < ndim; ++d)
            dims[d] = like->model.dims[transposed ? 1 - d : d];
    } else {
        ndim = draw_dims(dims);
    }
    while (array->group)
        ++array;
    *array = (array_t){.group = group, .whole = group, .model = model_create(type, ndim, dims)};
    array->is_mirrored = aligned ? like->is_mirrored : draw(0, 3) == 0;
    ++stress.count;
    if (is_member(group))
        create_zero(array, aligned ? like : NULL);
}

void destroy_array(array_t *array)
{
    const group_t *group = array->group;

    if (is_member(group)) {
        complete_group(group);
        check_array(array);
        stress_ok(ga_destroy(array->g));
        if (ga_inquire(array->g, NULL, NULL, NULL) != ASHLAR_EHANDLE)
            stress_fail("the handle of a destroyed array is still alive");
        all_idle(group);
    }
    model_free(&array->model);
    *array = (array_t){0};
    --stress.count;
}

void destroy_all_arrays(void)
{
    for (int k = 0; k < ARRAYS; ++k)
        if (stress.arrays[k].group)
            destroy_array(&stress.arrays[k]);
}

/* Make a change; as its members may have drawn more, all go on with new random numbers. */
static void change_apart(void (*change)(void))
{
    rng_t next = rng_seed(rng_next(&stress.rng));

    change();
    stress.rng = next;
}

/* Short sequences too need some of each kind. */
void start(void)
{
    start_world();
    for (int k = 0; k < 3; ++k) {
        change_apart(change_group);
        change_apart(change_set);
        change_apart(change_record);
        change_apart(create_array);
    }
}

/* Groups, sets of mutexes and record types need not be destroyed. */
void restart(void)
{
    uint64_t seed = rng_next(&stress.rng);

    destroy_all_arrays();
    stress_ok(ga_terminate());
    if (ga_initialized() || ga_rank() != -1 || ga_size() != -1)
        stress_fail("not stopped");
    stress_ok(ga_initialize(MPI_COMM_WORLD));
    memset(stress.groups, 0, sizeof stress.groups);
    memset(stress.parts, 0, sizeof stress.parts);
    memset(stress.sets, 0, sizeof stress.sets);
    memset(stress.records, 0, sizeof stress.records);
    stress.rng = rng_seed(seed);
    start();
}
