/** Status codes shared by every layer of Ashlar.
 *
 * Every fallible call returns 0 or one of the negative codes below. The layer that decides that
 * something is an error records one sentence with the names and numbers; ashlar_error_message()
 * returns it. A call that fails has written nothing, unless its documentation says otherwise.
 */
#ifndef ASHLAR_STATUS_H
#define ASHLAR_STATUS_H

#include <ashlar/export.h>
#include <ashlar/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** X(name, value, text): the one table of status codes. docs/errors.md is generated from it. */
#define ASHLAR_STATUS_TABLE(X)                                                                     \
    X(ASHLAR_OK, 0, "success")                                                                     \
    X(ASHLAR_EARG, -1, "an argument is not valid")                                                 \
    X(ASHLAR_EHANDLE, -2, "the handle names no live object")                                       \
    X(ASHLAR_ERANGE, -3, "an index or patch is outside the object")                                \
    X(ASHLAR_ETYPE, -4, "the element type does not fit the operation")                             \
    X(ASHLAR_ELD, -5, "a leading dimension or stride is too small")                                \
    X(ASHLAR_ESHAPE, -6, "the shapes of the operands do not conform")                              \
    X(ASHLAR_ENOMEM, -7, "not enough memory")                                                      \
    X(ASHLAR_ESTATE, -8, "the call is not allowed in this state")                                  \
    X(ASHLAR_EREMOTE, -9, "the data is not addressable from this rank")                            \
    X(ASHLAR_EGROUP, -10, "the process group is not valid, or this rank is not in it")             \
    X(ASHLAR_EMISMATCH, -11, "the ranks disagree on an argument of a collective call")             \
    X(ASHLAR_ELIMIT, -12, "a fixed limit of the library is exceeded")                              \
    X(ASHLAR_ETRANSPORT, -13, "the transport is not available")                                    \
    X(ASHLAR_EMPI, -14, "an MPI call failed")                                                      \
    X(ASHLAR_ESYS, -15, "a system call failed")                                                    \
    X(ASHLAR_ENUMERIC, -16, "the matrix does not allow the operation")                             \
    X(ASHLAR_EINTERNAL, -17, "an internal invariant is broken")

enum ashlar_status {
#define ASHLAR_STATUS_ENUM(name, value, text) name = value,
    ASHLAR_STATUS_TABLE(ASHLAR_STATUS_ENUM)
#undef ASHLAR_STATUS_ENUM
};

/** The name of a status code ("ASHLAR_ERANGE"); "ASHLAR_UNKNOWN" for any other number. */
ASHLAR_API const char *ashlar_status_name(int status);

/** The general meaning of a status code, in English; never NULL. */
ASHLAR_API const char *ashlar_status_text(int status);

/** The sentence recorded by the last failing call of this thread; "" when none failed yet.
 * Valid until the next failing call of this thread. */
ASHLAR_API const char *ashlar_error_message(void);

/** Record the sentence of an error that a library over this one has found, as the calls of this one
 * do. Not collective; at any time. Returns status. */
ASHLAR_API int ashlar_error_set(int status, const char *sentence);

#ifdef __cplusplus
}
#endif
#endif
