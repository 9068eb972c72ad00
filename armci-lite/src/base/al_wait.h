/* How to wait: spin briefly, then yield the core, then nap. This must work with more ranks than
 * cores, and serve the engine meanwhile. */
#ifndef AL_WAIT_H
#define AL_WAIT_H

static inline void ali_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

enum { AL_SPINS = 200 };

/* Yield, poll the engine when poll is set, and after many rounds nap. */
void ali_wait_slowly(unsigned round, int poll);

/* One step of a wait loop; start with *round = 0. poll: this wait may serve the engine (never while
 * a lock is held). */
static inline void ali_wait_step(unsigned *round, int poll)
{
    if (++*round < AL_SPINS)
        ali_cpu_relax();
    else
        ali_wait_slowly(*round, poll);
}

#endif
