/* Inside of libashlar_io. A file is prepared by rank 0 alone with HDF5's serial driver: names,
 * types, extents, all that can be wrong. Then all ranks open it together, and move elements. */
#ifndef IO_PRIVATE_H
#define IO_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hdf5.h>

#include <ashlar/io.h>

enum { IOI_PATH = 4096 };

/* Pass a failing status on to the caller. */
#define IOI_TRY(call)                                                                              \
    do {                                                                                           \
        int ioi_try_status = (call);                                                               \
        if (ioi_try_status != ASHLAR_OK)                                                           \
            return ioi_try_status;                                                                 \
    } while (0)

/* ---- errors (io_error.c) --------------------------------------------------------------------- */

int ioi_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
/* ASHLAR_ESYS with the words of HDF5's stack of errors behind. */
int ioi_fail_hdf5(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
/* ASHLAR_EARG for an argument that is NULL. */
int ioi_fail_null(const char *call, const char *argument) __attribute__((cold));
/* The worst status of the ranks, with the message of the first that has it. Collective. */
int ioi_agree(ga_group_t group, int status);
/* HDF5 prints nothing between the two. */
typedef struct ioi_quiet {
    H5E_auto2_t print;
    void *data;
} ioi_quiet_t;
void ioi_quiet_begin(ioi_quiet_t *quiet);
void ioi_quiet_end(const ioi_quiet_t *quiet);

/* A sum over what the ranks pass, to see whether they pass the same. */
uint64_t ioi_hash(uint64_t hash, const void *bytes, size_t n);
uint64_t ioi_hash_text(uint64_t hash, const char *text);
int ioi_compare(ga_group_t group, const char *call, uint64_t hash);

/* ---- files that are begun (io_file.c) -------------------------------------------------------- */

/* The name of what is written, aside. */
const char *ioi_file_name(const io_file_t *f);

/* ---- types (io_type.c) ----------------------------------------------------------------------- */

/* HDF5's type of an array's elements in memory, to be closed; negative if HDF5 fails. */
hid_t ioi_type(ga_type type, const io_field_t *fields, int n);
/* Whether elements of a file's type are those of an array's; the byte order does not matter. */
bool ioi_type_fits(hid_t of_file, ga_type type);
/* The type of the library for one of a file; ASHLAR_TYPE_COUNT if there is none. */
ga_type ioi_type_of_file(hid_t of_file);
void ioi_type_words(hid_t type, char *words, size_t room);

/* ---- files written aside (io_aside.c), on rank 0 --------------------------------------------- */

typedef struct ioi_aside {
    char target[IOI_PATH], name[IOI_PATH];
    int lock; /* file descriptor of what is written aside, which it locks; -1: none */
    bool had_target;
    int64_t device, inode, bytes, seconds, nanoseconds; /* of the target */
} ioi_aside_t;

int ioi_aside_begin(const char *call, const char *file, bool is_update, ioi_aside_t *aside);
/* Whether the target is still as it was at the beginning. */
int ioi_aside_unchanged(const char *call, const ioi_aside_t *aside);
/* Give it its name. */
int ioi_aside_keep(const char *call, ioi_aside_t *aside);
void ioi_aside_drop(ioi_aside_t *aside);
/* Take room for this rank's share of so many bytes, so that a full disk is found before HDF5
 * writes; bring what a rank has written to the disk. On all ranks, by the name. */
int ioi_aside_reserve(const char *call, const char *name, int64_t bytes, int rank, int size);
int ioi_aside_sync(const char *call, const char *name);
/* Note the facts that tell whether a file has changed. */
int ioi_aside_look(const char *call, const char *file, ioi_aside_t *look);

/* ---- arrays and patches (io_patch.c) --------------------------------------------------------- */

/* An array, the patch of it that is moved, and the place of the patch in the dataset. */
typedef struct ioi_patch {
    ga_t g;
    const char *name;
    ga_type type;
    size_t element;
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM]; /* of the array */
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    int64_t start[ASHLAR_MAX_DIM]; /* in the dataset */
    ga_group_t group;              /* all ranks that call */
    int rank, size;                /* in that */
    int part, parts; /* this rank's number among those that move elements; part -1: it does not */
    bool is_mirrored, is_empty, is_whole; /* the options give neither a patch nor a start */
} ioi_patch_t;

/* Find out about an array, and check the patch of the options. */
int ioi_patch_find(const char *call, ga_t g, const io_options_t *options, ioi_patch_t *patch);
uint64_t ioi_patch_hash(const ioi_patch_t *patch, const io_options_t *options);
/* Find the ranks that move elements: all, but of a mirrored array that is written those of the
 * first rank's node. */
int ioi_patch_parts(bool is_write, ioi_patch_t *patch);

/* A patch cut in pieces that are each as contiguous in the dataset as can be. */
typedef struct ioi_pieces {
    const ioi_patch_t *patch;
    int64_t origin[ASHLAR_MAX_DIM], step[ASHLAR_MAX_DIM], count[ASHLAR_MAX_DIM];
    int64_t first, end; /* those of this rank */
    int64_t most;       /* of any rank */
} ioi_pieces_t;

void ioi_pieces_cut(const ioi_patch_t *patch, const int64_t *chunk, bool is_collective,
                    ioi_pieces_t *pieces);
/* Bounds of a piece in the array; returns its elements. */
int64_t ioi_piece(const ioi_pieces_t *pieces, int64_t k, int64_t *lo, int64_t *hi);

/* ---- datasets (io_dataset.c), on rank 0 or, where not collective, on any --------------------- */

/* HDF5 is to lock files that are read; what is written aside has a lock of ours. */
hid_t ioi_access_list(bool is_aside, bool has_chunks);
int ioi_dataset_look(const char *call, const char *file, bool is_aside, const char *path,
                     io_info_t *info);
int ioi_dataset_check(const char *call, const char *file, bool is_aside, const char *path,
                      const ioi_patch_t *patch, io_info_t *info);
/* Make the dataset, or find that it is right, and say how large the file will be. */
int ioi_dataset_prepare(const char *call, const char *file, bool is_new, const char *path,
                        const ioi_patch_t *patch, const io_options_t *options, io_info_t *info,
                        int64_t *bytes);

/* ---- elements (io_transfer.c), collective ---------------------------------------------------- */

int ioi_transfer_write(const char *call, const char *file, const char *path,
                       const ioi_patch_t *patch, const io_options_t *options,
                       const io_info_t *info);
int ioi_transfer_read(const char *call, const char *file, const char *path, bool is_aside,
                      const ioi_patch_t *patch, const io_options_t *options, const io_info_t *info);

#endif
