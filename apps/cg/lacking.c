/* The elements that a rank lacks, for the ways that number them themselves. */
#include "cg.h"

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t *cg_lacking(matrix_t *matrix, int64_t *count)
{
    const int64_t n = matrix->count;
    int64_t references = 0, distinct = 0;
    for (int64_t k = 0; k < n; ++k)
        references += (uint64_t)(matrix->column[k] - matrix->first) >= (uint64_t)matrix->rows;
    int64_t *lacking = cg_take((size_t)references * sizeof *lacking);
    references = 0;
    for (int64_t k = 0; k < n; ++k)
        if ((uint64_t)(matrix->column[k] - matrix->first) >= (uint64_t)matrix->rows)
            lacking[references++] = matrix->column[k];
    qsort(lacking, (size_t)references, sizeof *lacking, compare);
    for (int64_t k = 0; k < references; ++k)
        if (distinct == 0 || lacking[k] != lacking[distinct - 1])
            lacking[distinct++] = lacking[k];
    for (int64_t k = 0; k < n; ++k) {
        int64_t at = matrix->column[k] - matrix->first;
        if ((uint64_t)at >= (uint64_t)matrix->rows) {
            const int64_t *found =
                bsearch(&matrix->column[k], lacking, (size_t)distinct, sizeof *lacking, compare);
            at = matrix->rows + (found - lacking);
        }
        matrix->at[k] = (uint32_t)at;
    }
    *count = distinct;
    return lacking;
}
