/* Reading and checking a molecule. */
#include "molecule/molecule.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "number.h"
#include "molecule/text.h"

/* Nuclei closer than this (Angstrom) are a mistake in the file, not chemistry. */
#define TOO_CLOSE 0.1
#define ATOMS_MAX 100000
/* Farther out (Angstrom), distances between neighbours lose their digits. */
#define TOO_FAR 1e7

static const char *const symbols[MOLECULE_Z_MAX + 1] = {
    "",   "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si",
    "P",  "S",  "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu",
    "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru",
    "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr",
    "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",
    "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac",
    "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf",
    "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

int element_number(const char *symbol)
{
    for (int z = 1; z <= MOLECULE_Z_MAX; ++z)
        if (text_same(symbol, symbols[z]))
            return z;
    /* Uun, Uuu, Uub, ...: 110, 111, 112, ... */
    static const char digits[] = "nubtqphso";
    if (strlen(symbol) == 3 && strncasecmp(symbol, "Uu", 2) == 0) {
        const char *digit = strchr(digits, tolower((unsigned char)symbol[2]));
        return digit ? 110 + (int)(digit - digits) : 0;
    }
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

/* The first line of a frame: the number of atoms, alone; -1 when it is something else. */
static int count_of(const text_t *text)
{
    int64_t count = -1;
    if (text->words == 1 && number_read_whole(text->word[0], 1, INT_MAX, &count) != 0)
        return -1;
    return (int)count;
}

static int read_count(text_t *text, int *natom, failure_t *failure)
{
    int got = text_next_words(text, 0, failure);
    if (got < 0)
        return got;
    if (got == 0)
        return failure_set(failure, "%s: the file is empty", text->path);
    *natom = count_of(text);
    if (*natom < 0)
        return text_fail(text, failure, "expected the number of atoms");
    if (*natom > ATOMS_MAX)
        return text_fail(text, failure, "%d atoms: at most %d are supported", *natom, ATOMS_MAX);
    return 0;
}

/* In which words of an atom's line its element and its first coordinate are. */
typedef struct columns {
    int element, position;
} columns_t;

/* The comment of extended XYZ has Properties=species:S:1:pos:R:3: names, types and numbers of
 * columns.
 */
static int read_columns(text_t *text, columns_t *columns, failure_t *failure)
{
    *columns = (columns_t){0, 1};
    text_head(text);
    const char *at = strstr(text->buffer, "Properties=");
    if (!at)
        return 0;
    char name[32];
    int column = 0, count, length;
    *columns = (columns_t){-1, -1};
    for (at += strlen("Properties="), at += *at == '"';; at += length + 1) {
        if (sscanf(at, "%31[^: \t\"]:%*1[A-Z]:%2d%n", name, &count, &length) != 2 || count < 1)
            return text_fail(text, failure,
                             "Properties are not names, types and numbers of columns");
        if (strcmp(name, "species") == 0 || (strcmp(name, "Z") == 0 && columns->element < 0))
            columns->element = column;
        if (strcmp(name, "pos") == 0 && count == 3)
            columns->position = column;
        column += count;
        if (at[length] != ':')
            break;
    }
    if (columns->element < 0 || columns->position < 0 || column > TEXT_WORDS_MAX)
        return text_fail(text, failure,
                         "Properties lack `species` or `pos` in the first %d columns",
                         TEXT_WORDS_MAX);
    return 0;
}

/* Letters at the beginning of a word, if digits or an underscore and more of these follow at most,
 * as in O1 or H_2a; else an empty string. */
static void letters_of(const char *word, char letters[4])
{
    size_t n = 0, m;
    while (isalpha((unsigned char)word[n]))
        ++n;
    for (m = n; isalnum((unsigned char)word[m]) || word[m] == '_'; ++m)
        ;
    letters[0] = '\0';
    if (n < 4 && word[m] == '\0')
        snprintf(letters, 4, "%.*s", (int)n, word);
}

/* Names of entries that have a place but no nucleus. */
static int is_dummy(const char *word)
{
    static const char *const names[] = {"Q", "Du", "Gh", "Lp", "Tv", "0"};
    char letters[4];
    letters_of(word, letters);
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        if (text_same(letters, names[k]) || text_same(word, names[k]))
            return 1;
    return strncasecmp(word, "Bq", 2) == 0 || text_same(letters, "X") || text_same(letters, "Xx");
}

/* The atomic number that the word for an element means, 0: none. */
static int nucleus(const char *word)
{
    char letters[4];
    int64_t number;
    if (number_read_whole(word, 1, MOLECULE_Z_MAX, &number) == 0)
        return (int)number;
    letters_of(word, letters);
    return text_same(letters, "D") || text_same(letters, "T") ? 1 : element_number(letters);
}

/* Why a word is no coordinate: a sign inside a number begins another one. */
static const char *hint(const char *word)
{
    for (const char *c = word; *c; ++c)
        if (c > word && (*c == '-' || *c == '+') && isdigit((unsigned char)c[-1]))
            return "; put blanks between numbers";
    return "";
}

static int read_atom(text_t *text, const columns_t *columns, int k, double bohr, atom_t *atom,
                     failure_t *failure)
{
    const char *word = text->words > columns->element ? text->word[columns->element] : "";
    atom->z = nucleus(word);
    if (is_dummy(word))
        return text_fail(text, failure,
                         "atom %d: '%.32s' is a dummy without a nucleus; take its line out, and "
                         "count one atom less",
                         k, word);
    if (atom->z == 0 && *word)
        return text_fail(text, failure, "atom %d: unknown element '%.32s'", k, word);
    for (int d = 0; d < 3; ++d) {
        const int at = columns->position + d;
        double value;
        if (text->words <= at || !*word)
            return text_fail(text, failure, "atom %d: expected `element x y z`, found %d word%s", k,
                             text->words, text->words == 1 ? "" : "s");
        if (number_read(text->word[at], &value) != 0)
            return text_fail(text, failure, "atom %d (%s): '%.32s' is not a coordinate%s", k,
                             symbols[atom->z], text->word[at], hint(text->word[at]));
        if (fabs(value) > TOO_FAR)
            return text_fail(text, failure,
                             "atom %d (%s): the coordinate %.32s is not in -%g..%g Angstrom", k,
                             symbols[atom->z], text->word[at], TOO_FAR, TOO_FAR);
        atom->r[d] = value * bohr;
    }
    return 0;
}

/* The last atom may be followed by nothing, text or another frame, but not by another atom. */
static int read_rest(text_t *text, columns_t columns, molecule_t *molecule, failure_t *failure)
{
    const int named = isalpha((unsigned char)text->word[columns.element][0]) != 0;
    failure_t ignored;
    atom_t atom;
    do {
        if (!text_head(text))
            return 0;
        text_split(text);
    } while (text->words == 0);
    if (read_atom(text, &columns, 1, 1, &atom, &ignored) == 0 &&
        named == (isalpha((unsigned char)text->word[columns.element][0]) != 0))
        return text_fail(text, failure, "an atom after the last of %d: correct the number of atoms",
                         molecule->natom);
    if (count_of(text) > 0 && read_columns(text, &columns, &ignored) == 0 &&
        text_next_words(text, 0, &ignored) > 0)
        molecule->more_frames = read_atom(text, &columns, 1, 1, &atom, &ignored) == 0;
    return 0;
}

static int read_atoms(text_t *text, double bohr, molecule_t *molecule, failure_t *failure)
{
    columns_t columns;
    if (read_columns(text, &columns, failure) != 0)
        return -1;
    for (int i = 0; i < molecule->natom; ++i) {
        int got = text_next_words(text, 0, failure);
        if (got < 0)
            return got;
        if (got == 0)
            return failure_set(failure, "%s:%d: the file ends after %d of %d atoms", text->path,
                               text->line, i, molecule->natom);
        if (read_atom(text, &columns, i + 1, bohr, &molecule->atom[i], failure) != 0)
            return -1;
    }
    return read_rest(text, columns, molecule, failure);
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

int molecule_has(const molecule_t *molecule, int z)
{
    for (int i = 0; i < molecule->natom; ++i)
        if (molecule->atom[i].z == z)
            return 1;
    return 0;
}
