/* The collective calls of arrays, for ASHLAR_CHECK. */
#include "ga/src/array/ga_collective.h"

#include <stdio.h>
#include <string.h>

#include "ga/src/array/ga_array.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_processor_grid.h"
#include "ga/src/array/ga_type.h"

const ali_collective_t gai_collectives[] = {
#include "api/ga_rows.def"
};

/* ---- whose call ------------------------------------------------------------------------------ */

static ga_t array_of_argument(const ali_argument_t *argument, const ali_value_t *value)
{
    if (argument->kind == ALI_PATCH)
        return (ga_t) * (const int64_t *)value->p;
    return argument->kind == ALI_ARRAY ? (ga_t)value->n : 0;
}

/* The first live array; NULL: none. */
static const gai_array_t *first_array(const ali_argument_t *arguments, const ali_value_t *values,
                                      int n)
{
    const gai_array_t *array = NULL;
    for (int k = 0; k < n && !array; ++k)
        array = gai_find(array_of_argument(&arguments[k], &values[k]));
    return array;
}

static const gai_array_t *smallest_array(const ali_argument_t *arguments, const ali_value_t *values,
                                         int n)
{
    const gai_array_t *smallest = NULL;
    for (int k = 0; k < n; ++k) {
        const gai_array_t *array = gai_find(array_of_argument(&arguments[k], &values[k]));
        if (array && (!smallest || array->group->size < smallest->group->size))
            smallest = array;
    }
    return smallest;
}

/* Are there live arrays, all of one type? */
static bool has_one_type(const ali_argument_t *arguments, const ali_value_t *values, int n)
{
    const gai_array_t *first_live = first_array(arguments, values, n);
    int all = first_live != NULL;
    for (int k = 0; k < n; ++k) {
        const gai_array_t *array = gai_find(array_of_argument(&arguments[k], &values[k]));
        all &= !array || array->type == first_live->type;
    }
    return all;
}

/* Are all live arrays on a group; is_whole: those that are mirrored, too? */
static bool are_on_group(const ali_argument_t *arguments, const ali_value_t *values, int n,
                         const al_group_t *group, int is_whole)
{
    int all = 1;
    for (int k = 0; k < n; ++k) {
        const gai_array_t *array = gai_find(array_of_argument(&arguments[k], &values[k]));
        all &= !array || (is_whole ? gai_whole_group(array) : array->group) == group;
    }
    return all;
}

/* For a copy: all ranks of a mirrored array's group if the other is on it, too. */
static al_group_t *smaller_group(const ali_collective_t *row, const ali_value_t *values, int n,
                                 const gai_array_t *smallest)
{
    al_group_t *whole = gai_whole_group(smallest);
    return are_on_group(row->arguments, values, n, whole, 1) &&
                   !are_on_group(row->arguments, values, n, smallest->group, 0)
               ? whole
               : smallest->group;
}

static ga_group_t group_of_spec(const ga_spec_t *spec)
{
    const gai_processor_grid_t *grid = gai_grid_of(spec->on_grid);
    return grid ? grid->spec.group : spec->group;
}

/* The group that an argument names, if one is to do so. */
static ga_group_t named_group(const ali_argument_t *arguments, const ali_value_t *values, int n)
{
    for (int k = 0; k < n; ++k)
        if (arguments[k].kind == ALI_GROUP)
            return (ga_group_t)values[k].n;
        else if (arguments[k].kind == ALI_SPEC && values[k].p)
            return group_of_spec(values[k].p);
        else if (arguments[k].kind == ALI_GRID_SPEC && values[k].p)
            return ((const ga_grid_spec_t *)values[k].p)->group;
        else if (arguments[k].kind == ALI_GRID)
            return group_of_spec(&(ga_spec_t){.on_grid = (ga_grid_t)values[k].n});
    return GA_GROUP_DEFAULT;
}

static al_group_t *group_of_call(const ali_collective_t *row, al_group_t *given,
                                 const ali_value_t *values, int n, const gai_array_t *array)
{
    if (row->where == ALI_WORLD)
        return al_group_world();
    if (given)
        return given;
    if (array && row->where == ALI_SMALLER)
        return smaller_group(row, values, n, array);
    if (array && row->where == ALI_ARGUMENT)
        return array->group;
    if (array)
        return gai_whole_group(array);
    al_group_t *group = gai_find_group(named_group(row->arguments, values, n));
    return group ? group : gai_find_group(GA_GROUP_DEFAULT);
}

/* ---- what they pass -------------------------------------------------------------------------- */

typedef struct reading {
    ali_record_t *record;
    const ali_argument_t *argument;
    int ndim;        /* of vectors */
    int is_one_type; /* there are arrays, and all are of one type: a scalar is an element of it */
} reading_t;

static void add_word(const reading_t *x, int index, int64_t word)
{
    ali_check_add(x->record, x->argument, index, 0, (uint64_t)word);
}

static void add_bytes(const reading_t *x, int type, const void *p, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)p + at, ali_min_bytes(bytes - at, sizeof word));
        ali_check_add(x->record, x->argument, -1, type, word);
    }
}

static void add_list(const reading_t *x, const int64_t *list, int64_t n)
{
    for (int64_t k = 0; k < n; ++k)
        add_word(x, (int)k, list[k]);
}

/* Cuts, up to the first that cannot be one: what follows need not be there. */
static void add_cuts(const reading_t *x, const int64_t *cuts, int64_t n, int64_t extent)
{
    int64_t least = 0, most = 0;
    for (int64_t k = 0; k < n && least <= most; ++k) {
        add_word(x, (int)k, cuts[k]);
        if (cuts[k] < least || cuts[k] > most)
            break;
        least = cuts[k] + 1;
        most = extent - 1;
    }
}

static int64_t valid_rank_count(int64_t n)
{
    return n > 0 && n <= al_size() ? n : 0;
}

static void add_all_cuts(const reading_t *x, const int64_t *cuts, const int64_t *blocks)
{
    for (int d = 0; blocks && d < x->ndim && valid_rank_count(blocks[d]); ++d) {
        add_cuts(x, cuts, blocks[d], INT64_MAX);
        cuts += blocks[d];
    }
}

/* Numbers that have names. */
static void add_fields(const reading_t *x, int n, const char *const *names, const int64_t *numbers)
{
    for (int k = 0; k < n; ++k) {
        const ali_argument_t field = {ALI_LONG, names[k]};
        ali_check_add(x->record, &field, -1, 0, (uint64_t)numbers[k]);
    }
}

static void add_spec(reading_t *x, const ga_spec_t *spec)
{
    static const char *const names[] = {"type",       "ndim",     "kind",    "order",
                                        "rank_count", "mirrored", "overlay", "on_grid"};
    const int64_t numbers[] = {(int64_t)spec->type, spec->ndim,
                               (int64_t)spec->kind, (int64_t)spec->order,
                               spec->rank_count,    spec->mirrored != 0,
                               spec->overlay,       gai_grid_hash(spec->on_grid)};
    const int is_cut = spec->kind == GA_IRREGULAR || spec->kind == GA_TILED_IRREGULAR;
    const int ndim = spec->ndim > 0 && spec->ndim <= ASHLAR_MAX_DIM ? spec->ndim : 0;
    ali_argument_t field = {ALI_LONG, NULL};
    x->argument = &field;
    add_fields(x, 8, names, numbers);
    field.name = "dims";
    add_list(x, spec->dims, ndim);
    field.name = is_cut ? "blocks" : "block";
    add_list(x, is_cut ? spec->blocks : spec->block, ndim);
    field.name = "ghosts";
    add_list(x, spec->ghosts, ndim);
    field.name = "nonperiodic";
    for (int d = 0; d < ndim; ++d)
        add_word(x, d, spec->nonperiodic[d] != 0);
    field.name = "grid";
    for (int d = 0; d < ndim; ++d)
        add_word(x, d, spec->grid[d]);
    field.name = "cuts";
    for (int d = 0; is_cut && d < ndim; ++d)
        if (spec->cuts[d] &&
            spec->blocks[d] <= (spec->kind == GA_IRREGULAR ? al_size() : spec->dims[d]))
            add_cuts(x, spec->cuts[d], spec->blocks[d], spec->dims[d]);
    field.name = "ranks";
    for (int k = 0; spec->ranks && k < valid_rank_count(spec->rank_count); ++k)
        add_word(x, k, spec->ranks[k]);
}

static void add_grid_spec(const reading_t *x, const ga_grid_spec_t *spec)
{
    static const char *const names[] = {"ndim", "order", "nodes_together", "rank_count"};
    static const ali_argument_t shape = {ALI_LONG, "shape"}, ranks = {ALI_LONG, "ranks"};
    const int64_t numbers[] = {spec->ndim, (int64_t)spec->order, spec->nodes_together != 0,
                               spec->rank_count};
    add_fields(x, 4, names, numbers);
    for (int d = 0; d < spec->ndim && d < ASHLAR_MAX_DIM; ++d)
        ali_check_add(x->record, &shape, d, 0, (uint64_t)spec->shape[d]);
    for (int k = 0; spec->ranks && k < valid_rank_count(spec->rank_count); ++k)
        ali_check_add(x->record, &ranks, k, 0, (uint64_t)spec->ranks[k]);
}

static ga_type real_type_of(ga_type type)
{
    return type == ASHLAR_FLOAT || type == ASHLAR_CFLOAT ? ASHLAR_FLOAT : ASHLAR_DOUBLE;
}

/* The target of a pointer. home: the first array, which has the type of elements. */
static void add_content(reading_t *x, const ali_argument_t *arguments, const ali_value_t *values,
                        int k, const gai_array_t *first_live)
{
    const void *p = values[k].p;
    switch (arguments[k].kind) {
    case ALI_VECTOR:
        add_list(x, p, x->ndim);
        break;
    case ALI_PAIR:
        add_list(x, p, 2);
        break;
    case ALI_INTS:
        for (int d = 0; d < x->ndim; ++d)
            add_word(x, d, ((const int *)p)[d]);
        break;
    case ALI_CUTS:
        x->argument = &arguments[k + 1];
        add_word(x, -1, values[k + 1].n);
        x->argument = &arguments[k];
        add_cuts(x, p, valid_rank_count(values[k + 1].n), INT64_MAX);
        break;
    case ALI_ALL_CUTS:
        add_all_cuts(x, p, values[k - 1].p);
        break;
    case ALI_VALUE:
        if (first_live)
            add_bytes(x, (int)first_live->type, p, first_live->element);
        break;
    case ALI_ELEMENT:
        if (x->is_one_type && gai_is_arithmetic(first_live))
            add_bytes(x, (int)first_live->type, p, first_live->element);
        break;
    case ALI_REAL:
        if (x->is_one_type && gai_is_arithmetic(first_live))
            add_bytes(x, (int)real_type_of(first_live->type), p,
                      gai_type_bytes(real_type_of(first_live->type)));
        break;
    case ALI_SPEC:
        add_spec(x, p);
        break;
    case ALI_GRID_SPEC:
        add_grid_spec(x, p);
        break;
    default: /* ALI_PATCH and ALI_RANGE */
        add_list(x, p, 5);
    }
}

static void add_argument(reading_t *x, const ali_argument_t *arguments, const ali_value_t *values,
                         int n, int k, const gai_array_t *first_live)
{
    x->argument = &arguments[k];
    if (arguments[k].kind == ALI_ARRAY) {
        const gai_array_t *array = gai_find((ga_t)values[k].n);
        x->ndim = array ? array->dist.ndim : 0;
        add_word(x, -1, values[k].n);
    } else if (arguments[k].kind == ALI_GRID) {
        const gai_processor_grid_t *grid = gai_grid_of((ga_grid_t)values[k].n);
        x->ndim = grid ? grid->spec.ndim : 0;
        add_word(x, -1, gai_grid_hash((ga_grid_t)values[k].n));
    } else if (ali_check_argument(x->record, arguments, values, n, k)) {
        if (arguments[k].kind == ALI_NDIM)
            x->ndim = values[k].n > 0 && values[k].n <= ASHLAR_MAX_DIM ? (int)values[k].n : 0;
    } else {
        ali_check_add(x->record, x->argument, -1, ALI_PRESENCE, values[k].p != NULL);
        if (values[k].p)
            add_content(x, arguments, values, k, first_live);
    }
}

/* Does a rank outside the smaller group of a copy pass 0 for its array? */
static bool is_outside(const ali_collective_t *row, const ali_value_t *values, int n)
{
    int named = 0, zeros = 0;
    for (int k = 0; k < n; ++k)
        if (row->arguments[k].kind == ALI_ARRAY)
            *(values[k].n ? &named : &zeros) += 1;
    return row->where == ALI_SMALLER && named == 1 && zeros == 1;
}

/* ---- in words -------------------------------------------------------------------------------- */

static int describe_element(const ali_record_t *record, int k, char *text, size_t room)
{
    double x[2];
    float f[2];
    int i;
    const char *name = record->what[k].name;
    const uint64_t *word = &record->sent.word[k];
    memcpy(x, word, sizeof *x);
    memcpy(f, word, sizeof f);
    memcpy(&i, word, sizeof i);
    switch (record->what[k].type) {
    case ASHLAR_INT:
        return snprintf(text, room, "%s %d", name, i);
    case ASHLAR_FLOAT:
        return snprintf(text, room, "%s %.9g", name, (double)f[0]);
    case ASHLAR_CFLOAT:
        return snprintf(text, room, "%s (%.9g,%.9g)", name, (double)f[0], (double)f[1]);
    case ASHLAR_DOUBLE:
        return snprintf(text, room, "%s %.17g", name, x[0]);
    case ASHLAR_CDOUBLE:
        return snprintf(text, room, "%s with a part of %.17g", name, x[0]);
    case ASHLAR_LONG:
    case ASHLAR_LLONG:
        return snprintf(text, room, "%s %lld", name, (long long)*word);
    default:
        return snprintf(text, room, "%s with the bytes %016llx", name, (unsigned long long)*word);
    }
}

static int describe_word(const ali_record_t *record, int k, char *text, size_t room)
{
    static const char *const patch[] = {"g", "ilo", "ihi", "jlo", "jhi"};
    static const char *const range[] = {"by", "first", "last", "low", "high"};
    const char *name = record->what[k].name;
    const int index = record->what[k].index;
    const long long number = (long long)record->sent.word[k];
    double real;
    memcpy(&real, &number, sizeof real);
    switch (record->what[k].kind) {
    case ALI_ARRAY: {
        const gai_array_t *array = gai_find((ga_t)number);
        return snprintf(text, room, "%s %lld (%s)", name, number,
                        array ? array->name : "which is no array");
    }
    case ALI_VALUE:
    case ALI_ELEMENT:
    case ALI_REAL:
        return describe_element(record, k, text, room);
    case ALI_RANGE:
        return index < 3 ? snprintf(text, room, "%s.%s %lld", name, range[index], number)
                         : snprintf(text, room, "%s.%s %.17g", name, range[index], real);
    case ALI_PATCH:
        return snprintf(text, room, "%s.%s %lld", name, patch[index], number);
    default:
        return index >= 0 ? snprintf(text, room, "%s[%d] %lld", name, index, number) : 0;
    }
}

/* ---- the comparison -------------------------------------------------------------------------- */

int gai_check_collective(const ali_collective_t *row, al_group_t *given, ...)
{
    if (!gai_groups_started())
        return ASHLAR_OK; /* the call refuses */
    ali_value_t values[ALI_ARGUMENTS];
    va_list arguments;
    va_start(arguments, given);
    const int n = ali_check_read(row, arguments, values);
    va_end(arguments);
    if (is_outside(row, values, n))
        return ASHLAR_OK;
    ali_record_t *record = ali_check_begin(row);
    record->describe = describe_word;
    const gai_array_t *first_live = row->where == ALI_SMALLER
                                        ? smallest_array(row->arguments, values, n)
                                        : first_array(row->arguments, values, n);
    reading_t x = {.record = record, .is_one_type = has_one_type(row->arguments, values, n)};
    for (int k = 0; k < n; ++k)
        add_argument(&x, row->arguments, values, n, k, first_live);
    return ali_check_compare(group_of_call(row, given, values, n, first_live), record);
}
