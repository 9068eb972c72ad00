/* Groups list ranks; mirrored arrays have a copy on each node, and are merged. */
#include "calls.h"

/* Ranks of a group are those of the list in their order in the default group, however it names
 * them. */
TEST_CASE(groups_listed, TEST_GA)
{
    int n = GA_Nnodes(), me = GA_Nodeid(), list[2] = {n - 1, 0}, count = n > 1 ? 2 : 1, word = me;
    int world = GA_Pgroup_get_world(), self = GA_Pgroup_self();
    int group = GA_Pgroup_create(list, count), twin = GA_Pgroup_duplicate(world);
    CHECK_INT(world, GA_Pgroup_get_default());
    CHECK_INT(count, GA_Pgroup_nnodes(group)); /* also on ranks that are not in it */
    CHECK_INT(count, GA_Get_pgroup_size(group));
    CHECK_INT(me == 0 ? 0 : me == n - 1 ? 1 : -1, GA_Pgroup_nodeid(group));
    CHECK_INT(0, GA_Pgroup_absolute_id(group, 0));
    CHECK_INT(n - 1, GA_Pgroup_absolute_id(group, count - 1));
    CHECK_INT(1, GA_Pgroup_nnodes(self));
    CHECK_INT(me, GA_Pgroup_absolute_id(self, 0));
    CHECK_INT(n, GA_Pgroup_nnodes(twin));
    CHECK_INT(me, GA_Pgroup_nodeid(twin));
    if (me == 0 || me == n - 1) {
        int i = me;
        long l = me + 1;
        long long ll = me;
        float f = (float)me;
        double d = -me;
        SingleComplex c = {(float)me, 1};
        DoubleComplex z = {1, me};
        GA_Pgroup_brdcst(group, &word, sizeof word, count - 1);
        CHECK_INT(n - 1, word);
        GA_Pgroup_igop(group, &i, 1, "+");
        GA_Pgroup_lgop(group, &l, 1, "*");
        GA_Pgroup_llgop(group, &ll, 1, "max");
        GA_Pgroup_fgop(group, &f, 1, "min");
        GA_Pgroup_dgop(group, &d, 1, "absmax");
        GA_Pgroup_cgop(group, &c, 1, "+");
        GA_Pgroup_zgop(group, &z, 1, "+");
        CHECK(i == n - 1 && l == n && ll == n - 1 && f == 0 && d == (n > 1 ? 1. : 0) * (n - 1));
        CHECK(c.real == (float)(n - 1) && c.imag == (float)count);
        CHECK(z.real == count && z.imag == n - 1);
    }
    SingleComplex c = {1, (float)me};
    GA_Cgop(&c, 1, "+");
    CHECK(c.real == (float)n && c.imag == (float)(n * (n - 1) / 2));
    GA_Sync();
    GA_Pgroup_destroy(group);
    GA_Pgroup_destroy(self);
    GA_Pgroup_destroy(twin);
}

/* Every rank asks for its own block of a mirrored array by its number in the world: the blocks of a
 * node's ranks cover the array, and the block is the one that this rank may access. */
TEST_CASE(mirrored_places, TEST_GA)
{
    int dims[2] = {9, 8}, lo[2], hi[2], ld[1], coord[2], all[2] = {8, 7}, none[2] = {0, 0},
        whole[1] = {8};
    int g = NGA_Create_config(C_DBL, 2, dims, "mirror", NULL, GA_Pgroup_get_mirror()), n = 0;
    double value = GA_Cluster_nodeid() + 1, found[72];
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        NGA_Distribution(g, rank, lo, hi);
        if (GA_Cluster_proc_nodeid(rank) == GA_Cluster_nodeid())
            n += (hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1);
        if (hi[0] < lo[0])
            continue;
        CHECK(GA_Cluster_proc_nodeid(rank) > 0 || NGA_Locate(g, lo) == rank);
        NGA_Proc_topology(g, rank, coord);
        CHECK(coord[0] >= 0 && coord[1] >= 0);
    }
    CHECK_INT(72, n);
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    if (hi[0] >= lo[0]) {
        double *at;
        NGA_Access(g, lo, hi, &at, ld);
        for (int i = 0; i <= hi[0] - lo[0]; ++i)
            for (int j = 0; j <= hi[1] - lo[1]; ++j)
                at[i * ld[0] + j] = value;
        NGA_Release_update(g, lo, hi);
    }
    GA_Sync();
    NGA_Get(g, none, all, found, whole);
    for (int k = 0; k < 72; ++k)
        CHECK(found[k] == value);
    GA_Sync();
    GA_Destroy(g);
}

/* The copies of a mirrored array on the nodes are added up in a patch of an array that is not
 * mirrored. */
TEST_CASE(groups_merged, TEST_GA)
{
    int dims[2] = {6, 4}, lo[2] = {1, 0}, hi[2] = {3, 2}, to[2] = {2, 1}, end[2] = {4, 3};
    int g = NGA_Create_config(C_DBL, 2, dims, "mirror", NULL, GA_Pgroup_get_mirror()),
        h = NGA_Create(C_DBL, 2, dims, "sum", NULL), ld[1] = {3};
    double three = 3, found[9];
    GA_Fill(g, &three);
    GA_Zero(h);
    NGA_Merge_distr_patch(g, lo, hi, h, to, end);
    NGA_Get(h, to, end, found, ld);
    for (int k = 0; k < 9; ++k)
        CHECK(found[k] == 3 * GA_Cluster_nnodes());
    GA_Sync();
    GA_Destroy(g);
    GA_Destroy(h);
}
