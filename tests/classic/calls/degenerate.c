/* Calls on nothing do nothing: arrays that are gone, empty patches and lists, groups of no ranks.
 */
#include "calls.h"

void nga_access_(Integer *g, Integer *lo, Integer *hi, MA_AccessIndex *index, Integer *ld);
void nga_get_(Integer *g, Integer *lo, Integer *hi, void *buf, Integer *ld);
void nga_acc_(Integer *g, Integer *lo, Integer *hi, void *buf, Integer *ld, void *alpha);
void nga_release_(Integer *g, Integer *lo, Integer *hi);

/* Arrays that are gone, patches and lists of nothing, ranks that a group has not, no mutexes. */
TEST_CASE(arrays_degenerate, TEST_GA)
{
    int dims[2] = {6, 4}, end[2] = {5, 3}, from[2] = {4, 1}, to[2] = {1, 3}, lo[2], hi[2],
        ld[1] = {4};
    int g = NGA_Create(C_DBL, 2, dims, "g", NULL), h = GA_Duplicate(g, "h"), plan, zero[2] = {0, 0};
    double one = 1, two = 2, found[24];
    GA_Fill(g, &one);
    GA_Fill(h, &two);
    NGA_Zero_patch(g, from, to);
    NGA_Fill_patch(g, from, to, &two);
    NGA_Scale_patch(g, from, to, &two);
    NGA_Add_patch(&two, g, from, to, &two, h, from, to, h, from, to);
    NGA_Copy_patch('n', h, from, to, g, from, to);
    CHECK(NGA_Ddot_patch(g, 'n', from, to, h, 'n', from, to) == 0);
    NGA_Gather(g, found, NULL, -2);
    NGA_Gather_flat(g, found, zero, -2);
    NGA_Scatter_flat(g, found, zero, -1);
    NGA_Scatter_acc_flat(g, found, NULL, 0, &one);
    CHECK_INT(0, NGA_Locate_nnodes(g, from, to));
    if (GA_Nodeid() == 0) {
        NGA_NbPut(h, zero, zero, &one, ld, NULL);
        GA_Fence();
        NGA_NbAcc(h, zero, zero, &two, ld, &two, NULL);
        NGA_NbGet(h, zero, zero, found, ld, NULL);
        CHECK(found[0] == 5);
    }
    GA_Sync();
    NGA_Get(g, zero, end, found, ld);
    for (int k = 0; k < 24; ++k)
        CHECK(found[k] == 1);
    for (int rank = -1; rank <= GA_Nnodes() + 1; rank += GA_Nnodes() + 1) {
        NGA_Distribution(g, rank, lo, hi);
        CHECK(lo[0] == -1 && hi[0] == -2 && lo[1] == -1 && hi[1] == -2);
    }
    GA_Sync();
    CHECK_INT(1, GA_Deallocate(h));
    CHECK_INT(0, GA_Deallocate(h));
    GA_Destroy(h);
    CHECK_INT(0, GA_Valid_handle(h));
    CHECK_INT(0, GA_Deallocate(h));
    plan = GA_Create_handle();
    GA_Set_data(plan, 2, dims, C_DBL);
    GA_Set_restricted(plan, NULL, 0);
    CHECK_INT(1, GA_Allocate(plan));
    CHECK_INT(0, GA_Compare_distr(plan, g));
    GA_Destroy(plan);
    GA_Destroy(g);
    plan = GA_Create_handle(); /* not allocated yet */
    GA_Set_data(plan, 2, dims, C_DBL);
    CHECK_INT(0, GA_Has_ghosts(plan));
    CHECK_INT(0, GA_Is_mirrored(plan));
    GA_Set_ghosts(plan, to);
    CHECK_INT(1, GA_Has_ghosts(plan));
    GA_Set_pgroup(plan, GA_Pgroup_get_mirror());
    CHECK_INT(1, GA_Is_mirrored(plan));
    GA_Destroy(plan);
    CHECK_INT(0, GA_Create_mutexes(0));
    CHECK_INT(0, GA_Create_mutexes(-1));
    CHECK_INT(1, GA_Create_mutexes(1));
    CHECK_INT(1, GA_Destroy_mutexes());
    CHECK_INT(-2, NGA_Deregister_type(1200));
    CHECK_INT(-1, NGA_Deregister_type(MT_C_LONGLONG));
}

/* A group of no ranks, the world by any number below 0, the ranks of my node. */
TEST_CASE(groups_degenerate, TEST_GA)
{
    int n = GA_Nnodes(), me = GA_Nodeid(), none = GA_Pgroup_create(NULL, 0), list[1] = {0};
    int near = 0, before = 0, mirror = GA_Pgroup_get_mirror(), world = GA_Pgroup_get_world();
    for (int rank = 0; rank < n; ++rank) {
        near += GA_Cluster_proc_nodeid(rank) == GA_Cluster_nodeid();
        before += GA_Cluster_proc_nodeid(rank) == GA_Cluster_nodeid() && rank < me;
    }
    CHECK_INT(near, GA_Cluster_nprocs(-1));
    CHECK_INT(0, GA_Pgroup_nnodes(none));
    CHECK_INT(0, GA_Get_pgroup_size(none));
    CHECK_INT(-1, GA_Pgroup_nodeid(none));
    int twin = GA_Pgroup_duplicate(none);
    CHECK(twin != none);
    CHECK_INT(0, GA_Pgroup_nnodes(twin));
    CHECK_INT(1, GA_Pgroup_destroy(twin));
    CHECK_INT(1, GA_Pgroup_destroy(none));
    CHECK_INT(0, GA_Pgroup_destroy(none));
    CHECK_INT(0, GA_Pgroup_destroy(4711));
    none = GA_Pgroup_create(list, 0);
    CHECK_INT(0, GA_Pgroup_nnodes(none));
    CHECK_INT(1, GA_Pgroup_destroy(none));
    CHECK_INT(n, GA_Pgroup_nnodes(-7));
    CHECK_INT(me, GA_Pgroup_nodeid(-7));
    CHECK_INT(near, GA_Pgroup_nnodes(mirror));
    CHECK_INT(before, GA_Pgroup_nodeid(mirror));
    CHECK_INT(n, GA_Get_pgroup_size(mirror));
    GA_Pgroup_set_default(mirror);
    CHECK_INT(world, GA_Pgroup_get_default());
    GA_Pgroup_sync(mirror);
    CHECK_INT(world, GA_Pgroup_split(world, 0));
    for (int parts = 1; parts <= n + 1; ++parts) {
        int each = (n + parts - 1) / parts, part = GA_Pgroup_split(world, parts);
        CHECK_INT(me % each, GA_Pgroup_nodeid(part));
        CHECK_INT(me / each * each + each <= n ? each : n % each, GA_Pgroup_nnodes(part));
        GA_Pgroup_destroy(part);
    }
}

/* Programs access, move and fill what NGA_Distribution() says is theirs, also where that is
 * nothing.
 */
TEST_CASE(nothing_is_mine, TEST_GA)
{
    int dims[2] = {1, 1}, lo[2], hi[2], ld[1] = {7}, zero[2] = {0, 0};
    int g = NGA_Create(C_DBL, 2, dims, "g", NULL);
    double *mine = &(double){0}, value = 3;
    Integer flo[2], fhi[2], fld = 7, fg = g;
    MA_AccessIndex at = 0;
    ga_nbhdl_t handle;
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    NGA_Access(g, lo, hi, &mine, ld);
    CHECK((lo[0] == 0) == (mine != NULL));
    for (int i = lo[0]; i <= hi[0]; ++i)
        mine[i - lo[0]] = GA_Nodeid() + 10;
    NGA_Release_update(g, lo, hi);
    NGA_Fill_patch(g, lo, hi, &value);
    NGA_Get(g, lo, hi, &value, ld);
    NGA_Put(g, lo, hi, &value, ld);
    NGA_NbGet(g, lo, hi, &value, ld, &handle);
    NGA_NbWait(&handle);
    CHECK(value == 3);
    for (int d = 0; d < 2; ++d) {
        flo[d] = lo[1 - d] + 1;
        fhi[d] = hi[1 - d] + 1;
    }
    nga_get_(&fg, flo, fhi, &value, &fld);
    nga_acc_(&fg, flo, fhi, &value, &fld, &value);
    GA_Sync();
    NGA_Get(g, zero, zero, &value, ld);
    CHECK(value == 12);
    nga_access_(&fg, flo, fhi, &at, &fld);
    CHECK_INT(lo[0] < 0, at == 1);
    nga_release_(&fg, flo, fhi);
    GA_Sync();
    GA_Destroy(g);
}
