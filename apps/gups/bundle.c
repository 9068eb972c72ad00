/* By a bundle: as many updates as may be held back, then an exchange. */
#include <stdlib.h>

#include <ashlar/bundle.h>

#include "gups.h"

static ga_t table;
static bundle_t *bundle;
static int in_table;
static int64_t *index, *value;

static int64_t *elements(int64_t *first, int64_t *n)
{
    return gups_array_elements(table, first, n);
}

static void start(const gups_t *gups)
{
    table = gups_array(gups);
    gups_check(bundle_create_once(0, &bundle));
    gups_check(bundle_add(bundle, table, BUNDLE_ANY, &in_table));
    index = malloc((size_t)gups->batch * sizeof *index);
    value = malloc((size_t)gups->batch * sizeof *value);
    if (!index || !value)
        gups_fail("no memory for a batch");
}

static void run(const gups_t *gups)
{
    uint64_t number = gups->seed;
    for (int64_t done = 0; done < gups->updates; done += gups->batch) {
        for (int64_t k = 0; k < gups->batch; ++k) {
            number = gups_next(number);
            index[k] = (int64_t)(number & (uint64_t)(gups->table - 1));
            value[k] = (int64_t)number;
        }
        gups_check(gups->kind == GUPS_XOR
                       ? bundle_accumulate(bundle, in_table, gups->batch, index, value, ASHLAR_XOR)
                       : bundle_write(bundle, in_table, gups->batch, index, value));
        gups_check(bundle_exchange(bundle));
    }
}

static void stop(void)
{
    gups_check(bundle_free(bundle));
    gups_check(ga_destroy(table));
    free(index);
    free(value);
}

const gups_way_t gups_bundle = {"bundle", start, run, elements, stop};
