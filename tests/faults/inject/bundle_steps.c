/* bundle: requests, writes and accumulates in tables that grow, and exchanges. */
#include <string.h>

#include <ashlar/bundle.h>

#include "harness/harness.h"
#include "steps.h"

enum { N = 600, RECORD = 24 };

static ga_t line, records, ghosts;
static ga_type record;
static bundle_t *bundle;
static int in_line, in_records, in_ghosts, members;
static bundle_slot_t slot[N], slot_of_records[N], slot_of_ghosts[4];
static int64_t index_of[2 * N];
static long long value[N];

static int start(void)
{
    members = 0;
    return ga_initialize(MPI_COMM_WORLD);
}

static int make_line(void)
{
    const int64_t n = N;
    return line ? ASHLAR_OK : ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &line);
}

static int make_records(void)
{
    const int64_t dims[2] = {20, 30};
    if (!record)
        TRY(ga_type_create(RECORD, &record));
    return records ? ASHLAR_OK : ga_create_nd(record, 2, dims, "records", NULL, 0, &records);
}

static int make_ghosts(void)
{
    const ga_spec_t spec = {
        .type = ASHLAR_LLONG, .ndim = 1, .dims = {54}, .name = "ghosts", .ghosts = {4}};
    return ghosts ? ASHLAR_OK : ga_create_spec(&spec, &ghosts);
}

static int fill(void)
{
    TRY(ga_enumerate(line, &(long long){0}, &(long long){1}));
    TRY(ga_zero(ghosts));
    return ga_zero(records);
}

static int make_bundle(void)
{
    return bundle ? ASHLAR_OK : bundle_create(0, &bundle);
}

static int add(void)
{
    if (members == 0) {
        TRY(bundle_add(bundle, line, BUNDLE_SUM, &in_line));
        ++members;
    }
    if (members == 1) {
        TRY(bundle_add(bundle, records, BUNDLE_ERROR, &in_records));
        ++members;
    }
    if (members == 2) {
        TRY(bundle_add(bundle, ghosts, BUNDLE_LOWEST | BUNDLE_IN_PLACE, &in_ghosts));
        ++members;
    }
    return ASHLAR_OK;
}

/* Elements 0, 7, 14, ..., in a line of n or in the plane of records. */
static void name_some(int64_t n, int ndim)
{
    for (int64_t k = 0; k < n; ++k) {
        const int64_t e = k * 7 % N;
        index_of[k * ndim] = ndim == 1 ? e : e % 20;
        if (ndim == 2)
            index_of[k * 2 + 1] = e / 20;
    }
}

static int request_few(void)
{
    name_some(20, 1);
    TRY(bundle_request(bundle, in_line, 20, index_of, slot));
    for (int64_t k = 0; k < 4; ++k)
        TRY(bundle_request(bundle, in_ghosts, 1, &(int64_t){13 * k}, &slot_of_ghosts[k]));
    return ASHLAR_OK;
}

static int request_many(void)
{
    name_some(N, 1);
    TRY(bundle_request(bundle, in_line, N, index_of, slot));
    name_some(N, 2);
    return bundle_request(bundle, in_records, N, index_of, slot_of_records);
}

static int request_patch(void)
{
    return bundle_request_patch(bundle, in_records, (int64_t[]){0, 0}, (int64_t[]){19, 29},
                                slot_of_records);
}

/* Element 0 by all ranks, 2 by each; in the second round many more. */
static int write_few(void)
{
    value[0] = 1;
    TRY(bundle_write(bundle, in_line, 1, &(int64_t){0}, value));
    return bundle_write(bundle, in_ghosts, 1, &(int64_t){39}, &(long long){5 + test_rank()});
}

static int write_many(void)
{
    name_some(N, 1);
    for (int k = 0; k < N; ++k)
        value[k] = index_of[k];
    return bundle_write(bundle, in_line, N, index_of, value);
}

/* One call each: what has been added once must not be added again. */
static int accumulate_many(void)
{
    name_some(N, 1);
    for (int k = 0; k < N; ++k)
        value[k] = k < N / 2;
    return bundle_accumulate(bundle, in_line, N, index_of, value, ASHLAR_SUM);
}

/* Those of one element become one. */
static int look(void)
{
    long long x;
    const int status = bundle_lookup(bundle, in_line, &(int64_t){0}, &x);
    return status == ASHLAR_ESTATE ? ASHLAR_OK : status;
}

static int write_records(void)
{
    char bytes[RECORD];
    memset(bytes, 7, RECORD);
    return bundle_write(bundle, in_records, 1, (int64_t[]){test_rank(), 3}, bytes);
}

static int write_conflict(void)
{
    const char bytes[RECORD] = {1};
    return bundle_write(bundle, in_records, 1, (int64_t[]){3, 3}, bytes);
}

static int exchange(void)
{
    return bundle_exchange(bundle);
}

/* Refused by all, or by the failure. */
static int exchange_conflict(void)
{
    int status = bundle_exchange(bundle);
    return status == (test_size() > 1 ? ASHLAR_EMISMATCH : ASHLAR_OK) ? ASHLAR_OK
           : status == ASHLAR_OK                                      ? ASHLAR_EINTERNAL
                                                                      : status;
}

static int exchange_begin(void)
{
    return bundle_exchange_begin(bundle);
}

static int exchange_end(void)
{
    return bundle_exchange_end(bundle);
}

static int few_values(void)
{
    long long *base, *own;
    TRY(bundle_values(bundle, in_line, (void **)&base));
    CHECK_INT(test_size(), base[slot[0]]);
    for (int k = 1; k < 20; ++k)
        CHECK_INT(7 * k, base[slot[k]]);
    TRY(bundle_values(bundle, in_ghosts, (void **)&own));
    for (int k = 0; k < 4; ++k)
        CHECK_INT(k == 3 ? 5 : 0, own[slot_of_ghosts[k]]);
    return ASHLAR_OK;
}

static int many_values(void)
{
    long long *base;
    char *bytes;
    TRY(bundle_values(bundle, in_line, (void **)&base));
    TRY(bundle_values(bundle, in_records, (void **)&bytes));
    for (int k = 0; k < N; ++k) {
        const int at = k * 7 % N;
        CHECK_INT((at == 0 ? test_size() : at) + (k < N / 2 ? test_size() : 0), base[slot[k]]);
        CHECK_INT(at / 20 == 3 && at % 20 < test_size() ? 7 : 0,
                  bytes[slot_of_records[k] * RECORD]);
    }
    return ASHLAR_OK;
}

static int written_values(void)
{
    long long *base;
    TRY(bundle_values(bundle, in_line, (void **)&base));
    for (int k = 0; k < N; ++k)
        CHECK_INT((long long)test_size() * (k * 7 % N), base[slot[k]]);
    return ASHLAR_OK;
}

static int sync_all(void)
{
    return ga_sync();
}

static int clear(void)
{
    return bundle_clear(bundle);
}

static int free_bundle(void)
{
    bundle_t *old = bundle;
    bundle = NULL;
    members = 0;
    return old ? bundle_free(old) : ASHLAR_OK;
}

static int destroy(void)
{
    ga_t *const all[] = {&line, &records, &ghosts};
    for (int k = 0; k < 3; ++k)
        if (*all[k]) {
            TRY(ga_destroy(*all[k]));
            *all[k] = 0;
        }
    return ASHLAR_OK;
}

static int stop(void)
{
    record = 0;
    return ga_terminate();
}

static const step_t steps[] = {
    TOGETHER(start),       TOGETHER(make_line),      TOGETHER(make_records),
    TOGETHER(make_ghosts), TOGETHER(fill),           TOGETHER(make_bundle),
    TOGETHER(add),         TOGETHER(exchange),       ALONE(request_few),
    ALONE(write_few),      TOGETHER(exchange),       ALONE(few_values),
    ALONE(request_many),   ALONE(accumulate_many),   ALONE(look),
    ALONE(write_records),  TOGETHER(exchange_begin), TOGETHER(exchange_end),
    ALONE(many_values),    TOGETHER(sync_all),       TOGETHER(exchange),
    ALONE(many_values),    ALONE(write_conflict),    TOGETHER(exchange_conflict),
    TOGETHER(exchange),    ALONE(many_values),       ALONE(clear),
    ALONE(request_patch),  ALONE(request_many),      ALONE(write_many),
    TOGETHER(exchange),    ALONE(written_values),    TOGETHER(exchange_begin),
    TOGETHER(free_bundle), TOGETHER(destroy),        TOGETHER(stop),
};

const steps_t bundle_steps = {steps, sizeof steps / sizeof steps[0]};
