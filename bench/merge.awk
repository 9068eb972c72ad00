# merge.awk FILE...: one line for each library, row and number of ranks of several runs: the
# median of their medians and quartiles, the least and the greatest of all, the samples of all.
BEGIN { FS = OFS = "," }
FNR == 1 { if (!header++) print; next }
{
    key = $1 FS $2 FS $3 FS $4
    if (!(key in runs)) order[++keys] = key
    n = ++runs[key]
    repetitions[key] += $5
    for (field = 6; field <= 13; field++) value[key, field, n] = $field
    if ($14 != "") samples[key] = samples[key] (samples[key] == "" ? "" : ":") $14
}
function pick(key, field, fraction,    n, i, j, t, v) {
    n = runs[key]
    for (i = 1; i <= n; i++) v[i] = value[key, field, i]
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return v[int(1 + fraction * (n - 1) + 0.5)]
}
END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        print key, repetitions[key], pick(key, 6, 0), pick(key, 7, 0.5), pick(key, 8, 0.5),
            pick(key, 9, 0.5), pick(key, 10, 1), pick(key, 11, 0.5), pick(key, 12, 0.5),
            value[key, 13, runs[key]], samples[key]
    }
}
