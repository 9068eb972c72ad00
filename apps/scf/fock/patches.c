/* Patches of a global matrix on one rank: fetch, find, add to the matrix. */
#include "fock/patches.h"

#include <math.h>
#include <stdlib.h>

#include "molecule/try.h"

/* Size of a tile in basis functions. Rows: those of an atom or two. Columns: many, because tasks of
 * one bra need all of them. To transfer its 64 KB takes about as long as a round trip. */
#define TILE_ROWS    32
#define TILE_COLUMNS 256

int patches_create(const basis_t *basis, ga_t matrix, patches_use_t use, patches_t *patches)
{
    size_t n = (size_t)basis->nblock;
    *patches = (patches_t){.basis = basis, .matrix = matrix, .use = use};
    patches->patch = calloc(n * n, sizeof(patch_t *));
    return patches->patch ? 0 : ASHLAR_ENOMEM;
}

static void empty(patches_t *patches)
{
    size_t n = (size_t)patches->basis->nblock;
    for (size_t k = 0; k < n * n; ++k) {
        free(patches->patch[k]);
        patches->patch[k] = NULL;
    }
    patches->bytes = 0;
}

void patches_destroy(patches_t *patches)
{
    if (patches->patch)
        empty(patches);
    free(patches->patch);
    patches->patch = NULL;
}

/* Copy between shell blocks (row-major) and a column-major buffer, whose columns are `ld` apart. */
static void pack(const block_t *rows, const block_t *columns, const patch_t *patch, double *buffer,
                 int ld, int to_buffer)
{
    int ns = rows->size / rows->nshell, nt = columns->size / columns->nshell;
    for (int s = 0; s < rows->nshell; ++s)
        for (int t = 0; t < columns->nshell; ++t) {
            double *block = patch_shells(patch, s, t);
            for (int i = 0; i < ns; ++i)
                for (int j = 0; j < nt; ++j) {
                    double *at = &buffer[s * ns + i + (t * nt + j) * ld];
                    if (to_buffer)
                        *at = block[i * nt + j];
                    else
                        block[i * nt + j] = *at;
                }
        }
}

static void find_largest(const block_t *rows, patch_t *patch)
{
    patch->largest = 0;
    for (int k = 0; k < rows->nshell * patch->columns; ++k) {
        double largest = 0;
        const double *block = patch->value + (size_t)k * (size_t)patch->area;
        for (int i = 0; i < patch->area; ++i)
            largest = fmax(largest, fabs(block[i]));
        patch->shell_largest[k] = largest;
        patch->largest = fmax(patch->largest, largest);
    }
}

/* Blocks that are read together, with what they span of the matrix. */
typedef struct group {
    int first, last; /* blocks */
    int start, size; /* functions */
} group_t;

/* All blocks that begin in the same run of `functions` functions as block i. */
static group_t group_of(const basis_t *basis, int i, int functions)
{
    int run = basis->block[i].first / functions;
    group_t group = {.first = i, .last = i};
    while (group.first > 0 && basis->block[group.first - 1].first / functions == run)
        --group.first;
    while (group.last + 1 < basis->nblock && basis->block[group.last + 1].first / functions == run)
        ++group.last;
    group.start = basis->block[group.first].first;
    group.size = basis->block[group.last].first + basis->block[group.last].size - group.start;
    return group;
}

static int add_patch(const patches_t *patches, const block_t *rows, const block_t *columns,
                     const patch_t *patch)
{
    const double one = 1;
    double *buffer = malloc((size_t)rows->size * (size_t)columns->size * sizeof *buffer);
    if (!buffer)
        return ASHLAR_ENOMEM;
    pack(rows, columns, patch, buffer, rows->size, 1);
    int status = ga_acc(patches->matrix, rows->first, rows->first + rows->size - 1, columns->first,
                        columns->first + columns->size - 1, buffer, rows->size, &one);
    free(buffer);
    return status;
}

static patch_t **slot_of(const patches_t *patches, int i, int j)
{
    return &patches->patch[(size_t)i * (size_t)patches->basis->nblock + (size_t)j];
}

/* A patch of zeros. */
static int make_patch(patches_t *patches, int i, int j)
{
    const block_t *rows = &patches->basis->block[i], *columns = &patches->basis->block[j];
    size_t values = (size_t)rows->size * (size_t)columns->size;
    size_t shells = (size_t)rows->nshell * (size_t)columns->nshell;
    size_t bytes = sizeof(patch_t) + (values + shells) * sizeof(double);
    patch_t *new = calloc(1, bytes);
    if (!new)
        return ASHLAR_ENOMEM;
    new->area = (int)(values / shells);
    new->columns = columns->nshell;
    new->value = (double *)(new + 1);
    new->shell_largest = new->value + values;
    patches->bytes += bytes;
    *slot_of(patches, i, j) = new;
    return 0;
}

/* Make the patches of a tile out of what was read of it. */
static int cut_tile(patches_t *patches, const group_t *rows, const group_t *columns, double *tile)
{
    const block_t *block = patches->basis->block;
    for (int i = rows->first; i <= rows->last; ++i)
        for (int j = columns->first; j <= columns->last; ++j) {
            ptrdiff_t column = block[j].first - columns->start;
            double *corner = tile + block[i].first - rows->start + column * rows->size;
            TRY(make_patch(patches, i, j));
            patch_t *patch = *slot_of(patches, i, j);
            pack(&block[i], &block[j], patch, corner, rows->size, 0);
            find_largest(&block[i], patch);
        }
    return 0;
}

/* Read the patch of blocks i and j and its neighbours: a read from another node costs the wait for
 * an answer, whatever its size. Patches of a tile come and go together, so none is here yet. Where
 * patches are read alone, a tile is one of them: no two blocks begin in one function. */
static int read_tile(patches_t *patches, int i, int j)
{
    const int alone = patches->use == PATCHES_READ_ALONE;
    group_t rows = group_of(patches->basis, i, alone ? 1 : TILE_ROWS);
    group_t columns = group_of(patches->basis, j, alone ? 1 : TILE_COLUMNS);
    double *tile = malloc((size_t)rows.size * (size_t)columns.size * sizeof *tile);
    if (!tile)
        return ASHLAR_ENOMEM;
    int status = ga_get(patches->matrix, rows.start, rows.start + rows.size - 1, columns.start,
                        columns.start + columns.size - 1, tile, rows.size);
    if (status == 0)
        status = cut_tile(patches, &rows, &columns, tile);
    free(tile);
    return status;
}

int patches_get(patches_t *patches, int i, int j, patch_t **patch)
{
    patch_t **slot = slot_of(patches, i, j);
    if (!*slot && patches->use != PATCHES_ADD)
        TRY(read_tile(patches, i, j));
    else if (!*slot)
        TRY(make_patch(patches, i, j));
    *patch = *slot;
    return 0;
}

int patches_flush(patches_t *patches)
{
    int status = 0;
    for (int i = 0; i < patches->basis->nblock && patches->use == PATCHES_ADD; ++i)
        for (int j = 0; j < patches->basis->nblock && status == 0; ++j) {
            const patch_t *patch = *slot_of(patches, i, j);
            if (patch)
                status =
                    add_patch(patches, &patches->basis->block[i], &patches->basis->block[j], patch);
        }
    empty(patches);
    return status;
}

int patches_trim(patches_t *patches, size_t bytes)
{
    return patches->bytes > bytes ? patches_flush(patches) : 0;
}
