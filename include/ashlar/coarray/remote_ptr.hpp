/** Pointers to elements of images, for C++17, and where elements are that may be mine. A part of
 * coarray.hpp.
 */
#ifndef ASHLAR_COARRAY_REMOTE_PTR_HPP
#define ASHLAR_COARRAY_REMOTE_PTR_HPP

#include <cstddef>
#include <iterator>

#include <ashlar/coarray/elements.hpp>

namespace ashlar
{

template <class T> class remote_ptr;

namespace detail
{

/* Where an element is that may be mine: own is its address then. */
template <class T, int N> struct near_place {
    static constexpr bool is_mine = false;
    co_array_t *x;
    int image;
    std::array<std::int64_t, N> at;
    T *own;

    std::array<std::int64_t, N> index() const noexcept
    {
        return at;
    }
    T *mine() const noexcept
    {
        return own;
    }
    remote_ptr<T> address() const;
};
/* Where an element is that is mine. */
template <class T, int N> struct own_place : near_place<T, N> {
    static constexpr bool is_mine = true;
};

/* The same by its number in the array, in the order of C; own is the address of the array if that
 * is mine. */
template <class T> struct linear_place {
    static constexpr bool is_mine = false;
    co_array_t *x = nullptr;
    int image = -1, ndim = 0;
    std::int64_t offset = 0;
    T *own = nullptr;

    std::array<std::int64_t, ASHLAR_MAX_DIM> index() const
    {
        std::array<std::int64_t, ASHLAR_MAX_DIM> at{}, extents{};
        std::int64_t rest = offset;
        if (ndim > 1)
            check(co_extents(x, image, extents.data()));
        for (std::size_t d = static_cast<std::size_t>(ndim); d-- > 1;)
            if (extents[d] > 0) {
                at[d] = rest % extents[d];
                rest /= extents[d];
            }
        at[0] = rest; // if it is outside, so is this
        return at;
    }
    T *mine() const noexcept
    {
        return own ? own + offset : nullptr;
    }
    remote_ptr<T> address() const;
};

} // namespace detail

/** A pointer to an element of an image, in the order of C. Arithmetic does not leave the array of
 * the image, and what it points to is read and written as A[p](i) is. */
template <class T> class remote_ptr
{
  public:
    using iterator_category = std::random_access_iterator_tag;
    using of_one_process = void; // it holds an address
    using difference_type = std::int64_t;
    using value_type = T;
    using pointer = remote_ptr;
    using reference = remote_element<T, detail::linear_place<T>>;

    remote_ptr() noexcept = default;
    explicit remote_ptr(const detail::linear_place<T> &place) noexcept : place_(place)
    {
    }
    int image() const noexcept
    {
        return place_.image;
    }
    explicit operator bool() const noexcept
    {
        return place_.x != nullptr;
    }
    reference operator*() const
    {
        return reference(place_);
    }
    reference operator[](difference_type k) const
    {
        return *(*this + k);
    }
    remote_ptr &operator+=(difference_type k) noexcept
    {
        place_.offset += k;
        return *this;
    }
    remote_ptr &operator-=(difference_type k) noexcept
    {
        return *this += -k;
    }
    remote_ptr &operator++() noexcept
    {
        return *this += 1;
    }
    remote_ptr &operator--() noexcept
    {
        return *this += -1;
    }
    remote_ptr operator++(int) noexcept
    {
        const remote_ptr before = *this;
        ++*this;
        return before;
    }
    remote_ptr operator--(int) noexcept
    {
        const remote_ptr before = *this;
        --*this;
        return before;
    }
    friend remote_ptr operator+(remote_ptr p, difference_type k) noexcept
    {
        return p += k;
    }
    friend remote_ptr operator+(difference_type k, remote_ptr p) noexcept
    {
        return p += k;
    }
    friend remote_ptr operator-(remote_ptr p, difference_type k) noexcept
    {
        return p -= k;
    }
    /** For pointers to one array. */
    friend difference_type operator-(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return a.place_.offset - b.place_.offset;
    }
    friend bool operator==(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return a.place_.x == b.place_.x && a.place_.image == b.place_.image &&
               a.place_.offset == b.place_.offset;
    }
    friend bool operator!=(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return !(a == b);
    }
    friend bool operator<(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return a.place_.offset < b.place_.offset;
    }
    friend bool operator>(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return b < a;
    }
    friend bool operator<=(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return !(b < a);
    }
    friend bool operator>=(const remote_ptr &a, const remote_ptr &b) noexcept
    {
        return !(a < b);
    }

  private:
    detail::linear_place<T> place_;
};

namespace detail
{

template <class T, int N> remote_ptr<T> near_place<T, N>::address() const
{
    std::array<std::int64_t, ASHLAR_MAX_DIM> extents{};
    if (N > 1)
        check(co_extents(x, image, extents.data()));
    std::int64_t offset = at[0];
    for (std::size_t d = 1; d < at.size(); ++d)
        offset = offset * extents[d] + at[d];
    return remote_ptr<T>({x, image, N, offset, own ? own - offset : nullptr});
}
template <class T> remote_ptr<T> linear_place<T>::address() const
{
    return remote_ptr<T>(*this);
}

} // namespace detail

} // namespace ashlar
#endif
