/* Inquiries. Of where things lie only what any distribution must satisfy is compared. */
#include "differential.h"

extern void nga_inquire_(Integer *, Integer *, Integer *, Integer *);
extern void ga_inquire_(Integer *, Integer *, Integer *, Integer *);
extern void ga_inquire_name_(Integer *, char *, size_t);
extern Integer ga_ndim_(Integer *);
extern logical ga_compare_distr_(Integer *, Integer *);
extern void nga_distribution_(Integer *, Integer *, Integer *, Integer *);
extern logical nga_locate_(Integer *, Integer *, Integer *);
extern logical nga_locate_region_(Integer *, Integer *, Integer *, Integer *, Integer *, Integer *);
extern logical ga_duplicate_(Integer *, Integer *, char *, size_t);
extern logical ga_valid_handle_(Integer *);

static array_t *any(void)
{
    array_t *a = array(chance(15) && !(in_group() && skip(RULE_dealt_group)) ? TILED + draw(2)
                                                                             : draw(VECTOR));
    print_array("a", a);
    return a;
}

/* Whether the distribution is one that the caller gave, or that follows from its rules. */
static bool given(const array_t *a)
{
    return !strcmp(a->kind, "NGA_Create_irreg") || !strcmp(a->kind, "nga_create_irreg_") ||
           a->is_cyclic;
}

static void inquire(void)
{
    array_t *a = any();
    int type = -1, ndim = -1, dims[MOST];
    int64_t wide[MOST];
    Integer g = a->g, ftype, fndim, fdims[MOST];
    char name[64];
    go();
    NGA_Inquire(a->g, &type, &ndim, dims);
    out("type %d ndim %d", type, ndim);
    out_list("dims", ndim, dims);
    NGA_Inquire64(a->g, &type, &ndim, wide);
    for (int d = 0; d < ndim; ++d)
        dims[d] = (int)wide[d];
    out_list("dims", ndim, dims);
    nga_inquire_(&g, &ftype, &fndim, fdims);
    if ((a->type == C_INT || a->type == C_LONGLONG) && skip(RULE_inquire_c_type))
        ftype = 0;
    out("fortran type %ld ndim %ld", (long)ftype, (long)fndim);
    for (int d = 0; d < ndim; ++d)
        dims[d] = (int)fdims[d];
    out_list("dims", ndim, dims);
    if (ndim == 2) {
        ga_inquire_(&g, &ftype, &fdims[0], &fdims[1]);
        out("%ld %ld", (long)fdims[0], (long)fdims[1]);
    }
    out("name %s", GA_Inquire_name(a->g));
    memset(name, '?', sizeof name);
    ga_inquire_name_(&g, name, 20);
    name[20] = 0;
    out("name '%s'", name);
    out("ndim %d %ld %d", GA_Ndim(a->g), (long)ga_ndim_(&g), GA_Get_dimension(a->g));
    out("valid %d %d", GA_Valid_handle(a->g) != 0, ga_valid_handle_(&g) != 0);
    out("ghosts %d", GA_Has_ghosts(a->g) != 0);
    out("mirrored %d", GA_Is_mirrored(a->g) != 0);
    out("size of group %d", GA_Get_pgroup_size(GA_Get_pgroup(a->g)));
    if (!skip(RULE_default_distribution) || given(a)) {
        out("uses grid %d", GA_Uses_proc_grid(a->g) != 0);
        out("blocks %d", GA_Total_blocks(a->g));
    }
}

/* All elements have one owner; who it is only where the caller said. */
static void owners(void)
{
    array_t *a = any();
    int at[MOST], lo[MOST], hi[MOST], owner, missed = 0;
    bool exact = given(a) || !skip(RULE_default_distribution);
    arg("%s", a->kind);
    bool leave = !strcmp(a->kind, "tiled irregular") && skip(RULE_tiled_owners);
    go();
    if (leave)
        return;
    int64_t count = 0;
    if (!a->is_cyclic) {
        for (int r = 0; r < ranks; ++r) {
            NGA_Distribution(a->g, r, lo, hi);
            bool empty = lo[0] < 0 || hi[0] < lo[0];
            if (!empty)
                count += volume(a->ndim, lo, hi);
            if (exact && !empty)
                out_list("lo", a->ndim, lo), out_list("hi", a->ndim, hi);
            else if (exact)
                out("none");
        }
        out("elements %lld", (long long)count);
    } else {
        int blocks = GA_Total_blocks(a->g);
        for (int b = 0; b < blocks; ++b) {
            NGA_Distribution(a->g, b, lo, hi);
            out_list("block lo", a->ndim, lo), out_list("hi", a->ndim, hi);
        }
    }
    for (int k = 0; k < 6; ++k) {
        for (int d = 0; d < a->ndim; ++d)
            at[d] = draw(a->dims[d]);
        owner = NGA_Locate(a->g, at);
        NGA_Distribution(a->g, owner, lo, hi);
        for (int d = 0; d < a->ndim; ++d)
            missed += at[d] < lo[d] || at[d] > hi[d];
        if (exact)
            out_list("at", a->ndim, at), out("owner %d", owner);
        Integer g = a->g, fat[MOST], fowner = -5;
        logical found = nga_locate_(&g, fortran_index(a->ndim, at, fat), &fowner);
        out("fortran %d %d", found != 0, fowner == owner);
    }
    out("missed %d", missed);
}

static void regions(void)
{
    array_t *a = any();
    int lo[MOST], hi[MOST], map[64 * 2 * MOST], procs[64];
    patch("", a, lo, hi);
    bool exact = given(a) || !skip(RULE_default_distribution),
         leave = a->is_cyclic && skip(RULE_locate_region_dealt);
    go();
    if (leave)
        return;
    int n = NGA_Locate_region(a->g, lo, hi, map, procs);
    int64_t count = 0;
    for (int k = 0; k < n; ++k)
        count += volume(a->ndim, map + 2 * k * a->ndim, map + (2 * k + 1) * a->ndim);
    out("%s %lld elements", n > 0 ? "found" : "not found", (long long)count);
    if (exact) {
        out_list("procs", n, procs);
        out_list("map", n * 2 * a->ndim, map);
    }
    if (n <= 16) {
        Integer g = a->g, flo[MOST], fhi[MOST], fmap[16 * 2 * MOST], fprocs[16], fn = -1;
        logical found = nga_locate_region_(&g, fortran_index(a->ndim, lo, flo),
                                           fortran_index(a->ndim, hi, fhi), fmap, fprocs, &fn);
        int same = fn == n;
        for (int k = 0; same && k < n; ++k) {
            same = fprocs[k] == procs[k];
            for (int e = 0; e < 2 * a->ndim; ++e) {
                int half = e / a->ndim, d = e % a->ndim;
                same &= fmap[2 * k * a->ndim + e] ==
                        map[(2 * k + half) * a->ndim + a->ndim - 1 - d] + 1;
            }
        }
        out("fortran %d, the same %d", found != 0, same);
    }
}

static void outside(void)
{
    array_t *a = any();
    int at[MOST], d = draw(a->ndim), lo[MOST], hi[MOST];
    for (int e = 0; e < a->ndim; ++e)
        at[e] = 0;
    at[d] = chance(50) ? -1 : a->dims[d];
    arg_list("at", a->ndim, at);
    bool leave = a->is_cyclic && skip(RULE_locate_outside_dealt);
    go();
    if (leave)
        return;
    out("owner %d", NGA_Locate(a->g, at));
    Integer g = a->g, fat[MOST], fowner = -5;
    logical found = nga_locate_(&g, fortran_index(a->ndim, at, fat), &fowner);
    out("fortran %d", found != 0);
    if (!a->is_cyclic) {
        NGA_Distribution(a->g, me, lo, hi);
        out("empty %d", (lo[0] < 0 && hi[0] < lo[0]) && GA_Nnodes() < 0);
    }
}

static void duplicate(void)
{
    array_t *a = any();
    bool fortran = chance(50);
    Integer g = a->g, fb = 0;
    int b, type, ndim, dims[MOST];
    char name[] = "a copy";
    arg("%s", fortran ? "ga_duplicate_" : "GA_Duplicate");
    go();
    if (fortran) {
        logical ok = ga_duplicate_(&g, &fb, name, 6);
        out("ok %d", ok != 0);
        b = (int)fb;
    } else {
        b = GA_Duplicate(a->g, name);
        out("ok %d", b != 0);
    }
    Integer gb = b;
    NGA_Inquire(b, &type, &ndim, dims);
    out("type %d name %s", type, GA_Inquire_name(b));
    out_list("dims", ndim, dims);
    out("differs %d, fortran same %d", GA_Compare_distr(a->g, b), ga_compare_distr_(&g, &gb) != 0);
    array_t copy = *a;
    copy.g = b;
    if (slot_of(a) < TILED || !skip(RULE_tiled)) {
        GA_Zero(b);
        touched(&copy);
        refill(a);
        GA_Copy(a->g, b);
        touched(&copy);
    }
    GA_Destroy(b);
    out("valid %d", GA_Valid_handle(b) != 0);
}

static void compare(void)
{
    array_t *a = any(), *b = any();
    Integer ga = a->g, gb = b->g;
    bool exact = (given(a) && given(b)) || a == b;
    int same = a->ndim == b->ndim && !memcmp(a->dims, b->dims, sizeof(int) * (size_t)a->ndim);
    go();
    int c = GA_Compare_distr(a->g, b->g), f = ga_compare_distr_(&ga, &gb) != 0;
    if (exact || !same)
        out("differs %d, fortran %d", c != 0, f);
}

static void others(void)
{
    int list[64];
    go();
    out("nodeid %d of %d", GA_Nodeid(), GA_Nnodes());
    memset(list, -1, sizeof list);
    if (ranks <= 2 || !skip(RULE_list_nodeid)) {
        GA_List_nodeid(list, ranks);
        out_list("list", ranks, list);
    }
    if (nodes == 1) {
        out("cluster %d %d", GA_Cluster_nnodes(), GA_Cluster_nodeid());
        out("procs %d, %d", GA_Cluster_nprocs(0), GA_Cluster_procid(0, 0));
        out("of node %d", GA_Cluster_proc_nodeid(me));
    }
    out("uses ma %d, limited %d", GA_Uses_ma() != 0, GA_Memory_limited() != 0);
    out("debug %d", GA_Get_debug());
    out("initialized %d", GA_Initialized());
    int none = GA_Valid_handle(-1001);
    out("handle of nothing %d", none != 0);
}

const entry_t question_calls[] = {{"inquire", inquire, 4},     {"owners", owners, 4},
                                  {"regions", regions, 4},     {"outside", outside, 2},
                                  {"duplicate", duplicate, 4}, {"compare_distr", compare, 2},
                                  {"others", others, 1},       {NULL, NULL, 0}};
