/* Includes a template once for each type that LAPACK has:
 *
 *     #define LA_TEMPLATE "linalg/src/lapack/la_chol_routines.inc"
 *     #include "linalg/src/blas/la_each_type.h"
 *
 * The template sees
 *   LA_T, LA_R    the C types of an element and of its real part
 *   LA_COMPLEX    1 or 0
 *   LA_ID(potrf)  dpotrf_, a routine of BLAS or LAPACK; LA_P(potrf): pdpotrf_, of ScaLAPACK
 *   LA_SY(evd)    dsyevd_ or zheevd_; LA_PSY(evd): pdsyevd_ or pzheevd_
 *   LA_RE(stedc)  dstedc_, on the real parts; LA_PRE(stedc): pdstedc_
 *   LA_F(x)       s_x, d_x, c_x, z_x: the names of the template
 * It declares the routines that it calls, those of ScaLAPACK after LA_SCALAPACK; matrices are void
 * *, so that one text serves all types. A Fortran routine takes the lengths of its character
 * arguments, each a size_t, last. LA_BY_TYPE(x) lists s_x, d_x, c_x and z_x by type. No guard:
 * other templates may follow. */
#include <complex.h>

#define LA_JOIN(a, b)  a##b
#define LA_PASTE(a, b) LA_JOIN(a, b)
#define LA_ID(name)    LA_PASTE(LA_X, name##_)
#define LA_P(name)     LA_PASTE(p, LA_ID(name))
#define LA_SY(name)    LA_PASTE(LA_SYX, name##_)
#define LA_PSY(name)   LA_PASTE(p, LA_SY(name))
#define LA_RE(name)    LA_PASTE(LA_RX, name##_)
#define LA_PRE(name)   LA_PASTE(p, LA_RE(name))
#define LA_F(name)     LA_PASTE(LA_X, _##name)

#define LA_COMPLEX 0
#define LA_T       float
#define LA_R       float
#define LA_X       s
#define LA_SYX     ssy
#define LA_RX      s
#include LA_TEMPLATE
#undef LA_T
#undef LA_R
#undef LA_X
#undef LA_SYX
#undef LA_RX

#define LA_T   double
#define LA_R   double
#define LA_X   d
#define LA_SYX dsy
#define LA_RX  d
#include LA_TEMPLATE
#undef LA_T
#undef LA_R
#undef LA_X
#undef LA_SYX
#undef LA_RX
#undef LA_COMPLEX

#define LA_COMPLEX 1
#define LA_T       float _Complex
#define LA_R       float
#define LA_X       c
#define LA_SYX     che
#define LA_RX      s
#include LA_TEMPLATE
#undef LA_T
#undef LA_R
#undef LA_X
#undef LA_SYX
#undef LA_RX

#define LA_T   double _Complex
#define LA_R   double
#define LA_X   z
#define LA_SYX zhe
#define LA_RX  d
#include LA_TEMPLATE
#undef LA_T
#undef LA_R
#undef LA_X
#undef LA_SYX
#undef LA_RX
#undef LA_COMPLEX

#undef LA_JOIN
#undef LA_PASTE
#undef LA_ID
#undef LA_P
#undef LA_SY
#undef LA_PSY
#undef LA_RE
#undef LA_PRE
#undef LA_F
#undef LA_TEMPLATE

#ifndef LA_BY_TYPE
#define LA_BY_TYPE(x)                                                                              \
    {                                                                                              \
        [ASHLAR_FLOAT] = &s_##x, [ASHLAR_DOUBLE] = &d_##x, [ASHLAR_CFLOAT] = &c_##x,               \
        [ASHLAR_CDOUBLE] = &z_##x                                                                  \
    }
#endif
