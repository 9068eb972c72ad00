/* The two-electron part of the Fock matrix, built from integrals computed on the fly. */
#ifndef SCF_FOCK_H
#define SCF_FOCK_H

#include <ashlar/ga.h>

#include "molecule/basis.h"
#include "quartets/pairs.h"
#include "repulsion/repulsion.h"

/* A piece of work: one bra pair of blocks with a range of ket pairs. */
typedef struct task {
    int bra, ket_first, ket_last;
} task_t;

typedef struct fock {
    const basis_t *basis;
    repulsion_t *repulsion;
    pairs_t pairs;
    double threshold; /**< contributions below it are left out */
    double precision; /**< of the integrals: contributions of primitives left out */
    int keep_patches; /**< from task to task */
    int64_t ntask;
    task_t *task;     /**< task_t[ntask], the same on all ranks */
    ga_tasks_t pool;  /**< of the tasks, a round for each build */
    int64_t quartets; /**< shell quartets computed by this rank in the last build */
} fock_t;

/* Find the pairs that matter and cut the work into tasks. Collective over the world.
 * @param[in] order         in which tasks are handed out; as given they follow the loops over pairs
 * @param[in] keep_patches  0: each task reads its density patches and adds its Fock patches */
int fock_create(const basis_t *basis, repulsion_t *repulsion, double threshold, double precision,
                ga_tasks_order order, int keep_patches, fock_t *fock, failure_t *failure);
/* Collective. */
void fock_destroy(fock_t *fock);

/* Which integrals of the density enter. */
typedef enum fock_part { FOCK_EXCHANGE, FOCK_COULOMB_EXCHANGE } fock_part_t;

/* g = Coulomb - exchange/2 of the total density d, for symmetric d, or -exchange/2 alone.
 * Collective over the world. Small d make a build cheaper: pass the change since the last build and
 * add the results.
 * @param[in] show  draw a progress bar on stderr
 * @return 0 or a code of status.h */
int fock_build(fock_t *fock, fock_part_t part, ga_t d, ga_t g, int show);

#endif
