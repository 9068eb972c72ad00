/* la_kernels: which names are better. With `start`, on ranks that call linalg twice, what is said
 * of kernels; OpenBLAS's name for them is replaced by the variable TEST_CORE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/blas/la_kernels.h"

static int failures;

char *openblas_get_corename(void);
char *openblas_get_corename(void)
{
    return getenv("TEST_CORE");
}

/* The first two names, "-" for none. */
static void expect(const char *core, int cpu, const char *first, const char *second)
{
    const char *const *better = lai_kernels_better(core, cpu);
    const char *one = better[0] ? better[0] : "-";
    const char *two = better[0] && better[1] ? better[1] : "-";
    if (strcmp(one, first) != 0 || strcmp(two, second) != 0) {
        fprintf(stderr, "better than %s on %d: %s, %s\n", core ? core : "(none)", cpu, one, two);
        ++failures;
    }
}

static void names(void)
{
    const int all = LAI_CPU_AVX2 | LAI_CPU_AVX512;
    expect("Prescott", all, "SkylakeX", "Haswell");
    expect("prescott", all, "SkylakeX", "Haswell");
    expect("Nehalem", LAI_CPU_AVX2, "Haswell", "-");
    expect("Barcelona", LAI_CPU_AVX2 | LAI_CPU_AMD, "Zen", "Haswell");
    expect("Prescott", all | LAI_CPU_AMD, "Zen", "Haswell");
    expect("Prescott", 0, "-", "-");
    expect("Prescott", LAI_CPU_AMD, "-", "-");
    expect("Haswell", all, "-", "-");
    expect("SkylakeX", all, "-", "-");
    expect("Cooperlake", all, "-", "-");
    expect("Unheard-of", all, "-", "-");
    expect(NULL, all, "-", "-");
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        names();
        return failures != 0;
    }
    MPI_Init(&argc, &argv);
    int status = ga_initialize(MPI_COMM_WORLD);
    for (int k = 0; k < 2 && status == ASHLAR_OK; ++k)
        status = lai_check_started("la_kernels");
    if (status == ASHLAR_OK)
        status = ga_terminate();
    MPI_Finalize();
    return status != ASHLAR_OK;
}
