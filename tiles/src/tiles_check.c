/* ASHLAR_CHECK=1: two participants between which data goes compare what they pass, by a message
 * each. The n-th call of one of them that has to do with the other meets the n-th of that one, so
 * that calls in different orders are found. */
#include "tiles/src/tiles_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 32, WORDS = 7 + 2 * (2 + 3 * ASHLAR_MAX_DIM), TEXT = 96 };

typedef struct record {
    char name[NAME];
    int64_t word[WORDS];
} record_t;

typedef struct check {
    const tilesi_plan_t *plan;
    record_t mine, *theirs; /* [participants] */
} check_t;

static const char *const words[] = {"the flags",
                                    "count",
                                    "the operation",
                                    "the first dimension that is cut",
                                    "the second dimension that is cut",
                                    "the destination's array",
                                    "the source's array"};

static int64_t *add_tiles(int64_t *word, const ga_tiles_t *tiles)
{
    for (int d = 0; d < ASHLAR_MAX_DIM; ++d) {
        const ashlar_interval_t all = ASHLAR_ALL, where = d < tiles->n ? tiles->where[d] : all;
        *word++ = where.first;
        *word++ = where.last;
        *word++ = where.step;
    }
    return word;
}

static void fill_record(const tilesi_call_t *call, record_t *record)
{
    memset(record, 0, sizeof *record);
    snprintf(record->name, sizeof record->name, "%s", call->name);
    char *nonblocking = strstr(record->name, "_nb"); /* both forms are one call */
    if (nonblocking)
        *nonblocking = '\0';
    int64_t *word = record->word;
    *word++ = call->flags;
    *word++ = call->count;
    *word++ = (int64_t)call->op;
    *word++ = call->to_dim;
    *word++ = call->from_dim;
    *word++ = call->to->g;
    *word++ = call->from->g;
    word = add_tiles(word, call->to);
    add_tiles(word, call->from);
}

/* The name of word k. */
static void name_word(int k, char *text)
{
    static const char *const ends[] = {"first", "last", "step"};
    const int fixed = (int)(sizeof words / sizeof *words), tiles = k - fixed;
    if (k < fixed)
        snprintf(text, TEXT, "%s", words[k]);
    else
        snprintf(text, TEXT, "the %s tile of the %s in dimension %d", ends[tiles % 3],
                 tiles < 3 * ASHLAR_MAX_DIM ? "destination" : "source", tiles / 3 % ASHLAR_MAX_DIM);
}

static int compare_records(void *context, int64_t member, int64_t unused)
{
    const check_t *check = context;
    const record_t *mine = &check->mine, *theirs = &check->theirs[member];
    const int rank = check->plan->member[member].rank;
    (void)unused;
    if (strcmp(mine->name, theirs->name) != 0)
        return AL_FAIL(ASHLAR_EMISMATCH,
                       "%s: rank %d is in this call, and rank %d in %s: two ranks make the calls "
                       "that concern both in one order",
                       mine->name, ali_context.rank, rank, theirs->name);
    for (int k = 0; k < WORDS; ++k)
        if (mine->word[k] != theirs->word[k]) {
            char text[TEXT];
            name_word(k, text);
            return AL_FAIL(
                ASHLAR_EMISMATCH, "%s: %s is %" PRId64 " on rank %d and %" PRId64 " on rank %d",
                mine->name, text, mine->word[k], ali_context.rank, theirs->word[k], rank);
        }
    return ASHLAR_OK;
}

/* Does data go from one to the other? */
static bool are_neighbours(const tilesi_member_t *a, const tilesi_member_t *b)
{
    return a != b && ((a->from >= 0 && b->to >= 0) || (a->to >= 0 && b->from >= 0));
}

bool tilesi_add_check(tilesi_plan_t *plan, const tilesi_call_t *call)
{
    al_steps_t *steps = plan->steps;
    check_t *check = ali_steps_memory(steps, sizeof *check);
    const int first = ali_steps_messages(steps);
    const tilesi_member_t *me = &plan->member[plan->me];
    if (!check)
        return false;
    check->theirs = ali_steps_memory(steps, (size_t)plan->members * sizeof *check->theirs);
    if (!check->theirs)
        return false;
    check->plan = plan;
    fill_record(call, &check->mine);
    for (int m = 0; m < plan->members; ++m)
        if (are_neighbours(me, &plan->member[m])) {
            ali_steps_receive(steps, plan->member[m].rank, &check->theirs[m], sizeof(record_t));
            ali_steps_send(steps, plan->member[m].rank, &check->mine, sizeof(record_t));
        }
    ali_steps_join(steps, first, ali_steps_messages(steps));
    for (int m = 0; m < plan->members; ++m)
        if (are_neighbours(me, &plan->member[m]))
            ali_steps_work(steps, compare_records, check, m, 0);
    return true;
}
