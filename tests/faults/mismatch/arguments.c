/* Single arguments differ: handles that name nothing, elements of each type, lengths. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "harness/harness.h"
#include "mismatch.h"

/* A handle that names nothing, or no group: the rank meets the others all the same. */
TEST_CASE(refused_on_one_rank, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3};
    double one = 1, sum = -5;
    if (is_alone())
        return;
    make_arrays();
    const ga_t a = arrays[0], bad = odd ? -5 : a;
    expect("ga_zero", ga_zero(bad),
           "ga_zero: rank %d passes g -5 (which is no array), rank 0 passes g * (first)", last);
    expect("ga_destroy", ga_destroy(bad),
           "ga_destroy: rank %d passes g -5 (which is no array), rank 0 passes g * (first)", last);
    expect("ga_add", ga_add(&one, a, &one, bad, a),
           "ga_add: rank %d passes b -5 (which is no array), rank 0 passes b * (first)", last);
    expect("ga_copy", ga_copy(bad, a),
           "ga_copy: rank %d passes a -5 (which is no array), rank 0 passes a * (first)", last);
    expect("ga_fill_patch", ga_fill_patch(a, lo, odd ? NULL : hi, &one),
           "ga_fill_patch: rank %d passes hi NULL, rank 0 passes hi that is not NULL", last);
    expect("ga_sum", ga_sum(a, odd ? NULL : (void *)&sum),
           "ga_sum: rank %d passes result NULL, rank 0 passes result that is not NULL", last);
    expect("ga_group_sync", odd ? ga_group_sync(4711) : ga_sync(),
           "rank 0 is in ga_sync, rank %d in ga_group_sync", last);
    CHECK(sum == -5);
    destroy_arrays();
}

/* The same wrong arguments on all ranks are no mismatch. */
TEST_CASE(refused_on_all_ranks, TEST_GA)
{
    double one = 1;
    make_arrays();
    CHECK_STATUS(ASHLAR_EHANDLE, ga_zero(-5));
    CHECK_STATUS(ASHLAR_EARG, ga_fill(arrays[0], NULL));
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_sync(4711));
    CHECK_STATUS(ASHLAR_EARG, al_barrier(NULL));
    CHECK_STATUS(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &one, sizeof one, -1));
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, NULL, 0, 0));
    destroy_arrays();
}

/* Scalars of all types, in the second part of complex ones too. */
TEST_CASE(elements_of_types, TEST_GA)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    ga_t g;
    if (is_alone())
        return;
#define ELEMENT_OF(id, T, first, second, text)                                                     \
    do {                                                                                           \
        T x = odd ? (second) : (first);                                                            \
        REQUIRE_OK(ga_create(ASHLAR_##id, 3, 3, "x", 0, 0, &g));                                   \
        expect("ga_scale", ga_scale(g, &x), "ga_scale: rank %d passes alpha " text, last);         \
        CHECK_OK(ga_destroy(g));                                                                   \
    } while (0)
    ELEMENT_OF(INT, int, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(LONG, long, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(LLONG, long long, 1, -2, "-2, rank 0 passes alpha 1");
    ELEMENT_OF(FLOAT, float, 1, 0.5f, "0.5, rank 0 passes alpha 1");
    ELEMENT_OF(DOUBLE, double, 1, 0.5, "0.5, rank 0 passes alpha 1");
    ELEMENT_OF(CFLOAT, float _Complex, 1, 1 + 0.5f * 1.0iF, "(1,0.5), rank 0 passes alpha (1,0)");
    ELEMENT_OF(CDOUBLE, double _Complex, 1, 1 + 0.5 * 1.0i,
               "with a part of 0.5, rank 0 passes alpha with a part of 0");
#undef ELEMENT_OF
}

/* Collectives of any size meet before they change anything: those through slots, in one part or in
 * several, of moduli, and those of MPI. Afterwards the slots serve again. */
TEST_CASE(small_and_large, TEST_GA)
{
    static const size_t sizes[] = {0, 1, 128, 129, 2048, 2049, 8192}; /* doubles */
    static double x[8192];
    const int last = test_size() - 1, odd = test_rank() == last;
    const int count = sizeof sizes / sizeof *sizes;
    char pattern[128];
    if (is_alone())
        return;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < count; ++b) {
            if (a == b)
                continue;
            const size_t n = sizes[odd ? a : b];
            for (int k = 0; k < 8192; ++k)
                x[k] = -1 - test_rank();
            snprintf(pattern, sizeof pattern,
                     "ga_broadcast: rank %%d passes bytes %zu, rank 0 passes bytes %zu",
                     8 * sizes[a], 8 * sizes[b]);
            expect("ga_broadcast", ga_broadcast(GA_GROUP_WORLD, x, 8 * n, last), pattern, last);
            snprintf(pattern, sizeof pattern,
                     "ga_allreduce: rank %%d passes n %zu, rank 0 passes n %zu", sizes[a],
                     sizes[b]);
            expect("ga_allreduce",
                   ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, x, (int64_t)n), pattern,
                   last);
            expect("ga_allreduce",
                   ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_ABSMAX, x, (int64_t)n),
                   pattern, last);
            int changed = 0;
            for (int k = 0; k < 8192; ++k)
                changed += x[k] != -1 - test_rank();
            CHECK_INT(0, changed);
            double sum[2] = {1, test_rank()};
            CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, sum, 2));
            CHECK(sum[0] == last + 1 && sum[1] == last * (last + 1) / 2.0);
            CHECK_OK(ga_broadcast(GA_GROUP_WORLD, memset(sum, odd, 16), 16, last));
            CHECK(((char *)sum)[0] == 1 && ((char *)sum)[15] == 1);
        }
}

/* The first rank that differs from rank 0 is named, in its first argument that does. */
TEST_CASE(several_differ, TEST_GA)
{
    if (test_size() < 3) {
        test_skip("needs three ranks");
        return;
    }
    make_arrays();
    const int me = test_rank();
    double alpha = me + 1;
    expect("ga_scale",
           me == 1   ? ga_scale(arrays[1], &alpha)
           : me == 2 ? ga_sync()
                     : ga_scale(arrays[0], &alpha),
           "ga_scale: rank %d passes g * (second), rank 0 passes g * (first)", 1);
    destroy_arrays();
}

/* A rank that stops the library alone is told so. */
TEST_CASE(stopping_alone, TEST_BARE)
{
    const int last = test_size() - 1, odd = test_rank() == last;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    if (test_size() > 1)
        expect("ga_terminate", odd ? ga_terminate() : ga_sync(),
               "rank 0 is in ga_sync, rank %d in ga_terminate", last);
    CHECK_INT(1, ga_initialized());
    CHECK_OK(ga_terminate());
}
