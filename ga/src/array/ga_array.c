/* The array, and how a call finds it by its handle. */
#include "ga/src/array/ga_array.h"

char *gai_block_address(const gai_array_t *array, const gai_block_t *block)
{
    void *slice;
    if (!ali_slice_is_here(array->segment, block->rank) || /* no error */
        al_segment_address(array->segment, block->rank, &slice) != ASHLAR_OK)
        return NULL;
    return (char *)slice + (size_t)block->offset * array->element;
}

char *gai_my_block(const gai_array_t *array, int64_t k, gai_block_t *block)
{
    gai_owned_block(&array->dist, array->rank, k, block);
    return gai_block_address(array, block);
}
