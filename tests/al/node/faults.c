/* System calls that can be made to fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "al/parts.h"

struct faults faults;
char shm_made[64];

/* This one is also interrupted now and then. */
int fallocate(int fd, int mode, off_t offset, off_t bytes)
{
    static unsigned calls;

    if (mode == 0 && faults.fallocate) {
        errno = ENOSPC;
        return -1;
    }
    /* A signal comes and undoes all, as some kernels do it. */
    if (mode == 0 && faults.signal_after && bytes > faults.signal_after) {
        errno = EINTR;
        return -1;
    }
    if (mode == 0 && offset > 0 && ++calls % 5 == 0) {
        errno = EINTR;
        return -1;
    }
    if (mode == 0 && faults.comes_large) {
        const off_t large = 1 << 21, end = offset + bytes;
        offset -= offset % large;
        bytes = (end + large - 1) / large * large - offset;
    }
    return (int)syscall(SYS_fallocate, fd, mode, offset, bytes);
}

int getcpu(unsigned *core, unsigned *node)
{
    *core = 0;
    *node = faults.numa_node;
    return 0;
}

int memfd_create(const char *name, unsigned flags)
{
    if (faults.memfd_create > 0) {
        --faults.memfd_create;
        errno = EMFILE;
        return -1;
    }
    return (int)syscall(SYS_memfd_create, name, flags);
}

int shm_open(const char *name, int flags, mode_t mode)
{
    int (*next)(const char *, int, mode_t);
    bool ours = strncmp(name, "/ashlar-", 8) == 0;

    *(void **)&next = dlsym(RTLD_NEXT, "shm_open");
    if (ours && faults.shm_open) {
        errno = EACCES;
        return -1;
    }
    if (ours && flags & O_CREAT)
        snprintf(shm_made, sizeof shm_made, "%s", name);
    if (ours && (flags & O_CREAT ? faults.shm_taken : faults.shm_replaced)) {
        if (!(flags & O_CREAT))
            shm_unlink(name);
        int fd = next(name, O_CREAT | O_EXCL | O_RDWR, 0600);
        if (fd < 0 || write(fd, "theirs", 6) != 6)
            return -1;
        close(fd);
    }
    return next(name, flags, mode);
}
