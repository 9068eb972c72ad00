/** Which element type of the library a type of C++17 is. */
#ifndef ASHLAR_ELEMENT_HPP
#define ASHLAR_ELEMENT_HPP

#include <complex>
#include <type_traits>

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

} // namespace ashlar
#endif
