/* The arrays and plans of a transform in three dimensions. */
#ifndef APPS_TILES_FFT_HPP
#define APPS_TILES_FFT_HPP

#include <cstdint>
#include <functional>
#include <optional>

#include <fftw3.h>

#include "kernels.hpp"

using complex = std::complex<double>;

/* One for each dimension, on the memory of my tile; none where I have no tile. */
struct fft_plans {
    fftw_plan plan[3] = {};
    fftw_complex *data[3] = {};
};

class fft_problem
{
  public:
    /* p x q ranks; 0: as it fits. */
    fft_problem(const std::int64_t *n, int p, int q);
    fft_problem(const fft_problem &) = delete;
    fft_problem &operator=(const fft_problem &) = delete;
    ~fft_problem();
    void fill() const;
    void run() const;
    void run_in_c() const;
    /* With ga_copy() instead of exchanges. */
    void run_by_copies() const;
    /* The largest difference from FFTW's own transform of it all, over its largest value. */
    double distance() const;

  private:
    const field &y() const
    {
        return turned_ ? *turned_ : x_;
    }
    fft_problem(const std::int64_t *n, const int *shape);

    std::int64_t n_[3];
    grid along_x_, along_y_, along_z_;
    field x_;
    std::optional<field> turned_; /* not where it would be x again */
    field z_;
    fft_plans plans_;
};

#endif
