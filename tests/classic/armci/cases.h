/* The cases of the tests of ARMCI's names, by file. */
#ifndef TESTS_CLASSIC_ARMCI_CASES_H
#define TESTS_CLASSIC_ARMCI_CASES_H

#include "armci.h"
#include "message.h"

#include "harness/harness.h"

/* X(function): ARMCI is started before each and stopped after it. */
#define ARMCI_CASES(X)                                                                             \
    X(memory_sizes)                                                                                \
    X(memory_refused)                                                                              \
    X(memory_local)                                                                                \
    X(memory_names)                                                                                \
    X(memory_of_segments)                                                                          \
    X(transfer_contiguous)                                                                         \
    X(transfer_values)                                                                             \
    X(transfer_strided)                                                                            \
    X(transfer_lists)                                                                              \
    X(transfer_mine)                                                                               \
    X(transfer_handles)                                                                            \
    X(transfer_wrong)                                                                              \
    X(atomic_counters)                                                                             \
    X(atomic_swaps)                                                                                \
    X(mutex_counters)                                                                              \
    X(flags_and_notices)                                                                           \
    X(group_members)                                                                               \
    X(group_default)                                                                               \
    X(domain_queries)                                                                              \
    X(message_reductions)                                                                          \
    X(message_broadcasts)                                                                          \
    X(message_select)                                                                              \
    X(message_pairs)                                                                               \
    X(assertions)

/* These start it themselves. */
#define ARMCI_BARE_CASES(X)                                                                        \
    X(start_forms)                                                                                 \
    X(start_elsewhere)                                                                             \
    X(start_with_arrays)

#define ARMCI_DECLARE(function) void function(void);
ARMCI_CASES(ARMCI_DECLARE)
ARMCI_BARE_CASES(ARMCI_DECLARE)
#undef ARMCI_DECLARE

/* Each test case's own processes. */
static inline int me(void)
{
    return armci_msg_me();
}

static inline int procs(void)
{
    return armci_msg_nproc();
}

/* Memory of n bytes at each rank, of zeros; the list of names is freed with free_everywhere(). */
char **zeros_everywhere(size_t bytes);
void free_everywhere(char **names);

#endif
