/* The jobs to be killed tell who they are. */
#ifndef TESTS_FAULTS_KILL_PID_H
#define TESTS_FAULTS_KILL_PID_H

#include <stdio.h>
#include <unistd.h>

#include <ashlar/ga.h>

/* Write my process id to pid.RANK in a folder, all of it at once. */
static int write_pid(const char *directory)
{
    char name[4096], final[4096];
    snprintf(name, sizeof name, "%s/new.%d", directory, ga_rank());
    snprintf(final, sizeof final, "%s/pid.%d", directory, ga_rank());
    FILE *file = fopen(name, "w");
    if (!file)
        return 1;
    fprintf(file, "%ld\n", (long)getpid());
    return fclose(file) || rename(name, final);
}

#endif
