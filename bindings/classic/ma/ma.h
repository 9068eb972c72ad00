/* Declarations shared by the files of MA: types, the space and its blocks, errors and counts of
 * calls.
 *
 * One range of memory, the space, holds the heap from its start upward and the stack from its end
 * downward. Each is a row of blocks without gaps; of the heap's, some are free: fragments. A block
 * is a guard, the elements, and a second guard right behind them. All else that is known of a block
 * is outside the space, where a program that writes past its memory does not reach it. */
#ifndef CLASSIC_MA_H
#define CLASSIC_MA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "macdecls.h"

#define MAI_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Elements begin at multiples of MAI_LINE, as the base arrays do, and the lengths of blocks are
 * multiples of it. So an index is exact for every type, whose sizes divide it. */
enum { MAI_LINE = 64, MAI_GUARD = 8 };

#define MAI_INTEGER_MAX (sizeof(Integer) == 8 ? INT64_MAX : (int64_t)INT32_MAX)

/* ---- types ----------------------------------------------------------------------------------- */

typedef struct mai_type {
    const char *name;
    char *base;
    unsigned shift; /* an element has 2^shift bytes */
} mai_type_t;

extern const mai_type_t mai_types[MT_NUMTYPES];

/* NULL if the code is of no type. */
static inline const mai_type_t *mai_type(Integer code)
{
    size_t k = (size_t)code - MT_FIRST;
    return k < MT_NUMTYPES ? &mai_types[k] : NULL;
}

/* A hint for messages about a code that is no type, or "": a program with a shorter INTEGER gives
 * one whose lower half is a type. */
const char *mai_type_hint(Integer code);

/* ---- blocks ---------------------------------------------------------------------------------- */

typedef enum mai_place { MAI_HEAP, MAI_STACK, MAI_PLACES } mai_place_t;

typedef struct mai_block mai_block_t;
struct mai_block {
    Integer handle; /* 0: a fragment, or not in use */
    mai_place_t place;
    char *start, *data;
    size_t bytes; /* of all, from start */
    const mai_type_t *type;
    Integer nelem;
    mai_block_t *before, *after;        /* the neighbours in the heap; below on the stack: after */
    mai_block_t *left, *right;          /* fragments are a tree: see space.c */
    size_t longest;                     /* bytes of the longest fragment from here down */
    Integer slot, next_handle, is_free; /* is_free: a fragment */
    char name[MA_NAMESIZE];
};

static inline size_t mai_data_bytes(const mai_block_t *block)
{
    return (size_t)block->nelem << block->type->shift;
}

/* Make room for the description of the one block that a call may make; 0: no memory. */
int mai_reserve(void);
mai_block_t *mai_describe(char *start, size_t bytes);
void mai_end_handle(mai_block_t *block);
void mai_forget(mai_block_t *block);

/* The block of a handle; NULL if there is none. */
mai_block_t *mai_find(Integer handle);
/* Was it that of a block which has been freed. */
int mai_was_handle(Integer handle);
/* The first block in use from *slot on, which becomes the slot after it; NULL: no more. */
mai_block_t *mai_next(Integer *slot);

/* Whether the guards hold: the sides that do not. */
enum { MAI_BEFORE = 1, MAI_BEHIND = 2 };
void mai_set_guards(const mai_block_t *block);
int mai_broken_guards(const mai_block_t *block);

/* ---- the space ------------------------------------------------------------------------------- */

typedef struct mai_space {
    char *start, *partition, *end; /* start is NULL before there is one */
    char *heap_end, *stack_start;
    mai_block_t *heap_last, *stack_top, *fragments;
    size_t line;    /* elements begin at multiples of this: MAI_LINE or more */
    int is_settled; /* MA_init() was called or memory has been taken: no other space any more */
    struct {
        size_t blocks, most_blocks, bytes, most_bytes;
    } usage[MAI_PLACES];
} mai_space_t;

extern mai_space_t mai_space;

/* The most that a block costs beside its elements. */
size_t mai_overhead(void);

/* Make the space, in place of one that is not settled; 0 if there is no memory. */
int mai_start(size_t heap_bytes, size_t stack_bytes);
/* Whether there is a space: a program that has not called MA_init() gets one of the default size
 * with its first question or allocation. */
bool mai_is_started(void);

/* After mai_reserve(). NULL if there is no room. */
mai_block_t *mai_take(mai_place_t place, const mai_type_t *type, Integer nelem, const char *name);
void mai_free_heap(mai_block_t *block);
/* Also after mai_reserve(); nelem is less than the block has. */
void mai_shrink_heap(mai_block_t *block, Integer nelem);
void mai_pop_stack(void);

/* The bytes of elements that one block between two places may have, both where blocks may begin. */
size_t mai_capacity(const char *from, const char *to);
/* Does a block with so many bytes from its first guard fit into a fragment. */
int mai_fits(const mai_block_t *fragment, size_t bytes);

/* ---- fragments ------------------------------------------------------------------------------- */

void mai_add_fragment(mai_block_t *fragment);
void mai_remove_fragment(mai_block_t *fragment);
/* The first that a block fits into; NULL if there is none. */
mai_block_t *mai_first_fragment(size_t bytes);
/* The capacity of the best before an address. */
size_t mai_fragment_capacity(const char *limit);

/* ---- calls ----------------------------------------------------------------------------------- */

#define MAI_CALLS(X)                                                                               \
    X(alloc_get)                                                                                   \
    X(allocate_heap)                                                                               \
    X(chop_stack)                                                                                  \
    X(free_heap)                                                                                   \
    X(free_heap_piece)                                                                             \
    X(get_index)                                                                                   \
    X(get_mbase)                                                                                   \
    X(get_next_memhandle)                                                                          \
    X(get_numalign)                                                                                \
    X(get_pointer)                                                                                 \
    X(init)                                                                                        \
    X(init_memhandle_iterator)                                                                     \
    X(initialized)                                                                                 \
    X(inquire_avail)                                                                               \
    X(inquire_heap)                                                                                \
    X(inquire_heap_check_stack)                                                                    \
    X(inquire_heap_no_partition)                                                                   \
    X(inquire_stack)                                                                               \
    X(inquire_stack_check_heap)                                                                    \
    X(inquire_stack_no_partition)                                                                  \
    X(pop_stack)                                                                                   \
    X(print_stats)                                                                                 \
    X(push_get)                                                                                    \
    X(push_stack)                                                                                  \
    X(set_auto_verify)                                                                             \
    X(set_error_callback)                                                                          \
    X(set_error_print)                                                                             \
    X(set_hard_fail)                                                                               \
    X(set_numalign)                                                                                \
    X(sizeof)                                                                                      \
    X(sizeof_overhead)                                                                             \
    X(summarize_allocated_blocks)                                                                  \
    X(trace)                                                                                       \
    X(verify_allocator_stuff)

typedef enum mai_call {
#define X(name) MAI_CALL_##name,
    MAI_CALLS(X)
#undef X
        MAI_CALL_COUNT
} mai_call_t;

typedef struct mai_settings {
    int auto_verify, error_print, hard_fail, trace, numalign;
    void (*callback)(void);
    unsigned long calls[MAI_CALL_COUNT];
} mai_settings_t;

extern mai_settings_t mai_settings;

/* Print a sentence about what a call refuses, if errors are printed, and end the program if they
 * are to. Returns MA_FALSE. */
Boolean mai_fail(mai_call_t call, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));
/* The same for an error of a call that cannot say that it has failed: always printed, always the
 * end, unless a callback returns. Returns 0. */
Integer mai_fatal(mai_call_t call, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));
/* Look at all guards; MA_FALSE if some are broken. */
Boolean mai_verify(mai_call_t call) __attribute__((cold));
/* Print what a call does to a block. */
void mai_trace(mai_call_t call, const mai_block_t *block, Integer nelem) __attribute__((cold));

/* The beginning of every call: count it, and look at all guards if that is asked for. */
static inline Boolean mai_begin(mai_call_t call)
{
    ++mai_settings.calls[call];
    return MAI_UNLIKELY(mai_settings.auto_verify) ? mai_verify(call) : MA_TRUE;
}

#endif
