/* The reports that `stats` makes from CSV files. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench/lib/csv.h"

/* One line for each library, row and number of ranks of several runs: the median of their medians
 * and quartiles, the least and the greatest of all, the samples of all. */
void report_merge(const csv_t *csv);
/* For people to read. "ga takes" is ga's median over the line's: below 1, ga is faster. */
void report_table(const csv_t *csv);
/* Medians, least and greatest, where programs take seconds. */
void report_seconds(const csv_t *csv);
/* The medians as a table for docs/performance.md: a line for each row, a column for each library;
 * GB/s where whole patches move, else microseconds. */
void report_markdown(const csv_t *csv);
/* A file OPERATION-LIBRARY in a folder for each curve against the size of the transfer: bytes,
 * microseconds, GB/s. */
void report_curves(const csv_t *csv, const char *folder);

#endif
