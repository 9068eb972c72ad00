/* The calls that the tool counts. */
#ifndef TOOL_H
#define TOOL_H

enum { TOOL_INIT, TOOL_BARRIER, TOOL_ALLREDUCE, TOOL_SENDRECV, TOOL_CALLS };

/* How often this rank has called each of them, int[TOOL_CALLS]. */
void tool_counts(int *counts);

#endif
