/* Molecules: what is read, and the messages for what cannot be. */
#include <unistd.h>

#include "molecule/molecule.h"
#include "molecule/text.h"
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

/* Each water has the same bonds and angle, and its neighbours at the same distance. */
static void waters(void)
{
    molecule_t chain;
    failure_t failure;
    check_true(molecule_waters(5, 2, &chain, &failure) == 0 && chain.natom == 15, "five waters");
    check_true(molecule_charge(&chain) == 50, "their electrons");
    for (int k = 0; k < 5; ++k) {
        const atom_t *o = &chain.atom[3 * k], *h = o + 1;
        double along[2], length[2], angle = 0;
        check_true(o->z == 8 && h[0].z == 1 && h[1].z == 1, "H2O");
        check_near(o->r[2], 2 * 2.85 * k, 1e-12, "neighbours");
        for (int i = 0; i < 2; ++i) {
            along[i] = h[i].r[2] - o->r[2];
            length[i] = hypot(h[i].r[0] - o->r[0], along[i]);
            check_near(length[i], 2 * 0.9572, 1e-12, "a bond");
        }
        angle = acos(along[1] / length[1]) * 180 / acos(-1);
        check_near(along[0], length[0], 1e-12, "one hydrogen points along the chain");
        check_near(angle, 104.52, 1e-9, "the angle");
        check_true((h[1].r[0] > 0) == (k % 2 == 0), "sides by turns");
    }
    molecule_free(&chain);
}

int main(void)
{
    snprintf(path, sizeof path, "scf-molecules-%ld.tmp", (long)getpid());
    elements();
    waters();
    molecule_good();
    molecules_bad();
    molecules_of_others();
    molecules_of_others_bad();
    distances();
    limits();
    unlink(path);
    return check_result();
}
