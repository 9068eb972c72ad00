/* A progress bar on stderr. */
#ifndef SCF_PROGRESS_H
#define SCF_PROGRESS_H

#include <stdint.h>

typedef struct progress {
    int64_t total;
    int shown; /**< per cent drawn last */
    int on;
} progress_t;

/* Begin a bar of `total` steps; if `on` is 0, the other calls do nothing. */
progress_t progress_start(int64_t total, int on);
void progress_show(progress_t *progress, int64_t done);
/* Wipe the bar. */
void progress_end(progress_t *progress);

#endif
