/* Traces of a part of a program. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"

int ga_trace_begin(const char *folder)
{
    GAI_COLLECTIVE(ga_trace_begin, folder);
    AL_TRY(gai_check_started(__func__));
    return ali_trace_begin(__func__, folder);
}

int ga_trace_end(void)
{
    ALI_CHECKED(gai_check_collective(GAI_ROW(ga_trace_end), NULL));
    AL_TRY(gai_check_started(__func__));
    return ali_trace_end(__func__);
}

int ga_trace_mark(const char *name)
{
    AL_TRY(gai_check_started(__func__));
    return name ? ali_trace_mark(name) : gai_bad_argument(__func__, "name");
}
