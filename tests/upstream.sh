#!/usr/bin/env bash
# upstream.sh GA_SOURCE_DIR [PROGRAM...]: build the test programs of Global Arrays 5, in C, C++ and Fortran, as
# its source package has them, against the classic interface, and run them. Their code stays where it is, and
# what is made of it is removed at the end.
#
# MPI (openmpi or mpich) and PRESET choose the build, as for `run`; RANKS (1 2 3 4) and NODES (1 2) the launches;
# HOSTS=N has them between N hosts, made as `run test-hosts` does (needs root); LOGS=DIR keeps the output of each.
#
# Most of these programs exit with 0 whatever they find, so a table says what each has to print and
# what it must not. Not in it: what needs the internals of Global Arrays (elempatch, testspd, ma/testc),
# 48 GB of disk (eaf/test), /scratch (dra/perf3), or hours (random, cache_test, dra/*_mxm). nbtest may find
# errors in its puts: rank 0 accumulates while others still look. On several ranks thread-safe_cxx sets its
# counter while others count.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
top=$(dirname "$(dirname "$(readlink -f "$0")")")
source_dir=$(readlink -f "$1")
shift
programs=("$@")
mpi=${MPI:-openmpi}
build=$top/build/$mpi-${PRESET:-release}
testing=$source_dir/global/testing
[ -d "$testing" ] || { echo "upstream.sh: no global/testing in $source_dir" >&2; exit 2; }
[ -e "$build/compat/lib/libga.so" ] || { echo "upstream.sh: MPI=$mpi ./run build comes first" >&2; exit 2; }
compiler=$(sed -n 's/^MPI_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
fortran=$(sed 's/mpicc\([^/]*\)$/mpifort\1/' <<<"$compiler")
cxx=$(sed 's/mpicc\([^/]*\)$/mpicxx\1/' <<<"$compiler")

# Program; its sources, where these are not global/testing/PROGRAM.c or .F, and flags; the ranks it is for,
# where not any; what it prints at the end of a good run (all of it), what it prints of a bad one (any).
table() {
    sed 's/  *| */|/g' <<'END'
testc              |  |  | All tests successful |
testmult           |  |  | All tests successful |
testmatmultc       | -lopenblas |  | All tests successful & verified...O.K. |
gemmtest           |  |  | Success | Actual:
packc              |  |  | All tests successful |
unpackc            |  |  | All tests successful |
scan_addc          |  |  | All tests successful |
scan_copyc         |  |  | All tests successful |
patch_enumc        |  |  | All tests successful | mismatch
ntestc             |  |  | All tests successful & Success: distributions identical | Failure
ntestfc            |  |  | All tests successful & Success: distributions identical | Failure
simple_groups_commc |  |  | All tests successful & max nodeid | MPI_Comm was null
getmem             |  |  | getmem&freemem OK & Assemble_duplicate OK & Success | failed
mtest              |  |  | Success | expected & bogus
gatscat            |  |  | Success & Gather & Scatter_acc using fixed | expected & ogus
nbtestc            |  |  | Success & put test is OK & with multiple processes is OK & large number of handles is OK & get test is OK | Mismatch & NbTest fails
matrixc            |  |  | Get_diag OK & Add_diagonal OK & Set_diagonal OK & Shift_diagonal OK & Zero_diagonal OK & Scale_rows OK & Scale_cols OK | Mismatch & not OK
normc              |  |  | All tests successful & Norm1  ok & infinity ok | fails
tiled_irreg_test   |  |  | Success | FAILS & ismatch
comm_init          |  |  | Test passed | Test failed & Mismatch
read_only          |  |  | Read-only test succeeded & Regular array test succeeded | FAILED & expected
threadsafec        | -fopenmp |  | non-blocking-ran1 test OK & write1 test OK & read1 test OK & acc1 test OK & ran1 test OK | ismatch & test failed
rand               |  |  | Min: & Max: |
mulmatpatchc       | -lopenblas |  | All tests successful | mismatch & rror
print              |  |  | All tests successful |
ga-mpi             |  |  | Checking the result & OK | mismatch & rror
lock               |  |  | GA_Terminate & GA_Destroy_mutexes = 1 |
testmultrect       |  |  | All tests successful |
perf2              |  | 2 3 4 | All tests successful |
ga_lu              | -lopenblas | 2 4 | All tests successful |
thread_perf_contig | -fopenmp |  | Acc test OK & Put test OK & Get test OK | ismatch & failed
thread_perf_strided | -fopenmp |  | Acc test OK & Put test OK & Get test OK | ismatch & failed
ma_test-coalesce   | ma/test-coalesce.c | 1 |  |
ma_test-inquire    | ma/test-inquire.c | 1 |  |
dra_ntestc         | pario/dra/ntestc.c |  | OK | rror & failed
dra_perfn          | pario/dra/perfn.c |  |  |
bin                |  |  | Binning: successful | failed:
blktest            |  |  | Finished tests: success & GA_Strided_get is OK & GA_Periodic_acc is OK & GA_Copy_patch from regular to block-cyclic is OK | not OK
d2test             |  |  | All tests successful & Completed update successfully | ailure
field_test         | global/testing/field-test.F |  | All tests successful & ga_get is OK & copy is OK | error: & failed
g2test             |  |  | All tests successful & Completed updates successfully | ailure
g3test             |  |  | All tests successful & Completed updates successfully | ailure
ga_shift           |  |  | Time spent destroying GA | mismatch
ghosts             |  |  | All tests successful & Completed updates successfully | ailure
jacobi             |  |  | All tests successful & converged in |
mir_perf2          |  | 4 | All tests successful |
mmatrix            |  |  | All tests successful & Conventional matrix multiply | ailure
mulmatpatch        |  |  | All tests successful & trans(a)*trans(b): OK & [1:N,1:N,1:1]=[1,N]x[N,1]^t | error & failed
nb2test            |  |  | All tests successful & Completed update successfully | ailure
nbtest             |  |  | OK for Non-Blocking GET test & OK for simple GET test & OK for Non-Blocking ACC test & OK for Non-Blocking PUT test & OK for simple ACC test & OK for simple PUT test | Error found in GET & Error found in ACC & Error found in Non-Blocking GET & Error found in Non-Blocking ACC
ndim               |  |  | All tests successful | error
overlay            |  |  | All tests successful & ga_fence and ga_lock are OK & ga_locate_region is OK | mismatch & error & Error & wrong & failed & expected=
patch              |  |  | All tests successful & trans(a)*trans(b): OK & transposed:   OK | error & failed
patch2             |  |  | Successfully completed test of nga_add_patch | Mismatch
patch_enumf        |  |  | exit code 0 | mismatch & failed
perf               |  | 4 | All tests successful |
perfmod            |  | 4 | All tests successful |
perform            |  | 4 | All tests successful |
pg2test            |  |  | All tests succesful & copy is OK from big group to small group & copy_patch is OK from small group to big group | mismatch & error & Error & wrong & failed & expected=
pg2testmatmult     |  | 8 | verified...O.K. | failed
pgtest             |  |  | All tests succesful & All tests successful | mismatch & error & Error & wrong & failed & expected=
pgtestmatmult      |  | 8 | verified...O.K. | failed
scan               |  |  | Scan_copy successful & Scan_add successful & Exclusive scan_add successful | nsuccessful & Wrong
simple_groups      |  |  | Created array of | ailed
simple_groups_comm |  |  | max nodeid is & Created array of | ailed
sparse             |  |  | GA_PATCH_ENUM successful | Failed
sprsmatmult        |  |  | Total time for sparse matrix-vector multiply |
sprs_test          | -O3 |  | Sparse matrix tests complete & get column operation PASSES & Create from sparse array operation PASSES | FAILS & expected
sprsmatvec         |  |  | Time for total sparse matrix multiplication |
testsparse         |  |  | Values in sparse array are correct & Matrix-vector product is correct |
laplace            |  |  | Solution converged |
kaczmarz           |  |  | gradient solution converged after |
j_iter             |  |  | gradient solution converged after |
stride             |  |  | exit code 0 |
testeig            |  |  | std eigensolver is OK & eigensolver & multiplication are OK & ga_symmetrize is OK & ga_transpose is OK | test failed
testmatmult        |  |  | All tests successful & verified...O.K. |
testsolve          |  |  | All tests successful & test passed | failed
test               |  |  | All tests successful & ga_fence and ga_lock are OK | mismatch & error & Error & wrong & failed & expected=
test_mirrored      | global/testing/test.F -DMIRROR=1 |  | All tests successful | mismatch & error & Error & wrong & failed & expected=
types_test         | global/testing/types-test.F |  | All tests successful & scatter is  OK & gather is  OK | error: & failed
test_scalapack     | global/testing/test.F -DUSE_SCALAPACK_DISTR | 2 4 | All tests successful | mismatch & error & Error & wrong & failed & expected=
test_tiled         | global/testing/test.F -DUSE_TILED_DISTR | 2 4 | All tests successful | mismatch & error & Error & wrong & failed & expected=
test_tiled_irreg   | global/testing/test.F -DUSE_TILED_IRREG_DISTR | 2 4 | All tests successful | mismatch & error & Error & wrong & failed & expected=
test_restricted    | global/testing/test.F -DUSE_RESTRICTED |  | All tests successful | mismatch & error & Error & wrong & failed & expected=
nga-onesided       | global/testing/nga-onesided.m4 |  | All tests successful |
nga-patch          | global/testing/nga-patch.m4 |  | All tests successful |
nga-periodic       | global/testing/nga-periodic.m4 |  | All tests successful |
nga-scatter        | global/testing/nga-scatter.m4 |  | All tests successful |
nga-util           | global/testing/nga-util.m4 |  | All tests successful |
ngatest            | global/testing/ngatest.m4 |  | All tests successful |
ma_testf           | ma/testf.F | 1 | should be 5 & exit code 1 |
dra_big            | pario/dra/big.F |  | OK |
dra_ntest          | pario/dra/ntest.F |  | OK |
dra_perf           | pario/dra/perf.F |  | OK & all done |
dra_perf2          | pario/dra/perf2.F |  | OK & all done |
dra_test           | pario/dra/test.F |  | OK |
gp_testc           | gparrays/testing/testc.c | 1 2 4 | Completed check of GP_Get using known & Zeroed all bits & check of GP_Put & check of GP_Gather using known & check of GP_Scatter & check of GP_Set_irreg_distr & check of GP_Set_chunk | expected & ismatch & match: & Nonzero & Failed
gp_transpose       | gparrays/testing/transpose.c | 2 3 4 | Time for total sparse matrix transpose: & Terminating GA library | Invalid & Mismatch & Out of bounds
gp_test            | gparrays/testing/test.F |  | |
sf_test            | pario/sf/test.F |  | test passed |
tcgmsg_testf       | tcgmsg/tests/testf.F |  | global sums OK | failed
testc_cxx          | ga++/testing/testc.cc |  | Error=0.000000 & Terminating |
ntestc_cxx         | ga++/testing/ntestc.cc |  | Success: distributions identical & Terminating | Failure
mtest_cxx          | ga++/testing/mtest.cc |  | ok. & Terminating | not ok
elempatch_cxx      | ga++/testing/elempatch.cc |  | is ok. & Terminating | is not ok
testmult_cxx       | ga++/testing/testmult.cc -lopenblas |  | Successfull | mismatch
create_irreg_cxx   | ga++/testing/create_irreg_test.cc | 4 | GA create successful & p[3] Calling NGA_Put64 |
thread-safe_cxx    | ga++/testing/thread-safe.cc -fopenmp | 1 | Success & Atomic appears correct | rror
END
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
logs=${LOGS:-$scratch/logs}
mkdir -p "$logs"
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-3}
. "$top/tests/judge.sh"
[ ! -x "$build/tools/blas_kernels" ] || export ASHLAR_LAUNCH_KERNELS=$build/tools/blas_kernels

# The results of the configuration of Global Arrays, which its programs ask for.
defines=(-DMSG_COMMS_MPI=1 -DENABLE_F77=1 -DSIZEOF_F77_INTEGER=8 -DF2C_HIDDEN_STRING_LENGTH_AFTER_ARGS=1
    '-DF77_FUNC(a,b)=a##_' '-DF77_FUNC_(a,b)=a##_')
for name in ASSERT_H ERRNO_H MATH_H STDIO_H STDLIB_H STRING_H SYS_TYPES_H UNISTD_H BLAS LAPACK SCALAPACK; do
    defines+=("-DHAVE_$name=1")
done
folders=("-I$build/compat/include" "-I$testing" "-I$source_dir/LinAlg/lapack+blas" "-I$source_dir/global/src")

# A source goes into a folder of its own, where none of the headers of its package lies beside it.
object() { # object SOURCE FLAGS...
    local source=$1 file=$scratch/${1##*/}
    shift
    case $source in
        *.m4) file=${file%.m4}.F && m4 -I "$testing" "$source" >"$file" ;;
        *) cp "$source" "$file" ;;
    esac
    case $file in
        *.cc) "$cxx" -O1 -w "${defines[@]}" "${folders[@]}" "$@" -c "$file" -o "$file.o" ;;
        *.c) "$compiler" -O1 -w "${defines[@]}" "${folders[@]}" "$@" -c "$file" -o "$file.o" ;;
        # dra/ntest fills 100 letters of a text of 80, which wrappers of MPI may have the compiler notice
        *.F) "$fortran" -O1 -w -cpp -fdefault-integer-8 -fallow-argument-mismatch -fno-aggressive-loop-optimizations \
            -fno-stack-protector "${defines[@]}" -DHAVE_F77_FLUSH=1 -DF77_FLUSH=flush "${folders[@]}" "$@" -c "$file" -o "$file.o" ;;
    esac
}

compile() { # compile PROGRAM SOURCES_AND_FLAGS
    local word sources=() flags=() link=$compiler objects=() libraries=(-lga -larmci)
    for word in $2; do
        case $word in -*) flags+=("$word") ;; *) sources+=("$source_dir/$word") ;; esac
    done
    [ ${#sources[@]} -gt 0 ] || sources=("$testing/$1".[cF])
    case ${sources[0]} in *.F | *.m4)
        link=$fortran
        flags+=(-lopenblas)
        sources+=("$testing/ffflush.F" "$testing/util.c" "$testing/testblas.F") ;;
    esac
    case ${sources[0]} in *.cc)
        link=$cxx
        libraries=(-lga++ -lga -larmci) ;;
    esac
    for word in "${sources[@]}"; do
        object "$word" "${flags[@]}" || return 1
        word=${word##*/}
        objects+=("$scratch/${word/%.m4/.F}.o")
    done
    "$link" "${objects[@]}" -o "$scratch/$1" "-L$build/compat/lib" "-Wl,-rpath,$build/compat/lib" "${libraries[@]}" "${flags[@]}" -lm
}

while IFS='|' read -r program sources for_ranks required forbidden; do
    [[ ${#programs[@]} = 0 || " ${programs[*]} " = *" $program "* ]] || continue
    if ! compile "$program" "$sources" 2>"$logs/$program.build"; then
        does_not_build "$program" "$logs/$program.build"
        continue
    fi
    launches "$scratch" "$program" "$for_ranks" "$required" "$forbidden"
    rm -f "$scratch/$program"
done < <(table)
verdict
