/* Create an array, write a patch of it, read another, print it. */
#include "tutorial.h"

enum { ROWS = 4, COLUMNS = 6 };

int main(int argc, char **argv)
{
    ga_t a;
    start(&argc, &argv);
    check(ga_create(ASHLAR_DOUBLE, ROWS, COLUMNS, "a", 0, 0, &a));
    check(ga_zero(a));

    /* Rows 1 to 2, columns 2 to 4: bounds are inclusive. Columns lie one after the other in the
     * buffer, 2 elements each, so element (i,j) of the patch is buffer[j][i] and the leading
     * dimension is 2. */
    if (ga_rank() == 0) {
        const double buffer[3][2] = {{12, 22}, {13, 23}, {14, 24}};
        check(ga_put(a, 1, 2, 2, 4, buffer, 2));
    }
    check(ga_sync());

    /* Column 3, on every rank, whoever owns it. */
    double column[ROWS];
    check(ga_get(a, 0, ROWS - 1, 3, 3, column, ROWS));
    check(ga_print(a, stdout));
    const int right = column[0] == 0 && column[1] == 13 && column[2] == 23 && column[3] == 0;

    check(ga_destroy(a));
    return stop(right);
}
