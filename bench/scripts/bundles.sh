#!/usr/bin/env bash
# bundles.sh [-n RANKS] [OPTIONS OF bundle-apps.sh]: what naming elements costs in a bundle, beside a bare
# hash table, and a frozen exchange beside a bare gather; then the programs that use bundles
# (bundle-apps.sh). `./run bench bundles` builds first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench bundles}"
ranks=2
[ "${1-}" != -n ] || ranks=$2
csv=$(mktemp)
trap 'rm -f "$csv"' EXIT
"$bench/../tools/launch" -n "$ranks" "$ASHLAR_BUILD/bench/bundles" --csv "$csv"
"$ASHLAR_BUILD/bench/stats" table "$csv"
"$bench/scripts/bundle-apps.sh" "$@"
