/* Asks the system for large pages. One small page is put at the front of each large one, and the
 * system made to turn it into a large one: that clears as much at once, where committing small
 * pages allocates, clears and maps each of them, and then each rank maps each of them again. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_large_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_util.h"

#ifndef MADV_COLLAPSE /* Linux 6.1 */
#define MADV_COLLAPSE 25
#endif

#define SIZE_FILE "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"
#define HUGETLB   "/sys/kernel/mm/hugepages/hugepages-2048kB/"

/* Each call makes every core hand in the pages it has put aside, which takes milliseconds where
 * cores are busy; and memory in pieces is first put together. So many at once, and no more when
 * they took longer than so many ns a byte on the average. Small pages take 0.5 and each rank as
 * much again when it maps them; large ones 0.1. */
static const uint64_t at_once = 32 * AL_LARGE_PAGES;
static const int64_t ns_a_byte = 2, allowed_most = 500000000;
/* Committing small pages allows a little, so that it is tried again. */
static const int64_t part_of_small = 16;
/* But where small pages are slow as well, large ones may take so many times as long. */
static const int64_t worth = 4;

/* The number in a file; 0: there is none. */
static uint64_t number_in(const char *name)
{
    FILE *in = fopen(name, "re");
    unsigned long long number = 0;
    if (!in)
        return 0;
    if (fscanf(in, "%llu", &number) != 1)
        number = 0;
    fclose(in);
    return number;
}

int64_t ali_large_pages_set_aside(void)
{
    const uint64_t free_ones = number_in(HUGETLB "free_hugepages");
    return (int64_t)((free_ones - ali_min_bytes(free_ones, number_in(HUGETLB "resv_hugepages")))
                     << AL_LARGE_SHIFT);
}

unsigned ali_large_pages_kind(void)
{
    const bool wanted = ali_context.env.hugepages == AL_HUGEPAGES_HUGETLB;
    return wanted && ali_large_pages_set_aside() > 0
               ? MFD_HUGETLB | AL_LARGE_SHIFT << MAP_HUGE_SHIFT
               : 0;
}

static bool is_hugetlb(int fd)
{
    struct statfs status;
    return fstatfs(fd, &status) == 0 && status.f_type == HUGETLBFS_MAGIC;
}

static int commit_page(al_mapped_t file, uint64_t page)
{
    int result;
    do
        result = fallocate(file.fd, 0, (off_t)(page << AL_PAGE_SHIFT), AL_PAGE);
    while (result != 0 && errno == EINTR);
    return result;
}

static int collapse(al_mapped_t file, uint64_t first, uint64_t last)
{
    for (uint64_t page = first; page < last; page += AL_LARGE_PAGES)
        if (commit_page(file, page) != 0)
            return errno;
    void *const at = file.base + (first << AL_PAGE_SHIFT);
    int error = EAGAIN; /* where another rank is at one of them just now; the rest is done */
    for (int k = 0; k < 2 && error == EAGAIN; ++k)
        error = madvise(at, (last - first) << AL_PAGE_SHIFT, MADV_COLLAPSE) == 0 ? 0 : errno;
    return error;
}

static void punch_large(al_mapped_t file, uint64_t first)
{
    fallocate(file.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(first << AL_PAGE_SHIFT),
              AL_LARGE);
}

static int64_t file_bytes(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 ? (int64_t)status.st_blocks * 512 : 0;
}

/* Does a small page come with all of the large one that it is in? So it is in hugetlb, and where
 * shmem_enabled says always or within_size. */
static bool comes_large(al_mapped_t file, uint64_t first)
{
    const int64_t before = file_bytes(file.fd);
    const bool is_large = first + AL_LARGE_PAGES <= file.bytes >> AL_PAGE_SHIFT &&
                          commit_page(file, first) == 0 && file_bytes(file.fd) - before >= AL_LARGE;
    punch_large(file, first);
    return is_large;
}

static int try_one(al_mapped_t file, uint64_t first)
{
    const uint64_t last = first + AL_LARGE_PAGES;
    if (ali_context.env.hugepages == AL_HUGEPAGES_OFF)
        return ECANCELED;
    if (number_in(SIZE_FILE) != AL_LARGE || last > file.bytes >> AL_PAGE_SHIFT)
        return ENOTSUP;
    const int error = collapse(file, first, last);
    punch_large(file, first);
    return error;
}

void ali_large_pages_start(al_large_pages_t *large, al_mapped_t file, uint64_t unused)
{
    const uint64_t first = ali_round_up(unused, AL_LARGE_PAGES);
    large->is_hugetlb = is_hugetlb(file.fd);
    large->together = large->is_hugetlb || comes_large(file, first) ? AL_LARGE_PAGES : 1;
    large->why_not = large->is_hugetlb ? 0 : try_one(file, first);
    large->given = large->why_not == 0;
    atomic_store_explicit(&large->allowed, allowed_most, memory_order_relaxed);
}

/* Ranks that do this at the same time may lose each other's change: it is a rough account. */
static void allow(al_large_pages_t *large, int64_t ns)
{
    const int64_t allowed = atomic_load_explicit(&large->allowed, memory_order_relaxed);
    atomic_store_explicit(&large->allowed, ali_min(allowed + ns, allowed_most),
                          memory_order_relaxed);
}

static bool is_allowed(const al_large_pages_t *large)
{
    return ali_context.env.hugepages == AL_HUGEPAGES_ON ||
           atomic_load_explicit(&large->allowed, memory_order_relaxed) > 0;
}

/* Make small pages of a large one, which has no memory, and map them: were large ones no slower
 * than they are worth? In virtual machines whose host enters each small page in tables of its own,
 * and has none of the memory yet, both take 4 ns a byte. */
static bool is_worth_it(const al_large_pages_t *large, al_mapped_t file, uint64_t first)
{
    const int64_t start = ali_nanoseconds();
    char *const at = file.base + (first << AL_PAGE_SHIFT);
    if (fallocate(file.fd, 0, (off_t)(first << AL_PAGE_SHIFT), AL_LARGE) != 0)
        return false;
    for (int page = 0; page < AL_LARGE_PAGES; ++page)
        *(volatile char *)(at + ((size_t)page << AL_PAGE_SHIFT)) = 0;
    return atomic_load_explicit(&large->took, memory_order_relaxed) <
           worth * (ali_nanoseconds() - start);
}

uint64_t ali_large_pages_take(al_large_pages_t *large, al_mapped_t file, uint64_t first,
                              uint64_t last)
{
    if (large->is_hugetlb) /* it gets nothing else */
        return last;
    while (large->given && first < last) {
        const int64_t deserved = (int64_t)((last - first) << AL_PAGE_SHIFT) * ns_a_byte;
        if (!is_allowed(large) && !is_worth_it(large, file, first)) {
            allow(large, deserved / part_of_small);
            break;
        }
        const uint64_t stop = ali_min_bytes(first + at_once, last);
        const int64_t start = ali_nanoseconds();
        const int error = collapse(file, first, stop);
        const int64_t bytes = error ? 0 : (int64_t)((stop - first) << AL_PAGE_SHIFT);
        const int64_t took = ali_nanoseconds() - start;
        allow(large, bytes * ns_a_byte - took);
        if (error)
            break;
        atomic_store_explicit(&large->took, took / (int64_t)((stop - first) / AL_LARGE_PAGES),
                              memory_order_relaxed);
        first = stop;
    }
    return first;
}

/* Why there are no large ones. */
static const char *reason_of(const al_large_pages_t *large)
{
    return large->why_not == ECANCELED ? "ASHLAR_HUGEPAGES=off" : strerror(large->why_not);
}

const char *ali_large_pages_words(const al_large_pages_t *large, char *words, size_t bytes)
{
    const bool wanted = ali_context.env.hugepages == AL_HUGEPAGES_HUGETLB;
    const bool has_free = ali_large_pages_set_aside() > 0;
    const char *const from = large->is_hugetlb ? " (hugetlb)"
                             : !wanted         ? ""
                             : has_free        ? " (not of hugetlb: ASHLAR_ATTACH is shm)"
                                               : " (not of hugetlb: no page of it is free)";
    if (large->given || large->together > 1)
        snprintf(words, bytes, "%d KiB%s", AL_LARGE >> 10, from);
    else
        snprintf(words, bytes, "4 KiB (no larger ones: %s)%s", reason_of(large), from);
    return words;
}
