/* Files of the tests of libashlar_io. */
#ifndef TESTS_IO_FILES_H
#define TESTS_IO_FILES_H

#include <stdbool.h>

#include <ashlar/io.h>

/* The path of a file in a folder of this job, the same on all ranks; the folder goes with the
 * process of rank 0. Collective when it is first called. */
const char *file_of(const char *name);

/* Mount a file system of 1 MiB on a folder of this job; false: that is not possible, and the case
 * is skipped. Collective, as unmount_small() is. */
bool mount_small(const char *name);
void unmount_small(const char *name);

#endif
