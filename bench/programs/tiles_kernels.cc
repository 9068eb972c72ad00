/* tiles_kernels: the kernels of apps/tiles, beside what there is for the same: two OpenBLAS at once
 * and la_gemm; pdpotrf with its best block and grid; FFTW's transform over MPI, and exchanges by
 * ga_copy between arrays in two distributions. Tiles and blocks are the best of some, found by a
 * run of each before. */
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/la.h>
#include <fftw3-mpi.h>

#include "apps/tiles/fft.hpp"
#include "apps/tiles/kernels.hpp"
#include "apps/tiles/problem.h"

#include "bench/lib/bench.h"

extern "C" {
#if ASHLAR_BLAS_INT64
typedef int64_t la_int;
#else
typedef int la_int;
#endif
void pdpotrf_(const char *, const la_int *, double *, const la_int *, const la_int *,
              const la_int *, la_int *);
la_int numroc_(const la_int *, const la_int *, const la_int *, const la_int *, const la_int *);
void descinit_(la_int *, const la_int *, const la_int *, const la_int *, const la_int *,
               const la_int *, const la_int *, const la_int *, const la_int *, la_int *);
void Cblacs_get(la_int, la_int, la_int *);
void Cblacs_gridinit(la_int *, const char *, la_int, la_int);
void Cblacs_gridexit(la_int);
void Cblacs_gridinfo(la_int, la_int *, la_int *, la_int *, la_int *);
}

namespace
{

using work = std::function<void()>;

double seconds_of(const work &prepare, const work &run)
{
    prepare();
    bench_barrier();
    const double begin = bench_now();
    run();
    bench_barrier();
    return bench_now() - begin;
}

/* All ranks take what rank 0 finds the fastest. */
size_t fastest(const std::vector<double> &seconds)
{
    int best = static_cast<int>(std::min_element(seconds.begin(), seconds.end()) - seconds.begin());
    MPI_Bcast(&best, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return static_cast<size_t>(best);
}

/* The work of a subject for a row; made before the rows are measured. */
struct contestant {
    std::string subject, row;
    work prepare, run;
};
std::vector<contestant> contestants;

void add(const char *subject, const std::string &row, work prepare, work run)
{
    contestants.push_back({subject, row, std::move(prepare), std::move(run)});
}

void nothing()
{
}

/* Tiles and rows of the grid. */
struct shape {
    int64_t tile;
    int rows;
};

std::vector<shape> shapes()
{
    std::vector<shape> all;
    for (int64_t tile : {128, 192, 256, 320, 384, 512})
        for (int rows : {1, bench_size()})
            all.push_back({tile, rows});
    return all;
}

/* The faster of two runs. */
double twice(const work &prepare, const work &run)
{
    const double first = seconds_of(prepare, run);
    return std::min(first, seconds_of(prepare, run));
}

void say(const std::string &row, const char *what, const shape &chosen)
{
    if (bench_rank() == 0)
        fprintf(stderr, "%s: %s: tiles of %d on %d rows\n", row.c_str(), what,
                static_cast<int>(chosen.tile), chosen.rows);
}

/* ---- products -------------------------------------------------------------------------------- */

struct products {
    grid on;
    int64_t n, nb;
    std::optional<matrix> a, b, c;
    products(int64_t order, shape chosen) : on{chosen.rows, 0}, n(order), nb(chosen.tile)
    {
        a.emplace(on, list{n, n}, list{nb, nb}, "a");
        b.emplace(on, list{n, n}, list{nb, nb}, "b");
        c.emplace(on, list{n, n}, list{nb, nb}, "c");
        problem_fill(a->handle(), 1);
        problem_fill(b->handle(), 2);
    }
    using list = std::initializer_list<int64_t>;
    void clear() const
    {
        const double zero = 0;
        TRY(ga_fill(c->handle(), &zero));
    }
    void multiply() const
    {
        summa(on, *a, *b, *c);
    }
};

void add_products(int64_t n)
{
    const std::string row = "summa-" + std::to_string(n);
    std::vector<double> seconds;
    const auto all = shapes();
    for (const shape &one_of : all) {
        const products one(n, one_of);
        seconds.push_back(twice([&] { one.clear(); }, [&] { one.multiply(); }));
    }
    const shape chosen = all[fastest(seconds)];
    say(row, "ga", chosen);
    auto best = std::make_shared<products>(n, chosen);
    add(
        "ga", row, [best] { best->clear(); }, [best] { best->multiply(); });

    ga_t a, b, c;
    TRY(ga_create(ASHLAR_DOUBLE, n, n, "a", 0, 0, &a));
    TRY(ga_create(ASHLAR_DOUBLE, n, n, "b", 0, 0, &b));
    TRY(ga_create(ASHLAR_DOUBLE, n, n, "c", 0, 0, &c));
    problem_fill(a, 1);
    problem_fill(b, 2);
    const double zero = 0;
    TRY(ga_fill(c, &zero));
    add("la", row, nothing, [a, b, c] {
        const double one = 1, none = 0;
        TRY(la_gemm('n', 'n', &one, a, b, &none, c));
    });

    /* Each rank its part of the columns. */
    const int64_t columns = n / bench_size();
    auto whole = std::make_shared<std::vector<double>>(static_cast<size_t>(n * n), 0.5);
    auto half = std::make_shared<std::vector<double>>(static_cast<size_t>(n * columns), 0.5);
    auto out = std::make_shared<std::vector<double>>(static_cast<size_t>(n * columns), 0.0);
    add("limit", row, nothing,
        [=] { tiles_multiply(n, columns, n, 1, whole->data(), 'N', half->data(), out->data()); });
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

struct factors {
    grid on;
    int64_t nb;
    matrix original, a;
    factors(int64_t n, shape chosen)
        : on{chosen.rows, 0}, nb(chosen.tile), original(on, {n, n}, {nb, nb}, "matrix"),
          a(on, {n, n}, {nb, nb}, "factor")
    {
        problem_fill_definite(original.handle());
    }
    void restore() const
    {
        TRY(ga_copy(original.handle(), a.handle()));
    }
};

/* ScaLAPACK's, on a grid of its own. */
struct scalapack {
    la_int context = 0, n, nb, descriptor[9] = {};
    std::vector<double> original, a;
    scalapack(la_int order, la_int block, la_int rows) : n(order), nb(block)
    {
        const la_int zero = 0;
        la_int columns = bench_size() / rows, row, column, info;
        Cblacs_get(0, 0, &context);
        Cblacs_gridinit(&context, "Row", rows, columns);
        Cblacs_gridinfo(context, &rows, &columns, &row, &column);
        const la_int mine = std::max<la_int>(1, numroc_(&n, &nb, &row, &zero, &rows));
        const la_int others = numroc_(&n, &nb, &column, &zero, &columns);
        descinit_(descriptor, &n, &n, &nb, &nb, &zero, &zero, &context, &mine, &info);
        original.resize(static_cast<size_t>(mine) * static_cast<size_t>(others));
        for (la_int j = 0; j < others; ++j)
            for (la_int i = 0; i < mine; ++i) {
                const la_int gi = (i / nb * rows + row) * nb + i % nb;
                const la_int gj = (j / nb * columns + column) * nb + j % nb;
                original[static_cast<size_t>(i + j * mine)] =
                    gi == gj ? static_cast<double>(n)
                             : 0.5 / static_cast<double>(1 + std::abs(gi - gj));
            }
        a = original;
    }
    scalapack(const scalapack &) = delete;
    scalapack &operator=(const scalapack &) = delete;
    ~scalapack()
    {
        Cblacs_gridexit(context);
    }
    void restore()
    {
        a = original;
    }
    void factor()
    {
        const la_int one = 1;
        la_int info;
        pdpotrf_("L", &n, a.data(), &one, &one, descriptor, &info);
        if (info != 0)
            bench_fail("pdpotrf: info %d", static_cast<int>(info));
    }
};

void add_factors(int64_t n)
{
    const std::string row = "cholesky-" + std::to_string(n);
    std::vector<double> shorts, aheads;
    const auto all = shapes();
    for (const shape &one_of : all) {
        const factors one(n, one_of);
        shorts.push_back(twice([&] { one.restore(); }, [&] { cholesky(one.on, one.a); }));
        aheads.push_back(twice([&] { one.restore(); }, [&] { cholesky_ahead(one.on, one.a); }));
    }
    const shape chosen[] = {all[fastest(shorts)], all[fastest(aheads)]};
    say(row, "short", chosen[0]);
    say(row, "ahead", chosen[1]);
    auto best = std::make_shared<factors>(n, chosen[0]);
    auto ahead = std::make_shared<factors>(n, chosen[1]);
    add(
        "short", row, [best] { best->restore(); }, [best] { cholesky(best->on, best->a); });
    add(
        "ahead", row, [ahead] { ahead->restore(); },
        [ahead] { cholesky_ahead(ahead->on, ahead->a); });

    const std::vector<la_int> blocks = {32, 64, 96, 128, 192, 256};
    std::vector<double> seconds;
    for (la_int block : blocks)
        for (la_int rows : {1, bench_size()}) {
            scalapack one(static_cast<la_int>(n), block, rows);
            seconds.push_back(twice([&] { one.restore(); }, [&] { one.factor(); }));
        }
    const size_t best_of_theirs = fastest(seconds);
    const int rows_of_theirs = best_of_theirs % 2 ? bench_size() : 1;
    auto theirs = std::make_shared<scalapack>(static_cast<la_int>(n), blocks[best_of_theirs / 2],
                                              static_cast<la_int>(rows_of_theirs));
    say(row, "scalapack", {theirs->nb, rows_of_theirs});
    add(
        "scalapack", row, [theirs] { theirs->restore(); }, [theirs] { theirs->factor(); });

    /* A product of a smaller order that has as many operations. */
    const int64_t order = std::llround(static_cast<double>(n) / std::cbrt(6.0));
    const int64_t columns = order / bench_size();
    auto whole = std::make_shared<std::vector<double>>(static_cast<size_t>(order * order), 0.5);
    auto part = std::make_shared<std::vector<double>>(static_cast<size_t>(order * columns), 0.5);
    auto out = std::make_shared<std::vector<double>>(static_cast<size_t>(order * columns), 0.0);
    add("limit", row, nothing, [=] {
        tiles_multiply(order, columns, order, 1, whole->data(), 'N', part->data(), out->data());
    });
}

/* ---- transforms ------------------------------------------------------------------------------ */

/* FFTW's own over MPI, which leaves two dimensions exchanged, as ours does. */
struct fftw_over_mpi {
    fftw_complex *data;
    fftw_plan plan;
    ptrdiff_t elements;
    explicit fftw_over_mpi(ptrdiff_t n)
    {
        ptrdiff_t planes, first, lines, second;
        const ptrdiff_t room = fftw_mpi_local_size_3d_transposed(n, n, n, MPI_COMM_WORLD, &planes,
                                                                 &first, &lines, &second);
        data = fftw_alloc_complex(static_cast<size_t>(room));
        elements = planes * n * n;
        plan = fftw_mpi_plan_dft_3d(n, n, n, data, data, MPI_COMM_WORLD, FFTW_FORWARD,
                                    FFTW_MEASURE | FFTW_MPI_TRANSPOSED_OUT);
    }
    fftw_over_mpi(const fftw_over_mpi &) = delete;
    fftw_over_mpi &operator=(const fftw_over_mpi &) = delete;
    ~fftw_over_mpi()
    {
        fftw_destroy_plan(plan);
        fftw_free(data);
    }
    void fill() const
    {
        memset(data, 0, static_cast<size_t>(elements) * sizeof *data);
        data[0][0] = 1;
    }
};

void add_transforms(int64_t n)
{
    const std::string row = "fft-" + std::to_string(n);
    const int64_t size[] = {n, n, n};
    auto ours = std::make_shared<fft_problem>(size, 0, 0);
    add(
        "ga", row, [ours] { ours->fill(); }, [ours] { ours->run(); });
    auto copied = std::make_shared<fft_problem>(size, 0, 0);
    add(
        "copy", row, [copied] { copied->fill(); }, [copied] { copied->run_by_copies(); });
    auto theirs = std::make_shared<fftw_over_mpi>(n);
    add(
        "fftw", row, [theirs] { theirs->fill(); }, [theirs] { fftw_execute(theirs->plan); });
}

/* ---- rows ------------------------------------------------------------------------------------ */

std::vector<bench_row_t> rows;
const contestant *contestant_of(const bench_row_t *row)
{
    return &contestants[static_cast<size_t>(row - rows.data())];
}

void run_row(const bench_row_t *row, bench_sample_t *sample)
{
    const contestant *one = contestant_of(row);
    sample->us = 1e6 * seconds_of(one->prepare, one->run);
}

/* Each subject has the rows that were added for it, which must lie side by side. */
void measure()
{
    std::stable_sort(
        contestants.begin(), contestants.end(),
        [](const contestant &a, const contestant &b) { return a.subject < b.subject; });
    const char *prefix = bench_option("--prefix");
    std::vector<bench_subject_t> subjects;
    for (contestant &one : contestants)
        rows.push_back({one.row.c_str(), BENCH_TRANSFER | BENCH_HOSTS, 0, run_row});
    for (contestant &one : contestants)
        one.subject.insert(0, prefix ? prefix : "");
    for (size_t k = 0; k < contestants.size(); ++k) {
        if (k == 0 || contestants[k].subject != contestants[k - 1].subject)
            subjects.push_back(
                {contestants[k].subject.c_str(), &rows[k], 0, nullptr, nullptr, nullptr});
        ++subjects.back().row_count;
    }
    bench_run(subjects.data(), static_cast<int>(subjects.size()));
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    TRY(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    const char *what = bench_option("--kernels");
    const std::string kernels = what ? what : "summa,cholesky,fft";
    if (kernels.find("summa") != std::string::npos) {
        add_products(2000);
        add_products(4000);
    }
    if (kernels.find("cholesky") != std::string::npos)
        add_factors(4000);
    if (kernels.find("fft") != std::string::npos) {
        add_transforms(128);
        add_transforms(256);
    }
    measure();
    contestants.clear();
    bench_stop();
    ga_set_leak_report(0);
    TRY(ga_terminate());
    MPI_Finalize();
    return 0;
}
