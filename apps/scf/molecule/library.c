/* Reads basis sets in NWChem's format. */
#include "molecule/library_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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
            if (reader->wanted && shell_read_row(reader) != 0)
                return -1;
            continue;
        }
        if (check_element(text, failure) != 0 || shell_finish(reader) != 0)
            return -1;
        if (text_same(text->word[0], "end"))
            return 0;
        if (shell_begin(reader) != 0)
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
        if (z != 0 && molecule_has(molecule, z))
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
