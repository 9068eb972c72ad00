/* Choosing the engine between nodes: as asked for, from the list of good MPI RMA, or by a
 * self-test. */
#include "armci-lite/src/engine/al_choose.h"

#include <stdio.h>
#include <string.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_tree.h"
#include "armci-lite/src/engine/al_hybrid.h"
#include "armci-lite/src/engine/am/al_am_engine.h"
#include "armci-lite/src/engine/rma/al_rma_engine.h"
#include "armci-lite/src/engine/rma/al_probe.h"
#include "armci-lite/src/node/al_node.h"

static const al_known_good_t list[] = {
#define AL_KNOWN_GOOD(version, where, measured) {version, where, measured},
#include "armci-lite/src/engine/al_known_good.def"
#undef AL_KNOWN_GOOD
    {NULL, AL_ANYWHERE, NULL}};

const al_known_good_t *ali_known_good(const al_known_good_t *rows, const char *version,
                                      int one_machine)
{
    for (; rows->version; ++rows)
        if (strncmp(version, rows->version, strlen(rows->version)) == 0 &&
            (rows->where == AL_ANYWHERE || one_machine))
            return rows;
    return NULL;
}

static int on_one_machine(int *one)
{
    const al_tree_t world = ali_tree_world();
    uint64_t first = ali_nodes.machine;
    AL_TRY(ali_tree_broadcast(&world, 0, &first, sizeof first));
    *one = first == ali_nodes.machine;
    return ali_tree_minimum(&world, one);
}

static void explain(const char *why, const char *more)
{
    snprintf(ali_engine_reason, sizeof ali_engine_reason, "%s%s", why, more);
}

/* ASHLAR_PROGRESS=auto: with the helper thread where all ranks may have one. */
static int settle_progress(const al_engine_t *engine)
{
    if (ali_context.env.progress != AL_PROGRESS_AUTO)
        return ASHLAR_OK;
    int level = MPI_THREAD_SINGLE;
    const al_tree_t world = ali_tree_world();
    if (engine == &ali_engine_am) {
        AL_TRY(AL_MPI(MPI_Query_thread(&level)));
        AL_TRY(ali_tree_minimum(&world, &level));
        ali_context.env.progress =
            level == MPI_THREAD_MULTIPLE ? AL_PROGRESS_THREAD : AL_PROGRESS_POLL;
    }
    return ASHLAR_OK;
}

/* While an engine starts there is none: what waits for others cannot poll it yet. */
static int use_engine(const al_engine_t *engine)
{
    AL_TRY(settle_progress(engine));
    int status = engine->start();
    if (status == ASHLAR_OK)
        ali_engine = engine;
    else
        engine->stop(status != ASHLAR_EMPI);
    return status;
}

/* am+rma; am where it does not start, which is the same on all ranks. */
static int start_hybrid_or_am(void)
{
    int status = use_engine(&ali_engine_hybrid);
    if (status == ASHLAR_OK || status == ASHLAR_EMPI)
        return status;
    size_t used = strlen(ali_engine_reason);
    snprintf(ali_engine_reason + used, sizeof ali_engine_reason - used,
             "; but MPI made no window over the arena");
    return use_engine(&ali_engine_am);
}

const al_known_good_t *ali_known_good_here(int one_machine)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    ali_mpi_version(version);
    return ali_known_good(list, version, one_machine);
}

static int start_known_good(void)
{
    int one_machine;
    AL_TRY(on_one_machine(&one_machine));
    const al_known_good_t *row = ali_known_good_here(one_machine);
    if (!row) {
        explain("auto: no MPI RMA that is known to be good here", "");
        return use_engine(&ali_engine_am);
    }
    explain("auto: on the list of good MPI RMA: ", row->measured);
    return start_hybrid_or_am();
}

static int start_probed(void)
{
    int right;
    char verdict[AL_VERDICT];
    AL_TRY(ali_probe(&right, verdict));
    explain("probe: ", verdict);
    AL_TRY(right ? start_hybrid_or_am() : use_engine(&ali_engine_am));
    if (ali_context.rank == 0)
        fprintf(stderr, "ashlar: %s; using %s\n", ali_engine_reason, ali_engine->name);
    return ASHLAR_OK;
}

int ali_choose_engine(void)
{
    int transport = (int)ali_context.env.transport;
    int thread = ali_context.env.progress == AL_PROGRESS_THREAD;
    if (ali_nodes.count == 1) {
        explain("one node: none needed", "");
        if (transport == AL_TRANSPORT_PROBE && ali_context.rank == 0)
            fprintf(stderr, "ashlar: probe: one node, nothing to test\n");
        return ASHLAR_OK;
    }
    if (thread && transport != AL_TRANSPORT_AM && transport != AL_TRANSPORT_AUTO)
        return AL_FAIL(ASHLAR_ETRANSPORT,
                       "al_init: ASHLAR_PROGRESS=thread needs the am engine; set "
                       "ASHLAR_TRANSPORT=am");
    switch (transport) {
    case AL_TRANSPORT_RMA:
        explain("ASHLAR_TRANSPORT", "");
        return use_engine(&ali_engine_rma);
    case AL_TRANSPORT_HYBRID:
        explain("ASHLAR_TRANSPORT", "");
        return use_engine(&ali_engine_hybrid);
    case AL_TRANSPORT_PROBE:
        return start_probed();
    case AL_TRANSPORT_AUTO:
        if (!thread)
            return start_known_good();
        explain("auto: ASHLAR_PROGRESS=thread needs it", "");
        return use_engine(&ali_engine_am);
    default:
        explain("ASHLAR_TRANSPORT", "");
        return use_engine(&ali_engine_am);
    }
}
