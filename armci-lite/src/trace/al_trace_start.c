/* Beginning and ending a trace, together. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_ticks.h"
#include "armci-lite/src/base/al_watch.h"
#include "armci-lite/src/node/al_node.h"
#include "armci-lite/src/trace/al_trace.h"
#include "armci-lite/src/trace/al_trace_file.h"
#include "armci-lite/src/wait/al_tree.h"

enum { FOLDER = 3072 };

/* Rank 0 tells this to all. */
typedef struct order {
    uint64_t session;
    char folder[FOLDER];
} order_t;

static bool is_on; /* on all ranks alike */

/* ---- the folder ------------------------------------------------------------------------------ */

/* The session of a trace file; 0: it is none. */
static uint64_t session_of(int folder, const char *name)
{
    al_trace_header_t header = {.session = 0};
    struct stat status;
    const int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(file);
        return 0;
    }
    const ssize_t bytes = file < 0 ? -1 : read(file, &header, sizeof header);
    if (file >= 0)
        close(file);
    const bool is_trace = bytes == (ssize_t)sizeof header &&
                          memcmp(header.magic, AL_TRACE_MAGIC, sizeof AL_TRACE_MAGIC) == 0;
    return is_trace ? header.session : 0;
}

/* Look at all names in a folder: with removes, remove older traces. */
static const char *clear_folder(int folder, uint64_t session, bool removes)
{
    const char *problem = NULL;
    DIR *names = fdopendir(dup(folder));
    if (!names)
        return strerror(errno);
    rewinddir(names);
    for (const struct dirent *entry; !problem && (entry = readdir(names));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        const uint64_t found = session_of(folder, entry->d_name);
        if (!found && faccessat(folder, entry->d_name, F_OK, 0) != 0)
            continue; /* another rank of this trace has removed it */
        if (!found)
            problem = "it holds something that is no trace; give a new folder, or that of a trace";
        else if (removes && found != session && unlinkat(folder, entry->d_name, 0) != 0 &&
                 errno != ENOENT)
            problem = strerror(errno);
    }
    closedir(names);
    return problem;
}

static int make_folders(char *path)
{
    for (char *at = path + 1; (at = strchr(at, '/')); ++at) {
        *at = '\0';
        const bool failed = mkdir(path, 0777) != 0 && errno != EEXIST && errno != EISDIR;
        *at = '/';
        if (failed)
            return errno;
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
}

/* Have the folder, without older traces in it. NULL, or what is wrong. */
static const char *prepare_folder(const order_t *order)
{
    char path[FOLDER];
    snprintf(path, sizeof path, "%s", order->folder);
    const int error = make_folders(path);
    if (error)
        return strerror(error);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return strerror(errno);
    const char *problem = clear_folder(folder, order->session, false);
    if (!problem)
        problem = clear_folder(folder, order->session, true);
    close(folder);
    return problem;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* The ranks of my node. */
static al_tree_t tree_of_node(void)
{
    const al_nodes_t *nodes = &ali_nodes;
    return (al_tree_t){.ranks = nodes->ranks + nodes->first[nodes->mine],
                       .count = nodes->size,
                       .me = nodes->index,
                       .tag = ali_tree_world().tag};
}

enum { EXCHANGES = 20 };

/* A node's clock. */
typedef struct node_clock {
    uint64_t host;
    int64_t ahead, error; /* nanoseconds that the clock of rank 0's host is ahead, within so many */
} node_clock_t;

/* Ask another node for its time, and believe the fastest answer: mine is ahead of rank 0's as much
 * as its clock, and by the difference. */
static int ask_time(const al_tree_t *leaders, int node, node_clock_t *mine)
{
    int64_t least = INT64_MAX, ahead = 0;
    for (int k = 0; k < EXCHANGES; ++k) {
        int64_t time = 0;
        const int64_t begin = ali_nanoseconds();
        AL_TRY(ali_tree_send(leaders, node, &time, sizeof time));
        AL_TRY(ali_tree_receive(leaders, node, &time, sizeof time));
        const int64_t lasted = ali_nanoseconds() - begin;
        if (lasted < least) {
            least = lasted;
            ahead = time - (begin + lasted / 2);
        }
    }
    mine->ahead += ahead;
    mine->error += least / 2;
    return ASHLAR_OK;
}

static int answer_time(const al_tree_t *leaders, int node)
{
    for (int k = 0; k < EXCHANGES; ++k) {
        int64_t time;
        AL_TRY(ali_tree_receive(leaders, node, &time, sizeof time));
        time = ali_nanoseconds();
        AL_TRY(ali_tree_send(leaders, node, &time, sizeof time));
    }
    return ASHLAR_OK;
}

/* First ranks: compare clocks with my parent in the tree of nodes, which knows its own by then, and
 * answer my children, one after the other, since they disturb each other. */
static int align_nodes(node_clock_t *mine)
{
    const al_nodes_t *nodes = &ali_nodes;
    const al_tree_t leaders = {nodes->leaders, nodes->count, nodes->mine, ali_tree_world().tag};
    node_clock_t other;
    int bit = ali_tree_bit(nodes->count, nodes->mine);
    if (nodes->mine) {
        const int parent = nodes->mine - bit;
        AL_TRY(
            ali_tree_exchange(&leaders, parent, mine, sizeof *mine, parent, &other, sizeof other));
        mine->ahead = other.ahead;
        mine->error = other.error;
        if (other.host != mine->host)
            AL_TRY(ask_time(&leaders, parent, mine));
    }
    for (bit /= 2; bit > 0; bit /= 2) {
        const int child = nodes->mine + bit;
        if (child >= nodes->count)
            continue;
        AL_TRY(ali_tree_exchange(&leaders, child, mine, sizeof *mine, child, &other, sizeof other));
        if (other.host != mine->host)
            AL_TRY(answer_time(&leaders, child));
    }
    return ASHLAR_OK;
}

/* How far the clock of rank 0's host is ahead of mine. Ranks of one host have one clock. */
static int align_clocks(int number)
{
    const al_tree_t node = tree_of_node();
    node_clock_t clock = {.host = ali_nodes.host};
    if (ali_nodes.index == 0)
        AL_TRY(align_nodes(&clock));
    AL_TRY(ali_tree_broadcast(&node, 0, &clock, sizeof clock));
    ali_trace_file_set_offset(number, clock.ahead, clock.error);
    return ASHLAR_OK;
}

/* ---- begin and end --------------------------------------------------------------------------- */

static uint64_t new_session(void)
{
    uint64_t session = (uint64_t)ali_nanoseconds() * 2654435761u ^ (uint64_t)getpid();
    return session ? session : 1;
}

static void report_no_trace(const order_t *order, const char *problem)
{
    fprintf(stderr, "ashlar: rank %d: no trace: %s: %s; the program goes on\n", ali_context.rank,
            order->folder, problem);
}

/* Open my file. *failed: it did not. Nodes whose folder fails say so once. */
static int open_trace_file(const order_t *order, int *failed)
{
    const al_tree_t world = ali_tree_world(), node = tree_of_node();
    const char *problem = ali_context.rank == 0 ? prepare_folder(order) : NULL;
    int has_problem = 0;
    AL_TRY(ali_tree_barrier(&world)); /* the others find what rank 0 has made, or their own */
    if (ali_nodes.index == 0 && ali_context.rank != 0)
        problem = prepare_folder(order);
    if (problem)
        report_no_trace(order, problem);
    has_problem = problem != NULL;
    AL_TRY(ali_tree_broadcast(&node, 0, &has_problem, sizeof has_problem));
    AL_TRY(ali_tree_barrier(&world));
    *failed = has_problem;
    if (has_problem)
        return ASHLAR_OK;
    const al_trace_setup_t setup = {.folder = order->folder,
                                    .session = order->session,
                                    .limit = ali_context.env.trace_limit,
                                    .is_ring = ali_context.env.trace_keep == AL_TRACE_LAST};
    const int error = ali_trace_file_open(&setup);
    if (error)
        report_no_trace(order, strerror(error));
    *failed = error != 0;
    return ASHLAR_OK;
}

int ali_trace_begin(const char *call, const char *folder)
{
    order_t order = {.session = new_session()};
    const al_tree_t world = ali_tree_world();
    int failed = 0, all_failed;
    if (is_on)
        return AL_FAIL(ASHLAR_ESTATE, "%s: there is a trace already, in %s", call,
                       ali_trace_file_name());
    snprintf(order.folder, sizeof order.folder, "%s", folder ? folder : "");
    AL_TRY(ali_tree_broadcast(&world, 0, &order, sizeof order));
    if (!*order.folder || strlen(order.folder) == sizeof order.folder - 1)
        return AL_FAIL(ASHLAR_EARG,
                       "%s: the folder of rank 0 has no name, or one of more than %d "
                       "bytes",
                       call, FOLDER - 2);
    ali_ticks_start();
    AL_TRY(open_trace_file(&order, &failed));
    all_failed = failed;
    int status = ali_tree_minimum(&world, &all_failed);
    if (status == ASHLAR_OK && !all_failed)
        status = align_clocks(0);
    if (status != ASHLAR_OK) {
        ali_trace_file_close();
        return status;
    }
    if (all_failed)
        return AL_FAIL(ASHLAR_ESYS, "%s: no rank can write to %s", call, order.folder);
    is_on = true;
    ali_trace_next_session();
    if (!failed)
        ali_watched |= AL_TRACES;
    return ASHLAR_OK;
}

void ali_trace_begin_as_set(void)
{
    if (!ali_context.env.trace)
        return;
    const int status = ali_trace_begin("ASHLAR_TRACE", getenv("ASHLAR_TRACE"));
    if (status != ASHLAR_OK && status != ASHLAR_ESYS && ali_context.rank == 0)
        fprintf(stderr, "ashlar: no trace: %s\n", ashlar_error_message());
}

int ali_trace_end(const char *call)
{
    if (!is_on)
        return AL_FAIL(ASHLAR_ESTATE, "%s: there is no trace", call);
    is_on = false;
    ali_watched &= ~AL_TRACES;
    const int status = align_clocks(1);
    ali_trace_file_close();
    ali_trace_next_session();
    return status;
}

void ali_trace_stop(int together)
{
    if (!is_on)
        return;
    if (together) {
        ali_trace_end("al_finalize");
        return;
    }
    is_on = false;
    ali_watched &= ~AL_TRACES;
    ali_trace_file_close();
    ali_trace_next_session();
}

void ali_trace_forget(void)
{
    is_on = false;
    ali_watched = 0;
    ali_trace_file_forget();
    ali_trace_forget_threads();
    ali_trace_next_session();
}
