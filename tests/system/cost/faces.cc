// Accesses in C and in the faces for C++ whose instructions `faces` compares: each op_NAME makes
// one kind of access TIMES times, by image 1 to image 0, or goes through an array of its own.
#include <ashlar/coarray.hpp>

namespace
{

constexpr int TIMES = 500, ROWS = 40, COLUMNS = 50;

} // namespace

extern "C" {

#define ACCESS(name, ...)                                                                          \
    __attribute__((noinline)) void op_##name(ashlar::Coarray<double, 2> &x,                        \
                                             ashlar::CoArray<double> &A, double *value, int p)     \
    {                                                                                              \
        (void)A, (void)x;                                                                          \
        for (int k = 0; k < TIMES; ++k)                                                            \
            __VA_ARGS__;                                                                           \
    }
/* In C, of 2013, and of 2002. */
ACCESS(get_c, {
    const std::int64_t at[2] = {3, k & 7};
    ashlar::check(co_get_element(x.get(), p, at, value));
})
ACCESS(get_2013, *value = x(p)[3][k & 7])
ACCESS(get_2002, *value = A[p](3, k & 7))
ACCESS(put_c, {
    const std::int64_t at[2] = {3, k & 7};
    ashlar::check(co_put_element(x.get(), p, at, value));
})
ACCESS(put_2013, x(p)[3][k & 7] = *value)
ACCESS(put_2002, A[p](3, k & 7) = *value)
ACCESS(acc_c, {
    const std::int64_t at[2] = {3, k & 7};
    ashlar::check(co_acc_element(x.get(), p, at, value));
})
ACCESS(acc_2013, x(p)[3][k & 7] += *value)
ACCESS(acc_2002, A[p](3, k & 7) += *value)

#define LOOP(name, type, ...)                                                                      \
    __attribute__((noinline)) void op_##name(type &x, double add, int me)                          \
    {                                                                                              \
        (void)me;                                                                                  \
        for (int i = 0; i < ROWS; ++i)                                                             \
            for (int j = 0; j < COLUMNS; ++j)                                                      \
                __VA_ARGS__;                                                                       \
    }
typedef ashlar::Coarray<double, 2> array_2013;
typedef ashlar::CoArray<double> array_2002;
struct array_c {
    double *data;
    std::int64_t columns;
};
LOOP(mine_c, array_c, x.data[i * x.columns + j] = 2 * x.data[i * x.columns + j] + add)
LOOP(mine_2013, array_2013, x[i][j] = 2 * x[i][j] + add)
LOOP(mine_2002, array_2002, x(i, j) = 2 * x(i, j) + add)
LOOP(member_2002, array_2002, x[x.this_image()](i, j) = 2 * x[x.this_image()](i, j) + add)
LOOP(variable_2002, array_2002, x[me](i, j) = 2 * x[me](i, j) + add)
LOOP(this_2002, array_2002, x[ashlar::this_image()](i, j) = 2 * x[ashlar::this_image()](i, j) + add)
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    ashlar::check(ga_initialize(MPI_COMM_WORLD));
    {
        ashlar::Coarray<double, 2> x(ROWS, COLUMNS);
        ashlar::CoArray<double> A(ROWS, COLUMNS);
        array_c c = {x.data(), COLUMNS};
        double value = 1;
        if (ashlar::this_image() == 1) {
#define RUN(name) op_##name(x, A, &value, 0);
            RUN(get_c) RUN(get_2013) RUN(get_2002) RUN(put_c) RUN(put_2013) RUN(put_2002);
            RUN(acc_c) RUN(acc_2013) RUN(acc_2002);
            op_mine_c(c, value, 1);
            op_mine_2013(x, value, 1);
            op_mine_2002(A, value, 1);
            op_this_2002(A, value, 1);
            op_member_2002(A, value, 1);
            op_variable_2002(A, value, 1);
        }
        ashlar::sync_all();
    }
    ga_terminate();
    MPI_Finalize();
    return 0;
}
