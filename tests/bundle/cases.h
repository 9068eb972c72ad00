/* The cases of the tests of bundles, by file. */
#ifndef TESTS_BUNDLE_CASES_H
#define TESTS_BUNDLE_CASES_H

void case_phases(void);
void case_rules(void);
void case_conflict(void);
void case_twice(void);
void case_read_only(void);
void case_states(void);
void case_arguments(void);
void case_in_place(void);
void case_many(void);
void case_one_element(void);
void case_split(void);
void case_order(void);
void case_one_term(void);
void case_own_order(void);
void case_most(void);
void case_before(void);
void case_after(void);
void case_destroyed(void);
void case_no_room(void);
void case_left(void);
void case_forked(void);
void case_random(void);

/* Nightly. */
void case_random_long(void);
void case_requests_long(void);

#endif
