/** Processor grids for C++17: a view of ga/grid.h. A part of tiles.hpp. */
#ifndef ASHLAR_PROCESSOR_GRID_HPP
#define ASHLAR_PROCESSOR_GRID_HPP

#include <initializer_list>

#include <ashlar/error.hpp>
#include <ashlar/ga.h>

namespace ashlar
{

/** A processor grid. */
class processor_grid
{
  public:
    /** An extent of 0 is chosen. */
    processor_grid(std::initializer_list<int> shape, const char *name = nullptr)
    {
        ga_grid_spec_t spec{};
        if (shape.size() > ASHLAR_MAX_DIM)
            throw error(ASHLAR_ESHAPE, "processor_grid: too many dimensions");
        for (int extent : shape)
            spec.shape[spec.ndim++] = extent;
        spec.name = name;
        check(ga_grid_create(&spec, &handle_));
        find_place();
    }
    explicit processor_grid(const ga_grid_spec_t &spec)
    {
        check(ga_grid_create(&spec, &handle_));
        find_place();
    }
    processor_grid(const processor_grid &) = delete;
    processor_grid &operator=(const processor_grid &) = delete;
    ~processor_grid()
    {
        if (ga_initialized())
            ga_grid_destroy(handle_);
    }
    ga_grid_t handle() const noexcept
    {
        return handle_;
    }
    int dimensions() const noexcept
    {
        return spec_.ndim;
    }
    /** Ranks along a dimension, and my place there: -1 if I have none. */
    int extent(int d) const noexcept
    {
        return spec_.shape[d];
    }
    int place(int d) const noexcept
    {
        return place_[d];
    }

  private:
    void find_place()
    {
        int rank;
        check(ga_grid_inquire(handle_, &spec_));
        check(ga_group_rank(spec_.group, &rank));
        check(ga_grid_position(handle_, rank, place_));
    }

    ga_grid_t handle_ = 0;
    ga_grid_spec_t spec_{};
    int place_[ASHLAR_MAX_DIM] = {};
};

} // namespace ashlar
#endif
