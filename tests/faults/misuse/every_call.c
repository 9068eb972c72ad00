/* Every public call as a row, with arguments that are right; the calls are those of generated/api.
 */
#include <stdio.h>
#include <string.h>

#include <ashlar/al_memory.h>
#include <ashlar/al_work.h>
#include <ashlar/bundle.h>
#include <ashlar/coarray.h>
#include <ashlar/sparse.h>
#include <ashlar/tiles.h>
#include <ashlar/ga_classic.h>
#include <ashlar/la.h>

#include "every_call.h"
#include "misuse.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static const char *varied; /* the argument that is wrong */
static int bad_handle;     /* and what it is, if it is a handle */
static ga_t array = 65537; /* 5 x 5 doubles; the others are alike */
static ga_t second, third;
static ga_t line; /* 5 doubles */
static la_factor_t factor;
static ga_mutexes_t mutex_set;
static ga_tasks_t pool;
static ga_grid_t grid;
static al_segment_t *segment;
static al_mutexes_t *mutexes;
static bundle_t *bundle;
static co_array_t *x;
static co_barrier_t *barrier;
static co_locks_t *locks;
static ga_sparse_t sparse;
static const al_shape_t shape = {.count = {8}};
static const ga_grid_spec_t grid_spec = {.ndim = 2};
static ga_tiles_t to_tiles, from_tiles;
static const ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {5, 5}};
static int64_t ones[ASHLAR_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1}, zeros[ASHLAR_MAX_DIM], room[64];
static int ints[ASHLAR_MAX_DIM] = {1};
static void *pointers[1] = {room};

bool every_call_begins(const char *text, const char *const *words)
{
    for (; *words; ++words)
        if (strncmp(text, *words, strlen(*words)) == 0)
            return true;
    return false;
}

static bool is_varied(const char *name)
{
    return varied && strcmp(name, varied) == 0;
}

static void *pointer(const char *name, const void *right)
{
    return is_varied(name) ? NULL : (void *)right;
}

/* Bytes of an element, one of what is counted, offset 0. */
static size_t size_named(const char *name)
{
    return strstr(name, "bytes") || strcmp(name, "size") == 0 ? 8 : strcmp(name, "n") == 0;
}

/* Scans are of one dimension; what solvers write is not what they read. */
static ga_t array_named(const char *name)
{
    static const char *const lines[] = {"source", "target", "mask", NULL};
    static const char *const seconds[] = {"b", "vt", NULL}, *const thirds[] = {"c", "u", "x", "z",
                                                                               NULL};
    return is_varied(name)                    ? bad_handle
           : every_call_begins(name, lines)   ? line
           : every_call_begins(name, seconds) ? second
           : every_call_begins(name, thirds)  ? third
                                              : array;
}

static char letter_named(const char *name)
{
    return strcmp(name, "side") == 0 || strcmp(name, "uplo") == 0 ? 'l'
           : strcmp(name, "kind") == 0                            ? 'f'
           : strcmp(name, "structure") == 0                       ? 's'
                                                                  : 'n';
}

static int number_named(const char *name)
{
    return strcmp(name, "op") == 0 ? (int)ASHLAR_MAX : strcmp(name, "n") == 0;
}

static int mutexes_or_pool(const char *name)
{
    return is_varied(name) ? bad_handle : strcmp(name, "tasks") == 0 ? pool : mutex_set;
}

static int refuse_work(void *context, int *done)
{
    (void)context;
    (void)done;
    return ASHLAR_EARG;
}

#include "passed.inc"

#define CALL(call, ...)                                                                            \
    static int call_##call(void)                                                                   \
    {                                                                                              \
        return call(__VA_ARGS__);                                                                  \
    }
#include "api/al_calls.def"
#define NUMBER(name) mutexes_or_pool(#name)
#include "api/ga_calls.def"
#include "api/la_calls.def"
#undef NUMBER
#define NUMBER(name) pointer(#name, name)
#include "api/bundle_calls.def"
#define events x
#define from   x
#define to     x
#include "api/coarray_calls.def"
#undef events
#undef from
#undef to
#include "api/tiles_calls.def"
#undef NUMBER
#define NUMBER(name) (is_varied(#name) ? bad_handle : sparse)
#include "api/sparse_calls.def"

/* ---- rows ------------------------------------------------------------------------------------ */

#undef CALL
#define CALL(call, ...) {#call "()", call_##call, #__VA_ARGS__, {{"", PLAIN}}},
static call_row_t al_rows[] = {
#include "api/al_calls.def"
};
static call_row_t ga_rows[] = {
#include "api/ga_calls.def"
};
static call_row_t la_rows[] = {
#include "api/la_calls.def"
};
static call_row_t bundle_rows[] = {
#include "api/bundle_calls.def"
};
static call_row_t coarray_rows[] = {
#include "api/coarray_calls.def"
};
static call_row_t tiles_rows[] = {
#include "api/tiles_calls.def"
};
static call_row_t sparse_rows[] = {
#include "api/sparse_calls.def"
};

#define TABLE(rows, objects, absent)                                                               \
    {                                                                                              \
        rows, sizeof(rows) / sizeof *(rows), objects, absent                                       \
    }
const call_table_t every_call_tables[] = {
    TABLE(al_rows, false, ASHLAR_ESTATE),     TABLE(ga_rows, false, ASHLAR_ESTATE),
    TABLE(la_rows, false, ASHLAR_ESTATE),     TABLE(bundle_rows, true, ASHLAR_EARG),
    TABLE(coarray_rows, true, ASHLAR_ESTATE), TABLE(tiles_rows, false, ASHLAR_ESTATE),
    TABLE(sparse_rows, false, ASHLAR_ESTATE)};

/* A kind that is not here is a pointer that must not be NULL. */
static wrong_t wrong_of(const char *kind, bool has_objects)
{
    static const char *const plain = " NONE COMM MINE_INT MINE INT FLAG NDIM LETTER TYPE LONG "
                                     "POSITION COUNT SEED MINE_SIZE SIZE RANGE ";
    char word[32];
    snprintf(word, sizeof word, " %s ", kind);
    return strstr(kind, "_OR_NULL") || strstr(plain, word)            ? PLAIN
           : strcmp(kind, "ARRAY") == 0 || strcmp(kind, "PATCH") == 0 ? IS_ARRAY
           : strcmp(kind, "GROUP") == 0                               ? IS_GROUP
           : strcmp(kind, "FACTOR") == 0 || strcmp(kind, "GRID") == 0 ? IS_HANDLE
           : strcmp(kind, "NUMBER") == 0 ? (has_objects ? IS_OBJECT : IS_HANDLE)
                                         : IS_POINTER;
}

/* Read "KIND(name), KIND(name)". */
static void read_arguments(call_row_t *row, bool has_objects)
{
    char kind[24];
    int used = 0;
    call_argument_t *a = row->arguments;
    for (const char *at = row->kinds;
         sscanf(at, " %23[A-Z_](%23[a-z_])%n", kind, a->name, &used) == 2; at += used) {
        (a++)->is = wrong_of(kind, has_objects);
        used += at[used] == ',';
    }
}

__attribute__((constructor)) static void read_tables(void)
{
    for (int t = 0; t < TABLES; ++t)
        for (size_t k = 0; k < every_call_tables[t].n; ++k)
            read_arguments(&every_call_tables[t].rows[k], every_call_tables[t].has_objects);
}

/* ---- calls ----------------------------------------------------------------------------------- */

void every_call_wrong(const call_row_t *row, const char *argument, int handle, int expected,
                      const char *part)
{
    varied = argument;
    bad_handle = handle;
    misuse_check(__FILE__, __LINE__, row->text, expected, row->run(),
                 (const char *const[]){part, NULL});
    varied = NULL;
    for (size_t k = 0; k < sizeof room / sizeof *room; ++k)
        if (room[k] != 0)
            test_fail(__FILE__, __LINE__, "%s has written to its arguments", row->text);
}

void every_call_make(void)
{
    const co_spec_t counters = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {3}};
    const double one = 1;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "good", 0, 0, &array));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &(int64_t){5}, "line", NULL, GA_GROUP_WORLD, &line));
    CHECK_OK(ga_create_like(array, ASHLAR_DOUBLE, "second", &second));
    CHECK_OK(ga_create_like(array, ASHLAR_DOUBLE, "third", &third));
    CHECK_OK(ga_zero(second));
    CHECK_OK(ga_zero(third));
    CHECK_OK(ga_zero(array));
    CHECK_OK(ga_shift_diagonal(array, &one));
    CHECK_OK(la_factor_lu(array, &factor));
    CHECK_OK(ga_mutexes_create(GA_GROUP_WORLD, 2, &mutex_set));
    CHECK_OK(ga_tasks_create(GA_GROUP_WORLD, 3, NULL, GA_TASKS_AS_GIVEN, 0, 1, &pool));
    CHECK_OK(ga_grid_create(&(ga_grid_spec_t){.ndim = 2}, &grid));
    to_tiles = (ga_tiles_t){.g = second};
    from_tiles = (ga_tiles_t){.g = array, .n = 2, .where = {ashlar_at(0), ashlar_at(0)}};
    CHECK_OK(al_segment_create(al_group_world(), 64, &segment));
    CHECK_OK(al_mutexes_create(al_group_world(), 2, &mutexes));
    CHECK_OK(bundle_create(GA_GROUP_WORLD, &bundle));
    CHECK_OK(bundle_add(bundle, line, BUNDLE_SUM, &(int){0}));
    CHECK_OK(co_create(&counters, &x));
    CHECK_OK(co_barrier_create(GA_GROUP_WORLD, &barrier));
    CHECK_OK(co_barrier_notify(barrier));
    CHECK_OK(co_locks_create(GA_GROUP_WORLD, 2, &locks));
    CHECK_OK(ga_sparse_from_dense(array, NULL, &sparse));
}

void every_call_free(void)
{
    CHECK_OK(ga_sparse_destroy(sparse));
    CHECK_OK(co_locks_free(locks));
    CHECK_OK(co_barrier_wait(barrier));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_free(x));
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(al_mutexes_free(mutexes));
    CHECK_OK(al_segment_free(segment));
    CHECK_OK(ga_grid_destroy(grid));
    CHECK_OK(ga_tasks_destroy(pool));
    CHECK_OK(ga_mutexes_destroy(mutex_set));
    CHECK_OK(la_factor_free(factor));
    CHECK_OK(ga_destroy(third));
    CHECK_OK(ga_destroy(second));
    CHECK_OK(ga_destroy(line));
    CHECK_OK(ga_destroy(array));
}

ga_t every_call_array(void)
{
    return array;
}

void every_call_use(const ga_t *arrays)
{
    array = arrays[0];
    second = arrays[1];
    third = arrays[2];
    line = arrays[3];
}

void every_call_refused(const char *part)
{
    /* These start the library, or do not need it. */
    static const char *const start[] = {"al_init(",       "ga_initialize(", "al_poll(",
                                        "ga_type_bytes(", "ga_grid_fit(",   NULL};
    /* Those that are left can be freed at any time. */
    bundle = NULL;
    x = NULL;
    barrier = NULL;
    locks = NULL;
    for (int t = 0; t < TABLES; ++t)
        FOR_EACH_ROW (row, t) {
            const bool lacks = row->arguments[0].is == IS_OBJECT;
            const int expected = lacks ? every_call_tables[t].absent : ASHLAR_ESTATE;
            if (!every_call_begins(row->text, start))
                every_call_wrong(row, NULL, 0, expected, expected == ASHLAR_ESTATE ? part : NULL);
        }
}
