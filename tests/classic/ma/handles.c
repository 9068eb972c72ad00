/* Handles that name blocks, those that do not, and iterators. */
#include <limits.h>
#include <stddef.h>

#include "support.h"

static int is_refused(Integer handle, const char *why)
{
    MA_AccessIndex index = -7;
    void *pointer = &index;
    ma_listen();
    int refused = !MA_get_index(handle, &index) + !MA_get_pointer(handle, &pointer) +
                  !MA_free_heap(handle) + !MA_free_heap_piece(handle, 1) + !MA_pop_stack(handle) +
                  !MA_chop_stack(handle);
    const char *text = ma_heard();
    CHECK_CONTAINS(text, "MA_get_index: handle ");
    CHECK_CONTAINS(text, "MA_chop_stack: handle ");
    CHECK_CONTAINS(text, why);
    CHECK_INT(-7, index);
    CHECK(pointer == &index);
    return refused;
}

void ma_handles(void)
{
    Integer heap, stack, old, foreign[] = {0, -1, 1, 2, 17, -1000, INT_MAX, INT_MIN};
    CHECK(MA_allocate_heap(MT_DBL, 3, "on the heap", &heap));
    CHECK(MA_push_stack(MT_DBL, 3, "on the stack", &stack));
    for (size_t k = 0; k < sizeof foreign / sizeof foreign[0]; ++k)
        CHECK_INT(6, is_refused(foreign[k], "names no block\n"));
    CHECK_INT(6, is_refused(heap + (1 << 20), "names no block\n")); /* of a use to come */
    ma_listen();
    CHECK(!MA_pop_stack(heap));
    CHECK(!MA_chop_stack(heap));
    CHECK(!MA_free_heap(stack));
    CHECK(!MA_free_heap_piece(stack, 1));
    const char *text = ma_heard();
    CHECK_CONTAINS(text, "MA_chop_stack: block 'on the heap', handle ");
    CHECK_CONTAINS(text, "MA_free_heap_piece: block 'on the stack', handle ");
    ma_listen();
    CHECK(!MA_get_index(heap, NULL));
    CHECK(!MA_get_pointer(heap, NULL));
    CHECK_CONTAINS(ma_heard(), "MA_get_pointer: there is no place for the pointer");
    /* The same memory again and again: no old handle is that of a new block. */
    for (int k = 0; k < 2000; ++k) {
        old = stack;
        CHECK(MA_pop_stack(stack));
        CHECK(MA_push_stack(MT_DBL, 3, "on the stack", &stack));
        CHECK(stack > 0 && stack != old && !MA_initialized() == 0);
    }
    CHECK_INT(6, is_refused(old, "names no block: it has been freed\n"));
    CHECK(MA_pop_stack(stack));
    CHECK_INT(6, is_refused(stack, "names no block: it has been freed\n"));
    /* An int holds every handle, whatever the width of Integer: programs keep them there. It has
     * room for 2047 uses of a slot. */
    for (int k = 0; k < 5000; ++k) {
        CHECK(MA_push_stack(MT_DBL, 3, "on the stack", &stack));
        CHECK(stack > 0 && stack <= INT_MAX);
        CHECK(MA_pop_stack(stack));
    }
}

void ma_iterators(void)
{
    enum { N = 3000 };
    static Integer handle[N];
    Integer iterator, one;
    CHECK(MA_init_memhandle_iterator(&iterator));
    CHECK(!MA_get_next_memhandle(&iterator, &one));
    for (int k = 0; k < N; ++k)
        CHECK(k % 3 ? MA_allocate_heap(MT_INT, k, "heap", &handle[k])
                    : MA_push_stack(MT_INT, k, "stack", &handle[k]));
    for (int k = 0; k < N; ++k)
        if (k % 3 == 2)
            CHECK(MA_free_heap(handle[k]));
    /* Each is seen once, also if it is freed then. */
    int seen = 0, freed = 0;
    CHECK(MA_init_memhandle_iterator(&iterator));
    while (MA_get_next_memhandle(&iterator, &one)) {
        int k = 0;
        while (k < N && (handle[k] != one || k % 3 == 2))
            ++k;
        if (k == N)
            continue;
        ++seen;
        handle[k] = 0;
        if (k % 3 == 1)
            freed += MA_free_heap(one) != 0;
    }
    CHECK_INT(N / 3 * 2, seen);
    CHECK_INT(N / 3, freed);
    CHECK(!MA_get_next_memhandle(&iterator, &one));
    ma_listen();
    iterator = 0;
    CHECK(!MA_get_next_memhandle(&iterator, &one));
    CHECK(!MA_init_memhandle_iterator(NULL));
    CHECK(!MA_get_next_memhandle(NULL, &one));
    CHECK_CONTAINS(ma_heard(), "MA_get_next_memhandle: 0 is no iterator");
}
