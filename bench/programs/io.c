/* io: arrays written to HDF5 files and read back, beside bare HDF5 of all ranks, where each writes
 * its half of the same dataset from memory of its own, and reads it; and of one, which writes and
 * reads all of it, as a program in Python would.
 *
 * --folder DIR: where the files are (unset: /dev/shm). --mib N: the size of the array (unset:
 * 1024); half of it on each of two ranks. Both begin without the file, and end when it is closed;
 * ours is on the disk, and has its name, then. */
#include <ashlar/io.h>

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/lib/bench.h"

enum { ROWS = 1 << 14 }; /* 128 KiB to a column */

static ga_t array;
static int64_t columns, mine, first;
static double *memory, *whole; /* the whole on rank 0 only */
static char file[1024];

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

static void check_hdf5(herr_t result)
{
    if (result < 0)
        bench_fail("HDF5 fails");
}

static void remove_file(void)
{
    bench_barrier();
    if (bench_rank() == 0)
        unlink(file);
    bench_barrier();
}

/* ---- bare HDF5 ------------------------------------------------------------------------------- */

/* All columns from rank 0, which calls it alone, or those of each rank. */
static void bare(int is_write, int alone)
{
    const hsize_t dims[] = {(hsize_t)columns, ROWS}, start[] = {alone ? 0 : (hsize_t)first, 0},
                  count[] = {(hsize_t)(alone ? columns : mine), ROWS};
    double *values = alone ? whole : memory;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), list = H5Pcreate(H5P_DATASET_CREATE);
    if (!alone)
        check_hdf5(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL));
    check_hdf5(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER));
    const hid_t in = is_write ? H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, access)
                              : H5Fopen(file, H5F_ACC_RDONLY, access);
    check_hdf5((herr_t)in);
    const hid_t there = H5Screate_simple(2, dims, NULL), here = H5Screate_simple(2, count, NULL);
    const hid_t data =
        is_write ? H5Dcreate2(in, "x", H5T_NATIVE_DOUBLE, there, H5P_DEFAULT, list, H5P_DEFAULT)
                 : H5Dopen2(in, "x", H5P_DEFAULT);
    check_hdf5(H5Sselect_hyperslab(there, H5S_SELECT_SET, start, NULL, count, NULL));
    check_hdf5(is_write ? H5Dwrite(data, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, values)
                        : H5Dread(data, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, values));
    H5Sclose(here);
    H5Sclose(there);
    H5Dclose(data);
    H5Pclose(list);
    H5Pclose(access);
    check_hdf5(H5Fclose(in));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void end_sample(double start, bench_sample_t *sample)
{
    bench_barrier();
    sample->us = (bench_now() - start) * 1e6;
}

static void time_bare(bench_sample_t *sample, int is_write, int alone)
{
    if (is_write)
        remove_file();
    const double start = bench_now();
    if (!alone || bench_rank() == 0)
        bare(is_write, alone);
    end_sample(start, sample);
}

static void bare_write(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_bare(sample, 1, 0);
}

static void bare_read(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_bare(sample, 0, 0);
}

static void alone_write(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_bare(sample, 1, 1);
}

static void alone_read(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_bare(sample, 0, 1);
}

static void ga_write(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    remove_file();
    const double start = bench_now();
    check(io_write(array, file, "/x", NULL));
    end_sample(start, sample);
}

static void ga_read(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    const double start = bench_now();
    check(io_read(array, file, "/x", NULL));
    end_sample(start, sample);
}

/* Read what the same subject has written, in the order of rows. */
static bench_row_t bare_rows[] = {{"write", BENCH_TRANSFER, 0, bare_write},
                                  {"read", BENCH_TRANSFER, 0, bare_read}};
static bench_row_t alone_rows[] = {{"write", BENCH_TRANSFER, 0, alone_write},
                                   {"read", BENCH_TRANSFER, 0, alone_read}};
static bench_row_t ga_rows[] = {{"write", BENCH_TRANSFER, 0, ga_write},
                                {"read", BENCH_TRANSFER, 0, ga_read}};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    const char *mib = bench_option("--mib"), *folder = bench_option("--folder");
    const long size = mib ? strtol(mib, NULL, 10) : 1024;
    if (size < bench_size())
        bench_fail("--mib %ld: at least one to a rank", size);
    columns = size * (1 << 20) / (ROWS * (int64_t)sizeof(double));
    first = columns * bench_rank() / bench_size();
    mine = columns * (bench_rank() + 1) / bench_size() - first;
    snprintf(file, sizeof file, "%s/ashlar-bench-io.h5", folder ? folder : "/dev/shm");
    memory = malloc((size_t)(mine * ROWS) * sizeof *memory);
    whole = bench_rank() ? NULL : malloc((size_t)(columns * ROWS) * sizeof *whole);
    if (!memory || (!whole && bench_rank() == 0))
        bench_fail("no memory");
    for (int64_t k = 0; k < mine * ROWS; ++k)
        memory[k] = (double)k;
    for (int64_t k = 0; whole && k < columns * ROWS; ++k)
        whole[k] = (double)k;
    const double one = 1;
    check(ga_create(ASHLAR_DOUBLE, ROWS, columns, "x", 0, 0, &array));
    check(ga_fill(array, &one));
    for (int k = 0; k < 2; ++k)
        bare_rows[k].bytes = alone_rows[k].bytes = ga_rows[k].bytes =
            (size_t)(columns * ROWS) * sizeof(double);
    const bench_subject_t subjects[] = {{.name = "hdf5", .rows = bare_rows, .row_count = 2},
                                        {.name = "alone", .rows = alone_rows, .row_count = 2},
                                        {.name = "ga", .rows = ga_rows, .row_count = 2}};
    bench_run(subjects, 3);
    remove_file();
    free(memory);
    free(whole);
    check(ga_destroy(array));
    ga_terminate();
    bench_stop();
    return MPI_Finalize();
}
