/* The names of Fortran. INTEGER has the library's width. */
#include "armci.h"
#include "fortran/names.h"
#include "ma/text.h"
#include "message.h"
#include "tcg_state.h"

#define NAMED(result, lower, upper) TCG_CLASSIC_API result FORTRAN_PLAIN(lower, upper)

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- start and stop -------------------------------------------------------------------------- */

FORWARD(void, pbeginf, PBEGINF, (void), tcg_pbeginf())
FORWARD(void, pbginf, PBGINF, (void), tcg_pbginf())
FORWARD(void, pend, PEND, (void), tcg_pend())
FORWARD(Integer, tcgready, TCGREADY, (void), (Integer)tcg_ready())
FORWARD(void, parerr, PARERR, (const Integer *code), tcg_parerr(*code))

/* ---- who and when ---------------------------------------------------------------------------- */

FORWARD(Integer, nodeid, NODEID, (void), (Integer)tcg_nodeid())
FORWARD(Integer, nnodes, NNODES, (void), (Integer)tcg_nnodes())
FORWARD(DoublePrecision, tcgtime, TCGTIME, (void), tcg_time())
FORWARD(Integer, mtime, MTIME, (void), (Integer)tcg_mtime())

/* ---- messages -------------------------------------------------------------------------------- */

FORWARD(void, snd, SND,
        (const Integer *type, const void *buf, const Integer *lenbuf, const Integer *node,
         const Integer *sync),
        tcg_snd(*type, buf, *lenbuf, *node, *sync))

NAMED(void, rcv, RCV)
(const Integer *type, void *buf, const Integer *lenbuf, Integer *lenmes, const Integer *nodeselect,
 Integer *nodefrom, const Integer *sync)
{
    long bytes, from;
    tcg_rcv(*type, buf, *lenbuf, &bytes, *nodeselect, &from, *sync);
    *lenmes = (Integer)bytes;
    *nodefrom = (Integer)from;
}

FORWARD(Integer, probe, PROBE, (const Integer *type, const Integer *node),
        (Integer)tcg_probe(*type, *node))
FORWARD(void, waitcom, WAITCOM, (const Integer *node), tcg_waitcom(*node))
FORWARD(void, setdbg, SETDBG, (const Integer *value), tcg_setdbg(*value))

/* ---- all nodes ------------------------------------------------------------------------------- */

FORWARD(void, synch, SYNCH, (const Integer *type), tcg_synch(*type))
FORWARD(void, brdcst, BRDCST,
        (const Integer *type, void *buf, const Integer *lenbuf, const Integer *originator),
        tcg_brdcst(*type, buf, *lenbuf, *originator))

/* An operation as C writes it; the longest is absmax. */
typedef struct op_text {
    char text[8];
} op_text_t;

static op_text_t op_of(const char *call, const char *op, size_t length)
{
    op_text_t result;
    if (!classic_text_in(op, length, result.text, sizeof result.text))
        tcgi_stop((long)length, "%s: '%.*s' is not an operation", call, (int)length, op);
    return result;
}

NAMED(void, igop, IGOP)
(const Integer *type, Integer *x, const Integer *n, const char *op, size_t length)
{
    op_text_t as_c = op_of("igop", op, length);
#if ASHLAR_CLASSIC_INTEGER == 8
    tcg_igop(*type, x, *n, as_c.text);
#else
    (void)type;
    tcgi_all();
    tcgi_check_number("igop", "numbers", *n);
    armci_msg_group_igop(x, *n, as_c.text, &(ARMCI_Group){0});
#endif
}

NAMED(void, dgop, DGOP)
(const Integer *type, DoublePrecision *x, const Integer *n, const char *op, size_t length)
{
    op_text_t as_c = op_of("dgop", op, length);
    tcg_dgop(*type, x, *n, as_c.text);
}

FORWARD(Integer, nxtval, NXTVAL, (const Integer *mproc), (Integer)tcg_nxtval(*mproc))

NAMED(void, pfcopy, PFCOPY)
(const Integer *type, const Integer *node0, const char *filename, size_t length)
{
    char name[4096];
    if (!classic_text_in(filename, length, name, sizeof name))
        tcgi_stop((long)length, "pfcopy: a name of %zu characters", length);
    tcg_pfcopy(*type, *node0, name);
}

/* With a name as C has it. */
FORWARD(void, pfilecopy, PFILECOPY,
        (const Integer *type, const Integer *node0, const char *filename),
        tcg_pfcopy(*type, *node0, filename))

/* ---- sizes ----------------------------------------------------------------------------------- */

FORWARD(Integer, mdtob, MDTOB, (const Integer *n), (Integer)tcg_mdtob(*n))

NAMED(Integer, mitob, MITOB)(const Integer *n)
{
    tcgi_check_number("mitob", "integers", *n);
    return *n * (Integer)sizeof(Integer);
}

NAMED(Integer, mdtoi, MDTOI)(const Integer *n)
{
    tcgi_check_number("mdtoi", "doubles", *n);
    return (Integer)tcgi_divide(*n * (long)sizeof(double), sizeof(Integer));
}

NAMED(Integer, mitod, MITOD)(const Integer *n)
{
    tcgi_check_number("mitod", "integers", *n);
    return (Integer)tcgi_divide(*n * (long)sizeof(Integer), sizeof(double));
}

/* ---- other ----------------------------------------------------------------------------------- */

FORWARD(void, llog, LLOG, (void), tcg_llog())
FORWARD(void, stats, STATS, (void), tcg_stats())
FORWARD(Integer, niceftn, NICEFTN, (const Integer *ival), (Integer)tcg_niceftn(*ival))
FORWARD(DoublePrecision, drand48, DRAND48, (void), tcg_drand48())
FORWARD(void, srand48, SRAND48, (const Integer *seed), tcg_srand48(*seed))
