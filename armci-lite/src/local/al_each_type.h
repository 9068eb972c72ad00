/* Includes a template once for each element type:
 *
 *     #define AL_TEMPLATE "ga/src/ops/ga_kernels.inc"
 *     #include "armci-lite/src/local/al_each_type.h"
 *
 * The template sees T (the type), W (the widest type of its kind, for sums), R (the type of its
 * real and imaginary parts), TYPE_ID (INT .. CDOUBLE), NAME(x) (INT_x .. CDOUBLE_x), and one of
 * TYPE_INTEGER, TYPE_REAL and TYPE_COMPLEX. Not a macro over ASHLAR_TYPE_TABLE, because no macro
 * can include; a row missing here is missed by whoever uses the names. No guard: other templates
 * may follow. */
#include <ashlar/types.h>

_Static_assert(ASHLAR_TYPE_COUNT == 7, "a new element type needs its lines here");

#define AL_JOIN2(a, b) a##_##b
#define AL_JOIN(a, b)  AL_JOIN2(a, b)
#define NAME(x)        AL_JOIN(TYPE_ID, x)

#define TYPE_INTEGER
#define W       long long
#define TYPE_ID INT
#define T       int
#define R       int
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#define TYPE_ID LONG
#define T       long
#define R       long
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#define TYPE_ID LLONG
#define T       long long
#define R       long long
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#undef TYPE_INTEGER
#undef W

#define TYPE_REAL
#define W       double
#define TYPE_ID FLOAT
#define T       float
#define R       float
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#define TYPE_ID DOUBLE
#define T       double
#define R       double
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#undef TYPE_REAL
#undef W

#define TYPE_COMPLEX
#define W       double _Complex
#define TYPE_ID CFLOAT
#define T       float _Complex
#define R       float
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#define TYPE_ID CDOUBLE
#define T       double _Complex
#define R       double
#include AL_TEMPLATE
#undef TYPE_ID
#undef T
#undef R
#undef TYPE_COMPLEX
#undef W

#undef NAME
#undef AL_JOIN
#undef AL_JOIN2
#undef AL_TEMPLATE
