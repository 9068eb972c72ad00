/* Handles describe arrays before they have memory; calls say what ranks and nodes there are, and
 * print arrays. */
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

/* ---- printing ---- */

/* The text that rank 0 writes to stdout meanwhile. */
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
