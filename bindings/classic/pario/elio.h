/* ELIO, the files under EAF, SF and DRA: files of one process, read and written at any offset.
 *
 * Offsets are bytes, whole numbers up to 2 to the 53. Calls that return an int return ELIO_OK or a
 * code below 0, for which elio_errmsg() has words. One thread of a process calls at a time. */
#ifndef ELIO_H
#define ELIO_H

#include <stdio.h>
#include <sys/types.h>

#include "chemio.h"

#if defined(__GNUC__)
#define ELIO_CLASSIC_API __attribute__((visibility("default")))
#else
#define ELIO_CLASSIC_API
#endif

/* Kinds of file systems: each is the first here. */
#define ELIO_UFS   0
#define ELIO_PFS   1
#define ELIO_PIOFS 2

#define ELIO_PENDING_ERR -44 /* stands for what was wrong with the last file that did not open */

/* How a file is opened; there is no difference here. */
#define ELIO_SHARED  77
#define ELIO_PRIVATE 88

typedef long Size_t;
typedef double Off_t;
typedef struct fd_struct {
    int fd; /* of the system */
    int fs; /* ELIO_UFS */
    int mode, type;
    char *name;
    int extent;             /* 0: a file is one file of the system */
    struct fd_struct *next; /* NULL */
} fd_struct;
typedef fd_struct *Fd_t;
typedef unsigned long avail_t;
typedef struct {
    int fs;
    avail_t avail; /* KiB that are free */
} stat_t;
typedef long io_request_t;

#ifdef __cplusplus
extern "C" {
#endif

/* type: ELIO_RW, made if there is none; ELIO_W, made or emptied; ELIO_R. mode: ELIO_SHARED or
 * ELIO_PRIVATE. NULL if that fails. elio_close() frees fd, whatever it returns. */
ELIO_CLASSIC_API Fd_t elio_open(const char *fname, int type, int mode);
ELIO_CLASSIC_API int elio_close(Fd_t fd);
/* No error if there is no such file. */
ELIO_CLASSIC_API int elio_delete(const char *filename);

/* Return bytes, or the code of what went wrong; then some may have been moved. */
ELIO_CLASSIC_API Size_t elio_read(Fd_t fd, Off_t offset, void *buf, Size_t bytes);
ELIO_CLASSIC_API Size_t elio_write(Fd_t fd, Off_t offset, const void *buf, Size_t bytes);
/* These are done when they return, and say then what went wrong: the request is ELIO_DONE. */
ELIO_CLASSIC_API int elio_aread(Fd_t fd, Off_t offset, void *buf, Size_t bytes,
                                io_request_t *req_id);
ELIO_CLASSIC_API int elio_awrite(Fd_t fd, Off_t offset, const void *buf, Size_t bytes,
                                 io_request_t *req_id);
ELIO_CLASSIC_API int elio_wait(io_request_t *id);
/* status: ELIO_DONE. */
ELIO_CLASSIC_API int elio_probe(io_request_t *id, int *status);

ELIO_CLASSIC_API int elio_truncate(Fd_t fd, Off_t length);
ELIO_CLASSIC_API int elio_length(Fd_t fd, Off_t *length);
/* Until it is on the disk. */
ELIO_CLASSIC_API int elio_fsync(Fd_t fd);

/* The kind and the room of the file system that a file or a folder is in. */
ELIO_CLASSIC_API int elio_stat(char *fname, stat_t *statinfo);
/* The folder of a file, in len bytes. */
ELIO_CLASSIC_API int elio_dirname(const char *fname, char *statinfo, int len);
/* Words for a code in up to 80 bytes; none if it is not one. */
ELIO_CLASSIC_API void elio_errmsg(int code, char *msg);

#ifdef __cplusplus
}
#endif
#endif
