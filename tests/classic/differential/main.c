/* Random calls are made in segments, and each rank writes FOLDER/RANK:
 * differential [--seed S] [--first N] [--count N] [--nodes N] [--skip N,N...] [--without RULE]
 *              [--only GROUP_OR_NAME] [--verbose] FOLDER */
#include "differential.h"
#include "tcgmsg.h"

int me, ranks, nodes = 1;
bool verbose;
FILE *trace;

static const char *only;
static bool off[RULES];
static int64_t skipped[64];
static int skips;

/* ---- rules ----------------------------------------------------------------------------------- */

static const char *const rules[][3] = {
#define RULE(name, calls, reason) {#name, calls, reason},
#include "rules.def"
#undef RULE
};

bool skip(enum rule rule)
{
    return !off[rule];
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Their order is part of what a seed means. */
static const entry_t *const groups[] = {
    move_calls,        strided_calls, element_calls, place_calls,   whole_calls,
    elementwise_calls, patch_calls,   matrix_calls,  solve_calls,   vector_calls,
    question_calls,    group_calls,   memory_calls,  message_calls, file_calls};

static const entry_t *choose(void)
{
    int total = 0;
    for (size_t k = 0; k < sizeof groups / sizeof *groups; ++k)
        for (const entry_t *e = groups[k]; e->name; ++e)
            total += !only || strstr(e->name, only) ? e->weight : 0;
    if (total == 0)
        return NULL;
    int at = draw(total);
    for (size_t k = 0; k < sizeof groups / sizeof *groups; ++k)
        for (const entry_t *e = groups[k]; e->name; ++e)
            if (!only || strstr(e->name, only))
                if ((at -= e->weight) < 0)
                    return e;
    return NULL;
}

static bool is_skipped(int64_t n)
{
    for (int k = 0; k < skips; ++k)
        if (skipped[k] == n)
            return true;
    return false;
}

static void make(uint64_t seed, int64_t n)
{
    random_begin(seed, 2 * n + 1);
    const entry_t *e = choose();
    if (!e)
        return;
    fprintf(trace, "#%lld %s", (long long)n, e->name);
    if (is_skipped(n)) {
        fprintf(trace, " left out\n");
        return;
    }
    fflush(trace);
    e->make();
    GA_Sync();
}

/* Runs the calls of a segment from first to the one before last; in some segments only by the
 * members of a group, which is the default one. */
static void run_segment(uint64_t seed, int64_t segment, int64_t first, int64_t last)
{
    random_begin(seed, 2 * segment * SEGMENT);
    int all = ranks, self = me, group = -1, world = GA_Pgroup_get_world();
    bool member = true;
    if (all > 1 && chance(12)) {
        int list[64], n = 0, from = draw(all);
        for (int k = from; k < all && (n == 0 || chance(70)); ++k)
            list[n++] = k;
        member = false;
        for (int k = 0; k < n; ++k)
            member |= list[k] == self;
        fprintf(trace, "%%%lld segment in the group %d..%d\n", (long long)first, from,
                from + n - 1);
        fflush(trace);
        group = GA_Pgroup_create(list, n);
        if (member) {
            GA_Pgroup_set_default(group);
            me = GA_Nodeid();
            ranks = GA_Nnodes();
        }
    }
    if (member) {
        pool_start(seed, segment);
        for (int64_t n = first; n < last; ++n)
            make(seed, n);
        fprintf(trace, "%%%lld end of segment\n", (long long)last - 1);
        fflush(trace);
        pool_empty();
    }
    if (group >= 0) {
        if (member)
            GA_Pgroup_set_default(world);
        GA_Sync();
        GA_Pgroup_destroy(group);
        me = self;
        ranks = all;
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = 1;
    int64_t first = 0, count = 1000;
    const char *folder = ".";
    for (int k = 1; k < argc; ++k) {
        const char *value = k + 1 < argc ? argv[k + 1] : "";
        if (!strcmp(argv[k], "--rules")) {
            for (int r = 0; r < RULES; ++r)
                printf("%s\t%s\t%s\n", rules[r][0], rules[r][1], rules[r][2]);
            return 0;
        }
        if (!strcmp(argv[k], "--verbose")) {
            verbose = true;
            continue;
        }
        if (strncmp(argv[k], "--", 2)) {
            folder = argv[k];
            continue;
        }
        ++k;
        if (!strcmp(argv[k - 1], "--seed"))
            seed = strtoull(value, NULL, 10);
        else if (!strcmp(argv[k - 1], "--first"))
            first = atoll(value);
        else if (!strcmp(argv[k - 1], "--count"))
            count = atoll(value);
        else if (!strcmp(argv[k - 1], "--nodes"))
            nodes = atoi(value);
        else if (!strcmp(argv[k - 1], "--only"))
            only = value;
        else if (!strcmp(argv[k - 1], "--skip"))
            for (const char *at = value; *at && skips < 64;
                 at += strcspn(at, ","), at += *at == ',')
                skipped[skips++] = atoll(at);
        else if (!strcmp(argv[k - 1], "--without"))
            for (int r = 0; r < RULES; ++r)
                off[r] |= !strcmp(value, "all") || !strcmp(rules[r][0], value);
    }
    tcg_pbegin(argc, argv);
    GA_Initialize();
    MA_init(C_DBL, 200000, 200000);
    me = GA_Nodeid();
    ranks = GA_Nnodes();
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", folder, me);
    trace = fopen(name, "a");
    if (!trace)
        GA_Error("no trace", 0);
    setvbuf(trace, NULL, _IOFBF, 1 << 16);
    for (int64_t n = first; n < first + count;) {
        int64_t segment = n / SEGMENT, end = (segment + 1) * SEGMENT;
        if (end > first + count)
            end = first + count;
        run_segment(seed, segment, n, end);
        n = end;
    }
    fprintf(trace, "# end\n");
    fclose(trace);
    GA_Terminate();
    tcg_pend();
    return 0;
}
