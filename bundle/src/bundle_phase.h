/* Checks of a list of elements, and their keys in a member's tables: for requests and changes. */
#ifndef BUNDLE_PHASE_H
#define BUNDLE_PHASE_H

#include "bundle/src/bundle_private.h"

/* The member of that number, of a bundle that no exchange is under way of.
 * @return ASHLAR_ERANGE, ASHLAR_ESTATE, ASHLAR_ESTALE */
int bui_get_member(const char *call, bundle_t *bundle, int number, bui_member_t **member);
/* Check a list of n indices and what comes with it, named in messages. */
int bui_check_elements(const char *call, const bui_member_t *member, int64_t n,
                       const int64_t *index, const void *other, const char *name);
/* ASHLAR_ESTATE if an element of the list is changed in another way than those allowed, by their
 * bits. */
int bui_check_changes(const char *call, bui_member_t *member, int64_t n, const int64_t *index,
                      unsigned allowed);
/* @return ASHLAR_ENOMEM  no memory for a table of `count` elements */
int bui_reserve_index(const char *call, const bui_member_t *member, bui_hash_t *table,
                      uint64_t count);

/* Prefetch distance, in keys; used only when the hash table is larger than the first cache. */
enum { BUI_AHEAD = 8, BUI_CACHED_BITS = 11 };

static inline int64_t bui_ahead_of(const bui_hash_t *table)
{
    return table->bits > BUI_CACHED_BITS ? BUI_AHEAD : INT64_MAX / 2;
}

AL_INLINE int64_t bui_element_key(const bui_member_t *member, int ndim, const int64_t *index)
{
    int64_t key = index[0];
    for (int d = 1; d < ndim; ++d)
        key += index[d] * member->stride[d];
    return key;
}

AL_INLINE void bui_prefetch_ahead(const bui_hash_t *table, const bui_member_t *member, int ndim,
                                  int64_t ahead, int64_t left, const int64_t *index)
{
    if (ahead < left)
        bui_hash_prefetch(table, bui_element_key(member, ndim, index + ahead * ndim));
}

#endif
