/* Events are recorded, each in the chunk that its thread fills. */
#define _GNU_SOURCE
#include "armci-lite/src/trace/al_trace.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_ticks.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/trace/al_trace_file.h"
#include "armci-lite/src/trace/al_trace_record.h"

/* An object that a thread has seen: its description is repeated in each chunk that has events of
 * it. */
typedef struct seen {
    uint64_t serial;
    al_object_kind_t kind;
    uint32_t used;   /* not 0: this entry is; objects are numbered as they come */
    uint64_t chunks; /* of this thread when it was written last */
    al_object_t object;
} seen_t;

/* A thread that makes calls; it lives on when the thread has ended, for another one. */
typedef struct tracer {
    struct tracer *next;
    uint32_t number;
    bool is_taken; /* by a thread */
    int session;
    al_chunk_buffer_t *chunk; /* NULL: none */
    uint64_t chunks;
    uint64_t last; /* ticks: the end of the event before */
    char *at;
    seen_t *seen;   /* [room], by serial */
    seen_t *latest; /* the one that was wanted last */
    uint32_t room, objects;
} tracer_t;

static struct {
    pthread_mutex_t lock;
    tracer_t *all;
    uint32_t count;
    pthread_key_t key; /* for when threads end */
    bool has_key;
} tracers = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_int session; /* changes when a trace begins and when it ends */
static _Thread_local AL_NEAR tracer_t *mine;

/* ---- transfers behind handles ---------------------------------------------------------------- */

/* The call that began a transfer, and on what: waits belong to it. */
typedef struct transfer {
    int call;
    bool has_object;
    al_object_kind_t kind;
    uint64_t serial;
    al_object_t object; /* for threads that have not seen it */
    int ndim;           /* of the patch; 0: there is none */
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} transfer_t;

enum { PLACES = 1 << 12 }; /* a power of 2; of two handles with one place the later is known */
static struct {
    al_handle_t handle;
    transfer_t transfer;
} transfers[PLACES];
static pthread_mutex_t transfers_lock = PTHREAD_MUTEX_INITIALIZER;

/* The patch of an operand: how many dimensions; 0: it has none. */
static int find_patch_of(const al_event_t *event, const al_operand_t *operand, int64_t *lo,
                         int64_t *hi)
{
    const al_object_layer_t *layer = ali_object_layers[operand->kind];
    if (!operand->lo)
        return layer->patch ? layer->patch(event, operand, lo, hi) : 0;
    const int ndim = ali_operand_dimensions(operand);
    for (int d = 0; d < ndim; ++d) {
        lo[d] = operand->lo[d];
        hi[d] = operand->hi[d];
    }
    return ndim;
}

static void keep_transfer(al_handle_t handle, const al_event_t *event)
{
    const al_operand_t *operand = &event->operand[0];
    transfer_t transfer = {.call = event->call,
                           .has_object = event->operands > 0 && operand->object};
    if (transfer.has_object) {
        ali_object_layers[operand->kind]->describe(operand, &transfer.object);
        transfer.kind = operand->kind;
        transfer.serial = operand->serial;
        transfer.ndim = find_patch_of(event, operand, transfer.lo, transfer.hi);
    }
    pthread_mutex_lock(&transfers_lock);
    transfers[handle & (PLACES - 1)].handle = handle;
    transfers[handle & (PLACES - 1)].transfer = transfer;
    pthread_mutex_unlock(&transfers_lock);
}

static bool find_transfer(al_handle_t handle, transfer_t *found)
{
    pthread_mutex_lock(&transfers_lock);
    *found = transfers[handle & (PLACES - 1)].transfer;
    const bool has = transfers[handle & (PLACES - 1)].handle == handle;
    pthread_mutex_unlock(&transfers_lock);
    return has;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void end_chunk(tracer_t *tracer)
{
    if (tracer->chunk && tracer->session == atomic_load(&session))
        ali_trace_file_hand_over(tracer->chunk);
    tracer->chunk = NULL;
}

static void leave(void *tracer)
{
    tracer_t *left = tracer;
    end_chunk(left);
    mine = NULL;
    pthread_mutex_lock(&tracers.lock);
    left->is_taken = false;
    pthread_mutex_unlock(&tracers.lock);
}

/* A thread that traces again takes its own number, another one that of a thread that has ended. */
static tracer_t *enter(void)
{
    pthread_mutex_lock(&tracers.lock);
    tracer_t *tracer = tracers.all;
    while (tracer && tracer->is_taken)
        tracer = tracer->next;
    if (!tracer && (tracer = calloc(1, sizeof *tracer))) {
        tracer->number = tracers.count++;
        tracer->next = tracers.all;
        tracers.all = tracer;
    }
    if (tracer)
        tracer->is_taken = true;
    if (!tracers.has_key)
        tracers.has_key = pthread_key_create(&tracers.key, leave) == 0;
    if (tracer && tracers.has_key)
        pthread_setspecific(tracers.key, tracer);
    pthread_mutex_unlock(&tracers.lock);
    return tracer;
}

static bool begin_chunk(tracer_t *tracer, uint64_t begin)
{
    tracer->chunk = ali_trace_file_chunk(tracer->number, begin);
    if (!tracer->chunk)
        return false;
    ++tracer->chunks;
    tracer->latest = NULL; /* it is to be described here */
    tracer->at = tracer->chunk->data;
    tracer->last = begin;
    return true;
}

/* Forget the objects that have been seen; what comes is described anew. */
static void forget_objects(tracer_t *tracer)
{
    if (tracer->seen)
        memset(tracer->seen, 0, tracer->room * sizeof *tracer->seen);
    tracer->latest = NULL;
    tracer->objects = 0;
}

static bool has_room(const tracer_t *tracer)
{
    return tracer->at <= tracer->chunk->data + sizeof tracer->chunk->data - AL_TRACE_RECORD;
}

static tracer_t *make_room_for_record(uint64_t begin)
{
    enum { MOST_OBJECTS = 4096 };
    tracer_t *tracer = mine;
    if (!atomic_load_explicit(&ali_trace_file_takes, memory_order_relaxed) ||
        (!tracer && !(tracer = mine = enter())))
        return NULL;
    const int now = atomic_load_explicit(&session, memory_order_relaxed);
    if (tracer->session != now) {
        tracer->session = now;
        tracer->chunk = NULL; /* that of an earlier trace is written */
        forget_objects(tracer);
    }
    if (tracer->objects > MOST_OBJECTS)
        forget_objects(tracer);
    if (tracer->chunk && !has_room(tracer))
        end_chunk(tracer);
    return tracer->chunk || begin_chunk(tracer, begin) ? tracer : NULL;
}

/* The tracer of this thread, with room for a record of an event; NULL: there is none. */
AL_INLINE tracer_t *find_room(uint64_t begin)
{
    tracer_t *tracer = mine;
    if (AL_LIKELY(tracer && tracer->chunk && has_room(tracer) &&
                  tracer->session == atomic_load_explicit(&session, memory_order_relaxed)))
        return tracer;
    return make_room_for_record(begin);
}

/* The record ends here. */
static void commit(tracer_t *tracer, char *at)
{
    tracer->at = at;
    atomic_store_explicit(&tracer->chunk->used, (uint32_t)(at - tracer->chunk->data),
                          memory_order_release);
}

/* ---- objects --------------------------------------------------------------------------------- */

static seen_t *find_seen(seen_t *table, uint32_t room, uint64_t serial, al_object_kind_t kind)
{
    uint32_t at = (uint32_t)((serial * 11400714819323198485u) >> 32) & (room - 1);
    while (table[at].used && (table[at].serial != serial || table[at].kind != kind))
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool grow_seen(tracer_t *tracer)
{
    const uint32_t room = tracer->room ? 2 * tracer->room : 64;
    seen_t *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (uint32_t k = 0; k < tracer->room; ++k)
        if (tracer->seen[k].used)
            *find_seen(table, room, tracer->seen[k].serial, tracer->seen[k].kind) = tracer->seen[k];
    free(tracer->seen);
    tracer->seen = table;
    tracer->room = room;
    tracer->latest = NULL;
    return true;
}

static char *write_object(char *at, uint32_t number, al_object_kind_t kind,
                          const al_object_t *object)
{
    at = ali_record_number(at, AL_TRACE_OBJECT);
    at = ali_record_number(at, number);
    at = ali_record_number(at, (uint64_t)kind);
    at = ali_record_number(at, object->key);
    at = ali_record_text(at, object->name);
    at = ali_record_text(at, object->type);
    at = ali_record_signed(at, object->element);
    at = ali_record_signed(at, object->ranks);
    at = ali_record_number(at, (uint64_t)object->ndim);
    for (int d = 0; d < object->ndim; ++d)
        at = ali_record_signed(at, object->dims[d]);
    return at;
}

/* The number of an object in this chunk, where it is described. */
static uint32_t number_seen(tracer_t *tracer, seen_t *seen)
{
    if (AL_UNLIKELY(seen->chunks != tracer->chunks)) {
        seen->chunks = tracer->chunks;
        commit(tracer, write_object(tracer->at, seen->used, seen->kind, &seen->object));
    }
    return seen->used;
}

/* The entry of an object, made if it has not been seen; NULL: no memory. */
static seen_t *enter_object(tracer_t *tracer, uint64_t serial, al_object_kind_t kind)
{
    if (2 * tracer->objects >= tracer->room && !grow_seen(tracer))
        return NULL;
    seen_t *seen = find_seen(tracer->seen, tracer->room, serial, kind);
    if (!seen->used)
        *seen = (seen_t){.serial = serial, .kind = kind, .used = ++tracer->objects};
    return seen;
}

static uint32_t number_another(tracer_t *tracer, const al_operand_t *operand)
{
    const uint32_t before = tracer->objects;
    seen_t *seen = enter_object(tracer, operand->serial, operand->kind);
    if (!seen)
        return 0;
    if (tracer->objects > before)
        ali_object_layers[operand->kind]->describe(operand, &seen->object);
    tracer->latest = seen;
    return number_seen(tracer, seen);
}

/* The same of an object that may be gone: if it has been seen. */
static uint32_t number_known(tracer_t *tracer, const al_operand_t *operand)
{
    if (!operand->object || !tracer->room)
        return 0;
    seen_t *seen = find_seen(tracer->seen, tracer->room, operand->serial, operand->kind);
    return seen->used ? number_seen(tracer, seen) : 0;
}

/* That of an operand's object, from 1; 0: there is none. */
AL_INLINE uint32_t number_object(tracer_t *tracer, const al_operand_t *operand)
{
    const seen_t *latest = tracer->latest;
    if (AL_UNLIKELY(!operand->object))
        return 0;
    if (AL_LIKELY(latest && latest->serial == operand->serial && latest->kind == operand->kind))
        return latest->used;
    return number_another(tracer, operand);
}

static uint32_t number_transfer(tracer_t *tracer, const transfer_t *transfer)
{
    const uint32_t before = tracer->objects;
    seen_t *seen =
        transfer->has_object ? enter_object(tracer, transfer->serial, transfer->kind) : NULL;
    if (!seen)
        return 0;
    if (tracer->objects > before)
        seen->object = transfer->object;
    return number_seen(tracer, seen);
}

void ali_trace_describe(const al_event_t *event)
{
    tracer_t *tracer = find_room(event->begin);
    for (int k = 0; tracer && k < event->operands; ++k)
        number_object(tracer, &event->operand[k]);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* The owners: mostly one, with all bytes. */
AL_INLINE char *write_targets(char *at, const al_targets_t *targets)
{
    if (AL_LIKELY(targets->count == 1)) {
        const unsigned place = targets->own ? AL_TRACE_OWN : targets->node ? AL_TRACE_NODE : 0;
        at = ali_record_number(at, (uint64_t)targets->rank[0] << 3 | place | 1);
        return ali_record_number(at, (uint64_t)(targets->own + targets->node + targets->remote));
    }
    at = ali_record_number(at, (uint64_t)targets->count << 1);
    at = ali_record_number(at, (uint64_t)targets->own);
    at = ali_record_number(at, (uint64_t)targets->node);
    at = ali_record_number(at, (uint64_t)targets->remote);
    int before = 0;
    for (int k = 0; k < targets->count; ++k) {
        at = ali_record_signed(at, targets->rank[k] - before);
        before = targets->rank[k];
    }
    return at;
}

/* Some elements of a list, spread over it, each by its indices, and how many they are in all. */
static char *write_list(char *at, const al_event_t *event, bool is_valid)
{
    enum { MOST = 32 };
    const int64_t n = is_valid && event->index ? event->n : 0, shown = n < MOST ? n : MOST;
    const int ndim = event->index2 ? 2 : shown ? event->operand[0].ndim : 0;
    int64_t before[ASHLAR_MAX_DIM] = {0};
    at = ali_record_number(at, (uint64_t)event->n);
    at = ali_record_number(at, (uint64_t)shown);
    at = ali_record_number(at, (uint64_t)ndim);
    for (int64_t k = 0; k < shown; ++k)
        for (int d = 0; d < ndim; ++d) {
            const int64_t place = k * n / shown;
            const int64_t index = !event->index2 ? event->index[place * ndim + d]
                                  : d == 0       ? event->index[place]
                                                 : event->index2[place];
            at = ali_record_signed(at, index - before[d]);
            before[d] = index;
        }
    return at;
}

AL_INLINE char *write_patch(char *at, uint32_t number, int ndim, const int64_t *lo,
                            const int64_t *hi)
{
    at = ali_record_number(at, (uint64_t)number << 3 | (uint64_t)ndim);
    for (int d = 0; d < ndim; ++d) {
        at = ali_record_signed(at, lo[d]);
        at = ali_record_signed(at, hi[d] - lo[d]);
    }
    return at;
}

AL_INLINE char *write_operand(char *at, const al_event_t *event, const al_operand_t *operand,
                              uint32_t number)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    if (AL_LIKELY(number && operand->lo))
        return write_patch(at, number, ali_operand_dimensions(operand), operand->lo, operand->hi);
    return write_patch(at, number, number ? find_patch_of(event, operand, lo, hi) : 0, lo, hi);
}

/* The event of most calls: a patch of one array that one rank owns, and nobody has waited. */
AL_INLINE char *write_plain(char *at, const al_event_t *event, const al_targets_t *targets,
                            uint32_t number)
{
    const al_operand_t *operand = &event->operand[0];
    at = write_targets(at, targets);
    return write_patch(at, number, ali_operand_dimensions(operand), operand->lo, operand->hi);
}

/* Any other, behind the time that it took. numbers: of its operands. */
static char *write_rest(char *at, const al_event_t *event, const al_targets_t *targets, int status,
                        uint32_t bits, const uint32_t *numbers, const transfer_t *transfer,
                        uint32_t of)
{
    if (bits & AL_TRACE_WAITED) {
        at = ali_record_number(at, event->waited);
        at = ali_record_signed(at, ali_wait_report.rank);
    }
    if (bits & AL_TRACE_STATUS)
        at = ali_record_signed(at, status);
    if (bits & AL_TRACE_TARGETS)
        at = write_targets(at, targets);
    if (bits & AL_TRACE_OF_CALL) {
        at = ali_record_number(at, (uint64_t)transfer->call);
        at = write_patch(at, of, of ? transfer->ndim : 0, transfer->lo, transfer->hi);
    }
    if (bits & AL_TRACE_NUMBER)
        at = ali_record_number(at, (uint64_t)event->number);
    if (bits & AL_TRACE_TASKS) {
        at = ali_record_number(at, (uint64_t)event->first_task);
        at = ali_record_number(at, (uint64_t)event->tasks);
    }
    if (bits & AL_TRACE_LIST)
        at = write_list(at, event, status == ASHLAR_OK && event->operands > 0);
    for (int k = 0; k < event->operands; ++k)
        at = write_operand(at, event, &event->operand[k], numbers[k]);
    return at;
}

AL_INLINE char *write_head(const tracer_t *tracer, const al_event_t *event, uint32_t bits,
                           uint64_t ticks)
{
    char *at = ali_record_number(tracer->at, (uint64_t)event->call + AL_TRACE_CALL);
    at = ali_record_number(at, bits);
    at = ali_record_number(at, event->begin - tracer->last);
    return ali_record_number(at, ticks);
}

static void record_any(tracer_t *tracer, const al_event_t *event, const al_targets_t *targets,
                       uint64_t ticks, int status, uint32_t bits)
{
    const al_event_kind_t kind = event->kind;
    const int made = event->made && status == ASHLAR_OK ? event->operands - 1 : -1;
    uint32_t numbers[AL_OPERANDS], of = 0;
    transfer_t transfer;
    for (int k = 0; k < event->operands; ++k)
        numbers[k] = kind == AL_EVENT_CREATE && k != made
                         ? number_known(tracer, &event->operand[k])
                         : number_object(tracer, &event->operand[k]);
    if (kind == AL_EVENT_WAIT && event->handle && find_transfer(event->handle, &transfer)) {
        bits |= AL_TRACE_OF_CALL;
        of = number_transfer(tracer, &transfer);
    }
    char *at = write_head(tracer, event, bits, ticks);
    at = write_rest(at, event, targets, status, bits, numbers, &transfer, of);
    tracer->last = event->begin + ticks;
    commit(tracer, at);
    if (event->started && status == ASHLAR_OK && *event->started && kind != AL_EVENT_WAIT)
        keep_transfer(*event->started, event);
}

void ali_trace_event(const al_event_t *event, const al_targets_t *targets, uint64_t ticks,
                     int status)
{
    enum { PLAIN = AL_TRACE_TARGETS | 1 };
    tracer_t *tracer = find_room(event->begin);
    if (AL_UNLIKELY(!tracer))
        return;
    const uint32_t bits = event->says | (event->waited ? AL_TRACE_WAITED : 0) |
                          (status ? AL_TRACE_STATUS : 0) | (targets->count ? AL_TRACE_TARGETS : 0) |
                          (uint32_t)event->operands;
    if (AL_UNLIKELY(bits != PLAIN || event->started || !event->operand[0].lo)) {
        record_any(tracer, event, targets, ticks, status, bits);
        return;
    }
    const uint32_t number = number_object(tracer, &event->operand[0]);
    char *at = write_head(tracer, event, bits, ticks);
    at = write_plain(at, event, targets, number);
    tracer->last = event->begin + ticks;
    commit(tracer, at);
}

int ali_trace_mark(const char *name)
{
    const uint64_t now = ali_ticks();
    tracer_t *tracer = find_room(now);
    if (!tracer)
        return ASHLAR_OK;
    char *at = ali_record_number(tracer->at, AL_TRACE_MARK);
    at = ali_record_number(at, now - tracer->last);
    at = ali_record_text(at, name);
    tracer->last = now;
    commit(tracer, at);
    return ASHLAR_OK;
}

void ali_trace_forget_threads(void)
{
    pthread_mutex_init(&tracers.lock, NULL);
    pthread_mutex_init(&transfers_lock, NULL);
    mine = NULL;
    if (tracers.has_key)
        pthread_setspecific(tracers.key, NULL);
}

void ali_trace_next_session(void)
{
    atomic_fetch_add(&session, 1);
}
