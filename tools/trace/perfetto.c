/* `perfetto`: the events in the JSON of Chrome's trace viewer, which Perfetto reads
 * (Trace Event Format): a process for each rank, a thread for each of its threads. */
#include <inttypes.h>

#include "tools/trace/show.h"

static void print_names(FILE *out, const trace_t *trace)
{
    for (int k = 0; k < trace->lanes; ++k) {
        const trace_lane_t *lane = &trace->lane[k];
        char name[160];
        snprintf(name, sizeof name, "rank %d (%s)", lane->rank, lane->host);
        fprintf(
            out,
            "%s{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":",
            k ? ",\n" : "", lane->rank, lane->thread);
        print_json_text(out, name);
        fprintf(out,
                "}},\n{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":%d,\"tid\":%d,"
                "\"args\":{\"sort_index\":%d}}",
                lane->rank, lane->thread, lane->rank);
    }
}

static void print_arguments(FILE *out, const trace_t *trace, const trace_event_t *event)
{
    char patch[256];
    fprintf(out, "{\"bytes\":%" PRId64 ",\"waited_us\":%.3f", trace_bytes(event),
            1e-3 * (double)event->waited);
    for (int k = 0; k < event->operands; ++k) {
        const trace_operand_t *operand = &event->operand[k];
        if (operand->object < 0)
            continue;
        fprintf(out, ",\"array%d\":", k);
        print_json_text(out, trace->object[operand->object].name);
        fprintf(out, ",\"patch%d\":\"%s\"", k, format_patch(patch, operand));
    }
    if (event->tasks >= 0)
        fprintf(out, ",\"first_task\":%" PRId64 ",\"tasks\":%" PRId64, event->first_task,
                event->tasks);
    if (event->status)
        fprintf(out, ",\"status\":%d", event->status);
    putc('}', out);
}

void show_perfetto(trace_t *trace, const trace_options_t *options)
{
    FILE *out = open_output(options);
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
    print_names(out, trace);
    for (const trace_event_t *event; (event = trace_next(trace));) {
        const trace_lane_t *lane = &trace->lane[event->lane];
        fprintf(out, ",\n{\"pid\":%d,\"tid\":%d,\"ts\":%.3f,", lane->rank, lane->thread,
                1e-3 * (double)event->begin);
        if (event->call < 0) {
            fputs("\"ph\":\"i\",\"s\":\"p\",\"name\":", out);
            print_json_text(out, event->mark);
            putc('}', out);
            continue;
        }
        fprintf(out, "\"ph\":\"X\",\"dur\":%.3f,\"cat\":\"%s\",\"name\":\"%s\",\"args\":",
                1e-3 * (double)event->duration, trace_kind_names[event->kind],
                trace->call[event->call].name);
        print_arguments(out, trace, event);
        putc('}', out);
    }
    fputs("\n]}\n", out);
    close_output(out, options);
}
