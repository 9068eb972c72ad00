#!/usr/bin/env bash
# coarrays-plot.sh [--from CSV | OPTIONS OF coarrays.sh] [--output FILE]: what the paper of 2013 measured, and
# synchronisation of all, by number of elements or of images, in Fortran and C++ over this library and its
# peers, as an SVG (unset: docs/coarrays.svg). --from draws what `./run bench coarrays --csv CSV` measured; without it,
# that is measured now. `./run bench coarrays-plot` builds first. Needs gnuplot.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")

. "$bench/scripts/drawing"
prepare_drawing coarrays.svg coarrays.sh -- "$@"

# A file for each kind of row and library: elements or images, and microseconds.
awk -F, -v to="$work" '
    NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "median_us") median = k; if ($k == "ranks") ranks = k }; next }
    $2 == "sync-all" { print $ranks, $median >>(to "/sync-" $1) }
    $ranks == 2 && $2 ~ /^(elements|block|slice|square|bounce)-[0-9]+$/ {
        split($2, part, "-")
        print part[1] == "square" ? part[2] * part[2] : part[2], $median >>(to "/" part[1] "-" $1)
    }' "$from"
for file in "$work"/*-*; do sort -n -o "$file" "$file"; done

{
    begin_picture 3 2 caf 'Fortran' cxx2013 'C++' opencoarrays OpenCoarrays oshmem 'OpenSHMEM, in C' mpi 'one-sided MPI, in C++'
    panel 'get of N doubles; dotted: one by one' N microseconds elements:3 block
    panel 'get of a slice, N of 2N' N microseconds slice
    panel 'get of N = n x n of 2n x 2n' N microseconds square
    panel 'N doubles there and back, with barriers' N microseconds bounce
    panel 'sync all' images microseconds sync
    end_picture
} >"$work/plot"
gnuplot "$work/plot"
echo "$output"
