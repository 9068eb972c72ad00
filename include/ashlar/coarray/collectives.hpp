/** Collectives over images for C++17. A part of coarray.hpp; coarray.h has the contracts of the
 * calls.
 */
#ifndef ASHLAR_COARRAY_COLLECTIVES_HPP
#define ASHLAR_COARRAY_COLLECTIVES_HPP

#include <cstddef>
#include <cstring>
#include <exception>
#include <type_traits>

#include <ashlar/coarray/images.hpp>

namespace ashlar
{

/* x: one element, or what has data() and size(). image: who gets the result; -1: all. */

template <class X> void co_sum(X &&x, int image = -1, const group &images = {})
{
    constexpr int type = element_type<detail::element_in<X>>();
    static_assert(type != ASHLAR_TYPE_COUNT, "records have no sum");
    check(::co_sum(images.get(), static_cast<ga_type>(type), detail::data_in(x),
                   detail::count_in(x), image));
}
template <class X> void co_min(X &&x, int image = -1, const group &images = {})
{
    constexpr int type = element_type<detail::element_in<X>>();
    static_assert(type < ASHLAR_CFLOAT, "only integers and real numbers have an order");
    check(::co_min(images.get(), static_cast<ga_type>(type), detail::data_in(x),
                   detail::count_in(x), image));
}
template <class X> void co_max(X &&x, int image = -1, const group &images = {})
{
    constexpr int type = element_type<detail::element_in<X>>();
    static_assert(type < ASHLAR_CFLOAT, "only integers and real numbers have an order");
    check(::co_max(images.get(), static_cast<ga_type>(type), detail::data_in(x),
                   detail::count_in(x), image));
}
/** The elements of an image to all. */
template <class X> void co_broadcast(X &&x, int image, const group &images = {})
{
    using T = detail::element_in<X>;
    static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
    check(::co_broadcast(images.get(), detail::data_in(x),
                         static_cast<std::size_t>(detail::count_in(x)) * sizeof(T), image));
}

namespace detail
{

/* A function of the caller's behind one of C, through which nothing may be thrown. */
template <class T, class F> struct combination {
    F &function;
    std::exception_ptr thrown;

    static void call(void *into, const void *from, void *context) noexcept
    {
        auto &self = *static_cast<combination *>(context);
        if (self.thrown)
            return;
        try {
            T a, b;
            std::memcpy(&a, into, sizeof a);
            std::memcpy(&b, from, sizeof b);
            const T both = self.function(static_cast<const T &>(a), static_cast<const T &>(b));
            std::memcpy(into, &both, sizeof both);
        } catch (...) {
            self.thrown = std::current_exception();
        }
    }
};

} // namespace detail

/** Combined by a function, T combine(const T &, const T &), which must be associative. What it
 * throws on an image is thrown there afterwards, and on the others an error ASHLAR_EARG. */
template <class X, class F>
void co_reduce(X &&x, F combine, int image = -1, const group &images = {})
{
    using T = detail::element_in<X>;
    static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
    detail::combination<T, F> combination{combine, nullptr};
    check(::co_reduce(images.get(), detail::data_in(x), detail::count_in(x), sizeof(T),
                      detail::combination<T, F>::call, &combination, image));
    int thrown = combination.thrown ? 1 : 0;
    check(::co_max(images.get(), ASHLAR_INT, &thrown, 1, -1));
    if (combination.thrown)
        std::rethrow_exception(combination.thrown);
    if (thrown)
        throw error(ASHLAR_EARG,
                    "ashlar::co_reduce: the function has thrown an exception on another image");
}

} // namespace ashlar
#endif
