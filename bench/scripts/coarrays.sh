#!/usr/bin/env bash
# coarrays.sh [--hosts | --figures | --syncs] [--csv FILE] [--rounds N] [--smaller]: coarrays on a node, in C
# (bench/programs/coarrays.c), in both faces for C++ (coarrays_faces.cc, coarrays_paper.cc) and in Fortran
# (coarrays_fortran.f90) over this library, and their peers, one after the other, N times (unset: 3); two ranks
# unless a row says otherwise:
#
#   get-8 put-8            an element of 8 bytes; al: by armci-lite alone
#   get-slice put-slice    256x256 of 512x512 doubles; limit: copies of rows
#   get-array put-array    1,000 doubles; get-component put-component: of an allocatable component
#   sync-all sync-pair     of all, and of two images by a list; also of all on 4 and 8
#   event                  a post and a wait to and fro
#   create free            life of 10,000 coarrays, each; also on 8 images (coarrays_life.F90); OpenCoarrays: of 1,000
#   jacobi                 20 sweeps of a relaxation of 2000x2000; limit: two processes over shared memory
#   elements-N block-N group-N bounce-N slice-N square-N    those of the paper of 2013, N doubles; also on 4
#                          and 8, of which each of one half gets from one of the other (group)
#
# Peers: the Fortran program over OpenCoarrays, which takes minutes (compiler: $CAF, unset: caf), OpenSHMEM
# (coarrays_oshmem.c; compiler: $OSHCC, unset: oshcc), both over Open MPI, and MPI: its barrier, and the rows
# of the paper one-sided.
# --hosts: arrays, components and the rows of the paper between two hosts, made of network namespaces on this
# machine (root); also on 4 and 8, half of them on each host.
# --figures: instead, on 1, 2 and 4 images, in C++ and by messages: figure 5 of the paper of 2002
# (coarrays_2002.cc), and on 2 three of the Parallel Research Kernels (coarrays_kernels.cc).
# --syncs: instead, sync-all and sync-pair of two images in C and in Fortran, MPI's barrier and the peers, in
# turns of a second (unset: 15 rounds). As many repetitions of each, to be compared in pairs: virtual cores may
# move away from each other at any time.
# --smaller: nearly all of it in a minute, to see whether it runs.
# `./run bench coarrays` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench coarrays}"
top=$(dirname "$bench")
# shellcheck source-path=SCRIPTDIR
[[ " $* " != *" --hosts "* ]] || . "$bench/scripts/between-hosts"

csv='' rounds='' hosts='' figures='' syncs='' least=10 repetitions=9 fewer=''
while [ $# -gt 0 ]; do
    case $1 in
        --hosts) hosts=1 ;;
        --figures) figures=1 ;;
        --syncs) syncs=1 ;;
        -n) [ "$2" = 2 ] || { echo "coarrays: -n must be 2" >&2; exit 2; }; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        --smaller) least=0 repetitions=1 rounds=1 fewer=-DFEWER ;;
        *) echo "coarrays: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
[ $((${#hosts} + ${#figures} + ${#syncs})) -le 1 ] ||
    { echo "coarrays: --hosts, --figures and --syncs exclude each other" >&2; exit 2; }
rounds=${rounds:-${syncs:+15}} rounds=${rounds:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
launch=$top/tools/launch programs=$ASHLAR_BUILD/bench
stats=$programs/stats

skip() { # skip NAME REASON
    echo "SKIP $1: $2" >&2
}

# lines LIBRARY RANKS FILE: the lines "ROW MICROSECONDS" of a program, a line for those of a row
lines() {
    local row us
    while read -r row us; do
        # shellcheck disable=SC2086
        "$stats" record csv "$1" "$row" "$2" $us
    done < <(awk '
        /^[a-z0-9-]+ +[0-9]*\.[0-9]+$/ { if (!($1 in us)) rows[++n] = $1; us[$1] = us[$1] " " $2 }
        END { for (k = 1; k <= n; ++k) print rows[k] us[rows[k]] }' "$3")
}

# start LIBRARY RANKS COMMAND...: runs it; what fails is left out, if it is a peer
start() {
    local library=$1 ranks=$2
    shift 2
    if timeout 1200 "$@" >out 2>err </dev/null || grep -qx 'done' out; then
        lines "$library" "$ranks" out
    elif [[ $library =~ ^(caf|cxx.*)$ ]]; then
        echo "coarrays: $* fails: $(tail -n 1 err)" >&2
        exit 1
    else
        skip "$library" "$* fails: $(grep -m 1 -v '^launch: ' err)"
    fi
}

# ---- programs ------------------------------------------------------------------------------------

fortran=$programs/coarrays_fortran
if [ ! -x "$fortran" ]; then
    skip caf "there is no $fortran"
elif [ -z "$hosts" ]; then
    "$ASHLAR_BUILD/bin/ashlar-caf" -O0 $fewer "$bench/programs/coarrays_life.F90" -o "$work/caf-life"
fi

find_peers() {
    local compiler=${CAF-caf}
    if ! command -v "$compiler" >/dev/null; then
        skip opencoarrays "there is no '$compiler' (Debian: libcoarrays-dev and libcoarrays-openmpi-dev)"
    elif ! { "$compiler" -O2 -std=f2018 "$bench/programs/coarrays_fortran.f90" -o "$work/opencoarrays" &&
        "$compiler" -O0 -DFEWER "$bench/programs/coarrays_life.F90" -o "$work/opencoarrays-life"; } >log 2>&1; then
        skip opencoarrays "$compiler fails: $(grep -m 1 Error log)"
    fi
    compiler=${OSHCC-oshcc}
    if ! command -v "$compiler" >/dev/null; then
        skip oshmem "there is no '$compiler' (Debian: libopenmpi-dev)"
    elif ! "$compiler" -O2 -w "$bench/peers/coarrays_oshmem.c" -o "$work/oshmem" >log 2>&1; then
        skip oshmem "$compiler fails: $(tail -n 1 log)"
    fi
}
[ -n "$figures" ] || find_peers

export SHMEM_SYMMETRIC_SIZE=256M

program_of() { # program_of PROGRAM ROWS: with its arguments
    if [ "$2" = life ]; then
        echo "$1-life"
    else
        echo "$1 $2 $least"
    fi
}

# shellcheck disable=SC2046
caf() { # caf RANKS ROWS
    local program=$fortran
    [ "$2" != life ] || program=$work/caf
    [ ! -x "$fortran" ] || start caf "$1" "$launch" -n "$1" $(program_of "$program" "$2")
}

cxx2013() { # cxx2013 RANKS ROWS
    start cxx2013 "$1" "$launch" -n "$1" "$programs/coarrays_paper" cxx2013 "$least" "$2"
}

# Between hosts, Open MPI makes windows by messages only.
mpi() {
    start mpi "$1" env ${hosts:+OMPI_MCA_osc=pt2pt} "$launch" -n "$1" "$programs/coarrays_paper" mpi "$least" "$2"
}

# Debian's is built for Open MPI.
# shellcheck disable=SC2046
opencoarrays() { # opencoarrays RANKS ROWS
    [ ! -x "$work/opencoarrays" ] ||
        start opencoarrays "$1" env ASHLAR_LAUNCH_MPI=openmpi ${hosts:+OMPI_MCA_osc=pt2pt} \
            "$launch" -n "$1" $(program_of "$work/opencoarrays" "$2")
}

oshmem() { # oshmem RANKS ROWS
    [ ! -x "$work/oshmem" ] || start oshmem "$1" env ASHLAR_LAUNCH_MPI=openmpi "$launch" -n "$1" "$work/oshmem" "$2" "$least"
}

# ---- rows ----------------------------------------------------------------------------------------

on_a_node() {
    local library ranks
    "$launch" -n 2 "$programs/coarrays" --csv "$work/csv" --repetitions $repetitions
    for library in caf opencoarrays oshmem; do
        $library 2 node
        $library 2 paper
        for ranks in 4 8; do $library $ranks sync; done
    done
    cxx2013 2 sync
    for library in cxx2013 mpi; do
        $library 2 paper
        for ranks in 4 8; do $library $ranks sync; done
    done
    # With more images than cores: what arrives is checked, the times say little.
    for ranks in 4 8; do
        for library in caf cxx2013 oshmem mpi; do $library $ranks paper; done
    done
    for ranks in 2 8; do
        caf $ranks life
        oshmem $ranks life
    done
}

# OpenCoarrays makes windows for each, in minutes.
once() {
    opencoarrays 2 life
    [ -n "$fewer" ] || opencoarrays 8 life
}

between_hosts() {
    local library ranks
    for library in caf opencoarrays; do
        $library 2 parts
        $library 2 paper
    done
    for library in cxx2013 mpi; do $library 2 paper; done
    for library in caf cxx2013 mpi; do $library 2 sync; done
    for ranks in 4 8; do
        [ $round = 0 ] || break # windows of more images than cores take minutes there
        for library in caf cxx2013 mpi; do
            $library $ranks sync
            $library $ranks paper
        done
    done
    for ranks in 1 2 3 4; do caf 2 parts; done # which are compared with each other; TCP varies
}

of_figures() {
    local library ranks
    for ranks in 1 2 4; do
        for library in cxx2002 mpi; do
            start $library $ranks "$launch" -n $ranks "$programs/coarrays_2002" $library "$least"
        done
    done
    for library in cxx2013 mpi; do
        start $library 2 "$launch" -n 2 "$programs/coarrays_kernels" $library "$least"
    done
}

# The programs in other languages take seven samples.
of_syncs() {
    "$launch" -n 2 "$programs/coarrays" --csv "$work/csv" --only sync --repetitions 7
    opencoarrays 2 sync
    caf 2 sync
    oshmem 2 sync
}

for ((round = 0; round < rounds; round++)); do
    if [ -n "$figures" ]; then
        of_figures
    elif [ -n "$syncs" ]; then
        of_syncs
    elif [ -n "$hosts" ]; then
        between_hosts
    else
        on_a_node
        [ $round != 0 ] || once
    fi
done
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"

# The medians, side by side.
awk -F, '
    NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "median_us") median = k; if ($k == "ranks") ranks = k }; next }
    {
        row = $2 ($ranks == 2 ? "" : "@" $ranks)
        if (!(row in seen)) { seen[row] = 1; rows[++n] = row }
        us[row, $1] = $median
    }
    END {
        count = split("co cxx2013 cxx2002 caf al mpi opencoarrays oshmem limit", libraries, " ")
        line = "| us |"; under = "|---|"
        for (k = 1; k <= count; ++k) { line = line " " libraries[k] " |"; under = under "---|" }
        print line; print under
        for (r = 1; r <= n; ++r) {
            line = "| " rows[r] " |"
            for (k = 1; k <= count; ++k)
                line = line (((rows[r], libraries[k]) in us) ? sprintf(" %.4g |", us[rows[r], libraries[k]]) : " - |")
            print line
        }
    }' merged
