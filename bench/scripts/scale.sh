#!/usr/bin/env bash
# scale.sh [--csv FILE]: what grows with the number of ranks, counted by tests/scale/scale, which plays all nodes but one,
# of 128 ranks. Rows of the library `scale`:
#
#   start-node create-node    bytes that a node keeps for each rank of the world: after the start, and for a regular array
#   start-rank                the same of a rank that is not the first of its node
#   sync-messages             messages of one of 10,000 nodes in a sync after a put by each rank
#
# Bytes are the difference between worlds of 10,112 and 1,000,064 ranks, for each rank more.
# `./run verify` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run verify}"
csv=/dev/stdout
[ "${1-}" != --csv ] || csv=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

simulate() { # simulate NODES RANKS_A_NODE CALL
    "$bench/../tools/launch" -n "$2" "$ASHLAR_BUILD/tests/scale/scale" --nodes "$1" --per-node "$2" --only "$3" >"$work/$1"
}
figure() { # figure NODES CALL FIELD
    awk -F, -v call="$2" -v field="$3" '$1 == call { print $field }' "$work/$1"
}
growth() { # growth ROW CALL FIELD
    local figure
    figure=$(awk -v few="$(figure 79 "$2" "$3")" -v many="$(figure 7813 "$2" "$3")" 'BEGIN { print (many - few) / (128 * (7813 - 79)) }')
    "$ASHLAR_BUILD/bench/stats" record "$csv" scale "$1" 2 "$figure"
}

simulate 79 128 create
simulate 7813 128 create
growth start-node start 5
growth start-rank start 6
growth create-node create 5
simulate 10000 2 sync-after-put
"$ASHLAR_BUILD/bench/stats" record "$csv" scale sync-messages 2 "$(figure 10000 sync-after-put 2)"
