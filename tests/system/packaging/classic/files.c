/* A program that keeps an array, a file of each rank and one of all in a folder, by the four
 * interfaces to files; with an argument, a checkpoint of an array, too. */
#include <stdio.h>
#include <string.h>

#include <mpi.h>

#include "dra.h"
#include "eaf.h"
#include "elio.h"
#include "ga.h"
#include "sf.h"

enum { EXTENT = 6 };

static void need(int holds, const char *what)
{
    if (!holds)
        GA_Error((char *)what, 1);
}

static void check_own_files(int me)
{
    char name[64], text[8] = "";
    int fd;
    snprintf(name, sizeof name, "own-%d", me);
    need(EAF_Open(name, EAF_RW, &fd) == EAF_OK, "EAF_Open");
    need(EAF_Write(fd, 100, "abcdef", 6) == EAF_OK && EAF_Close(fd) == EAF_OK, "EAF_Write");
    Fd_t file = elio_open(name, ELIO_R, ELIO_PRIVATE);
    need(file && elio_read(file, 102, text, 3) == 3 && elio_close(file) == ELIO_OK, "elio_read");
    need(strcmp(text, "cde") == 0, "a wrong text");
    need(elio_delete(name) == ELIO_OK, "elio_delete");
}

static void check_file_of_all(int me)
{
    SFsize_t hard = 1000000, soft = 1000000, request = 1000;
    int handle, id;
    char name[] = "shared", letter = (char)('a' + me), found = '?';
    need(SF_Create(name, hard, soft, request, &handle) == 0, "SF_Create");
    need(SF_Write(handle, me, 1, &letter, &id) == 0 && SF_Wait(&id) == 0, "SF_Write");
    GA_Sync();
    need(SF_Read(handle, 0, 1, &found, &id) == 0 && SF_Wait(&id) == 0, "SF_Read");
    need(found == 'a', "a wrong letter");
    GA_Sync();
    need(SF_Destroy(handle) == 0, "SF_Destroy");
}

static void check_array(void)
{
    int dims[2] = {EXTENT, EXTENT}, corner[2] = {EXTENT - 1, EXTENT - 1}, ld[1] = {1}, d, request;
    dra_size_t wide[2] = {EXTENT, EXTENT}, shape[2] = {-1, -1};
    char name[] = "array", file[] = "array.dra";
    double three = 3, found = 0;
    int g = NGA_Create(C_DBL, 2, dims, name, NULL);
    GA_Fill(g, &three);
    need(DRA_Init(10, 1e7, 1e7, 1e6) == 0, "DRA_Init");
    need(NDRA_Create(C_DBL, 2, wide, name, file, DRA_RW, shape, &d) == 0, "NDRA_Create");
    need(NDRA_Write(g, d, &request) == 0 && DRA_Wait(request) == 0, "NDRA_Write");
    GA_Zero(g);
    need(NDRA_Read(g, d, &request) == 0 && DRA_Wait(request) == 0, "NDRA_Read");
    NGA_Get(g, corner, corner, &found, ld);
    need(found == 3, "a wrong element");
    need(DRA_Delete(d) == 0 && DRA_Terminate() == 0, "DRA_Delete");
    GA_Destroy(g);
}

static void check_checkpoint(void)
{
    int dims[2] = {EXTENT, EXTENT}, corner[2] = {EXTENT - 1, EXTENT - 1}, ld[1] = {1};
    double five = 5, found = 0;
    char name[] = "kept";
    int g = NGA_Create(C_DBL, 2, dims, name, NULL);
    GA_Fill(g, &five);
    GA_Checkpoint(&g, 1);
    GA_Zero(g);
    GA_Recover(&g, 1);
    NGA_Get(g, corner, corner, &found, ld);
    need(found == 5, "another element than in the checkpoint");
    GA_Destroy(g);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();
    check_own_files(GA_Nodeid());
    check_file_of_all(GA_Nodeid());
    check_array();
    if (argc > 1)
        check_checkpoint();
    if (GA_Nodeid() == 0)
        puts("files are right");
    GA_Terminate();
    MPI_Finalize();
    return 0;
}
