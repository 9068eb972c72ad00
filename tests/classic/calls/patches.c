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

/* Every second element of the first dimension, every third of the last: the buffer has those only.
 */
TEST_CASE(patches_strided, TEST_GA)
{
    for (int wide = 0; wide < 2; ++wide) {
        grid_t grid = grid_create(3);
        int g = array_create(&grid, 3), lo[3] = {0, 1, 0}, hi[3] = {4, 6, 2}, step[3] = {2, 1, 2};
        int64_t wlo[3] = {0, 1, 0}, whi[3] = {4, 6, 2}, wstep[3] = {2, 1, 2}, wld[2] = {6, 2};
        int ld[2] = {6, 2}, k = 0;
        double buffer[3 * 6 * 2], one = 1;
        if (wide)
            NGA_Strided_get64(g, wlo, whi, wstep, buffer, wld);
        else
            NGA_Strided_get(g, lo, hi, step, buffer, ld);
        for (int i = 0; i < 5; i += 2)
            for (int j = 1; j < 7; ++j)
                for (int l = 0; l < 3; l += 2)
                    CHECK(buffer[k++] == grid.at[grid_place(&grid, (int[]){i, j, l})]);
        GA_Sync();
        k = 0;
        for (int i = 0; i < 5; i += 2)
            for (int j = 1; j < 7; ++j)
                for (int l = 0; l < 3; l += 2)
                    grid.at[grid_place(&grid, (int[]){i, j, l})] = 2 * (buffer[k] = k + 7), ++k;
        if (GA_Nodeid() == GA_Nnodes() - 1) {
            if (wide) {
                NGA_Strided_put64(g, wlo, whi, wstep, buffer, wld);
                NGA_Strided_acc64(g, wlo, whi, wstep, buffer, wld, &one);
            } else {
                NGA_Strided_put(g, lo, hi, step, buffer, ld);
                NGA_Strided_acc(g, lo, hi, step, buffer, ld, &one);
            }
        }
        CHECK_ARRAY(g, C_DBL, &grid);
        GA_Destroy(g);
        grid_free(&grid);
    }
}

/* Rows 4, 0, 1 and columns 6, 0 of an array of 5 x 7. */
TEST_CASE(patches_periodic, TEST_GA)
{
    for (int wide = 0; wide < 2; ++wide) {
        grid_t grid = grid_create(2);
        int g = array_create(&grid, 4), lo[2] = {-1, 6}, hi[2] = {1, 7}, ld[1] = {2};
        int64_t wlo[2] = {-1, 6}, whi[2] = {1, 7}, wld[1] = {2};
        double buffer[6], half = 0.5;
        if (wide)
            NGA_Periodic_get64(g, wlo, whi, buffer, wld);
        else
            NGA_Periodic_get(g, lo, hi, buffer, ld);
        GA_Sync();
        for (int k = 0; k < 6; ++k) {
            double *at = &grid.at[(k / 2 + 4) % 5 * 7 + (6 + k % 2) % 7];
            CHECK(buffer[k] == *at);
            *at = 1.5 * (buffer[k] = 8 * k);
        }
        if (GA_Nodeid() == 0 && wide) {
            NGA_Periodic_put64(g, wlo, whi, buffer, wld);
            NGA_Periodic_acc64(g, wlo, whi, buffer, wld, &half);
        } else if (GA_Nodeid() == 0) {
            NGA_Periodic_put(g, lo, hi, buffer, ld);
            NGA_Periodic_acc(g, lo, hi, buffer, ld, &half);
        }
        CHECK_ARRAY(g, C_DBL, &grid);
        GA_Destroy(g);
        grid_free(&grid);
    }
}

/* Test and wait are right for handles that are over; test answers 1. */
TEST_CASE(patches_nonblocking, TEST_GA)
{
    for (int wide = 0; wide < 2; ++wide) {
        grid_t grid = grid_create(2);
        int g = array_create(&grid, 5), h = array_create(&grid, 6), done = 0;
        part_t all = part_whole(&grid);
        double *buffer = test_alloc((size_t)grid.n * sizeof *buffer), one = 1;
        ga_nbhdl_t handle;
        if (wide)
            NGA_NbGet64(g, all.wide_lo, all.wide_hi, buffer, all.wide_ld, &handle);
        else
            NGA_NbGet(g, all.lo, all.hi, buffer, all.ld, &handle);
        while (!done)
            done = NGA_NbTest(&handle);
        CHECK_INT(1, done);
        CHECK_INT(1, NGA_NbTest(&handle));
        NGA_NbWait(&handle);
        for (int64_t k = 0; k < grid.n; ++k) {
            CHECK(buffer[k] == grid.at[k] - 1);
            grid.at[k] = 2 * buffer[k];
        }
        GA_Sync();
        if (GA_Nodeid() == 0) {
            if (wide)
                NGA_NbPut64(h, all.wide_lo, all.wide_hi, buffer, all.wide_ld, &handle);
            else
                NGA_NbPut(h, all.lo, all.hi, buffer, all.ld, &handle);
            NGA_NbWait(&handle);
            GA_Fence();
            if (wide)
                NGA_NbAcc64(h, all.wide_lo, all.wide_hi, buffer, all.wide_ld, &one, &handle);
            else
                NGA_NbAcc(h, all.lo, all.hi, buffer, all.ld, &one, &handle);
            NGA_NbWait(&handle);
        }
        CHECK_ARRAY(h, C_DBL, &grid);
        GA_Destroy(g);
        GA_Destroy(h);
        free(buffer);
        grid_free(&grid);
    }
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
