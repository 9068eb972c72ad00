// Bundles from C++ (bundle.hpp).
#include <mpi.h>

#include <cstring>
#include <stdbool.h>
#include <stdint.h>
#include <type_traits>

#include <ashlar/bundle.hpp>

extern "C" {
#include "harness/harness.h"
}

namespace
{

const int N = 40;

ga_t make_line(ga_type type, const void *start, const void *step)
{
    const std::int64_t n = N;
    ga_t g = 0;
    CHECK_OK(ga_create_nd(type, 1, &n, "line", nullptr, 0, &g));
    CHECK_OK(start ? ga_enumerate(g, start, step) : ga_zero(g));
    return g;
}

/* The error that a call throws; ASHLAR_OK: none. The message must contain the words. */
template <class Call> int thrown(Call call, const char *words)
{
    try {
        call();
    } catch (const ashlar::error &e) {
        CHECK_CONTAINS(e.what(), words);
        return e.status();
    }
    return ASHLAR_OK;
}

template <class T> T element(ga_t g, std::int64_t at)
{
    T x{};
    CHECK_OK(ga_get_nd(g, &at, &at, &x, nullptr));
    return x;
}

TEST_CASE(reads_and_writes, TEST_GA)
{
    const double zero = 0, one = 1, hundred = 100;
    const ga_t ga = make_line(ASHLAR_DOUBLE, &zero, &one),
               gb = make_line(ASHLAR_DOUBLE, &hundred, &one),
               gc = make_line(ASHLAR_DOUBLE, nullptr, nullptr);
    {
        ashlar::bundle bundle(ashlar::requests::kept);
        auto A = bundle.add<double>(ga, BUNDLE_SUM), B = bundle.add<double>(gb, BUNDLE_ANY),
             C = bundle.add<double>(gc, BUNDLE_LOWEST);
        CHECK_INT(2, C.member());
        const std::vector<std::int64_t> list = {39, 0, 17, 39, 3};
        const auto slots = A.request(list);
        CHECK_INT(5, (int64_t)slots.size());
        CHECK_INT(slots[0], slots[3]);
        CHECK_INT(slots[4], A.request(3));
        const auto eight = B.request(8);
        C.request(std::array<std::int64_t, 3>{10, 11, 12});
        bundle.exchange();
        const double *x = A.values();
        for (std::size_t k = 0; k < slots.size(); ++k) {
            CHECK(x[slots[k]] == (double)list[k]);
            CHECK(A.at(slots[k]) == (double)list[k]);
            CHECK(A[list[k]] == (double)list[k]);
        }
        CHECK(B.at(eight) == 108 && B[8] == 108);
        C[10] = A[3] + B[8]; // all ranks, the same
        C[11] = A[17];       // the value, not the element
        auto twelve = C[12];
        twelve = B[8];
        CHECK(C[10] == 111 && C[11] == 17 && C[12] == 108);
        bundle.exchange();
        CHECK(element<double>(gc, 10) == 111);
        CHECK(element<double>(gc, 11) == 17);
        CHECK(element<double>(gc, 12) == 108);
        CHECK(C[10] == 111);
        CHECK_OK(ga_sync());
        // Accumulates, of all ranks.
        C[10] += test_rank() + 1;
        C[11] -= 2;
        C[12] *= 2;
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { (void)(double)C[10]; }, "accumulated"));
        bundle.exchange_begin();
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { C.values(); }, "between exchange_begin"));
        bundle.exchange_end();
        const int n = test_size();
        CHECK(C[10] == 111 + n * (n + 1) / 2);
        CHECK(C[11] == 17 - 2 * n);
        CHECK(C[12] == 108.0 * (1 << n));
        // A rank's own list of writes; the least rank's stay.
        const std::vector<std::int64_t> where = {1, 2};
        C.write(where, std::vector<double>{test_rank() + 5.0, 6});
        bundle.exchange();
        CHECK(element<double>(gc, 1) == 5 && element<double>(gc, 2) == 6);
        CHECK_OK(ga_sync());
        A.accumulate(where, std::array<double, 2>{1, 2}, ASHLAR_MAX);
        B.accumulate(5, -1);
        bundle.freeze();
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { A.request(1); }, "frozen"));
        bundle.exchange();
        CHECK(element<double>(ga, 1) == 1 && element<double>(ga, 2) == 2);
        CHECK(element<double>(gb, 5) == 105 - n);
        bundle.clear();
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { A[3].value(); }, "is not requested"));
        CHECK_INT(0, A.request(7));
        bundle.set_mode(BUNDLE_PAIRWISE);
    }
    CHECK_OK(ga_destroy(ga));
    CHECK_OK(ga_destroy(gb));
    CHECK_OK(ga_destroy(gc));
}

struct record {
    int a, b;
    double c[2];
};

TEST_CASE(types, TEST_GA)
{
    const std::int64_t dims[2] = {6, 7}, lines = N;
    ga_t plane, records, complex;
    ga_type made;
    CHECK_OK(ga_type_create(sizeof(record), &made));
    CHECK_OK(ga_create_nd(ASHLAR_INT, 2, dims, "plane", nullptr, 0, &plane));
    CHECK_OK(ga_create_nd(made, 1, &lines, "records", nullptr, 0, &records));
    CHECK_OK(ga_create_nd(ASHLAR_CFLOAT, 1, &lines, "complex", nullptr, 0, &complex));
    CHECK_OK(ga_zero(plane));
    CHECK_OK(ga_zero(records));
    CHECK_OK(ga_zero(complex));
    {
        ashlar::bundle bundle(ashlar::requests::kept);
        auto P = bundle.add<int>(plane, BUNDLE_XOR);
        auto R = bundle.add<record>(records, BUNDLE_LOWEST);
        auto Z = bundle.add<std::complex<float>>(complex, BUNDLE_SUM);
        P.request({2, 5});
        R.request(30);
        Z.request(4);
        P[{2, 5}] |= 1 << test_rank();
        P[{3, 6}] ^= 7;
        P[{0, 0}] = 12;
        R[30] = record{test_rank(), 1, {2, 3}};
        Z[4] = {1, (float)test_rank()};
        bundle.exchange();
        const record r = R[30];
        const int n = test_size();
        CHECK_INT((1 << n) - 1, (P[{2, 5}]));
        CHECK(r.a == 0 && r.b == 1 && r.c[0] == 2 && r.c[1] == 3);
        CHECK(Z[4].value() == std::complex<float>((float)n, (float)(n * (n - 1) / 2)));
        P[{2, 5}] &= 1;
        P.request(std::vector<std::int64_t>{3, 6, 0, 0});
        bundle.exchange();
        CHECK_INT(1, (P[{2, 5}]));
        CHECK_INT(n % 2 ? 7 : 0, (P[{3, 6}]));
        CHECK_INT(n % 2 ? 12 : 0, (P[{0, 0}]));
        // Refused: another type or size, and other numbers of indices and values.
        const auto wrong = [&](auto call) { return thrown(call, "of another type, of "); };
        CHECK_INT(ASHLAR_ETYPE, wrong([&] { bundle.add<double>(plane, BUNDLE_ANY); }));
        CHECK_INT(ASHLAR_ETYPE, wrong([&] { bundle.add<unsigned>(plane, BUNDLE_ANY); }));
        CHECK_INT(ASHLAR_ETYPE, wrong([&] { bundle.add<char>(records, BUNDLE_ANY); }));
        CHECK_INT(ASHLAR_ETYPE, wrong([&] { bundle.add_in_place<float>(complex, BUNDLE_ANY); }));
        CHECK_INT(ASHLAR_EHANDLE, thrown([&] { bundle.add<int>(0, BUNDLE_ANY); }, "array"));
        CHECK_INT(ASHLAR_ESHAPE, thrown([&] { P[3].value(); }, "1 indices of an array of 2"));
        CHECK_INT(ASHLAR_ESHAPE, thrown([&] { Z.request({1, 2}); }, "2 indices"));
        CHECK_INT(ASHLAR_ESHAPE, thrown([&] { P.request(ashlar::index{1, 2, 3}); }, "3 indices"));
        const std::vector<std::int64_t> three = {1, 2, 3};
        CHECK_INT(ASHLAR_ESHAPE, thrown([&] { P.request(three); }, "a list of 3 indices"));
        CHECK_INT(ASHLAR_ESHAPE,
                  thrown([&] { R.write(three, std::vector<record>(2)); }, "2 values for 3"));
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { P[{6, 0}] = 1; }, "'plane'"));
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { R.request(-1); }, "'records'"));
        CHECK_INT(ASHLAR_ETYPE, thrown([&] { Z[1] &= 1; }, "is not defined"));
    }
    CHECK_OK(ga_destroy(plane));
    CHECK_OK(ga_destroy(records));
    CHECK_OK(ga_destroy(complex));
    CHECK_OK(ga_type_destroy(made));
}

/* Requests hold for one exchange, as in the paper, and elements of classes have operators. */
TEST_CASE(paper, TEST_GA)
{
    using number = std::complex<double>;
    const std::int64_t n = N;
    const number zero = {0, 1}, one = {1, 0};
    ga_t g;
    CHECK_OK(ga_create_nd(ASHLAR_CDOUBLE, 1, &n, "numbers", nullptr, 0, &g));
    CHECK_OK(ga_enumerate(g, &zero, &one));
    {
        ashlar::bundle bundle;
        auto A = bundle.add<number>(g, BUNDLE_ANY);
        const std::array<std::int64_t, 3> three = {3, 8, 21};
        A.request(three);
        bundle.exchange();
        A[10] = A[3] + A[8];
        A[11] = A[3] - 2.0 * A[21];
        A[12] = A[8] * A[3] / number{0, 1};
        A[13] = number{5, 0} - A[8];
        CHECK(A[3] == number(3, 1) && A[3] != A[8] && number(8, 1) == A[8]);
        const ashlar::bundle &same = bundle;
        CHECK_INT(0, same.counts().without_requests);
        bundle.exchange();
        CHECK_INT(2, same.counts().exchanges);
        CHECK_INT(1, same.counts().without_requests);
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { A[3].value(); }, "is not requested"));
        A.request(std::vector<std::int64_t>{10, 11, 12, 13});
        bundle.exchange();
        CHECK(A[10] == number(11, 2) && A[11] == number(-39, -1));
        CHECK(A[12] == number(11, -23) && A[13] == number(-3, -1));
    }
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(lives, TEST_GA)
{
    static_assert(!std::is_copy_constructible_v<ashlar::bundle>);
    static_assert(!std::is_copy_assignable_v<ashlar::bundle>);
    static_assert(std::is_nothrow_move_constructible_v<ashlar::bundle>);
    static_assert(std::is_base_of_v<std::runtime_error, ashlar::error>);
    ga_spec_t spec{};
    spec.type = ASHLAR_DOUBLE;
    spec.ndim = 1;
    spec.dims[0] = N;
    spec.ghosts[0] = 3;
    ga_t g = 0;
    CHECK_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_zero(g));
    {
        std::vector<ashlar::bundle> all;
        all.emplace_back();
        auto A = all[0].add_in_place<double>(g, BUNDLE_ERROR);
        for (int k = 0; k < 5; ++k) // moves the first
            all.emplace_back(GA_GROUP_WORLD);
        ashlar::bundle first = std::move(all[0]);
        CHECK(all[0].get() == nullptr && first.get() != nullptr);
        all[1] = std::move(first);
        // Views name the bundle wherever it is.
        A[5] = 1;
        const int expected = test_size() > 1 ? ASHLAR_EMISMATCH : ASHLAR_OK;
        CHECK_INT(expected, thrown([&] { all[1].exchange(); }, "several ranks"));
        A[test_rank()] = 2;
        all[1].exchange();
        CHECK(element<double>(g, test_rank()) == 2);
        CHECK_OK(ga_sync());
        all[1].exchange_begin(); // freed between the halves
        all.resize(2);
        all[1].free();
        CHECK(all[1].get() == nullptr);
        CHECK_INT(ASHLAR_EARG, thrown([&] { all[1].exchange(); }, "the bundle"));
    }
    CHECK_INT(ASHLAR_EGROUP, thrown([] { ashlar::bundle other(4711); }, "not a group"));
    CHECK_OK(ga_destroy(g));
}

} // namespace
