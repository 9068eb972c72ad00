/* Reading what is wanted: from my node's memory at once. What is on other nodes they know from the
 * exchange in which it was new; in each exchange they put all of it into my box, one message from
 * each node, and nothing but values travels. */
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_private.h"

enum { AT_SIGNALS = 0 /* of the counter in a box */ };

/* ---- asking ---------------------------------------------------------------------------------- */

static int add_far(bui_far_t *far, int number, size_t element, uint32_t slot)
{
    AL_TRY(bui_reserve(&far->slot, &far->room, far->count + 1, sizeof *far->slot));
    bui_run_t *last = far->runs > far->runs_told ? &far->run[far->runs - 1] : NULL;
    if (!last || last->member != (uint32_t)number) {
        AL_TRY(bui_reserve(&far->run, &far->run_room, far->runs + 1, sizeof *far->run));
        last = &far->run[far->runs++];
        *last = (bui_run_t){(uint32_t)number, 0};
    }
    ++last->count;
    far->slot[far->count++] = slot;
    far->bytes += element;
    return ASHLAR_OK;
}

int bui_reads_locate(bundle_t *bundle)
{
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
            int added = add_far(&bundle->far[node], k, member->element, slot);
            if (added != ASHLAR_OK) {
                slots->located = slot;
                return added;
            }
            slots->offset[slot] |= BUI_FAR;
        }
    }
    return ASHLAR_OK;
}

int bui_reads_any(const bundle_t *bundle)
{
    int any = 0;
    for (int k = 0; k < bundle->member_count; ++k)
        any |= bundle->member[k]->slots.count > 0;
    return any;
}

int bui_reads_any_new(const bundle_t *bundle)
{
    int any = 0;
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node)
        any |= bundle->far[node].told < bundle->far[node].count;
    return any;
}

void bui_reads_are_told(bundle_t *bundle)
{
    bundle->forget = 0;
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node) {
        bundle->far[node].told = bundle->far[node].count;
        bundle->far[node].runs_told = bundle->far[node].runs;
    }
}

void bui_reads_tell_again(bundle_t *bundle)
{
    bundle->forget = bundle->far != NULL;
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node)
        bundle->far[node].told = bundle->far[node].runs_told = 0;
}

void bui_reads_clear(bundle_t *bundle)
{
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node) {
        bui_far_t *far = &bundle->far[node];
        far->count = far->runs = far->bytes = 0;
    }
    bui_reads_tell_again(bundle);
}

void bui_reads_free(bundle_t *bundle)
{
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node) {
        free(bundle->far[node].slot);
        free(bundle->far[node].run);
    }
    free(bundle->far);
}

/* ---- answering ------------------------------------------------------------------------------- */

AL_INLINE char *gather_values(char *to, const char *base, const uint64_t *offset, uint32_t n,
                              size_t element)
{
    for (uint32_t k = 0; k < n; ++k, to += element)
        memcpy(to, base + offset[k], element);
    return to;
}

static int answer_client(bundle_t *bundle, int rank, bui_client_t *client, al_handle_t *handle)
{
    (void)handle;
    const char *base = bundle->box->base;
    const uint64_t *offset = client->offset;
    char *to = bundle->packed;
    if (client->count == 0)
        return ASHLAR_OK;
    for (size_t r = 0; r < client->runs; offset += client->run[r++].count) {
        const uint32_t n = client->run[r].count;
        const size_t element = bundle->member[client->run[r].member]->element;
        to = element == 8   ? gather_values(to, base, offset, n, 8)
             : element == 4 ? gather_values(to, base, offset, n, 4)
                            : gather_values(to, base, offset, n, element);
    }
    const al_shape_t shape = {.levels = 0, .count = {client->bytes}};
    AL_TRY(
        al_put_signal(bundle->box, rank, client->answers, bundle->packed, &shape, AT_SIGNALS, 1));
    return bundle->trial.mode == BUNDLE_PAIRWISE
               ? al_fence(al_group_world_rank(bundle->group, rank))
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
        if (!(offset[k] & BUI_FAR))
            memcpy(to, base + offset[k], member->element);
}

int bui_reads_answer(bundle_t *bundle)
{
    int status = bundle->near ? bui_mail_each_client(bundle, answer_client) : ASHLAR_OK;
    for (int k = 0; k < bundle->member_count; ++k)
        if (bundle->near)
            copy_some_near(bundle->member[k], bundle->box->base);
        else
            copy_near(bundle->member[k], bundle->box->base);
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

static void take_answers(const bundle_t *bundle, const bui_far_t *far, const char *box)
{
    const char *from = box + far->answers;
    const uint32_t *slot = far->slot;
    for (size_t r = 0; r < far->runs; slot += far->run[r++].count) {
        const bui_member_t *member = bundle->member[far->run[r].member];
        const uint32_t n = far->run[r].count;
        char *values = member->slots.values;
        from = member->element == 8   ? scatter_values(values, from, slot, n, 8)
               : member->element == 4 ? scatter_values(values, from, slot, n, 4)
                                      : scatter_values(values, from, slot, n, member->element);
    }
}

int bui_reads_receive(bundle_t *bundle, int are_wanted)
{
    void *box = NULL;
    int64_t expected = bundle->signals;
    for (int node = 0; node < bundle->nodes.count && bundle->far; ++node)
        expected += bundle->far[node].count > 0;
    if (expected > bundle->signals) {
        AL_TRY(al_signal_wait(bundle->box, AT_SIGNALS, expected, NULL));
        AL_TRY(al_segment_address(bundle->box, al_group_rank(bundle->group), &box));
        for (int node = 0; node < bundle->nodes.count && are_wanted; ++node)
            take_answers(bundle, &bundle->far[node], box);
        bundle->signals = expected;
    }
    for (int k = 0; k < bundle->member_count && are_wanted; ++k)
        bundle->member[k]->exchanged = bundle->member[k]->slots.count;
    return ASHLAR_OK;
}
