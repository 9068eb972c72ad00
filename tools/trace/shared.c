/* Output and words that the subcommands share. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tools/trace/show.h"

const char *const map_layer_names[MAP_LAYERS] = {"waiting", "overlaps", "accesses"};

FILE *open_output(const trace_options_t *options)
{
    FILE *out = options->output ? fopen(options->output, "wb") : stdout;
    if (!out)
        trace_fail("cannot write %s: %s", options->output, strerror(errno));
    return out;
}

void close_output(FILE *out, const trace_options_t *options)
{
    const int failed = fflush(out) != 0 || ferror(out);
    if ((out != stdout && fclose(out) != 0) || failed)
        trace_fail("cannot write all of %s: %s", options->output ? options->output : "the output",
                   strerror(errno));
}

void print_json_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; ++text) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c == '<' || c == 0x7f)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

const char *format_time(char text[16], int64_t nanoseconds)
{
    static const struct {
        double limit, unit;
        const char *name;
    } scales[] = {{1e3, 1, "ns"}, {1e6, 1e3, "us"}, {1e9, 1e6, "ms"}, {1e300, 1e9, "s"}};
    int k = 0;
    while ((double)nanoseconds >= scales[k].limit)
        ++k;
    snprintf(text, 16, k ? "%.2f %s" : "%.0f %s", (double)nanoseconds / scales[k].unit,
             scales[k].name);
    return text;
}

const char *format_bytes(char text[16], int64_t bytes)
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes;
    int k = 0;
    for (; value >= 1024 && k < 5; ++k)
        value /= 1024;
    snprintf(text, 16, k ? "%.1f %s" : "%.0f %s", value, names[k]);
    return text;
}

const char *format_patch(char text[256], const trace_operand_t *operand)
{
    size_t at = 0;
    text[0] = '\0';
    for (int d = 0; d < operand->ndim && at < 200; ++d)
        at += (size_t)snprintf(text + at, 256 - at,
                               operand->lo[d] == operand->hi[d] ? "%s%" PRId64
                                                                : "%s%" PRId64 ":%" PRId64,
                               d ? ", " : "[", operand->lo[d], operand->hi[d]);
    if (at)
        snprintf(text + at, 256 - at, "]");
    return text;
}

int map_layer(const char *name)
{
    for (int k = 0; k < MAP_LAYERS; ++k)
        if (strcmp(map_layer_names[k], name) == 0)
            return k;
    return -1;
}

/* Does the first of two tallies matter more? */
static bool matters_more(const tally_t *a, const tally_t *b)
{
    if (a->waited != b->waited)
        return a->waited > b->waited;
    return a->overlaps != b->overlaps ? a->overlaps > b->overlaps : a->calls > b->calls;
}

int choose_object(const trace_t *trace, const tallies_t *tallies, const char *name)
{
    int chosen = -1;
    for (int k = 0; k < trace->objects; ++k) {
        if (name ? strcmp(trace->object[k].name, name) != 0 : !tallies->map[k].layer[0])
            continue;
        if (chosen < 0 || matters_more(&tallies->object[k], &tallies->object[chosen]))
            chosen = k;
    }
    if (name && chosen < 0)
        trace_fail("there is no array '%s' in the trace; `summary` lists them", name);
    return chosen;
}

int choose_layer(const tallies_t *tallies, int object, const char *name)
{
    if (name)
        return map_layer(name);
    if (tallies->object[object].waited > 0)
        return MAP_WAITED;
    return tallies->object[object].overlaps > 0 ? MAP_OVERLAPS : MAP_ACCESSES;
}

static double largest(const map_t *map, int layer)
{
    double most = 0;
    for (int row = 0; row < map->rows; ++row)
        for (int column = 0; column < map->columns; ++column)
            if (map_at(map, layer, row, column) > most)
                most = map_at(map, layer, row, column);
    return most;
}

void print_map(FILE *out, const map_t *map, int layer)
{
    static const char shades[] = " .:-=+*#%@";
    const double most = largest(map, layer);
    for (int row = 0; row < map->rows; ++row) {
        fputs("  |", out);
        for (int column = 0; column < map->columns; ++column) {
            const double value = map_at(map, layer, row, column);
            const int shade = most > 0 ? (int)(value / most * 9.999) : 0;
            putc(shades[value > most * 1e-6 && shade == 0 ? 1 : shade], out);
        }
        fputs("|\n", out);
    }
    if (layer == MAP_WAITED) {
        char text[16];
        fprintf(out, "  '@' is %s of waiting in a bin\n", format_time(text, (int64_t)most));
    } else {
        fprintf(out, "  '@' is %.0f %s in a bin\n", most, map_layer_names[layer]);
    }
}
