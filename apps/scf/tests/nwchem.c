/* nwchem TABLE FOLDER: energies in the basis sets of NWChem's library, which is in the folder,
 * against those that NWChem finds. A file of another size than in the table is of another version
 * and is passed over. */
#include <sys/stat.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/input.h"
#include "molecule/options.h"
#include "converge/scf.h"
#include "check.h"

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

static void check_energy(char *molecule, char *basis, const char *form, double energy)
{
    char *argv[] = {"scf", molecule, "--basis", basis, "--tight"};
    options_t options;
    input_t input;
    result_t result = {0};
    failure_t failure;
    if (options_read(5, argv, &options, &failure) != 0 ||
        input_read(&options, &input, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    /* without d shells it makes no difference, and is not noted */
    const int cartesian = strcmp(form, "cartesian") == 0;
    check_true(input.library.form != (cartesian ? BASIS_SPHERICAL : BASIS_CARTESIAN), basis);
    if (scf_run(&options, &input, 0, no_table, &result, &failure) != 0)
        check_true(0, failure.text);
    check_true(result.converged, basis);
    check_near(result.energy, energy, 3e-9, basis);
    result_free(&result);
    input_free(&input);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check_true(ga_initialize(MPI_COMM_WORLD) == 0, "ga_initialize");
    FILE *table = argc == 3 ? fopen(argv[1], "r") : NULL;
    check_true(table != NULL, "a table and a folder");
    char line[256], molecule[32], file[128], form[32], path[4096], basis[4096];
    int compared = 0, others = 0;
    while (table && fgets(line, sizeof line, table)) {
        long bytes;
        double energy;
        struct stat status;
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%31s %127s %ld %31s %lf", molecule, file, &bytes, form, &energy) != 5) {
            check_true(0, line);
            continue;
        }
        snprintf(basis, sizeof basis, "%s/%s", argv[2], file);
        if (stat(basis, &status) != 0 || status.st_size != bytes) {
            ++others;
            continue;
        }
        snprintf(path, sizeof path, SCF_TESTS_DIR "/%s.xyz", molecule);
        if (strcmp(molecule, "h2o") == 0)
            check_true(data_find("molecules/h2o.xyz", path, sizeof path) == 0, "water");
        check_energy(path, basis, form, energy);
        ++compared;
    }
    if (table)
        fclose(table);
    if (ga_rank() == 0)
        printf("%d energies compared, %d files of another version\n", compared, others);
    check_true(compared > 0, "nothing could be compared");
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
