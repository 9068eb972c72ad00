#!/usr/bin/env bash
# nwchem.sh [--builds DIR] [--csv FILE] [--rounds N] [--rows WORD,...]: NWChem, the same source over the classic
# interface and over builds of Global Arrays, one after the other, N times (unset: 3): wall seconds as
# it prints them, and, in runs of their own, the seconds within calls of Global Arrays (tests/nwchem/wrappers), added up over ranks.
# DIR (unset: $NWCHEM_BUILDS) has a folder for each build: `ashlar`, and mpi-ts, mpi-pr, ... for the
# peers, as `NWCHEM_BUILD=DIR/NAME [GA=PREFIX] tests/nwchem.sh` makes them. Over mpi-pr there is one more rank,
# which that library keeps for itself. Rows: benzene and water8 on 2 ranks; benzene-4, water8-4 on 4;
# benzene-hosts on two hosts, which needs root; benzene-calls and water8-calls are the seconds in calls. mp2 and ccsd,
# on 2 and on 4 ranks, want builds with those modules (NWCHEM_MODULES="nwdft driver mp2_grad ccsd").
# `./run bench nwchem` builds first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench nwchem}"
top=$(dirname "$bench")
inputs=$bench/nwchem

builds=${NWCHEM_BUILDS-} csv='' rounds=3 rows=benzene,water8,benzene-4,water8-4,benzene-hosts,water8-hosts,benzene-calls,water8-calls
while [ $# -gt 0 ]; do
    case $1 in
        --builds) builds=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        -n) shift ;; # of `./run bench`: each row has its own
        --rows) rows=$2; shift ;;
        *) echo "nwchem: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
[ -n "$builds" ] || { echo "SKIP no folder of builds of NWChem (NWCHEM_BUILDS)" >&2; exit 77; }
builds=$(readlink -f "$builds")
[ -x "$builds/ashlar/bin/LINUX64/nwchem" ] || { echo "SKIP $builds/ashlar has no NWChem" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
stats=$ASHLAR_BUILD/bench/stats
export ASHLAR_LAUNCH_MPI=openmpi OPENBLAS_NUM_THREADS=1

# run LIBRARY INPUT RANKS HOSTS PROGRAM: prints the wall seconds
run() {
    local ranks=$3 launch=("$top/tools/launch")
    [ "$4" = 0 ] || launch=("$top/tests/system/hosts/hosts" "$4" "${launch[@]}")
    [[ $1 != mpi-pr* ]] || ranks=$((ranks + ($4 > 0 ? $4 : 1)))
    rm -rf run && mkdir run
    (cd run && NWCHEM_BASIS_LIBRARY=$builds/$1/src/basis/libraries/ timeout 600 \
        "${launch[@]}" -n "$ranks" "$5" "$inputs/$2.nw") >out 2>&1 </dev/null ||
        { echo "$1 does not run $2 on $ranks ranks: $(grep -vE '^[- ]*$' out | tail -n 1)" >&2; return 1; }
    sed -n 's/^ Total times .*wall: *\([0-9.]*\)s.*/\1/p' out
}

for ((round = 0; round < rounds; round++)); do
    for row in ${rows//,/ }; do
        input=${row%%-*} ranks=2 hosts=0
        case $row in
            *-4) ranks=4 ;;
            *-hosts) hosts=2 ;;
        esac
        for build in "$builds"/*/; do
            library=$(basename "$build")
            program=$builds/$library/bin/LINUX64/nwchem
            [ -x "$program" ] || continue
            [[ $row != *-calls ]] || program+=.timed
            rm -f times
            seconds=$(GA_TIMES=$work/times run "$library" "$input" "$ranks" "$hosts" "$program") || continue
            [[ $row != *-calls ]] || seconds=$(awk '{ sum += $3 } END { print sum }' times)
            "$stats" record csv "$library" "$row" 2 "${seconds}s"
        done
    done
done
[ -e csv ] || { echo "SKIP NWChem runs over no library" >&2; exit 77; }
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"
"$stats" seconds merged
