/* Patches of a symmetric global matrix held by one rank: pairs of blocks of the basis, fetched
 * when first used, with their neighbours or alone, and kept, or filled locally and added to the
 * matrix later.
 *
 * A patch is stored by pairs of shells: that of local shells (s,t) is the row-major block at
 * patch_shells(). The store is bounded: patches_trim() empties it when it has grown too large. */
#ifndef SCF_PATCHES_H
#define SCF_PATCHES_H

#include <stddef.h>

#include <ashlar/ga.h>

#include "molecule/basis.h"

typedef enum patches_use { PATCHES_READ, PATCHES_READ_ALONE, PATCHES_ADD } patches_use_t;

typedef struct patch {
    int area;       /**< functions of a shell of the rows times one of the columns */
    int columns;    /**< shells of the column block */
    double largest; /**< largest absolute element, of patches read */
    double *value;  /**< then, of patches read, the largest of each pair of shells */
    double *shell_largest;
} patch_t;

typedef struct patches {
    const basis_t *basis;
    ga_t matrix;
    patches_use_t use;
    size_t bytes;    /**< held now */
    patch_t **patch; /**< patch_t *[nblock * nblock], by row and column block */
} patches_t;

/* Prepare an empty store. @return ASHLAR_ENOMEM */
int patches_create(const basis_t *basis, ga_t matrix, patches_use_t use, patches_t *patches);
/* Release everything; nothing is added. */
void patches_destroy(patches_t *patches);

/* The patch of row block i and column block j: read from the matrix, or zero, when new. */
int patches_get(patches_t *patches, int i, int j, patch_t **patch);

/* Add the patches filled to the matrix (ga_acc) and empty the store. Not collective. */
int patches_flush(patches_t *patches);
/* Flush when more than `bytes` are held. */
int patches_trim(patches_t *patches, size_t bytes);

/* The block of shells s, t of a patch, counted from the first shells of its blocks. */
static inline double *patch_shells(const patch_t *patch, int s, int t)
{
    return patch->value + (size_t)(s * patch->columns + t) * (size_t)patch->area;
}

static inline double patch_shells_largest(const patch_t *patch, int s, int t)
{
    return patch->shell_largest[s * patch->columns + t];
}

#endif
