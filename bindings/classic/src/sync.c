/* Completion, waiting for each other, mutexes. */
#include <ashlar/ga_classic.h>

#include "sparse.h"

static ga_mutexes_t mutexes; /* 0: there are none */

void NGA_Sync(void)
{
    classic_sparse_write_back(0);
    CLASSIC_COLLECTIVE("GA_Sync", ga_sync());
}

int classic_mask;

/* Whether the next collective call waits for the others before and after. */
void NGA_Mask_sync(int first, int last)
{
    classic_mask = (first ? 0 : CLASSIC_NO_FIRST) | (last ? 0 : CLASSIC_NO_LAST);
}

void classic_mask_begin(void)
{
    CLASSIC_TRY("GA_Mask_sync", ga_classic_sync_mask(!(classic_mask & CLASSIC_NO_FIRST),
                                                     !(classic_mask & CLASSIC_NO_LAST)));
}

void classic_mask_end(void)
{
    classic_mask = 0;
    CLASSIC_TRY("GA_Mask_sync", ga_classic_sync_mask(1, 1));
}

void NGA_Init_fence(void)
{
}

void NGA_Fence(void)
{
    CLASSIC_TRY("GA_Fence", ga_fence());
}

/* 0 where none is asked for. */
int NGA_Create_mutexes(int number)
{
    if (number < 1)
        return 0;
    if (mutexes)
        classic_stop("GA_Create_mutexes", "mutexes exist already: GA_Destroy_mutexes comes first");
    CLASSIC_COLLECTIVE("GA_Create_mutexes", ga_mutexes_create(GA_GROUP_WORLD, number, &mutexes));
    return 1;
}

int NGA_Destroy_mutexes(void)
{
    if (!mutexes)
        classic_stop("GA_Destroy_mutexes", "there are no mutexes");
    CLASSIC_COLLECTIVE("GA_Destroy_mutexes", ga_mutexes_destroy(mutexes));
    mutexes = 0;
    return 1;
}

void NGA_Lock(int mutex)
{
    if (!mutexes)
        classic_stop("GA_Lock", "there are no mutexes: call GA_Create_mutexes");
    CLASSIC_TRY("GA_Lock", ga_lock(mutexes, mutex));
}

void NGA_Unlock(int mutex)
{
    if (!mutexes)
        classic_stop("GA_Unlock", "there are no mutexes: call GA_Create_mutexes");
    CLASSIC_TRY("GA_Unlock", ga_unlock(mutexes, mutex));
}

/* For the next GA_Initialize(). */
void classic_forget_mutexes(void)
{
    mutexes = 0;
}
