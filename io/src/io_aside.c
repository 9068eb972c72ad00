/* Files that are written aside and renamed when they are complete. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/src/io_private.h"

static int bad_system(const char *call, const char *file, const char *what)
{
    const int error = errno;
    const char *advice = error == ENOSPC || error == EDQUOT ? "; make room, or write elsewhere"
                         : error == EACCES || error == EROFS
                             ? "; the folder must allow this user to write"
                         : error == ENOENT ? "; is the path right?"
                                           : "";
    return ioi_fail(ASHLAR_ESYS, "%s: %s cannot be %s: %s%s", call, file, what, strerror(error),
                    advice);
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool join(char *path, const char *folder, const char *name, const char *behind)
{
    const int n = snprintf(path, IOI_PATH, "%s%s%s%s", folder, folder[0] ? "/" : "", name, behind);
    return n > 0 && n < IOI_PATH;
}

/* The file that a name means, through links; one that does not exist is in a folder that does. */
static int find_target(const char *call, const char *file, char *target)
{
    char copy[IOI_PATH], last[IOI_PATH], folder[PATH_MAX];
    if (strlen(file) >= IOI_PATH || file[0] == '\0' || file[strlen(file) - 1] == '/')
        return ioi_fail(ASHLAR_EARG, "%s: '%.200s' is no name of a file", call, file);
    if (realpath(file, folder)) {
        snprintf(target, IOI_PATH, "%s", folder);
        return ASHLAR_OK;
    }
    strcpy(copy, file);
    strcpy(last, file);
    if (errno != ENOENT || !realpath(dirname(copy), folder))
        return bad_system(call, file, "reached");
    return join(target, folder, basename(last), "")
               ? ASHLAR_OK
               : ioi_fail(ASHLAR_EARG, "%s: the name %.200s is too long", call, file);
}

static void note(const struct stat *about, ioi_aside_t *aside)
{
    aside->had_target = true;
    aside->device = (int64_t)about->st_dev;
    aside->inode = (int64_t)about->st_ino;
    aside->bytes = about->st_size;
    aside->seconds = about->st_mtim.tv_sec;
    aside->nanoseconds = about->st_mtim.tv_nsec;
}

int ioi_aside_look(const char *call, const char *file, ioi_aside_t *look)
{
    struct stat about;
    look->lock = -1;
    if (strlen(file) >= IOI_PATH || stat(file, &about) != 0)
        return bad_system(call, file, "read");
    if (!S_ISREG(about.st_mode))
        return ioi_fail(ASHLAR_ESYS, "%s: %s is no plain file", call, file);
    strcpy(look->target, file);
    strcpy(look->name, file);
    note(&about, look);
    return ASHLAR_OK;
}

int ioi_aside_unchanged(const char *call, const ioi_aside_t *aside)
{
    struct stat about;
    ioi_aside_t now = {.had_target = false};
    if (stat(aside->target, &about) == 0)
        note(&about, &now);
    else if (errno != ENOENT)
        return bad_system(call, aside->target, "looked at");
    const bool is_same = now.had_target == aside->had_target && now.device == aside->device &&
                         now.inode == aside->inode && now.bytes == aside->bytes &&
                         now.seconds == aside->seconds && now.nanoseconds == aside->nanoseconds;
    return is_same ? ASHLAR_OK
                   : ioi_fail(ASHLAR_ESTATE,
                              "%s: another program has changed %s meanwhile: nothing is done; call "
                              "again",
                              call, aside->target);
}

/* ---- the file aside -------------------------------------------------------------------------- */

/* Whether the name still is that of the file that was opened. */
static bool is_at(const char *name, int file)
{
    struct stat named, opened;
    return lstat(name, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino &&
           named.st_dev == opened.st_dev;
}

/* A lock that goes with its process, so that what a killed job has left is free. It is on a byte
 * that no file has: MPICH locks what it writes, and waits for locks of others. */
static bool lock_far_byte(int file)
{
    struct flock byte = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 62, .l_len = 1};
    return fcntl(file, F_OFD_SETLK, &byte) == 0 || (errno != EAGAIN && errno != EACCES);
}

static int open_aside(const char *call, ioi_aside_t *aside)
{
    for (;;) {
        aside->lock = open(aside->name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (aside->lock < 0)
            return bad_system(call, aside->name, "made");
        if (!lock_far_byte(aside->lock)) {
            close(aside->lock);
            aside->lock = -1;
            return ioi_fail(ASHLAR_ESTATE,
                            "%s: another job is writing %s: wait for it, or write "
                            "elsewhere",
                            call, aside->target);
        }
        if (is_at(aside->name, aside->lock))
            return ASHLAR_OK;
        close(aside->lock); /* another job has given it its name meanwhile */
    }
}

static int copy_bytes(int from, int to, int64_t bytes)
{
    char *buffer = NULL;
    const size_t room = 1 << 20;
    int64_t done = 0;
    bool is_good = true;
    while (is_good && done < bytes) { /* in the kernel, which may share the blocks */
        const ssize_t n = copy_file_range(from, NULL, to, NULL, (size_t)(bytes - done), 0);
        if (n <= 0)
            break;
        done += n;
    }
    if (done < bytes && !(buffer = malloc(room)))
        return ENOMEM;
    while (is_good && done < bytes) {
        const ssize_t n = pread(from, buffer, room, done);
        is_good = n > 0 && pwrite(to, buffer, (size_t)n, done) == n;
        done += n > 0 ? n : 0;
    }
    free(buffer);
    return is_good ? 0 : errno ? errno : EIO;
}

static int copy_target(const char *call, ioi_aside_t *aside)
{
    const int from = open(aside->target, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return bad_system(call, aside->target, "read");
    const int error = copy_bytes(from, aside->lock, aside->bytes);
    close(from);
    errno = error;
    return error ? bad_system(call, aside->target, "copied aside") : ASHLAR_OK;
}

static int fill_aside(const char *call, bool is_update, ioi_aside_t *aside)
{
    struct stat about;
    if (ftruncate(aside->lock, 0) != 0)
        return bad_system(call, aside->name, "emptied");
    if (stat(aside->target, &about) != 0)
        return errno == ENOENT ? ASHLAR_OK : bad_system(call, aside->target, "looked at");
    note(&about, aside);
    if (!S_ISREG(about.st_mode))
        return ioi_fail(ASHLAR_ESYS, "%s: %s is no plain file", call, aside->target);
    fchmod(aside->lock, about.st_mode & 0777);
    return is_update ? copy_target(call, aside) : ASHLAR_OK;
}

int ioi_aside_begin(const char *call, const char *file, bool is_update, ioi_aside_t *aside)
{
    *aside = (ioi_aside_t){.lock = -1};
    IOI_TRY(find_target(call, file, aside->target));
    if (!join(aside->name, "", aside->target, ".ashlar-part"))
        return ioi_fail(ASHLAR_EARG, "%s: the name %.200s is too long", call, file);
    IOI_TRY(open_aside(call, aside));
    const int status = fill_aside(call, is_update, aside);
    if (status != ASHLAR_OK)
        ioi_aside_drop(aside);
    return status;
}

int ioi_aside_reserve(const char *call, const char *name, int64_t bytes, int rank, int size)
{
    const int64_t from = bytes / size * rank, end = rank == size - 1 ? bytes : from + bytes / size;
    const int file = end > from ? open(name, O_WRONLY | O_CLOEXEC) : -1;
    if (end <= from)
        return ASHLAR_OK;
    if (file < 0)
        return bad_system(call, name, "opened");
    int status = ASHLAR_OK;
    while (fallocate(file, FALLOC_FL_KEEP_SIZE, from, end - from) != 0 && status == ASHLAR_OK) {
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            break;
        if (errno != EINTR)
            status = bad_system(call, name, "written");
    }
    close(file);
    return status;
}

int ioi_aside_sync(const char *call, const char *name)
{
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    const bool is_good = file >= 0 && fsync(file) == 0;
    const int status = is_good ? ASHLAR_OK : bad_system(call, name, "brought to the disk");
    if (file >= 0)
        close(file);
    return status;
}

int ioi_aside_keep(const char *call, ioi_aside_t *aside)
{
    char folder[IOI_PATH];
    IOI_TRY(ioi_aside_unchanged(call, aside));
    struct stat about; /* room behind the end is given back */
    if (fstat(aside->lock, &about) != 0 || ftruncate(aside->lock, about.st_size) != 0 ||
        fsync(aside->lock) != 0)
        return bad_system(call, aside->name, "brought to the disk");
    if (rename(aside->name, aside->target) != 0)
        return bad_system(call, aside->target, "given its name");
    close(aside->lock);
    aside->lock = -1;
    strcpy(folder, aside->target);
    const int above = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (above >= 0) { /* the new name is there already; some file systems cannot do this */
        fsync(above);
        close(above);
    }
    return ASHLAR_OK;
}

void ioi_aside_drop(ioi_aside_t *aside)
{
    if (aside->lock < 0)
        return;
    unlink(aside->name);
    close(aside->lock);
    aside->lock = -1;
}
