/* The older names of TCGMSG for C, whose arguments are those of Fortran. */
#ifndef SNDRCV_H_
#define SNDRCV_H_

#include <string.h>

#include "msgtypesc.h"
#include "tcgmsg.h"

#ifdef __cplusplus
extern "C" {
#endif
TCG_CLASSIC_API void Error(char *string, long integer); /* tcg_error() */
#ifdef __cplusplus
}
#endif

static inline void BRDCST_(const long *type, void *buf, const long *lenbuf, const long *originator)
{
    tcg_brdcst(*type, buf, *lenbuf, *originator);
}

static inline void DGOP_(const long *type, double *x, const long *n, const char *op, int oplen)
{
    (void)oplen;
    tcg_dgop(*type, x, *n, op);
}

static inline void IGOP_(const long *type, long *x, const long *n, const char *op, int oplen)
{
    (void)oplen;
    tcg_igop(*type, x, *n, op);
}

static inline void SND_(const long *type, const void *buf, const long *lenbuf, const long *node,
                        const long *sync)
{
    tcg_snd(*type, buf, *lenbuf, *node, *sync);
}

static inline void RCV_(const long *type, void *buf, const long *lenbuf, long *lenmes,
                        const long *nodeselect, long *nodefrom, const long *sync)
{
    tcg_rcv(*type, buf, *lenbuf, lenmes, *nodeselect, nodefrom, *sync);
}

static inline long PROBE_(const long *type, const long *node)
{
    return tcg_probe(*type, *node);
}

static inline void WAITCOM_(const long *node)
{
    tcg_waitcom(*node);
}

static inline void SYNCH_(const long *type)
{
    tcg_synch(*type);
}

static inline long NXTVAL_(const long *mproc)
{
    return tcg_nxtval(*mproc);
}

static inline void PFILECOPY_(const long *type, const long *node0, const char *filename)
{
    tcg_pfcopy(*type, *node0, filename);
}

/* The name in length bytes, with blanks behind it. */
static inline void PFCOPY_(const long *type, const long *node0, const char *filename, int length)
{
    char name[4096];
    while (length > 0 && filename[length - 1] == ' ')
        --length;
    if (length <= 0 || length >= (int)sizeof name)
        tcg_error("PFCOPY_: the length of a file's name", length);
    memcpy(name, filename, (size_t)length);
    name[length] = '\0';
    tcg_pfcopy(*type, *node0, name);
}
static inline void PARERR_(const long *code)
{
    tcg_parerr(*code);
}

static inline void SETDBG_(const long *value)
{
    tcg_setdbg(*value);
}

static inline long MDTOB_(const long *n)
{
    return tcg_mdtob(*n);
}

static inline long MDTOI_(const long *n)
{
    return tcg_mdtoi(*n);
}

static inline long MITOB_(const long *n)
{
    return tcg_mitob(*n);
}

static inline long MITOD_(const long *n)
{
    return tcg_mitod(*n);
}

static inline long NICEFTN_(const long *ival)
{
    return tcg_niceftn(*ival);
}

static inline void SRAND48_(const long *seed)
{
    tcg_srand48(*seed);
}

#define PBEGIN_(argc, argv)     tcg_pbegin((argc), (argv))
#define tcgi_pbegin(argc, argv) tcg_pbegin((argc), (argv))
#define PBEGINF_()              tcg_pbeginf()
#define PBGINF_()               tcg_pbginf()
#define PEND_()                 tcg_pend()
#define NODEID_()               tcg_nodeid()
#define NNODES_()               tcg_nnodes()
#define TCGREADY_()             tcg_ready()
#define TCGTIME_()              tcg_time()
#define MTIME_()                tcg_mtime()
#define DRAND48_()              tcg_drand48()
#define LLOG_()                 tcg_llog()
#define STATS_()                tcg_stats()

#endif
