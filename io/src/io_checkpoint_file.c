/* Generations of a checkpoint: HDF5 files with checksums of every byte behind. HDF5 does not look
 * beyond its own end. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/src/io_checkpoint.h"

/* Bytes that have one checksum. */
enum { BLOCK = 1 << 20 };

/* The words behind a file: HEAD of them, a checksum of each block, and FOOT of them: a checksum of
 * the words so far, how many there are in all, and the sign again. */
enum { SIGN_AT, SERIAL_AT, STEP_AT, BYTES_AT, BLOCKS_AT, HEAD };
enum { FOOT = 3 };

static const uint64_t sign = 0x31504b4341485341u;

uint64_t ioi_words_hash(uint64_t hash, const void *bytes, size_t n)
{
    const char *at = bytes;
    uint64_t word;
    for (size_t k = 0; k + sizeof word <= n; k += sizeof word) {
        memcpy(&word, at + k, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u; /* both steps can be undone */
        hash ^= hash >> 32;
    }
    if (n % sizeof word) {
        word = 0;
        memcpy(&word, at + n / sizeof word * sizeof word, n % sizeof word);
        hash = ioi_words_hash(hash, &word, sizeof word);
    }
    return hash;
}

void ioi_generation_name(const io_checkpoint_t *c, int k, char *name)
{
    snprintf(name, IOI_PATH, "%s-%d.h5", c->name, k);
}

static int bad_generation_file(const char *call, const char *name, const char *what)
{
    return ioi_fail(ASHLAR_ESYS, "%s: %s cannot be %s: %s", call, name, what, strerror(errno));
}

static int64_t blocks_of_file(int64_t bytes)
{
    return (bytes + BLOCK - 1) / BLOCK;
}

static bool read_all(int file, void *buffer, int64_t bytes, int64_t from)
{
    for (int64_t done = 0; done < bytes;) {
        const ssize_t n = pread(file, (char *)buffer + done, (size_t)(bytes - done), from + done);
        if (n == 0)
            errno = EIO; /* it has become shorter */
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? n : 0;
    }
    return true;
}

/* ---- looking at one -------------------------------------------------------------------------- */

static int bad_end(const char *call, const char *name)
{
    return ioi_fail(ASHLAR_ESYS,
                    "%s: %s is no complete checkpoint: the checksums at its end are damaged, or it "
                    "was cut off",
                    call, name);
}

static int take_sums(const char *call, const char *name, const uint64_t *word, int64_t n,
                     int64_t bytes, ioi_generation_t *generation)
{
    const uint64_t hash = ioi_words_hash(sign, word, (size_t)(n - FOOT) * sizeof *word);
    if (word[SIGN_AT] != sign || word[n - FOOT] != hash || word[BYTES_AT] != (uint64_t)bytes ||
        word[BLOCKS_AT] != (uint64_t)(n - HEAD - FOOT) || n - HEAD - FOOT != blocks_of_file(bytes))
        return bad_end(call, name);
    generation->serial = word[SERIAL_AT];
    generation->step = (int64_t)word[STEP_AT];
    generation->bytes = bytes;
    generation->blocks = n - HEAD - FOOT;
    if (generation->hash)
        memcpy(generation->hash, word + HEAD, (size_t)generation->blocks * sizeof *word);
    return ASHLAR_OK;
}

static int look_at_end(const char *call, const char *name, int file, int64_t size,
                       ioi_generation_t *generation)
{
    uint64_t last[2];
    if (size < (int64_t)sizeof last)
        return bad_end(call, name);
    if (!read_all(file, last, sizeof last, size - (int64_t)sizeof last))
        return bad_generation_file(call, name, "read");
    const uint64_t n = last[0];
    if (last[1] != sign || n < HEAD + FOOT || n > (uint64_t)size / sizeof *last)
        return bad_end(call, name);
    const int64_t bytes = size - (int64_t)(n * sizeof *last);
    uint64_t *word = malloc(n * sizeof *word);
    generation->hash = word ? malloc(n * sizeof *word) : NULL;
    int status = generation->hash
                     ? ASHLAR_OK
                     : ioi_fail(ASHLAR_ENOMEM, "%s: no memory for the checksums of %s", call, name);
    if (status == ASHLAR_OK && !read_all(file, word, size - bytes, bytes))
        status = bad_generation_file(call, name, "read");
    if (status == ASHLAR_OK)
        status = take_sums(call, name, word, (int64_t)n, bytes, generation);
    free(word);
    return status;
}

int ioi_generation_look(const char *call, const char *name, ioi_generation_t *generation)
{
    struct stat about;
    *generation = (ioi_generation_t){.is_there = true};
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        generation->is_there = errno != ENOENT;
        return bad_generation_file(call, name, "read");
    }
    const int status = fstat(file, &about) == 0
                           ? look_at_end(call, name, file, about.st_size, generation)
                           : bad_generation_file(call, name, "read");
    close(file);
    return status;
}

/* ---- checksums ------------------------------------------------------------------------------- */

/* Checksums of the blocks of this rank; the first that differs from what is wanted, or -1. */
static int hash_blocks(const char *call, const io_checkpoint_t *c, const char *name,
                       ioi_generation_t *generation, bool is_new)
{
    const int64_t first = generation->blocks * c->rank / c->size,
                  end = generation->blocks * (c->rank + 1) / c->size;
    int status = ASHLAR_OK;
    char *buffer = malloc(BLOCK);
    const int file = buffer ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (!buffer)
        status = ioi_fail(ASHLAR_ENOMEM, "%s: no memory for %d bytes", call, BLOCK);
    else if (file < 0)
        status = bad_generation_file(call, name, "read");
    for (int64_t k = first; k < end && status == ASHLAR_OK; ++k) {
        const int64_t from = k * BLOCK;
        const int64_t n = generation->bytes - from < BLOCK ? generation->bytes - from : BLOCK;
        if (!read_all(file, buffer, n, from)) {
            status = bad_generation_file(call, name, "read");
            break;
        }
        const uint64_t hash = ioi_words_hash((uint64_t)k, buffer, (size_t)n);
        if (is_new)
            generation->hash[k] = hash;
        else if (generation->hash[k] != hash)
            status = ioi_fail(ASHLAR_ESYS,
                              "%s: %s is damaged: bytes %" PRId64 " to %" PRId64
                              " are not those that were written",
                              call, name, from, from + n - 1);
    }
    if (file >= 0)
        close(file);
    free(buffer);
    return status;
}

/* Room for checksums on the ranks that have none yet; rank 0 tells the facts. */
static int share_generation(const char *call, const io_checkpoint_t *c,
                            ioi_generation_t *generation)
{
    uint64_t *mine = generation->hash;
    IOI_TRY(ga_broadcast(c->group, generation, sizeof *generation, 0));
    const size_t bytes = (size_t)generation->blocks * sizeof *mine;
    generation->hash = mine ? mine : calloc(1, bytes ? bytes : 1);
    return ioi_agree(c->group, generation->hash ? ASHLAR_OK
                                                : ioi_fail(ASHLAR_ENOMEM,
                                                           "%s: no memory for %zu bytes of "
                                                           "checksums",
                                                           call, bytes));
}

int ioi_generation_verify(const char *call, const io_checkpoint_t *c, const char *name,
                          ioi_generation_t *generation)
{
    if (c->rank != 0)
        generation->hash = NULL;
    IOI_TRY(share_generation(call, c, generation));
    IOI_TRY(ga_broadcast(c->group, generation->hash,
                         (size_t)generation->blocks * sizeof *generation->hash, 0));
    return ioi_agree(c->group, hash_blocks(call, c, name, generation, false));
}

static int append_words(const char *call, const char *name, const ioi_generation_t *generation)
{
    const int64_t n = HEAD + generation->blocks + FOOT;
    const size_t bytes = (size_t)n * sizeof(uint64_t);
    uint64_t *word = malloc(bytes);
    if (!word)
        return ioi_fail(ASHLAR_ENOMEM, "%s: no memory for %zu bytes of checksums", call, bytes);
    word[SIGN_AT] = word[n - 1] = sign;
    word[SERIAL_AT] = generation->serial;
    word[STEP_AT] = (uint64_t)generation->step;
    word[BYTES_AT] = (uint64_t)generation->bytes;
    word[BLOCKS_AT] = (uint64_t)generation->blocks;
    memcpy(word + HEAD, generation->hash, (size_t)generation->blocks * sizeof *word);
    word[n - FOOT] = ioi_words_hash(sign, word, (size_t)(n - FOOT) * sizeof *word);
    word[n - 2] = (uint64_t)n;
    const int file = open(name, O_WRONLY | O_CLOEXEC);
    size_t done = 0;
    while (file >= 0 && done < bytes) {
        const ssize_t wrote = pwrite(file, (char *)word + done, bytes - done,
                                     (off_t)(generation->bytes + (int64_t)done));
        if (wrote < 0 && errno != EINTR)
            break;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    const int status = done == bytes ? ASHLAR_OK : bad_generation_file(call, name, "written");
    if (file >= 0)
        close(file);
    free(word);
    return status;
}

static int find_size(const char *call, const char *name, ioi_generation_t *generation)
{
    struct stat about;
    if (stat(name, &about) != 0)
        return bad_generation_file(call, name, "looked at");
    generation->bytes = about.st_size;
    generation->blocks = blocks_of_file(about.st_size);
    return ASHLAR_OK;
}

int ioi_generation_seal(const char *call, const io_checkpoint_t *c, const char *name,
                        uint64_t serial, int64_t step)
{
    ioi_generation_t made = {.serial = serial, .step = step};
    /* The bytes of all ranks are in the file before anybody reads it. */
    IOI_TRY(ioi_agree(c->group, ioi_aside_sync(call, name)));
    IOI_TRY(ioi_agree(c->group, c->rank == 0 ? find_size(call, name, &made) : ASHLAR_OK));
    int status = share_generation(call, c, &made);
    if (status == ASHLAR_OK)
        status = ioi_agree(c->group, hash_blocks(call, c, name, &made, true));
    if (status == ASHLAR_OK)
        status = ga_allreduce(c->group, ASHLAR_LLONG, ASHLAR_SUM, made.hash, made.blocks);
    if (status == ASHLAR_OK)
        status = ioi_agree(c->group, c->rank == 0 ? append_words(call, name, &made) : ASHLAR_OK);
    free(made.hash);
    return status;
}

/* ---- scalars --------------------------------------------------------------------------------- */

size_t ioi_item_bytes(const ioi_item_t *item)
{
    size_t one = 0;
    if (!item->g)
        ga_type_bytes(item->type, &one);
    return one * (size_t)item->count;
}

size_t ioi_scalars_bytes(const io_checkpoint_t *c)
{
    size_t bytes = 0;
    for (int k = 0; k < c->count; ++k)
        bytes += ioi_item_bytes(&c->item[k]);
    return bytes;
}

static bool write_scalars_item(hid_t in, const ioi_item_t *item, const char *values)
{
    const hsize_t n = (hsize_t)item->count;
    const hid_t space = H5Screate_simple(1, &n, NULL), type = ioi_type(item->type, NULL, 0);
    const hid_t data =
        H5Dcreate2(in, item->name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool is_good = data >= 0 && H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (data >= 0)
        is_good = H5Dclose(data) >= 0 && is_good;
    H5Tclose(type);
    H5Sclose(space);
    return is_good;
}

static bool write_step(hid_t in, int64_t step)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(in, "ashlar_step", H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool is_good = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &step) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    return is_good;
}

int ioi_scalars_write(const char *call, const char *name, bool is_new, const io_checkpoint_t *c,
                      const char *values, int64_t step)
{
    const hid_t access = ioi_access_list(true, true);
    const hid_t in = is_new ? H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access)
                            : H5Fopen(name, H5F_ACC_RDWR, access);
    H5Pclose(access);
    bool is_good = in >= 0 && write_step(in, step);
    for (int k = 0; k < c->count && is_good; ++k) {
        const ioi_item_t *item = &c->item[k];
        if (item->g)
            continue;
        is_good = write_scalars_item(in, item, values);
        values += ioi_item_bytes(item);
    }
    const int status =
        is_good ? ASHLAR_OK : ioi_fail_hdf5("%s: scalars cannot be written to %s", call, name);
    return in < 0 || H5Fclose(in) >= 0 || status != ASHLAR_OK
               ? status
               : ioi_fail_hdf5("%s: %s cannot be completed", call, name);
}

static int read_scalars_item(const char *call, const char *name, hid_t in, const ioi_item_t *item,
                             char *values)
{
    if (H5Lexists(in, item->name, H5P_DEFAULT) <= 0)
        return ioi_fail(ASHLAR_EARG, "%s: there are no scalars '%s' in %s", call, item->name, name);
    const hid_t data = H5Dopen2(in, item->name, H5P_DEFAULT);
    if (data < 0)
        return ioi_fail_hdf5("%s: '%s' of %s is no dataset", call, item->name, name);
    const hid_t type = H5Dget_type(data), space = H5Dget_space(data),
                wanted = ioi_type(item->type, NULL, 0);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    int status = ASHLAR_OK;
    if (!ioi_type_fits(type, item->type))
        status = ioi_fail(ASHLAR_ETYPE, "%s: scalars '%s' in %s have another type", call,
                          item->name, name);
    else if (n != item->count)
        status =
            ioi_fail(ASHLAR_ESHAPE, "%s: scalars '%s' are %lld in %s, and %" PRId64 " are wanted",
                     call, item->name, (long long)n, name, item->count);
    else if (H5Dread(data, wanted, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        status = ioi_fail_hdf5("%s: scalars '%s' of %s cannot be read", call, item->name, name);
    H5Tclose(wanted);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(data);
    return status;
}

int ioi_scalars_read(const char *call, const char *name, const io_checkpoint_t *c, char *values)
{
    const hid_t access = ioi_access_list(false, true);
    const hid_t in = H5Fopen(name, H5F_ACC_RDONLY, access);
    int status = in >= 0 ? ASHLAR_OK : ioi_fail_hdf5("%s: %s cannot be opened", call, name);
    H5Pclose(access);
    for (int k = 0; k < c->count && status == ASHLAR_OK; ++k) {
        const ioi_item_t *item = &c->item[k];
        if (item->g)
            continue;
        status = read_scalars_item(call, name, in, item, values);
        values += ioi_item_bytes(item);
    }
    if (in >= 0)
        H5Fclose(in);
    return status;
}
