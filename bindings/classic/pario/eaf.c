/* EAF: files of one process. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk.h"
#include "eaf.h"
#include "macdecls.h"

enum { FILES = 1024, MIB = 1 << 20 };

typedef struct file {
    char *name; /* NULL: the number is free */
    int fd;
    int is_open;  /* one in memory may be closed */
    char *memory; /* of MA; NULL: on disk */
    int64_t size; /* of the memory */
    Integer handle;
    long reads, writes;
    double read, written; /* bytes */
} file_t;

static file_t files[FILES];

static file_t *find_file(int fd)
{
    return fd >= 0 && fd < FILES && files[fd].name && files[fd].is_open ? &files[fd] : NULL;
}

/* The one in memory by this name. */
static file_t *find_in_memory(const char *name)
{
    for (file_t *file = files; file < files + FILES; ++file)
        if (file->name && file->memory && strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

static void forget_file(file_t *file)
{
    free(file->name);
    *file = (file_t){0};
}

/* ---- open and close -------------------------------------------------------------------------- */

static int take_memory(file_t *file, const char *name, int mib)
{
    MA_AccessIndex index;
    const int64_t size = (int64_t)mib * MIB;
    if (size != (Integer)size || !MA_alloc_get(MT_CHAR, (Integer)size, name, &file->handle, &index))
        return EAF_ERR_OPEN;
    MA_get_pointer(file->handle, &file->memory);
    file->size = size;
    return EAF_OK;
}

static int open_on_disk(file_t *file, const char *name, int type)
{
    if (type != EAF_RW && type != EAF_W && type != EAF_R)
        return EAF_ERR_OPEN;
    pario_failure_t failure = pario_open(name, type, &file->fd);
    return failure == PARIO_OK ? EAF_OK : failure == PARIO_MANY ? EAF_ERR_MAX_OPEN : EAF_ERR_OPEN;
}

int EAF_Open(const char *fname, int type, int *fd)
{
    file_t *file = type > 0 ? find_in_memory(fname) : NULL;
    if (!file) {
        file = files;
        while (file < files + FILES && file->name)
            ++file;
        if (file == files + FILES)
            return EAF_ERR_MAX_OPEN;
        char *name = strdup(fname);
        if (!name)
            return EAF_ERR_MEMORY;
        int code = type > 0 ? take_memory(file, fname, type) : open_on_disk(file, fname, type);
        file->name = name;
        if (code != EAF_OK) {
            forget_file(file);
            return code;
        }
    }
    file->is_open = 1;
    *fd = (int)(file - files);
    return EAF_OK;
}

int EAF_Close(int fd)
{
    file_t *file = find_file(fd);
    if (!file)
        return EAF_ERR_INVALID_FD;
    file->is_open = 0;
    if (file->memory)
        return EAF_OK;
    int code = pario_close(file->fd) == PARIO_OK ? EAF_OK : EAF_ERR_CLOSE;
    forget_file(file);
    return code;
}

int EAF_Delete(const char *fname)
{
    file_t *file = find_in_memory(fname);
    if (!file)
        return pario_delete(fname) == PARIO_OK ? EAF_OK : EAF_ERR_UNLINK;
    int code = MA_free_heap(file->handle) ? EAF_OK : EAF_ERR_UNLINK;
    forget_file(file);
    return code;
}

/* ---- transfers ------------------------------------------------------------------------------- */

/* Does a transfer lie inside the memory of a file. */
static bool is_inside(const file_t *file, int64_t offset, size_t bytes)
{
    return offset >= 0 && offset <= file->size && bytes <= (size_t)(file->size - offset);
}

static int write_file(int fd, eaf_off_t offset, const void *buf, size_t bytes, int failure)
{
    file_t *file = find_file(fd);
    int64_t at;
    if (!file)
        return EAF_ERR_INVALID_FD;
    if (!pario_whole(offset, &at))
        return EAF_ERR_NONINTEGER_OFFSET;
    if (file->memory && !is_inside(file, at, bytes))
        return failure;
    if (file->memory)
        memcpy(file->memory + at, buf, bytes);
    else if (pario_write(file->fd, at, buf, bytes) != PARIO_OK)
        return failure;
    ++file->writes;
    file->written += (double)bytes;
    return EAF_OK;
}

static int read_file(int fd, eaf_off_t offset, void *buf, size_t bytes, int failure)
{
    file_t *file = find_file(fd);
    pario_failure_t found = PARIO_OK;
    int64_t at;
    if (!file)
        return EAF_ERR_INVALID_FD;
    if (!pario_whole(offset, &at))
        return EAF_ERR_NONINTEGER_OFFSET;
    if (!file->memory)
        found = pario_read(file->fd, at, buf, bytes);
    else if (is_inside(file, at, bytes))
        memcpy(buf, file->memory + at, bytes);
    else
        found = at < 0 ? PARIO_READ : PARIO_END;
    if (found != PARIO_OK)
        return found == PARIO_END ? EAF_ERR_EOF : failure;
    ++file->reads;
    file->read += (double)bytes;
    return EAF_OK;
}

int EAF_Write(int fd, eaf_off_t offset, const void *buf, size_t bytes)
{
    return write_file(fd, offset, buf, bytes, EAF_ERR_WRITE);
}

int EAF_Read(int fd, eaf_off_t offset, void *buf, size_t bytes)
{
    return read_file(fd, offset, buf, bytes, EAF_ERR_READ);
}

int EAF_Awrite(int fd, eaf_off_t offset, const void *buf, size_t bytes, int *req_id)
{
    *req_id = PARIO_DONE;
    return write_file(fd, offset, buf, bytes, EAF_ERR_AWRITE);
}

int EAF_Aread(int fd, eaf_off_t offset, void *buf, size_t bytes, int *req_id)
{
    *req_id = PARIO_DONE;
    return read_file(fd, offset, buf, bytes, EAF_ERR_AREAD);
}

int EAF_Wait(int fd, int id)
{
    if (!find_file(fd))
        return EAF_ERR_INVALID_FD;
    return id == PARIO_DONE ? EAF_OK : EAF_ERR_WAIT;
}

int EAF_Probe(int id, int *status)
{
    if (id != PARIO_DONE)
        return EAF_ERR_PROBE;
    *status = 0;
    return EAF_OK;
}

/* ---- about files ----------------------------------------------------------------------------- */

int EAF_Truncate(int fd, eaf_off_t length)
{
    const file_t *file = find_file(fd);
    int64_t whole;
    if (!file)
        return EAF_ERR_INVALID_FD;
    if (!pario_whole(length, &whole))
        return EAF_ERR_NONINTEGER_OFFSET;
    if (file->memory)
        return is_inside(file, whole, 0) ? EAF_OK : EAF_ERR_TRUNCATE;
    return pario_truncate(file->fd, whole) == PARIO_OK ? EAF_OK : EAF_ERR_TRUNCATE;
}

int EAF_Length(int fd, eaf_off_t *length)
{
    const file_t *file = find_file(fd);
    if (!file)
        return EAF_ERR_INVALID_FD;
    int64_t bytes = file->size;
    if (!file->memory && pario_length(file->fd, &bytes) != PARIO_OK)
        return EAF_ERR_LENGTH;
    *length = (double)bytes;
    return EAF_OK;
}

int EAF_Stat(const char *path, long *avail_mb, char *fstype, int fslen)
{
    if (fslen < 8)
        return EAF_ERR_TOO_SHORT;
    if (pario_free_space(path, avail_mb) != PARIO_OK)
        return EAF_ERR_STAT;
    strcpy(fstype, "UFS");
    return EAF_OK;
}

void EAF_Print_stats(int fd)
{
    const file_t *file = find_file(fd);
    eaf_off_t length = 0;
    if (!file || EAF_Length(fd, &length) != EAF_OK)
        return;
    printf("EAF file %d, %s: %.0f bytes; %ld times written, %.0f bytes; %ld times read, %.0f "
           "bytes\n",
           fd, file->name, length, file->writes, file->written, file->reads, file->read);
    fflush(stdout);
}

/* ---- errors ---------------------------------------------------------------------------------- */

int EAF_Eof(int code)
{
    return code != EAF_ERR_EOF;
}

void EAF_Errmsg(int code, char *msg)
{
    static const struct {
        int code;
        pario_failure_t failure; /* the system has words, too */
        const char *text;
    } known[] = {
        {EAF_OK, PARIO_OK, "OK"},
        {EAF_ERR_EOF, PARIO_OK, "end of file"},
        {EAF_ERR_MAX_OPEN, PARIO_OK, "too many open files"},
        {EAF_ERR_MEMORY, PARIO_OK, "no memory"},
        {EAF_ERR_OPEN, PARIO_OPEN, "cannot open the file"},
        {EAF_ERR_CLOSE, PARIO_CLOSE, "cannot close the file"},
        {EAF_ERR_INVALID_FD, PARIO_OK, "not an open file"},
        {EAF_ERR_WRITE, PARIO_WRITE, "cannot write"},
        {EAF_ERR_AWRITE, PARIO_WRITE, "cannot write"},
        {EAF_ERR_READ, PARIO_READ, "cannot read"},
        {EAF_ERR_AREAD, PARIO_READ, "cannot read"},
        {EAF_ERR_WAIT, PARIO_OK, "cannot wait: no such request"},
        {EAF_ERR_PROBE, PARIO_OK, "cannot probe: no such request"},
        {EAF_ERR_UNLINK, PARIO_DELETE, "cannot delete the file"},
        {EAF_ERR_UNIMPLEMENTED, PARIO_OK, "there is no such operation"},
        {EAF_ERR_STAT, PARIO_STAT, "cannot ask for the free space"},
        {EAF_ERR_TOO_SHORT, PARIO_OK, "the room for a text is too short"},
        {EAF_ERR_TOO_LONG, PARIO_OK, "the name of a file is too long"},
        {EAF_ERR_NONINTEGER_OFFSET, PARIO_OK, "the offset is not a whole number"},
        {EAF_ERR_TRUNCATE, PARIO_TRUNCATE, "cannot truncate the file"},
        {EAF_ERR_LENGTH, PARIO_LENGTH, "cannot tell the length"},
    };
    msg[0] = 0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k) {
        if (known[k].code != code)
            continue;
        if (known[k].failure != PARIO_OK && known[k].failure == pario_failed())
            snprintf(msg, 80, "%s: %s", known[k].text, strerror(pario_why()));
        else
            snprintf(msg, 80, "%s", known[k].text);
    }
}
