/* SF: files that processes share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk.h"
#include "ga.h"
#include "sf.h"

/* Handles are slots of a table less 3000, as programs know them. */
enum { FILES = 100, FIRST = -3000 };

typedef struct shared_file {
    char *name; /* NULL: the slot is free */
    int fd;     /* -1: closed */
} shared_file_t;

static shared_file_t files[FILES];

static shared_file_t *find_shared(const char *call, int handle)
{
    const unsigned slot = (unsigned)handle - (unsigned)FIRST;
    char text[80];
    if (slot < FILES && files[slot].name)
        return &files[slot];
    snprintf(text, sizeof text, "%s: no shared file has the handle", call);
    GA_Error(text, handle);
    abort();
}

static int code_of(pario_failure_t failure)
{
    static const int codes[PARIO_STAT + 1] = {
        [PARIO_OK] = SF_OK,           [PARIO_OPEN] = SF_ERR_OPEN,  [PARIO_MANY] = SF_ERR_MANY,
        [PARIO_WRITE] = SF_ERR_WRITE, [PARIO_READ] = SF_ERR_READ,  [PARIO_END] = SF_ERR_EOF,
        [PARIO_CLOSE] = SF_ERR_CLOSE, [PARIO_SYNC] = SF_ERR_FSYNC, [PARIO_DELETE] = SF_ERR_DELETE};
    return codes[failure];
}

/* The first rank that fails decides for all: codes are negative. */
static int agree(int code)
{
    GA_Igop(&code, 1, (char *)"min");
    return code;
}

/* ---- collective ------------------------------------------------------------------------------ */

/* suffix -1: the slot of the first rank. */
static int create_shared(const char *fname, int *handle, int suffix)
{
    const size_t room = strlen(fname) + 16;
    shared_file_t *file = files;
    while (file < files + FILES && file->name)
        ++file;
    int code = SF_OK, slot = (int)(file - files);
    char *name = malloc(room);
    if (slot == FILES || !name)
        code = SF_ERR_MANY;
    if ((code = agree(code)) == SF_OK) {
        int fd = -1;
        GA_Brdcst(&slot, sizeof slot, 0);
        snprintf(name, room, "%s.%d", fname, suffix < 0 ? slot : suffix);
        /* the first makes it, the others find it */
        if (GA_Nodeid() == 0)
            code = code_of(pario_open(name, PARIO_RW, &fd));
        code = agree(code);
        if (code == SF_OK) {
            if (GA_Nodeid() != 0)
                code = code_of(pario_open(name, PARIO_RW, &fd));
            code = agree(code);
            if (code != SF_OK && fd >= 0)
                pario_close(fd);
        }
        if (code == SF_OK) {
            *file = (shared_file_t){.name = name, .fd = fd};
            *handle = (int)(file - files) + FIRST;
            return SF_OK;
        }
    }
    free(name);
    return code;
}

int SF_Create(const char *fname, SFsize_t size_hard_limit, SFsize_t size_soft_limit,
              SFsize_t req_size, int *handle)
{
    (void)size_hard_limit;
    (void)size_soft_limit;
    (void)req_size;
    return create_shared(fname, handle, -1);
}

int SF_Create_suffix(const char *fname, SFsize_t size_hard_limit, SFsize_t size_soft_limit,
                     SFsize_t req_size, int *handle, int suffix)
{
    (void)size_hard_limit;
    (void)size_soft_limit;
    (void)req_size;
    if (suffix < 0) {
        GA_Error((char *)"SF_Create_suffix: a suffix below 0", suffix);
        abort();
    }
    return create_shared(fname, handle, suffix);
}

int SF_Destroy(int handle)
{
    shared_file_t *file = find_shared("SF_Destroy", handle);
    int code = file->fd < 0 ? SF_OK : code_of(pario_close(file->fd));
    code = agree(code); /* nobody uses it any more */
    if (code == SF_OK && GA_Nodeid() == 0)
        code = code_of(pario_delete(file->name));
    free(file->name);
    *file = (shared_file_t){0};
    return agree(code);
}

/* ---- of my rank ------------------------------------------------------------------------------ */

int SF_Close(int handle)
{
    shared_file_t *file = find_shared("SF_Close", handle);
    const int fd = file->fd;
    file->fd = -1;
    return fd < 0 ? SF_OK : code_of(pario_close(fd));
}

static int reopen(shared_file_t *file, int mode)
{
    int code = file->fd < 0 ? SF_OK : code_of(pario_close(file->fd));
    int opened = code_of(pario_open(file->name, mode, &file->fd));
    return code == SF_OK ? opened : code;
}

int SF_Open(int handle)
{
    return reopen(find_shared("SF_Open", handle), PARIO_RW);
}

int SF_Rwtor(int handle)
{
    return reopen(find_shared("SF_Rwtor", handle), PARIO_R);
}

int SF_Fsync(int handle)
{
    return code_of(pario_sync(find_shared("SF_Fsync", handle)->fd));
}

int SF_Write(int handle, SFsize_t offset, SFsize_t bytes, const void *buffer, int *req_id)
{
    const shared_file_t *file = find_shared("SF_Write", handle);
    int64_t at, size;
    *req_id = PARIO_DONE;
    if (!pario_whole(offset, &at) || !pario_whole(bytes, &size))
        return SF_ERR_OFFSET;
    return code_of(pario_write(file->fd, at, buffer, (size_t)size));
}

int SF_Read(int handle, SFsize_t offset, SFsize_t bytes, void *buffer, int *req_id)
{
    const shared_file_t *file = find_shared("SF_Read", handle);
    int64_t at, size;
    *req_id = PARIO_DONE;
    if (!pario_whole(offset, &at) || !pario_whole(bytes, &size))
        return SF_ERR_OFFSET;
    return code_of(pario_read(file->fd, at, buffer, (size_t)size));
}

int SF_Wait(int *req_id)
{
    return *req_id == PARIO_DONE ? SF_OK : SF_ERR_WAIT;
}

int SF_Waitall(int *list, int num)
{
    int code = SF_OK;
    for (int k = 0; k < num; ++k)
        if (SF_Wait(&list[k]) != SF_OK)
            code = SF_FAIL;
    return code;
}

/* ---- errors ---------------------------------------------------------------------------------- */

void SF_Errmsg(int code, char *msg)
{
    static const struct {
        int code;
        const char *text;
    } known[] = {
        {SF_OK, "OK"},
        {SF_FAIL, "a request failed"},
        {SF_ERR_OFFSET, "the offset or size is not a whole number"},
        {SF_ERR_WRITE, "cannot write"},
        {SF_ERR_READ, "cannot read"},
        {SF_ERR_WAIT, "cannot wait: no such request"},
        {SF_ERR_OPEN, "cannot open the file"},
        {SF_ERR_MANY, "too many files"},
        {SF_ERR_DELETE, "cannot delete the file"},
        {SF_ERR_CLOSE, "cannot close the file"},
        {SF_ERR_LONG, "the name of a file is too long"},
        {SF_ERR_EOF, "end of file"},
        {SF_ERR_FSYNC, "cannot wait for the disk"},
    };
    msg[0] = 0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k) {
        if (known[k].code != code)
            continue;
        /* another rank may have failed */
        if (code < 0 && code == code_of(pario_failed()) && pario_why() != 0)
            snprintf(msg, 80, "%s: %s", known[k].text, strerror(pario_why()));
        else
            snprintf(msg, 80, "%s", known[k].text);
    }
}
