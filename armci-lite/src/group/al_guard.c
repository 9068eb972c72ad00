/* ASHLAR_GUARD: guard bytes around slices, and the check that they are unchanged. */
#define _GNU_SOURCE
#include "armci-lite/src/group/al_guard.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/local/al_lock.h"

/* NaN as a double and as two floats: who reads too far finds out, too. */
#define WORD   0x3d, 0xe1, 0xc1, 0x7f, 0xc3, 0xa5, 0xf8, 0x7f
#define FOUR   WORD, WORD, WORD, WORD
#define EIGHT  FOUR, FOUR
#define ALL_32 EIGHT, EIGHT, EIGHT, EIGHT
static const unsigned char pattern[] = {ALL_32, WORD};
enum { WORD_BYTES = 8 };
_Static_assert(sizeof pattern == AL_GUARD_BYTES + WORD_BYTES, "the pattern of a guard");

/* Those of this rank. Threads may allocate at the same time. */
static al_guarded_t *list;
static al_lock_t lock;

/* The bytes of a guard: by address, so that guards that overlap agree. */
static const void *pattern_at(const char *guard)
{
    return pattern + (uintptr_t)guard % WORD_BYTES;
}

static void fill(char *guard)
{
    memcpy(guard, pattern_at(guard), AL_GUARD_BYTES);
}

/* ---- what has changed ------------------------------------------------------------------------ */

/* The changed bytes of a guard, as offsets in the memory that it guards. */
typedef struct damage {
    long long first, last;
    int bytes;
} damage_t;

static damage_t find_damage(const al_guarded_t *guarded, const char *guard)
{
    const char *expected = pattern_at(guard);
    damage_t damage = {0};
    for (size_t k = 0; k < AL_GUARD_BYTES; ++k) {
        if (guard[k] == expected[k])
            continue;
        damage.last = guard + k - guarded->memory;
        if (damage.bytes++ == 0)
            damage.first = damage.last;
    }
    return damage;
}

/* Should MPI_Abort return, the words are not repeated: the guard is written anew. */
static void report_and_abort(void)
{
    char host[AL_HOST_NAME];
    ali_host_name(host);
    fprintf(stderr, "ashlar: rank %d (host %s): %s; ending the job (ASHLAR_GUARD)\n",
            ali_context.rank, host, ashlar_error_message());
    fflush(stderr);
    usleep(500000); /* once told to abort, MPICH's launcher reads no more output */
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void report_damage(const al_guarded_t *guarded, damage_t damage)
{
    const char *call = ali_wait_report.call ? ali_wait_report.call : "al_free";
    char memory[160], bytes[80];
    if (guarded->is_single)
        snprintf(memory, sizeof memory, "%zu bytes at %p that rank %d has of al_alloc",
                 guarded->bytes, (void *)guarded->memory, ali_context.rank);
    else
        snprintf(memory, sizeof memory, "%s, the slice of rank %d, %zu bytes", guarded->what,
                 ali_context.rank, guarded->bytes);
    if (damage.bytes == 1)
        snprintf(bytes, sizeof bytes, "byte %lld", damage.first);
    else
        snprintf(bytes, sizeof bytes, "%d bytes from byte %lld to byte %lld", damage.bytes,
                 damage.first, damage.last);
    (void)AL_FAIL(ASHLAR_EINTERNAL, "%s: %s: somebody has written to %s, %s it", call, memory,
                  bytes, damage.first < 0 ? "before" : "behind");
}

static void check_guards(al_guarded_t *guarded)
{
    char *const guards[] = {guarded->memory - AL_GUARD_BYTES, guarded->memory + guarded->bytes};
    for (int k = 0; k < 2; ++k) {
        if (AL_LIKELY(memcmp(guards[k], pattern_at(guards[k]), AL_GUARD_BYTES) == 0))
            continue;
        report_damage(guarded, find_damage(guarded, guards[k]));
        fill(guards[k]);
        report_and_abort();
    }
}

void ali_guard_check(void)
{
    ali_lock(&lock);
    for (al_guarded_t *guarded = list; guarded; guarded = guarded->next)
        check_guards(guarded);
    ali_unlock(&lock);
}

/* ---- around collective calls ----------------------------------------------------------------- */

void ali_guard_begin_call(void)
{
    ali_lock(&lock);
    for (al_guarded_t *guarded = list; guarded; guarded = guarded->next) {
        guarded->is_noted = guarded->hash != NULL;
        if (guarded->is_noted)
            guarded->before = guarded->hash(guarded->context);
    }
    ali_unlock(&lock);
}

static void check_inside(al_guarded_t *guarded)
{
    if (!guarded->is_noted || !guarded->hash)
        return;
    guarded->is_noted = 0;
    if (guarded->hash(guarded->context) == guarded->before)
        return;
    (void)AL_FAIL(ASHLAR_EINTERNAL,
                  "%s: %s, the slice of rank %d: ghost cells have changed during the call",
                  ali_wait_report.call, guarded->what, ali_context.rank);
    report_and_abort();
}

void ali_guard_end_call(void)
{
    ali_lock(&lock);
    for (al_guarded_t *guarded = list; guarded; guarded = guarded->next)
        check_inside(guarded);
    ali_unlock(&lock);
    ali_guard_check();
}

/* ---- what is watched ------------------------------------------------------------------------- */

static void watch(al_guarded_t *guarded)
{
    ali_lock(&lock);
    guarded->prev = NULL;
    guarded->next = list;
    if (list)
        list->prev = guarded;
    list = guarded;
    ali_unlock(&lock);
}

static void unlink_locked(al_guarded_t *guarded)
{
    if (guarded->next)
        guarded->next->prev = guarded->prev;
    if (guarded->prev)
        guarded->prev->next = guarded->next;
    else
        list = guarded->next;
}

void ali_guard_set(al_guarded_t *guarded, char *memory, size_t bytes)
{
    const int is_new = !guarded->memory;
    fill(memory - AL_GUARD_BYTES);
    fill(memory + bytes);
    guarded->memory = memory;
    guarded->bytes = bytes;
    if (is_new)
        watch(guarded);
}

void ali_guard_drop(al_guarded_t *guarded)
{
    if (!guarded || !guarded->memory)
        return;
    ali_lock(&lock);
    check_guards(guarded);
    unlink_locked(guarded);
    ali_unlock(&lock);
    guarded->memory = NULL;
}

int ali_guard_alloc(char *memory, size_t bytes)
{
    al_guarded_t *guarded = calloc(1, sizeof *guarded);
    if (!guarded)
        return AL_FAIL(ASHLAR_ENOMEM, "no memory for the record of guarded memory");
    guarded->is_single = 1;
    ali_guard_set(guarded, memory, bytes);
    return ASHLAR_OK;
}

void ali_guard_free(char *memory)
{
    ali_lock(&lock);
    al_guarded_t *guarded = list;
    while (guarded && !(guarded->is_single && guarded->memory == memory))
        guarded = guarded->next;
    if (guarded) {
        check_guards(guarded);
        unlink_locked(guarded);
    }
    ali_unlock(&lock);
    free(guarded);
}

void ali_guard_forget(void)
{
    while (list) {
        al_guarded_t *guarded = list;
        list = guarded->next;
        guarded->memory = NULL;
        if (guarded->is_single)
            free(guarded);
    }
}
