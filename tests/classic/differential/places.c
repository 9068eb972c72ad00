/* Blocks are written in place, and ghost cells are updated. */
#include "differential.h"

/* Writes what lies here, in place. */
static void access_here(void)
{
    array_t *a = array(chance(70) ? FAMILY + draw(4) : SQUARE);
    print_array("a", a);
    refill(a);
    bool fortran = chance(30);
    scalar_t s = draw_scalar("value", a->type);
    go();
    if (!a->is_cyclic) {
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
    if (!a->is_cyclic) { /* where it lies is nobody's business: the number of elements changed is
                        not compared */
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

const entry_t place_calls[] = {{"access", access_here, 2}, {"ghosts", ghosts, 5}, {NULL, NULL, 0}};
