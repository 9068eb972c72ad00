/* A folder for the traces of a test, which all ranks know. */
#ifndef TESTS_TRACE_FOLDER_H
#define TESTS_TRACE_FOLDER_H

#include "tools/trace/read.h"

/* A new folder, removed with what is in it by drop_folder(). Collective. */
const char *new_folder(void);
void drop_folder(void);
/* A path in it; valid until the call after the next. */
const char *in_folder(const char *name);
/* The trace in a folder, on the ranks that see all its files; NULL on others. Collective: all ranks
 * have ended theirs. */
trace_t *read_folder(const char *folder);
/* The number of a call in the trace; -1. */
int call_number(const trace_t *trace, const char *name);
/* The number of an object of a name; -1. */
int object_number(const trace_t *trace, const char *name);

#endif
