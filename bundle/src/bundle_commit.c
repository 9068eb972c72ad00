/* Writes and accumulates: the owner of an element applies what the ranks have laid out for it, in
 * an order that does not depend on time: rank after rank, and of one rank as it was called. */
#include <string.h>

#include "bundle/src/bundle_private.h"

/* Prefetch distance, in records. */
enum { AHEAD = 32 };

static uint64_t header_at(const char *record)
{
    uint64_t header;
    memcpy(&header, record, BUI_RECORD_HEADER);
    return header;
}
static uint64_t offset_in(uint64_t header)
{
    return header >> (BUI_OP_BITS + BUI_MEMBER_BITS);
}
static int member_in(uint64_t header)
{
    return (int)(header >> BUI_OP_BITS & (BUI_MEMBERS - 1));
}
static unsigned op_in(uint64_t header)
{
    return (unsigned)(header & ((1 << BUI_OP_BITS) - 1));
}

/* Accumulates: bundle_apply.inc. */
enum { KIND_MASK = (1 << (BUI_OP_BITS + BUI_MEMBER_BITS)) - 1 };
typedef const char *(*run_t)(const char *at, const char *end, char *base);
#define AL_TEMPLATE "bundle/src/bundle_apply.inc"
#include "armci-lite/src/local/al_each_type.h"
#define RUNS(id, ctype, mpitype, kind) [ASHLAR_##id] = id##_runs,
static const run_t *const runs[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(RUNS)};

static bui_kind_t kind_of_rule(bundle_rule rule)
{
    return rule == BUNDLE_ANY      ? BUI_ANY
           : rule == BUNDLE_LOWEST ? BUI_LOWEST
           : rule == BUNDLE_ERROR  ? BUI_ERROR
                                   : BUI_COMBINED;
}

void bui_commit_kinds(const bundle_t *bundle, long long *kinds)
{
    for (int k = 0; k < bundle->member_count; ++k) {
        const bui_member_t *member = bundle->member[k];
        if (member->ops >> BUI_WRITE & 1)
            kinds[kind_of_rule(member->rule)] = 1;
        if (member->ops & ~(1u << BUI_WRITE))
            kinds[BUI_ACCUMULATED] = 1;
    }
}

int bui_commit_conflict(const bundle_t *bundle)
{
    bui_hash_t seen = {0};
    int has_conflict = 0;
    bui_hash_clear(&seen);
    for (size_t r = 0; r < bundle->records_count && !has_conflict; ++r) {
        const bui_records_t records = bundle->records[r];
        for (const char *at = records.at; at < records.end && !has_conflict;) {
            const uint64_t header = header_at(at);
            const bui_member_t *member = bundle->member[member_in(header)];
            at += bui_record_bytes(member);
            if (op_in(header) != BUI_WRITE || member->rule != BUNDLE_ERROR)
                continue;
            if (bui_hash_reserve(&seen, (uint64_t)seen.count + 1, UINT64_MAX) != 0) {
                has_conflict = -1;
                break;
            }
            bui_entry_t *entry = bui_hash_probe(&seen, (int64_t)offset_in(header));
            has_conflict = entry->stamp == seen.stamp;
            if (!has_conflict)
                bui_hash_insert(&seen, entry, (int64_t)offset_in(header));
        }
    }
    bui_hash_free(&seen);
    return has_conflict;
}

typedef enum pass { FIRST, COMBINE, LOWEST, ACCUMULATE } pass_t;

/* Before values are combined, an element is what changes none of them: of sums -0, which leaves -0
 * as it is. */
static void set_neutral(const bui_member_t *member, char *element, const char *value)
{
    if (member->rule == BUNDLE_XOR) {
        memset(element, 0, member->element);
    } else if (member->rule == BUNDLE_SUM || member->rule == BUNDLE_PROD) {
        switch (member->array->type) {
#define NEUTRAL(id, ctype, mpitype, kind)                                                          \
    case ASHLAR_##id: {                                                                            \
        const ctype x = member->rule == BUNDLE_PROD ? 1 : -(ctype)0;                               \
        memcpy(element, &x, sizeof x);                                                             \
        break;                                                                                     \
    }
            ASHLAR_TYPE_TABLE(NEUTRAL)
#undef NEUTRAL
        default:
            break;
        }
    } else {
        memcpy(element, value, member->element);
    }
}

/* A product with 1 is the other factor; by the rules of complex numbers it is not, of -0 and of
 * infinities. */
static void combine_write(const bui_member_t *member, char *element, const char *value)
{
    _Alignas(16) char one[16];
    if (member->rule == BUNDLE_PROD)
        set_neutral(member, one, value);
    if (member->rule == BUNDLE_PROD && memcmp(element, one, member->element) == 0)
        memcpy(element, value, member->element);
    else
        ali_kernels[member->array->type].reduce[ASHLAR_SUM + (member->rule - BUNDLE_SUM)](
            1, element, value);
}

static void apply_write(const bui_member_t *member, pass_t pass, char *element, const char *value)
{
    bui_kind_t kind = kind_of_rule(member->rule);
    if (pass == FIRST && kind == BUI_COMBINED)
        set_neutral(member, element, value);
    else if (pass == COMBINE && kind == BUI_COMBINED)
        combine_write(member, element, value);
    else if ((pass == FIRST && (kind == BUI_ANY || kind == BUI_ERROR)) ||
             (pass == LOWEST && kind == BUI_LOWEST))
        bui_copy(element, value, member->element);
}

static void apply_records(const bundle_t *bundle, pass_t pass, bui_records_t records)
{
    char *base = bundle->sendbuf->base;
    for (const char *at = records.at; at < records.end;) {
        const uint64_t header = header_at(at);
        const bui_member_t *member = bundle->member[member_in(header)];
        const size_t record = bui_record_bytes(member);
        if (op_in(header) != BUI_WRITE && pass == ACCUMULATE) {
            at = runs[member->array->type][op_in(header)](at, records.end, base);
            continue;
        }
        const char *ahead = at + AHEAD * record;
        if (ahead <
            records.end) /* a record of another member has any word there: a harmless prefetch */
            __builtin_prefetch(base + offset_in(header_at(ahead)), 1);
        if (op_in(header) == BUI_WRITE)
            apply_write(member, pass, base + offset_in(header), at + BUI_RECORD_HEADER);
        at += record;
    }
}

static void apply_all(const bundle_t *bundle, pass_t pass)
{
    for (size_t r = 0; r < bundle->records_count; ++r)
        apply_records(bundle, pass, bundle->records[r]);
}

void bui_commit_apply(const bundle_t *bundle, const long long *kinds)
{
    if (kinds[BUI_ANY] || kinds[BUI_ERROR] || kinds[BUI_COMBINED])
        apply_all(bundle, FIRST);
    if (kinds[BUI_COMBINED])
        apply_all(bundle, COMBINE);
    for (size_t r = bundle->records_count; r > 0 && kinds[BUI_LOWEST]; --r)
        apply_records(bundle, LOWEST, bundle->records[r - 1]);
    if (kinds[BUI_ACCUMULATED])
        apply_all(bundle, ACCUMULATE);
}

void bui_commit_forget(bundle_t *bundle)
{
    for (int k = 0; k < bundle->member_count; ++k) {
        bui_member_t *member = bundle->member[k];
        bui_hash_clear(&member->write_index);
        member->changes.count = member->changes.located = 0;
        member->ops = 0;
    }
}
