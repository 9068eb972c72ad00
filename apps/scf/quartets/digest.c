/* The digestion of a quartet: its six contributions to the Fock matrix. */
#include "quartets/digest.h"

#include "molecule/basis.h"
#include "clones.h"

#define SIZE_MAX_SHELL ((BASIS_L_MAX + 1) * (BASIS_L_MAX + 2) / 2)
#define AREA_MAX       (SIZE_MAX_SHELL * SIZE_MAX_SHELL)

/* Exchange enters with a quarter of the weight of Coulomb: half for -K/2, and half because a
 * Coulomb element collects two equal terms where exchange has one. */
#define EXCHANGE (-0.25)

static inline void add(int n, double factor, const double *from, double *to)
{
    for (int i = 0; i < n; ++i)
        to[i] += factor * from[i];
}

/* Blocks of fock may coincide, so all sums are local until the end. */
static inline __attribute__((always_inline)) void quartet(int na, int nb, int nc, int nd,
                                                          const double *eri, double weight,
                                                          double part, const six_t *density,
                                                          const six_t *fock)
{
    double cd[AREA_MAX], bc[AREA_MAX], bd[AREA_MAX];
    for (int i = 0; i < nc * nd; ++i)
        cd[i] = 0;
    for (int i = 0; i < nb * nc; ++i)
        bc[i] = 0;
    for (int i = 0; i < nb * nd; ++i)
        bd[i] = 0;

    const double coulomb = 4 * weight * part, exchange = EXCHANGE * 4 * weight;
    for (int a = 0; a < na; ++a) {
        const double *dac = density->ac + a * nc, *dad = density->ad + a * nd;
        double ac[SIZE_MAX_SHELL], ad[SIZE_MAX_SHELL];
        for (int c = 0; c < nc; ++c)
            ac[c] = 0;
        for (int d = 0; d < nd; ++d)
            ad[d] = 0;
        for (int b = 0; b < nb; ++b, eri += nc * nd) {
            const double *dbc = density->bc + b * nc, *dbd = density->bd + b * nd;
            const double dab = density->ab[a * nb + b];
            double ab = 0;
            for (int c = 0; c < nc; ++c) {
                double sum_ac = 0, sum_bc = 0;
                for (int d = 0; d < nd; ++d) {
                    const double x = eri[c * nd + d];
                    ab += x * density->cd[c * nd + d];
                    cd[c * nd + d] += x * dab;
                    sum_ac += x * dbd[d];
                    sum_bc += x * dad[d];
                    ad[d] += x * dbc[c];
                    bd[b * nd + d] += x * dac[c];
                }
                ac[c] += sum_ac;
                bc[b * nc + c] += sum_bc;
            }
            fock->ab[a * nb + b] += coulomb * ab;
        }
        add(nc, exchange, ac, fock->ac + a * nc);
        add(nd, exchange, ad, fock->ad + a * nd);
    }
    add(nc * nd, coulomb, cd, fock->cd);
    add(nb * nc, exchange, bc, fock->bc);
    add(nb * nd, exchange, bd, fock->bd);
}

/* The sizes of s, p, cartesian and spherical d shells are known to the compiler. */
CLONES void digest(const int size[4], const double *eri, double weight, double part,
                   const six_t *density, const six_t *fock)
{
    const int na = size[0], nb = size[1];
    switch (100 * size[2] + size[3]) {
    case 101:
        quartet(na, nb, 1, 1, eri, weight, part, density, fock);
        break;
    case 301:
        quartet(na, nb, 3, 1, eri, weight, part, density, fock);
        break;
    case 303:
        quartet(na, nb, 3, 3, eri, weight, part, density, fock);
        break;
    case 501:
        quartet(na, nb, 5, 1, eri, weight, part, density, fock);
        break;
    case 503:
        quartet(na, nb, 5, 3, eri, weight, part, density, fock);
        break;
    case 505:
        quartet(na, nb, 5, 5, eri, weight, part, density, fock);
        break;
    case 601:
        quartet(na, nb, 6, 1, eri, weight, part, density, fock);
        break;
    case 603:
        quartet(na, nb, 6, 3, eri, weight, part, density, fock);
        break;
    case 606:
        quartet(na, nb, 6, 6, eri, weight, part, density, fock);
        break;
    default:
        quartet(na, nb, size[2], size[3], eri, weight, part, density, fock);
    }
}
