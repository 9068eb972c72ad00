/* Declarations shared by the tests of ARMCI's names. */
#ifndef TESTS_CLASSIC_ARMCI_CASES_H
#define TESTS_CLASSIC_ARMCI_CASES_H

#include "armci.h"
#include "message.h"

#include "harness/harness.h"

/* ARMCI is started before each and stopped after it. */
#define ARMCI_CASE(name)                                                                           \
    static void name(void);                                                                        \
    TEST_CASE(name, TEST_BARE)                                                                     \
    {                                                                                              \
        CHECK_INT(0, ARMCI_Init());                                                                \
        name();                                                                                    \
        ARMCI_Finalize();                                                                          \
        CHECK_INT(0, ARMCI_Initialized());                                                         \
    }                                                                                              \
    static void name(void)

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
