/* Data of elements is moved: the records come first, then all data at once. */
#include "gp_state.h"

/* ---- the records ---- */

static void check_bounds(const gpi_place_t *place, int64_t k, const int64_t *index)
{
    for (int d = 0; d < place->array->ndim; ++d)
        if (index[d] < 0 || index[d] >= place->array->dims[d])
            classic_stop(place->call, "index %lld of dimension %d, of %s %lld, is outside 0..%lld",
                         (long long)index[d], d, place->hi ? "corner" : "element", (long long)k,
                         (long long)place->array->dims[d] - 1);
}

static int64_t extent_of(const gpi_place_t *place, int d)
{
    return place->hi[d] - place->lo[d] + 1;
}

/* How many elements; they are there, and a patch has some. */
static int64_t checked_number(const gpi_place_t *place)
{
    const int ndim = place->array->ndim;
    int64_t n = 1;
    if (!place->hi) {
        if (place->n < 0)
            classic_stop(place->call, "%lld elements", (long long)place->n);
        for (int64_t k = 0; k < place->n; ++k)
            check_bounds(place, k, place->lo + k * ndim);
        return place->n;
    }
    check_bounds(place, 0, place->lo);
    check_bounds(place, 1, place->hi);
    for (int d = 0; d < ndim; ++d) {
        if (extent_of(place, d) < 1)
            classic_stop(place->call, "dimension %d of the patch begins at %lld and ends at %lld",
                         d, (long long)place->lo[d], (long long)place->hi[d]);
        n *= extent_of(place, d);
    }
    return n;
}

/* Those of n elements, the last index fastest; the caller frees them. */
static gpi_record_t *read_records(const gpi_place_t *place, int64_t n)
{
    int64_t ld[GA_MAX_DIM];
    gpi_record_t *records = malloc((size_t)n * sizeof *records + 1);
    if (!records)
        classic_stop(place->call, "no memory for %lld elements", (long long)n);
    if (n > 0 && !place->hi)
        NGA_Gather_flat64(place->array->g, records, place->lo, n);
    if (place->hi) {
        for (int d = 1; d < place->array->ndim; ++d)
            ld[d - 1] = extent_of(place, d);
        NGA_Get64(place->array->g, place->lo, place->hi, records, ld);
    }
    return records;
}

int64_t gpi_count(const gpi_place_t *place)
{
    const int64_t n = checked_number(place);
    int64_t sum = 0;
    gpi_record_t *records = read_records(place, n);
    for (int64_t k = 0; k < n; ++k)
        sum += records[k].bytes;
    free(records);
    return sum;
}

/* ---- the data ---- */

/* Where in an array of the program the number of element k is. */
static size_t index_in_program(const gpi_place_t *place, const int64_t *ld, int64_t k)
{
    int64_t at = 0, step = 1;
    if (!place->hi)
        return (size_t)k;
    for (int d = place->array->ndim - 1; d >= 0; --d) {
        at += step * (k % extent_of(place, d));
        k /= extent_of(place, d);
        step *= d > 0 ? ld[d - 1] : 1;
    }
    return (size_t)at;
}

static int64_t read_size(const gpi_sizes_t *sizes, size_t k)
{
    return sizes->width == 4 ? ((const int32_t *)sizes->at)[k] : ((const int64_t *)sizes->at)[k];
}

static void write_size(const char *call, const gpi_sizes_t *sizes, size_t k, int64_t bytes)
{
    if (sizes->width == 4)
        ((int32_t *)sizes->at)[k] = gpi_int(call, bytes);
    else
        ((int64_t *)sizes->at)[k] = bytes;
}

/* How many bytes of an element move, of which the program names so many. */
static int64_t checked_bytes(const gpi_move_t *move, int64_t k, int64_t named, int64_t there)
{
    const char *call = move->place.call;
    if (named < 0)
        classic_stop(call, "element %lld is given %lld bytes", (long long)k, (long long)named);
    if (move->way == GPI_GET)
        return named < there ? named : there;
    if (named > there || (move->is_exact && named < there))
        classic_stop(call, "element %lld has %lld bytes, and is given %lld", (long long)k,
                     (long long)there, (long long)named);
    return named;
}

/* Start to move element k, and tell how many bytes it has. */
static int64_t start_one(const gpi_move_t *move, int64_t k, const gpi_record_t *record, char *next,
                         al_handle_t *handle)
{
    const char *call = move->place.call;
    const size_t p = index_in_program(&move->place, move->ld, k);
    const size_t s = index_in_program(&move->place, move->ld_sizes, k);
    if (move->packs) {
        move->ptrs[p] = next;
        write_size(call, &move->sizes, s, record->bytes);
    }
    const int64_t bytes = checked_bytes(move, k, read_size(&move->sizes, s), record->bytes);
    const al_shape_t shape = {.count = {(size_t)bytes}};
    const size_t offset = (size_t)record->offset;
    if (bytes > 0)
        CLASSIC_TRY(call, move->way == GPI_GET ? al_get_nb(al_memory(), record->rank, offset,
                                                           move->ptrs[p], &shape, handle)
                                               : al_put_nb(al_memory(), record->rank, offset,
                                                           move->ptrs[p], &shape, handle));
    return bytes;
}

int64_t gpi_move(const gpi_move_t *move)
{
    const int64_t n = checked_number(&move->place);
    gpi_record_t *records = read_records(&move->place, n);
    al_handle_t handle = 0;
    int64_t sum = 0;
    for (int64_t k = 0; k < n; ++k)
        sum +=
            start_one(move, k, &records[k], move->packs ? (char *)move->buf + sum : NULL, &handle);
    CLASSIC_TRY(move->place.call, al_wait(&handle));
    free(records);
    return sum;
}
