/* Atomic subroutines, locks, critical sections and events. */
#include <string.h>

#include "caf.h"

/* ---- atomics --------------------------------------------------------------------------------- */

static ashlar_type type_of(int kind)
{
    if (kind != 4 && kind != 8)
        caf_stop("an atomic of kind %d", kind);
    return kind == 4 ? ASHLAR_INT : ASHLAR_LLONG;
}

static int64_t load(const void *value, int kind)
{
    int32_t narrow;
    int64_t wide;
    if (kind == 8) {
        memcpy(&wide, value, sizeof wide);
        return wide;
    }
    memcpy(&narrow, value, sizeof narrow);
    return narrow;
}

static void store(void *place, int kind, int64_t value)
{
    const int32_t narrow = (int32_t)value;
    if (place && kind == 8)
        memcpy(place, &value, sizeof value);
    else if (place)
        memcpy(place, &narrow, sizeof narrow);
}

/* Image 0 is this one. */
static int find_rank(const caf_token_t *token, int image, const caf_report_t *report)
{
    return caf_find_rank(token, image ? image : caf.current->me + 1, report);
}

void _gfortran_caf_atomic_define(caf_token_t *token, size_t offset, int image, void *value,
                                 int *stat, int type, int kind)
{
    caf_begin_execution_segment();
    const caf_report_t report = {.stat = stat};
    const int rank = find_rank(token, image, &report);
    (void)type;
    if (rank >= 0)
        caf_finish(&report,
                   al_swap(token->segment, rank, offset, type_of(kind), load(value, kind), NULL));
}

/* Often called in a loop that waits: others are served meanwhile. */
void _gfortran_caf_atomic_ref(caf_token_t *token, size_t offset, int image, void *value, int *stat,
                              int type, int kind)
{
    caf_begin_execution_segment();
    const caf_report_t report = {.stat = stat};
    const int rank = find_rank(token, image, &report);
    int64_t old = 0;
    (void)type;
    if (rank < 0)
        return;
    int status = al_fetch_add(token->segment, rank, offset, type_of(kind), 0, &old);
    if (status == ASHLAR_OK)
        status = ga_poll();
    store(value, kind, old);
    caf_finish(&report, status);
}

void _gfortran_caf_atomic_cas(caf_token_t *token, size_t offset, int image, void *old,
                              void *compare, void *value, int *stat, int type, int kind)
{
    caf_begin_execution_segment();
    const caf_report_t report = {.stat = stat};
    const int rank = find_rank(token, image, &report);
    int64_t found = 0;
    (void)type;
    if (rank < 0)
        return;
    const int status = al_compare_swap(token->segment, rank, offset, type_of(kind),
                                       load(compare, kind), load(value, kind), &found);
    store(old, kind, found);
    caf_finish(&report, status);
}

static int64_t combine_bits(int op, int64_t a, int64_t b)
{
    return op == CAF_ATOMIC_AND ? (a & b) : op == CAF_ATOMIC_OR ? (a | b) : (a ^ b);
}

void _gfortran_caf_atomic_op(int op, caf_token_t *token, size_t offset, int image, void *value,
                             void *old, int *stat, int type, int kind)
{
    caf_begin_execution_segment();
    const caf_report_t report = {.stat = stat};
    const int rank = find_rank(token, image, &report);
    const int64_t operand = load(value, kind);
    int64_t found = 0;
    (void)type;
    if (rank < 0)
        return;
    int status = al_fetch_add(token->segment, rank, offset, type_of(kind),
                              op == CAF_ATOMIC_ADD ? operand : 0, &found);
    for (int64_t expected = found + 1;
         status == ASHLAR_OK && op != CAF_ATOMIC_ADD && found != expected;) {
        expected = found;
        status = al_compare_swap(token->segment, rank, offset, type_of(kind), expected,
                                 combine_bits(op, expected, operand), &found);
    }
    store(old, kind, found);
    caf_finish(&report, status);
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* Where a lock or an event is; -1: an error has been reported. A critical section is the whole
 * program's, whatever the team. */
static int find_variable(const caf_token_t *token, int image, const caf_report_t *report)
{
    if (token->is_critical)
        return 0;
    const int rank = find_rank(token, image, report);
    const int how = rank < 0 ? 0 : caf_ended(token->team, rank);
    if (how == 0)
        return rank;
    caf_fail(report, caf_ended_stat(how), "image %d has %s", image,
             how == CAF_STOPPED ? "stopped" : "failed");
    return -1;
}

void _gfortran_caf_lock(caf_token_t *token, size_t index, int image, int *acquired, int *stat,
                        char *errmsg, size_t errmsg_length)
{
    caf_begin_execution_segment();
    const caf_report_t report = {stat, errmsg, errmsg_length};
    const int rank = find_variable(token, image, &report);
    if (rank < 0)
        return;
    const int status = acquired ? co_try_lock(token->locks, rank, (int)index, acquired)
                                : co_lock(token->locks, rank, (int)index);
    if (status == ASHLAR_ESTATE)
        caf_fail(&report, CAF_STAT_LOCKED, "lock: this image has locked the variable already");
    else
        caf_finish(&report, status);
}

void _gfortran_caf_unlock(caf_token_t *token, size_t index, int image, int *stat, char *errmsg,
                          size_t errmsg_length)
{
    caf_begin_execution_segment();
    const caf_report_t report = {stat, errmsg, errmsg_length};
    const int rank = find_variable(token, image, &report);
    int taken = 0;
    if (rank < 0)
        return;
    const int status = co_unlock(token->locks, rank, (int)index);
    if (status != ASHLAR_ESTATE) {
        caf_finish(&report, status);
        return;
    }
    caf_check(co_try_lock(token->locks, rank, (int)index, &taken));
    if (taken) {
        caf_check(co_unlock(token->locks, rank, (int)index));
        caf_fail(&report, CAF_STAT_UNLOCKED, "unlock: the variable is not locked");
    } else {
        caf_fail(&report, CAF_STAT_LOCKED_OTHER_IMAGE,
                 "unlock: another image has locked the variable");
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

void _gfortran_caf_event_post(caf_token_t *token, size_t index, int image, int *stat, char *errmsg,
                              size_t errmsg_length)
{
    caf_begin_execution_segment();
    const caf_report_t report = {stat, errmsg, errmsg_length};
    const int64_t at = (int64_t)index;
    const int rank = find_variable(token, image, &report);
    if (rank >= 0)
        caf_finish(&report, co_event_post(token->events, rank, &at));
}

void _gfortran_caf_event_wait(caf_token_t *token, size_t index, int count, int *stat, char *errmsg,
                              size_t errmsg_length)
{
    caf_begin_execution_segment();
    const int64_t at = (int64_t)index;
    caf_finish(&(caf_report_t){stat, errmsg, errmsg_length},
               co_event_wait(token->events, &at, count < 1 ? 1 : count));
}

/* A query may be in a loop that waits: others are served meanwhile. */
void _gfortran_caf_event_query(caf_token_t *token, size_t index, int image, int *count, int *stat)
{
    caf_begin_execution_segment();
    const int64_t at = (int64_t)index;
    int64_t posted = 0;
    (void)image; /* 0: events are asked about where they are */
    int status = ga_poll();
    if (status == ASHLAR_OK)
        status = co_event_query(token->events, &at, &posted);
    *count = (int)posted;
    caf_finish(&(caf_report_t){.stat = stat}, status);
}
