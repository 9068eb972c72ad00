/* A forked child that calls the library: whatever it holds is refused, and the parent's is as it
 * was. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al_memory.h>
#include <ashlar/ga.h>

#include "every_call.h"

static al_segment_t *segment;
static al_group_t *part;
static void *block;

static void in_childs_child(void)
{
    every_call_refused(NULL);
}

static void in_child(void)
{
    char words[64];
    snprintf(words, sizeof words, "this process was forked from rank %d, and only that may",
             test_rank());
    CHECK_INT(1, al_forked());
    CHECK_INT(0, al_initialized());
    CHECK_INT(0, ga_initialized());
    CHECK_INT(-1, al_rank());
    CHECK_INT(-1, ga_rank());
    CHECK_INT(-1, al_node_of(0));
    CHECK_INT(0, al_engine_polls());
    CHECK(al_group_world() == NULL && al_memory() == NULL);
    CHECK(al_group_comm(part) == MPI_COMM_NULL);
    every_call_refused(words);
    MISUSE(ASHLAR_ESTATE, al_put(segment, 0, 0, words, 0), words); /* nothing to transfer */
    MISUSE(ASHLAR_ESTATE, al_free(block), words);
    MISUSE(ASHLAR_ESTATE, al_group_free(part), words);
    MISUSE(ASHLAR_ESTATE, al_init(MPI_COMM_WORLD), words);
    CHECK_STATUS(ASHLAR_ESTATE, ga_initialize(MPI_COMM_WORLD));
    CHECK_CONTAINS(ashlar_error_message(), words);
    CHECK_IN_CHILD(in_childs_child);
}

TEST_CASE(forked, TEST_GA)
{
    const int me = test_rank(), next = (me + 1) % test_size();
    const double mine = 10 + me;
    const al_shape_t run = {.count = {8}};
    double found = 0;
    int64_t number = 0;
    ga_handle_t pending;
    al_handle_t handle;

    CHECK_INT(0, al_forked());
    every_call_make();
    const ga_t g = every_call_array();
    REQUIRE_OK(al_group_create(1, &me, &part));
    REQUIRE_OK(al_segment_create(al_group_world(), 64, &segment));
    REQUIRE_OK(al_alloc(64, &block));
    memset(block, 7, 64);
    CHECK_OK(al_put(segment, next, 0, &(long long){1000 + me}, 8));
    CHECK_OK(ga_put(g, me, me, 1, 1, &mine, 1));
    CHECK_OK(ga_sync());
    CHECK_OK(al_get_nb(segment, next, 0, &number, &run, &handle));
    CHECK_OK(ga_get_nb(g, me, me, 1, 1, &found, 1, &pending));
    CHECK_IN_CHILD(in_child);
    CHECK_OK(ga_wait(&pending));
    CHECK_OK(al_wait(&handle));
    CHECK(found == mine);
    CHECK_INT(1000 + me, number);
    CHECK_INT(7, ((char *)block)[63]);
    CHECK_OK(ga_sync());
    for (int r = 0; r < test_size(); ++r) {
        CHECK_OK(ga_get(g, r, r, 1, 1, &found, 1));
        CHECK(found == 10 + r);
    }
    CHECK_OK(al_fetch_add(segment, next, 0, ASHLAR_LLONG, 1, &number));
    CHECK_INT(1000 + me, number);
    CHECK_OK(al_free(block));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(al_group_free(part));
    every_call_free();
}
