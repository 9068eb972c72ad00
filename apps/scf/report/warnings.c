/* The warnings about a result: gap, stability, convergence. */
#include "report/warnings.h"

#include <stdarg.h>
#include <stdio.h>

/* Eh. Closed-shell molecules near their equilibrium have gaps above 0.3 in Hartree-Fock. */
#define GAP_SMALL 0.2

__attribute__((format(printf, 2, 3))) static void warn(result_t *result, const char *format, ...)
{
    if (result->nwarning == WARNINGS_MAX)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(result->warning[result->nwarning++], WARNING_LENGTH, format, args);
    va_end(args);
}

static void warn_of_orbitals(result_t *result)
{
    double gap = result->lumo - result->homo;
    if (!result->empty)
        return;
    if (gap < 0)
        warn(result, "an empty orbital lies %.4f Eh below an occupied one", -gap);
    else if (gap < GAP_SMALL)
        warn(result, "the gap is small: closed shells may be the wrong description");
}

static void warn_of_course(result_t *result)
{
    if (result->exchanges > 0)
        warn(result, "DIIS jumped between states (%d times)", result->exchanges);
    if (result->second_order > 0 && result->stability.followed == 0)
        warn(result, "DIIS did not converge; second-order steps did");
}

static void warn_of_stability(result_t *result)
{
    const stability_t *stability = &result->stability;
    if (!stability->tested && !stability->suspicious)
        return;
    if (stability->singlet <= STABILITY_MIN)
        warn(result, "the answer is not a minimum: closed shells of lower energy exist%s",
             stability->followed > 0 ? "" : " (--stability follow)");
    else if (!stability->tested)
        warn(result, "the answer may not be a minimum (--stability check)");
    if (stability->tested && !stability->sure)
        warn(result, "the stability is not certain: its eigenvalues are upper bounds");
    if (stability->tested && stability->triplet <= STABILITY_MIN)
        warn(result, "the energy of UHF is lower");
}

void warnings_collect(result_t *result)
{
    if (!result->converged)
        return;
    warn_of_orbitals(result);
    warn_of_course(result);
    warn_of_stability(result);
}
