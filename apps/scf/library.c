/* Reads basis sets in NWChem's format. */
#include "basis.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "number.h"
#include "text.h"

static const char letters[] = "SPDFGH";

/* One shell as the file gives it: rows of an exponent and one coefficient per column. */
typedef struct rows {
    int n, columns, room;
    double *value; /* double[n][1 + columns] */
} rows_t;

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
static int cancels(const rows_t *rows, int column, int l)
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

/* Add the shell just read; `type` is a letter, or SP: columns of S and P. */
static int finish_shell(const text_t *text, int z, const char *type, const rows_t *rows, int wanted,
                        library_t *library, failure_t *failure)
{
    if (rows->n == 0)
        return text_fail(text, failure, "a shell without primitives before this line");
    int sp = text_same(type, "SP") || text_same(type, "L");
    if (sp && rows->columns != 2)
        return text_fail(text, failure, "an SP shell needs two columns of coefficients");
    for (int column = 0; wanted && column < rows->columns; ++column) {
        int l = sp ? column : (int)(strchr(letters, toupper((unsigned char)type[0])) - letters);
        if (cancels(rows, column, l))
            return text_fail(
                text, failure,
                "%s %s: the primitives of the shell before this line, column %d, cancel "
                "each other",
                element_symbol(z), type, column + 1);
        if (library_add(library, z, l, rows, column) != 0)
            return failure_set(failure, "%s: not enough memory", text->path);
    }
    return 0;
}

static int is_type(const char *word)
{
    return text_same(word, "SP") || text_same(word, "L") ||
           (strlen(word) == 1 && strchr(letters, toupper((unsigned char)word[0])));
}

/* What shells have by far, and what neither overflows nor vanishes in any integral. */
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

static int has_element(const molecule_t *molecule, int z)
{
    for (int i = 0; i < molecule->natom; ++i)
        if (molecule->atom[i].z == z)
            return 1;
    return 0;
}

/* The line `basis "name" spherical`: the last word that says a form counts. */
static int read_header(const text_t *text, library_t *library, failure_t *failure)
{
    for (int i = 1; i < text->words; ++i) {
        basis_form_t form = text_same(text->word[i], "spherical")   ? BASIS_SPHERICAL
                            : text_same(text->word[i], "cartesian") ? BASIS_CARTESIAN
                                                                    : BASIS_UNSAID;
        if (form == BASIS_UNSAID)
            continue;
        if (library->form != BASIS_UNSAID && library->form != form)
            return text_fail(text, failure, "some shells are cartesian and others spherical");
        library->form = form;
    }
    return 0;
}

/* The lines after `basis`, up to `end`. */
static int read_body(text_t *text, const molecule_t *molecule, library_t *library, rows_t *rows,
                     failure_t *failure)
{
    int z = 0;
    char type[8] = "";
    for (;;) {
        int got = text_next(text, '#', failure);
        if (got < 0)
            return got;
        if (got == 0)
            return failure_set(failure, "%s:%d: the file ends before END", text->path, text->line);
        if (text->words == 0)
            continue;
        int end = text_same(text->word[0], "end");
        if (!end && !isalpha((unsigned char)text->word[0][0])) {
            if (z == 0)
                return text_fail(text, failure, "expected `element type`");
            if (read_row(text, z, type, rows, failure) != 0)
                return -1;
            continue;
        }
        if (z != 0 &&
            finish_shell(text, z, type, rows, has_element(molecule, z), library, failure) != 0)
            return -1;
        if (end)
            return 0;
        if (text->words != 2)
            return text_fail(text, failure, "expected `element type`");
        z = element_number(text->word[0]);
        if (z == 0)
            return text_fail(text, failure, "unknown element '%.32s'", text->word[0]);
        if (!is_type(text->word[1]))
            return text_fail(text, failure, "unknown shell type '%.32s'", text->word[1]);
        snprintf(type, sizeof type, "%s", text->word[1]);
        rows->n = 0;
    }
}

static int read_file(text_t *text, const molecule_t *molecule, library_t *library, rows_t *rows,
                     failure_t *failure)
{
    int sets = 0, got;
    while ((got = text_next(text, '#', failure)) > 0) {
        if (text->words == 0)
            continue;
        if (text_same(text->word[0], "ecp"))
            return text_fail(text, failure, "effective core potentials are not supported");
        if (!text_same(text->word[0], "basis"))
            return text_fail(text, failure, "expected BASIS, found '%.32s'", text->word[0]);
        ++sets;
        if (read_header(text, library, failure) != 0 ||
            read_body(text, molecule, library, rows, failure) != 0)
            return -1;
    }
    if (got == 0 && sets == 0)
        return failure_set(failure, "%s: there is no BASIS in the file", text->path);
    return got;
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
    text_t text;
    rows_t rows = {0};
    *library = (library_t){0};
    if (text_open(&text, path, failure) != 0)
        return -1;
    int status = read_file(&text, molecule, library, &rows, failure);
    text_close(&text);
    free(rows.value);
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
