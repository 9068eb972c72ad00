/* Errors: reported to a statement with stat=, or the end of the program. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caf.h"

void caf_abort(int code)
{
    int is_up = 0, is_over = 0;
    fflush(stdout);
    fflush(stderr);
    MPI_Initialized(&is_up);
    MPI_Finalized(&is_over);
    if (is_up && !is_over && !al_forked()) { /* a child's parent goes on */
        /* A launcher may drop what was written just before the end. */
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    _Exit(code);
}

int caf_my_number(void)
{
    return caf.initial ? caf.initial->me + 1 : 0;
}

static void write_error(const char *format, va_list args)
{
    fflush(stdout);
    fprintf(stderr, "Fortran runtime error on image %d: ", caf_my_number());
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void caf_stop(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_error(format, args);
    va_end(args);
    caf_abort(1);
}

void caf_succeed(const caf_report_t *report)
{
    if (report->stat)
        *report->stat = 0;
}

void caf_fail(const caf_report_t *report, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!report->stat) {
        write_error(format, args);
        caf_abort(1);
    }
    *report->stat = code;
    if (report->errmsg && report->length > 0) {
        char text[512];
        vsnprintf(text, sizeof text, format, args);
        const size_t n = strlen(text) < report->length ? strlen(text) : report->length;
        memcpy(report->errmsg, text, n);
        memset(report->errmsg + n, ' ', report->length - n);
    }
    va_end(args);
}

void caf_finish(const caf_report_t *report, int status)
{
    if (__builtin_expect(status == ASHLAR_OK, 1))
        caf_succeed(report);
    else
        caf_fail(report, 1, "%s", ashlar_error_message());
}

void caf_check(int status)
{
    if (status != ASHLAR_OK)
        caf_stop("%s", ashlar_error_message());
}
