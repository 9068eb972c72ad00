#define _GNU_SOURCE
#include "al/leftovers.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/al.h>

/* ---- calls of MPI that make what must be freed ------------------------------------------------
 */

static int communicators, windows;

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    ++communicators;
    return PMPI_Comm_dup(comm, made);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    ++communicators;
    return PMPI_Comm_idup(comm, made, request);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    communicators += color != MPI_UNDEFINED;
    return PMPI_Comm_split(comm, color, key, made);
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
    ++communicators;
    return PMPI_Comm_create_group(comm, group, tag, made);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    --communicators;
    return PMPI_Comm_free(comm);
}

int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    ++windows;
    return PMPI_Win_create(base, size, unit, info, comm, win);
}

int MPI_Win_free(MPI_Win *win)
{
    --windows;
    return PMPI_Win_free(win);
}

/* ---- what the system knows of this process ----------------------------------------------------
 */

static bool is_arena(const char *text)
{
    return strstr(text, "/memfd:ashlar") || strstr(text, "/dev/shm/ashlar-");
}

/* Entries of a folder: all, those that begin with a prefix, or links to arenas. */
static int count_entries(const char *folder, const char *prefix, int *arenas)
{
    DIR *entries = opendir(folder);
    int count = 0;

    for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
        char path[512], target[512] = "";
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
        snprintf(path, sizeof path, "%.200s/%.255s", folder, entry->d_name);
        *arenas += readlink(path, target, sizeof target - 1) > 0 && is_arena(target);
    }
    if (entries)
        closedir(entries);
    return count;
}

leftovers_t leftovers_now(void)
{
    leftovers_t now = {.communicators = communicators, .windows = windows};
    char line[512];
    int none = 0;
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && fgets(line, sizeof line, maps))
        now.arenas += is_arena(line);
    if (maps)
        fclose(maps);
    now.descriptors = count_entries("/proc/self/fd", "", &now.arenas);
    now.threads = count_entries("/proc/self/task", "", &none);
    return now;
}

void leftovers_check(const char *file, int line, const leftovers_t *before)
{
    leftovers_t now = leftovers_now();

    test_check_int(file, line, 0, al_initialized(), "al_initialized()");
    test_check_int(file, line, 0, now.arenas, "arenas mapped or open");
    test_check_int(file, line, before->communicators, now.communicators, "communicators");
    test_check_int(file, line, before->windows, now.windows, "windows");
}

void leftovers_check_rounds(const char *file, int line, const leftovers_t *rounds, int n)
{
    bool more_descriptors = true, more_threads = true;

    for (int k = 1; k < n; ++k) {
        more_descriptors = more_descriptors && rounds[k].descriptors > rounds[k - 1].descriptors;
        more_threads = more_threads && rounds[k].threads > rounds[k - 1].threads;
    }
    test_check(file, line, !more_descriptors, "descriptors do not grow");
    test_check(file, line, !more_threads, "threads do not grow");
}
