/* Facts that a user must know before believing the energy. */
#ifndef SCF_WARNINGS_H
#define SCF_WARNINGS_H

#include "report/result.h"

/* Fill result.warning from the rest of a converged result. */
void warnings_collect(result_t *result);

#endif
