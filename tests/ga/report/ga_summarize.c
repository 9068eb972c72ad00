/* The list of live arrays: its text, whoever the arrays belong to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "ga/report/text.h"
#include "model/twin.h"

enum { ROOM = 100000 };

/* The text that ga_summarize() writes on rank 0; nothing on others. */
static char *summary(int verbose)
{
    FILE *file = tmpfile();

    CHECK_OK(ga_summarize(verbose, file));
    char *text = text_of(file);
    CHECK(ga_rank() == 0 || text[0] == '\0');
    return text;
}

/* The text that is expected, piece by piece. */
typedef struct expected {
    char text[ROOM];
    size_t length;
} expected_t;

#define EXPECT(expected, ...)                                                                      \
    ((expected)->length += (size_t)snprintf((expected)->text + (expected)->length,                 \
                                            ROOM - (expected)->length, __VA_ARGS__))

static void check_summary(int verbose, const expected_t *expected)
{
    char *text = summary(verbose);

    CHECK_TEXT(ga_rank() == 0 ? expected->text : "", text);
    free(text);
}

TEST_CASE(summarize_none, TEST_GA)
{
    check_summary(0, &(expected_t){.text = "0 arrays, 0 bytes\n"});
    check_summary(1, &(expected_t){.text = "0 arrays, 0 bytes\n"});
}

/* Two arrays of all ranks, and the blocks of each; one more with ghost cells that has been
 * destroyed. */
TEST_CASE_IN("engines", summarize_blocks, TEST_GA)
{
    const int64_t cuts[2] = {0, 3}, n = ga_size();
    const ga_spec_t tiles = {.type = ASHLAR_DOUBLE,
                             .ndim = 2,
                             .dims = {7, 6},
                             .name = "tiles",
                             .kind = GA_TILED_IRREGULAR,
                             .blocks = {2, 2},
                             .cuts = {cuts, cuts},
                             .grid = {1, 1}};
    const ga_spec_t line = {
        .type = ASHLAR_INT, .ndim = 1, .dims = {3 * n}, .name = "line", .ghosts = {1}};
    expected_t short_one = {.length = 0}, long_one = {.length = 0};
    char first[200], second[200];
    ga_t a, b;

    REQUIRE_OK(ga_create_spec(&tiles, &a));
    REQUIRE_OK(ga_create_spec(&line, &b));
    snprintf(first, sizeof first,
             "array 'tiles': 7 x 6 double\n"
             "  handle %d; on %d ranks; tiled irregular, blocks 2 x 2, grid 1 x 1"
             "; 336 bytes, at most 336 on a rank\n",
             a, ga_size());
    snprintf(second, sizeof second,
             "array 'line': %d int\n"
             "  handle %d; on %d ranks; regular, blocks %d, grid %d, ghost cells 1"
             "; %d bytes, at most 20 on a rank\n",
             (int)(3 * n), b, ga_size(), ga_size(), ga_size(), (int)(20 * n));
    EXPECT(&short_one, "%s%s2 arrays, %d bytes\n", first, second, (int)(336 + 20 * n));
    EXPECT(&long_one,
           "%srank 0: block 0 [0..2, 0..2]\nrank 0: block 1 [3..6, 0..2]\n"
           "rank 0: block 2 [0..2, 3..5]\nrank 0: block 3 [3..6, 3..5]\n",
           first);
    for (int rank = 1; rank < ga_size(); ++rank)
        EXPECT(&long_one, "rank %d: no block\n", rank);
    EXPECT(&long_one, "%s", second);
    for (int rank = 0; rank < ga_size(); ++rank)
        EXPECT(&long_one, "rank %d: block 0 [%d..%d]\n", rank, 3 * rank, 3 * rank + 2);
    EXPECT(&long_one, "2 arrays, %d bytes\n", (int)(336 + 20 * n));
    check_summary(0, &short_one);
    check_summary(1, &long_one);
    CHECK_OK(ga_destroy(b));
    short_one.length = 0;
    EXPECT(&short_one, "%s1 arrays, 336 bytes\n", first);
    check_summary(0, &short_one);
    CHECK_OK(ga_destroy(a));
}

/* Copies on each node, and an array in the memory of another: what is counted twice, or not. */
TEST_CASE_IN("engines", summarize_copies, TEST_GA)
{
    const int nodes = al_node_count();
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .dims = {64}, .name = "", .mirrored = 1};
    ga_t mirror, below, above;
    char part[100];

    spec.rank_count = 1;
    spec.ranks = (int[]){0};
    spec.kind = GA_BLOCK_CYCLIC;
    spec.block[0] = 64;
    REQUIRE_OK(ga_create_spec(&spec, &mirror));
    spec.mirrored = 0;
    REQUIRE_OK(ga_create_spec(&spec, &below));
    spec.overlay = below;
    REQUIRE_OK(ga_create_spec(&spec, &above));
    char *text = summary(0);
    if (ga_rank() == 0) {
        snprintf(part, sizeof part,
                 "block-cyclic, blocks 1; mirrored on %d nodes; %d bytes, at most 256 ", nodes,
                 256 * nodes);
        CHECK_CONTAINS(text, part);
        CHECK_CONTAINS(text, "blocks 1; in the memory of another array; 0 bytes, at most 0 ");
        snprintf(part, sizeof part, "\n3 arrays, %d bytes\n", 256 * nodes + 256);
        CHECK_CONTAINS(text, part);
    }
    free(text);
    CHECK_OK(ga_destroy(above));
    CHECK_OK(ga_set_read_only(below, 1));
    text = summary(0);
    if (ga_rank() == 0) {
        snprintf(part, sizeof part, "blocks 1; only read; %d bytes",
                 nodes > 1 ? 256 + 256 * nodes : 256);
        CHECK_CONTAINS(text, part);
    }
    free(text);
    CHECK_OK(ga_set_read_only(below, 0));
    CHECK_OK(ga_destroy(below));
    CHECK_OK(ga_destroy(mirror));
}

/* Arrays that rank 0 does not know: of each rank alone, many at once, and of the others in reverse.
 */
TEST_CASE_IN("engines", summarize_groups, TEST_GA)
{
    enum { MANY = 40 };
    expected_t expected = {.length = 0};
    ga_group_t alone, others = 0;
    ga_t own[MANY], all = 0, theirs = 0;
    int64_t bytes = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank(), 0, &alone));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, ga_rank() ? 0 : -1, -ga_rank(), &others));
    for (int k = 0; k < MANY; ++k) {
        char name[20];
        snprintf(name, sizeof name, "own %d", ga_rank());
        REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){k + 1}, name, NULL, alone, &own[k]));
    }
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){5}, "all", NULL, GA_GROUP_WORLD, &all));
    if (others)
        REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){3}, "theirs", NULL, others, &theirs));
    char *text = summary(0);
    const char *at = text;
    for (int rank = 0; rank < ga_size() && ga_rank() == 0; ++rank) {
        for (int k = 0; k < MANY; ++k) {
            char line[64];
            snprintf(line, sizeof line, "array 'own %d': %d int\n", rank, k + 1);
            at = at ? strstr(at, line) : NULL;
            CHECK(at != NULL);
            bytes += 4 * (k + 1);
        }
        /* at the end of what the first rank of their group says */
        if (rank == 0 || rank == ga_size() - 1)
            at = at ? strstr(at, rank ? "array 'theirs': 3 int\n" : "array 'all': 5 int\n") : NULL;
        CHECK(at != NULL);
    }
    EXPECT(&expected, "%d arrays, %d bytes\n", ga_size() * MANY + (ga_size() > 1 ? 2 : 1),
           (int)bytes + 20 + (ga_size() > 1 ? 12 : 0));
    if (ga_rank() == 0)
        CHECK_CONTAINS(text, expected.text);
    free(text);
    if (theirs)
        CHECK_OK(ga_destroy(theirs));
    CHECK_OK(ga_destroy(all));
    for (int k = 0; k < MANY; ++k)
        CHECK_OK(ga_destroy(own[k]));
    if (others)
        CHECK_OK(ga_group_destroy(others));
    CHECK_OK(ga_group_destroy(alone));
}

TEST_CASE(summarize_fails, TEST_GA)
{
    FILE *full = fopen("/dev/full", "w");
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, 4, 4, "unlisted", 0, 0, &g));
    CHECK_STATUS(ASHLAR_EARG, ga_summarize(0, NULL));
    CHECK_CONTAINS(ashlar_error_message(), "ga_summarize: ");
    for (int unbuffered = 0; unbuffered < 2 && CHECK(full != NULL); ++unbuffered) {
        if (unbuffered)
            setvbuf(full, NULL, _IONBF, 0);
        CHECK_STATUS(ASHLAR_ESYS, ga_summarize(1, full));
        CHECK_CONTAINS(ashlar_error_message(), ga_rank() == 0 ? "1 arrays" : "another rank");
        clearerr(full);
    }
    fclose(full);
    CHECK_OK(ga_destroy(g));
}
