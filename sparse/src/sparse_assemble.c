/* Adding elements, and sorting those of all ranks (sparse_exchange.c brings them). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/src/sparse_exchange.h"

/* ---- adding ---------------------------------------------------------------------------------- */

int spi_reserve(const char *call, spi_matrix_t *matrix, int64_t n)
{
    spi_pending_t *pending = &matrix->pending;
    enum { LEAST = 1024 };
    if ((size_t)n <= pending->room - pending->count)
        return ASHLAR_OK;
    size_t room = pending->room + pending->room / 2 + LEAST;
    if (room < pending->count + (size_t)n)
        room = pending->count + (size_t)n;
    char *record = realloc(pending->record, room * matrix->records->bytes);
    if (!record)
        return AL_FAIL(ASHLAR_ENOMEM,
                       "%s: no memory for %zu elements that sparse matrix '%s' has not been "
                       "assembled with",
                       call, room, matrix->name);
    pending->record = record;
    pending->room = room;
    return ASHLAR_OK;
}

static int check_places(const char *call, const spi_matrix_t *matrix, int64_t n, const int64_t *i,
                        const int64_t *j)
{
    const uint64_t rows = (uint64_t)matrix->rows, cols = (uint64_t)matrix->cols;
    for (int64_t k = 0; k < n; ++k)
        if (AL_UNLIKELY((uint64_t)i[k] >= rows || (uint64_t)j[k] >= cols))
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: element (%" PRId64 ", %" PRId64 ") is outside sparse matrix '%s' "
                           "of %" PRId64 " x %" PRId64,
                           call, i[k], j[k], matrix->name, matrix->rows, matrix->cols);
    return ASHLAR_OK;
}

int ga_sparse_add(ga_sparse_t s, int64_t n, const int64_t *i, const int64_t *j, const void *values)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %" PRId64 " elements", __func__, n);
    if (n > 0 && (!i || !j || !values))
        return gai_bad_argument(__func__, !i ? "i" : !j ? "j" : "values");
    AL_TRY(check_places(__func__, matrix, n, i, j));
    AL_TRY(spi_reserve(__func__, matrix, n));
    spi_pending_t *pending = &matrix->pending;
    matrix->records->append(pending->record + pending->count * matrix->records->bytes, n, i, j,
                            values);
    pending->count += (size_t)n;
    return ASHLAR_OK;
}

/* ---- assembling ------------------------------------------------------------------------------ */

typedef struct assembly {
    const char *call;
    spi_matrix_t *matrix;
    spi_exchange_t exchange;
    spi_stream_t *stream; /* [streams] in the order in which elements count */
    size_t streams;
    char *old;    /* the records of the matrix as it is */
    char *record; /* all of my rows: [total], then sorted */
    size_t total;
    int64_t kept;
} assembly_t;

/* Rows for a bucket: some 2^14 records, and not more rows than that. */
static void choose_buckets(const spi_matrix_t *matrix, size_t total, spi_buckets_t *buckets)
{
    enum { RECORDS = 1 << 14, MOST = 1 << 12 };
    buckets->first = spi_row_lo(matrix);
    buckets->end = spi_row_end(matrix);
    const uint64_t rows = (uint64_t)ali_max(spi_my_rows(matrix), 1);
    const uint64_t wanted = ali_min_bytes(MOST, total / RECORDS + rows / RECORDS + 1);
    buckets->shift = 0;
    while (rows >> buckets->shift > wanted)
        ++buckets->shift;
    buckets->count = (size_t)(((rows - 1) >> buckets->shift) + 1);
}

static int compare_streams(const void *a, const void *b)
{
    const int64_t x = ((const spi_stream_t *)a)->rank, y = ((const spi_stream_t *)b)->rank;
    return (x > y) - (x < y);
}

static int list_streams(assembly_t *a)
{
    spi_matrix_t *matrix = a->matrix;
    const spi_pending_t *pending = &matrix->pending;
    const size_t incoming = spi_exchange_list(&a->exchange, NULL);
    a->streams = incoming + 2;
    a->stream = malloc(a->streams * sizeof *a->stream);
    a->old = malloc((size_t)matrix->mine * matrix->records->bytes + 1);
    if (!a->stream || !a->old)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " elements of %zu ranks",
                       a->call, matrix->mine, incoming);
    if (matrix->mine > 0)
        matrix->records->list(matrix, false, a->old);
    a->stream[0] = (spi_stream_t){a->old, (size_t)matrix->mine, -1, false};
    a->stream[1] =
        (spi_stream_t){pending->record, pending->count, matrix->rank, a->exchange.others > 0};
    spi_exchange_list(&a->exchange, a->stream + 2);
    qsort(a->stream, a->streams, sizeof *a->stream, compare_streams);
    for (size_t k = 0; k < a->streams; ++k)
        a->total += a->stream[k].count;
    a->total -= a->exchange.others;
    return ASHLAR_OK;
}

/* Each bucket is sorted where it is, and what is left of it moves to the front. */
static int sort_buckets(assembly_t *a, const spi_buckets_t *buckets, const spi_scratch_t *scratch)
{
    const spi_records_t *records = a->matrix->records;
    size_t kept = 0;
    for (size_t b = 0; b < buckets->count; ++b) {
        const size_t begin = buckets->begin[b], n = buckets->begin[b + 1] - begin;
        char *bucket = a->record + begin * records->bytes;
        const int64_t left = records->sort(buckets, b, a->matrix->rule, bucket, n, scratch);
        if (left < 0) {
            int64_t i, j;
            records->place(bucket, &i, &j);
            return AL_FAIL(ASHLAR_EMISMATCH,
                           "%s: element (%" PRId64 ", %" PRId64 ") of sparse matrix '%s' was added "
                           "twice, and its rule is GA_SPARSE_REFUSE",
                           a->call, i, j, a->matrix->name);
        }
        if (kept != begin)
            memmove(a->record + kept * records->bytes, bucket, (size_t)left * records->bytes);
        kept += (size_t)left;
    }
    a->kept = (int64_t)kept;
    return ASHLAR_OK;
}

static int fill_and_sort(assembly_t *a, spi_buckets_t *buckets)
{
    const spi_records_t *records = a->matrix->records;
    size_t *place = calloc(buckets->count + 1, sizeof *place), largest = 0, at = 0;
    spi_scratch_t scratch = {NULL, malloc((((size_t)1 << buckets->shift) + 1) * sizeof(size_t))};
    buckets->begin = calloc(buckets->count + 1, sizeof *buckets->begin);
    a->record = malloc(a->total * records->bytes + 1);
    int status = place && scratch.row && buckets->begin && a->record ? ASHLAR_OK : ASHLAR_ENOMEM;
    for (size_t k = 0; k < a->streams && status == ASHLAR_OK; ++k)
        records->count_buckets(&a->stream[k], buckets, buckets->begin);
    for (size_t b = 0; b <= buckets->count && status == ASHLAR_OK; ++b) {
        const size_t count = buckets->begin[b];
        largest = count > largest ? count : largest;
        place[b] = buckets->begin[b] = at;
        at += count;
    }
    scratch.record = status == ASHLAR_OK ? malloc(largest * records->bytes + 1) : NULL;
    if (!scratch.record)
        status =
            AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for sorting %zu elements", a->call, a->total);
    for (size_t k = 0; k < a->streams && status == ASHLAR_OK; ++k)
        records->fill_buckets(&a->stream[k], buckets, place, a->record);
    if (status == ASHLAR_OK)
        status = sort_buckets(a, buckets, &scratch);
    free(place);
    free(scratch.row);
    free(scratch.record);
    free(buckets->begin);
    return status;
}

static int sort_records(assembly_t *a)
{
    spi_buckets_t buckets;
    AL_TRY(list_streams(a));
    choose_buckets(a->matrix, a->total, &buckets);
    return fill_and_sort(a, &buckets);
}

static int release_assembly(assembly_t *a, int status)
{
    free(a->stream);
    free(a->old);
    free(a->record);
    return spi_exchange_release(&a->exchange, status);
}

int spi_assemble(const char *call, spi_matrix_t *matrix)
{
    assembly_t a = {.call = call, .matrix = matrix, .exchange = {.call = call, .matrix = matrix}};
    int status = gai_agree(call, matrix->group, spi_exchange_pack(&a.exchange));
    long long sends = (long long)a.exchange.others;
    if (status == ASHLAR_OK)
        status = al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_SUM, &sends, 1);
    if (status == ASHLAR_OK && sends > 0)
        status = spi_exchange_send(&a.exchange);
    if (status == ASHLAR_OK) {
        status = sort_records(&a);
        status = spi_store(call, matrix, a.record, a.kept, status);
    }
    if (status == ASHLAR_OK || status == ASHLAR_EMISMATCH) {
        free(matrix->pending.record);
        matrix->pending = (spi_pending_t){NULL, 0, 0};
    }
    return release_assembly(&a, status);
}

int ga_sparse_assemble(ga_sparse_t s)
{
    SPI_COLLECTIVE(ga_sparse_assemble, s);
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    return spi_assemble(__func__, matrix);
}
