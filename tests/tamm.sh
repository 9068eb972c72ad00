#!/usr/bin/env bash
# tamm.sh TAMM_REPOSITORY [PROGRAM...]: compile TAMM from its git repository against the classic interface, and run
# programs over it: tests/tamm/memory.cc, which uses what TAMM keeps in global arrays, and tests of its own. In
# tests/tamm/stubs are stand-ins for its libraries HPTT and BLAS++ and for the header that its CMake writes. No line of
# it is edited; what is made is removed.
#
# Debian: libeigen3-dev libmsgsl-dev nlohmann-json3-dev doctest-dev libnuma-dev libopenblas-dev.
#
# MPI, PRESET, RANKS, NODES, HOSTS, TIMEOUT and LOGS are as for upstream.sh. The tests take minutes to compile.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
top=$(dirname "$(dirname "$(readlink -f "$0")")")
repository=$(readlink -f "$1")
shift
programs=("$@")
mpi=${MPI:-openmpi}
prefix=$top/build/$mpi-${PRESET:-release}/compat
[ -e "$prefix/lib/libga.so" ] || { echo "tamm.sh: MPI=$mpi ./run build comes first" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
logs=${LOGS:-$scratch/logs}
mkdir -p "$logs"
. "$top/tests/judge.sh"

# Program; its source; its arguments; the ranks it is for, where not any; what it prints at the end of a good run (all
# of it), what of a bad one (any). Those with TAMM's library have `tamm` before the source.
table() {
    sed 's/  *| */|/g' <<'END'
memory              | tests/tamm/memory.cc | | | memory: all as wanted | not so:
Test_GACreate       | tests/ga/Test_GACreate.cpp | 10 | | GA create successful |
Test_GA_Alloc       | tests/ga/Test_GA_Alloc.cpp | | | Total elapsed time in allocation |
Test_MPI_Barrier    | tests/ga/Test_MPI_Barrier.cpp | | | on GA_MPI_Comm |
Test_GACreate_irreg | tests/ga/Test_GACreate_irreg.cpp | | 4 | GA create successful |
Test_Ops            | tamm tests/tamm/Test_Ops.cpp | | | SUCCESS! | FAILURE!
Test_Mult_Ops       | tamm tests/tamm/Test_Mult_Ops.cpp | 50 20 | | (C=CxR) with 50 indices & (R=RxC) with 50 indices | norm value & EXPECTS failed
Test_LocalTensor    | tamm tests/tamm/Test_LocalTensor.cpp | 20 10 | | dim, tile sizes = 20, 10 | Assertion failed
END
}

source_dir=$scratch/source
"$top/tests/checkout" "$repository" "$source_dir"
compile=("mpicxx.$mpi" -std=c++17 -O0 -w -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX "-I$prefix/include" "-I$top/tests/tamm/stubs"
    "-I$source_dir/src" -I/usr/include/eigen3)
objects=()
library() { # once, TAMM's library
    local source
    for source in tamm errors index_space execution_context tensor_base kernels/cpu_blas; do
        [ "${1-all}" = all ] || [ "$1" = "$source" ] || continue
        [ -e "$scratch/${source##*/}.o" ] ||
            "${compile[@]}" -c "$source_dir/src/tamm/$source.cpp" -o "$scratch/${source##*/}.o" || return 1
        objects+=("$scratch/${source##*/}.o")
    done
}

build() { # build PROGRAM SOURCE
    local words source
    read -ra words <<<"$2"
    objects=()
    if [ "${words[0]}" = tamm ]; then library; else library errors; fi || return 1
    source=$source_dir/${words[-1]}
    [ -e "$source" ] || source=$top/${words[-1]}
    "${compile[@]}" "$source" "${objects[@]}" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" -lga -larmci -lopenblas -lnuma -o "$scratch/$1"
}

while IFS='|' read -r program source arguments for_ranks required forbidden; do
    [[ ${#programs[@]} = 0 || " ${programs[*]} " = *" $program "* ]] || continue
    if build "$program" "$source" >"$logs/$program.build" 2>&1; then
        # shellcheck disable=SC2086
        launches "$scratch" "$program" "$for_ranks" "$required" "$forbidden" $arguments
    else
        does_not_build "$program" "$logs/$program.build"
    fi
done < <(table)
verdict
