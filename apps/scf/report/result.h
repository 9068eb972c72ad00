/* The result of a calculation. */
#ifndef SCF_RESULT_H
#define SCF_RESULT_H

#include <stdint.h>

/* One line of the table. */
typedef struct iteration {
    double energy, change, gradient;
    double seconds, fock_seconds; /**< of the whole iteration, and of its Fock build */
    int64_t quartets;             /**< shell quartets computed by all ranks */
} iteration_t;

/* Seconds of the phases, on the rank that was slowest. */
typedef struct phases {
    double setup, guess, one_electron, fock, diagonalisation, diis, hessian, mp2, total;
} phases_t;

/* The energy of second order (MP2), by the spins of the two electrons of a pair, Eh. */
typedef struct mp2_result {
    int frozen; /**< occupied orbitals left out */
    int passes; /**< over the occupied orbitals; 0: nothing was computed */
    double opposite, same;
} mp2_result_t;

/* Whether the orbitals found are a minimum, if it was tested. */
typedef struct stability {
    int tested;              /**< as asked for */
    int suspicious;          /**< not asked for, but `singlet` is an upper bound */
    double singlet, triplet; /**< the lowest eigenvalue of the Hessian, Eh; hessian.h */
    int sure;                /**< both were found to all digits; otherwise they are upper bounds */
    int followed;            /**< how often a way downhill was followed */
} stability_t;

/* Below this an eigenvalue is a way downhill, not rounding. */
#define STABILITY_MIN (-1e-5)

#define WARNINGS_MAX   8
#define WARNING_LENGTH 200

typedef struct result {
    int converged;
    double energy, repulsion;
    double smallest_overlap; /**< least eigenvalue of the overlap matrix */
    int niteration;
    iteration_t *iteration; /**< iteration_t[niteration], owned */
    int64_t ntask;
    phases_t seconds;
    int empty;         /**< there are empty orbitals, so these exist: */
    double homo, lumo; /**< Eh: the highest occupied, the lowest empty one */
    int exchanges;     /**< iterations that exchanged an occupied orbital for an empty one */
    int shifted;       /**< the iteration from which the level shift was on; 0: it never was */
    int second_order;  /**< second-order steps */
    stability_t stability;
    mp2_result_t mp2;
    int nwarning;
    char warning[WARNINGS_MAX][WARNING_LENGTH]; /**< char[nwarning][], what to be told */
} result_t;

/* Called on rank 0 after each iteration, k counted from 1. */
typedef void show_fn(int k, const iteration_t *iteration);

void result_free(result_t *result);

#endif
