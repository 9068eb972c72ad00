#!/usr/bin/env bash
# bundle-apps-plot.sh [--from CSV | OPTIONS OF bundle-apps.sh --paper] [--output FILE]: the figures of Heroux and
# others (2008), by bundles, messages and single calls, as an SVG (unset: docs/bundles.svg). --from draws what
# `./run bench bundle-apps --paper --csv CSV` measured; without it, that is measured now. `./run bench
# bundle-apps-plot` builds first. Needs gnuplot.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")

. "$bench/scripts/drawing"
prepare_drawing bundles.svg bundle-apps.sh --paper -- "$@"

# A file for each kind of row and library: held back or ranks, and millions of writes a second, or seconds, or
# milliseconds; and how much faster than the bundle on 1 rank.
awk -F, -v to="$work" '
    NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "median_us") median = k; if ($k == "ranks") ranks = k }; next }
    $2 ~ /^writes-/ { print substr($2, 8), 1 / $median >(to "/held-" $1); next }
    $2 == "writes" { print $ranks, 1 / $median >(to "/writes-" $1); next }
    {
        print $ranks, $median * ($2 == "cg" ? 1e-3 : 1e-6) >(to "/" $2 "-" $1)
        if ($1 == "ashlar" && $ranks == 1) alone[$2] = $median
        us[$2, $1, $ranks] = $median
    }
    END {
        for (key in us) {
            split(key, part, SUBSEP)
            if (part[1] in alone) print part[3], alone[part[1]] / us[key] >(to "/" part[1] "gain-" part[2])
        }
    }' "$from"
for file in "$work"/*-*; do sort -n -o "$file" "$file"; done

{
    begin_picture 3 2 ashlar 'bundle' messages messages ga+single 'single calls'
    panel 'random writes, 2 ranks' 'held back' 'millions a second' held
    panel 'random writes (all, 256, 1 held back)' ranks 'millions a second' writes
    echo 'unset logscale y; set yrange [0:*]'
    panel 'colouring of 5 million vertices' ranks seconds colouring
    panel 'conjugate gradients, 64x64x512' ranks 'milliseconds an iteration' cg
    panel 'times as fast as the bundle on 1 rank; dotted: colouring' ranks '' cggain colouringgain:3
    end_picture
} >"$work/plot"
gnuplot "$work/plot"
echo "$output"
