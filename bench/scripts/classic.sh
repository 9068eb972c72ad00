#!/usr/bin/env bash
# classic.sh [-n RANKS] [OPTIONS OF peers.sh]: operations by the names of Global Arrays 5: ours beside the
# calls behind them, the limits of the machine, and other Global Arrays libraries.
# classic.sh [-n RANKS] --source FILE [--ga-src DIR] [ARGUMENTS]: a C program written for Global Arrays 5,
# built with the ga-config of each library, ours last, and run with the arguments; its output.
# `./run bench classic` builds ours first and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench classic}"
[[ " $* " == *" --source "* ]] || exec "$bench/scripts/peers.sh" --classic "$@"

ranks=2 ga_src=${GA_SRC-} peer_source='' arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        -n) ranks=$2; shift ;;
        --source) peer_source=$(realpath "$2"); shift ;;
        --ga-src) ga_src=$2; shift ;;
        *) arguments+=("$1") ;;
    esac
    shift
done
[ -r "$peer_source" ] || { echo "classic: no file $peer_source" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$bench/peers/find.sh"
add classic "$ASHLAR_BUILD/compat/bin/ga-config" "$ASHLAR_LAUNCH_MPI"

failed=1 # unless ours runs
for k in ${names[@]+"${!names[@]}"}; do
    name=${names[k]} extra=0
    [[ $name != mpi-pr* ]] || extra=1
    echo "== $name"
    if ! ASHLAR_LAUNCH_MPI=${launch_mpi[k]} timeout 900 "$bench/../tools/launch" -n $((ranks + extra)) \
        "$work/source/$name" ${arguments[@]+"${arguments[@]}"}; then
        skip "$name" "it failed"
    elif [ "$name" = classic ]; then
        failed=0
    fi
done
exit $failed
