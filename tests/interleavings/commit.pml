/* armci-lite/src/node/al_arena.c: no page is touched, and no word of the bitmap read, before memory
 * is behind it, while ranks commit pages whose bits share a page of the bitmap, and give pages back
 * under the heap lock. Two pages of data; the bits of both lie in bitmap page B, whose own bit is
 * there from the start. */
#define RANKS  3
#define ROUNDS 2

bit b_backed, b_bit;         /* bitmap page B */
bit backed[2], committed[2]; /* pages of data; their bits are in B */
bit free[2] = {1, 1};        /* blocks of one page each */
bit heap_lock;

inline read_bit(p, value)
{
#ifdef BROKEN_READ_FIRST /* the bit of the bitmap page is not looked at */
    assert(b_backed);
    value = committed[p];
#else
    if
    :: b_bit -> assert(b_backed); value = committed[p]
    :: else -> value = 0
    fi
#endif
}

inline commit(p)
{
    if
    :: !b_bit ->
#ifdef BROKEN_MARK_FIRST
        b_bit = 1;
        b_backed = 1
#else
        b_backed = 1; /* fallocate: several may */
        b_bit = 1
#endif
    :: else
    fi;
    read_bit(p, is);
    if
    :: !is ->
        backed[p] = 1;
        assert(b_backed);
        committed[p] = 1
    :: else
    fi
}

active [RANKS] proctype rank()
{
    byte round, p;
    bit is, mine;
    do
    :: round < ROUNDS ->
        atomic { !heap_lock -> heap_lock = 1 }; /* ali_arena_alloc */
        mine = 0;
        if
        :: free[0] -> p = 0; free[0] = 0; mine = 1
        :: free[1] -> p = 1; free[1] = 0; mine = 1
        :: !free[0] && !free[1]
        fi;
        if
        :: mine -> read_bit(p, is) /* what is still to be committed is granted */
        :: else
        fi;
        heap_lock = 0;
        if
        :: mine ->
            commit(p);
            assert(backed[p]); /* touched */
            atomic { !heap_lock -> heap_lock = 1 }; /* ali_arena_free */
#ifdef BROKEN_FREE_FIRST
            free[p] = 1;
            heap_lock = 0;
#endif
            if
            :: backed[p] = 0; /* a hole is punched */
               committed[p] = 0
            :: skip /* or the pages are kept for the next */
            fi;
#ifndef BROKEN_FREE_FIRST
            free[p] = 1;
            heap_lock = 0;
#endif
        :: else
        fi;
        round++
    :: else -> break
    od
}
