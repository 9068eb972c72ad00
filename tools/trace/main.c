/* ashlar-trace: reads what ASHLAR_TRACE and ga_trace_begin() have recorded. */
#include "tools/trace/main.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/trace/show.h"

static const char usage[] =
    "usage: ashlar-trace SUBCOMMAND FOLDER... [OPTIONS]\n"
    "\n"
    "FOLDER is what ASHLAR_TRACE named, or ga_trace_begin(); several, if the hosts of a run wrote "
    "to\n"
    "folders of their own. SUBCOMMAND is one of:\n"
    "\n"
    "  summary    calls, bytes, time and waiting by call, rank and array; the hottest patches; the "
    "map\n"
    "  map        the contention map of an array, as text, or as a picture where the output ends "
    "in .png\n"
    "  html       a page that shows the accesses over time; open it in a browser\n"
    "  csv        a line for each call\n"
    "  perfetto   JSON for the trace viewers of Perfetto and Chromium\n"
    "  diff       two traces beside each other: ashlar-trace diff BEFORE AFTER\n"
    "\n"
    "  -o, --output FILE   write there; default: to stdout; html: trace.html\n"
    "  -a, --array NAME    map: which array; default: the one with the most waiting\n"
    "  -s, --show WHAT     map: waiting, overlaps or accesses\n"
    "  -b, --bins N        map: at most so many bins in each direction, 1 to 4096\n"
    "  -h, --help          this text\n";

static __attribute__((noreturn)) void fail_usage(const char *text, const char *argument)
{
    fprintf(stderr, "ashlar-trace: %s%s%s\n%s", text, argument ? ": " : "",
            argument ? argument : "", usage);
    exit(2);
}

static trace_options_t read_options(int argc, char **argv)
{
    static const struct option longs[] = {
        {"output", required_argument, NULL, 'o'}, {"array", required_argument, NULL, 'a'},
        {"show", required_argument, NULL, 's'},   {"bins", required_argument, NULL, 'b'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    trace_options_t options = {.output = NULL};
    optind = 1;
    for (int letter; (letter = getopt_long(argc, argv, "o:a:s:b:h", longs, NULL)) != -1;) {
        if (letter == 'o')
            options.output = optarg;
        if (letter == 'a')
            options.object = optarg;
        if (letter == 's' && map_layer(options.show = optarg) < 0)
            fail_usage("--show must be waiting, overlaps or accesses", optarg);
        if (letter == 'b' && ((options.bins = atoi(optarg)) < 1 || options.bins > 4096))
            fail_usage("--bins must be 1 to 4096", optarg);
        if (letter == 'h') {
            fputs(usage, stdout);
            exit(0);
        }
        if (letter == '?')
            fail_usage("see above", NULL);
    }
    return options;
}

int trace_main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*show)(trace_t *trace, const trace_options_t *options);
        const char *output; /* by default; NULL: stdout */
    } subcommands[] = {{"summary", show_summary, NULL},   {"map", show_map, NULL},
                       {"html", show_html, "trace.html"}, {"csv", show_csv, NULL},
                       {"perfetto", show_perfetto, NULL}, {"diff", NULL, NULL}};
    enum { COUNT = sizeof subcommands / sizeof *subcommands };
    trace_options_t options = read_options(argc, argv);
    const char *name = optind < argc ? argv[optind++] : NULL;
    int k = 0;
    if (!name)
        fail_usage("no subcommand", NULL);
    while (k < COUNT && strcmp(subcommands[k].name, name) != 0)
        ++k;
    if (k == COUNT)
        fail_usage("no such subcommand", name);
    if (optind == argc)
        fail_usage("no folder", NULL);
    if (!options.output)
        options.output = subcommands[k].output;
    if (subcommands[k].show) {
        subcommands[k].show(trace_open(argc - optind, argv + optind), &options);
        return 0;
    }
    if (argc - optind != 2)
        fail_usage("diff takes two folders", NULL);
    trace_t *before = trace_open(1, argv + optind);
    show_diff(before, trace_open(1, argv + optind + 1), &options);
    return 0;
}
