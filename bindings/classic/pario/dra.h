/* Disk resident arrays: arrays of up to 7 dimensions in one file each, written from global arrays
 * and read into them, whole or in sections. dra.fh is for Fortran, whose indices begin at 1 and
 * come in the opposite order, as those of global arrays do.
 *
 * All calls but DRA_Probe(), DRA_Wait() and the inquiries are collective over the default group of
 * Global Arrays and return the same on all its ranks: DRA_OK, or a code below after a line on
 * stderr that says why. The file is in a folder that all see; any number of ranks may open it
 * later. A transfer that fails may have been done in part. */
#ifndef _DRA_H_
#define _DRA_H_

#include "chemio.h"
#include "typesf2c.h"

#if defined(__GNUC__)
#define DRA_CLASSIC_API __attribute__((visibility("default")))
#else
#define DRA_CLASSIC_API
#endif

/* The modes of opening an array: to read and write, to write, to read. */
#define DRA_RW ELIO_RW
#define DRA_W  ELIO_W
#define DRA_R  ELIO_R

#define DRA_REQ_INVALID -333

#define DRA_OK           0
#define DRA_ERR_ARGUMENT 1 /* type, bounds, shapes, handle, request, transposition */
#define DRA_ERR_OPEN     2 /* no such file or folder, not allowed, ... */
#define DRA_ERR_FORMAT   3 /* the file is not a disk resident array, or cut short */
#define DRA_ERR_WRITE    4 /* the disk is full, or the array was opened to be read, ... */
#define DRA_ERR_READ     5 /* also: the array was opened to be written */
#define DRA_ERR_MANY     6 /* arrays are open already; there may be 1024 */
#define DRA_ERR_DELETE   7
#define DRA_ERR_CLOSE    8
#define DRA_ERR_MEMORY   9

typedef long dra_size_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Nothing needs the numbers. DRA_Terminate() closes all arrays. */
DRA_CLASSIC_API int DRA_Init(int max_arrays, double max_array_size, double total_disk_space,
                             double max_memory);
DRA_CLASSIC_API int DRA_Terminate(void);

/* Make a file of zeros. name: up to 79 characters; reqdims is not read. The file has the name that
 * rank 0 gives, here and in DRA_Open(). */
DRA_CLASSIC_API int NDRA_Create(int type, int ndim, dra_size_t dims[], const char *name,
                                const char *filename, int mode, dra_size_t reqdims[], int *d_a);
DRA_CLASSIC_API int DRA_Open(const char *filename, int mode, int *d_a);
/* name and filename: NULL, or room for 80 and for as much as the name was long. */
DRA_CLASSIC_API int NDRA_Inquire(int d_a, int *type, int *ndim, dra_size_t dims[], char *name,
                                 char *filename);
DRA_CLASSIC_API int DRA_Close(int d_a);
/* Close it and delete the file. */
DRA_CLASSIC_API int DRA_Delete(int d_a);

/* These are done when they return. The array and the disk array, or the sections, have one type and
 * one shape; transp must be 0. */
DRA_CLASSIC_API int NDRA_Write(int g_a, int d_a, int *request);
DRA_CLASSIC_API int NDRA_Read(int g_a, int d_a, int *request);
DRA_CLASSIC_API int NDRA_Write_section(logical transp, int g_a, int glo[], int ghi[], int d_a,
                                       dra_size_t dlo[], dra_size_t dhi[], int *request);
DRA_CLASSIC_API int NDRA_Read_section(logical transp, int g_a, int glo[], int ghi[], int d_a,
                                      dra_size_t dlo[], dra_size_t dhi[], int *request);
/* compl_status: 0, it is done. */
DRA_CLASSIC_API int DRA_Probe(int request, int *compl_status);
DRA_CLASSIC_API int DRA_Wait(int request);

/* These do nothing. */
DRA_CLASSIC_API void DRA_Set_debug(logical flag);
DRA_CLASSIC_API void DRA_Print_internals(int d_a);
DRA_CLASSIC_API void DRA_Set_default_config(int numfiles, int numioprocs);
DRA_CLASSIC_API void DRA_Flick(void);

#ifdef __cplusplus
}
#endif
#endif
