/* Facts about the machine: processor, memory, pages, limits. */
#define _GNU_SOURCE
#include "tools/info/machine.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "armci-lite/src/node/al_cores.h"
#include "armci-lite/src/node/al_large_pages.h"
#include "armci-lite/src/node/al_memory_available.h"
#include "tools/info/report.h"

enum { TEXT = 256 };

/* The first line of a file that begins so, without the beginning and blanks after it; NULL: none.
 */
static const char *find_line(const char *file, const char *beginning, char text[TEXT])
{
    FILE *in = fopen(file, "re");
    const char *found = NULL;
    while (in && !found && fgets(text, TEXT, in))
        if (strncmp(text, beginning, strlen(beginning)) == 0) {
            text[strcspn(text, "\n")] = '\0';
            found = text + strlen(beginning);
            found += strspn(found, " \t:");
        }
    if (in)
        fclose(in);
    return found;
}

static void report_file(const char *name, const char *file)
{
    char text[TEXT];
    const char *line = find_line(file, "", text);
    if (line)
        report_text(name, "%s", line);
    else
        report_missing(name, "%s: %s", file, strerror(errno));
}

static void report_cores(void)
{
    cpu_set_t mask;
    const int64_t quota = ali_cores_quota();
    if (sched_getaffinity(0, sizeof mask, &mask) == 0)
        report_number("cores that I may use", CPU_COUNT(&mask));
    else
        report_missing("cores that I may use", "sched_getaffinity: %s", strerror(errno));
    if (quota < INT64_MAX)
        report_number("cores of the quota", quota);
    else
        report_text("cores of the quota", "no quota");
}

static void report_memory(void)
{
    char source[TEXT];
    const int64_t available = ali_memory_available(source, sizeof source);
    report_bytes("memory", ali_memory_total());
    report_bytes("memory that cgroups allow", ali_memory_limit());
    report_bytes("memory for arrays now", available);
    report_text("bounded by", "%s", source);
    report_file("overcommit_memory", "/proc/sys/vm/overcommit_memory");
    struct statvfs shm;
    if (statvfs("/dev/shm", &shm) == 0) {
        report_bytes("/dev/shm", (int64_t)(shm.f_blocks * shm.f_frsize));
        report_bytes("/dev/shm free", (int64_t)(shm.f_bavail * shm.f_frsize));
    } else {
        report_missing("/dev/shm", "%s", strerror(errno));
    }
}

void machine_report(void)
{
    char text[TEXT], libc[TEXT] = "";
    struct utsname system;
    report_section("machine");
    if (uname(&system) == 0)
        report_text("system", "%s %s %s", system.sysname, system.release, system.machine);
    const char *distribution = find_line("/etc/os-release", "PRETTY_NAME=", text);
    if (distribution)
        report_text("distribution", "%.*s", (int)strcspn(distribution + 1, "\""), distribution + 1);
    else
        report_missing("distribution", "/etc/os-release: %s", strerror(errno));
    if (confstr(_CS_GNU_LIBC_VERSION, libc, sizeof libc) > 0)
        report_text("C library", "%s", libc);
    const char *processor = find_line("/proc/cpuinfo", "model name", text);
    if (processor)
        report_text("processor", "%s", processor);
    else
        report_missing("processor", "/proc/cpuinfo has no model name");
    report_cores();
    report_memory();
    report_bytes("page size", sysconf(_SC_PAGESIZE));
    report_file("large pages", "/sys/kernel/mm/transparent_hugepage/enabled");
    report_file("large pages of shared memory",
                "/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    report_bytes("large pages set aside and free", ali_large_pages_set_aside());
}

void machine_report_limits(void)
{
    static const struct {
        const char *name;
        int resource, is_bytes;
    } limits[] = {{"address space", RLIMIT_AS, 1},      {"data", RLIMIT_DATA, 1},
                  {"locked memory", RLIMIT_MEMLOCK, 1}, {"stack", RLIMIT_STACK, 1},
                  {"core files", RLIMIT_CORE, 1},       {"open files", RLIMIT_NOFILE, 0},
                  {"processes", RLIMIT_NPROC, 0}};
    report_section("limits");
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; ++k) {
        struct rlimit limit;
        if (getrlimit((__rlimit_resource_t)limits[k].resource, &limit) != 0)
            report_missing(limits[k].name, "getrlimit: %s", strerror(errno));
        else if (limits[k].is_bytes)
            report_bytes(limits[k].name,
                         limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (int64_t)limit.rlim_cur);
        else if (limit.rlim_cur == RLIM_INFINITY)
            report_text(limits[k].name, "unlimited");
        else
            report_number(limits[k].name, (int64_t)limit.rlim_cur);
    }
}
