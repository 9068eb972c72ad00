#define _GNU_SOURCE
#include "al/node/tree.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/harness.h"

static char root[64];
static int before = -1;

void tree_begin(void)
{
    snprintf(root, sizeof root, "/tmp/ashlar-test-XXXXXX");
    before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (before < 0 || !mkdtemp(root) || chdir(root) != 0) {
        fprintf(stderr, "test: cannot make a folder in /tmp\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

void tree_end(void)
{
    CHECK(fchdir(before) == 0);
    close(before);
    CHECK(nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
}

const char *tree_root(void)
{
    return root;
}

void tree_write(const char *path, const char *format, ...)
{
    char folder[512];
    va_list args;

    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; ++slash) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(folder, 0700);
    }
    FILE *out = fopen(path, "w");
    if (!CHECK(out != NULL))
        return;
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    CHECK(fclose(out) == 0);
}

void tree_remove(const char *path)
{
    CHECK(unlink(path) == 0);
}

void tree_machine(int64_t total, int64_t available)
{
    tree_write("proc/meminfo",
               "MemTotals:            7 kB\n"
               "MemTotal:       %8lld kB\n"
               "MemFree:              9 kB\n"
               "MemAvailable:   %8lld kB\n",
               (long long)total / 1024, (long long)available / 1024);
}

void tree_cgroup_v1(const char *path)
{
    tree_write("proc/self/mounts",
               "proc /proc proc rw,nosuid 0 0\n"
               "cgroup %s/wrong cgroup rw,notmemory,memory2 0 0\n"
               "cgroup %s/v1 cgroup rw,nosuid,memory,noexec 0 0\n",
               root, root);
    tree_write("proc/self/cgroup",
               "12:cpu,cpuacct:/wrong\n"
               "11:memory2,notmemory:/wrong\n"
               "4:hugetlb,memory:%s\n"
               "1:name=systemd:/wrong\n",
               path);
}

void tree_limit_v1(const char *path, int64_t limit, int64_t usage, int64_t cache)
{
    char file[512];

    snprintf(file, sizeof file, "v1%s/memory.limit_in_bytes", path);
    tree_write(file, "%lld\n", limit < 0 ? 9223372036854771712LL : (long long)limit);
    snprintf(file, sizeof file, "v1%s/memory.usage_in_bytes", path);
    tree_write(file, "%lld\n", (long long)usage);
    snprintf(file, sizeof file, "v1%s/memory.stat", path);
    tree_write(file, "inactive_file 1\nrss 2\ntotal_inactive_file %lld\ntotal_rss 3\n",
               (long long)cache);
}
