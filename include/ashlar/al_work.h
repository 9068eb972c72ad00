/** armci-lite: work of a rank that goes on behind a handle, while the rank waits for other things.
 * The conventions are those of al.h.
 */
#ifndef ASHLAR_AL_WORK_H
#define ASHLAR_AL_WORK_H

#include <ashlar/al.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Some work in small portions: a call does one, must not wait for other ranks nor call this
 * library, and sets *done behind the last. @return a status; below 0 it is not called again */
typedef int al_work_fn_t(void *context, int *done);
/** Leave work to this rank's waits, polls and tests, and to its helper thread where there is one:
 * each calls the function once, one at a time, until it is done. Not collective. The context must
 * live as long. A call begins at once.
 * @param[in,out] handle  as of al_put_nb(): waiting for it goes on with the work
 * @return ASHLAR_EARG  the function or handle is NULL; ASHLAR_ENOMEM; the status of the first call;
 *                      that of a later one is what waiting for the handle returns */
ASHLAR_API int al_work_nb(al_work_fn_t *work, void *context, al_handle_t *handle);

#ifdef __cplusplus
}
#endif
#endif
