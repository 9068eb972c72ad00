/** Bundles: random access to single elements of any arrays, one exchange for all of it.
 *
 * A program names the elements that it will read, writes or accumulates others, and calls one
 * collective exchange; then the values lie in memory of its own. Such a phase costs one exchange,
 * whatever the number of elements:
 *
 *     bundle_create(0, &bundle);
 *     bundle_add(bundle, x, BUNDLE_ANY, &in_x);
 *     bundle_request(bundle, in_x, n, index, slot);
 *     bundle_exchange(bundle);
 *     bundle_values(bundle, in_x, &values);
 *     for (k = 0; k < n; ++k)
 *         sum += ((double *)values)[slot[k]];
 *
 * After M. Heroux, Z. Wen, J. Wu and Y. Xu, "Initial experiences with the BEC parallel programming
 * environment" (2008). docs/bundles.md says when bundles pay, docs/semantics.md what is seen when.
 */
#ifndef ASHLAR_BUNDLE_H
#define ASHLAR_BUNDLE_H

#include <ashlar/ga.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bundle bundle_t;

/** Where the value of a requested element lies, behind bundle_values(). An element keeps its slot
 * until its request is forgotten, however often it is requested. */
typedef uint32_t bundle_slot_t;

/** The rule for an element that several ranks write in one phase. A rank's own later write
 * replaces its earlier one before that. All rules give the same result for a given number of ranks;
 * MIN, MAX and the bitwise ones, and SUM and PROD of integers, for any number. */
typedef enum bundle_rule {
    BUNDLE_ANY,    /**< one of the values */
    BUNDLE_LOWEST, /**< that of the lowest rank */
    BUNDLE_ERROR,  /**< the exchange fails, and nothing is written; costs a barrier more */
    BUNDLE_SUM,    /**< the values combined, in the order of ranks; defined as of ashlar_op */
    BUNDLE_PROD,
    BUNDLE_MIN,
    BUNDLE_MAX,
    BUNDLE_AND,
    BUNDLE_OR,
    BUNDLE_XOR,
    BUNDLE_RULE_COUNT,
    BUNDLE_IN_PLACE = 64 /**< added to a rule: see bundle_add() */
} bundle_rule;

/** How ranks of several nodes exchange values, and what is more than 16 KiB for a node: with all at
 * once, or with one node after the other, each waiting for the one before. AUTO: between more than two nodes the first exchanges try the one,
 * the next ones the other, and the faster one is kept. */
typedef enum bundle_mode { BUNDLE_AUTO, BUNDLE_AT_ONCE, BUNDLE_PAIRWISE } bundle_mode;

/* ---- life (collective over the group) -------------------------------------------------------- */

/** Make an empty bundle for arrays of a group (0: the default one). The caller frees it.
 * @return ASHLAR_EGROUP  no such group, or this rank is not in it
 * @return ASHLAR_ENOMEM  not enough memory, on every rank
 * @return ASHLAR_EARG    bundle is NULL */
ASHLAR_API int bundle_create(ga_group_t group, bundle_t **bundle);
/** The same, for requests that hold for one exchange, as in the paper: their values can be read until
 * the next request of an element or exchange, either of which forgets them all first. Such a bundle cannot be
 * frozen. In a program that requests the same elements in each phase bundle_create() is faster.
 * Errors as of bundle_create(). */
ASHLAR_API int bundle_create_once(ga_group_t group, bundle_t **bundle);
/** Free a bundle. Pending changes are dropped. Those still alive are listed on stderr by
 * ga_terminate(), rank 0 of their group naming each; from then on all calls refuse such a bundle
 * (ASHLAR_ESTATE) but this one, which frees its memory and waits for nobody.
 * @return ASHLAR_EARG  bundle is NULL */
ASHLAR_API int bundle_free(bundle_t *bundle);
/** Let an array take part. It must live as long as the bundle is used, and be writable if it is
 * written to.
 *
 * With BUNDLE_IN_PLACE, of an array of one dimension whose blocks have ghost cells: requested
 * elements of my own block are read where they are, and the values of others lie in the ghost cells
 * behind it. Behind bundle_values(), element i of my block, which starts at lo, has slot i-lo; the
 * others follow. Own elements show what the block holds, also between exchanges. Requests
 * for more elements than there are ghost cells on one side are ASHLAR_ELIMIT.
 * @param rule         a bundle_rule, or rule | BUNDLE_IN_PLACE
 * @param[out] member  its number in the bundle: 0, 1, ...
 * @return ASHLAR_EGROUP  the array is of another group
 * @return ASHLAR_ETYPE   the rule is not defined for the type
 * @return ASHLAR_EHANDLE g names no array
 * @return ASHLAR_EARG    the array is in the bundle already, no such rule, or a NULL argument
 * @return ASHLAR_ESTATE  the bundle is between exchange_begin and exchange_end
 * @return ASHLAR_ENOMEM  not enough memory, on every rank
 * @return ASHLAR_ESHAPE  in place: the array has other dimensions, or a rank several blocks, or no
 *                        ghost cells
 * @return ASHLAR_ELIMIT  more than 4096 arrays; in place: a block of more than 2^32-2 elements */
ASHLAR_API int bundle_add(bundle_t *bundle, ga_t g, int rule, int *member);

/** Choose how this rank exchanges with other nodes; BUNDLE_AUTO in a new bundle. Not collective; no
 * effect on results.
 * @return ASHLAR_EARG  no such mode, or bundle is NULL */
ASHLAR_API int bundle_set_mode(bundle_t *bundle, bundle_mode mode);

/* ---- a phase (not collective) ---------------------------------------------------------------- */
/* ASHLAR_ERANGE: an index is outside the array, or no such member; ASHLAR_EARG: n below 0, or a
 * NULL argument; ASHLAR_EHANDLE: the array has been destroyed; ASHLAR_ENOMEM; ASHLAR_ESTATE: the
 * bundle is between exchange_begin and exchange_end. A call that fails has changed nothing, and the
 * exchange is as if it had not been made. */

/** Ask for n elements: index[k*ndim + d]. The values come with the next exchange, and each later
 * one brings new ones, until bundle_clear().
 * @param[out] slots  where they will lie; undefined after ASHLAR_ENOMEM and ASHLAR_ELIMIT
 * @return ASHLAR_ESTATE  the bundle is frozen, or an element that I have accumulated to in this
 * phase
 * @return ASHLAR_ELIMIT  more than 2^32-2 elements of one array */
ASHLAR_API int bundle_request(bundle_t *bundle, int member, int64_t n, const int64_t *index,
                              bundle_slot_t *slots);
/** The same for the elements of a patch, dimension 0 fastest. */
ASHLAR_API int bundle_request_patch(bundle_t *bundle, int member, const int64_t *lo,
                                    const int64_t *hi, bundle_slot_t *slots);
/** Write n elements. I see them at once where they are requested; the array receives them in the
 * next exchange.
 * @return ASHLAR_ESTATE  an element that I have accumulated to in this phase; a read-only array
 * @return ASHLAR_ELIMIT  more than 2^32-2 changes of one array in this phase */
ASHLAR_API int bundle_write(bundle_t *bundle, int member, int64_t n, const int64_t *index,
                            const void *values);
/** Combine values with n elements: element = element op value, in the next exchange, after all
 * writes and in the order of ranks. A requested element keeps its value until then.
 * @return ASHLAR_ESTATE  an element that I have written to, or accumulated to by another operation,
 * in this phase; a read-only array
 * @return ASHLAR_ELIMIT  more than 2^32-2 changes of one array in this phase
 * @return ASHLAR_ETYPE   the operation is not defined for the type
 * @return ASHLAR_EARG    no such operation, or ASHLAR_REPLACE */
ASHLAR_API int bundle_accumulate(bundle_t *bundle, int member, int64_t n, const int64_t *index,
                                 const void *values, ashlar_op op);

/* ---- the exchange (collective over the group) ------------------------------------------------ */

/** Carry out all that is pending: writes, then accumulates, then reads. On return the ranks may
 * write to the arrays by other calls. Earlier calls of that kind must be complete (ga_sync()).
 * @return ASHLAR_EMISMATCH  two ranks write an element whose rule is BUNDLE_ERROR: on all ranks;
 *                           nothing is written, what was pending is dropped, and what is requested
 *                           has been read (also by exchange_begin: there is nothing to end)
 * @return ASHLAR_ENOMEM     some rank has no memory: on all ranks; as if it had not been called
 * @return ASHLAR_EHANDLE    an array has been destroyed: on all ranks; nothing is written
 * @return ASHLAR_ESTATE     an exchange is under way; an array that is written to has become
 * read-only: on all ranks, as if it had not been called
 * @return ASHLAR_EARG       bundle is NULL */
ASHLAR_API int bundle_exchange(bundle_t *bundle);
/** The same in two calls. Between them values are undefined, the arrays must not change, and of
 * this bundle only exchange_end and bundle_free() may be called.
 * @return ASHLAR_ESTATE   an exchange is under way; of exchange_end: none is
 * @return ASHLAR_EHANDLE  of exchange_end, too: an array has been destroyed since */
ASHLAR_API int bundle_exchange_begin(bundle_t *bundle);
ASHLAR_API int bundle_exchange_end(bundle_t *bundle);

/* ---- the values (not collective) ------------------------------------------------------------- */
/* Errors as of the calls of a phase. */

/** Where the values of an array lie: element slot of an array of its type. They are snapshots,
 * taken in the last exchange, but for my own later writes.
 * @param[out] base  valid until the next request; may be NULL while nothing is requested */
ASHLAR_API int bundle_values(bundle_t *bundle, int member, void **base);
/** The value of one element that is requested, or that I have written in this phase.
 * @return ASHLAR_ESTATE  it is not, or has not been exchanged yet, or I have accumulated to it in
 * this phase */
ASHLAR_API int bundle_lookup(bundle_t *bundle, int member, const int64_t *index, void *value);
/** Forget all requests: slots are given out anew. Pending changes stay. */
ASHLAR_API int bundle_clear(bundle_t *bundle);
/** No more new requests until bundle_clear(): exchanges move exactly the values.
 * @return ASHLAR_ESTATE  the bundle is of bundle_create_once() */
ASHLAR_API int bundle_freeze(bundle_t *bundle);

/** Counts of what this rank's part of a bundle has done. */
typedef struct bundle_counts {
    int64_t exchanges;
    int64_t without_requests; /**< of these, in which this rank had none, old or new; own elements
                               *   of an array in place need none */
    int64_t reads;            /**< elements that they brought */
    int64_t changes;          /**< that they carried out: writes and accumulates, one for an element
                               *   whose changes were combined */
} bundle_counts_t;

/** Not collective.
 * @return ASHLAR_EARG    bundle or counts is NULL
 * @return ASHLAR_ESTATE  the library has stopped */
ASHLAR_API int bundle_inquire_counts(const bundle_t *bundle, bundle_counts_t *counts);

#ifdef __cplusplus
}
#endif
#endif
