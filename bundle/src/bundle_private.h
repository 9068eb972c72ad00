/* The state of a bundle: for each of its arrays the elements to read (read index and slots) and the
 * pending changes (write index and changes). */
#ifndef BUNDLE_PRIVATE_H
#define BUNDLE_PRIVATE_H

#include <stdbool.h>
#include <string.h>

#include <ashlar/bundle.h>

#include "bundle/src/bundle_hash.h"
#include "ga/src/array/ga_array.h"
#include "ga/src/ga_init.h"

enum { BUI_MEMBERS = 4096, BUI_WRITE = 15 /* beside the operations of ashlar_op */ };

/* Marks the offset of a slot that is on another node. */
#define BUI_REMOTE ((uint64_t)1 << 63)

/* Elements in the order of their numbers in a table. Where they are is found for all new ones at
 * once, when an exchange begins: the offset in the arena of the node, and the owner, who applies
 * changes. */
typedef struct bui_elements {
    uint32_t count, room, located;
    int64_t *key; /* of the table: the element's number in its array, dimension 0 fastest */
    char *values; /* [count] elements */
    uint64_t *offset;
    int *owner;  /* rank of the group */
    uint8_t *op; /* of changes: BUI_WRITE or an ashlar_op */
} bui_elements_t;

typedef struct bui_member {
    ga_t g;
    gai_array_t *array;
    size_t element;
    int ndim;
    bundle_rule rule;
    int64_t stride[ASHLAR_MAX_DIM]; /* of keys */
    uint64_t keys;                  /* all elements */

    /* In place: my block, whose elements have slots 0..own_n-1; the values of others lie behind it,
     * in as many ghost cells as slots.room says. Otherwise own_n is 0. */
    int in_place;
    int64_t own_lo, own_n;
    char *own;

    /* Requests; a slot is a number in this table. Slots from `exchanged` on have no values yet. */
    bui_hash_t read_index;
    bui_elements_t slots;
    uint32_t exchanged;

    /* Writes and accumulates of this phase are listed. When it matters which elements they are,
     * those listed since the last time go into the table, and those of one element become one. */
    bui_hash_t write_index;
    bui_elements_t changes;
    unsigned ops; /* bit: some change is of it */
} bui_member_t;

/* A number of elements of one member. */
typedef struct bui_run {
    uint32_t member, count;
} bui_run_t;

/* My requests to another node: the slots, run by run, in the order in which its replies hold them.
 * Those up to `sent` are known there. */
typedef struct bui_remote {
    int node; /* the key in its map */
    uint32_t *slot;
    bui_run_t *run;
    size_t count, room, sent, runs, run_room, runs_sent;
    size_t bytes;         /* of the replies, */
    size_t replies, told; /* which begin here in my send buffer; as the node knows it */
    bool forget;          /* it may have requests of mine that are void */
    bool is_listed;
    struct bui_remote *next;
} bui_remote_t;

/* A rank of another node, whose requests I reply to. */
typedef struct bui_origin {
    int rank;         /* the key in its map */
    int distance;     /* of its node behind mine */
    uint64_t *offset; /* in the arena */
    bui_run_t *run;
    size_t count, room, runs, run_room;
    size_t bytes, replies; /* as of bui_remote_t */
    bool is_listed;
    struct bui_origin *next; /* no nearer than this one */
} bui_origin_t;

/* A node for which I have something in this exchange. */
typedef struct bui_dest {
    int node, distance;   /* behind mine */
    bui_remote_t *remote; /* what I have requested of it; NULL: nothing */
    size_t header;        /* in my send buffer */
    size_t bytes;         /* of the message that begins there */
    MPI_Request request;
} bui_dest_t;

/* Those of an exchange. Owners of changes have numbers, by which their records are counted and
 * laid out; where there is one node only, these are their ranks. */
typedef struct bui_dests {
    bui_dest_t *dest; /* [count] by distance, mine first */
    size_t count, room;
    bui_hash_t of_node, owner; /* numbers of nodes, while dests are found; of owners */
    size_t *cursor;            /* [2 * owners] bytes for one, or where its next record goes */
    size_t cursor_room;
    bool has_news, has_large; /* for other nodes; a body that does not go with its header */
    bool are_sent;
    size_t sent; /* messages begun */
} bui_dests_t;

/* The ranks of the group, node by node: the group's own tables. */
typedef struct bui_nodes {
    int count, mine;
    const int *begin; /* [count + 1] */
    const int *rank;  /* [size] */
} bui_nodes_t;

/* Records for me, of a rank. */
typedef struct bui_records {
    int rank;
    const char *at, *end;
} bui_records_t;

/* Each mode has some trials: the time of the slowest rank, the least of them. */
typedef struct bui_trial {
    int64_t spent[BUNDLE_PAIRWISE + 1];
    int count[BUNDLE_PAIRWISE + 1];
    bundle_mode mode; /* of the exchange under way, or the last one */
    int64_t last;     /* what it took me */
} bui_trial_t;

struct bundle {
    gai_finalizer_t live;
    ga_group_t handle;
    al_group_t *group;       /* NULL: the library has stopped since */
    al_group_t *local_ranks; /* its ranks on my node, NULL if there is one node only */
    int number;              /* by which the ranks of the group know it */
    bui_member_t **member;
    int member_count;
    int frozen, under_way, ends_with_barrier; /* a barrier ends the exchange under way */
    bool once, is_spent; /* requests hold for one exchange; which they have had */
    bundle_counts_t counts;
    bui_nodes_t nodes;
    al_segment_t *sendbuf; /* a slice per rank (bundle_sendbuf.c); NULL: none yet */
    bui_dests_t dests;
    bui_records_t *records; /* [records_count] by rank; of the exchange under way */
    size_t records_count, records_room;

    /* Between nodes. */
    al_rank_map_t remotes, origins;
    bui_remote_t *first_remote, **end_of_remotes; /* in the order in which replies lie */
    bui_origin_t *first_origin;
    int64_t signals;                 /* of replies, so far, in my send buffer */
    al_segment_t *outgrown;          /* a former send buffer from which messages may be under way */
    al_segment_t *messages, *bodies; /* what came from other nodes (bundle_messages.c) */
    al_segment_t *tally;             /* how much that is (bundle_mail.c) */
    int64_t awaited, sums;           /* messages so far to my node; sums of them */
    al_mail_t *arrived;              /* [arrived_count] */
    size_t arrived_count, arrived_room;
    char *packed; /* replies on their way */
    size_t packed_room;
    bundle_mode mode;
    bui_trial_t trial;
};

/* A record: a header and a value in whole words. The header: 48 bits of offset in the owner's
 * arena, 12 of member, 4 of operation. */
enum { BUI_RECORD_HEADER = sizeof(uint64_t), BUI_OP_BITS = 4, BUI_MEMBER_BITS = 12 };

static inline size_t bui_record_bytes(const bui_member_t *member)
{
    return BUI_RECORD_HEADER + (member->element + 7) / 8 * 8;
}

/* Without a call for elements of the usual sizes. */
AL_INLINE void bui_copy(char *to, const char *from, size_t element)
{
    if (element == 8)
        memcpy(to, from, 8);
    else if (element == 4)
        memcpy(to, from, 4);
    else
        memcpy(to, from, element);
}

/* bundle_elements.c */

/* Room for `count` in a list between nodes. list: the address of the pointer to it. @return
 * ASHLAR_ENOMEM: nothing has changed */
int bui_reserve(void *list, size_t *room, size_t count, size_t bytes);
/* Room for so many. @return ASHLAR_ENOMEM, ASHLAR_ELIMIT: nothing has changed */
int bui_elements_reserve(const char *call, bui_elements_t *elements, size_t element,
                         uint64_t count);
void bui_elements_free(bui_elements_t *elements);
/* Find where those are that have come since the last time. */
void bui_elements_locate(const bui_member_t *member, bui_elements_t *elements);

/* bundle_phase.c */

/* ASHLAR_EARG, ASHLAR_ESTATE: there is no bundle, or the library has stopped since; or its exchange
 * is under way. */
int bui_check_alive(const char *call, const bundle_t *bundle);
int bui_check_idle(const char *call, const bundle_t *bundle);
/* Forget all requests. */
void bui_forget_requests(bundle_t *bundle);
/* Bring the table of changes up to date. @return ASHLAR_ENOMEM: nothing has changed */
int bui_merge_changes(const char *call, bui_member_t *member);

/* bundle_dests.c */

/* Up to so many nodes each rank sends to all others, if any rank has news: so none has to ask how
 * many send to it, which takes messages in turn (bundle_mail.c), and there is room for all. */
enum { BUI_FEW_NODES = 8 };
static inline bool bui_has_many_nodes(const bundle_t *bundle)
{
    return bundle->nodes.count > BUI_FEW_NODES;
}
/* My requests to a node. NULL: no memory */
bui_remote_t *bui_remote_of(bundle_t *bundle, int node);
/* Find the nodes for which I have something: none yet; owners of changes get their numbers; all.
 * @return ASHLAR_ENOMEM */
int bui_dests_begin(bundle_t *bundle);
int bui_dests_add_owners(bundle_t *bundle, bui_elements_t *changes);
int bui_dests_complete(bundle_t *bundle);
void bui_dests_free(bundle_t *bundle);
static inline size_t bui_owners(const bundle_t *bundle)
{
    return bundle->nodes.count == 1 ? (size_t)al_group_size(bundle->group)
                                    : bundle->dests.owner.count;
}

/* bundle_sendbuf.c */

/* Bytes that my send buffer must have; lay out in it what is for others. */
size_t bui_sendbuf_bytes(const bundle_t *bundle);
int bui_sendbuf_post(bundle_t *bundle);
/* Free a former one: all that was sent from it has gone. Collective. */
int bui_sendbuf_free_outgrown(bundle_t *bundle);
/* The ranks of a node find this in the send buffer of a rank, or in its message to them: records
 * for number k of them are at records[k]..records[k+1]-1 of that buffer, requests behind them. */
typedef struct bui_header {
    int32_t origin, forget; /* the rank; former requests are void */
    int64_t replies;        /* where they are to go */
    int64_t body_end;
    int64_t records[]; /* [ranks + 1] */
} bui_header_t;
enum {
    BUI_OWN_HEADER = sizeof(int64_t), /* where that of my node is */
    BUI_INLINE = 16 << 10             /* larger bodies do not go with their headers */
};
static inline size_t bui_header_bytes(int ranks)
{
    return sizeof(bui_header_t) + sizeof(int64_t) * ((size_t)ranks + 1);
}
static inline int bui_node_size(const bundle_t *bundle, int node)
{
    return bundle->nodes.begin[node + 1] - bundle->nodes.begin[node];
}
/* Replies are behind the header for my node. */
static inline size_t bui_sendbuf_replies(const bundle_t *bundle)
{
    return BUI_OWN_HEADER + bui_header_bytes(bundle->group->local_size);
}
static inline size_t bui_replies_bytes(const bui_remote_t *remote)
{
    return (remote->bytes + 7) / 8 * 8;
}

/* bundle_mail.c */

/* The counts of the ranks of a node. Collective over these. */
int bui_mail_open(bundle_t *bundle);
/* Send what I have for other nodes. */
int bui_mail_send(bundle_t *bundle);
/* Wait until all that is sent to my node has arrived, some of it at me. Collective; is_known: each
 * rank has sent to each node. @return ASHLAR_ENOMEM: there is no room in the list; gone */
int bui_mail_await(bundle_t *bundle, bool is_known);
/* Take what has arrived to one place, one over the other. */
int bui_mail_drop(bundle_t *bundle, void *place);
/* Wait until what I have sent has gone. */
int bui_mail_finish(bundle_t *bundle);

/* bundle_messages.c */

/* Tables of this rank; what the ranks have together. Open and free are collective. */
int bui_messages_create(bundle_t *bundle);
int bui_messages_open(bundle_t *bundle);
int bui_messages_free(bundle_t *bundle);
/* All having sent theirs: find what is for my node, and keep what others want of it. Collective
 * over the ranks of a node. @return ASHLAR_ENOMEM, ASHLAR_EMPI: of any of them */
int bui_messages_receive(bundle_t *bundle);
/* Some have sent theirs, perhaps, and it will not be received. Collective. */
int bui_messages_reset(bundle_t *bundle);
/* List the records for me. has_messages: some may have come from other nodes. */
void bui_messages_list(bundle_t *bundle, bool has_messages);

/* bundle_commit.c */

/* The kinds of changes of a rank: numbers that the ranks combine by MAX. */
typedef enum bui_kind {
    BUI_ANY,
    BUI_LOWEST,
    BUI_ERROR,
    BUI_COMBINED,
    BUI_ACCUMULATED,
    BUI_KINDS
} bui_kind_t;
void bui_commit_kinds(const bundle_t *bundle, long long *kinds);
/* Does somebody else write to an element of mine whose rule is BUNDLE_ERROR? -1: no memory */
int bui_commit_conflict(const bundle_t *bundle);
/* Apply what is for me. kinds: some rank has these. */
void bui_commit_apply(const bundle_t *bundle, const long long *kinds);
void bui_commit_forget(bundle_t *bundle);

/* bundle_exchange.c */

/* The mode of the next exchange. Count one for it: took by the slowest rank, 0: not known. */
bundle_mode bui_next_mode(const bundle_t *bundle);
void bui_count_trial(bui_trial_t *trial, bundle_mode mode, int64_t took);

/* bundle_reads.c */

/* Find where the new slots are. @return ASHLAR_ENOMEM */
int bui_reads_locate(bundle_t *bundle);
/* Do I want something? Something that other nodes do not know? */
bool bui_reads_has_any(const bundle_t *bundle);
bool bui_reads_has_news(const bundle_t *bundle);
/* The exchange will be carried out, or fails. */
void bui_reads_mark_sent(bundle_t *bundle);
void bui_reads_resend(bundle_t *bundle);
/* Reply to the ranks of other nodes, and copy what is on mine. */
int bui_reads_reply(bundle_t *bundle);
/* Wait for the replies, and take them unless they are no longer wanted. */
int bui_reads_receive(bundle_t *bundle, int are_wanted);
void bui_reads_clear(bundle_t *bundle);
void bui_reads_free(bundle_t *bundle);

#endif
