/* Files for EAF, SF and DRA. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "disk.h"

static struct {
    pario_failure_t failure;
    int why;
} last;

static pario_failure_t failed(pario_failure_t failure)
{
    last.failure = failure;
    last.why = errno;
    return failure;
}

pario_failure_t pario_failed(void)
{
    return last.failure;
}

int pario_why(void)
{
    return last.why;
}

int pario_whole(double offset, int64_t *whole)
{
    const double most = 9007199254740992; /* beyond it doubles leave numbers out */
    if (!(offset >= -most && offset <= most) || (double)(int64_t)offset != offset)
        return 0;
    *whole = (int64_t)offset;
    return 1;
}

pario_failure_t pario_open(const char *name, int mode, int *fd)
{
    const int flags = mode == PARIO_R   ? O_RDONLY
                      : mode == PARIO_W ? O_WRONLY | O_CREAT | O_TRUNC
                                        : O_RDWR | O_CREAT;
    *fd = open(name, flags | O_CLOEXEC, 0666);
    if (*fd < 0)
        return failed(errno == EMFILE || errno == ENFILE ? PARIO_MANY : PARIO_OPEN);
    return PARIO_OK;
}

/* Some systems tell only now what they could not write. */
pario_failure_t pario_close(int fd)
{
    return close(fd) == 0 || errno == EINTR ? PARIO_OK : failed(PARIO_CLOSE);
}

pario_failure_t pario_write(int fd, int64_t offset, const void *buf, size_t bytes)
{
    const char *from = buf;
    while (bytes > 0) {
        ssize_t n = pwrite(fd, from, bytes, offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = ENOSPC;
        if (n <= 0)
            return failed(PARIO_WRITE);
        from += n;
        offset += n;
        bytes -= (size_t)n;
    }
    return PARIO_OK;
}

pario_failure_t pario_read(int fd, int64_t offset, void *buf, size_t bytes)
{
    char *to = buf;
    while (bytes > 0) {
        ssize_t n = pread(fd, to, bytes, offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = 0;
        if (n <= 0)
            return failed(n == 0 ? PARIO_END : PARIO_READ);
        to += n;
        offset += n;
        bytes -= (size_t)n;
    }
    return PARIO_OK;
}

pario_failure_t pario_sync(int fd)
{
    return fsync(fd) == 0 ? PARIO_OK : failed(PARIO_SYNC);
}

pario_failure_t pario_truncate(int fd, int64_t length)
{
    return ftruncate(fd, length) == 0 ? PARIO_OK : failed(PARIO_TRUNCATE);
}

pario_failure_t pario_length(int fd, int64_t *length)
{
    struct stat about;
    if (fstat(fd, &about) != 0)
        return failed(PARIO_LENGTH);
    *length = about.st_size;
    return PARIO_OK;
}

pario_failure_t pario_delete(const char *name)
{
    return unlink(name) == 0 || errno == ENOENT || errno == ENOTDIR ? PARIO_OK
                                                                    : failed(PARIO_DELETE);
}

pario_failure_t pario_free_space(const char *name, long *mib)
{
    char folder[4096];
    struct statvfs about;
    const char *slash = strrchr(name, '/');
    const size_t length = slash ? (size_t)(slash - name) + 1 : 0;
    if (length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return failed(PARIO_STAT);
    }
    memcpy(folder, name, length);
    strcpy(folder + length, ".");
    if (statvfs(folder, &about) != 0)
        return failed(PARIO_STAT);
    *mib = (long)((double)about.f_bavail * (double)about.f_frsize / 1048576);
    return PARIO_OK;
}
