/* Reductions, broadcasts, groups, mutexes. */
#include "differential.h"

extern void ga_brdcst_(Integer *, void *, Integer *, Integer *);
extern void ga_dgop_(Integer *, double *, Integer *, char *, size_t);
extern void ga_igop_(Integer *, Integer *, Integer *, char *, size_t);
extern void ga_sgop_(Integer *, float *, Integer *, char *, size_t);
extern void ga_zgop_(Integer *, void *, Integer *, char *, size_t);
extern Integer ga_pgroup_create_(Integer *, Integer *);
extern Integer ga_pgroup_nnodes_(Integer *);
extern Integer ga_pgroup_nodeid_(Integer *);
extern void ga_pgroup_sync_(Integer *);
extern logical ga_pgroup_destroy_(Integer *);
extern void ga_pgroup_set_default_(Integer *);
extern logical ga_create_mutexes_(Integer *);
extern logical ga_destroy_mutexes_(void);

static const char *const ops[] = {"+", "*", "max", "min", "absmax", "absmin"};

static char *draw_op(bool complex)
{
    const char *op = ops[draw(complex ? 2 : 6)];
    arg("op=%s", op);
    return (char *)(uintptr_t)op;
}

static void gop(void)
{
    static const int types[] = {C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_SCPL, C_DCPL};
    int type = types[draw(7)], n = draw(21);
    arg("%s n=%d", type_name(type), n);
    char *op = draw_op(is_complex(type));
    bool fortran = chance(40), general = chance(40);
    arg("%s", general ? "GA_Gop" : fortran ? "fortran" : "C");
    void *x = draw_data(type, n, true);
    Integer tag = 7, fn = n;
    size_t length = strlen(op);
    bool leave = is_complex(type) && *op == '*' && skip(RULE_gop_complex_product);
    go();
    if (!leave) {
        if (general)
            GA_Gop(type, x, n, op);
        else if (type == C_INT)
            GA_Igop(x, n, op);
        else if (type == C_LONG)
            fortran ? ga_igop_(&tag, x, &fn, op, length) : GA_Lgop(x, n, op);
        else if (type == C_LONGLONG)
            GA_Llgop(x, n, op);
        else if (type == C_FLOAT)
            fortran ? ga_sgop_(&tag, x, &fn, op, length) : GA_Fgop(x, n, op);
        else if (type == C_DBL)
            fortran ? ga_dgop_(&tag, x, &fn, op, length) : GA_Dgop(x, n, op);
        else if (type == C_SCPL)
            GA_Cgop(x, n, op);
        else
            fortran ? ga_zgop_(&tag, x, &fn, op, length) : GA_Zgop(x, n, op);
        out_data("result", type, n, x);
    }
    free(x);
}

static void brdcst(void)
{
    int bytes = draw(60), root = draw(ranks);
    bool fortran = chance(50);
    unsigned char x[64];
    int shown[64];
    for (int k = 0; k < bytes; ++k)
        x[k] = (unsigned char)draw_own(256);
    arg("%s bytes=%d root=%d", fortran ? "ga_brdcst_" : "GA_Brdcst", bytes, root);
    Integer tag = 3, fbytes = bytes, froot = root;
    go();
    if (fortran)
        ga_brdcst_(&tag, x, &fbytes, &froot);
    else
        GA_Brdcst(x, bytes, root);
    for (int k = 0; k < bytes; ++k)
        shown[k] = x[k];
    out_list("bytes", bytes, shown);
}

/* A group of some ranks, its sums, an array on it. */
static void group(void)
{
    int list[64], n = 0, in = -1;
    bool fortran = chance(40), duplicate = chance(20), split = chance(20), be_default = chance(50);
    int shift = chance(30) ? draw(ranks) : 0;
    for (int k = 0; k < ranks; ++k)
        if (chance(60) || (k == ranks - 1 && n == 0))
            list[n++] = (k + shift) % ranks;
    arg_list("list", n, list);
    arg("%s%s%s%s", fortran ? "fortran" : "C", duplicate ? " duplicate" : "", split ? " split" : "",
        be_default ? " default" : "");
    int parts = between(1, ranks), color = draw(2) + 2 * 0, base = GA_Pgroup_get_default(),
        was = me, old = ranks;
    go();
    int g;
    if (split) {
        g = chance(50) ? GA_Pgroup_split(base, parts)
                       : GA_Pgroup_split_irreg(base, (color + me) % 2);
        in = GA_Pgroup_nodeid(g);
    } else if (duplicate && !skip(RULE_group_duplicate)) {
        g = GA_Pgroup_duplicate(base);
        in = GA_Pgroup_nodeid(g);
    } else {
        Integer flist[64], fn = n;
        for (int k = 0; k < n; ++k) {
            flist[k] = list[k];
            if (list[k] == me)
                in = k;
        }
        g = fortran ? (int)ga_pgroup_create_(flist, &fn) : GA_Pgroup_create(list, n);
    }
    if (in >= 0) {
        Integer fg = g;
        out("rank %d of %d", GA_Pgroup_nodeid(g), GA_Pgroup_nnodes(g));
        out("fortran %d of %d", (int)ga_pgroup_nodeid_(&fg), (int)ga_pgroup_nnodes_(&fg));
        out("absolute %d", GA_Pgroup_absolute_id(g, in));
        double x[3] = {in + 1, me * 2, 1};
        int i[2] = {in, 5};
        GA_Pgroup_dgop(g, x, 3, "+");
        out_data("sum", C_DBL, 3, x);
        GA_Pgroup_igop(g, i, 2, "max");
        out_list("most", 2, i);
        int b = 100 + in;
        GA_Pgroup_brdcst(g, &b, sizeof b, GA_Pgroup_nnodes(g) - 1);
        out("broadcast %d", b);
        fortran ? ga_pgroup_sync_(&fg) : GA_Pgroup_sync(g);
        int dims[2] = {5, 4};
        array_t a = {.type = C_DBL, .ndim = 2, .dims = {5, 4}};
        me = GA_Pgroup_nodeid(g);
        ranks = GA_Pgroup_nnodes(g);
        if (be_default) {
            GA_Pgroup_set_default(g);
            a.g = NGA_Create(C_DBL, 2, dims, "of the group", NULL);
            refill(&a);
            out("dot %g", GA_Ddot(a.g, a.g));
            touched(&a);
            GA_Destroy(a.g);
            out("default %d", GA_Pgroup_get_default() == g);
            GA_Pgroup_set_default(base);
        } else {
            a.g = NGA_Create_config(C_DBL, 2, dims, "of the group", NULL, g);
            out("of the group %d", GA_Get_pgroup(a.g) == g);
            double seven = 7;
            GA_Fill(a.g, &seven);
            out("dot %g", GA_Ddot(a.g, a.g));
            GA_Destroy(a.g);
        }
        me = was;
        ranks = old;
    }
    GA_Sync();
    int gone = GA_Pgroup_destroy(g);
    out("destroyed %d", gone != 0);
}

static void mutexes(void)
{
    int n = between(1, 4), m = draw(n), at[1] = {0}, dims[1] = {2}, ld[1] = {1};
    bool fortran = chance(50);
    arg("n=%d m=%d %s", n, m, fortran ? "fortran" : "C");
    Integer fn = n;
    bool leave = in_group() && skip(RULE_mutex_group);
    go();
    if (leave)
        return;
    int g = NGA_Create(C_INT, 1, dims, "counter", NULL);
    GA_Zero(g);
    out("made %d", (fortran ? (int)ga_create_mutexes_(&fn) : GA_Create_mutexes(n)) != 0);
    for (int k = 0; k < 3; ++k) {
        int x;
        GA_Lock(m);
        NGA_Get(g, at, at, &x, ld);
        ++x;
        GA_Init_fence();
        NGA_Put(g, at, at, &x, ld);
        GA_Fence();
        GA_Unlock(m);
    }
    GA_Sync();
    int x;
    NGA_Get(g, at, at, &x, ld);
    out("counted %d", x);
    GA_Sync();
    out("gone %d", (fortran ? (int)ga_destroy_mutexes_() : GA_Destroy_mutexes()) != 0);
    GA_Destroy(g);
}

/* Whatever is masked, an operation and a sync after it give the same. */
static void masked_sync(void)
{
    array_t *a = array(FAMILY), *b = array(FAMILY + 1);
    refill(a);
    GA_Mask_sync(draw(2), draw(2));
    go();
    GA_Copy(a->g, b->g);
    GA_Sync();
    touched(b);
}

const entry_t group_calls[] = {
    {"gop", gop, 6},         {"brdcst", brdcst, 3},           {"group", group, 5},
    {"mutexes", mutexes, 2}, {"masked_sync", masked_sync, 2}, {NULL, NULL, 0}};
