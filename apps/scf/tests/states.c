/* states [--often] NAME... : which state is found, what is said about it, and that this is the same
 * every time, on whatever ranks and nodes the program was started on. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/input.h"
#include "molecule/options.h"
#include "converge/scf.h"
#include "check.h"

/* Energies within this are those of the same state. */
#define SAME 1e-7

static const char jumped[] = "DIIS jumped between states", crossed[] = "below an occupied one",
                  small[] = "the gap is small", saddle[] = "is not a minimum",
                  perhaps[] = "may not be a minimum", uhf[] = "the energy of UHF is lower",
                  newton[] = "second-order steps did";

/* The findings without and with --stability follow, as recorded; nwchem is the energy of NWChem
 * 7.0.2 without symmetry, which the last must not exceed. 0: it has none. */
typedef struct expected {
    const char *molecule, *basis;
    double energy, followed, nwchem;
    double gap, singlet, triplet; /* of the state followed */
    int ways;                     /* downhill */
    const char *warnings[5];      /* without a request */
    const char *warnings_followed[5];
} expected_t;

static const expected_t table[] = {
    {"h2o",
     "6-31g*",
     -76.010481566212,
     -76.010481566212,
     -76.010481566212,
     0.708562,
     0.363966,
     0.287681,
     0,
     {0},
     {0}},
    {"far",
     "sto-3g",
     -0.1585582844,
     -0.5458609917,
     0,
     0.000001,
     0.774605,
     -0.774605,
     1,
     {crossed, jumped, saddle},
     {small, jumped, uhf}},
    {"stretched",
     "sto-3g",
     -74.2971095030,
     -74.2971095030,
     -74.2947437,
     0.159228,
     0.006247,
     -0.582651,
     0,
     {small, jumped, newton, perhaps},
     {small, jumped, newton, uhf}},
    {"stretched",
     "6-31g*",
     -75.4580320620,
     -75.4580320620,
     -75.4580321,
     0.177282,
     0.020325,
     -0.367448,
     0,
     {small, jumped, newton, perhaps},
     {small, jumped, newton, uhf}},
    {"lif",
     "6-31g*",
     -106.6787079446,
     -106.6787079446,
     -106.6787079,
     0.092583,
     0.009432,
     -0.101376,
     0,
     {small, newton, perhaps},
     {small, newton, uhf}},
    {"cyclobutadiene",
     "sto-3g",
     -151.6749745679,
     -151.6749745679,
     -151.6749746,
     0.315895,
     0.044274,
     -0.245956,
     0,
     {newton, perhaps},
     {newton, uhf}},
    {"cyclobutadiene",
     "6-31g*",
     -153.5768398138,
     -153.5891175098,
     -153.5891175,
     0.282680,
     0.023315,
     -0.169019,
     1,
     {saddle},
     {uhf}},
};

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

/* 0 with the result, which is freed by the caller. */
static int run(const char *molecule, const char *basis, int nwords, const char *const *words,
               result_t *result)
{
    char file[4096];
    char *argv[12] = {"scf", file, "--basis", (char *)basis};
    options_t options;
    input_t input;
    failure_t failure;
    snprintf(file, sizeof file, "molecules/%s.xyz", molecule);
    char found[4096];
    if (data_find(file, found, sizeof found) == 0)
        strcpy(file, found);
    else
        snprintf(file, sizeof file, SCF_TESTS_DIR "/%s.xyz", molecule);
    for (int k = 0; k < nwords; ++k)
        argv[4 + k] = (char *)words[k];
    if (options_read(4 + nwords, argv, &options, &failure) != 0 ||
        input_read(&options, &input, &failure) != 0) {
        check_true(0, failure.text);
        return -1;
    }
    int status = scf_run(&options, &input, 0, no_table, result, &failure);
    check_true(status == 0, failure.text);
    check_true(status != 0 || result->converged, "convergence");
    input_free(&input);
    return status;
}

static void check_warnings(const result_t *result, const char *const *expected, const char *name)
{
    int n = 0;
    while (n < 5 && expected[n])
        ++n;
    check_near(result->nwarning, n, 0, name);
    for (int k = 0; k < n && k < result->nwarning; ++k)
        check_true(strstr(result->warning[k], expected[k]) != NULL, expected[k]);
    for (int k = n; k < result->nwarning; ++k)
        printf("%s: also '%s'\n", name, result->warning[k]);
}

static void check_state(const expected_t *expected)
{
    static const char *const follow[] = {"--stability", "follow"};
    char name[128];
    result_t result = {0};
    snprintf(name, sizeof name, "%s in %s", expected->molecule, expected->basis);
    if (run(expected->molecule, expected->basis, 0, NULL, &result) == 0) {
        check_near(result.energy, expected->energy, SAME, name);
        check_true(!result.stability.tested, "nobody asked for a test");
        check_warnings(&result, expected->warnings, name);
        check_true(result.energy < expected->followed + 1e-6 || result.nwarning > 0,
                   "a wrong state and no warning");
    }
    result_free(&result);
    snprintf(name, sizeof name, "%s in %s, followed", expected->molecule, expected->basis);
    if (run(expected->molecule, expected->basis, 2, follow, &result) == 0) {
        const stability_t *stability = &result.stability;
        check_near(result.energy, expected->followed, SAME, name);
        check_true(expected->nwchem == 0 || result.energy < expected->nwchem + 1e-6, "NWChem's");
        check_true(result.empty && stability->tested && stability->sure, "a test of stability");
        check_near(result.lumo - result.homo, expected->gap, 1e-5, name);
        check_near(stability->singlet, expected->singlet, 2e-5, name);
        check_near(stability->triplet, expected->triplet, 2e-5, name);
        check_near(stability->followed, expected->ways, 0, name);
        check_warnings(&result, expected->warnings_followed, name);
    }
    result_free(&result);
}

/* The options lead to the same state, each in its own way. */
static void other_ways(void)
{
    static const char *const check[] = {"--stability", "check"};
    static const char *const raised[] = {"--level-shift", "0.5"};
    static const char *const stuck[] = {"--level-shift", "40"};
    const double water = -76.010481566212, ionic = -0.1585582844;
    result_t result = {0};
    if (run("h2o", "6-31g*", 2, raised, &result) == 0) {
        check_near(result.energy, water, 2e-9, "with a level shift");
        check_true(result.shifted == 1 && result.second_order == 0, "a level shift suffices");
        check_true(result.niteration > 12 && result.nwarning == 0, "it takes longer");
        check_near(result.lumo - result.homo, 0.708562, 1e-5, "the gap is without the shift");
    }
    result_free(&result);
    if (run("h2o", "6-31g*", 2, stuck, &result) == 0) {
        check_near(result.energy, water, 2e-9, "with too large a level shift");
        check_true(result.second_order > 0 && result.niteration <= 50, "second-order steps");
        check_true(result.iteration[result.niteration - 1].gradient < 1e-7, "the gradient");
        for (int k = result.niteration - result.second_order; k < result.niteration; ++k)
            check_true(result.iteration[k].change < 1e-9, "the energy does not rise");
    }
    result_free(&result);
    if (run("far", "sto-3g", 2, check, &result) == 0) {
        check_near(result.energy, ionic, SAME, "only checked");
        check_true(result.stability.tested && result.stability.singlet < -0.1, "not stable");
        check_true(result.stability.followed == 0 && result.lumo < result.homo, "not followed");
    }
    result_free(&result);
    if (run("he", "sto-3g", 2, check, &result) == 0) {
        check_near(result.energy, -2.8077839566, 1e-9, "helium");
        check_true(!result.empty && !result.stability.tested && result.nwarning == 0, "no orbital");
    }
    result_free(&result);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int often = argc > 1 && strcmp(argv[1], "--often") == 0, checked = 0;
    check_true(ga_initialize(MPI_COMM_WORLD) == 0, "ga_initialize");
    for (int k = 1 + often; k < argc; ++k)
        for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i)
            for (int time = 0; time < (often ? 5 : 1) && strcmp(argv[k], table[i].molecule) == 0;
                 ++time) {
                check_state(&table[i]);
                ++checked;
            }
    check_true(checked > 0, "a molecule was given");
    if (!often)
        other_ways();
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
