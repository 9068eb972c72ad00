#!/usr/bin/env bash
# gridpack.sh GRIDPACK_REPOSITORY [PROGRAM...]: build GridPACK from its git repository against the classic interface,
# with its own CMake files, and run its unit tests. No line of it is edited, and what is made of it is removed.
#
# Debian: libboost-mpi-dev libboost-serialization-dev libboost-random-dev libboost-filesystem-dev petsc-dev
# libscotchparmetis-dev, which are for Open MPI. ParMETIS is that of PT-Scotch.
#
# RANKS (1 2 3 4), NODES (1 2), HOSTS, TIMEOUT and LOGS=DIR are as for upstream.sh; GRIDPACK_BUILD, a folder that is
# made, or used again, and stays; the tests take long to compile.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
top=$(dirname "$(dirname "$(readlink -f "$0")")")
repository=$(readlink -f "$1")
shift
programs=("$@")
mpi=openmpi
prefix=$top/build/$mpi-${PRESET:-release}/compat
[ -e "$prefix/lib/libga++.so" ] || { echo "gridpack.sh: MPI=$mpi ./run build comes first" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=$(realpath -m "${GRIDPACK_BUILD:-$scratch/gridpack}")
logs=${LOGS:-$scratch/logs}
mkdir -p "$logs"
. "$top/tests/judge.sh"

# Program, and the folder it is made in; the ranks it is for, where not any; what it prints at the end of a good run (all
# of it), what of a bad one (any). On several ranks vector_test finds zeros, over Global Arrays 5.9 too where ranks write
# to others' memory themselves: a rank clears its elements and does not sync, while others write there.
table() {
    sed 's/  *| */|/g' <<'END'
mpi_test | parallel | | No errors detected | failure
hash_test | parallel | | No errors detected | failure
shuffle_test | parallel | | No errors detected | failure
store_test | parallel | | Vectors OK | rror & Mistake
task_test | parallel | | Overhead per task | rror
random_test | parallel | | 2.9400 | rror
vector_test | parallel | 1 | Global vector OK & OK for getAllData & OK for resetElements | rror & ismatch
env_test | environment | | Option value for -o is: output | rror
component_serialization_test | component | | No errors detected | failure
partition_test | partition | | No errors detected | failure
parmetis_test | partition | | No errors detected | failure
test_network | network | | No errors detected | failure
network_partition | network | | No errors detected | failure
hash_distr_test | parser | | No errors detected | failure
test_mapper | mapper | | Bus values are ok & Generalized matrix values are ok & Generalized vector elements are ok & Matrix elements are ok & Network values are ok & Real vector elements are ok & Slab mapToNetwork ok & Slab matrix elements are ok & Vector elements are ok | rror
test_serial_io | serial_io | | Size of gathered data on branches is ok & Size of gathered data on buses is ok & Values of gathered data on branches are ok & Values of gathered data on buses are ok | ismatch & wrong
END
}

[ -e "$folder/source/src/CMakeLists.txt" ] || "$top/tests/checkout" "$repository" "$folder/source"
libraries=/usr/lib/$(uname -m)-linux-gnu
# Not optimised: the compiler takes twice as long for these templates otherwise. PT-Scotch's header is of ParMETIS 3 and
# lacks two names.
cmake -S "$folder/source/src" -B "$folder/build" -DCMAKE_C_COMPILER="mpicc.$mpi" -DCMAKE_CXX_COMPILER="mpicxx.$mpi" \
    -DCMAKE_CXX_FLAGS='-O0 -w -Didx_t=int -Dreal_t=float' -DCMAKE_EXE_LINKER_FLAGS="-L$libraries/hdf5/$mpi" -DGA_DIR="$prefix" \
    -DPETSC_DIR="$(pkg-config --variable=prefix PETSc)" -DPARMETIS_INCLUDE_DIR=/usr/include/parmetis \
    "-DMETIS_LIBRARY=$libraries/libptscotch.so;$libraries/libptscotcherr.so" >"$logs/configure" 2>&1 ||
    { tail -n 20 "$logs/configure" >&2; exit 1; }
grep -F "GA_LIBRARIES=$prefix/lib/libga++.so" "$logs/configure" >/dev/null

while IFS='|' read -r program where for_ranks required forbidden; do
    [[ ${#programs[@]} = 0 || " ${programs[*]} " = *" $program "* ]] || continue
    if cmake --build "$folder/build" --target "$program" --parallel 2 >"$logs/$program.build" 2>&1 </dev/null; then
        words=()
        [ "$program" != env_test ] || words=(-i input -o output)
        launches "$folder/build/$where" "$program" "$for_ranks" "$required" "$forbidden" "${words[@]}"
    else
        does_not_build "$program" "$logs/$program.build"
    fi
done < <(table)
verdict
