/** The version of the library. docs/abi.md says what stays the same between versions. */
#ifndef ASHLAR_VERSION_H
#define ASHLAR_VERSION_H

#include <ashlar/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The one place where the version is written: CMake, the bindings and the names of the shared
 * libraries have it from here. */
#define ASHLAR_VERSION_MAJOR 0
#define ASHLAR_VERSION_MINOR 9
#define ASHLAR_VERSION_PATCH 0

/** A version as a number, for comparisons: `#if ASHLAR_VERSION >= ASHLAR_VERSION_NUMBER(0, 9, 1)`.
 * Minor and patch are at most 99. */
#define ASHLAR_VERSION_NUMBER(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))

/** The version of these headers, as a number and as text ("0.9.0"). */
#define ASHLAR_VERSION                                                                             \
    ASHLAR_VERSION_NUMBER(ASHLAR_VERSION_MAJOR, ASHLAR_VERSION_MINOR, ASHLAR_VERSION_PATCH)
#define ASHLAR_VERSION_STRING                                                                      \
    ASHLAR_VERSION_TEXT(ASHLAR_VERSION_MAJOR, ASHLAR_VERSION_MINOR, ASHLAR_VERSION_PATCH)
#define ASHLAR_VERSION_TEXT(major, minor, patch)  ASHLAR_VERSION_WORDS(major, minor, patch)
#define ASHLAR_VERSION_WORDS(major, minor, patch) #major "." #minor "." #patch

/** The version of the library that the program has loaded, as the number ASHLAR_VERSION. Not
 * collective; at any time; never an error.
 *
 * It differs from ASHLAR_VERSION, that of the headers with which the program was compiled, when the
 * library was replaced since. Before version 1.0 the loader accepts libraries of the same minor
 * version only, afterwards those of the same major version. A larger number is fine: programs need
 * not be compiled again. With a smaller one a program starts if the library has all calls that it
 * makes; what later headers say of a call may not hold. */
ASHLAR_API int ashlar_version(void);

#ifdef __cplusplus
}
#endif
#endif
