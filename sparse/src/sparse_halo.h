/* The halo of a matrix: the columns that its rows refer to and other ranks own. */
#ifndef SPARSE_HALO_H
#define SPARSE_HALO_H

#include "sparse/src/sparse_private.h"

/* Lacking columns of one owner: numbers first to first+count-1 of the list. */
typedef struct spi_neighbour {
    int rank;
    int64_t first, count, runs; /* runs: of consecutive columns */
} spi_neighbour_t;

/* A row that lacks something. Its elements from begin[row] to own-1 and from `behind` on refer to
 * lacking columns: the numbers of these begin at number `at` of spi_halo_t.at. */
typedef struct spi_boundary {
    int64_t row, own, behind, at;
} spi_boundary_t;

typedef struct spi_halo {
    int64_t lo, end; /* own columns */
    int64_t lacking;
    int64_t *column; /* [lacking] increasing */
    uint32_t *at; /* which of these, for each element of mine that refers to one, in their order */
    int64_t boundaries, neighbours;
    spi_boundary_t *boundary;
    spi_neighbour_t *neighbour;
    char *values; /* [lacking] elements */
} spi_halo_t;

/* Find the halo where ranks own columns between cuts. Not collective.
 * @return ASHLAR_ENOMEM, ASHLAR_ELIMIT */
int spi_halo_make(const char *call, const spi_matrix_t *matrix, const spi_cuts_t *cuts,
                  spi_halo_t **halo);
void spi_halo_release(spi_halo_t *halo);
/* That of a matrix and its own cuts, found once. Not collective. */
int spi_halo_get(const char *call, spi_matrix_t *matrix);
/* Start reading the elements of a vector that my rows lack from those owners that are not on my
 * node, and read those that are. The values are complete after both and a wait. */
int spi_halo_read_far(const spi_halo_t *halo, const gai_array_t *vector, ga_handle_t *handle);
int spi_halo_read_near(const spi_halo_t *halo, const gai_array_t *vector);

/* The address of elements lo to end-1 of a vector, where they lie in one block of a rank on my
 * node; else NULL. */
char *spi_in_place(const gai_array_t *vector, int rank, int64_t lo, int64_t end);

#endif
