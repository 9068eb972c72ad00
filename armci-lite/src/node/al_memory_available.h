/* How much memory may still be committed. A memfd has no limit of its own and overcommits into the
 * out-of-memory killer, so we ask the machine before we commit. */
#ifndef AL_MEMORY_AVAILABLE_H
#define AL_MEMORY_AVAILABLE_H

#include <stdint.h>

/* Bytes that may be committed now: the least of MemAvailable and what every enclosing cgroup (v1
 * and v2) leaves, less a reserve. source: the tightest of them, in words. */
int64_t ali_memory_available(char *source, int source_size);

/* All of the machine's memory, bytes. */
int64_t ali_memory_total(void);
/* The part of it that this process may use: the least limit of its cgroups. */
int64_t ali_memory_limit(void);
/* Bytes of files and shared memory whose pages a process has in its page tables; 0: unknown. */
int64_t ali_memory_mapped(int pid);

#endif
