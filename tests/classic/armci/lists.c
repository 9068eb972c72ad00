/* Lists of runs. */
#include "classic/armci/cases.h"
#include "classic/armci/model.h"

/* Three descriptors with runs of 16, 16 and 48 bytes; the first is longer than what goes at once.
 */
enum { LISTS = 3, LONG = 700, SHORT = 5, RUNS = LONG + 2 * SHORT, LANE = RUNS * 80 };

static const int run_bytes[LISTS] = {16, 16, 48}, run_count[LISTS] = {LONG, SHORT, SHORT};

static int run_list(int run)
{
    return run < LONG ? 0 : run < LONG + SHORT ? 1 : 2;
}

/* Runs in an order of their own on both sides, at odd distances. */
static size_t far_at(int run, size_t grain)
{
    return (size_t)(run * 331 % RUNS) * 80 + grain * (size_t)(run % 2);
}

static size_t near_at(int run)
{
    return (size_t)(run * 173 % RUNS) * 80;
}

/* is_get: the far side is the source. */
static int move(int what, int optype, void *scale, char *far, char *near, size_t grain, int proc,
                armci_hdl_t *handle)
{
    static void *fars[RUNS], *nears[RUNS];
    armci_giov_t lists[LISTS];
    int first = 0;

    for (int run = 0; run < RUNS; ++run) {
        fars[run] = far + far_at(run, grain);
        nears[run] = near + near_at(run);
    }
    for (int k = 0; k < LISTS; ++k) {
        void **from = nears + first, **to = fars + first;
        lists[k] = (armci_giov_t){what == 'g' ? to : from, what == 'g' ? from : to, run_count[k],
                                  run_bytes[k]};
        first += run_count[k];
    }
    if (what == 'p')
        return handle ? ARMCI_NbPutV(lists, LISTS, proc, handle) : ARMCI_PutV(lists, LISTS, proc);
    if (what == 'g')
        return handle ? ARMCI_NbGetV(lists, LISTS, proc, handle) : ARMCI_GetV(lists, LISTS, proc);
    return handle ? ARMCI_NbAccV(optype, scale, lists, LISTS, proc, handle)
                  : ARMCI_AccV(optype, scale, lists, LISTS, proc);
}

static void try_lists(char *lane, int proc, int with_handle)
{
    char *near = test_alloc(LANE), *model = test_alloc(LANE), *found = test_alloc(LANE);
    armci_hdl_t handle = -7, *given = with_handle ? &handle : NULL;

    for (int t = 0; t < ACC_TYPES; ++t) {
        const ashlar_type type = acc_types[t].type;
        const size_t grain = with_handle ? 1 : acc_grain(type);
        const scalar_t factor = scalar_as(type, 2, 1);
        element_t scale = element_of(type, factor);
        memset(model, 0, LANE);
        CHECK_INT(0, ARMCI_Put(model, lane, LANE, proc));
        model_fill(type, near, LANE, t + me());
        CHECK_INT(0, move('p', 0, NULL, lane, near, grain, proc, given));
        CHECK_INT(0, move('a', acc_types[t].optype, &scale, lane, near, grain, proc, given));
        for (int run = 0; run < RUNS; ++run) {
            size_t bytes = (size_t)run_bytes[run_list(run)];
            char *to = model + far_at(run, grain), *from = near + near_at(run);
            memcpy(to, from, bytes);
            model_accumulate(type, factor, to, from, bytes);
        }
        CHECK_INT(0, ARMCI_Wait(&handle));
        CHECK_INT(0, ARMCI_Get(lane, found, LANE, proc));
        CHECK_INT(0, memcmp(found, model, LANE));
        memset(near, 55, LANE);
        CHECK_INT(0, move('g', 0, NULL, lane, near, grain, proc, given));
        CHECK_INT(0, ARMCI_Wait(&handle));
        memset(found, 55, LANE);
        for (int run = 0; run < RUNS; ++run)
            memcpy(found + near_at(run), model + far_at(run, grain),
                   (size_t)run_bytes[run_list(run)]);
        CHECK_INT(0, memcmp(found, near, LANE));
    }
    free(near);
    free(model);
    free(found);
}

ARMCI_CASE(transfer_lists)
{
    char **names = zeros_everywhere((size_t)procs() * LANE);
    armci_giov_t nothing = {NULL, NULL, 0, 8};

    for (int k = 0; k < 2; ++k) {
        const int proc = (me() + k) % procs();
        try_lists(names[proc] + (size_t)me() * LANE, proc, k);
    }
    CHECK_INT(0, ARMCI_PutV(&nothing, 1, 0));
    CHECK_INT(0, ARMCI_GetV(NULL, 0, 0));
    ARMCI_Barrier();
    free_everywhere(names);
}
