/* GCC's calls on atomics, by which delay.h and order.h replace those of C11. */
#ifndef TESTS_STRESS_BUILTINS_H
#define TESTS_STRESS_BUILTINS_H

#ifdef __clang__ /* whose __atomic_ calls refuse atomic types */
#define __atomic_exchange_n __c11_atomic_exchange
#define __atomic_fetch_add  __c11_atomic_fetch_add
#define __atomic_load_n     __c11_atomic_load
#define __atomic_store_n    __c11_atomic_store
#endif

#endif
