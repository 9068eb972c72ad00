/* Arrays of all types, kinds and dimensions, written and read back, against the serial model. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ashlar/io.h>

#include "files.h"
#include "harness/harness.h"
#include "model/kinds.h"
#include "model/model.h"

/* A file's name is long; it is written anew in each step. */
static const char *const paths[] = {"/x", "/some/group/x", "/some/group/y", "/z"};

/* Fill an array, and the model of it, with what follows from a seed. */
static void fill(rng_t *rng, ga_t g, model_t *model)
{
    buffer_t all = buffer_create_random(rng, model->type, &model->whole);
    buffer_randomize(&all, rng, 50);
    model_put(model, &all);
    int rank, group_rank;
    ga_group_t group;
    (void)rank;
    ga_inquire_group(g, &group);
    ga_group_rank(group, &group_rank);
    if (group_rank == 0)
        CHECK_OK(ga_put_nd(g, all.patch.lo, all.patch.hi, all.data, all.ld));
    buffer_free(&all);
    ga_sync();
}

static void compare(ga_t g, const model_t *model)
{
    buffer_t all = buffer_create(model->type, &model->whole, NULL);
    CHECK_OK(ga_get_nd(g, all.patch.lo, all.patch.hi, all.data, all.ld));
    CHECK_MODEL(model, &all);
    buffer_free(&all);
    ga_sync();
}

static void draw_dims(rng_t *rng, int ndim, int64_t *dims)
{
    for (int d = 0; d < ndim; ++d)
        dims[d] = rng_range(rng, 1, ndim == 1 ? 400 : ndim == 2 ? 40 : ndim == 3 ? 12 : 4);
}

static ga_t make(rng_t *rng, ga_type type, int ndim, const int64_t *dims)
{
    kind_spec_t drawn;
    ga_t g = 0;
    const ga_kind kind = (ga_kind)rng_range(rng, 0, GA_KIND_COUNT - 1);
    kind_draw(rng, kind, type, ndim, dims, GA_GROUP_WORLD, test_size(), &drawn);
    CHECK_OK(ga_create_spec(&drawn.spec, &g));
    return g;
}

/* Whole arrays and patches of one type. */
static void round_trip(rng_t *rng, ga_type type)
{
    int64_t dims[ASHLAR_MAX_DIM], chunk[ASHLAR_MAX_DIM];
    const int ndim = (int)rng_range(rng, 1, ASHLAR_MAX_DIM);
    const char *path = paths[rng_range(rng, 0, 3)];
    draw_dims(rng, ndim, dims);
    model_t model = model_create(type, ndim, dims), other = model_create(type, ndim, dims);
    ga_t a = make(rng, type, ndim, dims), b = make(rng, type, ndim, dims);
    fill(rng, a, &model);
    fill(rng, b, &other);
    io_options_t options = {.mode = IO_REPLACE, .collective = (int)rng_range(rng, 0, 1)};
    if (rng_range(rng, 0, 1)) {
        for (int d = 0; d < ndim; ++d)
            chunk[d] = rng_range(rng, 1, dims[d]);
        options.chunk = chunk;
    }
    options.deflate = (int)rng_range(rng, 0, 3) * (int)rng_range(rng, 0, 1);
    options.checksum = (int)rng_range(rng, 0, 1);
    const char *file = file_of("arrays.h5");
    test_step("%s, %d dimensions, %s, deflate %d, checksum %d, collective %d", type_name(type),
              ndim, options.chunk ? "chunks" : "no chunks", options.deflate, options.checksum,
              options.collective);
    CHECK_OK(io_write(a, file, path, &options));
    CHECK_OK(io_read(b, file, path, NULL));
    compare(b, &model);

    /* A patch of a into the dataset, and a patch of the dataset into b. */
    patch_t patch = patch_random(rng, ndim, dims);
    int64_t start[ASHLAR_MAX_DIM], to[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        start[d] = rng_range(rng, 0, dims[d] - 1 - (patch.hi[d] - patch.lo[d]));
        to[d] = start[d] + patch.hi[d] - patch.lo[d];
    }
    const patch_t there = patch_make(ndim, start, to);
    model_copy_patch(&model, &patch, &other, &patch); /* b is model now */
    model_copy_patch(&model, &model.whole, &other, &other.whole);
    model_copy_patch(&model, &patch, &other, &there); /* other: what the dataset has */
    options = (io_options_t){.lo = patch.lo, .hi = patch.hi, .start = start, .mode = IO_INTO};
    CHECK_OK(io_write(a, file, path, &options));
    CHECK_OK(io_read(b, file, path, NULL));
    compare(b, &other);
    options = (io_options_t){
        .lo = there.lo, .hi = there.hi, .start = patch.lo, .collective = (int)rng_range(rng, 0, 1)};
    CHECK_OK(io_read(a, file, path, &options));
    model_copy_patch(&other, &patch, &model, &there);
    compare(a, &model);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    model_free(&model);
    model_free(&other);
}

TEST_CASE(types_and_kinds, TEST_GA)
{
    rng_t rng = rng_seed(43);
    ga_type record;
    REQUIRE_OK(ga_type_create(13, &record));
    type_define_record(record, 13);
    for (int turn = 0; turn < 2; ++turn) {
        for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type)
            round_trip(&rng, (ga_type)type);
        round_trip(&rng, record);
    }
    CHECK_OK(ga_type_destroy(record));
}

/* Blocks whose rows are long enough in the file for each to be read on its own. */
static void long_rows(rng_t *rng, int ndim, const int64_t *dims, const ga_spec_t *cut)
{
    ga_spec_t spec = *cut;
    ga_t a = 0, b = 0;
    spec.ndim = ndim;
    memcpy(spec.dims, dims, (size_t)ndim * sizeof *dims);
    CHECK_OK(ga_create_spec(&spec, &a));
    spec.kind = GA_REGULAR;
    memset(spec.block, 0, sizeof spec.block);
    CHECK_OK(ga_create_spec(&spec, &b));
    model_t model = model_create(spec.type, ndim, dims),
            other = model_create(spec.type, ndim, dims);
    fill(rng, a, &model);
    fill(rng, b, &other);
    CHECK_OK(io_write(a, file_of("long.h5"), "/a", &(io_options_t){.mode = IO_REPLACE}));
    CHECK_OK(io_read(b, file_of("long.h5"), "/a", NULL));
    compare(b, &model);
    fill(rng, a, &other);
    CHECK_OK(io_read(a, file_of("long.h5"), "/a", NULL));
    compare(a, &model);
    /* A patch of the dataset, to another place. */
    fill(rng, b, &other);
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], start[ASHLAR_MAX_DIM], end[ASHLAR_MAX_DIM];
    for (int d = 0; d < ndim; ++d) {
        start[d] = d + 1;
        end[d] = dims[d] - 2;
        lo[d] = start[d] + (d == 0);
        hi[d] = end[d] + (d == 0);
    }
    const patch_t from = patch_make(ndim, start, end), to = patch_make(ndim, lo, hi);
    const io_options_t options = {.lo = lo, .hi = hi, .start = start};
    CHECK_OK(io_read(b, file_of("long.h5"), "/a", &options));
    model_copy_patch(&model, &from, &other, &to);
    compare(b, &other);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    model_free(&model);
    model_free(&other);
}

TEST_CASE(long_runs, TEST_GA)
{
    rng_t rng = rng_seed(47);
    const int64_t matrix[] = {9001, 37}, cube[] = {4500, 3, 7}, rows[] = {2500, 4, 5, 6};
    const ga_spec_t cut = {.type = ASHLAR_DOUBLE, .grid = {test_size(), 1, 1, 1}};
    const ga_spec_t edged = {.type = ASHLAR_CDOUBLE, .ghosts = {2, 1, 0, 1}};
    const ga_spec_t blocks = {.type = ASHLAR_LONG, .kind = GA_BLOCK_CYCLIC, .block = {2500, 4, 5}};
    long_rows(&rng, 2, matrix, &cut);
    long_rows(&rng, 2, matrix, &blocks);
    long_rows(&rng, 3, cube, &edged);
    long_rows(&rng, 3, cube, &blocks);
    long_rows(&rng, 4, rows, &cut);
    long_rows(&rng, 4, rows, &edged);
}

/* All that is given in one piece is read as another distribution, and by other groups. */
TEST_CASE(new_arrays, TEST_GA)
{
    rng_t rng = rng_seed(44);
    const int64_t dims[] = {17, 9, 4};
    ga_t a = make(&rng, ASHLAR_CFLOAT, 3, dims), b = 0;
    model_t model = model_create(ASHLAR_CFLOAT, 3, dims);
    io_info_t info;
    fill(&rng, a, &model);
    CHECK_OK(io_write(a, file_of("new.h5"), "/c", NULL));
    ga_spec_t spec = {.kind = GA_TILED, .block = {3, 2, 2}};
    CHECK_OK(io_read_new(&spec, file_of("new.h5"), "/c", &b));
    compare(b, &model);
    CHECK_OK(ga_inquire_spec(b, &spec));
    CHECK_INT(GA_TILED, spec.kind);
    CHECK_OK(io_inquire(file_of("new.h5"), "/c", &info));
    CHECK_INT(ASHLAR_CFLOAT, info.type);
    CHECK_INT(3, info.ndim);
    CHECK(memcmp(dims, info.dims, sizeof dims) == 0);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    model_free(&model);
}

/* The first copy of a mirrored array is written; all copies are read. */
TEST_CASE(mirrored, TEST_GA)
{
    rng_t rng = rng_seed(45);
    ga_spec_t spec = {.type = ASHLAR_LONG, .ndim = 2, .dims = {11, 13}, .mirrored = 1};
    ga_t a, b;
    REQUIRE_OK(ga_create_spec(&spec, &a));
    REQUIRE_OK(ga_create_spec(&spec, &b));
    model_t model = model_create(ASHLAR_LONG, 2, spec.dims);
    fill(&rng, a, &model);
    CHECK_OK(io_write(a, file_of("mirrored.h5"), "/m", NULL));
    CHECK_OK(io_read(b, file_of("mirrored.h5"), "/m", NULL));
    compare(b, &model);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    model_free(&model);
}

/* Several datasets at once; nothing is seen before the end, and nothing of what is not kept. */
TEST_CASE(several, TEST_GA)
{
    rng_t rng = rng_seed(46);
    const int64_t dims[] = {31, 8};
    ga_t a = make(&rng, ASHLAR_DOUBLE, 2, dims), b = make(&rng, ASHLAR_DOUBLE, 2, dims);
    model_t model = model_create(ASHLAR_DOUBLE, 2, dims);
    const char *file = file_of("several.h5");
    io_file_t *f;
    io_info_t info;
    fill(&rng, a, &model);
    REQUIRE_OK(io_begin(GA_GROUP_DEFAULT, file, IO_UPDATE, &f));
    CHECK_OK(io_file_write(f, a, "/one", NULL));
    CHECK_OK(io_file_write(f, a, "/deep/two", NULL));
    CHECK_OK(io_file_read(f, b, "/one", NULL));
    compare(b, &model);
    CHECK_STATUS(ASHLAR_ESYS, io_inquire(file, "/one", &info));
    ga_sync();
    CHECK_OK(io_end(f, 1));
    CHECK_OK(io_read(b, file, "/deep/two", NULL));
    compare(b, &model);
    REQUIRE_OK(io_begin(GA_GROUP_DEFAULT, file, IO_UPDATE, &f));
    CHECK_OK(io_file_write(f, a, "/three", NULL));
    CHECK_OK(io_end(f, 0));
    CHECK_STATUS(ASHLAR_EARG, io_read(b, file, "/three", NULL));
    CHECK_OK(io_read(b, file, "/one", NULL));
    REQUIRE_OK(io_begin(GA_GROUP_DEFAULT, file, IO_CREATE, &f));
    CHECK_OK(io_file_write(f, a, "/four", NULL));
    CHECK_OK(io_end(f, 1));
    CHECK_STATUS(ASHLAR_EARG, io_read(b, file, "/one", NULL));
    CHECK_OK(io_read(b, file, "/four", NULL));
    compare(b, &model);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    model_free(&model);
}

/* It stands in front of the system's, for systems that do not copy files. */
static int copies_are_refused;

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t bytes,
                        unsigned flags)
{
    if (copies_are_refused) {
        errno = EXDEV;
        return -1;
    }
    return syscall(SYS_copy_file_range, from, from_at, to, to_at, bytes, flags);
}

/* An update keeps the rest of the file, of more than one buffer, and who may read it. */
TEST_CASE(kept_by_updates, TEST_GA)
{
    rng_t rng = rng_seed(48);
    const int64_t large[] = {600, 500}, small[] = {3, 2};
    const char *file = file_of("kept.h5");
    struct stat about;
    ga_t a = make(&rng, ASHLAR_DOUBLE, 2, large), b = make(&rng, ASHLAR_DOUBLE, 2, large);
    ga_t c = make(&rng, ASHLAR_DOUBLE, 2, small);
    model_t model = model_create(ASHLAR_DOUBLE, 2, large);
    model_t other = model_create(ASHLAR_DOUBLE, 2, small);
    fill(&rng, a, &model);
    fill(&rng, c, &other);
    CHECK_OK(io_write(a, file, "/large", NULL));
    if (test_rank() == 0)
        CHECK_INT(0, chmod(file, 0604));
    for (copies_are_refused = 0; copies_are_refused <= 1; ++copies_are_refused) {
        CHECK_OK(ga_sync());
        CHECK_OK(io_write(c, file, copies_are_refused ? "/small" : "/other", NULL));
        CHECK_OK(ga_zero(b));
        CHECK_OK(io_read(b, file, "/large", NULL));
        compare(b, &model);
        CHECK_INT(0, stat(file, &about));
        CHECK_INT(0604, about.st_mode & 0777);
    }
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
    CHECK_OK(ga_destroy(c));
    model_free(&model);
    model_free(&other);
}
