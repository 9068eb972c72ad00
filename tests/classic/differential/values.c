/* Elements of all types and indices of the three kinds of calls: how they are set, read and drawn.
 */
#include "differential.h"

/* ---- elements -------------------------------------------------------------------------------- */

static const struct {
    int type;
    size_t bytes;
    const char *name;
} types[] = {{C_INT, sizeof(int), "int"},
             {C_LONG, sizeof(long), "long"},
             {C_LONGLONG, sizeof(long long), "longlong"},
             {C_FLOAT, sizeof(float), "float"},
             {C_DBL, sizeof(double), "double"},
             {C_SCPL, 2 * sizeof(float), "scpl"},
             {C_DCPL, 2 * sizeof(double), "dcpl"}};

size_t bytes_of(int type)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        if (types[k].type == type)
            return types[k].bytes;
    return 0;
}

const char *type_name(int type)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k)
        if (types[k].type == type)
            return types[k].name;
    return "?";
}

bool is_complex(int type)
{
    return type == C_SCPL || type == C_DCPL;
}

bool is_integer(int type)
{
    return type == C_INT || type == C_LONG || type == C_LONGLONG;
}

void element_set(int type, void *data, int64_t k, double re, double im)
{
    if (type == C_INT)
        ((int *)data)[k] = (int)re;
    else if (type == C_LONG)
        ((long *)data)[k] = (long)re;
    else if (type == C_LONGLONG)
        ((long long *)data)[k] = (long long)re;
    else if (type == C_FLOAT)
        ((float *)data)[k] = (float)re;
    else if (type == C_DBL)
        ((double *)data)[k] = re;
    else if (type == C_SCPL)
        ((SingleComplex *)data)[k] = (SingleComplex){(float)re, (float)im};
    else
        ((DoubleComplex *)data)[k] = (DoubleComplex){re, im};
}

void element_get(int type, const void *data, int64_t k, double *re, double *im)
{
    *im = 0;
    if (type == C_INT) {
        *re = ((const int *)data)[k];
    } else if (type == C_LONG) {
        *re = (double)((const long *)data)[k];
    } else if (type == C_LONGLONG) {
        *re = (double)((const long long *)data)[k];
    } else if (type == C_FLOAT) {
        *re = ((const float *)data)[k];
    } else if (type == C_DBL) {
        *re = ((const double *)data)[k];
    } else if (type == C_SCPL) {
        *re = ((const SingleComplex *)data)[k].real;
        *im = ((const SingleComplex *)data)[k].imag;
    } else {
        *re = ((const DoubleComplex *)data)[k].real;
        *im = ((const DoubleComplex *)data)[k].imag;
    }
}

scalar_t draw_scalar(const char *name, int type)
{
    scalar_t s;
    int re = between(-3, 4), im = between(-2, 2);
    element_set(type, &s.value, 0, re, im);
    if (is_complex(type))
        arg("%s=%d%+di", name, re, im);
    else
        arg("%s=%d", name, re);
    return s;
}

void *draw_data(int type, int64_t n, bool mine)
{
    char *data = malloc((size_t)n * bytes_of(type) + 16);
    for (int64_t k = 0; k < n; ++k) {
        int re = mine ? draw_own(19) : draw(19), im = mine ? draw_own(7) : draw(7);
        element_set(type, data, k, re - 9, im - 3);
    }
    return data;
}

/* ---- indices --------------------------------------------------------------------------------- */

enum flavour draw_flavour(bool two)
{
    static const char *const names[] = {"C", "C64", "nga_", "ga_"};
    enum flavour f = (enum flavour)draw(two ? 4 : 3);
    arg("%s", names[f]);
    return f;
}

Integer *fortran_index(int n, const int *c, Integer *f)
{
    for (int d = 0; d < n; ++d)
        f[d] = c[n - 1 - d] + 1;
    return f;
}

Integer *fortran_extents(int n, const int *c, Integer *f)
{
    for (int d = 0; d < n; ++d)
        f[d] = c[n - 1 - d];
    return f;
}

int64_t *wider(int n, const int *c, int64_t *w)
{
    for (int d = 0; d < n; ++d)
        w[d] = c[d];
    return w;
}
