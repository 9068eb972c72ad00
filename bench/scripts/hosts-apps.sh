#!/usr/bin/env bash
# hosts-apps.sh [--csv FILE] [--rounds N]: la_gemm of 2000x2000 doubles, and the Fock builds of benzene in
# 6-31G*, by 2 ranks on one host and by one rank on each of two, alternately, N times (unset: 3); then
# solvers on two hosts, ours and bare ScaLAPACK and ELPA alternately. The hosts are made of network
# namespaces on this machine (root).
# `./run bench hosts-apps` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench hosts-apps}"
. "$bench/scripts/between-hosts"
top=$(dirname "$bench")
stats=$ASHLAR_BUILD/bench/stats
molecule=$top/apps/scf/data/molecules/benzene.xyz

csv='' rounds=3
while [ $# -gt 0 ]; do
    case $1 in
        -n) [ "$2" = 2 ] || { echo "hosts-apps: -n must be 2" >&2; exit 2; }; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        *) echo "hosts-apps: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

on() { # on one-host|two-hosts PROGRAM [ARGUMENTS]
    local hosts=$1
    shift
    if [ "$hosts" = two-hosts ]; then
        timeout 600 "$top/tools/launch" -n 2 "$@"
    else # where MPI may share memory
        ASHLAR_LAUNCH_HOSTS=h0 timeout 600 env -u UCX_TLS "$top/tools/launch" -n 2 "$@"
    fi
}

scf() { # scf one-host|two-hosts
    local energy
    on "$1" "$ASHLAR_BUILD/apps/scf/scf" "$molecule" --basis '6-31g*' --cartesian --threshold 1e-7 \
        --tol2e 1e-11 --json "$work/$1.json" >scf.out
    energy=$(sed -n 's/^ *"energy": \([-0-9.]*\),$/\1/p' "$1.json")
    { "$stats" within "$energy" '>=-230.702280155632' && "$stats" within "$energy" '<=-230.702278155632'; } ||
        { echo "hosts-apps: $1: wrong energy: $energy" >&2; return 1; }
    "$stats" record csv "$1" fock 2 \
        "$(sed -n '/"seconds": {"setup"/s/.*"fock": \([0-9.]*\).*/\1/p' "$1.json")s"
}

for ((round = 0; round < rounds; round++)); do
    for hosts in one-host two-hosts; do
        on $hosts "$ASHLAR_BUILD/bench/linalg" --rows hosts --only gemm --repetitions 5 --csv "$work/csv" --name $hosts
        scf $hosts
    done
done
for rows in eigen lu; do
    on two-hosts "$ASHLAR_BUILD/bench/linalg" --rows hosts --only $rows --row-seconds 15 --csv "$work/csv"
done
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"
"$stats" seconds merged
echo "speed of gemm, two hosts / one host:    $("$stats" figure merged one-host:gemm-2000 two-hosts:gemm-2000)"
echo "eigenvectors, ours / the best of others: $("$stats" figure merged ga:eigen-2000 limit:eigen-2000)"
echo "LU solve, ours / bare ScaLAPACK:         $("$stats" figure merged ga:lu limit:lu)"
echo "Fock seconds, two hosts / one host:     $("$stats" figure merged two-hosts:fock one-host:fock)"
