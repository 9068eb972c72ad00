/* wrong CASE: a call of Fortran that ends the program. */
#include <stdio.h>
#include <string.h>

#include "fortran/fortran.h"

#define CALL(lower, upper) FORTRAN(lower, upper)

static Integer of(Integer number)
{
    return number;
}
#define I(number) (&(Integer){of(number)})

static Integer matrix(int type, Integer rows, Integer cols)
{
    Integer g = 0;
    CALL(ga_create, GA_CREATE)(I(type), I(rows), I(cols), "a", I(0), I(0), &g, 1);
    return g;
}

static Integer cube(void)
{
    Integer g = 0, dims[] = {3, 4, 5}, chunk[] = {0, 0, 0};
    CALL(nga_create, NGA_CREATE)(I(MT_F_DBL), I(3), dims, "cube", chunk, &g, 4);
    return g;
}

static Integer numbers(Integer n)
{
    Integer g = 0;
    CALL(nga_create, NGA_CREATE)(I(MT_F_INT), I(1), I(n), "n", I(0), &g, 1);
    CALL(ga_zero, GA_ZERO)(&g);
    return g;
}

static void wrong(const char *name)
{
    double x[64] = {0}, one = 1;
    Integer g = 0, h = 0, handle = 0;
    if (strcmp(name, "handle") == 0)
        CALL(ga_put, GA_PUT)(I(5), I(1), I(1), I(1), I(1), x, I(1));
    else if (strcmp(name, "wide") == 0)
        CALL(ga_sync, GA_SYNC)
    (), CALL(ga_zero, GA_ZERO)(I((Integer)1 << (8 * sizeof(Integer) - 2)));
    else if (strcmp(name, "destroyed") == 0)
    {
        g = matrix(MT_F_DBL, 3, 4);
        CALL(ga_destroy, GA_DESTROY)(&g);
        CALL(ga_acc, GA_ACC)(&g, I(1), I(1), I(1), I(1), x, I(1), &one);
    }
    else if (strcmp(name, "outside") == 0)
    {
        g = matrix(MT_F_DBL, 3, 4);
        CALL(ga_get, GA_GET)(&g, I(0), I(2), I(1), I(4), x, I(3));
    }
    else if (strcmp(name, "columns") == 0)
    {
        g = matrix(MT_F_DBL, 3, 4);
        CALL(nga_put, NGA_PUT)(&g, (Integer[]){1, 1}, (Integer[]){3, 5}, x, I(3));
    }
    else if (strcmp(name, "leading") == 0)
    {
        g = matrix(MT_F_DBL, 3, 4);
        CALL(ga_get, GA_GET)(&g, I(1), I(3), I(1), I(4), x, I(2));
    }
    else if (strcmp(name, "blocks") == 0)
    {
        Integer s = CALL(nga_sprs_array_create, NGA_SPRS_ARRAY_CREATE)(I(2), I(2), I(MT_F_DBL));
        for (Integer k = 0; k < 2; ++k)
            CALL(nga_sprs_array_add_element, NGA_SPRS_ARRAY_ADD_ELEMENT)(&s, I(k), I(1 - k), &one);
        CALL(nga_sprs_array_assemble, NGA_SPRS_ARRAY_ASSEMBLE)(&s);
        CALL(nga_sprs_array_col_block_list, NGA_SPRS_ARRAY_COL_BLOCK_LIST)(&s, &g, &h);
    }
    else if (strcmp(name, "cube") == 0)
    {
        g = cube();
        CALL(ga_put, GA_PUT)(&g, I(1), I(1), I(1), I(1), x, I(1));
    }
    else if (strcmp(name, "type") == 0) matrix(77, 3, 4);
    else if (strcmp(name, "extent") == 0) matrix(MT_F_DBL, -3, 4);
    else if (strcmp(name, "width") == 0)
    {
        /* The arguments of a program whose INTEGER is narrower, or wider. */
        const int narrow[] = {MT_F_DBL, 77}, wide[] = {10, 0, 20, 0};
        Integer type = MT_F_DBL, dims[2];
        if (sizeof type == sizeof narrow)
            memcpy(&type, narrow, sizeof type);
        memcpy(dims, wide, sizeof dims);
        CALL(nga_create, NGA_CREATE)(&type, I(2), dims, "a", (Integer[]){0, 0}, &g, 1);
    }
    else if (strcmp(name, "dimensions") == 0)
        CALL(nga_create, NGA_CREATE)(I(MT_F_DBL), I(8), I(1), "a", I(0), &g, 1);
    else if (strcmp(name, "operation") == 0) CALL(ga_dgop, GA_DGOP)(I(1), x, I(1), "mean", 4);
    else if (strcmp(name, "triangle") == 0)
    {
        g = matrix(MT_F_DBL, 3, 3);
        CALL(ga_cholesky, GA_CHOLESKY)("x", &g, 1);
    }
    else if (strcmp(name, "pair") == 0)
    {
        g = matrix(MT_F_DBL, 3, 3);
        h = matrix(MT_F_DBL, 3, 4);
        CALL(ga_pzheevd, GA_PZHEEVD)((Integer[]){g, h}, (Integer[]){g, g}, x, I(0));
    }
    else if (strcmp(name, "notice") == 0)
    {
        g = matrix(MT_F_DBL, 3, 4);
        CALL(nga_nbput_notify, NGA_NBPUT_NOTIFY)
        (&g, (Integer[]){1, 1}, (Integer[]){3, 4}, x, I(3), &g, (Integer[]){2, 2}, &one, &handle);
    }
    else if (strcmp(name, "bin") == 0) CALL(ga_bin_index, GA_BIN_INDEX)(
        I(numbers(9)), I(numbers(3)), I(numbers(3)), I(1), I(4), I(1), I(0));
    else if (strcmp(name, "bins") == 0)
        CALL(ga_bin_sorter, GA_BIN_SORTER)(I(numbers(9)), I(numbers(3)), I(numbers(2)));
    else if (strcmp(name, "full") == 0)
        CALL(ga_bin_index, GA_BIN_INDEX)(I(numbers(1)), I(numbers(3)), I(numbers(3)),
                                         (Integer[]){1, 2}, (Integer[]){2, 2}, I(2), I(0));
    else if (strcmp(name, "error") == 0 || strcmp(name, "code") == 0)
        CALL(ga_error, GA_ERROR)("it is over   ", I(7), 13);
    else if (strcmp(name, "huge") == 0)
        CALL(ga_error, GA_ERROR)("it is over", I((Integer)INT64_MAX), 10);
    else if (strcmp(name, "long") == 0)
    {
        char words[700];
        memset(words, 'w', sizeof words);
        CALL(ga_error, GA_ERROR)(words, I(9), sizeof words);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    CALL(ga_initialize, GA_INITIALIZE)();
    wrong(argc > 1 ? argv[1] : "");
    printf("still here\n");
    CALL(ga_terminate, GA_TERMINATE)();
    return MPI_Finalize();
}
