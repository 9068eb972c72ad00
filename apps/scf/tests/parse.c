/* Molecules and basis sets: what is read, and the messages for what cannot be. */
#include <unistd.h>

#include "molecule/basis.h"
#include "molecule/molecule.h"
#include "molecule/options.h"
#include "molecule/text.h"
#include "number.h"
#include "check.h"

static char path[64];

/* Symbols in the order of the periodic table, in any case. */
static void elements(void)
{
    static const char table[] =
        "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As "
        "Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu "
        "Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np "
        "Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og";
    char words[sizeof table];
    int z = 0;
    memcpy(words, table, sizeof table);
    for (char *symbol = strtok(words, " "); symbol; symbol = strtok(NULL, " ")) {
        char other[3] = {(char)(symbol[0] | 0x20), (char)(symbol[1] & ~0x20), 0};
        check_true(strcmp(element_symbol(++z), symbol) == 0, symbol);
        check_true(element_number(symbol) == z && element_number(other) == z, symbol);
    }
    check_true(z == 118 && MOLECULE_Z_MAX == 118, "hydrogen to oganesson");
    check_true(element_number("Uun") == 110 && element_number("uuo") == 118, "temporary symbols");
    check_true(element_number("D") == 0 && element_number("") == 0 && element_number("Hx") == 0 &&
                   element_number("Uux") == 0 && element_number("Uu") == 0,
               "unknown symbols");
    check_true(strcmp(element_symbol(0), "?") == 0 && strcmp(element_symbol(119), "?") == 0 &&
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

/* XYZ files as other programs write them: the same two atoms. */
static void molecules_of_others(void)
{
    static const struct {
        const char *what, *contents;
        int more_frames;
    } files[] = {
        {"columns behind the coordinates", "2\n\nO 1 2 3 -0.4 0.1 x\nH 4 5 6 .2\n", 0},
        {"QM9",
         "2\ngdb 1\t157.7\t\nO\t1.0\t 2.0\t3.*^0\t-0.5\nH\t 4\t0.05*^2\t 6\t.1\n"
         "1341.307\t1341.3284\t4000.1\nO\tO\t\nInChI=1S/H2O/h1H2\tInChI=1S/H2O/h1H2\n",
         0},
        {"Fortran", "2\n\nO 1d0 0.2D+1 3\nH 4 5 6D0\n", 0},
        {"labels", "2\n\nO1 1 2 3\nH_2a 4 5 6\n", 0},
        {"atomic numbers", "2\n\n8 1 2 3\n1 4 5 6\n", 0},
        {"deuterium", "2\n\nO 1 2 3\nD 4 5 6\n", 0},
        {"tritium", "2\n\no 1 2 3\nt1 4 5 6\n", 0},
        {"blank lines", "\n \n2\n\nO 1 2 3\n\t\nH 4 5 6\n\n\n", 0},
        {"line ends of Windows", "2\r\n\r\nO 1 2 3\r\nH 4 5 6\r\n", 0},
        {"text", "2\n\nO 1 2 3\nH 4 5 6\n\nsome text 1 2 3\nH 0 0 1\n", 0},
        {"an element in the text", "2\n\nO 1 2 3\nH 4 5 6\nI am done\n", 0},
        {"bonds", "2\n\nO 1 2 3\nH 4 5 6\n\n1 2 1.0 0\n", 0},
        {"two frames", "2\n\nO 1 2 3\nH 4 5 6\n2\n\nO 1 2 3\nH 4 5 7\n", 1},
        {"three frames", "2\n\nO 1 2 3\nH 4 5 6\n\n3\nx\n\nH 4 5 7\n1\n\nHe 0 0 0\n", 1},
        {"a number at the end", "2\n\nO 1 2 3\nH 4 5 6\n2\nnot a frame\n", 0},
        {"extended XYZ",
         "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:forces:R:3 pbc=\"F F "
         "F\"\n"
         "O 1 2 3 0 0 0\nH 4 5 6 0 0 0\n",
         0},
        {"its columns in another order",
         "2\nenergy=1 Properties=id:I:1:pos:R:3:Z:I:1:species:S:1\n1 1 2 3 7 O\n2 4 5 6 7 H\n", 0}};
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
        molecule_t molecule;
        failure_t failure = {""};
        write_file(path, files[k].contents);
        if (molecule_read(path, 2.0, &molecule, &failure) != 0) {
            printf("%s: ", files[k].what);
            check_true(0, failure.text);
            continue;
        }
        const atom_t *atom = molecule.atom;
        check_true(molecule.natom == 2 && atom[0].z == 8 && atom[1].z == 1 &&
                       molecule.more_frames == files[k].more_frames,
                   files[k].what);
        for (int d = 0; d < 6; ++d)
            check_near(atom[d / 3].r[d % 3], 2.0 * (d + 1), 1e-14, files[k].what);
        molecule_free(&molecule);
    }
}

/* Files of those kinds that are refused. */
static void molecules_of_others_bad(void)
{
    static const char *const dummies[] = {"X", "Xx",  "XX", "x1", "Bq",   "bqO",
                                          "Q", "Q_1", "Du", "Gh", "Bq-O", "0"};
    for (size_t k = 0; k < sizeof dummies / sizeof *dummies; ++k) {
        char text[64], words[64];
        snprintf(text, sizeof text, "2\n\nH 0 0 0\n%s 0 0 1\n", dummies[k]);
        snprintf(words, sizeof words, ":4: atom 2: '%s' is a dummy", dummies[k]);
        molecule_refused(text, words);
    }
    molecule_refused("1\n\nC -35.937-100.99 1.2\n",
                     ":3: atom 1 (C): '-35.937-100.99' is not a coordinate; put blanks between");
    molecule_refused("1\n\nC -35.937-100.99 1.2 0.3 0.4\n", "put blanks between numbers");
    molecule_refused("1\n\nC 1.2 3.4 -35.937-100.99\n", "put blanks between numbers");
    molecule_refused("1\n\nC 1.2 3.437100.99 0.1\n", "'3.437100.99' is not a coordinate");
    molecule_refused("1\n\nC-0.5 1 2 3\n", ":3: atom 1: unknown element 'C-0.5'");
    molecule_refused("1\n\nXq1 1 2 3\n", ":3: atom 1: unknown element 'Xq1'");
    molecule_refused("1\n\n119 1 2 3\n", ":3: atom 1: unknown element '119'");
    molecule_refused("1\n\n8.0 1 2 3\n", ":3: atom 1: unknown element '8.0'");
    molecule_refused("1\n\nH 0 0 0\nH 0 0 1\n",
                     ":4: an atom after the last of 1: correct the number of atoms");
    molecule_refused("1\n\nH 0 0 0\n\nO3 0 0 1 0.5\n", ":5: an atom after the last of 1");
    molecule_refused("1\n\n1 0 0 0\n8 0 0 1\n", ":4: an atom after the last of 1");
    molecule_refused("3\n\nH 0 0 0\nH 0 0 1\n\n", ":5: the file ends after 2 of 3 atoms");
    molecule_refused("1\nProperties=species:S:1:q:R:1\nH 0 0 0 0\n",
                     ":2: Properties lack `species` or `pos`");
    molecule_refused("1\nProperties=species:S\nH 0 0 0\n", ":2: Properties are not names, types");
    molecule_refused("1\nProperties=pos:R:3:species:S:1\n1 2 3\n",
                     ":3: atom 1: expected `element x y z`, found 3 words");
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
    molecule_refused("2\n\nH 0 0 0\nH 0 0\n",
                     ":4: atom 2: expected `element x y z`, found 3 words");
    molecule_refused("3\n\nH 0 0 0\n2\n\nH 0 0 0\n",
                     ":4: atom 2: expected `element x y z`, found 1 word");
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
    char text[65536];
    snprintf(text, sizeof text, "1\n%30000s\nH 0 0 0%*s\n", "", TEXT_LINE_MAX - 2 - 7, "");
    check_true(read_text(text) == 0, "a long comment, and the longest line");
    snprintf(text, sizeof text, "1\n\nH 0 0 0%*s\n", TEXT_LINE_MAX - 1 - 7, "");
    molecule_refused(text, ":3: the line is longer than 16382 characters");
    check_true(read_text("1\n\nH 0 0 0") == 0, "a last line that does not end");
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
}

static molecule_t water(void)
{
    static atom_t atom[3] = {{8, {0, 0, 0.2}}, {1, {0, 1.4, -0.9}}, {1, {0, -1.4, -0.9}}};
    return (molecule_t){.natom = 3, .atom = atom};
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
    molecule_t molecule = {.natom = 1, .atom = &atom};
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
    basis_refused("basis\nH R\n1 1\nend\n", ":2: H: unknown shell type 'R'");
    basis_refused("basis\nO S\n1 1\nO K\n1 1\nend\n",
                  ":4: O: k shells are not supported; the highest are h");
    basis_refused("basis\nH S\n1 one\nend\n", ":3: 'one' is not a number");
    basis_refused("basis\nH S\n-1 1\nend\n", ":3: H S: the exponent -1 is not positive");
    basis_refused("basis\nH S\n1\nend\n", ":3: expected an exponent and coefficients");
    basis_refused("basis\nH S\n2 1\n1 1 1\nend\n", ":4: expected 1 coefficients, found 2");
    basis_refused("basis\nH SP\n2 1\nend\n", "an SP shell needs two columns");
    basis_refused("basis\nH S\nend\n", ":2: H S: a shell without primitives");
    basis_refused("basis spherical\nH D\n1 1\nend\nbasis cartesian\nO D\n1 1\nend\n",
                  ":6: some shells are cartesian and others spherical: those of H and O");
    basis_refused("basis spherical\nO D\n1 1\nend\nbasis\nO F\n1 1\nend\n",
                  ":6: O: some shells are cartesian and others spherical");
    basis_refused("ecp\n", ":1: the file ends before END");
    basis_refused("basis\nO S\n1 1\nH S\n1 1\nend\necp\nC nelec 2\nO nelec 2\nO ul\n2 1 1\nend\n",
                  ":9: O has an effective core potential, which is not supported");
    basis_refused("basis\nH S\n0 1\nend\n", ":3: H S: the exponent 0 is not positive");
    basis_refused("basis\nH S\n1 1\nO SP\n1.01e12 1 1\nend\n",
                  ":5: O SP: the exponent 1.01e12 is not in 1e-08..1e+12");
    basis_refused("basis\nH P\n0.99e-8 1\nend\n", ":3: H P: the exponent 0.99e-8 is not in");
    basis_refused("basis\nH S\n1 1 -1.01e8\nend\n",
                  ":3: H S: the coefficient -1.01e8 is not in -1e+08..1e+08");
    basis_refused("basis\nH S\n1 1 1\n1 2 -1\nend\n",
                  ":2: H S: the primitives of column 2 cancel each other");
    write_file(path, "basis\nH S\n1e12 1e8\nH H\n1e-8 -1e8\nH S\n1 1\n1.1 -1\nO S\n1 1\nend\n");
    check_true(library_read_file(path, &molecule, &library, &failure) == 0, "ends of the ranges");
    library_free(&library);
    basis_refused("basis\nH L\n1 1 1 1\nend\n", "an SP shell needs two columns");
    basis_refused("basis\nH S\n1 1\nO S\nH P\n1 1\nend\n", ":4: O S: a shell without primitives");
    basis_refused("basis\nO S\n1 1\nH S\n1 0\nend\n",
                  ":4: H S: the coefficients of column 1 are all zero");
    basis_refused("basis\nO S\n1 1\n\nH SP\n2 1 0\n1 1 0.0d0\nend\n",
                  ":5: H SP: the coefficients of column 2 are all zero");
    basis_refused("basis\nO S\n1 nan\nend\n", ":3: 'nan' is not a number");
    basis_refused("basis\nO S\n1 -inf\nend\n", ":3: '-inf' is not a number");
    basis_refused("basis\nO S\nnan 1\nend\n", ":3: unknown element 'nan'");
    basis_refused("basis\nH S\n1 1\nbasis\nO S\n1 1\nend\n", ":4: the BASIS before has no END");
    basis_refused("basis spherical \"x\" cartesian\nH S\n1 1\nend\n",
                  ":1: cartesian and spherical");
    char text[1024] = "basis\nH S\n1";
    for (int k = 0; k < TEXT_WORDS_MAX - 1; ++k)
        strcat(text, " 1");
    size_t end = strlen(text);
    snprintf(text + end, sizeof text - end, "\nend\n");
    basis_refused(text, "no basis functions for O");
    snprintf(text + end, sizeof text - end, " 1\nend\n");
    basis_refused(text, ":3: more than 64 words");
}

/* Read a file for water; the functions, or -1. */
static int functions_of(const char *file, const char *contents, failure_t *failure)
{
    molecule_t molecule = water();
    library_t library;
    basis_t basis;
    write_file(file, contents);
    if (library_read_file(file, &molecule, &library, failure) != 0)
        return -1;
    check_true(basis_build(&library, &molecule, BASIS_UNSAID, &basis, failure) == 0, "built");
    int size = basis.size;
    basis_free(&basis);
    library_free(&library);
    return size;
}

/* The reader skips whatever the molecule does not need; 3 functions of s remain. */
static void bases_of_others(void)
{
    static const char *const files[] = {
        "Og S\n1 1\nUun P\n1 1\nxe d\n1 1\n",                 /* elements beyond krypton */
        "C I\n1 1\nC K\n1 1\nC M\n1 1\nC L\n1 1\nC ?\n1 1\n", /* shells */
        "C S\n-1 1\n0 one\n1\n1 1 1\nC S\nC S\n1 0\n",        /* rows */
        "end\nbasis spherical\nC D\n1 1\nend\nbasis cartesian\nN D\n1 1\n",
        "end\necp \"x\"\nC nelec 2\nC ul\n2 1 1\nend\nbasis\n"};
    for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
        char text[1024];
        failure_t failure = {""};
        snprintf(text, sizeof text, "basis\nO S\n1 1\n%sH S\n1 1\nend\n", files[k]);
        check_true(functions_of(path, text, &failure) == 3, failure.text);
    }
}

/* A file may hold several sets: that of its name is read, or that for the orbitals. */
static void several_sets(void)
{
    static const char one[] = "basis \"O_A-1*\" spherical\nO S\n1 1\nend\n"
                              "basis \"H_A-1*\" spherical\nH S\n1 1\nend\n";
    static const char other[] = "basis \"O_A 2(P)\" cartesian\nO S\n1 1\nO D\n1 1\nend\n"
                                "basis \"H_A 2(P)\" cartesian\nH P\n1 1\nend\n";
    static const char orbitals[] = "basis \"ao basis\"\nO S\n1 1\nH S\n1 1\nend\n";
    static const char fit[] = "basis \"cd basis\" spherical\nO D\n1 1\nH P\n1 1\nend\n";
    char text[1024], name[80];
    failure_t failure = {""};
    for (int order = 0; order < 2; ++order) {
        snprintf(text, sizeof text, "%s%s", order ? other : one, order ? one : other);
        snprintf(name, sizeof name, "a-1s");
        check_true(functions_of(name, text, &failure) == 3, "the set of the file's name");
        unlink(name);
        snprintf(name, sizeof name, "A_2(p).nw");
        check_true(functions_of(name, text, &failure) == 1 + 6 + 2 * 3, "in any case");
        unlink(name);
        check_refused(functions_of(path, text, &failure), failure.text,
                      order
                          ? ":12: O has shells in the set 'a-1s' and before, line 2, in 'a_2(p)'"
                          : ":10: O has shells in the set 'a_2(p)' and before, line 2, in 'a-1s'");
        snprintf(text, sizeof text, "%s%s", order ? fit : orbitals, order ? orbitals : fit);
        check_true(functions_of(path, text, &failure) == 3, "the set for the orbitals");
    }
}

/* Core potentials in a file beside. */
static void potentials_beside(void)
{
    static const char text[] = "basis\nO S\n1 1\nH S\n1 1\nend\nASSOCIATED_ECP \"%s\"\n";
    char contents[256], name[80], words[160];
    failure_t failure = {""};
    snprintf(name, sizeof name, "%s-ecp", path);
    snprintf(contents, sizeof contents, text, path);
    check_true(functions_of(path, contents, &failure) == 3, "in the file itself");
    snprintf(contents, sizeof contents, text, name);
    write_file(name, "# x\necp \"I_x\"\nI nelec 28\nI ul\n2 1 1\nend\n");
    check_true(functions_of(path, contents, &failure) == 3, "of other elements");
    write_file(name, "ecp \"I_x\"\nI nelec 28\nend\necp \"O_x\"\nO nelec 2\nend\necp\nend\n");
    snprintf(words, sizeof words, "%s:5: O has an effective core potential", name);
    check_refused(functions_of(path, contents, &failure), failure.text, words);
    unlink(name);
    check_refused(functions_of(path, contents, &failure), failure.text, ":7: the set needs core");
    check_refused(functions_of(path, "associated_ecp\n", &failure), failure.text,
                  ":1: expected ASSOCIATED_ECP and a name");
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
            molecule_t molecule = {.natom = 1, .atom = &atom};
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
    molecules_of_others();
    molecules_of_others_bad();
    distances();
    limits();
    basis_good();
    shell_types();
    bases_bad();
    bases_of_others();
    several_sets();
    potentials_beside();
    shipped();
    numbers();
    command_line();
    unlink(path);
    return check_result();
}
