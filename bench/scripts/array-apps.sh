#!/usr/bin/env bash
# array-apps.sh [-n RANKS] [--csv FILE] [--rounds N]: apps/records and apps/pagecache with their defaults, and the same
# accesses by loads, stores and atomics in shared memory (limit: bench/limits/array_apps.c), alternately, N times
# (unset: 5), on RANKS ranks (unset: 2) of one node. Microseconds of a record or a page. `./run bench array-apps` builds
# first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench array-apps}"
launch=$(dirname "$bench")/tools/launch

ranks=2 csv='' rounds=5
while [ $# -gt 0 ]; do
    case $1 in
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        *) echo "array-apps: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stats=$ASHLAR_BUILD/bench/stats

# measure LIBRARY ROW EXPRESSION COMMAND...: run a command once, and record the number that each pair of a row and an
# expression of sed finds in its output.
measure() {
    local library=$1 pairs=()
    shift
    while [ "$1" != -- ]; do pairs+=("$1"); shift; done
    shift
    ASHLAR_FAKE_NODES=1 "$launch" -n "$ranks" "$@" >"$work/out" 2>"$work/err" || { cat "$work/err" >&2; return 1; }
    local k figure
    for ((k = 0; k < ${#pairs[@]}; k += 2)); do
        figure=$(sed -n "s/${pairs[k + 1]}/\1/p" "$work/out")
        "$stats" record "$work/csv" "$library" "${pairs[k]}" "$ranks" "${figure:?no figure}"
    done
}

for ((round = 0; round < rounds; round++)); do
    measure ashlar records-append '^append: .* ms, .*, \([0-9.]*\) us each$' \
        records-fetch '^fetch: .* ms, .*, \([0-9.]*\) us each$' -- "$ASHLAR_BUILD/apps/records/records"
    measure limit records-append '^append: \([0-9.]*\) us$' records-fetch '^fetch: \([0-9.]*\) us$' \
        -- "$ASHLAR_BUILD/bench/array_apps" records
    measure ashlar pagecache-hit '^hits: .*, \([0-9.]*\) us a page$' -- "$ASHLAR_BUILD/apps/pagecache/pagecache"
    measure limit pagecache-hit '^hit: \([0-9.]*\) us$' -- "$ASHLAR_BUILD/bench/array_apps" pagecache
done
"$stats" merge "$work/csv" >"$work/merged"
[ -z "$csv" ] || cp "$work/merged" "$csv"
"$stats" table "$work/merged"
