/* Lists of steps by themselves, linked with the library's objects. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_work.h>

#include "armci-lite/src/al_private.h"
#include "harness/harness.h"
#include "harness/rng.h"

/* The notes that work steps take. */
typedef struct notes {
    int n;
    int64_t of[64];
} notes_t;

static int note(void *context, int64_t a, int64_t b)
{
    notes_t *notes = context;
    notes->of[notes->n++] = 100 * a + b;
    return ASHLAR_OK;
}

static int fail_now(void *context, int64_t a, int64_t b)
{
    (void)context;
    return AL_FAIL(ASHLAR_EARG, "work %d of %d has failed", (int)a, (int)b);
}

static int is_near(int rank)
{
    return al_node_of(rank) == al_node_of(al_rank());
}

/* Tell a rank, or send it nothing. */
static void tell(al_steps_t *steps, int rank)
{
    if (is_near(rank))
        ali_steps_signal(steps, rank);
    else
        ali_steps_send(steps, rank, NULL, 0);
}

static void hear(al_steps_t *steps, int rank)
{
    const int first = ali_steps_messages(steps);
    if (is_near(rank)) {
        ali_steps_await(steps, rank);
        return;
    }
    ali_steps_receive(steps, rank, NULL, 0);
    ali_steps_join(steps, first, first + 1);
}

TEST_CASE(steps_in_order, TEST_AL)
{
    notes_t notes = {0};
    al_steps_t *steps = ali_steps_begin("in_order");
    for (int k = 0; k < 40; ++k)
        ali_steps_work(steps, note, &notes, k, 7);
    CHECK_INT(0, notes.n);
    ali_steps_go(steps);
    CHECK_INT(40, notes.n);
    ali_steps_work(steps, note, &notes, 40, 7);
    CHECK_OK(ali_steps_run(steps));
    CHECK_INT(41, notes.n);
    for (int k = 0; k < notes.n; ++k)
        CHECK_INT(100 * k + 7, notes.of[k]);
    char *memory[100];
    steps = ali_steps_begin("memory");
    for (int k = 0; k < 100; ++k) {
        memory[k] = ali_steps_memory(steps, (size_t)k * 100);
        memset(memory[k], k, (size_t)k * 100);
        CHECK_INT(0, (int64_t)((uintptr_t)memory[k] % _Alignof(max_align_t)));
    }
    for (int k = 1; k < 100; ++k)
        CHECK_INT(k, memory[k][0] + memory[k][100 * k - 1] - k);
    ali_steps_discard(steps, ASHLAR_OK);
}

/* Behind a handle: what fails is said by the wait for it, once, and by no other. */
TEST_CASE(steps_fail, TEST_AL)
{
    const int next = (al_rank() + 1) % al_size(), before = (al_rank() + al_size() - 1) % al_size();
    al_handle_t handle[2] = {0};
    al_steps_t *steps = ali_steps_begin("fails");
    ali_steps_work(steps, fail_now, NULL, 1, 2);
    CHECK_STATUS(ASHLAR_EARG, ali_steps_run(steps));
    CHECK_CONTAINS(ashlar_error_message(), "work 1 of 2");
    if (al_size() < 3) /* with one or two, what I tell would be a call of the same pair */
        return;
    for (int k = 0; k < 2; ++k) {
        steps = ali_steps_begin("hears");
        hear(steps, before);
        if (k == 1)
            ali_steps_work(steps, fail_now, NULL, 3, 4);
        CHECK_OK(ali_steps_start(steps, &handle[k]));
    }
    test_barrier(); /* nobody is told before all lists wait */
    for (int k = 0; k < 2; ++k) {
        steps = ali_steps_begin("tells");
        tell(steps, next);
        CHECK_OK(ali_steps_run(steps));
    }
    CHECK_OK(al_wait(&handle[0]));
    CHECK_STATUS(ASHLAR_EARG, al_wait(&handle[1]));
    CHECK_CONTAINS(ashlar_error_message(), "work 3 of 4");
    CHECK_OK(al_wait_all());
    test_barrier();
}

/* A list of ranks 0, 1 and 2 waits for rank 2, which begins it only after a later one of ranks 0
 * and 1 is over: it does not hold that one up. */
TEST_CASE(steps_apart, TEST_AL)
{
    const int rank = al_rank(), other = 1 - rank;
    if (al_size() < 3) {
        test_skip("for three ranks");
        return;
    }
    for (int round = 0; round < 50; ++round) {
        al_handle_t first = 0, second = 0;
        al_steps_t *steps = rank < 2 ? ali_steps_begin("first") : NULL;
        if (rank < 2) {
            hear(steps, 2);
            tell(steps, other);
            hear(steps, other);
            CHECK_OK(ali_steps_start(steps, &first));
            CHECK(first != 0);
            steps = ali_steps_begin("second");
            tell(steps, other);
            hear(steps, other);
            CHECK_OK(ali_steps_start(steps, &second));
            CHECK_OK(al_wait(&second));
            CHECK_OK(al_notify(2));
            CHECK_OK(al_wait(&first));
        } else if (rank == 2) {
            CHECK_OK(al_notify_wait(0));
            CHECK_OK(al_notify_wait(1));
            steps = ali_steps_begin("first");
            tell(steps, 0);
            tell(steps, 1);
            CHECK_OK(ali_steps_run(steps));
        }
    }
    CHECK_OK(al_barrier(al_group_world()));
}

/* ---- work that goes on in turns -------------------------------------------------------------- */

/* Work of so many turns, of which one may fail; a helper thread may make some of them. */
typedef struct turns {
    int wanted, failing;               /* failing: counted from 1; 0: none */
    atomic_int made, inside, together; /* together: times that two threads were in it at once */
} turns_t;

static int make_turn(void *context, int *done)
{
    turns_t *turns = context;
    turns->together += atomic_fetch_add(&turns->inside, 1);
    const int turn = ++turns->made;
    *done = turn == turns->wanted;
    atomic_fetch_sub(&turns->inside, 1);
    return turn == turns->failing ? AL_FAIL(ASHLAR_ESYS, "turn %d has failed", turn) : ASHLAR_OK;
}

TEST_CASE(work_in_turns, TEST_AL)
{
    turns_t turns = {.wanted = 1000};
    al_handle_t handle = 0;
    CHECK_OK(al_work_nb(make_turn, &turns, &handle));
    CHECK(handle != 0 && turns.made >= 1);
    /* A test makes one turn, so that a rank is not held up; so does a poll. */
    const char *progress = getenv("ASHLAR_PROGRESS");
    const bool is_alone = !progress || strcmp(progress, "thread") != 0;
    for (int done = 0, calls = 1; is_alone && calls < 500; ++calls) {
        CHECK_OK(calls % 2 ? al_test(&handle, &done) : al_poll());
        CHECK_INT(calls + 1, turns.made);
    }
    CHECK_OK(al_wait(&handle));
    CHECK_INT(0, handle);
    CHECK_INT(1000, turns.made);
    CHECK_INT(0, turns.together);

    turns_t once = {.wanted = 1};
    CHECK_OK(al_work_nb(make_turn, &once, &handle));
    CHECK_INT(0, handle); /* nothing is left to wait for */
    CHECK_INT(1, once.made);
}

/* Work goes on while its rank waits for others, one handle has several, and a wait for all ends
 * all. */
TEST_CASE(work_beside_waits, TEST_AL)
{
    static turns_t turns[20];
    al_handle_t handle = 0;
    for (int round = 0; round < 20; ++round) {
        for (int k = 0; k < 20; ++k) {
            turns[k] = (turns_t){.wanted = 1 + 7 * k * (al_rank() + 1)};
            CHECK_OK(al_work_nb(make_turn, &turns[k], &handle));
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(round % 2 ? al_wait(&handle) : al_wait_all());
        handle = 0;
        for (int k = 0; k < 20; ++k) {
            CHECK_INT(turns[k].wanted, turns[k].made);
            CHECK_INT(0, turns[k].together);
        }
    }
}

/* A turn that fails is the last, and its words are those of the wait for it, and of no other. */
TEST_CASE(work_fails, TEST_AL)
{
    turns_t first = {.wanted = 9, .failing = 1}, later = {.wanted = 9, .failing = 5},
            good = {.wanted = 9};
    al_handle_t handle[2] = {0};
    CHECK_STATUS(ASHLAR_ESYS, al_work_nb(make_turn, &first, &handle[0]));
    CHECK_CONTAINS(ashlar_error_message(), "turn 1");
    CHECK_INT(0, handle[0]);
    CHECK_OK(al_work_nb(make_turn, &later, &handle[0]));
    CHECK_OK(al_work_nb(make_turn, &good, &handle[1]));
    CHECK_OK(al_wait(&handle[1]));
    CHECK_STATUS(ASHLAR_ESYS, al_wait(&handle[0]));
    CHECK_CONTAINS(ashlar_error_message(), "turn 5");
    CHECK_OK(al_wait_all());
    CHECK_INT(1, first.made);
    CHECK_INT(5, later.made);
    CHECK_INT(9, good.made);
}

/* ---- random lists ---------------------------------------------------------------------------- */

/* Rounds of lists between random ranks, in one order on all: data goes from each member to the
 * next, by a signal and a copy, or by a message. Several are under way at once. */
enum { LISTS = 12, WORDS = 40 };

static struct {
    int64_t in[LISTS][WORDS], out[LISTS][WORDS], wrong;
    int from[LISTS];
    int64_t round;
    al_segment_t *segment;
} ring;

static int64_t value_of(int rank, int list, int64_t word)
{
    return 1000000 * ring.round + 10000 * rank + 100 * list + word;
}

static int check_in(void *context, int64_t list, int64_t from)
{
    (void)context;
    if (is_near((int)from)) {
        void *there;
        AL_TRY(al_segment_address(ring.segment, (int)from, &there));
        memcpy(ring.in[list], (int64_t *)there + list * WORDS, sizeof ring.in[list]);
    }
    for (int64_t w = 0; w < WORDS; ++w)
        ring.wrong += ring.in[list][w] != value_of((int)from, (int)list, w);
    return ASHLAR_OK;
}

static void add_ring(al_steps_t *steps, int list, const int *member, int members, int me)
{
    const int next = member[(me + 1) % members], before = member[(me + members - 1) % members];
    void *mine;
    const int first = ali_steps_messages(steps);
    CHECK_OK(al_segment_address(ring.segment, al_rank(), &mine));
    for (int64_t w = 0; w < WORDS; ++w)
        ((int64_t *)mine)[list * WORDS + w] = ring.out[list][w] = value_of(al_rank(), list, w);
    if (!is_near(before))
        ali_steps_receive(steps, before, ring.in[list], sizeof ring.in[list]);
    if (is_near(next))
        ali_steps_signal(steps, next);
    else
        ali_steps_send(steps, next, ring.out[list], sizeof ring.out[list]);
    if (is_near(before))
        ali_steps_await(steps, before);
    ali_steps_join(steps, first, ali_steps_messages(steps));
    ali_steps_work(steps, check_in, NULL, list, before);
    if (is_near(before)) /* it may write there again */
        ali_steps_signal(steps, before);
    if (is_near(next))
        ali_steps_await(steps, next);
}

TEST_CASE(steps_random, TEST_AL)
{
    rng_t rng = rng_seed(5), mine = rng_seed(100 + (uint64_t)al_rank());
    REQUIRE_OK(al_segment_create(al_group_world(), sizeof ring.out, &ring.segment));
    for (ring.round = 0; ring.round < 150; ++ring.round) {
        al_handle_t handle[LISTS] = {0};
        for (int list = 0; list < LISTS; ++list) {
            int member[64], members = 0, me = -1;
            for (int rank = 0; rank < al_size(); ++rank)
                if (rng_range(&rng, 0, 2)) {
                    me = rank == al_rank() ? members : me;
                    member[members++] = rank;
                }
            if (me < 0 || members < 2)
                continue;
            al_steps_t *steps = ali_steps_begin("ring");
            add_ring(steps, list, member, members, me);
            CHECK_OK(ali_steps_start(steps, &handle[list]));
            for (int64_t k = rng_range(&mine, 0, 20); k > 18; --k)
                CHECK_OK(al_poll());
        }
        for (int left = LISTS, index = 0; left > 0 && index >= 0; --left)
            CHECK_OK(al_wait_any(LISTS, handle, &index));
        test_barrier();
    }
    CHECK_INT(0, ring.wrong);
    CHECK_OK(al_segment_free(ring.segment));
}
