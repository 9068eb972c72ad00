/* Reading elements: my rows in place, a patch of any rows. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/src/sparse_private.h"

int ga_sparse_access(ga_sparse_t s, ga_sparse_rows_t *rows)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!rows)
        return gai_bad_argument(__func__, "rows");
    *rows = (ga_sparse_rows_t){spi_row_lo(matrix), spi_row_end(matrix) - 1, (int)matrix->index,
                               matrix->begin,      matrix->column,          matrix->value};
    return ASHLAR_OK;
}

/* ---- a patch --------------------------------------------------------------------------------- */

typedef struct patch {
    const char *call;
    const spi_matrix_t *matrix;
    int64_t ilo, ihi, jlo, jhi;
    int64_t room, *begin, *column; /* column: NULL, if they are only counted */
    char *values;
    int64_t n; /* so far */
} patch_t;

/* Rows of one rank, as its slice has them. */
typedef struct part {
    int rank;
    int64_t ilo, ihi;             /* rows of the matrix */
    char *begin, *column, *value; /* begin: of ilo first; column and value: of the first element */
    char *fetched; /* memory of this rank that they are in; NULL: they are in the slice */
} part_t;

static int bad_patch(const patch_t *patch)
{
    return AL_FAIL(ASHLAR_ERANGE,
                   "%s: rows %" PRId64 "..%" PRId64 ", columns %" PRId64 "..%" PRId64
                   " are outside sparse matrix '%s' of %" PRId64 " x %" PRId64,
                   patch->call, patch->ilo, patch->ihi, patch->jlo, patch->jhi, patch->matrix->name,
                   patch->matrix->rows, patch->matrix->cols);
}

static int check_sparse_patch(const patch_t *patch)
{
    const spi_matrix_t *m = patch->matrix;
    return patch->ilo < 0 || patch->ihi < patch->ilo - 1 || patch->ihi >= m->rows ||
                   patch->jlo < 0 || patch->jhi < patch->jlo - 1 || patch->jhi >= m->cols
               ? bad_patch(patch)
               : ASHLAR_OK;
}

/* Point into the slice of a rank on my node, or fetch rows of another one. */
static int open_part(const patch_t *patch, part_t *part)
{
    const spi_matrix_t *matrix = patch->matrix;
    const spi_slice_t slice = spi_slice_of(matrix, part->rank);
    const int64_t row = part->ilo - spi_cut(&matrix->row_cuts, part->rank),
                  rows = part->ihi - part->ilo + 1;
    void *base;
    part->fetched = NULL;
    if (ali_slice_is_here(matrix->segment, part->rank)) {
        AL_TRY(al_segment_address(matrix->segment, part->rank, &base));
        part->begin = (char *)base + (size_t)row * matrix->index;
        const size_t first = (size_t)spi_index(part->begin, matrix->index, 0);
        part->column = (char *)base + slice.column + first * matrix->index;
        part->value = (char *)base + slice.value + first * matrix->element;
        return ASHLAR_OK;
    }
    int64_t ends[2] = {0, 0};
    char *end = (char *)ends;
    AL_TRY(al_get(matrix->segment, part->rank, (size_t)row * matrix->index, end, matrix->index));
    AL_TRY(al_get(matrix->segment, part->rank, (size_t)(row + rows) * matrix->index,
                  end + matrix->index, matrix->index));
    const int64_t first = spi_index(end, matrix->index, 0);
    const size_t n = (size_t)(spi_index(end, matrix->index, 1) - first);
    const size_t begins = (size_t)ali_round_up((size_t)(rows + 1) * matrix->index, 16);
    part->fetched = malloc(begins + n * matrix->element + (n + 1) * matrix->index + 16);
    if (!part->fetched)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu elements", patch->call, n);
    part->begin = part->fetched;
    part->value = part->begin + begins;
    part->column = part->value + (size_t)ali_round_up(n * matrix->element, 8);
    AL_TRY(al_get(matrix->segment, part->rank, (size_t)row * matrix->index, part->begin,
                  (size_t)(rows + 1) * matrix->index));
    AL_TRY(al_get(matrix->segment, part->rank, slice.column + (size_t)first * matrix->index,
                  part->column, n * matrix->index));
    return patch->column
               ? al_get(matrix->segment, part->rank, slice.value + (size_t)first * matrix->element,
                        part->value, n * matrix->element)
               : ASHLAR_OK;
}

/* The first of elements from..end-1 whose column is at least j. */
static int64_t find_column(const part_t *part, size_t index, int64_t from, int64_t end, int64_t j)
{
    while (from < end) {
        const int64_t middle = from + (end - from) / 2;
        if (spi_index(part->column, index, middle) < j)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

static void take_row(patch_t *patch, const part_t *part, int64_t row)
{
    const size_t index = patch->matrix->index, element = patch->matrix->element;
    const int64_t first = spi_index(part->begin, index, 0);
    const int64_t begin = spi_index(part->begin, index, row) - first;
    const int64_t end = spi_index(part->begin, index, row + 1) - first;
    const int64_t from = find_column(part, index, begin, end, patch->jlo);
    const int64_t to = find_column(part, index, from, end, patch->jhi + 1);
    if (patch->begin)
        patch->begin[part->ilo + row - patch->ilo] = patch->n;
    if (patch->column && patch->n + to - from <= patch->room) {
        for (int64_t k = from; k < to; ++k)
            patch->column[patch->n + k - from] = spi_index(part->column, index, k);
        memcpy(patch->values + (size_t)patch->n * element, part->value + (size_t)from * element,
               (size_t)(to - from) * element);
    }
    patch->n += to - from;
}

static int take_patch(patch_t *patch)
{
    const spi_matrix_t *matrix = patch->matrix;
    patch->n = 0;
    for (int64_t i = patch->ilo; i <= patch->ihi;) {
        part_t part = {.rank = spi_owner(&matrix->row_cuts, i), .ilo = i};
        part.ihi = ali_min(spi_cut(&matrix->row_cuts, part.rank + 1) - 1, patch->ihi);
        const int status = open_part(patch, &part);
        for (int64_t row = 0; row <= part.ihi - part.ilo && status == ASHLAR_OK; ++row)
            take_row(patch, &part, row);
        free(part.fetched);
        AL_TRY(status);
        i = part.ihi + 1;
    }
    if (patch->begin)
        patch->begin[patch->ihi - patch->ilo + 1] = patch->n;
    return ASHLAR_OK;
}

int ga_sparse_count(ga_sparse_t s, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, int64_t *n)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!n)
        return gai_bad_argument(__func__, "n");
    patch_t patch = {__func__, matrix, ilo, ihi, jlo, jhi, 0, NULL, NULL, NULL, 0};
    AL_TRY(check_sparse_patch(&patch));
    AL_TRY(take_patch(&patch));
    *n = patch.n;
    return ASHLAR_OK;
}

int ga_sparse_get(ga_sparse_t s, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, int64_t room,
                  int64_t *begin, int64_t *column, void *values)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!begin || !column || !values)
        return gai_bad_argument(__func__, !begin ? "begin" : !column ? "column" : "values");
    patch_t patch = {__func__, matrix, ilo, ihi, jlo, jhi, room, begin, column, values, 0};
    AL_TRY(check_sparse_patch(&patch));
    AL_TRY(take_patch(&patch));
    return patch.n <= room ? ASHLAR_OK
                           : AL_FAIL(ASHLAR_ESHAPE,
                                     "%s: the patch of sparse matrix '%s' has %" PRId64
                                     " elements, and there is room for %" PRId64,
                                     __func__, matrix->name, patch.n, room);
}
