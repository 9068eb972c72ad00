/* Matrix multiplication between nodes. A node computes parts of c (la_product_parts.h), and its
 * ranks share panels of a and b: those rows of op(a) and columns of op(b) that any of them needs,
 * fetched once a node, a part by each rank. Panels that one block on the node holds are read where
 * they lie. Several panels are on their way while one is multiplied.
 *
 * Memory ordering. Panels lie in memory of the node. A rank completes its part of a panel and then
 * enters the node's barrier, which orders all before it before all after it (al_node_barrier.h): so
 * each sees the whole panel, and all have done with the one before, whose buffer is fetched into
 * next. */
#include "linalg/src/calls/la_product_nodes.h"

#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/calls/la_product_parts.h"
#include "linalg/src/frame/la_check.h"

enum {
    STAGES = 4,    /* panels on their way or being multiplied */
    STRIP = 16384, /* rows or columns of a node whose panels are fetched together */
    /* Rows and columns of a strip for each rank of the node: with more of them panels are narrower,
     * so that buffers take as much memory. */
    SHARE = 8192
};

/* A range of k: its panels, and the buffers for those that are not in one block here. */
typedef struct stage {
    int64_t kn;
    panel_t panel[2]; /* of a, of b */
    char *buffer[2];
    ga_handle_t handle; /* of what I fetch */
} stage_t;

typedef struct job {
    product_t *p;
    al_group_t *group;
    lai_parts_t parts;
    int64_t strip[2], panel; /* most rows and columns together; most of k */
    al_segment_t *buffers;   /* for panels, in the slice of the node's first rank */
    stage_t stage[STAGES];
    int begun; /* begin_together() was called */
} job_t;

/* Rows or columns at[0..1] of a strip, among those of the node. */
typedef struct strip {
    int64_t first[2], n[2];
} strip_t;

/* ---- panels ---------------------------------------------------------------------------------- */

/* Begin to fetch my part of a panel: the array's columns are divided among the ranks of the node.
 * d: 0 for a, 1 for b. */
static int fetch_part(const job_t *job, int d, const strip_t *strip, int64_t k0, int64_t kn,
                      stage_t *stage)
{
    const operand_t *x = d ? &job->p->b : &job->p->a;
    const int outer = !x->k_axis, rank = job->group->local_rank, ranks = job->group->local_size;
    int64_t from[2] = {0, 0}, to[2], ld;
    to[outer] = strip->n[d];
    to[x->k_axis] = kn;
    ld = to[0];
    from[1] = to[1] * rank / ranks;
    to[1] = to[1] * (rank + 1) / ranks;
    stage->panel[d] = (panel_t){stage->buffer[d], ld};
    if (from[1] == to[1])
        return ASHLAR_OK;
    int64_t end = strip->first[d] + to[outer], n;
    for (int64_t at = strip->first[d] + from[outer]; at < end; at += n) {
        const lai_band_t *band = lai_band_at(&job->parts.need[d], at);
        int64_t lo[2], hi[2], place[2];
        n = ali_min(band->at + band->n, end) - at;
        place[outer] = at - strip->first[d];
        place[x->k_axis] = from[x->k_axis];
        lai_panel_patch(x, band->lo + at - band->at, n, k0 + from[x->k_axis],
                        to[x->k_axis] - from[x->k_axis], lo, hi);
        AL_TRY(gai_read_nb(x->array, lo, hi,
                           stage->buffer[d] +
                               job->p->blas->element * (size_t)(place[0] + place[1] * ld),
                           &ld, &stage->handle));
    }
    return ASHLAR_OK;
}

/* Whether one block on this node has a panel: then where. All ranks of the node find the same. */
static bool is_panel_here(const job_t *job, int d, const strip_t *strip, int64_t k0, int64_t kn,
                          panel_t *panel)
{
    const operand_t *x = d ? &job->p->b : &job->p->a;
    const lai_band_t *band = lai_band_at(&job->parts.need[d], strip->first[d]);
    int64_t lo[2], hi[2];
    if (strip->first[d] + strip->n[d] > band->at + band->n)
        return false;
    lai_panel_patch(x, band->lo + strip->first[d] - band->at, strip->n[d], k0, kn, lo, hi);
    return lai_is_in_place(job->p, x, lo, hi, panel);
}

/* The width of the panels that begin at k0, before `end`. They end where blocks of a or b end
 * unless they are thin, and are about as wide as their neighbours. */
static int64_t stage_width(const job_t *job, int64_t k0, int64_t end)
{
    int64_t run = ali_min(lai_k_to_cut(&job->p->a, k0), lai_k_to_cut(&job->p->b, k0));
    if (run < PANEL_MIN)
        run = job->panel;
    run = ali_min(run, end - k0);
    int64_t panels = (run + job->panel - 1) / job->panel;
    return (run + panels - 1) / panels;
}

/* Ask for the panels `asked` after the first ones. status: of what came before; after a failure
 * nothing is fetched, but the others of the node go on. */
static int ask(const job_t *job, const strip_t *strip, int64_t *asked, stage_t *stage, int status)
{
    const lai_parts_t *parts = &job->parts;
    int64_t at = (parts->start + *asked) % parts->k, k0 = parts->k0 + at;
    int64_t end = parts->k0 + (at < parts->start ? parts->start : parts->k);
    stage->kn = stage_width(job, k0, end);
    *asked += stage->kn;
    for (int d = 0; d < 2 && status == ASHLAR_OK; ++d)
        if (!is_panel_here(job, d, strip, k0, stage->kn, &stage->panel[d]))
            status = fetch_part(job, d, strip, k0, stage->kn, stage);
    return status;
}

/* Wait until every rank has its first panels: all answer at once now, and later between tiles only.
 * Each rank takes part once. */
static int begin_together(job_t *job)
{
    if (job->begun)
        return ASHLAR_OK;
    job->begun = 1;
    return al_barrier(job->group);
}

/* ---- products -------------------------------------------------------------------------------- */

static panel_t panel_from(const product_t *p, const operand_t *x, panel_t panel, int64_t outer)
{
    int64_t step = x->k_axis == 1 ? 1 : panel.ld;
    panel.at += p->blas->element * (size_t)(outer * step);
    return panel;
}

/* The product of a stage's panels, for my parts of c in the strip. */
static void multiply_stage(const job_t *job, const strip_t *strip, const stage_t *stage,
                           const void *beta)
{
    product_t *p = job->p;
    const lai_part_t *end = job->parts.list + job->parts.count;
    for (const lai_part_t *part = job->parts.list; part < end; ++part) {
        int64_t from[2], n[2];
        for (int d = 0; d < 2; ++d) {
            from[d] = ali_max(part->at[d], strip->first[d]);
            n[d] = ali_min(part->at[d] + part->n[d], strip->first[d] + strip->n[d]) - from[d];
        }
        if (n[0] <= 0 || n[1] <= 0)
            continue;
        p->c = part->c;
        p->ldc = part->ldc;
        lai_multiply_panels(p, panel_from(p, &p->a, stage->panel[0], from[0] - strip->first[0]),
                            panel_from(p, &p->b, stage->panel[1], from[1] - strip->first[1]),
                            from[0] - part->at[0], n[0], from[1] - part->at[1], n[1], stage->kn,
                            beta);
    }
}

/* My parts of c in a strip: all panels from `start` round to it again. The ranks of the node go
 * from panel to panel together, also after a failure. */
static int multiply_node_strip(job_t *job, const strip_t *strip)
{
    al_group_t *group = job->group;
    const int64_t k = job->parts.k;
    int64_t asked = 0, done = 0; /* of k */
    int status = ASHLAR_OK;
    for (int next = 0; next < STAGES && asked < k; ++next)
        status = ask(job, strip, &asked, &job->stage[next], status);
    for (int64_t turn = 0; done < k; ++turn) {
        stage_t *stage = &job->stage[turn % STAGES];
        int came = ga_wait(&stage->handle);
        int begun = begin_together(job);
        status = status != ASHLAR_OK ? status : came != ASHLAR_OK ? came : begun;
        ali_sync_node(group);
        if (turn > 0 && asked < k)
            status = ask(job, strip, &asked, &job->stage[(turn - 1) % STAGES], status);
        if (status == ASHLAR_OK)
            multiply_stage(job, strip, stage, done == 0 ? job->parts.beta : job->p->blas->one);
        done += stage->kn;
    }
    /* The buffers serve the next strip. */
    ali_sync_node(group);
    return status;
}

static int multiply_strips(job_t *job)
{
    int status = ASHLAR_OK;
    strip_t strip;
    for (strip.first[1] = 0; strip.first[1] < job->parts.need[1].total;
         strip.first[1] += strip.n[1]) {
        strip.n[1] = ali_min(job->strip[1], job->parts.need[1].total - strip.first[1]);
        for (strip.first[0] = 0; strip.first[0] < job->parts.need[0].total;
             strip.first[0] += strip.n[0]) {
            strip.n[0] = ali_min(job->strip[0], job->parts.need[0].total - strip.first[0]);
            int strip_status = multiply_node_strip(job, &strip);
            status = status != ASHLAR_OK ? status : strip_status;
        }
    }
    int begun = begin_together(job);
    return status != ASHLAR_OK ? status : begun;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t stage_bytes(job_t *job)
{
    int64_t outer = 0, most = SHARE * (int64_t)job->group->local_size * PANEL;
    for (int d = 0; d < 2; ++d) {
        job->strip[d] = ali_min(STRIP, job->parts.need[d].total);
        outer += job->strip[d];
    }
    job->panel = ali_min(PANEL, job->parts.k);
    if (outer > 0)
        job->panel = ali_min(job->panel, ali_max(most / outer, PANEL_MIN));
    return (size_t)(outer * job->panel) * job->p->blas->element;
}

/* Have the buffers, unless a rank has failed before: its status, or ASHLAR_ENOMEM, on all. */
static int share_buffers(const char *call, job_t *job, int status)
{
    al_group_t *group = job->group;
    long long failed = status != ASHLAR_OK;
    size_t bytes = failed ? 0 : stage_bytes(job);
    int made = ali_segment_create(group, group->local_rank == 0 ? STAGES * bytes : 0, &failed, 1,
                                  &job->buffers);
    if (made != ASHLAR_OK || failed)
        return gai_agree(call, group, status != ASHLAR_OK ? status : made);
    void *address;
    AL_TRY(al_segment_address(job->buffers, group->local_ranks[0], &address));
    for (int s = 0; s < STAGES; ++s)
        for (int d = 0; d < 2; ++d) {
            job->stage[s].buffer[d] = address;
            address =
                (char *)address + (size_t)(job->strip[d] * job->panel) * job->p->blas->element;
        }
    return ASHLAR_OK;
}

static int multiply_and_add(job_t *job, gai_array_t *array, const la_patch_t *c)
{
    int scaled = lai_parts_begin(job->p, array, c, &job->parts);
    int status = multiply_strips(job);
    if (scaled != ASHLAR_OK || status != ASHLAR_OK)
        return scaled != ASHLAR_OK ? scaled : status;
    return lai_parts_add(job->p, array, c, &job->parts);
}

int lai_multiply_nodes(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c)
{
    job_t job = {.p = p, .group = array->group};
    lai_product_tiles(p);
    int status = al_barrier(job.group);
    int divided = lai_parts_find(call, p, array, c, &job.parts);
    status = share_buffers(call, &job, status != ASHLAR_OK ? status : divided);
    if (status == ASHLAR_OK) {
        int multiplied = multiply_and_add(&job, array, c);
        status = gai_agree(call, job.group, multiplied);
    }
    if (job.buffers) {
        int freed = al_segment_free(job.buffers);
        status = status != ASHLAR_OK ? status : freed;
    }
    lai_parts_free(&job.parts);
    return status;
}
