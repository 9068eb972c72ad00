#!/usr/bin/env bash
# coarrays-figures-plot.sh [--from CSV | OPTIONS OF coarrays.sh --figures] [--output FILE]: figure 5 of the paper of
# 2002, in its face and by messages, as an SVG (unset: docs/coarrays_2002.svg). --from draws what `./run bench
# coarrays --figures --csv CSV` measured; without it, that is measured now. `./run bench coarrays-figures-plot`
# builds first. Needs gnuplot.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")

. "$bench/scripts/drawing"
prepare_drawing coarrays_2002.svg coarrays.sh --figures -- "$@"

# By grid size how many times as fast as on 1 image; by block size milliseconds.
awk -F, -v to="$work" '
    NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "median_us") median = k; if ($k == "ranks") ranks = k }; next }
    { split($2, part, "-") }
    part[1] == "jacobi" && $ranks == 1 { alone[$1, part[2]] = $median }
    part[1] == "jacobi" && $ranks > 1 { us[$1, $ranks, part[2]] = $median }
    part[1] == "transpose" { print part[3], $median / 1000 >(to "/transpose" $ranks "-" $1) }
    END {
        for (key in us) {
            split(key, part, SUBSEP)
            print part[3], alone[part[1], part[3]] / us[key] >(to "/speedup" part[2] "-" part[1])
        }
    }' "$from"
for file in "$work"/*-*; do sort -n -o "$file" "$file"; done

{
    begin_picture 3 1 cxx2002 coarrays mpi messages
    echo 'set logscale x 2; unset logscale y; set yrange [0:*]'
    panel 'Jacobi of N x N, 2 images; dotted: 4' N 'times as fast as 1 image' speedup2 speedup4:3
    panel 'transposition of 2048 x 2048, 1 image' 'side of a block' milliseconds transpose1
    panel 'the same, 2 images; dotted: 4' 'side of a block' milliseconds transpose2 transpose4:3
    end_picture
} >"$work/plot"
gnuplot "$work/plot"
echo "$output"
