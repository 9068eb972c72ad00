/* The list of pairs of basis functions, by pair and by function. */
#include "mp2/rows.h"

#include <stdlib.h>

/* A pair of shells with the numbers of its functions. */
typedef struct functions {
    int m, n, rows, columns;
    int64_t row;
    int is_one_shell;
} functions_t;

typedef void visit_fn(rows_t *rows, const functions_t *functions);

static void each_pair(const basis_t *basis, const pairs_t *pairs, rows_t *rows, visit_fn *visit)
{
    for (int p = 0; p < pairs->nblock; ++p) {
        const block_pair_t *block = &pairs->block[p];
        const block_t *i = &basis->block[block->i], *j = &basis->block[block->j];
        for (int k = block->first; k < block->first + block->npair; ++k) {
            const shell_pair_t *pair = &pairs->pair[k];
            const functions_t functions = {.m = rows_function(basis, block->i, pair->a),
                                           .n = rows_function(basis, block->j, pair->b),
                                           .rows = shell_size(i->l, i->pure),
                                           .columns = shell_size(j->l, j->pure),
                                           .row = rows->of_pair[k],
                                           .is_one_shell =
                                               block->i == block->j && pair->a == pair->b};
            rows->of_pair[k + 1] = functions.row + functions.rows * functions.columns;
            if (visit)
                visit(rows, &functions);
        }
    }
}

/* first[n+1] counts the rows of n. */
static void count_rows(rows_t *rows, const functions_t *f)
{
    for (int m = f->m; m < f->m + f->rows; ++m)
        for (int n = f->n; n < f->n + f->columns; ++n) {
            ++rows->first[n + 1];
            if (!f->is_one_shell)
                ++rows->first[m + 1];
        }
}

static void append(rows_t *rows, int function, int other, int64_t row)
{
    const int64_t at = rows->first[function]++;
    rows->row[at] = row;
    rows->other[at] = other;
}

static void list_rows(rows_t *rows, const functions_t *f)
{
    int64_t row = f->row;
    for (int m = f->m; m < f->m + f->rows; ++m)
        for (int n = f->n; n < f->n + f->columns; ++n, ++row) {
            append(rows, n, m, row);
            if (!f->is_one_shell)
                append(rows, m, n, row);
        }
}

int rows_create(const basis_t *basis, const pairs_t *pairs, rows_t *rows)
{
    *rows = (rows_t){.of_pair = calloc((size_t)pairs->npair + 1, sizeof *rows->of_pair),
                     .first = calloc((size_t)basis->size + 1, sizeof *rows->first)};
    if (!rows->of_pair || !rows->first)
        return -1;
    each_pair(basis, pairs, rows, count_rows);
    rows->count = rows->of_pair[pairs->npair];
    for (int n = 0; n < basis->size; ++n) {
        rows->most = rows->first[n + 1] > rows->most ? (int)rows->first[n + 1] : rows->most;
        rows->first[n + 1] += rows->first[n];
    }
    const size_t all = (size_t)rows->first[basis->size];
    rows->row = malloc((all + 1) * sizeof *rows->row);
    rows->other = malloc((all + 1) * sizeof *rows->other);
    if (!rows->row || !rows->other)
        return -1;
    each_pair(basis, pairs, rows, list_rows);
    /* Filling has moved each beginning to the next. */
    for (int n = basis->size; n > 0; --n)
        rows->first[n] = rows->first[n - 1];
    rows->first[0] = 0;
    return 0;
}

void rows_free(rows_t *rows)
{
    free(rows->of_pair);
    free(rows->first);
    free(rows->row);
    free(rows->other);
    *rows = (rows_t){0};
}
