/* A folder of the job. */
#define _GNU_SOURCE
#include "files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/harness.h"

static char folder[128];

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_folder(void)
{
    if (test_rank() == 0)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *file_of(const char *name)
{
    static char path[2][256];
    static int turn;
    if (folder[0] == '\0') {
        const char *above = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/ashlar-io-XXXXXX", above ? above : "/tmp");
        if (test_rank() == 0 && mkdtemp(folder))
            atexit(remove_folder);
        ga_broadcast(GA_GROUP_WORLD, folder, sizeof folder, 0);
    }
    turn = 1 - turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

bool mount_small(const char *name)
{
    const char *path = file_of(name);
    int is_mounted = 0;
    if (test_rank() == 0) {
        mkdir(path, 0700);
        is_mounted = mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0;
    }
    ga_broadcast(GA_GROUP_WORLD, &is_mounted, sizeof is_mounted, 0);
    if (!is_mounted)
        test_skip("no file system can be mounted");
    return is_mounted;
}

void unmount_small(const char *name)
{
    const char *path = file_of(name);
    ga_sync();
    if (test_rank() == 0)
        umount2(path, MNT_DETACH);
    ga_sync();
}
