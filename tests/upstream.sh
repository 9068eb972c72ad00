#!/usr/bin/env bash
# upstream.sh GA_SOURCE_DIR [PROGRAM...]: build the C test programs of Global Arrays 5, as its source
# package has them, against the classic interface, and run them. Their code stays where it is, and what
# is made of it is removed at the end.
#
# MPI (openmpi or mpich) and PRESET choose the build, as for `run`; RANKS (1 2 3 4) and NODES (1 2)
# the launches; LOGS=DIR keeps the output of each.
#
# Most of these programs exit with 0 whatever they find, so a table says what each has to print and
# what it must not.
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

# Program, flags, what it prints at the end of a good run (all of it), what it prints of a bad one (any).
table() {
    sed 's/  *| */|/g' <<'END'
testc              |              | All tests successful                        |
testmult           |              | All tests successful                        |
testmatmultc       | -lopenblas   | All tests successful & verified...O.K.      |
gemmtest           |              | Success                                     | Actual:
packc              |              | All tests successful                        |
unpackc            |              | All tests successful                        |
scan_addc          |              | All tests successful                        |
scan_copyc         |              | All tests successful                        |
patch_enumc        |              | All tests successful                        | mismatch
ntestc             |              | All tests successful & Success: distributions identical | Failure
ntestfc            |              | All tests successful & Success: distributions identical | Failure
simple_groups_commc|              | All tests successful & max nodeid           | MPI_Comm was null
getmem             |              | getmem&freemem OK & Assemble_duplicate OK & Success | failed
mtest              |              | Success                                     | expected & bogus
gatscat            |              | Success & Gather & Scatter_acc using fixed  | expected & ogus
nbtestc            |              | Success & put test is OK & with multiple processes is OK & large number of handles is OK & get test is OK | Mismatch & NbTest fails
matrixc            |              | Get_diag OK & Add_diagonal OK & Set_diagonal OK & Shift_diagonal OK & Zero_diagonal OK & Scale_rows OK & Scale_cols OK | Mismatch & not OK
normc              |              | All tests successful & Norm1  ok & infinity ok | fails
tiled_irreg_test   |              | Success                                     | FAILS & ismatch
comm_init          |              | Test passed                                 | Test failed & Mismatch
read_only          |              | Read-only test succeeded & Regular array test succeeded | FAILED & expected
threadsafec        | -fopenmp     | non-blocking-ran1 test OK & write1 test OK & read1 test OK & acc1 test OK & ran1 test OK | ismatch & test failed
END
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
logs=${LOGS:-$scratch/logs}
mkdir -p "$logs"
export ASHLAR_LAUNCH_MPI=$mpi
[ ! -x "$build/tools/blas_kernels" ] || export ASHLAR_LAUNCH_KERNELS=$build/tools/blas_kernels

# What the configuration of Global Arrays would have found, which its programs ask for.
compile() { # compile PROGRAM FLAGS
    local defines=() name
    for name in ASSERT_H ERRNO_H MATH_H STDIO_H STDLIB_H STRING_H SYS_TYPES_H UNISTD_H BLAS; do
        defines+=("-DHAVE_$name=1")
    done
    # shellcheck disable=SC2086
    "$compiler" -O1 -w "${defines[@]}" -DMSG_COMMS_MPI=1 -DSIZEOF_F77_INTEGER=8 -I"$build/compat/include" \
        -I"$testing" -I"$source_dir/LinAlg/lapack+blas" "$testing/$1.c" -o "$scratch/$1" \
        -L"$build/compat/lib" -Wl,-rpath,"$build/compat/lib" -lga $2 -lm
}

# every|some WORDS FILE: are all, or any, of the words separated by & in the file.
every() {
    local word
    while read -r word; do
        grep -qF -- "$word" "$2" || { echo "does not print: $word"; return 1; }
    done < <(sed 's/ *& */\n/g' <<<"$1")
}
some() {
    local word
    while read -r word; do
        [ -z "$word" ] || ! grep -m1 -F -- "$word" "$2" || return 0
    done < <(sed 's/ *& */\n/g' <<<"$1")
    return 1
}

judge() { # judge EXIT_CODE LOG REQUIRED FORBIDDEN: what is wrong, if anything
    [ "$1" = 0 ] || { echo "exit code $1: $(grep -v '^run: ' "$2" | head -n 1)"; return 1; }
    ! some "$4" "$2" || return 1
    every "$3" "$2"
}

failed=0 count=0
while IFS='|' read -r program flags required forbidden; do
    [[ ${#programs[@]} = 0 || " ${programs[*]} " = *" $program "* ]] || continue
    if ! compile "$program" "$flags" 2>"$logs/$program.build"; then
        echo "FAIL  $program: does not build: $(head -n 1 "$logs/$program.build")"
        failed=$((failed + 1))
        continue
    fi
    for ranks in ${RANKS:-1 2 3 4}; do
        for nodes in ${NODES:-1 2}; do
            [ "$nodes" -le "$ranks" ] || continue
            log=$logs/$program-$mpi-$ranks-$nodes
            code=0
            (cd "$scratch" && ASHLAR_FAKE_NODES=$nodes OMP_NUM_THREADS=${OMP_NUM_THREADS:-3} \
                timeout -k 5 "${TIMEOUT:-600}" "$top/tools/launch" -n "$ranks" "./$program" >"$log" 2>&1 </dev/null) || code=$?
            count=$((count + 1))
            launch="$program, $mpi, ranks $ranks, nodes $nodes"
            if words=$(judge "$code" "$log" "$required" "$forbidden"); then
                echo "pass  $launch"
            else
                echo "FAIL  $launch: $words"
                failed=$((failed + 1))
            fi
        done
    done
    rm -f "$scratch/$program"
done < <(table)
echo "$count launches, $failed failures"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
