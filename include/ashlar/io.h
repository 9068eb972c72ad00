/** Arrays in HDF5 files: whole arrays or patches, of any type and distribution, as datasets that
 * other programs read.
 *
 *     io_options_t options = {.mode = IO_REPLACE};
 *     io_write(a, "state.h5", "/step/density", &options);
 *     io_read(a, "state.h5", "/step/density", NULL);
 *
 * The calls are in a library of their own, libashlar_io, which is there where parallel HDF5 was;
 * link it in front of libashlar. docs/io.md says what a file looks like.
 *
 * Order: arrays are column-major, datasets row-major, and nothing is transposed: the dataset of an
 * array of extents d0 x d1 x d2 has the extents d2 x d1 x d0. h5py and h5dump show element (i,j) at
 * [j,i], MATLAB and Fortran at (i,j) as here. The attribute ashlar_order of a dataset is "F" to say
 * so. All extents, patches and chunks here are in the order of the array.
 *
 * Types: integers and reals are what they are, complex numbers a compound of r and i as h5py has
 * them, records opaque, or a compound where fields are given.
 *
 * Writing is atomic: a file is written aside, in its own folder under its name with ".ashlar-part"
 * behind, and renamed once it is complete and on the disk. Whatever happens before, a rank killed
 * or a full disk, leaves the file as it was; what a killed job leaves aside is overwritten by the
 * next. A file that exists is copied first, so adding a dataset costs its whole size each time:
 * io_begin() and io_end() make that once for many.
 *
 * Calls are collective over the group of the array, or of the file, and compare what their ranks
 * pass; they fail on all ranks together, with the same message, and behave as if ga_sync() on the
 * group ran before and after. For a mirrored array the group is that on which it was created: the
 * copy of the first rank's node is written, and every copy is read. HDF5 serves one thread at a
 * time. Besides the errors named below every call can return ASHLAR_EHANDLE, ASHLAR_ESTATE (the
 * library is stopped), ASHLAR_EARG (a pointer is NULL that may not be), ASHLAR_ENOMEM and, if ranks
 * pass different arguments, ASHLAR_EMISMATCH. */
#ifndef ASHLAR_IO_H
#define ASHLAR_IO_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A dataset that exists already. */
typedef enum io_mode {
    IO_NEW,     /**< is an error */
    IO_REPLACE, /**< is replaced */
    IO_INTO     /**< receives the patch, the rest of it stays; it must exist */
} io_mode;

/** A field of a record, for a compound type. */
typedef struct io_field {
    const char *name;
    ga_type type;  /**< of its numbers: not of records */
    int64_t count; /**< how many; 0: one */
    size_t offset; /**< bytes, from the beginning of the record */
} io_field_t;

/** The choices of a call. A field that is not set is 0, which leaves the choice to the library. */
typedef struct io_options {
    const int64_t *lo, *hi; /**< the patch of the array; NULL: all of it */
    const int64_t *start;   /**< where in the dataset its first element is; NULL: at 0 */
    io_mode mode;           /**< writing: of a dataset that exists */
    const int64_t *dims;  /**< writing: extents of a new dataset; NULL: those of the patch. Elements
                           *   that nobody has written are zero */
    const int64_t *chunk; /**< writing: extents of a chunk, at most those of the dataset; NULL: not
                           *   in chunks, unless deflate or checksum asks for them */
    int deflate;          /**< writing: compress chunks, 1 (fast) to 9 (small); 0: do not */
    int checksum;         /**< writing: not 0: a checksum of each chunk, which reading compares */
    int collective;       /**< writing: not 0: MPI-IO's collective calls, which gather in large
                           *   requests what ranks write; 0: each rank by itself. Compressed chunks
                           *   are always written collectively, and each rank reads by itself */
    const char *hints;    /**< for MPI-IO, as "cb_nodes=4;cb_buffer_size=16777216"; may be NULL */
    const io_field_t *fields; /**< writing records: NULL: opaque */
    int field_count;
} io_options_t;

/** The facts about a dataset. */
typedef struct io_info {
    ga_type type; /**< ASHLAR_TYPE_COUNT: none of the library's, or records */
    size_t bytes; /**< of an element */
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM];  /**< in the order of arrays */
    int64_t chunk[ASHLAR_MAX_DIM]; /**< 0: not in chunks */
} io_info_t;

/* ---- one dataset ----------------------------------------------------------------------------- */

/** Write an array, or a patch of it, to a dataset. Collective. The file, and groups on the way to
 * the dataset, are made where they are missing.
 * @param[in] file     on a file system that all ranks see
 * @param[in] path     of the dataset, as "/group/name"
 * @param[in] options  the same on all ranks; may be NULL
 * @return ASHLAR_ERANGE  a patch outside the array, or beyond the dataset
 * @return ASHLAR_ESHAPE  extents, chunks or a start that cannot be
 * @return ASHLAR_EARG    options that contradict each other, or no such mode; no dataset for
 * IO_INTO
 * @return ASHLAR_ETYPE   a dataset of another type (IO_INTO); fields beyond the record
 * @return ASHLAR_ESTATE  the dataset exists (IO_NEW); another job writes the file, or has changed
 * it
 * @return ASHLAR_ESYS    the system or HDF5 cannot write: the message has their words. The file is
 *                        as it was */
ASHLAR_API int io_write(ga_t g, const char *file, const char *path, const io_options_t *options);
/** Read a dataset, or a part of it, into an array or a patch. Collective. Extents must be those of
 * the dataset, unless a patch or a start is given. What is in chunks is read before anything
 * is stored, which takes memory for it once more.
 * @return ASHLAR_ERANGE  a patch outside the array, or beyond the dataset
 * @return ASHLAR_ESHAPE  other extents
 * @return ASHLAR_ETYPE   a dataset of another type; the byte order does not matter
 * @return ASHLAR_EARG    no such dataset
 * @return ASHLAR_ESTATE  the array is read-only; the file was changed meanwhile
 * @return ASHLAR_ESYS    the file cannot be read or is damaged; the array is as it was, but where
 *                        the disk fails while elements are read: then it is undefined on all ranks,
 *                        and the message says so */
ASHLAR_API int io_read(ga_t g, const char *file, const char *path, const io_options_t *options);
/** Create an array of the extents and type of a dataset and read it. Collective over the group of
 * the description.
 * @param[in] spec  for the rest; type counts for records only. May be NULL
 * @param[out] g    the array; destroyed with ga_destroy()
 * @return as io_read() and ga_create_spec(); ASHLAR_ETYPE: no type of the library's */
ASHLAR_API int io_read_new(const ga_spec_t *spec, const char *file, const char *path, ga_t *g);
/** The facts about a dataset. Not collective.
 * @return ASHLAR_EARG   no such dataset
 * @return ASHLAR_ESHAPE  it has no dimensions, or more than arrays have
 * @return ASHLAR_ESYS   the file cannot be read or is damaged */
ASHLAR_API int io_inquire(const char *file, const char *path, io_info_t *info);

/* ---- several datasets ------------------------------------------------------------------------ */

/** A file that is being written or read. */
typedef struct io_file io_file_t;

typedef enum io_access {
    IO_READ,   /**< only read */
    IO_UPDATE, /**< a copy of the file if it exists, to be added to */
    IO_CREATE  /**< a new file, in the place of any that exists */
} io_access;

/** Begin to write or read a file. Collective over the group. Nothing of what is written is in the
 * file before io_end().
 * @param[out] f  the file; released by io_end()
 * @return ASHLAR_EARG    no such access
 * @return ASHLAR_ESTATE  another job writes the file
 * @return ASHLAR_ESYS    it cannot be made, copied or read, or is no HDF5 file */
ASHLAR_API int io_begin(ga_group_t group, const char *file, io_access access, io_file_t **f);
/** io_write() into a file that is begun, of an array of the same group. Collective. After an error
 * the file can only be ended without being kept.
 * @return ASHLAR_EGROUP  the array has another group
 * @return ASHLAR_ESTATE  also: the file is only read, or an earlier call has failed */
ASHLAR_API int io_file_write(io_file_t *f, ga_t g, const char *path, const io_options_t *options);
/** io_read() from a file that is begun, also of what has been written to it. Collective. Errors as
 * there, and ASHLAR_EGROUP, ASHLAR_ESTATE as of io_file_write(). */
ASHLAR_API int io_file_read(io_file_t *f, ga_t g, const char *path, const io_options_t *options);
/** End a file: complete it and give it its name (keep: not 0), or leave all as it was (0).
 * Collective. The handle is gone in any case.
 * @return ASHLAR_ESTATE  an earlier call has failed, or another program has changed the file since
 *                        io_begin(): nothing is kept
 * @return ASHLAR_ESYS    it cannot be completed: nothing is kept */
ASHLAR_API int io_end(io_file_t *f, int keep);

#ifdef __cplusplus
}
#endif
#endif
