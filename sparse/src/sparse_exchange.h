/* Bringing pending records to the ranks that own their rows. */
#ifndef SPARSE_EXCHANGE_H
#define SPARSE_EXCHANGE_H

#include "sparse/src/sparse_records.h"

typedef struct spi_exchange {
    const char *call;
    const spi_matrix_t *matrix;
    spi_partners_t partners;
    spi_partner_t **partner;    /* [sends] those that are not me, the next rank first */
    size_t sends, others, mine; /* partners; pending records of others and of mine */
    char *packed;               /* a chunk for each partner, in this order */
    al_segment_t *room;         /* an int64_t in a slice: bytes of what is sent to its rank */
    al_segment_t *incoming;     /* chunks of those who send, in any order; NULL: nobody does */
} spi_exchange_t;

/* Find out whose the records are, and pack those of others. Not collective. @return ASHLAR_ENOMEM
 */
int spi_exchange_pack(spi_exchange_t *exchange);
/* Send them. Collective; some rank has records of others. */
int spi_exchange_send(spi_exchange_t *exchange);
/* How many ranks have sent me something; the records of each, unless streams is NULL. */
size_t spi_exchange_list(const spi_exchange_t *exchange, spi_stream_t *streams);
/* Collective. @return status, or why freeing has failed */
int spi_exchange_release(spi_exchange_t *exchange, int status);

#endif
