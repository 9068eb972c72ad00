/* ASHLAR_GUARD=1: guard bytes before and after what this rank has in the arena, its slice of each
 * segment and what al_alloc() gave it. They are looked at when a collective call ends and before
 * the memory is freed; the job ends when some have changed. */
#ifndef AL_GUARD_H
#define AL_GUARD_H

#include <stddef.h>
#include <stdint.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"

/* On each side. A multiple of AL_HEAP_GRAIN, so that what is guarded stays aligned. */
enum { AL_GUARD_BYTES = 256 };

/* A hash of bytes inside guarded memory that no collective call may change, unless it says so. */
typedef uint64_t al_guard_hash_t(const void *context);

/* Memory with guard bytes around it. All zero: there is none. */
typedef struct al_guarded {
    struct al_guarded *next, *prev;
    char *memory;
    size_t bytes;
    int is_single;         /* from al_alloc() */
    char what[96];         /* else: the array, or what it is */
    al_guard_hash_t *hash; /* NULL: no bytes inside */
    const void *context;   /* of the hash */
    uint64_t before;       /* the hash when the collective call began */
    int is_noted;          /* there is such a hash, and it has to be the same at the end */
} al_guarded_t;

/* Bytes to leave for a guard: 0 without ASHLAR_GUARD=1. */
static inline size_t ali_guard_bytes(void)
{
    return ali_context.env.guard ? AL_GUARD_BYTES : 0;
}

/* Write the guards of guarded->memory, and watch them from now on. What is watched already may be
 * given other bounds so. */
void ali_guard_set(al_guarded_t *guarded, char *memory, size_t bytes);
/* Look at the guards, and watch them no longer. NULL: there are none. */
void ali_guard_drop(al_guarded_t *guarded);

/* The same for memory of al_alloc().
 * @return ASHLAR_ENOMEM  no memory for the record */
int ali_guard_alloc(char *memory, size_t bytes);
void ali_guard_free(char *memory);

/* Look at all guards. */
void ali_guard_check(void);
/* Around a collective call: note the hashes; compare them, and look at all guards. */
void ali_guard_begin_call(void);
void ali_guard_end_call(void);
/* Watch nothing any longer, when the library stops. */
void ali_guard_forget(void);

#endif
