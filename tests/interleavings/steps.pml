/* armci-lite/src/steps: the lists of two ranks, several under way at once, between which each call
 * sends one signal there and one back. A rank's own thread begins them and runs the last one by
 * itself; both it and a helper thread go on with those behind handles, under a lock. Rank 1 reads
 * what rank 0 has, which rank 0 writes to again when its list is over; in the first it works for a turn
 * before, and no two threads are in that at once. A counter serves every COUNTERS-th call. */
#define CALLS    3
#define COUNTERS 2
#define STEPS    3

byte counter[2 * COUNTERS], stored[2 * COUNTERS]; /* of rank r: from r * COUNTERS on */
byte begun[2], done_by[2 * CALLS];                /* steps of a list that are made */
bit busy[2], source[CALLS], was_read[CALLS], turned, at_work; /* the latter two: of the first list */

#define AT(r)   (r * COUNTERS + n % COUNTERS)
#define VALUE   (n / COUNTERS + 1)
#define LIST(r) (r * CALLS + n)

inline signal(r)
{
#ifdef BROKEN_TURNS /* a later list does not wait for the earlier one's value */
    counter[AT(r)] = VALUE;
    done_by[LIST(r)]++
#else
    if
    :: stored[AT(r)] + 1 == VALUE ->
        counter[AT(r)] = VALUE;
        stored[AT(r)] = VALUE;
        done_by[LIST(r)]++
    :: else
    fi
#endif
}

inline await(r)
{
#ifdef BROKEN_AWAIT /* any signal will do */
#define IS_THERE(value) (value >= 1)
#else
#define IS_THERE(value) (value >= VALUE)
#endif
    if
    :: IS_THERE(counter[AT((1 - r))]) -> done_by[LIST(r)]++
    :: else
    fi
}

inline go_on(r)
{
    if
    :: r == 0 && done_by[LIST(r)] == 0 -> assert(source[n]); signal(r)
    :: r == 0 && done_by[LIST(r)] == 1 -> await(r)
    :: r == 0 && done_by[LIST(r)] == 2 ->
        assert(was_read[n]);
        if
        :: n == 0 && !turned ->
            atomic { assert(!at_work); at_work = 1 };
            atomic { at_work = 0; turned = 1 }
        :: else ->
            source[n] = 0;
            done_by[LIST(r)]++
        fi
    :: r == 1 && done_by[LIST(r)] == 0 -> await(r)
#ifdef BROKEN_SIGNAL_FIRST
    :: r == 1 && done_by[LIST(r)] == 1 -> signal(r)
    :: r == 1 && done_by[LIST(r)] == 2 ->
        assert(source[n]);
        was_read[n] = 1;
        done_by[LIST(r)]++
#else
    :: r == 1 && done_by[LIST(r)] == 1 ->
        assert(source[n] && !was_read[n]);
        was_read[n] = 1;
        done_by[LIST(r)]++
    :: r == 1 && done_by[LIST(r)] == 2 -> signal(r)
#endif
    :: done_by[LIST(r)] >= STEPS
    fi
}

#define IS_OVER(r)                                                                                 \
    (begun[r] == CALLS && done_by[r * CALLS] == STEPS && done_by[r * CALLS + 1] == STEPS &&        \
     done_by[r * CALLS + 2] == STEPS)

/* One of the lists behind handles, the lock being held. */
inline advance(r)
{
    atomic {
        n = 0;
        do
        :: n + 1 < begun[r] && n + 2 < CALLS -> n++
        :: break
        od
    };
    if
    :: n < begun[r] && n + 1 < CALLS -> go_on(r)
    :: else
    fi
}

proctype thread(byte r; bit is_helper)
{
    byte n;
    do
    :: IS_OVER(r) -> break
    :: !is_helper && begun[r] < CALLS ->
        atomic {
            if
            :: r == 0 -> source[begun[r]] = 1
            :: else
            fi;
            begun[r]++
        }
    :: !is_helper && begun[r] == CALLS && done_by[r * CALLS + CALLS - 1] < STEPS ->
        n = CALLS - 1;
        go_on(r)
#ifdef BROKEN_LOCK
    :: advance(r)
#else
    :: atomic { !busy[r] -> busy[r] = 1 };
        advance(r);
        busy[r] = 0
#endif
    od
}

init
{
    atomic {
        run thread(0, 0);
        run thread(0, 1);
        run thread(1, 0);
        run thread(1, 1)
    }
}
