/* Functions that the Fortran module calls beside the public ones: start and stop, its own errors,
 * and transfers of buffers as Fortran describes them. */
#ifndef ASHLAR_FORTRAN_SUPPORT_H
#define ASHLAR_FORTRAN_SUPPORT_H

#include <ashlar/io_checkpoint.h>

/* The types patch_t and view_t of ashlar.f90.in. */
typedef struct patch {
    int64_t bounds; /* numbers in lo, hi and step; 0 where these differ */
    int64_t has_steps;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    int64_t step[ASHLAR_MAX_DIM]; /* if has_steps */
} patch_t;

typedef struct view {
    void *address;
    int64_t type, bytes; /* of an element */
    int64_t rank, is_contiguous;
    int64_t extent[ASHLAR_MAX_DIM];
    int64_t stride[ASHLAR_MAX_DIM]; /* bytes; unless is_contiguous, and of extents above 1 */
} view_t;

int ashlar_fortran_start(int has_comm, int comm);
int ashlar_fortran_stop(void);
int ashlar_fortran_comm(ga_group_t group, int *comm);
int ashlar_fortran_print(ga_t g);
int ashlar_fortran_create(int type, int ndim, const int64_t *dims, const char *name,
                          const int64_t *block, const int64_t *ghosts, const int *nonperiodic,
                          int kind, const int *grid, ga_group_t group, int mirrored, ga_t *g);

/* ---- errors (errors.c) ----------------------------------------------------------------------- */

/* Record what is wrong in words. @return status */
int ashlar_fortran_refuse(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));
/* A call is about to fail: its words are the library's unless ashlar_fortran_refuse() has just
 * recorded others. */
void ashlar_fortran_failed(void);
const char *ashlar_fortran_message(void);
/* End the program with the words of the error. */
void ashlar_fortran_end(int status);

int ashlar_fortran_need_size(ga_t g, int64_t n);
int ashlar_fortran_need_type(ga_t g, int is_real, int type);
int ashlar_fortran_need_room(int64_t wanted, int64_t n);
int ashlar_fortran_too_large(int64_t value);

/* ---- transfers (transfers.c) ----------------------------------------------------------------- */

/* @param what  as the constants a_put, ... of ashlar.f90.in
 * @param alpha, op, handle  those that the call has */
int ashlar_fortran_transfer(int what, ga_t g, const patch_t *patch, const view_t *view,
                            const void *alpha, int op, ga_handle_t *handle);
/* The block of an owner, -1 for mine: its lower bounds, counted from 1, its extents, the extents of
 * the memory it lies in, and its address. All extents are 0 if it owns nothing. */
int ashlar_fortran_access(ga_t g, int type, int rank, int owner, int with_ghosts, int64_t *lo,
                          int64_t *n, int64_t *ld, void **at);

/* ---- files (files.c) ------------------------------------------------------------------------- */

/* @param choice  mode, deflate, checksum, collective, and the sum of 2^k of the lists k that are
 *                given, counted from 1
 * @param list    lo, hi, start, chunk */
int ashlar_fortran_file(int is_write, ga_t g, const char *file, const char *path, const int *choice,
                        const int64_t (*list)[ASHLAR_MAX_DIM]);
/* @param what  as the constants a_create, ... of ashlar.f90.in
 * @param id    a group, an array, or the type of n scalars at data
 * @param more  whether scalars are contiguous, a handle, or how many are damaged */
int ashlar_fortran_checkpoint(int what, io_checkpoint_t **c, const char *name, int id, int64_t n,
                              void *data, int64_t *step, int *more);

#endif
