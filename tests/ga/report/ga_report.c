/* The report of memory: its numbers, on rank 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "ga/report/text.h"
#include "model/twin.h"

enum { ROOM = 100000 };

static char *report(void)
{
    FILE *file = tmpfile();

    CHECK_OK(ga_report(file));
    char *text = text_of(file);
    CHECK(ga_rank() == 0 || text[0] == '\0');
    return text;
}

/* The lines about a node. */
typedef struct node {
    int ranks;
    long long bytes, used, committed, largest;
} node_t;

static void read_nodes(const char *text, node_t *nodes)
{
    for (int n = 0; n < al_node_count(); ++n) {
        char begin[32];
        snprintf(begin, sizeof begin, "node %d (host ", n);
        const char *at = strstr(text, begin);
        at = at ? strchr(at, ')') : NULL;
        node_t *x = &nodes[n];
        CHECK(at && sscanf(at,
                           "): %d ranks; arena of %lld bytes: %lld used, %lld committed, %lld in "
                           "the largest free piece\n",
                           &x->ranks, &x->bytes, &x->used, &x->committed, &x->largest) == 5);
    }
}

/* Bytes of each rank's block of a 1-D array. */
static int64_t bytes_of(ga_t g, int rank, size_t element)
{
    int64_t lo, hi;
    CHECK_OK(ga_distribution_nd(g, rank, &lo, &hi));
    return (hi - lo + 1) * (int64_t)element;
}

TEST_CASE_IN("engines", report_ranks, TEST_GA)
{
    const int size = ga_size();
    const int64_t n = 100000 * (int64_t)size + 1;
    node_t before[64], after[64], again[64];
    ga_t g;
    char *text = report();
    if (ga_rank() == 0) {
        CHECK_CONTAINS(text, "\non a rank at most 0 of 64 sets of mutexes, 0 of 256 record types\n"
                             "0 arrays, 0 bytes\n");
        read_nodes(text, before);
    }
    free(text);
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "uneven", NULL, GA_GROUP_WORLD, &g));
    char *expected = test_alloc(ROOM);
    int64_t least = INT64_MAX, most = 0, of_node[64] = {0};
    for (int rank = 0; rank < size; ++rank) {
        int64_t bytes = bytes_of(g, rank, sizeof(double));
        least = bytes < least ? bytes : least;
        most = bytes > most ? bytes : most;
        of_node[al_node_of(rank)] += bytes;
    }
    int used = snprintf(expected, ROOM,
                        "array 'uneven': %lld double\n  handle %d; on %d ranks; regular, blocks %d,"
                        " grid %d; %lld bytes, at most %lld on a rank\n"
                        "  bytes of a rank: least %lld, mean %.1f, most %lld\n",
                        (long long)n, g, size, size, size, 8 * (long long)n, (long long)most,
                        (long long)least, 8 * (double)n / size, (long long)most);
    for (int rank = 0; rank < size; ++rank)
        used += snprintf(expected + used, (size_t)(ROOM - used), "  rank %d: %lld bytes\n", rank,
                         (long long)bytes_of(g, rank, sizeof(double)));
    text = report();
    if (ga_rank() == 0) {
        CHECK(strncmp(text, expected, strlen(expected)) == 0);
        snprintf(expected, ROOM, "\n1 arrays, %lld bytes\n", 8 * (long long)n);
        CHECK_CONTAINS(text, expected);
        read_nodes(text, after);
        for (int k = 0; k < al_node_count(); ++k) {
            const long long grown = after[k].used - before[k].used;
            int ranks = 0;
            for (int rank = 0; rank < size; ++rank)
                ranks += al_node_of(rank) == k;
            CHECK_INT(ranks, after[k].ranks);
            CHECK_INT(before[k].bytes, after[k].bytes);
            CHECK(grown >= of_node[k] &&
                  grown <= of_node[k] + (64 + test_guards()) * (size + 1) + 4096);
            CHECK(after[k].committed >= of_node[k]);
            CHECK(after[k].largest > 0 && after[k].largest <= after[k].bytes - after[k].used);
            CHECK(after[k].largest <= before[k].largest);
        }
    }
    free(text);
    free(expected);
    CHECK_OK(ga_destroy(g));
    text = report();
    if (ga_rank() == 0) {
        read_nodes(text, again);
        for (int k = 0; k < al_node_count(); ++k) {
            CHECK_INT(before[k].used, again[k].used);
            CHECK_INT(before[k].largest, again[k].largest);
        }
    }
    free(text);
}

/* Copies count on the ranks that hold them; what lies in another array does not. */
TEST_CASE_IN("engines", report_copies, TEST_GA)
{
    const int size = ga_size(), nodes = al_node_count();
    ga_spec_t spec = {
        .type = ASHLAR_INT, .ndim = 1, .dims = {1024}, .name = "mirror", .mirrored = 1};
    ga_t mirror, below, above;
    REQUIRE_OK(ga_create_spec(&spec, &mirror));
    char *text = report();
    if (ga_rank() == 0) {
        int64_t sum = 0;
        for (int rank = 0; rank < size; ++rank) {
            char begin[32];
            snprintf(begin, sizeof begin, "  rank %d: ", rank);
            const char *at = strstr(text, begin);
            sum += CHECK(at != NULL) ? atoll(at + strlen(begin)) : 0;
        }
        CHECK(sum >= 4096 * nodes && sum <= 4096 * nodes + (64 * size + test_guards()) * nodes);
    }
    free(text);
    CHECK_OK(ga_destroy(mirror));
    spec.mirrored = 0;
    spec.name = "below";
    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.name = "above";
    spec.overlay = below;
    REQUIRE_OK(ga_create_spec(&spec, &above));
    text = report();
    if (ga_rank() == 0) {
        CHECK_CONTAINS(text, "in the memory of another array; 0 bytes, at most 0 on a rank\n"
                             "  bytes of a rank: least 0, mean 0.0, most 0\n");
        CHECK_CONTAINS(text, "2 arrays, 4096 bytes\n");
    }
    free(text);
    CHECK_OK(ga_destroy(above));
    CHECK_OK(ga_set_read_only(below, 1));
    text = report();
    if (ga_rank() == 0) {
        const char *at = strstr(text, "mean ");
        const double total = 4096 * (nodes > 1 ? nodes + 1 : 1);
        const double mean = CHECK(at != NULL) ? atof(at + 5) : 0;
        CHECK(mean * size > total - size &&
              mean * size < total + (64 * size + test_guards()) * nodes + size);
    }
    free(text);
    CHECK_OK(ga_set_read_only(below, 0));
    CHECK_OK(ga_destroy(below));
}

/* Memory that each rank has of its own: the most counts. Arrays of groups have their ranks' numbers
 * in the world. */
TEST_CASE_IN("engines", report_limits, TEST_GA)
{
    const int last = ga_size() - 1, me = ga_rank();
    ga_type types[3];
    ga_mutexes_t sets[2];
    ga_group_t alone;
    ga_t own;
    char part[160];
    for (int k = 0; k < 2; ++k)
        REQUIRE_OK(ga_mutexes_create(GA_GROUP_WORLD, 1, &sets[k]));
    for (int k = 0; k < 3 && me == last; ++k)
        REQUIRE_OK(ga_type_create(24, &types[k]));
    REQUIRE_OK(ga_group_create(1, &me, &alone));
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, (int64_t[]){me + 1}, "own", NULL, alone, &own));
    char *text = report();
    if (me == 0) {
        CHECK_CONTAINS(text,
                       "\non a rank at most 2 of 64 sets of mutexes, 3 of 256 record types\n");
        for (int rank = 0; rank <= last; ++rank) {
            const int bytes = 8 * (rank + 1);
            snprintf(part, sizeof part,
                     "  bytes of a rank: least %d, mean %d.0, most %d\n"
                     "  rank %d: %d bytes\n",
                     bytes, bytes, bytes, rank, bytes);
            CHECK_CONTAINS(text, part);
        }
    }
    free(text);
    CHECK_OK(ga_destroy(own));
    CHECK_OK(ga_group_destroy(alone));
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_mutexes_destroy(sets[k]));
    for (int k = 0; k < 3 && me == last; ++k)
        CHECK_OK(ga_type_destroy(types[k]));
}

TEST_CASE_IN("engines", report_fails, TEST_GA)
{
    FILE *full = fopen("/dev/full", "w");
    CHECK_STATUS(ASHLAR_EARG, ga_report(NULL));
    CHECK_CONTAINS(ashlar_error_message(), "ga_report: ");
    if (CHECK(full != NULL)) {
        CHECK_STATUS(ASHLAR_ESYS, ga_report(full));
        CHECK_CONTAINS(ashlar_error_message(), "ga_report: ");
        fclose(full);
    }
}
