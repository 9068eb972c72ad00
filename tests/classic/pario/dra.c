/* DRA keeps arrays in files: sections and all of them are written and read back, and what is wrong
 * is refused. */
#include <sched.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "dra.h"
#include "ga.h"

enum { MOST = 3 };

/* ---- arrays and their models ----------------------------------------------------------------- */

/* How many elements, and all bounds. */
static int64_t whole(int ndim, const int *dims, int64_t *lo, int64_t *hi, int64_t *ld)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d) {
        lo[d] = 0;
        hi[d] = dims[d] - 1;
        n *= dims[d];
        if (d > 0)
            ld[d - 1] = dims[d];
    }
    return n;
}

/* Every byte another number; rank 0 knows them, too. */
static void fill(int g, int ndim, const int *dims, size_t element, unsigned char *bytes, int seed)
{
    int64_t lo[MOST], hi[MOST], ld[MOST];
    const size_t n = (size_t)whole(ndim, dims, lo, hi, ld) * element;
    for (size_t k = 0; k < n; ++k)
        bytes[k] = (unsigned char)((k * 7 + (size_t)seed * 31 + k / 251) % 120);
    if (test_rank() == 0)
        NGA_Put64(g, lo, hi, bytes, ld);
    GA_Sync();
}

static void check(int g, int ndim, const int *dims, size_t element, const unsigned char *model)
{
    int64_t lo[MOST], hi[MOST], ld[MOST];
    const size_t n = (size_t)whole(ndim, dims, lo, hi, ld) * element;
    unsigned char *found = test_alloc(n);
    NGA_Get64(g, lo, hi, found, ld);
    for (size_t k = 0; k < n; ++k)
        if (found[k] != model[k]) {
            test_fail(__FILE__, __LINE__, "byte %zu is %d, not %d", k, found[k], model[k]);
            break;
        }
    free(found);
    GA_Sync();
}

/* to[tlo..] = from[flo..], row by row. */
static void copy_section(int ndim, const int *dims, size_t element, const unsigned char *from,
                         const int *flo, unsigned char *to, const int *tlo, const int *extent)
{
    int n = 1;
    for (int d = 0; d < ndim; ++d)
        n *= extent[d];
    for (int k = 0; k < n; ++k) {
        size_t f = 0, t = 0;
        int idx[MOST], rest = k;
        for (int d = ndim - 1; d >= 0; --d) {
            idx[d] = rest % extent[d];
            rest /= extent[d];
        }
        for (int d = 0; d < ndim; ++d) {
            f = f * (size_t)dims[d] + (size_t)(flo[d] + idx[d]);
            t = t * (size_t)dims[d] + (size_t)(tlo[d] + idx[d]);
        }
        memcpy(to + t * element, from + f * element, element);
    }
}

/* Sections to and from places of their own, and the whole. */
static void run_sections(int type, size_t element, int ndim, const int *dims)
{
    int64_t lo[MOST], hi[MOST], ld[MOST];
    const size_t bytes = (size_t)whole(ndim, dims, lo, hi, ld) * element;
    unsigned char *disk = calloc(1, bytes), *array = test_alloc(bytes);
    dra_size_t shape[MOST];
    unsigned state = 5;
    int d_a = 1, request;
    int g = NGA_Create(type, ndim, (int *)dims, "array", NULL);
    for (int d = 0; d < ndim; ++d)
        shape[d] = dims[d];
    CHECK_INT(DRA_OK,
              NDRA_Create(type, ndim, shape, "a disk array", ours("d"), DRA_RW, NULL, &d_a));
    CHECK_INT(DRA_OK, NDRA_Read(g, d_a, &request));
    check(g, ndim, dims, element, disk); /* zeros */
    for (int time = 0; time < 8; ++time) {
        int glo[MOST], ghi[MOST], start[MOST], extent[MOST];
        dra_size_t dlo[MOST], dhi[MOST];
        for (int d = 0; d < ndim; ++d) {
            state = state * 1103515245u + 12345u;
            extent[d] = time == 0 && d > 0 ? dims[d] : 1 + (int)(state >> 8) % dims[d];
            state = state * 1103515245u + 12345u;
            glo[d] = (int)(state >> 8) % (dims[d] - extent[d] + 1);
            state = state * 1103515245u + 12345u;
            start[d] = (int)(state >> 8) % (dims[d] - extent[d] + 1);
            ghi[d] = glo[d] + extent[d] - 1;
            dlo[d] = start[d];
            dhi[d] = start[d] + extent[d] - 1;
        }
        fill(g, ndim, dims, element, array, time);
        if (time % 2 == 0) {
            CHECK_INT(DRA_OK, NDRA_Write_section(0, g, glo, ghi, d_a, dlo, dhi, &request));
            copy_section(ndim, dims, element, array, glo, disk, start, extent);
            CHECK(request != DRA_REQ_INVALID && request != 0); /* programs ask */
            CHECK_INT(DRA_OK, DRA_Wait(request));
            CHECK_INT(DRA_OK, NDRA_Read(g, d_a, &request));
            CHECK(request != DRA_REQ_INVALID && request != 0);
            check(g, ndim, dims, element, disk);
        } else {
            CHECK_INT(DRA_OK, NDRA_Read_section(0, g, glo, ghi, d_a, dlo, dhi, &request));
            copy_section(ndim, dims, element, disk, start, array, glo, extent);
            check(g, ndim, dims, element, array);
        }
    }
    fill(g, ndim, dims, element, disk, 99);
    CHECK_INT(DRA_OK, NDRA_Write(g, d_a, &request));
    CHECK_INT(DRA_OK, DRA_Close(d_a));
    fill(g, ndim, dims, element, array, 98);
    CHECK_INT(DRA_OK, DRA_Open(ours("d"), DRA_R, &d_a));
    CHECK_INT(DRA_OK, NDRA_Read(g, d_a, &request));
    check(g, ndim, dims, element, disk);
    CHECK_INT(DRA_OK, DRA_Delete(d_a));
    CHECK(access(ours("d"), F_OK) != 0);
    GA_Destroy(g);
    free(disk);
    free(array);
}

PARIO_CASE(dra_sections)
{
    GA_Initialize();
    CHECK_INT(DRA_OK, DRA_Init(-1, -1, -1, -1));
    run_sections(C_INT, sizeof(int), 1, (int[]){1000});
    run_sections(C_DBL, sizeof(double), 2, (int[]){37, 53});
    run_sections(C_LONG, sizeof(long), 2, (int[]){1, 200});
    run_sections(C_DCPL, 2 * sizeof(double), 3, (int[]){5, 11, 13});
    run_sections(C_FLOAT, sizeof(float), 2, (int[]){3, 1500000}); /* lines beyond a buffer */
    CHECK_INT(DRA_OK, DRA_Terminate());
    GA_Terminate();
}

/* Until all ranks call, nobody makes or deletes a file: others may still use it. */
PARIO_CASE(dra_together)
{
    dra_size_t dims[1] = {10};
    int d_a;
    GA_Initialize();
    for (int round = 0; round < 20; ++round) {
        GA_Sync();
        for (int k = 0; test_rank() != round % test_size() && k < 200; ++k) {
            CHECK(access(ours("d"), F_OK) != 0);
            sched_yield();
        }
        CHECK_INT(DRA_OK, NDRA_Create(C_INT, 1, dims, "n", ours("d"), DRA_RW, NULL, &d_a));
        for (int k = 0; test_rank() != round % test_size() && k < 200; ++k) {
            CHECK(access(ours("d"), F_OK) == 0);
            sched_yield();
        }
        CHECK_INT(DRA_OK, DRA_Delete(d_a));
    }
    GA_Terminate();
}

/* Rank 0 alone writes, all read. */
PARIO_CASE(dra_other_ranks)
{
    enum { ROWS = 20, COLUMNS = 31 };
    int dims[2] = {ROWS, COLUMNS}, request, d_a, first = 0;
    unsigned char bytes[ROWS * COLUMNS * sizeof(long)];
    GA_Initialize();
    int alone = GA_Pgroup_create(&first, 1);
    if (test_rank() == 0) {
        GA_Pgroup_set_default(alone);
        int g = NGA_Create(C_LONG, 2, dims, "array", NULL);
        fill(g, 2, dims, sizeof(long), bytes, 3);
        CHECK_INT(DRA_OK, NDRA_Create(C_LONG, 2, (dra_size_t[]){ROWS, COLUMNS}, "alone", ours("d"),
                                      DRA_W, NULL, &d_a));
        CHECK_INT(DRA_OK, NDRA_Write(g, d_a, &request));
        CHECK_INT(DRA_OK, DRA_Terminate()); /* closes it */
        GA_Destroy(g);
        GA_Pgroup_set_default(GA_Pgroup_get_world());
    }
    GA_Sync();
    MPI_Bcast(bytes, sizeof bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    int g = NGA_Create(C_LONG, 2, dims, "array", NULL);
    /* programs may put the number of a rank into the name of a file: that of rank 0 counts */
    const char *name = test_rank() == 0 ? ours("d") : "/nowhere/at/all";
    CHECK_INT(DRA_OK, DRA_Open(name, DRA_R, &d_a));
    CHECK_INT(DRA_OK, NDRA_Read(g, d_a, &request));
    check(g, 2, dims, sizeof(long), bytes);
    CHECK_INT(DRA_OK, DRA_Close(d_a));
    CHECK_INT(DRA_OK, NDRA_Create(C_LONG, 2, (dra_size_t[]){ROWS, COLUMNS}, "again", name, DRA_W,
                                  NULL, &d_a));
    CHECK_INT(DRA_OK, DRA_Delete(d_a));
    GA_Destroy(g);
    GA_Pgroup_destroy(alone);
    GA_Terminate();
}

PARIO_CASE(dra_errors)
{
    dra_size_t dims[2] = {100, 100}, none[2] = {100, 0}, huge[2] = {1L << 40, 1L << 40};
    int shape[2] = {100, 100}, small[2] = {99, 100}, lo[2] = {0, 0}, hi[2] = {9, 100};
    dra_size_t dlo[2] = {0, 0}, dhi[2] = {9, 100}, dother[2] = {8, 9};
    int d_a = 1, read_only, request, type, ndim, status;
    GA_Initialize();
    int g = NGA_Create(C_DBL, 2, shape, "array", NULL);
    int other = NGA_Create(C_DBL, 2, small, "other", NULL);
    int wrong_type = NGA_Create(C_INT, 2, shape, "integers", NULL);
    CHECK_INT(DRA_ERR_OPEN,
              NDRA_Create(C_DBL, 2, dims, "n", "/nowhere/at/all", DRA_RW, NULL, &d_a));
    CHECK_INT(DRA_ERR_OPEN, DRA_Open(ours("none"), DRA_RW, &d_a));
    CHECK(access(ours("none"), F_OK) != 0);
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Create(4711, 2, dims, "n", ours("d"), DRA_RW, NULL, &d_a));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Create(C_DBL, 0, dims, "n", ours("d"), DRA_RW, NULL, &d_a));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Create(C_DBL, 2, none, "n", ours("d"), DRA_RW, NULL, &d_a));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Create(C_DBL, 2, huge, "n", ours("d"), DRA_RW, NULL, &d_a));
    CHECK_INT(1, d_a);
    limit_files(50000);
    CHECK_INT(DRA_ERR_WRITE, NDRA_Create(C_DBL, 2, dims, "n", ours("d"), DRA_RW, NULL, &d_a));
    limit_files(0);
    CHECK_INT(DRA_ERR_FORMAT, DRA_Open(ours("d"), DRA_R, &d_a)); /* it is cut short */
    CHECK_INT(DRA_OK, NDRA_Create(C_DBL, 2, dims, "n", ours("d"), DRA_W, NULL, &d_a));
    CHECK_INT(DRA_ERR_READ, NDRA_Read(g, d_a, &request));
    CHECK_INT(DRA_OK, DRA_Open(ours("d"), DRA_R, &read_only));
    CHECK_INT(DRA_ERR_WRITE, NDRA_Write(g, read_only, &request));
    CHECK_INT(DRA_ERR_ARGUMENT, DRA_Open(ours("d"), -4, &status));
    limit_files(50000);
    CHECK_INT(DRA_ERR_WRITE, NDRA_Write(g, d_a, &request));
    limit_files(0);
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Write(other, d_a, &request));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Write(wrong_type, d_a, &request));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Write_section(0, g, lo, hi, d_a, dlo, dhi, &request));
    hi[1] = 9;
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Write_section(0, g, lo, hi, d_a, dlo, dother, &request));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Read_section(1, g, lo, hi, read_only, dlo, dhi, &request));
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Write(g, d_a + 2, &request));
    CHECK_INT(DRA_REQ_INVALID, request);
    CHECK_INT(DRA_ERR_ARGUMENT, NDRA_Inquire(7, &type, &ndim, dims, NULL, NULL));
    CHECK_INT(DRA_OK, NDRA_Inquire(d_a, &type, &ndim, dims, NULL, NULL));
    CHECK(type == C_DBL && ndim == 2 && dims[0] == 100 && dims[1] == 100);
    CHECK_INT(DRA_ERR_ARGUMENT, DRA_Close(7));
    CHECK_INT(DRA_ERR_ARGUMENT, DRA_Delete(7));
    CHECK_INT(DRA_ERR_ARGUMENT, DRA_Wait(7));
    CHECK_INT(DRA_ERR_ARGUMENT, DRA_Probe(7, &status));
    CHECK_INT(DRA_OK, DRA_Probe(DRA_REQ_INVALID, &status));
    CHECK_INT(0, status);
    GA_Sync();
    if (test_rank() == 0)
        CHECK_INT(0, truncate(ours("d"), 4096 + 1000));
    GA_Sync();
    CHECK_INT(DRA_ERR_READ, NDRA_Read(g, read_only, &request));
    CHECK_INT(DRA_OK, DRA_Close(read_only));
    CHECK_INT(DRA_OK, DRA_Delete(d_a));
    GA_Destroy(g);
    GA_Destroy(other);
    GA_Destroy(wrong_type);
    GA_Terminate();
}
