/* The parts of armci-lite that the layers above use besides its public calls: they include this
 * header and local/al_each_type.h, and no others of this folder. */
#ifndef AL_PRIVATE_H
#define AL_PRIVATE_H

#include "armci-lite/src/base/al_clock.h"    /* nanoseconds */
#include "armci-lite/src/base/al_compiler.h" /* AL_LIKELY, AL_UNLIKELY, AL_INLINE, AL_KERNEL */
#include "armci-lite/src/base/al_context.h"  /* what the environment asks for: info, check */
#include "armci-lite/src/base/al_rank_map.h"  /* records of ranks that this one has met */
#include "armci-lite/src/base/al_status.h"   /* AL_FAIL, AL_TRY, AL_MPI, ali_agreed_status */
#include "armci-lite/src/base/al_traffic.h"  /* messages that calls have sent */
#include "armci-lite/src/base/al_transfer.h" /* updates, directions, AL_LIST */
#include "armci-lite/src/base/al_util.h"     /* minimum, maximum, rounding up */
#include "armci-lite/src/base/al_ticks.h"    /* the clock of counts and traces */
#include "armci-lite/src/trace/al_entry.h"   /* calls that are watched */
#include "armci-lite/src/trace/al_trace.h"   /* traces */
#include "armci-lite/src/trace/al_trace_segment.h" /* what names a segment in them */
#include "armci-lite/src/wait/al_mail.h"           /* messages that nobody expects */
#include "armci-lite/src/wait/al_tree_counts.h"    /* sums of counts of such */
#include "armci-lite/src/wait/al_wait.h"           /* waiting for a value */
#include "armci-lite/src/group/al_check.h"         /* ASHLAR_CHECK=1: collective calls */
#include "armci-lite/src/group/al_fence_barrier.h" /* ranks of my node */
#include "armci-lite/src/group/al_segment.h"       /* create with a ballot, slices, local order */
#include "armci-lite/src/group/al_share.h"         /* memory of a group once a node */
#include "armci-lite/src/local/al_copy.h"          /* strided copies within a node */
#include "armci-lite/src/local/al_shape_fold.h"    /* ali_shape_fold */
#include "armci-lite/src/local/al_stream.h"    /* stores past the caches */
#include "armci-lite/src/local/al_type.h"      /* ali_types, ali_kernels: facts and arithmetic */
#include "armci-lite/src/node/al_arena.h"      /* what the arena of a node holds */
#include "armci-lite/src/node/al_node.h"       /* the node of a rank */
#include "armci-lite/src/node/al_stripe.h"     /* accumulates of single elements */
#include "armci-lite/src/onesided/al_mutex.h"  /* ali_mutexes_forget */
#include "armci-lite/src/onesided/al_notify.h" /* notices without fences, order after one */
#include "armci-lite/src/onesided/al_signal.h" /* signals that no fence waits for */
#include "armci-lite/src/steps/al_steps.h"     /* steps behind a handle */
#include "armci-lite/src/onesided/al_gather_scatter.h" /* lists of elements of several nodes */

#endif
