/* By hand-written messages: a buffer for each rank, sent when it is full, and filled again only
 * when the one before it has left. A number says itself which element it is for. Whoever sends then
 * takes what has arrived. At the end each rank sends every other a message of nothing. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

#include <mpi.h>

#include "gups.h"

enum { RECEIVES = 8, HUGE_PAGE = 2 << 20 };

typedef struct buffer {
    uint64_t *next, *end; /* of the open one */
    uint64_t *numbers[2]; /* [most] each */
    MPI_Request requests[2];
    int open; /* the one being filled */
} buffer_t;

static struct {
    uint64_t *element;
    int64_t first, n;
    uint64_t mask;
    int shift; /* the owner of an element is its index times the ranks, shifted by this */
    int most;  /* numbers in a buffer: all buffers together hold back at most a batch */
    gups_kind_t kind;
    buffer_t *buffers;              /* [ranks] */
    uint64_t *memory;               /* of all of them, and of what is received */
    uint64_t *received;             /* [RECEIVES][most] */
    MPI_Request receives[RECEIVES]; /* persistent, and matched in turn */
    int turn;
    int ended; /* ranks that send nothing more */
} my;

static void apply(const uint64_t *numbers, const uint64_t *end)
{
    uint64_t *const element = my.element;
    const uint64_t mask = my.mask, first = (uint64_t)my.first;
    if (my.kind == GUPS_XOR)
        for (; numbers < end; ++numbers)
            element[(*numbers & mask) - first] ^= *numbers;
    else
        for (; numbers < end; ++numbers)
            element[(*numbers & mask) - first] = *numbers;
}

/* Messages of one sender are matched, and so applied, in the order in which they were sent. */
static void take_arrived(void)
{
    int arrived = 1;
    while (arrived) {
        MPI_Status status;
        MPI_Test(&my.receives[my.turn], &arrived, &status);
        if (!arrived)
            return;
        int bytes;
        const uint64_t *numbers = my.received + (size_t)my.turn * (size_t)my.most;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        my.ended += bytes == 0;
        apply(numbers, numbers + (size_t)bytes / sizeof *numbers);
        MPI_Start(&my.receives[my.turn]);
        my.turn = (my.turn + 1) % RECEIVES;
    }
}

static void wait_for(MPI_Request *request)
{
    int complete = 0;
    while (!complete) {
        MPI_Test(request, &complete, MPI_STATUS_IGNORE);
        if (!complete)
            take_arrived();
    }
}

static void flush(int to)
{
    buffer_t *buffer = &my.buffers[to];
    uint64_t *numbers = buffer->numbers[buffer->open];
    if (to == gups_rank()) {
        apply(numbers, buffer->next);
        buffer->next = numbers;
        return;
    }
    MPI_Isend(numbers, (int)((buffer->next - numbers) * (ptrdiff_t)sizeof *numbers), MPI_BYTE, to,
              0, MPI_COMM_WORLD, &buffer->requests[buffer->open]);
    buffer->open = !buffer->open;
    take_arrived();
    wait_for(&buffer->requests[buffer->open]);
    buffer->next = buffer->numbers[buffer->open];
    buffer->end = buffer->next + my.most;
}

static void *take(size_t bytes)
{
    void *memory = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE) / HUGE_PAGE * HUGE_PAGE);
    if (!memory)
        gups_fail("no memory for the table");
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static void start(const gups_t *gups)
{
    const int64_t size = gups_size(), rank = gups_rank();
    my.kind = gups->kind;
    my.mask = (uint64_t)gups->table - 1;
    my.shift = __builtin_ctzll((unsigned long long)gups->table);
    my.first = (rank * gups->table + size - 1) / size;
    my.n = ((rank + 1) * gups->table + size - 1) / size - my.first;
    my.element = take((size_t)my.n * sizeof *my.element);
    for (int64_t k = 0; k < my.n; ++k)
        my.element[k] = (uint64_t)(my.first + k);
    my.most = (int)(gups->batch < size ? 1 : gups->batch / size);
    my.buffers = malloc((size_t)size * sizeof *my.buffers);
    my.memory = take((size_t)(2 * size + RECEIVES) * (size_t)my.most * sizeof *my.memory);
    if (!my.buffers)
        gups_fail("no memory for the buffers");
    uint64_t *numbers = my.memory;
    for (int r = 0; r < size; ++r, numbers += 2 * my.most) {
        uint64_t *other = numbers + my.most;
        my.buffers[r] =
            (buffer_t){numbers, other, {numbers, other}, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, 0};
    }
    my.received = numbers;
    for (int k = 0; k < RECEIVES; ++k)
        MPI_Recv_init(my.received + (size_t)k * (size_t)my.most, my.most * (int)sizeof(uint64_t),
                      MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &my.receives[k]);
}

static void run(const gups_t *gups)
{
    const uint64_t size = (uint64_t)gups_size();
    uint64_t number = gups->seed;
    my.ended = 1; /* this one */
    my.turn = 0;
    MPI_Startall(RECEIVES, my.receives);
    for (int64_t k = 0; k < gups->updates; ++k) {
        number = gups_next(number);
        const int to = (int)((number & my.mask) * size >> my.shift);
        buffer_t *buffer = &my.buffers[to];
        *buffer->next++ = number;
        if (buffer->next == buffer->end)
            flush(to);
    }
    for (int r = 0; r < gups_size(); ++r) {
        if (my.buffers[r].next != my.buffers[r].numbers[my.buffers[r].open])
            flush(r);
        if (r != gups_rank())
            flush(r); /* nothing: the end */
    }
    while (my.ended < gups_size())
        take_arrived();
    for (int r = 0; r < gups_size(); ++r)
        MPI_Waitall(2, my.buffers[r].requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < RECEIVES; ++k) {
        MPI_Cancel(&my.receives[k]);
        MPI_Wait(&my.receives[k], MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static int64_t *elements(int64_t *first, int64_t *n)
{
    *first = my.first;
    *n = my.n;
    return (int64_t *)my.element;
}

static void stop(void)
{
    for (int k = 0; k < RECEIVES; ++k)
        MPI_Request_free(&my.receives[k]);
    free(my.element);
    free(my.memory);
    free(my.buffers);
}

const gups_way_t gups_messages = {"messages", start, run, elements, stop};
