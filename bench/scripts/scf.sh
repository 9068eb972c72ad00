#!/usr/bin/env bash
# scf.sh [--mp2] [-n RANKS] [--csv FILE] [--rounds N]: benzene in 6-31G*, ours and Debian's NWChem
# alternately with the same thresholds (gradient 1e-7, integrals 1e-11), N times (unset: 3), on RANKS
# ranks (unset: 2); and our Fock builds on one rank, also as many at once (limit: their time by their
# number). --mp2: the energy of second order of a chain of 16 waters instead, without the inner
# shells. Seconds are those of the whole command, and those the programs print. `./run bench scf` builds first and sets ASHLAR_BUILD.
set -euo pipefail
bench=$(dirname "$(dirname "$(readlink -f "$0")")")
: "${ASHLAR_BUILD:?is not set; call ./run bench scf}"
top=$(dirname "$bench")
what=("$top/apps/scf/data/molecules/benzene.xyz") theory=scf

ranks=2 csv='' rounds=3
while [ $# -gt 0 ]; do
    case $1 in
        --mp2) what=(--waters 16 --mp2 --freeze-core) theory=mp2 ;;
        -n) ranks=$2; shift ;;
        --csv) csv=$(realpath "$2"); shift ;;
        --rounds) rounds=$2; shift ;;
        *) echo "scf: unknown option '$1'" >&2; exit 2 ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
stats=$ASHLAR_BUILD/bench/stats

record() { # record LIBRARY ROW RANKS SECONDS
    "$stats" record csv "$1" "$2" "$3" "$4s"
}

seconds_of() { # seconds_of FILE COMMAND...: its output to FILE; prints the seconds it took
    local file=$1 start ms
    shift
    start=$(date +%s%N)
    "$@" >"$file" 2>&1 || { tail -n 5 "$file" >&2; return 1; }
    ms=$((($(date +%s%N) - start) / 1000000))
    printf '%d.%03d' $((ms / 1000)) $((ms % 1000))
}

ours() { # ours RANKS
    local wall number
    wall=$(seconds_of ours.out "$top/tools/launch" -n "$1" "$ASHLAR_BUILD/apps/scf/scf" "${what[@]}" \
        --basis '6-31g*' --cartesian --threshold 1e-7 --tol2e 1e-11 --json ours.json)
    record ashlar wall "$1" "$wall"
    for number in fock mp2 total; do
        record ashlar $number "$1" \
            "$(sed -n "/\"seconds\": {\"setup\"/s/.*\"$number\": \([0-9.]*\).*/\1/p" ours.json)"
    done
    energy_ours=$(sed -n 's/^\(SCF\|MP2\) energy = \([-0-9.]*\) Eh$/\2/p' ours.out | tail -n 1)
}

# Independent Fock builds at once, one rank each.
at_once() {
    local k jobs=()
    rm -f alone*.json
    for ((k = 0; k < ranks; k++)); do
        # Open MPI would bind each of them to the first core.
        OMPI_MCA_hwloc_base_binding_policy=none "$top/tools/launch" -n 1 \
            "$ASHLAR_BUILD/apps/scf/scf" "${what[@]}" --basis '6-31g*' --cartesian --threshold 1e-7 --tol2e 1e-11 --json "alone$k.json" >/dev/null 2>&1 &
        jobs+=($!)
    done
    for k in "${jobs[@]}"; do wait "$k"; done
    record limit fock "$ranks" "$(sed -n '/"seconds": {"setup"/s/.*"fock": \([0-9.]*\).*/\1/p' alone*.json |
        awk -v n="$ranks" '$1 > most {most = $1} END {printf "%.6f", most / n}')"
}

# The geometry is that of our results.
nwchem_input() {
    cat <<END
start molecule
geometry units angstrom noautosym nocenter noautoz
$(sed -n 's/^    \["\([A-Za-z]*\)", \(.*\)\],*$/\1 \2/p' ours.json | tr -d ,)
end
basis cartesian
  * library 6-31G*
end
scf; direct; thresh 1e-7; tol2e 1e-11; end
mp2; freeze atomic; end
task $theory energy
END
}

nwchem() {
    local wall
    wall=$(ASHLAR_LAUNCH_MPI=openmpi seconds_of nwchem.out "$top/tools/launch" -n "$ranks" \
        "$nwchem_program" molecule.nw)
    record nwchem wall "$ranks" "$wall"
    record nwchem total "$ranks" "$(sed -n 's/^ Total times .*wall: *\([0-9.]*\)s.*/\1/p' nwchem.out)"
    energy_nwchem=$(sed -n 's/.*Total \(SCF\|MP2\) energy[ =]*\([-0-9.]*\).*/\2/p' nwchem.out | tail -n 1)
}

nwchem_program=$(command -v nwchem.openmpi || true)
[ -n "$nwchem_program" ] || echo "SKIP nwchem: Debian's nwchem-openmpi is not installed" >&2
energy_ours='' energy_nwchem='not measured'
for ((round = 0; round < rounds; round++)); do
    [ $theory = mp2 ] || ours 1
    [ "$ranks" = 1 ] && [ $theory = scf ] || ours "$ranks"
    [ "$ranks" = 1 ] || [ $theory = mp2 ] || at_once
    nwchem_input >molecule.nw
    [ -z "$nwchem_program" ] || nwchem
done
"$stats" merge csv >merged
[ -z "$csv" ] || cp merged "$csv"
echo "energy, Eh: ours $energy_ours, NWChem $energy_nwchem"
"$stats" seconds merged
if [ -n "$nwchem_program" ]; then
    echo "wall seconds, ours / NWChem:      $("$stats" figure merged "ashlar:wall@$ranks" "nwchem:wall@$ranks")"
    echo "program seconds, ours / NWChem:   $("$stats" figure merged "ashlar:total@$ranks" "nwchem:total@$ranks")"
fi
[ "$ranks" = 1 ] || [ $theory = mp2 ] ||
    echo "Fock seconds, 1 rank / $ranks ranks:   $("$stats" figure merged ashlar:fock@1 "ashlar:fock@$ranks")"
