/** Parts of arrays, local and of images, and the ways between them, for C++17. A part of
 * coarray.hpp.
 */
#ifndef ASHLAR_COARRAY_PARTS_HPP
#define ASHLAR_COARRAY_PARTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <ashlar/coarray/elements.hpp>

namespace ashlar
{

/** The indices first, first + step, ... up to last, which is the highest that may be reached. */
struct interval : ashlar_interval_t {
    constexpr interval(std::int64_t from, std::int64_t to, std::int64_t by = 1)
        : ashlar_interval_t{from, to, by}
    {
    }
};

namespace detail
{

template <std::size_t N> std::int64_t product_of(const std::array<std::int64_t, N> &counts) noexcept
{
    std::int64_t n = 1;
    for (std::int64_t count : counts)
        n *= count;
    return n;
}

/* Elements in my memory: as many in each dimension, so many elements apart. */
template <class T, std::size_t N> struct local_part {
    using element = std::remove_const_t<T>;
    T *data;
    std::array<std::int64_t, N> count, stride;

    std::int64_t size() const noexcept
    {
        return product_of(count);
    }
    bool is_dense() const noexcept
    {
        std::int64_t below = 1;
        for (std::size_t d = N; d-- > 0; below *= count[d])
            if (count[d] > 1 && stride[d] != below)
                return size() == 0;
        return true;
    }
    /* One behind the last. */
    const T *end() const noexcept
    {
        std::int64_t last = 0;
        for (std::size_t d = 0; d < N; ++d)
            last += (count[d] - 1) * stride[d];
        return data + last + 1;
    }
    /* In the form that co_put() takes. */
    const std::int64_t *strides() const noexcept
    {
        return is_dense() ? nullptr : stride.data();
    }
};

/* Elements of an image; section nullptr: all. */
template <class T, std::size_t N> struct remote_part {
    using element = T;
    co_array_t *x;
    int image;
    const ashlar_interval_t *section;
    std::array<std::int64_t, N> count;

    std::int64_t size() const noexcept
    {
        return product_of(count);
    }
};

template <class T, std::size_t N>
local_part<T, N> whole_part(T *data, const std::array<std::int64_t, N> &extents) noexcept
{
    local_part<T, N> part{data, extents, {}};
    std::int64_t below = 1;
    for (std::size_t d = N; d-- > 0; below *= extents[d])
        part.stride[d] = below;
    return part;
}

template <std::size_t N> using section = std::array<ashlar_interval_t, N>;

template <std::size_t N> std::array<std::int64_t, N> counts_of(const section<N> &wanted) noexcept
{
    std::array<std::int64_t, N> count;
    for (std::size_t d = 0; d < N; ++d)
        count[d] = wanted[d].last < wanted[d].first
                       ? 0
                       : (wanted[d].last - wanted[d].first) / wanted[d].step + 1;
    return count;
}

/* The arguments of slice(...): pairs of bounds, triples with steps, or intervals. */
template <std::size_t N, class... A> section<N> read_section(const A &...a)
{
    section<N> made{};
    if constexpr ((is_integer<A> && ...)) {
        static_assert(sizeof...(A) == 2 * N || sizeof...(A) == 3 * N,
                      "a slice is first, last or first, last, step of each dimension");
        constexpr std::size_t each = sizeof...(A) == 2 * N ? 2 : 3;
        const std::int64_t all[] = {static_cast<std::int64_t>(a)...};
        for (std::size_t d = 0; d < N; ++d)
            made[d] = {all[each * d], all[each * d + 1], each == 3 ? all[each * d + each - 1] : 1};
    } else {
        static_assert(sizeof...(A) == N, "a slice has an interval for each dimension");
        made = {static_cast<const ashlar_interval_t &>(a)...};
    }
    for (std::size_t d = 0; d < N; ++d)
        if (made[d].step < 1)
            throw error(ASHLAR_EARG, "ashlar: step " + std::to_string(made[d].step) +
                                         " of dimension " + std::to_string(d) +
                                         " of a slice is below 1");
    return made;
}

template <class T, std::size_t N>
local_part<T, N> part_within(T *data, const std::array<std::int64_t, N> &extents,
                             const section<N> &wanted)
{
    local_part<T, N> part = whole_part(data, extents);
    for (std::size_t d = 0; d < N; ++d) {
        const ashlar_interval_t &in = wanted[d];
        if (in.first <= in.last && (in.first < 0 || in.last >= extents[d]))
            throw error(ASHLAR_ERANGE, "ashlar: " + std::to_string(in.first) + ".." +
                                           std::to_string(in.last) + " of dimension " +
                                           std::to_string(d) + " is not inside 0.." +
                                           std::to_string(extents[d] - 1));
    }
    part.count = counts_of(wanted);
    for (std::size_t d = 0; d < N && part.size() > 0; ++d)
        part.data += wanted[d].first * part.stride[d];
    for (std::size_t d = 0; d < N; ++d)
        part.stride[d] *= wanted[d].step;
    return part;
}

/* ---- which part something is ----------------------------------------------------------------- */

template <class S, class = void> inline constexpr bool has_part = false;
template <class S>
inline constexpr bool has_part<S, std::void_t<decltype(std::declval<S &>().part())>> = true;

/* That of an object with part(), or the elements of a list. */
template <class S, class = std::enable_if_t<has_part<S> || is_list<S>>> auto part_of(S &s)
{
    if constexpr (has_part<S>)
        return s.part();
    else
        return local_part<std::remove_pointer_t<data_of<S>>, 1>{s.data(), {count_in(s)}, {1}};
}
template <class S> using part_type = decltype(part_of(std::declval<S &>()));
/* There only if S has elements of type T. */
template <class S, class T>
using if_source = std::enable_if_t<std::is_same_v<typename part_type<S>::element, T>>;

/* ---- copies ---------------------------------------------------------------------------------- */

template <class T>
void copy_strided(T *to, const std::int64_t *to_stride, const T *from,
                  const std::int64_t *from_stride, const std::int64_t *count, std::size_t ndim)
{
    if (ndim == 1 && *to_stride == 1 && *from_stride == 1) {
        std::memcpy(to, from, static_cast<std::size_t>(*count) * sizeof(T));
        return;
    }
    for (std::int64_t k = 0; k < *count; ++k)
        if (ndim == 1)
            copy_element(to[k * *to_stride], from[k * *from_stride]);
        else
            copy_strided(to + k * *to_stride, to_stride + 1, from + k * *from_stride,
                         from_stride + 1, count + 1, ndim - 1);
}

template <class T, std::size_t N>
void fill(const local_part<T, N> &to, const std::remove_const_t<T> &value)
{
    static_assert(!std::is_const_v<T>, "what is assigned to is constant");
    const std::array<std::int64_t, N> none{};
    copy_strided<T>(to.data, to.stride.data(), &value, none.data(), to.count.data(), N);
}

template <class A, class B> void check_sizes(const A &to, const B &from)
{
    if (to.size() != from.size())
        throw error(ASHLAR_ESHAPE, "ashlar: " + std::to_string(from.size()) + " elements to " +
                                       std::to_string(to.size()));
}

/* The elements of a part, one after the other, as C would store it. */
template <class T, std::size_t N> class packed
{
  public:
    explicit packed(const std::array<std::int64_t, N> &count)
        : elements_(new T[static_cast<std::size_t>(product_of(count))]),
          part_(whole_part(elements_.get(), count))
    {
    }
    const local_part<T, N> &part() const noexcept
    {
        return part_;
    }
    /* The same elements in another shape. */
    template <std::size_t M> local_part<T, M> as(const std::array<std::int64_t, M> &count) const
    {
        return whole_part(elements_.get(), count);
    }

  private:
    std::unique_ptr<T[]> elements_;
    local_part<T, N> part_;
};

/* Whether transfers can read or write a part as it lies, where each dimension has a stride. */
template <class A, class B> bool is_alike(const A &local, const B &remote)
{
    if constexpr (std::is_same_v<decltype(local.count), decltype(remote.count)>)
        if (local.count == remote.count)
            return true;
    return local.is_dense();
}

/* Whether the array of the image is mine and the local part in it. */
template <class T, std::size_t N, class U, std::size_t M>
bool is_within(const local_part<T, N> &local, const remote_part<U, M> &remote)
{
    if (remote.image != co_this_image(co_group(remote.x)) || local.size() == 0)
        return false;
    void *mine = nullptr;
    std::array<std::int64_t, M> extents{};
    check(co_local(remote.x, &mine));
    check(co_extents(remote.x, remote.image, extents.data()));
    const std::less<const U *> before;
    const U *first = static_cast<const U *>(mine);
    return before(local.data, first + product_of(extents)) && before(first, local.end());
}

template <class T, class U, std::size_t N, std::size_t M>
void move_elements(const local_part<T, N> &to, const local_part<U, M> &from)
{
    static_assert(!std::is_const_v<T>, "what is assigned to is constant");
    check_sizes(to, from);
    if (to.size() == 0)
        return;
    const std::less<const T *> before;
    if constexpr (N == M)
        if (to.count == from.count &&
            (!before(from.data, to.end()) || !before(to.data, from.end()))) {
            copy_strided<T>(to.data, to.stride.data(), from.data, from.stride.data(),
                            to.count.data(), N);
            return;
        }
    /* Other shapes, or both have elements in common: as if all were read before any is written. */
    const packed<T, M> between(from.count);
    copy_strided<T>(between.part().data, between.part().stride.data(), from.data,
                    from.stride.data(), from.count.data(), M);
    const local_part<T, N> shaped = between.as(to.count);
    copy_strided<T>(to.data, to.stride.data(), shaped.data, shaped.stride.data(), to.count.data(),
                    N);
}

template <class T, class U, std::size_t N, std::size_t M>
void move_elements(const local_part<T, N> &to, const remote_part<U, M> &from)
{
    static_assert(!std::is_const_v<T>, "what is assigned to is constant");
    check_sizes(to, from);
    if (is_alike(to, from) && !is_within(to, from)) {
        check(co_get(from.x, from.image, from.section, to.data, to.strides()));
        return;
    }
    const packed<T, N> between(to.count);
    check(co_get(from.x, from.image, from.section, between.part().data, nullptr));
    move_elements(to, between.part());
}

/* Call with a pointer and strides as transfers take them. */
template <class T, std::size_t N, class R, class Call>
void with_buffer(const local_part<T, N> &from, const R &to, Call call)
{
    check_sizes(to, from);
    if (is_alike(from, to) && !is_within(from, to)) {
        check(call(from.data, from.strides()));
        return;
    }
    const packed<std::remove_const_t<T>, N> between(from.count);
    move_elements(between.part(), from);
    check(call(between.part().data, nullptr));
}

template <class T, class U, std::size_t N, std::size_t M>
void move_elements(const remote_part<T, N> &to, const local_part<U, M> &from)
{
    with_buffer(
        from, to,
        [&](const T *buffer, const std::int64_t *strides) {
            return co_put(to.x, to.image, to.section, buffer, strides);
        });
}

template <class T, class U, std::size_t N, std::size_t M>
void accumulate(const remote_part<T, N> &to, const local_part<U, M> &from)
{
    static_assert(element_type<T>() != ASHLAR_TYPE_COUNT, "records have no sum");
    with_buffer(from, to, [&](const T *buffer, const std::int64_t *strides) {
        return co_acc(to.x, to.image, to.section, nullptr, buffer, strides);
    });
}

template <class T, std::size_t N, std::size_t M>
void move_elements(const remote_part<T, N> &to, const remote_part<T, M> &from)
{
    check(co_copy(from.x, from.image, from.section, to.x, to.image, to.section));
}

} // namespace detail

/* ---- transfers under way --------------------------------------------------------------------- */

/** A transfer that has been started; it is waited for when this object ends, at the latest. Until
 * then its local elements must stay where they are. */
class transfer
{
  public:
    explicit transfer(ga_handle_t handle = 0) noexcept : handle_(handle)
    {
    }
    transfer(transfer &&other) noexcept : handle_(std::exchange(other.handle_, 0))
    {
    }
    transfer &operator=(transfer &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~transfer()
    {
        if (handle_)
            ga_wait(&handle_); /* an error has nowhere to go */
    }
    void wait()
    {
        check(ga_wait(&handle_));
    }
    /** Whether it is complete. */
    bool test()
    {
        int done = 0;
        check(ga_test(&handle_, &done));
        return done != 0;
    }

  private:
    ga_handle_t handle_;
};

} // namespace ashlar
#endif
