/* For the programs in C: what they do about errors, and how they begin. */
#ifndef COARRAYS_IMAGES_H
#define COARRAYS_IMAGES_H

#include <stdio.h>
#include <stdlib.h>

#include <ashlar/coarray.h>

#include "arguments.h"

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

/* Start the library; the program takes no arguments. There are rows, or columns of blocks, for so
 * many images. */
static inline void start(const char *program, int argc, char **argv, int most_images)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    int code = arguments_none(program, GRID_ABOUT, argc, argv, co_this_image(0) == 0);
    if (code >= 0) {
        check(ga_terminate());
        MPI_Finalize();
        exit(code);
    }
    if (co_num_images(0) > most_images) {
        fprintf(stderr, "there is work for %d images only\n", most_images);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

#endif
