/* TCGMSG, the messages of programs for Global Arrays, over MPI. Fortran programs have the same
 * calls by the names without tcg_, with INTEGER where this has long.
 *
 * Nodes are ranks of the world of the library, MPI_COMM_WORLD where tcg_pbegin() starts it. A type
 * is a tag of MPI, 0 or more; it may have the bits of msgtypesc.h, which say nothing here. Lengths
 * are in bytes, at most 2147483647 in a message; broadcasts and reductions have no such limit. What
 * is wrong ends the program with words. One thread of a process calls at a time. */
#ifndef TCGMSG_H_
#define TCGMSG_H_

#if defined(__GNUC__)
#define TCG_CLASSIC_API __attribute__((visibility("default")))
#else
#define TCG_CLASSIC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- start and stop -------------------------------------------------------------------------- */

/* Collective: start MPI and the library, where that has not been done. Before GA_Initialize() or
 * after it; again it does nothing. Collective calls and tcg_nxtval() do it if a program has not. */
TCG_CLASSIC_API void tcg_pbegin(int argc, char **argv);
TCG_CLASSIC_API void tcg_alt_pbegin(int *argc, char **argv[]);
TCG_CLASSIC_API void tcg_pbeginf(void);
TCG_CLASSIC_API void tcg_pbginf(void);
/* Is it started. */
TCG_CLASSIC_API long tcg_ready(void);
/* Collective: stop both, and end the process with exit code 0. */
TCG_CLASSIC_API void tcg_pend(void);
/* End the program on all nodes, with a message. */
TCG_CLASSIC_API void tcg_error(const char *msg, long code);
TCG_CLASSIC_API void tcg_parerr(long code);

/* ---- who and when ---------------------------------------------------------------------------- */

TCG_CLASSIC_API long tcg_nodeid(void);
TCG_CLASSIC_API long tcg_nnodes(void);
/* Seconds, and hundredths of seconds, since the first of these calls. */
TCG_CLASSIC_API double tcg_time(void);
TCG_CLASSIC_API long tcg_mtime(void);

/* ---- messages -------------------------------------------------------------------------------- */

/* With sync 0 the buffer is in use until tcg_waitcom(). While they wait, other nodes are served. A
 * message to myself is copied. */
TCG_CLASSIC_API void tcg_snd(long type, const void *buf, long lenbuf, long node, long sync);
/* From a node, or from any (-1). lenmes: the bytes received, which must not be more than lenbuf;
 * nodefrom: who sent them. With sync 0 they are -1 and nodeselect. */
TCG_CLASSIC_API void tcg_rcv(long type, void *buf, long lenbuf, long *lenmes, long nodeselect,
                             long *nodefrom, long sync);
/* Has a message of this type from a node, or from any (-1), come. */
TCG_CLASSIC_API long tcg_probe(long type, long node);
/* Wait for all messages with sync 0, whichever their node. */
TCG_CLASSIC_API void tcg_waitcom(long node);

/* ---- all nodes ------------------------------------------------------------------------------- */

TCG_CLASSIC_API void tcg_synch(long type);
TCG_CLASSIC_API void tcg_brdcst(long type, void *buf, long lenbuf, long originator);
/* Operations by their first letters: + * min max absmin absmax, and of integers also or, and those
 * of message.h. */
TCG_CLASSIC_API void tcg_igop(long type, long *x, long n, const char *op);
TCG_CLASSIC_API void tcg_dgop(long type, double *x, long n, const char *op);
/* mproc > 0: the next number of a counter of all nodes, which begins with 0. mproc < 0: collective,
 * sets it back to 0; returns 0. */
TCG_CLASSIC_API long tcg_nxtval(long mproc);
/* Copy a file of node0 to the folders of all others, under the same name. */
TCG_CLASSIC_API void tcg_pfcopy(long type, long node0, const char *fname);

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Bytes of n doubles, and of n integers; the least number of integers that hold n doubles, and of
 * doubles that hold n integers. Integers are long here, INTEGER in Fortran. */
TCG_CLASSIC_API long tcg_mdtob(long n);
TCG_CLASSIC_API long tcg_mitob(long n);
TCG_CLASSIC_API long tcg_mdtoi(long n);
TCG_CLASSIC_API long tcg_mitod(long n);

/* ---- other ----------------------------------------------------------------------------------- */

/* Standard output and errors go on in log.NNN of the current folder, NNN being my node. */
TCG_CLASSIC_API void tcg_llog(void);
/* Not 0: print a line for each message. */
TCG_CLASSIC_API void tcg_setdbg(long value);
/* Nothing is counted: it prints nothing. */
TCG_CLASSIC_API void tcg_stats(void);
TCG_CLASSIC_API long tcg_niceftn(long ival);
/* Numbers from 0 to 1, each node's own. */
TCG_CLASSIC_API double tcg_drand48(void);
TCG_CLASSIC_API void tcg_srand48(long seed);

#ifdef __cplusplus
}
#endif
#endif
