/* ghosts: updates of ghost cells, beside the same strided copies, planned beforehand and written as
 * loops, between two barriers. The ranks must share memory. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "bench.h"

typedef struct copy {
    const double *from;
    double *to;
    int64_t count[3], from_ld[2], to_ld[2];
} copy_t;

enum { MOST_COPIES = 256, MOST_PIECES = 64 };

/* One array of the rows, with the copies that update it. */
typedef struct subject {
    ga_spec_t spec;
    ga_t g;
    int copies;
    copy_t copy[MOST_COPIES];
} subject_t;

static subject_t flat = {.spec = {.ndim = 2, .dims = {2000, 2000}, .ghosts = {1, 1}}};
static subject_t cube = {.spec = {.ndim = 3, .dims = {200, 200, 200}, .ghosts = {2, 2, 2}}};

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* ---- the copies ------------------------------------------------------------------------------ */

/* The part of a region that lies in the array once it is moved by `turn` extents. */
static int wrap(const subject_t *s, const int64_t *lo, const int64_t *hi, const int *turn,
                int64_t *part_lo, int64_t *part_hi)
{
    for (int d = 0; d < s->spec.ndim; ++d) {
        int64_t dim = s->spec.dims[d], from = lo[d] - turn[d] * dim, to = hi[d] - turn[d] * dim;
        part_lo[d] = from > 0 ? from : 0;
        part_hi[d] = to < dim ? to : dim - 1;
        if (part_lo[d] > part_hi[d])
            return 0;
    }
    return 1;
}

static void plan_piece(subject_t *s, const ga_block_t *mine, const ga_piece_t *piece,
                       const int *turn)
{
    ga_block_t theirs;
    int64_t from = 0, to = 0, from_stride = 1, to_stride = 1;
    copy_t *copy = &s->copy[s->copies++];
    if (s->copies > MOST_COPIES)
        bench_fail("too many copies");
    check(ga_block_by_element(s->g, piece->lo, &theirs));
    if (!theirs.data)
        bench_fail("the ranks must share memory");
    *copy = (copy_t){.count = {1, 1, 1}};
    for (int d = 0; d < s->spec.ndim; ++d) {
        from += (piece->lo[d] - theirs.lo[d]) * from_stride;
        to += (piece->lo[d] + turn[d] * s->spec.dims[d] - mine->lo[d]) * to_stride;
        from_stride *= theirs.ld[d];
        to_stride *= mine->ld[d];
        copy->count[d] = piece->hi[d] - piece->lo[d] + 1;
        if (d < 2) {
            copy->from_ld[d] = from_stride;
            copy->to_ld[d] = to_stride;
        }
    }
    copy->from = (double *)theirs.data + from;
    copy->to = (double *)mine->data + to;
}

static void plan_region(subject_t *s, const ga_block_t *mine, const int64_t *lo, const int64_t *hi)
{
    for (int n = 0; n < 27; ++n) {
        const int turn[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        int64_t part_lo[3], part_hi[3], count = 0;
        ga_piece_t pieces[MOST_PIECES];
        if ((s->spec.ndim < 3 && turn[2]) || !wrap(s, lo, hi, turn, part_lo, part_hi))
            continue;
        check(ga_locate_region_nd(s->g, part_lo, part_hi, MOST_PIECES, pieces, &count));
        for (int64_t k = 0; k < count && k < MOST_PIECES; ++k)
            plan_piece(s, mine, &pieces[k], turn);
    }
}

static void prepare(subject_t *s)
{
    const double one = 1;
    ga_block_t mine;
    s->spec.type = ASHLAR_DOUBLE;
    check(ga_create_spec(&s->spec, &s->g));
    check(ga_fill(s->g, &one));
    check(ga_block_first(s->g, &mine));
    if (!mine.data)
        return;
    for (int d = 0; d < s->spec.ndim; ++d)
        for (int side = -1; side <= 1; side += 2) {
            int64_t lo[3], hi[3], width = s->spec.ghosts[d];
            memcpy(lo, mine.lo, sizeof lo);
            memcpy(hi, mine.hi, sizeof hi);
            lo[d] = side < 0 ? mine.lo[d] - width : mine.hi[d] + 1;
            hi[d] = lo[d] + width - 1;
            plan_region(s, &mine, lo, hi);
        }
}

static void carry_out(const copy_t *c)
{
    for (int64_t k = 0; k < c->count[2]; ++k) {
        const double *from = c->from + k * c->from_ld[1];
        double *to = c->to + k * c->to_ld[1];
        for (int64_t j = 0; j < c->count[1]; ++j, from += c->from_ld[0], to += c->to_ld[0]) {
            if (c->count[0] > 8)
                memcpy(to, from, (size_t)c->count[0] * sizeof *to);
            else
                for (int64_t i = 0; i < c->count[0]; ++i)
                    to[i] = from[i];
        }
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

enum { COUNT = 200 };

static void time_update(const subject_t *s, int corners, bench_sample_t *sample)
{
    bench_barrier();
    double start = bench_now();
    for (int n = 0; n < COUNT; ++n)
        check(ga_ghosts_update(s->g, corners));
    sample->us = (bench_now() - start) / COUNT * 1e6;
}

static void time_copies(const subject_t *s, bench_sample_t *sample)
{
    bench_barrier();
    double start = bench_now();
    for (int n = 0; n < COUNT; ++n) {
        check(ga_sync());
        for (int k = 0; k < s->copies; ++k)
            carry_out(&s->copy[k]);
        check(ga_sync());
    }
    sample->us = (bench_now() - start) / COUNT * 1e6;
}

static void update_flat(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_update(&flat, 0, sample);
}

static void update_cube(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_update(&cube, 0, sample);
}

static void corners_flat(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_update(&flat, 1, sample);
}

static void corners_cube(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_update(&cube, 1, sample);
}

static void copy_flat(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_copies(&flat, sample);
}

static void copy_cube(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    time_copies(&cube, sample);
}

static const bench_row_t rows[] = {
    {"ghosts-2d", BENCH_TRANSFER, 0, update_flat},
    {"ghosts-3d", BENCH_TRANSFER, 0, update_cube},
    {"ghosts-corners-2d", BENCH_TRANSFER, 0, corners_flat},
    {"ghosts-corners-3d", BENCH_TRANSFER, 0, corners_cube},
};
static const bench_row_t limits[] = {
    {"ghosts-2d", BENCH_TRANSFER, 0, copy_flat},
    {"ghosts-3d", BENCH_TRANSFER, 0, copy_cube},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    prepare(&flat);
    prepare(&cube);
    const bench_subject_t subjects[] = {{.name = "ga", .rows = rows, .row_count = 4},
                                        {.name = "limit", .rows = limits, .row_count = 2}};
    bench_run(subjects, 2);
    check(ga_destroy(flat.g));
    check(ga_destroy(cube.g));
    bench_stop();
    check(ga_terminate());
    MPI_Finalize();
    return 0;
}
