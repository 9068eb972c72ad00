/* By single one-sided calls: each element that is lacking is read by a call of its own. */
#include <ashlar/ga.h>

#include "cg.h"

static struct {
    ga_t array;
    double *vector; /* own elements, then those lacking */
    int64_t *lacking;
    int64_t rows, first, last, count;
} my;

static double *prepare(matrix_t *matrix)
{
    my.rows = matrix->rows;
    my.first = matrix->first;
    my.last = matrix->first + matrix->rows - 1;
    my.lacking = cg_lacking(matrix, &my.count);
    my.vector = cg_take((size_t)(my.rows + my.count) * sizeof *my.vector);
    cg_check(
        ga_create_nd(ASHLAR_DOUBLE, 1, &(int64_t){my.rows * cg_size()}, "p", NULL, 0, &my.array));
    return my.vector;
}

static void exchange(void)
{
    cg_check(ga_put_nd(my.array, &my.first, &my.last, my.vector, NULL));
    cg_check(ga_sync());
    for (int64_t k = 0; k < my.count; ++k)
        cg_check(
            ga_get_nd(my.array, &my.lacking[k], &my.lacking[k], &my.vector[my.rows + k], NULL));
    cg_check(ga_sync()); /* nobody changes an element that another has yet to read */
}

static void finish(void)
{
    cg_check(ga_destroy(my.array));
    free(my.lacking);
    free(my.vector);
}

const cg_way_t cg_onesided = {"onesided", prepare, exchange, NULL, finish};
