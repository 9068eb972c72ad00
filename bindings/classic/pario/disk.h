/* Files for EAF, SF and DRA. Each call returns 0 or what went wrong, and then pario_why()
 * has the system's error. */
#ifndef PARIO_DISK_H
#define PARIO_DISK_H

#include <stddef.h>
#include <stdint.h>

/* How a file is opened: the numbers of programs. */
enum { PARIO_RW = -1, PARIO_W = -2, PARIO_R = -3 };

typedef enum pario_failure {
    PARIO_OK,
    PARIO_OPEN,
    PARIO_MANY, /* files are open already */
    PARIO_WRITE,
    PARIO_READ,
    PARIO_END, /* of the file, before all is read */
    PARIO_CLOSE,
    PARIO_SYNC,
    PARIO_DELETE,
    PARIO_TRUNCATE,
    PARIO_LENGTH,
    PARIO_STAT
} pario_failure_t;

/* A request that was completed at once is a request, too: this one. */
enum { PARIO_DONE = -1 };

pario_failure_t pario_open(const char *name, int mode, int *fd);
pario_failure_t pario_close(int fd);
/* All of it, or fail. */
pario_failure_t pario_write(int fd, int64_t offset, const void *buf, size_t bytes);
pario_failure_t pario_read(int fd, int64_t offset, void *buf, size_t bytes);
pario_failure_t pario_sync(int fd);
pario_failure_t pario_truncate(int fd, int64_t length);
pario_failure_t pario_length(int fd, int64_t *length);
/* No error if there is no such file. */
pario_failure_t pario_delete(const char *name);
/* MiB free where the file is, or would be. */
pario_failure_t pario_free_space(const char *name, long *mib);

/* The offset of a program, or 0: it is not a whole number. */
int pario_whole(double offset, int64_t *whole);

/* The last failure. */
pario_failure_t pario_failed(void);
int pario_why(void);

#endif
