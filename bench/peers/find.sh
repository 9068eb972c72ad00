# shellcheck shell=bash disable=SC2154
# find.sh: sourced by scripts that have set `bench` (this benchmark folder), `work` (a folder for
# the programs) and `ga_src` (a folder of GA builds, or empty): builds the programs that the array
# `peer_programs` names (unset: onesided) over every other Global Arrays library there is. Sets
# `names` and `launch_mpi`, side by side; the programs are $work/PROGRAM/NAME. Peers are GA over ARMCI-MPI as Debian packages it, and every build of GA installed
# in a folder of ga_src. `peer_source`, when set, is a file that is built instead, as the program `source`,
# by itself. `only_mpi`, when set, leaves out those of other MPIs.
names=() launch_mpi=() # shellcheck disable=SC2034
: "${peer_programs:=onesided}"
[ -z "${peer_source-}" ] || peer_programs=(source)

skip() { # skip NAME REASON
    echo "SKIP $1: $2" >&2
}

# add NAME GA-CONFIG MPI: build the programs over one more peer.
add() {
    local name=$1 config=$2 mpi=$3 flags program
    local -a files
    if [ -n "${only_mpi-}" ] && [ "$mpi" != "$only_mpi" ]; then return; fi
    [ -x "$config" ] || { skip "$name" "there is no $config"; return; }
    command -v "mpicc.$mpi" >/dev/null || { skip "$name" "there is no mpicc.$mpi"; return; }
    flags="$("$config" --cppflags) -I$(dirname "$bench")"
    for program in "${peer_programs[@]}"; do
        mkdir -p "$work/$program"
        files=("$bench/peers/${program}_ga.c" "$bench/lib/bench.c")
        [ -z "${peer_source-}" ] || files=("$peer_source")
        # shellcheck disable=SC2046,SC2086
        if ! "mpicc.$mpi" -std=gnu11 -O3 -o "$work/$program/$name" "${files[@]}" \
            $flags -Wl,-rpath,"${config%/bin/ga-config}/lib" $("$config" --ldflags) $("$config" --libs) $("$config" --flibs) -lm >"$work/log" 2>&1; then
            skip "$name" "$program does not build: $(grep -m 1 -E 'error|undefined' "$work/log")"
            return
        fi
    done
    names+=("$name") launch_mpi+=("$mpi")
}

for mpi in openmpi mpich; do
    for config in /usr/lib/*/ga/"$mpi"/bin/ga-config /usr/lib/ga/"$mpi"/bin/ga-config; do
        [ ! -x "$config" ] || { add "armci-mpi-$mpi" "$config" $mpi; continue 2; }
    done
    skip "armci-mpi-$mpi" "Debian's libglobalarrays-dev and libarmci-mpi-dev are not installed"
done
if [ -z "$ga_src" ]; then
    skip "mpi-pr, mpi-ts" "no --ga-src DIR names GA builds"
else
    for name in mpi-pr mpi-ts; do
        compgen -G "$ga_src/$name*/bin/ga-config" >/dev/null ||
            skip "$name" "$ga_src/$name has no bin/ga-config; install a GA build there"
    done
    for config in "$ga_src"/*/bin/ga-config; do
        [ -x "$config" ] || continue
        mpi=mpich
        [[ $($("$config" --cc) --showme:version 2>/dev/null) != *"Open MPI"* ]] || mpi=openmpi
        add "$(basename "${config%/bin/ga-config}")" "$config" $mpi
    done
    if [ -n "${only_mpi-}" ] && [[ " ${names[*]-} " != *" mpi-"* ]]; then
        skip "mpi-pr, mpi-ts" "the GA builds in $ga_src are over another MPI than $only_mpi"
    fi
fi
