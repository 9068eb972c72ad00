/* The slices of an assembled matrix: where their parts are, and making them of records. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/src/sparse_records.h"

enum { LINE = 64 };

spi_slice_t spi_slice_for(const spi_matrix_t *matrix, int rank, int64_t count)
{
    const size_t n = (size_t)count,
                 wide = matrix->element < matrix->index ? matrix->index : matrix->element;
    spi_slice_t slice = {.rows = spi_cut(&matrix->row_cuts, rank + 1) -
                                 spi_cut(&matrix->row_cuts, rank),
                         .count = count};
    const size_t begin = (size_t)ali_round_up((size_t)(slice.rows + 1) * matrix->index, LINE);
    slice.column = wide == matrix->element ? begin + n * matrix->element : begin;
    slice.value = wide == matrix->element ? begin : begin + n * matrix->index;
    slice.bytes = begin + n * (matrix->element + matrix->index);
    return slice;
}

spi_slice_t spi_slice_of(const spi_matrix_t *matrix, int rank)
{
    const spi_slice_t empty = spi_slice_for(matrix, rank, 0);
    const size_t bytes = al_segment_bytes(matrix->segment, rank) - empty.bytes;
    return spi_slice_for(matrix, rank, (int64_t)(bytes / (matrix->element + matrix->index)));
}

/* The total of all ranks and the longest of their rows. */
static int count_all(spi_matrix_t *matrix)
{
    long long stored = matrix->mine, widest = 0;
    for (int64_t r = 0; r < spi_my_rows(matrix); ++r)
        widest = ali_max(widest, spi_begin(matrix, r + 1) - spi_begin(matrix, r));
    AL_TRY(al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_SUM, &stored, 1));
    AL_TRY(al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_MAX, &widest, 1));
    matrix->stored = stored;
    matrix->widest = widest;
    return ASHLAR_OK;
}

int spi_store(const char *call, spi_matrix_t *matrix, const char *record, int64_t n, int status)
{
    const spi_slice_t slice = spi_slice_for(matrix, matrix->rank, n);
    al_segment_t *segment;
    void *base;
    if (status == ASHLAR_OK && matrix->index == 4 && n > INT32_MAX)
        status = AL_FAIL(ASHLAR_ELIMIT,
                         "%s: rank %d would have %" PRId64 " elements of sparse matrix '%s': "
                         "indices of 4 bytes end at %d, set index_bytes to 8",
                         call, matrix->rank, n, matrix->name, INT32_MAX);
    AL_TRY(gai_agree(call, matrix->group, status));
    AL_TRY(al_segment_create(matrix->group, slice.bytes, &segment));
    AL_TRY(al_segment_address(segment, matrix->rank, &base));
    matrix->begin = base;
    matrix->column = matrix->begin + slice.column;
    matrix->value = matrix->begin + slice.value;
    matrix->mine = n;
    matrix->records->store(matrix, record, n, matrix->begin, matrix->column, matrix->value);
    al_segment_t *old = matrix->segment;
    matrix->segment = segment;
    spi_halo_free(matrix);
    if (old)
        AL_TRY(al_segment_free(old));
    return count_all(matrix);
}

int ga_sparse_duplicate(ga_sparse_t s, const char *name, ga_sparse_t *copy)
{
    SPI_COLLECTIVE(ga_sparse_duplicate, s, name, copy);
    spi_matrix_t *matrix, *made;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!copy)
        return gai_bad_argument(__func__, "the matrix pointer");
    AL_TRY(spi_create_like(__func__, matrix, name, false, &made));
    char *record = malloc((size_t)matrix->mine * matrix->records->bytes + 1);
    int status = record ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", __func__);
    if (record)
        matrix->records->list(matrix, false, record);
    status = spi_store(__func__, made, record, matrix->mine, status);
    free(record);
    if (status != ASHLAR_OK)
        spi_destroy(made);
    else
        *copy = made->handle;
    return status;
}
