/* Guards, errors and reports. */
#include <stdio.h>
#include <string.h>

#include "support.h"

/* Overwrite one byte: all that looks at the block says so, until the byte is back. */
static void try_guard(Integer handle, char *at, const char *where, const char *side, int is_heap)
{
    char kept = *at, line[100];
    MA_AccessIndex index;
    void *pointer;
    *at = (char)(kept + 1);
    ma_listen();
    CHECK(!MA_verify_allocator_stuff());
    const char *text = ma_heard();
    snprintf(line, sizeof line, "handle %ld: overwritten %s\n", (long)handle, side);
    CHECK_CONTAINS(text, line);
    CHECK_CONTAINS(text, where);
    CHECK_CONTAINS(text, is_heap ? "beside 1 of 2 blocks on the heap and 0 of 2 on the stack"
                                 : "beside 0 of 2 blocks on the heap and 1 of 2 on the stack");
    ma_listen();
    CHECK(!MA_get_index(handle, &index));
    CHECK(!MA_get_pointer(handle, &pointer));
    CHECK(!(is_heap ? MA_free_heap(handle) : MA_pop_stack(handle)));
    CHECK(!(is_heap ? MA_free_heap_piece(handle, 1) : MA_chop_stack(handle)));
    snprintf(line, sizeof line, "the memory %s it has been overwritten", side);
    CHECK_CONTAINS(ma_heard(), line);
    /* Asked for, it is found by calls that do not name the block. */
    MA_set_auto_verify(MA_TRUE);
    MA_set_error_print(MA_FALSE);
    ma_listen();
    CHECK(!MA_push_stack(MT_INT, 1, "other", &handle));
    CHECK_INT(0, MA_inquire_avail(MT_INT));
    CHECK_CONTAINS(ma_heard(), "MA_inquire_avail: the memory beside ");
    MA_set_auto_verify(MA_FALSE);
    MA_set_error_print(MA_TRUE);
    *at = kept;
    CHECK(MA_verify_allocator_stuff());
}

void ma_guards(void)
{
    Integer handle[4];
    char *data;
    CHECK(MA_init(MT_DBL, 1000, 1000));
    for (int k = 0; k < 4; ++k) /* 7 doubles and the guards are one byte too many for a line */
        CHECK(k < 2 ? MA_allocate_heap(MT_DBL, 7 - k, k ? "h1" : "h0", &handle[k])
                    : MA_push_stack(MT_CHAR, 41 + k, k == 2 ? "s0" : "s1", &handle[k]));
    for (int k = 0; k < 4; ++k) {
        static const char *const names[] = {"heap block 'h0' of 7 double", "heap block 'h1'",
                                            "stack block 's0' of 43 char", "stack block 's1'"};
        CHECK(MA_get_pointer(handle[k], &data));
        char *end = data + (k < 2 ? (7 - k) * 8 : 41 + k);
        for (int byte = 0; byte < 8; ++byte) {
            try_guard(handle[k], data - 1 - byte, names[k], "before", k < 2);
            try_guard(handle[k], end + byte, names[k], "behind", k < 2);
        }
    }
    CHECK(MA_get_pointer(handle[0], &data));
    data[-1] = data[56] = 1;
    ma_listen();
    CHECK(!MA_free_heap(handle[0]));
    CHECK(!MA_verify_allocator_stuff());
    const char *text = ma_heard();
    CHECK_CONTAINS(text, "the memory before and behind it has been overwritten");
    CHECK_CONTAINS(text, "overwritten before and behind\n");
}

void ma_switches(void)
{
    Boolean (*const set[])(Boolean) = {MA_set_auto_verify, MA_set_error_print, MA_set_hard_fail};
    for (int k = 0; k < 3; ++k) {
        CHECK_INT(k == 1, set[k](MA_TRUE));
        CHECK_INT(MA_TRUE, set[k](MA_FALSE));
        CHECK_INT(MA_FALSE, set[k](k == 1));
    }
    ma_listen();
    CHECK(!MA_pop_stack(3));
    CHECK_CONTAINS(ma_heard(), "0: MA_pop_stack: handle 3 names no block\n");
    MA_set_error_print(MA_FALSE);
    ma_listen();
    CHECK(!MA_pop_stack(3));
    CHECK_INT(0, strlen(ma_heard()));
}

static void fail_hard(void)
{
    MA_set_error_print(MA_FALSE);
    MA_set_hard_fail(MA_TRUE);
    MA_free_heap(3);
}

static void ask_wrongly(void)
{
    MA_set_error_print(MA_FALSE);
    MA_inquire_avail(3);
}

static int calls_back;

static void call_back(void)
{
    ++calls_back;
}

void ma_hard_fail(void)
{
    CHECK_INT(1, ma_exit_code(fail_hard));
    CHECK_CONTAINS(ma_heard(), "MA_free_heap: handle 3 names no block");
    CHECK_INT(1, ma_exit_code(ask_wrongly));
    CHECK_CONTAINS(ma_heard(), "MA_inquire_avail: 3 is no type");
    MA_set_error_callback(call_back);
    MA_set_hard_fail(MA_TRUE);
    ma_listen();
    CHECK(!MA_free_heap(3));
    CHECK_INT(1, calls_back);
    Integer (*const ask[])(Integer) = {MA_inquire_avail,
                                       MA_inquire_heap,
                                       MA_inquire_heap_check_stack,
                                       MA_inquire_heap_no_partition,
                                       MA_inquire_stack,
                                       MA_inquire_stack_check_heap,
                                       MA_inquire_stack_no_partition,
                                       MA_sizeof_overhead};
    for (int k = 0; k < 8; ++k) {
        CHECK_INT(0, ask[k](MT_LAST + 1));
        CHECK_INT(2 + k, calls_back);
    }
    const char *text = ma_heard();
    CHECK_CONTAINS(text, "MA_inquire_stack_no_partition: 1017 is no type");
    ma_set_error_callback(NULL);
    CHECK_INT(1, ma_exit_code(fail_hard));
    ma_heard();
}

void ma_reports(void)
{
    Integer heap, stack;
    char line[120];
    const char *text;
    MA_trace(MA_TRUE);
    ma_listen();
    CHECK(MA_allocate_heap(MT_DBL, 10, "one with a name of more than 31 letters", &heap));
    CHECK(MA_push_get(MT_F_INT, 20, NULL, &stack, NULL));
    CHECK(MA_free_heap_piece(heap, 5));
    text = ma_heard();
    CHECK_CONTAINS(text, "MA_allocate_heap: 'one with a name of more than 31', 10 double\n");
    CHECK_CONTAINS(text, "MA_push_get: '', 20 integer\n");
    CHECK_CONTAINS(text, "MA_free_heap_piece: 'one with a name of more than 31', 5 double\n");
    MA_trace(MA_FALSE);
    ma_listen();
    MA_summarize_allocated_blocks();
    text = ma_heard();
    CHECK_CONTAINS(text, "MA: 1 blocks on the heap, 1 on the stack\n");
    snprintf(line, sizeof line,
             "heap block 'one with a name of more than 31', handle %ld: 5 double", (long)heap);
    CHECK_CONTAINS(text, line);
    CHECK_CONTAINS(text, ", 64 bytes in all\n");
    CHECK(MA_chop_stack(stack));
    CHECK(MA_free_heap(heap));
    ma_listen();
    MA_print_stats(MA_TRUE);
    text = ma_heard();
    snprintf(line, sizeof line, "bytes most  %16d %16d\n", 128, sizeof(Integer) == 8 ? 192 : 128);
    CHECK_CONTAINS(text, line);
    snprintf(line, sizeof line, "blocks now  %16d %16d\n", 0, 0);
    CHECK_CONTAINS(text, line);
    snprintf(line, sizeof line, "bytes now   %16d %16d\n", 0, 0);
    CHECK_CONTAINS(text, line);
    snprintf(line, sizeof line, "MA_free_heap_piece            %16d calls\n", 1);
    CHECK_CONTAINS(text, line);
    ma_listen();
    MA_print_stats(MA_FALSE);
    CHECK(!strstr(ma_heard(), "calls"));
}
