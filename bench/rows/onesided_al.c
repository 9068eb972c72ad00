/* The one-sided rows over armci-lite alone: the caller knows where its bytes are. A row for which
 * it has no call (gather) is a loop over elements. */
#include <ashlar/al.h>

#include "bench/rows/onesided.h"

#define LIB_NAME "armci-lite"

/* A matrix cut into equal ranges of columns, one per rank. */
typedef struct lib_array {
    al_segment_t *segment;
    int64_t rows, cols, width;
} lib_array_t;

typedef struct lib_index {
    const int64_t *i, *j;
} lib_index_t;

INLINE void check(int status)
{
    if (__builtin_expect(status != ASHLAR_OK, 0))
        bench_fail("%s", ashlar_error_message());
}

static lib_array_t lib_create(int64_t rows, int64_t cols, int64_t chunk_rows, int64_t chunk_cols)
{
    (void)chunk_rows, (void)chunk_cols;
    lib_array_t a = {NULL, rows, cols, (cols + al_size() - 1) / al_size()};
    check(
        al_segment_create(al_group_world(), (size_t)(rows * a.width) * sizeof(double), &a.segment));
    return a;
}

static lib_array_t lib_twin(lib_array_t a)
{
    return lib_create(a.rows, a.cols, 0, 0);
}

static void lib_destroy(lib_array_t a)
{
    check(al_segment_free(a.segment));
}

INLINE void lib_sync(void)
{
    check(al_barrier(al_group_world()));
}

static void lib_zero(lib_array_t a)
{
    void *mine;
    check(al_segment_address(a.segment, al_rank(), &mine));
    double *element = mine;
    lib_sync();
    for (int64_t k = 0; k < a.rows * a.width; ++k)
        element[k] = 0;
    lib_sync();
}

static lib_array_t lib_create_counter(void)
{
    lib_array_t a = lib_create(1, al_size(), 1, 1);
    lib_zero(a);
    return a;
}

static patch_t lib_owned(lib_array_t a, int rank)
{
    int64_t jlo = rank * a.width, jhi = jlo + a.width - 1;
    return (patch_t){0, a.rows - 1, jlo, jhi < a.cols ? jhi : a.cols - 1};
}

INLINE void lib_fence_begin(void)
{
}

INLINE void lib_fence(void)
{
    check(al_fence_all());
}

/* Here a patch has one owner. */
typedef struct place {
    int rank;
    size_t offset;
} place_t;

INLINE place_t find(lib_array_t a, int64_t i, int64_t j)
{
    uint32_t rank = (uint32_t)j / (uint32_t)a.width;
    return (place_t){(int)rank,
                     (size_t)(i + (j - (int64_t)rank * a.width) * a.rows) * sizeof(double)};
}

INLINE al_shape_t shape_of(lib_array_t a, patch_t p, int64_t ld)
{
    al_shape_t shape;
    shape.levels = 1;
    shape.count[0] = (size_t)(p.ihi - p.ilo + 1) * sizeof(double);
    shape.count[1] = (size_t)(p.jhi - p.jlo + 1);
    shape.seg_stride[0] = (size_t)a.rows * sizeof(double);
    shape.buf_stride[0] = (size_t)ld * sizeof(double);
    return shape;
}

INLINE size_t run_of(patch_t p)
{
    return (size_t)(p.ihi - p.ilo + 1) * sizeof(double);
}

INLINE void lib_put(lib_array_t a, patch_t p, void *buf, int64_t ld)
{
    place_t at = find(a, p.ilo, p.jlo);
    if (p.jlo == p.jhi) {
        check(al_put(a.segment, at.rank, at.offset, buf, run_of(p)));
    } else {
        al_shape_t shape = shape_of(a, p, ld);
        check(al_put_strided(a.segment, at.rank, at.offset, buf, &shape));
    }
}

INLINE void lib_get(lib_array_t a, patch_t p, void *buf, int64_t ld)
{
    place_t at = find(a, p.ilo, p.jlo);
    if (p.jlo == p.jhi) {
        check(al_get(a.segment, at.rank, at.offset, buf, run_of(p)));
    } else {
        al_shape_t shape = shape_of(a, p, ld);
        check(al_get_strided(a.segment, at.rank, at.offset, buf, &shape));
    }
}

INLINE void lib_acc(lib_array_t a, patch_t p, void *buf, int64_t ld)
{
    const double one = 1;
    place_t at = find(a, p.ilo, p.jlo);
    if (p.jlo == p.jhi) {
        check(al_acc(a.segment, at.rank, at.offset, ASHLAR_DOUBLE, &one, buf, run_of(p)));
    } else {
        al_shape_t shape = shape_of(a, p, ld);
        check(al_acc_strided(a.segment, at.rank, at.offset, ASHLAR_DOUBLE, &one, buf, &shape));
    }
}

INLINE int64_t lib_read_inc(lib_array_t a)
{
    int64_t old;
    check(al_fetch_add(a.segment, 0, 0, ASHLAR_LONG, 1, &old));
    return old;
}

static lib_index_t lib_index(int64_t n, const int64_t *i, const int64_t *j)
{
    (void)n;
    return (lib_index_t){i, j};
}

INLINE void lib_gather(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k)
        lib_get(a, (patch_t){index.i[k], index.i[k], index.j[k], index.j[k]}, values + k, 1);
}

INLINE void lib_scatter(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k)
        lib_put(a, (patch_t){index.i[k], index.i[k], index.j[k], index.j[k]}, values + k, 1);
}

INLINE void lib_scatter_acc(lib_array_t a, int64_t n, lib_index_t index, double *values)
{
    for (int64_t k = 0; k < n; ++k)
        lib_acc(a, (patch_t){index.i[k], index.i[k], index.j[k], index.j[k]}, values + k, 1);
}

#include "bench/rows/onesided.inc"

const bench_subject_t *armci_lite_start(void)
{
    static bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    if (bench_between_hosts()) /* a round trip for each element would tell nothing new */
        subject.lacks = " gather scatter scatter-acc ";
    lib_rows_start();
    return &subject;
}

void armci_lite_stop(void)
{
    lib_rows_stop();
}
