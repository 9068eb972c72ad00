/* The first density puts the electrons of each atom where they belong. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "setup/guess.h"
#include "converge/scf.h"
#include "check.h"
#include "must.h"
#include "input.h"

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

/* Each atom has its own density and nothing is between atoms; 10 electrons fill the d shell of zinc
 * evenly, but cartesian d functions, which are no d shell, stay empty. */
static void atoms_placed(basis_form_t form)
{
    enum { PER_ZINC = 4 + 2 + 1 };
    static double exponent[PER_ZINC + 1] = {1800, 450, 112, 28, 270, 67, 90, 0.6},
                                      ones[PER_ZINC + 1];
    static const int l[PER_ZINC + 1] = {0, 0, 0, 0, 1, 1, 2, 0};
    entry_t entry[PER_ZINC + 1];
    atom_t atom[3] = {{30, {0, 0, 0}}, {1, {0, 0, 9}}, {30, {0, 9, 0}}};
    const molecule_t molecule = {.natom = 3, .atom = atom};
    basis_t basis;
    ga_t g;
    for (int k = 0; k <= PER_ZINC; ++k) {
        ones[k] = 1;
        entry[k] = (entry_t){k < PER_ZINC ? 30 : 1, l[k], 1, k};
    }
    const library_t library = {form, PER_ZINC + 1, PER_ZINC + 1, entry, exponent, ones};
    must(basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure), "basis");
    int n = basis.size;
    double *all = malloc(sizeof(double) * (size_t)(n * n));
    check_true(all && n == (form == BASIS_SPHERICAL ? 31 : 33), "the functions");
    must(ga_create(ASHLAR_DOUBLE, n, n, "density", 0, 0, &g), "ga_create");
    must(guess_atoms(&molecule, &library, &basis, g, &failure), "guess_atoms");
    must(ga_get(g, 0, n - 1, 0, n - 1, all, n), "ga_get");
    for (int b = 0; b < basis.nblock; ++b)
        for (int c = 0; c < basis.nblock; ++c) {
            const block_t *rows = &basis.block[b], *columns = &basis.block[c];
            double d_shell = form == BASIS_SPHERICAL ? 2 : 0;
            for (int j = columns->first; j < columns->first + columns->size; ++j)
                for (int i = rows->first; i < rows->first + rows->size; ++i)
                    if (b != c)
                        check_near(all[i + j * n], 0, 0, "nothing between blocks");
                    else if (rows->l == 2)
                        check_near(all[i + j * n], i == j ? d_shell : 0, 1e-5, "the d shell");
                    else if (atom[rows->atom].z == 1)
                        check_near(all[i + j * n], 1, 1e-5, "the electron of hydrogen");
        }
    int zinc = form == BASIS_SPHERICAL ? 15 : 16; /* the second one is like the first */
    for (int j = 0; j < zinc; ++j)
        for (int i = 0; i < zinc; ++i)
            check_near(all[i + zinc + 1 + (j + zinc + 1) * n], all[i + j * n], 0, "equal atoms");
    must(ga_sync(), "ga_sync");
    must(ga_destroy(g), "ga_destroy");
    free(all);
    basis_free(&basis);
}

/* The first density of one atom with closed shells is the final one. */
static void closed_atoms(void)
{
    static const char *const symbols[] = {"He", "Be", "Ne"};
    char path[64], text[64];
    long id = ga_rank() == 0 ? (long)MPI_Wtime() : 0;
    MPI_Bcast(&id, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    snprintf(path, sizeof path, "scf-atom-%ld.xyz", id);
    for (int k = 0; k < 3; ++k) {
        snprintf(text, sizeof text, "1\n\n%s 0.1 0.2 0.3\n", symbols[k]);
        if (ga_rank() == 0)
            write_file(path, text);
        input_t input;
        result_t result;
        options_t options = read_input(path, "cc-pvdz", &input);
        must(scf_run(&options, &input, 0, no_table, &result, &failure), symbols[k]);
        check_true(result.converged, symbols[k]);
        check_near(result.iteration[0].energy, result.energy, 1e-8, symbols[k]);
        result_free(&result);
        input_free(&input);
    }
    if (ga_rank() == 0)
        remove(path);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    atoms_placed(BASIS_SPHERICAL);
    atoms_placed(BASIS_CARTESIAN);
    closed_atoms();
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
