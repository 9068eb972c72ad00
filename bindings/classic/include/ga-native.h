/* From arrays of Global Arrays to those of <ashlar/ga.h> and back, so that a program moves to the
 * native interface call by call: both name one array, and nothing is copied. Handles of
 * <ashlar/ga.h> (ga_t, ga_group_t, ga_type) are int here, so that neither header needs the other.
 *
 * Indices. The native array has the dimensions in the other order: element [i][j] of C is element
 * (j, i) there, and lo, hi, extents, leading dimensions and grids are reversed likewise. To Fortran
 * both are in the same order, and native indices begin at 0. Bounds are inclusive in both.
 *
 * Not a call here communicates. What is wrong ends the program with a message. */
#ifndef GA_NATIVE_H
#define GA_NATIVE_H

#include "ga.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The native array of an allocated one. It belongs to g_a: it is there until GA_Destroy() or
 * GA_Deallocate(), which is who gives its memory back, and never ga_destroy(). */
GA_CLASSIC_API int GA_To_native(int g_a);

/* A handle for a native array, on all of its ranks alike: all of them call it, in the same order
 * among the calls that create. That of an array which has one is that one: GA_From_native() of
 * GA_To_native() is g_a itself. Otherwise the array goes on belonging to the native interface,
 * whose ga_destroy() gives its memory back; GA_Destroy() only frees the handle, before or after
 * that, and GA_Deallocate() ends the program. GA_Initialize() comes first. Arrays made so are not
 * counted by GA_Set_memory_limit(). */
GA_CLASSIC_API int GA_From_native(int native);

/* Groups are the same on both sides, their numbers are not: one that was made here may be freed
 * there. Of GA_GROUP_DEFAULT it is the default group's number. The group of mirrored arrays is
 * none of the native interface. */
GA_CLASSIC_API int GA_Pgroup_to_native(int p_handle);
GA_CLASSIC_API int GA_Pgroup_from_native(int native);

/* The types of elements: C_DBL and its like, those of Fortran, and registered ones. The type that
 * has been given for two codes is the first: GA_Type_from_native() gives codes of C. */
GA_CLASSIC_API int GA_Type_to_native(int type);
GA_CLASSIC_API int GA_Type_from_native(int native);

#ifdef __cplusplus
}
#endif
#endif
