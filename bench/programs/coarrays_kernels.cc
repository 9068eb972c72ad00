// coarrays_kernels cxx2013|mpi [LEAST [N]]: three of the Parallel Research Kernels of R. Van der
// Wijngaart and T. Mattson (2014), whose versions in Fortran have coarrays, in the face for C++ of
// 2013 or by messages. The images, N/4 of them at most, have rows of grids of N x N (unset: 2000):
//
// - kernel-stencil: a star of radius 2 with the weights of a derivative; neighbours are read
// - kernel-transpose: B += A transposed; each image reads its part of the others' A
// - kernel-pipeline: each element needs those above, left, and above left, so the images take turns
//   in each row
//
// Each iteration changes its input, so that neighbours must be asked again, and each kernel knows
// its result.
#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/programs/coarrays_measure.hpp"

namespace
{

using bench::images;
using bench::me;
using grid_t = ashlar::LocalArray<double, 2>;
using coarray_t = ashlar::Coarray<double, 2>;

int N = 2000;
constexpr int R = 2; // the radius of the stencil

struct share {
    int first = bench::first_of(N, me), count = bench::count_of(N, me);
    int above = me > 0 ? me - 1 : -1, below = me + 1 < images ? me + 1 : -1;
};

// ---- stencil ----

// Rows of A begin and end with R of the neighbours'. The weights sum up to 1 in each direction on A
// = i + j, so each iteration adds 2 to all of B but its border.
template <class A> void apply_stencil(A &a, grid_t &b, const share &mine)
{
    const int first = std::max(R, mine.first) - mine.first,
              end = std::min(N - R, mine.first + mine.count) - mine.first;
    for (int i = first; i < end; ++i)
        for (int j = R; j < N - R; ++j) {
            double sum = 0;
            for (int k = 1; k <= R; ++k)
                sum += (a[i + R + k][j] - a[i + R - k][j] + a[i + R][j + k] - a[i + R][j - k]) /
                       (2 * k * R);
            b[i][j] += sum;
        }
    for (int i = 0; i < mine.count; ++i)
        for (int j = 0; j < N; ++j)
            a[i + R][j] += 1;
}

struct stencil_by_face {
    share mine;
    coarray_t a{mine.count + 2 * R, N};
    int rows_above = mine.above < 0 ? 0 : bench::count_of(N, mine.above);
    void iterate(grid_t &b)
    {
        if (mine.above >= 0)
            a.slice(0, R - 1, 0, N - 1) =
                a(mine.above).slice(rows_above, rows_above + R - 1, 0, N - 1);
        if (mine.below >= 0)
            a.slice(mine.count + R, mine.count + 2 * R - 1, 0, N - 1) =
                a(mine.below).slice(R, 2 * R - 1, 0, N - 1);
        ashlar::sync_all();
        apply_stencil(a, b, mine);
        ashlar::sync_all();
    }
};

int or_nobody(int image)
{
    return image < 0 ? MPI_PROC_NULL : image;
}

struct stencil_by_messages {
    share mine;
    grid_t a{mine.count + 2 * R, N};
    void iterate(grid_t &b)
    {
        const int above = or_nobody(mine.above), below = or_nobody(mine.below);
        MPI_Sendrecv(&a[R][0], R * N, MPI_DOUBLE, above, 0, &a[mine.count + R][0], R * N,
                     MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&a[mine.count][0], R * N, MPI_DOUBLE, below, 1, &a[0][0], R * N, MPI_DOUBLE,
                     above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        apply_stencil(a, b, mine);
    }
};

template <class Stencil> void measure_stencil()
{
    Stencil stencil;
    const share &mine = stencil.mine;
    grid_t b(mine.count, N);
    int iterations = 0;
    for (int i = 0; i < mine.count; ++i)
        for (int j = 0; j < N; ++j) {
            stencil.a[i + R][j] = mine.first + i + j;
            b[i][j] = 0;
        }
    bench::sync_all();
    bench::measure("kernel-stencil", [&] {
        stencil.iterate(b);
        ++iterations;
    });
    for (int i = 0; i < mine.count; ++i)
        for (int j = 0; j < N; ++j) {
            const int row = mine.first + i;
            const bool is_inside = row >= R && row < N - R && j >= R && j < N - R;
            bench::check(std::fabs(b[i][j] - (is_inside ? 2.0 * iterations : 0)) <
                             1e-7 * iterations,
                         "a value of the stencil");
        }
}

// ---- transposition ----

struct transpose_by_face {
    share mine;
    coarray_t a{mine.count, N};
    grid_t part{bench::count_of(N, images - 1) + 1, mine.count};
    static void sync()
    {
        ashlar::sync_all();
    }
    const grid_t &part_of(int image)
    {
        const int rows = bench::count_of(N, image);
        part.slice(0, rows - 1, 0, mine.count - 1) =
            a(image).slice(0, rows - 1, mine.first, mine.first + mine.count - 1);
        return part;
    }
};

struct transpose_by_messages {
    share mine;
    grid_t a{mine.count, N}, part{bench::count_of(N, images - 1) + 1, mine.count},
        sent{mine.count, bench::count_of(N, images - 1) + 1};
    static void sync() // messages are enough
    {
    }
    const grid_t &part_of(int image)
    {
        const int to = (2 * me - image + images) % images, count = bench::count_of(N, to);
        double *out = to == me ? part.data() : sent.data();
        for (int i = 0; i < mine.count; ++i)
            std::copy_n(&a[i][bench::first_of(N, to)], count, out + static_cast<long>(i) * count);
        if (to != me)
            MPI_Sendrecv(out, mine.count * count, MPI_DOUBLE, to, 0, part.data(),
                         bench::count_of(N, image) * mine.count, MPI_DOUBLE, image, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return part;
    }
};

void add_transposed(const grid_t &part, int rows, int first, grid_t &b, int count)
{
    constexpr int tile = 32;
    for (int ii = 0; ii < count; ii += tile)
        for (int jj = 0; jj < rows; jj += tile)
            for (int i = ii; i < std::min(count, ii + tile); ++i)
                for (int j = jj; j < std::min(rows, jj + tile); ++j)
                    b[i][first + j] += part[j][i];
}

template <class Transpose> void measure_transpose()
{
    Transpose transpose;
    const share &mine = transpose.mine;
    grid_t b(mine.count, N);
    const auto entry = [](int i, int j) { return static_cast<double>(i) * N + j; };
    double iterations = 0;
    for (int i = 0; i < mine.count; ++i)
        for (int j = 0; j < N; ++j) {
            transpose.a[i][j] = entry(mine.first + i, j);
            b[i][j] = 0;
        }
    bench::sync_all();
    bench::measure("kernel-transpose", [&] {
        for (int k = 0; k < images; ++k) { // not all at the same image at once
            const int from = (me + k) % images;
            add_transposed(transpose.part_of(from), bench::count_of(N, from),
                           bench::first_of(N, from), b, mine.count);
        }
        transpose.sync();
        for (int i = 0; i < mine.count; ++i)
            for (int j = 0; j < N; ++j)
                transpose.a[i][j] += 1;
        transpose.sync();
        ++iterations;
    });
    const double added = iterations * (iterations - 1) / 2;
    for (int i = 0; i < mine.count; ++i)
        for (int j = 0; j < N; ++j)
            bench::check(b[i][j] == iterations * entry(j, mine.first + i) + added,
                         "an element of the transpose");
}

// ---- pipeline ----

// An image has columns; the last of the image before is column 0 here.
template <class G> void take_step(G &g, int row, int first, int count)
{
    for (int i = first; i <= count; ++i)
        g[row][i] = g[row][i - 1] + g[row - 1][i] - g[row - 1][i - 1];
}

struct pipeline_by_face {
    share mine;
    coarray_t g{N, mine.count + 1};
    void iterate()
    {
        for (int j = 1; j < N; ++j) {
            if (mine.above >= 0)
                ashlar::sync_images({mine.above});
            take_step(g, j, me == 0 ? 2 : 1, mine.count);
            if (mine.below >= 0) {
                g(mine.below)[j][0] = g[j][mine.count];
                ashlar::sync_images({mine.below});
            }
        }
        if (mine.below < 0)
            g(0)[0][1] = -g[N - 1][mine.count];
        ashlar::sync_all();
    }
};

struct pipeline_by_messages {
    share mine;
    grid_t g{N, mine.count + 1};
    void iterate()
    {
        for (int j = 1; j < N; ++j) {
            if (mine.above >= 0)
                MPI_Recv(&g[j][0], 1, MPI_DOUBLE, mine.above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            take_step(g, j, me == 0 ? 2 : 1, mine.count);
            if (mine.below >= 0)
                MPI_Send(&g[j][mine.count], 1, MPI_DOUBLE, mine.below, 0, MPI_COMM_WORLD);
        }
        double corner = -g[N - 1][mine.count];
        MPI_Bcast(&corner, 1, MPI_DOUBLE, images - 1, MPI_COMM_WORLD);
        if (me == 0)
            g[0][1] = corner;
    }
};

template <class Pipeline> void measure_pipeline()
{
    Pipeline pipeline;
    const share &mine = pipeline.mine;
    auto &g = pipeline.g;
    int iterations = 0;
    for (int j = 0; j < N; ++j)
        for (int i = 0; i <= mine.count; ++i)
            g[j][i] = j == 0 ? mine.first + i - 1 : i == 1 && me == 0 ? j : 0;
    bench::sync_all();
    bench::measure("kernel-pipeline", [&] {
        pipeline.iterate();
        ++iterations;
    });
    const double corner = 2.0 * (N - 1) * iterations;
    bench::check(mine.below >= 0 || std::fabs(g[N - 1][mine.count] - corner) < 1e-8 * corner,
                 "the corner of the pipeline");
}

void measure_all()
{
    N = bench::rest.empty() ? N : std::stoi(bench::rest[0]);
    bench::check(N >= 4 * images, "N is at least four times the number of images");
    if (bench::is_bare) {
        measure_stencil<stencil_by_messages>();
        measure_transpose<transpose_by_messages>();
        measure_pipeline<pipeline_by_messages>();
    } else {
        measure_stencil<stencil_by_face>();
        measure_transpose<transpose_by_face>();
        measure_pipeline<pipeline_by_face>();
    }
}

} // namespace

int main(int argc, char **argv)
{
    return bench::run(argc, argv, "cxx2013", measure_all);
}
