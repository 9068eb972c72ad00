/* Restricted Hartree-Fock over global arrays. README.md says how to use it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "agree.h"
#include "input.h"
#include "options.h"
#include "report.h"
#include "scf.h"

/* Opening the file first spares the user a calculation whose results cannot be written. */
static int open_json(const options_t *options, FILE **json, failure_t *failure)
{
    int status = 0;
    *json = NULL;
    if (ga_rank() == 0 && options->json) {
        *json = fopen(options->json, "w");
        if (!*json)
            status = failure_set(failure, "%s: %s", options->json, strerror(errno));
    }
    return agree(status, failure);
}

/* Write and close the file; without a result to write, leave none behind. */
static int close_json(FILE *json, const options_t *options, const input_t *input,
                      const result_t *result, failure_t *failure)
{
    int status = 0;
    if (json && result->niteration > 0)
        status = report_json(json, options, input, result);
    if (json && fclose(json) != 0)
        status = -1;
    struct stat file;
    if (json && result->niteration == 0 && stat(options->json, &file) == 0 && S_ISREG(file.st_mode))
        unlink(options->json);
    if (status != 0)
        failure_set(failure, "%s: cannot be written", options->json);
    return agree(status, failure);
}

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
        report_end(result);
    if (!result->converged)
        return failure_set(failure, "no convergence in %d iterations: the gradient is %.1e",
                           result->niteration, result->iteration[result->niteration - 1].gradient);
    return 0;
}

static int run(const options_t *options, failure_t *failure)
{
    input_t input;
    result_t result = {0};
    FILE *json;
    if (input_read(options, &input, failure) != 0)
        return -1;
    int status = open_json(options, &json, failure);
    if (status == 0) {
        failure_t unwritten;
        status = calculate(options, &input, &result, failure);
        if (close_json(json, options, &input, &result, &unwritten) != 0 && status == 0) {
            *failure = unwritten;
            status = -1;
        }
    }
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
    if (status != 0 && rank == 0)
        fprintf(stderr, "scf: %s\n", failure.text);
    MPI_Finalize();
    return status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
