/* Exclusive access files: files of one process, read and written at any offset. eaf.fh is for
 * Fortran, whose calls have the names in lower case and INTEGER where this has int, long and
 * size_t.
 *
 * Offsets and lengths are bytes, whole numbers up to 2 to the 53. Calls return EAF_OK or one of the
 * codes below, and then EAF_Errmsg() has words, with the system's for the last failure. A transfer
 * that fails may have been done in part. One thread of a process calls at a time. */
#ifndef EAF_H
#define EAF_H

/* Read and write, made if there is none; write, made or emptied; read. */
#define EAF_RW -1
#define EAF_W  -2
#define EAF_R  -3

/* eaf.fh defines this: the rest is for C. */
#ifndef EAF_FORTRAN

#include <stddef.h>

#if defined(__GNUC__)
#define EAF_CLASSIC_API __attribute__((visibility("default")))
#else
#define EAF_CLASSIC_API
#endif

#define EAF_OK                    0
#define EAF_ERR_EOF               -10001 /* the file ends before all is read */
#define EAF_ERR_MAX_OPEN          -10002
#define EAF_ERR_MEMORY            -10003
#define EAF_ERR_OPEN              -10004 /* no such file or folder, not allowed, ... */
#define EAF_ERR_CLOSE             -10005
#define EAF_ERR_INVALID_FD        -10006 /* no open file has this number */
#define EAF_ERR_WRITE             -10007 /* the disk is full, ... */
#define EAF_ERR_AWRITE            -10008
#define EAF_ERR_READ              -10009
#define EAF_ERR_AREAD             -10010
#define EAF_ERR_WAIT              -10011 /* no such request */
#define EAF_ERR_PROBE             -10012 /* no such request */
#define EAF_ERR_UNLINK            -10013
#define EAF_ERR_UNIMPLEMENTED     -10014
#define EAF_ERR_STAT              -10015
#define EAF_ERR_TOO_SHORT         -10016 /* the room for a text */
#define EAF_ERR_TOO_LONG          -10017 /* the name of a file */
#define EAF_ERR_NONINTEGER_OFFSET -10018
#define EAF_ERR_TRUNCATE          -10019
#define EAF_ERR_LENGTH            -10020

typedef double eaf_off_t;

#ifdef __cplusplus
extern "C" {
#endif

/* type: EAF_RW, EAF_W, EAF_R, or how many MiB of MA's heap are the file: it is there by its name
 * until it is deleted, cannot grow, and never goes to disk. Up to 1024 are open. */
EAF_CLASSIC_API int EAF_Open(const char *fname, int type, int *fd);
EAF_CLASSIC_API int EAF_Close(int fd);
/* No error if there is no such file. */
EAF_CLASSIC_API int EAF_Delete(const char *fname);

EAF_CLASSIC_API int EAF_Write(int fd, eaf_off_t offset, const void *buf, size_t bytes);
EAF_CLASSIC_API int EAF_Read(int fd, eaf_off_t offset, void *buf, size_t bytes);
/* These are done when they return, and say then what went wrong. */
EAF_CLASSIC_API int EAF_Awrite(int fd, eaf_off_t offset, const void *buf, size_t bytes,
                               int *req_id);
EAF_CLASSIC_API int EAF_Aread(int fd, eaf_off_t offset, void *buf, size_t bytes, int *req_id);
EAF_CLASSIC_API int EAF_Wait(int fd, int id);
/* status: 0, the transfer is done. */
EAF_CLASSIC_API int EAF_Probe(int id, int *status);

EAF_CLASSIC_API int EAF_Truncate(int fd, eaf_off_t length);
EAF_CLASSIC_API int EAF_Length(int fd, eaf_off_t *length);
/* MiB free in the file system of a file, or of a folder whose name ends with a slash, and its kind,
 * always UFS; fslen is at least 8. */
EAF_CLASSIC_API int EAF_Stat(const char *path, long *avail_mb, char *fstype, int fslen);
/* 0 if the code says that the file has ended; Fortran's eaf_eof is true then. */
EAF_CLASSIC_API int EAF_Eof(int code);
/* Words for a code in up to 80 bytes; none if it is not one. */
EAF_CLASSIC_API void EAF_Errmsg(int code, char *msg);
/* How often a file was read and written, on standard output. */
EAF_CLASSIC_API void EAF_Print_stats(int fd);

#ifdef __cplusplus
}
#endif
#endif
#endif
