/* The exchange: the ranks agree, owners apply pending changes, requested elements are read.
 *
 *   1. Each rank lays out in its send buffer what it has for others, and sends what is for other
 *      nodes. An allreduce (MAX) of the flags tells all ranks what there is.
 *   2. If there is something new from other nodes, the ranks of a node receive it.
 *   3. If a step can have failed, as on many nodes each receipt can, an allreduce (MAX) of the
 *      status follows. So far no array has changed. Writes that conflict under BUNDLE_ERROR drop
 *      all changes, but not the reads.
 *   4. If there are changes, each owner applies its own, and all pass al_barrier().
 *   5. Reads: from my node's memory, and replies to and from other nodes.
 *   6. If any rank reads, an allreduce of the status keeps each rank from changing an element that
 *      another has yet to read. The ranks also pass a barrier if other nodes were sent something
 *      and there was no step 4: step 1 of the next exchange overwrites what came in this one.
 *
 * Whatever is sent in step 1 is received before all ranks meet in step 3 or 4, so that it is not
 * taken for what the next exchange sends.
 *
 * All stores to a block before step 5 are its owner's. */
#include <string.h>

#include "bundle/src/bundle_collective.h"
#include "ga/src/array/ga_check.h"

static int check_arrays(const bundle_t *bundle)
{
    gai_array_t *array;
    for (int k = 0; k < bundle->member_count; ++k) {
        AL_TRY(gai_get("bundle_exchange", bundle->member[k]->g, &array));
        if (bundle->member[k]->changes.count > 0)
            AL_TRY(gai_check_writable("bundle_exchange", array));
    }
    return ASHLAR_OK;
}

static size_t sendbuf_room(const bundle_t *bundle)
{
    return bundle->sendbuf ? al_segment_bytes(bundle->sendbuf, al_group_rank(bundle->group)) : 0;
}

/* Each rank says what its send buffer needs, and some rank's has not enough. The old ones are freed
 * when what is sent from them has gone; a failure leaves everything as it was. */
enum { SPARE = 1024 };
static int make_sendbufs(bundle_t *bundle, size_t bytes)
{
    const size_t have = sendbuf_room(bundle);
    al_segment_t *buffer, *old = bundle->sendbuf;
    void *signals;
    AL_TRY(
        al_segment_create(bundle->group, bytes > have ? bytes + bytes / 2 + SPARE : have, &buffer));
    AL_TRY(al_segment_address(buffer, al_group_rank(bundle->group), &signals));
    memset(signals, 0, sizeof(int64_t));
    bundle->sendbuf = buffer;
    bundle->signals = 0;
    bundle->outgrown = old;
    AL_TRY(bui_sendbuf_post(bundle));
    return al_barrier(bundle->group);
}

/* The flags of step 1; the allreduce (MAX) covers all of these fields. */
typedef struct exchange_agreement {
    long long kinds[BUI_KINDS]; /* Some rank has changes of the kind. */
    long long failed;           /* Some rank failed with this status, negated. */
    long long grows;            /* Some rank's send buffer is too small. */
    long long took;             /* The slowest rank spent this time on the last exchange. */
    long long has_messages;     /* Some rank has something for other nodes. */
    long long has_requests;     /* Some rank has new or void requests, which other nodes keep. */
    long long large;            /* Some body is too large to go with its header. */
    long long reads;            /* Some rank has requests, old or new. */
} exchange_agreement_t;

/* ---- which mode ------------------------------------------------------------------------------ */

enum { TRIALS = 4 /* of each mode */ };

/* Before an exchange. First one mode has its trials, then the other: an exchange that costs more,
 * with new requests or every second one of a program, is not a fair measurement. We keep the
 * shortest time of each mode. */
bundle_mode bui_next_mode(const bundle_t *bundle)
{
    const bui_trial_t *trial = &bundle->trial;
    const int64_t *spent = trial->spent;
    if (bundle->mode != BUNDLE_AUTO)
        return bundle->mode;
    if (bundle->nodes.count < 3)
        return BUNDLE_AT_ONCE;
    if (trial->count[BUNDLE_AT_ONCE] < TRIALS)
        return BUNDLE_AT_ONCE;
    if (trial->count[BUNDLE_PAIRWISE] < TRIALS)
        return BUNDLE_PAIRWISE;
    return spent[BUNDLE_PAIRWISE] < spent[BUNDLE_AT_ONCE] ? BUNDLE_PAIRWISE : BUNDLE_AT_ONCE;
}

void bui_count_trial(bui_trial_t *trial, bundle_mode mode, int64_t took)
{
    if (took == 0 || trial->count[mode] == TRIALS)
        return;
    if (trial->count[mode]++ == 0 || took < trial->spent[mode])
        trial->spent[mode] = took;
}

/* ---- the exchange ---------------------------------------------------------------------------- */

static void fill_in(const bundle_t *bundle, exchange_agreement_t *agreement)
{
    bui_commit_kinds(bundle, agreement->kinds);
    agreement->has_messages = bundle->dests.has_news;
    agreement->has_requests = bui_reads_has_news(bundle);
    agreement->reads = bui_reads_has_any(bundle);
    agreement->took = bundle->trial.last;
}

/* Two writes of a rank to an element count once, unless the rule lets the last value win. What an
 * exchange that failed has found of them is of no use. */
static int complete_changes(bundle_t *bundle, bui_member_t *member)
{
    if (member->ops >> BUI_WRITE & 1 && member->rule > BUNDLE_LOWEST)
        AL_TRY(bui_merge_changes("bundle_exchange", member));
    if (!bundle->local_ranks) {
        bui_elements_locate(member, &member->changes);
        return ASHLAR_OK;
    }
    member->changes.located = 0;
    bui_elements_locate(member, &member->changes);
    return bui_dests_add_owners(bundle, &member->changes);
}

/* Find for whom I have something. */
static int find_dests(bundle_t *bundle)
{
    AL_TRY(check_arrays(bundle));
    AL_TRY(bui_reads_locate(bundle));
    AL_TRY(bui_dests_begin(bundle));
    for (int k = 0; k < bundle->member_count; ++k)
        AL_TRY(complete_changes(bundle, bundle->member[k]));
    return bui_dests_complete(bundle);
}

/* Lay out what I have, and send it. */
static int post_and_send(bundle_t *bundle, exchange_agreement_t *agreement)
{
    AL_TRY(bui_sendbuf_post(bundle));
    agreement->large = bundle->dests.has_large;
    return bundle->dests.has_news ? bui_mail_send(bundle) : ASHLAR_OK;
}

/* Step 1. */
static int agree_what(bundle_t *bundle, exchange_agreement_t *agreement)
{
    if (bundle->is_spent)
        bui_forget_requests(bundle);
    bundle->dests.are_sent = false;
    bundle->dests.sent = 0;
    int status = find_dests(bundle);
    const size_t bytes = bui_sendbuf_bytes(bundle);
    fill_in(bundle, agreement);
    agreement->grows = bytes > sendbuf_room(bundle);
    if (status == ASHLAR_OK && !agreement->grows)
        status = post_and_send(bundle, agreement);
    agreement->failed = -status;
    AL_TRY(al_allreduce(bundle->group, ASHLAR_LLONG, ASHLAR_MAX, agreement->kinds,
                        sizeof *agreement / sizeof(long long)));
    if (agreement->failed) {
        if (bundle->local_ranks)
            AL_TRY(bui_messages_reset(bundle));
        return ali_agreed_status("bundle_exchange", status, (int)-agreement->failed);
    }
    if (agreement->grows) {
        agreement->large = 1; /* a rank whose buffer is too small has not computed this */
        status = make_sendbufs(bundle, bytes);
        if (status != ASHLAR_OK && bundle->local_ranks)
            AL_TRY(bui_messages_reset(bundle));
        AL_TRY(status);
    }
    return agreement->has_messages && !bundle->dests.are_sent ? bui_mail_send(bundle) : ASHLAR_OK;
}

static bool has_changes(const exchange_agreement_t *agreement)
{
    int changes = 0;
    for (int k = 0; k < BUI_KINDS; ++k)
        changes |= agreement->kinds[k] != 0;
    return changes;
}

/* Step 2. */
static int receive_all(bundle_t *bundle, const exchange_agreement_t *agreement)
{
    int status = agreement->has_messages ? bui_messages_receive(bundle) : ASHLAR_OK;
    if (agreement->grows)
        AL_TRY(bui_sendbuf_free_outgrown(bundle));
    if (status == ASHLAR_OK && has_changes(agreement))
        bui_messages_list(bundle, agreement->has_messages);
    return status;
}

/* Steps 2 and 3: afterwards nothing can fail but MPI. */
static int prepare_exchange(bundle_t *bundle, const exchange_agreement_t *agreement)
{
    int has_conflict = 0, status = receive_all(bundle, agreement);
    if (status == ASHLAR_OK && agreement->kinds[BUI_ERROR])
        has_conflict = bui_commit_conflict(bundle);
    if (has_conflict < 0)
        status = AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory to look for conflicts");
    const bool can_fail = agreement->has_requests || agreement->large || bui_has_many_nodes(bundle);
    if (!agreement->kinds[BUI_ERROR] && !(agreement->has_messages && can_fail))
        return status;
    long long verdict[] = {-status, has_conflict > 0};
    AL_TRY(al_allreduce(bundle->group, ASHLAR_LLONG, ASHLAR_MAX, verdict, 2));
    if (verdict[0])
        return ali_agreed_status("bundle_exchange", status, (int)-verdict[0]);
    if (verdict[1])
        return AL_FAIL(ASHLAR_EMISMATCH,
                       "bundle_exchange: several ranks write an element of an array whose rule is "
                       "BUNDLE_ERROR");
    return ASHLAR_OK;
}

static void count_exchange(bundle_t *bundle, bool has_conflict)
{
    bundle_counts_t *counts = &bundle->counts;
    int64_t reads = 0;
    for (int k = 0; k < bundle->member_count; ++k) {
        reads += bundle->member[k]->slots.count;
        counts->changes += has_conflict ? 0 : bundle->member[k]->changes.count;
    }
    ++counts->exchanges;
    counts->without_requests += reads == 0;
    counts->reads += reads;
}

static int begin_phase(bundle_t *bundle)
{
    exchange_agreement_t agreement = {0};
    const int64_t start = ali_nanoseconds();
    const bundle_mode last = bundle->trial.mode;
    bundle->trial.mode = bui_next_mode(bundle);
    AL_TRY(agree_what(bundle, &agreement));
    bui_count_trial(&bundle->trial, last, agreement.took);
    int status = prepare_exchange(bundle, &agreement);
    const int conflict = status == ASHLAR_EMISMATCH;
    if (status != ASHLAR_OK && !conflict) {
        bui_reads_resend(bundle);
        return status;
    }
    count_exchange(bundle, conflict);
    bui_commit_forget(bundle);
    bui_reads_mark_sent(bundle);
    const bool changes = has_changes(&agreement) && !conflict;
    bundle->ends_with_barrier = agreement.reads || (agreement.has_messages && !changes);
    if (changes) {
        bui_commit_apply(bundle, agreement.kinds);
        AL_TRY(al_barrier(bundle->group));
    }
    status = bui_reads_reply(bundle);
    bundle->trial.last = ali_nanoseconds() - start;
    return status == ASHLAR_OK && conflict ? ASHLAR_EMISMATCH : status;
}

static int end_phase(const char *call, bundle_t *bundle)
{
    const int64_t start = ali_nanoseconds();
    int alive = check_arrays(bundle), status = bui_reads_receive(bundle, alive == ASHLAR_OK);
    status = status == ASHLAR_OK ? alive : status;
    bundle->trial.last += ali_nanoseconds() - start;
    bundle->is_spent = bundle->once && bui_reads_has_any(bundle);
    return bundle->ends_with_barrier ? gai_agree(call, bundle->group, status) : status;
}

static int exchange_begin(const char *call, bundle_t *bundle)
{
    AL_TRY(bui_check_alive(call, bundle));
    if (bundle->under_way)
        return AL_FAIL(ASHLAR_ESTATE, "%s: an exchange is under way", call);
    int status = begin_phase(bundle);
    if (status == ASHLAR_EMISMATCH) /* what is wanted is read all the same */
        AL_TRY(end_phase(call, bundle));
    bundle->under_way = status == ASHLAR_OK;
    return status;
}

static int exchange_end(const char *call, bundle_t *bundle)
{
    AL_TRY(bui_check_alive(call, bundle));
    if (!bundle->under_way)
        return AL_FAIL(ASHLAR_ESTATE, "%s: no exchange is under way", call);
    bundle->under_way = 0;
    return end_phase(call, bundle);
}

int bundle_exchange_begin(bundle_t *bundle)
{
    BUI_COLLECTIVE(bundle_exchange_begin, bundle);
    return exchange_begin(__func__, bundle);
}

int bundle_exchange_end(bundle_t *bundle)
{
    BUI_COLLECTIVE(bundle_exchange_end, bundle);
    return exchange_end(__func__, bundle);
}

int bundle_exchange(bundle_t *bundle)
{
    BUI_COLLECTIVE(bundle_exchange, bundle);
    AL_TRY(exchange_begin(__func__, bundle));
    return exchange_end(__func__, bundle);
}
