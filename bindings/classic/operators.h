/* The operators of reductions by their names, in GA_ and ARMCI calls. */
#ifndef CLASSIC_OPERATORS_H
#define CLASSIC_OPERATORS_H

#include <string.h>

#include <ashlar/types.h>

typedef struct classic_operator {
    const char *name;
    ashlar_op op;
    int is_logical; /* of whether numbers are not 0 */
} classic_operator_t;

/* The first that the text begins with; NULL: none. */
static inline const classic_operator_t *classic_operator(const char *text)
{
    static const classic_operator_t known[] = {
        {"+", ASHLAR_SUM, 0},    {"*", ASHLAR_PROD, 0},        {"max", ASHLAR_MAX, 0},
        {"min", ASHLAR_MIN, 0},  {"absmax", ASHLAR_ABSMAX, 0}, {"absmin", ASHLAR_ABSMIN, 0},
        {"or", ASHLAR_OR, 0},    {"&&", ASHLAR_AND, 1},        {"land", ASHLAR_AND, 1},
        {"||", ASHLAR_OR, 1},    {"lor", ASHLAR_OR, 1},        {"&", ASHLAR_AND, 0},
        {"band", ASHLAR_AND, 0}, {"|", ASHLAR_OR, 0},          {"bor", ASHLAR_OR, 0}};
    for (size_t k = 0; text && k < sizeof known / sizeof known[0]; ++k)
        if (strncmp(text, known[k].name, strlen(known[k].name)) == 0)
            return &known[k];
    return NULL;
}

/* Make integers 0 or 1. */
static inline void classic_make_logical(void *x, int n, ashlar_type type)
{
    int *ints = x;
    long *longs = x;
    long long *wide = x;
    for (int k = 0; k < n; ++k)
        if (type == ASHLAR_INT)
            ints[k] = ints[k] != 0;
        else if (type == ASHLAR_LONG)
            longs[k] = longs[k] != 0;
        else if (type == ASHLAR_LLONG)
            wide[k] = wide[k] != 0;
}

#endif
