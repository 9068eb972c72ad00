/* The memory of a result. */
#include "report/result.h"

#include <stdlib.h>

void result_free(result_t *result)
{
    free(result->iteration);
    *result = (result_t){0};
}
