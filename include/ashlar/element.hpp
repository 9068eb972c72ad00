/** Which element type of the library a type of C++17 is, and operators of what stands for an
 * element of an array. */
#ifndef ASHLAR_ELEMENT_HPP
#define ASHLAR_ELEMENT_HPP

#include <complex>
#include <type_traits>
#include <utility>

#include <ashlar/types.h>

namespace ashlar
{

/** For arithmetic types: their ASHLAR_...; ASHLAR_TYPE_COUNT: it can be a record only. */
template <class T> constexpr int element_type() noexcept
{
    if constexpr (std::is_same_v<T, int>)
        return ASHLAR_INT;
    else if constexpr (std::is_same_v<T, long>)
        return ASHLAR_LONG;
    else if constexpr (std::is_same_v<T, long long>)
        return ASHLAR_LLONG;
    else if constexpr (std::is_same_v<T, float>)
        return ASHLAR_FLOAT;
    else if constexpr (std::is_same_v<T, double>)
        return ASHLAR_DOUBLE;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        return ASHLAR_CFLOAT;
    else if constexpr (std::is_same_v<T, std::complex<double>>)
        return ASHLAR_CDOUBLE;
    else
        return ASHLAR_TYPE_COUNT;
}

namespace detail
{

/* A class that stands for an element has a type `is_element`, and value(). */
template <class X, class = void> inline constexpr bool is_element = false;
template <class X> inline constexpr bool is_element<X, typename X::is_element> = true;
template <class X> decltype(auto) value_of(const X &x)
{
    if constexpr (is_element<X>)
        return x.value();
    else
        return x;
}
template <class X>
using value_type_of = std::decay_t<decltype(value_of(std::declval<const X &>()))>;
/* Whole arrays and slices have operators of their own (coarray/expressions.hpp). */
template <class X, class = void> inline constexpr bool is_array = false;
template <class X>
inline constexpr bool is_array<X, std::void_t<decltype(std::declval<const X &>().part())>> = true;
/* Operators of classes, as those of std::complex, do not convert what they are given. */
template <class A, class B>
using if_operands =
    std::enable_if_t<(is_element<A> || is_element<B>)&&!is_array<A> && !is_array<B> &&
                     (std::is_class_v<value_type_of<A>> || std::is_class_v<value_type_of<B>>)>;
template <class A>
using if_operand = std::enable_if_t<is_element<A> && std::is_class_v<value_type_of<A>>>;

} // namespace detail

template <class A, class B, class = detail::if_operands<A, B>>
auto operator+(const A &a, const B &b)
{
    return detail::value_of(a) + detail::value_of(b);
}
template <class A, class B, class = detail::if_operands<A, B>>
auto operator-(const A &a, const B &b)
{
    return detail::value_of(a) - detail::value_of(b);
}
template <class A, class B, class = detail::if_operands<A, B>>
auto operator*(const A &a, const B &b)
{
    return detail::value_of(a) * detail::value_of(b);
}
template <class A, class B, class = detail::if_operands<A, B>>
auto operator/(const A &a, const B &b)
{
    return detail::value_of(a) / detail::value_of(b);
}
template <class A, class = detail::if_operand<A>> auto operator-(const A &a)
{
    return -detail::value_of(a);
}
template <class A, class B, class = detail::if_operands<A, B>>
bool operator==(const A &a, const B &b)
{
    return detail::value_of(a) == detail::value_of(b);
}
template <class A, class B, class = detail::if_operands<A, B>>
bool operator!=(const A &a, const B &b)
{
    return !(a == b);
}

} // namespace ashlar
#endif
