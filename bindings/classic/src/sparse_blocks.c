/* Sparse arrays by blocks: the part of a rank's rows in the columns of a rank, as compressed rows
 * of its own. The library has the rows of a rank as one, so that a block is a copy. */
#include <string.h>

#include "sparse.h"

typedef struct block {
    bool is_made;
    bool is_copy;  /* not the rows of the library themselves */
    int64_t *from; /* [rows] the first element of each row in the library */
    void *begin, *column;
    char *value; /* NULL: no elements */
} block_t;

struct classic_sparse_blocks {
    classic_sparse_blocks_t *next;
    int s, count;
    size_t element;
    block_t block[]; /* [count], by rank */
};

classic_sparse_blocks_t *classic_sparse_handed_out;

/* ---- indices of either width ---- */

static int64_t index_at(const void *list, size_t bytes, int64_t k)
{
    return bytes == sizeof(int32_t) ? ((const int32_t *)list)[k] : ((const int64_t *)list)[k];
}

static void store_index(void *list, size_t bytes, int64_t k, int64_t index)
{
    if (bytes == sizeof(int32_t))
        ((int32_t *)list)[k] = (int32_t)index;
    else
        ((int64_t *)list)[k] = index;
}

static void need_width(const char *call, int s, size_t bytes)
{
    const int width = classic_sparse_inquire(call, s).index_bytes;
    if ((size_t)width != bytes)
        classic_stop(call,
                     "sparse array %d has indices of %d bytes, this call is for those of %d: calls "
                     "of C whose names end in 64 are for 8",
                     s, width, (int)bytes);
}

static void *need_memory(const char *call, int64_t n, size_t bytes)
{
    void *memory = malloc((size_t)n * bytes + 1);
    if (!memory)
        classic_stop(call, "no memory for %lld elements", (long long)n);
    return memory;
}

/* ---- copies and what they are of ---- */

/* The first of elements from..end-1 of a row whose column is at least j. */
static int64_t first_from(const ga_sparse_rows_t *rows, int64_t from, int64_t end, int64_t j)
{
    while (from < end) {
        const int64_t middle = from + (end - from) / 2;
        if (index_at(rows->column, (size_t)rows->index_bytes, middle) < j)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* The number of elements of each row in columns jlo..jhi, as compressed rows, and where they are.
 */
static int64_t map_rows(const ga_sparse_rows_t *rows, int64_t jlo, int64_t jhi, int64_t *from,
                        void *begin)
{
    const size_t bytes = (size_t)rows->index_bytes;
    const int64_t n = rows->ihi - rows->ilo + 1;
    int64_t count = 0;
    for (int64_t row = 0; row < n; ++row) {
        const int64_t end = index_at(rows->begin, bytes, row + 1);
        from[row] = first_from(rows, index_at(rows->begin, bytes, row), end, jlo);
        store_index(begin, bytes, row, count);
        count += first_from(rows, from[row], end, jhi + 1) - from[row];
    }
    store_index(begin, bytes, n, count);
    return count;
}

/* Move values between a copy and the rows of the library. */
static void move_block(const block_t *block, const ga_sparse_rows_t *rows, size_t element,
                       bool is_back)
{
    const size_t bytes = (size_t)rows->index_bytes;
    for (int64_t row = 0; row <= rows->ihi - rows->ilo; ++row) {
        const int64_t begin = index_at(block->begin, bytes, row),
                      n = index_at(block->begin, bytes, row + 1) - begin;
        char *copy = block->value + (size_t)begin * element,
             *value = (char *)rows->value + (size_t)block->from[row] * element;
        memcpy(is_back ? value : copy, is_back ? copy : value, (size_t)n * element);
    }
}

static void copy_block(const char *call, block_t *block, const ga_sparse_rows_t *rows, int64_t n,
                       size_t element)
{
    const size_t bytes = (size_t)rows->index_bytes;
    block->is_copy = true;
    block->column = need_memory(call, n, bytes);
    block->value = need_memory(call, n, element);
    for (int64_t row = 0; row <= rows->ihi - rows->ilo; ++row) {
        const int64_t begin = index_at(block->begin, bytes, row),
                      end = index_at(block->begin, bytes, row + 1);
        memcpy((char *)block->column + (size_t)begin * bytes,
               (const char *)rows->column + (size_t)block->from[row] * bytes,
               (size_t)(end - begin) * bytes);
    }
    move_block(block, rows, element, false);
}

static void free_block(block_t *block)
{
    free(block->from);
    if (block->is_copy) {
        free(block->begin);
        free(block->column);
        free(block->value);
    }
    *block = (block_t){.is_made = false};
}

/* The rows of the library themselves, where no other columns have elements. */
static void make_block(const char *call, int s, block_t *block, int icol, size_t element)
{
    ga_sparse_rows_t rows;
    int64_t ilo, ihi, jlo, jhi;
    CLASSIC_TRY(call, ga_sparse_distribution(s, icol, &ilo, &ihi, &jlo, &jhi));
    CLASSIC_TRY(call, ga_sparse_access(s, &rows));
    const size_t bytes = (size_t)rows.index_bytes;
    const int64_t row_count = rows.ihi - rows.ilo + 1;
    block->from = need_memory(call, row_count, sizeof *block->from);
    block->begin = need_memory(call, row_count + 1, bytes);
    const int64_t n = map_rows(&rows, jlo, jhi, block->from, block->begin);
    if (n > 0 && n < index_at(rows.begin, bytes, row_count)) {
        copy_block(call, block, &rows, n, element);
    } else {
        free(block->from);
        free(block->begin);
        block->from = NULL;
        memcpy(&block->begin, &rows.begin, sizeof block->begin);
        memcpy(&block->column, &rows.column, sizeof block->column);
        block->value = n > 0 ? rows.value : NULL;
    }
    block->is_made = true;
}

/* ---- what programs have ---- */

static classic_sparse_blocks_t *blocks_of(const char *call, int s)
{
    classic_sparse_blocks_t *blocks = classic_sparse_handed_out;
    while (blocks && blocks->s != s)
        blocks = blocks->next;
    if (blocks)
        return blocks;
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    const int count = GA_Pgroup_nnodes(classic_group_code(info.group));
    blocks = calloc(1, sizeof *blocks + (size_t)count * sizeof *blocks->block);
    if (!blocks)
        classic_stop(call, "no memory for %d blocks", count);
    blocks->s = s;
    blocks->count = count;
    CLASSIC_TRY(call, ga_type_bytes(info.type, &blocks->element));
    blocks->next = classic_sparse_handed_out;
    classic_sparse_handed_out = blocks;
    return blocks;
}

void classic_sparse_move(int s, bool is_back)
{
    ga_sparse_rows_t rows;
    for (classic_sparse_blocks_t *b = classic_sparse_handed_out; b; b = b->next)
        if ((s == 0 || b->s == s) && ga_sparse_access(b->s, &rows) == ASHLAR_OK)
            for (int k = 0; k < b->count; ++k)
                if (b->block[k].is_copy)
                    move_block(&b->block[k], &rows, b->element, is_back);
}

void classic_sparse_drop(int s)
{
    classic_sparse_blocks_t **at = &classic_sparse_handed_out;
    while (*at) {
        classic_sparse_blocks_t *blocks = *at;
        if (s != 0 && blocks->s != s) {
            at = &blocks->next;
            continue;
        }
        *at = blocks->next;
        for (int k = 0; k < blocks->count; ++k)
            free_block(&blocks->block[k]);
        free(blocks);
    }
}

void classic_sparse_access(const char *call, int s, int icol, size_t index_bytes, void *idx,
                           void *jdx, void *val)
{
    need_width(call, s, index_bytes);
    classic_sparse_blocks_t *blocks = blocks_of(call, s);
    if (icol < 0 || icol >= blocks->count)
        classic_stop(call, "block %d of columns outside 0..%d", icol, blocks->count - 1);
    block_t *block = &blocks->block[icol];
    if (!block->is_made)
        make_block(call, s, block, icol, blocks->element);
    void *none = NULL;
    memcpy(idx, block->value ? &block->begin : &none, sizeof block->begin);
    memcpy(jdx, block->value ? &block->column : &none, sizeof block->column);
    memcpy(val, &block->value, sizeof block->value);
}

void NGA_Sprs_array_access_col_block(int s, int icol, int **idx, int **jdx, void **val)
{
    classic_sparse_access("NGA_Sprs_array_access_col_block", s, icol, sizeof **idx, idx, jdx, val);
}

void NGA_Sprs_array_access_col_block64(int s, int icol, int64_t **idx, int64_t **jdx, void **val)
{
    classic_sparse_access("NGA_Sprs_array_access_col_block64", s, icol, sizeof **idx, idx, jdx,
                          val);
}

int *classic_sparse_column_blocks(const char *call, int s, int *n)
{
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    const int count = GA_Pgroup_nnodes(classic_group_code(info.group));
    int *list = need_memory(call, count, sizeof *list);
    *n = 0;
    for (int icol = 0; icol < count; ++icol) {
        int64_t ilo, ihi, jlo, jhi, elements;
        CLASSIC_TRY(call, ga_sparse_distribution(s, icol, &ilo, &ihi, &jlo, &jhi));
        CLASSIC_TRY(call, ga_sparse_count(s, info.ilo, info.ihi, jlo, jhi, &elements));
        if (elements > 0)
            list[(*n)++] = icol;
    }
    return list;
}

void NGA_Sprs_array_col_block_list(int s, int **idx, int *n)
{
    *idx = classic_sparse_column_blocks("NGA_Sprs_array_col_block_list", s, n);
}

/* ---- copies that are the program's ---- */

typedef struct bounds {
    int64_t ilo, ihi, jlo, jhi;
} bounds_t;

static bounds_t block_bounds(const char *call, int s, int64_t irow, int64_t icol)
{
    int64_t lo, hi;
    bounds_t b;
    classic_sparse_inquire(call, s);
    if (irow != (int)irow || icol != (int)icol)
        classic_stop(call, "block %lld, %lld: ranks are wanted", (long long)irow, (long long)icol);
    CLASSIC_TRY(call, ga_sparse_distribution(s, (int)irow, &b.ilo, &b.ihi, &lo, &hi));
    CLASSIC_TRY(call, ga_sparse_distribution(s, (int)icol, &lo, &hi, &b.jlo, &b.jhi));
    return b;
}

/* Make n numbers narrower where they are. */
static void *narrowed(int64_t *list, int64_t n, size_t bytes)
{
    for (int64_t k = 0; k < n && bytes == sizeof(int32_t); ++k) {
        const int32_t number = (int32_t)list[k];
        memcpy((char *)list + (size_t)k * sizeof number, &number, sizeof number);
    }
    return list;
}

/* 0 if the block has no elements. Whoever's they are, they are there after a sync. */
static int get_block(const char *call, int s, const bounds_t *b, size_t bytes, void *idx, void *jdx,
                     void **data)
{
    int64_t n, *begin = NULL, *column = NULL;
    size_t element;
    void *memory;
    need_width(call, s, bytes);
    classic_sparse_write_back(s);
    CLASSIC_TRY(call, ga_type_bytes(classic_sparse_inquire(call, s).type, &element));
    CLASSIC_TRY(call, ga_sparse_count(s, b->ilo, b->ihi, b->jlo, b->jhi, &n));
    *data = NULL;
    if (n > 0) {
        const int64_t rows = b->ihi - b->ilo + 1;
        begin = need_memory(call, rows + 1, sizeof *begin);
        column = need_memory(call, n, sizeof *column);
        *data = need_memory(call, n, element);
        CLASSIC_TRY(call,
                    ga_sparse_get(s, b->ilo, b->ihi, b->jlo, b->jhi, n, begin, column, *data));
        narrowed(begin, rows + 1, bytes);
        narrowed(column, n, bytes);
    }
    memory = begin;
    memcpy(idx, &memory, sizeof memory);
    memory = column;
    memcpy(jdx, &memory, sizeof memory);
    return n > 0;
}

int NGA_Sprs_array_get_block(int s, int irow, int icol, int **idx, int **jdx, void **data, int *ilo,
                             int *ihi, int *jlo, int *jhi)
{
    const char *call = "NGA_Sprs_array_get_block";
    const bounds_t b = block_bounds(call, s, irow, icol);
    const int is_there = get_block(call, s, &b, sizeof **idx, idx, jdx, data);
    *ilo = (int)b.ilo;
    *ihi = (int)b.ihi;
    *jlo = (int)b.jlo;
    *jhi = (int)b.jhi;
    return is_there;
}

int NGA_Sprs_array_get_block64(int s, int64_t irow, int64_t icol, int64_t **idx, int64_t **jdx,
                               void **data, int64_t *ilo, int64_t *ihi, int64_t *jlo, int64_t *jhi)
{
    const char *call = "NGA_Sprs_array_get_block64";
    const bounds_t b = block_bounds(call, s, irow, icol);
    *ilo = b.ilo;
    *ihi = b.ihi;
    *jlo = b.jlo;
    *jhi = b.jhi;
    return get_block(call, s, &b, sizeof **idx, idx, jdx, data);
}
