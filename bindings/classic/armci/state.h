/* Declarations shared by the files of libarmci: who is where, errors, how an address becomes a
 * place, groups. */
#ifndef ARMCI_STATE_H
#define ARMCI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>

#include "armci.h"
#include "message.h"

#define ARMI_LIKELY(x)   __builtin_expect(!!(x), 1)
#define ARMI_UNLIKELY(x) __builtin_expect(!!(x), 0)

_Static_assert(sizeof(armci_hdl_t) == sizeof(al_handle_t), "handles are the library's");
_Static_assert(sizeof(void *) == sizeof(long), "addresses are summed up as long");

typedef struct armi_state {
    int size, me;                         /* 0, 0: not started */
    char *base;                           /* where I see the memory of my node */
    size_t bytes;                         /* and how much of it */
    al_segment_t *memory;                 /* of all */
    int near_first, near_count;           /* the processes of my node, if they are in a row; or 0 */
    int *notices_sent, *notices_received; /* [size] notices to processes, and from them: zeros that
                                             take no memory until they are counted */
    al_handle_t implicit;                 /* of transfers without a handle */
} armi_state_t;

extern armi_state_t armi_state;

/* ---- errors ---------------------------------------------------------------------------------- */

/* End the program with these words. */
void armi_stop(const char *call, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 2, 3)));
/* End it with the library's. */
void armi_stop_failed(const char *call) __attribute__((noreturn, cold));
/* Say what the library says, or these words, of a call that fails; returns what it does. */
int armi_failed(const char *call, int status) __attribute__((cold));
int armi_wrong(const char *call, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));

static inline int armi_result(const char *call, int status)
{
    return ARMI_LIKELY(status == ASHLAR_OK) ? 0 : armi_failed(call, status);
}

static inline void armi_must(const char *call, int status)
{
    if (ARMI_UNLIKELY(status != ASHLAR_OK))
        armi_stop_failed(call);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The process is I, and the address is of memory that no other can reach. */
enum { ARMI_PRIVATE = 1 };

/* Is a process on my node? */
static inline bool armi_is_near(int proc)
{
    return (unsigned)(proc - armi_state.near_first) < (unsigned)armi_state.near_count ||
           (armi_state.near_count == 0 && al_node_of(proc) == al_node_of(armi_state.me));
}

int armi_find_far(const char *call, int proc, const void *address, size_t *offset);

/* Where in al_memory() an address of a process is: as I see it if that is on my node, else as it
 * sees it. Returns 0, ARMI_PRIVATE, or an error that has been reported. */
static inline int armi_find(const char *call, int proc, const void *address, size_t *offset)
{
    size_t at = (uintptr_t)address - (uintptr_t)armi_state.base;
    if (ARMI_LIKELY((unsigned)proc < (unsigned)armi_state.size && at < armi_state.bytes &&
                    armi_is_near(proc))) {
        *offset = at;
        return 0;
    }
    return armi_find_far(call, proc, address, offset);
}

/* The same for calls that need a place. */
int armi_find_shared(const char *call, int proc, const void *address, size_t *offset);

/* My name for an address that a process has sent; NULL for NULL. */
void *armi_name(const char *call, int proc, void *address);

/* ---- groups ---------------------------------------------------------------------------------- */

/* Those that a call is collective over; it ends the program if I am not in it. */
al_group_t *armi_group(const char *call, const ARMCI_Group *group);
al_group_t *armi_default_group(const char *call);
al_group_t *armi_node_group(const char *call);
void armi_check_proc(const char *call, int proc);
void armi_forget_groups(void);
void armi_forget_mutexes(void);
void armi_free_mutexes(void);

#endif
