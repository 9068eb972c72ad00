/* TCGMSG starts, stops and tells times and sizes, by its names in C and in Fortran. "wrong NAME": a
 * call that ends the program; "end": the program ends in the middle, with success. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "classic/tcgmsg/cases.h"

/* ---- start and stop -------------------------------------------------------------------------- */

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
