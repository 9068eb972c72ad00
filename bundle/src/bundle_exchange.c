/* The exchange: agree, apply what is pending, read what is wanted.
 *
 *   1. Each rank lays out in its send buffer what it has for others, puts what is for other nodes
 *      there, and all combine what there is.
 *   2. If there is something new from other nodes, the ranks of a node receive it.
 *   3. If something can have failed, all combine whether it has. So far no array has changed. If
 *      ranks write one element where that is an error, changes are dropped, and the rest goes on.
 *   4. If there are changes, owners apply what is theirs, and all pass al_barrier().
 *   5. Reads: from my node's memory, and replies to and from other nodes.
 *   6. If anybody reads, all combine how it went: nobody goes on to change an element that another
 *      has yet to read. They also pass a barrier if other nodes were sent something and there was
 * no step 4: what comes in step 1 of the next exchange takes the place of what came in this one.
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
 * last: a failure leaves everything as it was. */
static int make_sendbufs(bundle_t *bundle, size_t bytes)
{
    const size_t have = sendbuf_room(bundle);
    al_segment_t *buffer, *old = bundle->sendbuf;
    void *signals;
    AL_TRY(al_segment_create(bundle->group, bytes > have ? bytes + bytes / 2 : have, &buffer));
    AL_TRY(al_segment_address(buffer, al_group_rank(bundle->group), &signals));
    memset(signals, 0, sizeof(int64_t));
    bundle->sendbuf = buffer;
    bundle->signals = 0;
    AL_TRY(bui_sendbuf_post(bundle));
    AL_TRY(old ? al_segment_free(old) : ASHLAR_OK);
    return al_barrier(bundle->group);
}

/* The values that the ranks combine by MAX. */
typedef struct ballot {
    long long kinds[BUI_KINDS];
    long long failed, grows, took;
    long long has_messages; /* something has to be sent to other nodes; */
    long long has_requests; /* they have to keep it; */
    long long large;        /* a body does not go with its header */
    long long reads;
} ballot_t;

/* ---- which mode ------------------------------------------------------------------------------ */

enum { TRIALS = 4 /* of each mode */ };

/* Before an exchange. First one mode has its trials, then the other: an exchange that costs more,
 * with new requests or every second one of a program, says nothing of its mode. The least of each
 * counts. */
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

static void fill_in(const bundle_t *bundle, ballot_t *ballot)
{
    bui_commit_kinds(bundle, ballot->kinds);
    for (int k = 0; k < BUI_KINDS; ++k)
        ballot->has_messages |= ballot->kinds[k];
    ballot->has_requests = bui_reads_has_unsent(bundle);
    ballot->has_messages |= ballot->has_requests | bundle->forget;
    ballot->reads = bui_reads_has_any(bundle);
    ballot->took = bundle->trial.last;
}

/* Two writes of a rank to an element count once, unless the rule lets the last value win. */
static int complete_changes(bui_member_t *member)
{
    if (member->ops >> BUI_WRITE & 1 && member->rule > BUNDLE_LOWEST)
        AL_TRY(bui_index_changes("bundle_exchange", member));
    bui_elements_locate(member, &member->changes);
    return ASHLAR_OK;
}

/* Step 1. */
static int agree_what(bundle_t *bundle, ballot_t *ballot)
{
    int status = check_arrays(bundle), put = 0;
    if (status == ASHLAR_OK)
        status = bui_reads_locate(bundle);
    for (int k = 0; k < bundle->member_count && status == ASHLAR_OK; ++k)
        status = complete_changes(bundle->member[k]);
    const size_t bytes = bui_sendbuf_bytes(bundle);
    fill_in(bundle, ballot);
    ballot->grows = bytes > sendbuf_room(bundle);
    if (status == ASHLAR_OK && !ballot->grows) {
        status = bui_sendbuf_post(bundle);
        if (status == ASHLAR_OK) {
            ballot->large = bui_sendbuf_has_large(bundle);
            put = bundle->local_ranks && ballot->has_messages;
            status = put ? bui_messages_put(bundle) : ASHLAR_OK;
        }
    }
    ballot->failed = -status;
    AL_TRY(al_allreduce(bundle->group, ASHLAR_LLONG, ASHLAR_MAX, ballot->kinds,
                        sizeof *ballot / sizeof(long long)));
    if (ballot->failed) {
        if (bundle->local_ranks)
            AL_TRY(bui_messages_reset(bundle));
        return ali_agreed_status("bundle_exchange", status, (int)-ballot->failed);
    }
    if (ballot->grows) {
        ballot->large = 1; /* ranks without room do not know */
        status = make_sendbufs(bundle, bytes);
        if (status != ASHLAR_OK && bundle->local_ranks)
            AL_TRY(bui_messages_reset(bundle));
        AL_TRY(status);
    }
    ballot->has_messages |= ballot->grows; /* replies go elsewhere */
    return bundle->local_ranks && ballot->has_messages && !put ? bui_messages_put(bundle)
                                                               : ASHLAR_OK;
}

/* Steps 2 and 3: afterwards nothing can fail but MPI. */
static int prepare_exchange(bundle_t *bundle, const ballot_t *ballot)
{
    int status =
            bundle->local_ranks && ballot->has_messages ? bui_messages_receive(bundle) : ASHLAR_OK,
        twice = 0;
    if (status == ASHLAR_OK && ballot->kinds[BUI_ERROR])
        twice = bui_commit_conflict(bundle);
    if (twice < 0)
        status = AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory to look for conflicts");
    if (!ballot->kinds[BUI_ERROR] &&
        !(bundle->local_ranks && (ballot->has_requests || ballot->large)))
        return status;
    long long verdict[] = {-status, twice > 0};
    AL_TRY(al_allreduce(bundle->group, ASHLAR_LLONG, ASHLAR_MAX, verdict, 2));
    if (verdict[0])
        return ali_agreed_status("bundle_exchange", status, (int)-verdict[0]);
    if (verdict[1])
        return AL_FAIL(ASHLAR_EMISMATCH,
                       "bundle_exchange: several ranks write an element of an array whose rule is "
                       "BUNDLE_ERROR");
    return ASHLAR_OK;
}

static int begin_phase(bundle_t *bundle)
{
    ballot_t ballot = {0};
    const int64_t start = ali_nanoseconds();
    const bundle_mode last = bundle->trial.mode;
    bundle->trial.mode = bui_next_mode(bundle);
    AL_TRY(agree_what(bundle, &ballot));
    bui_count_trial(&bundle->trial, last, ballot.took);
    int status = prepare_exchange(bundle, &ballot);
    const int conflict = status == ASHLAR_EMISMATCH;
    if (status != ASHLAR_OK && !conflict) {
        bui_reads_resend(bundle);
        return status;
    }
    bui_commit_forget(bundle);
    bui_reads_mark_sent(bundle);
    int changes = 0;
    for (int k = 0; k < BUI_KINDS; ++k)
        changes |= ballot.kinds[k] && !conflict;
    bundle->ends_with_barrier = ballot.reads || (ballot.has_messages && !changes);
    if (changes) {
        bui_commit_apply(bundle, ballot.kinds);
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
