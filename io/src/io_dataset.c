/* Datasets by HDF5's serial driver: what there is, whether it fits, and making new ones. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/src/io_private.h"

/* One attempt at a dataset: what is open is closed together. */
typedef struct dataset {
    const char *call, *file, *path;
    const ioi_patch_t *patch;
    const io_options_t *options;
    hid_t in, list, data, type, space; /* negative: not open */
} dataset_t;

static void close_all(dataset_t *x)
{
    if (x->space >= 0)
        H5Sclose(x->space);
    if (x->type >= 0)
        H5Tclose(x->type);
    if (x->list >= 0)
        H5Pclose(x->list);
    if (x->data >= 0)
        H5Dclose(x->data);
    x->space = x->type = x->list = x->data = -1;
}

static int close_file(dataset_t *x, int status)
{
    close_all(x);
    if (x->in >= 0 && H5Fclose(x->in) < 0 && status == ASHLAR_OK)
        status = ioi_fail_hdf5("%s: %s cannot be completed", x->call, x->file);
    x->in = -1;
    return status;
}

hid_t ioi_access_list(bool is_aside, bool has_chunks)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    /* These formats have checksums of all that HDF5 reads before it knows where elements are. */
    H5Pset_libver_bounds(access, has_chunks ? H5F_LIBVER_V110 : H5F_LIBVER_V18, H5F_LIBVER_V110);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    if (is_aside)
        H5Pset_file_locking(access, 0, 1);
    return access;
}

static int open_alone(dataset_t *x, bool is_new, unsigned flags, bool is_aside)
{
    const bool has_chunks =
        x->options && (x->options->chunk || x->options->deflate > 0 || x->options->checksum != 0);
    const hid_t access = ioi_access_list(is_aside, has_chunks);
    x->in = is_new ? H5Fcreate(x->file, H5F_ACC_TRUNC, H5P_DEFAULT, access)
                   : H5Fopen(x->file, flags, access);
    H5Pclose(access);
    if (x->in >= 0)
        return ASHLAR_OK;
    if (!is_new && H5Fis_hdf5(x->file) == 0)
        return ioi_fail(ASHLAR_ESYS, "%s: %s is no HDF5 file, or its beginning is damaged", x->call,
                        x->file);
    return ioi_fail_hdf5("%s: %s cannot be opened", x->call, x->file);
}

/* Whether there is something of this name; HDF5 asks for one link after the other. */
static bool is_there(const dataset_t *x)
{
    char part[IOI_PATH];
    const size_t n = strlen(x->path);
    for (size_t k = 1; k <= n; ++k)
        if ((x->path[k] == '/' || k == n) && x->path[k - 1] != '/') {
            memcpy(part, x->path, k);
            part[k] = '\0';
            if (H5Lexists(x->in, part, H5P_DEFAULT) <= 0 ||
                H5Oexists_by_name(x->in, part, H5P_DEFAULT) <= 0)
                return false;
        }
    return true;
}

static int check_path(const char *call, const char *path)
{
    const size_t n = strlen(path);
    return path[0] == '/' && n > 1 && path[n - 1] != '/' && n < IOI_PATH
               ? ASHLAR_OK
               : ioi_fail(ASHLAR_EARG, "%s: '%.200s' is no path of a dataset, as /group/name", call,
                          path);
}

/* ---- what there is --------------------------------------------------------------------------- */

static int open_dataset(dataset_t *x)
{
    if (!is_there(x))
        return ioi_fail(ASHLAR_EARG, "%s: there is no '%s' in %s (h5ls -r lists what there is)",
                        x->call, x->path, x->file);
    x->data = H5Dopen2(x->in, x->path, H5P_DEFAULT);
    if (x->data < 0)
        return ioi_fail_hdf5("%s: '%s' of %s is no dataset, or damaged", x->call, x->path, x->file);
    x->type = H5Dget_type(x->data);
    x->space = H5Dget_space(x->data);
    x->list = H5Dget_create_plist(x->data);
    return x->type >= 0 && x->space >= 0 && x->list >= 0
               ? ASHLAR_OK
               : ioi_fail_hdf5("%s: dataset '%s' of %s is damaged", x->call, x->path, x->file);
}

static int look_at_extents(const dataset_t *x, io_info_t *info)
{
    hsize_t dims[H5S_MAX_RANK], chunk[H5S_MAX_RANK];
    info->ndim = H5Sget_simple_extent_dims(x->space, dims, NULL);
    if (info->ndim < 1 || info->ndim > ASHLAR_MAX_DIM)
        return ioi_fail(ASHLAR_ESHAPE, "%s: dataset '%s' of %s has %d dimensions, arrays 1 to %d",
                        x->call, x->path, x->file, info->ndim, ASHLAR_MAX_DIM);
    const bool has_chunks = H5Pget_layout(x->list) == H5D_CHUNKED &&
                            H5Pget_chunk(x->list, info->ndim, chunk) == info->ndim;
    for (int d = 0; d < info->ndim; ++d) {
        const int there = info->ndim - 1 - d;
        if (dims[there] > INT64_MAX / 2)
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: dataset '%s' of %s is damaged: its extents are "
                            "beyond all files",
                            x->call, x->path, x->file);
        info->dims[d] = (int64_t)dims[there];
        info->chunk[d] = has_chunks ? (int64_t)chunk[there] : 0;
    }
    return ASHLAR_OK;
}

static int look(dataset_t *x, io_info_t *info)
{
    *info = (io_info_t){.ndim = 0};
    IOI_TRY(open_dataset(x));
    info->type = ioi_type_of_file(x->type);
    info->bytes = H5Tget_size(x->type);
    return look_at_extents(x, info);
}

int ioi_dataset_look(const char *call, const char *file, bool is_aside, const char *path,
                     io_info_t *info)
{
    dataset_t x = {call, file, path, NULL, NULL, -1, -1, -1, -1, -1};
    IOI_TRY(check_path(call, path));
    int status = open_alone(&x, false, H5F_ACC_RDONLY, is_aside);
    if (status == ASHLAR_OK)
        status = look(&x, info);
    return close_file(&x, status);
}

/* ---- whether it fits ------------------------------------------------------------------------- */

static int check_elements(const dataset_t *x)
{
    char words[80], wanted[80];
    if (ioi_type_fits(x->type, x->patch->type))
        return ASHLAR_OK;
    const hid_t ours = ioi_type(x->patch->type, NULL, 0);
    ioi_type_words(x->type, words, sizeof words);
    ioi_type_words(ours, wanted, sizeof wanted);
    H5Tclose(ours);
    return ioi_fail(ASHLAR_ETYPE, "%s: dataset '%s' of %s has %s, array '%s' %s", x->call, x->path,
                    x->file, words, x->patch->name, wanted);
}

static int fits_inside(const dataset_t *x, const int64_t *dims)
{
    const ioi_patch_t *patch = x->patch;
    for (int d = 0; d < patch->ndim; ++d)
        if (patch->hi[d] - patch->lo[d] >= dims[d] - patch->start[d])
            return ioi_fail(ASHLAR_ERANGE,
                            "%s: dimension %d of dataset '%s' of %s has %" PRId64
                            " elements, and the patch would be at %" PRId64 "..%" PRId64,
                            x->call, d, x->path, x->file, dims[d], patch->start[d],
                            patch->start[d] + patch->hi[d] - patch->lo[d]);
    return ASHLAR_OK;
}

static int match_extents(const dataset_t *x, const io_info_t *info)
{
    const ioi_patch_t *patch = x->patch;
    if (info->ndim != patch->ndim)
        return ioi_fail(ASHLAR_ESHAPE,
                        "%s: dataset '%s' of %s has %d dimensions, array '%s' has %d", x->call,
                        x->path, x->file, info->ndim, patch->name, patch->ndim);
    for (int d = 0; d < info->ndim && patch->is_whole; ++d)
        if (info->dims[d] != patch->dims[d])
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: dimension %d of dataset '%s' of %s has %" PRId64
                            " elements, that of array '%s' %" PRId64
                            " (extents are in the order of the array, the reverse of h5py's)",
                            x->call, d, x->path, x->file, info->dims[d], patch->name,
                            patch->dims[d]);
    return fits_inside(x, info->dims);
}

/* Whether the file is as long as a dataset that is not in chunks: HDF5 makes up what is missing. */
static int check_file_length(const dataset_t *x, const io_info_t *info)
{
    const haddr_t at = H5Dget_offset(x->data);
    hsize_t size = 0;
    uint64_t bytes = info->bytes;
    bool is_good = H5Fget_filesize(x->in, &size) >= 0;
    if (at == HADDR_UNDEF || info->chunk[0] > 0) /* nobody has written to it */
        return ASHLAR_OK;
    for (int d = 0; d < info->ndim && is_good; ++d)
        is_good = !__builtin_mul_overflow(bytes, (uint64_t)info->dims[d], &bytes);
    return is_good && at <= size && bytes <= size - at
               ? ASHLAR_OK
               : ioi_fail(ASHLAR_ESYS, "%s: %s is damaged: dataset '%s' goes beyond its end",
                          x->call, x->file, x->path);
}

static int check(dataset_t *x, io_info_t *info)
{
    IOI_TRY(look(x, info));
    IOI_TRY(check_elements(x));
    IOI_TRY(match_extents(x, info));
    return check_file_length(x, info);
}

int ioi_dataset_check(const char *call, const char *file, bool is_aside, const char *path,
                      const ioi_patch_t *patch, io_info_t *info)
{
    dataset_t x = {call, file, path, patch, NULL, -1, -1, -1, -1, -1};
    IOI_TRY(check_path(call, path));
    int status = open_alone(&x, false, H5F_ACC_RDONLY, is_aside);
    if (status == ASHLAR_OK)
        status = check(&x, info);
    return close_file(&x, status);
}

/* ---- making one ------------------------------------------------------------------------------ */

static bool has_filter(const io_options_t *options)
{
    return options->deflate > 0 || options->checksum != 0;
}

/* Where nobody asks for extents of chunks: about a mebibyte of the first dimensions. */
static int64_t chunk_along(int64_t extent, int64_t *room)
{
    const int64_t chunk = extent < *room ? extent : *room > 0 ? *room : 1;
    *room /= chunk;
    return chunk;
}

static int describe_dataset(const dataset_t *x, io_info_t *info)
{
    const ioi_patch_t *patch = x->patch;
    const io_options_t *options = x->options;
    int64_t room = (1 << 20) / (int64_t)patch->element;
    info->ndim = patch->ndim;
    info->type = patch->type;
    info->bytes = patch->element;
    if (options->deflate < 0 || options->deflate > 9)
        return ioi_fail(ASHLAR_EARG, "%s: deflate is %d, which must be 0 to 9", x->call,
                        options->deflate);
    for (int d = 0; d < patch->ndim; ++d) {
        info->dims[d] =
            options->dims ? options->dims[d] : patch->start[d] + patch->hi[d] - patch->lo[d] + 1;
        info->chunk[d] = options->chunk        ? options->chunk[d]
                         : has_filter(options) ? chunk_along(info->dims[d], &room)
                                               : 0;
        if (info->dims[d] < 1)
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: dimension %d of dataset '%s' would have %" PRId64 " elements",
                            x->call, d, x->path, info->dims[d]);
        if (options->chunk && (info->chunk[d] < 1 || info->chunk[d] > info->dims[d]))
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: chunks of %" PRId64 " in dimension %d, which has %" PRId64
                            " elements",
                            x->call, info->chunk[d], d, info->dims[d]);
    }
    return fits_inside(x, info->dims);
}

static int check_fields(const dataset_t *x)
{
    const io_options_t *options = x->options;
    if (options->field_count == 0)
        return ASHLAR_OK;
    if (options->field_count < 0 || !options->fields)
        return ioi_fail(ASHLAR_EARG, "%s: %d fields, and no list of them", x->call,
                        options->field_count);
    if (x->patch->type < ASHLAR_TYPE_COUNT)
        return ioi_fail(ASHLAR_ETYPE, "%s: fields, and array '%s' has no records", x->call,
                        x->patch->name);
    for (int k = 0; k < options->field_count; ++k) {
        const io_field_t *field = &options->fields[k];
        size_t bytes = 0;
        if (!field->name || field->type < 0 || field->type >= ASHLAR_TYPE_COUNT)
            return ioi_fail(ASHLAR_ETYPE, "%s: field %d has no name, or a type that has none",
                            x->call, k);
        ga_type_bytes(field->type, &bytes);
        bytes *= field->count > 1 ? (size_t)field->count : 1;
        if (field->count < 0 || field->offset > x->patch->element ||
            bytes > x->patch->element - field->offset)
            return ioi_fail(ASHLAR_ETYPE, "%s: field '%s' ends beyond the %zu bytes of a record",
                            x->call, field->name, x->patch->element);
    }
    return ASHLAR_OK;
}

static bool write_order(hid_t data)
{
    const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    const hid_t order = H5Acreate2(data, "ashlar_order", type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool is_good = order >= 0 && H5Awrite(order, type, "F") >= 0;
    if (order >= 0)
        H5Aclose(order);
    H5Tclose(type);
    H5Sclose(space);
    return is_good;
}

/* How it is laid out. Space for elements is made at once where its size is known, so that all other
 * ranks find it; where the patch is less than the dataset it is filled with zeros. */
static void choose_layout(const dataset_t *x, const io_info_t *info)
{
    hsize_t chunk[ASHLAR_MAX_DIM];
    bool is_all = true;
    for (int d = 0; d < info->ndim; ++d) {
        chunk[info->ndim - 1 - d] = (hsize_t)info->chunk[d];
        is_all = is_all && x->patch->hi[d] - x->patch->lo[d] + 1 == info->dims[d];
    }
    if (info->chunk[0] > 0)
        H5Pset_chunk(x->list, info->ndim, chunk);
    if (x->options->checksum)
        H5Pset_fletcher32(x->list);
    if (x->options->deflate > 0)
        H5Pset_deflate(x->list, (unsigned)x->options->deflate);
    H5Pset_alloc_time(x->list, has_filter(x->options) ? H5D_ALLOC_TIME_INCR : H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(x->list, is_all ? H5D_FILL_TIME_NEVER : H5D_FILL_TIME_ALLOC);
    H5Pset_obj_track_times(x->list, 0);
}

static int create_dataset(dataset_t *x, const io_info_t *info)
{
    hsize_t dims[ASHLAR_MAX_DIM];
    for (int d = 0; d < info->ndim; ++d)
        dims[info->ndim - 1 - d] = (hsize_t)info->dims[d];
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    x->list = H5Pcreate(H5P_DATASET_CREATE);
    choose_layout(x, info);
    x->type = ioi_type(x->patch->type, x->options->fields, x->options->field_count);
    x->space = H5Screate_simple(info->ndim, dims, NULL);
    if (x->type >= 0 && x->space >= 0)
        x->data = H5Dcreate2(x->in, x->path, x->type, x->space, links, x->list, H5P_DEFAULT);
    H5Pclose(links);
    return x->data >= 0 && write_order(x->data)
               ? ASHLAR_OK
               : ioi_fail_hdf5("%s: dataset '%s' of %s cannot be made", x->call, x->path, x->file);
}

/* Whether the dataset that is there can be written over, instead of leaving a hole in the file. */
static bool is_reusable(const dataset_t *x, const io_info_t *old, const io_info_t *wanted)
{
    bool is_good = old->ndim == wanted->ndim && ioi_type_fits(x->type, x->patch->type) &&
                   !has_filter(x->options) && H5Pget_nfilters(x->list) == 0 &&
                   x->options->field_count == 0;
    for (int d = 0; d < old->ndim && is_good; ++d)
        is_good = old->dims[d] == wanted->dims[d] && old->chunk[d] == wanted->chunk[d] &&
                  x->patch->hi[d] - x->patch->lo[d] + 1 == wanted->dims[d];
    return is_good && H5Aexists(x->data, "ashlar_order") > 0;
}

static int replace_dataset(dataset_t *x, io_info_t *info)
{
    io_info_t old;
    const int status = look(x, &old);
    if (x->data < 0)
        return status;
    if (status == ASHLAR_OK && is_reusable(x, &old, info))
        return ASHLAR_OK;
    close_all(x);
    if (H5Ldelete(x->in, x->path, H5P_DEFAULT) < 0)
        return ioi_fail_hdf5("%s: dataset '%s' of %s cannot be replaced", x->call, x->path,
                             x->file);
    return create_dataset(x, info);
}

static int make_dataset(dataset_t *x, io_info_t *info)
{
    if (x->options->mode == IO_INTO)
        return check(x, info);
    IOI_TRY(describe_dataset(x, info));
    IOI_TRY(check_fields(x));
    if (!is_there(x))
        return create_dataset(x, info);
    if (x->options->mode == IO_REPLACE)
        return replace_dataset(x, info);
    return ioi_fail(ASHLAR_ESTATE,
                    "%s: '%s' is in %s already: write with IO_REPLACE, or to another path", x->call,
                    x->path, x->file);
}

/* Bytes that chunks with filters may take, at most: their space is only made when they are written.
 * Room for them is taken nevertheless, as MPI-IO may lose the error of a full disk. */
static int64_t bytes_of_filtered(const dataset_t *x, const io_info_t *info)
{
    int64_t chunks = 1, bytes = (int64_t)info->bytes;
    if (H5Pget_nfilters(x->list) <= 0 || info->chunk[0] == 0)
        return 0;
    for (int d = 0; d < info->ndim; ++d) {
        chunks *= (info->dims[d] + info->chunk[d] - 1) / info->chunk[d];
        bytes *= info->chunk[d];
    }
    return chunks * (bytes + bytes / 64 + 128) + 65536; /* what does not shrink grows a little */
}

int ioi_dataset_prepare(const char *call, const char *file, bool is_new, const char *path,
                        const ioi_patch_t *patch, const io_options_t *options, io_info_t *info,
                        int64_t *bytes)
{
    dataset_t x = {call, file, path, patch, options, -1, -1, -1, -1, -1};
    hsize_t size = 0;
    *info = (io_info_t){.ndim = 0};
    IOI_TRY(check_path(call, path));
    int status = open_alone(&x, is_new, H5F_ACC_RDWR, true);
    if (status == ASHLAR_OK)
        status = make_dataset(&x, info);
    if (status == ASHLAR_OK &&
        (H5Fflush(x.in, H5F_SCOPE_GLOBAL) < 0 || H5Fget_filesize(x.in, &size) < 0))
        status = ioi_fail_hdf5("%s: %s cannot be written", call, file);
    *bytes = (int64_t)size;
    if (status == ASHLAR_OK)
        *bytes += bytes_of_filtered(&x, info);
    return close_file(&x, status);
}
