/* Inside of checkpoints: the set, generations in HDF5 files with checksums behind, and copies in
 * memory that are written to a file of each rank. */
#ifndef IO_CHECKPOINT_H
#define IO_CHECKPOINT_H

#include <ashlar/io_checkpoint.h>

#include "io/src/io_private.h"

/* IOI_STEM: a name of files without what is behind it. */
enum { IOI_NAME = 128, IOI_GENERATIONS = 2, IOI_SETS = 2, IOI_STEM = IOI_PATH - 40 };

typedef struct ioi_item {
    char name[IOI_NAME];
    ga_t g; /* 0: scalars */
    ga_type type;
    int64_t count; /* of scalars */
    void *data;
} ioi_item_t;

/* A copy of the set, as one rank's file of it has it. */
typedef struct ioi_image {
    char *bytes; /* kept for the next */
    int64_t room, size;
    int file;  /* descriptor while it is written; -1 */
    int items; /* of the set: others are added later */
    int64_t written;
    uint64_t hash; /* of what is written */
    int error;     /* the system's, of writing */
    char name[IOI_PATH];
    int set; /* of files of ranks: two take turns */
    ga_handle_t handle;
} ioi_image_t;

struct io_checkpoint {
    ga_group_t group;
    int rank, size;
    char name[IOI_STEM];
    int count, room;
    ioi_item_t *item;
    ioi_image_t image;
    bool is_writing; /* the image, to files of ranks */
    bool is_pending; /* the image is to become a generation */
    uint64_t serial; /* of the image */
    int64_t step;
    bool is_bad[IOI_GENERATIONS + IOI_SETS]; /* found damaged */
};

/* Bytes of scalars; 0: the item is an array. */
size_t ioi_item_bytes(const ioi_item_t *item);
/* A number of ours for bytes, whole words of 8: any change of one word changes it. */
uint64_t ioi_words_hash(uint64_t hash, const void *bytes, size_t n);
/* Find out about the array of an item, and the ranks that move its elements. */
int ioi_item_patch(const char *call, const io_checkpoint_t *c, const ioi_item_t *item,
                   bool is_write, ioi_patch_t *patch);

/* ---- generations (io_checkpoint_file.c) ------------------------------------------------------ */

/* The facts about a generation, or about the files of ranks. */
typedef struct ioi_generation {
    uint64_t serial; /* 0: there is none, or it is damaged so that it has none */
    int64_t step;
    bool is_there;
    int64_t bytes;  /* that HDF5 has */
    int64_t blocks; /* with a checksum each; files of ranks */
    uint64_t nonce; /* of files of ranks */
    uint64_t *hash; /* of each; NULL: not asked for */
} ioi_generation_t;

void ioi_generation_name(const io_checkpoint_t *c, int k, char *name);
/* Look at the generation; on rank 0. Its message says what is wrong. */
int ioi_generation_look(const char *call, const char *name, ioi_generation_t *generation);
/* Compare all bytes with their checksums. Collective. */
int ioi_generation_verify(const char *call, const io_checkpoint_t *c, const char *name,
                          ioi_generation_t *generation);
/* Put checksums behind a file that is written, and bring it to the disk. Collective. */
int ioi_generation_seal(const char *call, const io_checkpoint_t *c, const char *name,
                        uint64_t serial, int64_t step);
/* Write scalars and the step, on rank 0; read scalars to a buffer of all one after the other. */
int ioi_scalars_write(const char *call, const char *name, bool is_new, const io_checkpoint_t *c,
                      const char *values, int64_t step);
int ioi_scalars_read(const char *call, const char *name, const io_checkpoint_t *c, char *values);
size_t ioi_scalars_bytes(const io_checkpoint_t *c);

/* ---- copies (io_checkpoint_image.c) ---------------------------------------------------------- */

/* Copy the set; begin to write the copy behind its handle; wait, and say whether it is written. */
int ioi_image_take(const char *call, io_checkpoint_t *c, uint64_t nonce);
int ioi_image_start(const char *call, io_checkpoint_t *c);
int ioi_image_finish(const char *call, io_checkpoint_t *c);
void ioi_image_free(io_checkpoint_t *c);
/* Put the blocks of an item that a copy has to an array. */
int ioi_image_put(const char *bytes, const ioi_item_t *item, ga_t g);
/* The extents of an array in this rank's copy. */
int ioi_image_extents(const io_checkpoint_t *c, const ioi_item_t *item, int *ndim, int64_t *dims);
/* Values of scalars in a copy. */
int ioi_image_scalars(const char *call, const char *bytes, const io_checkpoint_t *c, char *values);
/* Remove all files of ranks, on rank 0. */
void ioi_parts_remove(const io_checkpoint_t *c);
/* Look at those of a set, on rank 0; compare all with their checksums; read them. */
int ioi_parts_look(const char *call, const io_checkpoint_t *c, int set, ioi_generation_t *parts);
int ioi_parts_verify(const char *call, const io_checkpoint_t *c, int set,
                     const ioi_generation_t *parts);
int ioi_parts_restore(const char *call, const io_checkpoint_t *c, int set,
                      const ioi_generation_t *parts, char *values);

#endif
