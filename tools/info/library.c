/* Facts about the library: its build, MPI, linear algebra, engines, variables. */
#define _GNU_SOURCE
#include "tools/info/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#include "armci-lite/src/base/al_build.h"
#include "armci-lite/src/engine/al_choose.h"
#include "linalg/src/blas/la_kernels.h"
#include "tools/info/report.h"

#ifdef OPEN_MPI
#define BUILT_FOR "Open MPI"
#else
#define BUILT_FOR "MPICH"
#endif

/* Known by name only; their addresses lead to the files they are in. */
void dgemm_(void);
void pdgemm_(void);
void elpa_init(void);
char *openblas_get_config(void) __attribute__((weak));

static void report_file_of(const char *name, void (*function)(void))
{
    Dl_info where;
    void *address;
    memcpy(&address, &function, sizeof address);
    char *path = dladdr(address, &where) ? realpath(where.dli_fname, NULL) : NULL;
    if (path)
        report_text(name, "%s", path);
    else
        report_missing(name, "the loader does not say");
    free(path);
}

void library_report(void)
{
    report_section("library");
    report_text("version", "%s", INFO_VERSION);
    report_text("build", "%s", ali_build);
    report_text("kind of build", "%s", INFO_BUILD_TYPE);
    report_text("compiler", "%s", INFO_COMPILER);
    report_flag("OpenMP", INFO_OPENMP);
    report_flag("HDF5 files", INFO_IO);
    report_flag("Fortran", INFO_FORTRAN);
    report_flag("interface of Global Arrays 5", INFO_CLASSIC);
    report_flag("Python", INFO_PYTHON);
}

void library_report_mpi(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length, standard[2] = {0, 0};
    report_section("mpi");
#ifdef OPEN_MPI
    report_text("built with", BUILT_FOR " %d.%d.%d", OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION,
                OMPI_RELEASE_VERSION);
#else
    report_text("built with", BUILT_FOR " " MPICH_VERSION);
#endif
    MPI_Get_library_version(version, &length);
    version[strcspn(version, "\n")] = '\0';
    report_text("running", "%s", version);
    report_flag("is the one it was built with", strstr(version, BUILT_FOR) != NULL);
    MPI_Get_version(&standard[0], &standard[1]);
    report_text("standard", "%d.%d", standard[0], standard[1]);
    report_file_of("file", (void (*)(void))MPI_Init);
}

void library_report_linalg(void)
{
    const char *core = lai_kernels();
    report_section("linear algebra");
    report_file_of("BLAS", dgemm_);
    report_text("BLAS version", "%s",
                core && openblas_get_config ? openblas_get_config() : "not OpenBLAS");
    if (core)
        report_text("BLAS kernels", "%s", core);
    else
        report_missing("BLAS kernels", "only OpenBLAS names them");
    if (*lai_kernels_better(core, lai_cpu()))
        report_text("better kernels", "set OPENBLAS_CORETYPE=%s, as ./run does",
                    *lai_kernels_better(core, lai_cpu()));
    report_number("bits of its integers", ASHLAR_BLAS_INT64 ? 64 : 32);
    report_flag("has ScaLAPACK", ASHLAR_SCALAPACK);
#if ASHLAR_SCALAPACK
    report_file_of("ScaLAPACK", pdgemm_);
#endif
    report_flag("has ELPA", ASHLAR_ELPA);
#if ASHLAR_ELPA
    report_file_of("ELPA", elpa_init);
#endif
}

void library_report_engines(void)
{
    const char *asked = getenv("ASHLAR_TRANSPORT");
    report_section("engines");
    report_text("there are", "am, rma, am+rma");
    if (asked && *asked && strcmp(asked, "auto") != 0)
        report_text("between nodes", "%s, by ASHLAR_TRANSPORT", asked);
    else if (ali_known_good_here(0))
        report_text("between nodes", "am+rma: %s", ali_known_good_here(0)->measured);
    else
        report_text("between nodes", "am: no MPI RMA that is known to be good here");
}

void library_report_variables(void)
{
    static const char *const beginnings[] = {"ASHLAR_",
                                             "OPENBLAS_",
                                             "OMP_",
                                             "MKL_",
                                             "BLIS_",
                                             "UCX_",
                                             "FI_",
                                             "MPIR_CVAR_",
                                             "MPICH_",
                                             "OMPI_MCA_btl",
                                             "OMPI_MCA_pml",
                                             "OMPI_MCA_mtl",
                                             "OMPI_MCA_osc",
                                             "OMPI_MCA_oob_",
                                             "OMPI_MCA_rmaps_",
                                             "OMPI_MCA_hwloc",
                                             "OMPI_MPI_",
                                             "OMPI_ALLOW_",
                                             "PMI_SIZE=",
                                             "OMPI_COMM_WORLD_SIZE=",
                                             "SLURM_JOB_ID=",
                                             "SLURM_NTASKS=",
                                             "SLURM_NNODES=",
                                             "LD_PRELOAD=",
                                             "LD_LIBRARY_PATH=",
                                             "MPIEXEC=",
                                             "HWLOC_XMLFILE=",
                                             "GLIBC_TUNABLES=",
                                             "MALLOC_"};
    int count = 0;
    report_section("variables");
    for (char **entry = environ; *entry; ++entry)
        for (size_t k = 0; k < sizeof beginnings / sizeof beginnings[0]; ++k)
            if (strncmp(*entry, beginnings[k], strlen(beginnings[k])) == 0) {
                char name[128];
                const int length = (int)strcspn(*entry, "=");
                snprintf(name, sizeof name, "%.*s", length, *entry);
                report_text(name, "%s", *entry + length + ((*entry)[length] == '='));
                ++count;
            }
    if (!count)
        report_text("none", "is set that matters");
}
