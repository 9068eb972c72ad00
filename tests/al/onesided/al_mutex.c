/* Mutexes. */
#include "al/cases.h"

/* A step that is not atomic, under a mutex: nothing is lost. */
void mutex_counts(void)
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
