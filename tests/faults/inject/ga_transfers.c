/* ga: transfers of patches, lists and elements. */
#include <string.h>

#include <ashlar/al.h>

#include "ga_steps.h"
#include "harness/harness.h"

enum { LIST = 5000 };

void check_all(int64_t n, double value)
{
    int64_t wrong = 0;

    for (int64_t k = 0; k < n; ++k)
        wrong += subject.buffer[k] != value;
    CHECK_INT(0, wrong);
}

/* Columns of this rank's own, on all owners of rows. */
int patches(void)
{
    const int64_t width = N / ga_size(), jlo = ga_rank() * width, jhi = jlo + width - 1;
    const double two = 2;
    ga_handle_t handle = 0;

    for (int64_t k = 0; k < N * width; ++k)
        subject.buffer[k] = 5;
    TRY(ga_put(subject.b, 0, N - 1, jlo, jhi, subject.buffer, N));
    TRY(ga_acc(subject.b, 0, N - 1, jlo, jhi, subject.buffer, N, &two));
    memset(subject.buffer, 0, (size_t)(N * width) * sizeof *subject.buffer);
    int status = ga_get_nb(subject.b, 0, N - 1, jlo, jhi, subject.buffer, N, &handle);
    TRY(ga_wait(&handle));
    TRY(status);
    check_all(N * width, 15);
    return ASHLAR_OK;
}

int periodic(void)
{
    const int64_t lo[2] = {N - 5, ga_rank() * 3}, hi[2] = {N + 4, ga_rank() * 3 + 2}, ld[1] = {10};

    for (int k = 0; k < 30; ++k)
        subject.buffer[k] = 7;
    TRY(ga_put_periodic_nd(subject.b, lo, hi, subject.buffer, ld));
    memset(subject.buffer, 0, 30 * sizeof *subject.buffer);
    TRY(ga_get_periodic_nd(subject.b, lo, hi, subject.buffer, ld));
    check_all(30, 7);
    return ASHLAR_OK;
}

/* The upper halves of numbers by one rank, the lower ones by the other. */
int fields(void)
{
    const int64_t lo[2] = {0, 10}, hi[2] = {N - 1, 10 + 20};
    const size_t offset = (size_t)ga_rank() % 2 * 4;
    int32_t *half = (int32_t *)subject.buffer;
    const int64_t n = N * (hi[1] - lo[1] + 1);

    for (int64_t k = 0; k < n; ++k)
        half[k] = 7;
    TRY(ga_put_field_nd(subject.b, lo, hi, offset, sizeof *half, half, NULL));
    memset(half, 0, (size_t)n * sizeof *half);
    TRY(ga_get_field_nd(subject.b, lo, hi, offset, sizeof *half, half, NULL));
    int64_t wrong = 0;
    for (int64_t k = 0; k < n; ++k)
        wrong += half[k] != 7;
    CHECK_INT(0, wrong);
    return ASHLAR_OK;
}

/* Many blocks of both ranks under way at once. */
int tiles(void)
{
    const int64_t width = N / ga_size(), jlo = ga_rank() * width, jhi = jlo + width - 1;
    const double two = 2;

    for (int64_t k = 0; k < N * width; ++k)
        subject.buffer[k] = 5;
    TRY(ga_put(subject.tiles, 0, N - 1, jlo, jhi, subject.buffer, N));
    TRY(ga_acc(subject.tiles, 0, N - 1, jlo, jhi, subject.buffer, N, &two));
    memset(subject.buffer, 0, (size_t)(N * width) * sizeof *subject.buffer);
    TRY(ga_get(subject.tiles, 0, N - 1, jlo, jhi, subject.buffer, N));
    check_all(N * width, 15);
    return ASHLAR_OK;
}

int lists(void)
{
    const int n =
        strcmp(al_engine_name(), "rma") == 0 ? 20 : LIST; /* there each is a call of MPI */
    static int64_t i[LIST], j[LIST];
    const double two = 2;

    for (int k = 0; k < n; ++k) {
        i[k] = k % N;
        j[k] = (k / N * ga_size() + ga_rank()) % N;
        subject.buffer[k] = 4;
    }
    TRY(ga_scatter(subject.b, n, i, j, subject.buffer));
    TRY(ga_scatter_acc(subject.b, n, i, j, subject.buffer, &two));
    memset(subject.buffer, 0, (size_t)n * sizeof *subject.buffer);
    TRY(ga_gather(subject.b, n, i, j, subject.buffer));
    check_all(n, 12);
    return ASHLAR_OK;
}

int count(void)
{
    const int64_t index[3] = {19, 29, 3};
    int64_t old = -1;

    TRY(ga_read_inc_nd(subject.other, index, 1, &old));
    CHECK(old >= 0);
    return ASHLAR_OK;
}
