// coarrays_2002 cxx2002|mpi [LEAST [jacobi N | transpose N BLOCK]]: the programs of M. Eleftheriou,
// S. Chatterjee and J. Moreira, "A C++ implementation of the co-array programming model for Blue
// Gene/L", 2002, in the face of that paper or by messages. Rows, on any number of images:
//
// - jacobi-N: a sweep of a relaxation of N x N, whose columns run round, as its rows do
// - transpose-N-BLOCK: a matrix of N x N in blocks
//
// Without a size all sizes are measured; N of jacobi and BLOCK are powers of 2. Each row checks its
// values.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "bench/programs/coarrays_measure.hpp"

namespace
{

using bench::images;
using bench::me;

// ---- Jacobi relaxation ----

// A sweep leaves this wave as it is, but lower by a factor.
template <int N> struct wave {
    double turn = 2 * 3.14159265358979323846 / N;
    double operator()(int row, int column) const
    {
        return std::cos(turn * row) * std::cos(turn * column);
    }
    double after(int sweeps, int row, int column) const
    {
        return std::pow(std::cos(turn), sweeps) * (*this)(row, column);
    }
};

template <class U, class Next, int N>
void relax(U &u, Next &next, int rows, std::integral_constant<int, N>)
{
    for (int i = 1; i <= rows; ++i) {
        const double *above = u(i - 1), *row = u(i), *below = u(i + 1);
        double *to = next(i);
        to[0] = (above[0] + below[0] + row[N - 1] + row[1]) / 4;
        for (int j = 1; j < N - 1; ++j)
            to[j] = (above[j] + below[j] + row[j - 1] + row[j + 1]) / 4;
        to[N - 1] = (above[N - 1] + below[N - 1] + row[N - 2] + row[0]) / 4;
    }
    for (int i = 1; i <= rows; ++i)
        std::copy(next(i), next(i) + N, u(i));
}

template <int N> struct jacobi_by_face {
    typedef double row_t[N];
    const int up = (me + images - 1) % images, down = (me + 1) % images;
    const int rows = bench::count_of(N, me), ghost_above = bench::count_of(N, up) + 1;
    ashlar::CoArray<row_t> u{rows + 2};
    ashlar::LocalArray<row_t> next{rows + 2};
    void sweep()
    {
        const int list[2] = {up, down};
        u[up](ghost_above) = u(1);
        u[down](0) = u(rows);
        ashlar::CoArray<row_t>::sync_all(list, 2); // the ghosts are there
        relax(u, next, rows, std::integral_constant<int, N>());
        ashlar::CoArray<row_t>::sync_all(list, 2); // and have been read
    }
};

template <int N> struct jacobi_by_messages {
    struct grid {
        std::vector<double> values;
        double *operator()(int row)
        {
            return values.data() + static_cast<std::size_t>(row) * N;
        }
    };
    const int up = (me + images - 1) % images, down = (me + 1) % images,
              rows = bench::count_of(N, me);
    grid u{std::vector<double>(static_cast<std::size_t>(rows + 2) * N)}, next = u;
    void sweep()
    {
        MPI_Sendrecv(u(1), N, MPI_DOUBLE, up, 0, u(rows + 1), N, MPI_DOUBLE, down, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(u(rows), N, MPI_DOUBLE, down, 1, u(0), N, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        relax(u, next, rows, std::integral_constant<int, N>());
    }
};

template <class Jacobi, int N> void measure_jacobi()
{
    Jacobi jacobi;
    const wave<N> right;
    const int first = bench::first_of(N, me);
    for (int i = 1; i <= jacobi.rows; ++i)
        for (int j = 0; j < N; ++j)
            jacobi.u(i)[j] = right(first + i - 1, j);
    for (int sweeps = 0; sweeps < 3; ++sweeps)
        jacobi.sweep();
    for (int i = 1; i <= jacobi.rows; ++i) // later, little is left of the wave
        for (int j = 0; j < N; ++j)
            bench::check(std::fabs(jacobi.u(i)[j] - right.after(3, first + i - 1, j)) < 1e-13,
                         "a value of the relaxation");
    bench::measure("jacobi-" + std::to_string(N), [&] { jacobi.sweep(); });
}

// ---- transposition ----

template <int B> using block_t = double[B][B];

template <int B> void transpose_block(const block_t<B> &from, block_t<B> &to)
{
    for (int i = 0; i < B; ++i)
        for (int j = 0; j < B; ++j)
            to[i][j] = from[j][i];
}

// An image has columns of blocks.
struct columns {
    int blocks, first = bench::first_of(blocks, me), count = bench::count_of(blocks, me);
    std::vector<int> owner = std::vector<int>(static_cast<std::size_t>(blocks));
    explicit columns(int n) : blocks(n)
    {
        for (int image = 0; image < images; ++image)
            std::fill_n(owner.begin() + bench::first_of(n, image), bench::count_of(n, image),
                        image);
    }
};

template <int B> struct transpose_by_face {
    using block = block_t<B>;
    columns mine;
    ashlar::CoArray<block> a{mine.blocks, mine.count}, b{mine.blocks, mine.count};
    explicit transpose_by_face(int blocks) : mine(blocks)
    {
    }
    void transpose()
    {
        block temp;
        for (int k = 0; k < mine.blocks; ++k) {
            const int i = (k + mine.first) % mine.blocks; // not all to the same image at once
            const int owner = mine.owner[static_cast<std::size_t>(i)],
                      column = i - bench::first_of(mine.blocks, owner);
            for (int j = 0; j < mine.count; ++j) {
                transpose_block<B>(a(i, j), temp);
                b[owner](mine.first + j, column) = temp;
            }
        }
        ashlar::CoArray<block>::sync_all();
    }
};

// Each image gets a message of blocks that are transposed as they are packed; my own go where they
// belong.
template <int B> struct transpose_by_messages {
    struct block {
        block_t<B> value;
    };
    struct matrix {
        int columns;
        std::vector<block> blocks;
        block_t<B> &operator()(int i, int j)
        {
            return blocks[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns) +
                          static_cast<std::size_t>(j)]
                .value;
        }
    };
    columns mine;
    matrix a{mine.count, std::vector<block>(static_cast<std::size_t>(mine.blocks) *
                                            static_cast<std::size_t>(mine.count))},
        b = a;
    std::vector<block> sent = a.blocks, received = a.blocks;
    std::vector<MPI_Request> requests =
        std::vector<MPI_Request>(2 * static_cast<std::size_t>(images));
    explicit transpose_by_messages(int blocks) : mine(blocks)
    {
    }
    // The blocks for an image, or from it, begin at this place, and are so many doubles.
    std::size_t place(int image) const
    {
        return static_cast<std::size_t>(mine.count) *
               static_cast<std::size_t>(bench::first_of(mine.blocks, image));
    }
    int doubles(int image) const
    {
        return mine.count * bench::count_of(mine.blocks, image) * B * B;
    }
    void transpose()
    {
        int n = 0;
        for (int k = 0; k < images; ++k)
            if (k != me)
                MPI_Irecv(received.data() + place(k), doubles(k), MPI_DOUBLE, k, 0, MPI_COMM_WORLD,
                          &requests[static_cast<std::size_t>(n++)]);
        for (int k = 1; k < images; ++k) {
            const int to = (me + k) % images;
            pack(to);
            MPI_Isend(sent.data() + place(to), doubles(to), MPI_DOUBLE, to, 0, MPI_COMM_WORLD,
                      &requests[static_cast<std::size_t>(n++)]);
        }
        for (int i = 0; i < mine.count; ++i)
            for (int j = 0; j < mine.count; ++j)
                transpose_block<B>(a(mine.first + i, j), b(mine.first + j, i));
        MPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
        for (int i = 0; i < mine.blocks; ++i)
            for (int j = 0; j < mine.count && (i < mine.first || i >= mine.first + mine.count); ++j)
                std::memcpy(&b(i, j), &received[index(i, j)], sizeof(block));
    }

  private:
    std::size_t index(int i, int j) const
    {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(mine.count) +
               static_cast<std::size_t>(j);
    }
    void pack(int to)
    {
        const int first = bench::first_of(mine.blocks, to);
        block *at = sent.data() + place(to);
        for (int j = 0; j < mine.count; ++j)
            for (int i = first; i < first + bench::count_of(mine.blocks, to); ++i)
                transpose_block<B>(a(i, j), (at++)->value);
    }
};

template <class Transpose, int B> void measure_transpose(int n)
{
    const int blocks = n / B;
    Transpose t(blocks);
    const auto entry = [n](int row, int column) { return static_cast<double>(row) * n + column; };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < t.mine.count * B; ++j)
            t.a(i / B, j / B)[i % B][j % B] = entry(i, t.mine.first * B + j);
    bench::measure("transpose-" + std::to_string(n) + "-" + std::to_string(B),
                   [&t] { t.transpose(); });
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < t.mine.count * B; ++j)
            bench::check(t.b(i / B, j / B)[i % B][j % B] == entry(t.mine.first * B + j, i),
                         "an element of the transpose");
}

// ---- all ----

// Calls f with the size as a constant.
template <class F> void with_constant(int size, F f)
{
    switch (size) {
    case 4:
        return f(std::integral_constant<int, 4>());
    case 8:
        return f(std::integral_constant<int, 8>());
    case 16:
        return f(std::integral_constant<int, 16>());
    case 32:
        return f(std::integral_constant<int, 32>());
    case 64:
        return f(std::integral_constant<int, 64>());
    case 128:
        return f(std::integral_constant<int, 128>());
    case 256:
        return f(std::integral_constant<int, 256>());
    case 512:
        return f(std::integral_constant<int, 512>());
    case 1024:
        return f(std::integral_constant<int, 1024>());
    case 2048:
        return f(std::integral_constant<int, 2048>());
    default:
        bench::fail("a size that is not a power of 2 from 4 to 2048");
    }
}

void jacobi(int size)
{
    bench::check(size >= images, "more images than rows");
    with_constant(size, [](auto n) {
        constexpr int N = decltype(n)::value;
        bench::is_bare ? measure_jacobi<jacobi_by_messages<N>, N>()
                       : measure_jacobi<jacobi_by_face<N>, N>();
    });
}

void transpose(int n, int block)
{
    bench::check(block <= 256 && n % block == 0 && n / block >= images,
                 "blocks of at most 256 divide the matrix, and each image has some");
    with_constant(block, [n](auto b) {
        constexpr int B = decltype(b)::value;
        if constexpr (B <= 256)
            bench::is_bare ? measure_transpose<transpose_by_messages<B>, B>(n)
                           : measure_transpose<transpose_by_face<B>, B>(n);
    });
}

void measure_wanted()
{
    const auto &wanted = bench::rest;
    if (wanted.size() == 2 && wanted[0] == "jacobi")
        return jacobi(std::stoi(wanted[1]));
    if (wanted.size() == 3 && wanted[0] == "transpose")
        return transpose(std::stoi(wanted[1]), std::stoi(wanted[2]));
    bench::check(wanted.empty(), "takes LIBRARY [LEAST [jacobi N | transpose N BLOCK]]");
    for (int size : {64, 128, 256, 512, 1024, 2048})
        jacobi(size);
    for (int block : {4, 8, 16, 32, 64, 128})
        transpose(2048, block);
}

} // namespace

int main(int argc, char **argv)
{
    return bench::run(argc, argv, "cxx2002", measure_wanted);
}
