/* Checkpoints: values after restoring on other ranks and distributions, from damaged files, and
 * from what a job that is killed at any moment leaves. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <ashlar/io.h>
#include <ashlar/io_checkpoint.h>

#include "files.h"
#include "harness/harness.h"

enum { N = 23, M = 17 };

/* Each of many places is tried on one rank; on more, where each takes long, one of some. */
static int one_of(int some)
{
    return test_size() == 1 ? 1 : some;
}

/* A state of three arrays and scalars, all functions of a number. */
typedef struct state {
    ga_t real, whole, complex;
    double energy[2];
    int count;
    io_checkpoint_t *c;
    ga_group_t group;
} state_t;

static double real_value(int64_t i, int64_t j, int number)
{
    return (double)(i * 100 + j) + 1e6 * number;
}

/* Fill this rank's blocks. */
static void fill_state(state_t *s, int number)
{
    ga_block_t b;
    for (ga_block_first(s->real, &b); b.data; ga_block_next(s->real, &b))
        for (int64_t j = b.lo[1]; j <= b.hi[1]; ++j)
            for (int64_t i = b.lo[0]; i <= b.hi[0]; ++i)
                ((double *)b.data)[i - b.lo[0] + (j - b.lo[1]) * b.ld[0]] =
                    real_value(i, j, number);
    for (ga_block_first(s->whole, &b); b.data; ga_block_next(s->whole, &b))
        for (int64_t i = b.lo[0]; i <= b.hi[0]; ++i)
            ((int *)b.data)[i - b.lo[0]] = (int)i + number;
    const double complex_value[2] = {number, -number};
    CHECK_OK(ga_fill(s->complex, complex_value));
    s->energy[0] = number;
    s->energy[1] = -number;
    s->count = 7 * number;
    ga_group_sync(s->group);
}

/* Whether all values are those of a number. */
static bool has_state(const state_t *s, int number)
{
    double real[M][N], pair[2];
    int whole[N], rank, size;
    bool is_good = s->energy[0] == number && s->energy[1] == -number && s->count == 7 * number;
    CHECK_OK(ga_get(s->real, 0, N - 1, 0, M - 1, real, N));
    for (int j = 0; j < M; ++j)
        for (int i = 0; i < N; ++i)
            is_good = is_good && real[j][i] == real_value(i, j, number);
    const int64_t lo = 0, hi = N - 1, corner[3] = {1, 1, 0};
    CHECK_OK(ga_get_nd(s->whole, &lo, &hi, whole, NULL));
    for (int i = 0; i < N; ++i)
        is_good = is_good && whole[i] == i + number;
    CHECK_OK(ga_get_nd(s->complex, corner, corner, pair, NULL));
    is_good = is_good && pair[0] == number && pair[1] == -number;
    ga_group_rank(s->group, &rank);
    ga_group_size(s->group, &size);
    int all = is_good;
    ga_allreduce(s->group, ASHLAR_INT, ASHLAR_MIN, &all, 1);
    return all;
}

static void make_state(ga_group_t group, const char *name, int kind, state_t *s)
{
    const int64_t line = N;
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {N, M}, .group = group};
    *s = (state_t){.group = group};
    if (kind == 1) {
        spec.kind = GA_TILED;
        spec.block[0] = 5;
        spec.block[1] = 3;
    } else if (kind == 2) {
        spec.mirrored = 1;
    } else if (kind == 3) {
        spec.ghosts[0] = 1;
        spec.ghosts[1] = 2;
    }
    CHECK_OK(ga_create_spec(&spec, &s->real));
    CHECK_OK(ga_create_nd(ASHLAR_INT, 1, &line, "whole", NULL, group, &s->whole));
    CHECK_OK(
        ga_create_nd(ASHLAR_CDOUBLE, 3, (int64_t[]){3, 2, 4}, "complex", NULL, group, &s->complex));
    CHECK_OK(io_checkpoint_create(group, name, &s->c));
    CHECK_OK(io_checkpoint_add(s->c, "real", s->real));
    CHECK_OK(io_checkpoint_add(s->c, "whole", s->whole));
    CHECK_OK(io_checkpoint_add_scalars(s->c, "energy", ASHLAR_DOUBLE, 2, s->energy));
    CHECK_OK(io_checkpoint_add(s->c, "complex", s->complex));
    CHECK_OK(io_checkpoint_add_scalars(s->c, "count", ASHLAR_INT, 1, &s->count));
}

static void free_state(state_t *s)
{
    CHECK_OK(io_checkpoint_destroy(s->c));
    CHECK_OK(ga_destroy(s->real));
    CHECK_OK(ga_destroy(s->whole));
    CHECK_OK(ga_destroy(s->complex));
}

/* The step that restoring finds, or -2 if it fails; the values are then those of the step. */
static int64_t restored(state_t *s, int *damaged)
{
    int64_t step = -2;
    fill_state(s, 99);
    const int status = io_checkpoint_restore(s->c, &step, damaged);
    if (status != ASHLAR_OK)
        return CHECK(has_state(s, 99)) ? -2 : -3;
    if (step >= 0)
        CHECK(has_state(s, (int)step));
    return step;
}

/* ---- other ranks and distributions ----------------------------------------------------------- */

/* The group of the first n ranks, which all call. */
static ga_group_t group_of(int n)
{
    int ranks[64];
    ga_group_t group = 0;
    for (int k = 0; k < n; ++k)
        ranks[k] = k;
    CHECK_OK(ga_group_create(n, ranks, &group));
    return group;
}

static void write_on(int n, int kind, bool is_nb, const char *name, int number)
{
    if (test_rank() < n) {
        ga_group_t group = group_of(n);
        state_t s;
        make_state(group, name, kind, &s);
        fill_state(&s, number);
        if (is_nb)
            CHECK_OK(io_checkpoint_write_nb(s.c, number, NULL));
        else
            CHECK_OK(io_checkpoint_write(s.c, number));
        fill_state(&s, 55);
        free_state(&s);
        CHECK_OK(ga_group_destroy(group));
    }
    ga_sync();
}

static void restore_on(int n, int kind, const char *name, int number)
{
    if (test_rank() < n) {
        ga_group_t group = group_of(n);
        state_t s;
        int damaged = -1;
        make_state(group, name, kind, &s);
        CHECK_INT(number, restored(&s, &damaged));
        CHECK_INT(0, damaged);
        free_state(&s);
        CHECK_OK(ga_group_destroy(group));
    }
    ga_sync();
}

TEST_CASE(other_ranks, TEST_GA)
{
    char name[256];
    snprintf(name, sizeof name, "%s", file_of("ranks"));
    int number = 0;
    for (int from = 1; from <= test_size(); ++from)
        for (int nb = 0; nb < 2; ++nb) {
            write_on(from, (from + nb) % 4, nb, name, ++number);
            for (int to = 1; to <= test_size(); ++to) {
                test_step("%s from %d ranks to %d", nb ? "asynchronous" : "written", from, to);
                restore_on(to, (to + number) % 4, name, number);
            }
        }
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Read a file, on rank 0; NULL if there is none. */
static char *take_file_if_any(const char *name, long *size)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    rewind(file);
    char *bytes = test_alloc((size_t)*size + 1);
    CHECK(fread(bytes, 1, (size_t)*size, file) == (size_t)*size);
    fclose(file);
    return bytes;
}

static char *take_file(const char *name, long *size)
{
    char *bytes = take_file_if_any(name, size);
    CHECK(bytes);
    return bytes;
}

static void put_file(const char *name, const char *bytes, long size)
{
    FILE *file = fopen(name, "wb");
    if (CHECK(file)) {
        CHECK(fwrite(bytes, 1, (size_t)size, file) == (size_t)size);
        fclose(file);
    }
}

/* Steps 3 (older) and 4 (newer): 4 is in the file -1.h5. */
static void make_two(state_t *s, char *newer)
{
    snprintf(newer, 256, "%s", file_of("damage-1.h5"));
    make_state(GA_GROUP_WORLD, file_of("damage"), 1, s);
    for (int number = 3; number <= 4; ++number) {
        fill_state(s, number);
        REQUIRE_OK(io_checkpoint_write(s->c, number));
    }
}

/* The newer one with some bytes changed, or without those from a place on; it is then restored. */
static void try_damage(state_t *s, const char *newer, const char *bytes, long size, long at,
                       bool is_cut)
{
    int damaged = 0;
    test_step("byte %ld of %ld %s", at, size, is_cut ? "and all behind cut off" : "changed");
    if (test_rank() == 0) {
        char *changed = test_alloc((size_t)size);
        memcpy(changed, bytes, (size_t)size);
        changed[at] ^= 1;
        put_file(newer, changed, is_cut ? at : size);
        free(changed);
    }
    ga_sync();
    CHECK_INT(3, restored(s, &damaged));
    CHECK_INT(1, damaged);
    CHECK_CONTAINS(ashlar_error_message(), "damage-1.h5");
}

TEST_CASE(damaged_newest, TEST_GA)
{
    state_t s;
    char newer[256], *bytes = NULL;
    long size = 0;
    int damaged = -1;
    make_two(&s, newer);
    if (test_rank() == 0)
        bytes = take_file(newer, &size);
    ga_broadcast(GA_GROUP_WORLD, &size, sizeof size, 0);
    CHECK_INT(4, restored(&s, &damaged));
    CHECK_INT(0, damaged);
    for (long k = 0; k < 40; k += one_of(8))
        try_damage(&s, newer, bytes, size, k * (size - 1) / 39, false);
    for (long k = 1; k <= 32; k += one_of(9))
        try_damage(&s, newer, bytes, size, size - k, k % 2);
    for (long k = 0; k < 10; k += one_of(6))
        try_damage(&s, newer, bytes, size, k * (size - 1) / 9, true);
    /* The next takes the place of the damaged one. */
    fill_state(&s, 5);
    CHECK_OK(io_checkpoint_write(s.c, 5));
    CHECK_INT(5, restored(&s, &damaged));
    CHECK_INT(0, damaged);
    free(bytes);
    free_state(&s);
}

TEST_CASE(damaged_both, TEST_GA)
{
    state_t s;
    char newer[256];
    int64_t step = 17;
    make_two(&s, newer);
    if (test_rank() == 0)
        CHECK(truncate(newer, 1000) == 0 && truncate(file_of("damage-0.h5"), 0) == 0);
    else
        file_of("damage-0.h5");
    ga_sync();
    fill_state(&s, 8);
    CHECK_STATUS(ASHLAR_ESYS, io_checkpoint_restore(s.c, &step, NULL));
    CHECK_CONTAINS(ashlar_error_message(), "nothing of checkpoint");
    CHECK_CONTAINS(ashlar_error_message(), "cut off");
    CHECK_INT(17, step);
    CHECK(has_state(&s, 8));
    CHECK_OK(io_checkpoint_write(s.c, 8));
    CHECK_INT(8, restored(&s, NULL));
    free_state(&s);
}

/* ---- copies ---------------------------------------------------------------------------------- */

TEST_CASE(copies, TEST_GA)
{
    state_t s;
    char name[256];
    snprintf(name, sizeof name, "%s", file_of("copies"));
    for (int kind = 0; kind < 4; ++kind) {
        ga_handle_t handle = 0;
        make_state(GA_GROUP_WORLD, name, kind, &s);
        for (int number = 1; number <= 3; ++number) {
            test_step("kind %d, number %d", kind, number);
            fill_state(&s, 10 * kind + number);
            CHECK_OK(io_checkpoint_write_nb(s.c, 10 * kind + number, &handle));
            fill_state(&s, 77);
            CHECK_OK(ga_wait(&handle));
            CHECK_INT(0, handle);
            ga_sync();
            /* A second job finds the copy in the files of ranks. */
            state_t other;
            int damaged = 0;
            make_state(GA_GROUP_WORLD, name, (kind + 1) % 4, &other);
            CHECK_INT(10 * kind + number, restored(&other, &damaged));
            CHECK_INT(0, damaged);
            free_state(&other);
            CHECK(has_state(&s, 77) || number < 0);
        }
        CHECK_OK(io_checkpoint_complete(s.c));
        CHECK_INT(10 * kind + 3, restored(&s, NULL));
        free_state(&s);
    }
}

/* A file of a rank that is damaged, or of another copy, is passed over with all of its copy. */
TEST_CASE(damaged_copies, TEST_GA)
{
    state_t s, other;
    char name[256], part[300];
    snprintf(name, sizeof name, "%s", file_of("parts"));
    snprintf(part, sizeof part, "%s-part-a-%d", name, test_size() - 1);
    make_state(GA_GROUP_WORLD, name, 0, &s);
    fill_state(&s, 1);
    CHECK_OK(io_checkpoint_write(s.c, 1));
    for (int turn = 0; turn < 3; ++turn) {
        ga_handle_t handle = 0;
        int damaged = 0;
        long size = 0;
        test_step("turn %d", turn);
        fill_state(&s, 2);
        CHECK_OK(io_checkpoint_write_nb(s.c, 2, &handle));
        CHECK_OK(ga_wait(&handle));
        ga_sync();
        if (test_rank() == 0) {
            char *bytes = take_file(part, &size);
            if (turn == 0)
                bytes[size / 2] ^= 4;
            if (turn == 1)
                bytes[size - 1] ^= 4;
            put_file(part, bytes, turn == 2 ? size - 9 : size);
            free(bytes);
        }
        ga_sync();
        make_state(GA_GROUP_WORLD, name, 1, &other);
        CHECK_INT(1, restored(&other, &damaged));
        CHECK_INT(1, damaged);
        CHECK_CONTAINS(ashlar_error_message(), "-part-");
        free_state(&other);
        io_checkpoint_destroy(s.c); /* completes the copy, as it is in memory */
        CHECK_OK(io_checkpoint_create(GA_GROUP_WORLD, name, &s.c));
        CHECK_OK(io_checkpoint_add(s.c, "real", s.real));
        CHECK_OK(io_checkpoint_add(s.c, "whole", s.whole));
        CHECK_OK(io_checkpoint_add_scalars(s.c, "energy", ASHLAR_DOUBLE, 2, s.energy));
        CHECK_OK(io_checkpoint_add(s.c, "complex", s.complex));
        CHECK_OK(io_checkpoint_add_scalars(s.c, "count", ASHLAR_INT, 1, &s.count));
        CHECK_INT(2, restored(&s, &damaged));
        for (int k = 0; k < 2; ++k) { /* both generations are of step 1 again */
            fill_state(&s, 1);
            CHECK_OK(io_checkpoint_write(s.c, 1));
        }
    }
    free_state(&s);
}

/* ---- a job that is killed -------------------------------------------------------------------- */

/* Before each call of the system that changes files, rank 0 copies the folder: it is what a job
 * that is killed there leaves. The functions below take the place of the system's in this program.
 */
static struct {
    bool is_on;
    int count;
    char from[256], to[256];
} killed;

static void copy_folder(void)
{
    char path[1024], copy[1024];
    snprintf(copy, sizeof copy, "%s-%d", killed.to, killed.count++);
    mkdir(copy, 0700);
    DIR *folder = opendir(killed.from);
    for (struct dirent *one; folder && (one = readdir(folder));) {
        long size;
        if (one->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", killed.from, one->d_name);
        snprintf(copy, sizeof copy, "%s-%d/%s", killed.to, killed.count - 1, one->d_name);
        /* Other ranks go on: MPI-IO of theirs makes files for a moment, to try locks. */
        char *bytes = take_file_if_any(path, &size);
        if (bytes)
            put_file(copy, bytes, size);
        free(bytes);
    }
    closedir(folder);
}

static void before_change(void)
{
    if (!killed.is_on)
        return;
    killed.is_on = false;
    const int error = errno;
    copy_folder();
    errno = error;
    killed.is_on = true;
}

#define INSTEAD(type, name, parameters, ...)                                                       \
    type name parameters;                                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        type(*next) parameters;                                                                    \
        *(void **)(void *)&next = dlsym(RTLD_NEXT, #name);                                         \
        before_change();                                                                           \
        return next(__VA_ARGS__);                                                                  \
    }
INSTEAD(ssize_t, pwrite, (int file, const void *bytes, size_t n, off_t at), file, bytes, n, at)
INSTEAD(ssize_t, pwrite64, (int file, const void *bytes, size_t n, off64_t at), file, bytes, n, at)
INSTEAD(int, ftruncate, (int file, off_t size), file, size)
INSTEAD(int, ftruncate64, (int file, off64_t size), file, size)
INSTEAD(int, fsync, (int file), file)
INSTEAD(int, rename, (const char *from, const char *to), from, to)
INSTEAD(int, unlink, (const char *name), name)

/* Restore from each of the folders: steps from first to last, never less than before. */
static void check_folders(int64_t first, int64_t last)
{
    int count = killed.count;
    int64_t before = first;
    ga_broadcast(GA_GROUP_WORLD, &count, sizeof count, 0);
    CHECK(count > 8);
    const int every = one_of(count / 8);
    for (int k = (count - 1) % every; k < count; k += every) {
        char name[512];
        state_t s;
        snprintf(name, sizeof name, "%s-%d/x", killed.to, k);
        test_step("killed before call %d of %d", k, count);
        make_state(GA_GROUP_WORLD, name, k % 4, &s);
        const int64_t step = restored(&s, NULL);
        CHECK(step >= before && step <= last);
        before = step > before ? step : before;
        free_state(&s);
    }
    CHECK(last == before || last == before + 1);
}

static void start_killing(const char *name)
{
    char to[64];
    snprintf(killed.from, sizeof killed.from, "%s", file_of(name));
    snprintf(to, sizeof to, "%s-killed", name);
    snprintf(killed.to, sizeof killed.to, "%s", file_of(to));
    killed.count = 0;
    if (test_rank() == 0)
        CHECK(mkdir(killed.from, 0700) == 0);
    ga_sync();
}

TEST_CASE(killed_while_writing, TEST_GA)
{
    state_t s;
    char name[512];
    start_killing("sync");
    snprintf(name, sizeof name, "%s/x", killed.from);
    make_state(GA_GROUP_WORLD, name, 0, &s);
    for (int number = 1; number <= 3; ++number) {
        fill_state(&s, number);
        killed.is_on = test_rank() == 0;
        CHECK_OK(io_checkpoint_write(s.c, number));
        killed.is_on = false;
    }
    free_state(&s);
    check_folders(-1, 3);
}

TEST_CASE(killed_while_copying, TEST_GA)
{
    state_t s;
    char name[512];
    start_killing("async");
    snprintf(name, sizeof name, "%s/x", killed.from);
    make_state(GA_GROUP_WORLD, name, 1, &s);
    for (int number = 1; number <= 3; ++number) {
        fill_state(&s, number);
        killed.is_on = test_rank() == 0;
        CHECK_OK(io_checkpoint_write_nb(s.c, number, NULL));
        killed.is_on = false;
        fill_state(&s, 66);
    }
    killed.is_on = test_rank() == 0;
    CHECK_OK(io_checkpoint_complete(s.c));
    killed.is_on = false;
    free_state(&s);
    check_folders(-1, 3);
}

/* ---- a disk that fails ------------------------------------------------------------------------
 */

static bool is_failing; /* this rank reads no elements: they come in large requests */

#define FAILING(name, parameters, bytes, ...)                                                      \
    ssize_t name parameters;                                                                       \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        ssize_t(*next) parameters;                                                                 \
        *(void **)(void *)&next = dlsym(RTLD_NEXT, #name);                                         \
        if (!is_failing || (bytes) < 1 << 16)                                                      \
            return next(__VA_ARGS__);                                                              \
        errno = EIO;                                                                               \
        return -1;                                                                                 \
    }

static size_t count_bytes(const struct iovec *list, int n)
{
    size_t bytes = 0;
    for (int k = 0; k < n; ++k)
        bytes += list[k].iov_len;
    return bytes;
}

FAILING(pread, (int file, void *bytes, size_t n, off_t at), n, file, bytes, n, at)
FAILING(pread64, (int file, void *bytes, size_t n, off64_t at), n, file, bytes, n, at)
FAILING(readv, (int file, const struct iovec *list, int n), count_bytes(list, n), file, list, n)

/* Reading fails on all ranks when it fails on one, and can be done again. */
TEST_CASE(failing_disk, TEST_GA)
{
    enum { ROWS = 1024, COLUMNS = 512 };
    const char *file = file_of("failing.h5");
    double value = 5, least;
    int64_t at[2];
    ga_t g;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, ROWS, COLUMNS, "g", 0, 0, &g));
    for (int is_chunked = 0; is_chunked < 2; ++is_chunked) {
        const io_options_t options = {.mode = IO_REPLACE, .checksum = is_chunked};
        CHECK_OK(ga_fill(g, &value));
        CHECK_OK(io_write(g, file, "/x", &options));
        CHECK_OK(ga_zero(g));
        for (int turn = 0; turn < 2; ++turn) {
            const io_options_t how = {.collective = turn};
            test_step("%s, %s", is_chunked ? "chunks" : "no chunks", turn ? "collective" : "alone");
            is_failing = test_rank() == test_size() - 1;
            CHECK_STATUS(ASHLAR_ESYS, io_read(g, file, "/x", &how));
            is_failing = false;
            CHECK_CONTAINS(ashlar_error_message(), is_chunked ? "read" : "undefined");
        }
        CHECK_OK(io_read(g, file, "/x", NULL));
        CHECK_OK(ga_select(g, ASHLAR_MIN, &least, at));
        CHECK(least == value);
    }
    CHECK_OK(ga_destroy(g));
}

/* ---- what cannot be -------------------------------------------------------------------------- */

TEST_CASE(wrong_checkpoints, TEST_GA)
{
    state_t s;
    io_checkpoint_t *c = NULL;
    int64_t step = 5;
    ga_t small;
    double x[2];
    make_state(GA_GROUP_WORLD, file_of("wrong"), 0, &s);
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, M - 1, "small", 0, 0, &small));
    CHECK_OK(io_checkpoint_restore(s.c, &step, NULL));
    CHECK_INT(-1, step);
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_create(GA_GROUP_WORLD, "", &c));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_create(GA_GROUP_WORLD, NULL, &c));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_add(s.c, "a/b", small));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_add(s.c, "", small));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_add(s.c, "real", small));
    CHECK_CONTAINS(ashlar_error_message(), "already");
    CHECK_STATUS(ASHLAR_EHANDLE, io_checkpoint_add(s.c, "none", 0));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_add_scalars(s.c, "x", ASHLAR_DOUBLE, 0, x));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_add_scalars(s.c, "x", ASHLAR_DOUBLE, 2, NULL));
    CHECK_STATUS(ASHLAR_ETYPE, io_checkpoint_add_scalars(s.c, "x", ASHLAR_TYPE_COUNT, 2, x));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_write(s.c, -1));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_write(NULL, 1));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_restore(s.c, NULL, NULL));
    if (test_size() > 1) {
        CHECK_STATUS(ASHLAR_EMISMATCH, io_checkpoint_write(s.c, test_rank()));
        CHECK_STATUS(ASHLAR_EMISMATCH, io_checkpoint_add(s.c, test_rank() ? "p" : "q", small));
    }
    fill_state(&s, 2);
    CHECK_OK(io_checkpoint_write(s.c, 2));

    /* Arrays that are not in it, and others than there. */
    CHECK_OK(io_checkpoint_create(GA_GROUP_WORLD, file_of("wrong"), &c));
    CHECK_OK(io_checkpoint_add(c, "unknown", small));
    CHECK_STATUS(ASHLAR_EARG, io_checkpoint_restore(c, &step, NULL));
    CHECK_CONTAINS(ashlar_error_message(), "unknown");
    CHECK_OK(io_checkpoint_destroy(c));
    CHECK_OK(io_checkpoint_create(GA_GROUP_WORLD, file_of("wrong"), &c));
    CHECK_OK(io_checkpoint_add(c, "real", small));
    CHECK_STATUS(ASHLAR_ESHAPE, io_checkpoint_restore(c, &step, NULL));
    CHECK_OK(io_checkpoint_destroy(c));
    CHECK_OK(io_checkpoint_create(GA_GROUP_WORLD, file_of("wrong"), &c));
    CHECK_OK(io_checkpoint_add(c, "whole", s.whole));
    CHECK_OK(io_checkpoint_add_scalars(c, "count", ASHLAR_DOUBLE, 1, x));
    CHECK_STATUS(ASHLAR_ETYPE, io_checkpoint_restore(c, &step, NULL));
    CHECK_OK(ga_destroy(small));
    CHECK_OK(io_checkpoint_destroy(c));
    CHECK_OK(io_checkpoint_create(GA_GROUP_WORLD, file_of("absent/x"), &c));
    CHECK_OK(io_checkpoint_add(c, "whole", s.whole));
    CHECK_STATUS(ASHLAR_ESYS, io_checkpoint_write(c, 1));
    CHECK_STATUS(ASHLAR_ESYS, io_checkpoint_write_nb(c, 1, NULL));
    CHECK_CONTAINS(ashlar_error_message(), "No such file");
    CHECK_OK(io_checkpoint_destroy(c));
    CHECK_INT(2, restored(&s, NULL));
    free_state(&s);
}

static void fill_small_disk(bool is_nb)
{
    const char *name = file_of("disk/x");
    ga_t large;
    state_t s;
    double value = 3;
    int damaged;
    make_state(GA_GROUP_WORLD, name, 0, &s);
    fill_state(&s, 1);
    CHECK_OK(io_checkpoint_write(s.c, 1));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, 512, 1024, "large", 0, 0, &large));
    CHECK_OK(ga_fill(large, &value));
    CHECK_OK(io_checkpoint_add(s.c, "large", large));
    for (int turn = 0; turn < 3; ++turn) {
        CHECK_STATUS(ASHLAR_ESYS,
                     is_nb ? io_checkpoint_write_nb(s.c, 2, NULL) : io_checkpoint_write(s.c, 2));
        CHECK_CONTAINS(ashlar_error_message(), "No space left on device");
    }
    CHECK_OK(io_checkpoint_complete(s.c));
    state_t other;
    make_state(GA_GROUP_WORLD, file_of("disk/x"), 1, &other);
    CHECK_INT(1, restored(&other, &damaged));
    CHECK_INT(0, damaged);
    free_state(&other);
    free_state(&s);
    CHECK_OK(ga_destroy(large));
}

TEST_CASE(full_checkpoint_disk, TEST_GA)
{
    if (!mount_small("disk"))
        return;
    fill_small_disk(false);
    fill_small_disk(true);
    unmount_small("disk");
}
