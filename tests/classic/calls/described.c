/* Arrays by way of handles and by calls with all arguments; what is said of ranks and nodes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"

/* Each way to describe it makes the array of NGA_Create_irreg(). */
TEST_CASE(described_alike, TEST_GA)
{
    int dims[2] = {10, 12}, map[2] = {0, 0}, block[2] = {1, 1}, width[2] = {1, 1}, lo[2], hi[2];
    int world = GA_Pgroup_get_world(), list[1] = {0}, chunk[2] = {10, 12}, g[6];
    char name[32];
    g[0] = NGA_Create_irreg(C_INT, 2, dims, "irregular", block, map);
    g[1] = NGA_Create_irreg_config(C_INT, 2, dims, "irregular", block, map, world);
    g[2] = NGA_Create_ghosts_irreg(C_INT, 2, dims, width, "irregular", block, map);
    g[3] = NGA_Create_ghosts_irreg_config(C_INT, 2, dims, width, "irregular", block, map, world);
    g[4] = GA_Create_handle();
    GA_Set_data(g[4], 2, dims, C_INT);
    GA_Set_array_name(g[4], "irregular");
    GA_Set_pgroup(g[4], world);
    GA_Set_irreg_distr(g[4], map, block);
    GA_Set_irreg_flag(g[4], 1);
    GA_Set_memory_dev(g[4], "ddr");
    CHECK_INT(0, GA_Verify_handle(g[4])); /* until it has memory */
    CHECK_INT(2, GA_Get_dimension(g[4]));
    CHECK_INT(1, GA_Allocate(g[4]));
    g[5] = GA_Create_handle();
    GA_Set_data(g[5], 2, dims, C_INT);
    GA_Set_array_name(g[5], "irregular");
    GA_Set_chunk(g[5], chunk);
    GA_Set_restricted_range(g[5], 0, 0);
    CHECK_INT(1, GA_Allocate(g[5]));
    for (int k = 0; k < 6; ++k) {
        NGA_Distribution(g[k], 0, lo, hi);
        CHECK(lo[0] == 0 && lo[1] == 0 && hi[0] == 9 && hi[1] == 11);
        GA_Get_array_name(g[k], name);
        CHECK_TEXT("irregular", name);
        CHECK_INT(1, GA_Verify_handle(g[k]));
        GA_Check_handle(g[k], "described_alike");
        CHECK_INT(k == 2 || k == 3, GA_Has_ghosts(g[k]));
        CHECK_INT(world, GA_Get_pgroup(g[k]));
    }
    /* memory comes and goes, the description stays */
    CHECK_INT(1, GA_Deallocate(g[4]));
    CHECK_INT(0, GA_Verify_handle(g[4]));
    CHECK_INT(1, GA_Allocate(g[4]));
    CHECK_INT(0, GA_Compare_distr(g[0], g[4]));
    for (int k = 0; k < 6; ++k)
        GA_Destroy(g[k]);
    (void)list;
}

/* Each of the upper half of the ranks owns something, none of the others does. */
TEST_CASE(described_restricted_range, TEST_GA)
{
    int dims[2] = {12, 10}, lo[2], hi[2], n = GA_Nnodes(), g = GA_Create_handle();
    GA_Set_data(g, 2, dims, C_INT);
    GA_Set_restricted_range(g, n / 2, n - 1);
    CHECK_INT(1, GA_Allocate(g));
    for (int rank = 0; rank < n; ++rank) {
        NGA_Distribution(g, rank, lo, hi);
        CHECK_INT(rank >= n / 2, hi[0] >= lo[0] && hi[1] >= lo[1]);
    }
    GA_Destroy(g);
}

/* An array in the memory of another. */
TEST_CASE(described_overlay, TEST_GA)
{
    int dims[1] = {24}, lo[1], hi[1], zero = 0;
    int g = NGA_Create(C_DBL, 1, dims, "below", NULL), h = GA_Create_handle();
    double one = 1.5, x;
    GA_Fill(g, &one);
    GA_Set_data(h, 1, dims, C_DBL);
    CHECK_INT(1, GA_Overlay(h, g));
    NGA_Distribution(h, GA_Nodeid(), lo, hi);
    if (hi[0] >= lo[0]) {
        NGA_Get(h, lo, lo, &x, &zero);
        CHECK(x == 1.5);
    }
    GA_Sync();
    GA_Scale(h, &one);
    if (hi[0] >= lo[0]) {
        NGA_Get(g, hi, hi, &x, &zero);
        CHECK(x == 2.25);
    }
    GA_Sync();
    GA_Destroy(h);
    GA_Destroy(g);
}

TEST_CASE(described_ranks, TEST_GA)
{
    int n = GA_Nnodes(), me = GA_Nodeid(), list[64] = {0}, nodes = GA_Cluster_nnodes(), sum = 0;
    GA_List_nodeid(list, n);
    for (int k = 0; k < n; ++k)
        CHECK_INT(k, list[k]);
    for (int node = 0; node < nodes; ++node)
        for (int k = 0; k < GA_Cluster_nprocs(node); ++k) { /* in their order */
            CHECK_INT(sum++, GA_Cluster_procid(node, k));
            CHECK_INT(node, GA_Cluster_proc_nodeid(sum - 1));
        }
    CHECK_INT(n, sum);
    CHECK_INT(GA_Cluster_proc_nodeid(me), GA_Cluster_nodeid());
    CHECK_INT(0, GA_Uses_fapi());
    CHECK_INT(0, GA_Uses_ma());
    GA_Set_debug(1);
    CHECK_INT(1, GA_Get_debug());
    GA_Set_debug(0);
    CHECK_INT(0, GA_Get_debug());
    double before = GA_Wtime();
    CHECK(GA_Wtime() >= before);
    GA_Register_proclist(list, n);
    GA_Register_stack_memory(NULL, NULL);
    NGA_Alloc_gatscat_buf(10);
    NGA_Free_gatscat_buf();
    GA_Init_fence();
    GA_Fence();
}

/* ---- groups ---- */

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

/* What each node has of a mirrored array is added up in a patch of one that is not. */
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

/* ---- printing ---- */

/* What is written to stdout meanwhile, on rank 0. */
static char *printed(void (*print)(int), int g, char *text, size_t most)
{
    FILE *file = tmpfile();
    fflush(stdout);
    int before = dup(1);
    dup2(fileno(file), 1);
    print(g);
    fflush(stdout);
    dup2(before, 1);
    close(before);
    rewind(file);
    text[fread(text, 1, most - 1, file)] = 0;
    fclose(file);
    return text;
}

static void print_patch(int g)
{
    int lo[2] = {1, 0}, hi[2] = {1, 2};
    NGA_Print_patch(g, lo, hi, 1);
}

/* Indices of this one are those of Fortran less 1: a column of the program. */
static void print_old_patch(int g)
{
    GA_Print_patch(g, 0, 2, 1, 1, 1);
}

static void print_stats(int g)
{
    (void)g;
    GA_Print_stats();
}

static void print_summary(int g)
{
    (void)g;
    GA_Summarize(1);
}

TEST_CASE(described_printed, TEST_GA)
{
    int dims[2] = {2, 3}, lo[2] = {0, 0}, hi[2] = {1, 2}, ld[1] = {3};
    double values[6] = {11, 12, 13, 21, 22, 23};
    int g = NGA_Create(C_DBL, 2, dims, "to be printed", NULL), first = GA_Nodeid() == 0;
    static char text[1 << 16];
    if (first)
        NGA_Put(g, lo, hi, values, ld);
    GA_Sync();
    printed(GA_Print, g, text, sizeof text);
    CHECK(!first || (strstr(text, "to be printed") && strstr(text, "11") && strstr(text, "23")));
    printed(print_patch, g, text, sizeof text);
    CHECK(!first || (strstr(text, "21") && strstr(text, "23") && !strstr(text, "13.")));
    printed(print_old_patch, g, text, sizeof text);
    CHECK(!first || (strstr(text, "21") && strstr(text, "23") && !strstr(text, "13.")));
    printed(GA_Print_distribution, g, text, sizeof text);
    CHECK(!first || strstr(text, "to be printed"));
    GA_Sync();
    if (GA_Nodeid() == GA_Nnodes() - 1) { /* these two are not collective */
        char line[100];
        printed(print_summary, g, text, sizeof text);
        snprintf(line, sizeof line, "  %d 'to be printed': 3 x 2 double\n    rank 0: 0..", g);
        CHECK(strstr(text, line) != NULL);
        printed(print_stats, g, text, sizeof text);
        snprintf(line, sizeof line, "calls of rank %d\n", GA_Nodeid());
        CHECK(strstr(text, line) == text && strstr(text, "\nput "));
    }
    GA_Sync();
    FILE *file = tmpfile();
    GA_Print_file(file, g);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    CHECK(!first || (strstr(text, "to be printed") && strstr(text, "22")));
    fclose(file);
    GA_Destroy(g);
}
