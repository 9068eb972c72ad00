/* blocks: what the paper of 1996 (ashlar/ga.h) measured on four processors. Rank 0 puts, gets and
 * accumulates single elements, each in a cache line of its own, and a square, of its own block of a
 * matrix and of the last rank's, by ga and by armci-lite, while the others wait; the elements by
 * bare loads, stores and atomic additions too. All ranks add two scaled matrices, in place and by
 * way of buffers. Each row checks its results. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "bench/lib/bench.h"

enum {
    SIDE = 710,   /* of the matrix */
    SQUARE = 353, /* of the square: most of a block of 355x355 */
    SQUARES = 60, /* transfers before a fence */
    ELEMENTS = 1000,
    LINE = 8,         /* elements from one to the next in a column */
    IN_A_COLUMN = 40, /* of them */
    ROUNDS = 20,      /* over all of them before a fence */
    ADDED = 3000,     /* side of the matrices that are added */
    STRIP = 16        /* columns at a time */
};
static const double alpha = 2, beta = 3;

enum operation { PUT, GET, ACC, OPERATIONS };

/* A patch of my block, in memory. */
typedef struct piece {
    double *first;
    int64_t rows, columns, ld;
} piece_t;

static struct {
    ga_t matrix;
    al_segment_t *segment;  /* the same blocks for armci-lite */
    double *values, *other; /* of a square; values[k] is k + 1 */
    ga_t a, b, c;
    double *buffer_a, *buffer_b; /* of a block of a and b */
    /* The square at the corner of a rank's block; as the subject has it that is being measured. */
    void (*transfer)(enum operation operation, int rank, double *buf);
    /* All elements, to or from buf[ELEMENTS]. */
    void (*elements)(enum operation operation, int rank, double *buf);
} here;

static void check(int status)
{
    if (__builtin_expect(status != ASHLAR_OK, 0))
        bench_fail("%s", ashlar_error_message());
}

static patch_t block_of(ga_t g, int rank)
{
    patch_t p;
    check(ga_distribution(g, rank, &p.ilo, &p.ihi, &p.jlo, &p.jhi));
    return p;
}

/* ---- a square of one block ------------------------------------------------------------------- */

static void transfer_by_ga(enum operation operation, int rank, double *buf)
{
    const double one = 1;
    patch_t p = block_of(here.matrix, rank);
    int64_t ihi = p.ilo + SQUARE - 1, jhi = p.jlo + SQUARE - 1;
    if (operation == PUT)
        check(ga_put(here.matrix, p.ilo, ihi, p.jlo, jhi, buf, SQUARE));
    else if (operation == GET)
        check(ga_get(here.matrix, p.ilo, ihi, p.jlo, jhi, buf, SQUARE));
    else
        check(ga_acc(here.matrix, p.ilo, ihi, p.jlo, jhi, buf, SQUARE, &one));
}

static void transfer_by_armci_lite(enum operation operation, int rank, double *buf)
{
    const double one = 1;
    patch_t p = block_of(here.matrix, rank);
    al_shape_t shape;
    shape.levels = 1;
    shape.count[0] = SQUARE * sizeof *buf;
    shape.count[1] = SQUARE;
    shape.seg_stride[0] = (size_t)(p.ihi - p.ilo + 1) * sizeof *buf;
    shape.buf_stride[0] = SQUARE * sizeof *buf;
    if (operation == PUT)
        check(al_put_strided(here.segment, rank, 0, buf, &shape));
    else if (operation == GET)
        check(al_get_strided(here.segment, rank, 0, buf, &shape));
    else
        check(al_acc_strided(here.segment, rank, 0, ASHLAR_DOUBLE, &one, buf, &shape));
}

/* ---- elements of one block ------------------------------------------------------------------- */

#define EACH_ELEMENT(call)                                                                         \
    for (int64_t k = 0; k < ELEMENTS; ++k, ++buf) {                                                \
        const int64_t i = k % IN_A_COLUMN * LINE, j = k / IN_A_COLUMN;                             \
        call;                                                                                      \
    }

static void elements_by_ga(enum operation operation, int rank, double *buf)
{
    const double one = 1;
    const patch_t p = block_of(here.matrix, rank);
    if (operation == PUT)
        EACH_ELEMENT(check(ga_put(here.matrix, p.ilo + i, p.ilo + i, p.jlo + j, p.jlo + j, buf, 1)))
    else if (operation == GET)
        EACH_ELEMENT(check(ga_get(here.matrix, p.ilo + i, p.ilo + i, p.jlo + j, p.jlo + j, buf, 1)))
    else
        EACH_ELEMENT(
            check(ga_acc(here.matrix, p.ilo + i, p.ilo + i, p.jlo + j, p.jlo + j, buf, 1, &one)))
}

static void elements_by_armci_lite(enum operation operation, int rank, double *buf)
{
    const double one = 1;
    const patch_t p = block_of(here.matrix, rank);
    const int64_t ld = p.ihi - p.ilo + 1;
#define AT (size_t)(i + j * ld) * sizeof *buf
    if (operation == PUT)
        EACH_ELEMENT(check(al_put(here.segment, rank, AT, buf, sizeof *buf)))
    else if (operation == GET)
        EACH_ELEMENT(check(al_get(here.segment, rank, AT, buf, sizeof *buf)))
    else
        EACH_ELEMENT(check(al_acc(here.segment, rank, AT, ASHLAR_DOUBLE, &one, buf, sizeof *buf)))
#undef AT
}

static void add_atomically(double *to, double value)
{
    double old = *(volatile double *)to, sum;
    do
        sum = old + value;
    while (!__atomic_compare_exchange(to, &old, &sum, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* Can it be loaded from and stored to? */
static int is_near(int rank)
{
    const patch_t p = block_of(here.matrix, rank);
    ga_block_t block;
    check(ga_block_by_element(here.matrix, (int64_t[]){p.ilo, p.jlo}, &block));
    return block.data != NULL;
}

static void elements_bare(enum operation operation, int rank, double *buf)
{
    const patch_t p = block_of(here.matrix, rank);
    const int64_t lo[2] = {p.ilo, p.jlo};
    ga_block_t block;
    check(ga_block_by_element(here.matrix, lo, &block));
    volatile double *first = block.data;
    const int64_t ld = block.ld[0];
    if (operation == PUT)
        EACH_ELEMENT(first[i + j * ld] = *buf)
    else if (operation == GET)
        EACH_ELEMENT(*buf = first[i + j * ld])
    else
        EACH_ELEMENT(add_atomically((double *)&first[i + j * ld], *buf))
}

static void choose_ga(void)
{
    here.transfer = transfer_by_ga;
    here.elements = elements_by_ga;
}

static void choose_armci_lite(void)
{
    here.transfer = transfer_by_armci_lite;
    here.elements = elements_by_armci_lite;
}

static void choose_bare(void)
{
    here.elements = elements_bare;
}

static void time_elements(const char *row, bench_sample_t *sample, enum operation operation,
                          int rank)
{
    double *buf = operation == GET ? here.other : here.values;
    memset(here.other, 0, ELEMENTS * sizeof *here.other);
    here.elements(PUT, rank, operation == GET ? here.values : here.other);
    check(ga_fence());
    double start = bench_now();
    for (int round = 0; round < ROUNDS; ++round)
        here.elements(operation, rank, buf);
    check(ga_fence());
    sample->us = (bench_now() - start) / (ROUNDS * ELEMENTS) * 1e6;
    if (operation != GET)
        here.elements(GET, rank, here.other);
    const double each = operation == ACC ? ROUNDS : 1;
    for (int k = 0; k < ELEMENTS; ++k)
        if (here.other[k] != each * here.values[k])
            bench_fail("%s: element %d is %.17g, not %.17g", row, k, here.other[k],
                       each * here.values[k]);
}

static void time_square(const char *row, bench_sample_t *sample, enum operation operation, int rank)
{
    patch_t block = block_of(here.matrix, rank);
    if (block.ihi - block.ilo + 1 < SQUARE || block.jhi - block.jlo + 1 < SQUARE)
        return;
    double *buf = operation == GET ? here.other : here.values;
    memset(here.other, 0, SQUARE * SQUARE * sizeof *here.other);
    here.transfer(PUT, rank, operation == GET ? here.values : here.other);
    check(ga_fence());
    double start = bench_now();
    for (int k = 0; k < SQUARES; ++k)
        here.transfer(operation, rank, buf);
    check(ga_fence());
    sample->us = (bench_now() - start) / SQUARES * 1e6;
    if (operation != GET)
        here.transfer(GET, rank, here.other);
    const double each = operation == ACC ? SQUARES : 1;
    for (int k = 0; k < SQUARE * SQUARE; ++k)
        if (here.other[k] != each * here.values[k])
            bench_fail("%s: element %d is %.17g, not %.17g", row, k, here.other[k],
                       each * here.values[k]);
}

/* ---- a scaled addition ----------------------------------------------------------------------- */

enum way { IN_PLACE, BY_BLOCKS, BY_STRIPS };

static piece_t access_block(ga_t g)
{
    patch_t p = block_of(g, ga_rank());
    piece_t piece = {.rows = p.ihi - p.ilo + 1, .columns = p.jhi - p.jlo + 1};
    void *first;
    check(ga_access(g, p.ilo, p.ihi, p.jlo, p.jhi, &first, &piece.ld));
    check(ga_release(g));
    piece.first = first;
    return piece;
}

static void add_in_place(piece_t a, piece_t b, piece_t c)
{
    for (int64_t j = 0; j < c.columns; ++j) {
        const double *from_a = a.first + j * a.ld, *from_b = b.first + j * b.ld;
        double *restrict to = c.first + j * c.ld;
        for (int64_t i = 0; i < c.rows; ++i)
            to[i] = alpha * from_a[i] + beta * from_b[i];
    }
}

/* Get, add and put my block, so many columns at a time. */
static void add_by_buffers(int64_t columns)
{
    patch_t p = block_of(here.c, ga_rank());
    const int64_t rows = p.ihi - p.ilo + 1;
    double *restrict a = here.buffer_a;
    for (int64_t jlo = p.jlo; jlo <= p.jhi; jlo += columns) {
        int64_t jhi = jlo + columns - 1 < p.jhi ? jlo + columns - 1 : p.jhi;
        check(ga_get(here.a, p.ilo, p.ihi, jlo, jhi, a, rows));
        check(ga_get(here.b, p.ilo, p.ihi, jlo, jhi, here.buffer_b, rows));
        for (int64_t k = 0; k < rows * (jhi - jlo + 1); ++k)
            a[k] = alpha * a[k] + beta * here.buffer_b[k];
        check(ga_put(here.c, p.ilo, p.ihi, jlo, jhi, a, rows));
    }
}

static void fill(piece_t a, double first, double down, double right)
{
    for (int64_t j = 0; j < a.columns; ++j)
        for (int64_t i = 0; i < a.rows; ++i)
            a.first[i + j * a.ld] = first + down * (double)i + right * (double)j;
}

static void check_sum(const char *row, piece_t a, piece_t b, piece_t c)
{
    for (int64_t j = 0; j < c.columns; ++j)
        for (int64_t i = 0; i < c.rows; ++i) {
            double expected = alpha * a.first[i + j * a.ld] + beta * b.first[i + j * b.ld];
            if (c.first[i + j * c.ld] != expected)
                bench_fail("%s: element (%lld,%lld) of rank %d is %.17g, not %.17g", row,
                           (long long)i, (long long)j, ga_rank(), c.first[i + j * c.ld], expected);
        }
}

static void time_addition(const char *row, bench_sample_t *sample, enum way way)
{
    piece_t a = access_block(here.a), b = access_block(here.b), c = access_block(here.c);
    fill(c, 0, 0, 0);
    check(ga_sync());
    double start = bench_now();
    if (way == IN_PLACE)
        add_in_place(access_block(here.a), access_block(here.b), access_block(here.c));
    else
        add_by_buffers(way == BY_BLOCKS ? c.columns : STRIP);
    check(ga_sync());
    sample->us = (bench_now() - start) * 1e6;
    check_sum(row, a, b, c);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void run_elements(const bench_row_t *row, bench_sample_t *sample);
static void run_square(const bench_row_t *row, bench_sample_t *sample);
static void run_addition(const bench_row_t *row, bench_sample_t *sample);

#define ELEMENT_ROW(id)                                                                            \
    {                                                                                              \
        id, BENCH_TRANSFER, 8, run_elements                                                        \
    }
#define SQUARE_ROW(id)                                                                             \
    {                                                                                              \
        id, BENCH_TRANSFER, SQUARE *SQUARE * 8, run_square                                         \
    }
#define ADDITION_ROW(id)                                                                           \
    {                                                                                              \
        id, BENCH_TRANSFER, 3 * ADDED *ADDED * 8, run_addition                                     \
    }
static const bench_row_t elements[] = {
    ELEMENT_ROW("put-element-own"),   ELEMENT_ROW("get-element-own"),
    ELEMENT_ROW("acc-element-own"),   ELEMENT_ROW("put-element-other"),
    ELEMENT_ROW("get-element-other"), ELEMENT_ROW("acc-element-other")};
static const bench_row_t squares[] = {SQUARE_ROW("put-353-own"),   SQUARE_ROW("get-353-own"),
                                      SQUARE_ROW("acc-353-own"),   SQUARE_ROW("put-353-other"),
                                      SQUARE_ROW("get-353-other"), SQUARE_ROW("acc-353-other")};
static const bench_row_t additions[] = {ADDITION_ROW("add-in-place"), ADDITION_ROW("add-by-blocks"),
                                        ADDITION_ROW("add-by-strips")};

static void run_elements(const bench_row_t *row, bench_sample_t *sample)
{
    int k = (int)(row - elements), rank = k < OPERATIONS ? 0 : ga_size() - 1;
    check(ga_sync());
    if (ga_rank() == 0 && (here.elements != elements_bare || is_near(rank)))
        time_elements(row->id, sample, (enum operation)(k % OPERATIONS), rank);
    check(ga_sync());
}

static void run_square(const bench_row_t *row, bench_sample_t *sample)
{
    int k = (int)(row - squares), rank = k < OPERATIONS ? 0 : ga_size() - 1;
    check(ga_sync());
    if (ga_rank() == 0)
        time_square(row->id, sample, (enum operation)(k % OPERATIONS), rank);
    check(ga_sync());
}

static void run_addition(const bench_row_t *row, bench_sample_t *sample)
{
    time_addition(row->id, sample, (enum way)(row - additions));
}

/* ---- start and stop -------------------------------------------------------------------------- */

static double *allocate(int64_t elements)
{
    double *memory = aligned_alloc(64, ((size_t)elements * sizeof *memory + 63) / 64 * 64);
    if (!memory)
        bench_fail("out of memory");
    return memory;
}

static void start(void)
{
    check(ga_create(ASHLAR_DOUBLE, SIDE, SIDE, "matrix", 0, 0, &here.matrix));
    patch_t largest = block_of(here.matrix, 0);
    size_t bytes = (size_t)((largest.ihi + 1) * (largest.jhi + 1)) * sizeof(double);
    check(al_segment_create(al_group_world(), bytes, &here.segment));
    here.values = allocate(SQUARE * SQUARE);
    here.other = allocate(SQUARE * SQUARE);
    for (int k = 0; k < SQUARE * SQUARE; ++k)
        here.values[k] = k + 1;

    check(ga_create(ASHLAR_DOUBLE, ADDED, ADDED, "a", 0, 0, &here.a));
    check(ga_create_like(here.a, ASHLAR_DOUBLE, "b", &here.b));
    check(ga_create_like(here.a, ASHLAR_DOUBLE, "c", &here.c));
    piece_t a = access_block(here.a), b = access_block(here.b);
    here.buffer_a = allocate(a.rows * a.columns);
    here.buffer_b = allocate(b.rows * b.columns);
    fill(a, ga_rank(), 1, 7);
    fill(b, 5, -2, 3);
    check(ga_sync());
}

static void stop(void)
{
    const ga_t arrays[] = {here.matrix, here.a, here.b, here.c};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        check(ga_destroy(arrays[k]));
    check(al_segment_free(here.segment));
    free(here.values);
    free(here.other);
    free(here.buffer_a);
    free(here.buffer_b);
}

int main(int argc, char **argv)
{
    static const bench_subject_t subjects[] = {
        {"limit", elements, 2 * OPERATIONS, NULL, choose_bare, NULL},
        {"armci-lite", elements, 2 * OPERATIONS, NULL, choose_armci_lite, NULL},
        {"ga", elements, 2 * OPERATIONS, NULL, choose_ga, NULL},
        {"armci-lite", squares, 2 * OPERATIONS, NULL, choose_armci_lite, NULL},
        {"ga", squares, 2 * OPERATIONS, NULL, choose_ga, NULL},
        {"ga", additions, 3, NULL, NULL, NULL}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    start();
    bench_run(subjects, sizeof subjects / sizeof *subjects);
    stop();
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
