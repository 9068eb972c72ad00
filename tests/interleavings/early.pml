/* armci-lite/src/engine/am/al_am_order.c and ali_am_poll_once(): a server keeps what comes from after a
 * meeting that its node has not left yet. The first rank of the node says that it has met at any
 * time, the server looks now and then, and remembers what it saw. Whatever two origins sent is served
 * in the end, without another message to wake the server. */
#define MEETING 1
#define ORIGINS 2

chan net = [ORIGINS] of { byte };
byte met;               /* in the memory of the node */
byte node_met, awaited; /* of the server */
bool starved[ORIGINS], happened, is_early, was_over;
byte served, origin;

/* As ali_am_is_from_later_epoch(). */
inline look(meetings)
{
    if
    :: meetings <= node_met -> is_early = false
    :: else -> node_met = met; is_early = meetings > node_met
    fi
}

inline serve(from)
{
    look(MEETING);
    if
    :: is_early -> starved[from] = true; awaited = MEETING
    :: else -> starved[from] = false; served++
    fi
}

inline feed()
{
    origin = 0;
    do
    :: origin < ORIGINS ->
        if
        :: starved[origin] -> serve(origin)
        :: else
        fi;
        origin++
    :: else -> break
    od
}

active proctype first_rank()
{
    net!0;
    net!1;
    met = MEETING
}

active proctype server()
{
    do
    :: served < ORIGINS ->
        atomic { was_over = met == MEETING && empty(net); happened = false };
        do
        :: net?origin -> serve(origin); happened = true
        :: empty(net) -> break
        od;
        if
        :: awaited > 0 ->
#ifdef BROKEN_ANY_NEWS
            look(node_met + 1);
#else
            look(awaited);
#endif
            if
            :: !is_early -> awaited = 0; feed(); happened = true
            :: else
            fi
        :: else
        fi;
        if
        :: happened -> feed()
        :: else
        fi;
        assert(happened || !was_over) /* otherwise nothing ever happens again */
    :: else -> break
    od
}
