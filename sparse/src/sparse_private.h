/* A sparse matrix, and how a call finds it by its handle. */
#ifndef SPARSE_PRIVATE_H
#define SPARSE_PRIVATE_H

#include <ashlar/sparse.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"

/* Elements as records (sparse_records.h): those of this rank that wait for being assembled. */
typedef struct spi_pending {
    char *record;
    size_t count, room;
} spi_pending_t;

/* Rank r owns indices from spi_cut(r) to spi_cut(r + 1) - 1. Without a table, the caller's: blocks
 * of one width, the last one less, and ranks behind them have nothing. */
typedef struct spi_cuts {
    const int64_t *table; /* [size + 1], once a node, or NULL */
    int64_t extent, width;
    int size, blocks;
    double per_index; /* ranks: near, as cuts are mostly even */
} spi_cuts_t;

static inline int64_t spi_cut(const spi_cuts_t *cuts, int rank)
{
    if (cuts->table)
        return cuts->table[rank];
    /* no product is above 2^63 */
    return rank < cuts->blocks ? ali_min(rank * cuts->width, cuts->extent) : cuts->extent;
}

typedef struct spi_matrix {
    ga_sparse_t handle;
    char name[GA_NAME_MAX + 1];
    ga_type type;
    size_t element, index; /* bytes */
    const struct spi_records *records;
    ga_sparse_rule rule;
    int64_t rows, cols;
    al_group_t *group;
    ga_group_t group_handle;
    int rank, size; /* of the group */
    int number;     /* by which the ranks of the group know it */
    spi_cuts_t row_cuts, col_cuts;
    al_share_t cuts; /* their tables, if the caller gave any */
    spi_pending_t pending;

    /* A slice holds begin, then column and value, the wider of the two first. */
    al_segment_t *segment;        /* NULL: not assembled */
    char *begin, *column, *value; /* of my slice */
    int64_t mine, stored, widest;
    struct spi_halo *halo; /* the elements of vectors that products lack; NULL: not found yet */
} spi_matrix_t;

/* Where the parts of a slice begin, and how many elements it has. */
typedef struct spi_slice {
    size_t column, value, bytes;
    int64_t rows, count;
} spi_slice_t;

/* The slice of a rank with so many elements; the one that it has in an assembled matrix. */
spi_slice_t spi_slice_for(const spi_matrix_t *matrix, int rank, int64_t count);
spi_slice_t spi_slice_of(const spi_matrix_t *matrix, int rank);

static inline int64_t spi_row_lo(const spi_matrix_t *matrix)
{
    return spi_cut(&matrix->row_cuts, matrix->rank);
}

static inline int64_t spi_row_end(const spi_matrix_t *matrix)
{
    return spi_cut(&matrix->row_cuts, matrix->rank + 1);
}

static inline int64_t spi_my_rows(const spi_matrix_t *matrix)
{
    return spi_row_end(matrix) - spi_row_lo(matrix);
}

static inline int64_t spi_col_lo(const spi_matrix_t *matrix)
{
    return spi_cut(&matrix->col_cuts, matrix->rank);
}

static inline int64_t spi_col_end(const spi_matrix_t *matrix)
{
    return spi_cut(&matrix->col_cuts, matrix->rank + 1);
}

/* Number k of a list of indices. */
AL_INLINE int64_t spi_index(const char *list, size_t bytes, int64_t k)
{
    return bytes == 4 ? ((const int32_t *)(const void *)list)[k]
                      : ((const int64_t *)(const void *)list)[k];
}

static inline int64_t spi_begin(const spi_matrix_t *matrix, int64_t row)
{
    return spi_index(matrix->begin, matrix->index, row);
}

static inline int64_t spi_column(const spi_matrix_t *matrix, int64_t k)
{
    return spi_index(matrix->column, matrix->index, k);
}

/* The rank whose part between cuts an index is in. */
AL_INLINE int spi_owner(const spi_cuts_t *cuts, int64_t index)
{
    int rank = (int)((double)index * cuts->per_index);
    rank = rank < cuts->size ? rank : cuts->size - 1;
    while (index < spi_cut(cuts, rank))
        --rank;
    while (index >= spi_cut(cuts, rank + 1))
        ++rank;
    return rank;
}

/* The matrix of a handle; one that has been assembled. @return ASHLAR_EHANDLE, ASHLAR_ESTATE */
int spi_find(const char *call, ga_sparse_t s, spi_matrix_t **matrix);
int spi_find_assembled(const char *call, ga_sparse_t s, spi_matrix_t **matrix);

/* Make a matrix without elements, and forget one with all it has. Collective over its group. */
int spi_create(const char *call, const ga_sparse_spec_t *spec, spi_matrix_t **matrix);
int spi_destroy(spi_matrix_t *matrix);
/* Like another one: its description with other extents and cuts where they are transposed. */
int spi_create_like(const char *call, const spi_matrix_t *matrix, const char *name, bool transposed,
                    spi_matrix_t **made);

/* Append room for n records to those that wait. @return ASHLAR_ENOMEM */
int spi_reserve(const char *call, spi_matrix_t *matrix, int64_t n);
/* Bring pending records to their owners, and make CSR of them and of what is there. Collective. */
int spi_assemble(const char *call, spi_matrix_t *matrix);
/* Make CSR of n records of my rows, sorted, each element once, in place of what is there; status:
 * whether this rank has them. Collective. @return ASHLAR_ENOMEM, ASHLAR_ELIMIT */
int spi_store(const char *call, spi_matrix_t *matrix, const char *record, int64_t n, int status);
/* Forget what products know of the places of columns. */
void spi_halo_free(spi_matrix_t *matrix);

/* The first line of collective calls, and what follows: see ALI_CHECKED. */
#define COLLECTIVE(call, ...) SPI_CALL_##call,
enum {
#include "api/sparse_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t spi_collectives[];
#define SPI_ROW(call) (&spi_collectives[SPI_CALL_##call])

al_group_t *spi_group(ga_sparse_t s); /* NULL: no such matrix */
int spi_number(ga_sparse_t s);
#define SPI_COLLECTIVE(call, s, ...)                                                               \
    ALI_CHECKED(gai_check_collective(SPI_ROW(call), spi_group(s), spi_number(s), ##__VA_ARGS__))

#endif
