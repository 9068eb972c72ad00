#!/usr/bin/env bash
# bundle-apps.sh [--hosts | --paper] [-n RANKS] [--csv FILE] [--rounds N] [--hpccg DIR] [--smaller]: the programs
# that use bundles, each in its ways, and their peers, one after the other, N times (unset: 5), every second
# time in the opposite order. Ours are built as the peers are, with -O3 -march=native (bench/CMakeLists.txt).
#
#   gups        random updates, as HPC Challenge RandomAccess has them (xor, 1,024 held back), of a
#               table of 64 MiB; peer: MPIRandomAccess of Debian's hpcc; limit: each rank updates a
#               table of its own (bench/limits/updates.c)
#   writes      random writes: bundles of all that a rank owns, buffers of 256 for each rank, single calls
#   cg          an iteration of conjugate gradients, 64x64x512 points a rank; also by a sparse matrix;
#               peer: HPCCG of Mantevo, whose sources are in DIR (unset: $HPCCG_SRC, else HPCCG beside this tree)
#   colouring   a graph of 2^18 vertices and 16 edges for each; the fastest of 3 in each process
#
# --hosts: gups and writes between two hosts, made of network namespaces on this machine (root).
# --paper: the figures of Heroux and others (2008) on 1, 2 and 4 ranks: random writes, and on 2 ranks by the
# number that a rank may hold back (writes-N); colouring of 5 million vertices, once in each process; 64x64x512
# points in all. `./run bench bundle-apps-plot` draws them.
# --smaller: all of it in a minute, to see whether it runs.
# `./run bench bundle-apps` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench bundle-apps}"
top=$(dirname "$bench")
# shellcheck source-path=SCRIPTDIR
[[ " $* " != *" --hosts "* ]] || . "$bench/scripts/between-hosts"

ranks=2 csv='' rounds=5 hosts='' paper='' hpccg=${HPCCG_SRC-$top/../HPCCG}
bits=23 order=2900 box=(64 64 512) scale=18 vertices=5000000 # hpcc's table is half as large as a matrix of that order
while [ $# -gt 0 ]; do
    case $1 in
        --hosts) hosts=1 ;;
        --paper) paper=1 ;;
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --hpccg) hpccg=$2; shift ;;
        --smaller) bits=16 order=256 box=(16 16 16) scale=12 vertices=4096 ;;
        *) echo "bundle-apps: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
[ -z "$hosts" ] || [ -z "$paper" ] ||
    { echo "bundle-apps: --hosts and --paper exclude each other" >&2; exit 2; }
[ -z "$hosts" ] || [ "$ranks" = 2 ] || { echo "bundle-apps: --hosts: -n must be 2" >&2; exit 2; }
[ ! -d "$hpccg" ] || hpccg=$(readlink -f "$hpccg")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
stats=$ASHLAR_BUILD/bench/stats programs=$ASHLAR_BUILD/bench

skip() { # skip NAME REASON
    echo "SKIP $1: $2" >&2
}

# start WANTED PROGRAM [ARGUMENTS]: prints the figure in the first line of its output that is like WANTED
start() {
    local wanted=$1 figure
    shift
    timeout 300 "$top/tools/launch" -n "$ranks" "$@" >out 2>err </dev/null ||
        { echo "bundle-apps: $* fails: $(tail -n 1 err)" >&2; return 1; }
    figure=$(sed -n "/$wanted/{s//\1/p;q}" out)
    [[ $figure =~ ^[0-9.]+$ ]] || { echo "bundle-apps: $*: $(tail -n 1 out)" >&2; return 1; }
    echo "$figure"
}

record() { # record LIBRARY ROW MICROSECONDS
    "$stats" record csv "$1" "$2" "$ranks" "$3"
}

rate() { # rate LIBRARY ROW GUPS: as the microseconds of an update
    record "$1" "$2" "$(awk -v rate="$3" 'BEGIN { print 0.001 / rate }')"
}

library_of() { # library_of WAY
    case $1 in
        bundle) echo ashlar ;;
        onesided) echo ga+single ;;
        sparse) echo ga+sparse ;;
        *) echo "$1" ;;
    esac
}

gups() { # gups ROW WAY OPTIONS...
    local row=$1 way=$2 figure
    shift 2
    figure=$(start '.* \([0-9.]*\) GUPS, 0 errors$' "$programs/bench_gups" --table $bits --way "$way" "$@")
    rate "$(library_of "$way")" "$row" "$figure"
}

# ---- peers ---------------------------------------------------------------------------------------

# hpcc reads this in its working directory, and appends to hpccoutf.txt. All of its other benchmarks
# run, too: they are as small as their table allows.
hpcc_input() {
    printf '%s\n' '' '' hpccoutf.txt 8 1 $order 1 80 0 1 1 "$ranks" 16.0 1 2 1 4 1 2 1 1 1 1 1 0 2 64 0 0 1 8 \
        '' 0 "$order" 0 80
}

hpcc_program=$(command -v hpcc || true)
[ -n "$hpcc_program" ] || skip hpcc "Debian's hpcc is not installed"
hpcc() {
    local figure
    rm -f hpccoutf.txt
    hpcc_input >hpccinf.txt
    ASHLAR_LAUNCH_MPI=openmpi timeout 300 "$top/tools/launch" -n "$ranks" "$hpcc_program" >out 2>err </dev/null ||
        { skip hpcc "it fails: $(tail -n 1 err)"; return; }
    figure=$(awk -v words=$((1 << bits)) '
        /^Begin of MPIRandomAccess section/ { inside = 1 }
        /^End of MPIRandomAccess section/ { inside = 0 }
        inside && /^Total Main table size/ { right = $(NF - 1) == words }
        inside && /Updates    per second/ { rate = $1 }
        inside && /^Found 0 errors/ && right { print rate }' hpccoutf.txt)
    [ -n "$figure" ] || { skip hpcc "its table is not of 2^$bits words, or has errors"; return; }
    rate hpcc gups "$figure"
}

build_hpccg() {
    [ -f "$hpccg/make_local_matrix.cpp" ] ||
        { skip hpccg "its sources are not in $hpccg (HPCCG_SRC, or --hpccg)"; return; }
    cp -r "$hpccg" hpccg-source
    make -C hpccg-source clean test_HPCCG CXX="mpicxx.$ASHLAR_LAUNCH_MPI" LINKER="mpicxx.$ASHLAR_LAUNCH_MPI" \
        USE_MPI=-DUSING_MPI CPP_OPT_FLAGS='-O3 -march=native' >log 2>&1 ||
        skip hpccg "it does not build: $(grep -m 1 error log)"
}

# Its iterations are always 149, with a product more before them.
hpccg() {
    local total
    [ -x hpccg-source/test_HPCCG ] || return 0
    total=$(start '^ *Total *: \([0-9.]*\)$' hpccg-source/test_HPCCG "${box[@]}" 2>why) ||
        { skip hpccg "$(cat why)"; return; }
    record hpccg cg "$(awk -v total="$total" 'BEGIN { printf "%.3f", total * 1e6 / 150 }')"
}

# ---- rows ----------------------------------------------------------------------------------------

writes() { # writes WAY: a bundle takes all that a rank owns, buffers 256 for each rank
    case $1 in
        messages) gups writes messages --kind store --batch $((256 * ranks)) ;;
        bundle) gups writes bundle --kind store --batch $(((1 << bits) / ranks)) ;;
        onesided) gups writes onesided --kind store --updates 1 ;;
    esac
}

held_back() { # held_back WAY: by the number
    local n
    for n in 1 4 16 64 256 1024 4096 16384 65536; do
        gups writes-$n "$1" --kind store --batch $n --updates $((n < 64 ? 1 : 4))
    done
}

on() { # on RANKS ROW...
    local ranks=$1
    shift
    "$@"
}

# Programs that are compared run next to each other.
rows=()
if [ -n "$paper" ]; then
    for k in 1 2 4; do
        rows+=("on $k writes messages" "on $k writes bundle" "on $k writes onesided")
        rows+=("on $k cg messages" "on $k cg bundle" "on $k colouring messages" "on $k colouring bundle")
    done
    rows+=("on 2 held_back messages" "on 2 held_back bundle")
else
    rows+=("gups gups messages" "gups gups bundle")
    [ -z "$hpcc_program" ] || rows+=(hpcc)
    rows+=("gups gups onesided --updates 1" "writes messages" "writes bundle" "writes onesided")
    [ -n "$hosts" ] || rows+=(limit "cg messages" "cg bundle" "cg sparse" hpccg "cg onesided" "colouring messages" "colouring bundle")
fi

limit() {
    rate limit gups "$(start '.* \([0-9.]*\) GUPS, 0 errors$' "$programs/updates" $bits)"
}

cg() { # cg WAY
    local seconds layers=$((box[2] / (${paper:-0} ? ranks : 1))) way=(--way "$1")
    [ "$1" != sparse ] || way=(--sparse)
    seconds=$(start '.* iterations, \([0-9.]*\) s each.*' "$programs/bench_cg" "${way[@]}" \
        --box "${box[@]:0:2}" $layers --iterations 40)
    record "$(library_of "$1")" cg "$(awk -v s="$seconds" 'BEGIN { printf "%.3f", s * 1e6 }')"
}

colouring() { # colouring WAY
    local seconds graph=(--scale $scale --repeat 3)
    [ -z "$paper" ] || graph=(--vertices $vertices)
    seconds=$(start '.* ranks: \([0-9.]*\) s, .* 0 wrong.*' "$programs/bench_colouring" --way "$1" --graph rmat \
        "${graph[@]}")
    record "$(library_of "$1")" colouring "${seconds}s"
}

[ -n "$hosts$paper" ] || build_hpccg
for ((round = 0; round < rounds; round++)); do
    for ((k = 0; k < ${#rows[@]}; k++)); do
        # shellcheck disable=SC2086
        ${rows[round % 2 ? ${#rows[@]} - 1 - k : k]}
    done
done
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"
if [ -n "$paper" ]; then
    "$stats" table merged
    exit
fi

# The medians, side by side.
awk -F, '
    NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "median_us") median = k; next }
    { us[$2, $1] = $median }
    function cell(row, library, scale, power) {
        if (!((row, library) in us)) return " - |"
        return sprintf(" %.4g |", scale * us[row, library] ^ power)
    }
    function line(name, row, peer, scale, power) {
        if ((row, "ashlar") in us)
            print "| " name " |" cell(row, "ashlar", scale, power) cell(row, "messages", scale, power) \
                cell(row, "ga+single", scale, power) cell(row, peer, scale, power) cell(row, "limit", scale, power)
    }
    END {
        print "| | bundle | messages | single calls | peer | limit |"
        print "|---|---|---|---|---|---|"
        line("random updates, GUPS (peer: hpcc)", "gups", "hpcc", 0.001, -1)
        line("random writes, GUPS", "writes", "", 0.001, -1)
        line("conjugate gradients, ms an iteration (peer: HPCCG)", "cg", "hpccg", 0.001, 1)
        line("colouring, s", "colouring", "", 1e-6, 1)
    }' merged
