#include "patches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    for (size_t k = 0; k < n * n; k++) {
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

/* Copy between shell blocks (row-major) and a column-major buffer of the whole patch. */
static void pack(const block_t *rows, const block_t *columns, const patch_t *patch, double *buffer,
                 int to_buffer)
{
    int ns = rows->size / rows->nshell, nt = columns->size / columns->nshell;
    for (int s = 0; s < rows->nshell; s++)
        for (int t = 0; t < columns->nshell; t++) {
            double *block = patch_shells(patch, s, t);
            for (int i = 0; i < ns; i++)
                for (int j = 0; j < nt; j++) {
                    double *at = &buffer[s * ns + i + (t * nt + j) * rows->size];
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
    for (int k = 0; k < rows->nshell * patch->columns; k++) {
        double largest = 0;
        const double *block = patch->value + (size_t)k * (size_t)patch->area;
        for (int i = 0; i < patch->area; i++)
            largest = fmax(largest, fabs(block[i]));
        patch->shell_largest[k] = largest;
        patch->largest = fmax(patch->largest, largest);
    }
}

static int read_patch(const patches_t *patches, const block_t *rows, const block_t *columns,
                      patch_t *patch)
{
    double *buffer = malloc((size_t)rows->size * (size_t)columns->size * sizeof *buffer);
    if (!buffer)
        return ASHLAR_ENOMEM;
    int status = ga_get(patches->matrix, rows->first, rows->first + rows->size - 1, columns->first,
                        columns->first + columns->size - 1, buffer, rows->size);
    if (status == 0) {
        pack(rows, columns, patch, buffer, 0);
        find_largest(rows, patch);
    }
    free(buffer);
    return status;
}

static int add_patch(const patches_t *patches, const block_t *rows, const block_t *columns,
                     const patch_t *patch)
{
    const double one = 1;
    double *buffer = malloc((size_t)rows->size * (size_t)columns->size * sizeof *buffer);
    if (!buffer)
        return ASHLAR_ENOMEM;
    pack(rows, columns, patch, buffer, 1);
    int status = ga_acc(patches->matrix, rows->first, rows->first + rows->size - 1, columns->first,
                        columns->first + columns->size - 1, buffer, rows->size, &one);
    free(buffer);
    return status;
}

int patches_get(patches_t *patches, int i, int j, patch_t **patch)
{
    patch_t **slot = &patches->patch[(size_t)i * (size_t)patches->basis->nblock + (size_t)j];
    if (*slot) {
        *patch = *slot;
        return 0;
    }
    const block_t *rows = &patches->basis->block[i], *columns = &patches->basis->block[j];
    size_t values = (size_t)rows->size * (size_t)columns->size;
    size_t shells = (size_t)rows->nshell * (size_t)columns->nshell;
    size_t bytes = sizeof **slot + (values + shells) * sizeof(double);
    patch_t *new = calloc(1, bytes);
    if (!new)
        return ASHLAR_ENOMEM;
    new->area = (int)(values / shells);
    new->columns = columns->nshell;
    new->value = (double *)(new + 1);
    new->shell_largest = new->value + values;
    if (patches->use == PATCHES_READ) {
        int status = read_patch(patches, rows, columns, new);
        if (status != 0) {
            free(new);
            return status;
        }
    }
    patches->bytes += bytes;
    *patch = *slot = new;
    return 0;
}

int patches_flush(patches_t *patches)
{
    int status = 0;
    for (int i = 0; i < patches->basis->nblock && patches->use == PATCHES_ADD; i++)
        for (int j = 0; j < patches->basis->nblock && status == 0; j++) {
            const patch_t *patch =
                patches->patch[(size_t)i * (size_t)patches->basis->nblock + (size_t)j];
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
