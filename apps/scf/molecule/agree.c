/* The verdict of all ranks: the first failure and its words reach everybody. */
#include "molecule/agree.h"

#include <ashlar/ga.h>

int agree(int status, failure_t *failure)
{
    int first = status != 0 ? ga_rank() : ga_size();
    if (ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &first, 1) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    if (first == ga_size())
        return 0;
    if (ga_broadcast(GA_GROUP_WORLD, failure, sizeof *failure, first) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    return -1;
}
