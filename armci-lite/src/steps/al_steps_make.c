/* Lists of steps while they are made: memory, and the numbers that tell calls of a pair apart. */
#include "armci-lite/src/steps/al_steps_list.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_lock.h"

/* Lists that are over, with the memory they have, for those to come; each thread has one at hand.
 */
static struct {
    al_steps_t *first;
    al_lock_t lock; /* a helper thread ends lists, too */
} spare;
static _Thread_local al_steps_t *at_hand;
static _Thread_local uint64_t at_hand_since; /* in this session */
static uint64_t numbers;                     /* of lists so far */
static al_steps_t *all_lists;                /* under the lock */
uint64_t ali_steps_session = 1;

static al_steps_t *take_spare(void)
{
    ali_lock(&spare.lock);
    al_steps_t *steps = spare.first;
    if (steps)
        spare.first = steps->next;
    else if ((steps = calloc(1, sizeof *steps))) {
        steps->next_of_all = all_lists;
        all_lists = steps;
    }
    ali_unlock(&spare.lock);
    return steps;
}

al_steps_t *ali_steps_begin(const char *call)
{
    const bool is_at_hand = at_hand && at_hand_since == ali_steps_session;
    al_steps_t *steps = is_at_hand ? at_hand : take_spare();
    at_hand = NULL;
    if (AL_UNLIKELY(!steps))
        return NULL;
    steps->call = call;
    steps->number = ++numbers;
    return steps;
}

/* Keep the first chunk of memory. */
static void clear_list(al_steps_t *steps)
{
    while (AL_UNLIKELY(steps->memory && steps->memory->next)) {
        al_chunk_t *chunk = steps->memory;
        steps->memory = chunk->next;
        free(chunk);
    }
    if (steps->memory)
        steps->memory->used = 0;
    steps->count = steps->next_step = steps->messages = 0;
    steps->status = ASHLAR_OK;
    steps->handle = 0;
}

void ali_steps_spare(al_steps_t *steps)
{
    clear_list(steps);
    ali_lock(&spare.lock);
    steps->next = spare.first;
    spare.first = steps;
    ali_unlock(&spare.lock);
}

void ali_steps_recycle(al_steps_t *steps)
{
    if (AL_UNLIKELY(at_hand && at_hand_since == ali_steps_session)) {
        ali_steps_spare(steps);
        return;
    }
    clear_list(steps);
    at_hand = steps;
    at_hand_since = ali_steps_session;
}

static al_pair_t *join_pair(al_steps_t *steps, int rank);

void ali_steps_drop(al_steps_t *steps)
{
    ali_steps_recycle(steps);
}

bool ali_steps_is_small(const al_steps_t *steps)
{
    enum { MOST = 1 << 16 };
    size_t bytes = 0;
    for (const al_chunk_t *chunk = steps->memory; chunk; chunk = chunk->next)
        bytes += chunk->bytes;
    return bytes <= MOST;
}

void ali_steps_repeat(al_steps_t *steps)
{
    steps->number = ++numbers;
    steps->next_step = 0;
    for (int k = 0; k < steps->count; ++k) {
        al_step_t *step = &steps->step[k];
        if (step->kind >= AL_STEP_JOIN)
            continue;
        al_pair_t *pair = join_pair(steps, step->rank); /* it is known: this needs no memory */
        const uint32_t c = pair->calls % AL_PAIR_COUNTERS;
        if (step->kind <= AL_STEP_AWAIT) {
            step->count.way = step->kind == AL_STEP_SIGNAL ? &pair->to[c] : &pair->from[c];
            step->count.value = ++step->count.way->steps;
        } else {
            step->message.tag = AL_STEPS_TAG + (int)(pair->calls % AL_STEPS_TAGS);
        }
    }
}

void ali_steps_free_all(void)
{
    while (all_lists) {
        al_steps_t *steps = all_lists;
        all_lists = steps->next_of_all;
        while (steps->memory) {
            al_chunk_t *chunk = steps->memory;
            steps->memory = chunk->next;
            free(chunk);
        }
        free(steps->step);
        free(steps->request);
        free(steps);
    }
    spare.first = NULL;
    ++ali_steps_session;
}

void *ali_steps_memory(al_steps_t *steps, size_t bytes)
{
    enum { CHUNK = 4096 };
    bytes = ali_round_up(bytes, _Alignof(max_align_t));
    al_chunk_t *chunk = steps->memory;
    if (AL_UNLIKELY(!chunk || bytes > chunk->bytes - chunk->used)) {
        const size_t room = bytes > CHUNK ? bytes : CHUNK;
        chunk = malloc(sizeof *chunk + room);
        if (!chunk) {
            steps->status = ASHLAR_ENOMEM;
            return NULL;
        }
        *chunk = (al_chunk_t){.next = steps->memory, .bytes = room};
        steps->memory = chunk;
    }
    void *memory = chunk->data + chunk->used;
    chunk->used += bytes;
    return memory;
}

/* ---- adding steps ---------------------------------------------------------------------------- */

static al_step_t *add_step(al_steps_t *steps, al_step_kind_t kind, int rank)
{
    if (AL_UNLIKELY(steps->count == steps->room)) {
        const int room = steps->room ? 2 * steps->room : 16;
        al_step_t *longer = realloc(steps->step, (size_t)room * sizeof *longer);
        if (!longer) {
            steps->status = ASHLAR_ENOMEM;
            return NULL;
        }
        steps->step = longer;
        steps->room = room;
    }
    al_step_t *step = &steps->step[steps->count++];
    step->kind = kind;
    step->rank = rank;
    return step;
}

/* This list is, between me and a rank, a call that both have begun. */
static al_pair_t *join_pair(al_steps_t *steps, int rank)
{
    al_pair_t *pair = ali_pair(rank);
    if (AL_UNLIKELY(!pair)) {
        steps->status = ASHLAR_ENOMEM;
        return NULL;
    }
    if (pair->list != steps->number) {
        pair->list = steps->number;
        ++pair->calls;
    }
    return pair;
}

static void add_count(al_steps_t *steps, al_step_kind_t kind, int rank)
{
    al_step_t *step = add_step(steps, kind, rank);
    al_pair_t *pair = step ? join_pair(steps, rank) : NULL;
    if (!pair) {
        steps->count -= step != NULL;
        return;
    }
    const uint32_t k = pair->calls % AL_PAIR_COUNTERS;
    step->count.way = kind == AL_STEP_SIGNAL ? &pair->to[k] : &pair->from[k];
    step->count.value = ++step->count.way->steps;
}

void ali_steps_signal(al_steps_t *steps, int rank)
{
    add_count(steps, AL_STEP_SIGNAL, rank);
}

void ali_steps_await(al_steps_t *steps, int rank)
{
    add_count(steps, AL_STEP_AWAIT, rank);
}

/* MPI counts bytes in an int. */
static void add_message(al_steps_t *steps, al_step_kind_t kind, int rank, char *data, size_t bytes)
{
    enum { MOST = 1 << 30 };
    do {
        al_step_t *step = add_step(steps, kind, rank);
        al_pair_t *pair = step ? join_pair(steps, rank) : NULL;
        if (!pair) {
            steps->count -= step != NULL;
            return;
        }
        const size_t part = ali_min_bytes(bytes, MOST);
        step->message.data = data;
        step->message.bytes = (int)part;
        step->message.tag = AL_STEPS_TAG + (int)(pair->calls % AL_STEPS_TAGS);
        step->message.number = steps->messages++;
        data += part;
        bytes -= part;
    } while (bytes);
}

void ali_steps_send(al_steps_t *steps, int rank, const void *data, size_t bytes)
{
    add_message(steps, AL_STEP_SEND, rank, ali_unconst(data), bytes);
}

void ali_steps_receive(al_steps_t *steps, int rank, void *data, size_t bytes)
{
    add_message(steps, AL_STEP_RECEIVE, rank, data, bytes);
}

int ali_steps_messages(const al_steps_t *steps)
{
    return steps->messages;
}

void ali_steps_join(al_steps_t *steps, int first, int end)
{
    al_step_t *step = first < end ? add_step(steps, AL_STEP_JOIN, AL_OTHER_NODES) : NULL;
    if (!step)
        return;
    step->join.first = first;
    step->join.end = end;
}

void ali_steps_work(al_steps_t *steps, al_work_t *work, void *context, int64_t a, int64_t b)
{
    al_step_t *step = add_step(steps, AL_STEP_WORK, ali_context.rank);
    if (!step)
        return;
    step->work.call = work;
    step->work.context = context;
    step->work.a = a;
    step->work.b = b;
}

void ali_steps_turns(al_steps_t *steps, al_turn_t *turn, void *context)
{
    al_step_t *step = add_step(steps, AL_STEP_TURNS, ali_context.rank);
    if (!step)
        return;
    step->turns.call = turn;
    step->turns.context = context;
}

/* The steps that pairs have counted do not come. */
void ali_steps_undo(al_steps_t *steps)
{
    for (int k = 0; k < steps->count; ++k) {
        const al_step_t *step = &steps->step[k];
        if (step->kind <= AL_STEP_AWAIT)
            --step->count.way->steps;
        al_pair_t *pair = step->kind < AL_STEP_JOIN ? ali_pair(step->rank) : NULL;
        if (pair && pair->list == steps->number) {
            pair->list = 0;
            --pair->calls;
        }
    }
    ali_steps_recycle(steps);
}

bool ali_steps_have_room(al_steps_t *steps)
{
    if (AL_UNLIKELY(steps->messages > steps->request_room)) {
        const int room = steps->messages + steps->messages / 2;
        MPI_Request *longer = realloc(steps->request, (size_t)room * sizeof(MPI_Request));
        if (longer) {
            steps->request = longer;
            steps->request_room = room;
        } else {
            steps->status = ASHLAR_ENOMEM;
        }
    }
    return steps->status == ASHLAR_OK;
}
