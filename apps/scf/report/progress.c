/* Drawing the progress bar. */
#include "report/progress.h"

#include <stdio.h>

#define WIDTH 40

progress_t progress_start(int64_t total, int on)
{
    return (progress_t){.total = total, .shown = -1, .on = on && total > 0};
}

void progress_show(progress_t *progress, int64_t done)
{
    static const char full[] = "########################################";
    if (!progress->on)
        return;
    int percent = (int)(100 * done / progress->total);
    if (percent == progress->shown)
        return;
    progress->shown = percent;
    int marks = percent * WIDTH / 100;
    fprintf(stderr, "\r  Fock [%.*s%*s] %3d%%", marks, full, WIDTH - marks, "", percent);
    fflush(stderr);
}

void progress_end(progress_t *progress)
{
    if (progress->on && progress->shown >= 0)
        fprintf(stderr, "\r%*s\r", WIDTH + 16, "");
    progress->on = 0;
}
