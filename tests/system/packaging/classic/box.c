/* A layer between a program in Fortran, whose INTEGER has 8 bytes, and the calls of C, as packages
 * for quantum chemistry have one: arrays of one dimension, numbers by reference, and a counter. */
#include <stdint.h>

#include <mpi.h>

#include "eaf.h"
#include "ga.h"
#include "macdecls.h"

static int counter;

void box_start(void)
{
    int one[1] = {1};
    if (GA_Initialize_comm(MPI_COMM_WORLD) != 1 || !MA_init(MT_C_DBL, 1000, 1000))
        GA_Error((char *)"it does not start", 1);
    counter = NGA_Create(C_LONG, 1, one, (char *)"counter", NULL);
    GA_Zero(counter);
    if (!GA_Create_mutexes(1))
        GA_Error((char *)"no mutexes", 1);
}

void box_end(void)
{
    GA_Destroy_mutexes();
    GA_Destroy(counter);
    GA_Terminate();
}

void box_ranks(int64_t *size, int64_t *rank)
{
    *size = GA_Nnodes();
    *rank = GA_Nodeid();
}

void box_create(const int64_t *length, int64_t *handle)
{
    int64_t dims[1] = {*length};
    int g = GA_Create_handle();
    GA_Set_data64(g, 1, dims, C_DBL);
    *handle = GA_Allocate(g) ? g : 0;
    GA_Zero((int)*handle);
}

void box_destroy(const int64_t *handle)
{
    GA_Destroy((int)*handle);
}

void box_add(const int64_t *handle, const int64_t *first, const int64_t *last, double *values)
{
    int64_t lo[1] = {*first - 1}, hi[1] = {*last - 1};
    double one = 1;
    NGA_Acc64((int)*handle, lo, hi, values, lo, &one);
}

void box_get(const int64_t *handle, const int64_t *first, const int64_t *last, double *values)
{
    int64_t lo[1] = {*first - 1}, hi[1] = {*last - 1};
    ga_nbhdl_t transfer;
    NGA_NbGet64((int)*handle, lo, hi, values, lo, &transfer);
    NGA_NbWait(&transfer);
}

void box_next(int64_t *number)
{
    int at[1] = {0};
    *number = NGA_Read_inc(counter, at, 1);
}

void box_sync(void)
{
    GA_Sync();
}

void box_sum(double *values, const int64_t *n)
{
    GA_Dgop(values, (int)*n, (char *)"+");
}

/* Write to a file of this rank and read it again. */
void box_keep(const char *name, double *values, const int64_t *n, int64_t *code)
{
    const size_t bytes = (size_t)*n * sizeof *values;
    int fd;
    *code = EAF_Open(name, EAF_RW, &fd);
    if (*code == EAF_OK)
        *code = EAF_Write(fd, 0, values, bytes);
    for (int64_t k = 0; k < *n; ++k)
        values[k] = 0;
    if (*code == EAF_OK)
        *code = EAF_Read(fd, 0, values, bytes);
    if (*code == EAF_OK)
        *code = EAF_Close(fd);
    EAF_Delete(name);
}
