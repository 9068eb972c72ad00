/* ga: operations on whole arrays and patches that are cut differently. */
#include "ga_steps.h"
#include "harness/harness.h"

/* The operands are cut differently from the result. */
int add(void)
{
    const double two = 2, minus = -1;

    return ga_add(&two, subject.irregular, &minus, subject.a, subject.b);
}

int add_values(void)
{
    return check_array(subject.b, 5);
}

int dot(void)
{
    double sum = 0;

    TRY(ga_dot(subject.a, subject.irregular, &sum));
    CHECK(sum == 3.0 * N * N);
    return ASHLAR_OK;
}

int copy(void)
{
    return ga_copy(subject.a, subject.like);
}

int copy_values(void)
{
    return check_array(subject.like, 1);
}

/* Between distributions, and in steps within an array. */
int copy_patch(void)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, next[2] = {100, 100},
                  less[2] = {N - 101, N - 101}, tall[2] = {5, 3}, wide[2] = {2, 7};

    TRY(ga_copy(subject.irregular, subject.b));
    TRY(ga_copy_patch(subject.b, lo, less, subject.b, next, hi));
    TRY(ga_copy_patch(subject.b, lo, tall, subject.b, lo, wide));
    return ga_copy_patch(subject.irregular, lo, hi, subject.b, lo, hi);
}

int copy_patch_values(void)
{
    return check_array(subject.b, 3);
}

int transpose(void)
{
    return ga_transpose(subject.irregular, subject.b);
}

int transpose_values(void)
{
    return check_array(subject.b, 3);
}

int transpose_patch(void)
{
    const int64_t lo[2] = {1, 0}, hi[2] = {N - 1, N - 1}, to[2] = {0, 0}, end[2] = {N - 1, N - 2};

    return ga_transpose_patch(subject.irregular, lo, hi, subject.b, to, end);
}

int symmetrize(void)
{
    return ga_symmetrize(subject.irregular);
}

int symmetrize_values(void)
{
    return check_array(subject.irregular, 3);
}
