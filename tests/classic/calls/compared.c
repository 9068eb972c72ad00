/* Distributions of arrays, each compared with each; what ranks own is asked for rank by rank. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "calls.h"
#include "ga-native.h"

enum { ROWS = 12, COLS = 8, RANKS = 64 };

/* Kinds of distributions, in which ranks are numbered. */
enum {
    PLAIN,
    GHOSTS,
    SAME_CUTS,
    OTHER_CUTS,
    ACROSS,
    LAST_FASTEST,
    IN_ORDER,
    BACKWARD,
    TURNED,
    CUTS_BACKWARD,
    ALL
};

static int64_t cuts[2][2][RANKS]; /* those of PLAIN, and others */
static int listed[ALL][RANKS];

static void take_cuts(const ga_spec_t *plain)
{
    for (int d = 0; d < 2; ++d)
        for (int64_t k = 0; k < plain->blocks[d]; ++k) {
            cuts[0][d][k] = k * plain->block[d];
            cuts[1][d][k] = k;
        }
}

/* Rank lists; the last one turns a grid of 2 ranks in each column around. */
static void list_ranks(int n)
{
    for (int k = 0; k < n; ++k) {
        listed[IN_ORDER][k] = k;
        listed[BACKWARD][k] = listed[CUTS_BACKWARD][k] = n - 1 - k;
        listed[TURNED][k] = n % 2 ? k : k % 2 * (n / 2) + k / 2;
    }
}

static ga_spec_t describe(int which, const ga_spec_t *plain)
{
    const int n = GA_Nnodes(), rows = n % 2 ? 1 : 2;
    ga_spec_t spec = {
        .type = ASHLAR_INT, .ndim = 2, .dims = {ROWS, COLS}, .grid = {rows, n / rows}};
    if (which == ACROSS) {
        spec.grid[0] = n / rows;
        spec.grid[1] = rows;
    }
    if (which == GHOSTS)
        spec.ghosts[0] = 1;
    if (which == LAST_FASTEST)
        spec.order = GA_LAST_FASTEST;
    if (which == SAME_CUTS || which == OTHER_CUTS || which == CUTS_BACKWARD)
        spec.kind = GA_IRREGULAR;
    for (int d = 0; d < 2 && spec.kind == GA_IRREGULAR; ++d) {
        spec.blocks[d] = plain->blocks[d];
        spec.grid[d] = 0;
        spec.cuts[d] = cuts[which == OTHER_CUTS][d];
    }
    if (which >= IN_ORDER) {
        spec.rank_count = n;
        spec.ranks = listed[which];
    }
    return spec;
}

static int own_the_same(ga_t a, ga_t b)
{
    int same = 1;
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        int64_t lo[2][2], hi[2][2];
        CHECK_INT(ASHLAR_OK, ga_distribution_nd(a, rank, lo[0], hi[0]));
        CHECK_INT(ASHLAR_OK, ga_distribution_nd(b, rank, lo[1], hi[1]));
        same &= !memcmp(lo[0], lo[1], sizeof lo[0]) && !memcmp(hi[0], hi[1], sizeof hi[0]);
    }
    return same;
}

static void check_known(const int *g)
{
    const int n = GA_Nnodes(), has_order = n > 2 && n % 2 == 0;
    CHECK_INT(0, GA_Compare_distr(g[PLAIN], g[GHOSTS]));
    CHECK_INT(0, GA_Compare_distr(g[PLAIN], g[SAME_CUTS]));
    CHECK_INT(0, GA_Compare_distr(g[PLAIN], g[IN_ORDER]));
    CHECK_INT(n > 1, GA_Compare_distr(g[PLAIN], g[OTHER_CUTS]));
    CHECK_INT(n > 1, GA_Compare_distr(g[PLAIN], g[BACKWARD]));
    CHECK_INT(0, GA_Compare_distr(g[BACKWARD], g[CUTS_BACKWARD]));
    CHECK_INT(n > 1, GA_Compare_distr(g[SAME_CUTS], g[CUTS_BACKWARD]));
    CHECK_INT(n > 1 && n != 4, GA_Compare_distr(g[PLAIN], g[ACROSS]));
    CHECK_INT(has_order, GA_Compare_distr(g[PLAIN], g[LAST_FASTEST]));
    CHECK_INT(has_order, GA_Compare_distr(g[PLAIN], g[TURNED]));
    CHECK_INT(0, GA_Compare_distr(g[LAST_FASTEST], g[TURNED])); /* by order, and by list */
}

TEST_CASE(compared, TEST_GA)
{
    GA_Initialize();
    ga_t native[ALL];
    int g[ALL];
    ga_spec_t plain = {.ndim = 0};
    list_ranks(GA_Nnodes());
    for (int k = 0; k < ALL; ++k) {
        const ga_spec_t spec = describe(k, &plain);
        CHECK_INT(ASHLAR_OK, ga_create_spec(&spec, &native[k]));
        g[k] = GA_From_native(native[k]);
        if (k == PLAIN) {
            CHECK_INT(ASHLAR_OK, ga_inquire_spec(native[k], &plain));
            take_cuts(&plain);
        }
    }
    check_known(g);
    for (int a = 0; a < ALL; ++a)
        for (int b = 0; b < ALL; ++b)
            CHECK_INT(!own_the_same(native[a], native[b]), GA_Compare_distr(g[a], g[b]));
    for (int k = 0; k < ALL; ++k) {
        GA_Destroy(g[k]);
        CHECK_INT(ASHLAR_OK, ga_destroy(native[k]));
    }
    GA_Terminate();
}
