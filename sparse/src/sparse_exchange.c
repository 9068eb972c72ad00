/* Bringing records to their owners: memory and messages grow with the ranks that get some.
 *
 * What a rank sends to another one is a chunk, a header and records. Its place in the slice of
 * `incoming` is what a fetch-and-add of its bytes to the owner's word of `room` has found there, so
 * that chunks lie in no order, and headers tell whose they are.
 *
 * Memory ordering: each rank clears its own word before the first barrier and reads it behind the
 * second one, between which it changes by fetch-and-adds alone. The third barrier orders chunks
 * before their owner reads them. */
#include "sparse/src/sparse_exchange.h"

#include <stdlib.h>
#include <string.h>

/* Records follow. */
typedef struct chunk {
    int64_t rank, count;
} chunk_t;

static size_t chunk_bytes(const spi_matrix_t *matrix, size_t count)
{
    return (size_t)ali_round_up(sizeof(chunk_t) + count * matrix->records->bytes, sizeof(chunk_t));
}

/* ---- partners -------------------------------------------------------------------------------- */

spi_partner_t *spi_partner_find(spi_partners_t *partners, const spi_cuts_t *cuts, int64_t row)
{
    const int owner = spi_owner(cuts, row);
    spi_partner_t *partner = ali_rank_record(&partners->map, owner, sizeof *partner);
    if (!partner)
        return NULL;
    if (!partner->rows) {
        partner->first = spi_cut(cuts, owner);
        partner->rows = (uint64_t)(spi_cut(cuts, owner + 1) - partner->first);
        partner->next = partners->last;
        partners->last = partner;
    }
    partners->recent[spi_partner_slot(cuts, row)] = partner;
    return partner;
}

static int compare_partners(const void *a, const void *b)
{
    return (*(spi_partner_t *const *)a)->distance - (*(spi_partner_t *const *)b)->distance;
}

/* The others, in an order in which not all send to the same rank at once. */
static int list_partners(spi_exchange_t *exchange)
{
    const spi_matrix_t *matrix = exchange->matrix;
    exchange->partner = malloc((exchange->partners.map.used + 1) * sizeof *exchange->partner);
    if (!exchange->partner)
        return ASHLAR_ENOMEM;
    for (spi_partner_t *partner = exchange->partners.last; partner; partner = partner->next) {
        const int distance = partner->rank - matrix->rank;
        partner->distance = distance < 0 ? distance + matrix->size : distance;
        if (distance != 0)
            exchange->partner[exchange->sends++] = partner;
        else
            exchange->mine = partner->count;
    }
    qsort(exchange->partner, exchange->sends, sizeof *exchange->partner, compare_partners);
    exchange->others = matrix->pending.count - exchange->mine;
    return ASHLAR_OK;
}

/* ---- sending --------------------------------------------------------------------------------- */

static int pack_chunks(spi_exchange_t *exchange)
{
    const spi_matrix_t *matrix = exchange->matrix;
    size_t bytes = 0;
    for (size_t k = 0; k < exchange->sends; ++k)
        bytes += chunk_bytes(matrix, exchange->partner[k]->count);
    exchange->packed = malloc(bytes);
    if (!exchange->packed)
        return ASHLAR_ENOMEM;
    char *at = exchange->packed;
    for (size_t k = 0; k < exchange->sends; ++k) {
        spi_partner_t *partner = exchange->partner[k];
        *(chunk_t *)(void *)at = (chunk_t){matrix->rank, (int64_t)partner->count};
        partner->place = at + sizeof(chunk_t);
        at += chunk_bytes(matrix, partner->count);
    }
    matrix->records->pack(matrix, &exchange->partners);
    return ASHLAR_OK;
}

int spi_exchange_pack(spi_exchange_t *exchange)
{
    const spi_matrix_t *matrix = exchange->matrix;
    int status = matrix->records->count_owners(matrix, &exchange->partners);
    if (status == ASHLAR_OK)
        status = list_partners(exchange);
    if (status == ASHLAR_OK && exchange->sends > 0)
        status = pack_chunks(exchange);
    return status == ASHLAR_OK
               ? status
               : AL_FAIL(status, "%s: no memory for sending %zu elements of sparse matrix '%s'",
                         exchange->call, matrix->pending.count, matrix->name);
}

/* Find a place for each chunk, and make the room. */
static int take_places(spi_exchange_t *exchange)
{
    const spi_matrix_t *matrix = exchange->matrix;
    void *mine;
    AL_TRY(al_segment_create(matrix->group, sizeof(int64_t), &exchange->room));
    AL_TRY(al_segment_address(exchange->room, matrix->rank, &mine));
    *(int64_t *)mine = 0;
    AL_TRY(al_barrier(matrix->group));
    for (size_t k = 0; k < exchange->sends; ++k) {
        spi_partner_t *partner = exchange->partner[k];
        AL_TRY(al_fetch_add(exchange->room, partner->rank, 0, ASHLAR_LLONG,
                            (int64_t)chunk_bytes(matrix, partner->count), &partner->offset));
    }
    AL_TRY(al_barrier(matrix->group));
    return al_segment_create(matrix->group, *(size_t *)mine, &exchange->incoming);
}

int spi_exchange_send(spi_exchange_t *exchange)
{
    const spi_matrix_t *matrix = exchange->matrix;
    const char *chunk = exchange->packed;
    al_handle_t handle = 0;
    AL_TRY(take_places(exchange));
    for (size_t k = 0; k < exchange->sends; ++k) {
        const spi_partner_t *partner = exchange->partner[k];
        const size_t bytes = chunk_bytes(matrix, partner->count);
        const al_shape_t shape = {.levels = 0, .count = {bytes}};
        AL_TRY(al_put_nb(exchange->incoming, partner->rank, (size_t)partner->offset, chunk, &shape,
                         &handle));
        chunk += bytes;
    }
    AL_TRY(al_wait(&handle));
    return al_barrier(matrix->group);
}

/* ---- what has come --------------------------------------------------------------------------- */

size_t spi_exchange_list(const spi_exchange_t *exchange, spi_stream_t *streams)
{
    const spi_matrix_t *matrix = exchange->matrix;
    void *base;
    size_t n = 0;
    if (!exchange->incoming ||
        al_segment_address(exchange->incoming, matrix->rank, &base) != ASHLAR_OK)
        return 0;
    const size_t bytes = al_segment_bytes(exchange->incoming, matrix->rank);
    for (size_t at = 0; at < bytes; ++n) {
        const chunk_t *chunk = (const chunk_t *)(const void *)((const char *)base + at);
        const size_t count = (size_t)chunk->count;
        if (streams)
            streams[n] = (spi_stream_t){(const char *)(chunk + 1), count, chunk->rank, false};
        at += chunk_bytes(matrix, count);
    }
    return n;
}

int spi_exchange_release(spi_exchange_t *exchange, int status)
{
    al_segment_t *const segments[] = {exchange->room, exchange->incoming};
    ali_rank_map_free(&exchange->partners.map);
    free(exchange->partner);
    free(exchange->packed);
    for (size_t k = 0; k < sizeof segments / sizeof *segments; ++k)
        if (segments[k]) {
            const int freed = al_segment_free(segments[k]);
            status = status == ASHLAR_OK ? freed : status;
        }
    return status;
}
