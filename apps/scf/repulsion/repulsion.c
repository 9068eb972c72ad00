/* Electron repulsion integrals, a quartet of shells at a time. */
#include "repulsion/repulsion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libint2.h>

#include "repulsion/boys.h"
#include "clones.h"
#include "repulsion/direct.h"
#include "repulsion/products.h"

struct repulsion {
    shells_t shells;
    double precision;
    int npair;
    pair_t *pair;
    boys_t boys;
    double *solid[BASIS_L_MAX + 1]; /* solid harmonics: double[2l+1][cartesian] */
    int room;                       /* primitive quartets there is room for */
    Libint_t *primitive;            /* Libint_t[room] */
    double *scratch;
    double *transformed[2];
    double direct[9];
};

typedef struct quartet_scratch {
    double *t, *factor, *inverse, *q[3], *f;
} quartet_scratch_t;

static void *fail(repulsion_t *repulsion, failure_t *failure)
{
    repulsion_destroy(repulsion);
    failure_set(failure, "not enough memory for the integrals");
    return NULL;
}

static int highest_l(const basis_t *basis)
{
    int l = 0;
    for (int k = 0; k < basis->nshell; ++k)
        if (basis->shell[k].l > l)
            l = basis->shell[k].l;
    return l;
}

static int make_solid(repulsion_t *repulsion, int l)
{
    size_t size = (size_t)shell_size(l, 1) * (size_t)shell_size(l, 0);
    repulsion->solid[l] = malloc(size * sizeof(double));
    if (!repulsion->solid[l])
        return -1;
    integrals_solid_harmonics(l, repulsion->solid[l]);
    return 0;
}

repulsion_t *repulsion_create(const basis_t *basis, const molecule_t *molecule,
                              const integrals_t *integrals, double precision, failure_t *failure)
{
    repulsion_t *repulsion = calloc(1, sizeof *repulsion);
    if (!repulsion)
        return fail(repulsion, failure);
    int l = highest_l(basis);
    repulsion->shells = (shells_t){basis, molecule, integrals};
    repulsion->precision = precision;
    if (boys_create(4 * l, &repulsion->boys) != 0)
        return fail(repulsion, failure);
    for (int k = 0; k <= l; ++k)
        if (make_solid(repulsion, k) != 0)
            return fail(repulsion, failure);
    size_t cartesian = (size_t)shell_size(l, 0), area = cartesian * cartesian;
    for (int k = 0; k < 2; ++k) {
        repulsion->transformed[k] = malloc(area * area * sizeof(double));
        if (!repulsion->transformed[k])
            return fail(repulsion, failure);
    }
    return repulsion;
}

static void free_primitives(repulsion_t *repulsion)
{
    if (repulsion->primitive)
        libint2_cleanup_eri(repulsion->primitive);
    free(repulsion->primitive);
    free(repulsion->scratch);
    repulsion->primitive = NULL;
    repulsion->scratch = NULL;
}

static void free_pairs(repulsion_t *repulsion)
{
    for (int k = 0; k < repulsion->npair; ++k)
        pair_free(&repulsion->pair[k]);
    free(repulsion->pair);
    repulsion->pair = NULL;
    repulsion->npair = 0;
}

void repulsion_destroy(repulsion_t *repulsion)
{
    if (!repulsion)
        return;
    free_primitives(repulsion);
    free_pairs(repulsion);
    boys_destroy(&repulsion->boys);
    for (int l = 0; l <= BASIS_L_MAX; ++l)
        free(repulsion->solid[l]);
    free(repulsion->transformed[0]);
    free(repulsion->transformed[1]);
    free(repulsion);
}

/* Room for all quartets of the largest pair with itself. */
static int make_room(repulsion_t *repulsion)
{
    int most = 1;
    for (int k = 0; k < repulsion->npair; ++k)
        if (repulsion->pair[k].nproduct > most)
            most = repulsion->pair[k].nproduct;
    free_primitives(repulsion);
    repulsion->room = most * most;
    size_t room = (size_t)repulsion->room;
    repulsion->primitive = calloc(room, sizeof *repulsion->primitive);
    repulsion->scratch = malloc(room * (size_t)(9 + repulsion->boys.m_max) * sizeof(double));
    if (!repulsion->primitive || !repulsion->scratch)
        return -1;
    libint2_init_eri(repulsion->primitive, highest_l(repulsion->shells.basis), NULL);
    return 0;
}

int repulsion_set_pairs(repulsion_t *repulsion, int npair, const int *shells, failure_t *failure)
{
    free_pairs(repulsion);
    repulsion->pair = calloc((size_t)npair, sizeof *repulsion->pair);
    if (!repulsion->pair)
        return failure_set(failure, "not enough memory for %d pairs of shells", npair);
    repulsion->npair = npair;
    for (int k = 0; k < npair; ++k)
        if (pair_create(&repulsion->shells, shells[2 * k], shells[2 * k + 1], repulsion->precision,
                        &repulsion->pair[k]) != 0)
            return failure_set(failure, "not enough memory for %d pairs of shells", npair);
    if (make_room(repulsion) != 0)
        return failure_set(failure, "not enough memory for %d primitive quartets", repulsion->room);
    return 0;
}

int repulsion_primitives(const repulsion_t *repulsion, int pair)
{
    return repulsion->pair[pair].nproduct;
}

/* Number of products of the ket that matter with one of the bra. */
static int count_kets(const pair_t *ket, double bra, double precision, int most)
{
    int n = most;
    while (n > 0 && bra * ket->product[n - 1].schwarz < precision)
        --n;
    return n;
}

/* Arguments of the Boys function, prefactors, 1/(zeta+eta) and P-Q of one bra product with n of the
 * ket, from `at` on in the scratch. */
CLONES static void fill_row(const product_t *bra, const pair_t *ket, int n, int at,
                            const quartet_scratch_t *scratch)
{
    const double zeta = bra->zeta, weight = bra->weight;
    const double px = bra->p[0], py = bra->p[1], pz = bra->p[2];
    const double *restrict eta = ket->zeta, *restrict ket_weight = ket->weight;
    const double *restrict x = ket->p[0], *restrict y = ket->p[1], *restrict z = ket->p[2];
    double *restrict t = scratch->t + at, *restrict factor = scratch->factor + at;
    double *restrict inverse = scratch->inverse + at, *restrict qx = scratch->q[0] + at;
    double *restrict qy = scratch->q[1] + at, *restrict qz = scratch->q[2] + at;
    for (int k = 0; k < n; ++k) {
        const double dx = px - x[k], dy = py - y[k], dz = pz - z[k];
        const double i = 1 / (zeta + eta[k]);
        inverse[k] = i;
        factor[k] = weight * ket_weight[k] * sqrt(i);
        t[k] = (dx * dx + dy * dy + dz * dz) * zeta * eta[k] * i;
        qx[k] = dx;
        qy[k] = dy;
        qz[k] = dz;
    }
}

/* The numbers that the recurrences need of one quartet of primitives. */
static inline void set_primitive(Libint_t *out, const product_t *bra, const product_t *ket,
                                 double inverse, double x, double y, double z)
{
    const double from_p = -ket->zeta * inverse, from_q = bra->zeta * inverse;
    out->PA_x[0] = bra->pa[0];
    out->PA_y[0] = bra->pa[1];
    out->PA_z[0] = bra->pa[2];
    out->QC_x[0] = ket->pa[0];
    out->QC_y[0] = ket->pa[1];
    out->QC_z[0] = ket->pa[2];
    out->WP_x[0] = from_p * x;
    out->WP_y[0] = from_p * y;
    out->WP_z[0] = from_p * z;
    out->WQ_x[0] = from_q * x;
    out->WQ_y[0] = from_q * y;
    out->WQ_z[0] = from_q * z;
    out->oo2z[0] = bra->half_inverse;
    out->oo2e[0] = ket->half_inverse;
    out->oo2ze[0] = inverse / 2;
    out->roz[0] = -from_p;
    out->roe[0] = from_q;
}

static quartet_scratch_t divide_scratch(const repulsion_t *repulsion)
{
    double *s = repulsion->scratch;
    size_t room = (size_t)repulsion->room;
    return (quartet_scratch_t){.t = s,
                               .factor = s + room,
                               .inverse = s + 2 * room,
                               .q = {s + 3 * room, s + 4 * room, s + 5 * room},
                               .f = s + 6 * room};
}

/* Replace index `which` of a cartesian block by solid harmonics. */
static void to_solid(const repulsion_t *repulsion, int l, int before, int after,
                     const double *restrict from, double *restrict to)
{
    const int nc = shell_size(l, 0), ns = shell_size(l, 1);
    memset(to, 0, (size_t)(before * ns * after) * sizeof *to);
    for (int i = 0; i < before; ++i)
        for (int s = 0; s < ns; ++s)
            for (int c = 0; c < nc; ++c) {
                const double factor = repulsion->solid[l][s * nc + c];
                if (factor == 0)
                    continue;
                for (int k = 0; k < after; ++k)
                    to[(i * ns + s) * after + k] += factor * from[(i * nc + c) * after + k];
            }
}

static const double *transform(const repulsion_t *repulsion, const pair_t *bra, const pair_t *ket,
                               const double *block)
{
    const pair_t *pair[4] = {bra, bra, ket, ket};
    int before = 1, after = 1, next = 0;
    for (int k = 0; k < 4; ++k)
        after *= shell_size(pair[k]->l[k % 2], 0);
    for (int k = 0; k < 4; ++k) {
        int l = pair[k]->l[k % 2], pure = pair[k]->pure[k % 2];
        after /= shell_size(l, 0);
        if (pure) {
            to_solid(repulsion, l, before, after, block, repulsion->transformed[next]);
            block = repulsion->transformed[next];
            next = 1 - next;
        }
        before *= shell_size(l, pure);
    }
    return block;
}

typedef void direct_fn(const direct_row_t *row, double *sum);

/* The function for a class that has one, else NULL. */
static direct_fn *find_direct(const pair_t *bra, const pair_t *ket)
{
    if (bra->l[1] > 0 || bra->l[0] > 1 || ket->l[0] > 1)
        return NULL;
    if (bra->l[0] == 1)
        return ket->l[1] == 0 ? direct_psps : NULL;
    return ket->l[0] == 0 ? direct_ssss : ket->l[1] == 0 ? direct_ssps : direct_sspp;
}

static const double *sum_direct(direct_fn *add, const pair_t *bra, const pair_t *ket, int rows,
                                const int *count, int n, const quartet_scratch_t *scratch,
                                double *sum)
{
    memset(sum, 0, 9 * sizeof *sum);
    int at = 0;
    for (int i = 0; i < rows; at += count[i++]) {
        const product_t *product = &bra->product[i];
        direct_row_t row = {.n = count[i],
                            .zeta = product->zeta,
                            .eta = ket->zeta,
                            .inverse = scratch->inverse + at};
        for (int d = 0; d < 3; ++d) {
            row.pa[d] = product->pa[d];
            row.cd[d] = ket->ab[d];
            row.qc[d] = ket->pa[d];
            row.pq[d] = scratch->q[d] + at;
            row.f[d] = scratch->f + d * n + at;
        }
        add(&row, sum);
    }
    return sum;
}

static void set_axes(Libint_t *first, const pair_t *bra, const pair_t *ket)
{
    first->AB_x[0] = bra->ab[0];
    first->AB_y[0] = bra->ab[1];
    first->AB_z[0] = bra->ab[2];
    first->CD_x[0] = ket->ab[0];
    first->CD_y[0] = ket->ab[1];
    first->CD_z[0] = ket->ab[2];
}

static void set_primitives(Libint_t *out, const pair_t *bra, const pair_t *ket, int rows,
                           const int *count, int n, int m, const quartet_scratch_t *scratch)
{
    int at = 0;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < count[i]; ++j, ++at, ++out) {
            set_primitive(out, &bra->product[i], &ket->product[j], scratch->inverse[at],
                          scratch->q[0][at], scratch->q[1][at], scratch->q[2][at]);
            double *f = out->LIBINT_T_SS_EREP_SS(0);
            for (int k = 0; k <= m; ++k)
                f[k] = scratch->f[at + k * n];
        }
}

const double *repulsion_compute(repulsion_t *repulsion, int bra_number, int ket_number,
                                double precision)
{
    const pair_t *bra = &repulsion->pair[bra_number], *ket = &repulsion->pair[ket_number];
    const int m = bra->l[0] + bra->l[1] + ket->l[0] + ket->l[1];
    const quartet_scratch_t scratch = divide_scratch(repulsion);
    int n = 0, rows = 0, kets = ket->nproduct, count[1 + bra->nproduct];
    for (; rows < bra->nproduct; ++rows) {
        kets = count_kets(ket, bra->product[rows].schwarz, precision, kets);
        if (kets == 0)
            break;
        fill_row(&bra->product[rows], ket, kets, n, &scratch);
        count[rows] = kets;
        n += kets;
    }
    if (n == 0)
        return NULL;
    boys_fill(&repulsion->boys, m, n, scratch.t, scratch.factor, n, scratch.f);
    direct_fn *direct = find_direct(bra, ket);
    if (direct)
        return sum_direct(direct, bra, ket, rows, count, n, &scratch, repulsion->direct);
    set_primitives(repulsion->primitive, bra, ket, rows, count, n, m, &scratch);
    set_axes(repulsion->primitive, bra, ket);
    repulsion->primitive->contrdepth = n;
    libint2_build_eri[bra->l[0]][bra->l[1]][ket->l[0]][ket->l[1]](repulsion->primitive);
    return transform(repulsion, bra, ket, repulsion->primitive->targets[0]);
}
