#include "fft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

void fft_along(const fft_plans_t *plans, int d)
{
    if (plans->plan[d])
        fftw_execute_dft(plans->plan[d], plans->data[d], plans->data[d]);
}

namespace
{

/* Transforms along dimension d of a tile, all in one plan; measuring it overwrites the tile. */
fftw_plan plan_along(int d, const ashlar::tile<complex> &t, fftw_complex *data)
{
    fftw_iodim64 dims[3];
    std::ptrdiff_t stride = 1;
    for (int k = 0; k < 3; ++k) {
        dims[k] = {t.extent(k), stride, stride};
        stride *= t.extent(k);
    }
    std::swap(dims[0], dims[d]);
    return fftw_plan_guru64_dft(1, dims, 2, dims + 1, data, data, FFTW_FORWARD, FFTW_MEASURE);
}

void plan_field(fft_plans &plans, int d, const field &field)
{
    for (const auto t : field.mine()) {
        plans.data[d] = reinterpret_cast<fftw_complex *>(t.data());
        plans.plan[d] = plan_along(d, t, plans.data[d]);
    }
}

/* The value at an element, any function of it. */
complex value_at(std::int64_t i, std::int64_t j, std::int64_t k)
{
    const double x = static_cast<double>(i), y = static_cast<double>(j), z = static_cast<double>(k);
    return {std::sin(1.1 * x + 2.3 * y + 3.7 * z), std::cos(0.7 * x * y + z)};
}

std::int64_t part(std::int64_t n, int ranks)
{
    return (n + ranks - 1) / ranks;
}

/* With few ranks one of the exchanges is none. */
const int *fit(int *shape)
{
    if (!shape[0] && !shape[1] && ga_size() < 4)
        shape[0] = 1;
    TRY(ga_grid_fit(ga_size(), 2, shape));
    return shape;
}

} // namespace

fft_problem::fft_problem(const std::int64_t *n, int p, int q)
    : fft_problem(n, fit(std::array<int, 2>{p, q}.data()))
{
}

fft_problem::fft_problem(const std::int64_t *n, const int *shape)
    : n_{n[0], n[1], n[2]}, along_x_{1, shape[0], shape[1]}, along_y_{shape[0], 1, shape[1]},
      along_z_{shape[0], shape[1], 1},
      x_(along_x_, {n[0], n[1], n[2]}, {n[0], part(n[1], shape[0]), part(n[2], shape[1])}, "x"),
      z_(along_z_, {n[0], n[1], n[2]}, {part(n[0], shape[0]), part(n[1], shape[1]), n[2]}, "z")
{
    using list = std::initializer_list<std::int64_t>;
    if (shape[0] > 1)
        turned_.emplace(along_y_, list{n[0], n[1], n[2]},
                        list{part(n[0], shape[0]), n[1], part(n[2], shape[1])}, "y");
    plan_field(plans_, 0, x_);
    plan_field(plans_, 1, y());
    plan_field(plans_, 2, z_);
}

fft_problem::~fft_problem()
{
    for (fftw_plan plan : plans_.plan)
        if (plan)
            fftw_destroy_plan(plan);
}

void fft_problem::fill() const
{
    for (const auto t : x_.mine()) {
        complex *at = t.data();
        for (std::int64_t k = 0; k < t.extent(2); ++k)
            for (std::int64_t j = 0; j < t.extent(1); ++j)
                for (std::int64_t i = 0; i < t.extent(0); ++i)
                    *at++ = value_at(t.first(0) + i, t.first(1) + j, t.first(2) + k);
    }
}

void fft_problem::run() const
{
    fft(&plans_, x_, y(), z_);
}

void fft_problem::run_in_c() const
{
    fft(&plans_, x_.handle(), y().handle(), z_.handle());
}

void fft_problem::run_by_copies() const
{
    fft_along(&plans_, 0);
    if (turned_)
        TRY(ga_copy(x_.handle(), y().handle()));
    fft_along(&plans_, 1);
    TRY(ga_copy(y().handle(), z_.handle()));
    fft_along(&plans_, 2);
}

double fft_problem::distance() const
{
    const std::int64_t *n = n_;
    std::vector<complex> all(static_cast<std::size_t>(n[0] * n[1] * n[2]));
    auto *data = reinterpret_cast<fftw_complex *>(all.data());
    const fftw_plan plan =
        fftw_plan_dft_3d(static_cast<int>(n[2]), static_cast<int>(n[1]), static_cast<int>(n[0]),
                         data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    const auto index = [n](std::int64_t i, std::int64_t j, std::int64_t k) {
        return static_cast<std::size_t>(i + n[0] * (j + n[1] * k));
    };
    for (std::int64_t k = 0; k < n[2]; ++k)
        for (std::int64_t j = 0; j < n[1]; ++j)
            for (std::int64_t i = 0; i < n[0]; ++i)
                all[index(i, j, k)] = value_at(i, j, k);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    double most[2] = {0, 0};
    for (const complex &value : all)
        most[1] = std::max(most[1], std::abs(value));
    for (const auto t : z_.mine()) {
        const complex *at = t.data();
        for (std::int64_t k = 0; k < t.extent(2); ++k)
            for (std::int64_t j = 0; j < t.extent(1); ++j)
                for (std::int64_t i = 0; i < t.extent(0); ++i) {
                    const complex there =
                        all[index(t.first(0) + i, t.first(1) + j, t.first(2) + k)];
                    most[0] = std::max(most[0], std::abs(*at++ - there));
                }
    }
    TRY(ga_allreduce(0, ASHLAR_DOUBLE, ASHLAR_MAX, most, 2));
    return most[0] / most[1];
}
