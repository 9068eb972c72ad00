/* Reading molecule and basis on rank 0, and the broadcast to all. */
#include "molecule/input.h"

#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "molecule/agree.h"

static int read_molecule(const options_t *options, input_t *input, failure_t *failure)
{
    char benzene[4096];
    const char *file = options->molecule;
    if (options->waters) {
        snprintf(input->name, sizeof input->name, "chain of %d waters", options->waters);
        return molecule_waters(options->waters, options->bohr, &input->molecule, failure);
    }
    if (!file) {
        file = benzene;
        if (data_find("molecules/benzene.xyz", benzene, sizeof benzene) != 0)
            return failure_set(failure,
                               "molecules/benzene.xyz is missing: name an XYZ file, or reinstall");
    }
    const char *slash = strrchr(file, '/');
    snprintf(input->name, sizeof input->name, "%.255s", slash ? slash + 1 : file);
    return molecule_read(file, options->bohr, &input->molecule, failure);
}

static int read_files(const options_t *options, input_t *input, failure_t *failure)
{
    if (read_molecule(options, input, failure) != 0)
        return -1;
    return library_read(options->basis, &input->molecule, &input->library, failure);
}

static int broadcast(void *buf, size_t bytes)
{
    return bytes == 0 ? 0 : ga_broadcast(GA_GROUP_WORLD, buf, bytes, 0);
}

/* Every rank but 0 allocates the lists whose lengths have arrived. */
static int allocate(input_t *input)
{
    molecule_t *molecule = &input->molecule;
    library_t *library = &input->library;
    molecule->atom = calloc((size_t)molecule->natom, sizeof *molecule->atom);
    library->entry = calloc((size_t)library->nentry, sizeof *library->entry);
    library->exponent = calloc((size_t)library->nprim, sizeof *library->exponent);
    library->coefficient = calloc((size_t)library->nprim, sizeof *library->coefficient);
    return molecule->atom && library->entry && library->exponent && library->coefficient ? 0 : -1;
}

static int share(input_t *input, failure_t *failure)
{
    molecule_t *molecule = &input->molecule;
    library_t *library = &input->library;
    int n[4] = {molecule->natom, library->nentry, library->nprim, (int)library->form};
    if (broadcast(n, sizeof n) != 0 || broadcast(input->name, sizeof input->name) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    int status = 0;
    if (ga_rank() != 0) {
        molecule->natom = n[0];
        library->nentry = n[1];
        library->nprim = n[2];
        library->form = (basis_form_t)n[3];
        if (allocate(input) != 0)
            status = failure_set(failure, "not enough memory for %d atoms", n[0]);
    }
    if (agree(status, failure) != 0)
        return -1;
    size_t natom = (size_t)n[0], nentry = (size_t)n[1], nprim = (size_t)n[2];
    if (broadcast(molecule->atom, natom * sizeof *molecule->atom) != 0 ||
        broadcast(library->entry, nentry * sizeof *library->entry) != 0 ||
        broadcast(library->exponent, nprim * sizeof *library->exponent) != 0 ||
        broadcast(library->coefficient, nprim * sizeof *library->coefficient) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    return 0;
}

static int check_electrons(const input_t *input, int charge, failure_t *failure)
{
    if (input->electrons <= 0)
        return failure_set(failure, "%s: charge %d leaves no electrons", input->name, charge);
    if (input->electrons % 2 != 0)
        return failure_set(
            failure,
            "%s: %d electrons with charge %d: an odd number; only closed shells are supported",
            input->name, input->electrons, charge);
    if (input->electrons / 2 > input->basis.size)
        return failure_set(failure, "%s: %d functions are too few for %d electrons", input->name,
                           input->basis.size, input->electrons);
    return 0;
}

int input_read(const options_t *options, input_t *input, failure_t *failure)
{
    *input = (input_t){0};
    int status = ga_rank() == 0 ? read_files(options, input, failure) : 0;
    if (agree(status, failure) != 0 || share(input, failure) != 0) {
        input_free(input);
        return -1;
    }
    input->electrons = molecule_charge(&input->molecule) - options->charge;
    status = basis_build(&input->library, &input->molecule, options->form, &input->basis, failure);
    if (status == 0)
        status = check_electrons(input, options->charge, failure);
    if (agree(status, failure) == 0)
        return 0;
    input_free(input);
    return -1;
}

void input_free(input_t *input)
{
    molecule_free(&input->molecule);
    library_free(&input->library);
    basis_free(&input->basis);
}
