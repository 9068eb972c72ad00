/* `diff`: two traces beside each other, by kind, call and array. */
#include <inttypes.h>
#include <string.h>

#include "tools/trace/show.h"

/* The tally of a call by its name: traces of other versions have other calls. */
static const tally_t *tally_of_call(const trace_t *trace, const tallies_t *tallies,
                                    const char *name)
{
    static const tally_t nothing;
    for (int k = 0; k < trace->calls; ++k)
        if (strcmp(trace->call[k].name, name) == 0)
            return &tallies->call[k];
    return &nothing;
}

static void print_change(FILE *out, const char *name, const tally_t *before, const tally_t *after)
{
    char time[2][16], waited[2][16];
    if (!before->calls && !after->calls)
        return;
    fprintf(out, "%-28.28s %10" PRId64 " %10" PRId64 " %12s %12s", name, before->calls,
            after->calls, format_time(time[0], before->time), format_time(time[1], after->time));
    fprintf(out, " %12s %12s", format_time(waited[0], before->waited),
            format_time(waited[1], after->waited));
    if (before->waited)
        fprintf(out, " %8.3f\n", (double)after->waited / (double)before->waited);
    else
        fputs("        -\n", out);
}

static void print_change_head(FILE *out, const char *what)
{
    fprintf(out, "\n%-28s %10s %10s %12s %12s %12s %12s %8s\n", what, "calls", "", "time", "",
            "waiting", "", "ratio");
}

/* The objects of a name, together. */
static tally_t tally_of_name(const trace_t *trace, const tallies_t *tallies, const char *name)
{
    tally_t sum = {0};
    for (int k = 0; k < trace->objects; ++k)
        if (strcmp(trace->object[k].name, name) == 0) {
            const tally_t *one = &tallies->object[k];
            sum.calls += one->calls;
            sum.bytes += one->bytes;
            sum.time += one->time;
            sum.waited += one->waited;
            sum.overlaps += one->overlaps;
        }
    return sum;
}

static bool is_first_of_name(const trace_t *trace, int object)
{
    for (int k = 0; k < object; ++k)
        if (strcmp(trace->object[k].name, trace->object[object].name) == 0)
            return false;
    return true;
}

static void print_arrays(FILE *out, const trace_t *one, const tallies_t *first,
                         const trace_t *other, const tallies_t *second, bool is_second)
{
    const trace_t *named = is_second ? other : one;
    for (int k = 0; k < named->objects; ++k) {
        const char *name = named->object[k].name;
        const tally_t before = tally_of_name(one, first, name);
        const tally_t after = tally_of_name(other, second, name);
        if (is_first_of_name(named, k) && !(is_second && before.calls))
            print_change(out, name, &before, &after);
    }
}

void show_diff(trace_t *before, trace_t *after, const trace_options_t *options)
{
    const tallies_t *first = tallies_of(before, 0), *second = tallies_of(after, 0);
    FILE *out = open_output(options);
    char time[2][16];
    fprintf(out, "%s, %d ranks, %s; then %s, %d ranks, %s\n", before->program, before->ranks,
            format_time(time[0], before->end), after->program, after->ranks,
            format_time(time[1], after->end));
    for (int k = 0; k < before->notes + after->notes; ++k)
        fprintf(out, "note: %s: %s\n", k < before->notes ? "before" : "then",
                k < before->notes ? before->note[k] : after->note[k - before->notes]);
    print_change_head(out, "kind");
    for (int k = 0; k < TRACE_KINDS; ++k)
        print_change(out, trace_kind_names[k], &first->kind[k], &second->kind[k]);
    print_change(out, "all", &first->total, &second->total);
    print_change_head(out, "call");
    for (int k = 0; k < before->calls; ++k)
        print_change(out, before->call[k].name, &first->call[k],
                     tally_of_call(after, second, before->call[k].name));
    for (int k = 0; k < after->calls; ++k) {
        const tally_t *known = tally_of_call(before, first, after->call[k].name);
        if (!known->calls && known != &first->call[k]) /* not among those above */
            print_change(out, after->call[k].name, known, &second->call[k]);
    }
    print_change_head(out, "array");
    print_arrays(out, before, first, after, second, false);
    print_arrays(out, before, first, after, second, true);
    close_output(out, options);
}
