/* The walk over the operands of a data-parallel operation. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "ga/inside.h"

#include "ga/src/operands/ga_walk.h"

enum { BLOCK = 90000 }; /* elements a rank, more than are fetched at a time */

typedef struct walked {
    const char *own[2]; /* my block of each operand, NULL when it is cut differently */
    int64_t elements, wrong;
} walked_t;

static void look_at_operands(void *context, const gai_run_t *run)
{
    walked_t *walked = context;
    char *const *at = run->at;
    size_t n = run->n;

    for (int k = 0; k < 2; ++k) {
        if (walked->own[k]) {
            walked->wrong +=
                at[k + 1] != walked->own[k] + (size_t)walked->elements * sizeof(double);
        } else {
            walked->wrong += malloc_usable_size(at[k + 1]) < n * sizeof(double);
        }
        walked->wrong += memcmp(at[k + 1], at[0], n * sizeof(double)) != 0;
    }
    walked->wrong += at[3] != at[0];
    walked->elements += (int64_t)n;
}

/* Operands that are cut differently are fetched in pieces that fit their buffers, whatever the
 * other operand is. */
TEST_CASE(walk_fits, TEST_GA)
{
    const int64_t size = ga_size(), all = BLOCK * size;
    int64_t cuts[64];
    ga_t g[2]; /* in equal blocks, in others */

    for (int64_t r = 0; r < size; ++r)
        cuts[r] = r == 0 ? 0 : BLOCK * r - 7;
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &all, "equal", NULL, GA_GROUP_WORLD, &g[0]));
    REQUIRE_OK(
        ga_create_irreg_nd(ASHLAR_DOUBLE, 1, &all, "cut", &size, cuts, GA_GROUP_WORLD, &g[1]));
    double *numbers = test_alloc(BLOCK * sizeof *numbers);
    for (int64_t k = 0; k < BLOCK; ++k)
        numbers[k] = (double)(BLOCK * ga_rank() + k);
    const int64_t lo = BLOCK * ga_rank(), hi = lo + BLOCK - 1;
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_put_nd(g[k], &lo, &hi, numbers, NULL));
    CHECK_OK(ga_sync());
    for (int mix = 0; mix < 4; ++mix) {
        const gai_argument_t arguments[3] = {GAI_ALL(g[0]), GAI_ALL(g[mix & 1]),
                                             GAI_ALL(g[mix / 2])};
        gai_operand_t operands[3];
        REQUIRE_OK(gai_get_operands("walk_fits", arguments, 3, operands));
        walked_t walked = {0};
        for (int k = 0; k < 2; ++k) {
            gai_block_t block;
            if (gai_is_colocated(&operands[0], &operands[k + 1]))
                walked.own[k] = gai_my_block(operands[k + 1].array, 0, &block);
        }
        CHECK_OK(gai_walk("walk_fits", operands, 3, look_at_operands, &walked));
        CHECK_INT(BLOCK, walked.elements);
        CHECK_INT(0, walked.wrong);
    }
    free(numbers);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g[1]));
    CHECK_OK(ga_destroy(g[0]));
}
