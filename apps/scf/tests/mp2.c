/* mp2 [MOLECULE...]: the energy of second order. First with orbitals that are not converged,
 * against sums over all integrals, for any number of passes and of frozen orbitals; then of the
 * molecules named, against NWChem 7.0.2. */
#include <ashlar/ga.h>
#include <ashlar/la.h>
#include <mpi.h>

#include "converge/scf.h"
#include "methods/hessian.h"
#include "mp2/mp2.h"
#include "mp2/orbitals.h"
#include "setup/calculation.h"
#include "check.h"
#include "input.h"
#include "must.h"

/* ---- against all integrals ------------------------------------------------------------------- */

static double *numbers(int64_t n)
{
    double *p = calloc((size_t)n, sizeof *p);
    must(p ? 0 : ASHLAR_ENOMEM, "calloc");
    return p;
}

/* The functions of a shell of a block. */
typedef struct range {
    int first, size;
} range_t;

static range_t shell_of(const basis_t *basis, int block, int shell)
{
    const shell_t *s = &basis->shell[basis->block[block].first_shell + shell];
    return (range_t){s->first, s->size};
}

static void fill_quartet(const basis_t *basis, const double *eri, const range_t s[4], double *all)
{
    const int64_t n = basis->size;
    for (int a = s[0].first; a < s[0].first + s[0].size; ++a)
        for (int b = s[1].first; b < s[1].first + s[1].size; ++b)
            for (int c = s[2].first; c < s[2].first + s[2].size; ++c)
                for (int d = s[3].first; d < s[3].first + s[3].size; ++d, ++eri) {
                    const int order[8][4] = {{a, b, c, d}, {b, a, c, d}, {a, b, d, c},
                                             {b, a, d, c}, {c, d, a, b}, {d, c, a, b},
                                             {c, d, b, a}, {d, c, b, a}};
                    for (int k = 0; k < 8; ++k)
                        all[((order[k][0] * n + order[k][1]) * n + order[k][2]) * n + order[k][3]] =
                            *eri;
                }
}

/* (mn|ls) for all functions. */
static double *all_integrals(calculation_t *scf)
{
    const basis_t *basis = &scf->input->basis;
    const pairs_t *pairs = &scf->fock.pairs;
    const int64_t n = basis->size;
    double *all = numbers(n * n * n * n);
    for (int p = 0; p < pairs->nblock; ++p)
        for (int q = p; q < pairs->nblock; ++q) {
            const block_pair_t *bra = &pairs->block[p], *ket = &pairs->block[q];
            for (int k = bra->first; k < bra->first + bra->npair; ++k)
                for (int l = ket->first; l < ket->first + ket->npair; ++l) {
                    if (l < k)
                        continue;
                    const double *eri = repulsion_compute(scf->repulsion, k, l, 1e-16);
                    const shell_pair_t *ab = &pairs->pair[k], *cd = &pairs->pair[l];
                    const range_t s[4] = {
                        shell_of(basis, bra->i, ab->a), shell_of(basis, bra->j, ab->b),
                        shell_of(basis, ket->i, cd->a), shell_of(basis, ket->j, cd->b)};
                    if (eri)
                        fill_quartet(basis, eri, s, all);
                }
        }
    return all;
}

/* Replace the last index of double[rows][n] by orbitals, which goes to the front: after four times
 * the order is the old one. */
static double *transform_last(double *from, int64_t rows, int n, const double *c, int orbitals)
{
    double *to = numbers(rows * orbitals);
    for (int64_t r = 0; r < rows; ++r)
        for (int k = 0; k < orbitals; ++k)
            for (int m = 0; m < n; ++m)
                to[k * rows + r] += from[r * n + m] * c[k * n + m];
    free(from);
    return to;
}

/* The sums as they are written; e is the energies of all orbitals, c double[orbital][function]. */
static mp2_result_t expected_energy(calculation_t *scf, const double *c, const double *e,
                                    int frozen)
{
    const int n = scf->n, nocc = scf->nocc - frozen, nvirt = n - scf->nocc;
    const double *o = c + frozen * n, *v = c + scf->nocc * n;
    const double *eo = e + frozen, *ev = e + scf->nocc;
    double *iajb = all_integrals(scf);
    iajb = transform_last(iajb, (int64_t)n * n * n, n, v, nvirt);
    iajb = transform_last(iajb, (int64_t)nvirt * n * n, n, o, nocc);
    iajb = transform_last(iajb, (int64_t)nocc * nvirt * n, n, v, nvirt);
    iajb = transform_last(iajb, (int64_t)nvirt * nocc * nvirt, n, o, nocc);
    mp2_result_t result = {.frozen = frozen};
    for (int i = 0; i < nocc; ++i)
        for (int a = 0; a < nvirt; ++a)
            for (int j = 0; j < nocc; ++j)
                for (int b = 0; b < nvirt; ++b) {
                    const double direct = iajb[((i * nvirt + a) * nocc + j) * nvirt + b];
                    const double exchange = iajb[((i * nvirt + b) * nocc + j) * nvirt + a];
                    const double divisor = eo[i] + eo[j] - ev[a] - ev[b];
                    result.opposite += direct * direct / divisor;
                    result.same += direct * (direct - exchange) / divisor;
                }
    free(iajb);
    return result;
}

static void check_passes(calculation_t *scf, options_t *options, const hessian_t *h)
{
    const int n = scf->n;
    double *c = numbers((int64_t)n * n);
    must(ga_get(h->orbitals, 0, n - 1, 0, n - 1, c, n), "ga_get");
    for (options->freeze_core = 0; options->freeze_core < 2; ++options->freeze_core) {
        const int frozen = options->freeze_core ? orbitals_core(&scf->input->molecule) : 0;
        const int nocc = scf->nocc - frozen, passes[] = {1, 2, 3, nocc};
        const mp2_result_t expected = expected_energy(scf, c, h->energy, frozen);
        for (int k = 0; k < 4; ++k) {
            options->passes = passes[k];
            must(mp2_run(scf, h->orbitals, h->energy, &failure), "mp2_run");
            const mp2_result_t *mp2 = &scf->result->mp2;
            check_near(mp2->opposite, expected.opposite, 1e-9, "opposite spins");
            check_near(mp2->same, expected.same, 1e-9, "same spins");
            check_true(mp2->frozen == frozen, "frozen orbitals");
            check_true(mp2->passes >= passes[k] || mp2->passes >= nocc, "passes");
        }
    }
    free(c);
}

/* The orbitals of the first Fock matrix. */
static void not_converged(const char *molecule, const char *basis)
{
    input_t input;
    options_t options = read_input(molecule, basis, &input);
    result_t result = {0};
    calculation_t scf = {.options = &options, .input = &input, .result = &result};
    iteration_t now;
    hessian_t h;
    options.tol2e = 1e-13;
    must(calculation_create(&scf, &failure), "create");
    must(calculation_start(&scf, &failure), "start");
    must(calculation_evaluate(&scf, &now), "evaluate");
    must(la_eigen(scf.m.fock_prime, scf.eigenvalue, scf.m.vectors), "la_eigen");
    must(calculation_occupy(&scf, scf.m.vectors, scf.m.density_prime), "occupy");
    must(hessian_create(&scf, &h), "hessian_create");
    must(hessian_update(&h), "hessian_update");
    check_passes(&scf, &options, &h);
    hessian_destroy(&h);
    calculation_destroy(&scf);
    result_free(&result);
    input_free(&input);
}

/* ---- against NWChem -------------------------------------------------------------------------- */

/* With thresh 1e-9 and tol2e 1e-14; the correlation energy of all electrons and without the inner
 * shells, and that of same spins without them. */
typedef struct expected {
    const char *molecule, *basis; /* waters: a chain of 16 */
    double all, frozen, same;
} expected_t;

static const expected_t table[] = {
    {"h2o", "6-31g*", -0.188547889647, -0.186146341660, -0.047635651907},
    {"h2o", "cc-pvdz", -0.204048404386, -0.201711163269, -0.050728686086},
    {"ch4", "6-31g*", -0.141970093719, -0.137479592437, -0.027070568844},
    {"ch4", "cc-pvdz", -0.164114067443, -0.161211097291, -0.030267623538},
    {"benzene", "6-31g*", -0.784845287194, -0.755380019036, -0.199831353547},
    {"benzene", "cc-pvdz", -0.798571326824, -0.783326875144, -0.205404108524},
    {"waters", "6-31g*", 0, -3.010452249439, -0.779930399929},
};

static void show_nothing(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

static double correlation(options_t *options, const input_t *input, int freeze, double *same)
{
    result_t result;
    options->freeze_core = freeze;
    must(scf_run(options, input, 0, show_nothing, &result, &failure), "scf_run");
    check_true(result.converged, "converged");
    const double energy = result.mp2.opposite + result.mp2.same;
    *same = result.mp2.same;
    result_free(&result);
    return energy;
}

static void check_molecule(const expected_t *expected)
{
    char file[64], name[96];
    input_t input;
    options_t options;
    double same;
    snprintf(name, sizeof name, "%s in %s", expected->molecule, expected->basis);
    if (strcmp(expected->molecule, "waters") == 0) {
        char *argv[] = {"scf", "--waters", "16", "--basis", (char *)expected->basis};
        must(options_read(5, argv, &options, &failure), "options");
        must(input_read(&options, &input, &failure), "input");
    } else {
        snprintf(file, sizeof file, "molecules/%s.xyz", expected->molecule);
        options = read_input(file, expected->basis, &input);
    }
    options.mp2 = options.passes = 1;
    check_near(correlation(&options, &input, 1, &same), expected->frozen, 1e-8, name);
    check_near(same, expected->same, 1e-8, name);
    if (expected->all < 0)
        check_near(correlation(&options, &input, 0, &same), expected->all, 1e-8, name);
    input_free(&input);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    not_converged("molecules/h2o.xyz", "6-31g*");
    not_converged("molecules/ch4.xyz", "sto-3g");
    for (int k = 1; k < argc; ++k)
        for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i)
            if (strcmp(argv[k], table[i].molecule) == 0)
                check_molecule(&table[i]);
    check_true(ga_terminate() == 0, "ga_terminate");
    MPI_Finalize();
    return check_result();
}
