/* Damaged files: whatever byte is wrong, a read ends with the right numbers or with words, and no
 * crash. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hdf5.h>

#include <ashlar/io.h>

#include "files.h"
#include "harness/harness.h"
#include "harness/rng.h"

enum { N = 13, M = 7 };

/* A file as HDF5 writes it where nobody asks for more: its oldest format, without checksums. */
static void write_oldest(const char *file)
{
    const hsize_t dims[] = {M, N};
    double x[N * M];
    for (int k = 0; k < N * M; ++k)
        x[k] = 1;
    const hid_t in = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                space = H5Screate_simple(2, dims, NULL), group = H5Gcreate2(in, "g", 0, 0, 0),
                data = H5Dcreate2(group, "x", H5T_NATIVE_DOUBLE, space, 0, 0, 0);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    H5Dclose(data);
    H5Gclose(group);
    H5Sclose(space);
    H5Fclose(in);
}

static char *load(const char *file, size_t *bytes)
{
    struct stat about;
    const int in = open(file, O_RDONLY);
    if (!CHECK(in >= 0 && fstat(in, &about) == 0))
        return NULL;
    *bytes = (size_t)about.st_size;
    char *text = test_alloc(*bytes);
    CHECK(read(in, text, *bytes) == (ssize_t)*bytes);
    close(in);
    return text;
}

static void store(const char *file, const char *text, size_t bytes)
{
    const int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(out >= 0 && write(out, text, bytes) == (ssize_t)bytes);
    close(out);
}

/* One to three bytes that differ, or a file that ends too early. */
static size_t mutate_bytes(rng_t *rng, char *text, size_t bytes)
{
    if (rng_range(rng, 0, 19) == 0)
        return (size_t)rng_range(rng, 0, (int64_t)bytes - 1);
    for (int64_t k = rng_range(rng, 1, 3); k > 0; --k)
        text[rng_range(rng, 0, (int64_t)bytes - 1)] ^= (char)rng_range(rng, 1, 255);
    return bytes;
}

/* The array as it was, all 2, or as the file has it; a damaged element is HDF5's to find only where
 * there is a checksum of it. */
static bool is_untouched(ga_t g, bool is_read, bool has_checksum)
{
    double x[N * M];
    bool is_good = true;
    ga_get(g, 0, N - 1, 0, M - 1, x, N);
    for (int k = 0; k < N * M; ++k)
        is_good = is_good && (is_read ? !has_checksum || x[k] == 1 : x[k] == 2);
    return is_good;
}

static void damage(const char *file, const char *path, bool has_checksum, int turns)
{
    rng_t rng = rng_seed(47);
    const double two = 2;
    size_t bytes = 0;
    ga_t g;
    int refused = 0, ended = 0;
    ga_sync();
    char *text = load(file, &bytes), *copy = test_alloc(bytes);
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, M, "read", 0, 0, &g));
    for (int turn = 0; turn < turns; ++turn) {
        memcpy(copy, text, bytes);
        const size_t length = mutate_bytes(&rng, copy, bytes);
        ga_sync();
        if (test_rank() == 0)
            store(file, copy, length);
        ga_fill(g, &two);
        const int status = io_read(g, file, path, NULL);
        refused += status != ASHLAR_OK;
        ended += status == ASHLAR_OK || strlen(ashlar_error_message()) > 20;
        if (!CHECK(is_untouched(g, status == ASHLAR_OK, has_checksum)))
            break;
    }
    CHECK_INT(turns, ended);
    CHECK(refused > turns / 20);
    CHECK_OK(ga_destroy(g));
    free(text);
    free(copy);
}

static void damage_ours(int turns)
{
    const double one = 1;
    const char *file = file_of("damaged.h5");
    ga_t g;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, M, "written", 0, 0, &g));
    CHECK_OK(ga_fill(g, &one));
    for (int kind = 0; kind < 3; ++kind) { /* plain, with checksums, compressed */
        const io_options_t options = {.checksum = kind, .deflate = kind == 2 ? 5 : 0};
        if (test_rank() == 0)
            unlink(file);
        ga_sync();
        CHECK_OK(io_write(g, file, "/g/x", &options));
        test_step("kind %d", kind);
        damage(file, "/g/x", kind > 0, turns);
    }
    CHECK_OK(ga_destroy(g));
}

/* 10,000 files in one process; some where ranks must agree. */
static int turns_here(void)
{
    return test_size() == 1 ? 2500 : 100;
}

TEST_CASE_IN("damaged", damaged_files, TEST_GA)
{
    damage_ours(turns_here());
}

TEST_CASE_IN("damaged", damaged_old_files, TEST_GA)
{
    const char *file = file_of("oldest.h5");
    if (test_rank() == 0)
        write_oldest(file);
    ga_sync();
    damage(file, "/g/x", false, turns_here());
}
