/* Folders of tests. */
#define _XOPEN_SOURCE 700
#include "trace/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <mpi.h>

#include "harness/harness.h"

static char path[64];

const char *new_folder(void)
{
    snprintf(path, sizeof path, "/tmp/ashlar-trace-XXXXXX");
    if (test_rank() == 0)
        CHECK(mkdtemp(path) != NULL);
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    return path;
}

static int remove_one(const char *name, const struct stat *status, int type, struct FTW *where)
{
    (void)status;
    (void)type;
    (void)where;
    return remove(name);
}

void drop_folder(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (test_rank() == 0)
        CHECK_INT(0, nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS));
}

const char *in_folder(const char *name)
{
    static char text[2][128];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%s/%s", path, name);
    return text[turn];
}

trace_t *read_folder(const char *folder)
{
    char copy[128];
    MPI_Barrier(MPI_COMM_WORLD);
    snprintf(copy, sizeof copy, "%s", folder);
    return test_rank() == 0 ? trace_open(1, (char *[]){copy}) : NULL;
}

int call_number(const trace_t *trace, const char *name)
{
    for (int k = 0; k < trace->calls; ++k)
        if (strcmp(trace->call[k].name, name) == 0)
            return k;
    return -1;
}

int object_number(const trace_t *trace, const char *name)
{
    for (int k = 0; k < trace->objects; ++k)
        if (strcmp(trace->object[k].name, name) == 0)
            return k;
    return -1;
}
