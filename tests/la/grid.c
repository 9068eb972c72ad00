/* The same cases, with process grids also for small matrices: everything that one rank would solve
 * alone goes through ScaLAPACK, on grids with less than a tile for some ranks. */
#include "cases.h"

#include "linalg/src/la_internal.h"

#define LA_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {LA_CASES(LA_CASE_ROW)};

int main(int argc, char **argv)
{
    lai_context.serial_order = 1;
    lai_context.rank_extent = 16;
    return test_main(argc, argv, "la_grid", cases, sizeof cases / sizeof cases[0]);
}
