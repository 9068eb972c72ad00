/** Tiles for C++17: a view of tiles.h and ga/grid.h, which say what each call does, which are
 * collective, and what they return; here what is not ASHLAR_OK is thrown as ashlar::error.
 *
 *     ashlar::processor_grid grid{0, 0};                     // all ranks, nearly square
 *     ashlar::tiled_array<double> A(grid, {n, n}, {256, 256});
 *     ashlar::tiled_array<double> S(grid, {256, 256});       // one tile for each place
 *     broadcast(S(row, ashlar::all), A(i, k));
 *     for (auto tile : A.mine())
 *         work(tile[0], tile[1], tile.data(), tile.ld());    // its place, memory, stride
 *
 * Constructors are collective, and so are destructors, over the group of the grid. */
#ifndef ASHLAR_TILES_HPP
#define ASHLAR_TILES_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <ashlar/element.hpp>
#include <ashlar/error.hpp>
#include <ashlar/processor_grid.hpp>
#include <ashlar/tiles.h>

namespace ashlar
{

/** A dimension in whole; from first to last, both included, by steps. */
inline constexpr ashlar_interval_t all{0, INT64_MAX, 1};
constexpr ashlar_interval_t range(std::int64_t first, std::int64_t last,
                                  std::int64_t step = 1) noexcept
{
    return {first, last, step};
}

/** A tile: its place among the tiles, its extents, and its memory, which is nullptr on another
 * node. Elements follow each other with the first dimension fastest. */
template <class T> class tile
{
  public:
    explicit tile(const ga_block_t &block) : block_(block)
    {
    }
    std::int64_t operator[](int d) const noexcept
    {
        return block_.at[d];
    }
    std::int64_t extent(int d) const noexcept
    {
        return block_.hi[d] - block_.lo[d] + 1;
    }
    /** The index in the array of its first element. */
    std::int64_t first(int d) const noexcept
    {
        return block_.lo[d];
    }
    std::int64_t ld(int d = 0) const noexcept
    {
        return block_.ld[d];
    }
    T *data() const noexcept
    {
        return static_cast<T *>(block_.data);
    }
    const ga_block_t &block() const noexcept
    {
        return block_;
    }

  private:
    ga_block_t block_;
};

namespace detail
{

/* The tiles of a section that I own, for a loop. */
template <class T> class my_tiles
{
  public:
    class iterator
    {
      public:
        iterator() = default;
        explicit iterator(const ga_tiles_t &named) : named_(named)
        {
            check(ga_block_first(named_.g, &block_));
            find();
        }
        tile<T> operator*() const
        {
            return tile<T>(block_);
        }
        iterator &operator++()
        {
            check(ga_block_next(named_.g, &block_));
            find();
            return *this;
        }
        bool operator!=(const iterator &) const noexcept
        {
            return block_.data != nullptr;
        }

      private:
        bool is_named() const noexcept
        {
            for (int d = 0; d < named_.n; ++d) {
                const ashlar_interval_t &where = named_.where[d];
                const std::int64_t beyond = block_.at[d] - where.first;
                if (beyond < 0 || block_.at[d] > where.last || beyond % where.step != 0)
                    return false;
            }
            return true;
        }
        void find()
        {
            while (block_.data && !is_named())
                check(ga_block_next(named_.g, &block_));
        }

        ga_tiles_t named_{};
        ga_block_t block_{};
    };
    explicit my_tiles(const ga_tiles_t &named) : named_(named)
    {
        std::int64_t count;
        check(ga_tiles_affinity(&named_, &count)); /* what is named is in order */
    }
    iterator begin() const
    {
        return iterator(named_);
    }
    iterator end() const
    {
        return iterator();
    }

  private:
    ga_tiles_t named_;
};

} // namespace detail

/** Tiles of an array, for the collectives below; one of them, for its memory. */
template <class T> class named_tiles
{
  public:
    explicit named_tiles(const ga_tiles_t &named) : named_(named)
    {
    }
    const ga_tiles_t *get() const noexcept
    {
        return &named_;
    }
    /** The first of them. */
    tile<T> one() const
    {
        std::int64_t at[ASHLAR_MAX_DIM];
        ga_block_t block;
        for (int d = 0; d < ASHLAR_MAX_DIM; ++d)
            at[d] = d < named_.n ? named_.where[d].first : 0;
        check(ga_block_by_position(named_.g, at, &block));
        return tile<T>(block);
    }
    T *data() const
    {
        return one().data();
    }
    std::int64_t extent(int d) const
    {
        return one().extent(d);
    }
    operator tile<T>() const
    {
        return one();
    }
    /** How many of them are mine; those that are. */
    std::int64_t affinity() const
    {
        std::int64_t count;
        check(ga_tiles_affinity(&named_, &count));
        return count;
    }
    detail::my_tiles<T> mine() const
    {
        return detail::my_tiles<T>(named_);
    }

  private:
    ga_tiles_t named_;
};

namespace detail
{

inline ashlar_interval_t interval_of(const ashlar_interval_t &interval) noexcept
{
    return interval;
}
template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
ashlar_interval_t interval_of(I index) noexcept
{
    return {static_cast<std::int64_t>(index), static_cast<std::int64_t>(index), 1};
}

} // namespace detail

/** An array in tiles on a grid. A(i, j) is a tile, A(all, j) or A(range(0, 8, 2), j) some; what is
 * left out at the end is whole. */
template <class T> class tiled_array
{
  public:
    tiled_array(const processor_grid &grid, std::initializer_list<std::int64_t> extents,
                std::initializer_list<std::int64_t> tile, const char *name = nullptr)
    {
        check_count(grid, extents.size());
        check_count(grid, tile.size());
        check(ga_create_tiles(grid.handle(), type(), extents.begin(), tile.begin(), name, &g_));
        check(ga_inquire_spec(g_, &spec_));
    }
    /** One tile for each place of the grid. */
    tiled_array(const processor_grid &grid, std::initializer_list<std::int64_t> tile,
                const char *name = nullptr)
    {
        check_count(grid, tile.size());
        check(ga_create_tile_each(grid.handle(), type(), tile.begin(), name, &g_));
        check(ga_inquire_spec(g_, &spec_));
    }
    tiled_array(const tiled_array &) = delete;
    tiled_array &operator=(const tiled_array &) = delete;
    ~tiled_array()
    {
        if (ga_initialized())
            ga_destroy(g_);
    }
    ga_t handle() const noexcept
    {
        return g_;
    }
    template <class... I> named_tiles<T> operator()(const I &...where) const
    {
        static_assert(sizeof...(I) <= ASHLAR_MAX_DIM, "more intervals than dimensions");
        return named_tiles<T>(
            ga_tiles_t{g_, static_cast<int>(sizeof...(I)), {detail::interval_of(where)...}});
    }
    /** Along a dimension: elements, elements of a tile, tiles. */
    std::int64_t extent(int d) const noexcept
    {
        return spec_.dims[d];
    }
    std::int64_t tile(int d) const noexcept
    {
        return spec_.block[d];
    }
    std::int64_t tiles(int d) const noexcept
    {
        return spec_.blocks[d];
    }
    detail::my_tiles<T> mine() const
    {
        return detail::my_tiles<T>(ga_tiles_t{g_, 0, {}});
    }

  private:
    static ga_type type() noexcept
    {
        static_assert(element_type<T>() != ASHLAR_TYPE_COUNT, "not an element type of ga");
        return static_cast<ga_type>(element_type<T>());
    }
    static void check_count(const processor_grid &grid, std::size_t count)
    {
        if (static_cast<int>(count) != grid.dimensions())
            throw error(ASHLAR_ESHAPE,
                        "tiled_array: not as many extents as the grid has dimensions");
    }

    ga_t g_ = 0;
    ga_spec_t spec_{};
};

/* ---- the collectives of tiles.h -------------------------------------------------------------- */

template <class T>
void broadcast(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
               std::int64_t count = GA_WHOLE)
{
    check(ga_tiles_broadcast(to.get(), from.get(), count, flags));
}
template <class T>
void scatter(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
             std::int64_t count = GA_WHOLE)
{
    check(ga_tiles_scatter(to.get(), from.get(), count, flags));
}
template <class T>
void gather(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
            std::int64_t count = GA_WHOLE)
{
    check(ga_tiles_gather(to.get(), from.get(), count, flags));
}
template <class T>
void exchange(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
              std::int64_t count = GA_WHOLE)
{
    check(ga_tiles_exchange(to.get(), from.get(), count, flags));
}
template <class T>
void exchange_cut(const named_tiles<T> &to, int to_dim, const named_tiles<T> &from, int from_dim,
                  int flags = 0)
{
    check(ga_tiles_exchange_cut(to.get(), to_dim, from.get(), from_dim, flags));
}
template <class T>
void reduce(const named_tiles<T> &to, const named_tiles<T> &from, ashlar_op op, int flags = 0,
            std::int64_t count = GA_WHOLE)
{
    check(ga_tiles_reduce(to.get(), from.get(), op, count, flags));
}

/** Calls under way, which the destructor waits for: declare it after the arrays that they name. */
class under_way
{
  public:
    under_way() = default;
    under_way(const under_way &) = delete;
    under_way &operator=(const under_way &) = delete;
    ~under_way()
    {
        if (ga_initialized())
            ga_wait(&handle_);
    }
    void wait()
    {
        check(ga_wait(&handle_));
    }
    template <class T>
    void broadcast(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
                   std::int64_t count = GA_WHOLE)
    {
        check(ga_tiles_broadcast_nb(to.get(), from.get(), count, flags, &handle_));
    }
    template <class T>
    void exchange(const named_tiles<T> &to, const named_tiles<T> &from, int flags = 0,
                  std::int64_t count = GA_WHOLE)
    {
        check(ga_tiles_exchange_nb(to.get(), from.get(), count, flags, &handle_));
    }
    template <class T>
    void exchange_cut(const named_tiles<T> &to, int to_dim, const named_tiles<T> &from,
                      int from_dim, int flags = 0)
    {
        check(ga_tiles_exchange_cut_nb(to.get(), to_dim, from.get(), from_dim, flags, &handle_));
    }
    template <class T>
    void reduce(const named_tiles<T> &to, const named_tiles<T> &from, ashlar_op op, int flags = 0,
                std::int64_t count = GA_WHOLE)
    {
        check(ga_tiles_reduce_nb(to.get(), from.get(), op, count, flags, &handle_));
    }

  private:
    ga_handle_t handle_ = 0;
};

} // namespace ashlar
#endif
