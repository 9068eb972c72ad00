/* Transfers of patches of 1 to 7 dimensions, by int and by 64 bits. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { ROUNDS = 6 };

static const int types[] = {C_INT,     C_LONG,    C_LONGLONG, C_FLOAT, C_DBL,    C_SCPL,
                            C_DCPL,    MT_F_INT,  MT_F_REAL,  C_CHAR,  MT_F_DBL, MT_F_SCPL,
                            MT_F_DCPL, MT_F_BYTE, C_LDBL,     C_LDCPL, MT_F_LOG};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

/* Numbers for a patch, in its buffer; in the model times alpha and added where that is not 0. */
static void *fill_buffer(rng_t *rng, int type, const part_t *p, grid_t *grid, double alpha)
{
    void *buffer = test_alloc((size_t)p->room * element_bytes(type));
    int at[GA_MAX_DIM];
    memset(buffer, 0, (size_t)p->room * element_bytes(type));
    memcpy(at, p->lo, sizeof at);
    do {
        double value = (double)rng_range(rng, -50, 50), *to = &grid->at[grid_place(grid, at)];
        element_store(type, buffer, part_place(p, at), value);
        *to = alpha != 0 ? *to + alpha * value : value;
    } while (grid_next(p->ndim, p->lo, p->hi, at));
    return buffer;
}

static void check_get(rng_t *own, int g, int type, const grid_t *grid, int wide)
{
    part_t p = part_random(own, grid);
    void *buffer = test_alloc((size_t)p.room * element_bytes(type));
    int64_t wrong = 0;
    int at[GA_MAX_DIM];
    if (wide)
        NGA_Get64(g, p.wide_lo, p.wide_hi, buffer, p.ndim > 1 ? p.wide_ld : NULL);
    else
        NGA_Get(g, p.lo, p.hi, buffer, p.ndim > 1 ? p.ld : NULL);
    memcpy(at, p.lo, sizeof at);
    do
        wrong += element_load(type, buffer, part_place(&p, at)) != grid->at[grid_place(grid, at)];
    while (grid_next(p.ndim, p.lo, p.hi, at));
    CHECK_INT(0, wrong);
    free(buffer);
}

/* The number 2 of a type: of a complex one its real part. */
static void two_of(int type, void *two)
{
    const double real[2] = {2, 0};
    const float single[2] = {2, 0};
    if (type == C_SCPL || type == MT_F_SCPL)
        memcpy(two, single, sizeof single);
    else if (type == C_DCPL || type == MT_F_DCPL)
        memcpy(two, real, sizeof real);
    else
        element_store(type, two, 0, 2);
}

static void try_patches(int type, int ndim, int number)
{
    rng_t rng = rng_seed((uint64_t)number), own = rng_seed((uint64_t)(1000 + GA_Nodeid()));
    grid_t grid = grid_create(ndim);
    int g = number % 2 ? NGA_Create(type, ndim, grid.dims, "patches", NULL)
                       : NGA_Create64(type, ndim, grid.wide, "patches", NULL);
    CHECK(g < 0);
    GA_Zero(g);
    for (int round = 0; round < ROUNDS; ++round) {
        int acc = round % 3 == 2 && element_adds(type), wide = round % 2,
            mine = round % GA_Nnodes() == GA_Nodeid();
        part_t p = part_random(&rng, &grid);
        void *buffer = fill_buffer(&rng, type, &p, &grid, acc ? 2 : 0);
        double alpha[2];
        if (acc)
            two_of(type, alpha);
        if (mine && acc && wide)
            NGA_Acc64(g, p.wide_lo, p.wide_hi, buffer, p.wide_ld, alpha);
        else if (mine && acc)
            NGA_Acc(g, p.lo, p.hi, buffer, p.ld, alpha);
        else if (mine && wide)
            NGA_Put64(g, p.wide_lo, p.wide_hi, buffer, p.wide_ld);
        else if (mine)
            NGA_Put(g, p.lo, p.hi, buffer, p.ld);
        free(buffer);
        GA_Sync();
        check_get(&own, g, type, &grid, !wide);
        GA_Sync();
    }
    CHECK_ARRAY(g, type, &grid);
    GA_Destroy(g);
    grid_free(&grid);
}

TEST_CASE(patches_of_types, TEST_GA)
{
    GA_Initialize();
    for (int ndim = 1; ndim <= GA_MAX_DIM; ++ndim)
        for (int t = 0; t < TYPE_COUNT; ++t)
            if (test_nodes() == 1 || (t + ndim) % 4 == 0)
                try_patches(types[t], ndim, t + 20 * ndim);
    GA_Terminate();
}

/* The buffer of a small put or accumulate may be used again at once; a large one between nodes is
 * still under way when the call returns. */
TEST_CASE(patches_small, TEST_GA)
{
    enum { SMALL = 1024, LARGE = 400000 };
    int dims[1] = {LARGE}, lo[1] = {0}, hi[1] = {SMALL - 1}, zero = 0;
    int g = NGA_Create(C_DBL, 1, dims, "small", NULL), next = (GA_Nodeid() + 1) % GA_Nnodes();
    double *buffer = test_alloc(LARGE * sizeof *buffer), one = 1;
    ga_nbhdl_t handle = -1, both[2];
    GA_Zero(g);
    if (GA_Nodeid() == 0)
        for (int twice = 0; twice < 2; ++twice) {
            for (int k = 0; k < SMALL; ++k)
                buffer[k] = k + 1;
            if (twice)
                NGA_NbAcc(g, lo, hi, buffer, &zero, &one, &both[1]);
            else
                NGA_NbPut(g, lo, hi, buffer, &zero, &both[0]);
            memset(buffer, 0xff, SMALL * sizeof *buffer);
        }
    GA_Sync();
    if (GA_Nodeid() == 0) {
        NGA_NbWait(&both[1]);
        NGA_NbWait(&both[0]);
    }
    NGA_Get(g, lo, hi, buffer, &zero);
    for (int k = 0; k < SMALL; ++k)
        CHECK(buffer[k] == 2 * (k + 1));
    GA_Sync();
    int from[1], to[1];
    NGA_Distribution(g, next, from, to);
    for (int round = 0; round < 3; ++round) { /* many, while nobody answers */
        int most = (to[0] - from[0] + 1) / SMALL, at[1], end[1];
        double *one_more = test_alloc(SMALL * sizeof *one_more);
        for (int part = 0; part < most; ++part) {
            at[0] = from[0] + part * SMALL;
            end[0] = at[0] + SMALL - 1;
            for (int k = 0; k < SMALL; ++k)
                one_more[k] = round * 1e6 + at[0] + k;
            NGA_NbPut(g, at, end, one_more, &zero, &handle);
        }
        memset(one_more, 0xff, SMALL * sizeof *one_more);
        free(one_more);
        GA_Sync();
        end[0] = from[0] + most * SMALL - 1;
        NGA_Get(g, from, end, buffer, &zero);
        int64_t wrong = 0;
        for (int k = 0; k < most * SMALL; ++k)
            wrong += buffer[k] != round * 1e6 + from[0] + k;
        CHECK_INT(0, wrong);
        GA_Sync();
    }
    NGA_Distribution(g, next, from, to);
    to[0] = from[0] + SMALL - 1;
    NGA_NbPut(g, from, to, buffer, &zero, &handle);
    ga_nbhdl_t complete = handle; /* there is nothing to wait for, which programs do not look for */
    CHECK(handle != 0);
    CHECK_INT(1, NGA_NbTest(&handle));
    NGA_NbWait(&handle);
    ++to[0];
    NGA_NbPut(g, from, to, buffer, &zero, &handle);
    CHECK(handle != 0);
    CHECK((GA_Cluster_proc_nodeid(next) == GA_Cluster_nodeid()) == (handle == complete));
    NGA_NbWait(&handle);
    CHECK(handle != 0); /* it may be waited for again */
    NGA_NbGet(g, from, from, buffer, &zero, &handle);
    CHECK(handle != 0);
    NGA_NbWait(&handle);
    NGA_NbAcc(g, from, from, buffer, &zero, &one, &handle);
    CHECK(handle != 0);
    NGA_NbWait(&handle);
    GA_Sync();
    GA_Destroy(g);
    free(buffer);
}

/* More handles than Global Arrays has, waited for from the last on; and again, when they are over.
 */
TEST_CASE(patches_many, TEST_GA)
{
    enum { MANY = 3000 };
    int dims[1] = {MANY}, lo[1] = {0}, hi[1] = {MANY - 1}, zero = 0, me = GA_Nodeid();
    int g = NGA_Create(C_INT, 1, dims, "many", NULL);
    int *values = test_alloc(2 * MANY * sizeof *values), *found = values + MANY;
    ga_nbhdl_t *handles = test_alloc(MANY * sizeof *handles);
    for (int k = 0; k < MANY; ++k)
        values[k] = k * 3 + 1;
    if (me == 0)
        NGA_Put(g, lo, hi, values, &zero);
    GA_Sync();
    memset(found, 0, MANY * sizeof *found);
    for (int k = 0; k < MANY; ++k) {
        int at[1] = {(k * 7 + me) % MANY};
        NGA_NbGet(g, at, at, &found[k], &zero, &handles[k]);
    }
    for (int k = MANY - 1; k >= 0; --k)
        NGA_NbWait(&handles[k]);
    for (int k = 0; k < MANY; ++k) {
        CHECK(NGA_NbTest(&handles[k]) == 1);
        CHECK(found[k] == values[(k * 7 + me) % MANY]);
    }
    GA_Sync();
    GA_Destroy(g);
    free(handles);
    free(values);
}
