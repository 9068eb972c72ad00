/* Arrays of pointers (Global Pointer Arrays): each element names data of any number of bytes, which
 * lies with the rank that owns the element, and which all ranks read and write.
 *
 * Programs say how large an array is, put data behind the elements that are theirs, and move it: by
 * patches, or by lists of elements. Indices begin at 0, the last varies fastest, bounds are
 * inclusive. Sizes are bytes. Collective are GP_Initialize(), GP_Terminate(), GP_Sync(), and, over
 * the ranks of the default group of Global Arrays when the handle was created,
 * GP_Create_handle(), the GP_Set_ calls, GP_Allocate(), GP_Destroy() and GP_Memzero(). What is
 * wrong ends the program. Data that was put is there for others after GP_Sync(), and so is what an
 * owner stores in place. */
#ifndef GP_H_
#define GP_H_

#include <stdlib.h>

#if defined(__GNUC__)
#define GP_CLASSIC_API __attribute__((visibility("default")))
#else
#define GP_CLASSIC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* After GA_Initialize(), and before GA_Terminate(). GP_Terminate() destroys the arrays that are
 * left, not the data. */
GP_CLASSIC_API void GP_Initialize(void);
GP_CLASSIC_API void GP_Terminate(void);
/* GA_Sync(). */
GP_CLASSIC_API void GP_Sync(void);

/* ---- arrays ---------------------------------------------------------------------------------- */

/* A handle; then GP_Set_dimensions(), which comes first of these; then GP_Allocate(), which returns
 * 0 where memory is short. Chunks and irregular blocks are those of GA_Set_chunk() and
 * GA_Set_irreg_distr(). Elements begin without data. */
GP_CLASSIC_API int GP_Create_handle(void);
GP_CLASSIC_API void GP_Set_dimensions(int g_p, int ndim, int *dims);
GP_CLASSIC_API void GP_Set_chunk(int g_p, int *chunk);
GP_CLASSIC_API void GP_Set_irreg_distr(int g_p, int *mapc, int *nblock);
GP_CLASSIC_API int GP_Allocate(int g_p);
/* The array goes; the data stays. Returns 1. */
GP_CLASSIC_API int GP_Destroy(int g_p);
/* -1 before GP_Set_dimensions(). */
GP_CLASSIC_API int GP_Get_dimension(int g_p);
/* The elements that a rank owns; -1 and -2 if there are none. */
GP_CLASSIC_API void GP_Distribution(int g_p, int proc, int *lo, int *hi);
/* Rank 0 prints the sizes of all elements, a line for each row, and their sum. */
GP_CLASSIC_API void GP_Debug(int g_p);

/* ---- the elements of a rank ------------------------------------------------------------------ */

/* Memory that all reach, at a multiple of 64 bytes. Not collective. The program ends where there is
 * none. GP_Free() is for the rank that took it. */
GP_CLASSIC_API void *GP_Malloc(size_t size);
GP_CLASSIC_API void GP_Free(void *ptr);
/* Data of size bytes, which begins anywhere in memory of GP_Malloc(), for an element of mine. What
 * it had before stays as it is. */
GP_CLASSIC_API void GP_Assign_local_element(int g_p, int *subscript, void *ptr, int size);
/* An element of mine is without data again: returns the data, for GP_Free(); NULL if it had none.
 */
GP_CLASSIC_API void *GP_Free_local_element(int g_p, int *subscript);
/* *(void **)ptr becomes the address of the data of an element of mine, which may be read and
 * written until the next sync or release; NULL and 0 bytes if it has none. */
GP_CLASSIC_API void GP_Access_element(int g_p, int *subscript, void *ptr, int *size);
GP_CLASSIC_API void GP_Release_element(int g_p, int *subscript);
GP_CLASSIC_API void GP_Release_update_element(int g_p, int *subscript);
/* All data becomes 0; syncs before and after. */
GP_CLASSIC_API void GP_Memzero(int g_p);

/* ---- transfers ------------------------------------------------------------------------------- */
/* The data of an element k, in my memory, is at buf_ptr[k] and has buf_size[k] bytes; of a patch
 * these are arrays with leading dimensions ld[] and ld_sz[], as of NGA_Get(). *size is the sum of
 * the bytes that are moved. */

/* The sum of the bytes of a patch, and of nv elements. */
GP_CLASSIC_API void GP_Get_size(int g_p, int *lo, int *hi, int *size);
GP_CLASSIC_API void GP_Gather_size(int g_p, int nv, int *subscript, int *size);
/* setbuf 0: data goes to buf, one element right behind the other, and buf_ptr and buf_size are set.
 * Else they say where it goes, and an element that is larger is cut there. */
GP_CLASSIC_API void GP_Get(int g_p, int *lo, int *hi, void *buf, void **buf_ptr, int *ld,
                           void *buf_size, int *ld_sz, int *size, int setbuf);
GP_CLASSIC_API void GP_Gather(int g_p, int nv, int *subscript, void *buf, void **buf_ptr,
                              int *buf_size, int *size, int setbuf);
/* No element is given more bytes than it has, and with checksize none is given fewer. */
GP_CLASSIC_API void GP_Put(int g_p, int *lo, int *hi, void **buf_ptr, int *ld, void *buf_size,
                           int *ld_sz, int *size, int checksize);
GP_CLASSIC_API void GP_Scatter(int g_p, int nv, int *subscript, void **buf_ptr, int *buf_size,
                               int *size, int checksize);

#ifdef __cplusplus
}
#endif
#endif
