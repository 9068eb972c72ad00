/* Hard matrices: backward errors, reasons for failures, unchanged inputs and equal bits of all
 * solvers of systems, wherever the arrays lie. Small matrices take process grids, too. */
#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"

int main(int argc, char **argv)
{
    for (int k = 0; k < LAI_KINDS; ++k) {
        lai_context.serial_order[k] = 1;
        lai_context.serial_ranks[k] = 0;
    }
    lai_context.serial_order_oversubscribed = 0;
    lai_context.rank_extent = 1;
    return test_main(argc, argv);
}
