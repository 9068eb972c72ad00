# judge.sh, for bash scripts that build programs of others and run them (they source it): what a program prints
# decides, because most exit with 0 whatever they find.
# It reads: top, the source tree; mpi; logs, a folder; RANKS, NODES and HOSTS, which launches; TIMEOUT, seconds.
# It counts: launches in `count`, those that fail in `failed`.
failed=0 count=0
export ASHLAR_LAUNCH_MPI=$mpi
launcher=("$top/tools/launch") hosts=''
if [ -n "${HOSTS-}" ]; then
    launcher=("$top/tests/system/hosts/hosts" "$HOSTS" "${launcher[@]}") hosts=", hosts $HOSTS"
    NODES=${NODES:-1}
fi

# every|some WORDS FILE: are all, or any, of the words separated by & in the file.
every() {
    local word
    while read -r word; do
        grep -qaF -- "$word" "$2" || { echo "does not print: $word"; return 1; }
    done < <(sed 's/ *& */\n/g' <<<"$1")
}
some() {
    local word
    while read -r word; do
        # The launcher of Open MPI warns of calls that "failed" because a process which it starts was faster.
        [ -z "$word" ] || ! grep -m1 -aF -- "$word" <(grep -av 'plm:rsh: Warning: setpgid' "$2") || return 0
    done < <(sed 's/ *& */\n/g' <<<"$1")
    return 1
}

judge() { # judge EXIT_CODE LOG REQUIRED FORBIDDEN: what is wrong, if anything
    [ "$1" = 0 ] || grep -qF "exit code $1" <<<"$3" || { echo "exit code $1: $(grep -av '^launch: ' "$2" | head -n 1)"; return 1; }
    ! some "$4" "$2" || return 1
    every "$3" "$2"
}

does_not_build() { # does_not_build PROGRAM LOG
    echo "FAIL  $1: does not build: $(grep -m 1 -E 'error|undefined|No rule' "$2" || head -n 1 "$2")"
    failed=$((failed + 1))
}

# launches FOLDER PROGRAM FOR_RANKS REQUIRED FORBIDDEN [ARGUMENT...]: a launch for each number of ranks, of those that
# it is for, and of nodes; its words are as in judge.
launches() {
    local folder=$1 program=$2 for_ranks=$3 required=$4 forbidden=$5 ranks nodes log code launch words
    shift 5
    for ranks in ${RANKS:-${for_ranks:-1 2 3 4}}; do
        [[ -z "$for_ranks" || " $for_ranks " = *" $ranks "* ]] || continue
        for nodes in ${NODES:-1 2}; do
            [ "$nodes" -le "$ranks" ] || continue
            log=$logs/$program-$mpi-$ranks-$nodes${HOSTS:+-$HOSTS}
            code=0
            (cd "$folder" && ASHLAR_FAKE_NODES=$nodes timeout -k 5 "${TIMEOUT:-600}" \
                "${launcher[@]}" -n "$ranks" "./$program" "$@" >"$log" 2>&1 </dev/null) || code=$?
            echo "exit code $code" >>"$log"
            count=$((count + 1))
            launch="$program, $mpi, ranks $ranks, nodes $nodes$hosts"
            if words=$(judge "$code" "$log" "$required" "$forbidden"); then
                echo "pass  $launch"
            else
                echo "FAIL  $launch: $words"
                failed=$((failed + 1))
            fi
        done
    done
}

verdict() {
    echo "$count launches, $failed failures"
    [ "$failed" = 0 ] && [ "$count" -gt 0 ]
}
