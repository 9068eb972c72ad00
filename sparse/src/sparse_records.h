/* Elements as records {value, row, column}, for each type and width of indices. */
#ifndef SPARSE_RECORDS_H
#define SPARSE_RECORDS_H

#include "sparse/src/sparse_private.h"

/* A list of records; all of them, or those in rows of this rank. */
typedef struct spi_stream {
    const char *record;
    size_t count;
    int64_t rank;  /* who has added them; -1: they are in the matrix */
    bool is_mixed; /* has records of other ranks' rows, too */
} spi_stream_t;

/* Rows are sorted bucket by bucket, so that a bucket stays in the cache. */
typedef struct spi_buckets {
    int64_t first, end;   /* rows */
    int shift;            /* bucket (row - first) >> shift */
    size_t count, *begin; /* [count + 1] */
} spi_buckets_t;

/* Memory for sorting a bucket. */
typedef struct spi_scratch {
    char *record;
    size_t *row; /* [rows of a bucket + 1] */
} spi_scratch_t;

/* A rank that owns rows of pending records. */
typedef struct spi_partner {
    int rank, distance; /* first, for al_rank_map_t; upward from me, and around */
    int64_t first;      /* its first row */
    uint64_t rows;
    size_t count;   /* records */
    char *place;    /* of the next one that is packed */
    int64_t offset; /* where they go in its slice */
    struct spi_partner *next;
} spi_partner_t;

/* All of them. A slot has the one that was found last of those that share it, which saves the
 * search for most records where there are few. */
enum { SPI_RECENT = 256 };
typedef struct spi_partners {
    spi_partner_t *recent[SPI_RECENT], *last;
    al_rank_map_t map;
} spi_partners_t;

/* The rows of a rank share a slot or two where cuts are nearly even. */
AL_INLINE unsigned spi_partner_slot(const spi_cuts_t *cuts, int64_t row)
{
    return (unsigned)(int)((double)row * cuts->per_index) % SPI_RECENT;
}

/* NULL: no memory for a new one. */
spi_partner_t *spi_partner_find(spi_partners_t *partners, const spi_cuts_t *cuts, int64_t row);

AL_INLINE spi_partner_t *spi_partner_of(spi_partners_t *partners, const spi_cuts_t *cuts,
                                        int64_t row)
{
    spi_partner_t *partner = partners->recent[spi_partner_slot(cuts, row)];
    if (AL_LIKELY(partner && (uint64_t)(row - partner->first) < partner->rows))
        return partner;
    return spi_partner_find(partners, cuts, row);
}

typedef struct spi_records {
    size_t bytes; /* of a record */
    void (*append)(char *to, int64_t n, const int64_t *i, const int64_t *j, const void *values);
    /* Append the elements of rows k to end-1 of a matrix; with rows and columns exchanged. */
    void (*list)(const spi_matrix_t *matrix, bool transposed, char *to);
    /* Count the records for each rank, ASHLAR_ENOMEM or ASHLAR_OK; write those of other ranks to
     * their places, which move on. */
    int (*count_owners)(const spi_matrix_t *matrix, spi_partners_t *partners);
    void (*pack)(const spi_matrix_t *matrix, spi_partners_t *partners);
    /* Count the records of a stream for each bucket; write them to their buckets. */
    void (*count_buckets)(const spi_stream_t *stream, const spi_buckets_t *buckets, size_t *count);
    void (*fill_buckets)(const spi_stream_t *stream, const spi_buckets_t *buckets, size_t *place,
                         char *to);
    /* Sort n records of bucket b by row and column and apply a rule. @return how many are left, -1:
     * the rule refuses, and the first of the records is such a one */
    int64_t (*sort)(const spi_buckets_t *buckets, size_t b, ga_sparse_rule rule, char *record,
                    size_t n, const spi_scratch_t *scratch);
    /* Write sorted records as CSR. */
    void (*store)(const spi_matrix_t *matrix, const char *record, int64_t n, char *begin,
                  char *column, char *value);
    /* The place of a record: its row and column. */
    void (*place)(const char *record, int64_t *row, int64_t *column);
    /* Set a record. */
    void (*set)(char *record, int64_t row, int64_t column, const void *value);
} spi_records_t;

extern const spi_records_t spi_records[ASHLAR_TYPE_COUNT][2]; /* indices of 4 and 8 bytes */

#endif
