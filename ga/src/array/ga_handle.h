/* The table of handles: agreeing on a new one. */
#ifndef GA_HANDLE_H
#define GA_HANDLE_H

#include "ga/src/array/ga_array.h"

/* Agreeing on a serial whose slot is free on all ranks of a group: each proposes a ballot, which is
 * combined by MAX; gai_handle_agree reads the result, and asks again where they differ. failed:
 * this rank cannot go on. Collective. @return ASHLAR_ELIMIT, ASHLAR_ENOMEM */
enum { GAI_BALLOT = 4 };
void gai_handle_propose(int failed, long long *ballot);
int gai_handle_agree(al_group_t *group, long long *ballot, ga_t *handle);
void gai_handle_install(gai_array_t *array);
void gai_handle_remove(gai_array_t *array);

#endif
