/** Bundles for C++17: a view of bundle.h, which says what each call does, which are collective, and
 * what they return; here what is not ASHLAR_OK is thrown as ashlar::error.
 *
 *     ashlar::bundle b;
 *     auto A = b.add<double>(g, BUNDLE_SUM);
 *     auto slots = A.request(indices);      // std::vector<int64_t>
 *     b.exchange();
 *     const double *x = A.values();
 *     for (auto slot : slots)
 *         sum += x[slot];
 *     C[10] = A[3] + B[8];                  // elements requested before the exchange
 *     C[{2, 5}] += 1.5;                     // of an array of two dimensions
 *
 * Next to `using namespace ashlar` write ashlar::bundle: bundle.h has a structure of that name.
 */
#ifndef ASHLAR_BUNDLE_HPP
#define ASHLAR_BUNDLE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <ashlar/bundle.h>
#include <ashlar/element.hpp>
#include <ashlar/error.hpp>

namespace ashlar
{

/** Which element: a number, or {i, j, ...}. */
class index
{
  public:
    template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
    index(I i) : at_{static_cast<std::int64_t>(i)}, count_(1)
    {
    }
    index(std::initializer_list<std::int64_t> at) : at_{}, count_(at.size())
    {
        std::size_t d = 0;
        for (std::int64_t i : at)
            if (d < at_.size())
                at_[d++] = i;
    }
    const std::int64_t *data() const noexcept
    {
        return at_.data();
    }
    std::size_t size() const noexcept
    {
        return count_;
    }

  private:
    std::array<std::int64_t, ASHLAR_MAX_DIM> at_;
    std::size_t count_;
};

template <class T> class bundled;

/* There only if L is a list of E that lies in memory as one. */
template <class L, class E>
using if_list =
    std::enable_if_t<std::is_same_v<decltype(std::declval<const L &>().data()), const E *> &&
                     !std::is_same_v<L, index>>;

/** The value of A[i]: read, it is the value that bundle_lookup() finds; assigned to, it writes; +=
 * and its like accumulate, *= the product, &=, |= and ^= the bits. */
template <class T> class bundled_element
{
  public:
    using is_element = void; // of an array: see element.hpp

    bundled_element(const bundled<T> &array, const index &at) : array_(array), at_(at)
    {
    }
    bundled_element(const bundled_element &) = default;

    T value() const
    {
        return array_.lookup(at_);
    }
    operator T() const
    {
        return value();
    }
    const bundled_element &operator=(const T &x) const
    {
        array_.write(at_, x);
        return *this;
    }
    /* The value, not which element this is. */
    const bundled_element &operator=(const bundled_element &other) const
    {
        return *this = other.value();
    }
    bundled_element &operator=(const bundled_element &other) // else there would be a default
    {
        array_.write(at_, other.value());
        return *this;
    }
    const bundled_element &operator+=(const T &x) const
    {
        return accumulate(x, ASHLAR_SUM);
    }
    const bundled_element &operator-=(const T &x) const
    {
        return accumulate(static_cast<T>(-x), ASHLAR_SUM);
    }
    const bundled_element &operator*=(const T &x) const
    {
        return accumulate(x, ASHLAR_PROD);
    }
    const bundled_element &operator&=(const T &x) const
    {
        return accumulate(x, ASHLAR_AND);
    }
    const bundled_element &operator|=(const T &x) const
    {
        return accumulate(x, ASHLAR_OR);
    }
    const bundled_element &operator^=(const T &x) const
    {
        return accumulate(x, ASHLAR_XOR);
    }

  private:
    const bundled_element &accumulate(const T &x, ashlar_op op) const
    {
        array_.accumulate(at_, x, op);
        return *this;
    }
    bundled<T> array_;
    index at_;
};

/** An array in a bundle. Copies are of the same array; none may be used when the bundle is gone. */
template <class T> class bundled
{
    static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");

  public:
    using slot = bundle_slot_t;

    bundled(bundle_t *bundle, int member, int ndim) : bundle_(bundle), member_(member), ndim_(ndim)
    {
    }
    /** Its number in the bundle, for calls of bundle.h. */
    int member() const noexcept
    {
        return member_;
    }

    slot request(const index &at) const
    {
        slot made = 0;
        check(bundle_request(bundle_, member_, 1, checked(at), &made));
        return made;
    }
    /** Many elements: a std::vector or std::array of int64_t, the indices one after the other, as
     * many of each element as the array has dimensions. */
    template <class L, class = if_list<L, std::int64_t>>
    std::vector<slot> request(const L &indices) const
    {
        std::vector<slot> made(count_of(indices.size()));
        check(bundle_request(bundle_, member_, static_cast<std::int64_t>(made.size()),
                             indices.data(), made.data()));
        return made;
    }
    void write(const index &at, const T &x) const
    {
        check(bundle_write(bundle_, member_, 1, checked(at), &x));
    }
    template <class L, class V, class = if_list<L, std::int64_t>, class = if_list<V, T>>
    void write(const L &indices, const V &x) const
    {
        check(bundle_write(bundle_, member_, count_of(indices.size(), x.size()), indices.data(),
                           x.data()));
    }
    void accumulate(const index &at, const T &x, ashlar_op op = ASHLAR_SUM) const
    {
        check(bundle_accumulate(bundle_, member_, 1, checked(at), &x, op));
    }
    template <class L, class V, class = if_list<L, std::int64_t>, class = if_list<V, T>>
    void accumulate(const L &indices, const V &x, ashlar_op op = ASHLAR_SUM) const
    {
        check(bundle_accumulate(bundle_, member_, count_of(indices.size(), x.size()),
                                indices.data(), x.data(), op));
    }

    /** Behind this pointer slots are; it is valid until the next request. */
    T *values() const
    {
        void *base = nullptr;
        check(bundle_values(bundle_, member_, &base));
        return static_cast<T *>(base);
    }
    /** One value; in a loop values() is cheaper. */
    const T &at(slot s) const
    {
        return values()[s];
    }
    T lookup(const index &at) const
    {
        T x;
        check(bundle_lookup(bundle_, member_, checked(at), &x));
        return x;
    }
    bundled_element<T> operator[](const index &at) const
    {
        return {*this, at};
    }

  private:
    const std::int64_t *checked(const index &at) const
    {
        if (at.size() != static_cast<std::size_t>(ndim_))
            throw error(ASHLAR_ESHAPE, "ashlar::bundled: " + std::to_string(at.size()) +
                                           " indices of an array of " + std::to_string(ndim_) +
                                           " dimensions");
        return at.data();
    }
    std::size_t count_of(std::size_t indices) const
    {
        if (indices % static_cast<std::size_t>(ndim_) != 0)
            throw error(ASHLAR_ESHAPE, "ashlar::bundled: a list of " + std::to_string(indices) +
                                           " indices for an array of " + std::to_string(ndim_) +
                                           " dimensions");
        return indices / static_cast<std::size_t>(ndim_);
    }
    std::int64_t count_of(std::size_t indices, std::size_t values) const
    {
        const std::size_t n = count_of(indices);
        if (n != values)
            throw error(ASHLAR_ESHAPE, "ashlar::bundled: " + std::to_string(values) +
                                           " values for " + std::to_string(n) + " elements");
        return static_cast<std::int64_t>(n);
    }

    bundle_t *bundle_;
    int member_, ndim_;
};

/** For how long requests hold: for the next exchange, as in the paper, or until bundle::clear(). */
enum class requests { once, kept };

/** A bundle, which is freed with this object: collective, as its making is. */
class bundle
{
  public:
    explicit bundle(ga_group_t group = GA_GROUP_DEFAULT, requests hold = requests::once)
    {
        check(hold == requests::once ? bundle_create_once(group, &bundle_)
                                     : bundle_create(group, &bundle_));
    }
    explicit bundle(requests hold) : bundle(GA_GROUP_DEFAULT, hold)
    {
    }
    bundle(bundle &&other) noexcept : bundle_(std::exchange(other.bundle_, nullptr))
    {
    }
    bundle &operator=(bundle &&other) noexcept
    {
        std::swap(bundle_, other.bundle_);
        return *this;
    }
    bundle(const bundle &) = delete;
    bundle &operator=(const bundle &) = delete;
    ~bundle()
    {
        if (bundle_)
            bundle_free(bundle_); /* an error has nowhere to go */
    }
    /** Free it now, and learn of an error. */
    void free()
    {
        check(bundle_free(std::exchange(bundle_, nullptr)));
    }
    bundle_counts_t counts() const
    {
        bundle_counts_t counts{};
        check(bundle_inquire_counts(bundle_, &counts));
        return counts;
    }
    /** For calls of bundle.h. */
    bundle_t *get() const noexcept
    {
        return bundle_;
    }

    /** T is the type of the elements; of records any of their size. Else error ASHLAR_ETYPE, on all
     * ranks, before anything is added. */
    template <class T> bundled<T> add(ga_t g, bundle_rule rule)
    {
        const int ndim = dimensions<T>(g);
        int member = 0;
        check(bundle_add(bundle_, g, rule, &member));
        return {bundle_, member, ndim};
    }
    /** The same with BUNDLE_IN_PLACE. */
    template <class T> bundled<T> add_in_place(ga_t g, bundle_rule rule)
    {
        const int ndim = dimensions<T>(g);
        int member = 0;
        check(bundle_add(bundle_, g, static_cast<int>(rule) | BUNDLE_IN_PLACE, &member));
        return {bundle_, member, ndim};
    }
    void exchange()
    {
        check(bundle_exchange(bundle_));
    }
    void exchange_begin()
    {
        check(bundle_exchange_begin(bundle_));
    }
    void exchange_end()
    {
        check(bundle_exchange_end(bundle_));
    }
    void clear()
    {
        check(bundle_clear(bundle_));
    }
    void freeze()
    {
        check(bundle_freeze(bundle_));
    }
    void set_mode(bundle_mode mode)
    {
        check(bundle_set_mode(bundle_, mode));
    }

  private:
    /* For an array whose elements are T. */
    template <class T> static int dimensions(ga_t g)
    {
        ga_type type = ASHLAR_INT;
        int ndim = 0;
        std::int64_t dims[ASHLAR_MAX_DIM];
        std::size_t bytes = 0;
        check(ga_inquire_nd(g, &type, &ndim, dims));
        check(ga_type_bytes(type, &bytes));
        const int number = static_cast<int>(type);
        if (number < ASHLAR_TYPE_COUNT ? number != element_type<T>() : bytes != sizeof(T))
            throw error(ASHLAR_ETYPE,
                        "ashlar::bundle: the array has elements of another type, of " +
                            std::to_string(bytes) + " bytes");
        return ndim;
    }

    bundle_t *bundle_ = nullptr;
};

} // namespace ashlar
#endif
