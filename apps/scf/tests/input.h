/* Input of tests whose steps build on each other. */
#ifndef SCF_TESTS_INPUT_H
#define SCF_TESTS_INPUT_H

#include "molecule/input.h"
#include "molecule/options.h"
#include "must.h"

/* Reads a molecule, one of the shipped ones or a file, and a basis. */
static inline options_t read_input(const char *molecule, const char *basis, input_t *input)
{
    static char file[4096];
    options_t options;
    if (data_find(molecule, file, sizeof file) != 0)
        snprintf(file, sizeof file, "%s", molecule);
    char *argv[] = {"scf", file, "--basis", (char *)basis};
    must(options_read(4, argv, &options, &failure), "options");
    must(input_read(&options, input, &failure), "input");
    return options;
}

#endif
