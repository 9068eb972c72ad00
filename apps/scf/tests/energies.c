/* energies MOLECULE... : total energies in sto-3g and 6-31g*, against those of NWChem 7.0.2
 * (thresh 1e-9, tol2e 1e-14), on whatever ranks and nodes the program was started on. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "../input.h"
#include "../options.h"
#include "../scf.h"
#include "check.h"

#define TOLERANCE 1e-8

typedef struct expected {
    const char *molecule, *basis;
    double energy;
} expected_t;

static const expected_t table[] = {
    {"h2o", "sto-3g", -74.963146766239},      {"h2o", "6-31g*", -76.010481566212},
    {"ch4", "sto-3g", -39.726715315264},      {"ch4", "6-31g*", -40.195072523975},
    {"benzene", "sto-3g", -227.890744193622}, {"benzene", "6-31g*", -230.702279155632},
};

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

static void check_energy(const expected_t *expected)
{
    char file[4096], name[64];
    options_t options;
    input_t input;
    result_t result = {0};
    failure_t failure;
    snprintf(name, sizeof name, "molecules/%s.xyz", expected->molecule);
    check_true(data_find(name, file, sizeof file) == 0, name);
    char *argv[] = {"scf", file, "--basis", (char *)expected->basis, "--tight"};
    if (options_read(5, argv, &options, &failure) != 0 ||
        input_read(&options, &input, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    if (scf_run(&options, &input, 0, no_table, &result, &failure) != 0)
        check_true(0, failure.text);
    snprintf(name, sizeof name, "%s in %s", expected->molecule, expected->basis);
    check_true(result.converged, name);
    check_near(result.energy, expected->energy, TOLERANCE, name);
    result_free(&result);
    input_free(&input);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int checked = 0;
    check_true(ga_initialize(MPI_COMM_WORLD) == 0, "ga_initialize");
    for (int k = 1; k < argc; k++)
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
            if (strcmp(argv[k], table[i].molecule) == 0) {
                check_energy(&table[i]);
                checked++;
            }
    check_true(checked == 2 * (argc - 1) && checked > 0, "every molecule is known");
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
