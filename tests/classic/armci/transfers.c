/* Contiguous transfers, values, handles, and what is refused. */
#include "classic/armci/cases.h"
#include "classic/armci/model.h"

/* Bytes of a lane at every process for every other. */
enum { LANE = 5000 };

static void fill(char *data, size_t n, int seed)
{
    for (size_t k = 0; k < n; ++k)
        data[k] = (char)(k * 13 + k / 251 + (size_t)seed);
}

ARMCI_CASE(transfer_contiguous)
{
    const int sizes[] = {0, 1, 3, 4, 8, 16, 17, 1000, LANE};
    char **names = zeros_everywhere((size_t)procs() * LANE);
    char *out = test_alloc(LANE), *in = test_alloc(LANE), *model = test_alloc(LANE);

    for (int proc = 0; proc < procs(); ++proc) {
        char *lane = names[proc] + me() * LANE;
        memset(model, 0, LANE);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
            const int n = sizes[k], at = (LANE - n) / 3;
            fill(out, (size_t)n, 5 * (int)k + me());
            CHECK_INT(0, ARMCI_Put(out, lane + at, n, proc));
            memcpy(model + at, out, (size_t)n);
            memset(in, 77, LANE);
            CHECK_INT(0, ARMCI_Get(lane + at, in, n, proc));
            CHECK_INT(0, memcmp(in, out, (size_t)n));
            CHECK(n == LANE || in[n] == 77);
        }
        CHECK_INT(0, ARMCI_Put1(out, lane, 9, proc));
        memcpy(model, out, 9);
        CHECK_INT(0, ARMCI_Get(lane, in, LANE, proc));
        CHECK_INT(0, memcmp(in, model, LANE));
    }
    ARMCI_Barrier();
    free_everywhere(names);
    free(out);
    free(in);
    free(model);

    /* Accumulates of all types, by everybody to the same numbers. */
    for (int t = 0; t < ACC_TYPES; ++t) {
        const ashlar_type type = acc_types[t].type;
        const size_t n = 40 * type_bytes(type), skip = acc_grain(type);
        const scalar_t scale = scalar_as(type, 2, -1);
        element_t factor = element_of(type, scale);
        char **sums = zeros_everywhere(n + skip), from[40 * 16], expected[40 * 16] = {0};
        for (int proc = 0; proc < procs(); ++proc) {
            model_fill(type, from, n, me());
            CHECK_INT(
                0, ARMCI_Acc(acc_types[t].optype, &factor, from, sums[proc] + skip, (int)n, proc));
        }
        for (int writer = 0; writer < procs(); ++writer) {
            model_fill(type, from, n, writer);
            model_accumulate(type, scale, expected, from, n);
        }
        ARMCI_Barrier();
        CHECK_INT(0, memcmp(expected, sums[me()] + skip, n));
        ARMCI_Barrier();
        free_everywhere(sums);
    }
}

ARMCI_CASE(transfer_values)
{
    char **names = zeros_everywhere((size_t)procs() * 64);
    armci_hdl_t handle = 12345;

    for (int proc = 0; proc < procs(); ++proc) {
        char *lane = names[proc] + 64 * me();
        CHECK_INT(0, ARMCI_PutValueInt(-3 - me(), lane, proc));
        CHECK_INT(0, ARMCI_PutValueLong(5000000000L + me(), lane + 8, proc));
        CHECK_INT(0, ARMCI_PutValueFloat(0.5F + (float)me(), lane + 16, proc));
        CHECK_INT(0, ARMCI_PutValueDouble(0.25 + me(), lane + 24, proc));
        CHECK_INT(0, ARMCI_NbPutValueInt(4, lane + 32, proc, &handle));
        CHECK_INT(0, ARMCI_NbPutValueLong(-5, lane + 40, proc, NULL));
        CHECK_INT(0, ARMCI_NbPutValueFloat(1.5F, lane + 48, proc, &handle));
        CHECK_INT(0, ARMCI_NbPutValueDouble(-0.75, lane + 56, proc, &handle));
        CHECK_INT(0, ARMCI_Wait(&handle));
    }
    ARMCI_Barrier();
    for (int proc = 0; proc < procs(); ++proc) {
        char *lane = names[proc] + 64 * ((me() + 1) % procs());
        const int writer = (me() + 1) % procs();
        CHECK_INT(-3 - writer, ARMCI_GetValueInt(lane, proc));
        CHECK_INT(5000000000L + writer, ARMCI_GetValueLong(lane + 8, proc));
        CHECK(ARMCI_GetValueFloat(lane + 16, proc) == 0.5F + (float)writer);
        CHECK(ARMCI_GetValueDouble(lane + 24, proc) == 0.25 + writer);
        CHECK_INT(4, ARMCI_GetValueInt(lane + 32, proc));
        CHECK_INT(-5, ARMCI_GetValueLong(lane + 40, proc));
        CHECK(ARMCI_GetValueFloat(lane + 48, proc) == 1.5F);
        CHECK(ARMCI_GetValueDouble(lane + 56, proc) == -0.75);
    }
    ARMCI_Barrier();
    free_everywhere(names);
}

/* Both sides may be mine, and need not be memory of the library. */
ARMCI_CASE(transfer_mine)
{
    char from[600], to[600], into[600];
    int far[2] = {40, 200}, near[2] = {16, 64}, count[3] = {16, 4, 3}, wrong = 0;
    void *sources[2] = {from + 3, from + 300}, *targets[2] = {to + 7, to + 100};
    armci_giov_t list = {sources, targets, 2, 50};

    fill(from, sizeof from, 1);
    memset(to, 0, sizeof to);
    CHECK_INT(0, ARMCI_Put(from + 1, to + 2, 99, me()));
    CHECK_INT(0, memcmp(from + 1, to + 2, 99));
    CHECK_INT(0, ARMCI_Get(from + 5, to, 50, me()));
    CHECK_INT(0, memcmp(from + 5, to, 50));
    memset(to, 0, sizeof to);
    CHECK_INT(0, ARMCI_PutS(from, near, to, far, count, 2, me()));
    CHECK_INT(0, ARMCI_GetS(to, far, into, near, count, 2, me()));
    CHECK_INT(0, memcmp(from, into, 192));
    for (int at = 0; at < 600; ++at) {
        const int is_set = at / 200 < 3 && at % 200 / 40 < 4 && at % 40 < 16;
        wrong += to[at] != (is_set ? from[at / 200 * 64 + at % 200 / 40 * 16 + at % 40] : 0);
    }
    CHECK_INT(0, wrong);
    CHECK_INT(0, ARMCI_PutV(&list, 1, me()));
    CHECK_INT(0, memcmp(from + 3, to + 7, 50));
    CHECK_INT(0, memcmp(from + 300, to + 100, 50));
}

/* A handle collects; one that was never set, and none, do as well. */
ARMCI_CASE(transfer_handles)
{
    enum { N = 200, RUN = 24 };
    const int next = (me() + 1) % procs();
    char **names = zeros_everywhere(N * RUN), out[N * RUN], in[N * RUN];
    const int garbage[] = {0, 1, -1, 0x00100001, 0x7fffffff, -559038737};

    for (size_t round = 0; round < sizeof garbage / sizeof garbage[0]; ++round) {
        armci_hdl_t put = garbage[round], get = garbage[round];
        if (round == 0) {
            ARMCI_INIT_HANDLE(&put);
            ARMCI_SET_AGGREGATE_HANDLE(&put);
        }
        fill(out, sizeof out, (int)round + me());
        memset(in, 0, sizeof in);
        for (int k = 0; k < N; ++k)
            CHECK_INT(0, ARMCI_NbPut(out + k * RUN, names[next] + k * RUN, RUN, next,
                                     round == 1 ? NULL : &put));
        CHECK_INT(0, round == 1 ? ARMCI_WaitAll() : ARMCI_Wait(&put));
        CHECK_INT(0, ARMCI_Wait(&put));
        ARMCI_UNSET_AGGREGATE_HANDLE(&put);
        ARMCI_AllFence();
        for (int k = 0; k < N; ++k)
            CHECK_INT(0, ARMCI_NbGet(names[next] + k * RUN, in + k * RUN, RUN, next,
                                     round == 2 ? NULL : &get));
        if (round == 2)
            CHECK_INT(0, ARMCI_WaitProc(next));
        else if (round == 3)
            while (ARMCI_Test(&get) != 0)
                ;
        else
            CHECK_INT(0, ARMCI_Wait(&get));
        CHECK_INT(0, ARMCI_Test(&get));
        CHECK_INT(0, memcmp(in, out, sizeof in));
    }
    ARMCI_Barrier();
    fill(out, sizeof out,
         (int)(sizeof garbage / sizeof garbage[0]) - 1 + (me() + procs() - 1) % procs());
    CHECK_INT(0, memcmp(names[me()], out, sizeof out));
    ARMCI_Barrier();
    free_everywhere(names);
}

static int quiet(int status)
{
    char *said = test_capture_end();
    CHECK_CONTAINS(said, "ARMCI_");
    free(said);
    return status;
}

/* A call that fails says so, returns something else than 0, and writes nothing. */
#define CHECK_WRONG(call) (test_capture_begin(), CHECK(quiet(call) != 0))

ARMCI_CASE(transfer_wrong)
{
    char **names = zeros_everywhere(64), data[64];
    const int other = (me() + 1) % procs(), beyond = procs();
    int stride[9] = {8, 8, 8, 8, 8, 8, 8, 8, 8}, count[10] = {8, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    int bad_count[2] = {8, -1}, number = 1;
    double one = 1;
    void *sources[2] = {data, data + 8}, *targets[2] = {names[other], NULL};
    armci_giov_t list = {sources, targets, 2, 8};

    memset(data, 1, sizeof data);
    CHECK_WRONG(ARMCI_Put(data, names[other], 8, beyond));
    CHECK_WRONG(ARMCI_Put(data, names[other], 8, -1));
    CHECK_WRONG(ARMCI_Put(data, names[other], -8, other));
    CHECK_WRONG(ARMCI_Put(data, NULL, 8, other));
    CHECK_WRONG(ARMCI_Get(NULL, data, 8, other));
    if (other != me())
        CHECK_WRONG(ARMCI_Put(data, data, 8, other));
    if (!ARMCI_Same_node(other)) /* my address means nothing there */
        CHECK_WRONG(ARMCI_Put(data, names[me()], 8, other));
    CHECK_WRONG(ARMCI_Acc(ARMCI_ACC_DBL, &one, data, data, 8, me()));
    CHECK_WRONG(ARMCI_Acc(ARMCI_ACC_OFF, &one, data, names[other], 8, other));
    CHECK_WRONG(ARMCI_Acc(ARMCI_ACC_LNG + 1, &one, data, names[other], 8, other));
    CHECK_WRONG(ARMCI_Acc(ARMCI_ACC_DBL, NULL, data, names[other], 8, other));
    CHECK_WRONG(ARMCI_PutS(data, stride, names[other], stride, count, 9, other));
    CHECK_WRONG(ARMCI_PutS(data, stride, names[other], stride, count, -1, other));
    CHECK_WRONG(ARMCI_PutS(data, stride, names[other], NULL, count, 1, other));
    CHECK_WRONG(ARMCI_PutS(data, stride, names[other], stride, bad_count, 1, other));
    CHECK_WRONG(ARMCI_PutV(&list, 1, other));
    CHECK_WRONG(ARMCI_PutV(NULL, 1, other));
    list.ptr_array_len = -1;
    CHECK_WRONG(ARMCI_PutV(&list, 1, other));
    CHECK_WRONG(ARMCI_Rmw(ARMCI_SWAP - 1, &number, names[other], 1, other));
    CHECK_WRONG(ARMCI_Rmw(ARMCI_SWAP, NULL, names[other], 1, other));
    CHECK_WRONG(ARMCI_Rmw(ARMCI_SWAP, &number, &number, 1, me()));
    CHECK_WRONG(ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &number, names[other] + 4, 1, other));
    CHECK_INT(1, number);
    ARMCI_Barrier();
    for (int k = 0; k < 64; ++k)
        CHECK_INT(0, names[me()][k]);
    ARMCI_Barrier();
    free_everywhere(names);
}
