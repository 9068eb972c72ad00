/* The nodes for which I have something in an exchange, and the owners of what I change: memory
 * grows with those, and not with the group. */
#include <stdlib.h>

#include "bundle/src/bundle_private.h"

bui_remote_t *bui_remote_of(bundle_t *bundle, int node)
{
    bui_remote_t *remote = ali_rank_record(&bundle->remotes, node, sizeof *remote);
    if (remote && !remote->is_listed) {
        remote->is_listed = true;
        *bundle->end_of_remotes = remote;
        bundle->end_of_remotes = &remote->next;
    }
    return remote;
}

static int fail_dests(int count)
{
    return AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory for %d partners", count);
}

/* The number of a key, a new one if it has none. */
static int number_key(bui_hash_t *table, int key, uint64_t keys, uint32_t *number, bool *is_new)
{
    bui_entry_t *entry = table->entries ? bui_hash_probe(table, key) : NULL;
    *is_new = !entry || entry->stamp != table->stamp;
    if (!*is_new) {
        *number = entry->number;
        return ASHLAR_OK;
    }
    if (bui_hash_reserve(table, (uint64_t)table->count + 1, keys) != 0)
        return fail_dests((int)table->count + 1);
    *number = bui_hash_insert(table, bui_hash_probe(table, key), key);
    return ASHLAR_OK;
}

static int add_dest(bundle_t *bundle, int node)
{
    bui_dests_t *dests = &bundle->dests;
    const bui_nodes_t *nodes = &bundle->nodes;
    const int distance = node - nodes->mine;
    uint32_t number;
    bool is_new;
    AL_TRY(bui_reserve(&dests->dest, &dests->room, dests->count + 1, sizeof *dests->dest));
    AL_TRY(number_key(&dests->of_node, node, (uint64_t)nodes->count, &number, &is_new));
    if (is_new)
        dests->dest[dests->count++] =
            (bui_dest_t){.node = node,
                         .distance = distance < 0 ? distance + nodes->count : distance,
                         .request = MPI_REQUEST_NULL};
    return ASHLAR_OK;
}

int bui_dests_begin(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    if (bundle->nodes.count == 1 && dests->count == 1)
        return ASHLAR_OK;
    bui_hash_clear(&dests->of_node);
    bui_hash_clear(&dests->owner);
    dests->count = 0;
    dests->has_news = dests->has_large = false;
    return add_dest(bundle, bundle->nodes.mine);
}

/* Ranks become numbers. */
int bui_dests_add_owners(bundle_t *bundle, bui_elements_t *changes)
{
    bui_hash_t *owners = &bundle->dests.owner;
    const al_group_t *group = bundle->group;
    bool is_new;
    for (uint32_t c = 0, number; c < changes->count; ++c) {
        const int rank = changes->owner[c];
        AL_TRY(number_key(owners, rank, (uint64_t)group->size, &number, &is_new));
        if (is_new)
            AL_TRY(add_dest(bundle, group->node_of[rank]));
        changes->owner[c] = (int)number;
    }
    return ASHLAR_OK;
}

static int compare_dests(const void *a, const void *b)
{
    return ((const bui_dest_t *)a)->distance - ((const bui_dest_t *)b)->distance;
}

/* Places of replies follow from what was requested before, so that they stay while nothing is. */
static int add_remotes(bundle_t *bundle)
{
    size_t at = bui_sendbuf_replies(bundle);
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        remote->replies = at;
        at += bui_replies_bytes(remote);
        if (remote->forget || remote->sent < remote->count ||
            (remote->count > 0 && remote->told != remote->replies))
            AL_TRY(add_dest(bundle, remote->node));
    }
    return ASHLAR_OK;
}

/* All nodes but mine. */
static int add_others(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    AL_TRY(add_remotes(bundle));
    dests->has_news = dests->count > 1;
    for (int node = 0; node < bundle->nodes.count && !bui_has_many_nodes(bundle); ++node)
        AL_TRY(add_dest(bundle, node));
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        const uint32_t number = bui_hash_find(&dests->of_node, remote->node);
        if (number != BUI_NONE)
            dests->dest[number].remote = remote;
    }
    qsort(dests->dest, dests->count, sizeof *dests->dest, compare_dests);
    return ASHLAR_OK;
}

int bui_dests_complete(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    if (bundle->nodes.count > 1)
        AL_TRY(add_others(bundle));
    return bui_reserve(&dests->cursor, &dests->cursor_room, 2 * bui_owners(bundle),
                       sizeof *dests->cursor);
}

void bui_dests_free(bundle_t *bundle)
{
    bui_dests_t *dests = &bundle->dests;
    bui_hash_free(&dests->of_node);
    bui_hash_free(&dests->owner);
    free(dests->dest);
    free(dests->cursor);
}
