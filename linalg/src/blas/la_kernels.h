/* Which kernels OpenBLAS runs, and which it should on this processor. Nothing here needs MPI. */
#ifndef LA_KERNELS_H
#define LA_KERNELS_H

/* Features of a processor that kernels use. */
enum { LAI_CPU_AVX2 = 1 /* and FMA */, LAI_CPU_AVX512 = 2 /* F, DQ, BW and VL */, LAI_CPU_AMD = 4 };
int lai_cpu(void);

/* The name of the processor that OpenBLAS chose its kernels for; NULL: another BLAS. */
const char *lai_kernels(void);

/* Names of better kernels that such a processor can run, the best first and ended by NULL, if those
 * of this name (NULL: of another BLAS) are for processors without AVX2; otherwise none. */
const char *const *lai_kernels_better(const char *core, int cpu);

#endif
