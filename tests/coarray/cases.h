/* The cases of the tests of coarrays, by file. */
#ifndef TESTS_COARRAY_CASES_H
#define TESTS_COARRAY_CASES_H

void case_random(void);
void case_random_long(void); /* nightly */

void case_whole(void);
void case_differ(void);
void case_from_comm(void);
void case_many(void);
void case_far_copy(void);
void case_left(void);
void case_forked(void);

void case_lists(void);
void case_ring(void);
void case_memory(void);
void case_wait_until(void);
void case_barrier(void);

void case_events(void);
void case_locks(void);
void case_atomics(void);

void case_sums(void);
void case_function(void);

#endif
