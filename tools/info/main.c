/* ashlar-info: everything about the library, the machine and a job's start that a report of a bug
 * needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/info/job.h"
#include "tools/info/library.h"
#include "tools/info/machine.h"
#include "tools/info/report.h"

static const char usage[] =
    "usage: ashlar-info [--json | --version]\n"
    "       mpiexec -n RANKS ashlar-info [--json]\n"
    "\n"
    "Prints which library this is, with which MPI and BLAS, what the machine and its limits are, "
    "and\n"
    "what a job chooses when it starts; in a job rank 0 prints. Add it to a report of a bug.\n";

int main(int argc, char **argv)
{
    const int as_json = argc == 2 && strcmp(argv[1], "--json") == 0;
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("ashlar-info " INFO_VERSION);
        return 0;
    }
    if (argc > 1 && !as_json) {
        if (job_rank() == 0)
            fprintf(stderr, "ashlar-info: no option '%s'\n%s", argv[1], usage);
        return 2;
    }
    char *facts, *said;
    const int status = job_run(&facts, &said); /* on all ranks */
    if (job_rank() == 0) {
        report_begin(as_json);
        library_report();
        library_report_mpi();
        library_report_linalg();
        library_report_engines();
        machine_report();
        machine_report_limits();
        job_report(status, facts, said);
        library_report_variables();
        report_end();
    }
    free(facts);
    free(said);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
