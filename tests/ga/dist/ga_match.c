/* Two cuts of an axis matched: the stretches cover every index once, and lie where they say. */
#include "ga/inside.h"
#include "ga/src/dist/ga_match.h"

enum { EXTENT = 130 };

typedef struct drawn {
    gai_series_t series;
    gai_axis_t axis;
    gai_partition_t partition;
    int64_t cuts[EXTENT];
} drawn_t;

/* A series, and blocks of the other side with it in some of them: of equal widths or between cuts.
 */
static void draw_sides(rng_t *rng, drawn_t *x)
{
    gai_series_t *s = &x->series;
    int64_t extent = rng_range(rng, 1, EXTENT);

    s->n = rng_range(rng, 1, extent < 20 ? extent : 20);
    s->step = s->n + (rng_range(rng, 0, 2) ? rng_range(rng, 0, 20) : s->n);
    s->count = rng_range(rng, 1, (extent - s->n) / s->step + 1);
    int64_t length = (s->count - 1) * s->step + s->n, there = rng_range(rng, 0, extent - length);
    s->lo = rng_range(rng, 0, 50);
    x->axis = gai_axis_regular(extent, rng_range(rng, 1, rng_range(rng, 0, 1) ? 8 : extent));
    x->partition = (gai_partition_t){.axis = &x->axis, .shift = there - s->lo};
    if (rng_range(rng, 0, 3) == 0) {
        x->axis.blocks = 0;
        for (int64_t at = 0; at < extent; at += rng_range(rng, 1, 20))
            x->cuts[x->axis.blocks++] = at;
        x->axis = (gai_axis_t){.extent = extent, .blocks = x->axis.blocks, .cuts = x->cuts};
    } else if (rng_range(rng, 0, 2)) {
        x->partition.period = rng_range(rng, 1, 4);
    }
    x->partition.seamless = rng_range(rng, 0, 9) == 0;
}

/* Count the indices of one stretch of a match; returns how many are not where it says. */
static int64_t look_at(const drawn_t *x, const gai_match_t *m, int64_t k, int *seen)
{
    const gai_series_t *s = &x->series;
    int64_t lo = m->lo + k * m->stride, interval = m->interval + k * m->intervals;
    int64_t block = m->block + k * m->blocks, wrong = interval >= s->count;

    wrong += lo != s->lo + interval * s->step + m->skipped + (m->intervals ? 0 : k * m->stride);
    wrong += lo + m->n > s->lo + interval * s->step + s->n;
    for (int64_t index = lo; index < lo + m->n; ++index) {
        ++seen[index - s->lo];
        if (!x->partition.seamless)
            wrong += gai_axis_block(&x->axis, index + x->partition.shift) != block;
    }
    /* Repeated blocks are as wide as the others, and entered at the same place. */
    if (m->blocks)
        wrong += gai_axis_end(&x->axis, block) - gai_axis_lo(&x->axis, block) != x->axis.width ||
                 m->blocks % x->partition.period != 0 ||
                 lo + x->partition.shift - gai_axis_lo(&x->axis, block) !=
                     m->lo + x->partition.shift - gai_axis_lo(&x->axis, m->block);
    return wrong;
}

TEST_CASE(match_covers, TEST_BARE)
{
    rng_t rng = rng_seed(317);
    int64_t repeated = 0;

    for (int round = 0; round < 20000; ++round) {
        drawn_t x;
        gai_match_t match;
        int seen[EXTENT] = {0};
        int64_t wrong = 0;
        draw_sides(&rng, &x);
        gai_match_begin(&match, &x.series, &x.partition);
        while (gai_match_next(&match)) {
            for (int64_t k = 0; k < match.count; ++k)
                wrong += look_at(&x, &match, k, seen);
            repeated += match.count > 1;
        }
        int64_t length = (x.series.count - 1) * x.series.step + x.series.n;
        for (int64_t k = 0; k < length; ++k)
            wrong += seen[k] != (k % x.series.step < x.series.n);
        if (!CHECK_INT(0, wrong))
            break;
    }
    CHECK(repeated > 1000);
}

/* Blocks of 64, cyclic over 2 and over 3: a few stretches, however many blocks there are. */
TEST_CASE(match_is_short, TEST_BARE)
{
    const gai_axis_t axis = gai_axis_regular(64 * 600, 64);
    const gai_series_t series = {64, 64, 128, 300};
    const gai_partition_t partition = {.axis = &axis, .period = 3};
    gai_match_t match;
    int found = 0;

    gai_match_begin(&match, &series, &partition);
    while (gai_match_next(&match))
        ++found;
    CHECK_INT(3, found);
}
