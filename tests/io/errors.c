/* Failures: words on all ranks, and files and arrays as they were. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ashlar/io.h>

#include "files.h"
#include "harness/harness.h"

enum { N = 19, M = 11 };

static ga_t make_filled(ga_type type, int64_t n, int64_t m, int value)
{
    ga_t g = 0;
    long long of_integer = value;
    double of_real = value;
    CHECK_OK(ga_create(type, n, m, "subject", 0, 0, &g));
    CHECK_OK(ga_fill(g, type == ASHLAR_DOUBLE ? (const void *)&of_real : &of_integer));
    return g;
}

/* Whether all elements of an array of doubles have a value. */
static void check_filled(ga_t g, double value)
{
    ga_type type;
    int64_t n, m;
    CHECK_OK(ga_inquire(g, &type, &n, &m));
    double *x = test_alloc((size_t)(n * m) * sizeof *x);
    CHECK_OK(ga_get(g, 0, n - 1, 0, m - 1, x, n));
    for (int64_t k = 0; k < n * m; ++k)
        if (!CHECK(x[k] == value))
            break;
    free(x);
    ga_sync();
}

/* A call fails on all ranks with this status and these words in its message. */
#define CHECK_FAILS(status, words, call)                                                           \
    do {                                                                                           \
        CHECK_STATUS(status, call);                                                                \
        CHECK_CONTAINS(ashlar_error_message(), words);                                             \
        ga_sync();                                                                                 \
    } while (0)

static void write_text_file(const char *path, const char *text)
{
    if (test_rank() == 0) {
        FILE *file = fopen(path, "w");
        if (CHECK(file)) {
            fputs(text, file);
            fclose(file);
        }
    }
    ga_sync();
}

TEST_CASE(wrong_arguments, TEST_GA)
{
    const int64_t lo[] = {0, 0}, hi[] = {N, M - 1}, far[] = {N, M}, low[] = {-1, 0},
                  chunk[] = {N + 1, 1};
    const char *file = file_of("wrong.h5");
    ga_t g = make_filled(ASHLAR_DOUBLE, N, M, 1), small = make_filled(ASHLAR_DOUBLE, N, M - 1, 2),
         whole = make_filled(ASHLAR_LLONG, N, M, 3), stale = make_filled(ASHLAR_INT, 2, 2, 0),
         none = 0;
    const int64_t length[] = {N * M};
    ga_t line;
    io_info_t info;
    CHECK_OK(ga_destroy(stale));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, length, "line", NULL, GA_GROUP_WORLD, &line));
    REQUIRE_OK(io_write(g, file, "/a/x", NULL));

    CHECK_FAILS(ASHLAR_EHANDLE, "", io_write(stale, file, "/a/y", NULL));
    CHECK_FAILS(ASHLAR_EARG, "NULL", io_write(g, NULL, "/a/y", NULL));
    CHECK_FAILS(ASHLAR_EARG, "NULL", io_read(g, file, NULL, NULL));
    CHECK_FAILS(ASHLAR_EARG, "path of a dataset", io_write(g, file, "a/y", NULL));
    CHECK_FAILS(ASHLAR_EARG, "path of a dataset", io_write(g, file, "/", NULL));
    CHECK_FAILS(ASHLAR_EARG, "is NULL", io_write(g, file, "/y", &(io_options_t){.lo = lo}));
    CHECK_FAILS(ASHLAR_EARG, "no mode 7",
                io_write(g, file, "/y", &(io_options_t){.mode = (io_mode)7}));
    CHECK_FAILS(ASHLAR_EARG, "deflate is 10",
                io_write(g, file, "/y", &(io_options_t){.deflate = 10}));
    CHECK_FAILS(ASHLAR_ERANGE, "0..19 in dimension 0",
                io_write(g, file, "/y", &(io_options_t){.lo = lo, .hi = hi}));
    CHECK_FAILS(ASHLAR_ESHAPE, "start is -1",
                io_write(g, file, "/y", &(io_options_t){.start = low}));
    CHECK_FAILS(ASHLAR_ESHAPE, "chunks of 20",
                io_write(g, file, "/y", &(io_options_t){.chunk = chunk}));
    CHECK_FAILS(ASHLAR_ERANGE, "would be at 19..37",
                io_write(g, file, "/a/x", &(io_options_t){.start = far, .mode = IO_INTO}));
    CHECK_FAILS(ASHLAR_ESTATE, "IO_REPLACE", io_write(g, file, "/a/x", NULL));
    CHECK_FAILS(ASHLAR_EARG, "there is no '/a/z'",
                io_write(g, file, "/a/z", &(io_options_t){.mode = IO_INTO}));
    CHECK_FAILS(ASHLAR_ESYS, "", io_write(g, file, "/a/x/y", NULL)); /* below a dataset */
    CHECK_FAILS(ASHLAR_ESYS, "", io_write(g, file, "/a", &(io_options_t){.mode = IO_INTO}));
    CHECK_FAILS(ASHLAR_EARG, "there is no '/b'", io_read(g, file, "/b", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "no dataset", io_read(g, file, "/a", NULL));
    CHECK_FAILS(ASHLAR_ESHAPE, "dimension 1 of dataset '/a/x'", io_read(small, file, "/a/x", NULL));
    CHECK_FAILS(ASHLAR_ESHAPE, "has 2 dimensions, array 'line' has 1",
                io_read(line, file, "/a/x", NULL));
    CHECK_FAILS(ASHLAR_ETYPE, "reals of 8 bytes, array 'subject' integers of 8 bytes",
                io_read(whole, file, "/a/x", NULL));
    CHECK_FAILS(ASHLAR_ETYPE, "", io_write(whole, file, "/a/x", &(io_options_t){.mode = IO_INTO}));
    CHECK_FAILS(ASHLAR_EARG, "there is no", io_read_new(NULL, file, "/a/z", &none));
    CHECK_INT(0, none);
    CHECK_FAILS(ASHLAR_EARG, "there is no", io_inquire(file, "/a/z", &info));
    if (test_size() > 1)
        CHECK_FAILS(ASHLAR_EMISMATCH, "different",
                    io_write(g, file, test_rank() ? "/p" : "/q", NULL));

    CHECK_OK(ga_set_read_only(g, 1));
    CHECK_FAILS(ASHLAR_ESTATE, "read-only", io_read(g, file, "/a/x", NULL));
    CHECK_OK(ga_set_read_only(g, 0));
    check_filled(small, 2);
    CHECK_OK(io_read(g, file, "/a/x", NULL));
    check_filled(g, 1);
    for (int k = 0; k < 4; ++k)
        CHECK_OK(ga_destroy((ga_t[]){g, small, whole, line}[k]));
}

/* A record of 24 bytes, and fields that it does not have. */
TEST_CASE(wrong_fields, TEST_GA)
{
    static const struct {
        int status;
        const char *words;
        io_field_t field;
    } wrong[] = {{ASHLAR_ETYPE, "field 0 has no name", {NULL, ASHLAR_INT, 1, 0}},
                 {ASHLAR_ETYPE, "or a type", {"x", ASHLAR_TYPE_COUNT, 1, 0}},
                 {ASHLAR_ETYPE, "'x' ends beyond the 24 bytes", {"x", ASHLAR_DOUBLE, 0, 17}},
                 {ASHLAR_ETYPE, "'x' ends beyond the 24 bytes", {"x", ASHLAR_DOUBLE, 3, 1}},
                 {ASHLAR_ETYPE, "'x' ends beyond the 24 bytes", {"x", ASHLAR_DOUBLE, 4, 0}},
                 {ASHLAR_ETYPE, "'x' ends beyond the 24 bytes", {"x", ASHLAR_INT, -1, 0}}};
    const io_field_t good = {"x", ASHLAR_DOUBLE, 3, 0};
    const int64_t n[] = {5};
    const char *file = file_of("fields.h5");
    ga_type type;
    ga_t g, numbers = make_filled(ASHLAR_DOUBLE, 2, 2, 1);
    REQUIRE_OK(ga_type_create(24, &type));
    REQUIRE_OK(ga_create_nd(type, 1, n, "records", NULL, GA_GROUP_DEFAULT, &g));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k)
        CHECK_FAILS(
            wrong[k].status, wrong[k].words,
            io_write(g, file, "/r", &(io_options_t){.fields = &wrong[k].field, .field_count = 1}));
    CHECK_FAILS(ASHLAR_EARG, "no list of them",
                io_write(g, file, "/r", &(io_options_t){.field_count = 1}));
    CHECK_FAILS(ASHLAR_ETYPE, "has no records",
                io_write(numbers, file, "/r", &(io_options_t){.fields = &good, .field_count = 1}));
    CHECK_OK(io_write(g, file, "/r", &(io_options_t){.fields = &good, .field_count = 1}));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_destroy(numbers));
    CHECK_OK(ga_type_destroy(type));
}

TEST_CASE(wrong_files, TEST_GA)
{
    ga_t g = make_filled(ASHLAR_DOUBLE, N, M, 1);
    const char *file = file_of("text.h5");
    write_text_file(file, "no HDF5 file\n");
    CHECK_FAILS(ASHLAR_ESYS, "no HDF5 file", io_read(g, file, "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "no HDF5 file", io_write(g, file, "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "No such file", io_read(g, file_of("absent.h5"), "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "No such file", io_write(g, file_of("absent/x.h5"), "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "Not a directory", io_write(g, file_of("text.h5/x.h5"), "/x", NULL));
    CHECK_FAILS(ASHLAR_EARG, "no name of a file", io_write(g, file_of(""), "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "", io_write(g, "/proc/ashlar.h5", "/x", NULL));
    CHECK_FAILS(ASHLAR_ESYS, "no plain file", io_read(g, "/dev/null", "/x", NULL));
    check_filled(g, 1);
    CHECK_OK(ga_destroy(g));
}

/* A job that was killed has left a file aside. */
TEST_CASE(left_over, TEST_GA)
{
    ga_t g = make_filled(ASHLAR_DOUBLE, N, M, 4);
    struct stat about;
    write_text_file(file_of("left.h5.ashlar-part"), "half of a file");
    CHECK_OK(io_write(g, file_of("left.h5"), "/x", NULL));
    CHECK(stat(file_of("left.h5.ashlar-part"), &about) != 0);
    CHECK_OK(io_read(g, file_of("left.h5"), "/x", NULL));
    check_filled(g, 4);
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(changed_meanwhile, TEST_GA)
{
    ga_t g = make_filled(ASHLAR_DOUBLE, N, M, 4);
    const char *file = file_of("changed.h5");
    io_file_t *f, *second;
    REQUIRE_OK(io_write(g, file, "/x", NULL));
    REQUIRE_OK(io_begin(GA_GROUP_DEFAULT, file, IO_UPDATE, &f));
    CHECK_FAILS(ASHLAR_ESTATE, "another job is writing",
                io_begin(GA_GROUP_DEFAULT, file, IO_UPDATE, &second));
    CHECK_OK(io_file_write(f, g, "/y", NULL));
    write_text_file(file, "something else");
    CHECK_FAILS(ASHLAR_ESTATE, "has changed", io_end(f, 1));
    CHECK_FAILS(ASHLAR_ESYS, "no HDF5 file", io_read(g, file, "/x", NULL));
    REQUIRE_OK(io_begin(GA_GROUP_DEFAULT, file, IO_CREATE, &f));
    CHECK_FAILS(ASHLAR_EARG, "", io_file_write(f, g, "y", NULL));
    CHECK_FAILS(ASHLAR_ESTATE, "has failed", io_file_write(f, g, "/y", NULL));
    CHECK_FAILS(ASHLAR_ESTATE, "nothing is kept", io_end(f, 1));
    CHECK_FAILS(ASHLAR_ESYS, "no HDF5 file", io_begin(GA_GROUP_DEFAULT, file, IO_UPDATE, &f));
    CHECK_OK(ga_destroy(g));
}

/* ---- a full disk ----------------------------------------------------------------------------- */

/* Whether the file of a small array is what it was, and nothing else is there. */
static void check_old(ga_t old, const char *file, const char *aside)
{
    struct stat about;
    CHECK(stat(aside, &about) != 0);
    const double zero = 0;
    CHECK_OK(ga_fill(old, &zero));
    CHECK_OK(io_read(old, file, "/x", NULL));
    check_filled(old, 4);
}

static void fill_disk(void)
{
    ga_t old = make_filled(ASHLAR_DOUBLE, N, M, 4),
         large = make_filled(ASHLAR_DOUBLE, 512, 1024, 5);
    char file[256], aside[256];
    snprintf(file, sizeof file, "%s", file_of("small/x.h5"));
    snprintf(aside, sizeof aside, "%s", file_of("small/x.h5.ashlar-part"));
    CHECK_OK(io_write(old, file, "/x", NULL));
    for (int turn = 0; turn < 4; ++turn) {
        const io_options_t options = {
            .mode = IO_REPLACE, .collective = turn % 2, .checksum = turn / 2};
        test_step("turn %d", turn);
        CHECK_FAILS(ASHLAR_ESYS, "", io_write(large, file, turn % 2 ? "/x" : "/y", &options));
        CHECK_CONTAINS(ashlar_error_message(), "No space left on device; make room");
        check_old(old, file, aside);
    }
    CHECK_OK(ga_destroy(old));
    CHECK_OK(ga_destroy(large));
}

TEST_CASE(full_disk, TEST_GA)
{
    if (!mount_small("small"))
        return;
    fill_disk();
    unmount_small("small");
}
