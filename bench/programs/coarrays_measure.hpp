// The programs in C++ about coarrays share this. They are called LIBRARY [LEAST [REST...]]: LIBRARY
// is a face, or mpi for the same by MPI alone. Rows are measured and printed as in
// coarrays_fortran.f90, each for LEAST milliseconds or more (unset: 10).
#ifndef COARRAYS_MEASURE_HPP
#define COARRAYS_MEASURE_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <ashlar/coarray.hpp>

namespace bench
{

inline int me, images;
inline bool is_bare;       // MPI alone is measured,
inline void (*sync_all)(); // and these are its barriers, else the library's
inline long least = 10;
inline std::vector<std::string> rest;
inline constexpr int samples = 7;

[[noreturn]] inline void fail(const std::string &what)
{
    std::fprintf(stderr, "wrong: %s\n", what.c_str());
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::abort();
}

inline void check(bool is_right, const char *what)
{
    if (!is_right)
        fail(what);
}

// The first of n things that an image has; its last is before the first of the next image.
inline int first_of(int n, int image)
{
    return static_cast<int>(static_cast<long long>(n) * image / images);
}
inline int count_of(int n, int image)
{
    return first_of(n, image + 1) - first_of(n, image);
}

// Returns the microseconds of a run, on the images that work; the others wait.
template <class Run> double time_of(Run &run, long times, bool works)
{
    sync_all();
    const double start = MPI_Wtime();
    for (long k = 0; works && k < times; ++k)
        run();
    const double end = MPI_Wtime();
    sync_all();
    return (end - start) * 1e6 / static_cast<double>(times);
}

template <class Run> void measure(const std::string &name, Run &&run, bool works = true)
{
    long times = 1;
    for (bool enough = false; !enough;) {
        const double us = time_of(run, times, works) * static_cast<double>(times);
        enough = us >= 1e3 * static_cast<double>(least) || times >= 1000000;
        MPI_Bcast(&enough, 1, MPI_C_BOOL, 0, MPI_COMM_WORLD);
        times *= enough ? 1 : 2;
    }
    for (int k = 0; k < samples; ++k) {
        const double us = time_of(run, times, works);
        if (me == 0)
            std::printf("%s %.5f\n", name.c_str(), us);
    }
}

// Starts MPI and, unless MPI alone is measured, the library; `rows` measures.
inline int run(int argc, char **argv, const std::string &face, void (*rows)())
{
    MPI_Init(&argc, &argv);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    check(!arguments.empty() && (arguments[0] == "mpi" || arguments[0] == face),
          "the first argument is the face, or mpi");
    is_bare = arguments[0] == "mpi";
    if (arguments.size() > 1) {
        least = std::stol(arguments[1]);
        rest.assign(arguments.begin() + 2, arguments.end());
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &images);
    sync_all = [] { MPI_Barrier(MPI_COMM_WORLD); };
    try {
        if (is_bare) {
            rows();
        } else {
            ashlar::check(ga_initialize(MPI_COMM_WORLD));
            sync_all = [] { ashlar::sync_all(); };
            rows();
            ashlar::check(ga_terminate());
        }
    } catch (const std::exception &e) {
        fail(e.what());
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}

} // namespace bench
#endif
