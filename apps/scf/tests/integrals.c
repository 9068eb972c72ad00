/* Integrals agree with closed formulas and published values. */
#include "integrals/integrals.h"
#include "repulsion/boys.h"
#include "repulsion/repulsion.h"
#include "check.h"

/* A basis made by hand: shells of one or more primitives on the atoms of a molecule. */
typedef struct fixture {
    atom_t atom[4];
    molecule_t molecule;
    shell_t shell[4];
    basis_t basis;
    integrals_t *integrals;
    repulsion_t *repulsion;
} fixture_t;

static void start(fixture_t *f, int n)
{
    failure_t failure;
    f->molecule = (molecule_t){.natom = n, .atom = f->atom};
    f->basis = (basis_t){.nshell = n, .shell = f->shell};
    f->integrals = integrals_create(&f->basis, &f->molecule, &failure);
    f->repulsion = f->integrals
                       ? repulsion_create(&f->basis, &f->molecule, f->integrals, 1e-18, &failure)
                       : NULL;
    if (!f->repulsion) {
        printf("FAILED: %s\n", failure.text);
        exit(EXIT_FAILURE);
    }
}

static void stop(fixture_t *f)
{
    repulsion_destroy(f->repulsion);
    integrals_destroy(f->integrals);
}

static void add_shell(fixture_t *f, int k, int l, int pure, int nprim, const double *exponent,
                      const double *coefficient, double x, double y, double z)
{
    f->atom[k] = (atom_t){1, {x, y, z}};
    f->shell[k] = (shell_t){.atom = k,
                            .l = l,
                            .pure = pure,
                            .nprim = nprim,
                            .exponent = exponent,
                            .coefficient = coefficient,
                            .size = shell_size(l, pure)};
}

static const double one[1] = {1};

/* (ab|cd) of the shells 0 to 3, in the order the pairs allow. */
static const double *eri(fixture_t *f, int a, int b, int c, int d)
{
    failure_t failure;
    const int pairs[4] = {a, b, c, d};
    if (repulsion_set_pairs(f->repulsion, 2, pairs, &failure) != 0) {
        printf("FAILED: %s\n", failure.text);
        exit(EXIT_FAILURE);
    }
    return repulsion_compute(f->repulsion, 0, 1, 0);
}

static void boys_function(void)
{
    boys_t boys;
    check_true(boys_create(20, &boys) == 0, "boys_create");
    for (int step = 0; step <= 400; ++step) {
        double t = step * step * 0.001, value[21], factor = 2;
        boys_fill(&boys, 20, 1, &t, &factor, 1, value);
        double exact = t == 0 ? 1 : sqrt(M_PI / t) / 2 * erf(sqrt(t));
        check_near(value[0] / (2 * exact), 1, 1e-13, "F_0");
        /* dF_m/dt = -F_(m+1) is the recursion (2m+1) F_m = 2t F_(m+1) + exp(-t). */
        for (int m = 0; m < 20; ++m)
            check_near((2 * t * value[m + 1] + 2 * exp(-t)) / ((2 * m + 1) * value[m]), 1, 1e-12,
                       "recursion of F_m");
    }
    boys_destroy(&boys);
}

static double squared(const double *a, const double *b)
{
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
           (a[2] - b[2]) * (a[2] - b[2]);
}

/* (ab|cd) of normalised s primitives, in closed form. */
static double formula(const double exponent[4], double r[4][3])
{
    double p = exponent[0] + exponent[1], q = exponent[2] + exponent[3], pp[3], qq[3], norm = 1;
    for (int d = 0; d < 3; ++d) {
        pp[d] = (exponent[0] * r[0][d] + exponent[1] * r[1][d]) / p;
        qq[d] = (exponent[2] * r[2][d] + exponent[3] * r[3][d]) / q;
    }
    for (int k = 0; k < 4; ++k)
        norm *= pow(2 * exponent[k] / M_PI, 0.75);
    double t = p * q / (p + q) * squared(pp, qq);
    double f0 = t < 1e-12 ? 1 : sqrt(M_PI / t) / 2 * erf(sqrt(t));
    return norm * 2 * pow(M_PI, 2.5) / (p * q * sqrt(p + q)) *
           exp(-exponent[0] * exponent[1] / p * squared(r[0], r[1]) -
               exponent[2] * exponent[3] / q * squared(r[2], r[3])) *
           f0;
}

static const double exponents[4] = {1.3, 0.4, 2.2, 0.7};
static double places[4][3] = {{0.1, 0.2, -0.3}, {1.0, -0.5, 0.4}, {-0.7, 0.8, 0.9}, {0.3, 1.1, 0}};

static void s_functions(void)
{
    fixture_t f;
    for (int k = 0; k < 4; ++k)
        add_shell(&f, k, 0, 0, 1, &exponents[k], one, places[k][0], places[k][1], places[k][2]);
    start(&f, 4);
    double a = exponents[0];
    check_near(integrals_overlap(f.integrals, 0, 0)[0], 1, 1e-14, "overlap of s with itself");
    check_near(integrals_kinetic(f.integrals, 0, 0)[0], 1.5 * a, 1e-13, "kinetic energy of s");
    double nuclear = 0;
    for (int k = 0; k < 4; ++k) {
        double t = 2 * a * squared(places[0], places[k]);
        nuclear -= 2 * sqrt(2 * a / M_PI) * (t == 0 ? 1 : sqrt(M_PI / t) / 2 * erf(sqrt(t)));
    }
    check_near(integrals_nuclear(f.integrals, 0, 0)[0], nuclear, 1e-12, "attraction of s");
    check_near(eri(&f, 0, 1, 2, 3)[0], formula(exponents, places), 1e-14, "(ss|ss)");
    check_near(eri(&f, 0, 0, 0, 0)[0], 2 * sqrt(a / M_PI), 1e-13, "(ss|ss) in one place");
    stop(&f);
}

/* The derivative of the formula by coordinate i of centre s, and by j of centre t if it is not -1.
 */
static double slope(int s, int i, int t, int j)
{
    static const double weight[5] = {1, -8, 0, 8, -1};
    const double step = 4e-3;
    double sum = 0;
    for (int k = -2; k <= 2; ++k)
        for (int m = -2; m <= 2; ++m) {
            double r[4][3], factor = weight[k + 2] / (12 * step);
            if (factor == 0 || (j < 0 && m != 0))
                continue;
            memcpy(r, places, sizeof r);
            r[s][i] += k * step;
            if (j >= 0) {
                r[t][j] += m * step;
                factor *= weight[m + 2] / (12 * step);
            }
            sum += factor * formula(exponents, r);
        }
    return sum;
}

/* Repulsion with p functions on the centres s and t (t < 0: on s only): a p function is the
 * derivative of an s function by the place of its centre, over sqrt(exponent). */
static void p_functions(int s, int t, double tolerance, const char *what)
{
    fixture_t f;
    for (int k = 0; k < 4; ++k)
        add_shell(&f, k, k == s || k == t, 0, 1, &exponents[k], one, places[k][0], places[k][1],
                  places[k][2]);
    start(&f, 4);
    const double *block = eri(&f, 0, 1, 2, 3);
    double norm = sqrt(exponents[s]) * (t < 0 ? 1 : sqrt(exponents[t]));
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < (t < 0 ? 1 : 3); ++j)
            check_near(block[t < 0 ? i : 3 * i + j], slope(s, i, t, t < 0 ? -1 : j) / norm,
                       tolerance, what);
    stop(&f);
}

static void norms(void)
{
    for (int l = 0; l <= BASIS_L_MAX; ++l)
        for (int pure = 0; pure <= (l > 1); ++pure) {
            const double exponent[2] = {0.9, 0.3}, coefficient[2] = {0.4, 0.7};
            fixture_t f;
            add_shell(&f, 0, l, pure, 2, exponent, coefficient, 0.3, 0.2, 0.1);
            start(&f, 1);
            const double *block = integrals_overlap(f.integrals, 0, 0);
            check_near(block[0], 1, 1e-12, "norm of the first function of a shell");
            for (int i = 0; pure && i < f.shell[0].size; ++i)
                check_near(block[i * (f.shell[0].size + 1)], 1, 1e-12, "norm of solid harmonics");
            stop(&f);
        }
}

/* The hydrogen molecule at 1.4 bohr in STO-3G: integrals tabulated in A. Szabo and N.S. Ostlund,
 * Modern Quantum Chemistry, section 3.5.2. */
static void hydrogen_molecule(void)
{
    const double exponent[3] = {3.42525091, 0.62391373, 0.16885540};
    const double coefficient[3] = {0.15432897, 0.53532814, 0.44463454};
    fixture_t f;
    for (int k = 0; k < 2; ++k)
        add_shell(&f, k, 0, 0, 3, exponent, coefficient, 0, 0, 1.4 * k);
    start(&f, 2);
    check_near(integrals_overlap(f.integrals, 0, 1)[0], 0.6593, 5e-5, "S12 of H2");
    check_near(integrals_kinetic(f.integrals, 0, 0)[0], 0.7600, 5e-5, "T11 of H2");
    check_near(integrals_kinetic(f.integrals, 0, 1)[0], 0.2365, 5e-5, "T12 of H2");
    check_near(integrals_nuclear(f.integrals, 0, 0)[0], -1.2266 - 0.6538, 1e-4, "V11 of H2");
    check_near(eri(&f, 0, 0, 0, 0)[0], 0.7746, 5e-5, "(11|11) of H2");
    check_near(eri(&f, 0, 0, 1, 1)[0], 0.5697, 5e-5, "(11|22) of H2");
    check_near(eri(&f, 1, 0, 0, 0)[0], 0.4441, 5e-5, "(21|11) of H2");
    check_near(eri(&f, 1, 0, 1, 0)[0], 0.2970, 5e-5, "(21|21) of H2");
    stop(&f);
}

/* Primitives are left out when each contributes less than the precision asked for: of 1296, all
 * together make no more than 40 times as much. */
static void precisions(void)
{
    enum { N = 6 };
    double exponent[N], coefficient[N];
    for (int k = 0; k < N; ++k) {
        exponent[k] = 0.15 * pow(4, k);
        coefficient[k] = 0.3 + 0.1 * k;
    }
    int left_out = 0;
    for (int l = 0; l <= 2; ++l)
        for (int place = 1; place <= 8; ++place) {
            fixture_t f;
            for (int k = 0; k < 4; ++k)
                add_shell(&f, k, k % 2 == 0 ? l : 0, 0, N, exponent, coefficient, 0.1 * k, 0.2,
                          k < 2 ? 0.9 * place * k : 0.7 * place);
            start(&f, 4);
            int size = shell_size(l, 0) * shell_size(l, 0);
            double all[36];
            memcpy(all, eri(&f, 0, 1, 2, 3), (size_t)size * sizeof *all);
            for (double precision = 1e-5; precision > 1e-12; precision /= 10) {
                const double *some = repulsion_compute(f.repulsion, 0, 1, precision);
                for (int k = 0; k < size; ++k) {
                    double missing = fabs(all[k] - (some ? some[k] : 0));
                    check_near(missing / precision, 0, 40, "what is left out");
                    left_out += missing > 0.1 * precision;
                }
            }
            stop(&f);
        }
    check_true(left_out > 500, "something is left out");
}

int main(void)
{
    boys_function();
    s_functions();
    p_functions(2, -1, 1e-9, "(ss|ps)");
    p_functions(2, 3, 1e-8, "(ss|pp)");
    p_functions(0, 2, 1e-8, "(ps|ps)");
    norms();
    hydrogen_molecule();
    precisions();
    return check_result();
}
