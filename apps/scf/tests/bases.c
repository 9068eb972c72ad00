/* Basis sets are read, and what cannot be is refused with a message. */
#include <unistd.h>

#include "molecule/basis.h"
#include "molecule/text.h"
#include "check.h"

static char path[64];

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
                               basis.size == size[i][(z > 2) + (z > 4)],
                           names[i]);
                basis_free(&basis);
                library_free(&library);
            }
        }
}

int main(void)
{
    snprintf(path, sizeof path, "scf-bases-%ld.tmp", (long)getpid());
    basis_good();
    shell_types();
    bases_bad();
    bases_of_others();
    several_sets();
    potentials_beside();
    shipped();
    unlink(path);
    return check_result();
}
