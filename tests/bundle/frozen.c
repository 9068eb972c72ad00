/* Frozen exchanges: what they move, ask for and allocate; looks into the library. */
#include <string.h>

#include <ashlar/bundle.h>
#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"
#include "bundle/inside.h"
#include "harness/harness.h"

/* Calls of bundles to the layer below. */
static struct {
    int64_t puts, bytes, gets, meetings;
} moved;

#define BELOW(name, parameters, note, ...)                                                         \
    int __real_ali_inner_##name parameters;                                                        \
    int __wrap_ali_inner_##name parameters;                                                        \
    int __wrap_ali_inner_##name parameters                                                         \
    {                                                                                              \
        note;                                                                                      \
        ++below;                                                                                   \
        const int status = __real_ali_inner_##name(__VA_ARGS__);                                   \
        --below;                                                                                   \
        return status;                                                                             \
    }

static void note_put(const al_shape_t *shape)
{
    ++moved.puts;
    moved.bytes += shape && shape->levels == 0 ? (int64_t)shape->count[0] : 0;
}

BELOW(al_put_signal,
      (al_segment_t * segment, int rank, size_t offset, const void *buf, const al_shape_t *shape,
       size_t signal, int64_t inc),
      note_put(shape), segment, rank, offset, buf, shape, signal, inc)
BELOW(al_get_nb,
      (al_segment_t * segment, int rank, size_t offset, void *buf, const al_shape_t *shape,
       al_handle_t *handle),
      ++moved.gets, segment, rank, offset, buf, shape, handle)
BELOW(al_allreduce, (al_group_t * group, ashlar_type type, ashlar_op op, void *data, size_t n),
      ++moved.meetings, group, type, op, data, n)
BELOW(al_signal_wait, (al_segment_t * segment, size_t signal, int64_t value, int64_t *seen),
      (void)0, segment, signal, value, seen)
BELOW(al_wait, (al_handle_t * handle), (void)0, handle)
BELOW(al_fence, (int rank), (void)0, rank)
BELOW(al_barrier, (al_group_t * group), (void)0, group)

/* Request some elements; adds the bytes of those on other nodes, and marks the nodes. */
static void request_spread(bundle_t *bundle, int member, ga_t g, size_t element, int64_t *far,
                           char *asked)
{
    for (int64_t k = 0; k < 40; ++k) {
        const int64_t at = (k * 37 + 11 * test_rank()) % 200;
        bundle_slot_t slots[2];
        int owner = -1;
        /* Each twice, which is one. */
        CHECK_OK(bundle_request(bundle, member, 2, (int64_t[]){at, at}, slots));
        CHECK_OK(ga_locate_nd(g, &at, &owner));
        if (al_node_of(owner) != al_node_of(test_rank())) {
            *far += (int64_t)element;
            asked[al_node_of(owner)] = 1;
        }
    }
}

/* Exactly the values move, in one message from each node that has some; nobody asks, and nothing is
 * allocated. */
TEST_CASE(frozen, TEST_GA)
{
    enum { FROZEN = 20 };
    const int64_t n = 200;
    int64_t expected[2] = {0, 0}, counted[2];
    char asked[64] = {0};
    bundle_t *bundle;
    ga_type record;
    ga_t line, records;
    int in_line, in_records;
    REQUIRE_OK(ga_type_create(12, &record));
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &line));
    REQUIRE_OK(ga_create_nd(record, 1, &n, "records", NULL, 0, &records));
    CHECK_OK(ga_zero(line));
    CHECK_OK(ga_zero(records));
    REQUIRE_OK(bundle_create(0, &bundle));
    CHECK_OK(bundle_add(bundle, line, BUNDLE_ANY, &in_line));
    CHECK_OK(bundle_add(bundle, records, BUNDLE_ANY, &in_records));
    request_spread(bundle, in_line, line, 8, &expected[1], asked);
    request_spread(bundle, in_records, records, 12, &expected[1], asked);
    for (int node = 0; node < 64; ++node)
        expected[0] += asked[node];
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(bundle_freeze(bundle));
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(ga_sync());
    memset(&moved, 0, sizeof moved);
    const int64_t before = made_here;
    for (int round = 0; round < FROZEN; ++round)
        CHECK_OK(bundle_exchange(bundle));
    const int64_t after = made_here;
    counted[0] = moved.puts;
    counted[1] = moved.bytes;
    CHECK_INT(0, moved.gets);
    CHECK_INT(2 * FROZEN, moved.meetings);
    CHECK_INT(before, after);
    MPI_Allreduce(MPI_IN_PLACE, counted, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, expected, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    CHECK_INT(FROZEN * expected[0], counted[0]);
    CHECK_INT(FROZEN * expected[1], counted[1]);
    CHECK_OK(bundle_free(bundle));
    CHECK_OK(ga_destroy(line));
    CHECK_OK(ga_destroy(records));
    CHECK_OK(ga_type_destroy(record));
}
