/* Writing a rank's trace in the background. */
#define _GNU_SOURCE
#include "armci-lite/src/trace/al_trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_thread.h"
#include "armci-lite/src/base/al_ticks.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/trace/al_event.h"

enum { PATH = 4096, MOST_BUFFERS = 256 /* 64 MiB */ };

static struct {
    char path[PATH];
    int file;
    pthread_t writer;
    bool is_open;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t wake;
    al_chunk_buffer_t *full, **last_full, *free, *open;
    al_chunk_buffer_t *written; /* a full one that the writer has taken */
    int buffers;                /* that have been allocated */
    uint64_t session;
    al_trace_state_t state;
    al_moment_t begin;
    bool is_ending;
} out = {.file = -1, .last_full = &out.full, .lock = PTHREAD_MUTEX_INITIALIZER};

atomic_bool ali_trace_file_takes;

const char *ali_trace_file_name(void)
{
    return out.path;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int write_at(const void *data, size_t bytes, int64_t place)
{
    const char *at = data;
    while (bytes > 0) {
        const ssize_t some = pwrite(out.file, at, bytes, place);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return some < 0 ? errno : ENOSPC;
        at += some;
        place += some;
        bytes -= (size_t)some;
    }
    return 0;
}

static int64_t place_of_chunk(uint64_t chunk)
{
    return AL_TRACE_HEADER + AL_TRACE_STATE + (int64_t)(chunk % out.state.room) * AL_TRACE_CHUNK;
}

/* The state as it is, and the clocks now. */
static int write_state(al_trace_state_t state)
{
    const al_moment_t now = ali_moment();
    state.now_ticks = now.ticks;
    state.now_time = now.nanoseconds;
    state.checksum = ali_trace_checksum(AL_TRACE_SUM, &state, offsetof(al_trace_state_t, checksum));
    return write_at(&state, sizeof state, AL_TRACE_HEADER);
}

/* The first failure ends the trace, and is said once. The lock is held. */
static void fail_file(int error)
{
    if (out.state.how == AL_TRACE_FAILED)
        return;
    out.state.how = AL_TRACE_FAILED;
    atomic_store_explicit(&ali_trace_file_takes, false, memory_order_relaxed);
    fprintf(stderr,
            "ashlar: rank %d: the trace ends here: cannot write %s: %s; the program goes on\n",
            ali_context.rank, out.path, strerror(error));
    write_state(out.state); /* it has been there before, so a full disk takes it */
}

/* The part of a chunk that is filled so far. The writer alone does this. */
static int write_chunk(al_chunk_buffer_t *chunk)
{
    const uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
    if (used == chunk->written)
        return 0;
    al_trace_chunk_t header = chunk->header;
    header.used = used;
    header.checksum = 0;
    header.checksum = ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &header, sizeof header),
                                         chunk->data, used);
    const int64_t place = place_of_chunk(header.number);
    /* In a ring an older chunk may be there, whose header must not stand before these bytes. */
    if (chunk->written == 0) {
        const al_trace_chunk_t none = {0};
        const int error = write_at(&none, sizeof none, place);
        if (error)
            return error;
    }
    int error = write_at(chunk->data + chunk->written, used - chunk->written,
                         place + AL_TRACE_CHUNK_HEADER + chunk->written);
    if (!error)
        error = write_at(&header, sizeof header, place);
    if (!error)
        chunk->written = used;
    return error;
}

/* ---- the writer ------------------------------------------------------------------------------ */

static al_chunk_buffer_t *take_full(void)
{
    al_chunk_buffer_t *chunk = out.full;
    if (chunk && !(out.full = chunk->next))
        out.last_full = &out.full;
    return chunk;
}

/* Write a chunk as far as it is filled. The lock is held, but not while it writes: a slow file
 * system keeps nobody from filling others. */
static void write_unlocked(al_chunk_buffer_t *chunk)
{
    if (out.state.how == AL_TRACE_FAILED)
        return;
    pthread_mutex_unlock(&out.lock);
    const int error = write_chunk(chunk);
    pthread_mutex_lock(&out.lock);
    if (error)
        fail_file(error);
}

/* Write what is full, and give it back. */
static void write_full(void)
{
    for (al_chunk_buffer_t *chunk; (chunk = take_full());) {
        out.written = chunk; /* it still has its place in the file */
        write_unlocked(chunk);
        out.written = NULL;
        chunk->next = out.free;
        out.free = chunk;
    }
}

/* Write what those have who go on filling them, and the state. Nobody gives a chunk back but the
 * writer, so each stays what it is while the lock is not held. */
static void write_open(void)
{
    enum { MOST = 256 }; /* buffers */
    al_chunk_buffer_t *open[MOST];
    int count = 0;
    for (al_chunk_buffer_t *chunk = out.open; chunk && count < MOST; chunk = chunk->next_open)
        open[count++] = chunk;
    for (int k = 0; k < count; ++k)
        write_unlocked(open[k]);
    if (out.state.how == AL_TRACE_FAILED)
        return;
    const al_trace_state_t state = out.state;
    pthread_mutex_unlock(&out.lock);
    const int error = write_state(state);
    pthread_mutex_lock(&out.lock);
    if (error)
        fail_file(error);
}

static void wait_a_while(void)
{
    enum { PAUSE = 250000000 }; /* ns */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PAUSE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&out.wake, &out.lock, &until);
}

static void *write_all(void *unused)
{
    enum { EVERY = 200000000 }; /* ns */
    int64_t written_at = 0;
    pthread_mutex_lock(&out.lock);
    while (!out.is_ending) {
        if (!out.full)
            wait_a_while();
        write_full();
        if (ali_nanoseconds() - written_at >= EVERY) {
            write_open();
            written_at = ali_nanoseconds();
        }
    }
    write_full();
    write_open();
    if (out.state.how == AL_TRACE_OPEN) {
        out.state.how = AL_TRACE_ENDED;
        write_open();
    }
    pthread_mutex_unlock(&out.lock);
    return unused;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static al_chunk_buffer_t *take_buffer(void)
{
    al_chunk_buffer_t *chunk = out.free;
    if (chunk)
        out.free = chunk->next;
    else if (out.buffers < MOST_BUFFERS && (chunk = malloc(sizeof *chunk)))
        ++out.buffers;
    return chunk;
}

/* There is no place for another chunk: say so once. */
static void fill_file(void)
{
    if (out.state.how != AL_TRACE_OPEN)
        return;
    out.state.how = AL_TRACE_FULL;
    atomic_store_explicit(&ali_trace_file_takes, false, memory_order_relaxed);
    fprintf(
        stderr,
        "ashlar: rank %d: the trace ends here: %s has reached ASHLAR_TRACE_LIMIT, %lld MiB; the "
        "program goes on (ASHLAR_TRACE_KEEP=last keeps the end, not the beginning)\n",
        ali_context.rank, out.path, (long long)(out.state.room * AL_TRACE_CHUNK >> 20));
}

static bool has_place(const al_chunk_buffer_t *chunk, uint64_t number)
{
    return chunk && chunk->header.number % out.state.room == number % out.state.room;
}

/* Is the place of a chunk taken by one that is not written yet? In a ring a thread may be slow to
 * fill its own. */
static bool is_place_taken(uint64_t number)
{
    bool is_taken = has_place(out.written, number);
    for (const al_chunk_buffer_t *chunk = out.open; chunk && !is_taken; chunk = chunk->next_open)
        is_taken = has_place(chunk, number);
    for (const al_chunk_buffer_t *chunk = out.full; chunk && !is_taken; chunk = chunk->next)
        is_taken = has_place(chunk, number);
    return is_taken;
}

/* The number of the next chunk, if there is a place for it. */
static bool find_number(uint64_t *number)
{
    for (uint64_t k = 0; k < out.state.room; ++k) {
        *number = out.state.chunks + k;
        if (!out.state.is_ring || !is_place_taken(*number))
            return true;
    }
    return false;
}

al_chunk_buffer_t *ali_trace_file_chunk(uint32_t thread, uint64_t begin)
{
    pthread_mutex_lock(&out.lock);
    if (out.is_open && !out.state.is_ring && out.state.chunks == out.state.room)
        fill_file();
    uint64_t number = 0;
    al_chunk_buffer_t *chunk = out.is_open && out.state.how == AL_TRACE_OPEN && find_number(&number)
                                   ? take_buffer()
                                   : NULL;
    if (chunk) {
        out.state.chunks = number + 1;
        chunk->header = (al_trace_chunk_t){.magic = AL_TRACE_CHUNK_MAGIC,
                                           .thread = thread,
                                           .number = number,
                                           .session = out.session,
                                           .begin = begin};
        atomic_store_explicit(&chunk->used, 0, memory_order_relaxed);
        chunk->written = 0;
        chunk->next_open = out.open;
        out.open = chunk;
    } else {
        out.state.lost += out.state.how == AL_TRACE_OPEN;
    }
    pthread_mutex_unlock(&out.lock);
    return chunk;
}

void ali_trace_file_hand_over(al_chunk_buffer_t *chunk)
{
    pthread_mutex_lock(&out.lock);
    al_chunk_buffer_t **at = &out.open;
    while (*at && *at != chunk)
        at = &(*at)->next_open;
    if (*at && chunk->header.session == out.session) { /* else an earlier trace has it */
        *at = chunk->next_open;
        chunk->next = NULL;
        *out.last_full = chunk;
        out.last_full = &chunk->next;
        pthread_cond_signal(&out.wake);
    }
    pthread_mutex_unlock(&out.lock);
}

void ali_trace_file_set_offset(int number, int64_t offset, int64_t uncertain)
{
    pthread_mutex_lock(&out.lock);
    out.state.offset[number] = offset;
    out.state.uncertain[number] = uncertain;
    pthread_mutex_unlock(&out.lock);
}

/* ---- beginning and ending -------------------------------------------------------------------- */

static int64_t date_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int write_header(const al_trace_setup_t *setup)
{
    static const char *const kinds[] = {
#define KIND_NAME(id, name) name,
        AL_EVENT_KINDS(KIND_NAME)
#undef KIND_NAME
    };
    char *block = calloc(1, AL_TRACE_HEADER);
    if (!block)
        return ENOMEM;
    al_trace_header_t header = {.magic = AL_TRACE_MAGIC,
                                .version = AL_TRACE_VERSION,
                                .header_bytes = AL_TRACE_HEADER,
                                .state_bytes = AL_TRACE_STATE,
                                .chunk_bytes = AL_TRACE_CHUNK,
                                .rank = ali_context.rank,
                                .ranks = ali_context.size,
                                .node = ali_nodes.mine,
                                .nodes = ali_nodes.count,
                                .session = setup->session,
                                .begin_ticks = out.begin.ticks,
                                .begin_time = out.begin.nanoseconds,
                                .begin_date = date_now(),
                                .calls = (uint32_t)ali_event_call_count};
    gethostname(header.host, sizeof header.host - 1);
    snprintf(header.program, sizeof header.program, "%s", program_invocation_short_name);
    size_t at = sizeof header;
    for (int k = 0; k < ali_event_call_count; ++k)
        at += (size_t)snprintf(block + at, AL_TRACE_HEADER - at, "%s %s\n", ali_event_calls[k].name,
                               kinds[ali_event_calls[k].kind]);
    header.text_bytes = (uint32_t)(at - sizeof header);
    header.checksum = ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &header, sizeof header),
                                         block + sizeof header, AL_TRACE_HEADER - sizeof header);
    memcpy(block, &header, sizeof header);
    const int error = write_at(block, AL_TRACE_HEADER, 0);
    free(block);
    return error;
}

/* The writer wakes by the clock that nobody sets. */
static void start_clock(void)
{
    static bool is_started;
    pthread_condattr_t attributes;
    if (is_started || pthread_condattr_init(&attributes) != 0)
        return;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    is_started = pthread_cond_init(&out.wake, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
}

int ali_trace_file_open(const al_trace_setup_t *setup)
{
    snprintf(out.path, sizeof out.path, "%s/rank-%06d.trace", setup->folder, ali_context.rank);
    out.file = open(out.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out.file < 0)
        return errno;
    const uint64_t room = (uint64_t)setup->limit / AL_TRACE_CHUNK;
    out.state = (al_trace_state_t){.how = AL_TRACE_OPEN,
                                   .is_ring = setup->is_ring,
                                   .room = room < 4 ? 4 : room,
                                   .uncertain = {-1, -1}};
    out.session = setup->session;
    out.begin = ali_moment();
    out.is_ending = false;
    sigset_t limit, before; /* of the size of files: an error, and no signal */
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    int error = write_header(setup);
    if (!error)
        error = write_state(out.state);
    const struct timespec now = {0, 0};
    sigtimedwait(&limit, NULL, &now); /* the one that is pending, if there is */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    start_clock();
    out.is_open = !error && ali_thread_start(&out.writer, write_all);
    if (!error && !out.is_open)
        error = EAGAIN;
    if (error) {
        close(out.file);
        unlink(out.path);
        out.file = -1;
    }
    atomic_store_explicit(&ali_trace_file_takes, !error, memory_order_relaxed);
    return error;
}

void ali_trace_file_close(void)
{
    if (!out.is_open)
        return;
    atomic_store_explicit(&ali_trace_file_takes, false, memory_order_relaxed);
    pthread_mutex_lock(&out.lock);
    out.is_ending = true;
    pthread_cond_signal(&out.wake);
    pthread_mutex_unlock(&out.lock);
    pthread_join(out.writer, NULL);
    out.is_open = false;
    while (out.open) {
        al_chunk_buffer_t *chunk = out.open;
        out.open = chunk->next_open;
        chunk->next = out.free;
        out.free = chunk;
    }
    if (out.state.lost && out.state.how == AL_TRACE_ENDED)
        fprintf(stderr,
                "ashlar: rank %d: %llu events are missing in %s: the file system took them too "
                "slowly\n",
                ali_context.rank, (unsigned long long)out.state.lost, out.path);
    if (close(out.file) != 0 && out.state.how != AL_TRACE_FAILED)
        fprintf(stderr, "ashlar: rank %d: cannot write all of %s: %s\n", ali_context.rank, out.path,
                strerror(errno));
    out.file = -1;
}

void ali_trace_file_forget(void)
{
    if (out.file >= 0)
        close(out.file);
    out.file = -1;
    out.is_open = false;
    atomic_store_explicit(&ali_trace_file_takes, false, memory_order_relaxed);
    pthread_mutex_init(&out.lock, NULL);
    out.open = NULL; /* the parent's */
}
