# table.awk FILE: the readable form of a benchmark's CSV. "ga takes" is how many times the median of
# that line ga needs: below 1, ga is faster.
BEGIN { FS = "," }
FNR == 1 { next }
{
    row = $2 FS $3
    if (!(row in lines)) order[++rows] = row
    line[row, ++lines[row]] = $0
    if ($1 == "ga") ga[row] = $8
}
function bandwidth(bytes, us) {
    return (bytes > 8 && us > 0) ? sprintf("%.2f", bytes / us / 1000) : ""
}
function ratio(row, library, us) {
    return ((row in ga) && library != "ga" && us > 0) ? sprintf("%.3g", ga[row] / us) : ""
}
END {
    format = "%-17s %5s  %-17s %10s  %-20s %7s %8s %7s %-9s %s\n"
    printf format, "row", "ranks", "library", "median us", "quartiles", "GB/s", "ga takes", "share",
        "changes", "shares %"
    for (r = 1; r <= rows; r++)
        for (k = 1; k <= lines[order[r]]; k++) {
            split(line[order[r], k], f)
            printf format, k == 1 ? f[2] : "", k == 1 ? f[3] : "", f[1], sprintf("%.4g", f[8]),
                sprintf("%.4g .. %.4g", f[7], f[9]), bandwidth(f[4], f[8]),
                ratio(order[r], f[1], f[8]), f[11], f[12], f[13]
        }
}
