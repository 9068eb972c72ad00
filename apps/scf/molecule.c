#include "molecule.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "number.h"
#include "text.h"

/* Nuclei closer than this (Angstrom) are a mistake in the file, not chemistry. */
#define TOO_CLOSE 0.1
#define ATOMS_MAX 100000
/* Farther out (Angstrom), distances between neighbours lose their digits. */
#define TOO_FAR 1e7

static const char *const symbols[MOLECULE_Z_MAX + 1] = {
    "",   "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg",
    "Al", "Si", "P",  "S",  "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn",
    "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr"};

int element_number(const char *symbol)
{
    for (int z = 1; z <= MOLECULE_Z_MAX; ++z)
        if (text_same(symbol, symbols[z]))
            return z;
    return 0;
}

const char *element_symbol(int z)
{
    return z >= 1 && z <= MOLECULE_Z_MAX ? symbols[z] : "?";
}

static double distance(const atom_t *a, const atom_t *b)
{
    double x = a->r[0] - b->r[0], y = a->r[1] - b->r[1], z = a->r[2] - b->r[2];
    return sqrt(x * x + y * y + z * z);
}

int molecule_charge(const molecule_t *molecule)
{
    int sum = 0;
    for (int i = 0; i < molecule->natom; ++i)
        sum += molecule->atom[i].z;
    return sum;
}

double molecule_repulsion(const molecule_t *molecule)
{
    double sum = 0;
    for (int i = 0; i < molecule->natom; ++i)
        for (int j = 0; j < i; ++j) {
            const atom_t *a = &molecule->atom[i], *b = &molecule->atom[j];
            sum += a->z * b->z / distance(a, b);
        }
    return sum;
}

static int read_count(text_t *text, int *natom, failure_t *failure)
{
    int64_t count;
    int got = text_next(text, 0, failure);
    if (got < 0)
        return got;
    if (got == 0)
        return failure_set(failure, "%s: the file is empty", text->path);
    if (text->words != 1 || number_read_whole(text->word[0], 1, INT_MAX, &count) != 0)
        return text_fail(text, failure, "expected the number of atoms");
    *natom = (int)count;
    if (*natom > ATOMS_MAX)
        return text_fail(text, failure, "%d atoms: at most %d are supported", *natom, ATOMS_MAX);
    return 0;
}

static int read_atom(text_t *text, int k, double bohr, atom_t *atom, failure_t *failure)
{
    if (text->words != 4)
        return text_fail(text, failure, "atom %d: expected `element x y z`, found %d words", k,
                         text->words);
    atom->z = element_number(text->word[0]);
    if (atom->z == 0)
        return text_fail(text, failure, "atom %d: unknown element '%.32s' (H to %s are supported)",
                         k, text->word[0], symbols[MOLECULE_Z_MAX]);
    for (int d = 0; d < 3; ++d) {
        double value;
        if (number_read(text->word[1 + d], &value) != 0)
            return text_fail(text, failure, "atom %d (%s): '%.32s' is not a coordinate", k,
                             symbols[atom->z], text->word[1 + d]);
        if (fabs(value) > TOO_FAR)
            return text_fail(text, failure,
                             "atom %d (%s): the coordinate %.32s is not in -%g..%g Angstrom", k,
                             symbols[atom->z], text->word[1 + d], TOO_FAR, TOO_FAR);
        atom->r[d] = value * bohr;
    }
    return 0;
}

static int read_atoms(text_t *text, double bohr, molecule_t *molecule, failure_t *failure)
{
    int got = text_skip(text); /* the comment line */
    for (int i = 0; i < molecule->natom; ++i) {
        got = text_next(text, 0, failure);
        if (got < 0)
            return got;
        if (got == 0)
            return failure_set(failure, "%s:%d: the file ends after %d of %d atoms", text->path,
                               text->line, i, molecule->natom);
        if (read_atom(text, i + 1, bohr, &molecule->atom[i], failure) != 0)
            return -1;
    }
    while ((got = text_next(text, 0, failure)) > 0)
        if (text->words > 0)
            return text_fail(text, failure, "text after the last of %d atoms", molecule->natom);
    return got;
}

static int check_distances(const char *path, double bohr, const molecule_t *molecule,
                           failure_t *failure)
{
    for (int i = 0; i < molecule->natom; ++i)
        for (int j = 0; j < i; ++j) {
            const atom_t *a = &molecule->atom[j], *b = &molecule->atom[i];
            double angstrom = distance(a, b) / bohr;
            if (angstrom < TOO_CLOSE)
                return failure_set(
                    failure,
                    "%s: atoms %d (%s) and %d (%s) are on top of each other (%.4f Angstrom)", path,
                    j + 1, symbols[a->z], i + 1, symbols[b->z], angstrom);
        }
    return 0;
}

int molecule_read(const char *path, double bohr, molecule_t *molecule, failure_t *failure)
{
    text_t text;
    *molecule = (molecule_t){0};
    if (text_open(&text, path, failure) != 0)
        return -1;
    int status = read_count(&text, &molecule->natom, failure);
    if (status == 0) {
        molecule->atom = calloc((size_t)molecule->natom, sizeof *molecule->atom);
        status = molecule->atom ? read_atoms(&text, bohr, molecule, failure)
                                : failure_set(failure, "%s: not enough memory", path);
    }
    text_close(&text);
    if (status == 0)
        status = check_distances(path, bohr, molecule, failure);
    if (status != 0)
        molecule_free(molecule);
    return status;
}

void molecule_free(molecule_t *molecule)
{
    free(molecule->atom);
    *molecule = (molecule_t){0};
}
