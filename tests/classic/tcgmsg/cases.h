/* Cases of TCGMSG, and what they share. */
#ifndef TESTS_TCGMSG_CASES_H
#define TESTS_TCGMSG_CASES_H

#include <stdlib.h>
#include <string.h>

#include "armci.h"
#include "classic/tcgmsg/names.h"
#include "ga.h"
#include "harness/harness.h"
#include "sndrcv.h"

/* Arguments of Fortran. */
#define I(value) (&(Integer){value})

enum { TYPE = 7 };

static inline int me(void)
{
    return test_rank();
}

static inline int ranks(void)
{
    return test_size();
}

/* Before it is started MPI answers; it stops with ARMCI. */
#define TCGMSG_CASE(name)                                                                          \
    static void name(void);                                                                        \
    TEST_CASE(name, TEST_BARE)                                                                     \
    {                                                                                              \
        CHECK_INT(0, tcgready_());                                                                 \
        CHECK_INT(ranks(), nnodes_());                                                             \
        CHECK_INT(me(), nodeid_());                                                                \
        if (strcmp(#name, "counts") == 0)                                                          \
            nxtval_(I(-1)); /* it starts it, too */                                                \
        else                                                                                       \
            pbeginf_();                                                                            \
        CHECK_INT(1, tcgready_());                                                                 \
        name();                                                                                    \
        ARMCI_Finalize();                                                                          \
        CHECK_INT(0, tcg_ready());                                                                 \
    }                                                                                              \
    static void name(void)

#endif
