/* Molecules and basis sets: what is read, and the sentence that refuses what cannot be. */
#include <unistd.h>

#include "../basis.h"
#include "../molecule.h"
#include "../options.h"
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
    molecule_refused("", "empty");
    molecule_refused("two\n\nH 0 0 0\nH 0 0 1\n", ":1: expected the number of atoms");
    molecule_refused("0\n\n", ":1: expected the number of atoms");
    molecule_refused("-3\n\n", ":1: expected the number of atoms");
    molecule_refused("2 3\n\n", ":1: expected the number of atoms");
    molecule_refused("99999999999\n\n", ":1: expected the number of atoms");
    molecule_refused("2\n\nH 0 0 0\n", "ends after 1 of 2 atoms");
    molecule_refused("1\n\nH 0 0 0\nH 0 0 1\n", ":4: text after the last of 1 atoms");
    molecule_refused("2\n\nH 0 0 0\nH 0 0\n", ":4: expected `element x y z`, found 3 words");
    molecule_refused("2\n\nH 0 0 0\nH 0 0 1 2\n", ":4: expected `element x y z`, found 5 words");
    molecule_refused("1\n\nXx 0 0 0\n", ":3: unknown element 'Xx'");
    molecule_refused("1\n\nH 0 zero 0\n", ":3: 'zero' is not a coordinate");
    molecule_refused("1\n\nH 0 nan 0\n", ":3: 'nan' is not a coordinate");
    molecule_refused("1\n\nH 0 1e999 0\n", ":3: '1e999' is not a coordinate");
    molecule_refused("1\n\nH 0 1.0x 0\n", ":3: '1.0x' is not a coordinate");
    molecule_refused("3\n\nH 0 0 0\nO 0 0 1\nH 0 0.05 1\n",
                     "atoms 2 and 3 are on top of each other (0.0500 Angstrom)");
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
    check_near(library.exponent[0], 10, 0, "an exponent with D");
    check_true(basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure) == 0, "built");
    check_true(basis.nshell == 7 && basis.size == 3 + 3 + 5 + 2, "spherical by the file");
    check_true(basis.nblock == 5 && basis.block[0].nshell == 3, "shells of one l make a block");
    basis_free(&basis);
    check_true(basis_build(&library, &molecule, BASIS_CARTESIAN, &basis, &failure) == 0, "built");
    check_true(basis.size == 3 + 3 + 6 + 2, "cartesian by request");
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
    basis_refused("basis\nH S\n-1 1\nend\n", ":3: the exponent -1 is not positive");
    basis_refused("basis\nH S\n1\nend\n", ":3: expected an exponent and coefficients");
    basis_refused("basis\nH S\n2 1\n1 1 1\nend\n", ":4: expected 1 coefficients, found 2");
    basis_refused("basis\nH SP\n2 1\nend\n", "an SP shell needs two columns");
    basis_refused("basis\nH S\nend\n", ":3: a shell without primitives");
    basis_refused("basis spherical\nH S\n1 1\nend\nbasis cartesian\nO S\n1 1\nend\n",
                  ":5: some shells are cartesian and others spherical");
    basis_refused("ecp\n", "effective core potentials are not supported");
}

static void shipped(void)
{
    static const char *const names[] = {"sto-3g", "STO-3G", "6-31g*", "6-31G(d)", "cc-pVDZ"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int z = 1; z <= 10; z++) {
            atom_t atom = {.z = z};
            molecule_t molecule = {1, &atom};
            library_t library;
            failure_t failure = {""};
            if (library_read(names[i], &molecule, &library, &failure) != 0)
                check_true(0, failure.text);
            else
                library_free(&library);
        }
}

static void options_refused(int argc, const char **argv, const char *words)
{
    options_t options;
    failure_t failure = {""};
    check_refused(options_read(argc, (char **)argv, &options, &failure), failure.text, words);
}

static void command_line(void)
{
    const char *good[] = {"scf", "a.xyz", "--charge", "-1", "--basis", "b", "--tight"};
    options_t options;
    failure_t failure;
    check_true(options_read(7, (char **)good, &options, &failure) == 0, "a good command line");
    check_true(options.charge == -1 && strcmp(options.molecule, "a.xyz") == 0, "its values");
    check_near(options.tol2e, 1e-14, 0, "--tight");
    options_refused(2, (const char *[]){"scf", "--nonsense"}, "unknown option --nonsense");
    options_refused(2, (const char *[]){"scf", "--basis"}, "--basis needs a value");
    options_refused(3, (const char *[]){"scf", "a", "b"}, "more than one molecule");
    options_refused(3, (const char *[]){"scf", "--charge", "x"}, "the charge 'x'");
    options_refused(3, (const char *[]){"scf", "--tol2e", "-1"}, "'-1' is not a positive number");
    options_refused(3, (const char *[]){"scf", "--maxiter", "0"}, "iterations '0'");
}

int main(void)
{
    snprintf(path, sizeof path, "scf-parse-%ld.tmp", (long)getpid());
    elements();
    molecule_good();
    molecules_bad();
    basis_good();
    bases_bad();
    shipped();
    command_line();
    unlink(path);
    return check_result();
}
