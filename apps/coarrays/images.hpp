/* For the programs in C++: how they begin, and what they do about errors. */
#ifndef COARRAYS_IMAGES_HPP
#define COARRAYS_IMAGES_HPP

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <ashlar/coarray.hpp>

/* The exit code is that of `work`, whose coarrays must be gone before the library ends. */
inline int run(int most_images, int (*work)())
{
    MPI_Init(nullptr, nullptr);
    int code = EXIT_FAILURE;
    try {
        ashlar::check(ga_initialize(MPI_COMM_WORLD));
        if (ashlar::num_images() > most_images)
            throw std::runtime_error("there is work for " + std::to_string(most_images) +
                                     " images only");
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
