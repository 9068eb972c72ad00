/* Arrays on disk: GA_Checkpoint() and GA_Recover(). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"

static void fill_two(int a, int b, double x)
{
    double minus = -x;
    GA_Fill(a, &x);
    GA_Fill(b, &minus);
    GA_Sync();
}

static void check_two(int a, int b, double x)
{
    double of_a[7][5], of_b[11];
    NGA_Get(a, (int[]){0, 0}, (int[]){6, 4}, of_a, (int[]){5});
    NGA_Get(b, (int[]){0}, (int[]){10}, of_b, NULL);
    for (int k = 0; k < 35; ++k)
        CHECK(of_a[k / 5][k % 5] == x);
    for (int k = 0; k < 11; ++k)
        CHECK(of_b[k] == -x);
    GA_Sync();
}

TEST_CASE(checkpoint_and_recover, TEST_GA)
{
    char folder[] = "/tmp/ashlar-classic-XXXXXX", before[4096];
    if (GA_Nodeid() == 0)
        CHECK(mkdtemp(folder));
    GA_Brdcst(folder, sizeof folder, 0);
    CHECK(getcwd(before, sizeof before) && chdir(folder) == 0);
    int a = NGA_Create(C_DBL, 2, (int[]){7, 5}, "a", NULL),
        b = NGA_Create(C_DBL, 1, (int[]){11}, "a", NULL), all[] = {a, b};
    for (int turn = 1; turn <= 3; ++turn) {
        fill_two(a, b, turn);
        GA_Checkpoint(all, 2);
        fill_two(a, b, 99);
        GA_Recover(all, 2);
        check_two(a, b, turn);
    }
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Sync();
    if (GA_Nodeid() == 0) {
        CHECK(unlink("ga_checkpoint-0.h5") == 0 && unlink("ga_checkpoint-1.h5") == 0);
        CHECK(rmdir(folder) == 0);
    }
    CHECK(chdir(before) == 0);
    GA_Sync();
}
