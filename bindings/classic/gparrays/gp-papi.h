/* The calls of gp.h as Fortran would see them: indices begin at 1, the first varies fastest, and
 * numbers are Integer. intsize is the bytes of a number in buf_size, 4 or 8. */
#ifndef GPPAPI_H
#define GPPAPI_H

#include "gp.h"
#include "typesf2c.h"

#ifdef __cplusplus
extern "C" {
#endif

GP_CLASSIC_API void pgp_initialize(void);
GP_CLASSIC_API void pgp_terminate(void);
GP_CLASSIC_API void pgp_sync(void);

GP_CLASSIC_API Integer pgp_create_handle(void);
GP_CLASSIC_API void pgp_set_dimensions(Integer g_p, Integer ndim, Integer *dims, Integer intsize);
GP_CLASSIC_API void pgp_set_chunk(Integer g_p, Integer *chunk);
GP_CLASSIC_API void pgp_set_irreg_distr(Integer g_p, Integer *mapc, Integer *nblock);
GP_CLASSIC_API logical pgp_allocate(Integer g_p);
GP_CLASSIC_API logical pgp_destroy(Integer g_p);
GP_CLASSIC_API Integer pgp_get_dimension(Integer g_p);
GP_CLASSIC_API void pgp_distribution(Integer g_p, Integer proc, Integer *lo, Integer *hi);
GP_CLASSIC_API void pgp_debug(Integer g_p, Integer intsize);

GP_CLASSIC_API void *pgp_malloc(size_t size);
GP_CLASSIC_API void pgp_free(void *ptr);
GP_CLASSIC_API void pgp_assign_local_element(Integer g_p, Integer *subscript, void *ptr,
                                             Integer size, Integer intsize);
GP_CLASSIC_API void *pgp_free_local_element(Integer g_p, Integer *subscript);
GP_CLASSIC_API void pgp_access_element(Integer g_p, Integer *subscript, void *ptr, Integer *size);
GP_CLASSIC_API void pgp_release_element(Integer g_p, Integer *subscript);
GP_CLASSIC_API void pgp_release_update_element(Integer g_p, Integer *subscript);
GP_CLASSIC_API void pgp_memzero(Integer g_p, Integer intsize);

GP_CLASSIC_API void pgp_get_size(Integer g_p, Integer *lo, Integer *hi, Integer *size,
                                 Integer intsize);
GP_CLASSIC_API void pgp_gather_size(Integer g_p, Integer nv, Integer *subscript, Integer *size,
                                    Integer intsize);
GP_CLASSIC_API void pgp_get(Integer g_p, Integer *lo, Integer *hi, void *buf, void **buf_ptr,
                            Integer *ld, void *buf_size, Integer *ld_sz, Integer *size,
                            Integer intsize, Integer setbuf);
GP_CLASSIC_API void pgp_gather(Integer g_p, Integer nv, Integer *subscript, void *buf,
                               void **buf_ptr, void *buf_size, Integer *size, Integer intsize,
                               Integer setbuf);
GP_CLASSIC_API void pgp_put(Integer g_p, Integer *lo, Integer *hi, void **buf_ptr, Integer *ld,
                            void *buf_size, Integer *ld_sz, Integer *size, Integer checksize,
                            Integer intsize);
GP_CLASSIC_API void pgp_scatter(Integer g_p, Integer nv, Integer *subscript, void **buf_ptr,
                                void *buf_size, Integer *size, Integer checksize, Integer intsize);

#ifdef __cplusplus
}
#endif
#endif
