/* Calls that the linker has redirected (growth.c, frozen.c). */
#ifndef TESTS_BUNDLE_INSIDE_H
#define TESTS_BUNDLE_INSIDE_H

#include <stdint.h>

/* Allocations by this thread, but not below bundles: messages are allocated there. */
extern _Thread_local int64_t made_here;
/* How deep this thread is in calls of the layer below. */
extern _Thread_local int below;

#endif
