/* swap, mutexes and notices. */
#include <string.h>

#include "al/cases.h"

/** A segment of 64 zero bytes a rank. */
static al_segment_t *zeroes(void)
{
    al_segment_t *segment = NULL;
    const char zero[64] = {0};

    CHECK_OK(al_segment_create(al_group_world(), 64, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, zero, sizeof zero));
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

/* What all ranks put in comes out once, together with what is left. */
void swap_in_out(void)
{
    enum { ROUNDS = 25 };

    for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; type++) {
        al_segment_t *segment = zeroes();
        int64_t sums[2] = {0, 0}, old = 0, left = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int64_t number = 1 + round * al_size() + al_rank();
            CHECK_OK(al_swap(segment, round % al_size(), 16, type, number, &old));
            sums[0] += number;
            sums[1] += old;
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_fetch_add(segment, al_rank(), 16, type, 0, &left));
        sums[1] += left;
        CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, sums, 2));
        CHECK_INT(sums[0], sums[1]);
        CHECK_STATUS(ASHLAR_EARG, al_swap(segment, 0, 1, type, 1, &old));
        CHECK_STATUS(ASHLAR_ERANGE, al_swap(segment, 0, 64, type, 1, &old));
        CHECK_STATUS(ASHLAR_ETYPE, al_compare_swap(segment, 0, 0, ASHLAR_DOUBLE, 0, 1, &old));
        CHECK_STATUS(ASHLAR_ERANGE, al_compare_swap(segment, al_size(), 0, type, 0, 1, &old));
        CHECK_OK(al_segment_free(segment));
    }
}

/* A step that is not atomic, under a mutex: nothing is lost. */
void mutex_counts(void)
{
    enum { MUTEXES = 5, ROUNDS = 30 };
    al_segment_t *segment = zeroes();
    al_mutexes_t *mutexes;
    int64_t value = 0, total = 0;
    REQUIRE_OK(al_mutexes_create(al_group_world(), MUTEXES, &mutexes));
    for (int round = 0; round < ROUNDS; round++) {
        int m = (round + al_rank()) % MUTEXES, home = (m + 1) % al_size();
        CHECK_OK(al_mutex_lock(mutexes, m));
        CHECK_OK(al_get(segment, home, 8 * (size_t)m, &value, sizeof value));
        value++;
        CHECK_OK(al_put(segment, home, 8 * (size_t)m, &value, sizeof value));
        CHECK_OK(al_mutex_unlock(mutexes, m));
    }
    CHECK_OK(al_barrier(al_group_world()));
    for (int m = 0; m < MUTEXES; m++) {
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

/* Everybody tells everybody: what was put before the notice is there when it comes. */
void notify_everybody(void)
{
    enum { ROUNDS = 25 };
    al_segment_t *segment;
    int64_t value = 0, wrong = 0;

    REQUIRE_OK(al_segment_create(al_group_world(), 8 * (size_t)al_size(), &segment));
    for (int64_t round = 0; round < ROUNDS; round++) {
        for (int rank = 0; rank < al_size(); rank++) {
            int64_t number = 1000 * round + al_rank();
            CHECK_OK(al_put(segment, rank, 8 * (size_t)al_rank(), &number, sizeof number));
            CHECK_OK(al_notify(rank));
        }
        for (int rank = 0; rank < al_size(); rank++) {
            CHECK_OK(al_notify_wait(rank));
            CHECK_OK(al_get(segment, al_rank(), 8 * (size_t)rank, &value, sizeof value));
            wrong += value != 1000 * round + rank;
        }
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_STATUS(ASHLAR_ERANGE, al_notify(al_size()));
    CHECK_STATUS(ASHLAR_ERANGE, al_notify(-1));
    CHECK_STATUS(ASHLAR_ERANGE, al_notify_wait(al_size()));
    CHECK_OK(al_segment_free(segment));
}
