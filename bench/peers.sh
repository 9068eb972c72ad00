#!/usr/bin/env bash
# peers.sh [-n RANKS] [--csv FILE] [--rounds N] [--ga-src DIR] [OPTIONS OF THE PROGRAMS]: one-sided
# operations of ours and of other Global Arrays libraries. Their programs run one after the other,
# N times over (unset: 3). Peers are GA over ARMCI-MPI as Debian packages it, and every build of GA
# installed in a folder of DIR (unset: $GA_SRC), such as DIR/mpi-pr and DIR/mpi-ts. A folder whose name
# begins with mpi-pr gets one more rank, which that library keeps for itself.
# `./run bench peers` builds ours first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(readlink -f "$0")")
: "${ASHLAR_BUILD:?is not set; call ./run bench peers}"

ranks=2 csv='' rounds=3 ga_src=${GA_SRC-} options=()
while [ $# -gt 0 ]; do
    case $1 in
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --ga-src) ga_src=$2; shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=() launch_mpi=()

skip() { # skip NAME REASON
    echo "SKIP $1: $2" >&2
}

# add NAME GA-CONFIG MPI: build the program over one more peer.
add() {
    local name=$1 config=$2 mpi=$3 flags
    command -v "mpicc.$mpi" >/dev/null || { skip "$name" "there is no mpicc.$mpi"; return; }
    flags="$("$config" --cppflags) -I$(dirname "$bench")"
    # shellcheck disable=SC2046,SC2086
    if "mpicc.$mpi" -std=gnu11 -O3 -o "$work/$name" "$bench/peers/onesided_ga.c" "$bench/bench.c" $flags \
        $("$config" --ldflags) $("$config" --libs) $("$config" --flibs) >"$work/log" 2>&1; then
        names+=("$name") launch_mpi+=("$mpi")
    else
        skip "$name" "the program does not build: $(grep -m 1 -E 'error|undefined' "$work/log")"
    fi
}

for mpi in openmpi mpich; do
    for config in /usr/lib/*/ga/"$mpi"/bin/ga-config /usr/lib/ga/"$mpi"/bin/ga-config; do
        [ ! -x "$config" ] || { add "armci-mpi-$mpi" "$config" $mpi; continue 2; }
    done
    skip "armci-mpi-$mpi" "Debian's libglobalarrays-dev and libarmci-mpi-dev are not installed"
done
if [ -z "$ga_src" ]; then
    skip "mpi-pr, mpi-ts" "no --ga-src DIR names GA builds"
else
    for name in mpi-pr mpi-ts; do
        compgen -G "$ga_src/$name*/bin/ga-config" >/dev/null ||
            skip "$name" "$ga_src/$name has no bin/ga-config; install a GA build there"
    done
    for config in "$ga_src"/*/bin/ga-config; do
        [ -x "$config" ] || continue
        mpi=mpich
        [[ $($("$config" --cc) --showme:version 2>/dev/null) != *"Open MPI"* ]] || mpi=openmpi
        add "$(basename "${config%/bin/ga-config}")" "$config" $mpi
    done
fi

measure() { # measure PROGRAM RANKS [OPTIONS]; a program that fails costs its own lines only
    local program=$1 ranks=$2
    shift 2
    timeout 900 "$bench/../cmake/launch" -n "$ranks" "$program" --csv "$work/csv" \
        ${options[@]+"${options[@]}"} "$@" || skip "$(basename "$program")" "it failed"
}

for ((round = 0; round < rounds; round++)); do
    measure "$ASHLAR_BUILD/bench/onesided" "$ranks"
    for k in ${names[@]+"${!names[@]}"}; do
        name=${names[k]} extra=0
        [[ $name != mpi-pr* ]] || extra=1
        ASHLAR_LAUNCH_MPI=${launch_mpi[k]} measure "$work/$name" $((ranks + extra)) --name "$name"
    done
done
awk -f "$bench/merge.awk" "$work/csv" >"$work/merged"
[ -z "$csv" ] || cp "$work/merged" "$csv"
awk -f "$bench/table.awk" "$work/merged"
