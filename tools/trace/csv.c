/* `csv`: a line for each event. */
#include <inttypes.h>
#include <string.h>

#include "tools/trace/show.h"

/* A field with commas and quotes in it. */
static void print_field(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; ++text) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void print_targets(FILE *out, const trace_event_t *event)
{
    for (int k = 0; k < event->targets; ++k)
        fprintf(out, "%s%d", k ? " " : "", event->target[k]);
}

/* Arrays and patches of all operands, with semicolons between them; of a wait those of its
 * transfer. */
static void print_operands(FILE *out, const trace_t *trace, const trace_event_t *event)
{
    char names[1024] = "", patches[1024] = "", patch[256];
    const bool is_wait = event->operands == 0 && event->of_call >= 0;
    for (int k = 0; k < event->operands + is_wait; ++k) {
        const trace_operand_t *operand = is_wait ? &event->of : &event->operand[k];
        const size_t at = strlen(names), behind = strlen(patches);
        snprintf(names + at, sizeof names - at, "%s%s", k ? "; " : "",
                 operand->object < 0 ? "-" : trace->object[operand->object].name);
        snprintf(patches + behind, sizeof patches - behind, "%s%s", k ? "; " : "",
                 format_patch(patch, operand));
    }
    print_field(out, names);
    putc(',', out);
    print_field(out, patches);
}

static void print_event(FILE *out, const trace_t *trace, const trace_event_t *event)
{
    const trace_lane_t *lane = &trace->lane[event->lane];
    fprintf(out, "%.9f,%.9f,%.9f,%d,%d,", 1e-9 * (double)event->begin,
            1e-9 * (double)event->duration, 1e-9 * (double)event->waited, lane->rank, lane->thread);
    if (event->call < 0) {
        fputs("mark,mark,,0,", out);
        print_field(out, event->mark);
        fputs(",,,,,\n", out);
        return;
    }
    fprintf(out, "%s,%s,", trace->call[event->call].name, trace_kind_names[event->kind]);
    if (event->waited)
        fprintf(out, "%d", event->waited_for);
    fprintf(out, ",%" PRId64 ",", trace_bytes(event));
    print_operands(out, trace, event);
    putc(',', out);
    print_targets(out, event);
    if (event->listed >= 0)
        fprintf(out, ",%" PRId64, event->listed);
    else
        putc(',', out);
    fprintf(out, ",%s,%d\n", event->of_call >= 0 ? trace->call[event->of_call].name : "",
            event->status);
}

void show_csv(trace_t *trace, const trace_options_t *options)
{
    FILE *out = open_output(options);
    fputs("begin,duration,waited,rank,thread,call,kind,waited_for,bytes,arrays,patches,targets,"
          "elements,of_call,status\n",
          out);
    for (const trace_event_t *event; (event = trace_next(trace));)
        print_event(out, trace, event);
    close_output(out, options);
}
