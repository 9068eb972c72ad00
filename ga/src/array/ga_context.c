/* The state of ga. */
#include "ga/src/array/ga_context.h"

#include <string.h>

gai_context_t gai_context;

void gai_context_reset(void)
{
    memset(&gai_context, 0, offsetof(gai_context_t, arrays_made));
}
