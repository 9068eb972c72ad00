/* TCGMSG. Its nodes are all ranks, so its calls are made where the default group is the world. */
#include "differential.h"
#include "tcgmsg.h"

extern void snd_(Integer *, void *, Integer *, Integer *, Integer *);
extern void rcv_(Integer *, void *, Integer *, Integer *, Integer *, Integer *, Integer *);
extern void brdcst_(Integer *, void *, Integer *, Integer *);
extern void dgop_(Integer *, double *, Integer *, char *, size_t);
extern void igop_(Integer *, Integer *, Integer *, char *, size_t);
extern Integer nxtval_(Integer *);
extern Integer nodeid_(void);
extern Integer nnodes_(void);
extern Integer mdtob_(Integer *);
extern Integer mitob_(Integer *);
extern Integer mdtoi_(Integer *);
extern Integer mitod_(Integer *);
extern void synch_(Integer *);

static bool everybody(void)
{
    return GA_Pgroup_get_default() == GA_Pgroup_get_world();
}

static void send(void)
{
    int from = draw(ranks), to = draw(ranks), bytes = draw(40) * 8, type = between(1, 30),
        any = draw(2);
    unsigned char data[512];
    bool fortran = chance(50);
    arg("from %d to %d bytes=%d type=%d%s %s", from, to, bytes, type, any ? " from any" : "",
        fortran ? "fortran" : "C");
    go();
    if (!everybody() || from == to)
        return;
    for (int k = 0; k < bytes; ++k)
        data[k] = (unsigned char)(me == from ? draw(256) : 0);
    Integer ftype = type, n = bytes, node = to, one = 1, got = -1, select = any ? -1 : from,
            source = -1;
    if (me == from) {
        fortran ? snd_(&ftype, data, &n, &node, &one) : tcg_snd(type, data, bytes, to, 1);
    } else if (me == to) {
        long cgot = -1, csource = -1;
        if (fortran) {
            n = sizeof data;
            rcv_(&ftype, data, &n, &got, &select, &source, &one);
        } else {
            tcg_rcv(type, data, sizeof data, &cgot, any ? -1 : from, &csource, 1);
            got = cgot;
            source = csource;
        }
        out("got %ld from %ld", (long)got, (long)source);
        out_data("data", C_LONG, bytes / 8, data);
    }
}

static void collective(void)
{
    int op = draw(4), n = draw(12), root = draw(ranks);
    static const char *const names[] = {"brdcst_", "dgop_", "igop_", "synch_"}, *const ops[] = {
                                                                                    "+", "max",
                                                                                    "min", "*",
                                                                                    "absmax"};
    const char *what = ops[draw(5)];
    arg("%s n=%d root=%d %s", names[op], n, root, what);
    Integer type = 11, fn = n, bytes = n * 8, froot = root, i[12];
    double x[12];
    for (int k = 0; k < n; ++k) {
        i[k] = draw_own(9) - 4;
        x[k] = draw_own(9) - 4;
    }
    bool leave = (n == 0 && skip(RULE_tcg_none)) || !everybody();
    go();
    if (leave)
        return;
    char text[8];
    strcpy(text, what);
    if (op == 0)
        brdcst_(&type, x, &bytes, &froot);
    else if (op == 1)
        dgop_(&type, x, &fn, text, strlen(text));
    else if (op == 2)
        igop_(&type, i, &fn, text, strlen(text));
    else
        synch_(&type);
    if (op < 2)
        out_data("x", C_DBL, n, x);
    else if (op == 2)
        out_data("i", C_LONG, n, i);
}

static void next_value(void)
{
    int each = between(1, 4);
    arg("each %d", each);
    Integer all = ranks, done = -ranks;
    go();
    if (!everybody())
        return;
    long sum = 0;
    for (int k = 0; k < each; ++k)
        sum += nxtval_(&all);
    GA_Lgop(&sum, 1, "+");
    out("sum %ld", sum);
    nxtval_(&done);
}

static void numbers(void)
{
    Integer n = draw(1000), m = 8 * n;
    arg("n=%ld", (long)n);
    go();
    out("%ld %ld %ld %ld", (long)mdtob_(&n), (long)mitob_(&n), (long)mdtoi_(&n), (long)mitod_(&m));
    out("node %ld of %ld", (long)nodeid_(), (long)nnodes_());
    out("C %ld %ld", tcg_mdtob(n), tcg_mitob(n));
}

const entry_t message_calls[] = {{"tcg_send", send, 2},
                                 {"tcg_collective", collective, 2},
                                 {"tcg_nxtval", next_value, 1},
                                 {"tcg_numbers", numbers, 1},
                                 {NULL, NULL, 0}};
