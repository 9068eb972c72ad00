/** Coarrays as D. M. J. Browne writes them, "An implementation of the coarray programming model in
 * C++" (2013): x[i][j] is an element of mine and x(p)[i][j] one of image p. A part of coarray.hpp.
 */
#ifndef ASHLAR_COARRAY_2013_HPP
#define ASHLAR_COARRAY_2013_HPP

#include <ashlar/coarray/base.hpp>
#include <ashlar/coarray/local.hpp>

namespace ashlar
{

namespace detail
{

/* Operations on all of, or on a slice of, the array of an image. */
template <class Self, class T> class remote_accesses
{
  public:
    template <class S, class = if_source<const S, T>> const Self &operator+=(const S &from) const
    {
        accumulate(self().part(), part_of(from));
        return self();
    }
    /** One value to all elements. */
    void fill(const T &value) const
    {
        const auto to = self().part();
        check(co_fill(to.x, to.image, to.section, &value));
    }
    /** To what has part(), or data() and size(): a std::vector, std::span, ... */
    template <class D, class = if_source<D, T>> void copy_to(D &&into) const
    {
        move_elements(part_of(into), self().part());
    }
    /** Start a transfer. The local elements must be of the same shape, or one after the other. */
    template <class S, class = if_source<const S, T>> transfer put_nb(const S &from) const
    {
        const auto there = self().part();
        const auto here = checked(part_of(from), there);
        ga_handle_t handle = 0;
        check(co_put_nb(there.x, there.image, there.section, here.data, here.strides(), &handle));
        return transfer(handle);
    }
    template <class S, class = if_source<const S, T>> transfer acc_nb(const S &from) const
    {
        static_assert(element_type<T>() != ASHLAR_TYPE_COUNT, "records have no sum");
        const auto there = self().part();
        const auto here = checked(part_of(from), there);
        ga_handle_t handle = 0;
        check(co_acc_nb(there.x, there.image, there.section, nullptr, here.data, here.strides(),
                        &handle));
        return transfer(handle);
    }
    template <class D, class = if_source<D, T>> transfer get_nb(D &&into) const
    {
        const auto there = self().part();
        const auto here = checked(part_of(into), there);
        ga_handle_t handle = 0;
        check(co_get_nb(there.x, there.image, there.section, here.data, here.strides(), &handle));
        return transfer(handle);
    }

  private:
    template <class L, class R> static L checked(const L &here, const R &there)
    {
        check_sizes(here, there);
        if (!is_alike(here, there))
            throw error(ASHLAR_ESHAPE, "ashlar: a nonblocking transfer between other shapes, of "
                                       "elements that do not lie one after the other");
        return here;
    }
    const Self &self() const noexcept
    {
        return static_cast<const Self &>(*this);
    }
};

} // namespace detail

/** A slice of the array of an image. */
template <class T, int N> class remote_slice : public detail::remote_accesses<remote_slice<T, N>, T>
{
  public:
    remote_slice(co_array_t *x, int image,
                 const detail::section<static_cast<std::size_t>(N)> &wanted)
        : x_(x), image_(image), section_(wanted)
    {
    }
    remote_slice(const remote_slice &) = default;

    const remote_slice &operator=(const remote_slice &from) const
    {
        detail::move_elements(part(), from.part());
        return *this;
    }
    template <class S, class = detail::if_source<const S, T>>
    const remote_slice &operator=(const S &from) const
    {
        detail::move_elements(part(), detail::part_of(from));
        return *this;
    }
    const remote_slice &operator=(const T &value) const
    {
        this->fill(value);
        return *this;
    }
    detail::remote_part<T, static_cast<std::size_t>(N)> part() const
    {
        return {x_, image_, section_.data(), detail::counts_of(section_)};
    }

  private:
    co_array_t *x_;
    int image_;
    detail::section<static_cast<std::size_t>(N)> section_;
};

/** The first K of N indices of an element of an image. */
template <class T, int N, int K> class remote_row
{
  public:
    explicit remote_row(const detail::far_place<T, K> &place) : place_(place)
    {
    }
    remote_row(const remote_row &) = default;
    remote_row &operator=(const remote_row &) = delete; // it lacks indices

    template <class I, class = detail::if_integer<I>> auto operator[](I i) const
    {
        detail::far_place<T, K + 1> next{place_.x, place_.image, {}};
        for (std::size_t d = 0; d < static_cast<std::size_t>(K); ++d)
            next.at[d] = place_.at[d];
        next.at[static_cast<std::size_t>(K)] = static_cast<std::int64_t>(i);
        if constexpr (K + 1 == N)
            return remote_element<T, detail::far_place<T, N>>(next);
        else
            return remote_row<T, N, K + 1>(next);
    }

  private:
    detail::far_place<T, K> place_;
};

/** The array of an image. */
template <class T, int N> class remote_array : public detail::remote_accesses<remote_array<T, N>, T>
{
  public:
    remote_array(co_array_t *x, int image) : x_(x), image_(image)
    {
    }
    remote_array(const remote_array &) = default;

    const remote_array &operator=(const remote_array &from) const
    {
        detail::move_elements(part(), from.part());
        return *this;
    }
    template <class S, class = detail::if_source<const S, T>>
    const remote_array &operator=(const S &from) const
    {
        detail::move_elements(part(), detail::part_of(from));
        return *this;
    }
    template <class I, class = detail::if_integer<I>> auto operator[](I i) const
    {
        return remote_row<T, N, 0>({x_, image_, {}})[i];
    }
    template <class... A> remote_slice<T, N> slice(const A &...bounds) const
    {
        return {x_, image_, detail::read_section<static_cast<std::size_t>(N)>(bounds...)};
    }
    detail::remote_part<T, static_cast<std::size_t>(N)> part() const
    {
        detail::remote_part<T, static_cast<std::size_t>(N)> all{x_, image_, nullptr, {}};
        check(co_extents(x_, image_, all.count.data()));
        return all;
    }

  private:
    co_array_t *x_;
    int image_;
};

/** A coarray: an array of N dimensions on each image, zeros at first. To make and to free it is
 * collective. Assigned to, it copies elements to mine, but takes over a coarray that is moved.
 */
template <class T, int N>
class Coarray : public detail::coarray_base<T, static_cast<std::size_t>(N)>
{
    static_assert(N >= 1 && N <= ASHLAR_MAX_DIM, "a coarray has 1 to 7 dimensions");
    using base = detail::coarray_base<T, static_cast<std::size_t>(N)>;

  public:
    Coarray() noexcept = default;
    /** My extents, which may be others than those of other images, and perhaps a group. */
    template <class First, class... A, class = detail::if_extent<First>>
    explicit Coarray(First extent, const A &...more)
        : base(detail::arguments<static_cast<std::size_t>(N)>(extent, more...))
    {
        static_assert(detail::extents_among<First, A...> == N,
                      "a coarray has an extent for each dimension");
    }
    Coarray(Coarray &&other) noexcept = default;
    Coarray(const Coarray &) = delete;

    Coarray &operator=(Coarray &&other) noexcept
    {
        this->swap(other);
        return *this;
    }
    Coarray &operator=(const Coarray &from)
    {
        detail::move_elements(part(), from.part());
        return *this;
    }
    template <class S, class = detail::if_source<const S, T>> Coarray &operator=(const S &from)
    {
        detail::move_elements(part(), detail::part_of(from));
        return *this;
    }

    template <class I, class = detail::if_integer<I>> decltype(auto) operator[](I i)
    {
        return detail::element_or_row(this->data_, this->extents_, i);
    }
    template <class I, class = detail::if_integer<I>> decltype(auto) operator[](I i) const
    {
        return detail::element_or_row<const T>(this->data_, this->extents_, i);
    }
    remote_array<T, N> operator()(int image) const noexcept
    {
        return {this->get(), image};
    }
    template <class... A> local_slice<T, N> slice(const A &...bounds)
    {
        return array_view<T, N>(this->data_, this->extents_).slice(bounds...);
    }
    template <class... A> local_slice<const T, N> slice(const A &...bounds) const
    {
        return array_view<const T, N>(this->data_, this->extents_).slice(bounds...);
    }
    /** Wait until my integer compares with a value as wanted (co_wait_until()). */
    void wait_until(const std::array<std::int64_t, static_cast<std::size_t>(N)> &index,
                    co_compare compare, T value)
    {
        static_assert(element_type<T>() <= ASHLAR_LLONG, "waits are for int, long and long long");
        check(co_wait_until(this->get(), index.data(), compare, value));
    }
    auto part() noexcept
    {
        return detail::whole_part(this->data_, this->extents_);
    }
    auto part() const noexcept
    {
        return detail::whole_part<const T>(this->data_, this->extents_);
    }
};

} // namespace ashlar
#endif
