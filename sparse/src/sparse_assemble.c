/* Adding elements, and bringing them to their owners: one transfer for each, then a sort. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/src/sparse_records.h"

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
    size_t *count, mine;    /* [ranks] my pending records by owner; those of my own rows */
    size_t *begin;          /* [ranks] where those of an owner begin */
    char *packed;           /* those of others, owner by owner */
    al_segment_t *counts;   /* [ranks] in a slice: how many records a rank sends there, */
    al_segment_t *incoming; /* which lie here, in the order of ranks */
    size_t before, behind;  /* incoming records of ranks before me, and of those behind */
    char *old;              /* the records of the matrix as it is */
    char *record;           /* all of my rows: [total], then sorted */
    size_t total;
    int64_t kept;
} assembly_t;

/* Step 1: find out whose the records are. *sends: how many go elsewhere. */
static int count_records(assembly_t *a, long long *sends)
{
    const spi_matrix_t *matrix = a->matrix;
    a->count = calloc(2 * (size_t)matrix->size, sizeof *a->count);
    if (!a->count)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d counts", a->call, matrix->size);
    a->begin = a->count + matrix->size;
    matrix->records->count_owners(matrix, a->count);
    a->mine = a->count[matrix->rank];
    a->count[matrix->rank] = 0;
    const size_t others = matrix->pending.count - a->mine;
    *sends = (long long)others;
    if (others == 0)
        return ASHLAR_OK;
    size_t at = 0;
    a->packed = malloc(others * matrix->records->bytes);
    if (!a->packed)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu elements of other ranks", a->call,
                       others);
    for (int r = 0; r < matrix->size; ++r) {
        a->begin[r] = at;
        at += a->count[r];
    }
    matrix->records->pack(matrix, a->begin, a->packed);
    for (int r = 0; r < matrix->size; ++r)
        a->begin[r] -= a->count[r];
    return ASHLAR_OK;
}

/* Step 2: owners learn how much comes, and say where it goes. Each entry of `counts` is written by
 * the rank that it is about, then by the owner, and read by that rank, with a barrier between. */
static int announce_records(assembly_t *a)
{
    const spi_matrix_t *matrix = a->matrix;
    const size_t bytes = (size_t)matrix->size * sizeof(int64_t);
    void *address;
    AL_TRY(al_segment_create(matrix->group, bytes, &a->counts));
    AL_TRY(al_segment_address(a->counts, matrix->rank, &address));
    int64_t *mine = address, at = 0;
    memset(mine, 0, bytes);
    AL_TRY(al_barrier(matrix->group));
    for (int r = 0; r < matrix->size; ++r) {
        const int64_t count = (int64_t)a->count[r];
        if (count > 0)
            AL_TRY(al_put(a->counts, r, (size_t)matrix->rank * sizeof count, &count, sizeof count));
    }
    AL_TRY(al_barrier(matrix->group));
    for (int r = 0; r < matrix->size; ++r) {
        const int64_t count = mine[r];
        *(r < matrix->rank ? &a->before : &a->behind) += (size_t)count;
        mine[r] = at;
        at += count;
    }
    return al_segment_create(matrix->group, (size_t)at * matrix->records->bytes, &a->incoming);
}

/* Step 3. */
static int send_records(assembly_t *a)
{
    const spi_matrix_t *matrix = a->matrix;
    const size_t bytes = matrix->records->bytes;
    al_handle_t handle = 0;
    for (int k = 1; k < matrix->size; ++k) { /* not all to the same rank at once */
        const int r = (matrix->rank + k) % matrix->size;
        if (a->count[r] == 0)
            continue;
        int64_t at;
        AL_TRY(al_get(a->counts, r, (size_t)matrix->rank * sizeof at, &at, sizeof at));
        const al_shape_t shape = {.levels = 0, .count = {a->count[r] * bytes}};
        AL_TRY(al_put_nb(a->incoming, r, (size_t)at * bytes, a->packed + a->begin[r] * bytes,
                         &shape, &handle));
    }
    AL_TRY(al_wait(&handle));
    return al_barrier(matrix->group);
}

/* Between nodes or on one: all records that go elsewhere. */
static int exchange_records(assembly_t *a)
{
    AL_TRY(announce_records(a));
    return send_records(a);
}

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

static int list_streams(assembly_t *a, spi_stream_t *streams)
{
    spi_matrix_t *matrix = a->matrix;
    void *incoming = NULL;
    if (a->incoming)
        AL_TRY(al_segment_address(a->incoming, matrix->rank, &incoming));
    if (matrix->mine > 0) {
        a->old = malloc((size_t)matrix->mine * matrix->records->bytes);
        if (!a->old)
            return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " elements", a->call,
                           matrix->mine);
        matrix->records->list(matrix, false, a->old);
    }
    streams[0] = (spi_stream_t){a->old, (size_t)matrix->mine, false};
    streams[1] = (spi_stream_t){incoming, a->before, false};
    streams[2] = (spi_stream_t){matrix->pending.record, matrix->pending.count,
                                a->mine < matrix->pending.count};
    streams[3] = (spi_stream_t){
        incoming ? (const char *)incoming + a->before * matrix->records->bytes : NULL, a->behind,
        false};
    a->total = (size_t)matrix->mine + a->before + a->mine + a->behind;
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

static int fill_and_sort(assembly_t *a, const spi_stream_t *streams, int n, spi_buckets_t *buckets)
{
    const spi_records_t *records = a->matrix->records;
    size_t *place = calloc(buckets->count + 1, sizeof *place), largest = 0, at = 0;
    spi_scratch_t scratch = {NULL, malloc((((size_t)1 << buckets->shift) + 1) * sizeof(size_t))};
    buckets->begin = calloc(buckets->count + 1, sizeof *buckets->begin);
    a->record = malloc(a->total * records->bytes + 1);
    int status = place && scratch.row && buckets->begin && a->record ? ASHLAR_OK : ASHLAR_ENOMEM;
    for (int k = 0; k < n && status == ASHLAR_OK; ++k)
        records->count_buckets(&streams[k], buckets, buckets->begin);
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
    for (int k = 0; k < n && status == ASHLAR_OK; ++k)
        records->fill_buckets(&streams[k], buckets, place, a->record);
    if (status == ASHLAR_OK)
        status = sort_buckets(a, buckets, &scratch);
    free(place);
    free(scratch.row);
    free(scratch.record);
    free(buckets->begin);
    return status;
}

/* Step 4. */
static int sort_records(assembly_t *a)
{
    enum { STREAMS = 4 };
    spi_stream_t streams[STREAMS];
    spi_buckets_t buckets;
    AL_TRY(list_streams(a, streams));
    choose_buckets(a->matrix, a->total, &buckets);
    return fill_and_sort(a, streams, STREAMS, &buckets);
}

static int release_assembly(assembly_t *a, int status)
{
    free(a->count);
    free(a->packed);
    free(a->old);
    free(a->record);
    al_segment_t *const segments[] = {a->counts, a->incoming};
    for (size_t k = 0; k < sizeof segments / sizeof *segments; ++k)
        if (segments[k]) {
            const int freed = al_segment_free(segments[k]);
            status = status == ASHLAR_OK ? freed : status;
        }
    return status;
}

int spi_assemble(const char *call, spi_matrix_t *matrix)
{
    assembly_t a = {.call = call, .matrix = matrix};
    long long sends = 0;
    int status = gai_agree(call, matrix->group, count_records(&a, &sends));
    if (status == ASHLAR_OK)
        status = al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_SUM, &sends, 1);
    if (status == ASHLAR_OK && sends > 0)
        status = exchange_records(&a);
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
