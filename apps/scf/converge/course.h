/* The course of DIIS so far: with the matrices of the calculation, all that the next iteration
 * needs. */
#ifndef SCF_COURSE_H
#define SCF_COURSE_H

#include "methods/diis.h"

typedef struct course {
    diis_t diis;
    double shift; /**< Eh by which empty orbitals are raised */
    int since;    /**< iterations since the last change of method */
    double gap;   /**< of the last matrix diagonalised, not shifted */
    double moved; /**< electron pairs that the last step took to other orbitals */
} course_t;

#endif
