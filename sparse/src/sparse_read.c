/* Reading files in the Matrix Market exchange format: each rank the lines that begin in its part of
 * the file. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "ga/src/array/ga_group.h"
#include "sparse/src/sparse_records.h"

/* A number as it was read. */
typedef struct number {
    long long whole;
    double real, imaginary;
} number_t;

#define AL_TEMPLATE "sparse/src/sparse_read.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef bool set_number_t(const number_t *number, char *value);
#define SET(id, ctype, mpitype, kind) id##_set,
static set_number_t *const set_number[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(SET)};

enum { LINE = 1024 };

typedef enum field { REAL, INTEGER, COMPLEX, PATTERN, FIELDS } field_t;
typedef enum symmetry { GENERAL, SYMMETRIC, SKEW, HERMITIAN, SYMMETRIES } symmetry_t;
static const char *const fields[] = {"real", "integer", "complex", "pattern"};
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};

/* The first lines of a file. */
typedef struct heading {
    int64_t field, symmetry, rows, cols, entries;
    int64_t begin, end; /* bytes of the entries */
} heading_t;

/* ---- numbers -------------------------------------------------------------------------------- */

/* Whether a number is there and ends where a word does. */
static bool is_numeral(const char *text, const char *end)
{
    return end != text && (*end == '\0' || isspace((unsigned char)*end));
}

static const char blanks[] = " \t\r\n\v\f";

static bool is_blank(const char *text)
{
    return text[strspn(text, blanks)] == '\0';
}

static bool read_whole(char **text, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*text, &end, 10);
    const bool is_good = is_numeral(*text, end) && errno == 0;
    *text = end;
    return is_good;
}

/* ---- reading the heading --------------------------------------------------------------------- */

static int find_word(const char *word, const char *const *list, int n)
{
    int k = 0;
    while (k < n && strcasecmp(word, list[k]) != 0)
        ++k;
    return k;
}

static int bad_line(const char *call, const char *path, const char *line)
{
    char text[LINE];
    snprintf(text, sizeof text, "%s", line);
    text[strcspn(text, "\r\n")] = '\0';
    return AL_FAIL(ASHLAR_EARG,
                   "%s: %s: '%.60s' is not a line of a Matrix Market file of this kind", call, path,
                   text);
}

static int bad_file(const char *call, const char *path, const char *action)
{
    return AL_FAIL(ASHLAR_ESYS, "%s: %s cannot be %s: %s", call, path, action, strerror(errno));
}

static int read_banner(const char *call, const char *path, FILE *file, heading_t *heading)
{
    char line[LINE] = "", banner[32], object[32], format[32], field[32], symmetry[32];
    if (!fgets(line, sizeof line, file) && ferror(file))
        return bad_file(call, path, "read");
    if (sscanf(line, "%31s %31s %31s %31s %31s", banner, object, format, field, symmetry) != 5 ||
        strcasecmp(banner, "%%MatrixMarket") != 0 || strcasecmp(object, "matrix") != 0 ||
        strcasecmp(format, "coordinate") != 0)
        return bad_line(call, path, line);
    heading->field = find_word(field, fields, FIELDS);
    heading->symmetry = find_word(symmetry, symmetries, SYMMETRIES);
    const bool is_known = heading->field < FIELDS && heading->symmetry < SYMMETRIES;
    const bool is_contrary =
        heading->field == PATTERN && heading->symmetry == SKEW; /* -1 is no 1 */
    return is_known && !is_contrary ? ASHLAR_OK : bad_line(call, path, line);
}

static bool is_comment(const char *line)
{
    const char first = line[strspn(line, blanks)];
    return first == '%' || first == '\0';
}

static bool read_extents(char *line, heading_t *heading)
{
    return read_whole(&line, &heading->rows) && read_whole(&line, &heading->cols) &&
           read_whole(&line, &heading->entries) && is_blank(line) && heading->rows >= 1 &&
           heading->cols >= 1 && heading->entries >= 0 &&
           (heading->symmetry == GENERAL || heading->rows == heading->cols);
}

static int read_heading(const char *call, const char *path, FILE *file, heading_t *heading)
{
    char *line = NULL;
    size_t room = 0;
    struct stat about;
    AL_TRY(read_banner(call, path, file, heading));
    ssize_t length;
    do
        length = getline(&line, &room, file);
    while (length >= 0 && is_comment(line));
    const bool is_good = length >= 0 && read_extents(line, heading);
    int status = is_good ? ASHLAR_OK : bad_line(call, path, length < 0 ? "(the end)" : line);
    free(line);
    AL_TRY(status);
    heading->begin = ftello(file);
    if (fstat(fileno(file), &about) != 0)
        return bad_file(call, path, "read");
    heading->end = about.st_size;
    return ASHLAR_OK;
}

static int check_field(const char *call, const char *path, ashlar_type type,
                       const heading_t *heading)
{
    static const char kinds[] = {[REAL] = 'r', [INTEGER] = 'i', [COMPLEX] = 'c', [PATTERN] = 'i'};
    static const char order[] = "irc";
    const char *wanted = strchr(order, kinds[heading->field]);
    if (!ali_type_is_known(type)) /* spi_create() refuses it on all ranks */
        return ASHLAR_OK;
    const char *has = strchr(order, ali_types[type].kind);
    return has >= wanted ? ASHLAR_OK
                         : AL_FAIL(ASHLAR_ETYPE, "%s: %s has %s numbers, which %s does not hold",
                                   call, path, fields[heading->field], ali_types[type].name);
}

/* ---- reading entries ------------------------------------------------------------------------- */

typedef struct reader {
    const char *call, *path;
    const heading_t *heading;
    spi_matrix_t *matrix;
    int64_t entries;
} reader_t;

static bool read_real(char **text, double *value)
{
    char *end;
    *value = strtod(*text, &end);
    const bool is_good = is_numeral(*text, end);
    *text = end;
    return is_good;
}

static bool read_parts(char **text, int64_t field, number_t *number)
{
    int64_t whole = 1;
    *number = (number_t){1, 1, 0};
    if (field == PATTERN)
        return true;
    if (field == INTEGER) {
        const bool is_good = read_whole(text, &whole);
        number->whole = whole;
        number->real = (double)whole;
        return is_good;
    }
    return read_real(text, &number->real) && (field == REAL || read_real(text, &number->imaginary));
}

static int append_entry(const reader_t *reader, int64_t i, int64_t j, const number_t *number)
{
    spi_matrix_t *matrix = reader->matrix;
    char value[sizeof(double _Complex)] __attribute__((aligned(16)));
    AL_TRY(spi_reserve(reader->call, matrix, 1));
    if (!set_number[matrix->type](number, value))
        return AL_FAIL(ASHLAR_ETYPE,
                       "%s: %s: element (%" PRId64 ", %" PRId64 ") is %lld, which %s does not hold",
                       reader->call, reader->path, i + 1, j + 1, number->whole,
                       ali_types[matrix->type].name);
    matrix->records->append(matrix->pending.record +
                                matrix->pending.count++ * matrix->records->bytes,
                            1, &i, &j, value);
    return ASHLAR_OK;
}

/* Whether a number of the diagonal is its own mirror image. */
static bool fits_diagonal(int64_t symmetry, const number_t *number)
{
    const bool is_real = number->imaginary == 0;
    return symmetry == SKEW ? is_real && number->real == 0 : symmetry != HERMITIAN || is_real;
}

static int read_entry(reader_t *reader, char *line)
{
    const heading_t *heading = reader->heading;
    char *text = line;
    int64_t i, j;
    number_t number;
    if (!read_whole(&text, &i) || !read_whole(&text, &j) ||
        !read_parts(&text, heading->field, &number) || !is_blank(text) || i < 1 || j < 1 ||
        i > heading->rows || j > heading->cols ||
        (i == j && !fits_diagonal(heading->symmetry, &number)))
        return bad_line(reader->call, reader->path, line);
    ++reader->entries;
    AL_TRY(append_entry(reader, i - 1, j - 1, &number));
    if (heading->symmetry == GENERAL || i == j)
        return ASHLAR_OK;
    if (heading->symmetry == SKEW && number.whole == LLONG_MIN) /* which has no negative */
        return bad_line(reader->call, reader->path, line);
    if (heading->symmetry == SKEW)
        number = (number_t){-number.whole, -number.real, -number.imaginary};
    else if (heading->symmetry == HERMITIAN)
        number.imaginary = -number.imaginary;
    return append_entry(reader, j - 1, i - 1, &number);
}

/* Lines that begin at bytes from..end-1. */
static int read_lines_between(reader_t *reader, FILE *file, int64_t from, int64_t end)
{
    char *line = NULL;
    size_t room = 0;
    int status = ASHLAR_OK;
    int64_t at = from;
    if (fseeko(file, from > reader->heading->begin ? from - 1 : from, SEEK_SET) != 0)
        return bad_file(reader->call, reader->path, "read");
    if (from > reader->heading->begin) /* the rest of a line that begins before */
        at = getline(&line, &room, file) < 0 ? end : ftello(file);
    while (at < end && status == ASHLAR_OK) {
        const ssize_t length = getline(&line, &room, file);
        if (length < 0)
            break;
        at += length;
        if (!is_comment(line))
            status = read_entry(reader, line);
    }
    if (ferror(file))
        status = bad_file(reader->call, reader->path, "read");
    free(line);
    return status;
}

static int read_my_part(reader_t *reader)
{
    const heading_t *heading = reader->heading;
    const int64_t bytes = heading->end - heading->begin, size = reader->matrix->size,
                  rank = reader->matrix->rank;
    const int64_t from = heading->begin + bytes / size * rank;
    const int64_t end = rank == size - 1 ? heading->end : from + bytes / size;
    FILE *file = fopen(reader->path, "r");
    if (!file)
        return bad_file(reader->call, reader->path, "opened");
    int status = read_lines_between(reader, file, from, end);
    fclose(file);
    return status;
}

static int read_entries(reader_t *reader)
{
    const spi_matrix_t *matrix = reader->matrix;
    int status = gai_agree(reader->call, matrix->group, read_my_part(reader));
    long long entries = reader->entries;
    AL_TRY(status);
    AL_TRY(al_allreduce(matrix->group, ASHLAR_LLONG, ASHLAR_SUM, &entries, 1));
    if (entries != reader->heading->entries)
        return AL_FAIL(ASHLAR_EARG, "%s: %s has %lld entries and announces %" PRId64, reader->call,
                       reader->path, entries, reader->heading->entries);
    return spi_assemble(reader->call, reader->matrix);
}

/* Rank 0 reads the heading for all. */
static int share_heading(const char *call, const char *path, al_group_t *group, ashlar_type type,
                         heading_t *heading)
{
    memset(heading, 0, sizeof *heading);
    int status = ASHLAR_OK;
    if (al_group_rank(group) == 0) {
        FILE *file = fopen(path, "r");
        status = file ? read_heading(call, path, file, heading) : bad_file(call, path, "opened");
        if (status == ASHLAR_OK)
            status = check_field(call, path, type, heading);
        if (file)
            fclose(file);
    }
    AL_TRY(gai_agree(call, group, status));
    return al_broadcast(group, heading, sizeof *heading, 0);
}

int ga_sparse_read(const char *path, const ga_sparse_spec_t *spec, ga_sparse_t *s)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_read),
                                     spec ? gai_find_group(spec->group) : NULL, path, spec, s));
    al_group_t *group;
    heading_t heading;
    spi_matrix_t *matrix;
    AL_TRY(gai_check_started(__func__));
    if (!path || !spec || !s)
        return gai_bad_argument(__func__, !path ? "path" : !spec ? "spec" : "the matrix pointer");
    AL_TRY(gai_group(__func__, spec->group, &group, NULL));
    AL_TRY(share_heading(__func__, path, group, spec->type, &heading));
    ga_sparse_spec_t wanted = *spec;
    wanted.rows = heading.rows;
    wanted.cols = heading.cols;
    AL_TRY(spi_create(__func__, &wanted, &matrix));
    reader_t reader = {__func__, path, &heading, matrix, 0};
    int status = read_entries(&reader);
    if (status != ASHLAR_OK)
        spi_destroy(matrix);
    else
        *s = matrix->handle;
    return status;
}
