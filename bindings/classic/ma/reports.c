/* Messages of MA: errors, the state of its blocks, statistics; and the settings of that. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <mpi.h>

#include <ashlar/al.h>

#include "ma.h"

mai_settings_t mai_settings = {.error_print = 1};

static const char *const call_names[] = {
#define X(name) "MA_" #name,
    MAI_CALLS(X)
#undef X
};

static const char *const place_names[MAI_PLACES] = {[MAI_HEAP] = "heap", [MAI_STACK] = "stack"};

/* ---- errors ---- */

/* End the program, unless it has a callback for that, which may return. */
static void stop_program(char *text)
{
    int is_begun = 0, is_over = 0;
    if (mai_settings.callback) {
        /* Programs hand over what ends a GA program: a function of a text and a code. */
        ((void (*)(char *, int))mai_settings.callback)(text, 1);
        return;
    }
    if (al_forked()) /* its parent's job goes on */
        _exit(1);
    MPI_Initialized(&is_begun);
    MPI_Finalized(&is_over);
    if (is_begun && !is_over) {
        usleep(500000); /* once told to abort, MPICH's launcher reads no more output */
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    exit(1);
}

static void report_error(mai_call_t call, int is_printed, int is_end, const char *format,
                         va_list args)
{
    char text[512];
    int is_begun = 0, is_over = 0, rank = 0;
    int n = snprintf(text, sizeof text, "%s: ", call_names[call]);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    if (is_printed) {
        MPI_Initialized(&is_begun);
        MPI_Finalized(&is_over);
        if (is_begun && !is_over)
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        fflush(stdout);
        fprintf(stderr, "%d: %s\n", rank, text);
        fflush(stderr);
    }
    if (is_end)
        stop_program(text);
}

Boolean mai_fail(mai_call_t call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_error(call, mai_settings.error_print || mai_settings.hard_fail, mai_settings.hard_fail,
                 format, args);
    va_end(args);
    return MA_FALSE;
}

Integer mai_fatal(mai_call_t call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_error(call, 1, 1, format, args);
    va_end(args);
    return 0;
}

/* ---- settings ---- */

static Boolean set(mai_call_t call, int *setting, Boolean value)
{
    Boolean before = *setting;
    ++mai_settings.calls[call];
    *setting = value != MA_FALSE;
    return before;
}

Boolean MA_set_auto_verify(Boolean value)
{
    return set(MAI_CALL_set_auto_verify, &mai_settings.auto_verify, value);
}

Boolean MA_set_error_print(Boolean value)
{
    return set(MAI_CALL_set_error_print, &mai_settings.error_print, value);
}

Boolean MA_set_hard_fail(Boolean value)
{
    return set(MAI_CALL_set_hard_fail, &mai_settings.hard_fail, value);
}

void MA_trace(Boolean value)
{
    set(MAI_CALL_trace, &mai_settings.trace, value);
}

void MA_set_error_callback(void (*func)(void))
{
    ++mai_settings.calls[MAI_CALL_set_error_callback];
    mai_settings.callback = func;
}

void ma_set_error_callback(void (*func)(void))
{
    MA_set_error_callback(func);
}

/* ---- reports ---- */

void mai_trace(mai_call_t call, const mai_block_t *block, Integer nelem)
{
    printf("%s: '%s', %ld %s\n", call_names[call], block->name, (long)nelem, block->type->name);
}

/* Each broken block in a line of its own, then their number: also if errors are not printed, as it
 * was asked for. */
Boolean mai_verify(mai_call_t call)
{
    size_t broken[MAI_PLACES] = {0};
    Integer slot = 1;
    const mai_block_t *block;
    while ((block = mai_next(&slot)) != NULL) {
        int sides = mai_broken_guards(block);
        if (sides == 0)
            continue;
        ++broken[block->place];
        fprintf(stderr, "%s block '%s' of %ld %s at %p, handle %ld: overwritten%s%s%s\n",
                place_names[block->place], block->name, (long)block->nelem, block->type->name,
                (void *)block->data, (long)block->handle, sides & MAI_BEFORE ? " before" : "",
                sides == (MAI_BEFORE | MAI_BEHIND) ? " and" : "",
                sides & MAI_BEHIND ? " behind" : "");
    }
    if (broken[MAI_HEAP] + broken[MAI_STACK] == 0)
        return MA_TRUE;
    int printed = mai_settings.error_print;
    mai_settings.error_print = 1;
    mai_fail(call,
             "the memory beside %zu of %zu blocks on the heap and %zu of %zu on the stack has been "
             "overwritten",
             broken[MAI_HEAP], mai_space.usage[MAI_HEAP].blocks, broken[MAI_STACK],
             mai_space.usage[MAI_STACK].blocks);
    mai_settings.error_print = printed;
    return MA_FALSE;
}

Boolean MA_verify_allocator_stuff(void)
{
    ++mai_settings.calls[MAI_CALL_verify_allocator_stuff];
    return mai_verify(MAI_CALL_verify_allocator_stuff);
}

void MA_summarize_allocated_blocks(void)
{
    Integer slot = 1;
    const mai_block_t *block;
    if (!mai_begin(MAI_CALL_summarize_allocated_blocks))
        return;
    printf("MA: %zu blocks on the heap, %zu on the stack\n", mai_space.usage[MAI_HEAP].blocks,
           mai_space.usage[MAI_STACK].blocks);
    while ((block = mai_next(&slot)) != NULL) {
        intptr_t index =
            (intptr_t)((uintptr_t)block->data - (uintptr_t)block->type->base) >> block->type->shift;
        printf("  %s block '%s', handle %ld: %ld %s at %p, index %lld, %zu bytes in all\n",
               place_names[block->place], block->name, (long)block->handle, (long)block->nelem,
               block->type->name, (void *)block->data, (long long)index, block->bytes);
    }
}

void MA_print_stats(Boolean printroutines)
{
    if (!mai_begin(MAI_CALL_print_stats))
        return;
    printf("MA: %27s %16s\n", place_names[MAI_HEAP], place_names[MAI_STACK]);
#define ROW(text, member)                                                                          \
    printf("  " text " %16zu %16zu\n", mai_space.usage[MAI_HEAP].member,                           \
           mai_space.usage[MAI_STACK].member)
    ROW("blocks now ", blocks);
    ROW("blocks most", most_blocks);
    ROW("bytes now  ", bytes);
    ROW("bytes most ", most_bytes);
#undef ROW
    for (int k = 0; printroutines && k < MAI_CALL_COUNT; ++k)
        printf("  %-29s %16lu calls\n", call_names[k], mai_settings.calls[k]);
}
