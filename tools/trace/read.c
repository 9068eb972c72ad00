/* Files are opened and checked, and their events merged. */
#define _GNU_SOURCE
#include "tools/trace/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const trace_kind_names[TRACE_KINDS] = {
    "put",  "get",  "acc",  "gather", "scatter", "scatter_acc", "rmw",
    "copy", "wait", "lock", "task",   "sync",    "create",      "operation"};
const char *const trace_object_kinds[3] = {"array", "coarray", "segment"};

/* A file, and how its ticks become time. */
typedef struct trace_file {
    char *path;
    int fd;
    int64_t bytes;
    al_trace_header_t header;
    al_trace_state_t state;
    double tick, offset, drift; /* nanoseconds; drift: of the offset in a nanosecond */
} trace_file_t;

typedef struct chunk {
    uint64_t number, begin;
    int64_t place;
    uint32_t used;
    unsigned char *kept; /* of a ring that is being written: what was there when it was checked */
} chunk_t;

/* The events of a lane: one chunk of it is in memory. */
typedef struct trace_stream {
    int file;
    int chunks, room;
    chunk_t *chunk;
    int next_chunk;
    unsigned char *data;
    const unsigned char *at, *end;
    uint64_t last; /* ticks */
    int known;     /* [known] numbers of objects in this chunk */
    int *object;
    trace_event_t next;
} trace_stream_t;

void trace_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("ashlar-trace: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void *trace_memory(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        trace_fail("no memory for %zu bytes", bytes);
    return memory;
}

/* Room for one more element. */
static void *grow(void *array, int count, int *room, size_t each)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 16;
    return trace_memory(array, (size_t)*room * each);
}

static void add_note(trace_t *trace, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_note(trace_t *trace, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    trace->note = trace_memory(trace->note, (size_t)(trace->notes + 1) * sizeof *trace->note);
    if (vasprintf(&trace->note[trace->notes++], format, arguments) < 0)
        trace_fail("no memory for a note");
    va_end(arguments);
}

/* Times and counts are at most this, so that sums of two do not overflow. */
static const int64_t greatest = INT64_MAX / 4;

/* ---- numbers of records ---------------------------------------------------------------------- */

static void fail_record(const trace_t *trace, const trace_stream_t *stream)
{
    trace_fail("%s is damaged: chunk %llu has a record that makes no sense",
               trace->file[stream->file].path,
               (unsigned long long)stream->chunk[stream->next_chunk - 1].number);
}

static uint64_t get_number(const trace_t *trace, trace_stream_t *stream)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (stream->at == stream->end)
            fail_record(trace, stream);
        const unsigned char byte = *stream->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    fail_record(trace, stream);
    return 0;
}

static int64_t get_signed(const trace_t *trace, trace_stream_t *stream)
{
    const uint64_t number = get_number(trace, stream);
    return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

/* A number from 0 to below a limit. */
static int get_below(const trace_t *trace, trace_stream_t *stream, uint64_t limit)
{
    const uint64_t number = get_number(trace, stream);
    if (number >= limit)
        fail_record(trace, stream);
    return (int)number;
}

/* A number of something; a call that fails may have passed any. */
static int64_t get_count(const trace_t *trace, trace_stream_t *stream)
{
    const uint64_t number = get_number(trace, stream);
    return number > (uint64_t)greatest ? greatest : (int64_t)number;
}

static void get_text(const trace_t *trace, trace_stream_t *stream, char *text)
{
    const int length = get_below(trace, stream, AL_TRACE_NAME + 1);
    if (stream->end - stream->at < length)
        fail_record(trace, stream);
    memcpy(text, stream->at, (size_t)length);
    text[length] = '\0';
    for (int k = 0; k < length; ++k)
        if ((unsigned char)text[k] < ' ' || (unsigned char)text[k] > '~')
            text[k] = '?'; /* names may be cut within a character */
    stream->at += length;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static void read_at(const trace_file_t *file, void *data, size_t bytes, int64_t place)
{
    char *at = data;
    while (bytes > 0) {
        const ssize_t some = pread(file->fd, at, bytes, place);
        if (some < 0 && errno == EINTR)
            continue;
        if (some < 0)
            trace_fail("cannot read %s: %s", file->path, strerror(errno));
        if (some == 0)
            trace_fail("%s is truncated: it ends at byte %lld, in the middle of something",
                       file->path, (long long)place);
        at += some;
        place += some;
        bytes -= (size_t)some;
    }
}

static void load_chunk(trace_t *trace, trace_stream_t *stream, const chunk_t *chunk)
{
    if (!stream->data)
        stream->data = trace_memory(NULL, AL_TRACE_CHUNK);
    if (chunk->kept)
        memcpy(stream->data, chunk->kept, chunk->used);
    else
        read_at(&trace->file[stream->file], stream->data, chunk->used,
                chunk->place + AL_TRACE_CHUNK_HEADER);
    stream->at = stream->data;
    stream->end = stream->data + chunk->used;
    stream->last = chunk->begin;
    stream->known = 0;
}

static int *place_of_object(const trace_t *trace, uint64_t key, int kind)
{
    unsigned at = (unsigned)(key ^ key >> 32) & (unsigned)(trace->rooms - 1);
    for (; trace->places[at] >= 0; at = (at + 1) & (unsigned)(trace->rooms - 1)) {
        const trace_object_t *object = &trace->object[trace->places[at]];
        if (object->key == key && object->kind == kind)
            break;
    }
    return &trace->places[at];
}

static void grow_places(trace_t *trace)
{
    trace->rooms = trace->rooms ? 2 * trace->rooms : 64;
    trace->places = trace_memory(trace->places, (size_t)trace->rooms * sizeof *trace->places);
    for (int k = 0; k < trace->rooms; ++k)
        trace->places[k] = -1;
    for (int k = 0; k < trace->objects; ++k)
        *place_of_object(trace, trace->object[k].key, trace->object[k].kind) = k;
}

/* The number in the trace of an object that a record describes. */
static int find_object(trace_t *trace, const trace_object_t *object)
{
    if (2 * trace->objects >= trace->rooms)
        grow_places(trace);
    int *place = place_of_object(trace, object->key, object->kind);
    if (*place < 0) {
        *place = trace->objects++;
        trace->object = trace_memory(trace->object, (size_t)trace->objects * sizeof *trace->object);
        trace->object[*place] = *object;
    }
    return *place;
}

static void get_object(trace_t *trace, trace_stream_t *stream)
{
    enum { MOST = 1 << 16 };
    trace_object_t object = {.key = 0};
    const int number = get_below(trace, stream, MOST);
    object.kind = get_below(trace, stream, 3);
    object.key = get_number(trace, stream);
    get_text(trace, stream, object.name);
    get_text(trace, stream, object.type);
    object.element = get_signed(trace, stream);
    object.ranks = get_signed(trace, stream);
    object.ndim = get_below(trace, stream, TRACE_DIMS + 1);
    for (int d = 0; d < object.ndim; ++d)
        object.dims[d] = get_signed(trace, stream);
    if (number >= stream->known) {
        stream->object =
            trace_memory(stream->object, (size_t)(number + 1) * sizeof *stream->object);
        while (stream->known <= number)
            stream->object[stream->known++] = -1;
    }
    stream->object[number] = find_object(trace, &object);
}

static void get_operand(trace_t *trace, trace_stream_t *stream, trace_operand_t *operand)
{
    const uint64_t head = get_number(trace, stream), number = head >> 3;
    if ((number && (number >= (uint64_t)stream->known || stream->object[number] < 0)) ||
        (head & 7) > TRACE_DIMS)
        fail_record(trace, stream);
    operand->object = number ? stream->object[number] : -1;
    operand->ndim = (int)(head & 7);
    for (int d = 0; d < operand->ndim; ++d) {
        operand->lo[d] = get_signed(trace, stream);
        operand->hi[d] = (int64_t)((uint64_t)operand->lo[d] + (uint64_t)get_signed(trace, stream));
    }
}

static int64_t bounded(double time)
{
    return time > 0 ? time < (double)greatest ? (int64_t)time : greatest : 0;
}

/* Ticks of a file on the clock of rank 0. */
static int64_t time_of(const trace_t *trace, const trace_file_t *file, uint64_t ticks)
{
    const double since = (double)(int64_t)(ticks - file->header.begin_ticks) * file->tick;
    const uint64_t begin = (uint64_t)file->header.begin_time - (uint64_t)trace->least_begin;
    return bounded((double)(int64_t)begin + since + file->offset + file->drift * since);
}

static void get_list(const trace_t *trace, trace_stream_t *stream, trace_event_t *event)
{
    event->listed = get_count(trace, stream);
    event->shown = get_below(trace, stream, TRACE_ELEMENTS + 1);
    event->list_ndim = get_below(trace, stream, TRACE_DIMS + 1);
    int64_t before[TRACE_DIMS] = {0};
    for (int k = 0; k < event->shown; ++k)
        for (int d = 0; d < event->list_ndim; ++d) {
            before[d] = (int64_t)((uint64_t)before[d] + (uint64_t)get_signed(trace, stream));
            event->element[k][d] = before[d];
        }
}

static void get_targets(const trace_t *trace, trace_stream_t *stream, trace_event_t *event)
{
    const uint64_t head = get_number(trace, stream);
    int64_t rank = (int64_t)(head >> 3);
    event->targets = 1;
    if (head & 1) {
        const int64_t bytes = get_count(trace, stream);
        if (rank >= trace->ranks)
            fail_record(trace, stream);
        event->target[0] = (int)rank;
        *(head & AL_TRACE_OWN    ? &event->own
          : head & AL_TRACE_NODE ? &event->node
                                 : &event->remote) = bytes;
        return;
    }
    if (head >> 1 > TRACE_TARGETS)
        fail_record(trace, stream);
    event->targets = (int)(head >> 1);
    event->own = get_count(trace, stream);
    event->node = get_count(trace, stream);
    event->remote = get_count(trace, stream);
    rank = 0;
    for (int k = 0; k < event->targets; ++k) {
        rank = (int64_t)((uint64_t)rank + (uint64_t)get_signed(trace, stream));
        if (rank < 0 || rank >= trace->ranks)
            fail_record(trace, stream);
        event->target[k] = (int)rank;
    }
}

/* The rest of an event behind its tag. */
static void get_event(trace_t *trace, trace_stream_t *stream, int call, trace_event_t *event)
{
    const trace_file_t *file = &trace->file[stream->file];
    event->call = call;
    event->kind = trace->call[call].kind;
    const uint64_t bits = get_number(trace, stream);
    const uint64_t begin = stream->last + get_number(trace, stream);
    const uint64_t lasted = get_number(trace, stream);
    stream->last = begin + lasted;
    event->begin = time_of(trace, file, begin);
    event->duration = bounded((double)lasted * file->tick);
    if (bits & AL_TRACE_WAITED) {
        event->waited = bounded((double)get_number(trace, stream) * file->tick);
        event->waited_for = (int)get_signed(trace, stream);
    }
    if (bits & AL_TRACE_STATUS)
        event->status = (int)get_signed(trace, stream);
    if (bits & AL_TRACE_TARGETS)
        get_targets(trace, stream, event);
    if (bits & AL_TRACE_OF_CALL) {
        event->of_call = get_below(trace, stream, (uint64_t)trace->calls);
        get_operand(trace, stream, &event->of);
    }
    if (bits & AL_TRACE_NUMBER)
        event->number = get_count(trace, stream);
    if (bits & AL_TRACE_TASKS) {
        event->first_task = get_count(trace, stream);
        event->tasks = get_count(trace, stream);
    }
    if (bits & AL_TRACE_LIST)
        get_list(trace, stream, event);
    event->operands = (int)(bits & AL_TRACE_OPERANDS);
    if (event->operands > TRACE_OPERANDS)
        fail_record(trace, stream);
    for (int k = 0; k < event->operands; ++k)
        get_operand(trace, stream, &event->operand[k]);
}

/* The next event of a lane; false: there is none. */
static bool advance(trace_t *trace, trace_stream_t *stream)
{
    trace_event_t *event = &stream->next;
    event->lane = (int)(stream - trace->stream);
    event->waited = event->own = event->node = event->remote = 0;
    event->waited_for = -3;
    event->status = event->targets = event->shown = event->operands = 0;
    event->of_call = -1;
    event->number = event->tasks = event->listed = -1;
    for (;;) {
        while (stream->at == stream->end) {
            if (stream->next_chunk == stream->chunks)
                return false;
            load_chunk(trace, stream, &stream->chunk[stream->next_chunk++]);
        }
        const int tag = get_below(trace, stream, (uint64_t)trace->calls + AL_TRACE_CALL);
        if (tag == AL_TRACE_OBJECT) {
            get_object(trace, stream);
            continue;
        }
        if (tag == AL_TRACE_MARK) {
            stream->last += get_number(trace, stream);
            event->call = event->kind = -1;
            event->begin = time_of(trace, &trace->file[stream->file], stream->last);
            event->duration = 0;
            get_text(trace, stream, event->mark);
        } else {
            get_event(trace, stream, tag - AL_TRACE_CALL, event);
        }
        return true;
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *about_header(const trace_file_t *file, const char *block)
{
    const al_trace_header_t *header = &file->header;
    if (header->version != AL_TRACE_VERSION)
        return "is of another version of the format";
    al_trace_header_t zero = *header;
    zero.checksum = 0;
    const uint64_t sum = ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &zero, sizeof zero),
                                            block + sizeof zero, AL_TRACE_HEADER - sizeof zero);
    if (sum != header->checksum || header->header_bytes != AL_TRACE_HEADER ||
        header->state_bytes != AL_TRACE_STATE || header->chunk_bytes != AL_TRACE_CHUNK ||
        header->text_bytes < 1 || header->text_bytes > AL_TRACE_HEADER - sizeof *header ||
        header->calls > 4096 || header->ranks < 1 || header->ranks > 1 << 24 || header->rank < 0 ||
        header->rank >= header->ranks || header->nodes < 1)
        return "is damaged: its header makes no sense";
    return NULL;
}

/* The names of calls; they are the same in all files. */
static void read_calls(trace_t *trace, const trace_file_t *file, const char *block)
{
    const char *at = block + sizeof(al_trace_header_t), *end = at + file->header.text_bytes;
    if (at[file->header.text_bytes - 1] != '\n')
        trace_fail("%s is damaged: its list of calls makes no sense", file->path);
    trace->calls = (int)file->header.calls;
    trace->call = trace_memory(NULL, (size_t)trace->calls * sizeof *trace->call);
    for (int k = 0; k < trace->calls; ++k) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        char kind[16];
        trace_call_t *call = &trace->call[k];
        if (!line || line - at > 60 || sscanf(at, "%47[^ \n] %15[^\n]", call->name, kind) != 2)
            trace_fail("%s is damaged: its list of calls makes no sense", file->path);
        for (call->kind = 0;
             call->kind < TRACE_KINDS && strcmp(trace_kind_names[call->kind], kind) != 0;)
            ++call->kind;
        if (call->kind == TRACE_KINDS)
            trace_fail("%s: calls of the kind '%s' are not known to this ashlar-trace", file->path,
                       kind);
        at = line + 1;
    }
}

static void read_state(trace_file_t *file)
{
    read_at(file, &file->state, sizeof file->state, AL_TRACE_HEADER);
    const al_trace_state_t *state = &file->state;
    if (state->checksum !=
            ali_trace_checksum(AL_TRACE_SUM, state, offsetof(al_trace_state_t, checksum)) ||
        state->how > AL_TRACE_FAILED || state->room < 1 || state->room > UINT32_MAX)
        trace_fail("%s is damaged: its state makes no sense", file->path);
    const double ticks = (double)(int64_t)(state->now_ticks - file->header.begin_ticks);
    const double time =
        (double)(int64_t)((uint64_t)state->now_time - (uint64_t)file->header.begin_time);
    file->tick = ticks > 0 && time > 0 ? time / ticks : 1;
    file->offset = state->uncertain[0] >= 0 ? (double)state->offset[0] : 0;
    file->drift =
        state->uncertain[1] >= 0 && time > 0 ? ((double)state->offset[1] - file->offset) / time : 0;
}

static int add_lane(trace_t *trace, int file, uint32_t thread)
{
    const al_trace_header_t *header = &trace->file[file].header;
    int k = trace->lanes;
    while (k > 0 && (trace->stream[k - 1].file != file || trace->lane[k - 1].thread != (int)thread))
        --k;
    if (k > 0)
        return k - 1;
    k = trace->lanes++;
    trace->lane = trace_memory(trace->lane, (size_t)trace->lanes * sizeof *trace->lane);
    trace->stream = trace_memory(trace->stream, (size_t)trace->lanes * sizeof *trace->stream);
    trace->lane[k] = (trace_lane_t){
        .rank = header->rank, .thread = (int)thread, .node = header->node, .host = header->host};
    trace->stream[k] = (trace_stream_t){.file = file};
    return k;
}

/* One chunk, whose place may be empty. */
static void read_chunk(trace_t *trace, int f, int64_t place, unsigned char *data)
{
    const trace_file_t *file = &trace->file[f];
    al_trace_chunk_t header;
    const int64_t left = file->bytes - place;
    if (left < (int64_t)sizeof header)
        trace_fail("%s is truncated: it ends at byte %lld, in the middle of something", file->path,
                   (long long)file->bytes);
    read_at(file, &header, sizeof header, place);
    if (header.magic == 0)
        return; /* not written yet */
    const uint64_t slot = (uint64_t)(place - AL_TRACE_HEADER - AL_TRACE_STATE) / AL_TRACE_CHUNK;
    if (header.magic != AL_TRACE_CHUNK_MAGIC || header.session != file->header.session ||
        header.number % file->state.room != slot || header.thread > 1 << 16 ||
        header.used > AL_TRACE_CHUNK - AL_TRACE_CHUNK_HEADER)
        trace_fail("%s is damaged: the chunk at byte %lld makes no sense", file->path,
                   (long long)place);
    read_at(file, data, header.used, place + AL_TRACE_CHUNK_HEADER);
    const uint64_t sum = header.checksum;
    header.checksum = 0;
    const bool is_moving = file->state.is_ring && file->state.how == AL_TRACE_OPEN;
    if (sum != ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &header, sizeof header), data,
                                  header.used)) {
        if (is_moving)
            return; /* it is being written over */
        trace_fail("%s is damaged: the chunk at byte %lld has another checksum", file->path,
                   (long long)place);
    }
    const int lane = add_lane(trace, f, header.thread);
    trace_stream_t *stream = &trace->stream[lane];
    stream->chunk = grow(stream->chunk, stream->chunks, &stream->room, sizeof *stream->chunk);
    chunk_t *chunk = &stream->chunk[stream->chunks++];
    *chunk = (chunk_t){
        .number = header.number, .begin = header.begin, .place = place, .used = header.used};
    if (is_moving)
        chunk->kept = memcpy(trace_memory(NULL, header.used), data, header.used);
}

static void open_file(trace_t *trace, const char *path)
{
    trace->file = trace_memory(trace->file, (size_t)(trace->files + 1) * sizeof *trace->file);
    trace_file_t *file = &trace->file[trace->files++];
    *file = (trace_file_t){.path = strdup(path), .fd = open(path, O_RDONLY | O_CLOEXEC)};
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0)
        trace_fail("cannot open %s: %s", path, strerror(errno));
    file->bytes = status.st_size;
    char *block = trace_memory(NULL, AL_TRACE_HEADER + AL_TRACE_STATE);
    if (file->bytes < AL_TRACE_HEADER + (int64_t)sizeof file->state)
        trace_fail("%s is no trace, or only its beginning: it has %lld bytes", path,
                   (long long)file->bytes);
    read_at(file, block, AL_TRACE_HEADER, 0);
    memcpy(&file->header, block, sizeof file->header);
    if (memcmp(file->header.magic, AL_TRACE_MAGIC, sizeof AL_TRACE_MAGIC) != 0)
        trace_fail("%s is no trace of Ashlar", path);
    const char *problem = about_header(file, block);
    if (problem)
        trace_fail("%s %s", path, problem);
    file->header.host[AL_TRACE_NAME - 1] = file->header.program[AL_TRACE_NAME - 1] = '\0';
    const al_trace_header_t *first = &trace->file[0].header;
    if (file->header.session != first->session || file->header.ranks != first->ranks ||
        file->header.calls != first->calls)
        trace_fail("%s and %s are of different runs", trace->file[0].path, path);
    read_state(file);
    if (trace->files == 1) {
        read_calls(trace, file, block);
        trace->ranks = first->ranks;
        trace->nodes = first->nodes;
        trace->has_rank = trace_memory(NULL, (size_t)trace->ranks);
        memset(trace->has_rank, 0, (size_t)trace->ranks);
    }
    free(block);
    if (trace->has_rank[file->header.rank]++)
        trace_fail("there are two files of rank %d: %s is one", file->header.rank, path);
}

static int compare_chunks(const void *a, const void *b)
{
    const uint64_t first = ((const chunk_t *)a)->number, second = ((const chunk_t *)b)->number;
    return (first > second) - (first < second);
}

static void read_chunks(trace_t *trace)
{
    unsigned char *data = trace_memory(NULL, AL_TRACE_CHUNK);
    for (int f = 0; f < trace->files; ++f)
        for (int64_t place = AL_TRACE_HEADER + AL_TRACE_STATE; place < trace->file[f].bytes;
             place += AL_TRACE_CHUNK)
            read_chunk(trace, f, place, data);
    free(data);
    for (int k = 0; k < trace->lanes; ++k)
        qsort(trace->stream[k].chunk, (size_t)trace->stream[k].chunks,
              sizeof *trace->stream[k].chunk, compare_chunks);
}

/* A trace that has ended has all chunks that it has begun. */
static void check_ends(const trace_t *trace)
{
    for (int f = 0; f < trace->files; ++f) {
        const al_trace_state_t *state = &trace->file[f].state;
        uint64_t found = 0;
        for (int k = 0; k < trace->lanes; ++k)
            if (trace->stream[k].file == f)
                found += (uint64_t)trace->stream[k].chunks;
        if (state->how == AL_TRACE_ENDED && !state->is_ring && found != state->chunks)
            trace_fail("%s is truncated: it has %llu chunks of %llu", trace->file[f].path,
                       (unsigned long long)found, (unsigned long long)state->chunks);
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void open_folder(trace_t *trace, const char *folder)
{
    DIR *names = opendir(folder);
    if (!names)
        trace_fail("cannot open the folder %s: %s", folder, strerror(errno));
    char **path = NULL;
    int count = 0, room = 0;
    for (const struct dirent *entry; (entry = readdir(names));) {
        const size_t length = strlen(entry->d_name);
        if (strncmp(entry->d_name, "rank-", 5) != 0 || length < 11 ||
            strcmp(entry->d_name + length - 6, ".trace") != 0)
            continue;
        path = grow(path, count, &room, sizeof *path);
        if (asprintf(&path[count++], "%s/%s", folder, entry->d_name) < 0)
            trace_fail("no memory for a name");
    }
    closedir(names);
    if (count == 0)
        trace_fail("%s holds no trace: no file rank-*.trace", folder);
    qsort(path, (size_t)count, sizeof *path, compare_names);
    for (int k = 0; k < count; ++k) {
        open_file(trace, path[k]);
        free(path[k]);
    }
    free(path);
}

/* ---- what is not whole ----------------------------------------------------------------------- */

static void note_missing(trace_t *trace)
{
    char text[256] = "";
    int missing = 0;
    for (int rank = 0; rank < trace->ranks; ++rank) {
        if (trace->has_rank[rank])
            continue;
        const size_t at = strlen(text);
        if (++missing <= 16)
            snprintf(text + at, sizeof text - at, "%s%d", missing > 1 ? ", " : "", rank);
    }
    if (missing)
        add_note(trace, "%s missing: %s%s of %d", missing > 1 ? "ranks are" : "a rank is", text,
                 missing > 16 ? " and others" : "", trace->ranks);
}

static void note_states(trace_t *trace)
{
    for (int f = 0; f < trace->files; ++f) {
        const trace_file_t *file = &trace->file[f];
        const al_trace_state_t *state = &file->state;
        const int rank = file->header.rank;
        if (state->how == AL_TRACE_OPEN)
            add_note(trace,
                     "rank %d: still being written, or its rank was killed: this is how far "
                     "it had come",
                     rank);
        if (state->how == AL_TRACE_FULL)
            add_note(trace, "rank %d: reached ASHLAR_TRACE_LIMIT; later events are missing", rank);
        if (state->how == AL_TRACE_FAILED)
            add_note(trace, "rank %d: could not be written any more; later events are missing",
                     rank);
        if (state->is_ring && state->chunks > state->room)
            add_note(trace, "rank %d: keeps its end; earlier events are missing", rank);
        if (state->lost)
            add_note(trace, "rank %d: %llu events are missing, for want of memory", rank,
                     (unsigned long long)state->lost);
        if (state->uncertain[0] > 1000000)
            add_note(trace, "rank %d: its clock is known to %.1f ms only", rank,
                     1e-6 * (double)state->uncertain[0]);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void find_begin(trace_t *trace)
{
    trace->least_begin = INT64_MAX;
    for (int f = 0; f < trace->files; ++f) {
        const trace_file_t *file = &trace->file[f];
        const int64_t begin = bounded((double)file->header.begin_time + file->offset);
        if (begin < trace->least_begin)
            trace->least_begin = begin;
    }
    trace->date = trace->file[0].header.begin_date;
    memcpy(trace->program, trace->file[0].header.program, AL_TRACE_NAME);
}

/* Go through all events once: every record makes sense, and this is how many there are. */
static void check_records(trace_t *trace)
{
    for (int k = 0; k < trace->lanes; ++k)
        while (advance(trace, &trace->stream[k])) {
            const trace_event_t *event = &trace->stream[k].next;
            trace->events += event->call >= 0;
            if (event->begin + event->duration > trace->end)
                trace->end = event->begin + event->duration;
        }
}

trace_t *trace_open(int folders, char **folder)
{
    trace_t *trace = trace_memory(NULL, sizeof *trace);
    *trace = (trace_t){.files = 0};
    for (int k = 0; k < folders; ++k)
        open_folder(trace, folder[k]);
    find_begin(trace);
    read_chunks(trace);
    check_ends(trace);
    check_records(trace);
    note_missing(trace);
    note_states(trace);
    trace->heap = trace_memory(NULL, (size_t)trace->lanes * sizeof *trace->heap);
    trace_rewind(trace);
    return trace;
}

/* ---- merging --------------------------------------------------------------------------------- */

static int64_t begin_of(const trace_t *trace, int place)
{
    return trace->stream[trace->heap[place]].next.begin;
}

static void sift_down(trace_t *trace, int place)
{
    for (int child; (child = 2 * place + 1) < trace->heap_size; place = child) {
        if (child + 1 < trace->heap_size && begin_of(trace, child + 1) < begin_of(trace, child))
            ++child;
        if (begin_of(trace, place) <= begin_of(trace, child))
            return;
        const int lane = trace->heap[place];
        trace->heap[place] = trace->heap[child];
        trace->heap[child] = lane;
    }
}

void trace_rewind(trace_t *trace)
{
    trace->heap_size = 0;
    trace->is_top_taken = false;
    for (int k = 0; k < trace->lanes; ++k) {
        trace_stream_t *stream = &trace->stream[k];
        stream->next_chunk = 0;
        stream->at = stream->end = NULL;
        if (advance(trace, stream))
            trace->heap[trace->heap_size++] = k;
    }
    for (int place = trace->heap_size / 2; place-- > 0;)
        sift_down(trace, place);
}

const trace_event_t *trace_next(trace_t *trace)
{
    if (trace->is_top_taken) {
        if (!advance(trace, &trace->stream[trace->heap[0]]))
            trace->heap[0] = trace->heap[--trace->heap_size];
        sift_down(trace, 0);
    }
    trace->is_top_taken = trace->heap_size > 0;
    return trace->is_top_taken ? &trace->stream[trace->heap[0]].next : NULL;
}
