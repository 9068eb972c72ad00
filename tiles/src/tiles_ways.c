/* How data goes between nodes: binomial trees, lines, rounds; by number of nodes and size. */
#include "tiles/src/tiles_plan.h"

/* By the model of docs/tiles.md, for links of 100 MB/s to 1 GB/s: from so many bytes on a line of
 * pieces is faster than a tree of whole tiles, and so much of one rank fills its link without
 * having messages to all others on their way at once. */
enum { LINE_FROM = 256 << 10, LINE_PIECE = 128 << 10, ROUND_FROM = 256 << 10 };

static tilesi_way_t choose_way(int count, size_t bytes)
{
    if (ali_context.env.tiles == AL_TILES_BINOMIAL)
        return TILESI_BINOMIAL;
    if (ali_context.env.tiles == AL_TILES_PIPELINED)
        return TILESI_PIPELINED;
    return count > 2 && bytes >= LINE_FROM ? TILESI_PIPELINED : TILESI_BINOMIAL;
}

void tilesi_link(int count, int me, size_t bytes, tilesi_links_t *links)
{
    *links = (tilesi_links_t){.parent = -1};
    if (choose_way(count, bytes) == TILESI_PIPELINED) {
        links->piece = LINE_PIECE;
        links->parent = me - 1;
        if (me + 1 < count)
            links->child[links->children++] = me + 1;
        return;
    }
    const int bit = ali_tree_bit(count, me);
    links->parent = me ? me - bit : -1;
    for (int below = bit / 2; below > 0; below /= 2)
        if (me + below < count)
            links->child[links->children++] = me + below;
}

bool tilesi_goes_round(int nodes, size_t bytes)
{
    if (ali_context.env.tiles == AL_TILES_RING)
        return true;
    return ali_context.env.tiles == AL_TILES_AUTO && nodes > 2 && bytes >= ROUND_FROM;
}
