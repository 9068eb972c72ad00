/* ARMCI's messages and reductions. They need MPI's ranks of the world, or of a group where one is
 * given; without one they are collective over the default group. They do not complete transfers.
 *
 * Operations go by the first letters: + * min max absmin absmax or, and of integers also && or
 * land,
 * || or lor (0 or 1), & or band, | or bor. */
#ifndef ARMCI_MESSAGE_H
#define ARMCI_MESSAGE_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ARMCI_INT       -99
#define ARMCI_LONG      -101
#define ARMCI_LONG_LONG -102
#define ARMCI_FLOAT     -306
#define ARMCI_DOUBLE    -307

/* The ranks that take part: all ranks of the group, or those of my node. SCOPE_MASTERS is as
 * SCOPE_ALL. */
#define SCOPE_ALL     333
#define SCOPE_NODE    337
#define SCOPE_MASTERS 339

/* ---- start and stop -------------------------------------------------------------------------- */

/* MPI's, where nobody has done it. */
ARMCI_CLASSIC_API void armci_msg_init(int *argc, char ***argv);
ARMCI_CLASSIC_API void armci_msg_finalize(void);
ARMCI_CLASSIC_API void armci_msg_abort(int code);
ARMCI_CLASSIC_API int armci_msg_nproc(void);
ARMCI_CLASSIC_API double armci_timer(void);

/* ---- messages -------------------------------------------------------------------------------- */

/* Between ranks of the world; others are served meanwhile. A message to myself is sent once it is
 * received, and there is one at a time. msglen may be NULL. */
ARMCI_CLASSIC_API void armci_msg_snd(int tag, void *buffer, int len, int to);
ARMCI_CLASSIC_API void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from);
/* From anybody: returns who sent it. */
ARMCI_CLASSIC_API int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen);

/* ---- broadcasts and barriers ----------------------------------------------------------------- */

/* root: a rank of the default group; with SCOPE_NODE the number of a process on its node. */
ARMCI_CLASSIC_API void armci_msg_bcast(void *buffer, int len, int root);
ARMCI_CLASSIC_API void armci_msg_brdcst(void *buffer, int len, int root);
ARMCI_CLASSIC_API void armci_msg_bcast_scope(int scope, void *buffer, int len, int root);
/* root: a rank of the world. */
ARMCI_CLASSIC_API void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root,
                                                   ARMCI_Group *group);
/* From the first process of my node. */
ARMCI_CLASSIC_API void armci_msg_clus_brdcst(void *buf, int len);
/* Ends the program: what it should do nobody says. */
ARMCI_CLASSIC_API void armci_grp_clus_brdcst(void *buf, int len, int grp_master, int grp_clus_nproc,
                                             ARMCI_Group *mastergroup);
/* These do complete the transfers of all ranks. */
ARMCI_CLASSIC_API void armci_msg_barrier(void);
ARMCI_CLASSIC_API void armci_msg_group_barrier(ARMCI_Group *group);
/* My place in a binary tree of the ranks of the world, or of my node; -1: there is none. */
ARMCI_CLASSIC_API void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right);
/* Each rank sets its own of n addresses, the others being NULL; all get all. */
ARMCI_CLASSIC_API void armci_exchange_address(void *ptr_ar[], int n);
ARMCI_CLASSIC_API void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group);

/* ---- reductions ------------------------------------------------------------------------------ */

ARMCI_CLASSIC_API void armci_msg_igop(int *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_lgop(long *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_llgop(long long *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_fgop(float *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_dgop(double *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type);
ARMCI_CLASSIC_API void armci_msg_reduce(void *x, int n, char *op, int type);
ARMCI_CLASSIC_API void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type);

/* For a group; with SCOPE_NODE of me alone. */
ARMCI_CLASSIC_API void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type,
                                                 ARMCI_Group *group);
ARMCI_CLASSIC_API void armci_msg_group_igop(int *x, int n, char *op, ARMCI_Group *group);
ARMCI_CLASSIC_API void armci_msg_group_lgop(long *x, int n, char *op, ARMCI_Group *group);
ARMCI_CLASSIC_API void armci_msg_group_llgop(long long *x, int n, char *op, ARMCI_Group *group);
ARMCI_CLASSIC_API void armci_msg_group_fgop(float *x, int n, char *op, ARMCI_Group *group);
ARMCI_CLASSIC_API void armci_msg_group_dgop(double *x, int n, char *op, ARMCI_Group *group);

/* For the ranks of my node. */
ARMCI_CLASSIC_API void armci_msg_clus_igop(int *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_clus_lgop(long *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_clus_llgop(long long *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_clus_fgop(float *x, int n, char *op);
ARMCI_CLASSIC_API void armci_msg_clus_dgop(double *x, int n, char *op);

/* x, n bytes that begin with a number of the type, becomes that of the rank with the least ("min")
 * or the largest ("max") number of those that contribute, the first one of equal ones. */
ARMCI_CLASSIC_API void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type,
                                           int contribute);
#define armci_msg_sel(x, n, op, type, contribute)                                                  \
    armci_msg_sel_scope(SCOPE_ALL, (x), (n), (op), (type), (contribute))

#ifdef __cplusplus
}
#endif
#endif
