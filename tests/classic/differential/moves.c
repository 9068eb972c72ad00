/* Transfers, in all ways. */
#include "differential.h"

#define TRANSFER(name)                                                                             \
    extern void nga_##name##_(Integer *, Integer *, Integer *, void *, Integer *);                 \
    extern void ga_##name##_(Integer *, Integer *, Integer *, Integer *, Integer *, void *,        \
                             Integer *);
TRANSFER(put)
TRANSFER(get)
extern void nga_acc_(Integer *, Integer *, Integer *, void *, Integer *, void *);
extern void ga_acc_(Integer *, Integer *, Integer *, Integer *, Integer *, void *, Integer *,
                    void *);
extern void nga_nbput_(Integer *, Integer *, Integer *, void *, Integer *, Integer *);
extern void nga_nbget_(Integer *, Integer *, Integer *, void *, Integer *, Integer *);
extern void nga_nbacc_(Integer *, Integer *, Integer *, void *, Integer *, void *, Integer *);
extern void ga_nbput_(Integer *, Integer *, Integer *, Integer *, Integer *, void *, Integer *,
                      Integer *);
extern void ga_nbget_(Integer *, Integer *, Integer *, Integer *, Integer *, void *, Integer *,
                      Integer *);
extern void ga_nbacc_(Integer *, Integer *, Integer *, Integer *, Integer *, void *, Integer *,
                      void *, Integer *);
extern void ga_nbwait_(Integer *);
extern Integer nga_nbtest_(Integer *);
extern void nga_strided_put_(Integer *, Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_strided_get_(Integer *, Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_strided_acc_(Integer *, Integer *, Integer *, Integer *, void *, Integer *, void *);
extern void nga_periodic_put_(Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_periodic_get_(Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_periodic_acc_(Integer *, Integer *, Integer *, void *, Integer *, void *);
extern void nga_gather_(Integer *, void *, Integer *, Integer *);
extern void nga_scatter_(Integer *, void *, Integer *, Integer *);
extern void nga_scatter_acc_(Integer *, void *, Integer *, Integer *, void *);
extern void ga_gather_(Integer *, void *, Integer *, Integer *, Integer *);
extern void ga_scatter_(Integer *, void *, Integer *, Integer *, Integer *);
extern void ga_scatter_acc_(Integer *, void *, Integer *, Integer *, Integer *, void *);
extern Integer nga_read_inc_(Integer *, Integer *, Integer *);
extern Integer ga_read_inc_(Integer *, Integer *, Integer *, Integer *);
extern void nga_access_(Integer *, Integer *, Integer *, Integer *, Integer *);
extern void nga_release_update_(Integer *, Integer *, Integer *);

enum move { PUT, GET, ACC };

bool in_group(void)
{
    return GA_Pgroup_get_default() != GA_Pgroup_get_world();
}

static array_t *some_array(void)
{
    int r = draw(10);
    if (r == 8 && in_group() && skip(RULE_dealt_group))
        r = 0;
    return array(r < 4   ? FAMILY + draw(4)
                 : r < 6 ? OTHER + draw(2)
                 : r < 7 ? SQUARE
                 : r < 8 ? GHOSTS
                 : r < 9 ? TILED + draw(2)
                         : LONGER + draw(3));
}

/* A buffer for a patch with rows that may be longer. @return its elements */
static int64_t buffer_for(int ndim, const int *lo, const int *hi, int *ld)
{
    int64_t n = ndim > 0 ? hi[0] - lo[0] + 1 : 1;
    for (int d = 1; d < ndim; ++d) {
        ld[d - 1] = hi[d] - lo[d] + 1 + (draw_own(4) == 0 ? draw_own(3) : 0);
        n *= ld[d - 1];
    }
    arg_list("ld", ndim - 1, ld);
    return n;
}

typedef struct call {
    array_t *a;
    Integer g, flo[MOST], fhi[MOST], fld[MOST];
    int lo[MOST], hi[MOST], ld[MOST];
    int64_t wlo[MOST], whi[MOST], wld[MOST], n;
    scalar_t alpha;
    void *data;
} call_t;

static void prepare(call_t *c)
{
    int n = c->a->ndim;
    c->g = c->a->g;
    fortran_index(n, c->lo, c->flo);
    fortran_index(n, c->hi, c->fhi);
    fortran_extents(n - 1, c->ld, c->fld);
    wider(n, c->lo, c->wlo);
    wider(n, c->hi, c->whi);
    wider(n - 1, c->ld, c->wld);
    if (n == 1)
        c->fld[0] = c->hi[0] - c->lo[0] + 1;
}

static void blocking(call_t *c, enum move move, enum flavour f)
{
    int g = c->a->g;
    if (move == PUT) {
        if (f == PLAIN)
            NGA_Put(g, c->lo, c->hi, c->data, c->ld);
        else if (f == WIDER)
            NGA_Put64(g, c->wlo, c->whi, c->data, c->wld);
        else if (f == FORTRAN)
            nga_put_(&c->g, c->flo, c->fhi, c->data, c->fld);
        else
            ga_put_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld);
    } else if (move == GET) {
        if (f == PLAIN)
            NGA_Get(g, c->lo, c->hi, c->data, c->ld);
        else if (f == WIDER)
            NGA_Get64(g, c->wlo, c->whi, c->data, c->wld);
        else if (f == FORTRAN)
            nga_get_(&c->g, c->flo, c->fhi, c->data, c->fld);
        else
            ga_get_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld);
    } else {
        if (f == PLAIN)
            NGA_Acc(g, c->lo, c->hi, c->data, c->ld, &c->alpha);
        else if (f == WIDER)
            NGA_Acc64(g, c->wlo, c->whi, c->data, c->wld, &c->alpha);
        else if (f == FORTRAN)
            nga_acc_(&c->g, c->flo, c->fhi, c->data, c->fld, &c->alpha);
        else
            ga_acc_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld,
                    &c->alpha);
    }
}

static void nonblocking(call_t *c, enum move move, enum flavour f)
{
    int g = c->a->g;
    ga_nbhdl_t h = 0;
    Integer fh = 0;
    if (move == PUT) {
        if (f == PLAIN)
            NGA_NbPut(g, c->lo, c->hi, c->data, c->ld, &h);
        else if (f == WIDER)
            NGA_NbPut64(g, c->wlo, c->whi, c->data, c->wld, &h);
        else if (f == FORTRAN)
            nga_nbput_(&c->g, c->flo, c->fhi, c->data, c->fld, &fh);
        else
            ga_nbput_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld, &fh);
    } else if (move == GET) {
        if (f == PLAIN)
            NGA_NbGet(g, c->lo, c->hi, c->data, c->ld, &h);
        else if (f == WIDER)
            NGA_NbGet64(g, c->wlo, c->whi, c->data, c->wld, &h);
        else if (f == FORTRAN)
            nga_nbget_(&c->g, c->flo, c->fhi, c->data, c->fld, &fh);
        else
            ga_nbget_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld, &fh);
    } else {
        if (f == PLAIN)
            NGA_NbAcc(g, c->lo, c->hi, c->data, c->ld, &c->alpha, &h);
        else if (f == WIDER)
            NGA_NbAcc64(g, c->wlo, c->whi, c->data, c->wld, &c->alpha, &h);
        else if (f == FORTRAN)
            nga_nbacc_(&c->g, c->flo, c->fhi, c->data, c->fld, &c->alpha, &fh);
        else
            ga_nbacc_(&c->g, &c->flo[0], &c->fhi[0], &c->flo[1], &c->fhi[1], c->data, c->fld,
                      &c->alpha, &fh);
    }
    out("handle %s", f < FORTRAN ? (h ? "set" : "0") : fh ? "set" : "0");
    if (f < FORTRAN) {
        NGA_NbWait(&h);
        out("done %d", NGA_NbTest(&h));
    } else {
        ga_nbwait_(&fh);
        out("done %d", (int)nga_nbtest_(&fh));
    }
}

/* One rank puts; all get and accumulate, where they like. */
static void transfer(enum move move, bool wait)
{
    call_t c = {.a = some_array()};
    print_array("a", c.a);
    refill(c.a);
    enum flavour f = draw_flavour(c.a->ndim == 2);
    c.alpha = draw_scalar("alpha", c.a->type);
    int who = draw(ranks);
    if (move == ACC && c.a->type == C_LONGLONG && skip(RULE_longlong)) {
        arg("left out");
        go();
        return;
    }
    if (move == PUT && who != me) {
        arg("by %d", who);
        go();
    } else {
        patch_own(c.a, c.lo, c.hi);
        c.n = buffer_for(c.a->ndim, c.lo, c.hi, c.ld);
        c.data = draw_data(c.a->type, c.n, true);
        prepare(&c);
        go();
        (wait ? nonblocking : blocking)(&c, move, f);
        out_data("buffer", c.a->type, c.n, c.data);
        free(c.data);
    }
    touched(c.a);
}

static void put(void)
{
    transfer(PUT, false);
}

static void get(void)
{
    transfer(GET, false);
}

static void acc(void)
{
    transfer(ACC, false);
}

static void nbput(void)
{
    transfer(PUT, true);
}

static void nbget(void)
{
    transfer(GET, true);
}

static void nbacc(void)
{
    transfer(ACC, true);
}

/* Several at once, waited for in another order. */
static void nb_several(void)
{
    array_t *a = some_array();
    print_array("a", a);
    refill(a);
    enum { N = 5 };
    call_t c[N];
    ga_nbhdl_t h[N];
    go();
    for (int k = 0; k < N; ++k) {
        c[k] = (call_t){.a = a};
        patch_own(a, c[k].lo, c[k].hi);
        c[k].n = buffer_for(a->ndim, c[k].lo, c[k].hi, c[k].ld);
        c[k].data = draw_data(a->type, c[k].n, true);
        NGA_NbGet(a->g, c[k].lo, c[k].hi, c[k].data, c[k].ld, &h[k]);
    }
    go();
    for (int k = N - 1; k >= 0; --k) {
        NGA_NbWait(&h[k]);
        out_data("buffer", a->type, c[k].n, c[k].data);
        free(c[k].data);
    }
}

/* Every skip-th element of a patch. */
static void strided(void)
{
    array_t *a = some_array();
    print_array("a", a);
    refill(a);
    enum flavour f = draw_flavour(false);
    enum move move = (enum move)draw(3);
    scalar_t alpha = draw_scalar("alpha", a->type);
    int who = draw(ranks), lo[MOST], hi[MOST], step[MOST], ld[MOST] = {0}, n = a->ndim;
    int64_t count = 1, wlo[MOST], whi[MOST], wstep[MOST], wld[MOST];
    Integer g = a->g, flo[MOST], fhi[MOST], fstep[MOST], fld[MOST];
    arg("%s", move == PUT ? "put" : move == GET ? "get" : "acc");
    if ((skip(RULE_strided_dealt) && a->dealt) || (in_group() && skip(RULE_strided_group)) ||
        (a->ndim > 2 && ranks > 1 && skip(RULE_strided_dims)) ||
        (move == ACC && a->type == C_LONGLONG && skip(RULE_longlong)))
        arg("left out"), who = -1;
    if (who < 0 || (move != GET && who != me)) {
        go();
    } else {
        patch_own(a, lo, hi);
        for (int d = 0; d < n; ++d) {
            step[d] = 1 + draw_own(3);
            int extent = (hi[d] - lo[d]) / step[d] + 1;
            count *= extent;
            if (d > 0)
                ld[d - 1] = extent;
        }
        arg_list("skip", n, step);
        void *data = draw_data(a->type, count, true);
        fortran_index(n, lo, flo), fortran_index(n, hi, fhi), fortran_extents(n, step, fstep);
        fortran_extents(n - 1, ld, fld);
        wider(n, lo, wlo), wider(n, hi, whi), wider(n, step, wstep), wider(n - 1, ld, wld);
        go();
        if (move == PUT)
            f == PLAIN   ? NGA_Strided_put(a->g, lo, hi, step, data, ld)
            : f == WIDER ? NGA_Strided_put64(a->g, wlo, whi, wstep, data, wld)
                         : nga_strided_put_(&g, flo, fhi, fstep, data, fld);
        else if (move == GET)
            f == PLAIN   ? NGA_Strided_get(a->g, lo, hi, step, data, ld)
            : f == WIDER ? NGA_Strided_get64(a->g, wlo, whi, wstep, data, wld)
                         : nga_strided_get_(&g, flo, fhi, fstep, data, fld);
        else
            f == PLAIN   ? NGA_Strided_acc(a->g, lo, hi, step, data, ld, &alpha)
            : f == WIDER ? NGA_Strided_acc64(a->g, wlo, whi, wstep, data, wld, &alpha)
                         : nga_strided_acc_(&g, flo, fhi, fstep, data, fld, &alpha);
        out_data("buffer", a->type, count, data);
        free(data);
    }
    touched(a);
}

static void periodic(void)
{
    array_t *a = some_array();
    print_array("a", a);
    refill(a);
    enum flavour f = draw_flavour(false);
    enum move move = (enum move)draw(3);
    scalar_t alpha = draw_scalar("alpha", a->type);
    int who = draw(ranks), lo[MOST], hi[MOST], n = a->ndim;
    call_t c = {.a = a};
    arg("%s", move == PUT ? "put" : move == GET ? "get" : "acc");
    if (move == ACC && a->type == C_LONGLONG && skip(RULE_longlong)) {
        arg("left out");
        go();
        return;
    }
    if (move != GET && who != me) {
        go();
    } else {
        for (int d = 0; d < n; ++d) {
            lo[d] = draw_own(2 * a->dims[d]) - a->dims[d] / 2;
            hi[d] = lo[d] + draw_own(a->dims[d]);
        }
        arg_list("lo", n, lo);
        arg_list("hi", n, hi);
        memcpy(c.lo, lo, sizeof lo);
        memcpy(c.hi, hi, sizeof hi);
        c.n = buffer_for(n, lo, hi, c.ld);
        c.data = draw_data(a->type, c.n, true);
        prepare(&c);
        go();
        if (move == PUT)
            f == PLAIN   ? NGA_Periodic_put(a->g, c.lo, c.hi, c.data, c.ld)
            : f == WIDER ? NGA_Periodic_put64(a->g, c.wlo, c.whi, c.data, c.wld)
                         : nga_periodic_put_(&c.g, c.flo, c.fhi, c.data, c.fld);
        else if (move == GET)
            f == PLAIN   ? NGA_Periodic_get(a->g, c.lo, c.hi, c.data, c.ld)
            : f == WIDER ? NGA_Periodic_get64(a->g, c.wlo, c.whi, c.data, c.wld)
                         : nga_periodic_get_(&c.g, c.flo, c.fhi, c.data, c.fld);
        else
            f == PLAIN   ? NGA_Periodic_acc(a->g, c.lo, c.hi, c.data, c.ld, &alpha)
            : f == WIDER ? NGA_Periodic_acc64(a->g, c.wlo, c.whi, c.data, c.wld, &alpha)
                         : nga_periodic_acc_(&c.g, c.flo, c.fhi, c.data, c.fld, &alpha);
        out_data("buffer", a->type, c.n, c.data);
        free(c.data);
    }
    touched(a);
}

/* Single elements. A scatter names each once, an accumulate may name one often. */
static void elements(void)
{
    array_t *a = some_array();
    print_array("a", a);
    refill(a);
    static const char *const names[] = {"C", "flat", "C64", "flat64", "nga_", "ga_"};
    int f = draw(a->ndim == 2 ? 6 : 5), who = draw(ranks), nd = a->ndim, n = draw(12);
    enum move move = (enum move)draw(3);
    scalar_t alpha = draw_scalar("alpha", a->type);
    arg("%s %s n=%d",
        move == PUT   ? "scatter"
        : move == GET ? "gather"
                      : "scatter_acc",
        names[f], n);
    bool leave =
        (slot_of(a) >= TILED && skip(RULE_tiled_elements)) || ((f == 2) && skip(RULE_scatter64));
    if (leave || (move == PUT && who != me) ||
        (move == ACC && a->type == C_LONGLONG && skip(RULE_longlong))) {
        go();
    } else {
        int flat[12 * MOST], *lists[12];
        int64_t wide_flat[12 * MOST], *wide_lists[12];
        Integer fortran[12 * MOST], i[12], j[12], g = a->g, fn;
        int made = 0;
        for (int k = 0; k < n; ++k) {
            int *at = flat + made * nd;
            for (int d = 0; d < nd; ++d)
                at[d] = draw_own(a->dims[d]);
            bool twice = false;
            for (int m = 0; move == PUT && m < made; ++m)
                twice |= !memcmp(at, flat + m * nd, sizeof(int) * (size_t)nd);
            made += !twice;
        }
        for (int k = 0; k < made; ++k) {
            lists[k] = flat + k * nd;
            wide_lists[k] = wider(nd, lists[k], wide_flat + k * nd);
            fortran_index(nd, lists[k], fortran + k * nd);
            if (nd == 2)
                i[k] = fortran[2 * k], j[k] = fortran[2 * k + 1];
        }
        arg_list("at", made * nd, flat);
        fn = made;
        void *v = draw_data(a->type, made + 1, true);
        go();
        if (move == PUT)
            f == 0   ? NGA_Scatter(a->g, v, lists, made)
            : f == 1 ? NGA_Scatter_flat(a->g, v, flat, made)
            : f == 2 ? NGA_Scatter64(a->g, v, wide_lists, made)
            : f == 3 ? NGA_Scatter_flat64(a->g, v, wide_flat, made)
            : f == 4 ? nga_scatter_(&g, v, fortran, &fn)
                     : ga_scatter_(&g, v, i, j, &fn);
        else if (move == GET)
            f == 0   ? NGA_Gather(a->g, v, lists, made)
            : f == 1 ? NGA_Gather_flat(a->g, v, flat, made)
            : f == 2 ? NGA_Gather64(a->g, v, wide_lists, made)
            : f == 3 ? NGA_Gather_flat64(a->g, v, wide_flat, made)
            : f == 4 ? nga_gather_(&g, v, fortran, &fn)
                     : ga_gather_(&g, v, i, j, &fn);
        else
            f == 0   ? NGA_Scatter_acc(a->g, v, lists, made, &alpha)
            : f == 1 ? NGA_Scatter_acc_flat(a->g, v, flat, made, &alpha)
            : f == 2 ? NGA_Scatter_acc64(a->g, v, wide_lists, made, &alpha)
            : f == 3 ? NGA_Scatter_acc_flat64(a->g, v, wide_flat, made, &alpha)
            : f == 4 ? nga_scatter_acc_(&g, v, fortran, &fn, &alpha)
                     : ga_scatter_acc_(&g, v, i, j, &fn, &alpha);
        if (move == GET || !skip(RULE_scatter_values))
            out_data("values", a->type, made, v);
        free(v);
    }
    touched(a);
}

static void read_inc(void)
{
    array_t *a = array(COUNTS + draw(2));
    print_array("a", a);
    refill(a);
    enum flavour f = draw_flavour(a->ndim == 2);
    int at[MOST], step = between(-3, 5), who = draw(ranks);
    int64_t wide_at[MOST];
    Integer fat[MOST], g = a->g, finc = step;
    for (int d = 0; d < a->ndim; ++d)
        at[d] = draw(a->dims[d]);
    arg_list("at", a->ndim, at);
    arg("inc=%d by %d", step, who);
    go();
    long sum = 0, x;
    for (int k = 0; k < 3 && (who == me || draw(2) >= 0); ++k) {
        if (f == PLAIN)
            x = NGA_Read_inc(a->g, at, step);
        else if (f == WIDER)
            x = NGA_Read_inc64(a->g, wider(a->ndim, at, wide_at), step);
        else if (f == FORTRAN)
            x = nga_read_inc_(&g, fortran_index(a->ndim, at, fat), &finc);
        else
            x = (fortran_index(2, at, fat), ga_read_inc_(&g, &fat[0], &fat[1], &finc));
        sum += x;
    }
    GA_Lgop(&sum, 1, "+");
    out("sum %ld", sum);
    touched(a);
}

/* A field of records. */
static void fields(void)
{
    array_t *a = array(RECORDS);
    print_array("a", a);
    int lo[MOST], hi[MOST], ld[MOST], all[MOST], end[MOST], all_ld[MOST], who = draw(ranks);
    int offset = between(0, 5) * 4, size = between(1, (24 - offset) / 4) * 4;
    bool nb = chance(40), by_field = chance(50);
    patch("", a, lo, hi);
    arg("offset=%d size=%d%s%s", offset, size, nb ? " nb" : "", by_field ? " get too" : "");
    int64_t n = volume(a->ndim, lo, hi), total = 1;
    for (int d = 0; d < a->ndim; ++d) {
        all[d] = 0;
        end[d] = a->dims[d] - 1;
        total *= a->dims[d];
        if (d > 0) {
            ld[d - 1] = hi[d] - lo[d] + 1;
            all_ld[d - 1] = a->dims[d];
        }
    }
    unsigned char *data = calloc((size_t)total, 24);
    go();
    if (who == me) {
        NGA_Put(a->g, all, end, data, all_ld);
        NGA_Init_fence();
        for (int64_t k = 0; k < n * size; ++k)
            data[k] = (unsigned char)(k * 7 + offset + 1);
        ga_nbhdl_t h;
        NGA_Fence();
        if (nb) {
            NGA_Nbput_field(a->g, lo, hi, offset, size, data, ld, &h);
            NGA_NbWait(&h);
        } else {
            NGA_Put_field(a->g, lo, hi, offset, size, data, ld);
        }
    }
    GA_Sync();
    memset(data, 0, (size_t)total * 24);
    if (by_field) {
        ga_nbhdl_t h;
        if (nb) {
            NGA_Nbget_field(a->g, lo, hi, offset, size, data, ld, &h);
            NGA_NbWait(&h);
        } else {
            NGA_Get_field(a->g, lo, hi, offset, size, data, ld);
        }
    } else {
        NGA_Get(a->g, all, end, data, all_ld);
    }
    out_data("records", C_INT, total * 6, data);
    free(data);
    GA_Sync();
}

/* Writes what lies here, in place. */
static void access_here(void)
{
    array_t *a = array(chance(70) ? FAMILY + draw(4) : SQUARE);
    print_array("a", a);
    refill(a);
    bool fortran = chance(30);
    scalar_t s = draw_scalar("value", a->type);
    go();
    if (!a->dealt) {
        int lo[MOST], hi[MOST], ld[MOST];
        NGA_Distribution(a->g, me, lo, hi);
        (void)fortran;
        if (lo[0] >= 0 && hi[0] >= lo[0]) {
            char *p = NULL;
            NGA_Access(a->g, lo, hi, &p, ld);
            int64_t n = hi[a->ndim - 1] - lo[a->ndim - 1] + 1;
            for (int64_t k = 0; k < n; ++k)
                memcpy(p + (size_t)k * bytes_of(a->type), &s, bytes_of(a->type));
            NGA_Release_update(a->g, lo, hi);
        }
    } else {
        int count = GA_Total_blocks(a->g);
        out("blocks %d", count);
    }
    GA_Sync();
    if (!a->dealt) { /* where it lies is nobody's business: the number of elements changed is not
                        compared */
        GA_Fill(a->g, &s);
        touched(a);
    }
}

/* Ghost cells, told apart by where they come from. */
static void ghosts(void)
{
    array_t *a = array(GHOSTS);
    print_array("a", a);
    arg_list("width", a->ndim, a->width);
    refill(a);
    int how = draw(4), lo[MOST], hi[MOST], dims[MOST], ld[MOST], glo[MOST], ghi[MOST];
    static const char *const names[] = {"GA_Update_ghosts", "NGA_Update_ghosts_nb",
                                        "NGA_Update_ghost_dir", "NGA_Get_ghost_block"};
    arg("%s", names[how]);
    bool everywhere = true;
    for (int d = 0; d < a->ndim; ++d)
        everywhere &= a->width[d] > 0;
    int dimension = draw(a->ndim), dir = chance(50) ? 1 : -1, corner = chance(50);
    if (how == 2)
        arg("dimension=%d dir=%d corner=%d", dimension, dir, corner);
    go();
    GA_Update_ghosts(a->g);
    if (how == 1) {
        ga_nbhdl_t h;
        NGA_Update_ghosts_nb(a->g, &h);
        NGA_NbWait(&h);
        GA_Sync();
    } else if (how == 2 && (everywhere || !skip(RULE_ghost_dir_none))) {
        NGA_Update_ghost_dir(a->g, dimension, dir, corner);
        GA_Sync();
    }
    NGA_Distribution(a->g, me, lo, hi);
    out_list("lo", a->ndim, lo);
    out_list("hi", a->ndim, hi);
    out("has ghosts %d", GA_Has_ghosts(a->g));
    if (lo[0] >= 0 && hi[0] >= lo[0]) {
        if (how == 3 && ((ranks == 1 && !in_group()) || !skip(RULE_ghost_block)) &&
            (everywhere || !skip(RULE_ghost_dir_none))) {
            int64_t n = 1;
            for (int d = 0; d < a->ndim; ++d) {
                glo[d] = lo[d] - a->width[d];
                ghi[d] = hi[d] + a->width[d];
                n *= ghi[d] - glo[d] + 1;
                if (d > 0)
                    ld[d - 1] = ghi[d] - glo[d] + 1;
            }
            char *data = calloc((size_t)n, bytes_of(a->type));
            NGA_Get_ghost_block(a->g, glo, ghi, data, ld);
            out_data("block", a->type, n, data);
            free(data);
        } else {
            char *p = NULL;
            NGA_Access_ghosts(a->g, dims, &p, ld);
            out_list("dims", a->ndim, dims);
            int64_t n = 1;
            for (int d = 0; d < a->ndim; ++d)
                n *= dims[d];
            char *data = malloc((size_t)n * bytes_of(a->type));
            int at[MOST] = {0};
            for (int64_t k = 0; k < n; ++k) {
                int64_t from = at[0];
                for (int d = 1; d < a->ndim; ++d)
                    from = from * ld[d - 1] + at[d];
                memcpy(data + (size_t)k * bytes_of(a->type), p + (size_t)from * bytes_of(a->type),
                       bytes_of(a->type));
                for (int d = a->ndim - 1; d >= 0 && ++at[d] == dims[d]; --d)
                    at[d] = 0;
            }
            out_data("with ghosts", a->type, n, data);
            free(data);
            NGA_Release_ghosts(a->g);
        }
    }
    GA_Sync();
}

const entry_t move_calls[] = {{"put", put, 6},
                              {"get", get, 6},
                              {"acc", acc, 6},
                              {"nbput", nbput, 4},
                              {"nbget", nbget, 4},
                              {"nbacc", nbacc, 4},
                              {"nb_several", nb_several, 2},
                              {"strided", strided, 5},
                              {"periodic", periodic, 5},
                              {"elements", elements, 10},
                              {"read_inc", read_inc, 4},
                              {"fields", fields, 3},
                              {"access", access_here, 2},
                              {"ghosts", ghosts, 5},
                              {NULL, NULL, 0}};
