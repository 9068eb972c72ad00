/* The requests of the command line. */
#ifndef SCF_OPTIONS_H
#define SCF_OPTIONS_H

#include <stdio.h>

#include <ashlar/ga.h>

#include "molecule/basis.h"
#include "molecule/failure.h"

/* The treatment of the stability of the orbitals found. */
typedef enum stability_request {
    STABILITY_IGNORE,
    STABILITY_CHECK,
    STABILITY_FOLLOW
} stability_request_t;

typedef struct options {
    const char *molecule; /**< XYZ file; NULL: see below */
    int waters;           /**< molecules of a chain of water; 0: benzene */
    const char *basis;    /**< name or file */
    const char *json;     /**< file, or NULL */
    const char *dump;     /**< file of integrals, or NULL */
    int charge;
    basis_form_t form;  /**< BASIS_UNSAID: as the basis file says */
    double bohr;        /**< atomic units of length in one Angstrom */
    double threshold;   /**< gradient norm at convergence */
    double tol2e;       /**< contributions of integrals left out */
    int iterations;     /**< at most */
    double level_shift; /**< of the empty orbitals in Eh; 0: when it is needed */
    stability_request_t stability;
    ga_tasks_order tasks;   /**< in which order those of a Fock build are handed out */
    int patch_cache;        /**< keep patches from task to task */
    int mp2;                /**< the energy of second order after that of Hartree-Fock */
    int freeze_core;        /**< without the inner shells */
    int passes;             /**< of MP2, at least */
    const char *checkpoint; /**< the name of its files, or NULL */
    int every;              /**< iterations from one checkpoint to the next */
    int restart;            /**< go on from the one there is */
    int progress;           /**< draw progress bars even when stderr is not a terminal */
    int help;
} options_t;

/* Read the command line. @return -1  with the failure set */
int options_read(int argc, char **argv, options_t *options, failure_t *failure);
void options_help(FILE *stream);

#endif
