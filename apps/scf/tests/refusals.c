/* Input that cannot be computed fails with the same message on all ranks. */
#include <unistd.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/input.h"
#include "molecule/options.h"
#include "converge/scf.h"
#include "check.h"

static char molecule_path[64], basis_path[64];

static const char lithium_hydride[] = "2\n\nLi 0 0 0\nH 0 0 1.6\n";
static const char twice_the_same[] = "basis\nLi S\n 1.0 1.0\nLi S\n 1.0 1.0\nH S\n 1.0 1.0\nend\n";

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

/* Rank 0 writes the files; the others wait until it has. */
static void prepare(const char *molecule, const char *basis)
{
    if (ga_rank() == 0) {
        write_file(molecule_path, molecule);
        write_file(basis_path, basis);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void check_same_on_all(const char *text)
{
    char first[SCF_FAILURE_MAX];
    snprintf(first, sizeof first, "%s", text);
    ga_broadcast(GA_GROUP_WORLD, first, sizeof first, 0);
    check_true(strcmp(first, text) == 0, "all ranks give the same reason");
}

/* The reason why a calculation with these options is refused; "" when it is not. */
static void run(int argc, const char **argv, failure_t *failure)
{
    options_t options;
    input_t input;
    result_t result = {0};
    failure->text[0] = '\0';
    if (options_read(argc, (char **)argv, &options, failure) != 0 ||
        input_read(&options, &input, failure) != 0)
        return;
    int status = scf_run(&options, &input, 0, no_table, &result, failure);
    if (status == 0)
        failure_set(failure, result.converged ? "" : "not converged");
    result_free(&result);
    input_free(&input);
}

static void refused(const char *basis, const char *charge, const char *words)
{
    failure_t failure;
    const char *argv[] = {"scf", molecule_path, "--basis", basis, "--charge", charge};
    run(6, argv, &failure);
    check_refused(failure.text[0] != '\0', failure.text, words);
    check_same_on_all(failure.text);
}

/* Two s functions of nearly the same exponents: their overlap matrix has the eigenvalue 1-s. */
static void near_dependence(void)
{
    static const double difference[] = {6.5e-4, 8e-4}; /* eigenvalues 0.8e-7 and 1.2e-7 */
    for (int k = 0; k < 2; ++k) {
        char basis[128];
        double b = 1 + difference[k], s = pow(2 * sqrt(b) / (1 + b), 1.5);
        check_true(k == 0 ? 1 - s < 0.9e-7 : 1 - s > 1.1e-7, "on either side of the limit");
        snprintf(basis, sizeof basis, "basis\nHe S\n 1.0 1.0\nHe S\n %.17g 1.0\nend\n", b);
        prepare("1\n\nHe 0 0 0\n", basis);
        if (k == 0)
            refused(basis_path, "0", "eigenvalue 7.9e-08");
        failure_t failure;
        const char *argv[] = {"scf", molecule_path, "--basis", basis_path};
        run(4, argv, &failure);
        check_true((failure.text[0] != '\0') == (k == 0), failure.text);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check_true(ga_initialize(MPI_COMM_WORLD) == 0, "ga_initialize");
    long id = (long)getpid();
    MPI_Bcast(&id, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    snprintf(molecule_path, sizeof molecule_path, "scf-refusals-%ld.xyz", id);
    snprintf(basis_path, sizeof basis_path, "scf-refusals-%ld.nw", id);

    prepare("1\n\nXx 0 0 0\n", "");
    refused("sto-3g", "0", ":3: atom 1: 'Xx' is a dummy without a nucleus");
    prepare("1\n\nH 0 0\n", "");
    refused("sto-3g", "0", ":3: atom 1: expected `element x y z`");
    prepare("2\n\nLi 0 0 0\nH 0 0 0.01\n", "");
    refused("sto-3g", "0", "on top of each other");
    prepare(lithium_hydride, twice_the_same);
    refused("none", "0", "unknown basis 'none'");
    refused("sto-3g", "1", "3 electrons with charge 1: an odd number");
    refused("sto-3g", "4", "charge 4 leaves no electrons");
    refused("sto-3g", "-20", "functions are too few for 24 electrons");
    refused(basis_path, "0", "the basis functions are linearly dependent");

    near_dependence();

    prepare(lithium_hydride, "");
    failure_t failure;
    const char *hasty[] = {"scf", molecule_path, "--basis", "sto-3g", "--maxiter", "2"};
    run(6, hasty, &failure);
    check_refused(-1, failure.text, "not converged");
    const char *good[] = {"scf", molecule_path, "--basis", "sto-3g"};
    run(4, good, &failure);
    check_true(failure.text[0] == '\0', "after all refusals, a calculation succeeds");

    if (ga_rank() == 0) {
        unlink(molecule_path);
        unlink(basis_path);
    }
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
