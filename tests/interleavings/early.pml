/* armci-lite/src/engine/am/al_am_order.c and ali_am_poll_once(): a server defers requests of an epoch that its
 * node has not reached. The first rank of the node may store the completed epoch at any time; the server reads
 * it now and then, and remembers what it read. The requests of two origins are served in the end, without
 * another message to wake the server. */
#define EPOCH 1
#define ORIGINS 2

chan net = [ORIGINS] of { byte };
byte completed;               /* in the memory of the node */
byte seen_completed, awaited; /* of the server */
bool deferred[ORIGINS], happened, is_early, was_over;
byte served, origin;

/* The same as ali_am_is_from_later_epoch(). */
inline check_epoch(epoch)
{
    if
    :: epoch <= seen_completed -> is_early = false
    :: else -> seen_completed = completed; is_early = epoch > seen_completed
    fi
}

inline serve(from)
{
    check_epoch(EPOCH);
    if
    :: is_early -> deferred[from] = true; awaited = EPOCH
    :: else -> deferred[from] = false; served++
    fi
}

inline resume()
{
    origin = 0;
    do
    :: origin < ORIGINS ->
        if
        :: deferred[origin] -> serve(origin)
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
    completed = EPOCH
}

active proctype server()
{
    do
    :: served < ORIGINS ->
        atomic { was_over = completed == EPOCH && empty(net); happened = false };
        do
        :: net?origin -> serve(origin); happened = true
        :: empty(net) -> break
        od;
        if
        :: awaited > 0 ->
#ifdef BROKEN_ANY_NEWS
            check_epoch(seen_completed + 1);
#else
            check_epoch(awaited);
#endif
            if
            :: !is_early -> awaited = 0; resume(); happened = true
            :: else
            fi
        :: else
        fi;
        if
        :: happened -> resume()
        :: else
        fi;
        assert(happened || !was_over) /* otherwise nothing ever happens again */
    :: else -> break
    od
}
