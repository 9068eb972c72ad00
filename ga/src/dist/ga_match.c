/* The intervals along an axis where blocks of two arrays meet. */
#include "ga/src/dist/ga_match.h"

#include "armci-lite/src/al_private.h"

/* The distance after which both sides repeat, if fewer transfers come of using it. */
static int64_t jump_of(const gai_series_t *series, const gai_partition_t *partition)
{
    int64_t width = partition->axis->width, period = partition->period, both, jump, span;
    if (!period || partition->seamless || series->count < 2)
        return 0;
    if (__builtin_mul_overflow(period, width, &both) ||
        __builtin_mul_overflow(series->step / gai_common_divisor(series->step, both), both, &jump))
        return 0;
    span = series->count * series->step;
    if (jump > span / 2)
        return 0;
    int64_t with = jump / series->step + jump / width, without;
    if (width >= 2 * series->step)
        without = 2 * (span / width + 1);
    else if (series->n >= 2 * both)
        without = series->count * (period + 2);
    else
        without = series->count + span / width;
    return with < without ? jump : 0;
}

void gai_match_begin(gai_match_t *match, const gai_series_t *series,
                     const gai_partition_t *partition)
{
    match->series = *series;
    match->partition = *partition;
    match->jump = jump_of(series, partition);
    match->next_interval = match->next_skipped = 0;
}

/* The last block that is as wide as the others. */
static int64_t last_full(const gai_axis_t *axis)
{
    return axis->blocks - 1 - (axis->extent < axis->blocks * axis->width);
}

/* Whole intervals that lie in the same block: how many from this one on. */
static int64_t intervals_within(const gai_match_t *match, int64_t end)
{
    const gai_series_t *s = &match->series;
    int64_t left = s->count - match->interval;
    return left < 2 ? left : ali_min(left, (end - match->lo - s->n) / s->step + 1);
}

/* A match lies in a block of full width and is found again `jump` later. 0: it was found
 * with an earlier one. */
static int repeat_by_jump(gai_match_t *match)
{
    const gai_axis_t *axis = match->partition.axis;
    int64_t full = last_full(axis);
    if (match->block > full)
        return 1;
    match->stride = match->jump;
    match->intervals = match->jump / match->series.step;
    match->blocks = match->jump / axis->width;
    if (match->interval >= match->intervals && match->block >= match->blocks)
        return 0;
    match->count = 1 + ali_min((match->series.count - 1 - match->interval) / match->intervals,
                               (full - match->block) / match->blocks);
    return 1;
}

/* A match is a whole block of full width within an interval, lo..end-1; the same as above. */
static int repeat_within(gai_match_t *match, int64_t begin, int64_t end)
{
    const gai_partition_t *c = &match->partition;
    int64_t width = c->axis->width, period = c->period;
    int64_t first = (begin + c->shift + width - 1) / width;
    int64_t last = ali_min((end + c->shift) / width - 1, last_full(c->axis));
    if (match->block < first || match->block > last)
        return 1;
    if (match->block - period >= first)
        return 0;
    match->blocks = period;
    match->stride = period * width;
    match->count = 1 + (last - match->block) / period;
    return 1;
}

int gai_match_next(gai_match_t *match)
{
    const gai_series_t *s = &match->series;
    const gai_partition_t *c = &match->partition;
    while (match->next_interval < s->count) {
        int64_t begin = s->lo + match->next_interval * s->step, end = begin + s->n;
        match->interval = match->next_interval;
        match->skipped = match->next_skipped;
        match->lo = begin + match->skipped;
        match->block = gai_axis_block(c->axis, match->lo + c->shift);
        int64_t bound = c->seamless ? c->axis->extent : gai_axis_end(c->axis, match->block);
        bound -= c->shift;
        match->n = ali_min(end, bound) - match->lo;
        match->count = 1;
        match->stride = match->intervals = match->blocks = 0;
        if (bound < end) {
            match->next_skipped += match->n;
        } else {
            match->next_skipped = 0;
            ++match->next_interval;
        }
        if (match->jump) {
            if (repeat_by_jump(match))
                return 1;
        } else if (!match->skipped && bound >= end) {
            match->count = intervals_within(match, bound);
            match->stride = s->step;
            match->intervals = 1;
            match->next_interval = match->interval + match->count;
            return 1;
        } else if (!c->period || repeat_within(match, begin, end)) {
            return 1;
        }
    }
    return 0;
}
