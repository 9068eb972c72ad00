/* Atomic read-modify-write of integers in memory that ranks of a node share: C11 atomics. Relaxed
 * order: a ticket is unique whatever surrounds it, and fences and barriers see to completion.
 * Signals release. */
#ifndef AL_ATOMIC_H
#define AL_ATOMIC_H

#include <stdatomic.h>
#include <stdint.h>

#include "armci-lite/src/base/al_transfer.h"
#include "armci-lite/src/local/al_type.h"

_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LONG_LOCK_FREE == 2 &&
                   ATOMIC_LLONG_LOCK_FREE == 2,
               "integers in shared memory need lock-free atomics");

/* The three integer types are two widths: int, and long or long long. */
#define ALI_RMW(name, ctype)                                                                       \
    static inline int64_t name(_Atomic ctype *where, al_rmw_t what, ctype value, ctype expected)   \
    {                                                                                              \
        if (what == AL_FETCH_ADD)                                                                  \
            return atomic_fetch_add_explicit(where, value, memory_order_relaxed);                  \
        if (what == AL_SWAP)                                                                       \
            return atomic_exchange_explicit(where, value, memory_order_relaxed);                   \
        atomic_compare_exchange_strong_explicit(where, &expected, value, memory_order_relaxed,     \
                                                memory_order_relaxed);                             \
        return expected;                                                                           \
    }
ALI_RMW(ali_rmw_int, int)
ALI_RMW(ali_rmw_int64, int64_t)

/* Read-modify-write of an integer in memory; returns what it was. */
static inline int64_t ali_rmw_here(void *where, al_rmw_t what, ashlar_type type, int64_t value,
                                   int64_t expected)
{
    return ali_types[type].bytes == sizeof(int)
               ? ali_rmw_int(where, what, (int)value, (int)expected)
               : ali_rmw_int64(where, what, value, expected);
}

/* Add to a counter that tells of data stored before: who sees it, with acquire, sees the data, also
 * when others have added since. */
static inline void ali_signal_here(char *where, int64_t inc)
{
    atomic_fetch_add_explicit((_Atomic int64_t *)(void *)where, inc, memory_order_release);
}

#endif
