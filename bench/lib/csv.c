/* Reading the CSV of the benchmarks, finding rows in it, and adding some. */
#define _GNU_SOURCE
#include "bench/lib/csv.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/quantile.h"

void csv_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("stats: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void *csv_allocate(void *kept, size_t n, size_t bytes)
{
    void *memory = reallocarray(kept, n ? n : 1, bytes);
    if (!memory)
        csv_fail("out of memory");
    return memory;
}

int csv_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

/* Contests have a share and changes, others leave them empty. */
static int is_optional(int field)
{
    return field == CSV_SHARE || field == CSV_CHANGES;
}

static int is_number(int field)
{
    return (field >= CSV_RANKS && field <= CSV_MOST) || is_optional(field);
}

/* Split a text in place into the fields of a line. Returns their number. */
static int split(char *text, csv_line_t *line)
{
    int count = 0;
    *line = (csv_line_t){.text = {NULL}};
    for (char *field; (field = strsep(&text, ",")); ++count)
        if (count < CSV_FIELDS)
            line->text[count] = field;
    for (int k = count; k < CSV_FIELDS; ++k)
        line->text[k] = "";
    return count;
}

static void parse(char *text, csv_line_t *line, const char *path, int number)
{
    int count = split(text, line);
    if (count <= CSV_MOST || count > CSV_FIELDS)
        csv_fail("%s:%d: %d fields", path, number, count);
    for (int k = 0; k < CSV_FIELDS; ++k) {
        int is_empty = line->text[k][0] == '\0';
        if (is_number(k) && !(is_empty && is_optional(k)) &&
            !csv_number(line->text[k], &line->value[k]))
            csv_fail("%s:%d: '%s' is not a number", path, number, line->text[k]);
    }
}

void csv_read(csv_t *csv, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        csv_fail("%s cannot be read", path);
    char *text = NULL;
    size_t room = 0;
    for (int number = 1; getline(&text, &room, file) > 0; ++number) {
        if (number == 1) {
            if (strcmp(text, CSV_HEADER) != 0)
                csv_fail("%s is not the CSV of a benchmark", path);
            continue;
        }
        text[strcspn(text, "\n")] = '\0';
        csv->lines = csv_allocate(csv->lines, (size_t)csv->count + 1, sizeof *csv->lines);
        parse(text, &csv->lines[csv->count++], path, number);
        text = NULL; /* the fields point into it */
    }
    if (ftell(file) == 0)
        csv_fail("%s is empty", path);
    free(text);
    fclose(file);
}

int csv_same_row(const csv_line_t *a, const csv_line_t *b)
{
    return strcmp(a->text[CSV_ROW], b->text[CSV_ROW]) == 0 &&
           strcmp(a->text[CSV_RANKS], b->text[CSV_RANKS]) == 0;
}

const csv_line_t *csv_find(const csv_t *csv, const char *library, const char *row,
                           const char *ranks)
{
    const csv_line_t *found = NULL;
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line)
        if (strcmp(line->text[CSV_LIBRARY], library) == 0 &&
            strcmp(line->text[CSV_ROW], row) == 0 && strcmp(line->text[CSV_RANKS], ranks) == 0)
            found = line;
    return found;
}

double csv_figure(const char *library, const char *row, const char *text)
{
    double value;
    if (!csv_number(text, &value))
        csv_fail("%s %s: '%s' is not a number", library, row, text);
    return value;
}

void csv_write_samples(FILE *file, const char *library, const char *row, int ranks,
                       char *const *figures, int n)
{
    double *sorted = csv_allocate(NULL, (size_t)n, sizeof *sorted);
    for (int k = 0; k < n; ++k)
        sorted[k] = csv_figure(library, row, figures[k]);
    bench_sort(sorted, n);
    fprintf(file, "%s,%s,%d,0,%d", library, row, ranks, n);
    for (int quarter = 0; quarter <= 4; ++quarter)
        fprintf(file, ",%.6g", bench_quantile(sorted, n, 0.25 * quarter));
    fputs(",,,", file);
    for (int k = 0; k < n; ++k)
        fprintf(file, "%c%s", k == 0 ? ',' : ':', figures[k]);
    fputc('\n', file);
}
