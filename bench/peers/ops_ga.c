/* The rows of the benchmark of data-parallel operations over another Global Arrays library. */
#include <math.h>
#include <stdlib.h>

#include "bench/rows/ops.h"
#include "bench/peers/lib_ga.h"

#define LIB_IS_CHECKED(which) 1

static int lib_create(enum type type, int64_t n)
{
    static const int types[] = {C_FLOAT, C_DBL, C_DCPL};
    int dims[2] = {(int)n, (int)n};
    char name[] = "bench";
    int g = NGA_Create(types[type], 2, dims, name, NULL);
    if (!g)
        bench_fail("an array cannot be created");
    return g;
}

INLINE double lib_run(enum operation operation, int64_t n, int a, int b, int c)
{
    double two = 2, three = 3, less = -1, five = 5, number = 0;
    int lo[2] = {PATCH_COLUMN, PATCH_ROW};
    int hi[2] = {PATCH_COLUMN + (int)n - PATCH_LESS - 1, PATCH_ROW + (int)n - PATCH_LESS - 1};
    switch (operation) {
    case TRANSPOSE:
        GA_Transpose(a, c);
        break;
    case SYMMETRIZE:
        GA_Symmetrize(c);
        break;
    case TRANSPOSE_PATCH:
        NGA_Copy_patch('T', a, lo, hi, c, lo, hi);
        break;
    case ADD:
        GA_Add(&two, a, &three, b, c);
        break;
    case DOT:
        return GA_Ddot(a, b);
    case SCALE:
        GA_Scale(c, &less);
        break;
    case FILL:
        GA_Fill(c, &five);
        break;
    case COPY:
        GA_Copy(a, c);
        break;
    case NORM_1:
        GA_Norm1(a, &number);
        break;
    case NORM_INF:
        GA_Norm_infinity(a, &number);
        break;
    case NORM_2:
        return sqrt(GA_Ddot(a, a));
    case MATRIX_NORM_1:
    case MATRIX_NORM_INF:
        bench_fail("there are no such norms");
    case MULTIPLY:
        GA_Elem_multiply(a, b, c);
        break;
    case DIVIDE:
        GA_Elem_divide(a, b, c);
        break;
    case MAXIMUM:
        GA_Elem_maximum(a, b, c);
        break;
    case MULTIPLY_PATCH:
        GA_Elem_multiply_patch(a, lo, hi, b, lo, hi, c, lo, hi);
        break;
    case DIVIDE_PATCH:
        GA_Elem_divide_patch(a, lo, hi, b, lo, hi, c, lo, hi);
        break;
    case MAXIMUM_PATCH:
        GA_Elem_maximum_patch(a, lo, hi, b, lo, hi, c, lo, hi);
        break;
    }
    return number;
}

#include "bench/rows/ops.inc"

static const char lacks[] = " matrix-norm-1-4000 matrix-norm-inf-4000 matrix-norm-1-300 "
                            "matrix-norm-inf-300 ";

int main(int argc, char **argv)
{
    peer_start(argc, argv, 100000000);
    bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    subject.lacks = lacks;
    bench_run_rows(&subject, 1);
    lib_forget();
    return peer_stop();
}
