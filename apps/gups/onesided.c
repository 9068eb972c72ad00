/* By single one-sided calls: no bundling at all. */
#include "gups.h"

static ga_t table;

static int64_t *elements(int64_t *first, int64_t *n)
{
    return gups_array_elements(table, first, n);
}

static void start(const gups_t *gups)
{
    table = gups_array(gups);
}

static void run(const gups_t *gups)
{
    uint64_t number = gups->seed;
    for (int64_t k = 0; k < gups->updates; ++k) {
        number = gups_next(number);
        int64_t index = (int64_t)(number & (uint64_t)(gups->table - 1));
        gups_check(ga_acc_op_nd(table, &index, &index, &number, NULL,
                                gups->kind == GUPS_XOR ? ASHLAR_XOR : ASHLAR_REPLACE));
    }
    gups_check(ga_sync());
}

static void stop(void)
{
    gups_check(ga_destroy(table));
}

const gups_way_t gups_onesided = {"onesided", start, run, elements, stop};
