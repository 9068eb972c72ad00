/* MA: memory of one rank on a stack and a heap, named by handles, and by indices into base arrays
 * for Fortran. A call that returns Boolean answers MA_TRUE when it has succeeded; when it has not
 * it has written nothing, and says why on stderr. Calls are local, and may come before
 * GA_Initialize() and before MPI_Init(). They are not for several threads at a time.
 *
 * Heap and stack grow towards each other in one space, and either may take what the other leaves:
 * the partition between their nominal sizes counts in MA_inquire_*() only. Elements begin at
 * multiples of 64 bytes. */
#ifndef MACDECLS_H
#define MACDECLS_H

#include "macommon.h"
#include "matypes.h"

#if defined(__GNUC__)
#define MA_API __attribute__((visibility("default")))
#else
#define MA_API
#endif

#define MT_CHAR     MT_C_CHAR
#define MT_INT      MT_C_INT
#define MT_LONGINT  MT_C_LONGINT
#define MT_LONGLONG MT_C_LONGLONG
#define MT_REAL     MT_C_FLOAT
#define MT_DBL      MT_C_DBL
#define MT_LDBL     MT_C_LDBL
#define MT_SCPL     MT_C_SCPL
#define MT_DCPL     MT_C_DCPL
#define MT_LDCPL    MT_C_LDCPL
#define MT_C_FIRST  MT_CHAR
#define MT_C_LAST   MT_LDCPL

#ifdef __cplusplus
extern "C" {
#endif

/* ---- start ---- */

/* Room for as many elements on the stack and on the heap, each as one block; for 32 MiB if the
 * number is negative. Fails when it was called before, or memory was taken without it: then the
 * space has 32 MiB for each. */
MA_API Boolean MA_init(Integer datatype, Integer nominal_stack, Integer nominal_heap);
MA_API Boolean MA_initialized(void);

/* ---- heap and stack ---- */

/* A call with a handle fails if something was written past either end of the block. Of a name 31
 * letters are kept. A piece is the end of a block. Only the top of the stack can be popped;
 * chopping a block pops what is above it too. */
MA_API Boolean MA_allocate_heap(Integer datatype, Integer nelem, const char *name,
                                Integer *memhandle);
MA_API Boolean MA_alloc_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle,
                            MA_AccessIndex *index);
MA_API Boolean MA_free_heap(Integer memhandle);
MA_API Boolean MA_free_heap_piece(Integer memhandle, Integer nelem);
MA_API Boolean MA_push_stack(Integer datatype, Integer nelem, const char *name, Integer *memhandle);
MA_API Boolean MA_push_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle,
                           MA_AccessIndex *index);
MA_API Boolean MA_pop_stack(Integer memhandle);
MA_API Boolean MA_chop_stack(Integer memhandle);

/* ---- from handles to memory ---- */

/* The first element of a block is base[index] of the base array of its type. Those of Fortran's
 * types, MT_F_*, are in Fortran, whose indices are greater by 1. The iterator gives the blocks in
 * use in no particular order, then MA_FALSE. */
MA_API Boolean MA_get_index(Integer memhandle, MA_AccessIndex *index);
MA_API Boolean MA_get_pointer(Integer memhandle, void *pointer); /* of a pointer: void ** */
MA_API Pointer MA_get_mbase(Integer datatype);
MA_API Boolean MA_init_memhandle_iterator(Integer *ithandle);
MA_API Boolean MA_get_next_memhandle(Integer *ithandle, Integer *memhandle);

/* ---- how much there is, in elements ---- */

/* The most that one block can have now: avail between heap and stack; heap also in a gap of the
 * heap. heap and stack go up to the partition and do not look at the other side, _check_ does, and
 * _no_partition goes on to the other side. sizeof_overhead() is what a block costs beside its
 * elements at most. A wrong type ends the program. */
MA_API Integer MA_inquire_avail(Integer datatype);
MA_API Integer MA_inquire_heap(Integer datatype);
MA_API Integer MA_inquire_heap_check_stack(Integer datatype);
MA_API Integer MA_inquire_heap_no_partition(Integer datatype);
MA_API Integer MA_inquire_stack(Integer datatype);
MA_API Integer MA_inquire_stack_check_heap(Integer datatype);
MA_API Integer MA_inquire_stack_no_partition(Integer datatype);
MA_API Integer MA_sizeof(Integer datatype1, Integer nelem1, Integer datatype2);
MA_API Integer MA_sizeof_overhead(Integer datatype);

/* ---- settings ---- */

/* The first three return what was set before. auto_verify: calls look at all blocks first and fail
 * if one was written past; error_print (on at first): errors are printed; hard_fail: they end the
 * program. With a callback it is called, with the message and 1, instead of an end. numalign n:
 * elements of blocks to come begin at multiples of 2^n bytes. trace: print what is taken and freed.
 */
MA_API Boolean MA_set_auto_verify(Boolean value);
MA_API Boolean MA_set_error_print(Boolean value);
MA_API Boolean MA_set_hard_fail(Boolean value);
MA_API Boolean MA_set_numalign(Integer value);
MA_API Boolean MA_get_numalign(Integer *value);
MA_API void MA_set_error_callback(void (*func)(void));
MA_API void ma_set_error_callback(void (*func)(void));
MA_API void MA_trace(Boolean value);

/* ---- reports ---- */

/* To stdout; but verify, which answers MA_FALSE when a block was written past, names these on
 * stderr. */
MA_API void MA_print_stats(Boolean printroutines);
MA_API void MA_summarize_allocated_blocks(void);
MA_API Boolean MA_verify_allocator_stuff(void);

/* ---- base arrays, by type ---- */
MA_API extern char ma_cb_char[];
MA_API extern int ma_cb_int[];
MA_API extern long ma_cb_long[];
MA_API extern long long ma_cb_longlong[];
MA_API extern float ma_cb_float[];
MA_API extern double ma_cb_dbl[];
MA_API extern MA_LongDouble ma_cb_ldbl[];
MA_API extern MA_SingleComplex ma_cb_scpl[];
MA_API extern MA_DoubleComplex ma_cb_dcpl[];
MA_API extern MA_LongDoubleComplex ma_cb_ldcpl[];

#ifdef __cplusplus
}
#endif
#endif
