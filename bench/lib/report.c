/* The reports of `stats`. */
#define _GNU_SOURCE
#include "bench/lib/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/quantile.h"

typedef int (*same_t)(const csv_line_t *a, const csv_line_t *b);

/* The first line after `line` (NULL: of all) that is like none before it. */
static const csv_line_t *next_kind(const csv_t *csv, const csv_line_t *line, same_t same)
{
    const csv_line_t *end = csv->lines + csv->count;
    for (line = line ? line + 1 : csv->lines; line < end; ++line) {
        const csv_line_t *first = csv->lines;
        while (!same(first, line))
            ++first;
        if (first == line)
            return line;
    }
    return NULL;
}

static int same_library(const csv_line_t *a, const csv_line_t *b)
{
    return strcmp(a->text[CSV_LIBRARY], b->text[CSV_LIBRARY]) == 0;
}

static double gigabytes(const csv_line_t *line)
{
    return line->value[CSV_BYTES] / line->value[CSV_MEDIAN] / 1000;
}

/* ---- merge ----------------------------------------------------------------------------------- */

static int same_key(const csv_line_t *a, const csv_line_t *b)
{
    return same_library(a, b) && csv_same_row(a, b) &&
           strcmp(a->text[CSV_BYTES], b->text[CSV_BYTES]) == 0;
}

/* All lines like this one, which is the first of them. */
static const csv_line_t **collect(const csv_t *csv, const csv_line_t *like, int *n)
{
    const csv_line_t **runs = csv_allocate(NULL, (size_t)csv->count, sizeof *runs);
    *n = 0;
    for (const csv_line_t *line = like; line < csv->lines + csv->count; ++line)
        if (same_key(line, like))
            runs[(*n)++] = line;
    return runs;
}

/* The field's text in the run below which a fraction of the runs lie. */
static const char *pick(const csv_line_t **runs, int n, enum csv_field field, double fraction)
{
    double *values = csv_allocate(NULL, (size_t)n, sizeof *values);
    for (int k = 0; k < n; ++k)
        values[k] = runs[k]->value[field];
    bench_sort(values, n);
    double wanted = values[(int)(fraction * (n - 1) + 0.5)];
    free(values);
    while ((*runs)->value[field] != wanted)
        ++runs;
    return (*runs)->text[field];
}

static void write_samples(const csv_line_t **runs, int n)
{
    const char *before = "";
    for (int k = 0; k < n; ++k) {
        if (runs[k]->text[CSV_SAMPLES][0] == '\0')
            continue;
        printf("%s%s", before, runs[k]->text[CSV_SAMPLES]);
        before = ":";
    }
}

void report_merge(const csv_t *csv)
{
    static const double fractions[] = {
        [CSV_LEAST] = 0, [CSV_QUARTILE1] = 0.5, [CSV_MEDIAN] = 0.5, [CSV_QUARTILE3] = 0.5,
        [CSV_MOST] = 1,  [CSV_SHARE] = 0.5,     [CSV_CHANGES] = 0.5};
    fputs(CSV_HEADER, stdout);
    for (const csv_line_t *line = NULL; (line = next_kind(csv, line, same_key));) {
        int n;
        const csv_line_t **runs = collect(csv, line, &n);
        double repetitions = 0;
        for (int k = 0; k < n; ++k)
            repetitions += runs[k]->value[CSV_REPETITIONS];
        for (int field = CSV_LIBRARY; field <= CSV_BYTES; ++field)
            printf("%s,", line->text[field]);
        printf("%.0f,", repetitions);
        for (int field = CSV_LEAST; field <= CSV_CHANGES; ++field)
            printf("%s,", pick(runs, n, (enum csv_field)field, fractions[field]));
        printf("%s,", runs[n - 1]->text[CSV_SHARES]);
        write_samples(runs, n);
        putchar('\n');
        free(runs);
    }
}

/* ---- for people ------------------------------------------------------------------------------ */

static const char table_format[] = "%-17s %5s  %-17s %10s  %-20s %7s %8s %7s %-9s %s\n";

/* is_first: of its row. */
static void print_table_line(const csv_t *csv, const csv_line_t *line, int is_first)
{
    char median[32], quartiles[64], bandwidth[32] = "", ratio[32] = "";
    double us = line->value[CSV_MEDIAN];
    const csv_line_t *ga = csv_find(csv, "ga", line->text[CSV_ROW], line->text[CSV_RANKS]);
    snprintf(median, sizeof median, "%.4g", us);
    snprintf(quartiles, sizeof quartiles, "%.4g .. %.4g", line->value[CSV_QUARTILE1],
             line->value[CSV_QUARTILE3]);
    if (line->value[CSV_BYTES] > 8 && us > 0)
        snprintf(bandwidth, sizeof bandwidth, "%.2f", gigabytes(line));
    if (ga && !same_library(ga, line) && us > 0)
        snprintf(ratio, sizeof ratio, "%.3g", ga->value[CSV_MEDIAN] / us);
    printf(table_format, is_first ? line->text[CSV_ROW] : "", is_first ? line->text[CSV_RANKS] : "",
           line->text[CSV_LIBRARY], median, quartiles, bandwidth, ratio, line->text[CSV_SHARE],
           line->text[CSV_CHANGES], line->text[CSV_SHARES]);
}

void report_table(const csv_t *csv)
{
    printf(table_format, "row", "ranks", "library", "median us", "quartiles", "GB/s", "ga takes",
           "share", "changes", "shares %");
    for (const csv_line_t *row = NULL; (row = next_kind(csv, row, csv_same_row));)
        for (const csv_line_t *line = row; line < csv->lines + csv->count; ++line)
            if (csv_same_row(row, line))
                print_table_line(csv, line, line == row);
}

void report_seconds(const csv_t *csv)
{
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line)
        printf("%-10s %-11s %2s ranks  %9.4f s  (%.4f .. %.4f)\n", line->text[CSV_LIBRARY],
               line->text[CSV_ROW], line->text[CSV_RANKS], line->value[CSV_MEDIAN] / 1e6,
               line->value[CSV_LEAST] / 1e6, line->value[CSV_MOST] / 1e6);
}

/* ---- for docs/performance.md ----------------------------------------------------------------- */

static int ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static int is_large(const csv_line_t *line)
{
    return ends_in(line->text[CSV_ROW], "-353") || ends_in(line->text[CSV_ROW], "-1m");
}

static csv_t without_curves(const csv_t *csv)
{
    csv_t rest = {csv_allocate(NULL, (size_t)csv->count, sizeof *rest.lines), 0};
    for (int k = 0; k < csv->count; ++k)
        if (!strstr(csv->lines[k].text[CSV_ROW], "-line-"))
            rest.lines[rest.count++] = csv->lines[k];
    return rest;
}

static void print_markdown_row(const csv_t *csv, const csv_line_t *row)
{
    printf("| %s", row->text[CSV_ROW]);
    if (strcmp(row->text[CSV_RANKS], "2") != 0)
        printf(", %s ranks", row->text[CSV_RANKS]);
    printf(" | %s |", is_large(row) ? "GB/s" : "us");
    for (const csv_line_t *of = NULL; (of = next_kind(csv, of, same_library));) {
        const csv_line_t *line =
            csv_find(csv, of->text[CSV_LIBRARY], row->text[CSV_ROW], row->text[CSV_RANKS]);
        if (line)
            printf(" %.3g |", is_large(line) ? gigabytes(line) : line->value[CSV_MEDIAN]);
        else
            printf("  |");
    }
    putchar('\n');
}

void report_markdown(const csv_t *all)
{
    csv_t csv = without_curves(all);
    printf("| row | unit |");
    for (const csv_line_t *of = NULL; (of = next_kind(&csv, of, same_library));)
        printf(" %s |", of->text[CSV_LIBRARY]);
    printf("\n|---|---|");
    for (const csv_line_t *of = NULL; (of = next_kind(&csv, of, same_library));)
        printf("---|");
    putchar('\n');
    for (const csv_line_t *row = NULL; (row = next_kind(&csv, row, csv_same_row));)
        print_markdown_row(&csv, row);
    free(csv.lines);
}

/* ---- curves ---------------------------------------------------------------------------------- */

void report_curves(const csv_t *csv, const char *folder)
{
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line) {
        const char *row = line->text[CSV_ROW];
        if (strncmp(row, "put-line-", 9) != 0 && strncmp(row, "get-line-", 9) != 0 &&
            strncmp(row, "acc-line-", 9) != 0)
            continue;
        char *path;
        if (asprintf(&path, "%s/%.3s-%s", folder, row, line->text[CSV_LIBRARY]) < 0)
            csv_fail("out of memory");
        FILE *file = fopen(path, "a");
        if (!file)
            csv_fail("%s cannot be written", path);
        fprintf(file, "%s %s %.6g\n", line->text[CSV_BYTES], line->text[CSV_MEDIAN],
                gigabytes(line));
        fclose(file);
        free(path);
    }
}
