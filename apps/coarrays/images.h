/* For the programs in C: what they do about errors, and how they begin. */
#ifndef COARRAYS_IMAGES_H
#define COARRAYS_IMAGES_H

#include <stdio.h>
#include <stdlib.h>

#include <ashlar/coarray.h>

static inline void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* A coarray of doubles, or of records of so many of them, and the address of mine. */
static inline co_array_t *make_coarray(int64_t rows, int64_t columns, size_t doubles, void *mine)
{
    const co_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .record_bytes = doubles > 1 ? doubles * sizeof(double) : 0,
                            .ndim = 2,
                            .extents = {rows, columns}};
    co_array_t *x;
    check(co_create(&spec, &x));
    check(co_local(x, mine));
    return x;
}

/* Are there rows, or columns of blocks, for all images? */
static inline void check_images(int most)
{
    if (co_num_images(0) > most) {
        fprintf(stderr, "there is work for %d images only\n", most);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

#endif
