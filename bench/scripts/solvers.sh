#!/usr/bin/env bash
# solvers.sh [--hosts] [--table] [-n RANKS] [--csv FILE] [--rounds N] [--smaller N]: systems and least squares of
# doubles in ScaLAPACK's layout, of 2000 and 4000 unknowns and 4000 x 1000.
#
#   ga, limit          ours and bare ScaLAPACK with its best tiles and grid, alternately, and products by two OpenBLAS at
#                      once, in N rounds (unset: 2)
#   hpl                the HPL of Debian's hpcc, which runs over Open MPI, with the same kernels and the best of three blocks
#   goal               what ours are to reach: 1.3 times the speed of ScaLAPACK, or 0.90 of the rate of the products,
#                      whichever is slower; for least squares 1.2 times the speed of ScaLAPACK
#
# --hosts: LU and Cholesky of order 4000 by two ranks on one host and by one on each of two, alternately, N times
# (unset: 3); the hosts are made of network namespaces on this machine (root).
# --table [--hosts] [OPTIONS OF bench/programs/solvers.c]: the rows of linalg/src/frame/la_solver_table.inc for one node,
# with --hosts for several, from measurements here, the best of N rounds (unset: 1). A round takes some five minutes. --csv
# FILE has the times. Commit the rows in the place of those in the table, and build.
# --smaller: divide all extents by N. `./run bench solvers` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench solvers}"
top=$(dirname "$bench")
# shellcheck source-path=SCRIPTDIR
[[ " $* " != *" --hosts "* ]] || . "$bench/scripts/between-hosts"

ranks=2 csv='' rounds='' hosts=0 table='' smaller=1 options=()
while [ $# -gt 0 ]; do
    case $1 in
        --hosts) hosts=1 ;;
        --table) table=1 ;;
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --smaller) smaller=$2; shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
[ -n "$table" ] || [ ${#options[@]} = 0 ] || { echo "solvers: unknown option '${options[0]}'" >&2; exit 2; }
[ $hosts = 0 ] || [ "$ranks" = 2 ] || { echo "solvers: --hosts: -n must be 2" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
stats=$ASHLAR_BUILD/bench/stats

linalg() { # linalg [OPTIONS]
    timeout 300 "$top/tools/launch" -n "$ranks" "$ASHLAR_BUILD/bench/linalg" --smaller "$smaller" --csv "$work/csv" "$@"
}

# ---- HPL -----------------------------------------------------------------------------------------

# hpcc reads this in its working directory, and appends to hpccoutf.txt; its HPL comes last. Its rate is that of
# 2/3 n^3 + 3/2 n^2 operations.
hpl() {
    local hpcc n best
    hpcc=$(command -v hpcc) || { echo "SKIP hpl: Debian's hpcc is not installed" >&2; return 0; }
    rm -f hpccoutf.txt
    printf '%s\n' '' '' hpccoutf.txt 8 2 "$((2000 / smaller)) $((4000 / smaller))" 3 '32 64 80' 0 1 1 "$ranks" 16.0 \
        1 2 1 4 1 2 1 1 1 1 1 0 2 64 0 0 1 8 '' 0 1000 0 80 >hpccinf.txt
    ASHLAR_LAUNCH_MPI=openmpi timeout 300 "$top/tools/launch" -n "$ranks" "$hpcc" >out 2>err </dev/null ||
        { echo "SKIP hpl: hpcc fails: $(tail -n 1 err)" >&2; return 0; }
    for n in 2000 4000; do
        best=$(awk -v n=$((n / smaller)) '
            /^W[RC]/ && $2 == n && $7 > rate { rate = $7 }
            /FAILED/ { wrong = 1 }
            END { if (rate > 0 && !wrong) printf "%.1f", (2 / 3 * n ^ 3 + 3 / 2 * n ^ 2) / rate / 1000 }' hpccoutf.txt)
        [ -n "$best" ] || { echo "SKIP hpl: hpcc says nothing of order $n, or its residual is large" >&2; return 0; }
        "$stats" record csv hpl solver-lu-$n "$ranks" "$best"
    done
}

# ---- goals ---------------------------------------------------------------------------------------

# goal ROW TIMES [GEMM SHARE]: the longer of ScaLAPACK's time over TIMES, and the product's over 0.90 for SHARE of its
# operations
goal() {
    local product=0 bare
    bare=$("$stats" figure csv.merged "limit:$1@$ranks")
    [ $# = 2 ] || product=$("$stats" figure csv.merged "limit:$3@$ranks")
    "$stats" record csv.merged goal "$1" "$ranks" "$(awk -v bare="$bare" -v times="$2" -v product="$product" \
        -v share="${4-0}" 'BEGIN { a = bare / times; b = product * share / 0.90; printf "%.1f", (a > b ? a : b) }')"
}

# A line that a reader may want; nothing where one was not measured.
print_ratio() { # print_ratio WORDS A B
    local figure
    figure=$("$stats" figure csv.merged "$2@$ranks" "$3@$ranks") || return 0
    printf '%-58s %s\n' "$1" "$figure"
}

# Rows of one round are minutes apart, in which a machine's speed changes.
measure_here() {
    local n round
    hpl
    for ((round = 0; round < ${rounds:-2}; round++)); do
        linalg --rows sizes --limits 1 --row-seconds 8
        hpl
    done
    "$stats" merge csv >csv.merged
    for n in 2000 4000; do
        goal solver-lu-$n 1.3 solver-gemm-$n 0.33333
        goal solver-cholesky-$n 1.3 solver-gemm-$n 0.16667
    done
    goal solver-least-squares 1.2
    "$stats" seconds csv.merged
    for n in lu-2000 lu-4000 cholesky-2000 cholesky-4000 least-squares; do
        print_ratio "$n: speed of ScaLAPACK" "limit:solver-$n" "ga:solver-$n"
        print_ratio "$n: of the goal" "goal:solver-$n" "ga:solver-$n"
    done
    for n in lu-2000 lu-4000; do print_ratio "$n: of HPL" "hpl:solver-$n" "ga:solver-$n"; done
}

# ---- two hosts -----------------------------------------------------------------------------------

measure_hosts() {
    local round row
    for ((round = 0; round < ${rounds:-3}; round++)); do
        for row in lu cholesky; do
            linalg_on one-host $row
            linalg_on two-hosts $row
        done
    done
    "$stats" merge csv >csv.merged
    "$stats" seconds csv.merged
    for row in lu cholesky; do
        print_ratio "$row, two hosts / one host" one-host:solver-$row-4000 two-hosts:solver-$row-4000
    done
}

# On one host MPI may share memory.
linalg_on() { # linalg_on one-host|two-hosts ROW
    (
        [ "$1" = two-hosts ] || { unset UCX_TLS; export ASHLAR_LAUNCH_HOSTS=h0; }
        linalg --rows hosts --only "solver-$2" --repetitions 3 --name "$1"
    )
}

# ---- the choice ----------------------------------------------------------------------------------

# trials SOLVER [OPTIONS]: options that the caller has given hold first.
trials() {
    local solver=$1 rows=sizes
    shift
    [ $hosts = 0 ] || rows=hosts
    ASHLAR_SOLVER=$solver timeout 1800 "$top/tools/launch" -n "$ranks" "$ASHLAR_BUILD/bench/solvers" --solver "$solver" \
        --nodes $((hosts + 1)) --rows $rows --csv "$work/csv" ${options[@]+"${options[@]}"} \
        --types float,double,cfloat,cdouble "$@"
}

# Orders of small matrices are close, for the one up to which one rank is faster. Tiles are used on one process row.
print_table() {
    local round small=100,150,200,300,400,500,600,800,1000
    for ((round = 0; round < ${rounds:-1}; round++)); do
        trials tiled --orders $small --tiles 48,64,96 --grid-rows 1
        trials tiled --orders 2000,4000 --tiles 48,64,96,128 --grid-rows 1 --alone 1
        trials scalapack --orders $small,2000 --tiles 32,64 --alone 1
    done
    awk -F, 'BEGIN { OFS = ","; print "solver,call,type,n,ranks,nodes,grid,tile,microseconds" }
        FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
        { split($at["row"], is, "-"); print $at["library"], is[1], is[2], is[3], $at["ranks"], is[4], is[5], is[6], $at["median_us"] }
        ' csv >csv.merged
    "$bench/scripts/solver-table" "$top/linalg/src/frame/la_solver_table.inc" csv.merged
}

if [ -n "$table" ]; then
    print_table
elif [ $hosts = 1 ]; then
    measure_hosts
else
    measure_here
fi
[ -z "$csv" ] || cp csv.merged "$csv"
