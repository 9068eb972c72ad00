/* How much memory may be committed, on machines and in cgroups that the test makes up. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/node/al_cgroup.h"
#include "armci-lite/src/node/al_memory_available.h"
#include "al/parts.h"
#include "al/node/tree.h"

/* Available memory, and what limits it. */
static void expect(int64_t bytes, const char *source)
{
    char found[160] = "";

    CHECK_INT(bytes, ali_memory_available(found, sizeof found));
    CHECK_TEXT(source, found);
}

/* A sixteenth of the machine stays free, within bounds. */
TEST_CASE(memory_machine, TEST_BARE)
{
    static const char machine[] = "free memory of the machine";
    const int64_t page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
    char source[160];

    tree_begin();
    CHECK_INT(pages * page, ali_memory_total());
    CHECK(ali_memory_available(source, sizeof source) <= pages * page);
    tree_machine(1024 * MIB, 800 * MIB);
    CHECK_INT(1024 * MIB, ali_memory_total());
    expect((800 - 64) * MIB, machine);
    tree_machine(64 * MIB, 50 * MIB);
    expect((50 - 8) * MIB, machine);
    tree_machine(64 * MIB, 5 * MIB);
    expect(0, machine);
    tree_machine(8192 * MIB, 8000 * MIB);
    expect((8000 - 256) * MIB, machine);
    tree_cgroup_v1("/a"); /* without files, the cgroup is hidden: it says nothing */
    expect((8000 - 256) * MIB, machine);
    tree_end();
}

TEST_CASE(memory_cgroup_v1, TEST_BARE)
{
    static const char machine[] = "free memory of the machine";

    tree_begin();
    tree_machine(1024 * MIB, 800 * MIB);
    tree_cgroup_v1("/a/b");
    tree_limit_v1("", -1, 700 * MIB, 0);
    tree_limit_v1("/a", -1, 600 * MIB, 0);
    tree_limit_v1("/a/b", -1, 600 * MIB, 0);
    expect((800 - 64) * MIB, machine);
    tree_limit_v1("/a/b", 256 * MIB, 50 * MIB, 10 * MIB);
    expect((256 - 50 + 10 - 16) * MIB, "cgroup /a/b with a limit of 268435456 bytes");
    tree_limit_v1("/a", 128 * MIB, 60 * MIB, 0); /* the parent's is tighter */
    expect((128 - 60 - 8) * MIB, "cgroup /a with a limit of 134217728 bytes");
    tree_limit_v1("/a", 512 * MIB, 60 * MIB, 0);
    expect((256 - 50 + 10 - 16) * MIB, "cgroup /a/b with a limit of 268435456 bytes");
    tree_limit_v1("", 100 * MIB, 20 * MIB, 5 * MIB); /* and so may be that of all */
    expect((100 - 20 + 5 - 8) * MIB, "cgroup / with a limit of 104857600 bytes");
    tree_limit_v1("", 100 * MIB, 100 * MIB, 0);
    expect(0, "cgroup / with a limit of 104857600 bytes");
    tree_remove("v1/memory.usage_in_bytes");
    tree_remove("v1/a/b/memory.stat"); /* then no cache is known */
    expect((256 - 50 - 16) * MIB, "cgroup /a/b with a limit of 268435456 bytes");
    tree_cgroup_v1("/");
    tree_limit_v1("", 400 * MIB, 0, 0);
    expect((400 - 25) * MIB, "cgroup / with a limit of 419430400 bytes");
    tree_end();
}

TEST_CASE(memory_cgroup_v2, TEST_BARE)
{
    tree_begin();
    tree_machine(1024 * MIB, 800 * MIB);
    tree_write("proc/self/mounts",
               "cgroup %s/wrong cgroup rw,nosuid,cpu 0 0\n"
               "cgroup2 %s/v2 cgroup2 rw,nosuid 0 0\n",
               tree_root(), tree_root());
    tree_write("proc/self/cgroup", "2:cpu:/wrong\n1:name=systemd:/wrong\n0::/x/y\n");
    tree_write("v2/x/y/memory.max", "max\n");
    tree_write("v2/x/y/memory.current", "%lld\n", (long long)(90 * MIB));
    tree_write("v2/x/memory.max", "%lld\n", (long long)(320 * MIB));
    tree_write("v2/x/memory.current", "%lld\n", (long long)(100 * MIB));
    tree_write("v2/x/memory.stat", "anon 5\ninactive_file_x 6\ninactive_file %lld\n",
               (long long)(30 * MIB));
    expect((320 - 100 + 30 - 20) * MIB, "cgroup /x with a limit of 335544320 bytes");
    tree_write("v2/x/y/memory.max", "%lld\n", (long long)(160 * MIB));
    expect((160 - 90 - 10) * MIB, "cgroup /x/y with a limit of 167772160 bytes");
    tree_write("v2/x/y/memory.high", "max\n");
    expect((160 - 90 - 10) * MIB, "cgroup /x/y with a limit of 167772160 bytes");
    tree_write("v2/x/y/memory.high", "%lld\n", (long long)(144 * MIB)); /* it would stand still */
    expect((144 - 90 - 9) * MIB, "cgroup /x/y with a limit of 150994944 bytes");
    tree_end();
}

/* Write both cgroups of this process; returns the number that stands for them. */
static uint64_t id_of(const char *v1, const char *v2)
{
    tree_write("proc/self/mounts", "a %s/v1 cgroup memory 0 0\nb %s/v2 cgroup2 rw 0 0\n",
               tree_root(), tree_root());
    tree_write("proc/self/cgroup", "3:memory:%s\n0::%s\n", v1, v2);
    return ali_cgroup_id("memory");
}

/* Processes are told apart by their cgroup of either version. */
TEST_CASE(memory_cgroup_names, TEST_BARE)
{
    tree_begin();
    uint64_t none = ali_cgroup_id("memory");
    uint64_t first = id_of("/a", "/b");
    CHECK(first == id_of("/a", "/b"));
    CHECK(first != id_of("/c", "/b"));
    CHECK(first != id_of("/a", "/c"));
    CHECK(first != id_of("/a2", "/b"));
    CHECK(first != none);
    tree_end();
}

/* The least of what the machine has and of the limits, whatever is used of them. */
TEST_CASE(memory_limit, TEST_BARE)
{
    tree_begin();
    tree_machine(1024 * MIB, 5 * MIB);
    CHECK_INT(1024 * MIB, ali_memory_limit());
    tree_cgroup_v1("/a/b");
    tree_limit_v1("", -1, 700 * MIB, 0);
    tree_limit_v1("/a", 512 * MIB, 400 * MIB, 0);
    tree_limit_v1("/a/b", -1, 300 * MIB, 0);
    CHECK_INT(512 * MIB, ali_memory_limit());
    tree_limit_v1("/a/b", 256 * MIB, 10 * MIB, 0);
    CHECK_INT(256 * MIB, ali_memory_limit());
    tree_write("proc/self/mounts", "cgroup2 %s/v2 cgroup2 rw 0 0\n", tree_root());
    tree_write("proc/self/cgroup", "0::/x\n");
    tree_write("v2/x/memory.max", "%lld\n", (long long)(320 * MIB));
    CHECK_INT(320 * MIB, ali_memory_limit());
    tree_write("v2/x/memory.high", "%lld\n", (long long)(160 * MIB));
    CHECK_INT(160 * MIB, ali_memory_limit());
    tree_end();
}

/* Mapped bytes of a process, if the system says it. */
TEST_CASE(memory_mapped, TEST_BARE)
{
    tree_begin();
    CHECK_INT(0, ali_memory_mapped(7));
    tree_write("proc/7/statm", "1000 300 200 7 0 8 0\n");
    CHECK_INT(200 * sysconf(_SC_PAGESIZE), ali_memory_mapped(7));
    CHECK_INT(0, ali_memory_mapped(8));
    tree_write("proc/0/statm", "1000 300 200 7 0 8 0\n");
    CHECK_INT(0, ali_memory_mapped(0)); /* a rank that cannot be named */
    tree_write("proc/7/statm", "1000\n");
    CHECK_INT(0, ali_memory_mapped(7));
    tree_end();
}
