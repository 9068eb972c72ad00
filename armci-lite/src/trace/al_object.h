/* Objects that have elements, such as arrays, as events name them: each kind is described by the
 * layer that it belongs to. */
#ifndef AL_OBJECT_H
#define AL_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>
#include <ashlar/interval.h>

typedef enum al_object_kind { AL_ARRAY, AL_COARRAY, AL_SEGMENT, AL_OBJECT_KINDS } al_object_kind_t;

enum { AL_OPERANDS = 4, AL_NO_RANK = -1 };

typedef struct al_operand {
    al_object_kind_t kind;
    int handle;         /* of an array */
    const void *object; /* when the call begins: what it is; NULL: it does not exist */
    uint64_t serial;    /* of its kind, never used again */
    int ndim;           /* its dimensions */
    int rank;           /* of its group, if the call names one */
    int64_t offset;
    const al_shape_t *shape;
    const ashlar_interval_t *section;
    const int64_t *lo, *hi; /* a patch, or NULL */
    const int64_t *step;    /* in each dimension; NULL: every element */
    int64_t width;          /* bytes of each element that the call moves; 0, until the object is
                               found: all */
    bool is_2d;             /* the patch has two dimensions, and is in the corners */
    int64_t corners[4];
} al_operand_t;

enum { AL_OBJECT_NAME = 64 };

typedef struct al_object {
    uint64_t key; /* the same on all ranks, and most likely of no other object */
    char name[AL_OBJECT_NAME];
    char type[16];   /* of elements */
    int64_t element; /* bytes */
    int ndim;
    int64_t dims[ASHLAR_MAX_DIM];
    int ranks; /* over which it is spread */
} al_object_t;

/* The owners of the elements that a call accesses, and the bytes of mine, of others on my node, and
 * of those elsewhere. */
enum { AL_TARGETS = 32 };
typedef struct al_targets {
    int64_t own, node, remote;
    int count; /* of different ranks, as far as there is room */
    int rank[AL_TARGETS];
} al_targets_t;

/* Add bytes of a rank of the world. */
void ali_targets_add(al_targets_t *targets, int rank, int64_t bytes);

struct al_event;
typedef struct al_object_layer {
    /* Set object, serial and ndim of an operand. */
    void (*find)(al_operand_t *operand);
    /* Say what it is. */
    void (*describe)(const al_operand_t *operand, al_object_t *object);
    /* The patch of an operand that the call names otherwise than by lo and hi, in the indices of
     * its object: how many dimensions, 0: none, and the object may be gone. */
    int (*patch)(const struct al_event *event, const al_operand_t *operand, int64_t *lo,
                 int64_t *hi);
    /* Add the owners of the elements that the operand names, in a call that has succeeded. */
    void (*find_targets)(const struct al_event *event, const al_operand_t *operand,
                         al_targets_t *targets);
} al_object_layer_t;

/* How many dimensions the patch of an operand has that is given by lo and hi; 0: there is none, or
 * it does not fit the object. */
static inline int ali_operand_dimensions(const al_operand_t *operand)
{
    return !operand->lo || (operand->is_2d && operand->ndim != 2) ? 0 : operand->ndim;
}

/* Each layer enters its own when it starts. */
extern const al_object_layer_t *ali_object_layers[AL_OBJECT_KINDS];

#endif
