#!/usr/bin/env bash
# linalg.sh [OPTIONS OF peers.sh]: products, eigenvectors and solvers: ours, bare OpenBLAS, ScaLAPACK
# and ELPA alternately, and other Global Arrays libraries. `./run bench linalg` builds ours first and
# sets ASHLAR_BUILD. --table [OPTIONS OF bench/programs/solvers.c]: what the choice of a solver is made of (solvers.sh).
[[ " $* " != *" --table "* ]] || exec "$(dirname "$(readlink -f "$0")")/solvers.sh" "$@"
exec "$(dirname "$(readlink -f "$0")")/peers.sh" --linalg "$@"
