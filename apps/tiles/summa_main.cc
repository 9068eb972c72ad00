/* Multiplies two matrices in tiles. */
#include <algorithm>

#include "kernels.hpp"
#include "problem.h"

namespace
{

double time_once(const problem_t &problem, const grid &on, const matrix &a, const matrix &b,
                 const matrix &c)
{
    const double zero = 0;
    const tiles_grid_t shape = problem_grid(on.handle());
    TRY(ga_fill(c.handle(), &zero));
    TRY(ga_sync());
    const double begin = MPI_Wtime();
    if (problem.in_c)
        summa(&shape, a.handle(), b.handle(), c.handle());
    else
        summa(on, a, b, c);
    TRY(ga_sync());
    return MPI_Wtime() - begin;
}

int run(const problem_t &problem)
{
    const double one = 1, zero = 0;
    const int64_t m = problem.size[0], n = problem.size[1], k = problem.size[2], nb = problem.tile;
    const grid on{static_cast<int>(problem.shape[0]), static_cast<int>(problem.shape[1])};
    const matrix a(on, {m, k}, {nb, nb}, "a"), b(on, {k, n}, {nb, nb}, "b"),
        c(on, {m, n}, {nb, nb}, "c");
    problem_fill(a.handle(), 1);
    problem_fill(b.handle(), 2);
    double best = time_once(problem, on, a, b, c);
    for (int64_t r = 1; r < problem.repetitions; ++r)
        best = std::min(best, time_once(problem, on, a, b, c));
    const double flops =
        2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    problem_report("summa", &problem, best, flops);
    if (!problem.checks)
        return 1;
    const matrix expected(on, {m, n}, {nb, nb}, "expected");
    TRY(la_gemm('n', 'n', &one, a.handle(), b.handle(), &zero, expected.handle()));
    return problem_verdict(problem_distance(c.handle(), expected.handle(), 0));
}

} // namespace

int main(int argc, char **argv)
{
    problem_t problem{{2000, 2000, 2000}, 256, 1, {0, 0}, 0, 0, 0};
    const int code =
        problem_begin("tiles_summa", "Multiplies two matrices in tiles.", &problem, argc, argv);
    return code >= 0 ? code : problem_end(run(problem));
}
