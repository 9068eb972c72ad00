/* armci-lite/src/local/al_node_barrier.h, more than AL_CENTRAL_MOST ranks: the last of a group arrives for it. Nobody
 * leaves a barrier before all have come to it, all leave it, and slot 0 then has what all had in theirs, once each.
 * Two groups of two. In some barriers the ranks combine slots, in others the first rank leads. */
#define RANKS  4
#define ROUNDS 3
#define GROUP  2
#ifdef BROKEN_ONE_SET
#define SLOT(k) (k)
#else
#define SLOT(k) ((barriers % 2) * RANKS + (k))
#endif

byte arrived, round_of_node, group_arrived[RANKS / GROUP];
byte slot[2 * RANKS]; /* what is combined: a bit for each rank */
byte phase[RANKS];    /* barriers come to */
bit leads;

/* In my group; last: the group is complete, and its counter empty. */
inline arrive_in_group()
{
    atomic { group_arrived[me / GROUP]++; last = (group_arrived[me / GROUP] == GROUP) };
#ifndef BROKEN_LATE
    if
    :: last -> group_arrived[me / GROUP] = 0
    :: else
    fi
#endif
}

inline arrive_at_root()
{
    atomic { arrived++; last = (arrived == RANKS / GROUP) };
#ifdef BROKEN_LATE /* a counter is emptied after the arrival of its group */
    group_arrived[me / GROUP] = 0
#endif
}

#ifdef BROKEN_EMPTY /* the round moves before the count is emptied */
#define RELEASE round_of_node = seen + 1; arrived = 0
#else
#define RELEASE arrived = 0; round_of_node = seen + 1
#endif

inline add_slot(to, from)
{
    assert((slot[SLOT(to)] & slot[SLOT(from)]) == 0);
    slot[SLOT(to)] = slot[SLOT(to)] | slot[SLOT(from)]
}

inline combine()
{
    seen = round_of_node;
#ifdef BROKEN_EARLY /* the last of a group arrives before it has combined */
    arrive_in_group();
    if
    :: last -> arrive_at_root(); add_slot(me / GROUP * GROUP, me / GROUP * GROUP + 1)
    :: else
    fi;
#else
    arrive_in_group();
    if
    :: last -> add_slot(me / GROUP * GROUP, me / GROUP * GROUP + 1); arrive_at_root()
    :: else
    fi;
#endif
    if
    :: last -> add_slot(0, GROUP); RELEASE
    :: else -> (round_of_node != seen)
    fi
}

/* The first rank waits for all; the others arrive. */
inline lead()
{
    seen = round_of_node;
    arrive_in_group();
    if
    :: last -> arrive_at_root()
    :: else
    fi;
    if
    :: me == 0 ->
        (arrived == RANKS / GROUP);
        slot[SLOT(0)] = slot[SLOT(0)] | slot[SLOT(1)] | slot[SLOT(2)] | slot[SLOT(3)];
        RELEASE
    :: else ->
#ifdef BROKEN_AWAIT
        skip
#else
        (round_of_node != seen)
#endif
    fi
}

proctype rank(byte me)
{
    byte barriers, seen, other;
    bit last;
    do
    :: barriers < ROUNDS ->
        phase[me]++;
        slot[SLOT(me)] = 1 << me;
        if
        :: (barriers % 2) == leads -> lead()
        :: else -> combine()
        fi;
        atomic {
            other = 0;
            do
            :: other < RANKS -> assert(phase[other] >= phase[me]); other++
            :: else -> break
            od
        };
        assert(slot[SLOT(0)] == (1 << RANKS) - 1);
        barriers++
    :: else -> break
    od
}

init
{
    byte k;
    if
    :: leads = 0
    :: leads = 1
    fi;
    atomic { do :: k < RANKS -> run rank(k); k++ :: else -> break od }
}
