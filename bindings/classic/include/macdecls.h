/* MA: memory of one rank on a stack and a heap, named by handles, and by indices into base arrays
 * for Fortran. A call that returns Boolean answers MA_TRUE when it has succeeded. */
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
MA_API Boolean MA_init(Integer datatype, Integer nominal_stack, Integer nominal_heap);
MA_API Boolean MA_initialized(void);

/* ---- heap and stack ---- */
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
MA_API Boolean MA_get_index(Integer memhandle, MA_AccessIndex *index);
MA_API Boolean MA_get_pointer(Integer memhandle, void *pointer); /* of a pointer: void ** */
MA_API Pointer MA_get_mbase(Integer datatype);
MA_API Boolean MA_init_memhandle_iterator(Integer *ithandle);
MA_API Boolean MA_get_next_memhandle(Integer *ithandle, Integer *memhandle);

/* ---- how much there is, in elements ---- */
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
MA_API Boolean MA_set_auto_verify(Boolean value);
MA_API Boolean MA_set_error_print(Boolean value);
MA_API Boolean MA_set_hard_fail(Boolean value);
MA_API Boolean MA_set_numalign(Integer value);
MA_API Boolean MA_get_numalign(Integer *value);
MA_API void MA_set_error_callback(void (*func)(void));
MA_API void ma_set_error_callback(void (*func)(void));
MA_API void MA_trace(Boolean value);

/* ---- reports ---- */
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
