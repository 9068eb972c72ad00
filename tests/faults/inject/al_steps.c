/* armci-lite: every kind of transfer and collective, small, large and in pieces. */
#include <string.h>

#include <ashlar/al.h>

#include "harness/harness.h"
#include "steps.h"

/* Every rank writes into the slice of the next one: MINE bytes after a guard that nobody writes. */
enum { GUARD = 4096, MINE = 3 << 19, ELEMENTS = MINE / 8, LIST = 3000, PIECES = 70, PIECE = 64 };

static struct {
    al_group_t *group;
    al_segment_t *segment, *part;
    al_mutexes_t *mutexes;
    double *out, *in; /* [ELEMENTS] */
    int next;
} s;

static int start(void)
{
    s.out = s.out ? s.out : test_alloc(MINE);
    s.in = s.in ? s.in : test_alloc(MINE);
    for (int k = 0; k < ELEMENTS; ++k)
        s.out[k] = k % 1000 + 1;
    TRY(al_init(MPI_COMM_WORLD));
    s.next = (al_rank() + 1) % al_size();
    return ASHLAR_OK;
}

static int make_group(void)
{
    int ranks[64], n = al_size();

    for (int r = 0; r < n; ++r)
        ranks[r] = n - 1 - r;
    TRY(al_group_create(n, ranks, &s.group));
    CHECK_INT(n - 1 - al_rank(), al_group_rank(s.group));
    return ASHLAR_OK;
}

static int make_segment(void)
{
    void *mine;

    TRY(al_segment_create(al_group_world(), GUARD + MINE + GUARD, &s.segment));
    TRY(al_segment_address(s.segment, al_rank(), &mine));
    memset(mine, 0x55, GUARD + MINE + GUARD);
    return ASHLAR_OK;
}

static int make_part(void)
{
    return al_segment_create(s.group, 1000, &s.part);
}

static void check_elements(size_t n, double factor)
{
    int64_t wrong = 0;

    for (size_t k = 0; k < n; ++k)
        wrong += s.in[k] != factor * s.out[k];
    CHECK_INT(0, wrong);
}

static int contiguous(size_t bytes)
{
    const double two = 2;

    memset(s.in, 0, bytes);
    TRY(al_put(s.segment, s.next, GUARD, s.out, bytes));
    TRY(al_acc(s.segment, s.next, GUARD, ASHLAR_DOUBLE, &two, s.out, bytes));
    TRY(al_get(s.segment, s.next, GUARD, s.in, bytes));
    check_elements(bytes / 8, 3);
    return ASHLAR_OK;
}

static int small(void)
{
    return contiguous(64);
}

static int large(void)
{
    return contiguous(MINE);
}

/* Rows with gaps on both sides: `row` elements of rows of 2*row. */
static int strided(size_t row, size_t rows)
{
    const al_shape_t shape = {
        .levels = 1, .count = {8 * row, rows}, .seg_stride = {16 * row}, .buf_stride = {16 * row}};
    const double half = 0.5;
    int64_t wrong = 0;

    memset(s.in, 0, 16 * row * rows);
    TRY(al_put_strided(s.segment, s.next, GUARD, s.out, &shape));
    TRY(al_acc_strided(s.segment, s.next, GUARD, ASHLAR_DOUBLE, &half, s.out, &shape));
    TRY(al_get_strided(s.segment, s.next, GUARD, s.in, &shape));
    for (size_t k = 0; k < 2 * row * rows; ++k)
        wrong += s.in[k] != (k % (2 * row) < row ? 1.5 * s.out[k] : 0);
    CHECK_INT(0, wrong);
    return ASHLAR_OK;
}

static int strided_small(void)
{
    return strided(7, 5);
}

static int strided_large(void)
{
    return strided(1000, 90);
}

static int strided_rows(void)
{
    return strided(20000, 4);
}

/* Many under way, some large: the second half of the slice, then read. */
static int nonblocking(void)
{
    const al_shape_t piece = {.count = {PIECE}}, half = {.count = {MINE / 2}};
    const double one = 1;
    al_handle_t handle = 0, each[PIECES] = {0};
    int status = al_put_nb(s.segment, s.next, GUARD, s.out, &half, &handle);

    for (int k = 0; k < PIECES && status == ASHLAR_OK; ++k) {
        size_t at = MINE / 2 + (size_t)k * PIECE;
        status = al_put_nb(s.segment, s.next, GUARD + at, (char *)s.out + at, &piece, &each[k]);
    }
    TRY(al_wait_all()); /* after a failure too: the buffers are in use */
    TRY(status);
    handle = 0;
    status = al_acc_nb(s.segment, s.next, GUARD, ASHLAR_DOUBLE, &one, s.out, &half, &handle);
    TRY(al_wait(&handle));
    TRY(status);
    memset(s.in, 0, MINE);
    status = al_get_nb(s.segment, s.next, GUARD, s.in, &half, &handle);
    TRY(al_wait(&handle));
    TRY(status);
    check_elements(MINE / 16, 2);
    TRY(al_get(s.segment, s.next, GUARD, s.in, MINE / 2 + PIECES * PIECE));
    for (int k = 0; k < MINE / 16; ++k)
        s.in[k] /= 2;
    check_elements(MINE / 16 + PIECES * PIECE / 8, 1);
    return ASHLAR_OK;
}

/* Elements of a list: under rma each is a call of MPI. */
static int list_length(void)
{
    return strcmp(al_engine_name(), "rma") == 0 ? 20 : LIST;
}

static int lists(void)
{
    const int n = list_length();
    static size_t offset[LIST];
    static void *from[LIST], *to[LIST];
    const double two = 2;

    memset(s.in, 0, 8 * (size_t)n);
    for (int k = 0; k < n; ++k) {
        offset[k] = GUARD + 8 * (size_t)(k * 7 % n);
        from[k] = &s.out[k];
        to[k] = &s.in[k];
    }
    TRY(al_put_vector(s.segment, s.next, (size_t)n, offset, (const void *const *)from, 8));
    TRY(al_acc_vector(s.segment, s.next, (size_t)n, offset, ASHLAR_DOUBLE, &two,
                      (const void *const *)from, 8));
    TRY(al_get_vector(s.segment, s.next, (size_t)n, offset, to, 8));
    check_elements((size_t)n, 3);
    return ASHLAR_OK;
}

static int counters(void)
{
    const int zero = 0;
    int64_t old = -1;

    TRY(al_put(s.segment, s.next, GUARD, &zero, sizeof zero));
    TRY(al_fetch_add(s.segment, s.next, GUARD, ASHLAR_INT, 5, &old));
    CHECK_INT(0, old);
    TRY(al_swap(s.segment, s.next, GUARD, ASHLAR_INT, 7, &old));
    CHECK_INT(5, old);
    TRY(al_compare_swap(s.segment, s.next, GUARD, ASHLAR_INT, 7, 9, &old));
    CHECK_INT(7, old);
    TRY(al_fetch_add(s.segment, s.next, GUARD, ASHLAR_INT, 0, &old));
    CHECK_INT(9, old);
    return ASHLAR_OK;
}

static int fences(void)
{
    TRY(al_put(s.segment, s.next, GUARD, s.out, 800));
    TRY(al_fence(s.next));
    TRY(al_put(s.segment, s.next, GUARD, s.out, 800));
    return al_fence_all();
}

static int notify(void)
{
    return al_notify(s.next);
}

static int notify_wait(void)
{
    return al_notify_wait((al_rank() + al_size() - 1) % al_size());
}

static int notify_test(void)
{
    int come;
    return al_notify_test(s.next, &come);
}

static int barrier(void)
{
    return al_barrier(s.group);
}

static int broadcast_small(void)
{
    int64_t number = al_group_rank(s.group) == 0 ? 42 : 0;

    TRY(al_broadcast(s.group, &number, sizeof number, 0));
    CHECK_INT(42, number);
    return ASHLAR_OK;
}

static int broadcast_large(void)
{
    memcpy(s.in, s.out, MINE / 2);
    if (al_rank() != 0)
        memset(s.in, 0, MINE / 2);
    TRY(al_broadcast(al_group_world(), s.in, MINE / 2, 0));
    check_elements(MINE / 16, 1);
    return ASHLAR_OK;
}

static int reduce(size_t n)
{
    memcpy(s.in, s.out, 8 * n);
    TRY(al_allreduce(s.group, ASHLAR_DOUBLE, ASHLAR_SUM, s.in, n));
    check_elements(n, al_size());
    return ASHLAR_OK;
}

static int reduce_small(void)
{
    return reduce(3);
}

static int reduce_large(void)
{
    return reduce(30000);
}

static int make_mutexes(void)
{
    return al_mutexes_create(al_group_world(), 3, &s.mutexes);
}

static int lock(void)
{
    int status = al_mutex_lock(s.mutexes, 1);

    return status == ASHLAR_ESTATE ? ASHLAR_OK : status; /* taken before the failure */
}

static int unlock(void)
{
    return al_mutex_unlock(s.mutexes, 1);
}

static int free_mutexes(void)
{
    return al_mutexes_free(s.mutexes);
}

/* Nobody has written outside the part of my slice that is written. */
static int guards(void)
{
    char *mine = NULL;
    int64_t wrong = 0;

    TRY(al_barrier(al_group_world()));
    TRY(al_segment_address(s.segment, al_rank(), (void **)&mine));
    for (int k = 0; k < GUARD; ++k)
        wrong += mine[k] != 0x55 || mine[GUARD + MINE + k] != 0x55;
    CHECK_INT(0, wrong);
    return ASHLAR_OK;
}

static int free_part(void)
{
    return al_segment_free(s.part);
}

static int free_segment(void)
{
    return al_segment_free(s.segment);
}

static int free_group(void)
{
    return al_group_free(s.group);
}

static const step_t steps[] = {
    {"start", start, true},
    {"make_group", make_group, true},
    {"make_segment", make_segment, true},
    {"make_part", make_part, true},
    {"barrier", barrier, true},
    {"small", small, false},
    {"large", large, false},
    {"strided_small", strided_small, false},
    {"strided_large", strided_large, false},
    {"strided_rows", strided_rows, false},
    {"nonblocking", nonblocking, false},
    {"lists", lists, false},
    {"counters", counters, false},
    {"fences", fences, false},
    {"notify", notify, false},
    {"notify_wait", notify_wait, false},
    {"notify_test", notify_test, false},
    {"broadcast_small", broadcast_small, true},
    {"broadcast_large", broadcast_large, true},
    {"reduce_small", reduce_small, true},
    {"reduce_large", reduce_large, true},
    {"make_mutexes", make_mutexes, true},
    {"lock", lock, false},
    {"unlock", unlock, false},
    {"free_mutexes", free_mutexes, true},
    {"guards", guards, true},
    {"free_part", free_part, true},
    {"free_segment", free_segment, true},
    {"free_group", free_group, true},
    {"stop", al_finalize, true},
};

const steps_t al_steps = {steps, sizeof steps / sizeof steps[0]};
