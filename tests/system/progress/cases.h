#ifndef TESTS_PROGRESS_CASES_H
#define TESTS_PROGRESS_CASES_H

#include "harness/harness.h"

void computing_target(void);
void refused_below_multiple(void);
void one_node_any_level(void);
void polls_by_itself(void);

#endif
