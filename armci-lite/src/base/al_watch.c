/* Waits are measured while somebody watches. */
#include "armci-lite/src/base/al_watch.h"

#include "armci-lite/src/base/al_ticks.h"

int ali_watched;
_Thread_local AL_NEAR uint64_t ali_waited;
static _Thread_local uint64_t last_note;

void ali_waited_note(uint64_t *noted)
{
    const uint64_t now = ali_ticks();
    if (*noted)
        ali_waited += now - (*noted > last_note ? *noted : last_note);
    *noted = last_note = now;
}
