/* The input of a calculation, read by rank 0 and given to all. */
#ifndef SCF_INPUT_H
#define SCF_INPUT_H

#include "molecule/basis.h"
#include "molecule/failure.h"
#include "molecule/molecule.h"
#include "molecule/options.h"

typedef struct input {
    char name[256]; /**< of the molecule's file */
    molecule_t molecule;
    library_t library;
    basis_t basis;
    int electrons;
} input_t;

/* Read and check what the options name. All ranks get the same verdict. Collective over the world.
 * @return -1  with the failure set */
int input_read(const options_t *options, input_t *input, failure_t *failure);
void input_free(input_t *input);

#endif
