/* Reads the shells of a basis set: the line that begins one, its primitives; chooses among sets. */
#include "molecule/library_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "number.h"

/* In the order of the angular momenta; the letters behind BASIS_L_MAX are for the refusal. */
static const char letters[] = "SPDFGHIKLMNOQ";

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

int shell_finish(reader_t *reader)
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

int shell_read_row(reader_t *reader)
{
    const text_t *text = &reader->text;
    rows_t *rows = &reader->rows;
    failure_t *failure = reader->failure;
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
    if (check_row(text, reader->z, reader->type, row, rows->columns, failure) != 0)
        return -1;
    ++rows->n;
    return 0;
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

int shell_begin(reader_t *reader)
{
    const text_t *text = &reader->text;
    const char *type = text->words > 1 ? text->word[1] : "";
    reader->z = element_number(text->word[0]);
    reader->line = text->line;
    reader->rows.n = 0;
    reader->wanted = molecule_has(reader->molecule, reader->z);
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
