/* Reads: elements of my node come from its memory at once. Other nodes know the requests from the
 * exchange in which they were new; in each exchange they put all values into my send buffer, one
 * message from each node, and nothing but values travels. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_private.h"

enum { AT_SIGNALS = 0 /* of the counter in a send buffer */ };

/* ---- requests -------------------------------------------------------------------------------- */

static int add_request(bui_remote_t *remote, int number, size_t element, uint32_t slot)
{
    if (!remote)
        return AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory for another partner");
    AL_TRY(bui_reserve(&remote->slot, &remote->room, remote->count + 1, sizeof *remote->slot));
    bui_run_t *last = remote->runs > remote->runs_sent ? &remote->run[remote->runs - 1] : NULL;
    if (!last || last->member != (uint32_t)number) {
        AL_TRY(bui_reserve(&remote->run, &remote->run_room, remote->runs + 1, sizeof *remote->run));
        last = &remote->run[remote->runs++];
        *last = (bui_run_t){(uint32_t)number, 0};
    }
    ++last->count;
    remote->slot[remote->count++] = slot;
    remote->bytes += element;
    return ASHLAR_OK;
}

int bui_reads_locate(bundle_t *bundle)
{
    bui_remote_t *remote = NULL;
    for (int k = 0; k < bundle->member_count; ++k) {
        bui_member_t *member = bundle->member[k];
        bui_elements_t *slots = &member->slots;
        const int *node_of = bundle->group->node_of;
        uint32_t slot = slots->located;
        bui_elements_locate(member, slots);
        for (; slot < slots->count && node_of; ++slot) {
            const int node = node_of[slots->owner[slot]];
            if (node == bundle->nodes.mine)
                continue;
            if (!remote || remote->node != node)
                remote = bui_remote_of(bundle, node);
            int added = add_request(remote, k, member->element, slot);
            if (added != ASHLAR_OK) {
                slots->located = slot;
                return added;
            }
            slots->offset[slot] |= BUI_REMOTE;
        }
    }
    return ASHLAR_OK;
}

bool bui_reads_has_any(const bundle_t *bundle)
{
    int any = 0;
    for (int k = 0; k < bundle->member_count; ++k)
        any |= bundle->member[k]->slots.count > 0;
    return any;
}

bool bui_reads_has_news(const bundle_t *bundle)
{
    int any = 0;
    for (const bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next)
        any |= remote->sent < remote->count || remote->forget;
    return any;
}

void bui_reads_mark_sent(bundle_t *bundle)
{
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        remote->sent = remote->count;
        remote->runs_sent = remote->runs;
        remote->told = remote->replies;
        remote->forget = false;
    }
}

void bui_reads_resend(bundle_t *bundle)
{
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        remote->forget |= remote->count > 0;
        remote->sent = remote->runs_sent = 0;
    }
}

void bui_reads_clear(bundle_t *bundle)
{
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        remote->forget |= remote->sent > 0;
        remote->count = remote->runs = remote->bytes = 0;
        remote->sent = remote->runs_sent = 0;
    }
}

void bui_reads_free(bundle_t *bundle)
{
    for (bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next) {
        free(remote->slot);
        free(remote->run);
    }
    ali_rank_map_free(&bundle->remotes);
}

/* ---- replies --------------------------------------------------------------------------------- */

AL_INLINE char *gather_values(char *to, const char *base, const uint64_t *offset, uint32_t n,
                              size_t element)
{
    for (uint32_t k = 0; k < n; ++k, to += element)
        memcpy(to, base + offset[k], element);
    return to;
}

static int reply_to_origin(bundle_t *bundle, const bui_origin_t *origin)
{
    const char *base = bundle->sendbuf->base;
    const uint64_t *offset = origin->offset;
    char *to = bundle->packed;
    if (origin->count == 0)
        return ASHLAR_OK;
    for (size_t r = 0; r < origin->runs; offset += origin->run[r++].count) {
        const uint32_t n = origin->run[r].count;
        const size_t element = bundle->member[origin->run[r].member]->element;
        to = element == 8   ? gather_values(to, base, offset, n, 8)
             : element == 4 ? gather_values(to, base, offset, n, 4)
                            : gather_values(to, base, offset, n, element);
    }
    const al_shape_t shape = {.levels = 0, .count = {origin->bytes}};
    AL_TRY(al_put_signal(bundle->sendbuf, origin->rank, origin->replies, bundle->packed, &shape,
                         AT_SIGNALS, 1));
    return bundle->trial.mode == BUNDLE_PAIRWISE
               ? al_fence(al_group_world_rank(bundle->group, origin->rank))
               : ASHLAR_OK;
}

/* ---- from my node ---------------------------------------------------------------------------- */

AL_INLINE void copy_slots(const bui_member_t *member, const char *base, size_t element)
{
    gather_values(member->slots.values, base, member->slots.offset, member->slots.count, element);
}

static void copy_near(const bui_member_t *member, const char *base)
{
    if (member->element == 8)
        copy_slots(member, base, 8);
    else if (member->element == 4)
        copy_slots(member, base, 4);
    else
        copy_slots(member, base, member->element);
}

static void copy_some_near(const bui_member_t *member, const char *base)
{
    const uint64_t *offset = member->slots.offset;
    char *to = member->slots.values;
    for (uint32_t k = 0; k < member->slots.count; ++k, to += member->element)
        if (!(offset[k] & BUI_REMOTE))
            memcpy(to, base + offset[k], member->element);
}

int bui_reads_reply(bundle_t *bundle)
{
    int status = ASHLAR_OK;
    for (bui_origin_t *origin = bundle->first_origin; origin && status == ASHLAR_OK;
         origin = origin->next)
        status = reply_to_origin(bundle, origin);
    for (int k = 0; k < bundle->member_count; ++k)
        if (bundle->local_ranks)
            copy_some_near(bundle->member[k], bundle->sendbuf->base);
        else
            copy_near(bundle->member[k], bundle->sendbuf->base);
    return status;
}

/* ---- receiving ------------------------------------------------------------------------------- */

AL_INLINE const char *scatter_values(char *values, const char *from, const uint32_t *slot,
                                     uint32_t n, size_t element)
{
    for (uint32_t k = 0; k < n; ++k, from += element)
        memcpy(values + slot[k] * element, from, element);
    return from;
}

static void take_replies(const bundle_t *bundle, const bui_remote_t *remote, const char *buffer)
{
    const char *from = buffer + remote->replies;
    const uint32_t *slot = remote->slot;
    for (size_t r = 0; r < remote->runs; slot += remote->run[r++].count) {
        const bui_member_t *member = bundle->member[remote->run[r].member];
        const uint32_t n = remote->run[r].count;
        char *values = member->slots.values;
        from = member->element == 8   ? scatter_values(values, from, slot, n, 8)
               : member->element == 4 ? scatter_values(values, from, slot, n, 4)
                                      : scatter_values(values, from, slot, n, member->element);
    }
}

int bui_reads_receive(bundle_t *bundle, int are_wanted)
{
    void *buffer = NULL;
    int64_t expected = bundle->signals;
    for (const bui_remote_t *remote = bundle->first_remote; remote; remote = remote->next)
        expected += remote->count > 0;
    if (expected > bundle->signals) {
        AL_TRY(al_signal_wait(bundle->sendbuf, AT_SIGNALS, expected, NULL));
        AL_TRY(al_segment_address(bundle->sendbuf, al_group_rank(bundle->group), &buffer));
        for (const bui_remote_t *remote = bundle->first_remote; remote && are_wanted;
             remote = remote->next)
            take_replies(bundle, remote, buffer);
        bundle->signals = expected;
    }
    for (int k = 0; k < bundle->member_count && are_wanted; ++k)
        bundle->member[k]->exchanged = bundle->member[k]->slots.count;
    return ASHLAR_OK;
}
