/* TAMM calls nothing of LAPACK++, which includes BLAS++. */
#include "blas.hh"
