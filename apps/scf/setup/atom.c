/* The density of a spherically averaged atom, converged on one rank. */
#include "setup/atom.h"

#include <math.h>
#include <stdlib.h>

#include "setup/eigen_small.h"
#include "integrals/integrals.h"
#include "repulsion/repulsion.h"

#define ITERATIONS_MAX 100
#define CONVERGED      1e-6
#define MIXING         0.6
/* Eigenvectors of the overlap below this are left out. */
#define DEPENDENT 1e-8
#define PRECISION 1e-14

/* Subshells in the order they fill. */
static const int fill_l[] = {0, 0, 1, 0, 1, 0, 2, 1, 0, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1};

/* All matrices are double[n*n] over the shells; those of different l do not mix. */
typedef struct radial {
    int n, z;
    const basis_t *basis;
    double *overlap, *core, *fock;
    double *density[2];         /* of the two spins */
    double *coulomb, *exchange; /* double[n*n][n*n]: of one shell pair on another */
} radial_t;

static int radial_alloc(radial_t *radial)
{
    size_t area = (size_t)radial->n * (size_t)radial->n;
    radial->overlap = calloc(5 * area + 2 * area * area, sizeof *radial->overlap);
    if (!radial->overlap)
        return -1;
    radial->core = radial->overlap + area;
    radial->fock = radial->core + area;
    radial->density[0] = radial->fock + area;
    radial->density[1] = radial->density[0] + area;
    radial->coulomb = radial->density[1] + area;
    radial->exchange = radial->coulomb + area * area;
    return 0;
}

static int all_pairs(const basis_t *basis, repulsion_t *repulsion, failure_t *failure)
{
    int n = basis->nshell;
    int *pairs = malloc(2 * (size_t)n * (size_t)n * sizeof *pairs);
    if (!pairs)
        return failure_set(failure, "not enough memory for an atom of %d shells", n);
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) {
            int swap = basis->shell[a].l < basis->shell[b].l;
            pairs[2 * (a * n + b)] = swap ? b : a;
            pairs[2 * (a * n + b) + 1] = swap ? a : b;
        }
    int status = repulsion_set_pairs(repulsion, n * n, pairs, failure);
    free(pairs);
    return status;
}

static void one_electron(radial_t *radial, integrals_t *integrals)
{
    for (int a = 0; a < radial->n; ++a)
        for (int b = 0; b < radial->n; ++b) {
            if (radial->basis->shell[a].l != radial->basis->shell[b].l)
                continue;
            int k = a * radial->n + b;
            radial->overlap[k] = integrals_overlap(integrals, a, b)[0];
            radial->core[k] = integrals_kinetic(integrals, a, b)[0];
            radial->core[k] += integrals_nuclear(integrals, a, b)[0];
        }
}

/* Sum over the functions x, y of the shells of (xx|yy), where the pairs are of equal l. */
static double coulomb_sum(repulsion_t *repulsion, int ab, int cd, int nx, int ny)
{
    const double *eri = repulsion_compute(repulsion, ab, cd, PRECISION);
    double sum = 0;
    for (int x = 0; eri && x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            sum += eri[((x * nx + x) * ny + y) * ny + y];
    return sum;
}

/* Sum of (xy|xy): the order of the shells in both pairs is the same, so it does not matter. */
static double exchange_sum(repulsion_t *repulsion, int ac, int bd, int nx, int ny)
{
    const double *eri = repulsion_compute(repulsion, ac, bd, PRECISION);
    double sum = 0;
    for (int x = 0; eri && x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            sum += eri[((x * ny + y) * nx + x) * ny + y];
    return sum;
}

static void two_electron(radial_t *radial, repulsion_t *repulsion)
{
    const int n = radial->n;
    const shell_t *shell = radial->basis->shell;
    for (int ab = 0; ab < n * n; ++ab)
        for (int cd = 0; cd < n * n; ++cd) {
            int a = ab / n, b = ab % n, c = cd / n, d = cd % n;
            if (shell[a].l != shell[b].l || shell[c].l != shell[d].l)
                continue;
            int nx = shell[a].size, ny = shell[c].size;
            double coulomb = shell[a].l <= shell[c].l ? coulomb_sum(repulsion, ab, cd, nx, ny)
                                                      : coulomb_sum(repulsion, cd, ab, ny, nx);
            int swap = shell[a].l < shell[c].l;
            double exchange =
                exchange_sum(repulsion, a * n + c, b * n + d, swap ? ny : nx, swap ? nx : ny);
            radial->coulomb[ab * n * n + cd] = coulomb / nx;
            radial->exchange[ab * n * n + cd] = exchange / nx;
        }
}

static void build_fock(radial_t *radial, int spin)
{
    int area = radial->n * radial->n;
    const double *same = radial->density[spin], *other = radial->density[1 - spin];
    for (int ab = 0; ab < area; ++ab) {
        const double *coulomb = radial->coulomb + ab * area;
        const double *exchange = radial->exchange + ab * area;
        double sum = radial->core[ab];
        for (int cd = 0; cd < area; ++cd)
            sum += coulomb[cd] * (same[cd] + other[cd]) - exchange[cd] * same[cd];
        radial->fock[ab] = sum;
    }
}

/* Electrons of a spin in each function of the k-th orbital of angular momentum l. An open subshell
 * fills with one spin first. */
static double occupation(int z, int l, int k, int spin)
{
    int left = z;
    for (size_t i = 0; i < sizeof fill_l / sizeof fill_l[0] && left > 0; ++i) {
        int functions = 2 * fill_l[i] + 1, here = left < 2 * functions ? left : 2 * functions;
        left -= here;
        if (fill_l[i] != l || k-- > 0)
            continue;
        int first = here < functions ? here : functions;
        return (double)(spin == 0 ? first : here - first) / functions;
    }
    return 0;
}

static void product(int n, const double *a, int transpose, const double *b, double *c)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            for (int k = 0; k < n; ++k)
                sum += (transpose ? a[k + i * n] : a[i + k * n]) * b[k + j * n];
            c[i + j * n] = sum;
        }
}

/* Orbitals of one angular momentum: its n shells begin at `first`. work is double[6*n*n + n].
 * Returns the orbital coefficients in work, the number of orbitals in *count. */
static double *orbitals(const radial_t *radial, int first, int n, double *work, int *count)
{
    double *c = work, *f = c + n * n, *x = f + n * n, *s = x + n * n, *t = s + n * n,
           *u = t + n * n, *w = u + n * n;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            int at = (first + i) * radial->n + first + j;
            s[i + j * n] = radial->overlap[at];
            f[i + j * n] = radial->fock[at];
        }
    eigen_small(n, s, w, x);
    int dropped = 0;
    for (int j = 0; j < n; ++j) {
        dropped += w[j] < DEPENDENT;
        for (int i = 0; i < n; ++i)
            x[i + j * n] = w[j] < DEPENDENT ? 0 : x[i + j * n] / sqrt(w[j]);
    }
    product(n, f, 0, x, t);
    product(n, x, 1, t, u);
    for (int j = 0; j < dropped; ++j)
        u[j + j * n] = 1e6; /* sorts the directions left out behind all orbitals */
    eigen_small(n, u, w, t);
    product(n, x, 0, t, c);
    *count = n - dropped;
    return c;
}

/* Mix the density of the orbitals into the old one; returns the largest change of an element. */
static double update_density(radial_t *radial, int spin, double *work, double mixing)
{
    double change = 0;
    for (int b = 0; b < radial->basis->nblock; ++b) {
        const block_t *block = &radial->basis->block[b];
        int n = block->nshell, count;
        const double *c = orbitals(radial, block->first_shell, n, work, &count);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                double new = 0;
                for (int k = 0; k < count; ++k)
                    new += occupation(radial->z, block->l, k, spin) * c[i + k * n] * c[j + k * n];
                double *old = &radial->density[spin][(block->first_shell + i) * radial->n +
                                                     block->first_shell + j];
                change = fmax(change, fabs(new - *old));
                *old += mixing * (new - *old);
            }
    }
    return change;
}

static int solve(radial_t *radial, failure_t *failure)
{
    size_t n = (size_t)radial->n;
    double *work = malloc((6 * n * n + n) * sizeof *work);
    if (!work)
        return failure_set(failure, "not enough memory for an atom of %d shells", radial->n);
    double change = 1;
    for (int i = 0; i < ITERATIONS_MAX && change > CONVERGED; ++i) {
        change = 0;
        for (int spin = 0; spin < 2; ++spin) {
            build_fock(radial, spin);
            change = fmax(change, update_density(radial, spin, work, i == 0 ? 1 : MIXING));
        }
    }
    free(work);
    return 0;
}

static int fill_integrals(const molecule_t *molecule, radial_t *radial, failure_t *failure)
{
    const basis_t *basis = radial->basis;
    integrals_t *integrals = integrals_create(basis, molecule, failure);
    if (!integrals)
        return -1;
    int status = -1;
    repulsion_t *repulsion = repulsion_create(basis, molecule, integrals, PRECISION, failure);
    if (repulsion)
        status = all_pairs(basis, repulsion, failure);
    if (status == 0) {
        one_electron(radial, integrals);
        two_electron(radial, repulsion);
    }
    repulsion_destroy(repulsion);
    integrals_destroy(integrals);
    return status;
}

static int solve_in_basis(int z, const molecule_t *molecule, const basis_t *basis, double *density,
                          failure_t *failure)
{
    radial_t radial = {.n = basis->nshell, .z = z, .basis = basis};
    if (radial_alloc(&radial) != 0)
        return failure_set(failure, "not enough memory for an atom of %d shells", radial.n);
    int status = fill_integrals(molecule, &radial, failure);
    if (status == 0)
        status = solve(&radial, failure);
    for (int k = 0; status == 0 && k < radial.n * radial.n; ++k)
        density[k] = radial.density[0][k] + radial.density[1][k];
    free(radial.overlap);
    return status;
}

int atom_density(int z, const library_t *library, int nshell, double *density, failure_t *failure)
{
    atom_t atom = {.z = z};
    molecule_t molecule = {.natom = 1, .atom = &atom};
    basis_t basis;
    if (basis_build(library, &molecule, BASIS_SPHERICAL, &basis, failure) != 0)
        return -1;
    int status = basis.nshell == nshell ? solve_in_basis(z, &molecule, &basis, density, failure)
                                        : failure_set(failure, "%d shells of %s expected, %d found",
                                                      nshell, element_symbol(z), basis.nshell);
    basis_free(&basis);
    return status;
}
