/* energies [--default|--tight] MOLECULE... : total energies with these thresholds, or with both,
 * against those of NWChem 7.0.2 (thresh 1e-9, tol2e 1e-14, which is good to 1e-9), on whatever
 * ranks and nodes the program was started on. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/input.h"
#include "molecule/options.h"
#include "converge/scf.h"
#include "check.h"

/* hf in high has shells up to h; it lies beside this file. */
typedef struct expected {
    const char *molecule, *basis, *form;
    double energy;
    /* With the default thresholds, as recorded: the energy of the superposed atoms, the shell
     * quartets of the first Fock matrix, and the iterations to convergence. */
    double guess;
    int64_t quartets;
    int iterations;
} expected_t;

static const expected_t table[] = {
    {"h2o", "sto-3g", NULL, -74.963146766239, -74.6827346930, 114, 8},
    {"h2o", "6-31g*", NULL, -76.010481566212, -75.8859949555, 1266, 12},
    {"h2o", "cc-pvdz", NULL, -76.026768000954, -75.8945919739, 1980, 12},
    {"ch4", "sto-3g", NULL, -39.726715315264, -39.1586623669, 331, 7},
    {"ch4", "6-31g*", NULL, -40.195072523975, -40.2564551441, 3851, 10},
    {"ch4", "cc-pvdz", NULL, -40.198708541904, -40.2609518878, 6851, 10},
    {"benzene", "sto-3g", NULL, -227.890744193622, -227.9364882333, 16365, 9},
    {"benzene", "6-31g*", NULL, -230.702279155632, -233.3797042113, 175074, 12},
    {"hf", SCF_TESTS_DIR "/high.nw", "--spherical", -99.088045256641, 0, 0, 0},
    {"hf", SCF_TESTS_DIR "/high.nw", "--cartesian", -99.475933436034, 0, 0, 0},
};

static int shown;
static iteration_t last_shown;

static void count_lines(int k, const iteration_t *iteration)
{
    check_true(ga_rank() == 0 && k == ++shown, "rank 0 shows the iterations one by one");
    last_shown = *iteration;
}

static void check_table(const result_t *result, const char *name)
{
    const iteration_t *row = result->iteration;
    check_near(row[0].change, row[0].energy, 0, name);
    for (int k = 1; k < result->niteration; ++k)
        check_near(row[k].change, row[k].energy - row[k - 1].energy, 0, name);
    const iteration_t *last = &row[result->niteration - 1];
    check_near(last->energy, result->energy, 0, name);
    check_true(shown == (ga_rank() == 0 ? result->niteration : 0), "every iteration is shown");
    check_true(ga_rank() != 0 || memcmp(&last_shown, last, sizeof *last) == 0, "and as recorded");
}

static void check_energy(const expected_t *expected, int tight)
{
    char file[4096], name[4200];
    options_t options;
    input_t input;
    result_t result = {0};
    failure_t failure;
    snprintf(name, sizeof name, "molecules/%s.xyz", expected->molecule);
    if (data_find(name, file, sizeof file) != 0)
        snprintf(file, sizeof file, SCF_TESTS_DIR "/%s.xyz", expected->molecule);
    char *argv[6] = {"scf", file, "--basis", (char *)expected->basis};
    int argc = 4;
    if (expected->form)
        argv[argc++] = (char *)expected->form;
    if (tight)
        argv[argc++] = "--tight";
    if (options_read(argc, argv, &options, &failure) != 0 ||
        input_read(&options, &input, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    shown = 0;
    if (scf_run(&options, &input, 0, count_lines, &result, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    snprintf(name, sizeof name, "%s in %s%s", expected->molecule, expected->basis,
             tight ? ", tight" : "");
    check_true(result.converged, name);
    check_near(result.energy, expected->energy, tight ? 1e-9 : 2e-9, name);
    check_table(&result, name);
    if (!tight && expected->iterations > 0) {
        check_near(result.iteration[0].energy, expected->guess, 1e-8, "the energy of the guess");
        check_near((double)result.iteration[0].quartets, (double)expected->quartets, 0, "quartets");
        /* one more where the last gradient comes close to the threshold */
        check_near(result.niteration, expected->iterations, 1, "iterations");
    }
    result_free(&result);
    input_free(&input);
}

/* How many quartets of water in cc-pVDZ matter to the first Fock matrix, as recorded: with such
 * thresholds, unlike with useful ones, shells of a block differ in that. */
static void screening(void)
{
    static const struct {
        double tol2e;
        int64_t quartets;
    } rows[] = {{1e-2, 1244}, {1e-3, 1748}, {1e-4, 1846}};
    char file[4096] = "";
    check_true(data_find("molecules/h2o.xyz", file, sizeof file) == 0, "water is found");
    for (int k = 0; k < 3; ++k) {
        char *argv[] = {"scf", file, "--basis", "cc-pvdz", "--maxiter", "1"};
        options_t options;
        input_t input;
        result_t result = {0};
        failure_t failure;
        shown = 0;
        int status = options_read(6, argv, &options, &failure);
        options.tol2e = rows[k].tol2e; /* more than users may have */
        if (status != 0 || input_read(&options, &input, &failure) != 0 ||
            scf_run(&options, &input, 0, count_lines, &result, &failure) != 0) {
            check_true(0, failure.text);
            return;
        }
        check_true(!result.converged && result.niteration == 1, "one iteration");
        check_near((double)result.iteration[0].quartets, (double)rows[k].quartets, 0, "quartets");
        result_free(&result);
        input_free(&input);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int checked = 0, first = argc > 1 && argv[1][0] == '-' ? 2 : 1;
    const char *only = first == 2 ? argv[1] : "";
    check_true(ga_initialize(MPI_COMM_WORLD) == 0, "ga_initialize");
    for (int k = first; k < argc; ++k) {
        int before = checked;
        for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i)
            for (int tight = 0; tight <= 1 && strcmp(argv[k], table[i].molecule) == 0; ++tight)
                if (strcmp(only, tight ? "--default" : "--tight") != 0) {
                    check_energy(&table[i], tight);
                    ++checked;
                }
        check_true(checked > before, "every molecule is known");
    }
    check_true(checked > 0, "a molecule was given");
    if (!*only)
        screening();
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
