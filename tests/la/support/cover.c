#include "la/support/cover.h"

#include <string.h>

#include "harness/harness.h"

void cover_start(cover_t *c, int factors, const int *values, uint64_t seed)
{
    memset(c, 0, sizeof *c);
    c->factors = factors;
    c->rng = rng_seed(seed);
    for (int f = 0; f < factors; ++f) {
        c->values[f] = values[f];
        CHECK(values[f] <= COVER_VALUES);
    }
}

/* A pair that has not come up yet. */
static int find_open(const cover_t *c, int *value)
{
    for (int f = 0; f < c->factors; ++f)
        for (int g = f + 1; g < c->factors; ++g)
            for (int i = 0; i < c->values[f]; ++i)
                for (int j = 0; j < c->values[g]; ++j)
                    if (!c->met[f][g][i][j]) {
                        value[f] = i;
                        value[g] = j;
                        return 1;
                    }
    return 0;
}

static int is_met(const cover_t *c, int f, int i, int g, int j)
{
    return f < g ? c->met[f][g][i][j] : c->met[g][f][j][i];
}

/* The value of a factor that makes most new pairs with those that are set; the first after a place
 * that is drawn. */
static int choose_value(cover_t *c, const int *value, int f)
{
    int count = c->values[f], start = (int)rng_range(&c->rng, 0, count - 1), best = 0, most = -1;
    for (int k = 0; k < count; ++k) {
        int i = (start + k) % count, fresh = 0;
        for (int g = 0; g < c->factors; ++g)
            fresh += g != f && value[g] >= 0 && !is_met(c, f, i, g, value[g]);
        if (fresh > most) {
            most = fresh;
            best = i;
        }
    }
    return best;
}

int cover_next(cover_t *c, int *value)
{
    for (int f = 0; f < c->factors; ++f)
        value[f] = -1;
    if (!find_open(c, value))
        return 0;
    for (int f = 0; f < c->factors; ++f)
        if (value[f] < 0)
            value[f] = choose_value(c, value, f);
    for (int f = 0; f < c->factors; ++f)
        for (int g = f + 1; g < c->factors; ++g)
            c->met[f][g][value[f]][value[g]] = 1;
    return 1;
}
