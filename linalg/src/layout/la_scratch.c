/* Memory for matrices, kept between calls. */
#define _GNU_SOURCE
#include "linalg/src/layout/la_scratch.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/ga_init.h"

/* malloc() itself keeps what is smaller than KEPT_LEAST. Sanitizers find more in fresh memory. */
enum { BLOCKS = 8, KEPT_LEAST = 1 << 17, KEPT_MOST = 64 << 20, ALIGNED = 64, LARGE_PAGE = 2 << 20 };
#if defined(__SANITIZE_ADDRESS__)
enum { KEEPS = 0 };
#else
enum { KEEPS = 1 };
#endif

static struct {
    void *block[BLOCKS];
    size_t bytes; /* of all */
} kept;

static void drop_block(int k)
{
    kept.bytes -= malloc_usable_size(kept.block[k]);
    free(kept.block[k]);
    kept.block[k] = NULL;
}

static void drop_all(void)
{
    for (int k = 0; k < BLOCKS; ++k)
        if (kept.block[k])
            drop_block(k);
}

/* The least that is large enough, and not far too large; -1: none. */
static int find_block(size_t bytes)
{
    int best = -1;
    size_t least = 2 * bytes;
    for (int k = 0; k < BLOCKS; ++k) {
        size_t size = kept.block[k] ? malloc_usable_size(kept.block[k]) : 0;
        if (size >= bytes && size <= least) {
            least = size;
            best = k;
        }
    }
    return best;
}

void *lai_scratch_alloc(size_t bytes)
{
    int large = bytes >= 2 * LARGE_PAGE, k = find_block(bytes);
    void *memory = NULL;
    gai_at_terminate(drop_all);
    if (k >= 0) {
        memory = kept.block[k];
        kept.bytes -= malloc_usable_size(memory);
        kept.block[k] = NULL;
        return memory;
    }
    if (kept.bytes + bytes > KEPT_MOST)
        drop_all();
    if (posix_memalign(&memory, large ? LARGE_PAGE : ALIGNED, bytes) != 0)
        return NULL;
    if (large)
        (void)madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

void lai_scratch_free(void *memory)
{
    size_t bytes = memory ? malloc_usable_size(memory) : 0;
    int k = 0;
    while (k < BLOCKS && kept.block[k])
        ++k;
    if (!KEEPS || bytes < KEPT_LEAST || kept.bytes + bytes > KEPT_MOST || k == BLOCKS) {
        free(memory);
        return;
    }
    kept.block[k] = memory;
    kept.bytes += bytes;
}
