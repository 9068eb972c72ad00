/** Elements of coarrays for C++17. A part of coarray.hpp. */
#ifndef ASHLAR_COARRAY_ELEMENTS_HPP
#define ASHLAR_COARRAY_ELEMENTS_HPP

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include <ashlar/coarray/images.hpp>

namespace ashlar
{

namespace detail
{

/* Classes of this library whose objects mean something in one process only say so by a type
 * `of_one_process`. */
template <class T, class = void> inline constexpr bool is_of_one_process = false;
template <class T> inline constexpr bool is_of_one_process<T, typename T::of_one_process> = true;

template <class T> constexpr void check_element()
{
    using U = std::remove_all_extents_t<T>;
    static_assert(
        !std::is_pointer_v<U> && !std::is_member_pointer_v<U> && !is_of_one_process<U>,
        "a coarray of pointers: an address means nothing on another image; store indices");
    static_assert(std::is_trivially_copyable_v<U> && !std::is_const_v<U>,
                  "elements of a coarray are copied as bytes");
    static_assert(std::is_default_constructible_v<U>,
                  "an element of a coarray is read into one that is there");
    static_assert(alignof(T) <= 64, "coarrays are aligned to 64 bytes");
}

template <class T> void copy_element(T &to, const T &from) noexcept
{
    if constexpr (std::is_array_v<T>)
        std::memmove(&to, &from, sizeof(T));
    else
        to = from;
}

[[noreturn, gnu::noinline, gnu::cold]] inline void bad_index(std::int64_t i, std::int64_t extent)
{
    throw error(ASHLAR_ERANGE, "ashlar: index " + std::to_string(i) + " is outside 0.." +
                                   std::to_string(extent - 1));
}
/* Checks of local elements, as in a debug build. */
inline void check_index([[maybe_unused]] std::int64_t i, [[maybe_unused]] std::int64_t extent)
{
#ifndef NDEBUG
    if (i < 0 || i >= extent)
        bad_index(i, extent);
#endif
}

/* Types that can be an index or an extent: an integer, or a constant of an enum that converts to
 * one. */
template <class I>
inline constexpr bool is_integer = std::is_integral_v<I> ||
                                   (std::is_enum_v<I> && std::is_convertible_v<I, std::int64_t>);
template <class I> using if_integer = std::enable_if_t<is_integer<I>>;

/* Where an element is that may be on another image. */
template <class T, int N> struct far_place {
    static constexpr bool is_mine = false; // that of others is known when the program runs, or true
    co_array_t *x;
    int image;
    std::array<std::int64_t, N> at;

    /* A copy, so that the address of a place is never taken and all of it stays in registers. */
    std::array<std::int64_t, N> index() const noexcept
    {
        return at;
    }
    /* Its address if it is mine and this is known. */
    static constexpr T *mine() noexcept
    {
        return nullptr;
    }
};

struct no_value; /* arrays have none that a function could return */

} // namespace detail

/** An element of an image. Read, it is the value there; assigned to, it writes, and is what has
 * been written; +=, -=, ++ and -- accumulate, atomic with respect to other accumulates; |=, &= and
 * ^= of integers are atomic with respect to the atomics below. *=, /= and %= read, compute and
 * write, as three steps, and so do x++ and x--, which give what they have read, around an
 * accumulate. An `auto` of one is still the element: value() is its value. */
template <class T, class Place> class remote_element
{
    using read_type = std::conditional_t<std::is_array_v<T>, detail::no_value *, T>;
    using written_type = std::conditional_t<std::is_array_v<T>, void, T>;

  public:
    using value_type = T;
    using is_element = void; // of an array: see element.hpp
    using of_one_process = void;

    explicit remote_element(const Place &place) : place_(place)
    {
    }
    remote_element(const remote_element &) = default;

    read_type value() const
    {
        static_assert(!std::is_array_v<T>, "no function returns a C array: use get(into)");
        T x;
        get(x);
        return x;
    }
    operator read_type() const
    {
        return value();
    }
    void get(T &into) const
    {
        if (const T *mine = place_.mine(); Place::is_mine || mine)
            detail::copy_element(into, *mine);
        else
            check(co_get_element(place_.x, place_.image, place_.index().data(), &into));
    }
    written_type operator=(const T &x) const
    {
        put(x);
        if constexpr (!std::is_array_v<T>)
            return x;
    }
    /* The value, not which element this is. */
    written_type operator=(const remote_element &other) const
    {
        return assign(other);
    }
    template <class P> written_type operator=(const remote_element<T, P> &other) const
    {
        return assign(other);
    }
    const remote_element &operator+=(const T &x) const
    {
        static_assert(element_type<T>() != ASHLAR_TYPE_COUNT,
                      "records have no sum: accumulates are of int, long, long long, float, double "
                      "and std::complex of the two");
        check(co_acc_element(place_.x, place_.image, place_.index().data(), &x));
        return *this;
    }
    const remote_element &operator-=(const T &x) const
    {
        return *this += static_cast<T>(-x);
    }
    const remote_element &operator++() const
    {
        return *this += T(1);
    }
    const remote_element &operator--() const
    {
        return *this -= T(1);
    }
    read_type operator++(int) const
    {
        const T before = value();
        ++*this;
        return before;
    }
    read_type operator--(int) const
    {
        const T before = value();
        --*this;
        return before;
    }
    const remote_element &operator*=(const T &x) const
    {
        put(static_cast<T>(value() * x));
        return *this;
    }
    const remote_element &operator/=(const T &x) const
    {
        put(static_cast<T>(value() / x));
        return *this;
    }
    const remote_element &operator%=(const T &x) const
    {
        put(static_cast<T>(value() % x));
        return *this;
    }
    const remote_element &operator|=(const T &x) const
    {
        fetch_or(x);
        return *this;
    }
    const remote_element &operator&=(const T &x) const
    {
        fetch_and(x);
        return *this;
    }
    const remote_element &operator^=(const T &x) const
    {
        fetch_xor(x);
        return *this;
    }

    /** Atomic with respect to each other, of integers; those that change it give what it was. */
    read_type atomic_get() const
    {
        check_integer();
        std::int64_t x = 0;
        check(co_atomic_get(place_.x, place_.image, place_.index().data(), &x));
        return static_cast<read_type>(x);
    }
    void atomic_set(read_type x) const
    {
        check_integer();
        check(co_atomic_set(place_.x, place_.image, place_.index().data(), x));
    }
    read_type fetch_add(read_type x) const
    {
        return update(ASHLAR_SUM, x);
    }
    read_type fetch_and(read_type x) const
    {
        return update(ASHLAR_AND, x);
    }
    read_type fetch_or(read_type x) const
    {
        return update(ASHLAR_OR, x);
    }
    read_type fetch_xor(read_type x) const
    {
        return update(ASHLAR_XOR, x);
    }
    read_type exchange(read_type x) const
    {
        return update(ASHLAR_REPLACE, x);
    }
    read_type compare_swap(read_type expected, read_type x) const
    {
        check_integer();
        std::int64_t old = 0;
        check(co_atomic_compare_swap(place_.x, place_.image, place_.index().data(), expected, x,
                                     &old));
        return static_cast<read_type>(old);
    }

    /** A remote_ptr to it, of the face of 2002. */
    template <class P = Place>
    auto operator&() const -> decltype(std::declval<const P &>().address())
    {
        return place_.address();
    }

  private:
    template <class, class> friend class remote_element;

    void put(const T &x) const
    {
        if (T *mine = place_.mine(); Place::is_mine || mine)
            detail::copy_element(*mine, x);
        else
            check(co_put_element(place_.x, place_.image, place_.index().data(), &x));
    }
    template <class P> written_type assign(const remote_element<T, P> &other) const
    {
        if constexpr (!std::is_array_v<T>) {
            return *this = other.value();
        } else if (const T *theirs = other.place_.mine()) {
            put(*theirs);
        } else if (T *mine = place_.mine()) {
            other.get(*mine);
        } else { // through no memory of ours, as blocks may be large
            const auto from = section_of(other.place_.index());
            const auto to = section_of(place_.index());
            check(co_copy(other.place_.x, other.place_.image, from.data(), place_.x, place_.image,
                          to.data()));
        }
    }
    template <std::size_t N>
    static std::array<ashlar_interval_t, N> section_of(const std::array<std::int64_t, N> &index)
    {
        std::array<ashlar_interval_t, N> section;
        for (std::size_t d = 0; d < N; ++d)
            section[d] = {index[d], index[d], 1};
        return section;
    }
    read_type update(ashlar_op op, read_type x) const
    {
        check_integer();
        std::int64_t old = 0;
        check(co_atomic_update(place_.x, place_.image, place_.index().data(), op, x, &old));
        return static_cast<read_type>(old);
    }
    static constexpr void check_integer()
    {
        static_assert(element_type<T>() <= ASHLAR_LLONG, "atomics are of int, long and long long");
    }

    Place place_;
};

} // namespace ashlar
#endif
