/* Writes datasets for foreign.py to look at, or reads those that it has written: foreign write|read
 * FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/io.h>

enum { ROWS = 5, COLS = 3 };

typedef struct pair {
    double weight;
    int place[2];
} pair_t;

static const char *const names[] = {
#define NAME(id, ctype, mpitype, kind) "/numbers/" #id,
    ASHLAR_TYPE_TABLE(NAME)
#undef NAME
};

/* Element (i,j) is 10 i + j, and its imaginary part -j. */
#define FILL(id, ctype, mpitype, kind)                                                             \
    case ASHLAR_##id:                                                                              \
        for (int j = 0; j < COLS; ++j)                                                             \
            for (int i = 0; i < ROWS; ++i) {                                                       \
                const double of_kind = #kind[0] == 'c' ? -j : 0;                                   \
                ctype *at = (ctype *)buffer + i + ROWS * j;                                        \
                *at = (ctype)(10 * i + j);                                                         \
                if (#kind[0] == 'c')                                                               \
                    *at += (ctype)(of_kind * 1.0i);                                                \
            }                                                                                      \
        break;

static void fill(ga_type type, void *buffer)
{
    switch (type) {
        ASHLAR_TYPE_TABLE(FILL)
    default:
        break;
    }
}

static int fails(int status)
{
    if (status != ASHLAR_OK)
        fprintf(stderr, "%s\n", ashlar_error_message());
    return status != ASHLAR_OK;
}

static int write_numbers(const char *file, ga_type type)
{
    char buffer[16 * ROWS * COLS];
    const int64_t chunk[] = {2, 3};
    const io_options_t options = {.chunk = chunk, .deflate = 1};
    ga_t g;
    fill(type, buffer);
    if (fails(ga_create(type, ROWS, COLS, names[type], 0, 0, &g)))
        return 1;
    if (ga_rank() == 0)
        ga_put(g, 0, ROWS - 1, 0, COLS - 1, buffer, ROWS);
    ga_sync();
    const int failed = fails(io_write(g, file, names[type], type % 2 ? &options : NULL));
    ga_destroy(g);
    return failed;
}

static int write_records(const char *file)
{
    static const io_field_t fields[] = {{"weight", ASHLAR_DOUBLE, 1, offsetof(pair_t, weight)},
                                        {"place", ASHLAR_INT, 2, offsetof(pair_t, place)}};
    const io_options_t options = {.fields = fields, .field_count = 2};
    const int64_t n[] = {4};
    ga_type type;
    ga_t g;
    if (fails(ga_type_create(sizeof(pair_t), &type)) ||
        fails(ga_create_nd(type, 1, n, "pairs", NULL, GA_GROUP_DEFAULT, &g)))
        return 1;
    for (int64_t k = 0; k < 4 && ga_rank() == 0; ++k) {
        const pair_t pair = {(double)k / 2, {(int)k, (int)-k}};
        ga_put_nd(g, &k, &k, &pair, NULL);
    }
    ga_sync();
    const int failed =
        fails(io_write(g, file, "/pairs", &options)) + fails(io_write(g, file, "/opaque", NULL));
    ga_destroy(g);
    ga_type_destroy(type);
    return failed;
}

static int read_numbers(const char *file, ga_type type)
{
    char wanted[16 * ROWS * COLS], buffer[16 * ROWS * COLS];
    size_t bytes;
    ga_t g;
    fill(type, wanted);
    ga_type_bytes(type, &bytes);
    if (fails(ga_create(type, ROWS, COLS, names[type], 0, 0, &g)) ||
        fails(io_read(g, file, names[type], NULL)))
        return 1;
    ga_get(g, 0, ROWS - 1, 0, COLS - 1, buffer, ROWS);
    ga_destroy(g);
    if (memcmp(wanted, buffer, bytes * ROWS * COLS) == 0)
        return 0;
    fprintf(stderr, "%s: other numbers\n", names[type]);
    return 1;
}

int main(int argc, char **argv)
{
    int failed = argc != 3;
    MPI_Init(&argc, &argv);
    failed += fails(ga_initialize(MPI_COMM_WORLD));
    for (int type = 0; type < ASHLAR_TYPE_COUNT && !failed; ++type)
        failed += strcmp(argv[1], "write") == 0 ? write_numbers(argv[2], (ga_type)type)
                                                : read_numbers(argv[2], (ga_type)type);
    if (!failed && strcmp(argv[1], "write") == 0)
        failed += write_records(argv[2]);
    ga_terminate();
    MPI_Finalize();
    return failed != 0;
}
