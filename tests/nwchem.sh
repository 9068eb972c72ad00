#!/usr/bin/env bash
# nwchem.sh NWCHEM_REPOSITORY [CASE...]: build NWChem (SCF, DFT, gradients, geometry optimisation) from its git
# repository against the classic interface, run the inputs in tests/nwchem on 1 to 4 ranks, on
# one node, two fake ones, and two hosts, and compare energies, iteration by iteration, and gradients
# with those in tests/nwchem/*.expected, which the same source gave over Global Arrays 5.9.2 (MPI-TS).
# Unless cases are named, `faults` follows: a killed rank, a full disk, unreadable orbitals.
# The build takes 10 minutes on two cores; two ranks alone took 4 more on a busy machine. docs/nwchem.md has the packages.
#
# Environment variables: MPI (openmpi or mpich), RANKS (1 2 3 4), NODES (1 2), HOSTS (2; 0: none; needs
# root), NWCHEM_BUILD (a folder that is made, or used again; default build/nwchem-MPI), LOGS=DIR keeps
# the outputs. GA=PREFIX builds against that Global Arrays instead; RECORD=1 with it writes them.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tests=$(dirname "$(readlink -f "$0")")
top=$(dirname "$tests")
here=$tests/nwchem
repository=$(readlink -f "$1")
shift
mpi=${MPI:-openmpi}
prefix=${GA:-$top/build/$mpi-release/compat}
[ -x "$prefix/bin/ga-config" ] || { echo "nwchem.sh: no bin/ga-config in $prefix: MPI=$mpi ./run build comes first" >&2; exit 2; }
build=$(realpath -m "${NWCHEM_BUILD:-$top/build/nwchem-$mpi}")
program=$build/bin/LINUX64/nwchem
"$here/build" "$repository" "$prefix" "$build" "$mpi"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
logs=${LOGS:-$work/logs}
mkdir -p "$logs"
logs=$(realpath "$logs")
cases=("$@")
[ $# -gt 0 ] || for input in "$here"/*.nw; do cases+=("$(basename "$input" .nw)"); done
export NWCHEM_BASIS_LIBRARY=$build/src/basis/libraries/ ASHLAR_LAUNCH_MPI=$mpi
export OPENBLAS_NUM_THREADS=1

# The words that a run must print beside the numbers, where it has to end with an error.
words_of() {
    case $1 in
        memory) echo 'ga_create_atom_blocked: ga_create_irreg|scf_init: MOs' ;; # whichever comes first
    esac
}

passed=0 failed=0
check() { # check NAME CASE CODE OUTPUT
    local words
    words=$(words_of "$2")
    if [ -n "$words" ]; then
        [ "$3" != 0 ] && grep -qE "$words" "$4" && return
        echo "$1: code $3, and the words '$words' are wanted"
    elif [ "$3" != 0 ]; then
        echo "$1: code $3: $(grep -vE '^ *-*$' "$4" | tail -n 1)"
    else
        "$here/numbers" "$4" >"$4.numbers"
        "$here/compare" "$here/$2.expected" "$4.numbers" && return
        echo "$1: other numbers"
    fi
    return 1
}

run_case() { # run_case CASE RANKS NODES HOSTS
    local name=$1-r$2-k$3 launch=("$top/tools/launch") log code=0
    if [ "$4" != 0 ]; then
        name=$1-r$2-h$4
        launch=("$tests/system/hosts/hosts" "$4" "${launch[@]}")
    fi
    log=$logs/$name
    mkdir -p "$work/$2-$3-$4"
    (cd "$work/$2-$3-$4" && ASHLAR_FAKE_NODES=$3 timeout 300 "${launch[@]}" -n "$2" "$program" "$here/$1.nw") \
        >"$log" 2>&1 </dev/null || code=$?
    if [ "${RECORD-}" = 1 ]; then
        [ -z "$(words_of "$1")" ] || return 0
        [ $code = 0 ] || { echo "$name: code $code, nothing is recorded" >&2; exit 1; }
        "$here/numbers" "$log" >"$here/$1.expected"
    elif check "$name" "$1" $code "$log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

for ranks in ${RANKS:-1 2 3 4}; do
    for nodes in ${NODES:-1 2}; do
        [ "$nodes" -le "$ranks" ] || continue
        for name in "${cases[@]}"; do run_case "$name" "$ranks" "$nodes" 0; done
    done
done
if [ "${HOSTS:-2}" != 0 ]; then
    for name in "${cases[@]}"; do run_case "$name" 2 1 "${HOSTS:-2}"; done
fi
if [ $# = 0 ] && [ "${RECORD-}" != 1 ]; then "$here/faults" "$build" || failed=$((failed + 1)); fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
