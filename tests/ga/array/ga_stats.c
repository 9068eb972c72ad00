/* Counts of calls and bytes against what the owners of the elements say. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"

/* Bytes by where they lie, seen from this rank. */
typedef struct split {
    int64_t calls, own, node, remote;
} split_t;

static void add_element(split_t *split, const twin_t *twin, const int64_t *index)
{
    int64_t bytes = (int64_t)type_bytes(twin->model.type);
    int owner = -1;

    CHECK_OK(ga_locate_nd(twin->g, index, &owner));
    if (owner == ga_rank())
        split->own += bytes;
    else if (al_node_of(owner) == al_node_of(ga_rank()))
        split->node += bytes;
    else
        split->remote += bytes;
}

static void add_patch(split_t *split, const twin_t *twin, const patch_t *patch)
{
    patch_t at = *patch;

    ++split->calls;
    do {
        add_element(split, twin, at.lo);
    } while (patch_next(patch, at.lo));
}

static void check_counts(const char *file, int line, ga_stats_call call, split_t expected)
{
    ga_stats_t found;

    memset(&found, 0xff, sizeof found);
    test_check_status(file, line, ASHLAR_OK, ga_stats(call, &found), "ga_stats");
    test_check_int(file, line, expected.calls, found.calls, "calls");
    test_check_int(file, line, expected.own, found.bytes_own, "bytes of my own");
    test_check_int(file, line, expected.node, found.bytes_node, "bytes on my node");
    test_check_int(file, line, expected.remote, found.bytes_remote, "bytes on other nodes");
    test_check(file, line, found.seconds >= 0 && (expected.calls > 0 || found.seconds == 0),
               "seconds belong to calls");
}
#define CHECK_COUNTS(call, expected) check_counts(__FILE__, __LINE__, (call), (expected))

/* Every way to put, get and accumulate one patch. */
static void move_patch(const twin_t *t, const patch_t *p, split_t *get, split_t *acc)
{
    int64_t step[ASHLAR_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1};
    const element_t zero = element_of(t->model.type, (scalar_t){0, 0});
    buffer_t b = buffer_create(t->model.type, p, NULL);
    ga_handle_t h = 0;

    CHECK_OK(ga_get_nd(t->g, p->lo, p->hi, b.data, b.ld));
    CHECK_OK(ga_get_nb_nd(t->g, p->lo, p->hi, b.data, b.ld, &h));
    CHECK_OK(ga_wait(&h));
    CHECK_OK(ga_get_strided_nd(t->g, p->lo, p->hi, step, b.data, b.ld));
    CHECK_OK(ga_acc_nd(t->g, p->lo, p->hi, b.data, b.ld, &zero));
    CHECK_OK(ga_acc_nb_nd(t->g, p->lo, p->hi, b.data, b.ld, &zero, &h));
    CHECK_OK(ga_wait(&h));
    buffer_free(&b);
    for (int k = 0; k < 3; ++k)
        add_patch(get, t, p);
    for (int k = 0; k < 2; ++k)
        add_patch(acc, t, p);
}

static void count_patches(twin_t *twin, rng_t *rng)
{
    split_t get = {0}, acc = {0};

    CHECK_OK(ga_sync());
    CHECK_OK(ga_stats_enable(1));
    for (int k = 0; k < 3; ++k) {
        patch_t p = patch_random(rng, twin->model.whole.ndim, twin->model.dims);
        move_patch(twin, &p, &get, &acc);
    }
    CHECK_COUNTS(GA_STATS_PUT, ((split_t){0}));
    CHECK_COUNTS(GA_STATS_GET, get);
    CHECK_COUNTS(GA_STATS_ACC, acc);
    CHECK_COUNTS(GA_STATS_SYNC, ((split_t){0}));
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_sync());
}

TEST_CASE_IN("engines", stats_patches, TEST_GA)
{
    each_twin(count_patches);
}

/* Puts, lists, atomics and syncs; failing and empty calls move nothing; starting again clears. */
TEST_CASE_IN("engines", stats_elements, TEST_GA)
{
    twin_t t = twin_create(ASHLAR_LONG, 2, (int64_t[]){9, 14}, LAYOUT_REGULAR, GA_GROUP_WORLD, 8);
    split_t put = {0}, list = {.calls = 1}, rmw = {0};
    const patch_t row =
        patch_make(2, (int64_t[]){ga_rank() % 9, 0}, (int64_t[]){ga_rank() % 9, 13});
    int64_t index[5][2], old;
    long values[14] = {0}, none = 0;

    CHECK_OK(ga_sync());
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(ga_put_nd(t.g, row.lo, row.hi, values, NULL));
    add_patch(&put, &t, &row);
    CHECK_STATUS(ASHLAR_ERANGE, ga_put(t.g, 0, 9, 0, 0, values, 10));
    for (int k = 0; k < 5; ++k) {
        index[k][0] = (3 * k + ga_rank()) % 9;
        index[k][1] = 5 * k % 14;
        add_element(&list, &t, index[k]);
        CHECK_OK(ga_read_inc_nd(t.g, index[k], 0, &old));
        add_patch(&rmw, &t, &(patch_t){2, {index[k][0], index[k][1]}, {index[k][0], index[k][1]}});
    }
    CHECK_OK(ga_swap_nd(t.g, index[0], 0, &old));
    add_patch(&rmw, &t, &(patch_t){2, {index[0][0], index[0][1]}, {index[0][0], index[0][1]}});
    CHECK_OK(ga_gather_nd(t.g, 5, index[0], values));
    CHECK_OK(ga_scatter_nd(t.g, 5, index[0], values));
    CHECK_OK(ga_scatter_acc_nd(t.g, 5, index[0], values, &none));
    CHECK_OK(ga_sync());
    CHECK_COUNTS(GA_STATS_PUT, put);
    CHECK_COUNTS(GA_STATS_GATHER, list);
    CHECK_COUNTS(GA_STATS_SCATTER, list);
    CHECK_COUNTS(GA_STATS_SCATTER_ACC, list);
    CHECK_COUNTS(GA_STATS_RMW, rmw);
    CHECK_COUNTS(GA_STATS_SYNC, ((split_t){.calls = 1}));
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_get_nd(t.g, row.lo, row.hi, values, NULL));
    CHECK_COUNTS(GA_STATS_GET, ((split_t){0}));
    CHECK_COUNTS(GA_STATS_PUT, put); /* kept */
    CHECK_OK(ga_stats_enable(1));
    CHECK_COUNTS(GA_STATS_PUT, ((split_t){0}));
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_sync());
    twin_destroy(&t);
}

/* Whether data is mine goes by my rank in the array's group. */
TEST_CASE_IN("engines", stats_on_group, TEST_GA)
{
    int ranks[64], in = -1;
    const int size = ga_size();
    int32_t value = 0;
    int64_t lo, hi;
    ga_group_t group;
    ga_t g;

    for (int r = 0; r < size; ++r)
        ranks[r] = size - 1 - r;
    REQUIRE_OK(ga_group_create(size, ranks, &group));
    CHECK_OK(ga_group_rank(group, &in));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){size}, "turned", NULL, group, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_distribution_nd(g, in, &lo, &hi));
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(ga_get_nd(g, &lo, &lo, &value, NULL));
    CHECK_OK(ga_gather_nd(g, 1, &lo, &value));
    CHECK_OK(ga_group_sync(group));
    CHECK_COUNTS(GA_STATS_GET, ((split_t){.calls = 1, .own = 4}));
    CHECK_COUNTS(GA_STATS_GATHER, ((split_t){.calls = 1, .own = 4}));
    CHECK_COUNTS(GA_STATS_SYNC, ((split_t){.calls = 1}));
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_group_destroy(group));
}

/* The table adds the ranks up; it is written by rank 0 only. */
TEST_CASE_IN("engines", stats_table, TEST_GA)
{
    char line[256], *text = NULL;
    size_t size = 0;
    long long calls = -1, bytes[3] = {0}, expected[3] = {0}; /* own, node, remote */
    double buf[8] = {0};
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 8, ga_size(), "table", 8, 1, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_stats_enable(1));
    for (int rank = 0; rank < ga_size(); ++rank)
        CHECK_OK(ga_get(g, 0, 7, rank, rank, buf, 8));
    FILE *stream = ga_rank() == 0 ? open_memstream(&text, &size) : NULL;
    CHECK_OK(ga_stats_print(stream));
    CHECK_STATUS(ga_rank() == 0 ? ASHLAR_EARG : ASHLAR_OK, ga_stats_print(NULL));
    CHECK_OK(ga_stats_enable(0));
    if (stream) {
        fclose(stream);
        snprintf(line, sizeof line, "%-16s %12s %14s %14s %14s %10s\n", "call", "calls",
                 "bytes own", "bytes node", "bytes remote", "seconds");
        CHECK(strncmp(text, line, strlen(line)) == 0);
        CHECK(strstr(text, "\nput ") == NULL); /* nothing was put */
        const char *get = strstr(text, "\nget ");
        if (CHECK(get != NULL)) {
            snprintf(line, sizeof line, "%s", get + 5);
            CHECK_INT(4,
                      sscanf(line, "%lld %lld %lld %lld", &calls, &bytes[0], &bytes[1], &bytes[2]));
            CHECK_INT((int64_t)ga_size() * ga_size(), calls);
            for (int from = 0; from < ga_size(); ++from)
                for (int to = 0; to < ga_size(); ++to)
                    expected[from == to ? 0 : al_node_of(from) == al_node_of(to) ? 1 : 2] += 64;
            for (int k = 0; k < 3; ++k)
                CHECK_INT(expected[k], bytes[k]);
        }
        free(text);
    }
    CHECK_OK(ga_destroy(g));
}

/* Histograms: how many calls moved so many bytes; each call took some time. */
TEST_CASE_IN("engines", stats_histograms, TEST_GA)
{
    double buf[64] = {0};
    char *text = NULL;
    size_t size = 0;
    ga_stats_t found;
    int64_t times = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 64, 1, "sizes", 64, 1, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_stats_enable(1));
    for (int n = 1; n <= 64; ++n)
        CHECK_OK(ga_get(g, 0, n - 1, 0, 0, buf, n));
    CHECK_OK(ga_stats(GA_STATS_GET, &found));
    /* 8 bytes; 16, 24; 32 to 56; ...; 256 to 504; 512 */
    const int64_t expected[] = {0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 1};
    for (int bin = 0; bin < GA_STATS_BINS; ++bin) {
        CHECK_INT(bin < 11 ? expected[bin] : 0, found.sizes[bin]);
        times += found.times[bin];
    }
    CHECK_INT(64, times);
    CHECK(found.seconds_waited <= found.seconds);
    FILE *stream = ga_rank() == 0 ? open_memstream(&text, &size) : NULL;
    CHECK_OK(ga_stats_print_json(stream));
    CHECK_STATUS(ga_rank() == 0 ? ASHLAR_EARG : ASHLAR_OK, ga_stats_print_json(NULL));
    if (stream) {
        char line[160];
        fclose(stream);
        snprintf(line, sizeof line,
                 "{\"ranks\": %d, \"calls\": [\n  {\"call\": \"get\", \"calls\": %d, ", ga_size(),
                 64 * ga_size());
        CHECK(strncmp(text, line, strlen(line)) == 0);
        snprintf(line, sizeof line, "\"sizes\": [0, 0, 0, 0, %d, %d, %d, %d, %d, %d, %d]",
                 ga_size(), 2 * ga_size(), 4 * ga_size(), 8 * ga_size(), 16 * ga_size(),
                 32 * ga_size(), ga_size());
        CHECK_CONTAINS(text, line);
        CHECK(strcmp(text + size - 5, "}\n]}\n") == 0);
        free(text);
    }
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_destroy(g));
}

/* Rank 0 puts, gets and accumulates one element of the last rank, on another node. A small put
 * joins a message that is being filled, and begins none. */
TEST_CASE(stats_messages, TEST_GA)
{
    static const ga_stats_call calls[] = {GA_STATS_PUT, GA_STATS_ACC, GA_STATS_GET, GA_STATS_RMW};
    const int64_t expected[] = {1, 0, 1, 1}, last = ga_size() - 1;
    const int is_far = al_node_of((int)last) != al_node_of(0);
    const char *engine = getenv("ASHLAR_TRANSPORT");
    long long value = 1;
    int64_t old;
    ga_stats_t found;
    ga_t g;

    if (engine && strcmp(engine, "am") != 0) {
        test_skip("MPI makes the messages");
        return;
    }
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, (int64_t[]){ga_size()}, "one each", NULL,
                            GA_GROUP_WORLD, &g));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_stats_enable(1));
    if (ga_rank() == 0) {
        CHECK_OK(ga_put_nd(g, &last, &last, &value, NULL));
        CHECK_OK(ga_acc_nd(g, &last, &last, &value, NULL, &value));
        CHECK_OK(ga_fence());
        CHECK_OK(ga_get_nd(g, &last, &last, &value, NULL));
        CHECK_OK(ga_read_inc_nd(g, &last, 1, &old));
        CHECK_INT(2, value);
        CHECK_INT(2, old);
        for (int k = 0; k < 4; ++k) {
            CHECK_OK(ga_stats(calls[k], &found));
            CHECK_INT(is_far * expected[k], found.messages);
            CHECK((found.message_bytes > 8) == is_far);
        }
    }
    CHECK_OK(ga_sync());
    CHECK_OK(ga_stats_enable(0));
    CHECK_OK(ga_destroy(g));
}
