#!/usr/bin/env bash
# peers.sh [-n RANKS] [--csv FILE] [--rounds N] [--ga-src DIR] [--distributions|--ghosts|--ops|--linalg|--sparse]
# [--classic] [OPTIONS OF THE PROGRAMS]: one-sided operations of ours and of other Global Arrays
# libraries; --distributions, --ghosts, --ops, --linalg, --sparse: the rows of that benchmark instead; --classic:
# also ours by the names of Global Arrays 5, the peers' source; with --sparse only these. Their programs run
# one after the other, N times over (unset: 3); with --ops no round begins after 100 seconds, with
# --linalg after 60, with --sparse after 20.
# Peers are GA over ARMCI-MPI as Debian packages it, and every build of GA installed in a folder of
# DIR (unset: $GA_SRC), such as DIR/mpi-pr and DIR/mpi-ts. A folder whose name begins with mpi-pr gets
# one more rank, which that library keeps for itself.
# `./run bench peers` builds ours first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench peers}"

ranks=2 csv='' rounds=3 ga_src=${GA_SRC-} classic='' options=() peer_programs=(onesided)
while [ $# -gt 0 ]; do
    case $1 in
        -n) ranks=$2; shift ;;
        --distributions | --ghosts | --ops | --linalg | --sparse) peer_programs=("${1#--}") ;;
        --classic) classic=1 ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --ga-src) ga_src=$2; shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
# Some peers take minutes for some operations on whole arrays.
by_rows='' ours=() begin_within=1000000 # seconds: no round begins later
case ${peer_programs[0]} in
    ghosts) by_rows="--row-seconds 2" ;;
    ops) by_rows="--row-seconds 0.5" begin_within=100 ;;
    linalg) by_rows="--row-seconds 1" ours=(--row-seconds 5) begin_within=60 ;;
    sparse) by_rows="--row-seconds 1" ours=(--row-seconds 1 --name classic) begin_within=20 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$bench/peers/find.sh"
program=${peer_programs[0]} our_program=${peer_programs[0]}
if [ "$program" = sparse ]; then
    our_program=classic_sparse
elif [ -n "$classic" ] && [ "$program" = onesided ]; then
    our_program=classic # measures both alternately
elif [ -n "$classic" ]; then
    mkdir -p "$work/$program"
    ln -s "$ASHLAR_BUILD/bench/classic_$program" "$work/$program/classic"
    names+=(classic) launch_mpi+=("$ASHLAR_LAUNCH_MPI")
fi

measure() { # measure PROGRAM RANKS [OPTIONS]
    local program=$1 ranks=$2
    shift 2
    timeout 900 "$bench/../tools/launch" -n "$ranks" "$program" --csv "$work/csv" \
        ${options[@]+"${options[@]}"} "$@"
}

# A peer that fails loses only its own lines; if it measures row by row, only the row at which it
# failed: the program is started again without it, and goes on where it was.
measure_peer() { # measure_peer NAME RANKS
    local name=$1 ranks=$2 journal=$work/$1.journal lost=$work/$1.lost row=''
    local -a more=(--name "$name")
    touch "$lost"
    cp "$lost" "$journal"
    # shellcheck disable=SC2206
    [ -z "$by_rows" ] || more+=($by_rows --journal "$journal")
    until measure "$work/$program/$name" "$ranks" "${more[@]}"; do
        [ "$row" != "$(tail -n 1 "$journal")" ] || { skip "$name" "it failed"; return; }
        row=$(tail -n 1 "$journal")
        skip "$name" "$row failed, or took too long"
        echo "$row" >>"$lost"
    done
}

for ((round = 0; round < rounds && SECONDS < begin_within; round++)); do
    measure "$ASHLAR_BUILD/bench/$our_program" "$ranks" ${ours[@]+"${ours[@]}"} || skip ga "it failed"
    [ "$program" != ops ] || measure "$ASHLAR_BUILD/bench/ops" "$ranks" --name ga+alone
    for k in ${names[@]+"${!names[@]}"}; do
        name=${names[k]} extra=0
        [[ $name != mpi-pr* ]] || extra=1
        ASHLAR_LAUNCH_MPI=${launch_mpi[k]} measure_peer "$name" $((ranks + extra))
    done
done
"$ASHLAR_BUILD/bench/stats" merge "$work/csv" >"$work/merged"
[ -z "$csv" ] || cp "$work/merged" "$csv"
"$ASHLAR_BUILD/bench/stats" table "$work/merged"
