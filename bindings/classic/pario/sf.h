/* Shared files: a file for a while, which all ranks read and write at any offset. sf.fh is for
 * Fortran, whose calls have the names in lower case and INTEGER where this has int.
 *
 * SF_Create(), SF_Create_suffix() and SF_Destroy() are collective over the default group of Global
 * Arrays, and return the same on all its ranks. Sizes and offsets are bytes, whole numbers up to 2
 * to the 53. Calls return SF_OK or one of the codes below, and then SF_Errmsg() has words. A
 * transfer that fails may have been done in part. A handle of no file ends the program. */
#ifndef SF_H_
#define SF_H_

#if defined(__GNUC__)
#define SF_CLASSIC_API __attribute__((visibility("default")))
#else
#define SF_CLASSIC_API
#endif

#define SF_OK         0
#define SF_FAIL       1     /* a request of SF_Waitall() */
#define SF_ERR_OFFSET -2000 /* not a whole number */
#define SF_ERR_WRITE  -1999 /* the disk is full, ... */
#define SF_ERR_READ   -1997
#define SF_ERR_WAIT   -1994 /* no such request */
#define SF_ERR_OPEN   -1990 /* no such folder, not allowed, ... */
#define SF_ERR_MANY   -1989 /* files are there already; there may be 100 */
#define SF_ERR_DELETE -1987
#define SF_ERR_CLOSE  -1986
#define SF_ERR_LONG   -1983 /* the name of a file */
#define SF_ERR_EOF    -1977 /* the file ends before all is read */
#define SF_ERR_FSYNC  -1976

typedef double SFsize_t;

#ifdef __cplusplus
extern "C" {
#endif

/* The file is fname.N, N being a number of the library, or the suffix; it is made where it is not
 * there. The sizes are hints, which nothing needs. */
SF_CLASSIC_API int SF_Create(const char *fname, SFsize_t size_hard_limit, SFsize_t size_soft_limit,
                             SFsize_t req_size, int *handle);
SF_CLASSIC_API int SF_Create_suffix(const char *fname, SFsize_t size_hard_limit,
                                    SFsize_t size_soft_limit, SFsize_t req_size, int *handle,
                                    int suffix);
/* The file is deleted. */
SF_CLASSIC_API int SF_Destroy(int handle);

/* For my rank alone: close the file, whose handle stays; open it again, to read and write, or,
 * after closing it, to read. */
SF_CLASSIC_API int SF_Close(int handle);
SF_CLASSIC_API int SF_Open(int handle);
SF_CLASSIC_API int SF_Rwtor(int handle);
/* Others read what I have written once SF_Write() has returned and I have told them; this waits for
 * the disk. */
SF_CLASSIC_API int SF_Fsync(int handle);

/* These are done when they return, and say then what went wrong. */
SF_CLASSIC_API int SF_Write(int handle, SFsize_t offset, SFsize_t bytes, const void *buffer,
                            int *req_id);
SF_CLASSIC_API int SF_Read(int handle, SFsize_t offset, SFsize_t bytes, void *buffer, int *req_id);
SF_CLASSIC_API int SF_Wait(int *req_id);
SF_CLASSIC_API int SF_Waitall(int *list, int num);

/* Words for a code in up to 80 bytes; none if it is not one. */
SF_CLASSIC_API void SF_Errmsg(int code, char *msg);

#ifdef __cplusplus
}
#endif
#endif
