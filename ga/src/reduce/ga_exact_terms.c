/* The terms of reproducible sums, for each type. */
#include "ga/src/reduce/ga_exact_terms.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/operands/ga_kinds.h"

#define PARTS(A) _Generic((A)0, double : 1, double _Complex : GAI_EXACT_PARTS, default : 0)

#define AL_TEMPLATE "ga/src/reduce/ga_exact_terms.inc"
#include "armci-lite/src/local/al_each_type.h"

#define TYPE_TERMS(id, ctype, mpitype, kind) id##_terms,
const gai_exact_terms_t *const gai_exact_terms[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_TERMS)};
