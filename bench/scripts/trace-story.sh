#!/usr/bin/env bash
# trace-story.sh [--hosts] [--folder FOLDER] [--waters N]: the story of docs/tracing.md: the Hartree-Fock program on 8
# ranks over 4 fake nodes is traced in three steps, tasks as given without and with larger ones first, both without a cache of
# patches, and stratified with one; prints the waiting of each. The traces and pages stay in FOLDER. --hosts: over two hosts, made
# of network namespaces on this machine (root). `./run bench trace-story` builds first.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench trace-story}"
top=$(dirname "$bench")
tool=$ASHLAR_BUILD/tools/trace/ashlar-trace
folder='' waters=4
[[ " $* " != *" --hosts "* ]] || . "$bench/scripts/between-hosts"
while [ $# -gt 0 ]; do
    case $1 in
        --hosts) ;;
        -n) shift ;; # of ./run bench: there are 8
        --folder) folder=$(realpath "$2"); shift ;;
        --waters) waters=$2; shift ;;
        *) echo "trace-story: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
[ -n "${ASHLAR_LAUNCH_HOSTS-}" ] || export ASHLAR_FAKE_NODES=4
export ASHLAR_OVERSUBSCRIBE=1
printf '%-24s %12s %12s %12s %12s\n' step "seconds" "transfers" "tasks" "operations"
for step in "as-given off" "large-first off" "stratified on"; do
    tasks=${step% *} cache=${step#* }
    trace=$folder/$tasks-$cache
    ASHLAR_TRACE=$trace "$top/tools/launch" -n 8 "$ASHLAR_BUILD/apps/scf/scf" --waters "$waters" --basis '6-31g*' \
        --tasks "$tasks" --patch-cache "$cache" >"$folder/out" 2>"$folder/err" </dev/null
    "$tool" html "$trace" -o "$trace.html"
    "$tool" summary "$trace" >"$trace.txt"
    "$tool" csv "$trace" | awk -F, -v step="$tasks, cache $cache" '
        $7 ~ /^(put|get|acc|gather|scatter|scatter_acc|rmw|copy|wait)$/ { transfers += $3 }
        $7 == "task" { tasks += $3 }
        $7 ~ /^(sync|create|operation|lock)$/ { others += $3 }
        $1 + $2 > end { end = $1 + $2 }
        END { printf "%-24s %12.3f %12.4f %12.4f %12.4f\n", step, end, transfers, tasks, others }'
done
