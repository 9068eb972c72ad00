/* Single elements, counters and fields of records are transferred. */
#include "moves.h"

extern void nga_gather_(Integer *, void *, Integer *, Integer *);
extern void nga_scatter_(Integer *, void *, Integer *, Integer *);
extern void nga_scatter_acc_(Integer *, void *, Integer *, Integer *, void *);
extern void ga_gather_(Integer *, void *, Integer *, Integer *, Integer *);
extern void ga_scatter_(Integer *, void *, Integer *, Integer *, Integer *);
extern void ga_scatter_acc_(Integer *, void *, Integer *, Integer *, Integer *, void *);
extern Integer nga_read_inc_(Integer *, Integer *, Integer *);
extern Integer ga_read_inc_(Integer *, Integer *, Integer *, Integer *);

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

const entry_t element_calls[] = {
    {"elements", elements, 10}, {"read_inc", read_inc, 4}, {"fields", fields, 3}, {NULL, NULL, 0}};
