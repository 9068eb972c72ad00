#include "classic/gparrays/cases.h"

const shape_t shapes[] = {{1, {23}}, {2, {9, 7}}, {3, {4, 3, 5}}, {2, {1, 2}}};
const int shape_count = sizeof shapes / sizeof shapes[0];

int elements_of(const shape_t *shape)
{
    int n = 1;
    for (int d = 0; d < shape->ndim; ++d)
        n *= shape->dims[d];
    return n;
}

void indices_of(const shape_t *shape, int k, int *index)
{
    for (int d = shape->ndim - 1; d >= 0; --d) {
        index[d] = k % shape->dims[d];
        k /= shape->dims[d];
    }
}

int bytes_of(int k)
{
    return k % 11 == 7 ? -1 : k % 5 == 3 ? 0 : 1 + k * 37 % 700;
}

unsigned char byte_of(int k, int b, int round)
{
    return (unsigned char)((k * 31 + b * 7 + round * 101 + b / 90) % 251 + 1);
}

void fill_bytes(int k, int round, void *data, int bytes)
{
    for (int b = 0; b < bytes; ++b)
        ((unsigned char *)data)[b] = byte_of(k, b, round);
}

int wrong_bytes(int k, int round, const void *data, int bytes)
{
    int n = 0;
    for (int b = 0; b < bytes; ++b)
        n += ((const unsigned char *)data)[b] != byte_of(k, b, round);
    return n;
}

/* Is element k of a shape between bounds. */
static bool is_within(const shape_t *shape, const int *index, const int *lo, const int *hi)
{
    for (int d = 0; d < shape->ndim; ++d)
        if (index[d] < lo[d] || index[d] > hi[d])
            return false;
    return true;
}

/* Call something for each element of mine. */
static void each_of_mine(int g_p, const shape_t *shape, int round,
                         void (*visit)(int g_p, int k, int *index, int round))
{
    int lo[MOST], hi[MOST], index[MOST];
    GP_Distribution(g_p, GA_Nodeid(), lo, hi);
    for (int k = 0; k < elements_of(shape); ++k) {
        indices_of(shape, k, index);
        if (is_within(shape, index, lo, hi))
            visit(g_p, k, index, round);
    }
}

static void give(int g_p, int k, int *index, int round)
{
    const int bytes = bytes_of(k);
    if (bytes < 0)
        return;
    void *data = GP_Malloc((size_t)bytes);
    CHECK(data != NULL && (uintptr_t)data % 64 == 0);
    fill_bytes(k, round, data, bytes);
    GP_Assign_local_element(g_p, index, data, bytes);
}

static void take(int g_p, int k, int *index, int round)
{
    void *data = GP_Free_local_element(g_p, index);
    (void)round;
    if (CHECK((bytes_of(k) < 0) == (data == NULL)) && data)
        GP_Free(data);
}

static void look(int g_p, int k, int *index, int round)
{
    const int bytes = bytes_of(k) < 0 ? 0 : bytes_of(k);
    void *data;
    int size = -1;
    GP_Access_element(g_p, index, &data, &size);
    CHECK_INT(bytes, size);
    CHECK((bytes_of(k) < 0) == (data == NULL));
    CHECK_INT(0, wrong_bytes(k, round, data, size));
    GP_Release_element(g_p, index);
}

int create_filled(const shape_t *shape, int *chunk)
{
    int dims[MOST];
    memcpy(dims, shape->dims, sizeof dims);
    int g_p = GP_Create_handle();
    GP_Set_dimensions(g_p, shape->ndim, dims);
    if (chunk)
        GP_Set_chunk(g_p, chunk);
    CHECK_INT(1, GP_Allocate(g_p));
    each_of_mine(g_p, shape, 0, give);
    GP_Sync();
    return g_p;
}

void destroy_filled(int g_p, const shape_t *shape)
{
    GP_Sync();
    each_of_mine(g_p, shape, 0, take);
    CHECK_INT(1, GP_Destroy(g_p));
}

void check_mine(int g_p, const shape_t *shape, int round)
{
    each_of_mine(g_p, shape, round, look);
}

int random_below(int n)
{
    static uint64_t state;
    if (state == 0)
        state = 12345 + 7919 * (uint64_t)test_rank();
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

void random_patch(const shape_t *shape, int *lo, int *hi)
{
    for (int d = 0; d < shape->ndim; ++d) {
        lo[d] = random_below(shape->dims[d]);
        hi[d] = lo[d] + random_below(shape->dims[d] - lo[d]);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "wrong") == 0) {
        MPI_Init(&argc, &argv);
        GA_Initialize();
        wrong(argv[2]);
        GA_Terminate();
        MPI_Finalize();
        return 0;
    }
    return test_main(argc, argv);
}
