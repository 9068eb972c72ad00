# Warnings (link ashlar_warnings privately) and flags of the build types.

add_library(ashlar_warnings INTERFACE)
target_compile_options(ashlar_warnings INTERFACE -Wall -Wextra -Wconversion
                       $<$<BOOL:${ASHLAR_WERROR}>:-Werror>)

# ashlar_flags(language build_type flags): instead of CMake's own; a packager's stay.
function(ashlar_flags language build_type flags)
  set(variable CMAKE_${language}_FLAGS_${build_type})
  string(STRIP "${${variable}_INIT}" default)
  if("${${variable}}" STREQUAL default)
    set(${variable} "${flags}" PARENT_SCOPE)
  endif()
endfunction()
foreach(language C CXX)
  ashlar_flags(${language} RELEASE "-O3 -g1 -DNDEBUG")
  ashlar_flags(${language} DEBUG "-O0 -g3 -DASHLAR_DEBUG")
endforeach()
ashlar_flags(Fortran RELEASE "-O2 -g1")
ashlar_flags(Fortran DEBUG "-O0 -g3")
# Fortran is left out: what the library does to memory of Fortran's is seen all the same. What gfortran makes of
# derived types computes with bounds that are not there, and indices reach far beyond MA's base arrays.
if(ASHLAR_SANITIZE)
  add_compile_options("$<$<NOT:$<COMPILE_LANGUAGE:Fortran>>:-O1;-fsanitize=address,undefined;-fno-sanitize-recover=undefined>"
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# Flags of files with arithmetic on elements: integers wrap around, square roots set no errno, and complex
# numbers are multiplied as in Fortran, without the checks for infinities of C99 Annex G, which cost
# a call per element. Quotients are our own (ga_arithmetic.inc).
include(CheckCCompilerFlag)
check_c_compiler_flag(-fcx-fortran-rules ASHLAR_HAS_FORTRAN_RULES)
# Their loops lie within lines of the cache wherever the linker puts them: one of 24 bytes that crossed a line took 37 us
# for 353x353 additions instead of 31.
set(ASHLAR_ALIGN_OPTIONS -falign-functions=64 -falign-loops=32)
set(ASHLAR_ARITHMETIC_OPTIONS -fwrapv -fno-sanitize=signed-integer-overflow -fno-math-errno
    $<$<BOOL:${ASHLAR_HAS_FORTRAN_RULES}>:-fcx-fortran-rules> ${ASHLAR_ALIGN_OPTIONS})

# Targets with code of the library link ashlar_counted privately: `run coverage` wants to know which
# of its lines are run. Every module has a libgcov of its own, which nobody else's must stand in for.
add_library(ashlar_counted INTERFACE)
if(ASHLAR_COVERAGE)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "ASHLAR_COVERAGE: the C compiler must be GCC")
  endif()
  target_compile_options(ashlar_counted INTERFACE --coverage -fprofile-update=atomic -O0)
  target_sources(ashlar_counted INTERFACE ${PROJECT_SOURCE_DIR}/tests/harness/coverage/keep.c)
  add_link_options(--coverage LINKER:--exclude-libs,libgcov.a)
endif()
