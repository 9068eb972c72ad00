/* Before the files of the engine: their memory may be used up. */
#ifndef TESTS_ENGINE_HOLD_MEMORY_H
#define TESTS_ENGINE_HOLD_MEMORY_H

#include <stdlib.h>

void *hold_malloc(size_t bytes);
void *hold_realloc(void *at, size_t bytes);

#define malloc  hold_malloc
#define realloc hold_realloc

#endif
