// Synchronisation, events, locks, atomics and collectives from C++.
#include <numeric>
#include <stdexcept>
#include <string>

#include "coarray/faces.h"

TEST_CASE(meetings, TEST_GA)
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int left = (me + images - 1) % images, right = (me + 1) % images;
    CHECK_INT(test_rank(), me);
    CHECK_INT(test_size(), images);
    ashlar::Coarray<int, 1> x(2);
    for (int round = 1; round <= 20; ++round) { // to both neighbours, twice a round
        x(left)[1] = 100 * round + me;
        x(right)[0] = 100 * round + me;
        ashlar::sync_images({left, right});
        CHECK_INT(100 * round + left, x[0]);
        CHECK_INT(100 * round + right, x[1]);
        ashlar::sync_images(std::array<int, 2>{right, left});
    }
    ashlar::sync_memory();
    ashlar::sync_all();
    {
        ashlar::split_barrier barrier;
        for (int round = 1; round <= 10; ++round) {
            x(right)[0] = round;
            barrier.notify();
            if (round % 2)
                while (!barrier.test()) {
                }
            barrier.wait();
            CHECK_INT(round, x[0]);
            ashlar::sync_all();
        }
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { barrier.wait(); }, "notify"));
        barrier.notify(); // and freed in between
    }
    if (me == 0)
        x(images - 1)[1] = 7;
    if (me == images - 1)
        x.wait_until({1}, CO_EQ, 7);
    ashlar::sync_all();
}

TEST_CASE(locks_and_events, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images;
    ashlar::Coarray<long, 1> sum(3);
    ashlar::locks set(2);
    ashlar::critical section;
    for (int k = 0; k < 10; ++k) {
        {
            ashlar::lock_guard guard(set, images - 1, 1);
            const long before = sum(0)[0];
            sum(0)[0] = before + 1;
        }
        const int got = section([&] {
            sum(0)[1] = sum(0)[1] + 1; // read and written
            return k;
        });
        CHECK_INT(k, got);
    }
    CHECK_TEXT("from inside",
               [&] {
                   try {
                       section([]() -> int { throw std::runtime_error("from inside"); });
                   } catch (const std::runtime_error &e) {
                       return std::string(e.what());
                   }
                   return std::string();
               }()
                   .c_str());
    section([] {}); // which the exception has left
    ashlar::sync_all();
    CHECK_INT(10 * images, sum(0)[0].value());
    CHECK_INT(10 * images, sum(0)[1].value());
    ashlar::sync_all();
    if (me == 0) {
        CHECK(set.try_lock(0, 1));
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { set.lock(0, 1); }, ""));
        ashlar::lock_guard guard(set, next);
        guard.unlock();
        guard.unlock(); // of nothing
        set.unlock(0, 1);
        CHECK_INT(ASHLAR_ESTATE, thrown([&] { set.unlock(0, 1); }, ""));
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { set.lock(0, 2); }, "lock 2"));
    }
    ashlar::sync_all();

    ashlar::events posted(2);
    CHECK_INT(0, posted.query(1));
    ashlar::sync_all();
    for (int k = 0; k < 3; ++k) {
        sum(next)[2] = 10 * k + me;
        posted.post(next, 1);
        posted.wait(1);
        CHECK_INT(10 * k + (me + images - 1) % images, sum[2]);
        posted.post((me + images - 1) % images); // it has been read
        posted.wait();
    }
    ashlar::sync_all(); // else these posts would be taken for those of the loop
    posted.post(next);
    posted.post(next);
    posted.wait(0, 2);
    CHECK_INT(0, posted.query());
    CHECK_INT(ASHLAR_EARG, thrown([&] { posted.wait(0, 0); }, ""));
    CHECK_INT(ASHLAR_ERANGE, thrown([&] { posted.post(next, 2); }, "index 2"));
}

template <class T> static void check_atomics()
{
    const int me = test_rank(), images = test_size();
    ashlar::Coarray<T, 1> x(4);
    ashlar::CoArray<T> A(4);
    std::vector<char> seen(static_cast<std::size_t>(images), 0);
    x(0)[0].fetch_add(static_cast<T>(me + 1));
    x(0)[1].fetch_or(static_cast<T>(1 << me));
    A[0](2).fetch_xor(static_cast<T>(1 << me));
    ashlar::sync_all();
    CHECK_INT(images * (images + 1) / 2, x(0)[0].atomic_get());
    CHECK_INT((1 << images) - 1, x(0)[1].atomic_get());
    CHECK_INT((1 << images) - 1, A[0](2).atomic_get());
    ashlar::sync_all();
    x(0)[1].fetch_and(static_cast<T>(~(1 << me)));
    const T ticket = A[0](3).fetch_add(1);
    CHECK(ticket >= 0 && ticket < images);
    A[static_cast<int>(ticket)](0).atomic_set(static_cast<T>(1 + me)); // nobody else has it
    ashlar::sync_all();
    CHECK(A(0) >= 1 && A(0) <= images);
    CHECK_INT(0, x(0)[1].value());
    ashlar::sync_all();
    if (me == images - 1) {
        CHECK_INT(images * (images + 1) / 2, x(0)[0].exchange(40));
        CHECK_INT(40, x(0)[0].compare_swap(41, 1));
        CHECK_INT(40, x(0)[0].compare_swap(40, 1));
        CHECK_INT(1, x(0)[0].atomic_get());
    }
    ashlar::sync_all();
}

TEST_CASE(atomics, TEST_GA)
{
    if (test_has_faulty_windows()) {
        check_atomics<int>();
        return;
    }
    check_atomics<int>();
    check_atomics<long>();
    check_atomics<long long>();
}

TEST_CASE(collectives, TEST_GA)
{
    const int me = test_rank(), images = test_size();
    int one = me + 1;
    ashlar::co_sum(one);
    CHECK_INT(images * (images + 1) / 2, one);
    std::vector<double> list = {1.0 * me, 2, -1.0 * me};
    ashlar::co_max(list);
    CHECK(list[0] == images - 1 && list[1] == 2 && list[2] == 0);
    long least = 5 - me;
    ashlar::co_min(least, images - 1);
    CHECK_INT(me == images - 1 ? 5 - (images - 1) : 5 - me, least);
    ashlar::Coarray<std::complex<double>, 2> z(2, 2);
    z[1][1] = {1, 1.0 * me};
    ashlar::co_sum(z);
    CHECK(z[1][1] == std::complex<double>(images, images * (images - 1) / 2));
    z[0][0] = z[0][1] = 1.0 * me;
    ashlar::co_sum(z[0], 0); // a row
    CHECK(z[0][1] == 1.0 * (me == 0 ? images * (images - 1) / 2 : me) && z[1][1].real() == images);
    record r = value<record>(me);
    ashlar::co_broadcast(r, images - 1);
    CHECK(r == value<record>(images - 1));
    double array[3] = {1.0 * me, 2, 3};
    ashlar::co_broadcast(array, 0);
    CHECK(array[0] == 0 && array[2] == 3);
    /* By a function: the images in their order. */
    struct span_of {
        int first, last, breaks;
    };
    std::array<span_of, 2> spans = {span_of{me, me, 0}, span_of{2 * me, 2 * me, 0}};
    ashlar::co_reduce(spans, [](const span_of &a, const span_of &b) {
        return span_of{a.first, b.last, a.breaks + b.breaks + (b.first <= a.last)};
    });
    CHECK(spans[0].first == 0 && spans[0].last == images - 1 && spans[0].breaks == 0);
    CHECK(spans[1].last == 2 * images - 2);
    const int wanted = images - 1;
    double product = me + 1;
    ashlar::co_reduce(
        product, [](double a, double b) { return a * b; }, wanted);
    double factorial = 1;
    for (int k = 2; k <= images; ++k)
        factorial *= k;
    CHECK(product == (me == wanted ? factorial : me + 1));
    /* All images throw the same error. */
    if (images > 1) {
        std::string said;
        int code = 0, mine = me;
        try {
            ashlar::co_reduce(
                mine,
                [](int, int b) -> int {
                    if (b == 1)
                        throw std::runtime_error("not one");
                    return b;
                });
        } catch (const ashlar::error &e) {
            code = e.status();
            said = e.what();
        } catch (const std::runtime_error &e) {
            said = e.what();
        }
        CHECK_CONTAINS(said.c_str(), code ? "on another image" : "not one");
        CHECK_INT(me == 0 ? 0 : ASHLAR_EARG, code);
    }
    CHECK_INT(ASHLAR_ERANGE, thrown([&] { ashlar::co_sum(one, images); }, "image"));
}
