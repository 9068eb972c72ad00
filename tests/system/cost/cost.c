/* Calls whose instructions are counted (counted by `cost`, one rank): each op_NAME makes one kind
 * of call `times` times. */
#include <stdlib.h>

#include <ashlar/ga.h>

enum { N = 1000, SIDE = 353 };
static ga_t matrix, counter;
static double one = 1, buffer[N * N], values[N];
static int64_t rows[N], cols[N], old;
static const int64_t at[2] = {3, 5};
static ga_handle_t handle;

#define CALL(name, times, call)                                                                    \
    __attribute__((noinline)) static void op_##name(void)                                          \
    {                                                                                              \
        for (int k = 0; k < (times); ++k)                                                          \
            call;                                                                                  \
    }
/* name, times, call */
#define CALLS(X)                                                                                   \
    X(put_8, 500, ga_put(matrix, 3, 3, 5, 5, buffer, 1))                                           \
    X(get_8, 500, ga_get(matrix, 3, 3, 5, 5, buffer, 1))                                           \
    X(acc_8, 500, ga_acc(matrix, 3, 3, 5, 5, buffer, 1, &one))                                     \
    X(put_nd_8, 500, ga_put_nd(matrix, at, at, buffer, NULL))                                      \
    X(put_nb_8, 500, ga_put_nb(matrix, 3, 3, 5, 5, buffer, 1, &handle))                            \
    X(read_inc, 500, ga_read_inc(counter, 2, 2, 1, &old))                                          \
    X(put_353, 5, ga_put(matrix, 3, 2 + SIDE, 5, 4 + SIDE, buffer, SIDE))                          \
    X(get_353, 5, ga_get(matrix, 3, 2 + SIDE, 5, 4 + SIDE, buffer, SIDE))                          \
    X(acc_353, 5, ga_acc(matrix, 3, 2 + SIDE, 5, 4 + SIDE, buffer, SIDE, &one))                    \
    X(gather_1000, 5, ga_gather(matrix, N, rows, cols, values))                                    \
    X(scatter_1000, 5, ga_scatter(matrix, N, rows, cols, values))                                  \
    X(scatter_acc_1000, 5, ga_scatter_acc(matrix, N, rows, cols, values, &one))
CALLS(CALL)

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    ga_initialize(MPI_COMM_WORLD);
    ga_create(ASHLAR_DOUBLE, N, N, "matrix", 0, 0, &matrix);
    ga_create(ASHLAR_LLONG, 10, 10, "counter", 0, 0, &counter);
    for (int k = 0; k < N; ++k) {
        rows[k] = k * 7 % N;
        cols[k] = k * 13 % N;
    }
    ga_zero(matrix);
    ga_zero(counter);
#define RUN(name, times, call) op_##name();
    CALLS(RUN)
    ga_terminate();
    MPI_Finalize();
    return 0;
}
