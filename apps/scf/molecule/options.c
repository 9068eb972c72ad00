/* The options of the command line: their table, and the checks. */
#include "molecule/options.h"

#include <string.h>

#include "arguments.h"

/* The factor NWChem uses; CODATA's of 2018 is 1.8897261246. */
#define BOHR 1.889725989

#define CHARGE_MAX 1000000

/* Where the command line is read to, before it is checked. */
typedef struct words {
    int64_t charge, iterations, waters, passes, every;
    int cartesian, spherical, tight, stability, tasks, patch_cache;
} words_t;

enum { NOPTION = 24 };

/* The options, and where their values go. */
static arguments_t describe(options_t *options, words_t *words, argument_t table[NOPTION])
{
    const argument_t all[NOPTION] = {
        {NULL, "FILE.xyz", ARGUMENT_TEXT, &options->molecule, .help = NULL},
        {"--waters", "N", ARGUMENT_WHOLE, &words->waters,
         .help = "a chain of N molecules of water instead of a file", .least = 1, .most = 10000},
        {"--basis", "NAME|FILE", ARGUMENT_TEXT, &options->basis,
         .help = "sto-3g, 6-31g* (default), cc-pvdz, or a file in NWChem's format"},
        {"--charge", "Q", ARGUMENT_WHOLE, &words->charge, .help = "total charge (0)",
         .least = -CHARGE_MAX, .most = CHARGE_MAX},
        {"--cartesian", NULL, ARGUMENT_FLAG, &words->cartesian,
         .help = "6 d functions, whatever the basis file says", .instead = "--spherical"},
        {"--spherical", NULL, ARGUMENT_FLAG, &words->spherical,
         .help = "5 d functions, whatever the basis file says"},
        {"--json", "FILE", ARGUMENT_TEXT, &options->json,
         .help = "write everything measured to FILE"},
        {"--dump", "FILE", ARGUMENT_TEXT, &options->dump,
         .help = "write all integrals to FILE, too (60 functions at most)"},
        {"--threshold", "X", ARGUMENT_NUMBER, &options->threshold,
         .help = "gradient norm at convergence (1e-7)", .least = 1e-12, .most = 1e-2},
        {"--tol2e", "X", ARGUMENT_NUMBER, &options->tol2e,
         .help = "leave out contributions of integrals below X (1e-11)", .least = 1e-20,
         .most = 1e-4},
        {"--tight", NULL, ARGUMENT_FLAG, &words->tight,
         .help = "the same as --threshold 1e-9 --tol2e 1e-14", .instead = "--threshold --tol2e"},
        {"--maxiter", "N", ARGUMENT_WHOLE, &words->iterations,
         .help = "give up after N iterations (50)", .least = 1, .most = 1000},
        {"--level-shift", "X", ARGUMENT_NUMBER, &options->level_shift,
         .help = "raise the empty orbitals by X Eh (0.5 when needed)", .least = 0.01, .most = 100},
        {"--stability", "ignore|check|follow", ARGUMENT_WORD, &words->stability,
         .help = "is the answer a minimum? follow: go down to one (ignore)"},
        {"--mp2", NULL, ARGUMENT_FLAG, &options->mp2,
         .help = "then the energy of second order (MP2)"},
        {"--freeze-core", NULL, ARGUMENT_FLAG, &options->freeze_core,
         .help = "MP2 without the inner shells"},
        {"--passes", "N", ARGUMENT_WHOLE, &words->passes,
         .help = "MP2 in N passes or more, for less memory (1)", .least = 1, .most = 10000},
        {"--tasks", "as-given|large-first|stratified", ARGUMENT_WORD, &words->tasks,
         .help = "order of the tasks of a Fock build (large-first)"},
        {"--patch-cache", "on|off", ARGUMENT_WORD, &words->patch_cache,
         .help = "keep patches of the matrices from task to task (on)"},
        {"--bohr", "FACTOR", ARGUMENT_NUMBER, &options->bohr,
         .help = "atomic units of length in one Angstrom (1.889725989)", .least = 0.1, .most = 10},
        {"--checkpoint", "NAME", ARGUMENT_TEXT, &options->checkpoint,
         .help = "keep the state of the iterations in NAME-0.h5 and NAME-1.h5"},
        {"--checkpoint-every", "N", ARGUMENT_WHOLE, &words->every,
         .help = "after each N iterations (1)", .least = 1, .most = 1000},
        {"--restart", NULL, ARGUMENT_FLAG, &options->restart,
         .help = "go on from the checkpoint, if there is one"},
        {"--progress", NULL, ARGUMENT_FLAG, &options->progress,
         .help = "draw progress bars even when stderr is not a terminal"},
    };
    memcpy(table, all, sizeof all);
    return (arguments_t){"scf", "Restricted Hartree-Fock energy of a molecule (no file: benzene).",
                         table, .count = NOPTION};
}

void options_help(FILE *stream)
{
    options_t options;
    words_t words;
    argument_t table[NOPTION];
    const arguments_t arguments = describe(&options, &words, table);
    arguments_help(&arguments, stream);
}

int options_read(int argc, char **argv, options_t *options, failure_t *failure)
{
    words_t words = {.iterations = 50, .passes = 1, .every = 1, .tasks = GA_TASKS_LARGE_FIRST};
    argument_t table[NOPTION];
    *options = (options_t){.basis = "6-31g*", .bohr = BOHR, .threshold = 1e-7, .tol2e = 1e-11};
    arguments_t arguments = describe(options, &words, table);
    const arguments_verdict_t verdict = arguments_read(&arguments, argc, argv);
    if (verdict == ARGUMENTS_REFUSED)
        return failure_set(failure, "%s", arguments.refusal);
    options->help = verdict == ARGUMENTS_HELP;
    options->charge = (int)words.charge;
    options->iterations = (int)words.iterations;
    options->waters = (int)words.waters;
    if (options->molecule && options->waters)
        return failure_set(failure, "%s and --waters contradict each other: name one molecule",
                           options->molecule);
    if ((options->freeze_core || words.passes > 1) && !options->mp2)
        return failure_set(failure, "%s is for MP2: add --mp2",
                           options->freeze_core ? "--freeze-core" : "--passes");
    if (!options->checkpoint && (options->restart || words.every > 1))
        return failure_set(failure, "%s is for checkpoints: add --checkpoint NAME",
                           options->restart ? "--restart" : "--checkpoint-every");
    options->passes = (int)words.passes;
    options->every = (int)words.every;
    options->stability = (stability_request_t)words.stability;
    options->tasks = (ga_tasks_order)words.tasks; /* the words come as the enum has them */
    options->patch_cache = words.patch_cache == 0;
    options->form = words.cartesian   ? BASIS_CARTESIAN
                    : words.spherical ? BASIS_SPHERICAL
                                      : BASIS_UNSAID;
    if (words.tight) {
        options->threshold = 1e-9;
        options->tol2e = 1e-14;
    }
    return 0;
}
