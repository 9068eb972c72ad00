/* Patches of a matrix are read, kept, trimmed and added to by pairs of blocks. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/basis.h"
#include "fock/patches.h"
#include "check.h"
#include "must.h"

enum { ATOMS = 40, FUNCTIONS = 10 * ATOMS };

static double element(int i, int j)
{
    return (i * 7 + j * 13) % 101 - 50 + 0.001 * i;
}

static ga_t make_matrix(double factor)
{
    ga_t g;
    must(ga_create(ASHLAR_DOUBLE, FUNCTIONS, FUNCTIONS, "matrix", 0, 0, &g), "ga_create");
    double *all = malloc(sizeof(double) * FUNCTIONS * FUNCTIONS);
    for (int j = 0; all && j < FUNCTIONS; ++j)
        for (int i = 0; i < FUNCTIONS; ++i)
            all[i + j * FUNCTIONS] = factor * element(i, j);
    if (ga_rank() == 0)
        must(ga_put(g, 0, FUNCTIONS - 1, 0, FUNCTIONS - 1, all, FUNCTIONS), "ga_put");
    free(all);
    must(ga_sync(), "ga_sync");
    return g;
}

/* Two s shells, a p and a spherical d shell on every atom: more functions than fit one tile. */
static void make_basis(basis_t *basis)
{
    static atom_t atom[ATOMS];
    static entry_t entry[4] = {{1, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 1, 2}, {1, 2, 1, 3}};
    static double number[4] = {1, 2, 3, 4};
    for (int k = 0; k < ATOMS; ++k)
        atom[k] = (atom_t){1, {0, 0, k}};
    const molecule_t molecule = {.natom = ATOMS, .atom = atom};
    const library_t library = {BASIS_SPHERICAL, 4, 4, entry, number, number};
    must(basis_build(&library, &molecule, BASIS_UNSAID, basis, &failure), "basis");
    check_true(basis->size == FUNCTIONS && basis->nblock == 3 * ATOMS, "the basis");
}

/* Visit every shell pair of a patch: compare it with the matrix, or add the matrix to it. */
static void visit(const basis_t *basis, int i, int j, const patch_t *patch, int read)
{
    const block_t *rows = &basis->block[i], *columns = &basis->block[j];
    int ns = shell_size(rows->l, rows->pure), nt = shell_size(columns->l, columns->pure);
    double all = 0;
    for (int s = 0; s < rows->nshell; ++s)
        for (int t = 0; t < columns->nshell; ++t) {
            double *block = patch_shells(patch, s, t), most = 0;
            for (int k = 0; k < ns * nt; ++k) {
                double value =
                    element(rows->first + s * ns + k / nt, columns->first + t * nt + k % nt);
                if (read)
                    check_near(block[k], value, 0, "an element of a patch");
                else
                    block[k] += value;
                most = fmax(most, fabs(value));
            }
            all = fmax(all, most);
            if (read)
                check_near(patch_shells_largest(patch, s, t), most, 0, "the largest of shells");
        }
    if (read)
        check_near(patch->largest, all, 0, "the largest of a patch");
}

static void patches_read(const basis_t *basis)
{
    ga_t g = make_matrix(1);
    patches_t patches;
    patch_t *patch, *again;
    must(patches_create(basis, g, PATCHES_READ, &patches), "patches_create");
    for (int i = 0; i < basis->nblock; ++i)
        for (int j = 0; j < basis->nblock; ++j) {
            must(patches_get(&patches, i, j, &patch), "patches_get");
            visit(basis, i, j, patch, 1);
        }
    must(ga_sync(), "ga_sync");
    must(patches_get(&patches, 0, 0, &patch), "patches_get");
    patch->value[0] = 1e3; /* to be known again */
    must(patches_trim(&patches, patches.bytes), "patches_trim");
    must(patches_get(&patches, 0, 0, &again), "patches_get");
    check_true(again == patch && patch->value[0] == 1e3, "what is not too much is kept");
    check_true(patches.bytes >= sizeof(double) * FUNCTIONS * FUNCTIONS, "bytes are counted");
    must(patches_trim(&patches, patches.bytes - 1), "patches_trim");
    check_true(patches.bytes == 0, "what is too much is not");
    must(patches_get(&patches, 0, 0, &patch), "patches_get");
    visit(basis, 0, 0, patch, 1);
    patches_destroy(&patches);
    must(ga_destroy(g), "ga_destroy");
}

/* Each patch by itself: only it is read, once, until the store is emptied. */
static void patches_read_alone(const basis_t *basis)
{
    ga_t g = make_matrix(1);
    patches_t patches;
    patch_t *patch, *again;
    size_t bytes = 0;
    must(patches_create(basis, g, PATCHES_READ_ALONE, &patches), "patches_create");
    must(ga_stats_enable(1), "ga_stats_enable");
    for (int i = 0; i < basis->nblock; ++i)
        for (int j = 0; j < basis->nblock; ++j) {
            ga_stats_t before, after;
            must(ga_stats(GA_STATS_GET, &before), "ga_stats");
            must(patches_get(&patches, i, j, &patch), "patches_get");
            visit(basis, i, j, patch, 1);
            check_true(patches.bytes > bytes, "it is held");
            bytes = patches.bytes;
            must(patches_get(&patches, i, j, &again), "patches_get");
            must(ga_stats(GA_STATS_GET, &after), "ga_stats");
            const int64_t read = after.bytes_own + after.bytes_node + after.bytes_remote -
                                 before.bytes_own - before.bytes_node - before.bytes_remote;
            check_true(again == patch && patches.bytes == bytes, "and found");
            check_near((double)(after.calls - before.calls), 1, 0, "reads of a patch");
            check_near((double)read, 8. * basis->block[i].size * basis->block[j].size, 0,
                       "bytes of a patch");
        }
    must(ga_stats_enable(0), "ga_stats_enable");
    must(patches_trim(&patches, 0), "patches_trim");
    check_true(patches.bytes == 0, "nothing is kept");
    patches_destroy(&patches);
    must(ga_destroy(g), "ga_destroy");
}

/* Added before and after the store was emptied, by all ranks. */
static void patches_add(const basis_t *basis)
{
    ga_t g = make_matrix(-2 * ga_size());
    patches_t patches;
    patch_t *patch;
    double dot;
    must(patches_create(basis, g, PATCHES_ADD, &patches), "patches_create");
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < basis->nblock; ++i)
            for (int j = 0; j < basis->nblock; ++j) {
                must(patches_get(&patches, i, j, &patch), "patches_get");
                visit(basis, i, j, patch, 0);
                must(patches_trim(&patches, 1 << 20), "patches_trim");
            }
        must(patches_flush(&patches), "patches_flush");
    }
    patches_destroy(&patches);
    must(ga_sync(), "ga_sync");
    must(ga_dot(g, g, &dot), "ga_dot");
    check_near(dot, 0, 1e-18, "what was added");
    must(ga_destroy(g), "ga_destroy");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    basis_t basis;
    make_basis(&basis);
    patches_read(&basis);
    patches_read_alone(&basis);
    patches_add(&basis);
    basis_free(&basis);
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
