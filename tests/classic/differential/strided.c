/* Patches with gaps, and such as go round the ends of an array, are transferred. */
#include "moves.h"

extern void nga_strided_put_(Integer *, Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_strided_get_(Integer *, Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_strided_acc_(Integer *, Integer *, Integer *, Integer *, void *, Integer *, void *);
extern void nga_periodic_put_(Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_periodic_get_(Integer *, Integer *, Integer *, void *, Integer *);
extern void nga_periodic_acc_(Integer *, Integer *, Integer *, void *, Integer *, void *);

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
    if ((skip(RULE_strided_dealt) && a->is_cyclic) || (in_group() && skip(RULE_strided_group)) ||
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

const entry_t strided_calls[] = {
    {"strided", strided, 5}, {"periodic", periodic, 5}, {NULL, NULL, 0}};
