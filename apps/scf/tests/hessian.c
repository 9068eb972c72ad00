/* The Hessian against differences of the energy, Davidson's method against a whole matrix, steps
 * against the energies that they promise. */
#include <ashlar/ga.h>
#include <ashlar/la.h>
#include <mpi.h>

#include "setup/calculation.h"
#include "methods/davidson.h"
#include "setup/eigen_small.h"
#include "methods/hessian.h"
#include "molecule/input.h"
#include "molecule/options.h"
#include "methods/secondorder.h"
#include "check.h"
#include "must.h"

static const double one = 1, minus_one = -1, half = 0.5;

typedef struct setup {
    options_t options;
    input_t input;
    result_t result;
    calculation_t scf;
    hessian_t h;
} setup_t;

static double energy_now(calculation_t *scf)
{
    iteration_t now;
    must(calculation_evaluate(scf, &now), "calculation_evaluate");
    return now.energy;
}

/* The orbitals of the first Fock matrix, which are far from converged. */
static void begin(const char *molecule, const char *basis, setup_t *s)
{
    static char file[4096];
    *s = (setup_t){0};
    if (data_find(molecule, file, sizeof file) != 0)
        snprintf(file, sizeof file, "%s", molecule);
    char *argv[] = {"scf", file, "--basis", (char *)basis, "--tight"};
    must(options_read(5, argv, &s->options, &failure), "options");
    must(input_read(&s->options, &s->input, &failure), "input");
    s->scf = (calculation_t){.options = &s->options, .input = &s->input, .result = &s->result};
    calculation_t *scf = &s->scf;
    must(calculation_create(scf, &failure), "create");
    must(calculation_start(scf, &failure), "start");
    energy_now(scf);
    must(la_eigen(scf->m.fock_prime, scf->eigenvalue, scf->m.vectors), "la_eigen");
    must(calculation_occupy(scf, scf->m.vectors, scf->m.density_prime), "occupy");
    must(calculation_density(scf), "density");
    energy_now(scf);
    must(hessian_create(scf, &s->h), "hessian_create");
    must(hessian_update(&s->h), "hessian_update");
}

static void end(setup_t *s)
{
    hessian_destroy(&s->h);
    calculation_destroy(&s->scf);
    result_free(&s->result);
    input_free(&s->input);
}

static ga_t rotation_like(const hessian_t *h, const char *name)
{
    ga_t g;
    must(ga_create_like(h->slope, ASHLAR_DOUBLE, name, &g), "ga_create_like");
    return g;
}

/* A rotation of length one, from the ties and the differences of energy. */
static ga_t direction(hessian_t *h, int power)
{
    double norm;
    ga_t x = rotation_like(h, "x");
    must(ga_copy(h->ties, x), "ga_copy");
    for (int k = 0; k < power; ++k)
        must(hessian_precondition(h, 0.1 * power, x), "precondition");
    must(ga_norm(x, GA_ENTRY_NORM_2, &norm), "ga_norm");
    norm = 1 / norm;
    must(ga_scale(x, &norm), "ga_scale");
    return x;
}

static double dot(ga_t a, ga_t b)
{
    double result;
    must(ga_dot(a, b, &result), "ga_dot");
    return result;
}

/* The orbitals of each spin are orthonormal again after any rotation. */
static void check_idempotent(const calculation_t *scf)
{
    const matrices_t *m = &scf->m;
    must(multiply('n', m->density_prime, m->density_prime, m->work), "multiply");
    must(ga_add(&half, m->work, &minus_one, m->density_prime, m->work), "ga_add");
    check_near(sqrt(dot(m->work, m->work)), 0, 1e-12, "a determinant");
}

/* The energy with both spins rotated by t x. */
static double energy_singlet(hessian_t *h, ga_t x, double t)
{
    ga_t y = rotation_like(h, "t x");
    must(ga_add(&t, x, &t, x, y), "ga_add");
    must(ga_scale(y, &half), "ga_scale");
    must(hessian_rotate(h, y), "hessian_rotate");
    check_idempotent(h->scf);
    must(ga_destroy(y), "ga_destroy");
    return energy_now(h->scf);
}

/* The energy of UHF with one spin rotated by t x, the other by -t x: that of closed shells with the
 * mean of both densities, and the exchange of half their difference. */
static double energy_triplet(hessian_t *h, ga_t x, double t)
{
    calculation_t *scf = h->scf;
    matrices_t *m = &scf->m;
    ga_t up, spin, exchange;
    const double minus_half = -0.5;
    must(ga_create_like(m->density, ASHLAR_DOUBLE, "up", &up), "ga_create_like");
    must(ga_create_like(m->density, ASHLAR_DOUBLE, "spin", &spin), "ga_create_like");
    must(ga_create_like(m->density, ASHLAR_DOUBLE, "exchange", &exchange), "ga_create_like");
    energy_singlet(h, x, t);
    must(ga_copy(m->density, up), "ga_copy");
    energy_singlet(h, x, -t);
    must(ga_add(&half, up, &minus_half, m->density, spin), "ga_add");
    must(ga_add(&half, up, &half, m->density, m->density), "ga_add");
    must(fock_build(&scf->fock, FOCK_EXCHANGE, spin, exchange, 0), "fock_build");
    double energy = energy_now(scf) + dot(spin, exchange) / 2;
    ga_t all[] = {up, spin, exchange};
    for (int k = 0; k < 3; ++k)
        must(ga_destroy(all[k]), "ga_destroy");
    return energy;
}

typedef double energy_fn(hessian_t *h, ga_t x, double t);

/* First and second derivatives along x, from energies at four distances. */
static void differences(hessian_t *h, energy_fn *energy, ga_t x, double *first, double *second)
{
    const double t = 0.02;
    double e0 = energy(h, x, 0), near[2] = {energy(h, x, -t), energy(h, x, t)};
    double far[2] = {energy(h, x, -2 * t), energy(h, x, 2 * t)};
    *first = (8 * (near[1] - near[0]) - (far[1] - far[0])) / (12 * t);
    *second = (16 * (near[0] + near[1]) - far[0] - far[1] - 30 * e0) / (12 * t * t);
}

static void derivatives(const char *molecule, const char *basis)
{
    setup_t s;
    begin(molecule, basis, &s);
    hessian_t *h = &s.h;
    ga_t y = rotation_like(h, "y"), x[2] = {direction(h, 0), direction(h, 2)};
    for (int spin = 0; spin < 2; ++spin) {
        double cross[2];
        for (int k = 0; k < 2; ++k) {
            double first, second, slope = dot(h->slope, x[k]);
            /* The energies change the Fock matrix, but not the orbitals of the last update. */
            differences(h, spin == SPIN_SINGLET ? energy_singlet : energy_triplet, x[k], &first,
                        &second);
            must(hessian_product(h, (spin_t)spin, x[k], y), "hessian_product");
            check_true(fabs(slope) > 1e-3, "there is a slope");
            check_near(first, spin == SPIN_SINGLET ? 4 * slope : 0, 2e-6, "the slope");
            check_near(second, 4 * dot(x[k], y), 2e-5, "the curvature");
            cross[k] = dot(x[1 - k], y);
        }
        check_near(cross[0], cross[1], 1e-8, "the Hessian is symmetric");
    }
    ga_t all[] = {y, x[0], x[1]};
    for (int k = 0; k < 3; ++k)
        must(ga_destroy(all[k]), "ga_destroy");
    end(&s);
}

/* All of the Hessian, column by column, and its lowest eigenvalue. */
static double lowest_of_all(hessian_t *h, spin_t spin)
{
    enum { MOST = 64 };
    static double a[MOST * MOST], z[MOST * MOST], w[MOST];
    int n = (int)(h->nvirt * h->nocc);
    check_true(n <= MOST, "a small molecule");
    ga_t x = rotation_like(h, "x"), y = rotation_like(h, "y");
    for (int k = 0; k < n; ++k) {
        int64_t i = k % h->nvirt, j = k / h->nvirt;
        must(ga_zero(x), "ga_zero");
        if (ga_rank() == 0)
            must(ga_put(x, i, i, j, j, &one, 1), "ga_put");
        must(ga_sync(), "ga_sync");
        must(hessian_product(h, spin, x, y), "hessian_product");
        must(ga_get(y, 0, h->nvirt - 1, 0, h->nocc - 1, a + (size_t)k * (size_t)n, h->nvirt),
             "ga_get");
        must(ga_sync(), "ga_sync");
    }
    must(ga_destroy(x), "ga_destroy");
    must(ga_destroy(y), "ga_destroy");
    eigen_small(n, a, w, z);
    return w[0];
}

static void davidson(const char *molecule, const char *basis)
{
    setup_t s;
    begin(molecule, basis, &s);
    hessian_t *h = &s.h;
    ga_t mode = rotation_like(h, "mode"), product = rotation_like(h, "product");
    for (int spin = 0; spin < 2; ++spin) {
        double value, bound;
        int found;
        must(davidson_lowest(h, (spin_t)spin, 100, &value, mode, &found), "davidson_lowest");
        check_true(found, "the eigenvalue is found");
        check_near(value, lowest_of_all(h, (spin_t)spin), 1e-6, "the lowest eigenvalue");
        must(hessian_product(h, (spin_t)spin, mode, product), "hessian_product");
        check_near(dot(mode, mode), 1, 1e-12, "the length of the mode");
        check_near(dot(mode, product), value, 1e-7, "the mode");
        must(davidson_lowest(h, (spin_t)spin, 3, &bound, mode, &found), "davidson_lowest");
        check_true(!found && bound > value && bound < value + 0.5, "an upper bound");
    }
    must(ga_destroy(mode), "ga_destroy");
    must(ga_destroy(product), "ga_destroy");
    end(&s);
}

static void no_table(int k, const iteration_t *iteration)
{
    (void)k, (void)iteration;
}

/* From far away, second-order steps reach a stationary state. Where one is too long, so that the
 * energy rises, a shorter one from the same place follows. */
static void downhill(const char *molecule, const char *basis)
{
    setup_t s;
    begin(molecule, basis, &s);
    calculation_t *scf = &s.scf;
    const double far = 2.5;
    iteration_t now;
    int risen = 0;
    double least = HUGE_VAL;
    ga_t x = direction(&s.h, 1);
    scf->show = no_table;
    must(ga_scale(x, &far), "ga_scale");
    must(hessian_rotate(&s.h, x), "hessian_rotate");
    must(calculation_evaluate(scf, &now), "calculation_evaluate");
    calculation_record(scf, &now, MPI_Wtime());
    must(secondorder_converge(&s.h, 0, 50), "secondorder_converge");
    check_true(s.result.converged, "convergence");
    for (int k = 0; k < s.result.niteration; ++k) {
        const iteration_t *row = &s.result.iteration[k];
        if (row->energy < least + 1e-9)
            least = row->energy;
        else
            ++risen;
    }
    check_true(risen > 0, "some steps are too long");
    check_near(s.result.second_order, s.result.niteration - 1 - risen, 0, "steps kept");
    check_near(s.result.energy, least, 1e-9, "the last is the least");
    must(ga_destroy(x), "ga_destroy");
    end(&s);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    derivatives("molecules/h2o.xyz", "sto-3g");
    derivatives("molecules/h2o.xyz", "6-31g*");
    davidson("molecules/h2o.xyz", "sto-3g");
    davidson("molecules/ch4.xyz", "sto-3g");
    downhill(SCF_TESTS_DIR "/lif.xyz", "sto-3g");
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
