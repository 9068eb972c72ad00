/* Elements as records {value, row, column}, for each type and width of indices. */
#ifndef SPARSE_RECORDS_H
#define SPARSE_RECORDS_H

#include "sparse/src/sparse_private.h"

/* A list of records; all of them, or those in rows of this rank. */
typedef struct spi_stream {
    const char *record;
    size_t count;
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

typedef struct spi_records {
    size_t bytes; /* of a record */
    void (*append)(char *to, int64_t n, const int64_t *i, const int64_t *j, const void *values);
    /* Append the elements of rows k to end-1 of a matrix; with rows and columns exchanged. */
    void (*list)(const spi_matrix_t *matrix, bool transposed, char *to);
    /* Count the records for each rank; write those of other ranks to places that the counts move
     * through. */
    void (*count_owners)(const spi_matrix_t *matrix, size_t *count);
    void (*pack)(const spi_matrix_t *matrix, size_t *place, char *to);
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
