/* Argument checks. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_type.h"
#include "linalg/src/blas/la_blas.h"
#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_solver_table.h"
#include "linalg/src/blas/la_kernels.h"

/* Once, by rank 0. A user who has set OPENBLAS_CORETYPE wants no advice. */
static void report_kernels(void)
{
    const char *core = lai_kernels(), *better = *lai_kernels_better(core, lai_cpu());
    const char *set = getenv("OPENBLAS_CORETYPE");
    if (ali_context.rank != 0)
        return;
    if (ali_context.env.info)
        fprintf(stderr, "ashlar: BLAS kernels: %s (%s)\n", core ? core : "unknown",
                core ? "OpenBLAS" : "another BLAS");
    if (better && !(set && *set))
        fprintf(stderr,
                "ashlar: OpenBLAS runs kernels for %s, which use little of this processor; "
                "set OPENBLAS_CORETYPE=%s\n",
                core, better);
}

int lai_check_started(const char *call)
{
    AL_TRY(gai_check_started(call));
    if (!lai_context.blas_width_checked) {
        AL_TRY(lai_blas_prove(call));
        lai_context.blas_width_checked = 1;
        report_kernels();
        lai_report_solvers();
    }
    return ASHLAR_OK;
}

int lai_check_letter(const char *call, const char *name, char letter, const char *letters,
                     char *checked)
{
    if (!letter || !strchr(letters, tolower((unsigned char)letter)))
        return AL_FAIL(ASHLAR_EARG, "%s: %s is character %d, not one of \"%s\"", call, name, letter,
                       letters);
    *checked = (char)toupper((unsigned char)letter);
    return ASHLAR_OK;
}

int lai_find(const char *call, ga_t g, gai_array_t **array)
{
    AL_TRY(gai_get(call, g, array));
    if ((*array)->dist.ndim != 2)
        return gai_bad_ndim(call, *array, 2);
    if (!lai_blas((*array)->type))
        return AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, not real or complex", call,
                       (*array)->name, gai_type_name((*array)->type));
    return ASHLAR_OK;
}

int lai_check_alike(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    if (a->group != b->group)
        return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on groups %d and %d", call,
                       a->name, b->name, (int)a->group_handle, (int)b->group_handle);
    if (a->type != b->type)
        return AL_FAIL(ASHLAR_ETYPE, "%s: arrays '%s' and '%s' are of types %s and %s", call,
                       a->name, b->name, gai_type_name(a->type), gai_type_name(b->type));
    return ASHLAR_OK;
}

int lai_check_square(const char *call, const gai_array_t *a)
{
    if (lai_rows(a) != lai_cols(a))
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is %" PRId64 " x %" PRId64 ", not square",
                       call, a->name, lai_rows(a), lai_cols(a));
    return ASHLAR_OK;
}
