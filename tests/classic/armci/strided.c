/* Strided transfers: pieces drawn at random, against a model that walks through their runs. */
#include "classic/armci/cases.h"
#include "classic/armci/model.h"
#include "harness/rng.h"

enum { LEVELS = ARMCI_MAX_STRIDE_LEVEL, LANE = 1 << 16 };

/* A piece: on both sides its runs lie apart, in an order of their own, and go up or down. */
typedef struct piece {
    int levels, count[LEVELS + 1], far[LEVELS], near[LEVELS];
    size_t far_first, near_first; /* the run that is number 0 of all levels */
} piece_t;

static void draw_side(rng_t *rng, const piece_t *p, int grain, int odd, int deep, int *stride,
                      size_t *first)
{
    int order[LEVELS], extent = p->count[0];

    for (int k = 0; k < p->levels; ++k)
        order[k] = k;
    for (int k = p->levels - 1; k > 0 && odd; --k) {
        int other = (int)rng_range(rng, 0, k), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    *first = (size_t)(grain * rng_range(rng, 0, 3));
    for (int k = 0; k < p->levels; ++k) {
        const int level = order[k], length = p->count[level + 1];
        /* sometimes nothing is between the runs */
        int gap = deep ? 1 : (int)rng_range(rng, 0, 1) * (int)rng_range(rng, 0, 5);
        int step = extent + grain * gap;
        extent = (length - 1) * step + extent;
        if (odd && rng_range(rng, 0, 3) == 0) {
            *first += (size_t)((length - 1) * step);
            step = -step;
        }
        stride[level] = step;
    }
}

/* odd: strides need not grow, and may be negative. deep: as many as there may be, none to spare. */
static piece_t draw(rng_t *rng, int element, int grain, int odd, int deep)
{
    piece_t p = {.levels = deep ? LEVELS : (int)rng_range(rng, 0, LEVELS)};
    int runs = 1;

    p.count[0] = element * (int)rng_range(rng, 1, 5);
    for (int level = 0; level < p.levels; ++level) {
        p.count[level + 1] = deep ? 2 : runs > 50 ? 1 : (int)rng_range(rng, 1, 4);
        runs *= p.count[level + 1];
    }
    draw_side(rng, &p, grain, odd, deep, p.far, &p.far_first);
    draw_side(rng, &p, grain, odd, deep, p.near, &p.near_first);
    return p;
}

typedef void visit_t(char *far, char *near, size_t bytes, const void *context);

/* Visit the runs of a piece. */
static void walk(const piece_t *p, char *far, char *near, visit_t *visit, const void *context)
{
    int index[LEVELS] = {0};

    for (int level = 0; level < p->levels;) {
        char *at = far + p->far_first, *here = near + p->near_first;
        for (int l = 0; l < p->levels; ++l) {
            at += index[l] * p->far[l];
            here += index[l] * p->near[l];
        }
        visit(at, here, (size_t)p->count[0], context);
        for (level = 0; level < p->levels && ++index[level] == p->count[level + 1]; ++level)
            index[level] = 0;
    }
    if (p->levels == 0)
        visit(far + p->far_first, near + p->near_first, (size_t)p->count[0], context);
}

static void visit_put(char *far, char *near, size_t bytes, const void *context)
{
    (void)context;
    memcpy(far, near, bytes);
}

static void visit_get(char *far, char *near, size_t bytes, const void *context)
{
    (void)context;
    memcpy(near, far, bytes);
}

typedef struct update {
    ashlar_type type;
    scalar_t scale;
} update_t;

static void visit_acc(char *far, char *near, size_t bytes, const void *context)
{
    const update_t *update = context;
    model_accumulate(update->type, update->scale, far, near, bytes);
}

/* Numbers where they are read, wherever that is. */
static void visit_fill(char *far, char *near, size_t bytes, const void *context)
{
    const update_t *update = context;
    (void)far;
    model_fill(update->type, near, bytes, (int)((uintptr_t)near % 19));
}

/* The far memory as it should be, and a copy of the near one before. */
static char *far_model, *near_data, *near_model;

/* A put or an accumulate of random data, and a get of what is there. */
static void try_piece(rng_t *rng, piece_t *p, char *lane, int proc, const acc_type_t *acc)
{
    char *far = lane + p->far_first, *near = near_data + p->near_first;
    armci_hdl_t handle = (int)rng_next(rng);
    const int how = (int)rng_range(rng, 0, 2);
    int *given = how == 0 ? &handle : NULL, status;

    if (acc) {
        const update_t update = {acc->type, scalar_as(acc->type, 3 - how, how)};
        element_t scale = element_of(acc->type, update.scale);
        memset(near_data, 0, LANE);
        walk(p, far_model, near_data, visit_fill, &update);
        walk(p, far_model, near_data, visit_acc, &update);
        status = how == 2 ? ARMCI_AccS(acc->optype, &scale, near, p->near, far, p->far, p->count,
                                       p->levels, proc)
                          : ARMCI_NbAccS(acc->optype, &scale, near, p->near, far, p->far, p->count,
                                         p->levels, proc, given);
    } else {
        for (size_t k = 0; k < LANE; k += 8) {
            uint64_t word = rng_next(rng);
            memcpy(near_data + k, &word, 8);
        }
        walk(p, far_model, near_data, visit_put, NULL);
        status = how == 2
                     ? ARMCI_PutS(near, p->near, far, p->far, p->count, p->levels, proc)
                     : ARMCI_NbPutS(near, p->near, far, p->far, p->count, p->levels, proc, given);
    }
    CHECK_INT(0, status);
    if (how != 2)
        CHECK_INT(0, how == 0 ? ARMCI_Wait(&handle) : ARMCI_WaitAll());
    memset(near_data, 99, LANE);
    memset(near_model, 99, LANE);
    walk(p, far_model, near_model, visit_get, NULL);
    status = how == 2 ? ARMCI_GetS(far, p->far, near, p->near, p->count, p->levels, proc)
                      : ARMCI_NbGetS(far, p->far, near, p->near, p->count, p->levels, proc, given);
    CHECK_INT(0, status);
    if (how != 2)
        CHECK_INT(0, how == 0 ? ARMCI_Wait(&handle) : ARMCI_WaitAll());
    CHECK_INT(0, memcmp(near_data, near_model, LANE));
}

/* Each piece finds zeros: what another has left there need not be numbers at its places. */
static void try_pieces(char **names, int proc, const acc_type_t *acc, uint64_t seed)
{
    char *lane = names[proc] + (size_t)me() * LANE, *found = test_alloc(LANE);
    rng_t rng = rng_seed(seed * 64 + (uint64_t)me());
    const int element = acc ? (int)type_bytes(acc->type) : 1;
    const int grain = acc ? (int)acc_grain(acc->type) : 1;

    for (int trial = 0; trial < 24; ++trial) {
        memset(far_model, 0, LANE);
        CHECK_INT(0, ARMCI_Put(far_model, lane, LANE, proc));
        piece_t p = draw(&rng, element, trial % 3 ? grain : 1, trial % 2, trial / 2 == 5);
        try_piece(&rng, &p, lane, proc, acc);
        CHECK_INT(0, ARMCI_Get(lane, found, LANE, proc));
        CHECK_INT(0, memcmp(found, far_model, LANE));
    }
    free(found);
}

/* Bytes of a run behind the last whole element are left out. */
static void try_parts(char *far, int proc)
{
    const double zeros[4] = {0}, numbers[4] = {1, 2, 3, 4};
    double scale = 2, found[4];
    int stride[1] = {20}, count[2] = {15, 2};
    void *from[1] = {near_data}, *to[1] = {far};
    armci_giov_t list = {from, to, 1, 7};

    memcpy(near_data, numbers, sizeof numbers);
    memcpy(near_data + 20, numbers, sizeof *numbers);
    CHECK_INT(0, ARMCI_Put((void *)(uintptr_t)zeros, far, sizeof zeros, proc));
    CHECK_INT(0, ARMCI_Acc(ARMCI_ACC_DBL, &scale, near_data, far, 12, proc));
    CHECK_INT(0, ARMCI_AccS(ARMCI_ACC_DBL, &scale, near_data, stride, far, stride, count, 1, proc));
    CHECK_INT(0, ARMCI_AccV(ARMCI_ACC_DBL, &scale, &list, 1, proc)); /* nothing */
    CHECK_INT(0, ARMCI_Get(far, found, sizeof found, proc));
    CHECK(found[0] == 4 && found[1] == 0);
    CHECK_INT(0, ARMCI_Get(far + 20, found, 8, proc));
    CHECK(found[0] == 2);
}

ARMCI_CASE(transfer_strided)
{
    char **names = zeros_everywhere((size_t)procs() * LANE);
    int stride[1] = {8}, count[2] = {8, 0};

    far_model = test_alloc(LANE);
    near_data = test_alloc(LANE);
    near_model = test_alloc(LANE);
    for (int k = 0; k < 2; ++k) {
        const int proc = (me() + k) % procs();
        try_pieces(names, proc, NULL, (uint64_t)k);
        for (int t = 0; t < ACC_TYPES; ++t)
            try_pieces(names, proc, &acc_types[t], 100 + (uint64_t)(10 * t + k));
        try_parts(names[proc] + (size_t)me() * LANE, proc);
    }
    CHECK_INT(0, ARMCI_PutS(NULL, stride, NULL, stride, count, 1, 0)); /* nothing */
    free(far_model);
    free(near_data);
    free(near_model);
    ARMCI_Barrier();
    free_everywhere(names);
}
