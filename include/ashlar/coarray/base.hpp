/** The base of coarrays in both dialects, for C++17. A part of coarray.hpp. */
#ifndef ASHLAR_COARRAY_BASE_HPP
#define ASHLAR_COARRAY_BASE_HPP

#include <ashlar/coarray/parts.hpp>

namespace ashlar
{

/** Elements in my memory: LocalArray<T, N>, of coarray_2013.hpp, with [i][j], and LocalArray<T>, of
 * coarray_2002.hpp, with (i, j). */
template <class T, int N = 0> class LocalArray;

namespace detail
{

inline void check_extent(std::int64_t extent)
{
    if (extent < 0)
        throw error(ASHLAR_EARG, "ashlar: extent " + std::to_string(extent) + " is below 0");
}

template <class A>
inline constexpr bool is_group = std::is_same_v<A, group> ||
                                 (std::is_same_v<A, MPI_Comm> && !std::is_integral_v<MPI_Comm>);

/* Where communicators are ints, one at the end would count as an extent. */
template <class C>
void check_last_extent([[maybe_unused]] std::int64_t extent, C world, C self, C none)
{
    if constexpr (std::is_integral_v<C>) {
        if (extent < 0 || extent == static_cast<std::int64_t>(world) ||
            extent == static_cast<std::int64_t>(self) || extent == static_cast<std::int64_t>(none))
            throw error(
                ASHLAR_EARG,
                "ashlar: extent " + std::to_string(extent) +
                    ", the last one, is none; if it is a communicator, which this MPI has as "
                    "an int, write ashlar::comm(communicator)");
    } else {
        static_cast<void>(world), static_cast<void>(self), static_cast<void>(none);
    }
}

/* The arguments of a constructor: extents, then perhaps a group or a communicator. */
template <std::size_t N> struct arguments {
    std::array<std::int64_t, N> extents{};
    int ndim = 0;
    group images{};

    template <class... A> explicit arguments(const A &...a)
    {
        static_assert(((is_integer<A> || is_group<A>)&&...),
                      "an array is made from its extents and perhaps an ashlar::group or MPI_Comm");
        static_assert((0 + ... + (is_group<A> ? 1 : 0)) <= 1, "a coarray has one group");
        (take(a), ...);
        if (ndim > 0)
            check_last_extent<MPI_Comm>(extents[static_cast<std::size_t>(ndim - 1)], MPI_COMM_WORLD,
                                        MPI_COMM_SELF, MPI_COMM_NULL);
    }

  private:
    template <class A> void take(const A &given)
    {
        if constexpr (std::is_same_v<A, group>)
            images = given;
        else if constexpr (is_group<A>)
            images = group(given);
        else
            extents[static_cast<std::size_t>(ndim++)] = static_cast<std::int64_t>(given);
    }
};
template <class... A> inline constexpr int extents_among = (0 + ... + (is_group<A> ? 0 : 1));
/* Constructors take these, and no other object of the class. */
template <class First> using if_extent = if_integer<First>;

/* A coarray of at most N dimensions. An empty one, as is left after a move, has no elements, and
 * calls for it are errors. */
template <class T, std::size_t N> class coarray_base
{
  public:
    using value_type = T;

    /** My elements: address, number, and one after the other. */
    T *data() noexcept
    {
        return data_;
    }
    const T *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    T *begin() noexcept
    {
        return data_;
    }
    T *end() noexcept
    {
        return data_ + size_;
    }
    const T *begin() const noexcept
    {
        return data_;
    }
    const T *end() const noexcept
    {
        return data_ + size_;
    }
    /** For my array. */
    std::int64_t extent(int dimension) const
    {
        return extents_.at(static_cast<std::size_t>(dimension));
    }
    /** For the array of an image. */
    std::array<std::int64_t, N> extents(int image) const
    {
        std::array<std::int64_t, N> of{};
        check(co_extents(get(), image, of.data()));
        return of;
    }
    /** The array of an image to load and store directly; nullptr: it is on another node. */
    T *address(int image) const
    {
        void *found = nullptr;
        const int status = co_address(get(), image, &found);
        if (status != ASHLAR_EREMOTE)
            check(status);
        return static_cast<T *>(found);
    }
    /** One value to all of my elements. */
    void fill(const T &value)
    {
        for (T &element : *this)
            copy_element(element, value);
    }

    own_image this_image() const noexcept
    {
        return images_.this_image();
    }
    int num_images() const noexcept
    {
        return co_num_images(images_.get());
    }
    const group &images() const noexcept
    {
        return images_;
    }
    /** Among its images. */
    void sync_all() const
    {
        ashlar::sync_all(images_);
    }
    void sync_images(std::initializer_list<int> list) const
    {
        ashlar::sync_images(list, images_);
    }
    template <class L, class = if_list<const L>> void sync_images(const L &list) const
    {
        ashlar::sync_images(list, images_);
    }

    /** For calls of C; nullptr if empty. */
    co_array_t *get() const noexcept
    {
        return x_.get();
    }
    /** Free it now, collectively as always, and learn of an error. */
    void free()
    {
        x_.free();
        data_ = nullptr;
        size_ = 0;
        extents_ = {};
    }

  protected:
    coarray_base() noexcept = default;
    explicit coarray_base(const arguments<N> &given)
        : images_(given.images), extents_(given.extents)
    {
        check_element<T>();
        constexpr int type = element_type<T>();
        co_spec_t spec{};
        if constexpr (type == ASHLAR_TYPE_COUNT)
            spec.record_bytes = sizeof(T);
        else
            spec.type = static_cast<ga_type>(type);
        spec.ndim = given.ndim;
        for (std::size_t d = 0; d < N; ++d)
            spec.extents[d] = extents_[d];
        spec.group = images_.get();
        spec.clear = 1;
        co_array_t *made = nullptr;
        check(co_create(&spec, &made));
        x_ = owned<co_array_t, co_free>(made);
        images_ = images_.get() ? images_ : group::existing(co_group(made));
        this_image_ = images_.this_image();
        void *mine = nullptr;
        check(co_local(made, &mine));
        data_ = static_cast<T *>(mine);
        size_ = 1;
        for (int d = 0; d < given.ndim; ++d)
            size_ *= static_cast<std::size_t>(extents_[static_cast<std::size_t>(d)]);
    }
    coarray_base(coarray_base &&other) noexcept
    {
        swap(other);
    }
    void swap(coarray_base &other) noexcept
    {
        std::swap(images_, other.images_);
        std::swap(x_, other.x_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(this_image_, other.this_image_);
        std::swap(extents_, other.extents_);
    }
    ~coarray_base() = default;

    group images_;
    owned<co_array_t, co_free> x_; // freed before its group
    T *data_ = nullptr;
    std::size_t size_ = 0;
    int this_image_ = -1;
    std::array<std::int64_t, N> extents_{};
};

} // namespace detail
} // namespace ashlar
#endif
