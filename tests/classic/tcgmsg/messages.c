/* Messages of TCGMSG arrive whole, in order and from whom they are wanted. */
#include "classic/tcgmsg/cases.h"

/* Round the ring, of many lengths. */
TCGMSG_CASE(rings)
{
    const int next = (me() + 1) % ranks(), before = (me() + ranks() - 1) % ranks();
    for (Integer bytes = 0; bytes <= 1000000; bytes = 10 * bytes + 8) {
        char *mine = test_alloc((size_t)bytes + 1), *theirs = test_alloc((size_t)bytes + 1);
        Integer length = -2, from = -2;
        memset(mine, 'a' + me(), (size_t)bytes);
        memset(theirs, '-', (size_t)bytes + 1);
        snd_(I(TYPE | MSGDBL), mine, &bytes, I(next), I(0));
        rcv_(I(TYPE | MSGDBL), theirs, I(bytes + 1), &length, I(before), &from, I(1));
        waitcom_(I(next));
        CHECK_INT(bytes, length);
        CHECK_INT(before, from);
        for (Integer k = 0; k < bytes; ++k)
            if (theirs[k] != 'a' + before)
                test_fail(__FILE__, __LINE__, "byte %ld is %d", (long)k, theirs[k]);
        CHECK_INT('-', theirs[bytes]);
        free(mine);
        free(theirs);
    }
}

/* To myself, blocking, and more than MPI keeps a copy of; the buffer may be used again. */
TCGMSG_CASE(myself)
{
    enum { MANY = 500000 };
    const long bytes = MANY * (long)sizeof(long);
    long *sent = test_alloc((size_t)bytes), *got = test_alloc((size_t)bytes), length, from;
    CHECK_INT(0, probe_(I(TYPE), I(me())));
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < MANY; ++i)
            sent[i] = i + k + me();
        tcg_snd(TYPE, sent, bytes, me(), 1);
    }
    while (!probe_(I(TYPE), I(me())))
        continue;
    CHECK_INT(1, tcg_probe(TYPE, -1));
    CHECK_INT(0, tcg_probe(TYPE + 1, -1));
    for (int k = 0; k < 2; ++k) {
        tcg_rcv(TYPE, got, bytes, &length, me(), &from, 1);
        for (int i = 0; i < MANY; ++i)
            if (got[i] != i + k + me())
                test_fail(__FILE__, __LINE__, "number %d is %ld", i, got[i]);
        CHECK_INT(bytes, length);
        CHECK_INT(me(), from);
    }
    CHECK_INT(0, tcg_probe(TYPE, -1));
    tcg_waitcom(-1);
    free(sent);
    free(got);
}

/* Everybody tells rank 0, which takes from any, those of each by their order and types. */
TCGMSG_CASE(gathers)
{
    enum { EACH = 50 };
    if (me() != 0) {
        for (long k = 0; k < EACH; ++k)
            tcg_snd(TYPE + k % 2, &k, sizeof k, 0, 1);
    } else {
        for (int type = 0; type < 2; ++type) {
            long *next = test_alloc((size_t)ranks() * sizeof *next);
            for (int rank = 0; rank < ranks(); ++rank)
                next[rank] = type;
            for (int k = 0; k < EACH / 2 * (ranks() - 1); ++k) {
                long number = -1, length, from = -1;
                tcg_rcv(TYPE + type, &number, sizeof number, &length, -1, &from, 1);
                CHECK(from > 0 && from < ranks());
                CHECK_INT(next[from], number);
                next[from] += 2;
            }
            free(next);
        }
    }
    tcg_synch(TYPE);
}

/* Receives under way before anything is sent, more than a list begins with. */
TCGMSG_CASE(later)
{
    enum { MANY = 100 };
    const int next = (me() + 1) % ranks(), before = (me() + ranks() - 1) % ranks();
    long got[MANY], length, from, sent[MANY];
    for (long k = 0; k < MANY; ++k) {
        got[k] = -1;
        tcg_rcv(k, &got[k], sizeof got[k], &length, before, &from, 0);
        CHECK_INT(-1, length);
        CHECK_INT(before, from);
    }
    tcg_synch(TYPE);
    for (long k = MANY; k-- > 0;) {
        sent[k] = 1000 * me() + k;
        tcg_snd(k, &sent[k], sizeof sent[k], next, k % 2);
    }
    tcg_waitcom(-1);
    for (long k = 0; k < MANY; ++k)
        CHECK_INT(1000 * before + k, got[k]);
}

/* Rank 0 needs the others, which wait for its message. */
TCGMSG_CASE(serves)
{
    int dims[1] = {ranks()}, chunk[1] = {1};
    long number = 0, length, from;
    GA_Initialize();
    int g = NGA_Create(C_LONG, 1, dims, "numbers", chunk);
    for (int rank = 1; rank < ranks() && me() == 0; ++rank)
        for (int k = 0; k < 100; ++k)
            number += NGA_Read_inc(g, &rank, 1);
    for (int rank = 1; rank < ranks() && me() == 0; ++rank)
        tcg_snd(TYPE, &number, sizeof number, rank, 1);
    if (me() != 0)
        tcg_rcv(TYPE, &number, sizeof number, &length, 0, &from, 1);
    CHECK_INT((ranks() - 1) * 4950, number);
    GA_Destroy(g);
    GA_Terminate();
}
