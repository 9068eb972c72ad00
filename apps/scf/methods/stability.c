/* The test of stability, and the way down to a minimum. */
#include "methods/stability.h"

#include "methods/davidson.h"
#include "methods/secondorder.h"
#include "molecule/try.h"

/* Products with the Hessian, each the work of an iteration: for an eigenvalue, and for a glance. */
#define PRODUCTS        120
#define PRODUCTS_GLANCE 6

static int test(hessian_t *h, ga_t mode)
{
    result_t *result = h->scf->result;
    stability_t *stability = &result->stability;
    const options_t *options = h->scf->options;
    int singlet, triplet;
    for (;;) {
        TRY(davidson_lowest(h, SPIN_SINGLET, PRODUCTS, &stability->singlet, mode, &singlet));
        if (stability->singlet > STABILITY_MIN || options->stability != STABILITY_FOLLOW ||
            stability->followed == FOLLOW_MAX)
            break;
        TRY(secondorder_converge(h, mode, result->niteration + options->iterations));
        ++stability->followed;
        if (!result->converged)
            return 0;
        TRY(hessian_update(h));
    }
    TRY(davidson_lowest(h, SPIN_TRIPLET, PRODUCTS, &stability->triplet, mode, &triplet));
    stability->tested = 1;
    stability->sure = singlet && triplet;
    return 0;
}

static int is_suspicious(const hessian_t *h)
{
    const result_t *result = h->scf->result;
    return h->energy[h->nocc] - h->energy[h->nocc - 1] < GAP_SUSPICIOUS || result->exchanges > 0 ||
           result->second_order > 0 || result->shifted > 1;
}

/* An upper bound below zero is proof enough. */
static int glance(hessian_t *h, ga_t mode)
{
    stability_t *stability = &h->scf->result->stability;
    int found;
    stability->suspicious = 1;
    return davidson_lowest(h, SPIN_SINGLET, PRODUCTS_GLANCE, &stability->singlet, mode, &found);
}

int stability_test(hessian_t *h)
{
    ga_t mode;
    int status = 0;
    TRY(ga_create_like(h->slope, ASHLAR_DOUBLE, "mode", &mode));
    if (h->scf->options->stability != STABILITY_IGNORE)
        status = test(h, mode);
    else if (is_suspicious(h))
        status = glance(h, mode);
    ga_destroy(mode);
    return status;
}
