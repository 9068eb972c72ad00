/* For the programs in C++: how they begin, and what they do about errors. */
#ifndef COARRAYS_IMAGES_HPP
#define COARRAYS_IMAGES_HPP

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <ashlar/coarray.hpp>

#include "arguments.h"

/* The exit code is that of `work`, whose coarrays must be gone before the library ends. The program
 * takes no arguments. */
inline int run(const char *program, int argc, char **argv, int most_images, int (*work)())
{
    MPI_Init(&argc, &argv);
    int code = EXIT_FAILURE;
    try {
        ashlar::check(ga_initialize(MPI_COMM_WORLD));
        code = arguments_none(program, GRID_ABOUT, argc, argv, ashlar::this_image() == 0);
        if (code < 0 && ashlar::num_images() > most_images)
            throw std::runtime_error("there is work for " + std::to_string(most_images) +
                                     " images only");
        if (code < 0)
            code = work();
        ashlar::check(ga_terminate());
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return code;
}

#endif
