/* From (mn|jb) to (in|jb) and (ia|jb), and to the energy of second order. */
#include "mp2/correlation.h"

#include <stdlib.h>
#include <string.h>

#include "mp2/gemm.h"
#include "molecule/try.h"

/* The most numbers (in|jb) at once; more orbitals i are taken in turns. */
enum { MOST = 8 << 20 };

typedef struct second_half {
    const transform_t *transform;
    int most;        /* orbitals i at once */
    double *rows;    /* (mn|jb) of one n: [m][b] */
    double *c;       /* coefficients c(m,i) of those m: [m][i] */
    double *quarter; /* (in|jb): [n][i][b] */
    double *value;   /* (ia|jb): [a][i][b] */
    double *square;  /* of one i: [a][b] */
} second_half_t;

static int orbitals_at_once(const orbitals_t *o)
{
    const int64_t of_one = (int64_t)o->n * o->nvirt, most = 1 + MOST / of_one;
    return most < o->nocc / 2 + 1 ? (int)most : o->nocc / 2 + 1;
}

double correlation_bytes(const transform_t *transform)
{
    const orbitals_t *o = transform->orbitals;
    const double i = orbitals_at_once(o), b = o->nvirt, n = o->n;
    return 8 * (n * b + n * i + n * i * b + b * i * b + b * b);
}

static int create(const transform_t *transform, second_half_t *h)
{
    const orbitals_t *o = transform->orbitals;
    const size_t n = (size_t)o->n, b = (size_t)o->nvirt, i = (size_t)orbitals_at_once(o);
    const size_t m = (size_t)transform->rows->most;
    *h = (second_half_t){.transform = transform, .most = (int)i};
    h->rows = malloc((m + 1) * b * sizeof(double));
    h->c = malloc((m + 1) * i * sizeof(double));
    h->quarter = malloc(n * i * b * sizeof(double));
    h->value = malloc(b * i * b * sizeof(double));
    h->square = malloc(b * b * sizeof(double));
    return h->rows && h->c && h->quarter && h->value && h->square ? 0 : ASHLAR_ENOMEM;
}

static void destroy(second_half_t *h)
{
    free(h->rows);
    free(h->c);
    free(h->quarter);
    free(h->value);
    free(h->square);
}

/* (in|jb) = sum over m of c(m,i) (mn|jb), for `count` orbitals from i on. `half` is that of j:
 * double[row][b], `row` apart. */
static void third_product(second_half_t *h, const double *half, int64_t row, int i, int count)
{
    const orbitals_t *o = h->transform->orbitals;
    const rows_t *rows = h->transform->rows;
    for (int n = 0; n < o->n; ++n) {
        const int64_t first = rows->first[n], most = rows->first[n + 1] - first;
        double *to = h->quarter + (int64_t)n * count * o->nvirt;
        for (int64_t k = 0; k < most; ++k) {
            memcpy(h->rows + k * o->nvirt, half + rows->row[first + k] * row,
                   (size_t)o->nvirt * sizeof(double));
            memcpy(h->c + k * count,
                   o->occupied + (int64_t)rows->other[first + k] * 2 * o->nocc + i,
                   (size_t)count * sizeof(double));
        }
        if (most == 0)
            memset(to, 0, (size_t)count * (size_t)o->nvirt * sizeof(double));
        else
            gemm('T', o->nvirt, count, most, h->rows, o->nvirt, h->c, count, to, o->nvirt);
    }
}

/* (ia|jb) = sum over n of (in|jb) c(n,a) */
static void fourth_product(second_half_t *h, int count)
{
    const orbitals_t *o = h->transform->orbitals;
    const int64_t ib = (int64_t)count * o->nvirt;
    gemm('T', ib, o->nvirt, o->n, h->quarter, ib, o->empty, o->nvirt, h->value, ib);
}

/* The sum over a and b of one pair. */
static pair_energy_t pair_energy(const second_half_t *h, int i, int j)
{
    const orbitals_t *o = h->transform->orbitals;
    const double ij = o->occupied_energy[i] + o->occupied_energy[j];
    const int64_t nvirt = o->nvirt;
    pair_energy_t energy = {0};
    for (int64_t a = 0; a < nvirt; ++a) {
        const double ija = ij - o->empty_energy[a];
        for (int64_t b = 0; b < nvirt; ++b) {
            const double direct = h->square[a * nvirt + b], exchange = h->square[b * nvirt + a];
            const double part = direct / (ija - o->empty_energy[b]);
            energy.opposite += part * direct;
            energy.same += part * (direct - exchange);
        }
    }
    return energy;
}

static void add_pairs(second_half_t *h, int i, int count, int j, pair_energy_t *energy)
{
    const orbitals_t *o = h->transform->orbitals;
    const int64_t nvirt = o->nvirt;
    for (int k = 0; k < count; ++k) {
        const double times = i + k == j ? 1 : 2;
        for (int64_t a = 0; a < nvirt; ++a)
            memcpy(h->square + a * nvirt, h->value + (a * count + k) * nvirt,
                   (size_t)nvirt * sizeof(double));
        const pair_energy_t pair = pair_energy(h, i + k, j);
        energy->opposite += times * pair.opposite;
        energy->same += times * pair.same;
    }
}

/* How many orbitals i there are from j on, in circular order, whose pairs with j are j's. */
static int partners(const orbitals_t *o, int j)
{
    const int half = o->nocc / 2;
    return o->nocc % 2 == 0 && j >= half ? half : half + 1;
}

/* The pairs of one orbital j, from what `half` has of it: double[row][b], `row` apart. */
static int add_orbital(second_half_t *h, const double *half, int64_t row, int j,
                       pair_energy_t *energy)
{
    const orbitals_t *o = h->transform->orbitals;
    const int last = j + partners(o, j) - 1;
    for (int i = j; i <= last; i += h->most) {
        const int count = last - i + 1 < h->most ? last - i + 1 : h->most;
        third_product(h, half, row, i, count);
        fourth_product(h, count);
        add_pairs(h, i, count, j, energy);
        TRY(ga_poll());
    }
    return 0;
}

static int add_mine(second_half_t *h, pass_t pass, ga_t half, pair_energy_t *energy)
{
    ga_block_t block;
    TRY(ga_block_first(half, &block));
    /* The last pass may have fewer orbitals than the array has room for. */
    for (int64_t j = block.lo[1]; block.data && j <= block.hi[1] && j < pass.count; ++j)
        TRY(add_orbital(h, (const double *)block.data + (j - block.lo[1]) * block.ld[0],
                        block.ld[0] * block.ld[1], pass.first + (int)j, energy));
    return 0;
}

int correlation_add(const transform_t *transform, pass_t pass, ga_t half, pair_energy_t *energy,
                    failure_t *failure)
{
    second_half_t h;
    int status = 0;
    if (create(transform, &h) != 0)
        status = failure_set(failure, "MP2: not enough memory: rank %d needs %.2f GB", ga_rank(),
                             correlation_bytes(transform) / 1e9);
    else if (add_mine(&h, pass, half, energy) != 0)
        status = failure_set(failure, "%s", ashlar_error_message());
    destroy(&h);
    return status;
}
