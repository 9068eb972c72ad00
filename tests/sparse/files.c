/* Files in the Matrix Market format. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/harness.h"
#include "sparse/serial.h"

#define KIND(field, symmetry) "%%MatrixMarket matrix coordinate " field " " symmetry "\n"
#define HEAD                  KIND("real", "general")

/* A file of the job, the same on all ranks. */
static const char *path_of_test(void)
{
    static char path[64];
    int id = (int)getpid();
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(path, sizeof path, "/tmp/ashlar-sparse-%d.mtx", id);
    return path;
}

static void write_file(const char *path, const char *text)
{
    if (test_rank() == 0) {
        FILE *file = fopen(path, "w");
        CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
    }
    CHECK_OK(ga_sync());
}

static void read_text(const char *path, const char *text, ga_type type, serial_t *model)
{
    const ga_sparse_spec_t spec = {.type = type, .name = "file"};
    ga_sparse_t s = 0;
    write_file(path, text);
    if (CHECK_OK(ga_sparse_read(path, &spec, &s))) {
        serial_check(s, model, text);
        CHECK_OK(ga_sparse_destroy(s));
    }
}

static void set(serial_t *model, int64_t i, int64_t j, double re, double im)
{
    model->stored[serial_at(model, i, j)] = true;
    model->value[serial_at(model, i, j)] = (scalar_t){re, im};
}

TEST_CASE(reads_kinds, TEST_GA)
{
    const char *path = path_of_test();
    serial_t real = serial_make(ASHLAR_DOUBLE, 3, 4), symmetric = serial_make(ASHLAR_FLOAT, 3, 3);
    serial_t skew = serial_make(ASHLAR_LONG, 3, 3), hermitian = serial_make(ASHLAR_CDOUBLE, 2, 2);
    serial_t pattern = serial_make(ASHLAR_INT, 2, 2);
    set(&real, 0, 0, 1.5, 0), set(&real, 2, 3, -2e10, 0), set(&real, 1, 0, 0, 0);
    read_text(path,
              "%%MatrixMarket matrix coordinate real general\n% a comment\n\n3 4 3\n1 1 1.5\n"
              "3 4 -2E10\n  2 1 0\n",
              ASHLAR_DOUBLE, &real);
    set(&symmetric, 0, 0, 4, 0), set(&symmetric, 2, 0, 5, 0), set(&symmetric, 0, 2, 5, 0);
    read_text(path, "%%MatrixMarket MATRIX Coordinate Integer Symmetric\n3 3 2\n1 1 4\n3 1 5",
              ASHLAR_FLOAT, &symmetric);
    set(&skew, 1, 0, 7, 0), set(&skew, 0, 1, -7, 0);
    read_text(path, "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 1 7\n",
              ASHLAR_LONG, &skew);
    set(&hermitian, 1, 0, 1, 2), set(&hermitian, 0, 1, 1, -2), set(&hermitian, 1, 1, 3, 0);
    read_text(path, "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n2 1 1 2\n2 2 3 0\n",
              ASHLAR_CDOUBLE, &hermitian);
    set(&pattern, 0, 1, 1, 0);
    read_text(path, "%%MatrixMarket matrix coordinate pattern general\r\n2 2 1\r\n1 2\r\n",
              ASHLAR_INT, &pattern);
    serial_free(&real), serial_free(&symmetric), serial_free(&skew), serial_free(&hermitian);
    serial_free(&pattern);
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

/* Comments longer than any buffer, whose ends look like extents. */
TEST_CASE(long_comments, TEST_GA)
{
    const char *path = path_of_test();
    char text[4000] = KIND("real", "general") "%";
    serial_t model = serial_make(ASHLAR_DOUBLE, 1, 2);
    set(&model, 0, 1, 5, 0);
    while (strlen(text) < 3000)
        strcat(text, " 7 7 7");
    strcat(text, "\n1 2 1\n1 2 5\n");
    read_text(path, text, ASHLAR_DOUBLE, &model);
    serial_free(&model);
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

static void refuse(const char *path, int status, ga_type type, const char *text, const char *word)
{
    const ga_sparse_spec_t spec = {.type = type};
    ga_sparse_t s = -2;
    write_file(path, text);
    CHECK_STATUS(status, ga_sparse_read(path, &spec, &s));
    if (test_rank() == 0 && test_size() == 1)
        CHECK_CONTAINS(ashlar_error_message(), word);
    CHECK_INT(-2, s);
}

TEST_CASE(refuses_files, TEST_GA)
{
    const char *path = path_of_test();
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE};
    ga_sparse_t s = 0;
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, "hello\n", "'hello'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, "", "''");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, "%%MatrixMarket matrix array real general\n1 1\n1\n",
           "array");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2\n", "'2 2'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD, "(the end)");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1\n3 1 5\n", "'3 1 5'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1\n0 1 5\n", "'0 1 5'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1\n1 1 x\n", "'1 1 x'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 2\n1 1 1\n", "1 entries");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1\n1 1 1\n2 2 2\n", "2 entries");
    refuse(path, ASHLAR_ETYPE, ASHLAR_INT, HEAD "2 2 1\n1 1 1\n", "real numbers");
    refuse(path, ASHLAR_ETYPE, (ga_type)77, HEAD "2 2 1\n1 1 1\n", "77 is not a type");
    refuse(path, ASHLAR_ETYPE, (ga_type)-1, KIND("complex", "general") "1 1 0\n", "-1 is not");
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
    CHECK_OK(ga_sync());
    CHECK_STATUS(ASHLAR_ESYS, ga_sparse_read(path, &spec, &s));
    CHECK_STATUS(ASHLAR_ESYS, ga_sparse_read("/", &spec, &s));
}

/* A line is refused of which only the beginning is well formed. */
TEST_CASE(refuses_half_words, TEST_GA)
{
    const char *path = path_of_test();
    static const char *const lines[] = {"1 1.5 2", "1 1 1.5D+03", "1 1 2 junk", "1 1 2 3",
                                        "1+2+5",   "1 1 5,5",     "1 1 0x",     "1 1"};
    char text[200];
    for (size_t k = 0; k < sizeof lines / sizeof *lines; ++k) {
        snprintf(text, sizeof text, "%s2 2 1\n%s\n", HEAD, lines[k]);
        refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, text, lines[k]);
    }
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("integer", "general") "2 2 1\n1 1 5.7\n",
           "'1 1 5.7'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("pattern", "general") "2 2 1\n1 1 2\n",
           "'1 1 2'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1 7\n1 1 1\n", "'2 2 1 7'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "2 2 1.5\n1 1 1\n", "'2 2 1.5'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, HEAD "99999999999999999999 2 1\n1 1 1\n", "99999 2 1");
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

/* An integer is read at the ends of its type, and refused beyond them. */
TEST_CASE(integers_that_fit, TEST_GA)
{
    const char *path = path_of_test();
    serial_t ends = serial_make(ASHLAR_INT, 1, 2);
    set(&ends, 0, 0, INT_MIN, 0), set(&ends, 0, 1, INT_MAX, 0);
    read_text(path, KIND("integer", "general") "1 2 2\n1 1 -2147483648\n1 2 2147483647\n",
              ASHLAR_INT, &ends);
    serial_free(&ends);
    refuse(path, ASHLAR_ETYPE, ASHLAR_INT, KIND("integer", "general") "2 2 1\n1 2 3000000000\n",
           "(1, 2) is 3000000000");
    refuse(path, ASHLAR_ETYPE, ASHLAR_INT,
           KIND("integer", "skew-symmetric") "2 2 1\n2 1 -2147483648\n", "(1, 2) is 2147483648");
    refuse(path, ASHLAR_EARG, ASHLAR_LLONG,
           KIND("integer", "skew-symmetric") "2 2 1\n2 1 -9223372036854775808\n",
           "'2 1 -9223372036854775808'");
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

/* An element is refused whose mirror image is outside the matrix, or on the diagonal differs from
 * it. */
TEST_CASE(refuses_asymmetry, TEST_GA)
{
    const char *path = path_of_test();
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("real", "symmetric") "2 5 1\n1 5 2\n", "'2 5 1'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("real", "skew-symmetric") "5 2 1\n5 1 2\n",
           "'5 2 1'");
    refuse(path, ASHLAR_EARG, ASHLAR_CDOUBLE, KIND("complex", "hermitian") "1 3 0\n", "'1 3 0'");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("pattern", "skew-symmetric") "2 2 1\n2 1\n",
           "pattern skew-symmetric");
    refuse(path, ASHLAR_EARG, ASHLAR_DOUBLE, KIND("real", "skew-symmetric") "2 2 1\n1 1 2\n",
           "'1 1 2'");
    refuse(path, ASHLAR_EARG, ASHLAR_CDOUBLE, KIND("complex", "hermitian") "2 2 1\n2 2 1 3\n",
           "'2 2 1 3'");
    serial_t skew = serial_make(ASHLAR_INT, 2, 2), hermitian = serial_make(ASHLAR_CFLOAT, 2, 2);
    set(&skew, 1, 1, 0, 0);
    read_text(path, KIND("integer", "skew-symmetric") "2 2 1\n2 2 0\n", ASHLAR_INT, &skew);
    set(&hermitian, 0, 0, 4, 0);
    read_text(path, KIND("complex", "hermitian") "2 2 1\n1 1 4 0\n", ASHLAR_CFLOAT, &hermitian);
    serial_free(&skew), serial_free(&hermitian);
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

/* Written and read again, of every type; more text than one buffer. */
TEST_CASE(writes_and_reads, TEST_GA)
{
    const char *path = path_of_test();
    for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        const ga_sparse_spec_t spec = {.type = (ga_type)type, .rows = 90, .cols = 70};
        serial_t model = serial_make((ga_type)type, 90, 70);
        ga_sparse_t s = 0, again = 0;
        rng_t rng = rng_seed((uint64_t)type + 5);
        REQUIRE_OK(ga_sparse_create(&spec, &s));
        for (int64_t i = 0; i < 90; ++i)
            for (int64_t j = i % 2; j < 70; j += 2) {
                scalar_t value = serial_draw((ga_type)type, &rng);
                if (!type_is_integer((ga_type)type))
                    value.re /= 3;
                value = scalar_kept((ga_type)type, value);
                const element_t element = element_of((ga_type)type, value);
                set(&model, i, j, value.re, value.im);
                if (j % test_size() == test_rank())
                    CHECK_OK(ga_sparse_add(s, 1, &i, &j, &element));
            }
        CHECK_OK(ga_sparse_assemble(s));
        CHECK_OK(ga_sparse_write(s, path));
        CHECK_OK(ga_sync());
        if (CHECK_OK(ga_sparse_read(path, &spec, &again))) {
            serial_check(again, &model, "read again");
            CHECK_OK(ga_sparse_destroy(again));
        }
        CHECK_STATUS(ASHLAR_ESYS, ga_sparse_write(s, "/nowhere/at/all.mtx"));
        CHECK_OK(ga_sparse_destroy(s));
        serial_free(&model);
    }
    CHECK_OK(ga_sync());
    if (test_rank() == 0)
        unlink(path);
}

static int open_files(void)
{
    int n = 0;
    for (int file = 0; file < 1024; ++file)
        n += fcntl(file, F_GETFD) >= 0;
    return n;
}

/* All ranks fail, and keep no file open, where the last one cannot open it. */
TEST_CASE(last_rank_has_no_file, TEST_GA)
{
    const char *path = path_of_test(), *name = strrchr(path, '/') + 1;
    const ga_sparse_spec_t spec = {.type = ASHLAR_DOUBLE, .rows = 3, .cols = 3};
    const int is_last = test_rank() == test_size() - 1;
    char folder[1024];
    ga_sparse_t s = 0, read = -2;
    REQUIRE_OK(ga_sparse_create(&spec, &s));
    CHECK_OK(ga_sparse_assemble(s));
    CHECK_OK(ga_sparse_write(s, path));
    CHECK(getcwd(folder, sizeof folder) && chdir(is_last ? "/proc/self" : "/tmp") == 0);
    const int before = open_files();
    CHECK_STATUS(ASHLAR_ESYS, ga_sparse_write(s, name));
    CHECK_CONTAINS(ashlar_error_message(), is_last ? "cannot be written" : "another rank");
    CHECK_INT(before, open_files());
    CHECK_OK(ga_sync());
    CHECK_OK(ga_sparse_write(s, path));
    CHECK_STATUS(ASHLAR_ESYS, ga_sparse_read(name, &spec, &read));
    CHECK_INT(-2, read);
    CHECK_INT(before, open_files());
    CHECK(chdir(folder) == 0);
    CHECK_OK(ga_sparse_destroy(s));
    if (test_rank() == 0)
        unlink(path);
}
