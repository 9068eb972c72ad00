/* Restricted Hartree-Fock over global arrays. README.md says how to use it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/agree.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "report/output.h"
#include "report/report.h"
#include "converge/scf.h"

static int calculate(const options_t *options, const input_t *input, result_t *result,
                     failure_t *failure)
{
    int leader = ga_rank() == 0;
    if (leader)
        report_begin(options, input);
    int progress = leader && (options->progress || isatty(STDERR_FILENO));
    if (scf_run(options, input, progress, report_iteration, result, failure) != 0)
        return -1;
    if (leader)
        report_end(options, result);
    if (!result->converged)
        return failure_set(failure, "no convergence in %d iterations: the gradient is %.1e",
                           result->niteration, result->iteration[result->niteration - 1].gradient);
    return 0;
}

/* The file of results says what failed, too; the first failure is the one reported. */
static int write_results(const options_t *options, const input_t *input, const result_t *result,
                         int status, failure_t *failure)
{
    failure_t unwritten;
    int written = 0;
    if (ga_rank() == 0 && options->json)
        written =
            output_write(options, input, result, status != 0 ? failure->text : NULL, &unwritten);
    if (agree(written, &unwritten) != 0 && status == 0) {
        *failure = unwritten;
        status = -1;
    }
    return status;
}

static int run(const options_t *options, failure_t *failure)
{
    input_t input;
    result_t result = {0};
    int status = ga_rank() == 0 && options->json ? output_check(options, failure) : 0;
    if (agree(status, failure) != 0)
        return -1;
    if (input_read(options, &input, failure) != 0)
        return write_results(options, NULL, &result, -1, failure);
    status = calculate(options, &input, &result, failure);
    status = write_results(options, &input, &result, status, failure);
    result_free(&result);
    input_free(&input);
    return status;
}

int main(int argc, char **argv)
{
    options_t options;
    failure_t failure;
    MPI_Init(&argc, &argv);
    int rank, status;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (ga_initialize(MPI_COMM_WORLD) != 0) {
        status = failure_set(&failure, "%s", ashlar_error_message());
    } else {
        status = options_read(argc, argv, &options, &failure);
        if (status == 0 && options.help && rank == 0)
            options_help(stdout);
        if (status == 0 && !options.help)
            status = run(&options, &failure);
        ga_terminate();
    }
    if (status == 0 && fflush(stdout) != 0)
        status = failure_set(&failure, "standard output cannot be written: %s", strerror(errno));
    if (status != 0 && rank == 0)
        fprintf(stderr, "scf: %s\n", failure.text);
    MPI_Finalize();
    return status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
