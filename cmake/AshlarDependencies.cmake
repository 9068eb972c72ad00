# Finds what Ashlar needs. All that is missing is reported in one message, with the Debian package
# that has it, and listed in missing.txt (package, tab, words), from which `run` installs.

set(missing_words "")
set(missing_lines "")
macro(ashlar_missing words package)
  string(APPEND missing_words "\n  ${words} (Debian: ${package})")
  string(APPEND missing_lines "${package}\t${words}\n")
endmacro()

# Which MPI a compiler belongs to, by its header; one without that, as Debian has wrappers and headers in different
# packages, by what it says: openmpi or mpich (and what derives from it).
set(mpi_include "")
if(MPI_C_HEADER_DIR)
  set(mpi_include -I${MPI_C_HEADER_DIR})
endif()
file(WRITE ${PROJECT_BINARY_DIR}/mpi_flavour.c "#include <mpi.h>\n#ifdef OPEN_MPI\nOpen MPI\n#endif\n")
function(ashlar_mpi_flavour wrapper out)
  execute_process(COMMAND ${wrapper} ${mpi_include} -E ${PROJECT_BINARY_DIR}/mpi_flavour.c RESULT_VARIABLE failed
                  OUTPUT_VARIABLE text ERROR_QUIET)
  if(failed)
    execute_process(COMMAND ${wrapper} --showme:version RESULT_VARIABLE failed
                    OUTPUT_VARIABLE text ERROR_VARIABLE text)
  else()
    string(REGEX MATCH "[^\n]*\n*$" text "${text}") # the last line
  endif()
  if(NOT failed AND text MATCHES "Open MPI")
    set(${out} openmpi PARENT_SCOPE)
  else()
    set(${out} mpich PARENT_SCOPE)
  endif()
endfunction()

# The wrapper: mpicc when it is of the MPI wanted, else mpicc.<mpi> as Debian names it; the other way round where what
# is installed stands beside another MPI, of which mpicc may be one day.
if(NOT MPI_C_COMPILER AND ASHLAR_NAMES STREQUAL mpi AND NOT ASHLAR_MPI STREQUAL "")
  find_program(MPI_C_COMPILER mpicc.${ASHLAR_MPI})
endif()
if(NOT MPI_C_COMPILER)
  find_program(mpicc_plain mpicc)
  mark_as_advanced(mpicc_plain)
  if(mpicc_plain)
    ashlar_mpi_flavour(${mpicc_plain} flavour)
  endif()
  if(mpicc_plain AND (ASHLAR_MPI STREQUAL "" OR ASHLAR_MPI STREQUAL flavour))
    set(MPI_C_COMPILER ${mpicc_plain} CACHE FILEPATH "MPI compiler wrapper" FORCE)
  else()
    find_program(MPI_C_COMPILER mpicc.${ASHLAR_MPI})
  endif()
endif()
if(MPI_C_COMPILER)
  ashlar_mpi_flavour(${MPI_C_COMPILER} flavour)
  if(NOT ASHLAR_MPI STREQUAL "" AND NOT ASHLAR_MPI STREQUAL flavour)
    message(FATAL_ERROR "${MPI_C_COMPILER} belongs to ${flavour}, not to ${ASHLAR_MPI}")
  endif()
  set(ASHLAR_MPI ${flavour})
  # Debian has the wrapper and the header in different packages.
  file(WRITE ${PROJECT_BINARY_DIR}/mpi_header.c "#include <mpi.h>\n")
  execute_process(COMMAND ${MPI_C_COMPILER} ${mpi_include} -E ${PROJECT_BINARY_DIR}/mpi_header.c
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    ashlar_missing("header mpi.h of ${ASHLAR_MPI}" lib${ASHLAR_MPI}-dev)
  endif()
else()
  if(ASHLAR_MPI STREQUAL "")
    set(ASHLAR_MPI openmpi)
  endif()
  ashlar_missing("MPI compiler mpicc of ${ASHLAR_MPI}" lib${ASHLAR_MPI}-dev)
endif()

# BLAS and LAPACK: OpenBLAS, those that CMake's FindBLAS and FindLAPACK know by a name, or libraries.
set(ASHLAR_BLAS auto CACHE STRING
    "BLAS and LAPACK: auto (OpenBLAS), a name that CMake has for BLA_VENDOR, or a list of libraries")
if(ASHLAR_BLAS STREQUAL auto)
  find_library(ASHLAR_BLAS_LIBRARY NAMES openblas openblas64)
  if(NOT ASHLAR_BLAS_LIBRARY)
    ashlar_missing("BLAS and LAPACK library libopenblas" libopenblas-dev)
  endif()
elseif(ASHLAR_BLAS MATCHES "[/.]|^-l")
  set(ASHLAR_BLAS_LIBRARY ${ASHLAR_BLAS})
else()
  set(BLA_VENDOR ${ASHLAR_BLAS})
  find_package(BLAS QUIET)
  set(blas ${BLAS_LIBRARIES} ${BLAS_LINKER_FLAGS})
  find_package(LAPACK QUIET)
  if(blas AND NOT LAPACK_FOUND) # BLIS, for one, is a BLAS only: another's LAPACK, which shall call this BLAS
    set(BLA_VENDOR Generic)
    find_package(LAPACK QUIET)
    list(REMOVE_ITEM LAPACK_LIBRARIES "" ${BLAS_LIBRARIES})
  endif()
  if(NOT blas OR NOT LAPACK_FOUND)
    message(FATAL_ERROR "ASHLAR_BLAS=${ASHLAR_BLAS}: CMake finds no BLAS, or no LAPACK, of that name; docs/building.md has "
                        "names, and ASHLAR_BLAS may be a list of libraries instead")
  endif()
  set(ASHLAR_BLAS_LIBRARY ${LAPACK_LIBRARIES} ${LAPACK_LINKER_FLAGS} ${blas})
  list(REMOVE_DUPLICATES ASHLAR_BLAS_LIBRARY)
endif()
# What the cache says of other libraries does not hold.
if(DEFINED ASHLAR_BLAS_OF AND NOT "${ASHLAR_BLAS_OF}" STREQUAL "${ASHLAR_BLAS_LIBRARY}")
  foreach(fact BLAS_INT64 SCALAPACK_INT64 ELPA_FITS)
    unset(ASHLAR_${fact} CACHE)
  endforeach()
endif()
set(ASHLAR_BLAS_OF "${ASHLAR_BLAS_LIBRARY}" CACHE INTERNAL "BLAS whose integers are known")

# ashlar_width(variable name source libraries...): a program says, by its exit code, of how many bytes
# the integers of a library are; the variable becomes 1 if 8, 0 if 4. Programs for another machine do not run here:
# names and words of libraries have to say it, and what is loaded is proved at the first call.
function(ashlar_width variable name source)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    list(GET ARGN 0 library)
    set(wide 0)
    if(EXISTS "${library}")
      file(STRINGS "${library}" words LIMIT_COUNT 1 REGEX USE64BITINT) # OpenBLAS
    endif()
    if(words OR library MATCHES "(64|64_|ilp64)[._0-9]*[.](so|a)[.0-9]*$")
      set(wide 1)
    endif()
    set(${variable} ${wide} CACHE INTERNAL "${name} integers have 64 bits")
    message(STATUS "${name}: by its name and words ${library} has 64-bit integers: ${wide} (${variable})")
    return()
  endif()
  try_run(width compiled ${source}.dir ${source} LINK_LIBRARIES ${ARGN} COMPILE_OUTPUT_VARIABLE log)
  if(NOT compiled)
    message(FATAL_ERROR "A program does not link with ${ARGN}:\n${log}")
  elseif(width EQUAL 8)
    set(${variable} 1 CACHE INTERNAL "${name} integers have 64 bits")
  elseif(width EQUAL 4)
    set(${variable} 0 CACHE INTERNAL "${name} integers have 64 bits")
  elseif(width EQUAL 1)
    message(FATAL_ERROR "The integers of BLAS and of LAPACK differ in width: ${ARGN}")
  else()
    message(FATAL_ERROR "A program using ${ARGN} does not run: ${width}")
  endif()
endfunction()

# A count whose high half is set is negative to a library that reads 64 bits, which then adds up or copies nothing.
if(ASHLAR_BLAS_LIBRARY AND NOT DEFINED ASHLAR_BLAS_INT64)
  file(WRITE ${PROJECT_BINARY_DIR}/blas_width.c "
    double ddot_(const long long *, const double *, const long long *, const double *,
                 const long long *);
    void dlacpy_(const char *, const long long *, const long long *, const double *, const long long *, double *,
                 const long long *, unsigned long);
    int main(void)
    {
        const double x[2] = {1, 1};
        double to[2] = {0, 0};
        const long long n = (long long)0xffffffff00000002ULL, one = 1, two = 2;
        const int width = ddot_(&n, x, &one, x, &one) == 2.0 ? 4 : 8;
        dlacpy_(\"A\", &n, &one, x, &two, to, &two, 1);
        return width == (to[0] == 1.0 ? 4 : 8) ? width : 1;
    }")
  ashlar_width(ASHLAR_BLAS_INT64 "BLAS" ${PROJECT_BINARY_DIR}/blas_width.c ${ASHLAR_BLAS_LIBRARY})
endif()

# A ScaLAPACK for 64-bit integers is rare: there it may be absent.
set(scalapack_absent "ASHLAR_SCALAPACK=OFF")
if(ASHLAR_SCALAPACK STREQUAL AUTO OR ASHLAR_SCALAPACK)
  find_library(ASHLAR_SCALAPACK_LIBRARY NAMES scalapack-${ASHLAR_MPI} scalapack)
  if(NOT ASHLAR_SCALAPACK_LIBRARY AND ASHLAR_SCALAPACK STREQUAL AUTO AND ASHLAR_BLAS_INT64)
    set(scalapack_absent "none found for the 64-bit integers of ${ASHLAR_BLAS_LIBRARY}")
    set(ASHLAR_SCALAPACK_LIBRARY "")
  elseif(NOT ASHLAR_SCALAPACK_LIBRARY)
    ashlar_missing("ScaLAPACK library over ${ASHLAR_MPI}" libscalapack-${ASHLAR_MPI}-dev)
  endif()
else()
  set(ASHLAR_SCALAPACK_LIBRARY "")
endif()
if(ASHLAR_INSTALL_SCF)
  set(ASHLAR_SCF ON)
endif()
if(ASHLAR_SCF)
  find_path(ASHLAR_LIBINT2_INCLUDE libint2.hpp)
  find_library(ASHLAR_LIBINT2_LIBRARY int2)
  find_path(ASHLAR_EIGEN_INCLUDE Eigen/Core PATH_SUFFIXES eigen3)
  if(NOT ASHLAR_LIBINT2_INCLUDE OR NOT ASHLAR_LIBINT2_LIBRARY OR NOT ASHLAR_EIGEN_INCLUDE)
    if(ASHLAR_SCF STREQUAL AUTO)
      set(ASHLAR_SCF OFF)
      message(STATUS "Hartree-Fock: left out, as there is no libint2 (Debian: libint2-dev)")
    else()
      ashlar_missing("integral library libint2, for apps/scf (or -DASHLAR_SCF=OFF)" libint2-dev)
    endif()
  endif()
endif()
if(ASHLAR_TRACE_TOOL)
  find_package(ZLIB QUIET)
  if(NOT ZLIB_FOUND)
    ashlar_missing("zlib, for ashlar-trace (or -DASHLAR_TRACE_TOOL=OFF)" zlib1g-dev)
  endif()
endif()
if(ASHLAR_TESTS)
  find_program(ASHLAR_PKG_CONFIG pkg-config)
  if(NOT ASHLAR_PKG_CONFIG)
    ashlar_missing("pkg-config, for the tests (or -DASHLAR_TESTS=OFF)" pkg-config)
  endif()
endif()

file(WRITE ${PROJECT_BINARY_DIR}/missing.txt "${missing_lines}")
if(missing_words)
  message(FATAL_ERROR "Ashlar needs what this machine lacks:${missing_words}")
endif()

find_package(MPI REQUIRED COMPONENTS C)

# Threads of a rank share its part of data-parallel operations (ASHLAR_THREADS).
if(ASHLAR_OPENMP)
  find_package(OpenMP QUIET COMPONENTS C)
endif()
set(ASHLAR_OPENMP_LIBRARIES "")
if(OpenMP_C_FOUND)
  foreach(name ${OpenMP_C_LIB_NAMES})
    if(NOT name STREQUAL pthread)
      list(APPEND ASHLAR_OPENMP_LIBRARIES ${OpenMP_${name}_LIBRARY})
    endif()
  endforeach()
endif()

# AUTO leaves ScaLAPACK out where its integers are not those of the BLAS: 5 tiles of 2 over 2
# processes are 3 for the first; 2 is 2^32 + 2 to a library that reads 64 bits.
if(ASHLAR_SCALAPACK_LIBRARY AND NOT DEFINED ASHLAR_SCALAPACK_INT64)
  file(WRITE ${PROJECT_BINARY_DIR}/scalapack_width.c "
    int numroc_(const long long *, const long long *, const long long *, const long long *,
                const long long *);
    int main(void)
    {
        const long long n = 10, tile = 2, zero = 0, processes = 0x100000002LL;
        return numroc_(&n, &tile, &zero, &zero, &processes) == 6 ? 4 : 8;
    }")
  ashlar_width(ASHLAR_SCALAPACK_INT64 "ScaLAPACK" ${PROJECT_BINARY_DIR}/scalapack_width.c
               ${ASHLAR_SCALAPACK_LIBRARY} ${ASHLAR_BLAS_LIBRARY} MPI::MPI_C)
endif()
if(ASHLAR_SCALAPACK_LIBRARY AND NOT ASHLAR_SCALAPACK_INT64 EQUAL ASHLAR_BLAS_INT64)
  set(scalapack_absent "the integers of ${ASHLAR_SCALAPACK_LIBRARY} are not those of the BLAS")
  if(NOT ASHLAR_SCALAPACK STREQUAL AUTO)
    message(FATAL_ERROR "ASHLAR_SCALAPACK=${ASHLAR_SCALAPACK}, but ${scalapack_absent}")
  endif()
  set(ASHLAR_SCALAPACK_LIBRARY "")
endif()
set(ASHLAR_HAS_SCALAPACK 0)
if(ASHLAR_SCALAPACK_LIBRARY)
  set(ASHLAR_HAS_SCALAPACK 1)
endif()

# ELPA, if it runs over the same MPI: only the loader knows which one its library brings along.
set(ASHLAR_ELPA AUTO CACHE STRING "Solve eigenproblems with ELPA: AUTO (if it is there), ON or OFF")
set_property(CACHE ASHLAR_ELPA PROPERTY STRINGS AUTO ON OFF)
set(ASHLAR_ELPA_FOUND 0)
set(ASHLAR_ELPA_LIBRARIES "")
if(NOT ASHLAR_ELPA STREQUAL OFF AND ASHLAR_HAS_SCALAPACK AND NOT ASHLAR_BLAS_INT64)
  find_program(ASHLAR_PKG_CONFIG pkg-config)
  if(ASHLAR_PKG_CONFIG AND NOT ASHLAR_ELPA_INCLUDE)
    execute_process(COMMAND ${ASHLAR_PKG_CONFIG} --cflags-only-I elpa ERROR_QUIET
                    OUTPUT_VARIABLE elpa_flags OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "-I *" "" elpa_flags "${elpa_flags}")
    separate_arguments(elpa_flags)
  endif()
  find_path(ASHLAR_ELPA_INCLUDE elpa/elpa.h HINTS ${elpa_flags} PATH_SUFFIXES elpa)
  find_library(ASHLAR_ELPA_LIBRARY elpa)
  mark_as_advanced(ASHLAR_ELPA_INCLUDE ASHLAR_ELPA_LIBRARY)
  set(ASHLAR_ELPA_WHY "not found (Debian: libelpa-dev)")
  if(ASHLAR_ELPA_INCLUDE AND ASHLAR_ELPA_LIBRARY)
    if(NOT DEFINED ASHLAR_ELPA_FITS AND CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
      # No program of the other machine can ask its loader; the library says which MPI it wants.
      execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${ASHLAR_ELPA_LIBRARY} OUTPUT_VARIABLE needed)
      string(REGEX MATCH "NEEDED +libmpi(ch)?[.]so" needed "${needed}")
      set(fits 0)
      if((ASHLAR_MPI STREQUAL openmpi AND needed MATCHES "mpi[.]so$") OR (ASHLAR_MPI STREQUAL mpich AND needed MATCHES "mpich[.]so$"))
        set(fits 1)
      endif()
      set(ASHLAR_ELPA_FITS ${fits} CACHE INTERNAL "ELPA is built for this MPI")
    elseif(NOT DEFINED ASHLAR_ELPA_FITS)
      file(WRITE ${PROJECT_BINARY_DIR}/elpa_fits.c "
        #define _GNU_SOURCE
        #include <complex.h>
        #include <dlfcn.h>
        #include <mpi.h>
        #include <elpa/elpa.h>
        void solve(elpa_t handle, double _Complex *a, double *w, double _Complex *z, int *error)
        {
            elpa_eigenvectors(handle, a, w, z, error);
        }
        int main(void)
        {
            MPI_Comm comm;
            void *elpa = dlopen(\"${ASHLAR_ELPA_LIBRARY}\", RTLD_NOW);
            void *here = dlsym(RTLD_DEFAULT, \"MPI_Comm_split\");
            if (!here)
                MPI_Comm_split(MPI_COMM_NULL, 0, 0, &comm);
            return elpa_init(20170403) != ELPA_OK || (elpa && dlsym(elpa, \"MPI_Comm_split\") != here);
        }")
      try_run(fits compiled ${PROJECT_BINARY_DIR}/elpa_fits ${PROJECT_BINARY_DIR}/elpa_fits.c
              CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${ASHLAR_ELPA_INCLUDE}"
              LINK_LIBRARIES ${ASHLAR_ELPA_LIBRARY} ${ASHLAR_SCALAPACK_LIBRARY}
                             ${ASHLAR_BLAS_LIBRARY} MPI::MPI_C ${CMAKE_DL_LIBS}
              COMPILE_OUTPUT_VARIABLE log)
      if(compiled AND fits EQUAL 0)
        set(ASHLAR_ELPA_FITS 1 CACHE INTERNAL "ELPA is built for this MPI")
      else()
        set(ASHLAR_ELPA_FITS 0 CACHE INTERNAL "ELPA is built for this MPI")
      endif()
    endif()
    set(ASHLAR_ELPA_WHY "${ASHLAR_ELPA_LIBRARY} is not built for ${ASHLAR_MPI}")
    set(ASHLAR_ELPA_FOUND ${ASHLAR_ELPA_FITS})
  endif()
  if(ASHLAR_ELPA_FOUND)
    set(ASHLAR_ELPA_LIBRARIES ${ASHLAR_ELPA_LIBRARY})
    set(ASHLAR_ELPA_WHY ${ASHLAR_ELPA_LIBRARY})
  elseif(ASHLAR_ELPA STREQUAL ON)
    message(FATAL_ERROR "ASHLAR_ELPA=ON: ELPA: ${ASHLAR_ELPA_WHY}")
  endif()
elseif(ASHLAR_ELPA STREQUAL ON)
  message(FATAL_ERROR "ASHLAR_ELPA=ON: ELPA needs ScaLAPACK and a BLAS of 32-bit integers")
else()
  set(ASHLAR_ELPA_WHY "not used")
endif()

# Parallel HDF5 over the same MPI, for libashlar_io; Debian has one for each.
find_path(ASHLAR_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/${ASHLAR_MPI})
find_library(ASHLAR_HDF5_LIBRARY NAMES hdf5 PATH_SUFFIXES hdf5/${ASHLAR_MPI})
mark_as_advanced(ASHLAR_HDF5_INCLUDE ASHLAR_HDF5_LIBRARY)
set(ASHLAR_HDF5_WHY "${ASHLAR_HDF5_LIBRARY}")
if(ASHLAR_HDF5_INCLUDE AND ASHLAR_HDF5_LIBRARY)
  file(WRITE ${PROJECT_BINARY_DIR}/hdf5_fits.c "
    #include <hdf5.h>
    int main(void) { return H5Pset_fapl_mpio(H5I_INVALID_HID, MPI_COMM_WORLD, MPI_INFO_NULL) >= 0; }")
  if(NOT DEFINED ASHLAR_HDF5_FITS)
    try_compile(ASHLAR_HDF5_FITS ${PROJECT_BINARY_DIR}/hdf5_fits ${PROJECT_BINARY_DIR}/hdf5_fits.c
                CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${ASHLAR_HDF5_INCLUDE}"
                LINK_LIBRARIES ${ASHLAR_HDF5_LIBRARY} MPI::MPI_C)
  endif()
endif()
if(NOT ASHLAR_HDF5_FITS)
  set(ASHLAR_HDF5_WHY "none for ${ASHLAR_MPI} (Debian: libhdf5-${ASHLAR_MPI}-dev); libashlar_io is left out")
  set(ASHLAR_HDF5_LIBRARY "")
endif()

# The flags that the sources of linalg are built and linked with, beside the libraries above.
add_library(ashlar_blas INTERFACE)
target_compile_definitions(ashlar_blas INTERFACE ASHLAR_BLAS_INT64=${ASHLAR_BLAS_INT64}
                           ASHLAR_SCALAPACK=${ASHLAR_HAS_SCALAPACK}
                                                 ASHLAR_ELPA=${ASHLAR_ELPA_FOUND})
target_link_libraries(ashlar_blas INTERFACE ${ASHLAR_ELPA_LIBRARIES})
if(ASHLAR_ELPA_FOUND)
  target_include_directories(ashlar_blas SYSTEM INTERFACE ${ASHLAR_ELPA_INCLUDE})
endif()

if(ASHLAR_SCF)
  add_library(ashlar_libint2 INTERFACE)
  target_include_directories(ashlar_libint2 SYSTEM INTERFACE ${ASHLAR_LIBINT2_INCLUDE}
                             ${ASHLAR_EIGEN_INCLUDE})
  target_link_libraries(ashlar_libint2 INTERFACE ${ASHLAR_LIBINT2_LIBRARY})
endif()

# Fortran programs can use the library where there is a compiler for them.
set(ASHLAR_FORTRAN AUTO CACHE STRING "Build the Fortran module and coarrays: AUTO (if there is a compiler), ON or OFF")
set_property(CACHE ASHLAR_FORTRAN PROPERTY STRINGS AUTO ON OFF)
set(fortran "no compiler (Debian: gfortran); its module and examples are left out")
if(ASHLAR_FORTRAN STREQUAL AUTO OR ASHLAR_FORTRAN)
  include(CheckLanguage)
  check_language(Fortran)
  if(CMAKE_Fortran_COMPILER)
    enable_language(Fortran)
    set(fortran ${CMAKE_Fortran_COMPILER})
  elseif(NOT ASHLAR_FORTRAN STREQUAL AUTO)
    message(FATAL_ERROR "ASHLAR_FORTRAN=${ASHLAR_FORTRAN}: ${fortran}")
  endif()
  set(ASHLAR_FORTRAN OFF)
  if(CMAKE_Fortran_COMPILER)
    set(ASHLAR_FORTRAN ON)
  endif()
else()
  set(fortran "ASHLAR_FORTRAN=${ASHLAR_FORTRAN}; its module and examples are left out")
endif()
message(STATUS "Fortran: ${fortran}")

message(STATUS "MPI: ${ASHLAR_MPI} (${MPI_C_COMPILER})")
message(STATUS "BLAS: ${ASHLAR_BLAS_LIBRARY}, 64-bit integers: ${ASHLAR_BLAS_INT64}")
if(ASHLAR_HAS_SCALAPACK)
  message(STATUS "ScaLAPACK: ${ASHLAR_SCALAPACK_LIBRARY}")
else()
  message(STATUS "ScaLAPACK: none (${scalapack_absent}); one rank of a group solves")
endif()
message(STATUS "ELPA: ${ASHLAR_ELPA_WHY}")
message(STATUS "HDF5: ${ASHLAR_HDF5_WHY}")
