# figure.awk -v a=LIBRARY:ROW[@RANKS][.FIELD] [-v b=...] FILE: see the script `figure`.
BEGIN { FS = "," }
FNR == 1 { next }
{
    key = $2 "@" $3
    median[$1 ":" key] = $8
    quartile[$1 ":" key] = $7
    least[$1 ":" key] = $6
    share[$1 ":" key] = $11
    bytes[$1 ":" key] = $4
    samples[$1 ":" key] = $14
    rows[key]
    if ($1 != "limit" && $1 != "armci-lite" && $1 !~ /^ga(\+|$)/) peers[$1]
}
# Without .FIELD, and with the number of ranks.
function plain(name) {
    sub(/\.(share|least|rate)$/, "", name)
    return name ~ /@/ ? name : name "@2"
}
# The middle of n values, which it sorts.
function middle(v, n,    i, j, t) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}
# Ours and a limit are measured alternately by one program: the median of the ratios of the
# repetitions, since those of one repetition are closest in time.
function is_paired(a, b) {
    return (a ~ /^limit:/ || b ~ /^limit:/) && a !~ /\.(share|least)$/ && b !~ /\.(share|least)$/ &&
        samples[plain(a)] != "" &&
        split(samples[plain(a)], pair_a, ":") == split(samples[plain(b)], pair_b, ":")
}
function paired(a, b,    n, k, ratio) {
    n = split(samples[plain(a)], pair_a, ":")
    split(samples[plain(b)], pair_b, ":")
    for (k = 1; k <= n; k++)
        ratio[k] = a ~ /\.rate$/ ? bytes[plain(a)] / pair_a[k] / (bytes[plain(b)] / pair_b[k]) : pair_a[k] / pair_b[k]
    return middle(ratio, n)
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
    return field == "rate" ? bytes[name] / median[name] : median[name]
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
    else if (is_paired(a, b)) printf "%.4g\n", paired(a, b)
    else printf "%.4g\n", value(a) / value(b)
}
