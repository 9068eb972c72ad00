/* Hermitian eigenproblems, of matrices whose real and imaginary parts are arrays of their own. */
#include <stdio.h>

#include "fortran.h"

static int64_t order(const char *call, int g)
{
    int type, ndim;
    int64_t dims[GA_MAX_DIM];
    NGA_Inquire64(g, &type, &ndim, dims);
    if (ndim != 2 || dims[0] != dims[1])
        classic_stop(call, "array %d is not a square matrix", g);
    return dims[0];
}

typedef struct parts {
    int64_t lo[2], hi[2], ld, n; /* what this rank has of a matrix */
    double *re, *im;
    DoubleComplex *both;
} parts_t;

static parts_t parts_of(const char *call, int both)
{
    parts_t p = {.n = 0};
    NGA_Distribution64(both, GA_Pgroup_nodeid(GA_Get_pgroup(both)), p.lo, p.hi);
    p.ld = p.hi[1] - p.lo[1] + 1;
    p.n = (p.hi[0] - p.lo[0] + 1) * p.ld;
    p.re = malloc((size_t)p.n * sizeof *p.re + 1);
    p.im = malloc((size_t)p.n * sizeof *p.im + 1);
    p.both = malloc((size_t)p.n * sizeof *p.both + 1);
    if (!p.re || !p.im || !p.both)
        classic_stop(call, "no memory for %lld elements", (long long)p.n);
    return p;
}

static void forget_parts(parts_t *p)
{
    free(p->re);
    free(p->im);
    free(p->both);
}

static int complex_like(const char *call, const char *what, int g)
{
    char name[16];
    int type, ndim;
    int64_t dims[GA_MAX_DIM], chunk[] = {0, 0};
    snprintf(name, sizeof name, "%s", what);
    NGA_Inquire64(g, &type, &ndim, dims);
    int both = NGA_Create_config64(C_DCPL, 2, dims, name, chunk, GA_Get_pgroup(g));
    if (both == 0)
        classic_stop(call, "no memory for a complex matrix of order %lld", (long long)dims[0]);
    return both;
}

static void check_pair(const char *call, const Integer *pair, int64_t n)
{
    for (int k = 0; k < 2; ++k) {
        int type, ndim, g = f_int(call, pair[k]);
        int64_t dims[GA_MAX_DIM], found = order(call, g);
        NGA_Inquire64(g, &type, &ndim, dims);
        if (type != C_DBL || found != n)
            classic_stop(call, "array %d must be of double precision and of order %lld", g,
                         (long long)n);
    }
}

/* A Hermitian matrix is two arrays, its real and imaginary part; so are the eigenvectors. */
Integer f_hermitian(const char *call, const Integer *g, const Integer *z, void *values,
                    Integer many)
{
    int64_t n = order(call, f_int(call, g[0]));
    check_pair(call, g, n);
    check_pair(call, z, n);
    int a = complex_like(call, "hermitian", f_int(call, g[0])),
        vectors = complex_like(call, "eigenvectors", f_int(call, g[0]));
    parts_t p = parts_of(call, a);
    if (p.n > 0) {
        NGA_Get64((int)g[0], p.lo, p.hi, p.re, &p.ld);
        NGA_Get64((int)g[1], p.lo, p.hi, p.im, &p.ld);
        for (int64_t k = 0; k < p.n; ++k)
            p.both[k] = (DoubleComplex){p.re[k], p.im[k]};
        NGA_Put64(a, p.lo, p.hi, p.both, &p.ld);
    }
    GA_Zero(vectors);
    int64_t found = classic_lowest(call, a, vectors, values, many);
    if (p.n > 0) {
        NGA_Get64(vectors, p.lo, p.hi, p.both, &p.ld);
        for (int64_t k = 0; k < p.n; ++k) {
            p.re[k] = p.both[k].real;
            p.im[k] = p.both[k].imag;
        }
        NGA_Put64((int)z[0], p.lo, p.hi, p.re, &p.ld);
        NGA_Put64((int)z[1], p.lo, p.hi, p.im, &p.ld);
    }
    forget_parts(&p);
    NGA_Destroy(vectors);
    NGA_Destroy(a); /* syncs: what was put is there */
    return (Integer)found;
}

/* Where a column of a patch begins, and of its parts. */
typedef struct columns {
    int64_t both, parts;
} columns_t;

static columns_t column(const char *call, int64_t ld, int64_t row, int64_t col, int64_t ld_parts,
                        int64_t rows, int64_t j)
{
    if (row < 1 || col < 1 || row - 1 + rows > ld || rows > ld_parts)
        classic_stop(call,
                     "%lld rows from row %lld and column %lld on do not fit the leading dimensions "
                     "%lld and %lld",
                     (long long)rows, (long long)row, (long long)col, (long long)ld,
                     (long long)ld_parts);
    return (columns_t){.both = row - 1 + (col - 1 + j) * ld, .parts = j * ld_parts};
}

void f_join(const char *call, void *both, Integer ld, Integer row, Integer col, const void *re,
            const void *im, Integer ld_parts, Integer rows, Integer cols)
{
    for (int64_t j = 0; j < cols; ++j) {
        const columns_t at = column(call, ld, row, col, ld_parts, rows, j);
        for (int64_t i = 0; i < rows; ++i)
            ((DoubleComplex *)both)[at.both + i] = (DoubleComplex){
                ((const double *)re)[at.parts + i], ((const double *)im)[at.parts + i]};
    }
}

void f_part(const char *call, const void *both, Integer ld, Integer row, Integer col, void *re,
            void *im, Integer ld_parts, Integer rows, Integer cols)
{
    for (int64_t j = 0; j < cols; ++j) {
        const columns_t at = column(call, ld, row, col, ld_parts, rows, j);
        for (int64_t i = 0; i < rows; ++i) {
            ((double *)re)[at.parts + i] = ((const DoubleComplex *)both)[at.both + i].real;
            ((double *)im)[at.parts + i] = ((const DoubleComplex *)both)[at.both + i].imag;
        }
    }
}
