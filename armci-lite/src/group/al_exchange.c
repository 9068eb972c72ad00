/* The exchange between the first ranks of a group's nodes when a segment is created. */
#include "armci-lite/src/group/al_exchange.h"

#include <stddef.h>
#include <stdlib.h>

#include "armci-lite/src/base/al_status.h"

int ali_exchange_make(const char *call, al_exchange_t *exchange, int ranks, int nodes,
                      const int *node_of)
{
    size_t count = (size_t)nodes, size = (size_t)ranks;
    exchange->buffer = malloc(count * sizeof(al_report_t) + size * sizeof(al_slice_t));
    exchange->at = malloc((2 * count + 1) * sizeof *exchange->at);
    if (!exchange->buffer || !exchange->at)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d nodes", call, nodes);
    exchange->bytes = exchange->at + count + 1;
    for (size_t n = 0; n < count; ++n)
        exchange->bytes[n] = (int)sizeof(al_report_t);
    for (size_t r = 0; r < size; ++r)
        exchange->bytes[node_of[r]] += (int)sizeof(al_slice_t);
    exchange->at[0] = 0;
    for (size_t n = 1; n <= count; ++n)
        exchange->at[n] = exchange->at[n - 1] + exchange->bytes[n - 1];
    return ASHLAR_OK;
}

void ali_exchange_free(al_exchange_t *exchange)
{
    free(exchange->buffer);
    free(exchange->at);
}
