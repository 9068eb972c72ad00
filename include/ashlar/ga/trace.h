/** Traces: a record of every call. Part of ga.h. */
#ifndef ASHLAR_GA_TRACE_H
#define ASHLAR_GA_TRACE_H

#include <ashlar/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- traces ---------------------------------------------------------------------------------- */

/** Begin a trace: until ga_trace_end(), each call that moves data, synchronises or is collective is
 * recorded in a file of its rank in this folder, for ashlar-trace (docs/tracing.md). With
 * ASHLAR_TRACE=FOLDER the whole run is traced without these calls. Collective over the world; no
 * other thread of the rank is in a call of the library.
 *
 * The name of the folder is that which rank 0 passes; the folder and those above it are made where
 * they do not exist. One that holds an older trace is emptied, one that holds anything else
 * refused. A rank that cannot write its file says so on stderr, and is not traced.
 * @return ASHLAR_ESTATE  there is a trace already
 * @return ASHLAR_EARG    rank 0: the name is NULL, empty or of more than 3000 bytes
 * @return ASHLAR_ESYS    no rank can write its file */
ASHLAR_API int ga_trace_begin(const char *folder);
/** End the trace: all of it is in the files. Collective over the world; no other thread of the rank
 * is in a call of the library. @return ASHLAR_ESTATE  there is none */
ASHLAR_API int ga_trace_end(void);
/** Mark a moment of this rank in the trace with a name, such as "fock", of which 64 bytes are kept;
 * nothing where there is no trace. Not collective. @return ASHLAR_EARG  the name is NULL */
ASHLAR_API int ga_trace_mark(const char *name);

#ifdef __cplusplus
}
#endif
#endif
