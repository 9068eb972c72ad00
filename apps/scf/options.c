#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

/* The factor NWChem uses; CODATA's of 2018 is 1.8897261246. */
#define BOHR 1.889725989

#define ITERATIONS_MAX 1000
#define CHARGE_MAX     1000000

typedef int setter_fn(options_t *options, const char *value, failure_t *failure);

typedef struct option {
    const char *name;
    const char *value; /**< its name in the help; NULL: takes none */
    setter_fn *set;
    const char *help;
} option_t;

static int within(const char *name, const char *value, double least, double most, double *number,
                  failure_t *failure)
{
    if (text_number(value, number) != 0 || !(*number >= least && *number <= most))
        return failure_set(failure, "%s: '%.64s' is not a number from %g to %g", name, value, least,
                           most);
    return 0;
}

static int set_basis(options_t *options, const char *value, failure_t *failure)
{
    (void)failure;
    options->basis = value;
    return 0;
}

static int set_charge(options_t *options, const char *value, failure_t *failure)
{
    if (text_integer(value, &options->charge) != 0 || abs(options->charge) > CHARGE_MAX)
        return failure_set(failure,
                           "the charge '%.64s' is not a whole number of magnitude up to %d", value,
                           CHARGE_MAX);
    return 0;
}

static int set_cartesian(options_t *options, const char *value, failure_t *failure)
{
    (void)value, (void)failure;
    options->form = BASIS_CARTESIAN;
    return 0;
}

static int set_spherical(options_t *options, const char *value, failure_t *failure)
{
    (void)value, (void)failure;
    options->form = BASIS_SPHERICAL;
    return 0;
}

static int set_json(options_t *options, const char *value, failure_t *failure)
{
    (void)failure;
    options->json = value;
    return 0;
}

static int set_threshold(options_t *options, const char *value, failure_t *failure)
{
    return within("--threshold", value, 1e-12, 1e-2, &options->threshold, failure);
}

static int set_tol2e(options_t *options, const char *value, failure_t *failure)
{
    return within("--tol2e", value, 1e-20, 1e-4, &options->tol2e, failure);
}

static int set_tight(options_t *options, const char *value, failure_t *failure)
{
    (void)value, (void)failure;
    options->threshold = 1e-9;
    options->tol2e = 1e-14;
    return 0;
}

static int set_iterations(options_t *options, const char *value, failure_t *failure)
{
    if (text_integer(value, &options->iterations) != 0 || options->iterations < 1 ||
        options->iterations > ITERATIONS_MAX)
        return failure_set(failure, "the number of iterations '%.64s' is not in 1..%d", value,
                           ITERATIONS_MAX);
    return 0;
}

static int set_level_shift(options_t *options, const char *value, failure_t *failure)
{
    return within("--level-shift", value, 0.01, 100, &options->level_shift, failure);
}

static int set_stability(options_t *options, const char *value, failure_t *failure)
{
    static const char *const wishes[] = {"ignore", "check", "follow"};
    for (int k = 0; k < 3; ++k)
        if (strcmp(value, wishes[k]) == 0) {
            options->stability = (stability_wish_t)k;
            return 0;
        }
    return failure_set(failure, "--stability is ignore, check or follow, not '%.64s'", value);
}

static int set_bohr(options_t *options, const char *value, failure_t *failure)
{
    return within("--bohr", value, 0.1, 10, &options->bohr, failure);
}

static int set_progress(options_t *options, const char *value, failure_t *failure)
{
    (void)value, (void)failure;
    options->progress = 1;
    return 0;
}

static int set_help(options_t *options, const char *value, failure_t *failure)
{
    (void)value, (void)failure;
    options->help = 1;
    return 0;
}

static const option_t table[] = {
    {"--basis", "NAME|FILE", set_basis,
     "sto-3g, 6-31g* (default), cc-pvdz, or a file in NWChem's format"},
    {"--charge", "Q", set_charge, "total charge (0)"},
    {"--cartesian", NULL, set_cartesian, "6 d functions, whatever the basis file says"},
    {"--spherical", NULL, set_spherical, "5 d functions, whatever the basis file says"},
    {"--json", "FILE", set_json, "write everything measured to FILE"},
    {"--threshold", "X", set_threshold, "gradient norm at convergence (1e-7)"},
    {"--tol2e", "X", set_tol2e, "leave out contributions of integrals below X (1e-11)"},
    {"--tight", NULL, set_tight, "the same as --threshold 1e-9 --tol2e 1e-14"},
    {"--maxiter", "N", set_iterations, "give up after N iterations (50)"},
    {"--level-shift", "X", set_level_shift, "raise the empty orbitals by X Eh (0.5 when needed)"},
    {"--stability", "WISH", set_stability,
     "check whether the answer is a minimum, or follow it down to one (ignore)"},
    {"--bohr", "FACTOR", set_bohr, "atomic units of length in one Angstrom (1.889725989)"},
    {"--progress", NULL, set_progress, "draw progress bars even when stderr is not a terminal"},
    {"--help", NULL, set_help, "print this help"},
};

#define NOPTION (sizeof table / sizeof table[0])

void options_help(FILE *stream)
{
    fprintf(stream, "usage: scf [FILE.xyz] [options]\n\n"
                    "Restricted Hartree-Fock energy of a molecule (no file: benzene).\n\n");
    for (size_t i = 0; i < NOPTION; ++i) {
        char left[40];
        snprintf(left, sizeof left, "%s %s", table[i].name, table[i].value ? table[i].value : "");
        fprintf(stream, "  %-20s %s\n", left, table[i].help);
    }
}

static const option_t *find(const char *name)
{
    for (size_t i = 0; i < NOPTION; ++i)
        if (strcmp(name, table[i].name) == 0)
            return &table[i];
    return NULL;
}

static int read_one(int argc, char **argv, int *at, options_t *options, failure_t *failure)
{
    const char *word = argv[*at];
    if (word[0] != '-' || word[1] == '\0') {
        if (options->molecule)
            return failure_set(failure, "more than one molecule: %.128s and %.128s",
                               options->molecule, word);
        options->molecule = word;
        return 0;
    }
    const option_t *option = find(word);
    if (!option)
        return failure_set(failure, "unknown option %.64s (--help lists them)", word);
    if (!option->value)
        return option->set(options, NULL, failure);
    if (*at + 1 == argc)
        return failure_set(failure, "%s needs a value: %s", option->name, option->value);
    return option->set(options, argv[++*at], failure);
}

int options_read(int argc, char **argv, options_t *options, failure_t *failure)
{
    *options = (options_t){
        .basis = "6-31g*", .bohr = BOHR, .threshold = 1e-7, .tol2e = 1e-11, .iterations = 50};
    for (int at = 1; at < argc; ++at)
        if (read_one(argc, argv, &at, options, failure) != 0)
            return -1;
    return 0;
}
