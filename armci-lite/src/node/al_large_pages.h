/* Large pages behind a file of shared memory. It gets them only where the system is told to put
 * them there (Linux: MADV_COLLAPSE); without, all works as well, with small ones. */
#ifndef AL_LARGE_PAGES_H
#define AL_LARGE_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AL_PAGE_SHIFT = 12, AL_PAGE = 1 << AL_PAGE_SHIFT };
/* Large pages of another size, on machines whose small ones have 16 or 64 KiB, are not used. */
enum { AL_LARGE_SHIFT = 21, AL_LARGE = 1 << AL_LARGE_SHIFT };
enum { AL_LARGE_PAGES = AL_LARGE >> AL_PAGE_SHIFT }; /* small pages of a large one */

typedef struct al_large_pages {
    bool given;              /* does the system give them? */
    bool is_hugetlb;         /* all memory of the file is in those that are set aside for it */
    uint64_t together;       /* pages that get memory at once, whichever of them is committed */
    int why_not;             /* if not: errno */
    _Atomic int64_t allowed; /* ns that asking for them may still take */
    _Atomic int64_t took;    /* ns for each of those that came last */
} al_large_pages_t;

/* A file and where it is mapped. */
typedef struct al_mapped {
    int fd;
    char *base;
    uint64_t bytes;
} al_mapped_t;

/* Flags for memfd_create(): those of a file of hugetlb, if the user wants one and a page is free.
 */
unsigned ali_large_pages_kind(void);

/* Bytes of hugetlb that are free. */
int64_t ali_large_pages_set_aside(void);

/* Find out what the system gives. From page `unused` on nothing has memory, now and afterwards. */
void ali_large_pages_start(al_large_pages_t *large, al_mapped_t file, uint64_t unused);

/* Put large pages behind pages first to last-1, which have no memory yet; both are multiples of
 * AL_LARGE_PAGES. Returns where they end: first, if there are none. Some of the rest may have
 * memory then: who commits it calls fallocate() as ever. */
uint64_t ali_large_pages_take(al_large_pages_t *large, al_mapped_t file, uint64_t first,
                              uint64_t last);

/* For ASHLAR_INFO: the size of pages, and why they are not as the user wants them.
 */
const char *ali_large_pages_words(const al_large_pages_t *large, char *words, size_t bytes);

#endif
