/* Status codes and the message of the last error. */
#include "armci-lite/src/base/al_status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/base/al_wait_report.h"

#define MESSAGE_MAX 512

static _Thread_local char message[MESSAGE_MAX];

static int log_rank = -1;

void ali_log_failures(int rank)
{
    log_rank = rank;
}

static void log_failure(int status)
{
    if (log_rank >= 0)
        fprintf(stderr, "ashlar: rank %d: %s: %s\n", log_rank, ashlar_status_name(status), message);
}

const char *ashlar_error_message(void)
{
    return message;
}

int ali_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    log_failure(status);
    return status;
}

int ashlar_error_set(int status, const char *sentence)
{
    return ali_fail(status, "%s", sentence);
}

int ali_fail_within(int status, const char *format, ...)
{
    char below[MESSAGE_MAX], front[MESSAGE_MAX / 2];
    memcpy(below, message, sizeof below);
    va_list args;
    va_start(args, format);
    vsnprintf(front, sizeof front, format, args);
    va_end(args);
    int used = snprintf(message, sizeof message, "%s: ", front);
    int room = (int)sizeof message - used - 1; /* cuts a long message */
    snprintf(message + used, (size_t)room + 1, "%.*s", room, below);
    return status;
}

int ali_fail_mpi(int mpi_code, const char *call)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(mpi_code, text, &length);
    if (!ali_wait_report.what || !ali_describe_awaited)
        return ali_fail(ASHLAR_EMPI, "%.160s: %.300s", call, text);
    char peer[80]; /* MPI rarely names the other side */
    ali_describe_awaited(peer, sizeof peer);
    return ali_fail(ASHLAR_EMPI, "%.120s, in %s for %s: %.200s", call, ali_wait_report.what, peer,
                    text);
}

int ali_agreed_status(const char *call, int status, int worst)
{
    return status != ASHLAR_OK || worst == ASHLAR_OK
               ? status
               : AL_FAIL(worst, "%s: failed on another rank (%s)", call, ashlar_status_text(worst));
}

const char *ashlar_status_name(int status)
{
    switch (status) {
#define STATUS_NAME(name, value, text)                                                             \
    case value:                                                                                    \
        return #name;
        ASHLAR_STATUS_TABLE(STATUS_NAME)
#undef STATUS_NAME
    default:
        return "ASHLAR_UNKNOWN";
    }
}

const char *ashlar_status_text(int status)
{
    switch (status) {
#define STATUS_TEXT(name, value, text)                                                             \
    case value:                                                                                    \
        return text;
        ASHLAR_STATUS_TABLE(STATUS_TEXT)
#undef STATUS_TEXT
    default:
        return "no such status code";
    }
}
