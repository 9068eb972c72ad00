/* Data is got and put, by patches and lists. */
#include "classic/gparrays/cases.h"

enum { ROUNDS = 12, ROOM = 80 * 700, LONGEST = 64 };

static int elements_in(const shape_t *shape, const int *lo, const int *hi)
{
    int n = 1;
    for (int d = 0; d < shape->ndim; ++d)
        n *= hi[d] - lo[d] + 1;
    return n;
}

/* The number in the array of the number k of a patch, and where it is in an array of the program.
 */
static int number_in(const shape_t *shape, const int *lo, const int *hi, const int *ld, int k,
                     int *at)
{
    int index[MOST], number = 0;
    for (int d = shape->ndim - 1; d >= 0; --d) {
        index[d] = k % (hi[d] - lo[d] + 1);
        k /= hi[d] - lo[d] + 1;
    }
    *at = 0;
    for (int d = 0; d < shape->ndim; ++d) {
        *at = d ? *at * ld[d - 1] + index[d] : index[d];
        number = number * shape->dims[d] + lo[d] + index[d];
    }
    return number;
}

/* A patch with room in its arrays of pointers and of sizes. */
typedef struct patch {
    int lo[MOST], hi[MOST], ld[MOST], ld_sizes[MOST], n;
    void **ptrs;
    int *sizes;
    unsigned char *buf;
} patch_t;

static patch_t make_patch(const shape_t *shape)
{
    patch_t p;
    random_patch(shape, p.lo, p.hi);
    p.n = elements_in(shape, p.lo, p.hi);
    for (int d = 1; d < shape->ndim; ++d) {
        p.ld[d - 1] = p.hi[d] - p.lo[d] + 1 + random_below(3);
        p.ld_sizes[d - 1] = p.hi[d] - p.lo[d] + 1 + random_below(3);
    }
    const size_t room = 4 * (size_t)(p.n + 50);
    p.ptrs = test_alloc(room * sizeof *p.ptrs);
    p.sizes = test_alloc(room * sizeof *p.sizes);
    p.buf = test_alloc(ROOM);
    memset(p.ptrs, 0, room * sizeof *p.ptrs);
    memset(p.sizes, 0, room * sizeof *p.sizes);
    memset(p.buf, 0, ROOM);
    return p;
}

static void free_patch(patch_t *p)
{
    free(p->ptrs);
    free(p->sizes);
    free(p->buf);
}

static int actual_bytes(int k)
{
    return bytes_of(k) > 0 ? bytes_of(k) : 0;
}

/* Data is packed in the order of elements, or lies where the program says, cut to its size. */
static void run_get(int g_p, const shape_t *shape)
{
    patch_t p = make_patch(shape);
    int size = -1, sum = 0, at, at_size;
    GP_Get_size(g_p, p.lo, p.hi, &size);
    const int expected = size;
    GP_Get(g_p, p.lo, p.hi, p.buf, p.ptrs, p.ld, p.sizes, p.ld_sizes, &size, 0);
    CHECK_INT(expected, size);
    for (int k = 0; k < p.n; ++k) {
        int number = number_in(shape, p.lo, p.hi, p.ld, k, &at);
        number_in(shape, p.lo, p.hi, p.ld_sizes, k, &at_size);
        CHECK_INT(actual_bytes(number), p.sizes[at_size]);
        CHECK(p.ptrs[at] == p.buf + sum);
        CHECK_INT(0, wrong_bytes(number, 0, p.ptrs[at], p.sizes[at_size]));
        sum += p.sizes[at_size];
        p.sizes[at_size] += k % 3 - 1; /* less, as many, more */
        if (p.sizes[at_size] < 0)
            p.sizes[at_size] = 0;
    }
    CHECK_INT(expected, sum);
    memset(p.buf, 0, ROOM);
    GP_Get(g_p, p.lo, p.hi, NULL, p.ptrs, p.ld, p.sizes, p.ld_sizes, &size, 1);
    sum = 0;
    for (int k = 0; k < p.n; ++k) {
        int number = number_in(shape, p.lo, p.hi, p.ld, k, &at);
        number_in(shape, p.lo, p.hi, p.ld_sizes, k, &at_size);
        const int all = actual_bytes(number);
        const int moved = p.sizes[at_size] < all ? p.sizes[at_size] : all;
        CHECK_INT(0, wrong_bytes(number, 0, p.ptrs[at], moved));
        if (moved < all)
            CHECK_INT(0, ((unsigned char *)p.ptrs[at])[moved]);
        sum += moved;
    }
    CHECK_INT(sum, size);
    free_patch(&p);
}

GP_CASE(get_patches)
{
    for (int s = 0; s < shape_count; ++s) {
        test_step("shape %d", s);
        int g_p = create_filled(&shapes[s], NULL);
        for (int round = 0; round < ROUNDS; ++round)
            run_get(g_p, &shapes[s]);
        destroy_filled(g_p, &shapes[s]);
    }
}

/* One rank writes a patch; all then find it, and nothing else changed. */
static void run_put(int g_p, const shape_t *shape, int writer, int is_exact)
{
    patch_t p = make_patch(shape);
    int size, sum = 0, at, at_size;
    unsigned char *next = p.buf;
    MPI_Bcast(p.lo, MOST, MPI_INT, writer, MPI_COMM_WORLD);
    MPI_Bcast(p.hi, MOST, MPI_INT, writer, MPI_COMM_WORLD);
    for (int k = 0; test_rank() == writer && k < p.n; ++k) {
        int number = number_in(shape, p.lo, p.hi, p.ld, k, &at);
        number_in(shape, p.lo, p.hi, p.ld_sizes, k, &at_size);
        p.ptrs[at] = next;
        p.sizes[at_size] = actual_bytes(number) / (is_exact ? 1 : 2);
        fill_bytes(number, 1, next, p.sizes[at_size]);
        next += p.sizes[at_size];
        sum += p.sizes[at_size];
    }
    if (test_rank() == writer) {
        GP_Put(g_p, p.lo, p.hi, p.ptrs, p.ld, p.sizes, p.ld_sizes, &size, is_exact);
        CHECK_INT(sum, size);
    }
    GP_Sync();
    for (int k = 0; k < elements_of(shape); ++k) {
        int index[MOST], ld[MOST] = {1, 1}, inside = 1;
        indices_of(shape, k, index);
        for (int d = 0; d < shape->ndim; ++d)
            inside &= index[d] >= p.lo[d] && index[d] <= p.hi[d];
        GP_Get(g_p, index, index, p.buf, p.ptrs, ld, p.sizes, ld, &size, 0);
        const int all = actual_bytes(k), put = inside ? is_exact ? all : all / 2 : 0;
        CHECK_INT(all, size);
        CHECK_INT(0, wrong_bytes(k, 1, p.buf, put));
        for (int b = put; b < all; ++b)
            CHECK_INT(byte_of(k, b, 0), p.buf[b]);
    }
    GP_Sync();
    free_patch(&p);
}

GP_CASE(put_patches)
{
    for (int s = 0; s < shape_count; ++s)
        for (int writer = 0; writer < GA_Nnodes(); ++writer)
            for (int is_exact = 0; is_exact < 2; ++is_exact) {
                test_step("shape %d, rank %d, exact %d", s, writer, is_exact);
                int g_p = create_filled(&shapes[s], NULL);
                run_put(g_p, &shapes[s], writer, is_exact);
                destroy_filled(g_p, &shapes[s]);
            }
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void run_gather(int g_p, const shape_t *shape)
{
    static unsigned char buf[LONGEST * 700];
    int index[LONGEST * MOST], numbers[LONGEST], sizes[LONGEST], n = random_below(LONGEST);
    int expected = 0, size;
    void *ptrs[LONGEST];
    for (int k = 0; k < n; ++k) { /* some more than once */
        numbers[k] = random_below(elements_of(shape));
        indices_of(shape, numbers[k], index + k * shape->ndim);
        expected += actual_bytes(numbers[k]);
    }
    GP_Gather_size(g_p, n, index, &size);
    CHECK_INT(expected, size);
    GP_Gather(g_p, n, index, buf, ptrs, sizes, &size, 0);
    CHECK_INT(expected, size);
    unsigned char *next = buf;
    for (int k = 0; k < n; ++k) {
        CHECK_INT(actual_bytes(numbers[k]), sizes[k]);
        CHECK(ptrs[k] == next);
        CHECK_INT(0, wrong_bytes(numbers[k], 0, ptrs[k], sizes[k]));
        next += sizes[k];
        sizes[k] /= 2;
    }
    memset(buf, 0, sizeof buf);
    GP_Gather(g_p, n, index, NULL, ptrs, sizes, &size, 1);
    for (int k = 0; k < n; ++k) {
        CHECK_INT(0, wrong_bytes(numbers[k], 0, ptrs[k], sizes[k]));
        size -= sizes[k];
    }
    CHECK_INT(0, size);
}

GP_CASE(gathers)
{
    for (int s = 0; s < shape_count; ++s) {
        test_step("shape %d", s);
        int g_p = create_filled(&shapes[s], NULL);
        for (int round = 0; round < ROUNDS; ++round)
            run_gather(g_p, &shapes[s]);
        destroy_filled(g_p, &shapes[s]);
    }
}

/* Each rank writes each so manyth element, all together all. */
GP_CASE(scatters)
{
    static unsigned char buf[ROOM];
    for (int s = 0; s < shape_count; ++s) {
        int index[80 * MOST], sizes[80], n = 0, size, sum = 0;
        void *ptrs[80];
        int g_p = create_filled(&shapes[s], NULL);
        for (int k = GA_Nodeid(); k < elements_of(&shapes[s]); k += GA_Nnodes(), ++n) {
            indices_of(&shapes[s], k, index + n * shapes[s].ndim);
            ptrs[n] = buf + sum;
            sizes[n] = actual_bytes(k);
            fill_bytes(k, 2, ptrs[n], sizes[n]);
            sum += sizes[n];
        }
        test_step("shape %d", s);
        GP_Scatter(g_p, n, index, ptrs, sizes, &size, s % 2);
        CHECK_INT(sum, size);
        GP_Scatter(g_p, 0, index, ptrs, sizes, &size, 1);
        CHECK_INT(0, size);
        GP_Sync();
        check_mine(g_p, &shapes[s], 2);
        destroy_filled(g_p, &shapes[s]);
    }
}
