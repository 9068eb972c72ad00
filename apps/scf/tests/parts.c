/* Parts of the program that hold global arrays or share work: pairs of shells, patches,
 * extrapolation, the first density. */
#include <unistd.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/agree.h"
#include "methods/diis.h"
#include "setup/guess.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "quartets/pairs.h"
#include "fock/patches.h"
#include "report/progress.h"
#include "converge/scf.h"
#include "check.h"
#include "must.h"

static options_t read_input(const char *molecule, const char *basis, input_t *input)
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

/* All ranks fail, with the sentence of the first that did. */
static void agreement(void)
{
    check_true(agree(0, &failure) == 0, "nobody failed");
    for (int first = 0; first < ga_size(); ++first) {
        char words[16];
        failure_set(&failure, "rank %d", ga_rank());
        check_true(agree(ga_rank() >= first ? -1 : 0, &failure) == -1, "somebody failed");
        snprintf(words, sizeof words, "rank %d", first);
        check_true(strcmp(failure.text, words) == 0, words);
    }
}

/* Steps first to total-1 of total draw this on stderr: a line for each new per cent, wiped out at
 * the end. */
static void drawn(int64_t first, int64_t total, int on, const char *expected)
{
    char text[1024];
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress_t progress = progress_start(total, on);
    for (int64_t k = first; k < total; ++k)
        progress_show(&progress, k);
    progress_end(&progress);
    progress_show(&progress, first); /* nothing */
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    check_true(strcmp(text, expected) == 0, text);
}

static void progress_bar(void)
{
    static const char at[][64] = {"\r  Fock [                                        ]   0%",
                                  "\r  Fock [#############                           ]  33%",
                                  "\r  Fock [##########################              ]  66%",
                                  "\r  Fock [####################################### ]  99%"};
    char text[512];
    snprintf(text, sizeof text, "%s%s%s\r%56s\r", at[0], at[1], at[2], "");
    drawn(0, 3, 1, text);
    drawn(0, 3, 0, "");
    drawn(0, 0, 1, "");
    snprintf(text, sizeof text, "%s\r%56s\r", at[3], "");
    drawn(999999998, 1000000000, 1, text);
}

/* ---- pairs ------------------------------------------------------------------------------------
 */

static int functions_of(const basis_t *basis, const block_pair_t *pair)
{
    const block_t *i = &basis->block[pair->i], *j = &basis->block[pair->j];
    return shell_size(i->l, i->pure) * shell_size(j->l, j->pure);
}

/* Blocks by angular momentum, shells by their Schwarz factors, which are those of the integrals. */
static void check_order(const basis_t *basis, repulsion_t *repulsion, const pairs_t *pairs)
{
    int next = 0, sum = 0;
    for (int p = 0; p < pairs->nblock; ++p) {
        const block_pair_t *block = &pairs->block[p];
        int li = basis->block[block->i].l, lj = basis->block[block->j].l;
        check_true(li >= lj && li + lj >= sum, "angular momenta ascend");
        check_true(block->first == next && block->npair > 0, "pairs lie in a row");
        check_near(block->schwarz, pairs->pair[next].schwarz, 0, "the factor of the first");
        check_true(block->cost > 0, "every block costs something");
        for (int k = next; k < next + block->npair; ++k) {
            int size = functions_of(basis, block);
            const double *eri = repulsion_compute(repulsion, k, k, 0);
            double most = 0, factor = pairs->pair[k].schwarz;
            for (int i = 0; eri && i < size * size; ++i)
                most = fmax(most, fabs(eri[i]));
            check_near(factor * factor, most, 1e-12 * most, "the Schwarz factor");
            check_true(k == next || factor <= pairs->pair[k - 1].schwarz, "factors descend");
        }
        sum = li + lj;
        next += block->npair;
    }
    check_true(next == pairs->npair, "every pair is in a block");
}

/* The pairs that exceed the threshold together with the largest one are kept. */
static void pairs_kept(void)
{
    const double threshold = 0.2;
    input_t input;
    options_t options = read_input("molecules/h2o.xyz", "cc-pvdz", &input);
    basis_t *basis = &input.basis;
    integrals_t *integrals = integrals_create(basis, &input.molecule, &failure);
    repulsion_t *repulsion =
        repulsion_create(basis, &input.molecule, integrals, options.tol2e, &failure);
    pairs_t all, some;
    must(pairs_create(basis, repulsion, 0, &all, &failure), "all pairs");
    check_true(all.npair == basis->nshell * (basis->nshell + 1) / 2, "all are kept");
    check_order(basis, repulsion, &all);
    double largest = 0;
    int expected = 0, alone = 0;
    for (int k = 0; k < all.npair; ++k)
        largest = fmax(largest, all.pair[k].schwarz);
    for (int k = 0; k < all.npair; ++k) {
        expected += all.pair[k].schwarz * largest >= threshold;
        alone += all.pair[k].schwarz >= threshold;
    }
    check_true(0 < alone && alone < expected && expected < all.npair, "the threshold divides");
    must(pairs_create(basis, repulsion, threshold, &some, &failure), "large pairs");
    check_true(some.npair == expected, "large pairs are kept");
    check_order(basis, repulsion, &some);
    pairs_free(&some);
    pairs_free(&all);
    repulsion_destroy(repulsion);
    integrals_destroy(integrals);
    input_free(&input);
}

/* ---- patches ----------------------------------------------------------------------------------
 */

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

/* ---- extrapolation ----------------------------------------------------------------------------
 */

enum { DEPTH = 4, AREA = 9 };

static double dot_of(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < AREA; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* The shortest vector of the plane through the ends of n errors, by orthogonal directions. */
static void shortest(int n, double error[][AREA], double *result)
{
    double direction[DEPTH][AREA];
    memcpy(result, error[n - 1], sizeof(double) * AREA);
    for (int k = 0; k < n - 1; ++k) {
        for (int i = 0; i < AREA; ++i)
            direction[k][i] = error[k][i] - error[n - 1][i];
        for (int m = 0; m <= k; ++m) {
            double *v = m < k ? direction[k] : result, *u = direction[m < k ? m : k];
            double part = dot_of(u, v) / dot_of(u, u);
            for (int i = 0; i < AREA; ++i)
                v[i] -= part * u[i];
        }
    }
}

static void put_nine(ga_t g, const double *value)
{
    if (ga_rank() == 0)
        must(ga_put(g, 0, 2, 0, 2, value, 3), "ga_put");
    must(ga_sync(), "ga_sync");
}

/* Where the error is the distance from a solution, each step comes as near as the last DEPTH
 * matrices allow; a zero error, or one far larger than the new one, does not count. */
static void extrapolation(void)
{
    enum { STEPS = 11 };
    double solution[AREA], fock[STEPS][AREA], error[STEPS][AREA], nearest[AREA], result[AREA];
    ga_t f, e;
    diis_t diis;
    must(ga_create(ASHLAR_DOUBLE, 3, 3, "fock", 0, 0, &f), "ga_create");
    must(ga_create(ASHLAR_DOUBLE, 3, 3, "error", 0, 0, &e), "ga_create");
    must(diis_create(f, DEPTH, &diis), "diis_create");
    for (int i = 0; i < AREA; ++i)
        solution[i] = sin(i + 1);
    for (int k = 0; k < STEPS; ++k) {
        double size = k == STEPS - 2 ? 1e14 : k == STEPS - 1 ? 1e-5 : 1;
        for (int i = 0; i < AREA; ++i) {
            error[k][i] = size * cos(3 * k + 5 * i + k * i);
            fock[k][i] = solution[i] + error[k][i];
        }
        put_nine(f, fock[k]);
        put_nine(e, error[k]);
        must(diis_extrapolate(&diis, f, e), "diis_extrapolate");
        must(ga_get(f, 0, 2, 0, 2, result, 3), "ga_get");
        must(ga_sync(), "ga_sync");
        int n = k + 1 < DEPTH ? k + 1 : DEPTH;
        double used[DEPTH][AREA];
        memcpy(used, error[k + 1 - n], sizeof(double) * (size_t)n * AREA);
        if (k == STEPS - 1) { /* the one before is as if it were not there */
            memcpy(used[n - 2], used[n - 1], sizeof used[0]);
            --n;
        }
        shortest(n, used, nearest);
        for (int i = 0; i < AREA && k != STEPS - 2; ++i)
            check_near(result[i], solution[i] + nearest[i], 1e-9, "the extrapolated matrix");
    }
    diis_destroy(&diis);

    must(diis_create(f, 2, &diis), "diis_create");
    const double nothing[AREA] = {0};
    put_nine(f, fock[0]);
    put_nine(e, nothing);
    for (int k = 0; k < 2; ++k)
        must(diis_extrapolate(&diis, f, e), "diis_extrapolate");
    must(ga_get(f, 0, 2, 0, 2, result, 3), "ga_get");
    check_true(memcmp(result, fock[0], sizeof result) == 0, "without an error nothing changes");
    diis_destroy(&diis);
    must(ga_destroy(e), "ga_destroy");
    must(ga_destroy(f), "ga_destroy");
}

/* ---- the first density ------------------------------------------------------------------------
 */

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
    agreement();
    progress_bar();
    basis_t basis;
    make_basis(&basis);
    patches_read(&basis);
    patches_add(&basis);
    basis_free(&basis);
    pairs_kept();
    extrapolation();
    atoms_placed(BASIS_SPHERICAL);
    atoms_placed(BASIS_CARTESIAN);
    closed_atoms();
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
