/* ELPA. An object of it is made for one order and one grid, and costs communicators: the last one
 * is kept. */
#include "linalg/src/lapack/la_elpa.h"

#if ASHLAR_ELPA
#include <complex.h>

#include <elpa/elpa.h>

/* The interface as of May 2017; later ones have it too. */
enum { INTERFACE = 20170403 };

static int set_all(elpa_t handle, MPI_Comm comm, const lai_cyclic_t *a, int64_t count)
{
    const struct {
        const char *name;
        int value;
    } settings[] = {
        {"na", (int)a->n},
        {"nev", (int)count},
        {"nblk", (int)a->tile_m},
        {"local_nrows", (int)a->ld},
        {"local_ncols", (int)a->cols},
        {"process_row", a->grid.row},
        {"process_col", a->grid.col},
        {"mpi_comm_parent", (int)MPI_Comm_c2f(comm)},
    };
    int error = ELPA_OK;
    for (size_t k = 0; k < sizeof settings / sizeof settings[0] && error == ELPA_OK; ++k)
        elpa_set(handle, settings[k].name, settings[k].value, &error);
    return error == ELPA_OK ? elpa_setup(handle) : error;
}

static int prepare(lai_elpa_t *elpa, int stages, const lai_cyclic_t *a, int64_t count)
{
    const struct lai_elpa_problem problem = {
        .n = a->n, .tile = a->tile_m, .count = count, .stages = stages};
    int error = ELPA_OK;
    const struct lai_elpa_problem *last = &elpa->problem;
    if (elpa->handle && last->n == problem.n && last->tile == problem.tile &&
        last->count == problem.count && last->stages == problem.stages)
        return ELPA_OK;
    lai_elpa_free(elpa);
    if (elpa_init(INTERFACE) != ELPA_OK)
        return ELPA_ERROR_API_VERSION;
    elpa_t handle = elpa_allocate(&error);
    if (error != ELPA_OK)
        return error;
    elpa->handle = handle;
    elpa->problem = problem;
    error = set_all(handle, elpa->comm, a, count);
    if (error == ELPA_OK)
        elpa_set(handle, "solver", stages == 2 ? ELPA_SOLVER_2STAGE : ELPA_SOLVER_1STAGE, &error);
    return error;
}

int64_t lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                       lai_cyclic_t *z, int64_t count, void *w)
{
    int error = prepare(elpa, stages, a, count);
    if (error == ELPA_OK && type == ASHLAR_DOUBLE)
        elpa_eigenvectors(elpa->handle, (double *)a->at, (double *)w, (double *)z->at, &error);
    else if (error == ELPA_OK)
        elpa_eigenvectors(elpa->handle, (double _Complex *)a->at, (double *)w,
                          (double _Complex *)z->at, &error);
    if (error != ELPA_OK)
        lai_elpa_free(elpa);
    return error;
}

void lai_elpa_free(lai_elpa_t *elpa)
{
    int error;
    if (elpa->handle)
        elpa_deallocate(elpa->handle, &error);
    elpa->handle = NULL;
}

#else

int64_t lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                       lai_cyclic_t *z, int64_t count, void *w)
{
    (void)elpa, (void)type, (void)stages, (void)a, (void)z, (void)count, (void)w;
    return -1;
}

void lai_elpa_free(lai_elpa_t *elpa)
{
    (void)elpa;
}

#endif
