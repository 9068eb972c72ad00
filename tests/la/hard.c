/* Hard matrices: backward errors, reasons for failures, unchanged inputs and equal bits of all
 * solvers of systems, wherever the arrays lie. Small matrices take process grids, too. */
#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"

int main(int argc, char **argv)
{
    lai_context.one_order = 1;
    lai_context.one_ranks = 0;
    lai_context.crowded_order = 0;
    lai_context.rank_extent = 1;
    return test_main(argc, argv);
}
