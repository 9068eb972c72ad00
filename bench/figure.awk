# figure.awk -v a=LIBRARY:ROW[@RANKS][.FIELD] [-v b=...] FILE: see the script `figure`.
BEGIN { FS = "," }
FNR == 1 { next }
{
    key = $2 "@" $3
    median[$1 ":" key] = $8
    quartile[$1 ":" key] = $7
    least[$1 ":" key] = $6
    share[$1 ":" key] = $11
    rate[$1 ":" key] = $8 > 0 ? $4 / $8 : 0
    rows[key]
    if ($1 != "limit" && $1 != "armci-lite" && $1 !~ /^ga(\+|$)/) peers[$1]
}
function value(name,    field, row, peer, fastest) {
    field = "median"
    if (match(name, /\.(share|least|rate)$/)) {
        field = substr(name, RSTART + 1)
        name = substr(name, 1, RSTART - 1)
    }
    if (name !~ /@/) name = name "@2"
    if (name ~ /^best:/) {
        row = substr(name, 6)
        fastest = ""
        for (peer in peers)
            if ((peer ":" row) in median && (fastest == "" || median[peer ":" row] + 0 < fastest + 0))
                fastest = median[peer ":" row]
        if (fastest == "") { print "no peer was measured"; exit 77 }
        return fastest
    }
    if (!(name in median)) { print "figure: no " name | "cat >&2"; exit 1 }
    if (field == "share") return share[name]
    if (field == "least") return least[name]
    return field == "rate" ? rate[name] : median[name]
}
function worst(libraries,    name, row, ratio, most, where) {
    split(libraries, name, ":")
    most = 0
    for (row in rows)
        if ((name[1] ":" row) in median && (name[2] ":" row) in median) {
            ratio = quartile[name[1] ":" row] / quartile[name[2] ":" row]
            if (ratio > most) { most = ratio; where = row }
        }
    printf "%s %.4g\n", where, most
}
END {
    if (a == "worst") worst(b)
    else if (b == "") printf "%.4g\n", value(a)
    else printf "%.4g\n", value(a) / value(b)
}
