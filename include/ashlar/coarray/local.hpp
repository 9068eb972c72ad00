/** Arrays of my own memory with [i][j], for C++17. A part of coarray.hpp. */
#ifndef ASHLAR_COARRAY_LOCAL_HPP
#define ASHLAR_COARRAY_LOCAL_HPP

#include <ashlar/coarray/base.hpp>
#include <ashlar/coarray/expressions.hpp>

namespace ashlar
{

template <class T, int N> class local_slice;
template <class T, int N> class array_view;

namespace detail
{

/* x[i]: an element, or what is left when the first index is given. Without a loop, which compilers
 * see through too late. */
template <class T, std::size_t N, std::size_t... D>
decltype(auto) row_of(T *data, const std::array<std::int64_t, N> &extents, std::int64_t at,
                      std::index_sequence<D...>)
{
    if constexpr (N == 1)
        return static_cast<T &>(data[at]);
    else
        return array_view<T, static_cast<int>(N) - 1>(data + at * (extents[D + 1] * ...),
                                                      {extents[D + 1]...});
}
template <class T, std::size_t N, class I>
decltype(auto) element_or_row(T *data, const std::array<std::int64_t, N> &extents, I i)
{
    const auto at = static_cast<std::int64_t>(i);
    check_index(at, extents[0]);
    return row_of(data, extents, at, std::make_index_sequence<N - 1>());
}

} // namespace detail

/** Elements of my memory as an array of N dimensions, which somebody else keeps. Assigned to, it
 * copies elements. x[i] of an array with more dimensions is one. */
template <class T, int N> class array_view
{
    using extents_type = std::array<std::int64_t, static_cast<std::size_t>(N)>;

  public:
    template <class... I, class = std::enable_if_t<(detail::is_integer<I> && ...)>>
    explicit array_view(T *data, I... extents)
        : data_(data), extents_{static_cast<std::int64_t>(extents)...}
    {
        static_assert(sizeof...(I) == N, "a view has an extent for each dimension");
    }
    array_view(T *data, const extents_type &extents) : data_(data), extents_(extents)
    {
    }
    array_view(const array_view &) = default;

    const array_view &operator=(const array_view &from) const
    {
        detail::move_elements(part(), from.part());
        return *this;
    }
    template <class S, class = detail::if_source<const S, std::remove_const_t<T>>>
    const array_view &operator=(const S &from) const
    {
        detail::move_elements(part(), detail::part_of(from));
        return *this;
    }

    template <class I, class = detail::if_integer<I>> decltype(auto) operator[](I i) const
    {
        return detail::element_or_row(data_, extents_, i);
    }
    /** first, last, ... inclusive of each dimension; first, last, step, ...; or intervals. */
    template <class... A> local_slice<T, N> slice(const A &...bounds) const
    {
        return local_slice<T, N>(detail::part_within(
            data_, extents_, detail::read_section<static_cast<std::size_t>(N)>(bounds...)));
    }
    T *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return static_cast<std::size_t>(detail::product_of(extents_));
    }
    std::int64_t extent(int dimension) const
    {
        return extents_.at(static_cast<std::size_t>(dimension));
    }
    auto part() const noexcept
    {
        return detail::whole_part(data_, extents_);
    }

  private:
    T *data_;
    extents_type extents_;
};

/** A slice of elements in my memory: assigned to, all of it changes. */
template <class T, int N> class local_slice
{
  public:
    explicit local_slice(const detail::local_part<T, static_cast<std::size_t>(N)> &part)
        : part_(part)
    {
    }
    local_slice(const local_slice &) = default;

    const local_slice &operator=(const local_slice &from) const
    {
        detail::move_elements(part_, from.part_);
        return *this;
    }
    template <class S, class = detail::if_source<const S, std::remove_const_t<T>>>
    const local_slice &operator=(const S &from) const
    {
        detail::move_elements(part_, detail::part_of(from));
        return *this;
    }
    const local_slice &operator=(const T &value) const
    {
        detail::fill(part_, value);
        return *this;
    }
    const auto &part() const noexcept
    {
        return part_;
    }

  private:
    detail::local_part<T, static_cast<std::size_t>(N)> part_;
};

/** An array of my own, zeros at first. */
template <class T, int N> class LocalArray
{
    static_assert(N >= 1, "an array has at least 1 dimension");
    using view = array_view<T, N>;
    using const_view = array_view<const T, N>;

  public:
    using value_type = T;

    LocalArray() noexcept = default;
    template <class First, class... A, class = detail::if_extent<First>>
    explicit LocalArray(First extent, A... more)
        : extents_{static_cast<std::int64_t>(extent), static_cast<std::int64_t>(more)...},
          data_(allocate())
    {
        static_assert(sizeof...(A) + 1 == N, "an array has an extent for each dimension");
    }
    LocalArray(LocalArray &&other) noexcept
    {
        swap(other);
    }
    LocalArray(const LocalArray &from) : extents_(from.extents_), data_(new T[size()])
    {
        detail::move_elements(part(), from.part());
    }
    LocalArray &operator=(LocalArray from) noexcept // its shape, too
    {
        swap(from);
        return *this;
    }
    template <class S, class = detail::if_source<const S, T>> LocalArray &operator=(const S &from)
    {
        detail::move_elements(part(), detail::part_of(from));
        return *this;
    }
    template <class I, class = detail::if_integer<I>> decltype(auto) operator[](I i)
    {
        return detail::element_or_row(data(), extents_, i);
    }
    template <class I, class = detail::if_integer<I>> decltype(auto) operator[](I i) const
    {
        return detail::element_or_row(data(), extents_, i);
    }
    template <class... A> local_slice<T, N> slice(const A &...bounds)
    {
        return view(data(), extents_).slice(bounds...);
    }
    template <class... A> local_slice<const T, N> slice(const A &...bounds) const
    {
        return const_view(data(), extents_).slice(bounds...);
    }
    T *data() noexcept
    {
        return data_.get();
    }
    const T *data() const noexcept
    {
        return data_.get();
    }
    std::size_t size() const noexcept
    {
        return static_cast<std::size_t>(detail::product_of(extents_));
    }
    std::int64_t extent(int dimension) const
    {
        return extents_.at(static_cast<std::size_t>(dimension));
    }
    auto part() noexcept
    {
        return detail::whole_part(data(), extents_);
    }
    auto part() const noexcept
    {
        return detail::whole_part(data(), extents_);
    }

  private:
    T *allocate() const
    {
        for (std::int64_t extent : extents_)
            detail::check_extent(extent);
        return new T[size()]();
    }
    void swap(LocalArray &other) noexcept
    {
        std::swap(extents_, other.extents_);
        std::swap(data_, other.data_);
    }
    std::array<std::int64_t, static_cast<std::size_t>(N)> extents_{};
    std::unique_ptr<T[]> data_;
};

} // namespace ashlar
#endif
