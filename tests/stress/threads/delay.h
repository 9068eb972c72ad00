/* Included first in code under test: every atomic access waits a random while first, so that ranks
 * meet in every order. */
#ifndef TESTS_DELAY_H
#define TESTS_DELAY_H

#include <stdatomic.h>

/* Mostly nothing, sometimes a yield, now and then a nap. */
void test_delay(void);

#include "builtins.h"

#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_load_explicit
#undef atomic_store_explicit
#define atomic_exchange_explicit(p, v, order)  (test_delay(), __atomic_exchange_n((p), (v), (order)))
#define atomic_fetch_add_explicit(p, v, order) (test_delay(), __atomic_fetch_add((p), (v), (order)))
#define atomic_load_explicit(p, order)         (test_delay(), __atomic_load_n((p), (order)))
#define atomic_store_explicit(p, v, order)     (test_delay(), __atomic_store_n((p), (v), (order)))

#endif
