/* stats: the figures in the CSV of the benchmarks. `stats` alone lists what it does. Exit code 77:
 * the figure was not measured; the last line of output says why. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/csv.h"
#include "bench/lib/quantile.h"
#include "bench/lib/report.h"

static const char usage[] =
    "usage: stats COMMAND ARGUMENTS\n"
    "\n"
    "  figure FILE A             one figure, LIBRARY:ROW[@RANKS][.FIELD]: the median time in\n"
    "                            microseconds or the field: `least`, `share`, `rate` (bytes a\n"
    "                            microsecond), `ns` (the median in nanoseconds, the least one of\n"
    "                            several runs); 2 ranks by default; the library `best` is the\n"
    "                            fastest peer\n"
    "  figure FILE A B           A over B; if one is of the library `limit` or `limit+...`, or\n"
    "                            both have the field `paired`, the median of the ratios of the\n"
    "                            repetitions\n"
    "  figure FILE A - B         A minus B\n"
    "  figure FILE A B above C   A minus C over B minus C\n"
    "  figure FILE worst X:Y     the largest ratio of library X to Y over all rows, of their "
    "first\n"
    "                            quartiles, which disturbances move less\n"
    "  figure FILE largest X:Y   the largest difference of library X and Y over all rows\n"
    "  merge FILE...             one line for each library, row and number of ranks of several "
    "runs\n"
    "  table FILE                a table to read\n"
    "  seconds FILE              the same, where programs take seconds\n"
    "  markdown FILE             for docs/performance.md\n"
    "  curves DIR FILE           a file OPERATION-LIBRARY for each curve against the size\n"
    "  record FILE LIBRARY ROW RANKS FIGURE[s]   add a line; s: seconds\n"
    "  record FILE LIBRARY ROW RANKS FIGURES     the same of several repetitions\n"
    "  within FIGURE BOUND [BY]  whether a figure meets a bound: <=, >= or = and a number;\n"
    "                            BY 0.1: or misses one of the first two by a tenth at most\n";

/* ---- figures --------------------------------------------------------------------------------- */

enum field { FIELD_MEDIAN, FIELD_LEAST, FIELD_NS, FIELD_SHARE, FIELD_RATE, FIELD_PAIRED };

typedef struct operand {
    const char *name; /* as it was given */
    const char *library, *row, *ranks;
    enum field field;
    const csv_line_t *line;
} operand_t;

static enum field cut_field(char *name)
{
    static const struct {
        const char *suffix;
        enum field field;
    } fields[] = {{".least", FIELD_LEAST},
                  {".ns", FIELD_NS},
                  {".share", FIELD_SHARE},
                  {".rate", FIELD_RATE},
                  {".paired", FIELD_PAIRED}};
    char *suffix = strrchr(name, '.');
    for (size_t k = 0; suffix && k < sizeof fields / sizeof *fields; ++k)
        if (strcmp(suffix, fields[k].suffix) == 0) {
            *suffix = '\0';
            return fields[k].field;
        }
    return FIELD_MEDIAN;
}

/* `limit`, and others measured alternately with ours: `limit+...` */
static int is_limit(const char *library)
{
    return strcmp(library, "limit") == 0 || strncmp(library, "limit+", 6) == 0;
}

static int is_ours(const char *library)
{
    static const char *const names[] = {"armci-lite", "ga", "classic", "fortran", "ashlar",
                                        "co",         "al", "caf",     "cxx2002", "cxx2013"};
    int ours = strncmp(library, "ga+", 3) == 0;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k)
        ours |= strcmp(library, names[k]) == 0;
    return ours;
}

static int is_peer(const char *library)
{
    return !is_limit(library) && !is_ours(library);
}

/* The fastest line of a library, or of all peers (NULL), for a row; NULL: there is none. */
static const csv_line_t *find_fastest(const csv_t *csv, const char *library, const char *row,
                                      const char *ranks)
{
    const csv_line_t *fastest = NULL;
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line) {
        const char *its = line->text[CSV_LIBRARY];
        if ((library ? strcmp(its, library) == 0 : is_peer(its)) &&
            strcmp(line->text[CSV_ROW], row) == 0 && strcmp(line->text[CSV_RANKS], ranks) == 0 &&
            (!fastest || line->value[CSV_MEDIAN] < fastest->value[CSV_MEDIAN]))
            fastest = line;
    }
    return fastest;
}

static const csv_line_t *find_line(const csv_t *csv, const operand_t *operand)
{
    if (operand->field == FIELD_NS)
        return find_fastest(csv, operand->library, operand->row, operand->ranks);
    if (strcmp(operand->library, "best") != 0)
        return csv_find(csv, operand->library, operand->row, operand->ranks);
    const csv_line_t *best = find_fastest(csv, NULL, operand->row, operand->ranks);
    if (!best) {
        puts("no peer was measured");
        exit(77);
    }
    return best;
}

/* A peer may be missing altogether. */
static void require_library(const csv_t *csv, const char *library)
{
    if (!is_peer(library))
        return;
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line)
        if (strcmp(line->text[CSV_LIBRARY], library) == 0)
            return;
    printf("%s was not measured\n", library);
    exit(77);
}

static operand_t find_operand(const csv_t *csv, const char *name)
{
    operand_t operand = {.name = name, .ranks = "2"};
    char *row = strdup(name);
    operand.field = cut_field(row);
    operand.library = strsep(&row, ":");
    if (!row)
        csv_fail("'%s' is not LIBRARY:ROW", name);
    operand.row = strsep(&row, "@");
    if (row)
        operand.ranks = row;
    operand.line = find_line(csv, &operand);
    if (!operand.line)
        require_library(csv, operand.library);
    if (!operand.line)
        csv_fail("no %s:%s@%s", operand.library, operand.row, operand.ranks);
    return operand;
}

static double value_of(const operand_t *operand)
{
    const csv_line_t *line = operand->line;
    switch (operand->field) {
    case FIELD_LEAST:
        return line->value[CSV_LEAST];
    case FIELD_NS:
        return 1000 * line->value[CSV_MEDIAN];
    case FIELD_SHARE:
        if (line->text[CSV_SHARE][0] == '\0')
            csv_fail("%s: not a contest", operand->name);
        return line->value[CSV_SHARE];
    case FIELD_RATE:
        return line->value[CSV_BYTES] / line->value[CSV_MEDIAN];
    default:
        return line->value[CSV_MEDIAN];
    }
}

/* The times of the repetitions, as bytes a microsecond when the field is `rate`. */
static double *read_samples(const operand_t *operand, int *n)
{
    char *text = strdup(operand->line->text[CSV_SAMPLES]);
    double *samples = csv_allocate(NULL, strlen(text) / 2 + 1, sizeof *samples);
    *n = 0;
    for (char *sample; *text && (sample = strsep(&text, ":"));) {
        double us;
        if (!csv_number(sample, &us))
            csv_fail("%s: the sample '%s' is not a number", operand->name, sample);
        samples[(*n)++] = operand->field == FIELD_RATE ? operand->line->value[CSV_BYTES] / us : us;
        if (!text)
            break;
    }
    return samples;
}

/* Ours and a limit are measured alternately by one program, others by programs that take turns: the
 * median of the ratios of the repetitions, since those of one repetition are closest in time. */
static double paired_ratio(const operand_t *a, const operand_t *b)
{
    int n, n_b;
    double *ratios = read_samples(a, &n), *samples_b = read_samples(b, &n_b);
    if (n != n_b)
        csv_fail("%s has %d repetitions, %s has %d: they cannot be paired", a->name, n, b->name,
                 n_b);
    if (n == 0)
        return value_of(a) / value_of(b);
    for (int k = 0; k < n; ++k)
        ratios[k] /= samples_b[k];
    bench_sort(ratios, n);
    return bench_quantile(ratios, n, 0.5);
}

static int is_paired(const operand_t *a, const operand_t *b)
{
    const operand_t *both[2] = {a, b};
    int limits = 0;
    if (a->field == FIELD_PAIRED && b->field == FIELD_PAIRED)
        return 1;
    for (int k = 0; k < 2; ++k) {
        if ((both[k]->field != FIELD_MEDIAN && both[k]->field != FIELD_RATE) ||
            strcmp(both[k]->library, "best") == 0)
            return 0;
        limits += is_limit(both[k]->library);
    }
    return limits > 0;
}

/* Print `before` and the figure; `name` is what was asked for. */
static void print_figure(const char *before, double figure, const char *name)
{
    if (!isfinite(figure))
        csv_fail("%s: the figure is not finite", name);
    printf("%s%.4g\n", before, figure);
}

typedef double (*compare_t)(const csv_line_t *x, const csv_line_t *y);

static double ratio_of_lines(const csv_line_t *x, const csv_line_t *y)
{
    return x->value[CSV_QUARTILE1] / y->value[CSV_QUARTILE1];
}

static double difference_of_lines(const csv_line_t *x, const csv_line_t *y)
{
    return fabs(x->value[CSV_MEDIAN] - y->value[CSV_MEDIAN]);
}

/* Print the greatest value of compare over the rows of two libraries, and its row. */
static void print_greatest(const csv_t *csv, const char *libraries, compare_t compare)
{
    char *y = strdup(libraries), *x = strsep(&y, ":");
    if (!y)
        csv_fail("'%s' is not LIBRARY:LIBRARY", libraries);
    const csv_line_t *greatest = NULL;
    double most = 0;
    for (const csv_line_t *line = csv->lines; line < csv->lines + csv->count; ++line) {
        const csv_line_t *other = csv_find(csv, y, line->text[CSV_ROW], line->text[CSV_RANKS]);
        if (strcmp(line->text[CSV_LIBRARY], x) != 0 || !other)
            continue;
        double value = compare(line, other);
        if (!greatest || !(value <= most)) { /* true for NaN too */
            most = value;
            greatest = line;
        }
    }
    if (!greatest)
        csv_fail("no row of both %s and %s", x, y);
    char *row;
    if (asprintf(&row, "%s@%s ", greatest->text[CSV_ROW], greatest->text[CSV_RANKS]) < 0)
        csv_fail("out of memory");
    print_figure(row, most, libraries);
}

static double figure_of(const csv_t *csv, int argc, char **argv)
{
    operand_t a = find_operand(csv, argv[0]);
    if (argc == 1)
        return value_of(&a);
    operand_t b = find_operand(csv, argv[argc == 3 ? 2 : 1]);
    if (argc == 2)
        return is_paired(&a, &b) ? paired_ratio(&a, &b) : value_of(&a) / value_of(&b);
    if (argc == 3)
        return value_of(&a) - value_of(&b);
    operand_t c = find_operand(csv, argv[3]);
    return (value_of(&a) - value_of(&c)) / (value_of(&b) - value_of(&c));
}

static int call_figure(int argc, char **argv)
{
    if ((argc == 4 && strcmp(argv[2], "-") != 0) || (argc == 5 && strcmp(argv[3], "above") != 0))
        return 2;
    csv_t csv = {NULL, 0};
    csv_read(&csv, argv[0]);
    if (strcmp(argv[1], "worst") == 0 && argc == 3)
        print_greatest(&csv, argv[2], ratio_of_lines);
    else if (strcmp(argv[1], "largest") == 0 && argc == 3)
        print_greatest(&csv, argv[2], difference_of_lines);
    else
        print_figure("", figure_of(&csv, argc - 1, argv + 1), argv[1]);
    return 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void record_one(FILE *file, char **argv)
{
    char *figure = argv[4], microseconds[64];
    size_t length = strlen(figure);
    int is_seconds = length > 0 && figure[length - 1] == 's';
    if (is_seconds)
        figure[length - 1] = '\0';
    snprintf(microseconds, sizeof microseconds, "%.0f", 1e6 * csv_figure(argv[1], argv[2], figure));
    csv_write_figure(file, argv[1], argv[2], atoi(argv[3]), is_seconds ? microseconds : figure);
}

static int call_record(int argc, char **argv)
{
    FILE *file = fopen(argv[0], "a");
    if (!file)
        csv_fail("%s cannot be written", argv[0]);
    if (ftell(file) == 0)
        fputs(CSV_HEADER, file);
    if (argc == 5)
        record_one(file, argv);
    else
        csv_write_samples(file, argv[1], argv[2], atoi(argv[3]), argv + 4, argc - 4);
    if (fclose(file) != 0)
        csv_fail("%s cannot be written", argv[0]);
    return 0;
}

static int call_within(int argc, char **argv)
{
    const char *relation = argv[1];
    size_t length = strspn(relation, "<>=");
    double figure, bound, by = 0;
    if (!csv_number(argv[0], &figure) || !csv_number(relation + length, &bound) ||
        (argc > 2 && !csv_number(argv[2], &by)))
        csv_fail("%s %s: not a number", argv[0], relation);
    if (length == 2 && strncmp(relation, "<=", 2) == 0)
        return !(figure <= bound + by * fabs(bound));
    if (length == 2 && strncmp(relation, ">=", 2) == 0)
        return !(figure >= bound - by * fabs(bound));
    if (length != 1 || *relation != '=')
        csv_fail("'%s' is not a bound", relation);
    return !(figure == bound);
}

static int call_curves(int argc, char **argv)
{
    csv_t csv = {NULL, 0};
    (void)argc;
    csv_read(&csv, argv[1]);
    report_curves(&csv, argv[0]);
    return 0;
}

/* ---- commands -------------------------------------------------------------------------------- */

typedef struct command {
    const char *name;
    int least, most; /* arguments */
    int (*call)(int argc, char **argv);
    void (*report)(const csv_t *csv); /* else: of the files that the arguments name */
} command_t;

static int call(const command_t *command, int argc, char **argv)
{
    if (command->call)
        return command->call(argc, argv);
    csv_t csv = {NULL, 0};
    for (int k = 0; k < argc; ++k)
        csv_read(&csv, argv[k]);
    command->report(&csv);
    return 0;
}

int main(int argc, char **argv)
{
    static const command_t commands[] = {
        {"figure", 2, 5, call_figure, NULL},       {"merge", 1, 1000, NULL, report_merge},
        {"table", 1, 1, NULL, report_table},       {"seconds", 1, 1, NULL, report_seconds},
        {"markdown", 1, 1, NULL, report_markdown}, {"curves", 2, 2, call_curves, NULL},
        {"record", 5, 1000, call_record, NULL},    {"within", 2, 3, call_within, NULL},
    };
    int code = 2;
    for (size_t k = 0; k < sizeof commands / sizeof *commands && argc > 1; ++k)
        if (strcmp(argv[1], commands[k].name) == 0 && argc - 2 >= commands[k].least &&
            argc - 2 <= commands[k].most)
            code = call(&commands[k], argc - 2, argv + 2);
    if (code == 2)
        fputs(usage, stderr);
    if (fflush(stdout) != 0)
        csv_fail("the output cannot be written");
    return code;
}
