/* Reductions, broadcasts and messages. */
#include <stdlib.h>
#include <string.h>

#include "classic/armci/cases.h"

/* The terms: -2..2, and each of another place. */
static int term(int rank, int k)
{
    return (rank * 3 + k * 2 + 1) % 5 - 2;
}

static double combine(const char *op, double a, double b)
{
    const double x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (op[0] == '+')
        return a + b;
    if (op[0] == '*')
        return a * b;
    if (strcmp(op, "max") == 0)
        return a > b ? a : b;
    if (strcmp(op, "min") == 0)
        return a < b ? a : b;
    if (strcmp(op, "absmax") == 0)
        return x > y ? x : y;
    if (strcmp(op, "absmin") == 0)
        return x < y ? x : y;
    if (strcmp(op, "&&") == 0 || strcmp(op, "land") == 0)
        return a != 0 && b != 0;
    if (strcmp(op, "||") == 0 || strcmp(op, "lor") == 0)
        return a != 0 || b != 0;
    if (strcmp(op, "&") == 0 || strcmp(op, "band") == 0)
        return (double)((long)a & (long)b);
    return (double)((long)a | (long)b);
}

/* All ranks, or those of my node. */
static double expected_of(const char *op, int k, int all)
{
    double result = 0;
    int some = 0;
    for (int rank = 0; rank < procs(); ++rank)
        if (all || ARMCI_Same_node(rank)) {
            result = some ? combine(op, result, term(rank, k))
                          : combine(op, term(rank, k), term(rank, k));
            if (!some++ && (op[0] == '+' || op[0] == '*'))
                result = term(rank, k);
        }
    return result;
}

enum { N = 11 };

#define REDUCE(ctype, code, all, call)                                                             \
    do {                                                                                           \
        ctype x[N + 1];                                                                            \
        const int type = code;                                                                     \
        for (int k = 0; k <= N; ++k)                                                               \
            x[k] = (ctype)term(me(), k);                                                           \
        (void)type;                                                                                \
        call;                                                                                      \
        for (int k = 0; k < N; ++k)                                                                \
            CHECK(x[k] == (ctype)expected_of(op, k, all));                                         \
        CHECK(x[N] == (ctype)term(me(), N));                                                       \
    } while (0)

#define REDUCE_EACH_WAY(ctype, code, letters)                                                      \
    REDUCE(ctype, code, 1, armci_msg_##letters##gop(x, N, op));                                    \
    REDUCE(ctype, code, 0, armci_msg_clus_##letters##gop(x, N, op));                               \
    REDUCE(ctype, code, 1, armci_msg_reduce(x, N, op, type));                                      \
    REDUCE(ctype, code, 1, armci_msg_reduce_scope(SCOPE_MASTERS, x, N, op, type));                 \
    REDUCE(ctype, code, 0, armci_msg_reduce_scope(SCOPE_NODE, x, N, op, type));                    \
    REDUCE(ctype, code, 1, armci_msg_gop_scope(SCOPE_ALL, x, N, op, type));                        \
    REDUCE(ctype, code, 0, armci_msg_gop_scope(SCOPE_NODE, x, N, op, type))

ARMCI_CASE(message_reductions)
{
    const char *all_types[] = {"+", "*", "max", "min", "absmax", "absmin"};
    const char *integers[] = {"or", "&&", "land", "||", "lor", "&", "band", "|", "bor"};

    for (size_t k = 0; k < sizeof all_types / sizeof all_types[0]; ++k) {
        char *op = (char *)all_types[k];
        REDUCE_EACH_WAY(float, ARMCI_FLOAT, f);
        REDUCE_EACH_WAY(double, ARMCI_DOUBLE, d);
        REDUCE_EACH_WAY(int, ARMCI_INT, i);
        REDUCE_EACH_WAY(long, ARMCI_LONG, l);
        REDUCE_EACH_WAY(long long, ARMCI_LONG_LONG, ll);
    }
    for (size_t k = 0; k < sizeof integers / sizeof integers[0]; ++k) {
        char *op = (char *)integers[k];
        REDUCE_EACH_WAY(int, ARMCI_INT, i);
        REDUCE_EACH_WAY(long, ARMCI_LONG, l);
        REDUCE_EACH_WAY(long long, ARMCI_LONG_LONG, ll);
    }
}

ARMCI_CASE(message_broadcasts)
{
    enum { LONG = 5000 };
    int data[LONG], first = me();

    for (int root = 0; root < procs(); ++root)
        for (int form = 0; form < 3; ++form) {
            int wrong = 0;
            for (int k = 0; k < LONG; ++k)
                data[k] = me() * 10000 + k + form;
            if (form == 0)
                armci_msg_bcast(data, sizeof data, root);
            else if (form == 1)
                armci_msg_brdcst(data, 40, root);
            else
                armci_msg_bcast_scope(SCOPE_ALL, data, sizeof data - 4, root);
            const int end = form == 0 ? LONG : form == 1 ? 10 : LONG - 1;
            for (int k = 0; k < LONG; ++k)
                wrong += data[k] != (k < end ? root : me()) * 10000 + k + form;
            CHECK_INT(0, wrong);
        }
    /* On a node: from the last of its processes, and from the first. */
    const int node = armci_domain_my_id(0), last = armci_domain_nprocs(0, node) - 1;
    armci_msg_bcast_scope(SCOPE_NODE, &first, sizeof first, last);
    CHECK_INT(armci_domain_glob_proc_id(0, node, last), first);
    first = me();
    armci_msg_clus_brdcst(&first, sizeof first);
    CHECK_INT(armci_domain_glob_proc_id(0, node, 0), first);

    /* In the trees my children's parent is I, and all have one root. */
    for (int k = 0; k < 2; ++k) {
        const int scope = k ? SCOPE_NODE : SCOPE_ALL;
        int place[4], *places = test_alloc((size_t)procs() * sizeof place), reached = 0;
        armci_msg_bintree(scope, &place[0], &place[1], &place[2], &place[3]);
        memset(places, 0, (size_t)procs() * sizeof place);
        memcpy(places + 4 * me(), place, sizeof place);
        armci_msg_igop(places, 4 * procs(), (char *)"+");
        for (int rank = 0; rank < procs(); ++rank) {
            const int *its = places + 4 * rank;
            CHECK_INT(k ? armci_domain_glob_proc_id(0, armci_domain_id(0, rank), 0) : 0, its[0]);
            CHECK((its[1] < 0) == (its[0] == rank));
            for (int child = 2; child < 4; ++child)
                if (its[child] >= 0) {
                    CHECK_INT(rank, places[4 * its[child] + 1]);
                    ++reached;
                }
        }
        CHECK_INT(procs() - (k ? armci_domain_count(0) : 1), reached);
        free(places);
    }
}

/* A number, and what goes with it. */
typedef struct chosen {
    union {
        int i;
        long l;
        long long ll;
        float f;
        double d;
    } number;
    int rank;
} chosen_t;

static void set_number(chosen_t *chosen, int type, int number)
{
    memset(chosen, 0, sizeof *chosen);
    if (type == ARMCI_INT)
        chosen->number.i = number;
    else if (type == ARMCI_LONG)
        chosen->number.l = number;
    else if (type == ARMCI_LONG_LONG)
        chosen->number.ll = number;
    else if (type == ARMCI_FLOAT)
        chosen->number.f = (float)number;
    else
        chosen->number.d = number;
    chosen->rank = me();
}

ARMCI_CASE(message_select)
{
    const int types[] = {ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT, ARMCI_DOUBLE};
    enum { TYPES = sizeof types / sizeof types[0], VALUES = 4 };

    /* Some contribute, those of a mask; values collide, and are of both signs. */
    for (int t = 0; t < TYPES; ++t)
        for (int mask = 0; mask < 1 << procs(); ++mask)
            for (int is_min = 0; is_min < 2; ++is_min) {
                chosen_t mine, expected;
                int best = -1;
                for (int rank = 0; rank < procs(); ++rank) {
                    int value = (rank * 7 + mask) % VALUES - 2,
                        old = (best * 7 + mask) % VALUES - 2;
                    if (mask >> rank & 1 && (best < 0 || (is_min ? value < old : value > old)))
                        best = rank;
                }
                set_number(&mine, types[t], (me() * 7 + mask) % VALUES - 2);
                if (best >= 0) {
                    set_number(&expected, types[t], (best * 7 + mask) % VALUES - 2);
                    expected.rank = best;
                } else {
                    expected = mine;
                }
                armci_msg_sel(&mine, sizeof mine, (char *)(is_min ? "min" : "max"), types[t],
                              mask >> me() & 1);
                CHECK_INT(expected.rank, mine.rank);
                CHECK_INT(0, memcmp(&expected.number, &mine.number, sizeof mine.number));
            }
    chosen_t mine;
    set_number(&mine, ARMCI_INT, me());
    armci_msg_sel_scope(SCOPE_NODE, &mine, sizeof mine, (char *)"max", ARMCI_INT, 1);
    const int node = armci_domain_my_id(0);
    CHECK_INT(armci_domain_glob_proc_id(0, node, armci_domain_nprocs(0, node) - 1), mine.rank);
}

/* To each and from each, small and large; to myself; and from anybody. */
ARMCI_CASE(message_pairs)
{
    enum { LARGE = 200000 };
    char *data = test_alloc(LARGE), *in = test_alloc(LARGE);

    for (int from = 0; from < procs(); ++from)
        for (int to = 0; to < procs(); ++to) {
            const int n = (from + to / 2) % 2 ? LARGE : 10;
            int length = -1, wrong = 0;
            if (me() == from) {
                memset(data, 10 + to, (size_t)n);
                armci_msg_snd(7 + from, data, n, to);
            }
            if (me() != to)
                continue;
            memset(in, 0, LARGE);
            armci_msg_rcv(7 + from, in, LARGE, from % 2 ? &length : NULL, from);
            CHECK_INT(from % 2 ? n : -1, length);
            for (int k = 0; k < n; ++k)
                wrong += in[k] != 10 + to;
            CHECK_INT(0, wrong);
        }
    ARMCI_Barrier();
    if (me() == 0) {
        int seen = 0;
        for (int k = 1; k < procs(); ++k) {
            int number = -1, length = 0,
                from = armci_msg_rcvany(99, &number, sizeof number, &length);
            CHECK_INT(4, length);
            CHECK_INT(from * 3, number);
            seen += from;
        }
        CHECK_INT(procs() * (procs() - 1) / 2, seen);
    } else {
        int number = 3 * me();
        armci_msg_snd(99, &number, sizeof number, 0);
    }
    ARMCI_Barrier();
    const double begin = armci_timer();
    CHECK(begin >= 0 && armci_timer() >= begin);
    free(data);
    free(in);
}

/* A condition that holds prints nothing. */
ARMCI_CASE(assertions)
{
    test_capture_begin();
    dassert(1, 2 > 1);
    dassert(0, 1 > 2);
    dassert1(1, 1, 5);
    dassertp(1, 1, ("%d\n", 3));
    dassertc(0, 0, ("%d\n", 3), 7);
    if (me() < 0)
        armci_die2("never", 1, 2);
    derr_printf("%d and %s", 12, "so on");
    char *said = test_capture_end();
    CHECK_TEXT("12 and so on", said);
    free(said);
}

/* A reduction or a broadcast completes what all ranks have put before. */
ARMCI_CASE(message_completes)
{
    enum { PART = 20000, ROUNDS = 12, CALLS = 3 };
    const int next = (me() + 1) % procs();
    void **at = malloc((size_t)procs() * sizeof *at);
    double *values = malloc(PART * sizeof *values), word = 0;
    CHECK_INT(0, ARMCI_Malloc(at, PART * sizeof *values));
    const double *mine = at[me()];
    for (int round = 0; round < ROUNDS * CALLS; ++round) {
        int wrong = 0;
        for (int k = 0; k < PART; ++k)
            values[k] = round;
        ARMCI_Barrier();
        CHECK_INT(0, ARMCI_Put(values, at[next], PART * sizeof *values, next));
        if (round % CALLS == 0)
            armci_msg_dgop(&word, 1, "+");
        else if (round % CALLS == 1)
            armci_msg_bcast(&word, sizeof word, round % procs());
        else
            armci_msg_sel(&word, sizeof word, "max", ARMCI_DOUBLE, 1);
        for (int k = 0; k < PART; ++k)
            wrong += mine[k] != round;
        CHECK_INT(0, wrong);
    }
    ARMCI_Barrier();
    CHECK_INT(0, ARMCI_Free(at[me()]));
    free(values);
    free(at);
}
