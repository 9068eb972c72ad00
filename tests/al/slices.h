/* A segment together with a serial copy of all its slices on every rank. */
#ifndef TESTS_AL_SLICES_H
#define TESTS_AL_SLICES_H

#include <ashlar/al.h>

#include "harness/rng.h"
#include "model/scalar.h"

typedef struct slices {
    al_segment_t *segment;
    al_group_t *group;
    int size;
    size_t *bytes; /* [size] */
    char **model;  /* [size][bytes] */
} slices_t;

/* The size of a rank's slice in tests of irregular segments: any number, zero for some. */
size_t slice_size_irregular(int rank);

/* A segment on group whose slices have size_of(rank) bytes; slices and model are filled with the
 * same random bytes (type < 0), or small numbers of the type. Collective. */
slices_t slices_create(al_group_t *group, size_t (*size_of)(int rank), int type, uint64_t seed);
/* Check that all slices equal the model, each rank reading all of them. Collective. */
bool slices_check(const char *file, int line, slices_t *slices);
#define CHECK_SLICES(slices) slices_check(__FILE__, __LINE__, (slices))
/* Free segment and model. Collective. */
void slices_free(slices_t *slices);

/* Call visit for every run of the shape: k-th run at segment and buffer offset. */
typedef void (*visit_run_t)(void *context, size_t seg_offset, size_t buf_offset, size_t bytes);
void shape_visit(const al_shape_t *shape, visit_run_t visit, void *context);
/* A shape of a few levels whose runs do not overlap; runs, strides and gaps are multiples of
 * unit. seg_bytes and buf_bytes become the extents of both sides. */
al_shape_t shape_random(rng_t *rng, int levels, size_t unit, size_t *seg_bytes, size_t *buf_bytes);

/* A round of work that fails unless the library works fully on comm. Collective. */
void slices_work_on(MPI_Comm comm);

/* A segment of 64 zero bytes a rank. */
al_segment_t *zeroes(void);

#endif
