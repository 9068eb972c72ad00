// The rows of coarrays.c, in the faces for C++.
#include "bench/programs/coarrays_faces.h"

#include <algorithm>
#include <memory>

#include <ashlar/coarray.hpp>

namespace
{

typedef double row_t[COLUMNS];

struct coarrays {
    ashlar::Coarray<double, 1> line_2013{LENGTH};
    ashlar::Coarray<double, 2> plane{SIDE, SIDE}, from_2013{ROWS, COLUMNS}, to_2013{ROWS, COLUMNS};
    ashlar::LocalArray<double, 2> slice{SLICE, SLICE};
    ashlar::CoArray<double> line_2002{LENGTH};
    ashlar::CoArray<row_t> from_2002{ROWS}, to_2002{ROWS};
    int me = ashlar::this_image(), other = 1 - me;
};
std::unique_ptr<coarrays> all;
double value;

void sweep(const ashlar::Coarray<double, 2> &from, ashlar::Coarray<double, 2> &to)
{
    for (int i = 1; i < ROWS - 1; ++i)
        for (int j = 1; j < COLUMNS - 1; ++j)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

void sweep(const ashlar::CoArray<row_t> &from, ashlar::CoArray<row_t> &to)
{
    for (int i = 1; i < ROWS - 1; ++i)
        for (int j = 1; j < COLUMNS - 1; ++j)
            to(i)[j] = 0.25 * (from(i - 1)[j] + from(i + 1)[j] + from(i)[j - 1] + from(i)[j + 1]);
}

} // namespace

void faces_start(const double *start)
{
    all = std::make_unique<coarrays>();
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            all->from_2013[i][j] = all->to_2013[i][j] = all->from_2002(i)[j] = all->to_2002(i)[j] =
                start[i * COLUMNS + j];
    ashlar::sync_all();
}

void faces_end()
{
    all.reset();
}

const double *faces_2013_grid()
{
    return &all->from_2013[0][0];
}

const double *faces_2002_grid()
{
    return all->from_2002(0);
}

void faces_2013_get_8(int times)
{
    auto &x = all->line_2013;
    for (int k = 0; k < times; ++k)
        value = x(all->other)[PLACE];
}

void faces_2013_put_8(int times)
{
    auto &x = all->line_2013;
    for (int k = 0; k < times; ++k)
        x(all->other)[PLACE] = value;
}

void faces_2013_get_slice(int times)
{
    constexpr int last = SLICE_FIRST + SLICE - 1;
    for (int k = 0; k < times; ++k)
        all->slice = all->plane(all->other).slice(SLICE_FIRST, last, SLICE_FIRST, last);
}

void faces_2013_put_slice(int times)
{
    constexpr int last = SLICE_FIRST + SLICE - 1;
    for (int k = 0; k < times; ++k)
        all->plane(all->other).slice(SLICE_FIRST, last, SLICE_FIRST, last) = all->slice;
}

// Image 0 has the upper half; as in C, images have one barrier a sweep.
void faces_2013_jacobi(int times)
{
    const int ghost = all->me == 0 ? 0 : ROWS - 1, edge = all->me == 0 ? ROWS - 2 : 1;
    for (int k = 0; k < times * SWEEPS; ++k) {
        sweep(all->from_2013, all->to_2013);
        all->to_2013(all->other).slice(ghost, ghost, 0, COLUMNS - 1) = all->to_2013[edge];
        ashlar::sync_images({all->other});
        std::swap(all->from_2013, all->to_2013);
    }
}

void faces_2002_get_8(int times)
{
    auto &A = all->line_2002;
    for (int k = 0; k < times; ++k)
        value = A[all->other](PLACE);
}

void faces_2002_put_8(int times)
{
    auto &A = all->line_2002;
    for (int k = 0; k < times; ++k)
        A[all->other](PLACE) = value;
}

void faces_2002_jacobi(int times)
{
    const int ghost = all->me == 0 ? 0 : ROWS - 1, edge = all->me == 0 ? ROWS - 2 : 1;
    for (int k = 0; k < times * SWEEPS; ++k) {
        sweep(all->from_2002, all->to_2002);
        all->to_2002[all->other](ghost) = all->to_2002(edge);
        all->to_2002.sync_images({all->other});
        std::swap(all->from_2002, all->to_2002);
    }
}
