#!/usr/bin/env bash
# hosts.sh [--csv FILE] [--rounds N] [--ga-src DIR] [--ours|--rma] [OPTIONS OF THE PROGRAMS]: one-sided
# operations between two hosts, made of network namespaces on this machine (root), one rank each: plain
# two-sided MPI, armci-lite, ga, and the other Global Arrays libraries over the same MPI. The programs
# run one after the other, N times over (unset: 3), ours twice each time. Peers are found as in
# peers.sh; a folder whose name begins with mpi-pr gets one more rank on each host. --ours: no
# peers. --rma: ga over the rma engine beside GA over ARMCI-MPI, which is MPI RMA too; over MPICH.
# `./run bench hosts` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench hosts}"
. "$bench/scripts/between-hosts"

csv='' rounds=3 ga_src=${GA_SRC-} peers=1 rma='' options=()
while [ $# -gt 0 ]; do
    case $1 in
        -n) [ "$2" = 2 ] || { echo "hosts: -n must be 2: one rank per host" >&2; exit 2; }; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --ga-src) ga_src=$2; shift ;;
        --ours) peers='' ;;
        --rma) rma=1 ;;
        *) options+=("$1") ;;
    esac
    shift
done
if [ -n "$rma" ] && [ "$ASHLAR_LAUNCH_MPI" != mpich ]; then
    echo "SKIP hosts-rma: MPI RMA is compared over MPICH: set MPI=mpich" >&2
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
only_mpi=$ASHLAR_LAUNCH_MPI
names=()
peer_programs=(onesided distributions)
[ -z "$peers" ] || . "$bench/peers/find.sh"

measure() { # measure ROWS RANKS PROGRAM [OPTIONS]
    local rows=$1 ranks=$2 program=$3
    shift 3
    timeout 180 "$bench/../tools/launch" -n "$ranks" "$program" --csv "$work/csv" ${options[@]+"${options[@]}"} --rows "$rows" \
        --repetitions 5 "$@"
}

# A peer that fails loses only its own lines, and is not tried again.
measure_peer() { # measure_peer NAME
    local ranks=2
    [ ! -e "$work/$1.failed" ] || return 0
    [[ $1 != mpi-pr* ]] || ranks=4
    measure hosts,busy $ranks "$work/onesided/$1" --name "$1" 2>"$work/$1.err" &&
        measure hosts $ranks "$work/distributions/$1" --name "$1" 2>"$work/$1.err" && return
    touch "$work/$1.failed"
    echo "SKIP $1: it fails between hosts: $(grep -v -m 1 -E '^(run:|-*$|\[.*\] Read|SKIP)' "$work/$1.err")" >&2
}

for ((round = 0; round < rounds && ${rma:-0}; round++)); do
    for name in ${names[@]+"${names[@]}"}; do
        [[ $name != armci-mpi* ]] || measure hosts 2 "$work/onesided/$name" --name "$name"
    done
    ASHLAR_TRANSPORT=rma UCX_TCP_PUT_ENABLE=n measure hosts 2 "$ASHLAR_BUILD/bench/hosts" --name ga+rma
done
for ((round = 0; round < rounds && !${rma:-0}; round++)); do
    measure hosts,busy 2 "$ASHLAR_BUILD/bench/hosts"
    ASHLAR_PROGRESS=thread measure busy 2 "$ASHLAR_BUILD/bench/hosts" --name ga+thread
    for name in ${names[@]+"${names[@]}"}; do measure_peer "$name"; done
    measure hosts 2 "$ASHLAR_BUILD/bench/hosts" # again: the machine's speed may have changed by now
done
"$ASHLAR_BUILD/bench/stats" merge "$work/csv" >"$work/merged"
[ -z "$csv" ] || cp "$work/merged" "$csv"
"$ASHLAR_BUILD/bench/stats" table "$work/merged"
