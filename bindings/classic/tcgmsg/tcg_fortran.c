/* The names of Fortran. INTEGER has the library's width. */
#include "armci.h"
#include "ma/text.h"
#include "message.h"
#include "tcg_state.h"

#define FORTRAN(result, name) TCG_CLASSIC_API result CLASSIC_FORTRAN(name)

/* Fortran has no header to declare them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- start and stop -------------------------------------------------------------------------- */

FORTRAN(void, pbeginf)(void)
{
    tcg_pbeginf();
}

FORTRAN(void, pbginf)(void)
{
    tcg_pbginf();
}

FORTRAN(void, pend)(void)
{
    tcg_pend();
}

FORTRAN(Integer, tcgready)(void)
{
    return (Integer)tcg_ready();
}

FORTRAN(void, parerr)(const Integer *code)
{
    tcg_parerr(*code);
}

/* ---- who and when ---------------------------------------------------------------------------- */

FORTRAN(Integer, nodeid)(void)
{
    return (Integer)tcg_nodeid();
}

FORTRAN(Integer, nnodes)(void)
{
    return (Integer)tcg_nnodes();
}

FORTRAN(DoublePrecision, tcgtime)(void)
{
    return tcg_time();
}

FORTRAN(Integer, mtime)(void)
{
    return (Integer)tcg_mtime();
}

/* ---- messages -------------------------------------------------------------------------------- */

FORTRAN(void, snd)
(const Integer *type, const void *buf, const Integer *lenbuf, const Integer *node,
 const Integer *sync)
{
    tcg_snd(*type, buf, *lenbuf, *node, *sync);
}

FORTRAN(void, rcv)
(const Integer *type, void *buf, const Integer *lenbuf, Integer *lenmes, const Integer *nodeselect,
 Integer *nodefrom, const Integer *sync)
{
    long bytes, from;
    tcg_rcv(*type, buf, *lenbuf, &bytes, *nodeselect, &from, *sync);
    *lenmes = (Integer)bytes;
    *nodefrom = (Integer)from;
}

FORTRAN(Integer, probe)(const Integer *type, const Integer *node)
{
    return (Integer)tcg_probe(*type, *node);
}

FORTRAN(void, waitcom)(const Integer *node)
{
    tcg_waitcom(*node);
}

FORTRAN(void, setdbg)(const Integer *value)
{
    tcg_setdbg(*value);
}

/* ---- all nodes ------------------------------------------------------------------------------- */

FORTRAN(void, synch)(const Integer *type)
{
    tcg_synch(*type);
}

FORTRAN(void, brdcst)
(const Integer *type, void *buf, const Integer *lenbuf, const Integer *originator)
{
    tcg_brdcst(*type, buf, *lenbuf, *originator);
}

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

FORTRAN(void, igop)
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

FORTRAN(void, dgop)
(const Integer *type, DoublePrecision *x, const Integer *n, const char *op, size_t length)
{
    op_text_t as_c = op_of("dgop", op, length);
    tcg_dgop(*type, x, *n, as_c.text);
}

FORTRAN(Integer, nxtval)(const Integer *mproc)
{
    return (Integer)tcg_nxtval(*mproc);
}

FORTRAN(void, pfcopy)
(const Integer *type, const Integer *node0, const char *filename, size_t length)
{
    char name[4096];
    if (!classic_text_in(filename, length, name, sizeof name))
        tcgi_stop((long)length, "pfcopy: a name of %zu characters", length);
    tcg_pfcopy(*type, *node0, name);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

FORTRAN(Integer, mdtob)(const Integer *n)
{
    return (Integer)tcg_mdtob(*n);
}

FORTRAN(Integer, mitob)(const Integer *n)
{
    tcgi_check_number("mitob", "integers", *n);
    return *n * (Integer)sizeof(Integer);
}

FORTRAN(Integer, mdtoi)(const Integer *n)
{
    tcgi_check_number("mdtoi", "doubles", *n);
    return (Integer)tcgi_divide(*n * (long)sizeof(double), sizeof(Integer));
}

FORTRAN(Integer, mitod)(const Integer *n)
{
    tcgi_check_number("mitod", "integers", *n);
    return (Integer)tcgi_divide(*n * (long)sizeof(Integer), sizeof(double));
}

/* ---- other ----------------------------------------------------------------------------------- */

FORTRAN(void, llog)(void)
{
    tcg_llog();
}

FORTRAN(void, stats)(void)
{
    tcg_stats();
}

FORTRAN(Integer, niceftn)(const Integer *ival)
{
    return (Integer)tcg_niceftn(*ival);
}

FORTRAN(DoublePrecision, drand48)(void)
{
    return tcg_drand48();
}

FORTRAN(void, srand48)(const Integer *seed)
{
    tcg_srand48(*seed);
}
