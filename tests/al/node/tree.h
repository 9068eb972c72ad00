/* Files that stand for those of the system: the working folder becomes a new one, in which
 * al_memory_available.c finds `proc`. */
#ifndef TESTS_AL_TREE_H
#define TESTS_AL_TREE_H

#include <stdint.h>

#define MIB (INT64_C(1) << 20)

/* Begin with no files; end without any, in the previous folder. */
void tree_begin(void);
void tree_end(void);
/* The folder. */
const char *tree_root(void);
/* Write a file, with the folders it is in. */
void tree_write(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Remove a file. */
void tree_remove(const char *path);

/* A machine of total bytes of which some are available. */
void tree_machine(int64_t total, int64_t available);
/* Put this process into a cgroup of the memory controller of version 1, mounted at `v1`. */
void tree_cgroup_v1(const char *path);
/* Its limit, what is used of it, and how much of that is page cache; limit < 0: none. */
void tree_limit_v1(const char *path, int64_t limit, int64_t usage, int64_t cache);

#endif
