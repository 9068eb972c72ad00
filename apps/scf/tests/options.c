/* Numbers and command lines: what is read, and the messages for what cannot be. */
#include "molecule/options.h"
#include "number.h"
#include "check.h"

/* Every reader of numbers takes the same ones. */
static void numbers(void)
{
    static const struct {
        const char *word;
        double value;
    } good[] = {{"1", 1},       {"-.5", -0.5},       {"1.5D-1", 0.15},       {"1d2", 100},
                {"+2.E+1", 20}, {"1.2*^-5", 1.2e-5}, {"-3.00*^-0003", -3e-3}};
    static const char *const bad[] = {"",   "x",   "nan", "inf",   "0x1",     "1.2*-5", "1*^",
                                      "1e", "1^2", "1 ",  "1e999", "1.0-2.0", "*^5",    "1ee5"};
    for (size_t k = 0; k < sizeof good / sizeof *good; ++k) {
        double value = 7;
        check_true(number_read(good[k].word, &value) == 0, good[k].word);
        check_near(value, good[k].value, 1e-17, good[k].word);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        double value = 7;
        check_true(number_read(bad[k], &value) != 0 && value == 7, bad[k]);
    }
    int64_t whole = 7;
    check_true(number_read_whole("-2147483648", INT32_MIN, 0, &whole) == 0 && whole == INT32_MIN,
               "the least");
    whole = 7;
    check_true(number_read_whole("-2147483649", INT32_MIN, 0, &whole) != 0 &&
                   number_read_whole("", 0, 9, &whole) != 0 &&
                   number_read_whole("1.5", 0, 9, &whole) != 0 &&
                   number_read_whole(" 1", 0, 9, &whole) != 0 &&
                   number_read_whole("99999999999999999999", 0, INT64_MAX, &whole) != 0 &&
                   whole == 7,
               "no whole numbers");
}

/* Read a command line; '' is an empty word. */
static int read_line(const char *line, options_t *options, failure_t *failure)
{
    static char words[128];
    char *argv[16] = {"scf"};
    int argc = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
    return options_read(argc, argv, options, failure);
}

static void options_refused(const char *line, const char *words)
{
    options_t options;
    failure_t failure = {""};
    check_refused(read_line(line, &options, &failure), failure.text, words);
}

static void command_line(void)
{
    options_t options;
    failure_t failure;
    check_true(read_line("", &options, &failure) == 0, "no options");
    check_true(!options.molecule && strcmp(options.basis, "6-31g*") == 0 && !options.json &&
                   options.charge == 0 && options.form == BASIS_UNSAID && !options.progress &&
                   !options.help && options.iterations == 50 &&
                   options.tasks == GA_TASKS_LARGE_FIRST && options.patch_cache,
               "the defaults");
    check_true(options.threshold == 1e-7 && options.tol2e == 1e-11 && options.bohr == 1.889725989,
               "the default numbers");
    check_true(read_line("a.xyz --charge -1 --basis b --tight", &options, &failure) == 0,
               "a good command line");
    check_true(options.charge == -1 && strcmp(options.molecule, "a.xyz") == 0 &&
                   strcmp(options.basis, "b") == 0,
               "its values");
    check_true(options.tol2e == 1e-14 && options.threshold == 1e-9, "--tight");
    check_true(
        read_line("--cartesian --json j --threshold 1e-3 --tol2e 1d-5 --maxiter 1000 --bohr 2 -",
                  &options, &failure) == 0,
        "another");
    check_true(options.form == BASIS_CARTESIAN && strcmp(options.json, "j") == 0 &&
                   options.threshold == 1e-3 && options.tol2e == 1e-5 &&
                   options.iterations == 1000 && options.bohr == 2 &&
                   strcmp(options.molecule, "-") == 0,
               "its values");
    check_true(read_line("-h", &options, &failure) == 0 && options.help, "-h");
    check_true(
        read_line("--progress --progress --spherical --help --nonsense", &options, &failure) == 0,
        "flags");
    check_true(options.progress && options.help && options.form == BASIS_SPHERICAL, "are set");
    options_refused("--nonsense", "unknown option --nonsense");
    options_refused("--basis", "--basis needs a value: NAME or FILE");
    options_refused("--json ''", "--json needs a value: FILE");
    options_refused("--basis --charge 1", "--basis needs a value");
    options_refused("--stability", "--stability needs a value: ignore, check or follow");
    options_refused("--stability foll", "--stability is ignore, check or follow, not 'foll'");
    check_true(read_line("--tasks as-given --patch-cache off", &options, &failure) == 0 &&
                   options.tasks == GA_TASKS_AS_GIVEN && !options.patch_cache,
               "tasks as given, and no cache");
    check_true(read_line("--patch-cache on --tasks stratified", &options, &failure) == 0 &&
                   options.tasks == GA_TASKS_STRATIFIED && options.patch_cache,
               "tasks in strata, and a cache");
    check_true(read_line("--tasks large-first", &options, &failure) == 0 &&
                   options.tasks == GA_TASKS_LARGE_FIRST && options.patch_cache,
               "large tasks first");
    options_refused("--tasks", "--tasks needs a value: as-given, large-first or stratified");
    options_refused("--tasks small-first",
                    "--tasks is as-given, large-first or stratified, not 'small-first'");
    options_refused("--patch-cache", "--patch-cache needs a value: on or off");
    options_refused("--patch-cache 1", "--patch-cache is on or off, not '1'");
    options_refused("--cartesian --spherical",
                    "--cartesian and --spherical contradict each other: give one");
    options_refused("--spherical --cartesian", "contradict");
    options_refused("--tol2e 1e-9 --tight", "--tight and --tol2e contradict each other: give one");
    options_refused("--basis a --basis b", "--basis is given twice");
    options_refused("a b", "more than one FILE.xyz: a and b");
    options_refused("--charge x", "--charge: 'x' is not a whole number from -1000000 to 1000000");
    options_refused("--charge 1000001", "--charge: '1000001'");
    options_refused("--charge -1000001", "--charge: '-1000001'");
    options_refused("--tol2e -1", "--tol2e: '-1' is not a number from 1e-20 to 0.0001");
    options_refused("--threshold 0", "--threshold: '0' is not a number from 1e-12 to 0.01");
    options_refused("--bohr x", "--bohr: 'x' is not a number from 0.1 to 10");
    static const char *const ranges[][3] = {
        {"--tol2e", "1e-20", "0.99e-20"},     {"--tol2e", "1e-4", "1.01e-4"},
        {"--threshold", "1e-12", "0.99e-12"}, {"--threshold", "1e-2", "1.01e-2"},
        {"--bohr", "0.1", "0.099"},           {"--bohr", "10", "10.01"}};
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; ++k) {
        char line[64];
        snprintf(line, sizeof line, "%s %s", ranges[k][0], ranges[k][1]);
        check_true(read_line(line, &options, &failure) == 0, "the end of a range");
        snprintf(line, sizeof line, "%s %s", ranges[k][0], ranges[k][2]);
        options_refused(line, ranges[k][2]);
    }
    check_true(read_line("--mp2 --freeze-core --passes 3 --waters 16", &options, &failure) == 0 &&
                   options.mp2 && options.freeze_core && options.passes == 3 &&
                   options.waters == 16,
               "MP2 of waters");
    options_refused("--freeze-core", "--freeze-core is for MP2: add --mp2");
    options_refused("--passes 2", "--passes is for MP2: add --mp2");
    options_refused("a.xyz --waters 2", "a.xyz and --waters contradict each other");
    options_refused("--waters 0", "--waters: '0' is not a whole number from 1 to 10000");
    options_refused("--maxiter 0", "--maxiter: '0' is not a whole number from 1 to 1000");
    options_refused("--maxiter 1001", "--maxiter: '1001'");
}

int main(void)
{
    numbers();
    command_line();
    return check_result();
}
