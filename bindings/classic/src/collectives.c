/* Reductions and broadcasts over process groups. */
#include <string.h>

#include "classic.h"

/* Operators are known by their first letters. */
typedef struct reduction {
    const char *name;
    ashlar_op op;
    int is_logical;
} reduction_t;

static const reduction_t *find_reduction(const char *call, const char *op)
{
    static const reduction_t known[] = {
        {"+", ASHLAR_SUM, 0},    {"*", ASHLAR_PROD, 0},        {"max", ASHLAR_MAX, 0},
        {"min", ASHLAR_MIN, 0},  {"absmax", ASHLAR_ABSMAX, 0}, {"absmin", ASHLAR_ABSMIN, 0},
        {"or", ASHLAR_OR, 0},    {"&&", ASHLAR_AND, 1},        {"land", ASHLAR_AND, 1},
        {"||", ASHLAR_OR, 1},    {"lor", ASHLAR_OR, 1},        {"&", ASHLAR_AND, 0},
        {"band", ASHLAR_AND, 0}, {"|", ASHLAR_OR, 0},          {"bor", ASHLAR_OR, 0}};
    for (size_t k = 0; op && k < sizeof known / sizeof known[0]; ++k)
        if (strncmp(op, known[k].name, strlen(known[k].name)) == 0)
            return &known[k];
    classic_stop(call,
                 "the operator is \"%s\", none of + * max min absmax absmin or && || & | land lor "
                 "band bor",
                 op ? op : "");
}

/* Make integers 0 or 1. */
static void make_truths(void *x, int n, ga_type type)
{
    int *ints = x;
    long *longs = x;
    long long *wide = x;
    for (int k = 0; k < n; ++k)
        if (type == ASHLAR_INT)
            ints[k] = ints[k] != 0;
        else if (type == ASHLAR_LONG)
            longs[k] = longs[k] != 0;
        else if (type == ASHLAR_LLONG)
            wide[k] = wide[k] != 0;
}

static void reduce_over(const char *call, int group, ga_type type, void *x, int n, const char *op)
{
    const reduction_t *reduction = find_reduction(call, op);
    if (reduction->is_logical)
        make_truths(x, n, type);
    CLASSIC_COLLECTIVE(call, ga_allreduce(classic_group(group), type, reduction->op, x, n));
}

/* Over the default group, and over any. */
#define GOP(letter, small, ctype, type, prefix)                                                    \
    void prefix##_##letter##gop(ctype *x, int n, char *op)                                         \
    {                                                                                              \
        reduce_over(#prefix "_" #letter "gop", GA_GROUP_DEFAULT, type, x, n, op);                  \
    }
#define PGROUP_GOP(small, ctype, type, prefix)                                                     \
    void prefix##_Pgroup_##small##gop(int grp, ctype *x, int n, char *op)                          \
    {                                                                                              \
        reduce_over(#prefix "_Pgroup_" #small "gop", grp, type, x, n, op);                         \
    }

GOP(I, i, int, ASHLAR_INT, NGA)
GOP(L, l, long, ASHLAR_LONG, NGA)
GOP(Ll, ll, long long, ASHLAR_LLONG, NGA)
GOP(F, f, float, ASHLAR_FLOAT, NGA)
GOP(D, d, double, ASHLAR_DOUBLE, NGA)
GOP(C, c, SingleComplex, ASHLAR_CFLOAT, NGA)
GOP(Z, z, DoubleComplex, ASHLAR_CDOUBLE, NGA)
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
    CLASSIC_COLLECTIVE(call, ga_broadcast(classic_group(group), buf, (size_t)bytes, root));
}

void GA_Brdcst(void *buf, int lenbuf, int root)
{
    broadcast_to("GA_Brdcst", GA_GROUP_DEFAULT, buf, lenbuf, root);
}

void GA_Pgroup_brdcst(int grp, void *buf, int lenbuf, int root)
{
    broadcast_to("GA_Pgroup_brdcst", grp, buf, lenbuf, root);
}
