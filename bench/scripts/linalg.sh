#!/usr/bin/env bash
# linalg.sh [OPTIONS OF peers.sh]: products, eigenvectors and solvers: ours, bare OpenBLAS, ScaLAPACK
# and ELPA alternately, and other Global Arrays libraries. `./run bench linalg` builds ours first and
# sets ASHLAR_BUILD. --table [OPTIONS]: the table that solvers are chosen by (solvers.sh).
[[ " $* " != *" --table "* ]] || exec "$(dirname "$(readlink -f "$0")")/solvers.sh" "$@"
exec "$(dirname "$(readlink -f "$0")")/peers.sh" --linalg "$@"
