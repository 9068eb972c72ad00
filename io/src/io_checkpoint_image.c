/* Copies of a checkpoint's set: each rank has its own blocks in one piece of memory, and writes
 * that to a file of its own, while the program goes on. The file is the memory, and a checksum
 * behind. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/al_work.h>

#include "io/src/io_checkpoint.h"

/* Bytes that a step writes: a wait is held up no longer than that takes. */
enum { PART = 1 << 16 };

typedef struct head {
    uint64_t sign, serial, nonce; /* nonce: of this copy, the same on all ranks */
    int64_t step, size;           /* bytes of all */
    int32_t ranks, rank, items, unused;
} head_t;

/* An item; behind it values, or for each block its bounds and its elements without gaps. All begin
 * at a multiple of 8 bytes. */
typedef struct entry {
    char name[IOI_NAME];
    int64_t bytes; /* of all that is behind */
    int64_t count; /* of scalars; of blocks */
    int64_t element;
    int32_t type, ndim; /* ndim 0: scalars */
    int64_t dims[ASHLAR_MAX_DIM];
} entry_t;

typedef struct bounds {
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} bounds_t;

static const uint64_t part_sign = 0x3154524150485341u;

static int64_t pad(int64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static void name_part(const io_checkpoint_t *c, int set, int rank, char *name)
{
    snprintf(name, IOI_PATH, "%s-part-%c-%d", c->name, 'a' + set, rank);
}

static int bad_part(const char *call, const char *name, const char *what, int error)
{
    return ioi_fail(ASHLAR_ESYS, "%s: %s cannot be %s: %s", call, name, what, strerror(error));
}

/* ---- taking one ------------------------------------------------------------------------------ */

static int64_t image_block_bytes(const bounds_t *at, int ndim, int64_t element)
{
    for (int d = 0; d < ndim; ++d)
        element *= at->hi[d] - at->lo[d] + 1;
    return element;
}

static void find_bounds(const ga_block_t *block, bounds_t *at)
{
    memcpy(at->lo, block->lo, sizeof at->lo);
    memcpy(at->hi, block->hi, sizeof at->hi);
}

/* Copy a block without gaps: runs of dimension 0, or of as many as are contiguous. */
static void pack_block(const ga_block_t *block, int ndim, int64_t element, char *to)
{
    int64_t run = element, at[ASHLAR_MAX_DIM] = {0}, n[ASHLAR_MAX_DIM], stride[ASHLAR_MAX_DIM];
    int low = 0;
    for (int d = 0; d < ndim; ++d) {
        n[d] = block->hi[d] - block->lo[d] + 1;
        stride[d] = d == 0 ? element : stride[d - 1] * block->ld[d - 1];
        if (low == d && stride[d] == run) {
            run *= n[d];
            ++low;
        }
    }
    for (;;) {
        const char *from = block->data;
        int d = low;
        for (int e = low; e < ndim; ++e)
            from += at[e] * stride[e];
        memcpy(to, from, (size_t)run);
        to += run;
        while (d < ndim && ++at[d] == n[d])
            at[d++] = 0;
        if (d == ndim)
            return;
    }
}

/* The entry of an array, and, where there is room, its blocks; returns the bytes behind it. */
static int64_t pack_array_blocks(const ioi_patch_t *patch, entry_t *entry, char *to)
{
    ga_block_t block;
    bounds_t at;
    int64_t bytes = 0;
    entry->ndim = patch->ndim;
    entry->element = (int64_t)patch->element;
    entry->type = patch->type;
    memcpy(entry->dims, patch->dims, sizeof entry->dims);
    if (patch->part < 0)
        return 0;
    for (ga_block_first(patch->g, &block); block.data; ga_block_next(patch->g, &block)) {
        find_bounds(&block, &at);
        const int64_t n = image_block_bytes(&at, patch->ndim, entry->element);
        if (n <= 0)
            continue;
        if (to) {
            memcpy(to + bytes, &at, sizeof at);
            pack_block(&block, patch->ndim, entry->element, to + bytes + sizeof at);
        }
        bytes += (int64_t)sizeof at + pad(n);
        ++entry->count;
    }
    return bytes;
}

static int64_t pack_scalars(const ioi_item_t *item, entry_t *entry, char *to)
{
    size_t one = 0;
    ga_type_bytes(item->type, &one);
    entry->element = (int64_t)one;
    entry->type = item->type;
    entry->count = item->count;
    if (to)
        memcpy(to, item->data, one * (size_t)item->count);
    return pad((int64_t)one * item->count);
}

/* Copy the set; NULL: only count the bytes. */
static int pack_set(const char *call, const io_checkpoint_t *c, char *bytes, int64_t *size)
{
    int64_t at = sizeof(head_t);
    for (int k = 0; k < c->count; ++k) {
        const ioi_item_t *item = &c->item[k];
        ioi_patch_t patch;
        entry_t entry = {.count = 0};
        char *behind = bytes ? bytes + at + sizeof entry : NULL;
        memcpy(entry.name, item->name, sizeof entry.name);
        if (item->g) {
            IOI_TRY(ioi_item_patch(call, c, item, true, &patch));
            entry.bytes = pack_array_blocks(&patch, &entry, behind);
        } else {
            entry.bytes = pack_scalars(item, &entry, behind);
        }
        if (bytes)
            memcpy(bytes + at, &entry, sizeof entry);
        at += (int64_t)sizeof entry + entry.bytes;
    }
    *size = at;
    return ASHLAR_OK;
}

static int make_image_room(const char *call, ioi_image_t *image)
{
    if (image->size + 8 <= image->room)
        return ASHLAR_OK;
    free(image->bytes);
    image->room = image->size + 8;
    image->bytes = calloc(1, (size_t)image->room); /* no bytes between items are undefined */
    if (!image->bytes)
        image->room = 0;
    return image->bytes ? ASHLAR_OK
                        : ioi_fail(ASHLAR_ENOMEM,
                                   "%s: no memory for the copy of the arrays, %" PRId64
                                   " bytes on this rank: io_checkpoint_write() needs none",
                                   call, image->size);
}

int ioi_image_take(const char *call, io_checkpoint_t *c, uint64_t nonce)
{
    ioi_image_t *image = &c->image;
    int status = pack_set(call, c, NULL, &image->size);
    if (status == ASHLAR_OK)
        status = make_image_room(call, image);
    if (status == ASHLAR_OK)
        status = pack_set(call, c, image->bytes, &image->size);
    IOI_TRY(ioi_agree(c->group, status));
    const head_t head = {.sign = part_sign,
                         .serial = c->serial,
                         .nonce = nonce,
                         .step = c->step,
                         .size = image->size,
                         .ranks = c->size,
                         .rank = c->rank,
                         .items = c->count};
    memcpy(image->bytes, &head, sizeof head);
    image->items = c->count;
    return ASHLAR_OK;
}

/* ---- writing it ------------------------------------------------------------------------------ */

/* One step: a part of the copy, which a checksum follows. In any thread. */
static int write_some(void *context, int *done)
{
    ioi_image_t *image = context;
    const int64_t end = image->size + 8;
    if (image->written == image->size)
        memcpy(image->bytes + image->size, &image->hash, sizeof image->hash);
    const int64_t limit = image->written < image->size ? image->size : end;
    const int64_t n = limit - image->written < PART ? limit - image->written : PART;
    const ssize_t wrote =
        pwrite(image->file, image->bytes + image->written, (size_t)n, image->written);
    if (wrote < 0 && errno != EINTR) {
        image->error = errno;
        return bad_part("io_checkpoint_write_nb", image->name, "written", image->error);
    }
    /* Words are whole: a write that was cut short is made again from the last of them. */
    const int64_t whole = wrote > 0 ? wrote / 8 * 8 : 0;
    if (image->written < image->size)
        image->hash = ioi_words_hash(image->hash, image->bytes + image->written, (size_t)whole);
    image->written += whole;
    *done = image->written == end;
    return ASHLAR_OK;
}

static int reserve_part(int file, int64_t bytes)
{
    int error;
    do
        error = fallocate(file, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0 ? 0 : errno;
    while (error == EINTR);
    return error == EOPNOTSUPP || error == ENOSYS ? 0 : error;
}

static int open_my_part(const char *call, io_checkpoint_t *c)
{
    ioi_image_t *image = &c->image;
    name_part(c, image->set, c->rank, image->name);
    image->file = open(image->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (image->file < 0)
        return bad_part(call, image->name, "made", errno);
    const int error = reserve_part(image->file, image->size + 8);
    return error ? bad_part(call, image->name, "written", error) : ASHLAR_OK;
}

static void close_part(io_checkpoint_t *c)
{
    if (c->image.file >= 0)
        close(c->image.file);
    c->image.file = -1;
}

static void drop_part(io_checkpoint_t *c)
{
    if (c->image.file >= 0)
        unlink(c->image.name);
    close_part(c);
}

int ioi_image_start(const char *call, io_checkpoint_t *c)
{
    ioi_image_t *image = &c->image;
    image->written = 0;
    image->error = 0;
    image->hash = part_sign;
    image->handle = 0;
    int status = ioi_agree(c->group, open_my_part(call, c));
    if (status == ASHLAR_OK)
        status = ioi_agree(c->group, al_work_nb(write_some, image, &image->handle));
    if (status != ASHLAR_OK) {
        ga_wait(&image->handle);
        drop_part(c);
    }
    return status;
}

int ioi_image_finish(const char *call, io_checkpoint_t *c)
{
    ioi_image_t *image = &c->image;
    int status = ga_wait(&image->handle);
    if (image->error)
        status = bad_part(call, image->name, "written", image->error);
    else if (fdatasync(image->file) != 0)
        status = bad_part(call, image->name, "brought to the disk", errno);
    status = ioi_agree(c->group, status);
    if (status == ASHLAR_OK)
        close_part(c);
    else
        drop_part(c);
    return status;
}

void ioi_image_free(io_checkpoint_t *c)
{
    close_part(c);
    free(c->image.bytes);
}

/* ---- reading one ----------------------------------------------------------------------------- */

/* The entry of an item, of this kind, in a copy; NULL: there is none. */
static const char *find_image_entry(const char *bytes, const ioi_item_t *item, entry_t *entry)
{
    head_t head;
    memcpy(&head, bytes, sizeof head);
    const char *at = bytes + sizeof head;
    for (int k = 0; k < head.items; ++k) {
        memcpy(entry, at, sizeof *entry);
        if (strcmp(entry->name, item->name) == 0 && (entry->ndim == 0) == (item->g == 0))
            return at;
        at += (int64_t)sizeof *entry + entry->bytes;
    }
    return NULL;
}

int ioi_image_extents(const io_checkpoint_t *c, const ioi_item_t *item, int *ndim, int64_t *dims)
{
    entry_t entry;
    if (!find_image_entry(c->image.bytes, item, &entry))
        return ioi_fail(ASHLAR_EINTERNAL, "checkpoint: no array '%s' in the copy", item->name);
    *ndim = entry.ndim;
    memcpy(dims, entry.dims, sizeof entry.dims);
    return ASHLAR_OK;
}

int ioi_image_put(const char *bytes, const ioi_item_t *item, ga_t g)
{
    entry_t entry;
    bounds_t at;
    const char *from = find_image_entry(bytes, item, &entry);
    if (!from)
        return ASHLAR_OK;
    from += sizeof entry;
    for (int64_t k = 0; k < entry.count; ++k) {
        memcpy(&at, from, sizeof at);
        from += sizeof at;
        IOI_TRY(ga_put_nd(g, at.lo, at.hi, from, NULL));
        from += pad(image_block_bytes(&at, entry.ndim, entry.element));
    }
    return ASHLAR_OK;
}

int ioi_image_scalars(const char *call, const char *bytes, const io_checkpoint_t *c, char *values)
{
    for (int k = 0; k < c->count; ++k) {
        const ioi_item_t *item = &c->item[k];
        entry_t entry;
        const char *from = item->g ? NULL : find_image_entry(bytes, item, &entry);
        if (item->g)
            continue;
        if (!from)
            return ioi_fail(ASHLAR_EARG, "%s: there are no scalars '%s' in the files of ranks",
                            call, item->name);
        if (entry.type != (int32_t)item->type)
            return ioi_fail(ASHLAR_ETYPE,
                            "%s: scalars '%s' have another type in the files of ranks", call,
                            item->name);
        if (entry.count != item->count)
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: scalars '%s' are %" PRId64 " in the files of ranks, and %" PRId64
                            " are wanted",
                            call, item->name, entry.count, item->count);
        memcpy(values, from + sizeof entry, (size_t)(entry.element * entry.count));
        values += entry.element * entry.count;
    }
    return ASHLAR_OK;
}

/* ---- files of ranks -------------------------------------------------------------------------- */

/* The last is removed first: what a killed job leaves of them is found again by the next. */
void ioi_parts_remove(const io_checkpoint_t *c)
{
    char name[IOI_PATH];
    for (int set = 0; set < IOI_SETS; ++set) {
        int count = 0;
        for (name_part(c, set, 0, name); access(name, F_OK) == 0; name_part(c, set, count, name))
            ++count;
        while (count > 0) {
            name_part(c, set, --count, name);
            unlink(name);
        }
    }
}

static int read_head(const char *call, const char *name, int file, head_t *head)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return bad_part(call, name, "looked at", errno);
    if (about.st_size >= (int64_t)sizeof *head &&
        pread(file, head, sizeof *head, 0) == (ssize_t)sizeof *head && head->sign == part_sign &&
        head->size + 8 == about.st_size && head->size % 8 == 0 && head->ranks > 0)
        return ASHLAR_OK;
    return ioi_fail(ASHLAR_ESYS, "%s: %s is not complete: its job was interrupted", call, name);
}

static int read_bytes(const char *call, const char *name, int file, int64_t size, char *bytes)
{
    uint64_t hash;
    for (int64_t done = 0; done < size + 8;) {
        const ssize_t n = pread(file, bytes + done, (size_t)(size + 8 - done), done);
        if (n == 0 || (n < 0 && errno != EINTR))
            return bad_part(call, name, "read", n == 0 ? EIO : errno);
        done += n > 0 ? n : 0;
    }
    memcpy(&hash, bytes + size, sizeof hash);
    return hash == ioi_words_hash(part_sign, bytes, (size_t)size)
               ? ASHLAR_OK
               : ioi_fail(ASHLAR_ESYS, "%s: %s is damaged", call, name);
}

/* Read the file of a rank; head: of it. The bytes are the caller's. */
static int load_part(const char *call, const io_checkpoint_t *c, int set, int rank, head_t *head,
                     char **bytes)
{
    char name[IOI_PATH];
    *bytes = NULL;
    name_part(c, set, rank, name);
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return bad_part(call, name, "read", errno);
    int status = read_head(call, name, file, head);
    if (status == ASHLAR_OK && !(*bytes = malloc((size_t)head->size + 8)))
        status = ioi_fail(ASHLAR_ENOMEM, "%s: no memory for the %" PRId64 " bytes of %s", call,
                          head->size, name);
    if (status == ASHLAR_OK)
        status = read_bytes(call, name, file, head->size, *bytes);
    close(file);
    if (status != ASHLAR_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

int ioi_parts_look(const char *call, const io_checkpoint_t *c, int set, ioi_generation_t *parts)
{
    char name[IOI_PATH];
    head_t head;
    *parts = (ioi_generation_t){.is_there = true};
    name_part(c, set, 0, name);
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        parts->is_there = errno != ENOENT;
        return bad_part(call, name, "read", errno);
    }
    const int status = read_head(call, name, file, &head);
    close(file);
    IOI_TRY(status);
    parts->serial = head.serial;
    parts->step = head.step;
    parts->blocks = head.ranks;
    parts->nonce = head.nonce;
    return ASHLAR_OK;
}

/* The ranks of this job take the files of another's in turn. */
static int verify_mine(const char *call, const io_checkpoint_t *c, int set,
                       const ioi_generation_t *parts)
{
    for (int64_t k = c->rank; k < parts->blocks; k += c->size) {
        head_t head;
        char *bytes;
        IOI_TRY(load_part(call, c, set, (int)k, &head, &bytes));
        free(bytes);
        if (head.nonce != parts->nonce || head.serial != parts->serial ||
            head.ranks != parts->blocks || head.rank != k)
            return ioi_fail(ASHLAR_ESYS,
                            "%s: the files of ranks 0 and %" PRId64
                            " are not of the same checkpoint: its job was interrupted",
                            call, k);
    }
    return ASHLAR_OK;
}

int ioi_parts_verify(const char *call, const io_checkpoint_t *c, int set,
                     const ioi_generation_t *parts)
{
    return ioi_agree(c->group, verify_mine(call, c, set, parts));
}

static int check_entry(const char *call, const io_checkpoint_t *c, const char *bytes,
                       const ioi_item_t *item)
{
    ioi_patch_t patch;
    entry_t entry;
    IOI_TRY(ioi_item_patch(call, c, item, false, &patch));
    if (!find_image_entry(bytes, item, &entry))
        return ioi_fail(ASHLAR_EARG, "%s: there is no array '%s' in the files of ranks", call,
                        item->name);
    const bool is_record = entry.type >= ASHLAR_TYPE_COUNT && patch.type >= ASHLAR_TYPE_COUNT;
    if (!is_record && entry.type != (int32_t)patch.type)
        return ioi_fail(ASHLAR_ETYPE, "%s: array '%s' has another type in the files of ranks", call,
                        item->name);
    if (entry.ndim != patch.ndim || entry.element != (int64_t)patch.element)
        return ioi_fail(
            ASHLAR_ESHAPE,
            "%s: array '%s' has %d dimensions of elements of %zu bytes, in the files of "
            "ranks %d of %" PRId64 " bytes",
            call, item->name, patch.ndim, patch.element, (int)entry.ndim, entry.element);
    for (int d = 0; d < patch.ndim; ++d)
        if (entry.dims[d] != patch.dims[d])
            return ioi_fail(ASHLAR_ESHAPE,
                            "%s: dimension %d of '%s' has %" PRId64
                            " elements in the files of ranks, that of array '%s' %" PRId64,
                            call, d, item->name, entry.dims[d], patch.name, patch.dims[d]);
    return ASHLAR_OK;
}

static int check_first_part(const char *call, const io_checkpoint_t *c, int set, char *values)
{
    head_t head;
    char *bytes;
    IOI_TRY(load_part(call, c, set, 0, &head, &bytes));
    int status = ASHLAR_OK;
    for (int k = 0; k < c->count && status == ASHLAR_OK; ++k)
        if (c->item[k].g)
            status = check_entry(call, c, bytes, &c->item[k]);
    if (status == ASHLAR_OK)
        status = ioi_image_scalars(call, bytes, c, values);
    free(bytes);
    return status;
}

/* Whether this rank puts the blocks that a file has of an item. Copies of a mirrored array are
 * filled by the ranks of their nodes. */
static bool is_mine(const char *call, const io_checkpoint_t *c, const ioi_item_t *item, int64_t k)
{
    ioi_patch_t patch;
    return item->g && ioi_item_patch(call, c, item, false, &patch) == ASHLAR_OK &&
           k % patch.parts == patch.part;
}

static int put_part(const char *call, const io_checkpoint_t *c, int set, int64_t k)
{
    head_t head;
    char *bytes = NULL;
    int status = ASHLAR_OK;
    for (int i = 0; i < c->count && status == ASHLAR_OK; ++i) {
        if (!is_mine(call, c, &c->item[i], k))
            continue;
        if (!bytes)
            status = load_part(call, c, set, (int)k, &head, &bytes);
        if (status == ASHLAR_OK)
            status = ioi_image_put(bytes, &c->item[i], c->item[i].g);
    }
    free(bytes);
    return status;
}

static int put_parts(const char *call, const io_checkpoint_t *c, int set, int64_t parts)
{
    for (int64_t k = 0; k < parts; ++k)
        IOI_TRY(put_part(call, c, set, k));
    return ASHLAR_OK;
}

int ioi_parts_restore(const char *call, const io_checkpoint_t *c, int set,
                      const ioi_generation_t *parts, char *values)
{
    IOI_TRY(ioi_agree(c->group, c->rank == 0 ? check_first_part(call, c, set, values) : ASHLAR_OK));
    IOI_TRY(ga_group_sync(c->group));
    IOI_TRY(ioi_agree(c->group, put_parts(call, c, set, parts->blocks)));
    return ga_group_sync(c->group);
}
