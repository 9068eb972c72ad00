/** Functions that only the interface of Global Arrays 5 needs; programs do without it, and ga.h
 * does not include it. */
#ifndef ASHLAR_GA_CLASSIC_H
#define ASHLAR_GA_CLASSIC_H

#include <ashlar/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Whether the data-parallel operations that follow (ga/ops.h) sync before and after, as they do
 * unless this says otherwise. All ranks of a group say the same before the same calls; results of
 * reductions are there on all ranks in any case. Not collective.
 * @param[in] before  0: no sync before. The operands are complete, and who is not in the call yet
 *   uses nothing that others write in it
 * @param[in] after   0: no sync after. Another rank's part may be unfinished, and an error is
 *   returned where it occurred only. ga_symmetrize(), ga_get_diagonal(), scans and packing
 * write to blocks of other ranks: my own part may be unfinished, too
 * @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_classic_sync_mask(int before, int after);

#ifdef __cplusplus
}
#endif
#endif
