/* The subcommands of ashlar-trace, a file for each. */
#ifndef TRACE_SHOW_H
#define TRACE_SHOW_H

#include <stdio.h>

#include "tools/trace/read.h"
#include "tools/trace/tally.h"

/* Options of the command line, of which each subcommand uses some. */
typedef struct trace_options {
    const char *output; /* a file; NULL: stdout */
    const char *object; /* name of an array; NULL: the one with the most waiting, or overlaps */
    const char *show;   /* waiting, overlaps or accesses; NULL: the first of them that there is */
    int bins;
} trace_options_t;

void show_summary(trace_t *trace, const trace_options_t *options);
void show_map(trace_t *trace, const trace_options_t *options);
void show_csv(trace_t *trace, const trace_options_t *options);
void show_perfetto(trace_t *trace, const trace_options_t *options);
void show_html(trace_t *trace, const trace_options_t *options);
void show_diff(trace_t *before, trace_t *after, const trace_options_t *options);

/* ---- shared by them -------------------------------------------------------------------------- */

/* Where the output goes; close_output() fails in words if not all of it could be written. */
FILE *open_output(const trace_options_t *options);
void close_output(FILE *out, const trace_options_t *options);

/* Text in quotes, as JSON wants it. */
void print_json_text(FILE *out, const char *text);
/* "123.4 ms" and the like, in at most 15 characters. */
const char *format_time(char text[16], int64_t nanoseconds);
const char *format_bytes(char text[16], int64_t bytes);
/* The indices of an operand: "[0:9, 3:5]"; "" if it has no patch. */
const char *format_patch(char text[256], const trace_operand_t *operand);

/* The layer of maps of a name; -1: there is no such name. */
int map_layer(const char *name);
extern const char *const map_layer_names[MAP_LAYERS];
/* The object that a user means, by its name, or the one that matters most; -1: there is none. */
int choose_object(const trace_t *trace, const tallies_t *tallies, const char *name);
/* The layer to show of a map: the first that is not empty. */
int choose_layer(const tallies_t *tallies, int object, const char *name);
/* Text with a character for each bin of a map, at most some rows and columns. */
void print_map(FILE *out, const map_t *map, int layer);

#endif
