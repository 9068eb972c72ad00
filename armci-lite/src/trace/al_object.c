/* The layers that have objects, and sums over the owners of elements. */
#include "armci-lite/src/trace/al_object.h"

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/node/al_node.h"

const al_object_layer_t *ali_object_layers[AL_OBJECT_KINDS];

void ali_targets_add(al_targets_t *targets, int rank, int64_t bytes)
{
    int k = targets->count;
    while (k > 0 && targets->rank[k - 1] != rank)
        --k;
    if (k == 0 && targets->count < AL_TARGETS)
        targets->rank[targets->count++] = rank;
    if (rank == ali_context.rank)
        targets->own += bytes;
    else if (ali_nodes.of[rank] == ali_nodes.mine)
        targets->node += bytes;
    else
        targets->remote += bytes;
}
