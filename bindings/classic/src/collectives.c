/* Reductions and broadcasts over process groups. They complete the one-sided operations of all
 * ranks that take part, which the manual does not promise and programs rely on: in Global Arrays 5
 * a barrier of ARMCI comes first. */
#include "../operators.h"
#include "classic.h"

static void reduce_over(const char *call, int group, ga_type type, void *x, int n, const char *op)
{
    const classic_operator_t *reduction = classic_operator(op);
    if (!reduction)
        classic_stop(call,
                     "the operator is \"%s\", none of + * max min absmax absmin or && || & | land "
                     "lor band bor",
                     op ? op : "");
    if (reduction->is_logical)
        classic_make_logical(x, n, type);
    CLASSIC_TRY(call, ga_fence()); /* no rank has the sum before all have done this */
    CLASSIC_COLLECTIVE(call, ga_allreduce(classic_group(group), type, reduction->op, x, n));
}

/* Over the default group, and over a given one. */
#define GOP(letter, ctype, type, prefix)                                                           \
    void prefix##_##letter##gop(ctype *x, int n, char *op)                                         \
    {                                                                                              \
        reduce_over(#prefix "_" #letter "gop", GA_GROUP_DEFAULT, type, x, n, op);                  \
    }
#define PGROUP_GOP(small, ctype, type, prefix)                                                     \
    void prefix##_Pgroup_##small##gop(int grp, ctype *x, int n, char *op)                          \
    {                                                                                              \
        reduce_over(#prefix "_Pgroup_" #small "gop", grp, type, x, n, op);                         \
    }

GOP(I, int, ASHLAR_INT, NGA)
GOP(L, long, ASHLAR_LONG, NGA)
GOP(Ll, long long, ASHLAR_LLONG, NGA)
GOP(F, float, ASHLAR_FLOAT, NGA)
GOP(D, double, ASHLAR_DOUBLE, NGA)
GOP(C, SingleComplex, ASHLAR_CFLOAT, NGA)
GOP(Z, DoubleComplex, ASHLAR_CDOUBLE, NGA)
PGROUP_GOP(i, int, ASHLAR_INT, NGA)
PGROUP_GOP(l, long, ASHLAR_LONG, NGA)
PGROUP_GOP(ll, long long, ASHLAR_LLONG, NGA)
PGROUP_GOP(f, float, ASHLAR_FLOAT, NGA)
PGROUP_GOP(d, double, ASHLAR_DOUBLE, NGA)
PGROUP_GOP(c, SingleComplex, ASHLAR_CFLOAT, NGA)
PGROUP_GOP(z, DoubleComplex, ASHLAR_CDOUBLE, NGA)

void NGA_Gop(int type, void *x, int n, char *op)
{
    reduce_over("GA_Gop", GA_GROUP_DEFAULT, classic_type("GA_Gop", type), x, n, op);
}

void NGA_Pgroup_gop(int grp, int type, void *x, int n, char *op)
{
    reduce_over("GA_Pgroup_gop", grp, classic_type("GA_Pgroup_gop", type), x, n, op);
}

static void broadcast_to(const char *call, int group, void *buf, int bytes, int root)
{
    if (bytes < 0)
        classic_stop(call, "%d bytes", bytes);
    CLASSIC_COLLECTIVE(call, ga_group_sync(classic_group(group)));
    CLASSIC_TRY(call, ga_broadcast(classic_group(group), buf, (size_t)bytes, root));
}

void GA_Brdcst(void *buf, int lenbuf, int root)
{
    broadcast_to("GA_Brdcst", GA_GROUP_DEFAULT, buf, lenbuf, root);
}

void GA_Pgroup_brdcst(int grp, void *buf, int lenbuf, int root)
{
    broadcast_to("GA_Pgroup_brdcst", grp, buf, lenbuf, root);
}
