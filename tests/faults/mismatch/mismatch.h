/* Calls that the last rank makes differently from the others, with ASHLAR_CHECK=1. */
#ifndef TESTS_MISMATCH_H
#define TESTS_MISMATCH_H

#include "harness/harness.h"

#endif
