/* C types of MA. */
#ifndef MATYPES_H
#define MATYPES_H

#include "typesf2c.h"

typedef Integer Boolean; /* MA_TRUE or MA_FALSE */
typedef char *Pointer;
typedef long MA_AccessIndex; /* in Fortran MA_ACCESS_INDEX_TYPE, also where INTEGER has 4 bytes */
typedef long double MA_LongDouble;
typedef struct {
    float dummy[2];
} MA_SingleComplex;
typedef struct {
    double dummy[2];
} MA_DoubleComplex;
typedef struct {
    long double dummy[2];
} MA_LongDoubleComplex;

#endif
