# markdown.awk FILE: the medians of a one-sided benchmark's CSV as a table for docs/performance.md:
# a line for each row, a column for each library; GB/s where whole patches move, else microseconds.
BEGIN { FS = "," }
FNR == 1 || $2 ~ /-line-/ { next }
{
    row = $2 ($3 == 2 ? "" : ", " $3 " ranks")
    if (!(row in seen)) { seen[row]; rows[++row_count] = row }
    if (!($1 in known)) { known[$1]; libraries[++library_count] = $1 }
    large = $2 ~ /-(353|1m)$/
    unit[row] = large ? "GB/s" : "us"
    cell[row, $1] = sprintf("%.3g", large ? $4 / $8 / 1000 : $8)
}
END {
    line = "| row | unit |"
    rule = "|---|---|"
    for (l = 1; l <= library_count; l++) { line = line " " libraries[l] " |"; rule = rule "---|" }
    print line "\n" rule
    for (r = 1; r <= row_count; r++) {
        line = "| " rows[r] " | " unit[rows[r]] " |"
        for (l = 1; l <= library_count; l++) line = line " " cell[rows[r], libraries[l]] " |"
        print line
    }
}
