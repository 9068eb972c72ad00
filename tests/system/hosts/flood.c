/* flood DIRECTORY SITUATION: more traffic than any buffer holds, and what it adds up to. All ranks
 * accumulate to and put to rank 0 (one), or to everybody at once (all), many large nonblocking
 * transfers each. Each rank writes its process id to DIRECTORY when it has begun. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "pid.h"

enum { ROWS = 600, COLUMNS = 64, ROUNDS = 150, AT_ONCE = 50 };

static double ones[ROWS * COLUMNS], found[ROWS * COLUMNS];

int main(int argc, char **argv)
{
    const double one = 1;
    ga_handle_t handle = 0;
    ga_t sums, marks;

    MPI_Init(&argc, &argv);
    must(argc != 3 || ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    int64_t width = COLUMNS * ga_size();
    int last = strcmp(argv[2], "one") == 0 ? 1 : ga_size();
    must(ga_create(ASHLAR_DOUBLE, ROWS, width, "sums", ROWS, 0, &sums), "ga_create");
    must(ga_create(ASHLAR_DOUBLE, ROWS, width, "marks", ROWS, 0, &marks), "ga_create");
    must(ga_zero(sums), "ga_zero");
    for (int k = 0; k < ROWS * COLUMNS; ++k)
        ones[k] = 1;
    write_pid(argv[1]);
    for (int round = 0; round < ROUNDS; ++round) {
        for (int to = 0; to < last; ++to) {
            int64_t first = (int64_t)COLUMNS * ((to + ga_rank()) % last);
            must(
                ga_acc_nb(sums, 0, ROWS - 1, first, first + COLUMNS - 1, ones, ROWS, &one, &handle),
                "ga_acc_nb");
            must(ga_put_nb(marks, 0, ROWS - 1, first, first + COLUMNS - 1, ones, ROWS, &handle),
                 "ga_put_nb");
        }
        if (round % AT_ONCE == AT_ONCE - 1)
            must(ga_wait(&handle), "ga_wait");
    }
    must(ga_wait(&handle), "ga_wait");
    must(ga_sync(), "ga_sync");
    for (int to = 0; to < last; ++to) {
        int64_t first = (int64_t)COLUMNS * to;
        must(ga_get(sums, 0, ROWS - 1, first, first + COLUMNS - 1, found, ROWS), "ga_get");
        for (int k = 0; k < ROWS * COLUMNS; ++k)
            must(found[k] != (double)ROUNDS * ga_size(), "a sum is wrong");
    }
    must(ga_sync(), "ga_sync");
    if (ga_rank() == 0)
        printf("flood: sums are exact\n");
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return 0;
}
