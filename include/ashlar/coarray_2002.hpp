/** Coarrays as M. Eleftheriou, S. Chatterjee and J. Moreira write them, "A C++ implementation of
 * the co-array programming model for Blue Gene/L" (2002): A(i, j) is an element of mine and A[p](i,
 * j) one of image p. A part of coarray.hpp.
 */
#ifndef ASHLAR_COARRAY_2002_HPP
#define ASHLAR_COARRAY_2002_HPP

#include <cstddef>
#include <iterator>

#include <ashlar/coarray/base.hpp>

namespace ashlar
{

template <class T> class remote_ptr;

namespace detail
{

[[noreturn, gnu::noinline, gnu::cold]] inline void bad_count(std::size_t indices, int ndim)
{
    throw error(ASHLAR_ESHAPE, "ashlar: " + std::to_string(indices) + " indices of an array of " +
                                   std::to_string(ndim) + " dimensions");
}

template <std::size_t D, std::size_t N, class... I>
std::int64_t offset_from(const std::array<std::int64_t, N> &extents, std::int64_t above,
                         std::int64_t at, I... more)
{
    check_index(at, extents[D]);
    const std::int64_t offset = D == 0 ? at : above * extents[D] + at;
    if constexpr (sizeof...(I) == 0)
        return offset;
    else
        return offset_from<D + 1>(extents, offset, more...);
}
/* Where (i, j, ...) lies in an array. */
template <std::size_t N, class... I>
std::int64_t offset_of(const std::array<std::int64_t, N> &extents, [[maybe_unused]] int ndim,
                       I... i)
{
    static_assert((detail::is_integer<I> && ...), "indices are integers");
    static_assert(sizeof...(I) >= 1 && sizeof...(I) <= N, "an element has 1 to 7 indices");
#ifndef NDEBUG
    if (sizeof...(I) != static_cast<std::size_t>(ndim))
        bad_count(sizeof...(I), ndim);
#endif
    return offset_from<0>(extents, 0, static_cast<std::int64_t>(i)...);
}

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

template <class T> class CoArray;

/** The array of an image; own: this one. */
template <class T, bool own> class image_of
{
  public:
    image_of(const CoArray<T> &array, int image) noexcept : array_(&array), image_(image)
    {
    }
    template <class... I> auto operator()(I... i) const
    {
        constexpr int indices = static_cast<int>(sizeof...(I));
        using place = detail::near_place<T, indices>;
        static_assert((detail::is_integer<I> && ...), "indices are integers");
        const bool is_mine = own || image_ == array_->this_image_;
        if (!is_mine && indices != array_->ndim_)
            detail::bad_count(sizeof...(I), array_->ndim_);
        const place at{array_->get(),
                       image_,
                       {static_cast<std::int64_t>(i)...},
                       is_mine ? array_->data_ +
                                     detail::offset_of(array_->extents_, array_->ndim_, i...)
                               : nullptr};
        if constexpr (own)
            return remote_element<T, detail::own_place<T, indices>>({at});
        else
            return remote_element<T, place>(at);
    }

  private:
    const CoArray<T> *array_;
    int image_;
};

/** A coarray: an array on each image, zeros at first, which has as many dimensions as extents. To
 * make and to free it is collective. Elements may be blocks: CoArray<double[8][8]>. */
template <class T> class CoArray : public detail::coarray_base<T, ASHLAR_MAX_DIM>
{
    using base = detail::coarray_base<T, ASHLAR_MAX_DIM>;

  public:
    CoArray() noexcept = default;
    /** My extents, which may be others than those of other images, and perhaps a group. */
    template <class First, class... A, class = detail::if_extent<First>>
    explicit CoArray(First extent, const A &...more)
        : base(detail::arguments<ASHLAR_MAX_DIM>(extent, more...)),
          ndim_(detail::extents_among<First, A...>)
    {
        static_assert(detail::extents_among<First, A...> <= ASHLAR_MAX_DIM,
                      "a coarray has 1 to 7 dimensions");
    }
    CoArray(CoArray &&other) noexcept : base(std::move(other)), ndim_(std::exchange(other.ndim_, 0))
    {
    }
    CoArray &operator=(CoArray &&other) noexcept
    {
        this->swap(other);
        std::swap(ndim_, other.ndim_);
        return *this;
    }

    /** An element of mine. */
    template <class... I> T &operator()(I... i)
    {
        return this->data_[detail::offset_of(this->extents_, ndim_, i...)];
    }
    template <class... I> const T &operator()(I... i) const
    {
        return this->data_[detail::offset_of(this->extents_, ndim_, i...)];
    }
    /** The array of an image. A[this_image()](i) costs what A(i) does; the image in a variable is
     * compared with this one first. */
    image_of<T, false> operator[](int image) const noexcept
    {
        return {*this, image};
    }
    image_of<T, true> operator[](own_image) const noexcept
    {
        return {*this, this->this_image_};
    }
    int dimensions() const noexcept
    {
        return ndim_;
    }

  private:
    template <class, bool> friend class image_of;
    int ndim_ = 0;
};

/** An array of my own, zeros at first, with as many dimensions as extents. */
template <class T> class LocalArray<T, 0>
{
  public:
    using value_type = T;

    LocalArray() noexcept = default;
    template <class First, class... A, class = detail::if_extent<First>>
    explicit LocalArray(First extent, A... more)
        : extents_{static_cast<std::int64_t>(extent), static_cast<std::int64_t>(more)...},
          ndim_(static_cast<int>(sizeof...(A)) + 1), size_(1)
    {
        for (std::size_t d = 0; d <= sizeof...(A); ++d) {
            detail::check_extent(extents_[d]);
            size_ *= static_cast<std::size_t>(extents_[d]);
        }
        data_.reset(new T[size_]());
    }
    LocalArray(LocalArray &&other) noexcept
    {
        swap(other);
    }
    LocalArray(const LocalArray &from)
        : extents_(from.extents_), ndim_(from.ndim_), size_(from.size_), data_(new T[size_])
    {
        for (std::size_t k = 0; k < size_; ++k)
            detail::copy_element(data_[k], from.data_[k]);
    }
    LocalArray &operator=(LocalArray from) noexcept // its shape, too
    {
        swap(from);
        return *this;
    }
    template <class... I> T &operator()(I... i)
    {
        return data_[static_cast<std::size_t>(detail::offset_of(extents_, ndim_, i...))];
    }
    template <class... I> const T &operator()(I... i) const
    {
        return data_[static_cast<std::size_t>(detail::offset_of(extents_, ndim_, i...))];
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
        return size_;
    }
    std::int64_t extent(int dimension) const
    {
        return extents_.at(static_cast<std::size_t>(dimension));
    }

  private:
    void swap(LocalArray &other) noexcept
    {
        std::swap(extents_, other.extents_);
        std::swap(ndim_, other.ndim_);
        std::swap(size_, other.size_);
        std::swap(data_, other.data_);
    }
    std::array<std::int64_t, ASHLAR_MAX_DIM> extents_{};
    int ndim_ = 0;
    std::size_t size_ = 0;
    std::unique_ptr<T[]> data_;
};

} // namespace ashlar
#endif
