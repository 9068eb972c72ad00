/* ELIO: the files of a process, by the names that programs know. */
#include "elio.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "disk.h"

/* The codes of ELIO are of one series, in which some have no use here. */
enum {
    SEEKING = -2000,
    TYPE = -1993,
    STATUS = -1991,
    MEMORY = -1989,
    NAME = -1983,
    KIND = -1980,
    END = -1977,
    UNKNOWN = -1975
};

static const struct {
    pario_failure_t failure; /* PARIO_OK: it has no code there */
    int code;
    const char *words;
} failures[] = {
    {PARIO_OK, SEEKING, "the offset is not a whole number of bytes"},
    {PARIO_WRITE, -1999, "the file cannot be written"},
    {PARIO_READ, -1997, "the file cannot be read"},
    {PARIO_OK, TYPE, "a file is opened with ELIO_RW, ELIO_W or ELIO_R"},
    {PARIO_STAT, STATUS, "the file or its file system cannot be asked"},
    {PARIO_LENGTH, STATUS, ""},
    {PARIO_OPEN, -1990, "the file cannot be opened"},
    {PARIO_MANY, -1990, ""},
    {PARIO_OK, MEMORY, "there is no memory for a file's descriptor"},
    {PARIO_DELETE, -1987, "the file cannot be deleted"},
    {PARIO_CLOSE, -1986, "the file cannot be closed"},
    {PARIO_OK, NAME, "there is not enough room for a name"},
    {PARIO_OK, KIND, "it is neither a file nor a folder"},
    {PARIO_TRUNCATE, -1978, "the file cannot be truncated"},
    {PARIO_END, END, "the file ends before all is read"},
    {PARIO_SYNC, -1976, "the file does not get to the disk"},
    {PARIO_OK, UNKNOWN, "the error is not known"},
};

enum { FAILURES = sizeof failures / sizeof *failures };

static int pending = UNKNOWN; /* ELIO_PENDING_ERR */

static int elio_code(pario_failure_t failure)
{
    if (failure == PARIO_OK)
        return ELIO_OK;
    for (int k = 0; k < FAILURES; ++k)
        if (failures[k].failure == failure)
            return failures[k].code;
    return UNKNOWN;
}

void elio_errmsg(int code, char *msg)
{
    if (code == ELIO_PENDING_ERR)
        code = pending;
    strcpy(msg, code == ELIO_OK ? "no error" : "");
    for (int k = 0; k < FAILURES; ++k)
        if (failures[k].code == code && *failures[k].words)
            strcpy(msg, failures[k].words);
}

/* ---- open and close -------------------------------------------------------------------------- */

static int make_descriptor(Fd_t fd, const char *name, int type, int mode)
{
    if (type != ELIO_RW && type != ELIO_W && type != ELIO_R)
        return TYPE;
    *fd = (fd_struct){.fs = ELIO_UFS, .mode = mode, .type = type, .name = strdup(name)};
    return fd->name ? elio_code(pario_open(name, type, &fd->fd)) : MEMORY;
}

Fd_t elio_open(const char *fname, int type, int mode)
{
    Fd_t fd = calloc(1, sizeof *fd);
    pending = fd ? make_descriptor(fd, fname, type, mode) : MEMORY;
    if (pending == ELIO_OK)
        return fd;
    if (fd)
        free(fd->name);
    free(fd);
    return NULL;
}

int elio_close(Fd_t fd)
{
    int code = elio_code(pario_close(fd->fd));
    free(fd->name);
    free(fd);
    return code;
}

int elio_delete(const char *filename)
{
    return elio_code(pario_delete(filename));
}

/* ---- transfers ------------------------------------------------------------------------------- */

Size_t elio_read(Fd_t fd, Off_t offset, void *buf, Size_t bytes)
{
    int64_t at;
    if (bytes < 0 || offset < 0 || !pario_whole(offset, &at))
        return SEEKING;
    int code = elio_code(pario_read(fd->fd, at, buf, (size_t)bytes));
    return code == ELIO_OK ? bytes : code;
}

Size_t elio_write(Fd_t fd, Off_t offset, const void *buf, Size_t bytes)
{
    int64_t at;
    if (bytes < 0 || offset < 0 || !pario_whole(offset, &at))
        return SEEKING;
    int code = elio_code(pario_write(fd->fd, at, buf, (size_t)bytes));
    return code == ELIO_OK ? bytes : code;
}

int elio_aread(Fd_t fd, Off_t offset, void *buf, Size_t bytes, io_request_t *req_id)
{
    *req_id = ELIO_DONE;
    Size_t moved = elio_read(fd, offset, buf, bytes);
    return moved < 0 ? (int)moved : ELIO_OK;
}

int elio_awrite(Fd_t fd, Off_t offset, const void *buf, Size_t bytes, io_request_t *req_id)
{
    *req_id = ELIO_DONE;
    Size_t moved = elio_write(fd, offset, buf, bytes);
    return moved < 0 ? (int)moved : ELIO_OK;
}

int elio_wait(io_request_t *id)
{
    *id = ELIO_DONE;
    return ELIO_OK;
}

int elio_probe(io_request_t *id, int *status)
{
    *status = ELIO_DONE;
    return elio_wait(id);
}

/* ---- files ----------------------------------------------------------------------------------- */

int elio_truncate(Fd_t fd, Off_t length)
{
    int64_t to;
    if (length < 0 || !pario_whole(length, &to))
        return SEEKING;
    return elio_code(pario_truncate(fd->fd, to));
}

int elio_length(Fd_t fd, Off_t *length)
{
    int64_t is = 0;
    int code = elio_code(pario_length(fd->fd, &is));
    *length = (Off_t)is;
    return code;
}

int elio_fsync(Fd_t fd)
{
    return elio_code(pario_sync(fd->fd));
}

int elio_stat(char *fname, stat_t *statinfo)
{
    struct stat is;
    struct statvfs system;
    if (stat(fname, &is) != 0 || statvfs(fname, &system) != 0)
        return STATUS;
    if (!S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode))
        return KIND;
    statinfo->fs = ELIO_UFS;
    statinfo->avail = (avail_t)((double)system.f_bavail * (double)system.f_frsize / 1024);
    return ELIO_OK;
}

int elio_dirname(const char *fname, char *statinfo, int len)
{
    const char *slash = strrchr(fname, '/');
    if (len <= (int)strlen(fname) || len < (int)sizeof ".")
        return NAME;
    if (!slash || slash == fname)
        strcpy(statinfo, slash ? "/" : ".");
    else
        snprintf(statinfo, (size_t)len, "%.*s", (int)(slash - fname), fname);
    return ELIO_OK;
}
