/* The calls: a file that is begun, written or read, and ended. */
#include <stdlib.h>
#include <string.h>

#include "io/src/io_private.h"

struct io_file {
    ga_group_t group;
    int rank, size;
    io_access access;
    bool has_failed, is_new; /* is_new: nothing is in it yet */
    char name[IOI_PATH];     /* of what is written or read */
    ioi_aside_t aside;       /* rank 0 */
};

static const io_options_t no_options;

const char *ioi_file_name(const io_file_t *f)
{
    return f->name;
}

static int check_text(const char *call, const char *file, const char *path)
{
    if (!file || !path)
        return ioi_fail_null(call, file ? "the path" : "the file's name");
    return ASHLAR_OK;
}

/* ---- beginning and ending -------------------------------------------------------------------- */

static bool is_hdf5(const char *name)
{
    ioi_quiet_t quiet;
    ioi_quiet_begin(&quiet);
    const bool is_good = H5Fis_hdf5(name) > 0;
    ioi_quiet_end(&quiet);
    return is_good;
}

/* Rank 0 does this for all; the others wait. */
static int begin_alone(const char *call, const char *name, io_file_t *f)
{
    if (f->access == IO_READ) {
        IOI_TRY(ioi_aside_look(call, name, &f->aside));
    } else {
        IOI_TRY(ioi_aside_begin(call, name, f->access == IO_UPDATE, &f->aside));
        if (f->access == IO_UPDATE && f->aside.had_target && !is_hdf5(f->aside.target))
            return ioi_fail(ASHLAR_ESYS, "%s: %s is no HDF5 file: remove it, or write elsewhere",
                            call, name);
        f->is_new = f->access == IO_CREATE || !f->aside.had_target;
    }
    strcpy(f->name, f->aside.name);
    return ASHLAR_OK;
}

static int begin_file(const char *call, ga_group_t group, const char *name, io_access access,
                      io_file_t **made)
{
    io_file_t *f = calloc(1, sizeof *f);
    int status = f ? ASHLAR_OK : ioi_fail(ASHLAR_ENOMEM, "%s: no memory", call);
    status = ioi_agree(group, status);
    if (status != ASHLAR_OK) {
        free(f);
        return status;
    }
    *f = (io_file_t){.group = group, .access = access, .aside.lock = -1};
    ga_group_rank(group, &f->rank);
    ga_group_size(group, &f->size);
    status = ioi_agree(group, f->rank == 0 ? begin_alone(call, name, f) : ASHLAR_OK);
    if (status == ASHLAR_OK)
        status = ga_broadcast(group, f->name, sizeof f->name, 0);
    if (status == ASHLAR_OK) {
        *made = f;
        return ASHLAR_OK;
    }
    ioi_aside_drop(&f->aside);
    free(f);
    return status;
}

static int end_file(const char *call, io_file_t *f, int keep)
{
    int status = ASHLAR_OK;
    if (keep && f->has_failed)
        status = ioi_fail(ASHLAR_ESTATE, "%s: an earlier call has failed: nothing is kept", call);
    if (status == ASHLAR_OK && f->access == IO_READ)
        status = f->rank == 0 && keep ? ioi_aside_unchanged(call, &f->aside) : ASHLAR_OK;
    else if (status == ASHLAR_OK && keep) {
        status = ioi_agree(f->group, ioi_aside_sync(call, f->name));
        if (status == ASHLAR_OK && f->rank == 0)
            status = ioi_aside_keep(call, &f->aside);
    }
    status = ioi_agree(f->group, status);
    ioi_aside_drop(&f->aside);
    free(f);
    return status;
}

/* ---- one dataset of it ----------------------------------------------------------------------- */

static int write_one(const char *call, io_file_t *f, const char *path, ioi_patch_t *patch,
                     const io_options_t *options)
{
    io_info_t info;
    int64_t bytes = 0;
    int status = ASHLAR_OK;
    IOI_TRY(ioi_patch_parts(true, patch));
    if (f->rank == 0)
        status = ioi_dataset_prepare(call, f->name, f->is_new, path, patch, options, &info, &bytes);
    IOI_TRY(ioi_agree(f->group, status));
    f->is_new = false;
    IOI_TRY(ga_broadcast(f->group, &info, sizeof info, 0));
    IOI_TRY(ga_broadcast(f->group, &bytes, sizeof bytes, 0));
    IOI_TRY(ioi_agree(f->group, ioi_aside_reserve(call, f->name, bytes, f->rank, f->size)));
    return patch->is_empty ? ASHLAR_OK
                           : ioi_transfer_write(call, f->name, path, patch, options, &info);
}

static int read_one(const char *call, io_file_t *f, const char *path, ioi_patch_t *patch,
                    const io_options_t *options)
{
    io_info_t info;
    int status = ASHLAR_OK, is_read_only = 0;
    const bool is_aside = f->access != IO_READ;
    ga_inquire_read_only(patch->g, &is_read_only);
    if (is_read_only)
        return ioi_fail(ASHLAR_ESTATE, "%s: array '%s' is read-only", call, patch->name);
    IOI_TRY(ioi_patch_parts(false, patch));
    if (f->rank == 0)
        status = ioi_dataset_check(call, f->name, is_aside, path, patch, &info);
    IOI_TRY(ioi_agree(f->group, status));
    IOI_TRY(ga_broadcast(f->group, &info, sizeof info, 0));
    return patch->is_empty
               ? ASHLAR_OK
               : ioi_transfer_read(call, f->name, path, is_aside, patch, options, &info);
}

static int move_one(const char *call, bool is_write, io_file_t *f, ioi_patch_t *patch,
                    const char *path, const io_options_t *options)
{
    ioi_quiet_t quiet;
    ioi_quiet_begin(&quiet);
    int status = ga_group_sync(f->group);
    if (status == ASHLAR_OK)
        status = is_write ? write_one(call, f, path, patch, options)
                          : read_one(call, f, path, patch, options);
    if (status == ASHLAR_OK)
        status = ga_group_sync(f->group);
    ioi_quiet_end(&quiet);
    return status;
}

static int move_in_file(const char *call, bool is_write, io_file_t *f, ga_t g, const char *path,
                        const io_options_t *options)
{
    ioi_patch_t patch;
    if (!f)
        return ioi_fail_null(call, "the file");
    IOI_TRY(check_text(call, "", path));
    options = options ? options : &no_options;
    IOI_TRY(ioi_patch_find(call, g, options, &patch));
    if (patch.group != f->group)
        return ioi_fail(ASHLAR_EGROUP, "%s: array '%s' is of another group than the file", call,
                        patch.name);
    if (f->has_failed || (is_write && f->access == IO_READ))
        return ioi_fail(ASHLAR_ESTATE, "%s: %s", call,
                        f->has_failed ? "an earlier call with this file has failed"
                                      : "the file is only read");
    IOI_TRY(ioi_compare(f->group, call, ioi_hash_text(ioi_patch_hash(&patch, options), path)));
    const int status = move_one(call, is_write, f, &patch, path, options);
    f->has_failed = is_write && status != ASHLAR_OK;
    return status;
}

static int move_array(const char *call, bool is_write, ga_t g, const char *file, const char *path,
                      const io_options_t *options)
{
    ioi_patch_t patch;
    io_file_t *f;
    IOI_TRY(check_text(call, file, path));
    options = options ? options : &no_options;
    IOI_TRY(ioi_patch_find(call, g, options, &patch));
    const uint64_t hash = ioi_hash_text(ioi_hash_text(ioi_patch_hash(&patch, options), path), file);
    IOI_TRY(ioi_compare(patch.group, call, hash));
    IOI_TRY(begin_file(call, patch.group, file, is_write ? IO_UPDATE : IO_READ, &f));
    const int status = move_one(call, is_write, f, &patch, path, options);
    if (status == ASHLAR_OK)
        return end_file(call, f, 1);
    ioi_aside_drop(&f->aside);
    free(f);
    return status;
}

/* ---- the calls ------------------------------------------------------------------------------- */

int io_write(ga_t g, const char *file, const char *path, const io_options_t *options)
{
    return move_array(__func__, true, g, file, path, options);
}

int io_read(ga_t g, const char *file, const char *path, const io_options_t *options)
{
    return move_array(__func__, false, g, file, path, options);
}

static int find_group(const char *call, ga_group_t *group)
{
    if (!ga_initialized())
        return ioi_fail(ASHLAR_ESTATE, "%s: call ga_initialize() first", call);
    return *group == GA_GROUP_DEFAULT ? ga_group_get_default(group) : ASHLAR_OK;
}

static int look_together(const char *call, ga_group_t group, const char *file, const char *path,
                         io_info_t *info)
{
    int rank, status = ASHLAR_OK;
    IOI_TRY(ga_group_rank(group, &rank));
    IOI_TRY(ioi_compare(group, call, ioi_hash_text(ioi_hash_text(0, file), path)));
    if (rank == 0)
        status = ioi_dataset_look(call, file, false, path, info);
    IOI_TRY(ioi_agree(group, status));
    return ga_broadcast(group, info, sizeof *info, 0);
}

int io_read_new(const ga_spec_t *spec, const char *file, const char *path, ga_t *g)
{
    ga_spec_t wanted = spec ? *spec : (ga_spec_t){.ndim = 0};
    io_info_t info;
    ioi_quiet_t quiet;
    IOI_TRY(check_text(__func__, file, path));
    if (!g)
        return ioi_fail_null(__func__, "the array pointer");
    IOI_TRY(find_group(__func__, &wanted.group));
    ioi_quiet_begin(&quiet);
    const int looked = look_together(__func__, wanted.group, file, path, &info);
    ioi_quiet_end(&quiet);
    IOI_TRY(looked);
    if (info.type == ASHLAR_TYPE_COUNT && wanted.type < ASHLAR_TYPE_COUNT)
        return ioi_fail(ASHLAR_ETYPE,
                        "%s: '%s' of %s has no elements of a type of arrays: a record "
                        "type of %zu bytes in the description takes them as they are",
                        __func__, path, file, info.bytes);
    if (info.type < ASHLAR_TYPE_COUNT)
        wanted.type = info.type;
    wanted.ndim = info.ndim;
    memcpy(wanted.dims, info.dims, sizeof wanted.dims);
    ga_t made;
    IOI_TRY(ga_create_spec(&wanted, &made));
    const int status = move_array(__func__, false, made, file, path, NULL);
    if (status == ASHLAR_OK)
        *g = made;
    else
        ga_destroy(made);
    return status;
}

int io_inquire(const char *file, const char *path, io_info_t *info)
{
    ga_group_t group = GA_GROUP_DEFAULT;
    io_info_t found;
    ioi_quiet_t quiet;
    IOI_TRY(check_text(__func__, file, path));
    if (!info)
        return ioi_fail_null(__func__, "the info pointer");
    IOI_TRY(find_group(__func__, &group));
    ioi_quiet_begin(&quiet);
    const int status = ioi_dataset_look(__func__, file, false, path, &found);
    ioi_quiet_end(&quiet);
    if (status == ASHLAR_OK)
        *info = found;
    return status;
}

int io_begin(ga_group_t group, const char *file, io_access access, io_file_t **f)
{
    IOI_TRY(check_text(__func__, file, ""));
    if (!f)
        return ioi_fail_null(__func__, "the file pointer");
    if (access < IO_READ || access > IO_CREATE)
        return ioi_fail(ASHLAR_EARG, "%s: no access %d", __func__, (int)access);
    IOI_TRY(find_group(__func__, &group));
    IOI_TRY(ioi_compare(group, __func__, ioi_hash_text((uint64_t)access, file)));
    return begin_file(__func__, group, file, access, f);
}

int io_file_write(io_file_t *f, ga_t g, const char *path, const io_options_t *options)
{
    return move_in_file(__func__, true, f, g, path, options);
}

int io_file_read(io_file_t *f, ga_t g, const char *path, const io_options_t *options)
{
    return move_in_file(__func__, false, f, g, path, options);
}

int io_end(io_file_t *f, int keep)
{
    if (!f)
        return ioi_fail_null(__func__, "the file");
    return end_file(__func__, f, keep);
}
