/* The calls for checkpoints: the set, and what is written and restored in which order. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/src/io_checkpoint.h"

enum { CANDIDATES = IOI_GENERATIONS + IOI_SETS };

static const io_options_t whole_array;

/* ---- the set --------------------------------------------------------------------------------- */

int ioi_item_patch(const char *call, const io_checkpoint_t *c, const ioi_item_t *item,
                   bool is_write, ioi_patch_t *patch)
{
    IOI_TRY(ioi_patch_find(call, item->g, &whole_array, patch));
    if (patch->group != c->group)
        return ioi_fail(ASHLAR_EGROUP, "%s: array '%s' is of another group than the checkpoint",
                        call, item->name);
    return ioi_patch_parts(is_write, patch);
}

int io_checkpoint_create(ga_group_t group, const char *name, io_checkpoint_t **c)
{
    if (!name || !c)
        return ioi_fail_null(__func__, name ? "the checkpoint pointer" : "the name");
    if (!ga_initialized())
        return ioi_fail(ASHLAR_ESTATE, "%s: call ga_initialize() first", __func__);
    if (group == GA_GROUP_DEFAULT)
        IOI_TRY(ga_group_get_default(&group));
    IOI_TRY(ioi_compare(group, __func__, ioi_hash_text(0, name)));
    if (name[0] == '\0' || strlen(name) >= IOI_STEM)
        return ioi_fail(ASHLAR_EARG, "%s: '%.200s' is no name for files", __func__, name);
    io_checkpoint_t *made = calloc(1, sizeof *made);
    const int status =
        ioi_agree(group, made ? ASHLAR_OK : ioi_fail(ASHLAR_ENOMEM, "%s: no memory", __func__));
    if (status != ASHLAR_OK) {
        free(made);
        return status;
    }
    made->group = group;
    made->image.file = -1;
    strcpy(made->name, name);
    ga_group_rank(group, &made->rank);
    ga_group_size(group, &made->size);
    *c = made;
    return ASHLAR_OK;
}

static int check_item_name(const char *call, const io_checkpoint_t *c, const char *name)
{
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') || strlen(name) >= IOI_NAME)
        return ioi_fail(ASHLAR_EARG,
                        "%s: '%.200s' is no name for a dataset: it has 1 to %d bytes, no / and "
                        "no . in front",
                        call, name, IOI_NAME - 1);
    for (int k = 0; k < c->count; ++k)
        if (strcmp(c->item[k].name, name) == 0)
            return ioi_fail(ASHLAR_EARG, "%s: '%s' is in the checkpoint already", call, name);
    return ASHLAR_OK;
}

static int add_item(const char *call, io_checkpoint_t *c, ioi_item_t *item, const char *name)
{
    int status = ASHLAR_OK;
    if (c->count == c->room) {
        const int room = c->room ? 2 * c->room : 8;
        ioi_item_t *longer = realloc(c->item, (size_t)room * sizeof *longer);
        if (longer) {
            c->item = longer;
            c->room = room;
        } else {
            status = ioi_fail(ASHLAR_ENOMEM, "%s: no memory for '%s'", call, name);
        }
    }
    IOI_TRY(ioi_agree(c->group, status));
    snprintf(item->name, sizeof item->name, "%s", name);
    c->item[c->count++] = *item;
    return ASHLAR_OK;
}

static int check_item_pointers(const char *call, const io_checkpoint_t *c, const char *name)
{
    if (!c || !name)
        return ioi_fail_null(call, c ? "the name" : "the checkpoint");
    if (!ga_initialized())
        return ioi_fail(ASHLAR_ESTATE, "%s: call ga_initialize() first", call);
    return ASHLAR_OK;
}

int io_checkpoint_add(io_checkpoint_t *c, const char *name, ga_t g)
{
    ioi_item_t item = {.g = g};
    ioi_patch_t patch;
    IOI_TRY(check_item_pointers(__func__, c, name));
    IOI_TRY(ioi_patch_find(__func__, g, &whole_array, &patch));
    item.type = patch.type;
    snprintf(item.name, sizeof item.name, "%s", name);
    IOI_TRY(ioi_item_patch(__func__, c, &item, true, &patch));
    IOI_TRY(ioi_compare(c->group, __func__, ioi_hash_text((uint64_t)(uint32_t)g, name)));
    IOI_TRY(check_item_name(__func__, c, name));
    return add_item(__func__, c, &item, name);
}

int io_checkpoint_add_scalars(io_checkpoint_t *c, const char *name, ga_type type, int64_t n,
                              void *data)
{
    ioi_item_t item = {.type = type, .count = n, .data = data};
    IOI_TRY(check_item_pointers(__func__, c, name));
    const int64_t facts[] = {type, n, data != NULL};
    IOI_TRY(ioi_compare(c->group, __func__, ioi_hash_text(ioi_hash(0, facts, sizeof facts), name)));
    if (!data)
        return ioi_fail_null(__func__, "the address of the scalars");
    if (type < 0 || type >= ASHLAR_TYPE_COUNT)
        return ioi_fail(ASHLAR_ETYPE, "%s: scalars '%.100s' have a type that has no numbers",
                        __func__, name);
    if (n < 1 || n > INT32_MAX)
        return ioi_fail(ASHLAR_EARG, "%s: %" PRId64 " scalars '%.100s'", __func__, n, name);
    IOI_TRY(check_item_name(__func__, c, name));
    return add_item(__func__, c, &item, name);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The facts about all that there is, on all ranks; the last are about files of ranks. */
static int look_at_all(const char *call, const io_checkpoint_t *c, ioi_generation_t *all)
{
    char name[IOI_PATH];
    for (int k = 0; k < CANDIDATES && c->rank == 0; ++k) {
        if (k < IOI_GENERATIONS) {
            ioi_generation_name(c, k, name);
            ioi_generation_look(call, name, &all[k]);
        } else {
            ioi_parts_look(call, c, k - IOI_GENERATIONS, &all[k]);
        }
        free(all[k].hash);
        all[k].hash = NULL;
    }
    return ga_broadcast(c->group, all, CANDIDATES * sizeof *all, 0);
}

/* The older of some, from first to before end; a damaged one is older than all. */
static int oldest(const io_checkpoint_t *c, const ioi_generation_t *all, int first, int end)
{
    int best = first;
    for (int k = first; k < end; ++k)
        if ((c->is_bad[k] ? 0 : all[k].serial) < (c->is_bad[best] ? 0 : all[best].serial))
            best = k;
    return best;
}

/* The number for a new generation, and the places of the older of both kinds. */
static int choose_place(const char *call, const io_checkpoint_t *c, uint64_t *serial, int *place,
                        int *set)
{
    ioi_generation_t all[CANDIDATES];
    IOI_TRY(look_at_all(call, c, all));
    *serial = 0;
    for (int k = 0; k < CANDIDATES; ++k)
        *serial = all[k].serial > *serial ? all[k].serial : *serial;
    ++*serial;
    *place = oldest(c, all, 0, IOI_GENERATIONS);
    *set = oldest(c, all, IOI_GENERATIONS, CANDIDATES) - IOI_GENERATIONS;
    return ASHLAR_OK;
}

/* Write an array from a copy of its blocks: by way of an array of its own. */
static int write_copy(io_file_t *f, const io_checkpoint_t *c, const ioi_item_t *item,
                      const char *path, const io_options_t *options)
{
    ga_spec_t spec = {.type = item->type, .group = c->group, .name = item->name};
    ga_t copy;
    IOI_TRY(ioi_agree(c->group, ioi_image_extents(c, item, &spec.ndim, spec.dims)));
    IOI_TRY(ga_create_spec(&spec, &copy));
    int status = ioi_agree(c->group, ioi_image_put(c->image.bytes, item, copy));
    if (status == ASHLAR_OK)
        status = io_file_write(f, copy, path, options);
    ga_destroy(copy);
    return status;
}

static int write_arrays(io_file_t *f, const io_checkpoint_t *c, bool is_copy, bool *is_new)
{
    const io_options_t options = {.mode = IO_NEW};
    for (int k = 0; k < c->count; ++k) {
        char path[IOI_NAME + 1];
        const ioi_item_t *item = &c->item[k];
        if (!item->g)
            continue;
        snprintf(path, sizeof path, "/%s", item->name);
        IOI_TRY(is_copy ? write_copy(f, c, item, path, &options)
                        : io_file_write(f, item->g, path, &options));
        *is_new = false;
    }
    return ASHLAR_OK;
}

/* Values of scalars, one after the other: of the program, or of a copy. */
static int collect_scalars(const char *call, const io_checkpoint_t *c, bool is_copy, char *values)
{
    if (is_copy)
        return ioi_image_scalars(call, c->image.bytes, c, values);
    for (int k = 0; k < c->count; ++k) {
        const size_t bytes = ioi_item_bytes(&c->item[k]);
        if (bytes > 0)
            memcpy(values, c->item[k].data, bytes);
        values += bytes;
    }
    return ASHLAR_OK;
}

static int write_scalars(const char *call, const io_checkpoint_t *c, const char *name, bool is_new,
                         bool is_copy, int64_t step)
{
    ioi_quiet_t quiet;
    char *values = malloc(ioi_scalars_bytes(c) + 1);
    if (!values)
        return ioi_fail(ASHLAR_ENOMEM, "%s: no memory for scalars", call);
    int status = collect_scalars(call, c, is_copy, values);
    ioi_quiet_begin(&quiet);
    if (status == ASHLAR_OK)
        status = ioi_scalars_write(call, name, is_new, c, values, step);
    ioi_quiet_end(&quiet);
    free(values);
    return status;
}

/* Complete a file, or give it up and keep the message of what has failed. */
static int keep_if_good(io_file_t *f, int status)
{
    char sentence[512];
    if (status == ASHLAR_OK)
        return io_end(f, 1);
    snprintf(sentence, sizeof sentence, "%s", ashlar_error_message());
    io_end(f, 0);
    return ashlar_error_set(status, sentence);
}

/* Write a generation: of the arrays, or of their copy. */
static int write_generation(const char *call, io_checkpoint_t *c, bool is_copy, int place,
                            uint64_t serial, int64_t step)
{
    char name[IOI_PATH];
    io_file_t *f;
    bool is_new = true;
    ioi_generation_name(c, place, name);
    IOI_TRY(io_begin(c->group, name, IO_CREATE, &f));
    int status = write_arrays(f, c, is_copy, &is_new);
    if (status == ASHLAR_OK)
        status = ioi_agree(
            c->group, c->rank == 0 ? write_scalars(call, c, ioi_file_name(f), is_new, is_copy, step)
                                   : ASHLAR_OK);
    if (status == ASHLAR_OK)
        status = ioi_generation_seal(call, c, ioi_file_name(f), serial, step);
    IOI_TRY(keep_if_good(f, status));
    c->is_bad[place] = false;
    if (c->rank == 0)
        ioi_parts_remove(c);
    return ga_group_sync(c->group);
}

/* The copy is in the files of ranks, or is given up. */
static int finish_copy(const char *call, io_checkpoint_t *c)
{
    if (!c->is_writing)
        return ASHLAR_OK;
    c->is_writing = false;
    const int status = ioi_image_finish(call, c);
    c->is_pending = status == ASHLAR_OK;
    return status;
}

static int complete_copy(const char *call, io_checkpoint_t *c)
{
    uint64_t serial;
    int place, set;
    IOI_TRY(finish_copy(call, c));
    if (!c->is_pending)
        return ASHLAR_OK;
    c->is_pending = false;
    IOI_TRY(choose_place(call, c, &serial, &place, &set));
    const int count = c->count;
    c->count = c->image.items; /* what was added since is not in it */
    const int status = write_generation(call, c, true, place, c->serial, c->step);
    c->count = count;
    return status;
}

static int check_step(const char *call, const io_checkpoint_t *c, int64_t step)
{
    IOI_TRY(check_item_pointers(call, c, ""));
    IOI_TRY(ioi_compare(c->group, call, (uint64_t)step << 1));
    return step >= 0 ? ASHLAR_OK
                     : ioi_fail(ASHLAR_EARG, "%s: the step is %" PRId64 ", which must be 0 or more",
                                call, step);
}

/* Whether all arrays are still there, before anything is touched. */
static int check_set(const char *call, const io_checkpoint_t *c, bool is_write)
{
    int status = ASHLAR_OK;
    ioi_patch_t patch;
    for (int k = 0; k < c->count && status == ASHLAR_OK; ++k)
        if (c->item[k].g)
            status = ioi_item_patch(call, c, &c->item[k], is_write, &patch);
    return ioi_agree(c->group, status);
}

int io_checkpoint_write(io_checkpoint_t *c, int64_t step)
{
    uint64_t serial;
    int place, set;
    IOI_TRY(check_step(__func__, c, step));
    IOI_TRY(finish_copy(__func__, c));
    IOI_TRY(check_set(__func__, c, true));
    IOI_TRY(choose_place(__func__, c, &serial, &place, &set));
    IOI_TRY(write_generation(__func__, c, false, place, serial, step));
    c->is_pending = false; /* this one is newer */
    return ASHLAR_OK;
}

/* A number that no other copy of this name has. */
static uint64_t make_copy_nonce(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t parts[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid()};
    return ioi_words_hash(1, parts, sizeof parts);
}

int io_checkpoint_write_nb(io_checkpoint_t *c, int64_t step, ga_handle_t *handle)
{
    int place;
    uint64_t nonce = make_copy_nonce();
    IOI_TRY(check_step(__func__, c, step));
    IOI_TRY(finish_copy(__func__, c));
    IOI_TRY(check_set(__func__, c, true));
    IOI_TRY(choose_place(__func__, c, &c->serial, &place, &c->image.set));
    c->step = step;
    c->is_pending = false; /* the one before is in files of ranks */
    IOI_TRY(ga_broadcast(c->group, &nonce, sizeof nonce, 0));
    IOI_TRY(ga_group_sync(c->group));
    IOI_TRY(ioi_image_take(__func__, c, nonce));
    IOI_TRY(ioi_image_start(__func__, c));
    c->is_bad[IOI_GENERATIONS + c->image.set] = false;
    c->is_writing = true;
    if (handle)
        *handle = c->image.handle;
    return ga_group_sync(c->group);
}

int io_checkpoint_complete(io_checkpoint_t *c)
{
    IOI_TRY(check_item_pointers(__func__, c, ""));
    return complete_copy(__func__, c);
}

int io_checkpoint_destroy(io_checkpoint_t *c)
{
    if (!c)
        return ioi_fail_null(__func__, "the checkpoint");
    int status = check_item_pointers(__func__, c, "");
    if (status == ASHLAR_OK)
        status = complete_copy(__func__, c);
    ioi_image_free(c);
    free(c->item);
    free(c);
    return status;
}

/* ---- restoring ------------------------------------------------------------------------------- */

static int check_file(const char *call, const io_checkpoint_t *c, const char *name, char *values)
{
    for (int k = 0; k < c->count; ++k) {
        char path[IOI_NAME + 1];
        ioi_patch_t patch;
        io_info_t info;
        if (!c->item[k].g)
            continue;
        snprintf(path, sizeof path, "/%s", c->item[k].name);
        IOI_TRY(ioi_patch_find(call, c->item[k].g, &whole_array, &patch));
        IOI_TRY(ioi_dataset_check(call, name, false, path, &patch, &info));
    }
    return ioi_scalars_read(call, name, c, values);
}

static int read_arrays(io_file_t *f, const io_checkpoint_t *c)
{
    for (int k = 0; k < c->count; ++k) {
        char path[IOI_NAME + 1];
        if (!c->item[k].g)
            continue;
        snprintf(path, sizeof path, "/%s", c->item[k].name);
        IOI_TRY(io_file_read(f, c->item[k].g, path, NULL));
    }
    return ASHLAR_OK;
}

/* Read a generation that is whole. */
static int read_generation(const char *call, const io_checkpoint_t *c, const char *name,
                           char *values)
{
    io_file_t *f;
    ioi_quiet_t quiet;
    ioi_quiet_begin(&quiet);
    int status = ioi_agree(c->group, c->rank == 0 ? check_file(call, c, name, values) : ASHLAR_OK);
    ioi_quiet_end(&quiet);
    IOI_TRY(status);
    IOI_TRY(io_begin(c->group, name, IO_READ, &f));
    return keep_if_good(f, read_arrays(f, c));
}

/* A file that does not say how new it is was damaged or interrupted: all others are older. */
static uint64_t age_of(const ioi_generation_t *one)
{
    return one->serial ? one->serial : UINT64_MAX;
}

/* The newest of those that have not been tried; -1: none. */
static int newest(const ioi_generation_t *all, const bool *is_tried)
{
    int best = -1;
    for (int k = 0; k < CANDIDATES; ++k)
        if (!is_tried[k] && all[k].is_there && (best < 0 || age_of(&all[k]) > age_of(&all[best])))
            best = k;
    return best;
}

/* Whether one is whole. */
static int verify_one(const char *call, const io_checkpoint_t *c, int k)
{
    char name[IOI_PATH];
    ioi_generation_t one = {.serial = 0};
    int status = ASHLAR_OK;
    if (k >= IOI_GENERATIONS) {
        const int set = k - IOI_GENERATIONS;
        status = c->rank == 0 ? ioi_parts_look(call, c, set, &one) : ASHLAR_OK;
        IOI_TRY(ioi_agree(c->group, status));
        IOI_TRY(ga_broadcast(c->group, &one, sizeof one, 0));
        return ioi_parts_verify(call, c, set, &one);
    }
    ioi_generation_name(c, k, name);
    if (c->rank == 0)
        status = ioi_generation_look(call, name, &one);
    status = ioi_agree(c->group, status);
    if (status == ASHLAR_OK)
        status = ioi_generation_verify(call, c, name, &one);
    free(one.hash);
    return status;
}

static int read_one_of_all(const char *call, io_checkpoint_t *c, int k,
                           const ioi_generation_t *generation, char *values)
{
    char name[IOI_PATH];
    if (k >= IOI_GENERATIONS)
        return ioi_parts_restore(call, c, k - IOI_GENERATIONS, generation, values);
    ioi_generation_name(c, k, name);
    return read_generation(call, c, name, values);
}

/* Find the newest that is whole; *which is -1 if there is none, or only a copy that was
 * interrupted, which is no damage. The message of the last that was damaged goes to words. */
static int find_whole(const char *call, io_checkpoint_t *c, const ioi_generation_t *all, int *which,
                      int *damaged, char *words, size_t room)
{
    bool is_tried[CANDIDATES] = {false}, is_lost = false;
    *damaged = 0;
    while ((*which = newest(all, is_tried)) >= 0) {
        is_tried[*which] = true;
        const int status = verify_one(call, c, *which);
        if (status != ASHLAR_ESYS)
            return status;
        c->is_bad[*which] = true;
        is_lost = is_lost || *which < IOI_GENERATIONS;
        snprintf(words, room, "%s", ashlar_error_message());
        ++*damaged;
    }
    if (is_lost)
        return ioi_fail(ASHLAR_ESYS, "%s: nothing of checkpoint %.100s is whole: %.300s", call,
                        c->name, words);
    return ASHLAR_OK;
}

static int spread_scalars(const io_checkpoint_t *c, char *values)
{
    IOI_TRY(ga_broadcast(c->group, values, ioi_scalars_bytes(c), 0));
    for (int k = 0; k < c->count; ++k) {
        const size_t bytes = ioi_item_bytes(&c->item[k]);
        if (bytes > 0)
            memcpy(c->item[k].data, values, bytes);
        values += bytes;
    }
    return ASHLAR_OK;
}

static int restore(const char *call, io_checkpoint_t *c, int64_t *step, int *damaged, char *values)
{
    ioi_generation_t all[CANDIDATES];
    char words[512] = "";
    int which;
    IOI_TRY(look_at_all(call, c, all));
    IOI_TRY(find_whole(call, c, all, &which, damaged, words, sizeof words));
    *step = -1;
    if (which < 0)
        return ashlar_error_set(ASHLAR_OK, words);
    IOI_TRY(read_one_of_all(call, c, which, &all[which], values));
    IOI_TRY(spread_scalars(c, values));
    *step = all[which].step;
    if (*damaged > 0)
        ashlar_error_set(ASHLAR_OK, words);
    return ASHLAR_OK;
}

int io_checkpoint_restore(io_checkpoint_t *c, int64_t *step, int *damaged)
{
    int passed_over = 0;
    int64_t found = -1;
    IOI_TRY(check_item_pointers(__func__, c, ""));
    if (!step)
        return ioi_fail_null(__func__, "the step pointer");
    IOI_TRY(finish_copy(__func__, c));
    IOI_TRY(check_set(__func__, c, false));
    char *values = calloc(1, ioi_scalars_bytes(c) + 1);
    int status = ioi_agree(c->group,
                           values ? ASHLAR_OK
                                  : ioi_fail(ASHLAR_ENOMEM, "%s: no memory for scalars", __func__));
    if (status == ASHLAR_OK)
        status = restore(__func__, c, &found, &passed_over, values);
    free(values);
    if (status != ASHLAR_OK)
        return status;
    *step = found;
    if (damaged)
        *damaged = passed_over;
    return ASHLAR_OK;
}
