#!/usr/bin/env bash
# plot.sh [--from CSV | OPTIONS OF peers.sh] [--output FILE]: latency and bandwidth of put, get and
# accumulate against the size of the transfer, ours and the peers', as an SVG (unset:
# docs/onesided.svg). --from draws what `./run bench peers --rows sizes --csv CSV` measured; without
# it, that is measured now. `./run bench plot` builds first and sets ASHLAR_BUILD. Needs gnuplot.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")

. "$bench/scripts/drawing"
prepare_drawing onesided.svg peers.sh --rows sizes -- "$@"

# One file for each operation and library: bytes, microseconds, GB/s.
"${ASHLAR_BUILD:?is not set; call ./run bench plot}/bench/stats" curves "$work" "$from"
libraries=
for file in "$work"/put-{limit,ga,armci-lite} "$work"/put-*; do
    name=${file##*/put-}
    [ ! -e "$file" ] || [[ " $libraries " == *" $name "* ]] || libraries+=" $name"
done
[ -n "$libraries" ] || { echo "plot: no sizes in $from" >&2; exit 1; }

curves() { # curves OPERATION COLUMN: the arguments of gnuplot's plot
    local name k=0
    for name in $libraries; do
        k=$((k + 1))
        printf '%s"%s/%s-%s" using 1:%s with linespoints ls %d title "%s"' \
            "$([ $k = 1 ] || printf ', ')" "$work" "$1" "$name" "$2" $k "$name"
    done
}

names() { # the libraries with the marks of their curves, along the lower edge
    local name k=0 at=70
    for name in $libraries; do
        k=$((k + 1))
        echo "set label $k '$name' at screen 0.$(printf %03d $at),0.03 point ls $k offset 1,0"
        at=$((at + 45 + 9 * ${#name}))
    done
}

{
    cat <<'END'
set terminal svg size 1080,640 enhanced background "white" font "sans,12"
set style line 1 lc rgb "#888888" dt 2 lw 1.5 pt 0
set style line 2 lc rgb "#c0392b" lw 2.5 pt 7 ps 0.5
set style line 3 lc rgb "#e59866" lw 1.5 pt 6 ps 0.5
set style line 4 lc rgb "#2471a3" lw 1.5 pt 5 ps 0.5
set style line 5 lc rgb "#1e8449" lw 1.5 pt 9 ps 0.5
set style line 6 lc rgb "#7d3c98" lw 1.5 pt 11 ps 0.5
set style line 7 lc rgb "#b7950b" lw 1.5 pt 13 ps 0.5
set grid lc rgb "#dddddd"
set logscale xy
set mxtics 1
set mytics 1
set format y "%g"
set xrange [8:2097152]
set xtics ("8" 8, "256" 256, "8 KB" 8192, "256 KB" 262144) nomirror
set ytics nomirror
set border 3
unset key
END
    echo "set output '$output'"
    names
    echo "set multiplot layout 2,3 margins 0.07,0.98,0.16,0.93 spacing 0.08,0.1"
    for column in 2 3; do
        for operation in put get acc; do
            if [ $column = 2 ]; then
                echo "set title '$operation'; set ylabel 'microseconds'; unset xlabel; set yrange [0.001:*]"
            else
                echo "unset title; set ylabel 'GB/s'; set xlabel 'bytes'; set yrange [0.01:*]"
            fi
            echo "plot $(curves $operation $column)"
            echo "unset label" # the names, once
        done
    done
    echo "unset multiplot"
} | gnuplot
echo "$output"
