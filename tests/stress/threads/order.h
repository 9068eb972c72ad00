/* Included first in code under test, instead of delay.h: finds out, on any machine and whatever its
 * memory does, whether what the code promises orders what it does.
 *
 * Each worker has a vector clock: what it knows of the others. Atomic accesses carry knowledge as
 * C11 says: a release leaves the worker's with the value, an acquire that reads the value takes it;
 * additions and exchanges pass on what they find (a release sequence), a plain store ends it. Two
 * accesses to the same data, one of them a write, by two workers that do not know of each other's,
 * are a race: reported even when this time nothing went wrong. The cases say where they touch plain
 * data (READS, WRITES). A store to an atomic object counts as a write and an addition as a read:
 * when they race, an addition can be lost. Loads and exchanges may meet anything. */
#ifndef TESTS_ORDER_H
#define TESTS_ORDER_H

#include <stdatomic.h>

/* Mostly nothing, sometimes a yield, now and then a nap. */
void test_delay(void);

/* Begin a case: nobody knows anything. Say which worker this thread is. */
void test_order_begin(void);
void test_order_worker(int worker);

typedef enum test_access {
    TEST_LOAD,
    TEST_STORE,
    TEST_ADD,
    TEST_EXCHANGE,
    TEST_READ,
    TEST_WRITE
} test_access_t;

/* Around an access; atomic ones have a memory order. `where` is FILE:LINE. */
void test_order_enter(test_access_t access, const volatile void *at, int order, const char *where);
void test_order_leave(void);

#include "builtins.h"

#define TEST_TEXT_OF(x) #x
#define TEST_TEXT(x)    TEST_TEXT_OF(x)
#define TEST_WHERE      __FILE__ ":" TEST_TEXT(__LINE__)
#define TEST_ORDERED(access, p, order, operation)                                                  \
    __extension__({                                                                                \
        test_delay();                                                                              \
        test_order_enter(access, (p), (order), TEST_WHERE);                                        \
        __typeof__(__atomic_load_n((p), __ATOMIC_SEQ_CST)) test_result = operation;                \
        test_order_leave();                                                                        \
        test_result;                                                                               \
    })

#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_load_explicit
#undef atomic_store_explicit
#define atomic_exchange_explicit(p, v, order)                                                      \
    TEST_ORDERED(TEST_EXCHANGE, p, order, __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST))
#define atomic_fetch_add_explicit(p, v, order)                                                     \
    TEST_ORDERED(TEST_ADD, p, order, __atomic_fetch_add((p), (v), __ATOMIC_SEQ_CST))
#define atomic_load_explicit(p, order)                                                             \
    TEST_ORDERED(TEST_LOAD, p, order, __atomic_load_n((p), __ATOMIC_SEQ_CST))
#define atomic_store_explicit(p, v, order)                                                         \
    ((void)TEST_ORDERED(TEST_STORE, p, order, __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)))

#define TEST_PLAIN(access, p)                                                                      \
    (test_order_enter(access, (p), memory_order_relaxed, TEST_WHERE), test_order_leave())
#define READS(p)  TEST_PLAIN(TEST_READ, p)
#define WRITES(p) TEST_PLAIN(TEST_WRITE, p)

#endif
