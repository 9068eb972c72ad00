/* Copies between patches of different shapes: elements match by their numbers in memory order. */
#include "ga/src/rearrange/ga_reshape.h"

#include <stdlib.h>
#include <string.h>

#include "ga/src/operands/ga_numbers.h"
#include "ga/src/operands/ga_walk.h"

/* Elements, and bytes, that are put at a time; of larger elements one. */
enum { PIECE = 1 << 15, PIECE_BYTES = 1 << 20 };

/* Consecutive numbers of a patch, to be transferred together; `buf` has their elements. */
typedef struct range {
    al_direction_t direction;
    const gai_operand_t *operand;
    size_t element;
    int64_t number, n, most; /* most: of a copy */
    char *buf;
    int status; /* of the transfers so far */
} range_t;

static void transfer_range(range_t *range)
{
    if (range->status == ASHLAR_OK)
        range->status = gai_transfer_numbers(range->direction, range->operand, range->number,
                                             range->n, range->buf, NULL);
    range->n = 0;
}

/* ---- get ------------------------------------------------------------------------------------- */

static void copy_matching(void *context, const gai_run_t *run)
{
    const size_t *element = context;
    memcpy(run->at[0], run->at[1], run->n * *element);
}

int gai_reshape_get(const char *call, const gai_operand_t *from, const gai_operand_t *to)
{
    size_t element = to->array->element;
    return gai_walk(call, (const gai_operand_t[]){*to, *from}, 2, copy_matching, &element);
}

/* ---- put ------------------------------------------------------------------------------------- */

/* Long runs are put from where they are, short ones that follow each other from a copy. */
static void put_run(void *context, const gai_run_t *run)
{
    range_t *range = context;
    const int64_t n = (int64_t)run->n;
    if (range->n > 0 && (range->number + range->n != run->number || range->n + n > range->most))
        transfer_range(range);
    if (n > range->most) {
        range_t whole = *range;
        whole.number = run->number;
        whole.n = n;
        whole.buf = run->at[0];
        transfer_range(&whole);
        range->status = whole.status;
        return;
    }
    if (range->n == 0)
        range->number = run->number;
    memcpy(range->buf + (size_t)range->n * range->element, run->at[0], run->n * range->element);
    range->n += n;
}

int gai_reshape_put(const char *call, const gai_operand_t *from, const gai_operand_t *to)
{
    range_t range = {.direction = AL_PUT, .operand = to, .element = to->array->element};
    range.most = ali_max(1, ali_min(PIECE, PIECE_BYTES / (int64_t)range.element));
    range.buf = malloc((size_t)range.most * range.element);
    if (!range.buf)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                       from->array->name);
    int status = gai_walk_numbered(call, from, 1, put_run, &range);
    if (range.n > 0)
        transfer_range(&range);
    free(range.buf);
    return status == ASHLAR_OK ? range.status : status;
}

/* ---- patches of one array that overlap ------------------------------------------------------- */

static void count_run(void *context, const gai_run_t *run)
{
    int64_t *n = context;
    *n += (int64_t)run->n;
}

static void get_run(void *context, const gai_run_t *run)
{
    range_t *range = context;
    if (range->number + range->n != run->number) {
        const int64_t n = range->n;
        transfer_range(range);
        range->buf += (size_t)n * range->element;
        range->number = run->number;
    }
    range->n += (int64_t)run->n;
}

static void write_run(void *context, const gai_run_t *run)
{
    range_t *range = context;
    memcpy(run->at[0], range->buf, run->n * range->element);
    range->buf += run->n * range->element;
}

/* Allocate *values, and get into it what my runs of `to` will become, in their order. */
static int get_all(const char *call, const gai_operand_t *to, range_t *range, char **values)
{
    int64_t n = 0;
    AL_TRY(gai_walk_numbered(call, to, 1, count_run, &n));
    range->buf = *values = malloc((size_t)n * range->element + 1);
    if (!*values)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %lld elements of array '%s'", call,
                       (long long)n, to->array->name);
    AL_TRY(gai_walk_numbered(call, to, 1, get_run, range));
    transfer_range(range);
    return range->status;
}

int gai_reshape_within(const char *call, const gai_operand_t *from, const gai_operand_t *to)
{
    char *values = NULL;
    range_t range = {.direction = AL_GET, .operand = from, .element = to->array->element};
    int status = gai_agree(call, to->array->group, get_all(call, to, &range, &values));
    range.buf = values;
    if (status == ASHLAR_OK)
        status = gai_walk_numbered(call, to, 1, write_run, &range);
    free(values);
    return status;
}
