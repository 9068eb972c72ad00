#!/usr/bin/env bash
# coarrays-plot.sh [--from CSV | OPTIONS OF coarrays.sh] [--output FILE]: what the paper of 2013 measured, and
# synchronisation of all, by number of elements or of images, in Fortran over this library and its peers, as
# an SVG (unset: docs/coarrays.svg). --from draws what `./run bench coarrays --csv CSV` measured; without it,
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

curves() { # curves KIND...: the arguments of gnuplot's plot
    local kind name k first=1
    for kind in "$@"; do
        k=0
        for name in caf opencoarrays oshmem; do
            k=$((k + 1))
            [ -s "$work/$kind-$name" ] || continue
            [ $first = 1 ] || printf ', '
            first=0
            printf '"%s" using 1:2 with linespoints ls %d dt %d notitle' "$work/$kind-$name" $k \
                "$([ "$kind" = elements ] && echo 3 || echo 1)"
        done
    done
}

panel() { # panel TITLE LABEL KIND...
    local title=$1 label=$2 plot
    shift 2
    plot=$(curves "$@")
    [ -n "$plot" ] || { echo "coarrays-plot: no row of $* in $from" >&2; exit 1; }
    printf "set title '%s'; set xlabel '%s'\nplot %s\nunset label\n" "$title" "$label" "$plot"
}

{
    cat <<'END'
set terminal svg size 1080,640 background "white" font "sans,12"
set style line 1 lc rgb "#c0392b" lw 2.5 pt 7 ps 0.5
set style line 2 lc rgb "#2471a3" lw 1.5 pt 5 ps 0.5
set style line 3 lc rgb "#1e8449" lw 1.5 pt 9 ps 0.5
set grid lc rgb "#dddddd"
set logscale xy
set mxtics 1
set mytics 1
set format y "%g"
set tics nomirror
set border 3
set ylabel 'microseconds'
set label 1 'this library' at screen 0.1,0.03 point ls 1 offset 1,0
set label 2 'OpenCoarrays' at screen 0.25,0.03 point ls 2 offset 1,0
set label 3 'OpenSHMEM, in C' at screen 0.4,0.03 point ls 3 offset 1,0
END
    echo "set output '$output'"
    echo "set multiplot layout 2,3 margins 0.07,0.98,0.17,0.93 spacing 0.08,0.2"
    panel 'get of N doubles; dotted: one by one' N elements block
    panel 'get of a slice, N of 2N' N slice
    panel 'get of N = n x n of 2n x 2n' N square
    panel 'N doubles there and back, with barriers' N bounce
    panel 'sync all' images sync
    echo "unset multiplot"
} >"$work/plot"
gnuplot "$work/plot"
echo "$output"
