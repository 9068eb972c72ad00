/* GA_Mask_sync(): how often the ranks of a node meet in a call. */
#include <ashlar/al.h>

#include "armci-lite/src/group/al_group.h"

#include "calls.h"

/* Rounds of the barrier of the only node during a call. */
#define BARRIERS(call) (begin_count(), (call), end_count())

static unsigned first_round;

static unsigned round_of_world(void)
{
    const al_group_t *world = al_group_world();
    return ali_node_barrier_round(world->barrier, (unsigned)world->local_size);
}

static void begin_count(void)
{
    first_round = round_of_world();
}

static int end_count(void)
{
    return (int)(round_of_world() - first_round);
}

/* The mask is about this call and no later one. */
static void check_ended(int g, double *one)
{
    CHECK_INT(2, BARRIERS(GA_Fill(g, one)));
}

/* A masked call meets so many times less, and the next one as ever. */
TEST_CASE(sync_masked, TEST_GA)
{
    int dims[2] = {9, 8}, lo[2] = {1, 1}, hi[2] = {6, 5}, other, index[2], member = GA_Nodeid();
    double one = 1, two = 2, word = 0;
    int g = NGA_Create(C_DBL, 2, dims, "g", NULL), h = GA_Duplicate(g, "h");
    if (GA_Nnodes() == 1 || GA_Cluster_nnodes() > 1) {
        GA_Destroy(g);
        GA_Destroy(h);
        test_skip("ranks of one node are counted");
        return;
    }
    check_ended(g, &one);
    for (int first = 0; first < 2; ++first)
        for (int last = 0; last < 2; ++last) {
#define MASKED(most, call)                                                                         \
    do {                                                                                           \
        GA_Sync();                                                                                 \
        GA_Mask_sync(first, last);                                                                 \
        CHECK_INT((most)-2 + first + last, BARRIERS(call));                                        \
        check_ended(g, &one);                                                                      \
    } while (0)
            MASKED(2, GA_Fill(g, &one));
            GA_Sync();
            int whole = BARRIERS(GA_Ddot(g, h)); /* has no barrier of its own at the end */
            GA_Sync();
            GA_Mask_sync(first, last);
            CHECK_INT(whole - !first, BARRIERS(GA_Ddot(g, h)));
            check_ended(g, &one);
            MASKED(2, GA_Zero(h));
            MASKED(2, NGA_Fill_patch(g, lo, hi, &two));
            MASKED(2, GA_Copy(g, h));
            MASKED(2, NGA_Copy_patch('n', g, lo, hi, h, lo, hi));
            MASKED(2, GA_Add(&one, g, &two, h, h));
            MASKED(2, GA_Elem_multiply(g, h, h));
            MASKED(2, GA_Shift_diagonal(g, &one));
            MASKED(2, GA_Randomize(h, &one));
            MASKED(2 + 2, NGA_Select_elem(h, "max", &word, index)); /* what they found, twice */
#undef MASKED
            /* these meet in any case, as often as the mask would have them leave out and more */
#define UNMASKED(call)                                                                             \
    do {                                                                                           \
        GA_Sync();                                                                                 \
        GA_Mask_sync(first, last);                                                                 \
        begin_count();                                                                             \
        call;                                                                                      \
        CHECK(end_count() >= 1);                                                                   \
        check_ended(g, &one);                                                                      \
    } while (0)
            UNMASKED(other = NGA_Create(C_DBL, 2, dims, "other", NULL));
            UNMASKED(GA_Destroy(other));
            UNMASKED(GA_Sync());
            UNMASKED(GA_Pgroup_sync(GA_Pgroup_get_world()));
            UNMASKED(GA_Dgop(&word, 1, "+"));
            UNMASKED(GA_Brdcst(&word, sizeof word, 0));
            UNMASKED(GA_Ddot(g, h));
            UNMASKED(GA_Norm1(g, &word));
            UNMASKED(GA_Update_ghosts(g));
            UNMASKED(GA_Create_mutexes(1));
            UNMASKED(GA_Destroy_mutexes());
            UNMASKED(other = GA_Pgroup_split(GA_Pgroup_get_world(), 1));
            GA_Mask_sync(first, last); /* this meets the group itself */
            GA_Pgroup_destroy(other);
            check_ended(g, &one);
            UNMASKED(GA_Symmetrize(other = NGA_Create(C_DBL, 2, (int[]){4, 4}, "square", NULL)));
            GA_Destroy(other);
            UNMASKED(GA_Freemem(GA_Getmem(C_DBL, 3, GA_Pgroup_get_world())));
#undef UNMASKED
            GA_Mask_sync(first, last); /* this meets nobody, in a group of one */
            GA_Pgroup_destroy(GA_Pgroup_create(&member, 1));
            check_ended(g, &one);
        }
    GA_Destroy(g);
    GA_Destroy(h);
}
