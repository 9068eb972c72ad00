/* Mutexes. */
#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"
#include "harness/rng.h"

/* A step that is not atomic, under a mutex: nothing is lost. */
TEST_CASE(mutex_counts, TEST_AL)
{
    enum { MUTEXES = 5, ROUNDS = 30 };
    al_segment_t *segment = zeroes();
    al_mutexes_t *mutexes;
    int64_t value = 0, total = 0;
    REQUIRE_OK(al_mutexes_create(al_group_world(), MUTEXES, &mutexes));
    for (int round = 0; round < ROUNDS; ++round) {
        int m = (round + al_rank()) % MUTEXES, home = (m + 1) % al_size();
        CHECK_OK(al_mutex_lock(mutexes, m));
        CHECK_OK(al_get(segment, home, 8 * (size_t)m, &value, sizeof value));
        ++value;
        CHECK_OK(al_put(segment, home, 8 * (size_t)m, &value, sizeof value));
        CHECK_OK(al_mutex_unlock(mutexes, m));
    }
    CHECK_OK(al_barrier(al_group_world()));
    for (int m = 0; m < MUTEXES; ++m) {
        CHECK_OK(al_get(segment, (m + 1) % al_size(), 8 * (size_t)m, &value, sizeof value));
        total += value;
    }
    CHECK_INT(ROUNDS * al_size(), total);
    CHECK_STATUS(ASHLAR_ESTATE, al_mutex_unlock(mutexes, 0));
    CHECK_STATUS(ASHLAR_ERANGE, al_mutex_lock(mutexes, MUTEXES));
    CHECK_STATUS(ASHLAR_ERANGE, al_mutex_unlock(mutexes, -1));
    CHECK_OK(al_mutexes_free(mutexes));
    CHECK_STATUS(ASHLAR_EARG, al_mutexes_create(al_group_world(), 0, &mutexes));
    CHECK_STATUS(ASHLAR_EARG, al_mutexes_create(al_group_world(), 2, NULL));
    CHECK_STATUS(ASHLAR_EARG, al_mutexes_create(NULL, 2, &mutexes));
    CHECK_OK(al_segment_free(segment));
}

/* Many at once, in any order of locking and unlocking; all but 1024 of a set. */
TEST_CASE_IN("slow", mutex_many, TEST_AL)
{
    enum { MUTEXES = 1030, MOST = 1024 };
    al_mutexes_t *mutexes;
    int first = al_rank() * MUTEXES;
    REQUIRE_OK(al_mutexes_create(al_group_world(), (int64_t)MUTEXES * al_size(), &mutexes));
    for (int k = 0; k < MOST; ++k)
        CHECK_OK(al_mutex_lock(mutexes, first + k));
    CHECK_STATUS(ASHLAR_ELIMIT, al_mutex_lock(mutexes, first + MOST));
    CHECK_CONTAINS(ashlar_error_message(), "holds 1024 mutexes of the set already");
    CHECK_STATUS(ASHLAR_ESTATE, al_mutex_lock(mutexes, first + 7));
    CHECK_STATUS(ASHLAR_ESTATE, al_mutex_unlock(mutexes, first + MOST));
    CHECK_STATUS(ASHLAR_ESTATE, al_mutexes_free(mutexes));
    for (int k = 0; k < MOST; k += 2)
        CHECK_OK(al_mutex_unlock(mutexes, first + k));
    CHECK_OK(al_mutex_lock(mutexes, first + MOST));
    CHECK_OK(al_mutex_unlock(mutexes, first + MOST));
    for (int k = MOST - 1; k > 0; k -= 2)
        CHECK_OK(al_mutex_unlock(mutexes, first + k));
    CHECK_STATUS(ASHLAR_ESTATE, al_mutex_unlock(mutexes, first + 1));
    CHECK_OK(al_mutexes_free(mutexes));
}

/* All want the same few, and hold one while they wait for the next. */
TEST_CASE(mutex_queues, TEST_AL)
{
    enum { MUTEXES = 3, ROUNDS = 15 };
    al_segment_t *segment = zeroes();
    al_mutexes_t *mutexes;
    int64_t value[MUTEXES], total[MUTEXES];
    REQUIRE_OK(al_mutexes_create(al_group_world(), MUTEXES, &mutexes));
    for (int round = 0; round < ROUNDS; ++round) {
        for (int m = 0; m < MUTEXES; ++m)
            CHECK_OK(al_mutex_lock(mutexes, m));
        CHECK_OK(al_get(segment, round % al_size(), 0, value, sizeof value));
        for (int m = 0; m < MUTEXES; ++m)
            value[m] += m + 1;
        CHECK_OK(al_put(segment, round % al_size(), 0, value, sizeof value));
        for (int m = 0; m < MUTEXES; ++m) /* the first is let go first: others go on to wait here */
            CHECK_OK(al_mutex_unlock(mutexes, m));
    }
    CHECK_OK(al_barrier(al_group_world()));
    for (int m = 0; m < MUTEXES; ++m)
        total[m] = 0;
    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_get(segment, rank, 0, value, sizeof value));
        for (int m = 0; m < MUTEXES; ++m)
            total[m] += value[m];
    }
    for (int m = 0; m < MUTEXES; ++m)
        CHECK_INT((m + 1) * ROUNDS * al_size(), total[m]);
    CHECK_OK(al_mutexes_free(mutexes));
    CHECK_OK(al_segment_free(segment));
}

/* Add 1 to the number that a mutex guards, by a get and a put. */
static void count_one(al_segment_t *segment, int mutex)
{
    int64_t value = 0;
    CHECK_OK(al_get(segment, mutex % al_size(), 8 * (size_t)mutex, &value, sizeof value));
    ++value;
    CHECK_OK(al_put(segment, mutex % al_size(), 8 * (size_t)mutex, &value, sizeof value));
}

/* Some are locked, in ascending order; meanwhile any that is held may be let go, and another be
 * locked in its place. */
TEST_CASE(mutex_any_order, TEST_AL)
{
    enum { MUTEXES = 8, ROUNDS = 150 };
    al_segment_t *segment = zeroes();
    al_mutexes_t *mutexes;
    rng_t rng = rng_seed(40 + (uint64_t)al_rank());
    int held[MUTEXES], count = 0;
    long long locked[MUTEXES] = {0};
    REQUIRE_OK(al_mutexes_create(al_group_world(), MUTEXES, &mutexes));
    for (int step = 0; step < ROUNDS * MUTEXES; ++step) {
        const int m = step % MUTEXES;
        if (rng_range(&rng, 0, 2) > 0) {
            CHECK_OK(al_mutex_lock(mutexes, m));
            held[count++] = m;
            ++locked[m];
        }
        while (count > 0 && (m == MUTEXES - 1 || rng_range(&rng, 0, 1))) {
            const int k = (int)rng_range(&rng, 0, count - 1);
            count_one(segment, held[k]);
            CHECK_OK(al_mutex_unlock(mutexes, held[k]));
            held[k] = held[--count];
        }
    }
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, locked, MUTEXES));
    for (int m = 0; m < MUTEXES; ++m) {
        int64_t value = -1;
        CHECK_OK(al_get(segment, m % al_size(), 8 * (size_t)m, &value, sizeof value));
        CHECK_INT(locked[m], value);
    }
    CHECK_OK(al_mutexes_free(mutexes));
    CHECK_OK(al_segment_free(segment));
}
