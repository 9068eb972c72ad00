#include "operations.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

/* The letters of the page: the kinds in the order of ga_kind, ghost cells, mirrored; and none of
 * them but a refusal. */
static const char letters[] = "RICSTUGM-";
enum { GHOSTS = GA_KIND_COUNT, MIRRORED, REFUSED, LETTERS };
_Static_assert(sizeof letters == LETTERS + 1, "each kind has a letter");

enum { OPERATIONS = 256, TYPES = ASHLAR_TYPE_COUNT + 1 }; /* records are one type */
static unsigned noted[OPERATIONS][TYPES];

static const char *const types[TYPES] = {
#define TYPE_NAME(id, ctype, mpitype, kind) #id,
    ASHLAR_TYPE_TABLE(TYPE_NAME)
#undef TYPE_NAME
        "record"};

/* A line for each letter, in a file of this rank. */
static void write_notes(void)
{
    char path[4096];
    const char *name = getenv("ASHLAR_TEST_NAME");

    snprintf(path, sizeof path, "%s/%s.%d", getenv("ASHLAR_TEST_OPERATIONS"), name ? name : "test",
             test_rank());
    FILE *file = fopen(path, "w");
    for (int k = 0; file && k < operation_count; ++k)
        for (int type = 0; type < TYPES; ++type)
            for (int letter = 0; letter < LETTERS; ++letter)
                if (noted[k][type] >> letter & 1)
                    fprintf(file, "%s %s %c\n", operation_names[k], types[type], letters[letter]);
    if (!file || fclose(file) != 0) {
        fprintf(stderr, "test: cannot write %s\n", path);
        exit(2);
    }
}

static unsigned letters_of(const ga_spec_t *spec)
{
    unsigned found = 1u << spec->kind;

    for (int d = 0; d < spec->ndim; ++d)
        if (spec->ghosts[d])
            found |= 1u << GHOSTS;
    if (spec->mirrored)
        found |= 1u << MIRRORED;
    return found;
}

/* Looks before the call: a handle that is none must not replace the message of the call. */
operands_t operation_begins(const ga_t *arrays)
{
    operands_t operands = {.are_alike = 1};
    ga_spec_t spec;

    if (!getenv("ASHLAR_TEST_OPERATIONS"))
        return operands;
    for (; *arrays != -1; ++arrays)
        if (*arrays > 0 && ga_inquire_spec(*arrays, &spec) == ASHLAR_OK) {
            operands.are_alike &= operands.letters == 0 || spec.type == operands.type;
            operands.type = operands.letters ? operands.type : spec.type;
            operands.letters |= letters_of(&spec);
        }
    return operands;
}

int operation_ends(int operation, const operands_t *operands, int status)
{
    int type = operands->type < ASHLAR_TYPE_COUNT ? (int)operands->type : ASHLAR_TYPE_COUNT;

    if (operands->letters == 0)
        return status;
    test_when_passed = write_notes;
    if (status == ASHLAR_OK)
        noted[operation][type] |= operands->letters;
    if (status == ASHLAR_ETYPE && operands->are_alike)
        noted[operation][type] |= 1u << REFUSED;
    return status;
}
