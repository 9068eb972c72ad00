#!/usr/bin/env bash
# tiles.sh [--kernels | --hosts] [-n N] [--csv FILE] [--rounds N]: collectives that name tiles, beside MPI's own on
# a communicator made before (bench/programs/tiles.c), N times (unset: 3).
#
# --kernels: instead the kernels of apps/tiles, beside two OpenBLAS at once, la_gemm, pdpotrf, FFTW over MPI and ga_copy
# (bench/programs/tiles_kernels.cc), with the best tiles, blocks and grids of some.
# --hosts: both between two hosts, made of network namespaces on this machine (root), and the kernels on one of them;
# subjects of the kernels are two-hosts-ga, one-host-ga and so on.
# `./run bench tiles` builds first, and sets ASHLAR_BUILD and ASHLAR_LAUNCH_MPI.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench tiles}"
top=$(dirname "$bench")
stats=$ASHLAR_BUILD/bench/stats
# shellcheck source-path=SCRIPTDIR
[[ " $* " != *" --hosts "* ]] || . "$bench/scripts/between-hosts"

csv='' rounds=3 what=collectives ranks=2
while [ $# -gt 0 ]; do
    case $1 in
        --kernels | --hosts) what=${1#--} ;;
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        *) echo "tiles: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
[ "$what" != hosts ] || [ "$ranks" = 2 ] || { echo "tiles: between hosts -n must be 2" >&2; exit 2; }
[ "$what" = collectives ] || [ -x "$ASHLAR_BUILD/bench/tiles_kernels" ] ||
    { echo "SKIP kernels: ScaLAPACK, libfftw3-mpi-dev or Open MPI is missing" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

run() { # run PROGRAM [ARGUMENTS]
    local program=$1
    shift
    timeout 900 "$top/tools/launch" -n "$ranks" "$ASHLAR_BUILD/bench/$program" --csv "$work/csv" "$@"
}

case $what in
    collectives) for ((round = 0; round < rounds; round++)); do run tiles --repetitions 7; done ;;
    kernels) run tiles_kernels --repetitions 9 ;;
    hosts)
        for ((round = 0; round < rounds; round++)); do run tiles --rows hosts --repetitions 3; done
        run tiles_kernels --rows hosts --repetitions 3 --prefix two-hosts-
        # There MPI may share memory.
        export ASHLAR_LAUNCH_HOSTS=h0
        unset UCX_TLS
        run tiles_kernels --rows hosts --repetitions 3 --prefix one-host-
        ;;
esac
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"
"$stats" table merged
