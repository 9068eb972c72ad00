/* Memory of the arena that the ranks of a node have together from start to stop. */
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

int ali_node_block_make(uint64_t bytes, const char *what, char **memory)
{
    const al_nodes_t *nodes = &ali_nodes;
    const al_tree_t mine = {nodes->ranks + nodes->first[nodes->mine], nodes->size, nodes->index,
                            AL_TREE_TAG};
    uint32_t block = 0;
    int status =
        nodes->index == 0 ? ali_arena_alloc_committed(&ali_arena, bytes, &block) : ASHLAR_OK;
    if (status != ASHLAR_OK)
        status =
            AL_FAIL(status, "al_init: no memory for %s: %llu bytes of the %llu that a node may use",
                    what, (unsigned long long)bytes, (unsigned long long)ali_arena.limit);
    AL_TRY(ali_agree("al_init", status));
    uint64_t offset = nodes->index == 0 ? ali_arena_offset(&ali_arena, block) : 0;
    AL_TRY(ali_tree_broadcast(&mine, 0, &offset, sizeof offset));
    *memory = ali_arena.base + offset;
    return ASHLAR_OK;
}
