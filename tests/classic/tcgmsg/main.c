/* Tests of TCGMSG, by its names in C and in Fortran. "wrong NAME": a call that ends the program;
 * "end": the program ends in the middle, with success. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "armci.h"
#include "classic/tcgmsg/names.h"
#include "ga.h"
#include "harness/harness.h"
#include "sndrcv.h"

/* Arguments of Fortran. */
#define I(value) (&(Integer){value})

enum { TYPE = 7 };

static int me(void)
{
    return test_rank();
}

static int ranks(void)
{
    return test_size();
}

/* ---- start and stop -------------------------------------------------------------------------- */

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

TCGMSG_CASE(starts)
{
    GA_Initialize();
    GA_Terminate();
    CHECK_INT(1, tcg_ready()); /* it goes on */
    pbginf_();                 /* once */
    tcg_pbeginf();
    tcg_pbginf();
    tcg_pbegin(0, NULL);
    CHECK_INT(me(), nodeid_());
    CHECK_INT(ranks(), nnodes_());
    CHECK_INT(me(), tcg_nodeid());
    CHECK_INT(ranks(), tcg_nnodes());
}

TCGMSG_CASE(clocks)
{
    double first = tcgtime_();
    CHECK(first >= 0);
    while (tcg_time() < first + 0.03)
        continue;
    CHECK(mtime_() >= 3);
    CHECK(tcg_mtime() >= 3);
    CHECK(tcg_mtime() <= tcg_time() * 100);
}

/* ---- messages -------------------------------------------------------------------------------- */

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

/* ---- all nodes ------------------------------------------------------------------------------- */

TCGMSG_CASE(broadcasts)
{
    for (int root = 0; root < ranks(); ++root) {
        double numbers[3] = {me(), me() + 0.5, -1};
        brdcst_(I(TYPE), numbers, I(2 * sizeof numbers[0]), I(root));
        CHECK(numbers[0] == root && numbers[1] == root + 0.5 && numbers[2] == -1);
        tcg_brdcst(TYPE, numbers, 0, root);
        CHECK(numbers[0] == root);
        long type = TYPE, bytes = sizeof numbers[0], from = root;
        numbers[0] = 3 * me();
        BRDCST_(&type, numbers, &bytes, &from);
        CHECK(numbers[0] == 3 * root);
    }
}

/* What the numbers of all ranks, -2 + 3 rank each, come to. */
static long reduced(const char *op)
{
    long result = -2;
    for (int rank = 1; rank < ranks(); ++rank) {
        long x = -2 + 3 * rank;
        if (strcmp(op, "+") == 0)
            result += x;
        else if (strcmp(op, "*") == 0)
            result *= x;
        else if (strcmp(op, "max") == 0)
            result = x > result ? x : result;
        else if (strcmp(op, "min") == 0)
            result = x < result ? x : result;
        else if (strcmp(op, "absmax") == 0)
            result = labs(x) > labs(result) ? labs(x) : labs(result);
        else if (strcmp(op, "absmin") == 0)
            result = labs(x) < labs(result) ? labs(x) : labs(result);
        else
            result |= x;
    }
    return strncmp(op, "abs", 3) == 0 ? labs(result) : result;
}

TCGMSG_CASE(reduces)
{
    static const char *const ops[] = {"+", "*", "max", "min", "absmax", "absmin", "or"};
    for (size_t k = 0; k < sizeof ops / sizeof ops[0]; ++k) {
        char padded[6] = "      ";
        memcpy(padded, ops[k], strlen(ops[k]));
        const Integer mine = -2 + 3 * me();
        Integer ints[3] = {mine, mine, 77};
        long longs[2] = {mine, 77};
        double doubles[3] = {(double)mine, (double)mine, 77};
        igop_(I(TYPE), ints, I(2), padded, sizeof padded);
        CHECK_INT(reduced(ops[k]), ints[0]);
        CHECK_INT(reduced(ops[k]), ints[1]);
        CHECK_INT(77, ints[2]);
        tcg_igop(TYPE, longs, 1, ops[k]);
        CHECK_INT(reduced(ops[k]), longs[0]);
        CHECK_INT(77, longs[1]);
        tcg_igop(TYPE, longs, 0, ops[k]);
        if (strcmp(ops[k], "or") == 0)
            continue;
        dgop_(I(TYPE), doubles, I(2), ops[k], strlen(ops[k]));
        CHECK(doubles[0] == (double)reduced(ops[k]) && doubles[1] == doubles[0]);
        CHECK(doubles[2] == 77);
        tcg_dgop(TYPE, doubles + 2, 1, "max");
        CHECK(doubles[2] == 77);
    }
}

/* Each number is drawn once, by whomever, and the counter can begin anew. */
TCGMSG_CASE(counts)
{
    enum { EACH = 20 };
    const size_t all = (size_t)(EACH * ranks());
    for (int time = 0; time < 2; ++time) {
        long *drawn = test_alloc(all * sizeof *drawn);
        memset(drawn, 0, all * sizeof *drawn);
        for (int k = 0; k < EACH; ++k) {
            long number = k % 2 ? nxtval_(I(ranks())) : tcg_nxtval(ranks());
            if (CHECK(number >= 0 && number < (long)all))
                ++drawn[number];
        }
        tcg_igop(TYPE, drawn, (long)all, "+");
        for (size_t k = 0; k < all; ++k)
            CHECK_INT(1, drawn[k]);
        CHECK_INT(0, nxtval_(I(-ranks())));
        CHECK_INT(0, nxtval_(I(0)));
        free(drawn);
    }
}

/* A file of the last rank in a folder of each. */
TCGMSG_CASE(files)
{
    char folder[64], home[4096];
    const int last = ranks() - 1, bytes = 3000000;
    CHECK(getcwd(home, sizeof home) != NULL);
    snprintf(folder, sizeof folder, "/tmp/tcgmsg.XXXXXX");
    if (!CHECK(mkdtemp(folder) && chdir(folder) == 0))
        return;
    char *text = test_alloc((size_t)bytes);
    for (int k = 0; k < bytes; ++k)
        text[k] = (char)(k % 251);
    FILE *file = me() == last ? fopen("copied", "wb") : NULL;
    CHECK(me() != last || (file && fwrite(text, 1, (size_t)bytes, file) == (size_t)bytes));
    if (file)
        fclose(file);
    pfcopy_(I(TYPE), I(last), "copied  ", 8);
    file = fopen("copied", "rb");
    char *read = test_alloc((size_t)bytes + 1);
    CHECK(file != NULL);
    CHECK_INT(bytes, file ? (int)fread(read, 1, (size_t)bytes + 1, file) : 0);
    CHECK(memcmp(read, text, (size_t)bytes) == 0);
    if (file)
        fclose(file);
    tcg_pfcopy(TYPE, 0, "copied");
    CHECK(unlink("copied") == 0 && chdir(home) == 0 && rmdir(folder) == 0);
    free(text);
    free(read);
}

/* ---- the rest -------------------------------------------------------------------------------- */

TCGMSG_CASE(sizes)
{
    const int width = (int)sizeof(Integer);
    CHECK_INT(24, mdtob_(I(3)));
    CHECK_INT(3 * width, mitob_(I(3)));
    CHECK_INT(24 / width, mdtoi_(I(3)));
    CHECK_INT((3 * width + 7) / 8, mitod_(I(3)));
    CHECK_INT(24, tcg_mdtob(3));
    CHECK_INT(24, tcg_mitob(3));
    CHECK_INT(3, tcg_mdtoi(3));
    CHECK_INT(3, tcg_mitod(3));
    CHECK_INT(0, mdtob_(I(0)));
}

TCGMSG_CASE(rest)
{
    double first, second;
    srand48_(I(11));
    first = drand48_();
    CHECK(first >= 0 && first < 1);
    tcg_srand48(11);
    second = tcg_drand48();
    CHECK(first == second);
    CHECK(drand48_() != second);
    CHECK_INT(tcg_niceftn(0), niceftn_(I(0)));
    setdbg_(I(1));
    tcg_setdbg(0);
    stats_();
    tcg_stats();
    synch_(I(TYPE));
}

/* ---- what ends the program ------------------------------------------------------------------- */

static int wrong(const char *name)
{
    long number = 0, length, from;
    if (strcmp(name, "before") == 0)
        tcg_nodeid();
    tcg_alt_pbegin(NULL, NULL);
    if (strcmp(name, "node") == 0)
        tcg_snd(TYPE, &number, sizeof number, nnodes_(), 1);
    else if (strcmp(name, "any") == 0)
        snd_(I(TYPE), &number, I(8), I(-1), I(1));
    else if (strcmp(name, "from") == 0)
        tcg_rcv(TYPE, &number, sizeof number, &length, -2, &from, 1);
    else if (strcmp(name, "type") == 0)
        tcg_snd(-3, &number, sizeof number, 0, 1);
    else if (strcmp(name, "length") == 0)
        tcg_snd(TYPE, &number, -8, 0, 1);
    else if (strcmp(name, "huge") == 0)
        tcg_rcv(TYPE, &number, 1L << 31, &length, 0, &from, 1);
    else if (strcmp(name, "long") == 0) {
        tcg_snd(TYPE, "sixteen letters", 16, tcg_nodeid(), 1);
        tcg_rcv(TYPE, &number, sizeof number, &length, -1, &from, 1);
    } else if (strcmp(name, "root") == 0)
        brdcst_(I(TYPE), &number, I(8), I(nnodes_()));
    else if (strcmp(name, "bytes") == 0)
        tcg_brdcst(TYPE, &number, -1, 0);
    else if (strcmp(name, "operation") == 0)
        tcg_igop(TYPE, &number, 1, "sum");
    else if (strcmp(name, "operations") == 0)
        dgop_(I(TYPE), NULL, I(1), "additions", 9);
    else if (strcmp(name, "numbers") == 0)
        tcg_dgop(TYPE, NULL, -1, "+");
    else if (strcmp(name, "doubles") == 0)
        mdtob_(I(-1));
    else if (strcmp(name, "file") == 0)
        tcg_pfcopy(TYPE, 0, "/nowhere/at/all");
    else if (strcmp(name, "error") == 0)
        Error("it is over", 3);
    else if (strcmp(name, "parerr") == 0)
        parerr_(I(5));
    else if (strcmp(name, "tcg_parerr") == 0)
        tcg_parerr(6);
    printf("still here\n");
    pend_();
    return 0;
}

/* Nothing of MPI is started before, and pend_() does not return. */
static int end(const char *how)
{
    char folder[] = "/tmp/tcgmsg.XXXXXX", name[32];
    struct stat about;
    pbeginf_();
    if (!mkdtemp(folder) || chdir(folder) != 0)
        tcg_error("no folder", 1);
    snprintf(name, sizeof name, "log.%03d", (int)nodeid_());
    if (strcmp(how, "log") == 0)
        tcg_llog();
    else
        llog_();
    printf("words\n");
    fflush(stdout);
    if (stat(name, &about) != 0 || about.st_size != 6)
        tcg_error("the log file is wrong", (long)about.st_size);
    unlink(name);
    rmdir(folder);
    if (strcmp(how, "log") == 0)
        tcg_pend();
    pend_();
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "wrong") == 0)
        return wrong(argv[2]);
    if (argc == 3 && strcmp(argv[1], "end") == 0)
        return end(argv[2]);
    return test_main(argc, argv);
}
