/* Molecules and basis sets: what is read, and the messages for what cannot be. */
#include <unistd.h>

#include "../basis.h"
#include "../molecule.h"
#include "../options.h"
#include "../text.h"
#include "number.h"
#include "check.h"

static char path[64];

/* Symbols in the order of the periodic table, in any case. */
static void elements(void)
{
    static const char table[] = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar "
                                "K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr";
    char words[sizeof table];
    int z = 0;
    memcpy(words, table, sizeof table);
    for (char *symbol = strtok(words, " "); symbol; symbol = strtok(NULL, " ")) {
        char other[3] = {(char)(symbol[0] | 0x20), (char)(symbol[1] & ~0x20), 0};
        check_true(strcmp(element_symbol(++z), symbol) == 0, symbol);
        check_true(element_number(symbol) == z && element_number(other) == z, symbol);
    }
    check_true(z == 36 && MOLECULE_Z_MAX == 36, "hydrogen to krypton");
    check_true(element_number("Rb") == 0 && element_number("") == 0 && element_number("Hx") == 0,
               "unknown symbols");
    check_true(strcmp(element_symbol(0), "?") == 0 && strcmp(element_symbol(37), "?") == 0 &&
                   strcmp(element_symbol(-1), "?") == 0,
               "unknown numbers");
}

static void molecule_good(void)
{
    molecule_t molecule;
    failure_t failure;
    write_file(path, "3\nany  words, 1 2 3\nO 0 0 1.5D-1\nh  0\t.5 -1e0\nH 0 -.5 -1\n\n  \n");
    int status = molecule_read(path, 2.0, &molecule, &failure);
    check_true(status == 0, "a good molecule is read");
    if (status != 0)
        return;
    check_true(molecule.natom == 3 && molecule.atom[0].z == 8 && molecule.atom[1].z == 1,
               "number and kinds of atoms");
    check_near(molecule.atom[0].r[2], 0.3, 1e-15, "a coordinate with exponent D, in bohr");
    check_near(molecule.atom[1].r[2], -2, 1e-15, "a coordinate in bohr");
    check_true(molecule_charge(&molecule) == 10, "nuclear charge");
    double oh = sqrt(1 + 2.3 * 2.3);
    check_near(molecule_repulsion(&molecule), 16 / oh + 1 / 2.0, 1e-14, "nuclear repulsion");
    molecule_free(&molecule);
}

static void molecule_refused(const char *contents, const char *words)
{
    molecule_t molecule;
    failure_t failure = {""};
    write_file(path, contents);
    check_refused(molecule_read(path, 1.889725989, &molecule, &failure), failure.text, words);
}

static void molecules_bad(void)
{
    failure_t failure = {""};
    molecule_t molecule;
    check_refused(molecule_read("no/such/file.xyz", 1, &molecule, &failure), failure.text,
                  "no/such/file.xyz: No such file");
    check_refused(molecule_read(".", 1, &molecule, &failure), failure.text, "is a directory");
    if (access("/proc/self/mem", R_OK) == 0) /* begins with addresses that cannot be read */
        check_refused(molecule_read("/proc/self/mem", 1, &molecule, &failure), failure.text,
                      "/proc/self/mem: cannot be read");
    molecule_refused("", "empty");
    molecule_refused("two\n\nH 0 0 0\nH 0 0 1\n", ":1: expected the number of atoms");
    molecule_refused("0\n\n", ":1: expected the number of atoms");
    molecule_refused("-3\n\n", ":1: expected the number of atoms");
    molecule_refused("2 3\n\n", ":1: expected the number of atoms");
    molecule_refused("99999999999\n\n", ":1: expected the number of atoms");
    molecule_refused("2\n\nH 0 0 0\n", "ends after 1 of 2 atoms");
    molecule_refused("1\n\nH 0 0 0\nH 0 0 1\n", ":4: text after the last of 1 atoms");
    molecule_refused("2\n\nH 0 0 0\nH 0 0\n",
                     ":4: atom 2: expected `element x y z`, found 3 words");
    molecule_refused("2\n\nH 0 0 0\nH 0 0 1 2\n",
                     ":4: atom 2: expected `element x y z`, found 5 words");
    molecule_refused("1\n\nXx 0 0 0\n", ":3: atom 1: unknown element 'Xx' (H to Kr");
    molecule_refused("1\n\nH 0 zero 0\n", ":3: atom 1 (H): 'zero' is not a coordinate");
    molecule_refused("1\n\nH 0 nan 0\n", ":3: atom 1 (H): 'nan' is not a coordinate");
    molecule_refused("1\n\nH 0 1e999 0\n", ":3: atom 1 (H): '1e999' is not a coordinate");
    molecule_refused("1\n\nH 0 1.0x 0\n", ":3: atom 1 (H): '1.0x' is not a coordinate");
    molecule_refused("2\n\nH 0 0 0\nHe 0 -1.001e7 0\n",
                     ":4: atom 2 (He): the coordinate -1.001e7 is not in -1e+07..1e+07 Angstrom");
    molecule_refused("3\n\nH 0 0 0\nO 0 0 1\nH 0 0.05 1\n",
                     "atoms 2 (O) and 3 (H) are on top of each other (0.0500 Angstrom)");
}

/* Atoms may be no nearer than a tenth of an Angstrom, whatever the unit. */
static void distances(void)
{
    molecule_t molecule;
    failure_t failure;
    molecule_refused("2\n\nH 0 0 0\nH 0.06 0.06 0.0529\n", "(0.1000 Angstrom)");
    write_file(path, "2\n\nH 0 0 0\nH 0.06 0.06 0.0530\n");
    if (molecule_read(path, 1.889725989, &molecule, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    check_near(molecule_repulsion(&molecule), 1 / (1.889725989 * sqrt(2 * 0.0036 + 0.053 * 0.053)),
               1e-12, "repulsion in three dimensions");
    molecule_free(&molecule);
}

static int read_text(const char *contents)
{
    molecule_t molecule;
    failure_t failure;
    write_file(path, contents);
    int status = molecule_read(path, 1, &molecule, &failure);
    if (status == 0)
        molecule_free(&molecule);
    return status;
}

/* The longest line, comment and number, and one more. */
static void limits(void)
{
    char text[8192];
    snprintf(text, sizeof text, "1\n%5000s\nH 0 0 0%*s\n", "", TEXT_LINE_MAX - 2 - 7, "");
    check_true(read_text(text) == 0, "a long comment, and the longest line");
    snprintf(text, sizeof text, "1\n\nH 0 0 0%*s\n", TEXT_LINE_MAX - 1 - 7, "");
    molecule_refused(text, ":3: the line is longer than 1022 characters");
    check_true(read_text("1\n\nH 0 0 0") == 0, "a last line that does not end");
    molecule_refused("1\n\nH 0 0 0\nx", ":4: text after the last");
    static const char zero[] = "1\n\nH 0 0 \0 0\n";
    failure_t failure = {""};
    molecule_t molecule;
    FILE *file = fopen(path, "w");
    check_true(file && fwrite(zero, 1, sizeof zero - 1, file) == sizeof zero - 1 &&
                   fclose(file) == 0,
               "written");
    check_refused(molecule_read(path, 1, &molecule, &failure), failure.text,
                  ":3: a byte 0: this is not a text file");
    snprintf(text, sizeof text, "1\n\nH 0 0 1.%061d\n", 0);
    check_true(read_text(text) == 0, "a number of 63 characters");
    snprintf(text, sizeof text, "1\n\nH 0 0 1.%062d\n", 0);
    molecule_refused(text, "is not a coordinate");
    molecule_refused("1\n\nH 0 0 0x1\n", "is not a coordinate");
    molecule_refused("1\n\nH 0 0 inf\n", "is not a coordinate");
    molecule_refused("100001\n\n", ":1: 100001 atoms: at most 100000 are supported");
    molecule_refused("100000\n\n", "ends after 0 of 100000 atoms");
    molecule_refused("2147483648\n\n", ":1: expected the number of atoms");
    molecule_refused("1\n\nH 0 0 0\n\n1 2\n", ":5: text after the last");
}

static molecule_t water(void)
{
    static atom_t atom[3] = {{8, {0, 0, 0.2}}, {1, {0, 1.4, -0.9}}, {1, {0, -1.4, -0.9}}};
    return (molecule_t){3, atom};
}

static void basis_good(void)
{
    molecule_t molecule = water();
    library_t library;
    basis_t basis;
    failure_t failure;
    write_file(path, "# comment\nBASIS \"ao\" spherical PRINT\n"
                     "o  s # general contraction\n 10.0D0 0.5 -0.1\n 2.0 0.5 0.0\n"
                     "O  sp\n 0.3 1.0 2.0\nO D\n 0.8 1.0\nC S\n 1 1\nEND\n"
                     "basis spherical\nH    S\n 1.0 1.0\nend\n");
    if (library_read_file(path, &molecule, &library, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    check_true(library.nentry == 6, "5 shells of oxygen, 1 of hydrogen, none of carbon");
    check_true(library.nprim == 2 + 1 + 1 + 1 + 1 + 1, "zero coefficients are dropped");
    static const entry_t entries[] = {{8, 0, 2, 0}, {8, 0, 1, 2}, {8, 0, 1, 3},
                                      {8, 1, 1, 4}, {8, 2, 1, 5}, {1, 0, 1, 6}};
    static const double exponents[] = {10, 2, 10, 0.3, 0.3, 0.8, 1};
    static const double coefficients[] = {0.5, 0.5, -0.1, 1, 2, 1, 1};
    for (int k = 0; k < 6 && k < library.nentry; ++k)
        check_true(memcmp(&library.entry[k], &entries[k], sizeof entries[k]) == 0, "an entry");
    for (int k = 0; k < 7 && k < library.nprim; ++k) {
        check_near(library.exponent[k], exponents[k], 0, "an exponent");
        check_near(library.coefficient[k], coefficients[k], 0, "a coefficient");
    }
    check_true(basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure) == 0, "built");
    check_true(basis.nshell == 7 && basis.size == 3 + 3 + 5 + 2, "spherical by the file");
    static const block_t blocks[] = {{0, 0, 0, 0, 3, 0, 3},
                                     {0, 1, 0, 3, 1, 3, 3},
                                     {0, 2, 1, 4, 1, 6, 5},
                                     {1, 0, 0, 5, 1, 11, 1},
                                     {2, 0, 0, 6, 1, 12, 1}};
    check_true(basis.nblock == 5, "shells of one l make a block");
    for (int k = 0, first = 0, shell = 0; k < 5 && k < basis.nblock; ++k) {
        check_true(memcmp(&basis.block[k], &blocks[k], sizeof blocks[k]) == 0, "a block");
        for (int n = 0; n < basis.block[k].nshell; ++n, ++shell) {
            const shell_t *s = &basis.shell[shell];
            check_true(s->atom == blocks[k].atom && s->l == blocks[k].l &&
                           s->pure == blocks[k].pure && s->first == first,
                       "a shell");
            first += s->size;
        }
    }
    check_true(basis.shell[1].nprim == 1 && basis.shell[1].coefficient[0] == -0.1 &&
                   basis.shell[6].exponent[0] == 1,
               "the primitives of shells");
    basis_free(&basis);
    check_true(basis_build(&library, &molecule, BASIS_CARTESIAN, &basis, &failure) == 0, "built");
    check_true(basis.size == 3 + 3 + 6 + 2, "cartesian by request");
    basis_free(&basis);
    library_free(&library);
}

/* Every shell type, in either case; L is SP; a name without a slash may be a file. */
static void shell_types(void)
{
    static const int l[] = {0, 1, 2, 3, 4, 5, 0, 1, 0, 1};
    atom_t atom = {.z = 1};
    molecule_t molecule = {1, &atom};
    library_t library;
    basis_t basis;
    failure_t failure;
    write_file(path, "basis cartesian\nH s\n1 1\nH P\n1 1\nh d\n1 1\nH F\n1 1\nH g\n1 1\n"
                     "H H\n1 1\nH l\n1 1 1\nH Sp\n1 1 1\nend\n");
    if (library_read(path, &molecule, &library, &failure) != 0) {
        check_true(0, failure.text);
        return;
    }
    check_true(library.nentry == 10 && library.form == BASIS_CARTESIAN, "10 shells");
    for (int k = 0; k < 10 && k < library.nentry; ++k)
        check_true(library.entry[k].l == l[k], "the angular momentum of a type");
    check_true(basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure) == 0 &&
                   basis.size == 3 + 3 * 3 + 6 + 10 + 15 + 21,
               "cartesian functions");
    basis_free(&basis);
    check_true(basis_build(&library, &molecule, BASIS_SPHERICAL, &basis, &failure) == 0 &&
                   basis.size == 3 + 3 * 3 + 5 + 7 + 9 + 11,
               "spherical functions");
    basis_free(&basis);
    library_free(&library);
}

static void basis_refused(const char *contents, const char *words)
{
    molecule_t molecule = water();
    library_t library;
    failure_t failure = {""};
    write_file(path, contents);
    check_refused(library_read_file(path, &molecule, &library, &failure), failure.text, words);
}

static void bases_bad(void)
{
    molecule_t molecule = water();
    library_t library;
    failure_t failure = {""};
    check_refused(library_read("6-31g**x", &molecule, &library, &failure), failure.text,
                  "unknown basis '6-31g**x'");
    check_refused(library_read("./none.nw", &molecule, &library, &failure), failure.text,
                  "./none.nw: No such file");
    basis_refused("", "there is no BASIS");
    basis_refused("H S\n1 1\n", ":1: expected BASIS, found 'H'");
    basis_refused("basis\nH S\n1 1\n", ":3: the file ends before END");
    basis_refused("basis\nH S\n1 1\nend\n", "no basis functions for O");
    basis_refused("basis\n1 1\nend\n", ":2: expected `element type`");
    basis_refused("basis\nH\n1 1\nend\n", ":2: expected `element type`");
    basis_refused("basis\nH S S\n1 1\nend\n", ":2: expected `element type`");
    basis_refused("basis\nQ S\n1 1\nend\n", ":2: unknown element 'Q'");
    basis_refused("basis\nH K\n1 1\nend\n", ":2: unknown shell type 'K'");
    basis_refused("basis\nH S\n1 one\nend\n", ":3: 'one' is not a number");
    basis_refused("basis\nH S\n-1 1\nend\n", ":3: H S: the exponent -1 is not positive");
    basis_refused("basis\nH S\n1\nend\n", ":3: expected an exponent and coefficients");
    basis_refused("basis\nH S\n2 1\n1 1 1\nend\n", ":4: expected 1 coefficients, found 2");
    basis_refused("basis\nH SP\n2 1\nend\n", "an SP shell needs two columns");
    basis_refused("basis\nH S\nend\n", ":3: a shell without primitives");
    basis_refused("basis spherical\nH S\n1 1\nend\nbasis cartesian\nO S\n1 1\nend\n",
                  ":5: some shells are cartesian and others spherical");
    basis_refused("ecp\n", "effective core potentials are not supported");
    basis_refused("basis\nH S\n0 1\nend\n", ":3: H S: the exponent 0 is not positive");
    basis_refused("basis\nH S\n1 1\nC SP\n1.01e12 1 1\nend\n",
                  ":5: C SP: the exponent 1.01e12 is not in 1e-08..1e+12");
    basis_refused("basis\nH P\n0.99e-8 1\nend\n", ":3: H P: the exponent 0.99e-8 is not in");
    basis_refused("basis\nH S\n1 1 -1.01e8\nend\n",
                  ":3: H S: the coefficient -1.01e8 is not in -1e+08..1e+08");
    basis_refused("basis\nH S\n1 1 1\n1 2 -1\nend\n",
                  ":5: H S: the primitives of the shell before this line, column 2, cancel");
    write_file(path, "basis\nH S\n1e12 1e8\nH H\n1e-8 -1e8\nH S\n1 1\n1.1 -1\nO S\n1 1\nend\n");
    check_true(library_read_file(path, &molecule, &library, &failure) == 0, "ends of the ranges");
    library_free(&library);
    basis_refused("basis\nH L\n1 1 1 1\nend\n", "an SP shell needs two columns");
    basis_refused("basis\nH S\n1 1\nO S\nH P\n1 1\nend\n", ":5: a shell without primitives");
    basis_refused("basis\nO S\n1 1\nH S\n1 0\nend\n", "no basis functions for H");
    char text[1024] = "basis\nH S\n1";
    for (int k = 0; k < TEXT_WORDS_MAX - 1; ++k)
        strcat(text, " 1");
    size_t end = strlen(text);
    snprintf(text + end, sizeof text - end, "\nend\n");
    basis_refused(text, "no basis functions for O");
    snprintf(text + end, sizeof text - end, " 1\nend\n");
    basis_refused(text, ":3: more than 64 words");
}

static void shipped(void)
{
    char file[4096];
    check_true(data_find("molecules/h2o.xyz", file, sizeof file) == 0, "a file is found");
    check_true(data_find("molecules/h2o.xyz", file, strlen(file)) != 0 &&
                   data_find("molecules/h2o.xyz", file, 2) != 0,
               "and no path that is cut");
    static const char *const names[] = {"sto-3g",   "STO-3G",   "6-31g*",
                                        "6-31G(d)", "6-31G(D)", "cc-pVDZ"};
    /* functions of H and He, Li and Be, B to Ne */
    static const int size[][3] = {{1, 5, 5},   {1, 5, 5},   {2, 15, 15},
                                  {2, 15, 15}, {2, 15, 15}, {5, 14, 14}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        for (int z = 1; z <= 10; ++z) {
            atom_t atom = {.z = z};
            molecule_t molecule = {1, &atom};
            library_t library;
            failure_t failure = {""};
            if (library_read(names[i], &molecule, &library, &failure) != 0)
                check_true(0, failure.text);
            else {
                basis_t basis;
                check_true(basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure) == 0 &&
                               basis.size == size[i][z <= 2   ? 0
                                                     : z <= 4 ? 1
                                                              : 2],
                           names[i]);
                basis_free(&basis);
                library_free(&library);
            }
        }
}

/* What is a number, wherever one is read. */
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

static void options_refused(int argc, const char **argv, const char *words)
{
    options_t options;
    failure_t failure = {""};
    check_refused(options_read(argc, (char **)argv, &options, &failure), failure.text, words);
}

static void command_line(void)
{
    const char *bare[] = {"scf"};
    const char *tight[] = {"scf", "a.xyz", "--charge", "-1", "--basis", "b", "--tight"};
    const char *full[] = {"scf",    "--cartesian", "--json", "j",         "--threshold",
                          "1e-3",   "--tol2e",     "1d-5",   "--maxiter", "1000",
                          "--bohr", "2",           "-"};
    const char *flags[] = {"scf",         "--progress", "--progress",
                           "--spherical", "--help",     "--nonsense"};
    const char *brief[] = {"scf", "-h"};
    options_t options;
    failure_t failure;
    check_true(options_read(1, (char **)bare, &options, &failure) == 0, "no options");
    check_true(!options.molecule && strcmp(options.basis, "6-31g*") == 0 && !options.json &&
                   options.charge == 0 && options.form == BASIS_UNSAID && !options.progress &&
                   !options.help && options.iterations == 50,
               "the defaults");
    check_true(options.threshold == 1e-7 && options.tol2e == 1e-11 && options.bohr == 1.889725989,
               "the default numbers");
    check_true(options_read(7, (char **)tight, &options, &failure) == 0, "a good command line");
    check_true(options.charge == -1 && strcmp(options.molecule, "a.xyz") == 0 &&
                   strcmp(options.basis, "b") == 0,
               "its values");
    check_true(options.tol2e == 1e-14 && options.threshold == 1e-9, "--tight");
    check_true(options_read(13, (char **)full, &options, &failure) == 0, "another");
    check_true(options.form == BASIS_CARTESIAN && strcmp(options.json, "j") == 0 &&
                   options.threshold == 1e-3 && options.tol2e == 1e-5 &&
                   options.iterations == 1000 && options.bohr == 2 &&
                   strcmp(options.molecule, "-") == 0,
               "its values");
    check_true(options_read(2, (char **)brief, &options, &failure) == 0 && options.help, "-h");
    check_true(options_read(6, (char **)flags, &options, &failure) == 0, "flags");
    check_true(options.progress && options.help && options.form == BASIS_SPHERICAL, "are set");
    options_refused(2, (const char *[]){"scf", "--nonsense"}, "unknown option --nonsense");
    options_refused(2, (const char *[]){"scf", "--basis"}, "--basis needs a value: NAME or FILE");
    options_refused(3, (const char *[]){"scf", "--json", ""}, "--json needs a value: FILE");
    options_refused(4, (const char *[]){"scf", "--basis", "--charge", "1"},
                    "--basis needs a value");
    options_refused(2, (const char *[]){"scf", "--stability"},
                    "--stability needs a value: ignore, check or follow");
    options_refused(3, (const char *[]){"scf", "--stability", "foll"},
                    "--stability is ignore, check or follow, not 'foll'");
    options_refused(3, (const char *[]){"scf", "--cartesian", "--spherical"},
                    "--cartesian and --spherical contradict each other: give one");
    options_refused(3, (const char *[]){"scf", "--spherical", "--cartesian"}, "contradict");
    options_refused(4, (const char *[]){"scf", "--tol2e", "1e-9", "--tight"},
                    "--tight and --tol2e contradict each other: give one");
    options_refused(5, (const char *[]){"scf", "--basis", "a", "--basis", "b"},
                    "--basis is given twice");
    options_refused(3, (const char *[]){"scf", "a", "b"}, "more than one FILE.xyz: a and b");
    options_refused(3, (const char *[]){"scf", "--charge", "x"},
                    "--charge: 'x' is not a whole number from -1000000 to 1000000");
    options_refused(3, (const char *[]){"scf", "--charge", "1000001"}, "--charge: '1000001'");
    options_refused(3, (const char *[]){"scf", "--charge", "-1000001"}, "--charge: '-1000001'");
    options_refused(3, (const char *[]){"scf", "--tol2e", "-1"},
                    "--tol2e: '-1' is not a number from 1e-20 to 0.0001");
    options_refused(3, (const char *[]){"scf", "--threshold", "0"},
                    "--threshold: '0' is not a number from 1e-12 to 0.01");
    options_refused(3, (const char *[]){"scf", "--bohr", "x"},
                    "--bohr: 'x' is not a number from 0.1 to 10");
    static const char *const ranges[][3] = {
        {"--tol2e", "1e-20", "0.99e-20"},     {"--tol2e", "1e-4", "1.01e-4"},
        {"--threshold", "1e-12", "0.99e-12"}, {"--threshold", "1e-2", "1.01e-2"},
        {"--bohr", "0.1", "0.099"},           {"--bohr", "10", "10.01"}};
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; ++k) {
        const char *good[] = {"scf", ranges[k][0], ranges[k][1]};
        check_true(options_read(3, (char **)good, &options, &failure) == 0, "the end of a range");
        options_refused(3, (const char *[]){"scf", ranges[k][0], ranges[k][2]}, ranges[k][2]);
    }
    options_refused(3, (const char *[]){"scf", "--maxiter", "0"},
                    "--maxiter: '0' is not a whole number from 1 to 1000");
    options_refused(3, (const char *[]){"scf", "--maxiter", "1001"}, "--maxiter: '1001'");
}

int main(void)
{
    snprintf(path, sizeof path, "scf-parse-%ld.tmp", (long)getpid());
    elements();
    molecule_good();
    molecules_bad();
    distances();
    limits();
    basis_good();
    shell_types();
    bases_bad();
    shipped();
    numbers();
    command_line();
    unlink(path);
    return check_result();
}
