/* armci-lite: every kind of transfer, small, large and in pieces. */
#include <string.h>

#include "al_steps.h"
#include "harness/harness.h"

enum { LIST = 3000, PIECES = 70, PIECE = 64 };

void check_elements(size_t n, double factor)
{
    int64_t wrong = 0;

    for (size_t k = 0; k < n; ++k)
        wrong += al.in[k] != factor * al.out[k];
    CHECK_INT(0, wrong);
}

static int contiguous(size_t bytes)
{
    const double two = 2;

    memset(al.in, 0, bytes);
    TRY(al_put(al.segment, al.next, GUARD, al.out, bytes));
    TRY(al_acc(al.segment, al.next, GUARD, ASHLAR_DOUBLE, &two, al.out, bytes));
    TRY(al_get(al.segment, al.next, GUARD, al.in, bytes));
    check_elements(bytes / 8, 3);
    return ASHLAR_OK;
}

int small(void)
{
    return contiguous(64);
}

int large(void)
{
    return contiguous(MINE);
}

/* Rows with gaps on both sides: `row` elements of rows of 2*row. */
static int strided(size_t row, size_t rows)
{
    const al_shape_t shape = {
        .levels = 1, .count = {8 * row, rows}, .seg_stride = {16 * row}, .buf_stride = {16 * row}};
    const double half = 0.5;
    int64_t wrong = 0;

    memset(al.in, 0, 16 * row * rows);
    TRY(al_put_strided(al.segment, al.next, GUARD, al.out, &shape));
    TRY(al_acc_strided(al.segment, al.next, GUARD, ASHLAR_DOUBLE, &half, al.out, &shape));
    TRY(al_get_strided(al.segment, al.next, GUARD, al.in, &shape));
    for (size_t k = 0; k < 2 * row * rows; ++k)
        wrong += al.in[k] != (k % (2 * row) < row ? 1.5 * al.out[k] : 0);
    CHECK_INT(0, wrong);
    return ASHLAR_OK;
}

int strided_small(void)
{
    return strided(7, 5);
}

int strided_large(void)
{
    return strided(1000, 90);
}

int strided_rows(void)
{
    return strided(20000, 4);
}

/* Many under way, some large: the second half of the slice, then read. */
int nonblocking(void)
{
    const al_shape_t piece = {.count = {PIECE}}, half = {.count = {MINE / 2}};
    const double one = 1;
    al_handle_t handle = 0, each[PIECES] = {0};
    int status = al_put_nb(al.segment, al.next, GUARD, al.out, &half, &handle);

    for (int k = 0; k < PIECES && status == ASHLAR_OK; ++k) {
        size_t at = MINE / 2 + (size_t)k * PIECE;
        status = al_put_nb(al.segment, al.next, GUARD + at, (char *)al.out + at, &piece, &each[k]);
    }
    TRY(al_wait_all()); /* after a failure too: the buffers are in use */
    TRY(status);
    handle = 0;
    status = al_acc_nb(al.segment, al.next, GUARD, ASHLAR_DOUBLE, &one, al.out, &half, &handle);
    TRY(al_wait(&handle));
    TRY(status);
    memset(al.in, 0, MINE);
    status = al_get_nb(al.segment, al.next, GUARD, al.in, &half, &handle);
    TRY(al_wait(&handle));
    TRY(status);
    check_elements(MINE / 16, 2);
    TRY(al_get(al.segment, al.next, GUARD, al.in, MINE / 2 + PIECES * PIECE));
    for (int k = 0; k < MINE / 16; ++k)
        al.in[k] /= 2;
    check_elements(MINE / 16 + PIECES * PIECE / 8, 1);
    return ASHLAR_OK;
}

/* Elements of a list: under rma each is a call of MPI. */
static int list_length(void)
{
    return strcmp(al_engine_name(), "rma") == 0 ? 20 : LIST;
}

int list_transfers(void)
{
    const int n = list_length();
    static size_t offset[LIST];
    static void *from[LIST], *to[LIST];
    const double two = 2;

    memset(al.in, 0, 8 * (size_t)n);
    for (int k = 0; k < n; ++k) {
        offset[k] = GUARD + 8 * (size_t)(k * 7 % n);
        from[k] = &al.out[k];
        to[k] = &al.in[k];
    }
    TRY(al_put_vector(al.segment, al.next, (size_t)n, offset, (const void *const *)from, 8));
    TRY(al_acc_vector(al.segment, al.next, (size_t)n, offset, ASHLAR_DOUBLE, &two,
                      (const void *const *)from, 8));
    TRY(al_get_vector(al.segment, al.next, (size_t)n, offset, to, 8));
    check_elements((size_t)n, 3);
    return ASHLAR_OK;
}

int counters(void)
{
    const int zero = 0;
    int64_t old = -1;

    TRY(al_put(al.segment, al.next, GUARD, &zero, sizeof zero));
    TRY(al_fetch_add(al.segment, al.next, GUARD, ASHLAR_INT, 5, &old));
    CHECK_INT(0, old);
    TRY(al_swap(al.segment, al.next, GUARD, ASHLAR_INT, 7, &old));
    CHECK_INT(5, old);
    TRY(al_compare_swap(al.segment, al.next, GUARD, ASHLAR_INT, 7, 9, &old));
    CHECK_INT(7, old);
    TRY(al_fetch_add(al.segment, al.next, GUARD, ASHLAR_INT, 0, &old));
    CHECK_INT(9, old);
    return ASHLAR_OK;
}
