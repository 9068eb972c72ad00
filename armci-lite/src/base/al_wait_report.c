/* Each thread notes what it waits for, for the watchdog to report. */
#include "armci-lite/src/base/al_wait_report.h"

_Thread_local AL_NEAR al_wait_report_t ali_wait_report;
void (*ali_describe_awaited)(char *text, size_t room);
