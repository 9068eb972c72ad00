/* Second-order steps: find the best one in a subspace, take it, adapt the radius. */
#include "methods/secondorder.h"

#include <math.h>
#include <mpi.h>

#include "methods/subspace.h"
#include "molecule/try.h"

/* Length of a step: the norm of the rotation, in radians. */
#define RADIUS_FIRST 0.4
#define RADIUS_MAX   1.0
/* Products with the Hessian for one step, besides the first. */
#define PRODUCTS 12
/* A step ends when its residual is this part of the slope: little near the end. */
#define RESIDUAL_PART 0.1
/* Eh by which an energy may rise from rounding and from contributions left out. */
#define ENERGY_NOISE 1e-9
/* A direction of negative curvature with less slope than this, of 1/Eh, is a tie. */
#define SLOPE_TIE 1e-5

static const double one = 1;

/* A step of the subspace: its coefficients, the shift that makes it as short as it is, and the
 * change of the energy that it should bring. */
typedef struct step {
    double c[SUBSPACE_MAX], shift, change;
} step_t;

static double length_of(const subspace_t *space, const double *slope, double shift)
{
    double square = 0;
    for (int k = 0; k < space->held; ++k) {
        double part = slope[k] / (space->eigenvalue[k] + shift);
        square += part * part;
    }
    return sqrt(square);
}

/* The least shift that makes a step no longer than the radius and every curvature positive. */
static double find_shift(const subspace_t *space, const double *slope, double radius)
{
    double norm = 0;
    if (space->eigenvalue[0] > 0 && length_of(space, slope, 0) <= radius)
        return 0;
    for (int k = 0; k < space->held; ++k)
        norm += slope[k] * slope[k];
    double low = fmax(0, fabs(slope[0]) / radius - space->eigenvalue[0]);
    double high = sqrt(norm) / radius - space->eigenvalue[0];
    for (int k = 0; k < 100 && high - low > 1e-14 * high; ++k) {
        double middle = (low + high) / 2;
        if (length_of(space, slope, middle) > radius)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The lowest point of slope.y + y.(h y)/2 for y in the subspace, no longer than the radius. In a
 * direction of negative curvature without a slope both ways are as good; the ties decide. */
static step_t best_step(const subspace_t *space, double radius)
{
    double slope[SUBSPACE_MAX] = {0}, ties = 0;
    step_t step = {.change = 0};
    for (int k = 0; k < space->held; ++k)
        for (int i = 0; i < space->held; ++i)
            slope[k] += space->vector[k][i] * space->slope[i];
    for (int i = 0; i < space->held; ++i)
        ties += space->vector[0][i] * space->ties[i];
    if (space->eigenvalue[0] < 0 && fabs(slope[0]) < SLOPE_TIE)
        slope[0] = ties > 0 ? SLOPE_TIE : -SLOPE_TIE;
    step.shift = find_shift(space, slope, radius);
    for (int k = 0; k < space->held; ++k) {
        double y = -slope[k] / (space->eigenvalue[k] + step.shift);
        step.change += 4 * slope[k] * y + 2 * space->eigenvalue[k] * y * y;
        for (int i = 0; i < space->held; ++i)
            step.c[i] += y * space->vector[k][i];
    }
    return step;
}

static int start_space(subspace_t *space, ga_t toward, ga_t work)
{
    hessian_t *h = space->h;
    int added;
    space->held = 0;
    TRY(ga_copy(h->slope, work));
    TRY(hessian_precondition(h, 0, work));
    TRY(subspace_extend(space, work, &added));
    /* Rotations that the slope does not know of. */
    TRY(ga_copy(toward ? toward : h->ties, work));
    for (int k = 0; k < 2 && !toward; ++k)
        TRY(hessian_precondition(h, 0, work));
    return subspace_extend(space, work, &added);
}

/* Extend the subspace until the step in it is good enough. */
static int find_step(subspace_t *space, double radius, ga_t x, ga_t residual)
{
    double slope, length, norm;
    int added = 1;
    TRY(ga_norm(space->h->slope, GA_ENTRY_NORM_2, &slope));
    for (int k = 0; k < PRODUCTS && added; ++k) {
        step_t step = best_step(space, radius);
        TRY(subspace_combine(space, step.c, x, residual));
        TRY(ga_add(&one, space->h->slope, &one, residual, residual));
        TRY(ga_add(&step.shift, x, &one, residual, residual));
        TRY(ga_norm(x, GA_ENTRY_NORM_2, &length));
        TRY(ga_norm(residual, GA_ENTRY_NORM_2, &norm));
        double part = fmin(RESIDUAL_PART, slope);
        if (norm < fmax(part * slope, RESIDUAL_PART * step.shift * length))
            return 0;
        TRY(hessian_precondition(space->h, step.shift, residual));
        TRY(subspace_extend(space, residual, &added));
    }
    return 0;
}

/* Rotate by the best step of the subspace; when the energy rises, by shorter ones. */
static int take_step(subspace_t *space, double *radius, ga_t x, ga_t product, int last)
{
    calculation_t *scf = space->h->scf;
    result_t *result = scf->result;
    const double before = result->energy;
    while (result->niteration < last) {
        iteration_t now;
        double begin = MPI_Wtime();
        step_t step = best_step(space, *radius);
        TRY(subspace_combine(space, step.c, x, product));
        TRY(hessian_rotate(space->h, x));
        TRY(calculation_evaluate(scf, &now));
        calculation_record(scf, &now, begin);
        double change = now.energy - before;
        if (step.change > -ENERGY_NOISE)
            return 0;
        if (change > 0.25 * step.change)
            *radius /= 4;
        else if (change < 0.75 * step.change && step.shift > 0)
            *radius = fmin(2 * *radius, RADIUS_MAX);
        if (change < ENERGY_NOISE)
            return 0;
    }
    return 0;
}

static int converge(subspace_t *space, ga_t toward, ga_t x, ga_t work, int last)
{
    hessian_t *h = space->h;
    calculation_t *scf = h->scf;
    result_t *result = scf->result;
    double radius = RADIUS_FIRST;
    do {
        TRY(hessian_update(h));
        TRY(start_space(space, toward, work));
        TRY(find_step(space, radius, x, work));
        TRY(take_step(space, &radius, x, work, last));
        toward = 0;
        result->converged =
            result->iteration[result->niteration - 1].gradient < scf->options->threshold;
        ++result->second_order;
    } while (!result->converged && result->niteration < last);
    return 0;
}

int secondorder_converge(hessian_t *h, ga_t toward, int last)
{
    subspace_t space = subspace_begin(h, SPIN_SINGLET);
    ga_t x = 0, work = 0;
    int status = ga_create_like(h->slope, ASHLAR_DOUBLE, "step", &x);
    if (status == 0)
        status = ga_create_like(h->slope, ASHLAR_DOUBLE, "residual", &work);
    if (status == 0)
        status = converge(&space, toward, x, work, last);
    subspace_destroy(&space);
    if (x)
        ga_destroy(x);
    if (work)
        ga_destroy(work);
    return status;
}
