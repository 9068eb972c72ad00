/* Matrix multiplication. Each rank computes the part of c that it owns, from panels of a and b that
 * are read where they lie when one block on this node holds them, and fetched otherwise. Across
 * nodes a rank begins with the panels of a that it owns, so that not all ask one owner at a time,
 * and the next panels are on their way while one is multiplied. */
#include "linalg/src/calls/la_product.h"

#include <string.h>

#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_scratch.h"

/* BLAS does best with few large products. Only buffers, and other nodes that wait for a poll, ask
 * for smaller ones; and small ones cost more than to fetch larger ones from several blocks. */
enum {
    PANEL = 512,     /* columns of op(a), rows of op(b), multiplied at a time unless in place */
    PANEL_MIN = 128, /* a narrower panel is not worth keeping inside one block */
    STRIP = 4096, /* rows or columns of c whose panels are fetched together: bounds the buffers */
    STRIP_MIN = 256,  /* fewer are not worth keeping inside one block */
    TILE_ROWS = 1024, /* of c between two polls */
    TILE_COLS = 512
};

/* Whether other nodes wait for this one. */
static bool is_polled(const product_t *p)
{
    return p->stages > 1;
}

/* The patch of op(x) with `outer_n` indices from `outer`, and k0 .. k0+kn-1. */
static void panel_patch(const operand_t *x, int64_t outer, int64_t outer_n, int64_t k0, int64_t kn,
                        int64_t *lo, int64_t *hi)
{
    lo[x->k_axis] = x->origin[x->k_axis] + k0;
    hi[x->k_axis] = lo[x->k_axis] + kn - 1;
    lo[!x->k_axis] = x->origin[!x->k_axis] + outer;
    hi[!x->k_axis] = lo[!x->k_axis] + outer_n - 1;
}

/* Whether one block on this node has it: then where. */
static bool is_in_place(const product_t *p, const operand_t *x, const int64_t *lo,
                        const int64_t *hi, panel_t *panel)
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

/* In place, or fetched to the buffer under the handle. */
static int find_panel(const product_t *p, const operand_t *x, const int64_t *lo, const int64_t *hi,
                      panel_t *panel, void *buffer, ga_handle_t *handle)
{
    if (is_in_place(p, x, lo, hi, panel))
        return ASHLAR_OK;
    panel->ld = hi[0] - lo[0] + 1;
    panel->at = buffer;
    return gai_read_nb(x->array, lo, hi, buffer, &panel->ld, handle);
}

/* Indices of an array's axis from `index` to the end of the block. */
static int64_t run_to_cut(const operand_t *x, int d, int64_t index)
{
    const gai_axis_t *axis = &x->array->dist.axis[d];
    return gai_axis_end(axis, gai_axis_block(axis, index)) - index;
}

/* Indices along k from k0 to the end of the block of x. */
static int64_t k_to_cut(const operand_t *x, int64_t k0)
{
    return run_to_cut(x, x->k_axis, x->origin[x->k_axis] + k0);
}

/* The panels for rows i.. and columns j.. of c that begin at k0, before k_end. They end where
 * blocks of a or b end unless they are thin. If one has to be fetched they are at most PANEL wide,
 * and about as wide as their neighbours. */
static int find_panels(const product_t *p, int64_t i, int64_t m, int64_t j, int64_t n, int64_t k0,
                       int64_t k_end, stage_t *stage)
{
    int64_t lo[2][2], hi[2][2];
    int64_t run = ali_min(k_to_cut(&p->a, k0), k_to_cut(&p->b, k0));
    if (run < PANEL_MIN)
        run = PANEL;
    run = ali_min(ali_min(run, k_end - k0), LA_INT_MAX);
    panel_patch(&p->a, p->lo[0] + i, m, k0, run, lo[0], hi[0]);
    panel_patch(&p->b, p->lo[1] + j, n, k0, run, lo[1], hi[1]);
    stage->kn = run;
    if (!is_polled(p) && is_in_place(p, &p->a, lo[0], hi[0], &stage->a) &&
        is_in_place(p, &p->b, lo[1], hi[1], &stage->b))
        return ASHLAR_OK;
    int64_t panels = (run + PANEL - 1) / PANEL;
    stage->kn = (run + panels - 1) / panels;
    hi[0][p->a.k_axis] += stage->kn - run;
    hi[1][p->b.k_axis] += stage->kn - run;
    AL_TRY(find_panel(p, &p->a, lo[0], hi[0], &stage->a, stage->a_buffer, &stage->handle));
    return find_panel(p, &p->b, lo[1], hi[1], &stage->b, stage->b_buffer, &stage->handle);
}

/* c[i.., j..] = alpha * panel of a * panel of b + beta * c, tile by tile. A leading dimension of c
 * beyond the integers of BLAS is avoided by tiles of one column. */
static void multiply_panels(const product_t *p, panel_t a, panel_t b, int64_t i0, int64_t m,
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

/* Where along k to begin: at my own first block of a or b. */
static int64_t first_k(const product_t *p)
{
    const operand_t *operands[] = {&p->a, &p->b};
    for (int x = 0; x < 2 && is_polled(p); ++x) {
        const gai_array_t *array = operands[x]->array;
        int d = operands[x]->k_axis;
        if (array->dist.axis[d].blocks == 1 || gai_my_count(array) == 0)
            continue;
        gai_block_t block;
        gai_owned_block(&array->dist, array->rank, 0, &block);
        int64_t first = ali_max(block.lo[d] - operands[x]->origin[d], 0);
        if (first <= block.hi[d] - operands[x]->origin[d] && first < p->k)
            return first;
    }
    return 0;
}

/* Wait until every rank has its first panels: all answer at once now, and later between tiles only.
 * Each rank takes part once. */
static int begin_together(product_t *p, int asked)
{
    int status = ASHLAR_OK;
    for (int s = 0; s < asked && status == ASHLAR_OK; ++s)
        status = ga_wait(&p->stage[s].handle);
    p->begun = 1;
    int barrier_status = is_polled(p) ? al_barrier(p->group) : ASHLAR_OK;
    return status != ASHLAR_OK ? status : barrier_status;
}

/* Rows i.. and columns j.. of my part of c: all panels from `start` round to it again. */
static int multiply_strip(product_t *p, int64_t i, int64_t m, int64_t j, int64_t n, int64_t start)
{
    int64_t asked = 0, done = 0; /* of k */
    int first = 0, next = 0;     /* stages in use, counted on */
    int status = ASHLAR_OK;
    while (done < p->k && status == ASHLAR_OK) {
        for (; asked < p->k && next - first < p->stages && status == ASHLAR_OK; ++next) {
            stage_t *stage = &p->stage[next % p->stages];
            int64_t k0 = (start + asked) % p->k, end = k0 < start ? start : p->k;
            status = find_panels(p, i, m, j, n, k0, end, stage);
            asked += stage->kn;
        }
        if (!p->begun) {
            int barrier_status = begin_together(p, next);
            status = status != ASHLAR_OK ? status : barrier_status;
        }
        stage_t *stage = &p->stage[first++ % p->stages];
        if (status == ASHLAR_OK)
            status = ga_wait(&stage->handle);
        if (status == ASHLAR_OK)
            multiply_panels(p, stage->a, stage->b, i, m, j, n, stage->kn,
                            done == 0 ? p->beta : p->blas->one);
        done += stage->kn;
    }
    for (int s = 0; s < p->stages; ++s) /* after a failure: the buffers are going to be freed */
        if (p->stage[s].handle)
            ga_wait(&p->stage[s].handle);
    return status;
}

/* How many rows or columns of c, from index `outer` of my part with `left` of them, go into a
 * strip. It ends where blocks of x end, which are then read in place, unless it is thin. From other
 * nodes everything is fetched, and wider strips fetch less. */
static int64_t strip_width(const product_t *p, const operand_t *x, int64_t outer, int64_t left)
{
    int64_t run = left;
    if (!is_polled(p) && p->k > 0) {
        run = run_to_cut(x, !x->k_axis, x->origin[!x->k_axis] + outer);
        if (run < STRIP_MIN)
            run = left;
    }
    return ali_min(STRIP, ali_min(run, left));
}

/* My part of c in one of my blocks. */
static int multiply_block(product_t *p, int64_t start)
{
    int64_t rows = p->hi[0] - p->lo[0] + 1, cols = p->hi[1] - p->lo[1] + 1;
    const panel_t nothing = {(const char *)p->blas->one, STRIP};
    int64_t m, n;
    for (int64_t j = 0; j < cols; j += n) {
        n = strip_width(p, &p->b, p->lo[1] + j, cols - j);
        for (int64_t i = 0; i < rows; i += m) {
            m = strip_width(p, &p->a, p->lo[0] + i, rows - i);
            if (p->k == 0)
                multiply_panels(p, nothing, nothing, i, m, j, n, 0, p->beta);
            else
                AL_TRY(multiply_strip(p, i, m, j, n, start));
        }
    }
    return ASHLAR_OK;
}

/* The part of c in a block of mine: 1 when there is one. */
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

static int multiply(product_t *p, const gai_array_t *array, const la_patch_t *c)
{
    int64_t start = first_k(p);
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        gai_block_t block;
        char *base = gai_my_block(array, b, &block);
        if (!base)
            return ASHLAR_EMPI;
        if (!find_part(p, &block, c))
            continue;
        const int64_t first[2] = {c->ilo + p->lo[0], c->jlo + p->lo[1]};
        p->c = base + p->blas->element * (size_t)gai_block_offset(&block, 2, first);
        p->ldc = block.ld[0];
        AL_TRY(multiply_block(p, start));
    }
    return ASHLAR_OK;
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
    char *at = p->buffers = lai_scratch_alloc((size_t)p->stages * (a_bytes + b_bytes));
    if (!at)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d panels of %zu and %zu bytes", call,
                       p->stages, a_bytes, b_bytes);
    for (int s = 0; s < p->stages; ++s, at += a_bytes + b_bytes) {
        p->stage[s].a_buffer = at;
        p->stage[s].b_buffer = at + a_bytes;
    }
    return ASHLAR_OK;
}

int lai_multiply(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c)
{
    al_group_t *group = array->group;
    int64_t rows, cols;
    const int spans_nodes = al_node_count() > 1;
    p->stages = spans_nodes ? STAGES : 1;
    p->tile[0] = spans_nodes ? TILE_ROWS : STRIP;
    p->tile[1] = spans_nodes ? TILE_COLS : STRIP;
    largest_parts(p, array, c, &rows, &cols);
    p->group = group;
    int status = al_barrier(group);
    int allocated = ASHLAR_OK;
    if (rows > 0 && p->k > 0)
        allocated = allocate_buffers(call, p, rows, cols);
    status = gai_agree(call, group, status != ASHLAR_OK ? status : allocated);
    if (status == ASHLAR_OK) {
        status = multiply(p, array, c);
        if (!p->begun) {
            int barrier_status = begin_together(p, 0);
            status = status != ASHLAR_OK ? status : barrier_status;
        }
        int finished = al_barrier(group);
        status = gai_agree(call, group, status != ASHLAR_OK ? status : finished);
    }
    lai_scratch_free(p->buffers);
    return status;
}
