/** Expressions of whole arrays and slices, for C++17: A = B + C, A = 2 * B - x(1).slice(...). A
 * part of coarray.hpp.
 *
 * Operands are what has elements of one type in one shape: local arrays, coarrays (mine), those of
 * images, slices of them all, in the face of 2013; and single values, elements of images too. The
 * operators are + - * / and -A, element by element; n * 0.5 of integers is what it is in a loop.
 * What is assigned to is computed in one loop without a copy, but where it shares elements with an
 * operand in other places, lies on another image, or has another shape. Elements of other images
 * are fetched once. An expression refers to its operands: assign it where it is written.
 */
#ifndef ASHLAR_COARRAY_EXPRESSIONS_HPP
#define ASHLAR_COARRAY_EXPRESSIONS_HPP

#include <functional>

#include <ashlar/coarray/parts.hpp>

namespace ashlar
{

namespace detail
{

/* ---- operands, as they are read: one row of the last dimension after the other ----------------
 */

template <class T, std::size_t N> class local_reader
{
  public:
    explicit local_reader(const local_part<const T, N> &part) : part_(part), row_(part.data)
    {
    }
    void go_to(const std::array<std::int64_t, N> &at) noexcept
    {
        row_ = part_.data;
        for (std::size_t d = 0; d + 1 < N; ++d)
            row_ += at[d] * part_.stride[d];
    }
    T operator[](std::int64_t k) const noexcept
    {
        return row_[k * part_.stride[N - 1]];
    }

  private:
    local_part<const T, N> part_;
    const T *row_;
};

/* Elements of an image, which have been fetched. */
template <class T, std::size_t N> class fetched_reader
{
  public:
    explicit fetched_reader(const remote_part<T, N> &part)
        : here_(part.count), reader_(constant(here_.part()))
    {
        check(co_get(part.x, part.image, part.section, here_.part().data, nullptr));
    }
    void go_to(const std::array<std::int64_t, N> &at) noexcept
    {
        reader_.go_to(at);
    }
    T operator[](std::int64_t k) const noexcept
    {
        return reader_[k];
    }

  private:
    static local_part<const T, N> constant(const local_part<T, N> &part)
    {
        return {part.data, part.count, part.stride};
    }
    packed<T, N> here_;
    local_reader<T, N> reader_;
};

template <class T> struct value_reader {
    T value;

    template <class At> void go_to(const At &) noexcept
    {
    }
    T operator[](std::int64_t) const noexcept
    {
        return value;
    }
};

template <class Operation, class A, class B> struct node_reader {
    A a;
    B b;

    template <class At> void go_to(const At &at) noexcept
    {
        a.go_to(at);
        b.go_to(at);
    }
    auto operator[](std::int64_t k) const
    {
        return Operation()(a[k], b[k]);
    }
};

/* ---- operands, as they are written ------------------------------------------------------------
 */

template <class T, std::size_t N> struct local_operand {
    using element = T;
    static constexpr std::size_t dimensions = N;
    local_part<const T, N> part;

    const std::array<std::int64_t, N> &count() const noexcept
    {
        return part.count;
    }
    local_reader<T, N> reader() const
    {
        return local_reader<T, N>(part);
    }
    /* Whether elements that are written are read here in other places. */
    bool is_disturbed_by(const local_part<T, N> &to) const noexcept
    {
        const std::less<const T *> before;
        return before(part.data, to.end()) && before(to.data, part.end()) &&
               (to.data != part.data || to.stride != part.stride);
    }
};

template <class T, std::size_t N> struct remote_operand {
    using element = T;
    static constexpr std::size_t dimensions = N;
    remote_part<T, N> part;

    const std::array<std::int64_t, N> &count() const noexcept
    {
        return part.count;
    }
    fetched_reader<T, N> reader() const
    {
        return fetched_reader<T, N>(part);
    }
    bool is_disturbed_by(const local_part<T, N> &) const noexcept
    {
        return false; // it is fetched before
    }
};

template <class T> struct value_operand {
    using element = void; // it takes part in whatever elements the other operand has
    static constexpr std::size_t dimensions = 0;
    T value;

    value_reader<T> reader() const
    {
        return {value};
    }
    template <class To> bool is_disturbed_by(const To &) const noexcept
    {
        return false;
    }
};

template <std::size_t N> std::string words_of(const std::array<std::int64_t, N> &count)
{
    std::string words;
    for (std::int64_t n : count)
        words += (words.empty() ? "" : "x") + std::to_string(n);
    return words;
}

/* -A as an operation on two operands, of which the second does not matter. */
struct negation {
    template <class X, class Y> auto operator()(const X &x, const Y &) const
    {
        return -x;
    }
};

/* An operation on two operands, of which one may be a value. */
template <class Operation, class A, class B> class expression
{
  public:
    using element =
        std::conditional_t<A::dimensions == 0, typename B::element, typename A::element>;
    static constexpr std::size_t dimensions = A::dimensions ? A::dimensions : B::dimensions;
    static_assert(A::dimensions == 0 || B::dimensions == 0 ||
                      std::is_same_v<typename A::element, typename B::element>,
                  "operands have elements of one type");
    static_assert(A::dimensions == 0 || B::dimensions == 0 || A::dimensions == B::dimensions,
                  "operands have as many dimensions");

    expression(const A &a, const B &b) : a_(a), b_(b)
    {
        if constexpr (A::dimensions > 0 && B::dimensions > 0)
            if (a_.count() != b_.count())
                throw error(ASHLAR_ESHAPE, "ashlar: operands of an expression have the extents " +
                                               words_of(a_.count()) + " and " +
                                               words_of(b_.count()));
    }
    const std::array<std::int64_t, dimensions> &count() const noexcept
    {
        if constexpr (A::dimensions > 0)
            return a_.count();
        else
            return b_.count();
    }
    std::int64_t size() const noexcept
    {
        return product_of(count());
    }
    auto reader() const
    {
        return node_reader<Operation, decltype(a_.reader()), decltype(b_.reader())>{a_.reader(),
                                                                                    b_.reader()};
    }
    bool is_disturbed_by(const local_part<element, dimensions> &to) const noexcept
    {
        return a_.is_disturbed_by(to) || b_.is_disturbed_by(to);
    }
    /* It is what is assigned. */
    const expression &part() const noexcept
    {
        return *this;
    }

  private:
    A a_;
    B b_;
};

template <class X> inline constexpr bool is_expression = false;
template <class O, class A, class B>
inline constexpr bool is_expression<expression<O, A, B>> = true;

template <class T, std::size_t N> auto operand_of(const local_part<T, N> &part)
{
    using element = std::remove_const_t<T>;
    return local_operand<element, N>{{part.data, part.count, part.stride}};
}
template <class T, std::size_t N> auto operand_of(const remote_part<T, N> &part)
{
    return remote_operand<T, N>{part};
}
template <class O, class A, class B> auto operand_of(const expression<O, A, B> &part)
{
    return part;
}

/* ---- evaluation -------------------------------------------------------------------------------
 */

template <class T, std::size_t N, class Reader>
void evaluate(const local_part<T, N> &to, Reader &&reader)
{
    const std::int64_t columns = to.count[N - 1], step = to.stride[N - 1];
    std::array<std::int64_t, N> at{};
    for (std::int64_t rows = to.size() == 0 ? 0 : to.size() / columns; rows > 0; --rows) {
        T *row = to.data;
        for (std::size_t d = 0; d + 1 < N; ++d)
            row += at[d] * to.stride[d];
        reader.go_to(at);
        for (std::int64_t k = 0; k < columns; ++k)
            row[k * step] = static_cast<T>(reader[k]);
        for (std::size_t d = N - 1; d-- > 0;) {
            if (++at[d] < to.count[d])
                break;
            at[d] = 0;
        }
    }
}

/* Call with a local part that has the elements. */
template <class O, class A, class B, class Call>
void with_elements(const expression<O, A, B> &from, Call call)
{
    const packed<typename expression<O, A, B>::element, expression<O, A, B>::dimensions> between(
        from.count());
    evaluate(between.part(), from.reader());
    call(between.part());
}

template <class T, std::size_t N, class O, class A, class B>
void move_elements(const local_part<T, N> &to, const expression<O, A, B> &from)
{
    static_assert(!std::is_const_v<T>, "what is assigned to is constant");
    check_sizes(to, from);
    if constexpr (N == expression<O, A, B>::dimensions)
        if (to.count == from.count() && !from.is_disturbed_by(to)) {
            evaluate(to, from.reader());
            return;
        }
    with_elements(from, [&](const auto &elements) { move_elements(to, elements); });
}
template <class T, std::size_t N, class O, class A, class B>
void move_elements(const remote_part<T, N> &to, const expression<O, A, B> &from)
{
    with_elements(
        from, [&](const auto &elements) { move_elements(to, elements); });
}
template <class T, std::size_t N, class O, class A, class B>
void accumulate(const remote_part<T, N> &to, const expression<O, A, B> &from)
{
    with_elements(
        from, [&](const auto &elements) { accumulate(to, elements); });
}

/* ---- which operators there are ----------------------------------------------------------------
 */

template <class X> using operand_type = decltype(operand_of(std::declval<const X &>().part()));
template <class X, class = void> inline constexpr bool is_operand = false;
template <class X> inline constexpr bool is_operand<X, std::void_t<operand_type<X>>> = true;

/* An operand, or a value among the elements of the other one: numbers keep their type, as in a
 * loop.
 */
template <class Other, class X> auto operand_beside(const X &x)
{
    if constexpr (is_operand<X>) {
        return operand_of(x.part());
    } else {
        using element = typename operand_type<Other>::element;
        constexpr bool is_number = std::is_arithmetic_v<X> && std::is_arithmetic_v<element>;
        using value = std::conditional_t<is_number, X, element>;
        return value_operand<value>{static_cast<value>(x)};
    }
}
template <class X, class Other> constexpr bool is_value_beside() noexcept
{
    if constexpr (is_operand<Other> && !is_operand<X>)
        return std::is_convertible_v<X, typename operand_type<Other>::element>;
    else
        return false;
}
template <class A, class B>
using if_expression = std::enable_if_t<(is_operand<A> && is_operand<B>) ||
                                       is_value_beside<A, B>() || is_value_beside<B, A>()>;

template <class Operation, class A, class B> auto express(const A &a, const B &b)
{
    const auto left = operand_beside<B>(a);
    const auto right = operand_beside<A>(b);
    return expression<Operation, std::decay_t<decltype(left)>, std::decay_t<decltype(right)>>(
        left, right);
}

} // namespace detail

template <class A, class B, class = detail::if_expression<A, B>, class = void>
auto operator+(const A &a, const B &b)
{
    return detail::express<std::plus<>>(a, b);
}
template <class A, class B, class = detail::if_expression<A, B>, class = void>
auto operator-(const A &a, const B &b)
{
    return detail::express<std::minus<>>(a, b);
}
template <class A, class B, class = detail::if_expression<A, B>, class = void>
auto operator*(const A &a, const B &b)
{
    return detail::express<std::multiplies<>>(a, b);
}
template <class A, class B, class = detail::if_expression<A, B>, class = void>
auto operator/(const A &a, const B &b)
{
    return detail::express<std::divides<>>(a, b);
}
template <class A, class = std::enable_if_t<detail::is_operand<A>>, class = void>
auto operator-(const A &a)
{
    using element = typename detail::operand_type<A>::element;
    return detail::express<detail::negation>(a, element());
}

namespace detail
{

/* Where they are looked for when both operands are expressions. */
using ashlar::operator+;
using ashlar::operator-;
using ashlar::operator*;
using ashlar::operator/;

} // namespace detail

} // namespace ashlar
#endif
