/* The product of two sparse matrices: rows of the second that mine need are read in place on a
 * node, fetched from others, and combined in a hash table (Gustavson's algorithm: F. Gustavson,
 * "Two Fast Algorithms for Sparse Matrices", 1978). */
#include <stdlib.h>
#include <string.h>

#include "ga/src/operands/ga_operands.h"
#include "sparse/src/sparse_kernels.h"
#include "sparse/src/sparse_records.h"
#include "sparse/src/sparse_vector.h"

/* A row of the second matrix. */
typedef struct sparse_row {
    const char *column, *value;
    int64_t n;
} sparse_row_t;

typedef struct row_product {
    const char *call;
    const spi_matrix_t *a, *b;
    spi_matrix_t *c;
    spi_halo_t *halo;  /* of a, where ranks own the rows of b */
    sparse_row_t *row; /* [halo->lacking] */
    char **fetched;    /* [halo->neighbours] memory of these rows; NULL: they are read in place */
    int64_t *key;      /* [1 << bits] columns of the row of c under way, -1: free */
    char *sum;         /* [1 << bits] elements */
    int64_t *used, n;  /* places in use */
    int bits;
} row_product_t;

/* ---- rows of the second ---------------------------------------------------------------------- */

static sparse_row_t row_in(const spi_matrix_t *b, const char *slice, const spi_slice_t *at,
                           int64_t row)
{
    const int64_t begin = spi_index(slice, b->index, row);
    return (sparse_row_t){slice + at->column + (size_t)begin * b->index,
                          slice + at->value + (size_t)begin * b->element,
                          spi_index(slice, b->index, row + 1) - begin};
}

/* Where the rows of a neighbour begin and end: [2 * count] indices. */
static int fetch_ends(const row_product_t *p, const spi_neighbour_t *from, char *ends)
{
    const spi_matrix_t *b = p->b;
    const size_t n = (size_t)from->count, pair = 2 * b->index;
    size_t *offset = malloc(n * sizeof *offset);
    void **buffer = malloc(n * sizeof *buffer);
    int status = offset && buffer ? ASHLAR_OK : ASHLAR_ENOMEM;
    for (size_t k = 0; k < n && status == ASHLAR_OK; ++k) {
        const int64_t row =
            p->halo->column[from->first + (int64_t)k] - spi_cut(&b->row_cuts, from->rank);
        offset[k] = (size_t)row * b->index;
        buffer[k] = ends + k * pair;
    }
    if (status == ASHLAR_OK)
        status = al_get_vector(b->segment, from->rank, n, offset, buffer, pair);
    free(offset);
    free(buffer);
    return status;
}

/* Columns and values of the rows, each run of consecutive ones by two transfers. */
static int fetch_elements(const row_product_t *p, const spi_neighbour_t *from, const char *ends,
                          char *columns, char *values)
{
    const spi_matrix_t *b = p->b;
    const spi_slice_t at = spi_slice_of(b, from->rank);
    al_handle_t handle = 0;
    for (int64_t k = 0, end; k < from->count; k = end) {
        const int64_t first = spi_index(ends, b->index, 2 * k);
        int64_t last = spi_index(ends, b->index, 2 * k + 1);
        for (end = k + 1; end < from->count && spi_index(ends, b->index, 2 * end) == last; ++end)
            last = spi_index(ends, b->index, 2 * end + 1);
        const size_t n = (size_t)(last - first);
        const al_shape_t of_columns = {.levels = 0, .count = {n * b->index}};
        const al_shape_t of_values = {.levels = 0, .count = {n * b->element}};
        AL_TRY(al_get_nb(b->segment, from->rank, at.column + (size_t)first * b->index, columns,
                         &of_columns, &handle));
        AL_TRY(al_get_nb(b->segment, from->rank, at.value + (size_t)first * b->element, values,
                         &of_values, &handle));
        columns += n * b->index;
        values += n * b->element;
    }
    return al_wait(&handle);
}

static int fetch_rows(row_product_t *p, int64_t number)
{
    const spi_matrix_t *b = p->b;
    const spi_neighbour_t *from = &p->halo->neighbour[number];
    char *ends = malloc((size_t)from->count * 2 * b->index);
    int status = ends ? fetch_ends(p, from, ends) : ASHLAR_ENOMEM;
    int64_t total = 0;
    for (int64_t k = 0; k < from->count && status == ASHLAR_OK; ++k)
        total += spi_index(ends, b->index, 2 * k + 1) - spi_index(ends, b->index, 2 * k);
    const size_t values = (size_t)ali_round_up((size_t)total * b->element, 8);
    char *memory = status == ASHLAR_OK ? malloc(values + (size_t)total * b->index + 1) : NULL;
    if (status == ASHLAR_OK)
        status = memory ? fetch_elements(p, from, ends, memory + values, memory) : ASHLAR_ENOMEM;
    p->fetched[number] = memory;
    for (int64_t k = 0, at = 0; k < from->count && status == ASHLAR_OK; ++k) {
        sparse_row_t *row = &p->row[from->first + k];
        row->n = spi_index(ends, b->index, 2 * k + 1) - spi_index(ends, b->index, 2 * k);
        row->value = memory + (size_t)at * b->element;
        row->column = memory + values + (size_t)at * b->index;
        at += row->n;
    }
    free(ends);
    return status;
}

static int find_rows(row_product_t *p)
{
    const spi_matrix_t *b = p->b;
    void *slice;
    AL_TRY(spi_halo_make(p->call, p->a, &b->row_cuts, &p->halo));
    p->row = malloc((size_t)(p->halo->lacking + 1) * sizeof *p->row);
    p->fetched = calloc((size_t)p->halo->neighbours + 1, sizeof *p->fetched);
    if (!p->row || !p->fetched)
        return ASHLAR_ENOMEM;
    for (int64_t n = 0; n < p->halo->neighbours; ++n) {
        const spi_neighbour_t *from = &p->halo->neighbour[n];
        if (!ali_slice_is_here(b->segment, from->rank)) {
            AL_TRY(fetch_rows(p, n));
            continue;
        }
        const spi_slice_t at = spi_slice_of(b, from->rank);
        AL_TRY(al_segment_address(b->segment, from->rank, &slice));
        for (int64_t k = from->first; k < from->first + from->count; ++k)
            p->row[k] =
                row_in(b, slice, &at, p->halo->column[k] - spi_cut(&b->row_cuts, from->rank));
    }
    return ASHLAR_OK;
}

/* ---- a row of the product -------------------------------------------------------------------- */

/* Row of b that element k of a is multiplied with; *at moves through the references. */
static sparse_row_t row_for(const row_product_t *p, const spi_slice_t *mine, int64_t k, int64_t *at)
{
    const int64_t column = spi_column(p->a, k);
    return column >= p->halo->lo && column < p->halo->end
               ? row_in(p->b, p->b->begin, mine, column - p->halo->lo)
               : p->row[p->halo->at[(*at)++]];
}

/* Room for a row of so many products. */
static int reserve_table(row_product_t *p, int64_t products)
{
    const int64_t most = ali_min(products, p->b->cols);
    int bits = p->bits ? p->bits : 6;
    while ((int64_t)1 << bits < 2 * most)
        ++bits;
    if (bits == p->bits)
        return ASHLAR_OK;
    free(p->key);
    free(p->sum);
    free(p->used);
    const size_t size = (size_t)1 << bits;
    p->bits = bits;
    p->key = malloc(size * sizeof *p->key);
    p->sum = malloc(size * p->a->element);
    p->used = malloc(size * sizeof *p->used);
    if (!p->key || !p->sum || !p->used)
        return ASHLAR_ENOMEM;
    memset(p->key, -1, size * sizeof *p->key);
    return ASHLAR_OK;
}

static void add_row(row_product_t *p, const char *a, const sparse_row_t *row)
{
    const spi_kernels_t *kernels = spi_kernels_of(p->a);
    const size_t element = p->a->element, index = p->b->index;
    const uint64_t mask = ((uint64_t)1 << p->bits) - 1;
    for (int64_t k = 0; k < row->n; ++k) {
        const int64_t column = spi_index(row->column, index, k);
        uint64_t at = (uint64_t)column * UINT64_C(0x9E3779B97F4A7C15) >> (64 - p->bits);
        while (p->key[at] >= 0 && p->key[at] != column)
            at = (at + 1) & mask;
        if (p->key[at] < 0) {
            p->key[at] = column;
            memset(p->sum + at * element, 0, element);
            p->used[p->n++] = (int64_t)at;
        }
        kernels->add_product(p->sum + at * element, a, row->value + (size_t)k * element);
    }
}

/* Append the row to what c is assembled with, and empty the table. */
static int take_row_of_product(row_product_t *p, int64_t row)
{
    spi_matrix_t *c = p->c;
    AL_TRY(spi_reserve(p->call, c, p->n));
    char *record = c->pending.record + c->pending.count * c->records->bytes;
    for (int64_t k = 0; k < p->n; ++k, record += c->records->bytes) {
        const size_t at = (size_t)p->used[k];
        c->records->append(record, 1, &row, &p->key[at], p->sum + at * c->element);
        p->key[at] = -1;
    }
    c->pending.count += (size_t)p->n;
    p->n = 0;
    return ASHLAR_OK;
}

static int multiply_my_rows(row_product_t *p)
{
    const spi_matrix_t *a = p->a;
    const spi_slice_t mine = spi_slice_of(p->b, p->b->rank);
    int64_t counted = 0, at = 0;
    for (int64_t row = 0; row < spi_my_rows(a); ++row) {
        int64_t products = 0;
        for (int64_t k = spi_begin(a, row); k < spi_begin(a, row + 1); ++k)
            products += row_for(p, &mine, k, &counted).n;
        AL_TRY(reserve_table(p, products));
        for (int64_t k = spi_begin(a, row); k < spi_begin(a, row + 1); ++k) {
            const sparse_row_t other = row_for(p, &mine, k, &at);
            add_row(p, a->value + (size_t)k * a->element, &other);
        }
        AL_TRY(take_row_of_product(p, spi_row_lo(a) + row));
    }
    return ASHLAR_OK;
}

static void release_product(row_product_t *p)
{
    for (int64_t n = 0; p->halo && p->fetched && n < p->halo->neighbours; ++n)
        free(p->fetched[n]);
    free(p->fetched);
    free(p->row);
    free(p->key);
    free(p->sum);
    free(p->used);
    spi_halo_release(p->halo);
}

/* ---- the call -------------------------------------------------------------------------------- */

static int check_factors(const char *call, const spi_matrix_t *a, const spi_matrix_t *b)
{
    if (a->type != b->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: the types of sparse matrices '%s' and '%s' differ", call,
                       a->name, b->name);
    if (a->group != b->group)
        return AL_FAIL(ASHLAR_EGROUP, "%s: sparse matrices '%s' and '%s' are of two groups", call,
                       a->name, b->name);
    return a->cols == b->rows
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE,
                         "%s: sparse matrix '%s' has %lld columns, and '%s' %lld rows", call,
                         a->name, (long long)a->cols, b->name, (long long)b->rows);
}

int ga_sparse_multiply(ga_sparse_t a, ga_sparse_t b, const char *name, ga_sparse_t *c)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_multiply), spi_group(a), spi_number(a),
                                     spi_number(b), name, c));
    spi_matrix_t *left, *right;
    AL_TRY(spi_find_assembled(__func__, a, &left));
    AL_TRY(spi_find_assembled(__func__, b, &right));
    if (!c)
        return gai_bad_argument(__func__, "the matrix pointer");
    AL_TRY(check_factors(__func__, left, right));
    const ga_sparse_spec_t spec = {.type = left->type,
                                   .rows = left->rows,
                                   .cols = right->cols,
                                   .name = name,
                                   .group = left->group_handle,
                                   .rule = left->rule,
                                   .index_bytes =
                                       (int)ali_max((int64_t)left->index, (int64_t)right->index),
                                   .row_cuts = left->row_cuts.table,
                                   .col_cuts = right->col_cuts.table};
    row_product_t p = {.call = __func__, .a = left, .b = right};
    AL_TRY(al_barrier(left->group));
    AL_TRY(spi_create(__func__, &spec, &p.c));
    int status = find_rows(&p);
    if (status == ASHLAR_OK)
        status = multiply_my_rows(&p);
    if (status == ASHLAR_ENOMEM)
        status = AL_FAIL(status, "%s: no memory for the rows of sparse matrices '%s' and '%s'",
                         __func__, left->name, right->name);
    release_product(&p);
    status = gai_agree(__func__, left->group, status);
    if (status == ASHLAR_OK)
        status = spi_assemble(__func__, p.c);
    if (status != ASHLAR_OK)
        spi_destroy(p.c);
    else
        *c = p.c->handle;
    return status;
}
