/* Parts of the random test of bundles. */
#ifndef TESTS_BUNDLE_RANDOM_H
#define TESTS_BUNDLE_RANDOM_H

#include "bundle/world.h"

/* The one world of the test (random.c). */
extern world_t world;

/* Is the element mine, in an array whose ghost cells the bundle uses? */
bool is_own(const model_member_t *m, int64_t e);

/* random_calls.c: what one rank does in a phase: often nothing, at times a lot. */
void name_elements(model_bundle_t *b, rng_t *rng, int r);

/* random_model.c: this rank has no requests any more. */
void forget_requests(model_bundle_t *b);
/* Does the next exchange fail? */
bool is_in_conflict(const model_bundle_t *b);
/* After an exchange: what is in the arrays, and what each rank sees of it. */
void commit(model_bundle_t *b, bool has_failed);
/* Check what this rank sees, while nobody changes the arrays. */
void check_seen(int line);

#endif
