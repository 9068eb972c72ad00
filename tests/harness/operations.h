/* Which operations ran on which arrays. docs/operations writes a function that stands before each
 * collective call on arrays in the test programs that ashlar_records_operations() names, and later
 * the page docs/operations.md from what they note. */
#ifndef TESTS_OPERATIONS_H
#define TESTS_OPERATIONS_H

#include <ashlar/la.h>

/* The operands of a call: the type of the first, whether all have it, and a bit for each letter of
 * the page that fits one of them. */
typedef struct operands {
    ga_type type;
    int are_alike;
    unsigned letters;
} operands_t;

/* Calls of the written functions; -1 ends the arrays. */
operands_t operation_begins(const ga_t *arrays);
int operation_ends(int operation, const operands_t *operands, int status);
extern const char *const operation_names[];
extern const int operation_count;

#endif
