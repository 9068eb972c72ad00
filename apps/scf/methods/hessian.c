/* Products of the Hessian with rotations of the orbitals. */
#include "methods/hessian.h"

#include <math.h>
#include <stdlib.h>

#include <ashlar/la.h>
#include <mpi.h>

#include "molecule/try.h"

/* Eh that keep empty orbitals behind occupied ones when they are diagonalised together: more than
 * the energy of any orbital. */
#define APART 1e4
/* Least divisor of a rotation, in Eh. */
#define DIVISOR_MIN 0.05
/* Contributions of integrals that a product leaves out. */
#define TOL2E_MIN 1e-9
/* Terms of the series of exp(k) until one is below this. */
#define TERM_MIN 1e-18

static const double zero = 0, one = 1, minus_one = -1;

int hessian_create(calculation_t *scf, hessian_t *h)
{
    *h = (hessian_t){.scf = scf, .n = scf->n, .nocc = scf->nocc, .nvirt = scf->n - scf->nocc};
    TRY(ga_create_like(scf->m.overlap, ASHLAR_DOUBLE, "orbitals", &h->orbitals));
    TRY(ga_create(ASHLAR_DOUBLE, h->nvirt, h->nocc, "slope", 0, 0, &h->slope));
    TRY(ga_create_like(h->slope, ASHLAR_DOUBLE, "ties of rotations", &h->ties));
    h->energy = scf->eigenvalue;
    return 0;
}

void hessian_destroy(hessian_t *h)
{
    ga_t all[] = {h->orbitals, h->slope, h->ties};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (all[i])
            ga_destroy(all[i]);
    *h = (hessian_t){0};
}

static la_patch_t whole(ga_t g, int64_t rows, int64_t columns)
{
    return (la_patch_t){g, 0, rows - 1, 0, columns - 1};
}

static la_patch_t occupied(const hessian_t *h, ga_t g)
{
    return whole(g, h->n, h->nocc);
}

static la_patch_t empty(const hessian_t *h, ga_t g)
{
    return (la_patch_t){g, 0, h->n - 1, h->nocc, h->n - 1};
}

/* x = v^T g o + beta x, for the empty and occupied columns v and o of c. */
static int between(const hessian_t *h, ga_t c, ga_t g, double beta, ga_t x)
{
    ga_t work = h->scf->m.work;
    TRY(la_gemm_patch('n', 'n', &one, whole(g, h->n, h->n), occupied(h, c), &zero,
                      occupied(h, work)));
    return la_gemm_patch('t', 'n', &one, empty(h, c), occupied(h, work), &beta,
                         whole(x, h->nvirt, h->nocc));
}

/* Diagonalise p f p + q f q + APART q, with the projectors p = density'/2 on the occupied orbitals
 * and q = 1 - p on the empty ones. */
int hessian_update(hessian_t *h)
{
    matrices_t *m = &h->scf->m;
    const double half = 0.5, apart = APART, less = -APART / 2;
    TRY(ga_trace_mark("hessian"));
    TRY(multiply('n', m->density_prime, m->fock_prime, m->work)); /* 2 p f */
    TRY(multiply('n', m->work, m->density_prime, m->work2));      /* 4 p f p */
    TRY(ga_symmetrize(m->work));                                  /* p f + f p */
    TRY(ga_add(&half, m->work2, &minus_one, m->work, m->error));
    TRY(ga_add(&one, m->fock_prime, &one, m->error, m->error));
    TRY(ga_add(&less, m->density_prime, &one, m->error, m->error));
    TRY(ga_shift_diagonal(m->error, &apart));
    TRY(ga_symmetrize(m->error));
    TRY(la_eigen(m->error, h->energy, m->vectors));
    for (int64_t a = h->nocc; a < h->n; ++a)
        h->energy[a] -= APART;
    TRY(multiply('n', m->x, m->vectors, h->orbitals));
    TRY(between(h, m->vectors, m->fock_prime, zero, h->slope));
    return between(h, m->vectors, m->ties, zero, h->ties);
}

typedef double element_fn(double difference, double x, double shift);

static double multiplied(double difference, double x, double shift)
{
    return (difference + shift) * x;
}

static double divided(double difference, double x, double shift)
{
    return x / fmax(difference + shift, DIVISOR_MIN);
}

/* x(a,i) = f(e(a) - e(i), x(a,i), shift); each rank does its own block. */
static int each_element(const hessian_t *h, element_fn *f, double shift, ga_t x)
{
    int64_t ilo, ihi, jlo, jhi, ld;
    void *block;
    TRY(ga_distribution(x, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    if (ilo <= ihi && jlo <= jhi) {
        TRY(ga_access(x, ilo, ihi, jlo, jhi, &block, &ld));
        double *element = block;
        for (int64_t j = jlo; j <= jhi; ++j)
            for (int64_t i = ilo; i <= ihi; ++i) {
                double *at = &element[i - ilo + (j - jlo) * ld];
                *at = f(h->energy[h->nocc + i] - h->energy[j], *at, shift);
            }
        TRY(ga_release(x));
    }
    return ga_sync();
}

int hessian_precondition(hessian_t *h, double shift, ga_t x)
{
    return each_element(h, divided, shift, x);
}

/* work2 = the two-electron part of error, to fewer digits than an energy needs. */
static int build(calculation_t *scf, fock_part_t part)
{
    fock_t *fock = &scf->fock;
    const double threshold = fock->threshold, precision = fock->precision;
    const double fewer = fmax(1, TOL2E_MIN / threshold);
    fock->threshold *= fewer;
    fock->precision *= fewer;
    int status = fock_build(fock, part, scf->m.error, scf->m.work2, scf->progress);
    fock->threshold = threshold;
    fock->precision = precision;
    return status;
}

int hessian_product(hessian_t *h, spin_t spin, ga_t x, ga_t y)
{
    matrices_t *m = &h->scf->m;
    /* The change of the density is 2 (v x o^T + its transpose); symmetrising takes the mean. */
    const double four = 4;
    double begin = MPI_Wtime();
    TRY(ga_trace_mark("hessian"));
    TRY(la_gemm_patch('n', 'n', &one, empty(h, h->orbitals), whole(x, h->nvirt, h->nocc), &zero,
                      occupied(h, m->work)));
    TRY(la_gemm_patch('n', 't', &four, occupied(h, m->work), occupied(h, h->orbitals), &zero,
                      whole(m->error, h->n, h->n)));
    TRY(ga_symmetrize(m->error));
    TRY(build(h->scf, spin == SPIN_SINGLET ? FOCK_COULOMB_EXCHANGE : FOCK_EXCHANGE));
    TRY(ga_trace_mark("hessian"));
    TRY(ga_copy(x, y));
    TRY(each_element(h, multiplied, 0, y));
    TRY(between(h, h->orbitals, m->work2, one, y));
    h->scf->result->seconds.hessian += MPI_Wtime() - begin;
    return 0;
}

/* work2 = the first nocc columns of exp(k), summed up in work and error. The rows of occupied
 * orbitals come first in each. */
static int exponential(hessian_t *h, ga_t x)
{
    matrices_t *m = &h->scf->m;
    ga_t term = m->work, next = m->error, sum = m->work2;
    double norm, size = 1;
    TRY(ga_norm(x, GA_ENTRY_NORM_2, &norm));
    TRY(ga_zero(term));
    TRY(ga_zero(next));
    TRY(ga_shift_diagonal(term, &one));
    TRY(ga_copy(term, sum));
    la_patch_t rotation = whole(x, h->nvirt, h->nocc);
    for (int k = 1; (size *= norm / k) > TERM_MIN; ++k) {
        const double plus = 1. / k, minus = -1. / k;
        la_patch_t upper = {term, 0, h->nocc - 1, 0, h->nocc - 1};
        la_patch_t lower = {term, h->nocc, h->n - 1, 0, h->nocc - 1};
        la_patch_t next_upper = upper, next_lower = lower;
        next_upper.g = next_lower.g = next;
        TRY(la_gemm_patch('n', 'n', &plus, rotation, upper, &zero, next_lower));
        TRY(la_gemm_patch('t', 'n', &minus, rotation, lower, &zero, next_upper));
        TRY(ga_add(&one, next, &one, sum, sum));
        ga_t swap = term;
        term = next;
        next = swap;
    }
    return 0;
}

int hessian_rotate(hessian_t *h, ga_t x)
{
    matrices_t *m = &h->scf->m;
    TRY(exponential(h, x));
    TRY(la_gemm_patch('n', 'n', &one, whole(m->vectors, h->n, h->n), occupied(h, m->work2), &zero,
                      occupied(h, m->error)));
    TRY(calculation_occupy(h->scf, m->error, m->density_prime));
    return calculation_density(h->scf);
}
