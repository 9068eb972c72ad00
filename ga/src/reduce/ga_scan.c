/* Scans, packing and unpacking of vectors, under masks. The range is divided among the ranks in
 * equal stretches, whoever owns them. Each rank looks through its own once, learns what the ranks
 * before it found, and goes through it again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_kernels.h"
#include "ga/src/operands/ga_operands.h"

enum { PIECE = 4096 }; /* elements at a time */

typedef struct scan {
    const char *call;
    const gai_array_t *source, *target, *mask;
    int is_exclusive;
    int64_t mine, end; /* my stretch, end not included */
    /* the segment that is open: its value or sum, if one is */
    gai_number_t segment;
    int is_open;
    /* numbers under the mask so far */
    int64_t count;
    /* n elements; a segment is open from element `first` on */
    int64_t n, first;
    char begins[PIECE];
    _Alignas(16) char from[PIECE * sizeof(gai_number_t)], to[PIECE * sizeof(gai_number_t)];
} scan_t;

#define AL_TEMPLATE "ga/src/reduce/ga_scan.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef void step_t(scan_t *scan);
typedef void join_t(gai_number_t *first, const gai_number_t *second);
typedef struct scan_type {
    void (*read_mask)(int64_t n, const void *mask, char *begins);
    step_t *copy, *add;
    join_t *join;
} scan_type_t;
#define SCANS(id, ctype, mpitype, kind) {id##_read_mask, id##_scan_copy, id##_scan_add, id##_join},
static const scan_type_t scan_types[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(SCANS)};

/* ---- arguments ------------------------------------------------------------------------------- */

static int get_vector(const char *call, ga_t g, gai_operand_t *operand)
{
    AL_TRY(gai_get_operands(call, &GAI_ALL(g), 1, operand));
    if (operand->array->dist.ndim != 1)
        return gai_bad_ndim(call, operand->array, 1);
    return gai_is_arithmetic(operand->array) ? ASHLAR_OK : gai_bad_type(call, operand->array);
}

/* Find the source, the target and the mask, and enter. is_whole: which of them have to have all of
 * the range; a packed one has not. */
static int begin_scan(scan_t *scan, const ga_t *handles, int64_t lo, int64_t hi,
                      const int *is_whole)
{
    gai_operand_t operands[3];
    for (int k = 0; k < 3; ++k) {
        AL_TRY(get_vector(scan->call, handles[k], &operands[k]));
        if (operands[k].array->group != operands[0].array->group)
            return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on different groups",
                           scan->call, operands[0].array->name, operands[k].array->name);
        if (is_whole[k] && gai_check_patch(scan->call, operands[k].array, 1, &lo, &hi) < 0)
            return ASHLAR_ERANGE;
        operands[k].lo[0] = lo;
        operands[k].hi[0] = hi;
    }
    scan->source = operands[0].array;
    scan->target = operands[1].array;
    scan->mask = operands[2].array;
    scan->segment = (gai_number_t){{0}};
    scan->is_open = 0;
    scan->count = 0;
    AL_TRY(gai_check_writable(scan->call, scan->target));
    AL_TRY(gai_check_types(scan->call, scan->source, scan->target));
    int64_t all = hi - lo + 1, ranks = al_group_size(scan->source->group), me = scan->source->rank;
    int64_t each = all / ranks, more = all % ranks;
    scan->mine = lo + me * each + ali_min(me, more);
    scan->end = scan->mine + each + (me < more);
    if (!(is_whole[0] && is_whole[1]) &&
        (scan->target == scan->source || scan->target == scan->mask))
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both read and written", scan->call,
                       scan->target->name);
    return gai_begin(operands[0].array);
}

/* ---- what ranks before me found -------------------------------------------------------------- */

/* The message of a rank: is a segment open at its end, did one begin there, how many numbers; its
 * value or sum. */
typedef struct partial {
    long long begins, count, segment[2];
} partial_t;

/* Ranks have found `into`, and those behind them `behind`: `into` becomes what all of them have.
 * join: of sums; NULL: the value of a segment goes on. */
static void join_partials(void *into, const void *behind, const void *context)
{
    partial_t *all = into;
    const partial_t *last = behind;
    join_t *const *join = context;
    gai_number_t segment[2];
    all->count += last->count;
    all->begins |= last->begins;
    if (last->begins) {
        memcpy(all->segment, last->segment, sizeof all->segment);
    } else if (*join) {
        memcpy(&segment[0], all->segment, sizeof segment[0]);
        memcpy(&segment[1], last->segment, sizeof segment[1]);
        (*join)(&segment[0], &segment[1]);
        memcpy(all->segment, &segment[0], sizeof all->segment);
    }
}

/* Replace what I found by what the ranks before me did; *total: the numbers of all. */
static int exchange_partials(scan_t *scan, int is_sum, int64_t *total)
{
    al_group_t *group = scan->source->group;
    join_t *join = is_sum ? scan_types[scan->source->type].join : NULL;
    partial_t mine = {scan->is_open, scan->count, {0}}, before = {0}, scratch;
    long long count = scan->count;
    memcpy(mine.segment, &scan->segment, sizeof mine.segment);
    AL_TRY(ali_tree_scan(&group->members, &mine, &before, &scratch, sizeof mine, join_partials,
                         &join));
    memcpy(&scan->segment, before.segment, sizeof scan->segment);
    scan->is_open = before.begins != 0;
    scan->count = before.count;
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_SUM, &count, 1));
    *total = count;
    return ASHLAR_OK;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Read the mask of n elements from an index on. */
static int read_mask(scan_t *scan, int64_t from, int64_t n)
{
    int64_t last = from + n - 1;
    AL_TRY(gai_read(scan->mask, &from, &last, scan->from, NULL));
    scan_types[scan->mask->type].read_mask(n, scan->from, scan->begins);
    scan->n = n;
    scan->first = scan->is_open ? 0 : n;
    for (int64_t k = 0; k < n; ++k) {
        scan->count += scan->begins[k];
        if (scan->begins[k] && k < scan->first)
            scan->first = k;
    }
    return ASHLAR_OK;
}

static int read_source(scan_t *scan, int64_t from)
{
    int64_t last = from + scan->n - 1;
    return gai_read(scan->source, &from, &last, scan->from, NULL);
}

/* ---- scans ----------------------------------------------------------------------------------- */

/* Go through my stretch; on the way out write what comes of it. */
static int scan_mine(scan_t *scan, step_t *step, int is_written)
{
    for (int64_t from = scan->mine; from < scan->end; from += PIECE) {
        AL_TRY(read_mask(scan, from, ali_min(PIECE, scan->end - from)));
        AL_TRY(read_source(scan, from));
        scan->is_open |= scan->first < scan->n;
        if (!is_written)
            scan->first = 0; /* a segment may have begun before */
        step(scan);
        int64_t first = from + scan->first, last = from + scan->n - 1;
        if (is_written && first <= last)
            AL_TRY(gai_write(scan->target, &first, &last,
                             scan->to + (size_t)scan->first * scan->target->element, NULL));
    }
    return ASHLAR_OK;
}

static int run_scan(const char *call, const ga_t *handles, int64_t lo, int64_t hi, int is_sum,
                    int is_exclusive)
{
    scan_t scan;
    int64_t total;
    scan.call = call;
    scan.is_exclusive = is_exclusive;
    AL_TRY(begin_scan(&scan, handles, lo, hi, (int[]){1, 1, 1}));
    const scan_type_t *type = &scan_types[scan.source->type];
    step_t *step = is_sum ? type->add : type->copy;
    AL_TRY(scan_mine(&scan, step, 0));
    AL_TRY(exchange_partials(&scan, is_sum, &total));
    return gai_end_local(scan.source, scan_mine(&scan, step, 1));
}

int ga_scan_copy(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi)
{
    GAI_COLLECTIVE(ga_scan_copy, source, target, mask, lo, hi);
    return run_scan(__func__, (ga_t[]){source, target, mask}, lo, hi, 0, 0);
}

int ga_scan_add(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi, int is_exclusive)
{
    GAI_COLLECTIVE(ga_scan_add, source, target, mask, lo, hi, is_exclusive);
    return run_scan(__func__, (ga_t[]){source, target, mask}, lo, hi, 1, is_exclusive != 0);
}

/* ---- packing --------------------------------------------------------------------------------- */

/* Move the n numbers under the mask of a piece between the packed vector and their places. */
static void gather_marked(scan_t *scan, size_t element)
{
    char *to = scan->to;
    for (int64_t k = 0; k < scan->n; ++k)
        if (scan->begins[k]) {
            memcpy(to, scan->from + (size_t)k * element, element);
            to += element;
        }
}

static void scatter_marked(scan_t *scan, size_t element)
{
    const char *from = scan->from;
    for (int64_t k = 0; k < scan->n; ++k)
        if (scan->begins[k]) {
            memcpy(scan->to + (size_t)k * element, from, element);
            from += element;
        }
}

static int count_mine(scan_t *scan)
{
    for (int64_t from = scan->mine; from < scan->end; from += PIECE)
        AL_TRY(read_mask(scan, from, ali_min(PIECE, scan->end - from)));
    return ASHLAR_OK;
}

static int pack_mine(scan_t *scan)
{
    for (int64_t from = scan->mine; from < scan->end; from += PIECE) {
        int64_t first = scan->count;
        AL_TRY(read_mask(scan, from, ali_min(PIECE, scan->end - from)));
        AL_TRY(read_source(scan, from));
        gather_marked(scan, scan->source->element);
        int64_t last = scan->count - 1;
        if (first <= last)
            AL_TRY(gai_write(scan->target, &first, &last, scan->to, NULL));
    }
    return ASHLAR_OK;
}

/* Write the runs of elements under the mask, which stand in their places. */
static int write_runs(const scan_t *scan, int64_t from)
{
    size_t element = scan->target->element;
    for (int64_t k = 0; k < scan->n;) {
        int64_t end = k;
        while (end < scan->n && scan->begins[end] == scan->begins[k])
            ++end;
        int64_t first = from + k, last = from + end - 1;
        if (scan->begins[k])
            AL_TRY(gai_write(scan->target, &first, &last, scan->to + (size_t)k * element, NULL));
        k = end;
    }
    return ASHLAR_OK;
}

static int unpack_mine(scan_t *scan)
{
    for (int64_t from = scan->mine; from < scan->end; from += PIECE) {
        int64_t first = scan->count;
        AL_TRY(read_mask(scan, from, ali_min(PIECE, scan->end - from)));
        int64_t last = scan->count - 1;
        if (first <= last)
            AL_TRY(gai_read(scan->source, &first, &last, scan->from, NULL));
        scatter_marked(scan, scan->source->element);
        AL_TRY(write_runs(scan, from));
    }
    return ASHLAR_OK;
}

static int run_packing(const char *call, const ga_t *handles, int64_t lo, int64_t hi,
                       int is_packing, int64_t *count)
{
    scan_t scan;
    int64_t total;
    scan.call = call;
    if (!count)
        return gai_bad_argument(call, "count");
    AL_TRY(begin_scan(&scan, handles, lo, hi, (int[]){is_packing, !is_packing, 1}));
    AL_TRY(count_mine(&scan));
    AL_TRY(exchange_partials(&scan, 0, &total));
    const gai_array_t *packed = is_packing ? scan.target : scan.source;
    if (total > packed->dist.axis[0].extent)
        return AL_FAIL(ASHLAR_ERANGE,
                       "%s: %" PRId64 " numbers under mask '%s', and array '%s' has %" PRId64, call,
                       total, scan.mask->name, packed->name, packed->dist.axis[0].extent);
    AL_TRY(gai_end_local(scan.source, is_packing ? pack_mine(&scan) : unpack_mine(&scan)));
    *count = total;
    return ASHLAR_OK;
}

int ga_pack(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi, int64_t *count)
{
    GAI_COLLECTIVE(ga_pack, source, target, mask, lo, hi, count);
    return run_packing(__func__, (ga_t[]){source, target, mask}, lo, hi, 1, count);
}

int ga_unpack(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi, int64_t *count)
{
    GAI_COLLECTIVE(ga_unpack, source, target, mask, lo, hi, count);
    return run_packing(__func__, (ga_t[]){source, target, mask}, lo, hi, 0, count);
}
