/* Reads basis sets in NWChem's format. */
#include "molecule/basis.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "number.h"
#include "molecule/text.h"

/* In the order of the angular momenta; the letters behind BASIS_L_MAX are for the refusal. */
static const char letters[] = "SPDFGHIKLMNOQ";

/* One shell as the file gives it: rows of an exponent and one coefficient per column. */
typedef struct rows {
    int n, columns, room;
    double *value; /* double[n][1 + columns] */
} rows_t;

/* Where the shells of an element come from: one set of the file, and its form where that matters.
 */
typedef struct source {
    int line; /* of its first shell; 0: none yet */
    char set[64];
    basis_form_t form;
} source_t;

/* A file of basis sets that is being read. */
typedef struct reader {
    text_t text;
    const molecule_t *molecule;
    library_t *library;
    failure_t *failure;
    source_t source[MOLECULE_Z_MAX + 1];
    /* the block */
    char set[64];
    basis_form_t form;
    /* the shell */
    int z, line, wanted;
    char type[8];
    rows_t rows;
} reader_t;

static int library_add(library_t *library, int z, int l, const rows_t *rows, int column)
{
    size_t entries = (size_t)library->nentry + 1, prims = (size_t)(library->nprim + rows->n);
    entry_t *entry = realloc(library->entry, entries * sizeof *entry);
    if (entry)
        library->entry = entry;
    double *exponent = realloc(library->exponent, prims * sizeof *exponent);
    if (exponent)
        library->exponent = exponent;
    double *coefficient = realloc(library->coefficient, prims * sizeof *coefficient);
    if (coefficient)
        library->coefficient = coefficient;
    if (!entry || !exponent || !coefficient)
        return -1;

    int first = library->nprim;
    for (int i = 0; i < rows->n; ++i) {
        const double *row = rows->value + (size_t)i * (size_t)(1 + rows->columns);
        if (row[1 + column] == 0)
            continue;
        exponent[library->nprim] = row[0];
        coefficient[library->nprim++] = row[1 + column];
    }
    if (library->nprim > first)
        entry[library->nentry++] = (entry_t){z, l, library->nprim - first, first};
    return 0;
}

/* 1 when the primitives leave nothing that could be normalised. */
static int is_cancelled(const rows_t *rows, int column, int l)
{
    double norm = 0, squares = 0;
    int width = 1 + rows->columns;
    for (int i = 0; i < rows->n; ++i)
        for (int j = 0; j < rows->n; ++j) {
            const double *a = rows->value + i * width, *b = rows->value + j * width;
            double product = a[1 + column] * b[1 + column];
            norm += product * pow(2 * sqrt(a[0] * b[0]) / (a[0] + b[0]), l + 1.5);
            squares += i == j ? product : 0;
        }
    return norm < 1e-12 * squares;
}

static int has_element(const molecule_t *molecule, int z)
{
    for (int i = 0; i < molecule->natom; ++i)
        if (molecule->atom[i].z == z)
            return 1;
    return 0;
}

static int is_sp(const char *type)
{
    return text_same(type, "SP") || text_same(type, "L");
}

static int momentum_of(const char *type)
{
    const char *letter = strchr(letters, toupper((unsigned char)type[0]));
    return letter && *letter && type[1] == '\0' ? (int)(letter - letters) : -1;
}

/* All coefficients of a column are zero. */
static int is_empty(const rows_t *rows, int column)
{
    for (int i = 0; i < rows->n; ++i)
        if (rows->value[i * (1 + rows->columns) + 1 + column] != 0)
            return 0;
    return 1;
}

/* Add the shell just read; `type` is a letter, or SP: columns of S and P. */
static int finish_shell(reader_t *reader)
{
    const text_t *text = &reader->text;
    const rows_t *rows = &reader->rows;
    const char *name = element_symbol(reader->z), *type = reader->type;
    failure_t *failure = reader->failure;
    if (!reader->wanted)
        return 0;
    if (rows->n == 0)
        return text_fail_at(text, reader->line, failure, "%s %s: a shell without primitives", name,
                            type);
    if (is_sp(type) && rows->columns != 2)
        return text_fail_at(text, reader->line, failure,
                            "%s %s: an SP shell needs two columns of coefficients, found %d", name,
                            type, rows->columns);
    for (int column = 0; column < rows->columns; ++column) {
        int l = is_sp(type) ? column : momentum_of(type);
        if (is_empty(rows, column))
            return text_fail_at(text, reader->line, failure,
                                "%s %s: the coefficients of column %d are all zero", name, type,
                                column + 1);
        if (is_cancelled(rows, column, l))
            return text_fail_at(text, reader->line, failure,
                                "%s %s: the primitives of column %d cancel each other", name, type,
                                column + 1);
        if (library_add(reader->library, reader->z, l, rows, column) != 0)
            return failure_set(failure, "%s: not enough memory", text->path);
    }
    return 0;
}

/* Bounds that shells keep by far, and that neither overflows nor vanishes in any integral. */
static const double exponent_min = 1e-8, exponent_max = 1e12, coefficient_max = 1e8;

static int check_row(const text_t *text, int z, const char *type, const double *row, int columns,
                     failure_t *failure)
{
    const char *name = element_symbol(z);
    if (row[0] <= 0)
        return text_fail(text, failure, "%s %s: the exponent %.32s is not positive", name, type,
                         text->word[0]);
    if (row[0] < exponent_min || row[0] > exponent_max)
        return text_fail(text, failure, "%s %s: the exponent %.32s is not in %g..%g", name, type,
                         text->word[0], exponent_min, exponent_max);
    for (int i = 1; i <= columns; ++i)
        if (fabs(row[i]) > coefficient_max)
            return text_fail(text, failure, "%s %s: the coefficient %.32s is not in -%g..%g", name,
                             type, text->word[i], coefficient_max, coefficient_max);
    return 0;
}

static int read_row(const text_t *text, int z, const char *type, rows_t *rows, failure_t *failure)
{
    if (text->words < 2)
        return text_fail(text, failure, "expected an exponent and coefficients");
    if (text->words > TEXT_WORDS_MAX)
        return text_fail(text, failure, "more than %d words", TEXT_WORDS_MAX);
    if (rows->n == 0)
        rows->columns = text->words - 1;
    if (text->words - 1 != rows->columns)
        return text_fail(text, failure, "expected %d coefficients, found %d", rows->columns,
                         text->words - 1);
    int width = 1 + rows->columns, needed = (rows->n + 1) * width;
    if (needed > rows->room) {
        int room = 2 * needed;
        double *value = realloc(rows->value, (size_t)room * sizeof *value);
        if (!value)
            return failure_set(failure, "%s: not enough memory", text->path);
        rows->value = value;
        rows->room = room;
    }
    double *row = rows->value + (size_t)rows->n * (size_t)width;
    for (int i = 0; i < width; ++i)
        if (number_read(text->word[i], &row[i]) != 0)
            return text_fail(text, failure, "'%.32s' is not a number", text->word[i]);
    if (check_row(text, z, type, row, rows->columns, failure) != 0)
        return -1;
    ++rows->n;
    return 0;
}

/* The name of a set, as files are named for it: "O_Def2-SVP Diffuse" is def2-svp_diffuse. */
static void plain_name(const char *name, char *plain, size_t size)
{
    char symbol[4] = "";
    size_t n = strcspn(name, "_"), k = 0;
    if (name[n] == '_' && n < sizeof symbol) {
        memcpy(symbol, name, n);
        name += element_number(symbol) != 0 ? n + 1 : 0;
    }
    for (; *name && k + 1 < size; ++name)
        plain[k++] = (char)(*name == '*'   ? 's'
                            : *name == ' ' ? '_'
                                           : tolower((unsigned char)*name));
    plain[k] = '\0';
}

/* The set that a file with several of them is read for: the one the file is named for, or the one
 * that NWChem takes for the orbitals, which is also the one without a name. */
static int is_preferred(const text_t *text, const char *set)
{
    const char *slash = strrchr(text->path, '/'), *file = slash ? slash + 1 : text->path;
    const size_t n = strlen(set);
    return strcmp(set, "ao_basis") == 0 ||
           (strncasecmp(file, set, n) == 0 && (file[n] == '\0' || file[n] == '.'));
}

/* Forget the shells of an element. */
static void drop(library_t *library, int z)
{
    int kept = 0;
    for (int k = 0; k < library->nentry; ++k)
        if (library->entry[k].z != z)
            library->entry[kept++] = library->entry[k];
    library->nentry = kept;
}

/* Decide whether the shell that begins is of the set from which its element is read. */
static int choose_set(reader_t *reader)
{
    source_t *source = &reader->source[reader->z];
    const text_t *text = &reader->text;
    if (source->line != 0 && strcmp(source->set, reader->set) != 0) {
        const int old = is_preferred(text, source->set), new = is_preferred(text, reader->set);
        if (old == new)
            return text_fail(
                text, reader->failure,
                "%s has shells in the set '%s' and before, line %d, in '%s': leave one",
                element_symbol(reader->z), reader->set, source->line, source->set);
        reader->wanted = new;
        if (old)
            return 0;
        drop(reader->library, reader->z);
        *source = (source_t){0};
    }
    if (source->line == 0)
        source->line = text->line;
    snprintf(source->set, sizeof source->set, "%s", reader->set);
    if (!is_sp(reader->type) && momentum_of(reader->type) >= 2) {
        const basis_form_t form = reader->form == BASIS_UNSAID ? BASIS_CARTESIAN : reader->form;
        if (source->form != BASIS_UNSAID && source->form != form)
            return text_fail(text, reader->failure,
                             "%s: some shells are cartesian and others spherical",
                             element_symbol(reader->z));
        source->form = form;
    }
    return 0;
}

/* The line `basis "name" spherical`. */
static int read_header(reader_t *reader)
{
    const text_t *text = &reader->text;
    char name[128] = "";
    int quoted = 0, n = text->words < TEXT_WORDS_MAX ? text->words : TEXT_WORDS_MAX;
    reader->form = BASIS_UNSAID;
    for (int i = 1; i < n; ++i) {
        const char *word = text->word[i];
        const int begins = !quoted && word[0] == '"';
        if (begins || quoted) {
            const size_t length = strlen(word), used = strlen(name);
            quoted = length < 1 + (size_t)begins || word[length - 1] != '"';
            snprintf(name + used, sizeof name - used, "%s%.*s", begins ? "" : " ",
                     (int)length - begins - !quoted, word + begins);
            continue;
        }
        basis_form_t form = text_same(word, "spherical")   ? BASIS_SPHERICAL
                            : text_same(word, "cartesian") ? BASIS_CARTESIAN
                                                           : BASIS_UNSAID;
        if (form != BASIS_UNSAID && reader->form != BASIS_UNSAID && reader->form != form)
            return text_fail(text, reader->failure,
                             "cartesian and spherical contradict each other");
        if (form != BASIS_UNSAID)
            reader->form = form;
    }
    plain_name(*name ? name : "ao basis", reader->set, sizeof reader->set);
    return 0;
}

/* The line `element type` of a shell. What the molecule does not need is not looked at further. */
static int begin_shell(reader_t *reader)
{
    const text_t *text = &reader->text;
    const char *type = text->words > 1 ? text->word[1] : "";
    reader->z = element_number(text->word[0]);
    reader->line = text->line;
    reader->rows.n = 0;
    reader->wanted = has_element(reader->molecule, reader->z);
    if (!reader->wanted)
        return 0;
    if (text->words != 2)
        return text_fail(text, reader->failure, "expected `element type`");
    snprintf(reader->type, sizeof reader->type, "%s", type);
    if (!is_sp(type) && momentum_of(type) < 0)
        return text_fail(text, reader->failure, "%s: unknown shell type '%.32s'",
                         element_symbol(reader->z), type);
    if (choose_set(reader) != 0)
        return -1;
    if (reader->wanted && !is_sp(type) && momentum_of(type) > BASIS_L_MAX)
        return text_fail(text, reader->failure,
                         "%s: %c shells are not supported; the highest are %c",
                         element_symbol(reader->z), tolower((unsigned char)*type),
                         tolower((unsigned char)letters[BASIS_L_MAX]));
    return 0;
}

/* A line that begins with a letter is the end, or begins a shell. */
static int check_element(const text_t *text, failure_t *failure)
{
    const char *word = text->word[0];
    if (text_same(word, "basis") || text_same(word, "ecp"))
        return text_fail(text, failure, "the BASIS before has no END");
    if (!text_same(word, "end") && element_number(word) == 0)
        return text_fail(text, failure, "unknown element '%.32s'", word);
    return 0;
}

/* The lines after `basis`, up to `end`. */
static int read_body(reader_t *reader)
{
    text_t *text = &reader->text;
    failure_t *failure = reader->failure;
    reader->z = 0;
    reader->wanted = 0;
    for (;;) {
        int got = text_next_words(text, '#', failure);
        if (got < 0)
            return got;
        if (got == 0)
            return failure_set(failure, "%s:%d: the file ends before END", text->path, text->line);
        if (!isalpha((unsigned char)text->word[0][0])) {
            if (reader->z == 0)
                return text_fail(text, failure, "expected `element type`");
            if (reader->wanted &&
                read_row(text, reader->z, reader->type, &reader->rows, failure) != 0)
                return -1;
            continue;
        }
        if (check_element(text, failure) != 0 || finish_shell(reader) != 0)
            return -1;
        if (text_same(text->word[0], "end"))
            return 0;
        if (begin_shell(reader) != 0)
            return -1;
    }
}

/* Refuse core potentials for an element of the molecule; the lines after `ecp`, up to `end`. */
static int read_potentials(text_t *text, const molecule_t *molecule, failure_t *failure)
{
    int got;
    while ((got = text_next_words(text, '#', failure)) > 0) {
        if (text_same(text->word[0], "end"))
            return 0;
        int z = element_number(text->word[0]);
        if (z != 0 && has_element(molecule, z))
            return text_fail(text, failure,
                             "%s has an effective core potential, which is not supported",
                             element_symbol(z));
    }
    return got < 0
               ? got
               : failure_set(failure, "%s:%d: the file ends before END", text->path, text->line);
}

/* The line `associated_ecp "file"`: the potentials of this set are in a file beside it. */
static int read_associated(const reader_t *reader)
{
    const text_t *text = &reader->text;
    char path[4096], name[128] = "";
    if (text->words == 2)
        sscanf(text->word[1], "\"%127[^\"]\"", name);
    if (!*name)
        return text_fail(text, reader->failure, "expected ASSOCIATED_ECP and a name");
    const char *slash = strrchr(text->path, '/'), *file = slash ? slash + 1 : text->path;
    if (strcmp(name, file) == 0)
        return 0;
    snprintf(path, sizeof path, "%.*s%s", (int)(file - text->path), text->path, name);
    text_t other;
    failure_t ignored;
    if (text_open(&other, path, &ignored) != 0)
        return text_fail(text, reader->failure,
                         "the set needs core potentials for some elements, of which '%s' has the "
                         "list: put that file beside this one",
                         name);
    int status = 0, got = 1;
    while (status == 0 && got > 0) {
        got = text_next_words(&other, '#', reader->failure);
        if (got > 0 && text_same(other.word[0], "ecp"))
            status = read_potentials(&other, reader->molecule, reader->failure);
    }
    text_close(&other);
    return status != 0 || got < 0 ? -1 : 0;
}

static int read_file(reader_t *reader)
{
    text_t *text = &reader->text;
    failure_t *failure = reader->failure;
    int sets = 0, got;
    while ((got = text_next_words(text, '#', failure)) > 0) {
        const char *word = text->word[0];
        int status;
        if (text_same(word, "ecp")) {
            status = read_potentials(text, reader->molecule, failure);
        } else if (text_same(word, "associated_ecp")) {
            status = read_associated(reader);
        } else if (text_same(word, "basis")) {
            ++sets;
            status = read_header(reader) != 0 || read_body(reader) != 0;
        } else {
            status = text_fail(text, failure, "expected BASIS, found '%.32s'", word);
        }
        if (status != 0)
            return -1;
    }
    if (got == 0 && sets == 0)
        return failure_set(failure, "%s: there is no BASIS in the file", text->path);
    return got;
}

/* The form of all d and higher shells. */
static int agree_on_form(reader_t *reader)
{
    int first = 0;
    for (int z = 1; z <= MOLECULE_Z_MAX; ++z) {
        const basis_form_t form = reader->source[z].form;
        if (form == BASIS_UNSAID)
            continue;
        if (first != 0 && form != reader->library->form)
            return text_fail_at(
                &reader->text, reader->source[z].line, reader->failure,
                "some shells are cartesian and others spherical: those of %s and %s",
                element_symbol(first), element_symbol(z));
        first = z;
        reader->library->form = form;
    }
    return 0;
}

static int check_elements(const char *path, const molecule_t *molecule, const library_t *library,
                          failure_t *failure)
{
    for (int i = 0; i < molecule->natom; ++i) {
        int k = 0, z = molecule->atom[i].z;
        while (k < library->nentry && library->entry[k].z != z)
            ++k;
        if (k == library->nentry)
            return failure_set(failure, "%s: no basis functions for %s", path, element_symbol(z));
    }
    return 0;
}

int library_read_file(const char *path, const molecule_t *molecule, library_t *library,
                      failure_t *failure)
{
    reader_t reader = {.molecule = molecule, .library = library, .failure = failure};
    *library = (library_t){0};
    if (text_open(&reader.text, path, failure) != 0)
        return -1;
    int status = read_file(&reader);
    text_close(&reader.text);
    free(reader.rows.value);
    if (status == 0)
        status = agree_on_form(&reader);
    if (status == 0)
        status = check_elements(path, molecule, library, failure);
    if (status != 0)
        library_free(library);
    return status;
}

/* "6-31G*", "6-31g(d)" -> "basis/6-31gs.nw" */
static void file_of_name(const char *name, char *file, size_t size)
{
    char plain[64];
    size_t n = 0;
    for (const char *c = name; *c && n + 1 < sizeof plain; ++c) {
        if (strncmp(c, "(d)", 3) == 0 || strncmp(c, "(D)", 3) == 0) {
            plain[n++] = 's';
            c += 2;
        } else {
            plain[n++] = (char)(*c == '*' ? 's' : tolower((unsigned char)*c));
        }
    }
    plain[n] = '\0';
    snprintf(file, size, "basis/%s.nw", plain);
}

int library_find(const char *name, char *path, size_t size)
{
    char file[128];
    file_of_name(name, file, sizeof file);
    if (!strchr(name, '/') && data_find(file, path, size) == 0)
        return 0;
    if (!strchr(name, '/') && access(name, F_OK) != 0)
        return -1;
    snprintf(path, size, "%s", name);
    return 0;
}

int library_read(const char *name, const molecule_t *molecule, library_t *library,
                 failure_t *failure)
{
    char path[4096];
    if (library_find(name, path, sizeof path) == 0)
        return library_read_file(path, molecule, library, failure);
    return failure_set(
        failure, "unknown basis '%.64s': neither a file nor one of sto-3g, 6-31g*, cc-pvdz", name);
}

void library_free(library_t *library)
{
    free(library->entry);
    free(library->exponent);
    free(library->coefficient);
    *library = (library_t){0};
}
