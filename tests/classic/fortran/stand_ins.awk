# awk -f ENTRIES -f stand_ins.awk MODE=none calls.tsv: Fortran's calls as a program has them which puts its own in their
# place: those of Global Arrays call pnga_*, those of MA call f2c_*.
function stand_in(full, named,    k, n, part, p, text, x) {
    text = ""
    print prototype(full) "\n{"
    for (k = 1; k <= count; k++) {
        x = name[k] "_"
        if (kind[k] == "s") { print "    char " name[k] "[512];\n    text_of(" x ", " x "length, " name[k] ");"; x = name[k] }
        n = kind[k] in group ? split(group[kind[k]], part, / /) : 1
        for (p = 1; p <= n; p++)
            text = text (text == "" ? "" : ", ") (is_value(k) ? "*" x : kind[k] ~ /^(2|ij)$/ ? "*" name[k] part[p] : \
                kind[k] ~ /^[svD]$/ ? x : "(" (kind[k] == "t" ? "char" : kind[k] == "at" ? "AccessIndex" : "Integer") \
                " *)(uintptr_t)" (n > 1 ? name[k] part[p] : x))
    }
    print "    " (returns == "void" ? "" : "return ") "pnga_" named "(" text ");\n}\n"
}
function stand_in_for_ma(full,    text) {
    text = parameters()
    gsub(/const |Integer |MA_AccessIndex |void *|char |size_t |\*/, "", text)
    print prototype(full) "\n{\n    " (returns == "void" ? "" : "return ") "FORTRAN(f2c" substr(full, 3) ", F2C" \
        toupper(substr(full, 3)) ")(" text ");\n}\n"
}
# The first name that a row gives a call pnga_*; none if it has no such call.
function papi_name(    p, n, prefix) {
    n = split(prefixes, prefix, / /)
    for (p = 1; p <= n && typed != "!"; p++)
        if (prefix[p] ~ /^pnga/) return prefix[p] ~ /=/ ? substr(prefix[p], 6) : stem
    return ""
}
{
    stands = split(prefixes, stand, / /)
    for (s = 1; s <= stands; s++) {
        if (stand[s] ~ /^n?ga$/ && papi_name() != "") stand_in(stand[s] "_" stem, papi_name())
        if (stand[s] == "ma" && prefixes ~ / f2c/) stand_in_for_ma("ma_" stem)
    }
}
