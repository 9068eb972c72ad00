/* ASHLAR_CHECK=1 for the collective calls of bundle.h (al_check.h). */
#ifndef BUNDLE_COLLECTIVE_H
#define BUNDLE_COLLECTIVE_H

#include "bundle/src/bundle_private.h"
#include "ga/src/array/ga_collective.h"

#define COLLECTIVE(call, ...) BUI_CALL_##call,
enum {
#include "api/bundle_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t bui_collectives[];
#define BUI_ROW(call) (&bui_collectives[BUI_CALL_##call])

/* The ranks know a bundle by these, and by its group; those without one count as of the default
 * group. */
static inline int bui_number(const bundle_t *bundle)
{
    return bundle ? bundle->number : 0;
}

static inline al_group_t *bui_group(const bundle_t *bundle)
{
    return bundle ? bundle->group : NULL;
}

#define BUI_COLLECTIVE(call, bundle)                                                               \
    ALI_CHECKED(gai_check_collective(BUI_ROW(call), bui_group(bundle), bui_number(bundle)))
#endif
