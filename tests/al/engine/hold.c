#include "hold.h"

#include <stdlib.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_engine.h"
#include "harness/harness.h"

enum { MANY = 64, IDLE = 2000 };

static struct {
    int tag, next;
    MPI_Request kept[MANY]; /* persistent: until it is started MPI does nothing with it */
    int made, unsent;       /* those not sent are the first */
    int fails;
    void (*when_idle)(void);
    int idle;
    int most_unacked;
} hold;

void hold_next(int n, int tag)
{
    hold.next = n;
    hold.tag = tag;
}

int hold_count(void)
{
    return hold.unsent;
}

void hold_release(void)
{
    MPI_Start(&hold.kept[--hold.unsent]);
}

void hold_forget(void)
{
    hold.next = 0;
    CHECK_INT(0, hold.unsent);
    while (ali_am.requests.count > 1)
        CHECK_OK(ali_engine_am.poll());
    while (hold.made > 0)
        MPI_Request_free(&hold.kept[--hold.made]);
}

void hold_fail_receives(int n)
{
    hold.fails = n;
}

void hold_when_idle(void (*call)(void))
{
    hold.when_idle = call;
    hold.idle = 0;
}

int hold_most_unacked(void)
{
    int most = hold.most_unacked;
    hold.most_unacked = 0;
    return most;
}

static bool is_of(int tag, int kind)
{
    return tag >= kind && tag < kind + AM_TAGS;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (comm == ali_am.comm && tag == AM_TAG_BATCH) {
        const am_peer_t *peer = ali_am_peer(to);
        int unacked = (int)(peer->sent + 1 - peer->acked);
        hold.most_unacked = unacked > hold.most_unacked ? unacked : hold.most_unacked;
    }
    if (comm != ali_am.comm || hold.next == 0 || !is_of(tag, hold.tag) || hold.made == MANY)
        return PMPI_Isend(buffer, count, type, to, tag, comm, request);
    --hold.next;
    int code = PMPI_Send_init(buffer, count, type, to, tag, comm, request);
    hold.kept[hold.made++] = hold.kept[hold.unsent];
    hold.kept[hold.unsent++] = *request;
    return code;
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (comm == ali_am.comm && hold.fails > 0 && is_of(tag, AM_TAG_REPLY)) {
        --hold.fails;
        return MPI_ERR_OTHER;
    }
    return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}

int MPI_Testsome(int count, MPI_Request requests[], int *found, int indices[],
                 MPI_Status statuses[])
{
    int code = PMPI_Testsome(count, requests, found, indices, statuses);

    hold.idle = *found > 0 ? 0 : hold.idle + 1;
    if (hold.when_idle && hold.idle > IDLE) {
        void (*call)(void) = hold.when_idle;
        hold.when_idle = NULL;
        call();
    }
    return code;
}

/* ---- memory -----------------------------------------------------------------------------------
 */

static size_t most_memory = SIZE_MAX;

void hold_memory(bool on)
{
    most_memory = on ? 0 : SIZE_MAX;
}

void hold_memory_beyond(size_t most)
{
    most_memory = most;
}

void *hold_malloc(size_t bytes)
{
    return bytes > most_memory ? NULL : malloc(bytes);
}

void *hold_realloc(void *at, size_t bytes)
{
    return bytes > most_memory ? NULL : realloc(at, bytes);
}
