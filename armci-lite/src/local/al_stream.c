/* Copies of many megabytes by stores that go past the caches, where these are faster.
 *
 * An ordinary store to memory that no cache holds reads the line before it writes it, a third of
 * all that such a copy moves; a streaming store does not. memcpy streams from a size on that it
 * derives from the caches as the processor describes them, which in a virtual machine may be those
 * of many others together (320 MB where a core gets 32). So the library finds out by trial: of the
 * copies of about one size the first few are made by ordinary stores, the next few by streaming
 * ones, and all others in the way that took less time. */
#include "armci-lite/src/local/al_stream.h"

#include <stdatomic.h>
#include <string.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_util.h"

enum { TRIES = 3, TRIES_MOST = 64, CLASSES = 64 };

/* How often each way is tried, of which the first time does not count: it finds the caches as the
 * other way, or anybody, has left them, and pages that are not mapped yet. Parts of something large
 * take little time, which whatever else goes on changes more. */
static int tries_of(size_t bytes)
{
    return (int)ali_min_bytes(TRIES + AL_STREAM_LEAST / (bytes + 1), TRIES_MOST);
}

/* The trials of copies of 2^k bytes and up to twice as many. All accesses are relaxed: whatever a
 * thread sees of the others' trials, either way is right. */
typedef struct trial {
    atomic_int calls;         /* up to twice the tries */
    _Atomic int64_t least[2]; /* ns a MiB by ordinary and by streaming stores; 0: none yet */
} trial_t;

static trial_t trials[AL_STREAM_USES][CLASSES];
static enum al_stream chosen = AL_HAS_STREAMS ? AL_STREAM_TRIAL : AL_STREAM_NEVER;

void ali_stream_choose(enum al_stream way) /* called by al_init() only */
{
    chosen = AL_HAS_STREAMS ? way : AL_STREAM_NEVER;
}

static trial_t *trial_of(enum al_stream_use use, size_t bytes)
{
    int k = 0;
    while (k < CLASSES - 1 && bytes >> (k + 1))
        ++k;
    return &trials[use][k];
}

static int64_t least_of(trial_t *trial, bool streams)
{
    return atomic_load_explicit(&trial->least[streams], memory_order_relaxed);
}

ali_stream_t ali_stream_begin(enum al_stream_use use, size_t bytes)
{
    ali_stream_t copy = {.use = use, .bytes = bytes, .streams = chosen == AL_STREAM_ALWAYS};
    if (chosen != AL_STREAM_TRIAL)
        return copy;
    trial_t *trial = trial_of(use, bytes);
    int call = atomic_load_explicit(&trial->calls, memory_order_relaxed);
    const int tries = tries_of(bytes);
    if (call < 2 * tries)
        call = atomic_fetch_add_explicit(&trial->calls, 1, memory_order_relaxed);
    copy.streams = call >= tries;
    if (call >= 2 * tries) /* faster by a sixteenth: the reader may have hoped for the caches */
        copy.streams = least_of(trial, true) + least_of(trial, true) / 16 < least_of(trial, false);
    else if (call % tries)
        copy.began = ali_nanoseconds();
    return copy;
}

void ali_stream_note(const ali_stream_t *copy, int64_t taken)
{
    trial_t *trial = trial_of(copy->use, copy->bytes);
    int64_t rate = taken * 1024 / (int64_t)(copy->bytes / 1024 + 1) + 1,
            least = least_of(trial, copy->streams);
    if (!least || rate < least)
        atomic_store_explicit(&trial->least[copy->streams], rate, memory_order_relaxed);
}

void ali_stream_end(const ali_stream_t *copy)
{
#if AL_HAS_STREAMS
    /* Streaming stores are not ordered before later ones, not even before a release, unless by a
     * fence: whoever sees what this process writes next must see the copy. */
    if (copy->streams)
        _mm_sfence();
#endif
    if (copy->began)
        ali_stream_note(copy, ali_nanoseconds() - copy->began);
}

void ali_stream_rows(char *to, size_t to_stride, const char *from, size_t from_stride, size_t bytes,
                     size_t rows)
{
    for (size_t r = 0; r < rows; ++r, to += to_stride, from += from_stride) {
        /* Whole lines: a part of one would be read after all. */
        size_t done = (AL_STREAM_LINE - (uintptr_t)to % AL_STREAM_LINE) % AL_STREAM_LINE;
        memcpy(to, from, done);
        for (; done + AL_STREAM_LINE <= bytes; done += AL_STREAM_LINE)
            ali_stream_line(to + done, from + done);
        memcpy(to + done, from + done, bytes - done);
    }
}
