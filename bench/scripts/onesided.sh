#!/usr/bin/env bash
# onesided.sh [-n RANKS] [--csv FILE] [OPTIONS OF THE PROGRAM]: one-sided operations of ga, of
# armci-lite alone and at the physical limits, in one run; with 2 ranks (unset: 2) the contests also
# at 4 and 8. `./run bench onesided` builds first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench onesided}"

ranks=2 csv='' options=()
while [ $# -gt 0 ]; do
    case $1 in
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measure() { # measure RANKS [OPTIONS]
    local ranks=$1
    shift
    "$bench/../tools/launch" -n "$ranks" "$ASHLAR_BUILD/bench/onesided" --csv "$work/csv" "$@"
}

measure "$ranks" ${options[@]+"${options[@]}"}
if [ "$ranks" = 2 ] && [ ${#options[@]} = 0 ]; then
    measure 4 --rows contests
    measure 8 --rows contests
fi
[ -z "$csv" ] || cp "$work/csv" "$csv"
"$ASHLAR_BUILD/bench/stats" table "$work/csv"
