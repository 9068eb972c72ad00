/* ASHLAR_CHECK=1: before a collective call begins, its ranks wait for each other and compare which
 * call they are in and what they pass to it. Each layer has a table of its collective calls, from
 * which this follows and its test. */
#ifndef AL_CHECK_H
#define AL_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_guard.h"

/* Kinds of arguments, X(kind, how it is passed). How: i int, l int64_t, z size_t, p pointer. */
#define ALI_KINDS(X)                                                                               \
    X(MINE_INT, i) /* each rank's own: not compared */                                             \
    X(MINE_SIZE, z)                                                                                \
    X(MINE, p)                                                                                     \
    X(INT, i)                                                                                      \
    X(FLAG, i)   /* 0 or not */                                                                    \
    X(LETTER, i) /* upper or lower case */                                                         \
    X(TYPE, i)                                                                                     \
    X(LONG, l)                                                                                     \
    X(SEED, l)                                                                                     \
    X(SIZE, z)                                                                                     \
    X(COUNT, l)    /* of elements of a BUFFER */                                                   \
    X(OUT, p)      /* NULL on all ranks or on none */                                              \
    X(BUFFER, p)   /* the same, unless the size or count is 0 */                                   \
    X(GROUP_OF, p) /* al_group_t: the ranks that compare */                                        \
    X(SEGMENT, p)                                                                                  \
    X(MUTEXES, p) /* their segment */                                                              \
    X(GROUP, i)   /* ga_group_t */                                                                 \
    X(ARRAY, i)                                                                                    \
    X(NUMBER, i) /* of a set that the ranks know by other handles */                               \
    X(FACTOR, i)                                                                                   \
    X(NDIM, i)                                                                                     \
    X(VECTOR, p)   /* int64_t[dimensions of the array, or NDIM, before it] */                      \
    X(PAIR, p)     /* int64_t[2] */                                                                \
    X(INTS, p)     /* int[the same] */                                                             \
    X(CUTS, p)     /* int64_t[the LONG behind it] */                                               \
    X(ALL_CUTS, p) /* int64_t[the sum of the VECTOR before it] */                                  \
    X(VALUE, p)    /* one element of the array, of any type */                                     \
    X(ELEMENT, p)  /* one of the type of the first array */                                        \
    X(REAL, p)     /* one of the real type that belongs to it */                                   \
    X(PATCH, p)    /* five numbers, the first an array */                                          \
    X(RANGE, p)    /* la_range_t: three integers and two doubles */                                \
    X(SPEC, p)     /* ga_spec_t */                                                                 \
    X(GRID, i)     /* ga_grid_t, by what it is */                                                  \
    X(GRID_SPEC, p)

typedef enum ali_kind {
    ALI_END,
#define ALI_KIND(kind, how) ALI_##kind,
    ALI_KINDS(ALI_KIND)
#undef ALI_KIND
} ali_kind_t;

/* The ranks that compare: those of a group that the arguments name in this way. */
typedef enum ali_where {
    ALI_WORLD,
    ALI_DEFAULT,  /* the default group */
    ALI_GIVEN,    /* as the call says */
    ALI_ARGUMENT, /* the group, or the group of the array, that is the first such argument */
    ALI_WHOLE,    /* the same, but of a mirrored array all that created it */
    ALI_SMALLER   /* the smaller of those of two arrays; nobody where one of them is 0 */
} ali_where_t;

typedef struct ali_argument {
    ali_kind_t kind;
    const char *name;
} ali_argument_t;

/* A collective call: a row of a table. */
typedef struct ali_collective {
    const char *call;
    ali_where_t where;
    const ali_argument_t *arguments; /* ALI_END behind the last */
} ali_collective_t;

typedef struct ali_value {
    int64_t n;
    const void *p;
} ali_value_t;

enum {
    ALI_CALL = 32,
    ALI_ARGUMENTS = 16,
    ALI_WORDS = 96,
    ALI_PRESENCE = -1 /* of a word that says whether a pointer is not NULL */
};

/* The arguments of a rank as words, and the kind of each. */
typedef struct ali_record {
    struct {
        char call[ALI_CALL];
        int64_t is_in_finalize; /* MPI_Finalize makes it: not compared */
        int64_t n;
        uint64_t word[ALI_WORDS]; /* the last one stands for all that have no room */
    } sent;
    struct {
        const char *name;
        ali_kind_t kind;
        int index, type; /* index -1: it has no parts; type: of an element, or ALI_PRESENCE */
    } what[ALI_WORDS];
    /* Write what word k is, "alpha 3", of a kind that only a layer above knows; 0: of none. */
    int (*describe)(const struct ali_record *record, int k, char *text, size_t room);
} ali_record_t;

/* Read the arguments of a call; returns how many. */
int ali_check_read(const ali_collective_t *row, va_list arguments, ali_value_t *values);
/* The record of a call that begins. There is one: collective calls are made one after the other. */
ali_record_t *ali_check_begin(const ali_collective_t *row);
/* Add a word, or argument number k of n if it is of a kind that this layer knows (else 0). */
void ali_check_add(ali_record_t *record, const ali_argument_t *argument, int index, int type,
                   uint64_t word);
int ali_check_argument(ali_record_t *record, const ali_argument_t *arguments,
                       const ali_value_t *values, int n, int k);
/* For arrays of bytes. */
uint64_t ali_check_hash(const void *data, size_t bytes);
/* Compare the records of the ranks of a group. Collective. @return ASHLAR_EMISMATCH */
int ali_check_compare(al_group_t *group, const ali_record_t *record);

/* All of this for a call of armci-lite, on the group that its first argument names; the world if
 * that is NULL. */
int ali_check_call(const ali_collective_t *row, ...);

/* Is anything to be done around a collective call? */
static inline bool ali_check_is_on(void)
{
    return ali_context.env.check != 0 || ali_context.env.guard != 0;
}

/* From the first line of a public collective call to its return. */
typedef struct ali_scope {
    int is_checked; /* with the check on or guards: the call that the program has made, not one that
                     * follows from its arguments */
} ali_scope_t;

void ali_check_end(void) __attribute__((cold));
static inline void ali_scope_end(const ali_scope_t *scope)
{
    if (AL_UNLIKELY(scope->is_checked))
        ali_check_end();
}

/* The first line of a collective call: `comparison` names it and compares its arguments, and the
 * call returns if they differ. When it returns, the guards are looked at (ASHLAR_GUARD=1). */
#define ALI_CHECKED(comparison)                                                                    \
    __attribute__((cleanup(ali_scope_end)))                                                        \
    const ali_scope_t al_scope = {ali_context.checks_next_call};                                   \
    do {                                                                                           \
        if (AL_UNLIKELY(al_scope.is_checked)) {                                                    \
            ali_context.checks_next_call = 0;                                                      \
            AL_TRY(comparison);                                                                    \
        }                                                                                          \
    } while (0)

#define COLLECTIVE(call, ...) ALI_CALL_##call,
enum {
#include "api/al_collectives.def"
};
#undef COLLECTIVE
extern const ali_collective_t ali_collectives[];
#define ALI_ROW(call) (&ali_collectives[ALI_CALL_##call])

#define ALI_COLLECTIVE(call, ...) ALI_CHECKED(ali_check_call(ALI_ROW(call), __VA_ARGS__))

#endif
