/* Declarations shared by the tests that look into ga's sources. */
#ifndef TESTS_GA_INSIDE_H
#define TESTS_GA_INSIDE_H

#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/dist/ga_pieces.h"

#include "harness/harness.h"
#include "harness/rng.h"

/* Calls of al_barrier() and gai_agree() that the linker has redirected
 * (onesided/ga_ghosts_syncs.c). */
extern int inside_barriers;

#endif
