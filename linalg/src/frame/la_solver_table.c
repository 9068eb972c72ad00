/* Looks up the table of solvers, and prints what follows from it. */
#include "linalg/src/frame/la_solver_table.h"

#include <stdio.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_type.h"

enum { SEVERAL, ONE, NODES };

static const struct {
    lai_way_t way;
    lai_tuning_t by[LAI_WAYS];
} factors[LAI_FACTORS][ASHLAR_TYPE_COUNT][NODES] = {
#define FACTORS(kind, type, nodes, chosen, one, extent, large, larger, one_s, block)               \
    [LAI_##                                                                                        \
        kind][ASHLAR_##type][nodes] = {.way = LAI_##chosen,                                        \
                                       .by[LAI_TILES] = {.one_order = one,                         \
                                                         .tile = extent,                           \
                                                         .large_order = large,                     \
                                                         .large_tile = larger},                    \
                                       .by[LAI_SCALAPACK] = {.one_order = one_s, .tile = block}},
#include "linalg/src/frame/la_solver_table.inc"
};

static const lai_tuning_t others[LAI_KINDS] = {
#define OTHER(kind, one, ranks, block, tall)                                                       \
    [LAI_##kind] = {.one_order = one, .tile = block, .one_ranks = ranks, .is_tall = tall},
#include "linalg/src/frame/la_solver_table.inc"
};

lai_context_t lai_context = {
    .keyval = MPI_KEYVAL_INVALID,
    .elpa = ASHLAR_ELPA,
    .one_order = LAI_BY_TABLE,
    .one_ranks = LAI_BY_TABLE,
#define NUMBER(name, value) .name = value,
#include "linalg/src/frame/la_solver_table.inc"
};

lai_way_t lai_way_on_ranks(lai_kind_t kind, ashlar_type type, bool is_one_node)
{
    static const lai_way_t asked[] = {
        [AL_SOLVER_SCALAPACK] = LAI_SCALAPACK, [AL_SOLVER_TILED] = LAI_TILES};
    if (kind >= LAI_FACTORS)
        return LAI_SCALAPACK;
    return ali_context.env.solver == AL_SOLVER_AUTO ? factors[kind][type][is_one_node].way
                                                    : asked[ali_context.env.solver];
}

const lai_tuning_t *lai_tuning(lai_kind_t kind, ashlar_type type, bool is_one_node, lai_way_t way)
{
    return kind < LAI_FACTORS ? &factors[kind][type][is_one_node].by[way] : &others[kind];
}

/* ---- report ---------------------------------------------------------------------------------- */

enum { WORDS = 200 };

/* A choice in words: "one rank up to order 200, then tiles of 64, of 128 from order 3000 on". */
static void say_choice(lai_kind_t kind, ashlar_type type, bool is_one_node, char words[WORDS])
{
    const int rows = lai_context.rows, cols = lai_context.cols;
    lai_way_t way = lai_way_on_ranks(kind, type, is_one_node);
    if (kind == LAI_QR && rows > 1)
        way = LAI_SCALAPACK;
    const lai_tuning_t *t = lai_tuning(kind, type, is_one_node, way);
    const int64_t asked = lai_context.tile_asked;
    const int64_t alone = ali_context.oversubscribed ? lai_context.crowded_order : 0;
    int length = rows ? snprintf(words, WORDS, "%d x %d ranks, ", rows, cols)
                      : snprintf(words, WORDS, "one rank up to order %lld, then ",
                                 (long long)ali_max(alone, t->one_order));
    length += snprintf(words + length, (size_t)(WORDS - length), "%s of %lld",
                       way == LAI_TILES ? "tiles" : "ScaLAPACK in blocks",
                       (long long)(asked ? asked : t->tile));
    if (t->large_tile && !asked)
        snprintf(words + length, (size_t)(WORDS - length), ", of %lld from order %lld on",
                 (long long)t->large_tile, (long long)t->large_order);
}

/* One line for the types that have the same choice. */
static void report_kind(FILE *out, lai_kind_t kind, const char *name, bool is_one_node)
{
    static const ashlar_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CFLOAT, ASHLAR_CDOUBLE};
    enum { TYPES = sizeof types / sizeof types[0] };
    char words[TYPES][WORDS];
    for (int k = 0; k < TYPES; ++k)
        say_choice(kind, types[k], is_one_node, words[k]);
    for (int k = 0; k < TYPES; ++k) {
        int first = 0;
        while (strcmp(words[first], words[k]) != 0)
            ++first;
        if (first < k)
            continue;
        fprintf(out, "ashlar: %s%s", name, is_one_node ? "" : " between nodes");
        for (int other = k; other < TYPES; ++other)
            if (strcmp(words[other], words[k]) == 0)
                fprintf(out, "%s %s", other == k ? " of" : ",", gai_type_name(types[other]));
        fprintf(out, ": %s\n", words[k]);
    }
}

void lai_print_solvers(FILE *out, int ranks, int nodes)
{
    static const char *const names[LAI_FACTORS] = {
        [LAI_CHOLESKY] = "Cholesky", [LAI_LU] = "LU", [LAI_QR] = "least squares by QR"};
    if (!ASHLAR_SCALAPACK) {
        fprintf(out, "ashlar: one rank of a group solves: built without ScaLAPACK\n");
        return;
    }
    if (ranks == 1 || lai_context.rows * lai_context.cols == 1) {
        fprintf(out, "ashlar: one rank solves\n");
        return;
    }
    for (int several = 0; several <= (nodes > 1); ++several)
        for (lai_kind_t kind = 0; kind < LAI_FACTORS; ++kind)
            report_kind(out, kind, names[kind], !several);
    fprintf(out, "ashlar: other solvers on several ranks: ScaLAPACK%s\n",
            lai_context.elpa ? ", ELPA for eigenvectors" : "");
}

void lai_report_solvers(void)
{
    if (ali_context.env.info && ali_context.rank == 0)
        lai_print_solvers(stderr, al_size(), al_group_world()->node_count);
}
