/* Matrix multiplication on one node: each rank computes the part of c that it owns, from panels of
 * a and b that are read where they lie when one block holds them, and copied otherwise.
 * la_product_nodes.c does it between nodes. */
#include "linalg/src/calls/la_product.h"

#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/layout/la_scratch.h"

/* BLAS does best with few large products. Only buffers, and other nodes that wait for a poll, ask
 * for smaller ones; and small ones cost more than to copy larger ones from several blocks. */
enum {
    STRIP = 4096,    /* rows or columns of c whose panels are copied together: bounds the buffers */
    STRIP_MIN = 256, /* fewer are not worth keeping inside one block */
    TILE_ROWS = 1024, /* of c between two polls */
    TILE_COLS = 512
};

void lai_product_tiles(product_t *p)
{
    p->is_polled = al_node_count() > 1;
    p->tile[0] = p->is_polled ? TILE_ROWS : STRIP;
    p->tile[1] = p->is_polled ? TILE_COLS : STRIP;
}

void lai_panel_patch(const operand_t *x, int64_t outer, int64_t outer_n, int64_t k0, int64_t kn,
                     int64_t *lo, int64_t *hi)
{
    lo[x->k_axis] = x->origin[x->k_axis] + k0;
    hi[x->k_axis] = lo[x->k_axis] + kn - 1;
    lo[!x->k_axis] = x->origin[!x->k_axis] + outer;
    hi[!x->k_axis] = lo[!x->k_axis] + outer_n - 1;
}

bool lai_is_in_place(const product_t *p, const operand_t *x, const int64_t *lo, const int64_t *hi,
                     panel_t *panel)
{
    gai_block_t block;
    gai_block_of(&x->array->dist, lo, &block);
    if (hi[0] > block.hi[0] || hi[1] > block.hi[1] || !lai_fits(block.ld[0]))
        return false;
    const char *at = gai_block_address(x->array, &block);
    if (!at)
        return false;
    panel->ld = block.ld[0];
    panel->at = at + p->blas->element * (size_t)gai_block_offset(&block, 2, lo);
    return true;
}

/* In place, or copied to the buffer. */
static int find_panel(const product_t *p, const operand_t *x, const int64_t *lo, const int64_t *hi,
                      panel_t *panel, void *buffer)
{
    if (lai_is_in_place(p, x, lo, hi, panel))
        return ASHLAR_OK;
    panel->ld = hi[0] - lo[0] + 1;
    panel->at = buffer;
    return gai_read(x->array, lo, hi, buffer, &panel->ld);
}

/* Indices of an array's axis from `index` to the end of the block. */
static int64_t run_to_cut(const operand_t *x, int d, int64_t index)
{
    const gai_axis_t *axis = &x->array->dist.axis[d];
    return gai_axis_end(axis, gai_axis_block(axis, index)) - index;
}

int64_t lai_k_to_cut(const operand_t *x, int64_t k0)
{
    return run_to_cut(x, x->k_axis, x->origin[x->k_axis] + k0);
}

/* The panels for rows i.. and columns j.. of c that begin at k0, and their width. They end where
 * blocks of a or b end unless they are thin. If one has to be copied they are at most PANEL wide,
 * and about as wide as their neighbours. */
static int find_panels(const product_t *p, int64_t i, int64_t m, int64_t j, int64_t n, int64_t k0,
                       panel_t *panel, int64_t *kn)
{
    int64_t lo[2][2], hi[2][2];
    int64_t run = ali_min(lai_k_to_cut(&p->a, k0), lai_k_to_cut(&p->b, k0));
    if (run < PANEL_MIN)
        run = PANEL;
    run = ali_min(ali_min(run, p->k - k0), LA_INT_MAX);
    lai_panel_patch(&p->a, p->lo[0] + i, m, k0, run, lo[0], hi[0]);
    lai_panel_patch(&p->b, p->lo[1] + j, n, k0, run, lo[1], hi[1]);
    *kn = run;
    if (!p->is_polled && lai_is_in_place(p, &p->a, lo[0], hi[0], &panel[0]) &&
        lai_is_in_place(p, &p->b, lo[1], hi[1], &panel[1]))
        return ASHLAR_OK;
    int64_t panels = (run + PANEL - 1) / PANEL;
    *kn = (run + panels - 1) / panels;
    hi[0][p->a.k_axis] += *kn - run;
    hi[1][p->b.k_axis] += *kn - run;
    AL_TRY(find_panel(p, &p->a, lo[0], hi[0], &panel[0], p->buffer[0]));
    return find_panel(p, &p->b, lo[1], hi[1], &panel[1], p->buffer[1]);
}

/* Tile by tile. A leading dimension of c beyond the integers of BLAS is avoided by tiles of one
 * column. */
void lai_multiply_panels(const product_t *p, panel_t a, panel_t b, int64_t i0, int64_t m,
                         int64_t j0, int64_t n, int64_t kn, const void *beta)
{
    size_t element = p->blas->element;
    int ld_fits = lai_fits(p->ldc);
    int64_t tile_m = p->tile[0], tile_n = ld_fits ? p->tile[1] : 1;
    int64_t a_step = p->a.k_axis == 1 ? 1 : a.ld, b_step = p->b.k_axis == 0 ? b.ld : 1;
    for (int64_t j = 0; j < n; j += tile_n) {
        for (int64_t i = 0; i < m; i += tile_m) {
            la_int mt = lai_int(ali_min(tile_m, m - i)), nt = lai_int(ali_min(tile_n, n - j));
            char *c = p->c + element * (size_t)(i0 + i + (j0 + j) * p->ldc);
            p->blas->gemm(p->a.trans, p->b.trans, mt, nt, lai_int(kn), p->alpha,
                          a.at + element * (size_t)(i * a_step), lai_int(a.ld),
                          b.at + element * (size_t)(j * b_step), lai_int(b.ld), beta, c,
                          ld_fits ? lai_int(p->ldc) : mt);
            ga_poll();
        }
    }
}

/* Rows i.. and columns j.. of my part of c. */
static int multiply_strip(const product_t *p, int64_t i, int64_t m, int64_t j, int64_t n)
{
    panel_t panel[2];
    int64_t kn;
    for (int64_t k0 = 0; k0 < p->k; k0 += kn) {
        AL_TRY(find_panels(p, i, m, j, n, k0, panel, &kn));
        lai_multiply_panels(p, panel[0], panel[1], i, m, j, n, kn,
                            k0 == 0 ? p->beta : p->blas->one);
    }
    return ASHLAR_OK;
}

/* How many rows or columns of c, from index `outer` of my part with `left` of them, go into a
 * strip. It ends where blocks of x end, which are then read in place, unless it is thin. */
static int64_t strip_width(const product_t *p, const operand_t *x, int64_t outer, int64_t left)
{
    int64_t run = left;
    if (!p->is_polled && p->k > 0) {
        run = run_to_cut(x, !x->k_axis, x->origin[!x->k_axis] + outer);
        if (run < STRIP_MIN)
            run = left;
    }
    return ali_min(STRIP, ali_min(run, left));
}

/* My part of c in one of my blocks. */
static int multiply_block(const product_t *p)
{
    int64_t rows = p->hi[0] - p->lo[0] + 1, cols = p->hi[1] - p->lo[1] + 1;
    const panel_t nothing = {(const char *)p->blas->one, STRIP};
    int64_t m, n;
    for (int64_t j = 0; j < cols; j += n) {
        n = strip_width(p, &p->b, p->lo[1] + j, cols - j);
        for (int64_t i = 0; i < rows; i += m) {
            m = strip_width(p, &p->a, p->lo[0] + i, rows - i);
            if (p->k == 0)
                lai_multiply_panels(p, nothing, nothing, i, m, j, n, 0, p->beta);
            else
                AL_TRY(multiply_strip(p, i, m, j, n));
        }
    }
    return ASHLAR_OK;
}

/* The part of c in a block: 1 when there is one, which becomes lo..hi of the product. */
static int find_part(product_t *p, const gai_block_t *block, const la_patch_t *c)
{
    const int64_t lo[2] = {c->ilo, c->jlo}, hi[2] = {c->ihi, c->jhi};
    int64_t first[2], last[2];
    int some = gai_intersect(2, block, lo, hi, first, last);
    for (int d = 0; d < 2; ++d) {
        p->lo[d] = first[d] - lo[d];
        p->hi[d] = last[d] - lo[d];
    }
    return some;
}

int lai_use_own(product_t *p, const gai_array_t *array, const la_patch_t *c, int64_t number,
                bool *some)
{
    gai_block_t block;
    char *base = gai_my_block(array, number, &block);
    if (!base)
        return ASHLAR_EMPI;
    *some = find_part(p, &block, c);
    if (!*some)
        return ASHLAR_OK;
    const int64_t first[2] = {c->ilo + p->lo[0], c->jlo + p->lo[1]};
    p->c = base + p->blas->element * (size_t)gai_block_offset(&block, 2, first);
    p->ldc = block.ld[0];
    return ASHLAR_OK;
}

static int multiply(product_t *p, const gai_array_t *array, const la_patch_t *c)
{
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        bool some;
        AL_TRY(lai_use_own(p, array, c, b, &some));
        if (some)
            AL_TRY(multiply_block(p));
    }
    return ASHLAR_OK;
}

int lai_scale_own(const product_t *p, const gai_array_t *array, const la_patch_t *c)
{
    product_t scale = *p;
    scale.k = 0;
    return multiply(&scale, array, c);
}

/* Extents of my largest parts of c. */
static void largest_parts(product_t *p, const gai_array_t *array, const la_patch_t *c,
                          int64_t *rows, int64_t *cols)
{
    *rows = *cols = 0;
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        gai_block_t block;
        gai_owned_block(&array->dist, array->rank, b, &block);
        if (find_part(p, &block, c)) {
            *rows = ali_max(*rows, p->hi[0] - p->lo[0] + 1);
            *cols = ali_max(*cols, p->hi[1] - p->lo[1] + 1);
        }
    }
}

static int allocate_buffers(const char *call, product_t *p, int64_t rows, int64_t cols)
{
    size_t k = (size_t)ali_min(PANEL, p->k) * p->blas->element;
    size_t a_bytes = k * (size_t)ali_min(STRIP, rows), b_bytes = k * (size_t)ali_min(STRIP, cols);
    p->buffer[0] = lai_scratch_alloc(a_bytes + b_bytes);
    if (!p->buffer[0])
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for panels of %zu and %zu bytes", call,
                       a_bytes, b_bytes);
    p->buffer[1] = p->buffer[0] + a_bytes;
    return ASHLAR_OK;
}

int lai_multiply(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c)
{
    al_group_t *group = array->group;
    int64_t rows, cols;
    lai_product_tiles(p);
    largest_parts(p, array, c, &rows, &cols);
    int status = al_barrier(group);
    int allocated = ASHLAR_OK;
    if (rows > 0 && p->k > 0)
        allocated = allocate_buffers(call, p, rows, cols);
    status = gai_agree(call, group, status != ASHLAR_OK ? status : allocated);
    if (status == ASHLAR_OK) {
        status = multiply(p, array, c);
        int finished = al_barrier(group);
        status = gai_agree(call, group, status != ASHLAR_OK ? status : finished);
    }
    lai_scratch_free(p->buffer[0]);
    return status;
}
