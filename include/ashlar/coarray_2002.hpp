/** Coarrays as M. Eleftheriou, S. Chatterjee and J. Moreira write them, "A C++ implementation of
 * the co-array programming model for Blue Gene/L" (2002): A(i, j) is an element of mine and A[p](i,
 * j) one of image p. A part of coarray.hpp.
 */
#ifndef ASHLAR_COARRAY_2002_HPP
#define ASHLAR_COARRAY_2002_HPP

#include <cstddef>

#include <ashlar/coarray/base.hpp>
#include <ashlar/coarray/remote_ptr.hpp>

namespace ashlar
{

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

} // namespace detail

template <class T> class CoArray;

/** The array of an image; own: this one. */
template <class T, bool own> class image_of
{
  public:
    using of_one_process = void; // it holds an address

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
    /** My extents, which may be others than those of other images, and perhaps a group, or a
     * communicator if that is no int: else ashlar::comm(communicator). */
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

    /** The paper's synchronisations: with all images of the default group, with n of them, with the
     * processes of a communicator, of which each call makes a group. They are of no array:
     * A.sync_images(list) and ashlar::sync_all(A.images()) are of A's group. */
    static void sync_all()
    {
        ashlar::sync_all();
    }
    static void sync_all(const int *list, int n)
    {
        check(co_sync_images(GA_GROUP_DEFAULT, n, list));
    }
    static void sync_all(MPI_Comm processes)
    {
        ashlar::sync_all(comm(processes));
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
