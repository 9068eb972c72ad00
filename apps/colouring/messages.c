/* By hand-written messages, in no step: a rank colours what it can, tells each rank that waits for
 * one of the vertices coloured, and goes on as soon as anything arrives.
 *
 * A position is a row of this rank, or `rows` and more: a ghost, a vertex of another rank that is a
 * neighbour of a row. Ghosts are in the order of their vertices, thus by rank. Since the graph is
 * undirected, each rank knows without being told which of its rows are another's ghosts, and in
 * which order: a message names a vertex by its place among those. */
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "colouring.h"

enum {
    LARGEST = 4096,
    AT_ONCE = 256,
    AHEAD = 8
}; /* updates in a message; rows coloured between two looks */

typedef struct update {
    uint32_t place; /* among the receiver's ghosts that the sender owns */
    int32_t colour;
} update_t;

/* Neighbours of a row that one rank owns, up to `end`; for that rank the row is a ghost, of those
 * that I own number `place`. */
typedef struct run {
    int64_t end;
    int32_t owner;
    uint32_t place;
} run_t;

/* A rank that wants the colour of a row. */
typedef struct want {
    int32_t rank;
    uint32_t place;
} want_t;

/* The state of a peer: the ghosts that it owns, the rows that are its ghosts, and the updates for
 * it: those up to `sent` are on the way, and their memory is not used again. */
typedef struct peer {
    uint32_t first_ghost, ghosts;
    uint32_t first_row, rows;
    update_t *updates;
    uint32_t count, sent;
} peer_t;

static struct {
    const graph_t *graph;
    int64_t rows;
    uint32_t ghosts;
    peer_t *peers;   /* [ranks] */
    uint32_t *at;    /* positions of all neighbours; later, of each row those of a higher
                        priority, and from `later` on its rows of a lower one */
    int64_t *later;  /* [rows] */
    int64_t *end;    /* [rows] */
    uint32_t *ghost; /* [ghosts] their vertices */
    run_t *run;
    uint32_t *runs; /* [rows + 1] where those of a row begin */
    uint32_t run_room;
    uint64_t *priority; /* of positions */
    int32_t *colour;    /* of positions */
    uint32_t *waits;    /* of rows: neighbours of a higher priority that have no colour yet */
    uint32_t *led;      /* [ghosts + 2] where rows that wait for a ghost begin */
    uint32_t *follower; /* those rows */
    uint32_t *wants;    /* [rows + 1] where the ranks that want a row begin */
    want_t *want;
    uint32_t *ready; /* rows to be coloured, a queue */
    int64_t ready_first, ready_end;
    uint32_t expected; /* ghosts whose colour is yet to come */
    taken_t taken;
    update_t received[LARGEST];
    MPI_Request receiving, *sends;
    int send_count, send_room;
} my;

/* ---- preparation ----------------------------------------------------------------------------- */

/* Cut each row's neighbours, which ascend, into runs of one owner, and mark the ghosts. */
static void find_runs(uint64_t *is_ghost)
{
    const graph_t *graph = my.graph;
    uint32_t n = 0;
    for (int64_t row = 0; row < my.rows; ++row) {
        const int64_t end = graph->begin[row + 1];
        my.runs[row] = n;
        for (int64_t k = graph->begin[row]; k < end;) {
            const int32_t owner = (int32_t)(graph->neighbour[k] / graph->share);
            const int64_t limit = graph->share * (owner + 1);
            if (n == my.run_room) {
                my.run_room = 2 * my.run_room + (uint32_t)my.rows;
                my.run = realloc(my.run, my.run_room * sizeof *my.run);
                if (!my.run)
                    colouring_fail("no memory");
            }
            if (owner == graph->rank)
                while (k < end && graph->neighbour[k] < limit)
                    ++k;
            else
                for (; k < end && graph->neighbour[k] < limit; ++k)
                    is_ghost[graph->neighbour[k] / 64] |= (uint64_t)1 << graph->neighbour[k] % 64;
            my.run[n++] = (run_t){k, owner, my.peers[owner].rows++};
        }
    }
    my.runs[my.rows] = n;
}

/* List the ghosts of all marked; before[]: how many are before a word. */
static void list_ghosts(const uint64_t *is_ghost, int64_t words, uint32_t *before)
{
    uint32_t n = 0;
    for (int64_t k = 0; k < words; ++k) {
        before[k] = n;
        n += (uint32_t)__builtin_popcountll(is_ghost[k]);
    }
    my.ghosts = n;
    my.ghost = colouring_take(n, sizeof *my.ghost);
    n = 0;
    for (int64_t k = 0; k < words; ++k)
        for (uint64_t bits = is_ghost[k]; bits; bits &= bits - 1)
            my.ghost[n++] = (uint32_t)(64 * k + __builtin_ctzll(bits));
    n = 0;
    for (int r = 0; r < my.graph->size; ++r) {
        peer_t *peer = &my.peers[r];
        peer->first_ghost = n;
        while (n < my.ghosts && my.ghost[n] < my.graph->share * (r + 1))
            ++n;
        peer->ghosts = n - peer->first_ghost;
    }
}

static void find_positions(void)
{
    const graph_t *graph = my.graph;
    const int64_t words = graph->vertices / 64 + 1;
    uint64_t *is_ghost = calloc((size_t)words, sizeof *is_ghost);
    uint32_t *before = colouring_take((uint64_t)words, sizeof *before);
    if (!is_ghost)
        colouring_fail("no memory");
    find_runs(is_ghost);
    list_ghosts(is_ghost, words, before);
    my.at = colouring_take((uint64_t)graph->begin[my.rows], sizeof *my.at);
    int64_t k = 0;
    for (uint32_t n = 0; n < my.runs[my.rows]; ++n) {
        const run_t run = my.run[n];
        if (run.owner == graph->rank)
            for (; k < run.end; ++k)
                my.at[k] = (uint32_t)(graph->neighbour[k] - graph->first);
        else
            for (; k < run.end; ++k) {
                const int64_t vertex = graph->neighbour[k];
                const uint64_t lower = ((uint64_t)1 << vertex % 64) - 1;
                my.at[k] = (uint32_t)my.rows + before[vertex / 64] +
                           (uint32_t)__builtin_popcountll(is_ghost[vertex / 64] & lower);
            }
    }
    free(is_ghost);
    free(before);
}

/* Send the degrees of rows to those whose ghosts they are. */
static void exchange_degrees(void)
{
    const graph_t *graph = my.graph;
    const int size = graph->size;
    uint32_t given = 0;
    for (int r = 0; r < size; ++r) {
        my.peers[r].first_row = given;
        given += r == graph->rank ? 0 : my.peers[r].rows;
    }
    uint32_t *in = colouring_take(my.ghosts, sizeof *in), *out = colouring_take(given, sizeof *out);
    MPI_Request *requests = colouring_take(2 * (uint64_t)size, sizeof *requests);
    int count = 0;
    for (int r = 0; r < size; ++r)
        if (my.peers[r].ghosts)
            MPI_Irecv(in + my.peers[r].first_ghost, (int)my.peers[r].ghosts, MPI_UINT32_T, r, 0,
                      MPI_COMM_WORLD, &requests[count++]);
    for (int64_t row = 0; row < my.rows; ++row) {
        const uint32_t degree = (uint32_t)graph_degree(graph, row);
        my.priority[row] = graph_priority(graph, graph->first + row, degree);
        for (uint32_t n = my.runs[row]; n < my.runs[row + 1]; ++n)
            if (my.run[n].owner != graph->rank)
                out[my.peers[my.run[n].owner].first_row + my.run[n].place] = degree;
    }
    for (int r = 0; r < size; ++r)
        if (r != graph->rank && my.peers[r].rows)
            MPI_Isend(out + my.peers[r].first_row, (int)my.peers[r].rows, MPI_UINT32_T, r, 0,
                      MPI_COMM_WORLD, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (uint32_t k = 0; k < my.ghosts; ++k)
        my.priority[my.rows + k] = graph_priority(graph, my.ghost[k], in[k]);
    free(in);
    free(out);
    free(requests);
}

/* Part the neighbours of each row, and find the ranks that want its colour. */
static void part_neighbours(void)
{
    const graph_t *graph = my.graph;
    uint32_t count = 0;
    my.want = colouring_take(my.runs[my.rows], sizeof *my.want);
    uint32_t *later = colouring_take((uint64_t)graph->degree + 1, sizeof *later);
    int64_t k = 0;
    for (int64_t row = 0; row < my.rows; ++row) {
        const uint64_t priority = my.priority[row];
        int64_t earlier_end = k;
        size_t later_count = 0;
        my.wants[row] = count;
        for (uint32_t n = my.runs[row]; n < my.runs[row + 1]; ++n) {
            const run_t run = my.run[n];
            const int is_mine = run.owner == graph->rank;
            const int64_t length = run.end - k, earlier_begin = earlier_end;
            for (; k < run.end; ++k) {
                const uint32_t at = my.at[k];
                const int is_earlier = my.priority[at] > priority;
                my.at[earlier_end] = at;
                earlier_end += is_earlier;
                later[later_count] = at;
                later_count += (size_t)(is_mine & !is_earlier);
            }
            if (is_mine)
                continue;
            if (earlier_end - earlier_begin < length)
                my.want[count++] = (want_t){run.owner, run.place};
            for (int64_t e = earlier_begin; e < earlier_end; ++e)
                ++my.led[my.at[e] - my.rows + 2];
        }
        my.later[row] = earlier_end;
        my.end[row] = earlier_end + (int64_t)later_count;
        memcpy(my.at + earlier_end, later, later_count * sizeof *later);
        my.waits[row] = (uint32_t)(earlier_end - graph->begin[row]);
        if (my.waits[row] == 0)
            my.ready[my.ready_end++] = (uint32_t)row;
    }
    my.wants[my.rows] = count;
    free(later);
}

static void find_followers(void)
{
    for (uint32_t ghost = 0; ghost < my.ghosts; ++ghost) {
        my.expected += my.led[ghost + 2] > 0;
        my.led[ghost + 2] += my.led[ghost + 1];
    }
    my.follower = colouring_take(my.led[my.ghosts + 1], sizeof *my.follower);
    for (int64_t row = 0; row < my.rows; ++row)
        for (int64_t k = my.graph->begin[row]; k < my.later[row]; ++k)
            if (my.at[k] >= my.rows)
                my.follower[my.led[my.at[k] - my.rows + 1]++] = (uint32_t)row;
}

static void prepare(const graph_t *graph)
{
    memset(&my, 0, sizeof my);
    my.graph = graph;
    my.rows = graph->rows;
    my.peers = calloc((size_t)graph->size, sizeof *my.peers);
    if (!my.peers)
        colouring_fail("no memory");
    my.runs = colouring_take((uint64_t)my.rows + 1, sizeof *my.runs);
    find_positions();
    const uint64_t positions = (uint64_t)my.rows + my.ghosts;
    my.priority = colouring_take(positions, sizeof *my.priority);
    my.colour = colouring_take(positions, sizeof *my.colour);
    my.later = colouring_take((uint64_t)my.rows, sizeof *my.later);
    my.end = colouring_take((uint64_t)my.rows, sizeof *my.end);
    my.waits = colouring_take((uint64_t)my.rows, sizeof *my.waits);
    my.wants = colouring_take((uint64_t)my.rows + 1, sizeof *my.wants);
    my.ready = colouring_take((uint64_t)my.rows + 1, sizeof *my.ready);
    my.led = calloc((size_t)my.ghosts + 2, sizeof *my.led);
    if (!my.led)
        colouring_fail("no memory");
    my.taken = taken_make(graph);
    exchange_degrees();
    part_neighbours();
    find_followers();
    for (int r = 0; r < graph->size; ++r)
        my.peers[r].updates = colouring_take(my.peers[r].rows, sizeof *my.peers[r].updates);
}

/* ---- colouring ------------------------------------------------------------------------------- */

static void colour_row(uint32_t row)
{
    taken_clear(&my.taken, my.later[row] - my.graph->begin[row]);
    for (int64_t k = my.graph->begin[row]; k < my.later[row]; ++k)
        taken_add(&my.taken, my.colour[my.at[k]]);
    my.colour[row] = taken_free(&my.taken);
    for (int64_t k = my.later[row]; k < my.end[row]; ++k) {
        my.ready[my.ready_end] = my.at[k];
        my.ready_end += --my.waits[my.at[k]] == 0;
    }
    for (uint32_t k = my.wants[row]; k < my.wants[row + 1]; ++k) {
        peer_t *peer = &my.peers[my.want[k].rank];
        peer->updates[peer->count++] = (update_t){my.want[k].place, my.colour[row]};
    }
}

static void send_updates(void)
{
    for (int r = 0; r < my.graph->size; ++r) {
        peer_t *peer = &my.peers[r];
        while (peer->sent < peer->count) {
            const uint32_t left = peer->count - peer->sent, n = left < LARGEST ? left : LARGEST;
            if (my.send_count == my.send_room) {
                my.send_room = 2 * my.send_room + 64;
                my.sends = realloc(my.sends, (size_t)my.send_room * sizeof *my.sends);
                if (!my.sends)
                    colouring_fail("no memory");
            }
            MPI_Isend(peer->updates + peer->sent, (int)n, MPI_UINT64_T, r, 1, MPI_COMM_WORLD,
                      &my.sends[my.send_count++]);
            peer->sent += n;
        }
    }
}

static void receive(void)
{
    if (my.expected > 0)
        MPI_Irecv(my.received, LARGEST, MPI_UINT64_T, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                  &my.receiving);
}

static void use(const MPI_Status *status)
{
    int n;
    MPI_Get_count(status, MPI_UINT64_T, &n);
    const uint32_t first = my.peers[status->MPI_SOURCE].first_ghost;
    for (int k = 0; k < n; ++k) {
        const uint32_t ghost = first + my.received[k].place;
        my.colour[my.rows + ghost] = my.received[k].colour;
        for (uint32_t e = my.led[ghost]; e < my.led[ghost + 1]; ++e) {
            const uint32_t row = my.follower[e];
            my.ready[my.ready_end] = row;
            my.ready_end += --my.waits[row] == 0;
        }
    }
    my.expected -= (uint32_t)n;
    receive();
}

static void run(const graph_t *graph, int32_t *colour)
{
    prepare(graph);
    receive();
    while (my.ready_first < my.rows) {
        for (int k = 0; k < AT_ONCE && my.ready_first < my.ready_end; ++k) {
            if (my.ready_first + AHEAD < my.ready_end)
                __builtin_prefetch(&my.at[graph->begin[my.ready[my.ready_first + AHEAD]]]);
            colour_row(my.ready[my.ready_first++]);
        }
        send_updates();
        int arrived = 0;
        MPI_Status status;
        if (my.expected > 0 && my.ready_first == my.ready_end) {
            MPI_Wait(&my.receiving, &status);
            use(&status);
        }
        while (my.expected > 0) {
            MPI_Test(&my.receiving, &arrived, &status);
            if (!arrived)
                break;
            use(&status);
        }
    }

    memcpy(colour, my.colour, (size_t)my.rows * sizeof *colour);
    MPI_Waitall(my.send_count, my.sends, MPI_STATUSES_IGNORE);
    for (int r = 0; r < graph->size; ++r)
        free(my.peers[r].updates);
    void *const memory[] = {my.peers, my.at,       my.later,  my.end,        my.ghost, my.run,
                            my.runs,  my.priority, my.colour, my.waits,      my.led,   my.follower,
                            my.wants, my.want,     my.ready,  my.taken.word, my.sends};
    for (size_t k = 0; k < sizeof memory / sizeof *memory; ++k)
        free(memory[k]);
}

const colouring_way_t colouring_messages = {"messages", run};
