/* Each thread notes what it waits for, for the watchdog to report. */
#include "armci-lite/src/base/al_wait_report.h"

_Thread_local al_waiting_t ali_waiting;
void (*ali_name_awaited)(char *text, size_t room);
