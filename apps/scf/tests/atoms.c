/* Densities of single atoms have their electrons in the right shells; small matrices have the right
 * eigenvalues. */
#include "integrals/integrals.h"
#include "setup/atom.h"
#include "setup/eigen_small.h"
#include "check.h"

/* The electrons of neutral atoms in s, p and d shells: the overlap of each density, which is the
 * same for all functions of a shell. Shells fill in the order of the periodic table. */
static void atoms(void)
{
    /* the atoms after which a subshell of each angular momentum fills */
    static const int before[4][7] = {{0, 2, 10, 18, 36, 54, 86},
                                     {4, 12, 30, 48, 80, 112, 118},
                                     {20, 38, 70, 102, 118, 118, 118},
                                     {56, 88, 118, 118, 118, 118, 118}};
    static const double tightest[4] = {2, 0.3, 0.1, 0.1};
    enum { SHELLS = 23 };
    static double exponent[SHELLS], ones[SHELLS], density[SHELLS * SHELLS];
    entry_t entry[SHELLS];
    failure_t failure;
    for (int z = 1; z <= MOLECULE_Z_MAX; z += z < 37 ? 1 : 9) {
        int n = 0, expected[4] = {0};
        for (int l = 0; l < 4; ++l) { /* a shell for each subshell that is begun, and one more */
            double next = tightest[l] * z * z;
            for (int k = 0; k < 7; ++k) {
                const int most = 4 * l + 2, left = z - before[l][k];
                expected[l] += left > most ? most : left > 0 ? left : 0;
                if (k > 0 && z <= before[l][k - 1])
                    break;
                exponent[n] = next;
                ones[n] = 1;
                entry[n] = (entry_t){z, l, 1, n};
                ++n;
                next /= 4;
            }
        }
        const library_t library = {BASIS_SPHERICAL, n, n, entry, exponent, ones};
        atom_t atom = {.z = z};
        molecule_t molecule = {.natom = 1, .atom = &atom};
        basis_t basis;
        if (atom_density(z, &library, n, density, &failure) != 0 ||
            basis_build(&library, &molecule, BASIS_UNSAID, &basis, &failure) != 0) {
            check_true(0, failure.text);
            continue;
        }
        integrals_t *integrals = integrals_create(&basis, &molecule, &failure);
        double electrons[4] = {0};
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
                if (entry[a].l == entry[b].l)
                    electrons[entry[a].l] += (2 * entry[a].l + 1) * density[a * n + b] *
                                             integrals_overlap(integrals, a, b)[0];
        for (int l = 0; l < 4; ++l)
            check_near(electrons[l], expected[l], 1e-5, element_symbol(z));
        integrals_destroy(integrals);
        basis_free(&basis);
    }
}

/* A shell given twice adds nothing: helium keeps its two electrons in the one there is. */
static void atom_of_dependent_shells(void)
{
    entry_t entry[2] = {{2, 0, 1, 0}, {2, 0, 1, 1}};
    double exponent[2] = {0.8, 0.8}, ones[2] = {1, 1}, density[4];
    const library_t library = {BASIS_CARTESIAN, 2, 2, entry, exponent, ones};
    failure_t failure;
    if (atom_density(2, &library, 2, density, &failure) != 0)
        check_true(0, failure.text);
    else
        for (int k = 0; k < 4; ++k)
            check_near(density[k], 0.5, 1e-9, "the density of two equal shells");
    check_refused(atom_density(2, &library, 3, density, &failure), failure.text,
                  "3 shells of He expected, 2 found");
}

/* The spectrum of a matrix of known eigenvectors, ascending, with orthonormal vectors. */
static void small_eigenvalues(void)
{
    enum { N = 7 };
    double a[N * N], w[N], z[N * N], copy[N * N];
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            a[i + j * N] = copy[i + j * N] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0;
    eigen_small(N, a, w, z);
    for (int k = 0; k < N; ++k) {
        check_near(w[k], 2 - 2 * cos(M_PI * (k + 1) / (N + 1)), 1e-14, "an eigenvalue");
        for (int m = 0; m < N; ++m) {
            double dot = 0;
            for (int i = 0; i < N; ++i)
                dot += z[i + k * N] * z[i + m * N];
            check_near(dot, k == m, 1e-14, "orthonormal vectors");
        }
        for (int i = 0; i < N; ++i) {
            double sum = -w[k] * z[i + k * N];
            for (int j = 0; j < N; ++j)
                sum += copy[i + j * N] * z[j + k * N];
            check_near(sum, 0, 1e-14, "an eigenvector");
        }
    }
}

int main(void)
{
    atoms();
    atom_of_dependent_shells();
    small_eigenvalues();
    return check_result();
}
