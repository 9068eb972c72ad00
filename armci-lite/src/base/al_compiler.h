/* Hints for the compiler: which way a branch mostly goes, what is part of its caller, which loops
 * to compile once for each instruction set, and which are independent. */
#ifndef AL_COMPILER_H
#define AL_COMPILER_H

#define AL_LIKELY(x)   __builtin_expect(!!(x), 1)
#define AL_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define AL_INLINE      static inline __attribute__((always_inline))

/* After _Thread_local, for what is read in every call: it lies at a known place beside the thread's
 * own data, of which libraries have some hundred bytes together, so that no function is asked. */
#define AL_NEAR __attribute__((tls_model("initial-exec")))

/* Before a function: one copy of it per instruction set, chosen by the loader, so that one binary
 * is fast everywhere. Not AVX-512: rows are rarely aligned to 64 bytes, and every access would
 * touch two lines (353 doubles a row: 29.0 us against 26.4). */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define AL_KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define AL_KERNEL /* one copy, for any processor: what the tests with sanitizers run */
#endif

/* Before a loop: no iteration reads what another one writes. AL_INDEPENDENT_2: and two vectors go
 * together, which takes fewer instructions of a core that another thread uses as well. */
#ifdef __clang__
#define AL_INDEPENDENT   _Pragma("clang loop vectorize(assume_safety)")
#define AL_INDEPENDENT_2 _Pragma("clang loop vectorize(assume_safety) interleave_count(2)")
#else
#define AL_INDEPENDENT   _Pragma("GCC ivdep")
#define AL_INDEPENDENT_2 _Pragma("GCC ivdep") _Pragma("GCC unroll 2")
#endif

#endif
