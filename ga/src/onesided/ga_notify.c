/* Notices from one rank to another. */
#include "ga/src/array/ga_check.h"

int ga_notify(int rank)
{
    AL_TRY(gai_check_started(__func__));
    int status = al_notify(rank);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

int ga_notify_wait(int rank)
{
    AL_TRY(gai_check_started(__func__));
    int status = al_notify_wait(rank);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}
