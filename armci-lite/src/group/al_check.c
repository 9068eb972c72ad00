/* ASHLAR_CHECK: the arguments of a collective call are compared over the ranks. */
#include "armci-lite/src/group/al_check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/group/al_fence_barrier.h"

const ali_collective_t ali_collectives[] = {
#include "api/al_rows.def"
};

/* ---- making the record ----------------------------------------------------------------------- */

int ali_check_read(const ali_collective_t *row, va_list arguments, ali_value_t *values)
{
#define HOW(kind, how) #how[0],
    static const char hows[] = {0, ALI_KINDS(HOW)};
#undef HOW
    int n = 0;
    for (; row->arguments[n].kind != ALI_END; ++n) {
        ali_value_t *value = &values[n];
        *value = (ali_value_t){0, NULL};
        switch (hows[row->arguments[n].kind]) {
        case 'i':
            value->n = va_arg(arguments, int);
            break;
        case 'l':
            value->n = va_arg(arguments, int64_t);
            break;
        case 'z':
            value->n = (int64_t)va_arg(arguments, size_t);
            break;
        default:
            value->p = va_arg(arguments, const void *);
        }
    }
    return n;
}

ali_record_t *ali_check_begin(const ali_collective_t *row)
{
    static ali_record_t the_record;
    ali_record_t *record = &the_record;
    record->sent.is_in_finalize = ali_mpi_is_ending;
    if (ali_context.env.guard)
        ali_guard_begin_call();
    ali_wait_report.call = ali_mpi_is_ending ? "MPI_Finalize" : row->call;
    strncpy(record->sent.call, row->call, sizeof record->sent.call - 1); /* fills with zeros */
    record->sent.call[sizeof record->sent.call - 1] = '\0';
    record->sent.n = 0;
    record->describe = NULL;
    return record;
}

static uint64_t mix_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * 1099511628211u; /* FNV-1a by words; one to one in either */
}

uint64_t ali_check_hash(const void *data, size_t bytes)
{
    const unsigned char *at = data;
    uint64_t hash = 1469598103934665603u;
    for (size_t k = 0; k < bytes; ++k)
        hash = mix_word(hash, at[k]);
    return hash;
}

void ali_check_add(ali_record_t *record, const ali_argument_t *argument, int index, int type,
                   uint64_t word)
{
    int64_t k = record->sent.n;
    if (k == ALI_WORDS) {
        record->sent.word[k - 1] = mix_word(record->sent.word[k - 1], word);
        record->what[k - 1].kind = ALI_MINE;
        return;
    }
    record->sent.word[k] = word;
    record->what[k].name = argument->name;
    record->what[k].kind = argument->kind;
    record->what[k].index = index;
    record->what[k].type = type;
    record->sent.n = k + 1;
}

/* Is there anything in the buffer? */
static bool has_content(const ali_argument_t *arguments, const ali_value_t *values, int n)
{
    for (int k = 0; k < n; ++k)
        if (arguments[k].kind == ALI_SIZE || arguments[k].kind == ALI_COUNT)
            return values[k].n != 0;
    return true;
}

/* Segments are numbered as they come on a group. */
static uint64_t segment_number(const al_segment_t *segment)
{
    return segment ? segment->number : 0;
}

int ali_check_argument(ali_record_t *record, const ali_argument_t *arguments,
                       const ali_value_t *values, int n, int k)
{
    const ali_argument_t *argument = &arguments[k];
    const ali_value_t value = values[k];
    uint64_t word = (uint64_t)value.n;
    int type = 0;
    switch (argument->kind) {
    case ALI_MINE_INT:
    case ALI_MINE_SIZE:
    case ALI_MINE:
    case ALI_GROUP_OF:
    case ALI_GROUP:
        return 1;
    case ALI_FLAG:
        word = value.n != 0;
        break;
    case ALI_LETTER:
        word = (uint64_t)tolower((unsigned char)value.n);
        break;
    case ALI_OUT:
        word = value.p != NULL;
        type = ALI_PRESENCE;
        break;
    case ALI_BUFFER:
        word = value.p != NULL || !has_content(arguments, values, n);
        type = ALI_PRESENCE;
        break;
    case ALI_SEGMENT:
    case ALI_MUTEXES:
        word = segment_number(value.p);
        break;
    case ALI_INT:
    case ALI_TYPE:
    case ALI_LONG:
    case ALI_SEED:
    case ALI_SIZE:
    case ALI_COUNT:
    case ALI_NUMBER:
    case ALI_FACTOR:
    case ALI_NDIM:
        break;
    default:
        return 0;
    }
    ali_check_add(record, argument, -1, type, word);
    return 1;
}

/* ---- comparing ------------------------------------------------------------------------------- */

enum { TEXT = 160 };

static void format_word(const ali_record_t *record, int k, char *text)
{
    if (k >= record->sent.n) {
        snprintf(text, TEXT, "no more");
        return;
    }
    const char *name = record->what[k].name;
    const uint64_t word = record->sent.word[k];
    if (record->what[k].type == ALI_PRESENCE) {
        snprintf(text, TEXT, "%s %s", name, word ? "that is not NULL" : "NULL");
        return;
    }
    if (record->describe && record->describe(record, k, text, TEXT))
        return;
    switch (record->what[k].kind) {
    case ALI_LETTER:
        snprintf(text, TEXT, isprint((int)word) ? "%s '%c'" : "%s %d", name, (int)word);
        break;
    case ALI_SEED:
    case ALI_SIZE:
        snprintf(text, TEXT, "%s %llu", name, (unsigned long long)word);
        break;
    case ALI_MINE:
        snprintf(text, TEXT, "a list with %s of hash %llx", name, (unsigned long long)word);
        break;
    case ALI_SEGMENT:
    case ALI_MUTEXES:
    case ALI_NUMBER:
        snprintf(text, TEXT, word ? "%s number %lld of the group" : "%s that are none", name,
                 (long long)word);
        break;
    default:
        snprintf(text, TEXT, "%s %lld", name, (long long)word);
    }
}

/* The call of the program. */
static const char *name_of_call(const ali_record_t *record)
{
    return record->sent.is_in_finalize ? "MPI_Finalize" : record->sent.call;
}

static int first_difference(const ali_record_t *a, const ali_record_t *b)
{
    int k = 0;
    while (k < a->sent.n && k < b->sent.n && a->sent.word[k] == b->sent.word[k])
        ++k;
    return k;
}

static bool is_same(const ali_record_t *a, const ali_record_t *b)
{
    return strcmp(a->sent.call, b->sent.call) == 0 && a->sent.n == b->sent.n &&
           first_difference(a, b) == a->sent.n;
}

/* Some rank differs: say which, and in what, on all ranks alike. Those that know what a word is,
 * its owners, put it into words. */
static int report_mismatch(al_group_t *group, const ali_record_t *mine)
{
    ali_record_t first, other;
    first.sent = mine->sent;
    AL_TRY(al_broadcast(group, &first.sent, sizeof first.sent, 0));
    int differing = is_same(&first, mine) ? group->size : group->rank;
    AL_TRY(al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &differing, 1));
    if (differing == group->size)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: the records are the same", mine->sent.call);
    other.sent = mine->sent;
    AL_TRY(al_broadcast(group, &other.sent, sizeof other.sent, differing));
    const int rank[2] = {ali_world_rank(group, 0), ali_world_rank(group, differing)};
    if (strcmp(first.sent.call, other.sent.call) != 0)
        return AL_FAIL(ASHLAR_EMISMATCH, "rank %d is in %s, rank %d in %s", rank[0],
                       name_of_call(&first), rank[1], name_of_call(&other));
    char text[2][TEXT] = {"", ""};
    const int k = first_difference(&first, &other);
    if (group->rank == 0 || group->rank == differing)
        format_word(mine, k, text[group->rank != 0]);
    AL_TRY(al_broadcast(group, text[0], TEXT, 0));
    AL_TRY(al_broadcast(group, text[1], TEXT, differing));
    return AL_FAIL(ASHLAR_EMISMATCH, "%s: rank %d passes %s, rank %d passes %s", first.sent.call,
                   rank[1], text[1], rank[0], text[0]);
}

static int compare_on_node(al_group_t *group, uint64_t hash)
{
    const unsigned n = (unsigned)group->local_size;
    ali_report_wait("a collective call", AL_MY_NODE);
    return ali_node_hashes_agree(ali_node_barrier_hashes(group->barrier, n), n,
                                 (unsigned)group->local_rank, hash);
}

static int compare_all(al_group_t *group, uint64_t hash, int *same)
{
    long long range[2] = {(long long)hash, ~(long long)hash}; /* the largest, and ~ the smallest */
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, range, 2));
    *same = range[0] == ~range[1];
    return ASHLAR_OK;
}

int ali_check_compare(al_group_t *group, const ali_record_t *record)
{
    if (group->size == 1 || !ali_context.env.check)
        return ASHLAR_OK;
    if (ali_context.collective_failed)
        return ali_fail_later_collective();
    uint64_t hash = 1469598103934665603u, name[ALI_CALL / sizeof(uint64_t)];
    memcpy(name, record->sent.call, sizeof name);
    for (size_t k = 0; k < sizeof name / sizeof *name; ++k)
        hash = mix_word(hash, name[k]);
    hash = mix_word(hash, (uint64_t)record->sent.n);
    for (int64_t k = 0; k < record->sent.n; ++k)
        hash = mix_word(hash, record->sent.word[k]);
    int same = 0;
    if (group->node_count == 1 && group->local_size <= AL_CENTRAL_MOST)
        same = compare_on_node(group, hash);
    else
        AL_TRY(compare_all(group, hash, &same));
    return same ? ASHLAR_OK : report_mismatch(group, record);
}

void ali_check_end(void)
{
    if (ali_context.env.guard)
        ali_guard_end_call();
    ali_wait_report.call = NULL;
    ali_context.checks_next_call = ali_check_is_on();
}

/* ---- calls of this layer --------------------------------------------------------------------- */

static al_group_t *group_of_argument(ali_kind_t kind, const void *p)
{
    if (!p)
        return ali_world;
    return kind == ALI_GROUP_OF ? (al_group_t *)(uintptr_t)p : ((const al_segment_t *)p)->group;
}

int ali_check_call(const ali_collective_t *row, ...)
{
    ali_value_t values[ALI_ARGUMENTS];
    va_list arguments;
    va_start(arguments, row);
    int n = ali_check_read(row, arguments, values);
    va_end(arguments);
    ali_record_t *record = ali_check_begin(row);
    for (int k = 0; k < n; ++k)
        ali_check_argument(record, row->arguments, values, n, k);
    return ali_check_compare(row->where == ALI_WORLD
                                 ? ali_world
                                 : group_of_argument(row->arguments[0].kind, values[0].p),
                             record);
}
