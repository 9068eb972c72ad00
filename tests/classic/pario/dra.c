#include <sched.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "dra.h"
#include "ga.h"

/* ---- as Fortran calls them ------------------------------------------------------------------- */

Integer dra_init_(const Integer *max_arrays, const double *max_array_size,
                  const double *total_disk_space, const double *max_memory);
Integer dra_terminate_(void);
Integer dra_create_(const Integer *type, const Integer *dim1, const Integer *dim2, const char *name,
                    const char *filename, const Integer *mode, const Integer *reqdim1,
                    const Integer *reqdim2, Integer *d_a, size_t name_length, size_t length);
Integer ndra_create_(const Integer *type, const Integer *ndim, const Integer *dims,
                     const char *name, const char *filename, const Integer *mode,
                     const Integer *reqdims, Integer *d_a, size_t name_length, size_t length);
Integer ndra_create_config_(const Integer *type, const Integer *ndim, const Integer *dims,
                            const char *name, const char *filename, const Integer *mode,
                            const Integer *reqdims, const Integer *numfiles,
                            const Integer *numioprocs, Integer *d_a, size_t name_length,
                            size_t length);
Integer dra_open_(const char *filename, const Integer *mode, Integer *d_a, size_t length);
Integer dra_inquire_(const Integer *d_a, Integer *type, Integer *dim1, Integer *dim2, char *name,
                     char *filename, size_t name_length, size_t length);
Integer ndra_inquire_(const Integer *d_a, Integer *type, Integer *ndim, Integer *dims, char *name,
                      char *filename, size_t name_length, size_t length);
Integer dra_close_(const Integer *d_a);
Integer dra_delete_(const Integer *d_a);
Integer dra_write_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer ndra_write_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer dra_read_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer ndra_read_(const Integer *g_a, const Integer *d_a, Integer *request);
#define SECTION(name)                                                                              \
    Integer name(const Logical *transp, const Integer *g_a, const Integer *gilo,                   \
                 const Integer *gihi, const Integer *gjlo, const Integer *gjhi,                    \
                 const Integer *d_a, const Integer *dilo, const Integer *dihi,                     \
                 const Integer *djlo, const Integer *djhi, Integer *request);
SECTION(dra_write_section_)
SECTION(dra_read_section_)
#define SECTION_ND(name)                                                                           \
    Integer name(const Logical *transp, const Integer *g_a, const Integer *glo,                    \
                 const Integer *ghi, const Integer *d_a, const Integer *dlo, const Integer *dhi,   \
                 Integer *request);
SECTION_ND(ndra_write_section_)
SECTION_ND(ndra_read_section_)
Integer dra_probe_(const Integer *request, Integer *compl_status);
Integer dra_wait_(const Integer *request);
void dra_set_debug_(const Logical *flag);
void dra_print_internals_(const Integer *d_a);
void dra_set_default_config_(const Integer *numfiles, const Integer *numioprocs);
void dra_flick_(void);

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

/* Element (i,j) of Fortran is [j-1][i-1] of C. */
PARIO_CASE(dra_fortran)
{
    enum { DIM1 = 6, DIM2 = 9 };
    const Logical no = 0;
    int dims[2] = {DIM2, DIM1};
    Integer d_a = 1, request = 1, status = 1, type, dim1, dim2, ndim, found[2];
    double numbers[DIM2][DIM1], value;
    char name[20], file[200], path[200];
    GA_Initialize();
    const size_t length = (size_t)snprintf(path, sizeof path, "%-120s", ours("d"));
    CHECK_INT(DRA_OK, dra_init_(I(5), D(-1), D(-1), D(-1)));
    dra_set_debug_(&no);
    dra_set_default_config_(I(1), I(1));
    DRA_Set_debug(0);
    DRA_Set_default_config(1, 1);
    const Integer g = NGA_Create(C_DBL, 2, dims, "array", NULL);
    for (int j = 0; j < DIM2; ++j)
        for (int i = 0; i < DIM1; ++i)
            numbers[j][i] = 100 * (i + 1) + j + 1;
    if (test_rank() == 0)
        NGA_Put((int)g, (int[]){0, 0}, (int[]){DIM2 - 1, DIM1 - 1}, numbers, (int[]){DIM1});
    CHECK_INT(DRA_OK, dra_create_(I(F_DBL), I(DIM1), I(DIM2), "the name  ", path, I(DRA_RW), I(-1),
                                  I(-1), &d_a, 10, length));
    CHECK_INT(DRA_OK, dra_write_(&g, &d_a, &request));
    CHECK_INT(DRA_OK, dra_probe_(&request, &status));
    CHECK_INT(0, status);
    CHECK_INT(DRA_OK, dra_wait_(&request));
    /* (2,3) and its neighbours to (4,7) and its */
    CHECK_INT(DRA_OK, dra_write_section_(&no, &g, I(2), I(3), I(3), I(5), &d_a, I(4), I(5), I(7),
                                         I(9), &request));
    CHECK_INT(DRA_OK,
              dra_inquire_(&d_a, &type, &dim1, &dim2, name, file, sizeof name, sizeof file));
    CHECK(type == F_DBL && dim1 == DIM1 && dim2 == DIM2);
    CHECK(memcmp(name, "the name            ", sizeof name) == 0);
    CHECK(memcmp(file, path, length) == 0 && file[sizeof file - 1] == ' ');
    CHECK_INT(DRA_OK,
              ndra_inquire_(&d_a, &type, &ndim, found, name, file, sizeof name, sizeof file));
    CHECK(ndim == 2 && found[0] == DIM1 && found[1] == DIM2);
    dra_print_internals_(&d_a);
    DRA_Print_internals((int)d_a);
    dra_flick_();
    DRA_Flick();
    CHECK_INT(DRA_OK, dra_close_(&d_a));
    CHECK_INT(DRA_OK, dra_open_(path, I(DRA_RW), &d_a, length));
    GA_Zero((int)g);
    CHECK_INT(DRA_OK, dra_read_(&g, &d_a, &request));
    for (int i = 4; i <= 5; ++i)
        for (int j = 7; j <= 9; ++j) {
            NGA_Get((int)g, (int[]){j - 1, i - 1}, (int[]){j - 1, i - 1}, &value, (int[]){1});
            CHECK(value == 100 * (i - 2) + j - 4);
        }
    GA_Sync();
    /* (4,7) to (1,2) */
    CHECK_INT(DRA_OK, dra_read_section_(&no, &g, I(1), I(1), I(2), I(2), &d_a, I(4), I(4), I(7),
                                        I(7), &request));
    NGA_Get((int)g, (int[]){1, 0}, (int[]){1, 0}, &value, (int[]){1});
    CHECK(value == 203);
    GA_Sync();
    CHECK_INT(DRA_OK, ndra_read_section_(&no, &g, (Integer[]){6, 1}, (Integer[]){6, 1}, &d_a,
                                         (Integer[]){1, 8}, (Integer[]){1, 8}, &request));
    NGA_Get((int)g, (int[]){0, 5}, (int[]){0, 5}, &value, (int[]){1});
    CHECK(value == 108);
    GA_Sync();
    CHECK_INT(DRA_OK, ndra_write_section_(&no, &g, (Integer[]){6, 1}, (Integer[]){6, 1}, &d_a,
                                          (Integer[]){2, 9}, (Integer[]){2, 9}, &request));
    CHECK_INT(DRA_OK, ndra_read_(&g, &d_a, &request));
    NGA_Get((int)g, (int[]){8, 1}, (int[]){8, 1}, &value, (int[]){1});
    CHECK(value == 108);
    GA_Sync();
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, ndra_create_(I(F_DBL), I(2), (Integer[]){DIM1, DIM2}, "n", path, I(DRA_RW),
                                   NULL, &d_a, 1, length));
    CHECK_INT(DRA_OK, ndra_write_(&g, &d_a, &request));
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, ndra_create_config_(I(F_INT), I(1), I(7), "n", path, I(DRA_RW), NULL, I(1),
                                          I(1), &d_a, 1, length));
    CHECK_INT(DRA_OK,
              ndra_inquire_(&d_a, &type, &ndim, found, name, file, sizeof name, sizeof file));
    CHECK(type == F_INT && ndim == 1 && found[0] == 7);
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, dra_terminate_());
    GA_Destroy((int)g);
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
