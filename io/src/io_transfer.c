/* Elements between arrays and datasets. Each rank takes pieces that are contiguous in the dataset,
 * wherever their owners are: those that are contiguous in one block of this node too are moved from
 * where they are, others through a buffer. Files are written by MPI-IO, and read by each rank with
 * HDF5's serial driver: Open MPI's MPI-IO does not tell that a disk fails, and HDF5 takes what has
 * not come for zeros. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/src/io_private.h"

typedef struct transfer {
    const char *call, *file, *path;
    const ioi_patch_t *patch;
    const io_options_t *options;
    ioi_pieces_t pieces;
    bool is_write, is_collective;
    hid_t in, data, type, space, memory, how;
} transfer_t;

/* ---- opening --------------------------------------------------------------------------------- */

static MPI_Info make_hints(const char *hints)
{
    MPI_Info info = MPI_INFO_NULL;
    char *copy = hints && hints[0] ? strdup(hints) : NULL, *rest = NULL;
    if (copy)
        MPI_Info_create(&info);
    for (char *word = copy ? strtok_r(copy, ";", &rest) : NULL; word;
         word = strtok_r(NULL, ";", &rest)) {
        char *value = strchr(word, '=');
        if (value) {
            *value = '\0';
            MPI_Info_set(info, word, value + 1);
        }
    }
    free(copy);
    return info;
}

/* The list has a copy of the hints. */
static int choose_mpi_io(const transfer_t *x, hid_t access)
{
    MPI_Comm comm;
    IOI_TRY(ga_group_comm(x->patch->group, &comm));
    MPI_Info hints = make_hints(x->options->hints);
    H5Pset_fapl_mpio(access, comm, hints);
    H5Pset_all_coll_metadata_ops(access, 1);
    if (hints != MPI_INFO_NULL)
        MPI_Info_free(&hints);
    return ASHLAR_OK;
}

static int open_together(transfer_t *x, bool is_aside, bool has_chunks)
{
    const bool is_parallel = x->is_write && x->patch->size > 1;
    const hid_t access = ioi_access_list(is_aside, has_chunks);
    const int status = is_parallel ? choose_mpi_io(x, access) : ASHLAR_OK;
    if (status == ASHLAR_OK)
        x->in = H5Fopen(x->file, x->is_write ? H5F_ACC_RDWR : H5F_ACC_RDONLY, access);
    H5Pclose(access);
    IOI_TRY(status);
    if (x->in < 0)
        return ioi_fail_hdf5("%s: %s cannot be opened by all ranks", x->call, x->file);
    x->data = H5Dopen2(x->in, x->path, H5P_DEFAULT);
    x->type = x->data < 0 ? -1 : H5Dget_type(x->data);
    x->space = x->data < 0 ? -1 : H5Dget_space(x->data);
    x->how = H5Pcreate(H5P_DATASET_XFER);
    if (is_parallel)
        H5Pset_dxpl_mpio(x->how, x->is_collective ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT);
    /* Records are the same bytes in memory as in the file. */
    x->memory =
        x->patch->type < ASHLAR_TYPE_COUNT ? ioi_type(x->patch->type, NULL, 0) : H5Tcopy(x->type);
    return x->space >= 0 && x->memory >= 0 && x->how >= 0
               ? ASHLAR_OK
               : ioi_fail_hdf5("%s: '%s' of %s cannot be opened by all ranks", x->call, x->path,
                               x->file);
}

static int close_together(transfer_t *x, int status)
{
    const hid_t lists[] = {x->how}, spaces[] = {x->space}, types[] = {x->type, x->memory};
    if (lists[0] >= 0)
        H5Pclose(lists[0]);
    if (spaces[0] >= 0)
        H5Sclose(spaces[0]);
    for (int k = 0; k < 2; ++k)
        if (types[k] >= 0)
            H5Tclose(types[k]);
    bool is_good = x->data < 0 || H5Dclose(x->data) >= 0;
    is_good = (x->in < 0 || H5Fclose(x->in) >= 0) && is_good;
    return is_good || status != ASHLAR_OK
               ? status
               : ioi_fail_hdf5("%s: %s cannot be completed", x->call, x->file);
}

typedef struct buffer {
    void *data;
    size_t room;
} buffer_t;

/* ---- one piece ------------------------------------------------------------------------------- */

/* Where a piece is, if one block of this node has it without gaps; else NULL. */
static void *find_in_place(const transfer_t *x, const int64_t *lo, const int64_t *hi)
{
    const ioi_patch_t *patch = x->patch;
    ga_block_t block;
    if (ga_block_by_element(patch->g, lo, &block) != ASHLAR_OK || !block.data)
        return NULL;
    int64_t shift = 0, stride = 1;
    bool is_dense = true, is_over = false;
    for (int d = 0; d < patch->ndim; ++d) {
        const int64_t extent = hi[d] - lo[d] + 1;
        const int64_t ld = d < patch->ndim - 1 ? block.ld[d] : extent;
        is_dense = is_dense && hi[d] <= block.hi[d] && (!is_over || extent == 1);
        is_over = is_over || extent < ld; /* nothing may follow a part of a row */
        shift += (lo[d] - block.lo[d]) * stride;
        stride *= ld;
    }
    return is_dense ? (char *)block.data + shift * (int64_t)patch->element : NULL;
}

static bool move_piece(const transfer_t *x, const int64_t *lo, const int64_t *hi, void *buffer)
{
    const ioi_patch_t *patch = x->patch;
    hsize_t start[ASHLAR_MAX_DIM], count[ASHLAR_MAX_DIM], n = 1;
    for (int d = 0; d < patch->ndim; ++d) {
        const int there = patch->ndim - 1 - d;
        start[there] = (hsize_t)(lo[d] - patch->lo[d] + patch->start[d]);
        count[there] = (hsize_t)(hi[d] - lo[d] + 1);
        n *= count[there];
    }
    if (H5Sselect_hyperslab(x->space, H5S_SELECT_SET, start, NULL, count, NULL) < 0)
        return false;
    const hid_t memory = H5Screate_simple(1, &n, NULL);
    const herr_t result = x->is_write
                              ? H5Dwrite(x->data, x->memory, memory, x->space, x->how, buffer)
                              : H5Dread(x->data, x->memory, memory, x->space, x->how, buffer);
    H5Sclose(memory);
    return result >= 0;
}

/* Take part in a collective call without a piece. */
static bool write_nothing(const transfer_t *x)
{
    char nothing;
    const hsize_t one = 1;
    H5Sselect_none(x->space);
    const hid_t empty = H5Screate_simple(1, &one, NULL);
    H5Sselect_none(empty);
    const herr_t result = H5Dwrite(x->data, x->memory, empty, x->space, x->how, &nothing);
    H5Sclose(empty);
    return result >= 0;
}

static int bad_move(const transfer_t *x, const char *what)
{
    return ioi_fail_hdf5("%s: dataset '%s' of %s cannot be %s", x->call, x->path, x->file, what);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Memory for a piece: where it is in the array, or a buffer, which is made when needed. */
static int find_memory(const transfer_t *x, const int64_t *lo, const int64_t *hi, int64_t elements,
                       buffer_t *buffer, void **at)
{
    const size_t bytes = (size_t)elements * x->patch->element;
    *at = find_in_place(x, lo, hi);
    if (*at)
        return ASHLAR_OK;
    if (bytes > buffer->room) {
        free(buffer->data);
        buffer->data = malloc(bytes);
        buffer->room = buffer->data ? bytes : 0;
        if (!buffer->data)
            return ioi_fail(ASHLAR_ENOMEM, "%s: no memory for a piece of %zu bytes", x->call,
                            bytes);
    }
    *at = buffer->data;
    return ASHLAR_OK;
}

static int write_pieces(const transfer_t *x)
{
    const int64_t turns = x->is_collective ? x->pieces.most : x->pieces.end - x->pieces.first;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    buffer_t buffer = {NULL, 0};
    void *from = NULL;
    int status = ASHLAR_OK;
    for (int64_t k = 0; k < turns; ++k) {
        const bool has_piece = x->pieces.first + k < x->pieces.end;
        if (has_piece && status == ASHLAR_OK) {
            const int64_t n = ioi_piece(&x->pieces, x->pieces.first + k, lo, hi);
            status = find_memory(x, lo, hi, n, &buffer, &from);
            if (status == ASHLAR_OK && from == buffer.data)
                status = ga_get_nd(x->patch->g, lo, hi, from, NULL);
        }
        /* HDF5 answers nobody: all have fetched before any waits in it. */
        if (x->is_collective)
            status = ioi_agree(x->patch->group, status);
        if (status != ASHLAR_OK)
            break;
        if (!(has_piece ? move_piece(x, lo, hi, from) : write_nothing(x)))
            status = bad_move(x, "written");
    }
    free(buffer.data);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int read_pieces(const transfer_t *x, char *buffer)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t k = x->pieces.first; k < x->pieces.end; ++k) {
        const int64_t elements = ioi_piece(&x->pieces, k, lo, hi);
        if (!move_piece(x, lo, hi, buffer))
            return bad_move(x, "read");
        buffer += elements * (int64_t)x->patch->element;
    }
    return ASHLAR_OK;
}

static int store_pieces(const transfer_t *x, const char *buffer)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int64_t k = x->pieces.first; k < x->pieces.end; ++k) {
        const int64_t elements = ioi_piece(&x->pieces, k, lo, hi);
        IOI_TRY(ga_put_nd(x->patch->g, lo, hi, buffer, NULL));
        buffer += elements * (int64_t)x->patch->element;
    }
    return ASHLAR_OK;
}

static size_t bytes_of_pieces(const transfer_t *x)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], elements = 0;
    for (int64_t k = x->pieces.first; k < x->pieces.end; ++k)
        elements += ioi_piece(&x->pieces, k, lo, hi);
    return (size_t)elements * x->patch->element;
}

/* ---- both ------------------------------------------------------------------------------------ */

static transfer_t begin_transfer(const char *call, const char *file, const char *path,
                                 const ioi_patch_t *patch, const io_options_t *options,
                                 bool is_write)
{
    return (transfer_t){.call = call,
                        .file = file,
                        .path = path,
                        .patch = patch,
                        .options = options,
                        .pieces = {.patch = patch},
                        .is_write = is_write,
                        .in = -1,
                        .data = -1,
                        .type = -1,
                        .space = -1,
                        .memory = -1,
                        .how = -1};
}

static int cut_together(transfer_t *x, const io_info_t *info)
{
    long long most;
    ioi_pieces_cut(x->patch, info->chunk, x->is_collective, &x->pieces);
    most = x->pieces.most;
    IOI_TRY(ga_allreduce(x->patch->group, ASHLAR_LLONG, ASHLAR_MAX, &most, 1));
    x->pieces.most = most;
    return ASHLAR_OK;
}

int ioi_transfer_write(const char *call, const char *file, const char *path,
                       const ioi_patch_t *patch, const io_options_t *options, const io_info_t *info)
{
    transfer_t x = begin_transfer(call, file, path, patch, options, true);
    const bool has_filter = options->deflate > 0 || options->checksum;
    x.is_collective =
        patch->size > 1 && (options->collective || has_filter || options->mode == IO_INTO);
    IOI_TRY(cut_together(&x, info));
    int status = ioi_agree(patch->group, open_together(&x, true, info->chunk[0] > 0));
    if (status == ASHLAR_OK)
        status = ioi_agree(patch->group, write_pieces(&x));
    return ioi_agree(patch->group, close_together(&x, status));
}

/* Everything is read before anything is stored: chunks may turn out to be damaged. */
static int read_before_storing(const transfer_t *x)
{
    const ga_group_t group = x->patch->group;
    const size_t bytes = bytes_of_pieces(x);
    char *buffer = malloc(bytes ? bytes : 1);
    int status = buffer ? ASHLAR_OK
                        : ioi_fail(ASHLAR_ENOMEM, "%s: no memory for %zu bytes of '%s'", x->call,
                                   bytes, x->path);
    status = ioi_agree(group, status);
    if (status == ASHLAR_OK)
        status = ioi_agree(group, read_pieces(x, buffer));
    if (status == ASHLAR_OK)
        status = ioi_agree(group, store_pieces(x, buffer));
    free(buffer);
    return status;
}

/* A dataset that is not in chunks is known to be in the file: only the disk can fail. */
static int read_and_store(const transfer_t *x)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    buffer_t buffer = {NULL, 0};
    void *to = NULL;
    int status = ASHLAR_OK;
    for (int64_t k = x->pieces.first; k < x->pieces.end && status == ASHLAR_OK; ++k) {
        const int64_t n = ioi_piece(&x->pieces, k, lo, hi);
        status = find_memory(x, lo, hi, n, &buffer, &to);
        if (status == ASHLAR_OK && !move_piece(x, lo, hi, to))
            status = bad_move(x, "read; the array is undefined now");
        else if (status == ASHLAR_OK && to == buffer.data)
            status = ga_put_nd(x->patch->g, lo, hi, to, NULL);
    }
    free(buffer.data);
    return ioi_agree(x->patch->group, status);
}

int ioi_transfer_read(const char *call, const char *file, const char *path, bool is_aside,
                      const ioi_patch_t *patch, const io_options_t *options, const io_info_t *info)
{
    transfer_t x = begin_transfer(call, file, path, patch, options, false);
    ioi_pieces_cut(patch, info->chunk, false, &x.pieces);
    int status = ioi_agree(patch->group, open_together(&x, is_aside, true));
    if (status == ASHLAR_OK)
        status = info->chunk[0] > 0 ? read_before_storing(&x) : read_and_store(&x);
    return ioi_agree(patch->group, close_together(&x, status));
}
