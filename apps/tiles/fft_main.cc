/* Transforms an array of three dimensions. */
#include <algorithm>
#include <cmath>

#include "fft.hpp"
#include "problem.h"

namespace
{

double time_once(const problem_t &problem, const fft_problem &transform)
{
    transform.fill();
    TRY(ga_sync());
    const double begin = MPI_Wtime();
    if (problem.in_c)
        transform.run_in_c();
    else
        transform.run();
    TRY(ga_sync());
    return MPI_Wtime() - begin;
}

int run(const problem_t &problem)
{
    const fft_problem transform(problem.size, static_cast<int>(problem.shape[0]),
                                static_cast<int>(problem.shape[1]));
    double best = time_once(problem, transform);
    for (int64_t r = 1; r < problem.repetitions; ++r)
        best = std::min(best, time_once(problem, transform));
    const double elements = static_cast<double>(problem.size[0]) *
                            static_cast<double>(problem.size[1]) *
                            static_cast<double>(problem.size[2]);
    problem_report("fft", &problem, best, 5 * elements * std::log2(elements));
    return !problem.checks || problem_verdict(transform.distance());
}

} // namespace

int main(int argc, char **argv)
{
    problem_t problem{{128, 128, 128}, 0, 1, {0, 0}, 0, 0, 0};
    const int code = problem_begin("tiles_fft", "Transforms an array of three dimensions.",
                                   &problem, argc, argv);
    return code >= 0 ? code : problem_end(run(problem));
}
