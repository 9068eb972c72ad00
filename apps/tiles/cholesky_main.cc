/* Factors a symmetric positive definite matrix in tiles. */
#include <algorithm>

#include "kernels.hpp"
#include "problem.h"

namespace
{

double time_once(const problem_t &problem, const grid &on, const matrix &original, const matrix &a)
{
    const tiles_grid_t shape = problem_grid(on.handle());
    TRY(ga_copy(original.handle(), a.handle()));
    TRY(ga_sync());
    const double begin = MPI_Wtime();
    if (problem.in_c && problem.looks_ahead)
        cholesky_ahead(&shape, a.handle());
    else if (problem.in_c)
        cholesky(&shape, a.handle());
    else if (problem.looks_ahead)
        cholesky_ahead(on, a);
    else
        cholesky(on, a);
    TRY(ga_sync());
    return MPI_Wtime() - begin;
}

int run(const problem_t &problem)
{
    const int64_t n = problem.size[0], nb = problem.tile;
    const grid on{static_cast<int>(problem.shape[0]), static_cast<int>(problem.shape[1])};
    const matrix original(on, {n, n}, {nb, nb}, "matrix"), a(on, {n, n}, {nb, nb}, "factor");
    problem_fill_definite(original.handle());
    double best = time_once(problem, on, original, a);
    for (int64_t r = 1; r < problem.repetitions; ++r)
        best = std::min(best, time_once(problem, on, original, a));
    const double order = static_cast<double>(n);
    problem_report(problem.looks_ahead ? "cholesky with look-ahead" : "cholesky", &problem, best,
                   order * order * order / 3);
    if (!problem.checks)
        return 1;
    TRY(la_cholesky(original.handle()));
    return problem_verdict(problem_distance(a.handle(), original.handle(), 1));
}

} // namespace

int main(int argc, char **argv)
{
    problem_t problem{{2000, 2000, 2000}, 192, 1, {0, 0}, 0, 0, 0};
    const int code = problem_begin(
        "cholesky", "Factors a symmetric positive definite matrix in tiles.", &problem, argc, argv);
    return code >= 0 ? code : problem_end(run(problem));
}
