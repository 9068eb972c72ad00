/* Chooses whether ELPA or ScaLAPACK solves an eigenproblem, and in how many stages.
 *
 * For few eigenvectors of a large matrix ELPA may be faster in two stages than in one. Which is
 * depends on processor, network and build, so both are tried, the slower twice if it is not much
 * slower, and the faster one is kept for matrices of that order. */
#include "linalg/src/frame/la_elpa_choice.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_check.h"

/* Some builds of ELPA have no single precision. */
static int may_use_elpa(ashlar_type type)
{
    return lai_context.elpa && (type == ASHLAR_DOUBLE || type == ASHLAR_CDOUBLE);
}

lai_kind_t lai_eigen_kind(const gai_array_t *a, int has_vectors, int has_range)
{
    if (!has_vectors || !may_use_elpa(a->type))
        return LAI_EIGEN;
    if (lai_rows(a) < lai_context.elpa_small)
        return LAI_ELPA_SMALL;
    return !has_range && lai_rows(a) >= lai_context.elpa_all ? LAI_ELPA_ALL : LAI_ELPA;
}

int lai_elpa_stages(ashlar_type type, const lai_cyclic_t *a, double part)
{
    const double few = 0.125;
    int64_t tiles = (a->n - 1) / a->tile_n + 1;
    if (!may_use_elpa(type) || tiles < ali_max(a->grid.rows, a->grid.cols) || a->n > INT_MAX)
        return 0; /* it fails where a process has nothing; and its extents are of type int */
    return a->n >= lai_context.two_stages && part <= few ? 2 : 1;
}

/* ---- trials ---------------------------------------------------------------------------------- */

enum { STAGES_MOST = 2, TRIALS = 8 };

/* Orders that were solved, the latest TRIALS; how often, and the least time, in each way. */
static struct trial {
    ashlar_type type;
    int64_t n;
    int runs[STAGES_MOST];
    double least[STAGES_MOST];
} trials[TRIALS];
static int next_trial;

static struct trial *find_trial(ashlar_type type, int64_t n)
{
    for (int k = 0; k < TRIALS; ++k)
        if (trials[k].n == n && trials[k].type == type)
            return &trials[k];
    return NULL;
}

/* The choice of this rank: a way that was not tried enough, else the faster one. */
static int preferred_stages(ashlar_type type, int64_t n)
{
    const struct trial *trial = find_trial(type, n);
    const double close = 1.15; /* a disturbance may have been as much */
    for (int k = 0; k < STAGES_MOST; ++k)
        if (!trial || trial->runs[k] == 0)
            return k + 1;
    const int faster = trial->least[1] < trial->least[0], slower = !faster;
    const bool again =
        trial->runs[slower] == 1 && trial->least[slower] < close * trial->least[faster];
    return (again ? slower : faster) + 1;
}

int lai_elpa_choose_stages(al_group_t *group, ashlar_type type, int64_t n, int *stages)
{
    if (*stages < STAGES_MOST)
        return ASHLAR_OK;
    *stages = lai_context.elpa_stages ? lai_context.elpa_stages : preferred_stages(type, n);
    return al_allreduce(group, ASHLAR_INT, ASHLAR_MAX, stages, 1);
}

void lai_elpa_note_seconds(ashlar_type type, int64_t n, int stages, double seconds)
{
    struct trial *trial = find_trial(type, n);
    if (!trial) {
        trial = &trials[next_trial++ % TRIALS];
        *trial = (struct trial){.type = type, .n = n, .least = {INFINITY, INFINITY}};
    }
    ++trial->runs[stages - 1];
    trial->least[stages - 1] = fmin(trial->least[stages - 1], seconds);
}

void lai_elpa_forget_trials(void)
{
    for (int k = 0; k < TRIALS; ++k)
        trials[k].n = 0;
}
