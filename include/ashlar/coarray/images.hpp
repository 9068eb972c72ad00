/** Collective calls of images, for C++17: groups, synchronisation, events, locks. A part
 * of coarray.hpp; coarray.h has the contracts of the calls.
 */
#ifndef ASHLAR_COARRAY_IMAGES_HPP
#define ASHLAR_COARRAY_IMAGES_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

#include <ashlar/coarray.h>
#include <ashlar/element.hpp>
#include <ashlar/error.hpp>

namespace ashlar
{

namespace detail
{

/* An object that a collective call frees. Not while an exception passes: the other images may never
 * make the call, so the object is left to ga_terminate(). */
template <class C, int (*Free)(C *)> class owned
{
  public:
    explicit owned(C *c = nullptr) noexcept : c_(c)
    {
    }
    owned(owned &&other) noexcept : c_(std::exchange(other.c_, nullptr))
    {
    }
    owned &operator=(owned &&other) noexcept
    {
        std::swap(c_, other.c_);
        return *this;
    }
    ~owned()
    {
        if (c_ && std::uncaught_exceptions() <= passing_)
            Free(c_); /* an error has nowhere to go */
    }
    void free()
    {
        check(Free(c_));
        c_ = nullptr;
    }
    C *get() const noexcept
    {
        return c_;
    }

  private:
    C *c_;
    int passing_ = std::uncaught_exceptions();
};

/* There only if L has elements one after the other in memory. */
template <class L> using data_of = decltype(std::declval<L &>().data());
template <class L>
using if_list =
    std::enable_if_t<std::is_pointer_v<data_of<L>> &&
                     std::is_convertible_v<decltype(std::declval<L &>().size()), std::size_t>>;
template <class L, class = void> inline constexpr bool is_list = false;
template <class L> inline constexpr bool is_list<L, if_list<L>> = true;

/* The elements that X has or is. */
template <class X> auto *data_in(X &x) noexcept
{
    if constexpr (is_list<X>)
        return x.data();
    else
        return &x;
}
template <class X> std::int64_t count_in(const X &x) noexcept
{
    if constexpr (is_list<X>)
        return static_cast<std::int64_t>(x.size());
    else
        return 1;
}
template <class X>
using element_in = std::remove_cv_t<std::remove_pointer_t<decltype(data_in(std::declval<X &>()))>>;

} // namespace detail

/* ---- groups and synchronisation -------------------------------------------------------------- */

/** This image: its number in a group, looked up where a number is asked for. In the face of 2002
 * A[this_image()] is the array that is here, whatever the group of A. */
class own_image
{
  public:
    explicit own_image(ga_group_t handle = GA_GROUP_DEFAULT) noexcept : handle_(handle)
    {
    }
    operator int() const noexcept
    {
        return co_this_image(handle_);
    }

  private:
    ga_group_t handle_;
};

/** The images of something: of the default group, of a communicator, or of a group of the library.
 * A type of its own, because MPI_Comm is an int in some MPI. Copies name the same images. */
class group
{
  public:
    group() noexcept = default;
    /** The processes of a communicator, in its order; collective over it. Freed with the last
     * copy, which coarrays keep: collective, too. */
    explicit group(MPI_Comm comm)
    {
        check(co_group_from_comm(comm, &handle_));
        owner_ = std::make_shared<owner>(handle_);
    }
    /** A group that somebody else made and frees. */
    static group existing(ga_group_t handle) noexcept
    {
        group named;
        named.handle_ = handle;
        return named;
    }
    /** For calls of C. */
    ga_group_t get() const noexcept
    {
        return handle_;
    }
    own_image this_image() const noexcept
    {
        return own_image(handle_);
    }
    int num_images() const noexcept
    {
        return co_num_images(handle_);
    }

  private:
    struct owner {
        explicit owner(ga_group_t made) noexcept : handle(made)
        {
        }
        owner(const owner &) = delete;
        owner &operator=(const owner &) = delete;
        ~owner()
        {
            if (std::uncaught_exceptions() <= passing)
                ga_group_destroy(handle);
        }
        ga_group_t handle;
        int passing = std::uncaught_exceptions();
    };
    ga_group_t handle_ = GA_GROUP_DEFAULT;
    std::shared_ptr<const owner> owner_;
};

/** The group of a communicator, for constructors: in some MPI it is an int, as extents are. */
inline group comm(MPI_Comm processes)
{
    return group(processes);
}

inline own_image this_image(const group &images = {}) noexcept
{
    return images.this_image();
}
inline int num_images(const group &images = {}) noexcept
{
    return images.num_images();
}
inline void sync_all(const group &images = {})
{
    check(co_sync_all(images.get()));
}
/** With the images of a list: {left, right}, or what has data() and size(). */
inline void sync_images(std::initializer_list<int> list, const group &images = {})
{
    check(co_sync_images(images.get(), static_cast<int>(list.size()), list.begin()));
}
template <class L, class = detail::if_list<const L>>
void sync_images(const L &list, const group &images = {})
{
    check(co_sync_images(images.get(), static_cast<int>(list.size()), list.data()));
}
inline void sync_memory()
{
    check(co_sync_memory());
}

/** A barrier in two phases; making and freeing it is collective. */
class split_barrier
{
  public:
    explicit split_barrier(const group &images = {}) : images_(images)
    {
        co_barrier_t *made = nullptr;
        check(co_barrier_create(images.get(), &made));
        barrier_ = detail::owned<co_barrier_t, free_barrier>(made);
    }
    void notify()
    {
        check(co_barrier_notify(barrier_.get()));
    }
    void wait()
    {
        check(co_barrier_wait(barrier_.get()));
    }
    bool test()
    {
        int done = 0;
        check(co_barrier_test(barrier_.get(), &done));
        return done != 0;
    }

  private:
    /* A phase that has begun is ended first; of one that has not, the wait does nothing. */
    static int free_barrier(co_barrier_t *barrier) noexcept
    {
        co_barrier_wait(barrier);
        return co_barrier_free(barrier);
    }
    group images_;
    detail::owned<co_barrier_t, free_barrier> barrier_;
};

/* ---- events and locks ------------------------------------------------------------------------ */

/** n events on each image, which others post and it waits for. Collective to make and to free. */
class events
{
  public:
    explicit events(std::int64_t n = 1, const group &images = {}) : images_(images)
    {
        co_spec_t spec{};
        spec.type = ASHLAR_LLONG;
        spec.ndim = 1;
        spec.extents[0] = n;
        spec.group = images.get();
        spec.clear = 1;
        co_array_t *made = nullptr;
        check(co_create(&spec, &made));
        events_ = detail::owned<co_array_t, co_free>(made);
    }
    void post(int image, std::int64_t which = 0)
    {
        check(co_event_post(events_.get(), image, &which));
    }
    void wait(std::int64_t which = 0, std::int64_t count = 1)
    {
        check(co_event_wait(events_.get(), &which, count));
    }
    std::int64_t query(std::int64_t which = 0) const
    {
        std::int64_t count = 0;
        check(co_event_query(events_.get(), &which, &count));
        return count;
    }

  private:
    group images_;
    detail::owned<co_array_t, co_free> events_;
};

/** n locks on each image. Collective to make and to free. */
class locks
{
  public:
    explicit locks(int n = 1, const group &images = {}) : images_(images)
    {
        co_locks_t *made = nullptr;
        check(co_locks_create(images.get(), n, &made));
        locks_ = detail::owned<co_locks_t, co_locks_free>(made);
    }
    void lock(int image, int which = 0)
    {
        check(co_lock(locks_.get(), image, which));
    }
    bool try_lock(int image, int which = 0)
    {
        int taken = 0;
        check(co_try_lock(locks_.get(), image, which, &taken));
        return taken != 0;
    }
    void unlock(int image, int which = 0)
    {
        check(co_unlock(locks_.get(), image, which));
    }
    /** Free them now, and learn of an error. */
    void free()
    {
        locks_.free();
    }

  private:
    group images_;
    detail::owned<co_locks_t, co_locks_free> locks_;
};

/** Holds a lock while it lives. */
class lock_guard
{
  public:
    lock_guard(locks &set, int image, int which = 0) : set_(&set), image_(image), which_(which)
    {
        set.lock(image, which);
    }
    lock_guard(const lock_guard &) = delete;
    lock_guard &operator=(const lock_guard &) = delete;
    ~lock_guard()
    {
        try {
            unlock();
        } catch (const error &) { /* it has nowhere to go */
        }
    }
    /** Let it go now, and learn of an error. */
    void unlock()
    {
        if (locks *set = std::exchange(set_, nullptr))
            set->unlock(image_, which_);
    }

  private:
    locks *set_;
    int image_, which_;
};

/** A section of code in which one image of the group is at a time: `section([&] { ... })` gives
 * what the function does. Collective to make and to free. */
class critical
{
  public:
    explicit critical(const group &images = {}) : lock_(1, images)
    {
    }
    template <class F> decltype(auto) operator()(F &&function)
    {
        lock_guard guard(lock_, 0);
        return std::forward<F>(function)();
    }

  private:
    locks lock_;
};

} // namespace ashlar
#endif
