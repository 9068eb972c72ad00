/* Recording errors. The code that finds an error calls AL_FAIL, which records a message; its
 * callers pass the status on. */
#ifndef AL_STATUS_H
#define AL_STATUS_H

#include <mpi.h>

#include <ashlar/status.h>

/* Record a message for this thread and return status. */
int ali_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* Put text in front of the message of a lower layer; returns status. */
int ali_fail_within(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* Translate an MPI error code into ASHLAR_EMPI with the call and MPI's own text. */
int ali_fail_mpi(int mpi_code, const char *call) __attribute__((cold));

/* The outcome of a call on this rank, from its own status and the worst of all ranks. */
int ali_agreed_status(const char *call, int status, int worst);

/* Print each failure as it happens, as of this rank; -1: do not. */
void ali_log_failures(int rank);

/* The value is the status itself, so that the compiler knows that the call fails. */
#define AL_FAIL(status, ...) (ali_fail((status), __VA_ARGS__), (status))

/* Pass a failing status on to the caller. */
#define AL_TRY(call)                                                                               \
    do {                                                                                           \
        int al_try_status = (call);                                                                \
        if (al_try_status != ASHLAR_OK)                                                            \
            return al_try_status;                                                                  \
    } while (0)

/* Status of an MPI call; use AL_TRY(AL_MPI(...)) to pass it on. */
static inline int ali_mpi(int mpi_code, const char *call)
{
    return mpi_code == MPI_SUCCESS ? ASHLAR_OK : ali_fail_mpi(mpi_code, call);
}
#define AL_MPI(call) ali_mpi((call), #call)

#endif
