/* Collective calls of some ranks of the world by messages. They need no communicator of their own,
 * of which MPI has few: a tag tells them apart. While they wait they serve the engine and leave the
 * core to others, which not every MPI does in its own. Each is collective over the ranks of the
 * list, and moves bytes of one size on all.
 *
 * Once one has failed on a rank, that rank takes part in no other collective call
 * (ali_fail_later_collective()): it could be taken for the next message of the one that failed. */
#ifndef AL_TREE_H
#define AL_TREE_H

#include <stddef.h>

enum { AL_TREE_TAG = 16 }; /* the first; smaller ones have other uses */

typedef struct al_tree {
    const int *ranks; /* [count] of the world; NULL: rank k is k */
    int count, me;    /* I am number me */
    int tag;
} al_tree_t;

/* All ranks of the world. */
al_tree_t ali_tree_world(void);

/* A message to one, and one from another, or from any rank of the world. */
enum { AL_TREE_ANY = -1 };
int ali_tree_send(const al_tree_t *tree, int to, const void *data, size_t bytes);
int ali_tree_receive(const al_tree_t *tree, int from, void *data, size_t bytes);
/* Both at once; what is received may be shorter. */
int ali_tree_exchange(const al_tree_t *tree, int to, const void *out, size_t out_bytes, int from,
                      void *in, size_t in_bytes);

/* Wait for all. */
int ali_tree_barrier(const al_tree_t *tree);

/* In the binomial tree of `count` numbers, the bit by which one hangs below its parent, which is
 * the number without it; its children are the number with each smaller bit, below count. Of number
 * 0: the first power of 2 that is not below count. */
static inline int ali_tree_bit(int count, int number)
{
    int bit = 1;
    while (bit < count && !(number & bit))
        bit *= 2;
    return bit;
}

/* Give everybody what number root has. */
int ali_tree_broadcast(const al_tree_t *tree, int root, void *data, size_t bytes);

/* into = into combined with from. */
typedef void al_combine_t(void *into, const void *from, const void *context);

/* Combine what all have, in the order of the list, so that all get the same bits. scratch: as large
 * as data. */
int ali_tree_reduce(const al_tree_t *tree, void *data, void *scratch, size_t bytes,
                    al_combine_t *combine, const void *context);

/* before = what those before me in the list have, combined in their order; it has what changes
 * nothing. In log2(count) messages of each. scratch: as large. */
int ali_tree_scan(const al_tree_t *tree, const void *mine, void *before, void *scratch,
                  size_t bytes, al_combine_t *combine, const void *context);

/* Number k has bytes at[k] to at[k + 1] of the buffer: give everybody all of it. at: [count + 1] */
int ali_tree_gather(const al_tree_t *tree, char *buffer, const int *at);

/* Number k has `each` bytes: give number 0 those of all, in order. all: on number 0 only. The room
 * for this is taken and given back: `each` for all ranks on number 0, half of that on one other,
 * and so on; most need none. @return ASHLAR_ENOMEM  on all, if some has no room */
int ali_tree_collect(const al_tree_t *tree, const void *mine, size_t each, void *all);
/* The same the other way: number k gets the k-th of number 0. */
int ali_tree_deal(const al_tree_t *tree, const void *all, size_t each, void *mine);

/* *value = the least that any has. */
int ali_tree_minimum(const al_tree_t *tree, int *value);

/* The worst status of all: each passes its own. call: for the message where nothing failed. */
int ali_tree_agree(const char *call, const al_tree_t *tree, int status);
/* The same of the world. */
int ali_agree(const char *call, int status);

#endif
