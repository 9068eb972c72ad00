/* al_traffic() of all ranks together, in a part of a test. */
#ifndef TESTS_TRAFFIC_H
#define TESTS_TRAFFIC_H

#include <stdbool.h>

#include <ashlar/al.h>

/* Whether it is known to the byte: by active messages, and without the checks of arguments, which
 * send some too. If not, the case is skipped. */
bool traffic_is_exact(void);

/* Before and after the part; both collective. The second returns the sums over all ranks. */
void traffic_begin(void);
al_traffic_t traffic_end(void);

void traffic_check(const char *what, const al_traffic_t *expected, const al_traffic_t *found);
/* The doublings that lead from 1 to n or beyond: rounds in which n nodes hear of each other. */
int64_t traffic_doublings(int64_t n);
/* Add so many messages of so many bytes each, without and with their answers. */
void traffic_add(al_traffic_t *sum, int64_t messages, int64_t bytes);
void traffic_add_answered(al_traffic_t *sum, int64_t messages, int64_t bytes, int64_t answer);
/* Add one rank's to those of all others. */
al_traffic_t traffic_of_all(const al_traffic_t *mine);
al_traffic_t traffic_difference(const al_traffic_t *more, const al_traffic_t *less);

#endif
