/* The programs that `befall` signals name their processes in a directory. */
#ifndef TESTS_HOSTS_PID_H
#define TESTS_HOSTS_PID_H

#include <stdio.h>
#include <unistd.h>

#include <ashlar/ga.h>

/* End the job when something failed. */
static inline void must(int failed, const char *what)
{
    if (failed) {
        fprintf(stderr, "rank %d: %s: %s\n", ga_rank(), what, ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* Write my process id to pid.RANK, complete as soon as it is there. */
static inline void write_pid(const char *directory)
{
    char name[4096], final[4096];

    snprintf(name, sizeof name, "%s/new.%d", directory, ga_rank());
    snprintf(final, sizeof final, "%s/pid.%d", directory, ga_rank());
    FILE *file = fopen(name, "w");
    must(!file || fprintf(file, "%ld\n", (long)getpid()) < 0 || fclose(file) || rename(name, final),
         final);
}

#endif
