/* Factors of symmetric matrices, and the triangles they are in. */
#include <string.h>

#include "fortran.h"

static bool is_upper(const char *call, char uplo)
{
    if (!uplo || !strchr("uUlL", uplo))
        classic_stop(call, "'u' or 'l' is wanted, not character %d", uplo);
    return uplo == 'u' || uplo == 'U';
}

/* ---- factors ---- */

/* The library has factors in the lower triangle. */
int f_cholesky(const char *call, char uplo, int g)
{
    char name[] = "transposed";
    int upper = is_upper(call, uplo), a = upper ? NGA_Duplicate(g, name) : g;
    if (upper)
        GA_Transpose(g, a);
    int status = la_cholesky(classic_find(call, a)->g);
    if (status != ASHLAR_ENUMERIC)
        CLASSIC_TRY(call, status);
    if (upper) {
        if (status == ASHLAR_OK)
            GA_Transpose(a, g);
        NGA_Destroy(a);
    }
    return status == ASHLAR_ENUMERIC;
}

/* A system of which there is a factor: two triangular ones. */
void f_llt_solve(const char *call, char uplo, int g, int b)
{
    int upper = is_upper(call, uplo);
    double one = 1;
    ga_t factor = f_find(call, g)->g, x = f_find(call, b)->g;
    CLASSIC_TRY(call, la_trsm('l', uplo, upper ? 't' : 'n', 'n', &one, factor, x));
    CLASSIC_TRY(call, la_trsm('l', uplo, upper ? 'n' : 't', 'n', &one, factor, x));
}

int f_llt_inverse(const char *call, char uplo, int g)
{
    char name[] = "inverse";
    int x = NGA_Duplicate(g, name);
    double one = 1;
    ga_t inverse = classic_find(call, x)->g;
    CLASSIC_TRY(call, ga_zero(inverse));
    CLASSIC_TRY(call, ga_shift_diagonal(inverse, &one));
    f_llt_solve(call, uplo, g, x);
    GA_Copy(x, g);
    NGA_Destroy(x);
    return 0;
}

/* ---- triangles ---- */

/* The elements of a square matrix of doubles that are outside the triangle become 0; those inside,
 * but off the diagonal, are multiplied. */
static void keep_triangle(const char *call, int upper, int g, double factor)
{
    ga_type type;
    int ndim, group = NGA_Get_pgroup(g);
    int64_t dims[GA_MAX_DIM];
    ga_t matrix = f_find(call, g)->g;
    ga_block_t block;
    CLASSIC_TRY(call, ga_inquire_nd(matrix, &type, &ndim, dims));
    if (type != ASHLAR_DOUBLE || ndim != 2 || dims[0] != dims[1])
        classic_stop(call, "array %d is not a square matrix of double precision", g);
    NGA_Pgroup_sync(group);
    for (ga_block_first(matrix, &block); block.data; ga_block_next(matrix, &block))
        for (int64_t j = block.lo[1]; j <= block.hi[1]; ++j) {
            double *column = (double *)block.data + (j - block.lo[1]) * block.ld[0];
            for (int64_t i = block.lo[0]; i <= block.hi[0]; ++i)
                if (i != j)
                    column[i - block.lo[0]] *= (i < j) == upper ? factor : 0;
        }
    NGA_Pgroup_sync(group);
}

void f_zero_triangle(const char *call, char uplo, int g)
{
    keep_triangle(call, is_upper(call, uplo), g, 1);
}

/* The mean of the matrix and its transpose, of which one triangle is 0. */
void f_symmetric(const char *call, char uplo, int g)
{
    keep_triangle(call, is_upper(call, uplo), g, 2);
    NGA_Symmetrize(g);
}
