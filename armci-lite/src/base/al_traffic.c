/* Counts of messages and bytes. Threads send and answer at once: the sums are relaxed atomics. */
#include "armci-lite/src/base/al_traffic.h"

#include <stdatomic.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"

_Thread_local AL_NEAR al_sent_t ali_sent_here;

typedef struct sum {
    _Atomic int64_t messages, bytes;
} sum_t;

static sum_t sent, answered;

static void count(sum_t *sum, int64_t messages, int64_t bytes)
{
    if (messages)
        atomic_fetch_add_explicit(&sum->messages, messages, memory_order_relaxed);
    atomic_fetch_add_explicit(&sum->bytes, bytes, memory_order_relaxed);
}

void ali_count_sent(int64_t messages, int64_t bytes)
{
    ali_sent_here.messages += messages;
    ali_sent_here.bytes += bytes;
    count(&sent, messages, bytes);
}

void ali_count_answer(int64_t bytes)
{
    count(&answered, 1, bytes);
}

void ali_traffic_reset(void)
{
    sent.messages = sent.bytes = answered.messages = answered.bytes = 0;
}

int al_traffic(al_traffic_t *traffic)
{
    AL_TRY(ali_check_started(__func__));
    if (!traffic)
        return AL_FAIL(ASHLAR_EARG, "%s: the result is NULL", __func__);
    *traffic = (al_traffic_t){.messages = sent.messages,
                              .bytes = sent.bytes,
                              .answers = answered.messages,
                              .answer_bytes = answered.bytes};
    return ASHLAR_OK;
}
