/* Memory: how much there may be and is, and blocks of it that become arrays. */
#include "classic.h"

static struct {
    int limited;
    size_t limit, used; /* bytes of this rank */
} memory;

/* Memory of GA_Getmem(): an array of one dimension, of whose elements each rank has its own. */
typedef struct piece {
    struct piece *next;
    void *ptr;
    ga_t g;
    size_t bytes;
} piece_t;

static piece_t *pieces;

/* ---- the limit ---- */

static size_t bytes_of(const char *call, ga_t g)
{
    ga_type type;
    ga_group_t group;
    size_t element;
    int64_t n = 0;
    int rank;
    void *ptr;
    CLASSIC_TRY(call, ga_inquire_nd(g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_type_bytes(type, &element));
    CLASSIC_TRY(call, ga_inquire_group(g, &group));
    CLASSIC_TRY(call, ga_group_rank(group, &rank));
    CLASSIC_TRY(call, ga_access_local(g, rank, &ptr, &n, NULL, NULL));
    return (size_t)n * element;
}

int classic_take_memory(const char *call, ga_t g, size_t *bytes)
{
    size_t mine = bytes_of(call, g);
    int fits =
        !memory.limited || (memory.used <= memory.limit && mine <= memory.limit - memory.used);
    if (memory.limited) {
        ga_group_t group;
        CLASSIC_TRY(call, ga_inquire_group(g, &group));
        CLASSIC_TRY(call, ga_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &fits, 1));
    }
    if (fits)
        memory.used += *bytes = mine;
    return fits;
}

void classic_give_memory(size_t bytes)
{
    memory.used -= bytes;
}

/* A number below 0 is no limit. */
void NGA_Set_memory_limit(size_t limit)
{
    memory.limited = limit <= PTRDIFF_MAX;
    memory.limit = limit;
}

int NGA_Memory_limited(void)
{
    return memory.limited;
}

size_t NGA_Memory_avail(void)
{
    if (!memory.limited)
        return SIZE_MAX;
    return memory.used < memory.limit ? memory.limit - memory.used : 0;
}

size_t NGA_Inquire_memory(void)
{
    return memory.used;
}

/* The library takes what memory it needs from the system. */
void GA_Register_stack_memory(void *(*ext_alloc)(size_t, int, char *), void (*ext_free)(void *))
{
    (void)ext_alloc;
    (void)ext_free;
}

/* ---- memory that may become an array ---- */

/* nelem elements of my own, another number on each rank; collective over the group. NULL where
 * there is not so much. A rank without elements has one all the same. */
void *GA_Getmem(int type, int nelem, int grp_id)
{
    const char *call = "GA_Getmem";
    ga_spec_t spec = {.type = classic_type(call, type), .ndim = 1, .kind = GA_IRREGULAR};
    spec.group = grp_id == CLASSIC_MIRROR_GROUP ? GA_GROUP_WORLD : classic_group(grp_id);
    int size, rank;
    if (nelem < 0)
        classic_stop(call, "%d elements", nelem);
    CLASSIC_TRY(call, ga_group_size(spec.group, &size));
    CLASSIC_TRY(call, ga_group_rank(spec.group, &rank));
    int64_t *cuts = calloc((size_t)size, sizeof *cuts);
    piece_t *piece = malloc(sizeof *piece);
    if (!cuts || !piece)
        classic_stop(call, "no memory for a list of %d ranks", size);
    cuts[rank] = nelem > 0 ? nelem : 1;
    CLASSIC_COLLECTIVE(call, ga_allreduce(spec.group, ASHLAR_LLONG, ASHLAR_SUM, cuts, size));
    for (int k = 0; k < size; ++k) {
        int64_t n = cuts[k];
        cuts[k] = spec.dims[0];
        spec.dims[0] += n;
    }
    spec.name = "memory";
    spec.blocks[0] = size;
    spec.cuts[0] = cuts;
    int status = ga_create_spec(&spec, &piece->g);
    free(cuts);
    if (status != ASHLAR_ENOMEM)
        CLASSIC_TRY(call, status);
    if (status == ASHLAR_ENOMEM || !classic_take_memory(call, piece->g, &piece->bytes)) {
        if (status != ASHLAR_ENOMEM)
            CLASSIC_TRY(call, ga_destroy(piece->g));
        free(piece);
        return NULL;
    }
    classic_clear(call, piece->g);
    CLASSIC_TRY(call, ga_access_local(piece->g, rank, &piece->ptr, NULL, NULL, NULL));
    piece->next = pieces;
    pieces = piece;
    return piece->ptr;
}

ga_t classic_release_memory(const char *call, void *ptr, size_t *bytes)
{
    piece_t **link = &pieces;
    while (*link && (*link)->ptr != ptr)
        link = &(*link)->next;
    piece_t *piece = *link;
    if (!piece)
        classic_stop(call, "%p is not memory of GA_Getmem", ptr);
    ga_t g = piece->g;
    *bytes = piece->bytes;
    *link = piece->next;
    free(piece);
    return g;
}

void GA_Freemem(void *ptr)
{
    size_t bytes;
    CLASSIC_COLLECTIVE("GA_Freemem", ga_destroy(classic_release_memory("GA_Freemem", ptr, &bytes)));
    classic_give_memory(bytes);
}

/* For the next GA_Initialize(): the library has destroyed all arrays. */
void classic_forget_memory(void)
{
    while (pieces) {
        piece_t *next = pieces->next;
        free(pieces);
        pieces = next;
    }
    memory.used = 0;
    memory.limited = 0;
}
