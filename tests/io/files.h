/* Files of the tests of libashlar_io. */
#ifndef TESTS_IO_FILES_H
#define TESTS_IO_FILES_H

#include <ashlar/io.h>

/* The path of a file in a folder of this job, the same on all ranks; the folder goes with the
 * process of rank 0. Collective when it is first called. */
const char *file_of(const char *name);

#endif
