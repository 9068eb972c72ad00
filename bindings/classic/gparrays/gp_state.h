/* Declarations shared by the files of arrays of pointers. Behind one is an array of records of
 * Global Arrays, of the same shape and distribution, which say where data is. The work is
 * done by the calls of gp-papi.h. */
#ifndef GP_STATE_H
#define GP_STATE_H

#include <ashlar/al_memory.h>

#include "classic.h"
#include "gp-papi.h"

/* The data of an element: at an offset in al_memory() of a rank. All zero: there is none. */
typedef struct gpi_record {
    int64_t bytes;
    int64_t offset;
    int32_t rank; /* of the world */
    int32_t is_set;
} gpi_record_t;

typedef struct gpi_array {
    bool is_used, is_allocated;
    int g;    /* the records */
    int ndim; /* -1: there are no dimensions yet */
    int64_t dims[GA_MAX_DIM];
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM]; /* what is mine */
} gpi_array_t;

/* The array of a handle, with memory. */
gpi_array_t *gpi_find(const char *call, Integer g_p);

/* ---- numbers --------------------------------------------------------------------------------- */

/* n items of count numbers each, less shift, with the order of numbers turned round. */
void gpi_turn(int64_t n, int count, const Integer *from, int shift, int64_t *to);
/* A sum of bytes for the program. */
int gpi_int(const char *call, int64_t bytes);
Integer gpi_integer(const char *call, int64_t bytes);

/* Sizes in memory of the program: numbers of 4 or 8 bytes. */
typedef struct gpi_sizes {
    void *at;
    int width;
} gpi_sizes_t;
gpi_sizes_t gpi_sizes(const char *call, void *at, Integer width);

/* ---- transfers ------------------------------------------------------------------------------- */

typedef enum gpi_way { GPI_GET, GPI_PUT } gpi_way_t;

/* Which elements: a patch, or a list, for which lo is all indices and hi is NULL. */
typedef struct gpi_place {
    const char *call;
    const gpi_array_t *array;
    int64_t n;        /* of a list */
    int64_t *lo, *hi; /* row-major, from 0 */
} gpi_place_t;

typedef struct gpi_move {
    gpi_place_t place;
    gpi_way_t way;
    bool packs;    /* a get sets pointers and sizes, for data in buf */
    bool is_exact; /* a put must have all bytes of its elements */
    void *buf;
    void **ptrs;
    gpi_sizes_t sizes;
    const int64_t *ld, *ld_sizes; /* of a patch */
} gpi_move_t;

/* The sum of the bytes. */
int64_t gpi_count(const gpi_place_t *place);
int64_t gpi_move(const gpi_move_t *move);

#endif
