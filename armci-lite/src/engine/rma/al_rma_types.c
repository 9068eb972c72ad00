/* Derived datatypes of the RMA engine. */
#include <string.h>

#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/engine/rma/al_rma.h"

/* The arguments that a type was made of. */
typedef struct layout {
    MPI_Datatype element;
    int levels;
    size_t count[AL_MAX_LEVELS + 1], stride[AL_MAX_LEVELS];
} layout_t;

/* The last ones made. All fragments of a patch but the last are alike; a transfer needs two types.
 */
enum { KEPT = 4 };
static struct {
    layout_t layout[KEPT];
    MPI_Datatype type[KEPT];
    int count, next; /* next: the one to be replaced */
} kept;

static int make(const layout_t *layout, size_t element_bytes, MPI_Datatype *type)
{
    MPI_Datatype inner;
    AL_TRY(AL_MPI(
        MPI_Type_contiguous((int)(layout->count[0] / element_bytes), layout->element, &inner)));
    for (int level = 0; level < layout->levels; ++level) {
        MPI_Datatype outer;
        int status = AL_MPI(MPI_Type_create_hvector(
            (int)layout->count[level + 1], 1, (MPI_Aint)layout->stride[level], inner, &outer));
        MPI_Type_free(&inner);
        AL_TRY(status);
        inner = outer;
    }
    int status = AL_MPI(MPI_Type_commit(&inner));
    if (status != ASHLAR_OK)
        MPI_Type_free(&inner);
    *type = inner;
    return status;
}

int ali_rma_shape_type(const al_shape_t *shape, const size_t *stride, MPI_Datatype element,
                       size_t element_bytes, MPI_Datatype *type)
{
    layout_t layout;
    memset(&layout, 0, sizeof layout); /* compared by bytes */
    layout.element = element;
    layout.levels = shape->levels;
    memcpy(layout.count, shape->count, ((size_t)shape->levels + 1) * sizeof *layout.count);
    memcpy(layout.stride, stride, (size_t)shape->levels * sizeof *layout.stride);
    for (int k = 0; k < kept.count; ++k)
        if (memcmp(&kept.layout[k], &layout, sizeof layout) == 0) {
            *type = kept.type[k];
            if (k == kept.next) /* in use: the next one made must not replace it */
                kept.next = (k + 1) % KEPT;
            return ASHLAR_OK;
        }
    AL_TRY(make(&layout, element_bytes, type));
    int k = kept.next;
    if (k < kept.count)
        MPI_Type_free(&kept.type[k]); /* MPI keeps it for transfers under way */
    else
        ++kept.count;
    kept.layout[k] = layout;
    kept.type[k] = *type;
    kept.next = (k + 1) % KEPT;
    return ASHLAR_OK;
}

void ali_rma_types_free(void)
{
    while (kept.count > 0)
        MPI_Type_free(&kept.type[--kept.count]);
    kept.next = 0;
}
