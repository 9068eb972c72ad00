/* Facts about a job: this process, or all that a launcher has started, starts the library. */
#ifndef JOB_H
#define JOB_H

#include <stdio.h>

/* The number of this process among those that a launcher has started; 0 where there is none. */
int job_rank(void);

/* Start MPI and the library in a child, which may fail as it likes, and wait for it. *facts: lines
 * "ashlar: KEY: VALUE" of it; *said: what it and MPI printed; both are to be freed. Returns its
 * status as wait() gives it. */
int job_run(char **facts, char **said);

void job_report(int status, const char *facts, const char *said);

#endif
