/* The CSV of the benchmarks: a header, and a line for each library, row and number of ranks. */
#ifndef BENCH_CSV_H
#define BENCH_CSV_H

#include <stdio.h>

#define CSV_HEADER                                                                                 \
    "library,row,ranks,bytes,repetitions,min_us,quartile1_us,median_us,quartile3_us,max_us,share," \
    "changes,shares,samples_us\n"

enum csv_field {
    CSV_LIBRARY,
    CSV_ROW,
    CSV_RANKS,
    CSV_BYTES,
    CSV_REPETITIONS,
    CSV_LEAST,
    CSV_QUARTILE1,
    CSV_MEDIAN,
    CSV_QUARTILE3,
    CSV_MOST,
    CSV_SHARE,
    CSV_CHANGES,
    CSV_SHARES,
    CSV_SAMPLES,
    CSV_FIELDS
};

typedef struct csv_line {
    const char *text[CSV_FIELDS]; /* "": empty */
    double value[CSV_FIELDS];     /* 0 where the text is empty or not a number */
} csv_line_t;

typedef struct csv {
    csv_line_t *lines;
    int count;
} csv_t;

/* End the program with a message. */
_Noreturn void csv_fail(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
/* Memory that is never freed; kept: the block to enlarge, or NULL. */
void *csv_allocate(void *kept, size_t n, size_t bytes);

/* Add the lines of a file, which must all be valid. They stay until the program ends. */
void csv_read(csv_t *csv, const char *path);
/* The last line about these, or NULL. */
const csv_line_t *csv_find(const csv_t *csv, const char *library, const char *row,
                           const char *ranks);
int csv_same_row(const csv_line_t *a, const csv_line_t *b); /* and the same number of ranks */
/* A finite number and nothing else. */
int csv_number(const char *text, double *value);
/* The same; anything else ends the program with a message that names the row. */
double csv_figure(const char *library, const char *row, const char *text);

/* Write a figure that was measured once. */
static inline void csv_write_figure(FILE *file, const char *library, const char *row, int ranks,
                                    const char *figure)
{
    fprintf(file, "%s,%s,%d,0,1,%s,%s,%s,%s,%s,,,,\n", library, row, ranks, figure, figure, figure,
            figure, figure);
}

/* The same of figures that were measured n times, in the order of the repetitions. */
void csv_write_samples(FILE *file, const char *library, const char *row, int ranks,
                       char *const *figures, int n);

#endif
