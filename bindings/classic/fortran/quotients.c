/* The quotients that steps are found by. */
#include "fortran.h"

#define T      double
#define LETTER d
#define HUGE_T 1.0e307
#include "quotients.inc"
#define T      float
#define LETTER s
#define HUGE_T 1.0e37F
#include "quotients.inc"
#define T      int
#define LETTER i
#define HUGE_T INT_MAX
#include "quotients.inc"
#define T      long
#define LETTER l
#define HUGE_T LONG_MAX
#include "quotients.inc"
#define T      long long
#define LETTER q
#define HUGE_T LLONG_MAX
#include "quotients.inc"

typedef void (*kernel_t)(f_quotient_t, void *, const void *, int64_t);

static kernel_t kernel_of(const char *call, int type)
{
    static const struct {
        int type;
        kernel_t kernel;
    } kernels[] = {
        {C_DBL, quotient_d},  {C_FLOAT, quotient_s},    {C_INT, quotient_i},
        {C_LONG, quotient_l}, {C_LONGLONG, quotient_q},
    };
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k)
        if (kernels[k].type == type)
            return kernels[k].kernel;
    classic_stop(call, "quotients of type %d are not defined", type);
}

/* Both patches are copied to where c has its patch, in arrays cut like c, so that operands may be
 * one array; what else is in a rank's memory there is 0. */
void f_quotient(const char *call, f_quotient_t kind, int a, int64_t *alo, int64_t *ahi, int b,
                int64_t *blo, int64_t *bhi, int c, int64_t *clo, int64_t *chi)
{
    char name[] = "quotient";
    int type, ndim, x = NGA_Duplicate(c, name), y = NGA_Duplicate(c, name);
    int64_t dims[GA_MAX_DIM], n = 0, same;
    void *numerators, *denominators;
    NGA_Inquire64(c, &type, &ndim, dims);
    NGA_Copy_patch64('n', a, alo, ahi, x, clo, chi);
    NGA_Copy_patch64('n', b, blo, bhi, y, clo, chi);
    int me = NGA_Pgroup_nodeid(NGA_Get_pgroup(c));
    NGA_Access_block_segment64(x, me, &numerators, &n);
    NGA_Access_block_segment64(y, me, &denominators, &same);
    kernel_of(call, type)(kind, numerators, denominators, n);
    NGA_Copy_patch64('n', x, clo, chi, c, clo, chi);
    NGA_Destroy(y);
    NGA_Destroy(x);
}
