/* Arrays of every kind, and what follows from the definitions of the kinds. */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/patch.h"

int64_t cut_of(const subject_t *s, int d, int64_t block)
{
    if (block == s->spec.blocks[d])
        return s->spec.dims[d];
    return s->spec.cuts[d] ? s->spec.cuts[d][block] : block * s->spec.block[d];
}

bool is_block_cyclic(const subject_t *s)
{
    return s->spec.kind == GA_BLOCK_CYCLIC;
}

bool has_local_array(const subject_t *s)
{
    return s->spec.kind <= GA_IRREGULAR || s->spec.kind == GA_SCALAPACK;
}

/* The owner, by its number in the list of ranks, of the block at a position. */
static int owner_by_grid(const subject_t *s, const int64_t *at)
{
    int owner = 0, ndim = s->spec.ndim;

    for (int e = ndim - 1; e >= 0; --e) {
        int d = s->spec.order == GA_LAST_FASTEST ? ndim - 1 - e : e;
        owner = owner * s->spec.grid[d] + (int)(at[d] % s->spec.grid[d]);
    }
    return owner;
}

static void find_owners(subject_t *s)
{
    int64_t at[ASHLAR_MAX_DIM], number = 0;
    patch_t all = patch_whole(s->spec.ndim, s->spec.blocks);

    s->total = patch_count(&all);
    s->owners = test_alloc((size_t)s->total * sizeof *s->owners);
    s->counts = test_alloc((size_t)s->n * sizeof *s->counts);
    memset(s->counts, 0, (size_t)s->n * sizeof *s->counts);
    memcpy(at, all.lo, sizeof at);
    do {
        int among = s->spec.rank_count ? s->spec.rank_count : s->n;
        int owner = is_block_cyclic(s) ? (int)(number % among) : owner_by_grid(s, at);
        CHECK(owner < among);
        s->owners[number] = s->spec.ranks ? s->spec.ranks[owner] : owner;
        ++s->counts[s->owners[number++]];
    } while (patch_next(&all, at));
}

/* Values given are kept; the rest is chosen. */
static void check_kept(const ga_spec_t *asked, const ga_spec_t *found)
{
    CHECK_INT(asked->kind, found->kind);
    CHECK_INT(asked->type, found->type);
    CHECK_INT(asked->ndim, found->ndim);
    CHECK_INT(asked->group, found->group);
    CHECK_INT(asked->rank_count, found->rank_count);
    if (asked->rank_count)
        CHECK(memcmp(asked->ranks, found->ranks, (size_t)asked->rank_count * sizeof(int)) == 0);
    for (int d = 0; d < asked->ndim; ++d) {
        CHECK_INT(asked->dims[d], found->dims[d]);
        CHECK_INT(asked->ghosts[d], found->ghosts[d]);
        CHECK_INT(asked->nonperiodic[d], found->nonperiodic[d]);
        CHECK(!asked->grid[d] || asked->grid[d] == found->grid[d]);
        CHECK(asked->kind == GA_BLOCK_CYCLIC ? found->grid[d] == 0 : found->grid[d] >= 1);
        if (asked->cuts[d]) {
            CHECK_INT(asked->blocks[d], found->blocks[d]);
            CHECK(found->cuts[d] != asked->cuts[d]);
            for (int64_t b = 0; b < asked->blocks[d]; ++b)
                CHECK_INT(asked->cuts[d][b], found->cuts[d][b]);
        } else if (asked->kind != GA_REGULAR) {
            int64_t width = asked->block[d] < asked->dims[d] ? asked->block[d] : asked->dims[d];
            CHECK_INT(width, found->block[d]);
            CHECK_INT((asked->dims[d] + width - 1) / width, found->blocks[d]);
        }
    }
}

void make_subject(const ga_spec_t *asked, subject_t *s)
{
    int64_t blocks = -1;

    *s = (subject_t){.g = 0};
    REQUIRE_OK(ga_create_spec(asked, &s->g));
    REQUIRE_OK(ga_inquire_spec(s->g, &s->spec));
    check_kept(asked, &s->spec);
    CHECK_OK(ga_group_size(s->spec.group, &s->n));
    CHECK_OK(ga_group_rank(s->spec.group, &s->me));
    find_owners(s);
    CHECK_OK(ga_inquire_blocks(s->g, &blocks));
    CHECK_INT(s->total, blocks);
}

void free_subject(subject_t *s)
{
    CHECK_OK(ga_destroy(s->g));
    free(s->owners);
    free(s->counts);
}

bool on_my_node(const subject_t *s, int rank)
{
    int world = -1;

    CHECK_OK(ga_group_world_rank(s->spec.group, rank, &world));
    return al_node_of(world) == al_node_of(ga_rank());
}

int64_t value_of(const int64_t *dims, int ndim, const int64_t *index)
{
    int64_t value = 0;

    for (int d = ndim - 1; d >= 0; --d)
        value = value * dims[d] + index[d];
    return value;
}
