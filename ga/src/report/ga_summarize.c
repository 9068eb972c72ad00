/* A list of all live arrays, from the first rank of each array's group by way of rank 0; and a
 * report of the memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/onesided/ga_mutex.h"
#include "ga/src/report/ga_print.h"

static const char *const kinds[GA_KIND_COUNT] = {[GA_REGULAR] = "regular",
                                                 [GA_IRREGULAR] = "irregular",
                                                 [GA_BLOCK_CYCLIC] = "block-cyclic",
                                                 [GA_SCALAPACK] = "ScaLAPACK",
                                                 [GA_TILED] = "tiled",
                                                 [GA_TILED_IRREGULAR] = "tiled irregular"};

/* Further facts about an array. */
typedef enum detail { BRIEF, BLOCKS, MEMORY } detail_t;

/* The lines of this rank, and what their arrays take. */
typedef struct summary {
    detail_t detail;
    gai_text_t text;
    long long arrays, bytes;
} summary_t;

static void add_product(gai_text_t *out, const char *what, int ndim, const int64_t *factors)
{
    gai_text_add(out, ", %s ", what);
    for (int d = 0; d < ndim; ++d)
        gai_text_add(out, "%s%" PRId64, d ? " x " : "", factors[d]);
}

/* Bytes of all blocks, and of those of the rank that has most; with the room between them. */
static int64_t bytes_of_blocks(const gai_array_t *array, int64_t *most)
{
    int64_t sum = 0;
    *most = 0;
    for (int rank = 0; rank < al_group_size(array->group); ++rank) {
        int64_t bytes = gai_slice_elements(&array->dist, rank) * (int64_t)array->element;
        sum += bytes;
        *most = ali_max(bytes, *most);
    }
    return sum;
}

/* Each node has all of a mirrored array. */
static int64_t bytes_of_copies(const gai_array_t *array, int64_t *most)
{
    return bytes_of_blocks(array, most) * (array->mirrored_on ? array->own->group->node_count : 1);
}

static int64_t add_memory(gai_text_t *out, const gai_array_t *array)
{
    const gai_array_t *replica = array->replica == array ? NULL : array->replica;
    int64_t most, more = 0, bytes = bytes_of_copies(array, &most);
    if (array->own != array->segment && !array->mirrored_on) {
        gai_text_add(out, "; in the memory of another array");
        bytes = most = 0;
    }
    if (replica) {
        bytes += bytes_of_copies(replica, &more);
        most += more;
    }
    gai_text_add(out, "; %" PRId64 " bytes, at most %" PRId64 " on a rank\n", bytes, most);
    return bytes;
}

/* Bytes that a rank holds for an array, with its tables and its replica. */
static int64_t bytes_of_rank(const gai_array_t *array, int rank)
{
    const gai_array_t *replica = array->replica == array ? NULL : array->replica;
    return (int64_t)(array->own->slices[rank].bytes +
                     (replica ? replica->own->slices[rank].bytes : 0));
}

/* Each rank if they are few. */
static void add_ranks(gai_text_t *out, const gai_array_t *array)
{
    enum { FEW = 16 };
    const al_group_t *group = gai_whole_group(array);
    int64_t least = INT64_MAX, most = 0;
    double sum = 0;
    for (int rank = 0; rank < group->size; ++rank) {
        const int64_t bytes = bytes_of_rank(array, rank);
        least = ali_min(bytes, least);
        most = ali_max(bytes, most);
        sum += (double)bytes;
    }
    gai_text_add(out, "  bytes of a rank: least %" PRId64 ", mean %.1f, most %" PRId64 "\n", least,
                 sum / group->size, most);
    for (int rank = 0; rank < group->size && group->size <= FEW; ++rank)
        gai_text_add(out, "  rank %d: %" PRId64 " bytes\n", ali_world_rank(group, rank),
                     bytes_of_rank(array, rank));
}

static int add_array(summary_t *summary, gai_array_t *array)
{
    gai_text_t *out = &summary->text;
    gai_operand_t whole;
    ga_spec_t spec;
    AL_TRY(ga_inquire_spec(array->handle, &spec));
    int64_t grid[ASHLAR_MAX_DIM], ghosts = 0;
    for (int d = 0; d < spec.ndim; ++d) {
        grid[d] = spec.grid[d];
        ghosts += spec.ghosts[d];
    }
    gai_whole_operand(array, &whole);
    gai_text_add_heading(out, &whole);
    gai_text_add(out, "  handle %d; on %d ranks; %s", array->handle,
                 al_group_size(gai_whole_group(array)), kinds[spec.kind]);
    add_product(out, "blocks", spec.ndim, spec.blocks);
    if (spec.kind != GA_BLOCK_CYCLIC)
        add_product(out, "grid", spec.ndim, grid);
    if (ghosts)
        add_product(out, "ghost cells", spec.ndim, spec.ghosts);
    if (array->mirrored_on)
        gai_text_add(out, "; mirrored on %d nodes", array->own->group->node_count);
    if (array->replica)
        gai_text_add(out, "; only read");
    summary->bytes += add_memory(out, array);
    ++summary->arrays;
    if (summary->detail == BLOCKS)
        gai_text_add_blocks(out, array);
    if (summary->detail == MEMORY)
        add_ranks(out, array);
    return ASHLAR_OK;
}

/* By its first rank. */
static void add_arena(gai_text_t *out)
{
    if (ali_nodes.index != 0)
        return;
    const al_arena_use_t use = ali_arena_use(&ali_arena);
    gai_text_add(out,
                 "node %d (host %s): %d ranks; arena of %llu bytes: %llu used, %" PRId64
                 " committed, %llu in the largest free piece\n",
                 ali_nodes.mine, ali_nodes.hosts[ali_nodes.mine], ali_nodes.size,
                 (unsigned long long)use.bytes, (unsigned long long)use.used, use.committed,
                 (unsigned long long)use.largest);
}

/* Sets and types are each rank's own. */
static int print_limits(FILE *stream)
{
    int most[2] = {gai_mutexes_count(), gai_types_count()};
    AL_TRY(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_MAX, most, 2));
    if (al_rank() == 0)
        fprintf(stream, "on a rank at most %d of %d sets of mutexes, %d of %d record types\n",
                most[0], GAI_MUTEX_SETS, most[1], GAI_RECORDS);
    return ASHLAR_OK;
}

/* The arrays whose first rank this is, as text. */
static int list_my_arrays(const char *call, summary_t *summary)
{
    for (int slot = 0; slot < GAI_SLOTS; ++slot)
        if (gai_context.slots[slot] && al_group_rank(gai_whole_group(gai_context.slots[slot])) == 0)
            AL_TRY(add_array(summary, gai_context.slots[slot]));
    return summary->text.is_truncated
               ? AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a list of %lld arrays", call,
                         summary->arrays)
               : ASHLAR_OK;
}

/* The text of one rank to rank 0, which writes it. */
static int send_text(int from, const char *text, size_t length, FILE *stream)
{
    char part[1024];
    long long n = (long long)length;
    if (from == 0) {
        if (al_rank() == 0)
            fwrite(text, 1, length, stream);
        return ASHLAR_OK;
    }
    AL_TRY(al_broadcast(al_group_world(), &n, sizeof n, from));
    for (size_t done = 0; done < (size_t)n; done += sizeof part) {
        size_t bytes = ali_min_bytes((size_t)n - done, sizeof part);
        if (al_rank() == from)
            memcpy(part, text + done, bytes);
        AL_TRY(al_broadcast(al_group_world(), part, bytes, from));
        if (al_rank() == 0)
            fwrite(part, 1, bytes, stream);
    }
    return ASHLAR_OK;
}

/* One after the other, those ranks that have something to say. */
static int send_texts(const char *text, size_t length, FILE *stream)
{
    for (int from = 0;; ++from) {
        int next = length && al_rank() >= from ? al_rank() : al_size();
        AL_TRY(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_MIN, &next, 1));
        if (next == al_size())
            return ASHLAR_OK;
        from = next;
        AL_TRY(send_text(from, text, length, stream));
    }
}

/* Nodes after all arrays. */
static int send_nodes(const char *call, FILE *stream, summary_t *summary)
{
    summary->text.length = 0;
    add_arena(&summary->text);
    AL_TRY(gai_agree(call, al_group_world(),
                     summary->text.is_truncated
                         ? AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a line", call)
                         : ASHLAR_OK));
    AL_TRY(send_texts(summary->text.at, summary->text.length, stream));
    return print_limits(stream);
}

static int summarize(const char *call, FILE *stream, summary_t *summary)
{
    al_group_t *world = al_group_world();
    int status = al_rank() == 0 && !stream ? gai_bad_argument(call, "the stream of rank 0")
                                           : list_my_arrays(call, summary);
    AL_TRY(gai_agree(call, world, status));
    AL_TRY(send_texts(summary->text.at, summary->text.length, stream));
    if (summary->detail == MEMORY)
        AL_TRY(send_nodes(call, stream, summary));
    long long sums[2] = {summary->arrays, summary->bytes};
    AL_TRY(al_allreduce(world, ASHLAR_LLONG, ASHLAR_SUM, sums, 2));
    if (al_rank() == 0) {
        fprintf(stream, "%lld arrays, %lld bytes\n", sums[0], sums[1]);
        if (fflush(stream) != 0 || ferror(stream))
            status = AL_FAIL(ASHLAR_ESYS, "%s: cannot write a list of %lld arrays", call, sums[0]);
    }
    return gai_agree(call, world, status);
}

int ga_summarize(int verbose, FILE *stream)
{
    GAI_COLLECTIVE(ga_summarize, verbose, stream);
    AL_TRY(gai_check_started(__func__));
    summary_t summary = {.detail = verbose ? BLOCKS : BRIEF};
    int status = summarize(__func__, stream, &summary);
    free(summary.text.at);
    return status;
}

int ga_report(FILE *stream)
{
    GAI_COLLECTIVE(ga_report, stream);
    AL_TRY(gai_check_started(__func__));
    summary_t summary = {.detail = MEMORY};
    int status = summarize(__func__, stream, &summary);
    free(summary.text.at);
    return status;
}
