/* Patches are put, got and accumulated, by calls that wait and by calls that do not. */
#include "moves.h"

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

array_t *some_array(void)
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

int64_t buffer_for(int ndim, const int *lo, const int *hi, int *ld)
{
    int64_t n = ndim > 0 ? hi[0] - lo[0] + 1 : 1;
    for (int d = 1; d < ndim; ++d) {
        ld[d - 1] = hi[d] - lo[d] + 1 + (draw_own(4) == 0 ? draw_own(3) : 0);
        n *= ld[d - 1];
    }
    arg_list("ld", ndim - 1, ld);
    return n;
}

void prepare(call_t *c)
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

const entry_t move_calls[] = {{"put", put, 6},
                              {"get", get, 6},
                              {"acc", acc, 6},
                              {"nbput", nbput, 4},
                              {"nbget", nbget, 4},
                              {"nbacc", nbacc, 4},
                              {"nb_several", nb_several, 2},
                              {NULL, NULL, 0}};
