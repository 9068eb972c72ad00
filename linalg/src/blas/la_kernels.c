/* OpenBLAS chooses its kernels by the model of the processor. Models newer than itself it takes for
 * a Prescott, which has no AVX. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

#include "linalg/src/blas/la_kernels.h"

/* Another BLAS has no such function. */
char *openblas_get_corename(void) __attribute__((weak));
void dgemm_(void);

/* Another library, as Debian's LAPACK, may have brought OpenBLAS along beside the BLAS that is
 * called. */
static bool blas_is_openblas(void)
{
    Dl_info found;
    void *blas = NULL;
    if (dladdr((void *)dgemm_, &found) != 0)
        blas = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    bool is_openblas = !blas || dlsym(blas, "openblas_get_corename"); /* NULL: a static one */
    if (blas)
        dlclose(blas);
    return is_openblas;
}

const char *lai_kernels(void)
{
    return openblas_get_corename && blas_is_openblas() ? openblas_get_corename() : NULL;
}

int lai_cpu(void)
{
    int cpu = 0;
#if defined __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        cpu |= LAI_CPU_AVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        cpu |= LAI_CPU_AVX512;
    if (__builtin_cpu_is("amd"))
        cpu |= LAI_CPU_AMD;
#endif
    return cpu;
}

static bool is_old(const char *core)
{
    static const char *const old[] = {
        "Katmai", "Coppermine",   "Northwood", "Prescott",    "Banias",      "Atom",    "Core2",
        "Penryn", "Dunnington",   "Nehalem",   "Sandybridge", "Athlon",      "Opteron", "Barcelona",
        "Bobcat", "Opteron_SSE3", "Bulldozer", "Piledriver",  "Steamroller", "Nano",    "Generic",
    };
    for (size_t k = 0; k < sizeof old / sizeof old[0]; ++k)
        if (strcasecmp(core, old[k]) == 0)
            return true;
    return false;
}

const char *const *lai_kernels_better(const char *core, int cpu)
{
    static const char *const names[] = {"SkylakeX", "Haswell", NULL};
    static const char *const amd[] = {"Zen", "Haswell", NULL};
    if (!core || !is_old(core) || !(cpu & LAI_CPU_AVX2))
        return &names[2];
    if (cpu & LAI_CPU_AMD)
        return amd;
    return &names[cpu & LAI_CPU_AVX512 ? 0 : 1];
}
