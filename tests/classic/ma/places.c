/* Where blocks lie: all of the space, the partition, the order of the stack, pieces, alignment. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "support.h"

/* All that is said to be free can be taken, and no element more. */
void ma_all_of_it(void)
{
    CHECK(MA_init(MT_CHAR, 1000, 3000));
    MA_set_error_print(MA_FALSE);
    for (int k = 0; k < MT_NUMTYPES; ++k) {
        Integer code = ma_types[k].code, all = MA_inquire_avail(code), handle = -7, other = -7;
        CHECK(all > 3000 / ma_types[k].size);
        CHECK(!MA_allocate_heap(code, all + 1, "more", &handle));
        CHECK(!MA_push_stack(code, all + 1, "more", &handle));
        /* A number whose bytes, in 64 bits, would be none. */
        Integer too_many = sizeof(Integer) == 8 ? (Integer)(INT64_C(1) << 59) : INT_MAX;
        CHECK(!MA_allocate_heap(code, too_many, "more", &handle));
        CHECK(!MA_push_stack(code, too_many, "more", &handle));
        CHECK_INT(-7, handle);
        CHECK(MA_allocate_heap(code, all, "heap", &handle));
        CHECK_INT(0, MA_inquire_avail(code));
        CHECK(!MA_push_stack(code, 0, "none", &other));
        CHECK(MA_free_heap(handle));
        CHECK(MA_push_stack(code, all, "stack", &handle));
        CHECK_INT(0, MA_inquire_avail(code));
        CHECK(!MA_allocate_heap(code, 0, "none", &other));
        CHECK(MA_pop_stack(handle));
        /* They meet in the middle. */
        Integer half = all / 3;
        CHECK(MA_allocate_heap(code, half, "heap", &handle));
        Integer rest = MA_inquire_avail(code);
        CHECK(MA_push_stack(code, rest, "stack", &other));
        CHECK_INT(0, MA_inquire_heap_no_partition(code));
        CHECK(MA_verify_allocator_stuff());
        CHECK(MA_chop_stack(other));
        CHECK(MA_free_heap_piece(handle, half));
        CHECK_INT(all, MA_inquire_avail(code));
    }
    ma_listen();
    Integer handle;
    MA_set_error_print(MA_TRUE);
    CHECK(!MA_push_get(MT_DBL, 1000, "work", &handle, NULL));
    CHECK_CONTAINS(ma_heard(),
                   "MA_push_get: no room for block 'work' of 1000 double: there is room "
                   "for 526\n");
    ma_listen();
    CHECK(!MA_allocate_heap(MT_DBL, -1, "work", &handle));
    CHECK_CONTAINS(ma_heard(), "MA_allocate_heap: block 'work' cannot have -1 elements");
    ma_listen();
    CHECK(!MA_alloc_get(999, 1, "work", &handle, NULL));
    CHECK_CONTAINS(ma_heard(), "MA_alloc_get: block 'work': 999 is no type");
    ma_listen();
    CHECK(!MA_push_stack(MT_DBL, 1, "work", NULL));
    CHECK_CONTAINS(ma_heard(), "MA_push_stack: there is no place for the handle of block 'work'");
}

static void check_partition(Integer heap, Integer heap_check_stack, Integer heap_no_partition,
                            Integer stack, Integer stack_check_heap, Integer avail)
{
    CHECK_INT(heap, MA_inquire_heap(MT_DBL));
    CHECK_INT(heap_check_stack, MA_inquire_heap_check_stack(MT_DBL));
    CHECK_INT(heap_no_partition, MA_inquire_heap_no_partition(MT_DBL));
    CHECK_INT(stack, MA_inquire_stack(MT_DBL));
    CHECK_INT(stack_check_heap, MA_inquire_stack_check_heap(MT_DBL));
    CHECK_INT(avail, MA_inquire_stack_no_partition(MT_DBL));
    CHECK_INT(avail, MA_inquire_avail(MT_DBL));
}

/* Blocks of 8n-2 doubles and 2 words of guards are n lines. */
void ma_partition(void)
{
    Integer handle[4];
    CHECK(MA_init(MT_DBL, 200 * 8 - 9, 500 * 8 - 9)); /* 9 and the overhead: a line and 15 bytes */
    check_partition(501 * 8 - 2, 501 * 8 - 2, 702 * 8 - 2, 201 * 8 - 2, 201 * 8 - 2, 702 * 8 - 2);
    CHECK(MA_allocate_heap(MT_DBL, 100 * 8 - 2, "h0", &handle[0]));
    CHECK(MA_allocate_heap(MT_DBL, 200 * 8 - 2, "h1", &handle[1]));
    CHECK(MA_push_stack(MT_DBL, 300 * 8 - 2, "s0", &handle[2])); /* down to line 402 */
    check_partition(201 * 8 - 2, 102 * 8 - 2, 102 * 8 - 2, 0, 0, 102 * 8 - 2);
    CHECK(MA_free_heap(handle[0]));
    check_partition(201 * 8 - 2, 102 * 8 - 2, 102 * 8 - 2, 0, 0, 102 * 8 - 2);
    CHECK(MA_push_stack(MT_DBL, 50 * 8 - 2, "s1", &handle[3]));
    check_partition(201 * 8 - 2, 100 * 8 - 2, 100 * 8 - 2, 0, 0, 52 * 8 - 2);
    CHECK(MA_chop_stack(handle[2]));
    CHECK(MA_allocate_heap(MT_DBL, 300 * 8 - 2, "h2", &handle[0])); /* up to line 600 */
    check_partition(100 * 8 - 2, 100 * 8 - 2, 102 * 8 - 2, 201 * 8 - 2, 102 * 8 - 2, 102 * 8 - 2);
    CHECK(MA_allocate_heap(MT_DBL, 10 * 8 - 2, "h3", &handle[2])); /* into the fragment */
    CHECK(MA_allocate_heap(MT_DBL, 95 * 8 - 2, "h4", &handle[3])); /* up to line 695 */
    CHECK(MA_free_heap(handle[0]));
    check_partition(201 * 8 - 2, 201 * 8 - 2, 300 * 8 - 2, 201 * 8 - 2, 7 * 8 - 2, 7 * 8 - 2);
}

void ma_stack_order(void)
{
    Integer handle[5];
    for (int k = 0; k < 5; ++k)
        CHECK(MA_push_stack(MT_DBL, 10 * k, k == 0 ? "bottom" : "above", &handle[k]));
    Integer before = MA_inquire_avail(MT_CHAR);
    ma_listen();
    CHECK(!MA_pop_stack(handle[0]));
    CHECK_CONTAINS(ma_heard(), "MA_pop_stack: block 'bottom', handle ");
    CHECK_INT(before, MA_inquire_avail(MT_CHAR));
    CHECK(MA_pop_stack(handle[4]));
    CHECK_INT(before + 384, MA_inquire_avail(MT_CHAR));
    CHECK(MA_chop_stack(handle[1]));
    CHECK_INT(before + 384 + 256 + 192 + 128, MA_inquire_avail(MT_CHAR));
    MA_set_error_print(MA_FALSE);
    for (int k = 1; k < 5; ++k)
        CHECK(!MA_pop_stack(handle[k]));
    CHECK(MA_pop_stack(handle[0]));
    CHECK_INT((1 << 26) - GUARDS, MA_inquire_avail(MT_CHAR));
}

void ma_pieces(void)
{
    Integer a, b, c;
    char *data;
    MA_AccessIndex index;
    CHECK(MA_alloc_get(MT_INT, 1000, "a", &a, &index));
    CHECK(MA_allocate_heap(MT_INT, 10, "b", &b));
    for (int k = 0; k < 1000; ++k)
        ma_cb_int[index + k] = k;
    CHECK(MA_free_heap_piece(a, 900));
    for (int k = 0; k < 100; ++k)
        CHECK_INT(k, ma_cb_int[index + k]);
    CHECK(MA_verify_allocator_stuff());
    /* 4032 bytes were taken and 448 remain: the others are a fragment. */
    CHECK(MA_allocate_heap(MT_CHAR, 4032 - 448 - GUARDS, "c", &c));
    CHECK(MA_get_pointer(c, &data));
    CHECK(data == (char *)&ma_cb_int[index] + 448);
    CHECK(MA_free_heap_piece(b, 0)); /* nothing */
    CHECK(MA_free_heap_piece(b, 11));
    ma_listen();
    CHECK(!MA_free_heap_piece(b, 1));
    CHECK_CONTAINS(ma_heard(), "names no block: it has been freed");
    ma_listen();
    CHECK(!MA_free_heap_piece(a, -1));
    CHECK_CONTAINS(ma_heard(), "MA_free_heap_piece: block 'a' cannot lose -1 elements");
    CHECK(MA_free_heap_piece(c, 4032 - 448 - GUARDS));
    CHECK(MA_free_heap(a));
    CHECK_INT((1 << 26) - GUARDS, MA_inquire_avail(MT_CHAR));
}

/* An index reaches all of a space beyond 2 GiB, also where an Integer has 4 bytes. */
void ma_far_away(void)
{
    Integer handle;
    MA_AccessIndex index = -7;
    void *pointer;
    CHECK(MA_init(MT_DBL, 10, 400000000));
    CHECK(MA_push_get(MT_CHAR, 10, "far", &handle, &index));
    CHECK(MA_get_pointer(handle, &pointer));
    CHECK(pointer == &ma_cb_char[index]);
    CHECK(index > INT32_MAX || index < INT32_MIN);
    index = -7;
    CHECK(MA_get_index(handle, &index));
    CHECK(pointer == &ma_cb_char[index]);
}

void ma_alignment(void)
{
    CHECK(MA_init(MT_CHAR, 1 << 20, 1 << 20));
    MA_set_error_print(MA_FALSE);
    Integer value = -1, handle, other;
    CHECK(MA_get_numalign(&value));
    CHECK_INT(0, value);
    CHECK(!MA_set_numalign(-1));
    CHECK(!MA_set_numalign(31));
    CHECK(!MA_get_numalign(NULL));
    for (int align = 0; align <= 16; ++align) {
        CHECK(MA_set_numalign(align));
        CHECK(MA_get_numalign(&value));
        CHECK_INT(align, value);
        Integer overhead = MA_sizeof_overhead(MT_CHAR), most = 0;
        for (Integer n = 0; n < 300; ++n) {
            char *data;
            Integer before = MA_inquire_avail(MT_CHAR);
            CHECK(MA_allocate_heap(MT_CHAR, n, "heap", &handle));
            CHECK(MA_get_pointer(handle, &data));
            CHECK_INT(0, (uintptr_t)data % ((size_t)1 << align));
            CHECK(MA_push_stack(MT_CHAR, n, "stack", &other));
            CHECK(MA_get_pointer(other, &data));
            CHECK_INT(0, (uintptr_t)data % ((size_t)1 << align));
            Integer cost = before - MA_inquire_avail(MT_CHAR) - 2 * n;
            CHECK(cost <= 2 * overhead);
            most = cost > most ? cost : most;
            /* Memory said to be free is, on both sides. */
            CHECK(MA_free_heap(handle));
            Integer room = MA_inquire_avail(MT_CHAR);
            CHECK(!MA_allocate_heap(MT_CHAR, room + 1, "all", &handle));
            CHECK(!MA_push_stack(MT_CHAR, room + 1, "all", &handle));
            CHECK(MA_allocate_heap(MT_CHAR, room, "all", &handle));
            CHECK(MA_free_heap(handle));
            CHECK(MA_push_stack(MT_CHAR, room, "all", &handle));
            CHECK(MA_pop_stack(handle));
            CHECK(MA_pop_stack(other));
        }
        if (align <= 6)
            CHECK_INT(2 * overhead, most);
        CHECK(MA_verify_allocator_stuff());
    }
    /* A fragment that is long enough, but not where elements may begin. */
    Integer first, next, last;
    CHECK(MA_set_numalign(0));
    CHECK(MA_allocate_heap(MT_CHAR, 48, "first", &first));
    CHECK(MA_allocate_heap(MT_CHAR, 4096, "next", &next));
    CHECK(MA_allocate_heap(MT_CHAR, 48, "last", &last));
    CHECK(MA_free_heap(next));
    char *at, *end;
    CHECK(MA_get_pointer(last, &end));
    CHECK(MA_set_numalign(12));
    CHECK(MA_allocate_heap(MT_CHAR, 4096, "next", &next));
    CHECK(MA_get_pointer(next, &at));
    CHECK(at > end);
    CHECK(MA_verify_allocator_stuff());
}
