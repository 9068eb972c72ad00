// coarrays_paper cxx2013|mpi [LEAST [paper|sync]]: the benchmarks of D. M. J. Browne, "An
// Implementation of the Coarray Programming Model in C++", 2013, in the face of that paper or by
// one-sided MPI; the names of the rows are those of coarrays_fortran.f90. On more than two images
// there are rows of groups only.
#include <algorithm>

#include "bench/programs/coarrays_measure.hpp"

namespace
{

using bench::images;
using bench::me;
using line_t = ashlar::LocalArray<double, 1>;
using square_t = ashlar::LocalArray<double, 2>;

struct face {
    struct line {
        ashlar::Coarray<double, 1> x;
        explicit line(int n) : x(n)
        {
            for (int i = 0; i < n; ++i)
                x[i] = me;
            ashlar::sync_all();
        }
        double element(int image, int i) const
        {
            return x(image)[i];
        }
        void all(int image, line_t &into) const
        {
            into = x(image);
        }
        void half(int image, int n, line_t &into) const
        {
            into = x(image).slice(0, n - 1);
        }
        void put(int image, const line_t &from) const
        {
            x(image) = from;
        }
        double mine(int i) const
        {
            return x[i];
        }
    };
    struct table {
        ashlar::Coarray<double, 2> x;
        explicit table(int n) : x(n, n)
        {
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    x[i][j] = me;
            ashlar::sync_all();
        }
        void quarter(int image, int n, square_t &into) const
        {
            into = x(image).slice(0, n - 1, 0, n - 1);
        }
    };
};

struct window {
    MPI_Win win = MPI_WIN_NULL;
    double *memory = nullptr;
    explicit window(int n)
    {
        MPI_Win_allocate(static_cast<MPI_Aint>(sizeof(double)) * n, sizeof(double), MPI_INFO_NULL,
                         MPI_COMM_WORLD, &memory, &win);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
        std::fill(memory, memory + n, me);
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    window(const window &) = delete;
    window &operator=(const window &) = delete;
    ~window()
    {
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
};

struct bare {
    struct line : window {
        int n;
        explicit line(int length) : window(length), n(length)
        {
        }
        double element(int image, int i) const
        {
            double value;
            MPI_Get(&value, 1, MPI_DOUBLE, image, i, 1, MPI_DOUBLE, win);
            MPI_Win_flush(image, win);
            return value;
        }
        void half(int image, int count, line_t &into) const
        {
            MPI_Get(into.data(), count, MPI_DOUBLE, image, 0, count, MPI_DOUBLE, win);
            MPI_Win_flush(image, win);
        }
        void all(int image, line_t &into) const
        {
            half(image, n, into);
        }
        void put(int image, const line_t &from) const
        {
            MPI_Put(from.data(), n, MPI_DOUBLE, image, 0, n, MPI_DOUBLE, win);
            MPI_Win_flush(image, win);
        }
        double mine(int i) const
        {
            MPI_Win_sync(win);
            return memory[i];
        }
    };
    struct table : window {
        MPI_Datatype rows;
        explicit table(int n) : window(n * n)
        {
            MPI_Type_vector(n / 2, n / 2, n, MPI_DOUBLE, &rows);
            MPI_Type_commit(&rows);
        }
        ~table()
        {
            MPI_Type_free(&rows);
        }
        void quarter(int image, int n, square_t &into) const
        {
            MPI_Get(into.data(), n * n, MPI_DOUBLE, image, 0, 1, rows, win);
            MPI_Win_flush(image, win);
        }
    };
};

std::string labelled(const char *name, int n)
{
    return std::string(name) + "-" + std::to_string(n);
}

// An array goes to and fro, with all at the end of each.
template <class Line> void measure_bounce(const Line &line, int n)
{
    line_t sent(n);
    for (int i = 0; i < n; ++i)
        sent[i] = 10 + me;
    bench::measure(labelled("bounce", n), [&] {
        if (me == 0)
            line.put(1, sent);
        bench::sync_all();
        if (me == 1)
            line.put(0, sent);
        bench::sync_all();
    });
    for (int i = 0; i < n; ++i)
        bench::check(static_cast<int>(line.mine(i)) == 11 - me, "an array that came back");
}

template <class Library> void measure_lines(int n, int other)
{
    typename Library::line line(n);
    line_t mine(n);
    const auto check = [&](const char *what) {
        for (int i = 0; i < n; ++i)
            bench::check(static_cast<int>(mine[i]) == other, what);
    };
    const auto elements = [&] {
        for (int i = 0; i < n; ++i)
            mine[i] = line.element(other, i);
    };
    const auto block = [&] { line.all(other, mine); };
    elements();
    check("get of elements");
    mine = line_t(n);
    block();
    check("get of a block");
    bench::measure(labelled("group", n), block, me < images / 2);
    if (images > 2)
        return;
    bench::measure(labelled("elements", n), elements, me == 0);
    bench::measure(labelled("block", n), block, me == 0);
    measure_bounce(line, n);
}

template <class Library> void measure_slices(int n, int other)
{
    typename Library::line line(2 * n);
    line_t mine(n);
    bench::measure(
        labelled("slice", n), [&] { line.half(other, n, mine); }, me == 0);
    bench::check(me > 0 ||
                     (static_cast<int>(mine[0]) == other && static_cast<int>(mine[n - 1]) == other),
                 "get of a slice");
}

template <class Library> void measure_square(int n, int other)
{
    typename Library::table table(2 * n);
    square_t square(n, n);
    bench::measure(
        labelled("square", n), [&] { table.quarter(other, n, square); }, me == 0);
    for (int i = 0; i < n && me == 0; ++i)
        for (int j = 0; j < n; ++j)
            bench::check(static_cast<int>(square[i][j]) == other, "get of a square");
}

template <class Library> void measure_paper()
{
    bench::check(images % 2 == 0, "takes an even number of images");
    const int other = me < images / 2 ? me + images / 2 : me - images / 2;
    for (int n : {1, 16, 256, 1024, 4096})
        measure_lines<Library>(n, other);
    if (images > 2)
        return;
    for (int n : {1, 16, 256, 1024, 4096})
        measure_slices<Library>(n, other);
    for (int n : {4, 16, 64, 256})
        measure_square<Library>(n, other);
}

void measure_sync()
{
    bench::measure(
        "sync-all", [] { bench::sync_all(); });
}

} // namespace

int main(int argc, char **argv)
{
    return bench::run(
        argc, argv, "cxx2013",
        [] {
            if (!bench::rest.empty() && bench::rest[0] == "sync")
                measure_sync();
            else if (bench::is_bare)
                measure_paper<bare>();
            else
                measure_paper<face>();
        });
}
