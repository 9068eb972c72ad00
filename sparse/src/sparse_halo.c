/* The halo: sorting the columns that are lacking, and reading their elements of a vector. */
#include "sparse/src/sparse_halo.h"

#include <stdlib.h>
#include <string.h>

#include "ga/src/onesided/ga_transfer.h"

/* ---- sorting --------------------------------------------------------------------------------- */

typedef struct reference {
    int64_t column;
    int64_t number; /* of the element among those that lack one */
} reference_t;

/* Sort by column, some bits at a time. @return which of the two lists is the sorted one */
static reference_t *sort_references(reference_t *from, reference_t *to, size_t n, int64_t cols)
{
    enum { BITS = 11, DIGITS = 1 << BITS, ALL = 63 };
    for (int shift = 0; shift < ALL && (cols - 1) >> shift > 0; shift += BITS) {
        size_t place[DIGITS] = {0}, at = 0;
        for (size_t k = 0; k < n; ++k)
            ++place[from[k].column >> shift & (DIGITS - 1)];
        for (int digit = 0; digit < DIGITS; ++digit) {
            const size_t count = place[digit];
            place[digit] = at;
            at += count;
        }
        for (size_t k = 0; k < n; ++k)
            to[place[from[k].column >> shift & (DIGITS - 1)]++] = from[k];
        reference_t *other = from;
        from = to;
        to = other;
    }
    return from;
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool is_own(const spi_halo_t *halo, int64_t column)
{
    return column >= halo->lo && column < halo->end;
}

/* Count what lacks something. */
static int64_t count_references(const spi_matrix_t *matrix, spi_halo_t *halo)
{
    int64_t references = 0;
    for (int64_t row = 0; row < spi_my_rows(matrix); ++row) {
        const int64_t before = references, end = spi_begin(matrix, row + 1);
        for (int64_t k = spi_begin(matrix, row); k < end; ++k)
            references += !is_own(halo, spi_column(matrix, k));
        halo->boundaries += references > before;
    }
    return references;
}

static void list_references(const spi_matrix_t *matrix, spi_halo_t *halo, reference_t *reference)
{
    int64_t n = 0, boundary = 0;
    for (int64_t row = 0; row < spi_my_rows(matrix); ++row) {
        const int64_t begin = spi_begin(matrix, row), end = spi_begin(matrix, row + 1);
        spi_boundary_t found = {row, begin, end, n};
        for (int64_t k = begin; k < end; ++k) {
            const int64_t column = spi_column(matrix, k);
            if (is_own(halo, column))
                continue;
            reference[n] = (reference_t){column, n};
            ++n;
            if (column < halo->lo)
                found.own = k + 1;
            else if (found.behind == end)
                found.behind = k;
        }
        if (n > found.at)
            halo->boundary[boundary++] = found;
    }
}

/* Number the distinct columns. */
static void number_columns(spi_halo_t *halo, const reference_t *reference, size_t n)
{
    int64_t lacking = 0;
    for (size_t k = 0; k < n; ++k) {
        if (k == 0 || reference[k].column != reference[k - 1].column)
            halo->column[lacking++] = reference[k].column;
        halo->at[reference[k].number] = (uint32_t)(lacking - 1);
    }
    halo->lacking = lacking;
}

static int find_neighbours(spi_halo_t *halo, const spi_matrix_t *matrix, const spi_cuts_t *cuts)
{
    spi_neighbour_t *last = NULL;
    halo->neighbour =
        calloc((size_t)ali_min(halo->lacking, matrix->size) + 1, sizeof *halo->neighbour);
    if (!halo->neighbour)
        return ASHLAR_ENOMEM;
    for (int64_t k = 0; k < halo->lacking; ++k) {
        const int64_t column = halo->column[k];
        if (!last || column >= spi_cut(cuts, last->rank + 1)) {
            last = &halo->neighbour[halo->neighbours++];
            last->rank = spi_owner(cuts, column);
            last->first = k;
        }
        last->runs += last->count == 0 || halo->column[k - 1] != column - 1;
        ++last->count;
    }
    return ASHLAR_OK;
}

static int fill_halo(spi_halo_t *halo, const spi_matrix_t *matrix, const spi_cuts_t *cuts, size_t n)
{
    reference_t *list = malloc((n + 1) * sizeof *list), *other = malloc((n + 1) * sizeof *other);
    halo->boundary = malloc((size_t)(halo->boundaries + 1) * sizeof *halo->boundary);
    halo->at = malloc((n + 1) * sizeof *halo->at);
    halo->column = malloc((n + 1) * sizeof *halo->column);
    int status =
        list && other && halo->boundary && halo->at && halo->column ? ASHLAR_OK : ASHLAR_ENOMEM;
    if (status == ASHLAR_OK) {
        list_references(matrix, halo, list);
        number_columns(halo, sort_references(list, other, n, cuts->extent), n);
        int64_t *column = realloc(halo->column, (size_t)(halo->lacking + 1) * sizeof *halo->column);
        halo->column = column ? column : halo->column;
        halo->values = malloc((size_t)halo->lacking * matrix->element + 1);
        status = halo->values ? find_neighbours(halo, matrix, cuts) : ASHLAR_ENOMEM;
    }
    free(list);
    free(other);
    return status;
}

int spi_halo_make(const char *call, const spi_matrix_t *matrix, const spi_cuts_t *cuts,
                  spi_halo_t **made)
{
    spi_halo_t *halo = calloc(1, sizeof *halo);
    int status = ASHLAR_ENOMEM;
    if (halo) {
        halo->lo = spi_cut(cuts, matrix->rank);
        halo->end = spi_cut(cuts, matrix->rank + 1);
        const int64_t n = count_references(matrix, halo);
        status = n < UINT32_MAX ? fill_halo(halo, matrix, cuts, (size_t)n) : ASHLAR_ELIMIT;
    }
    *made = status == ASHLAR_OK ? halo : NULL;
    if (status == ASHLAR_OK)
        return ASHLAR_OK;
    spi_halo_release(halo);
    return status == ASHLAR_ELIMIT
               ? AL_FAIL(status, "%s: 2^32 elements of sparse matrix '%s' refer to other ranks",
                         call, matrix->name)
               : AL_FAIL(status, "%s: no memory for the halo of sparse matrix '%s'", call,
                         matrix->name);
}

void spi_halo_release(spi_halo_t *halo)
{
    if (!halo)
        return;
    free(halo->column);
    free(halo->at);
    free(halo->boundary);
    free(halo->neighbour);
    free(halo->values);
    free(halo);
}

void spi_halo_free(spi_matrix_t *matrix)
{
    spi_halo_release(matrix->halo);
    matrix->halo = NULL;
}

int spi_halo_get(const char *call, spi_matrix_t *matrix)
{
    return matrix->halo ? ASHLAR_OK : spi_halo_make(call, matrix, &matrix->col_cuts, &matrix->halo);
}

/* ---- reading --------------------------------------------------------------------------------- */

char *spi_in_place(const gai_array_t *vector, int rank, int64_t lo, int64_t end)
{
    gai_block_t block;
    if (gai_owned_count(&vector->dist, rank) != 1)
        return NULL;
    gai_owned_block(&vector->dist, rank, 0, &block);
    if (lo < block.lo[0] || end - 1 > block.hi[0])
        return NULL;
    char *base = gai_block_address(vector, &block);
    return base ? base + (size_t)(lo - block.lo[0]) * vector->element : NULL;
}

AL_INLINE void take_lacking(const spi_halo_t *halo, const spi_neighbour_t *from, const char *base,
                            size_t element)
{
    const int64_t *column = halo->column + from->first, first = column[0];
    char *to = halo->values + (size_t)from->first * element;
    for (int64_t k = 0; k < from->count; ++k)
        memcpy(to + (size_t)k * element, base + (size_t)(column[k] - first) * element, element);
}

/* Where the elements that a neighbour owns begin, if they can be read in place. */
static const char *near_base(const spi_halo_t *halo, const gai_array_t *vector,
                             const spi_neighbour_t *from)
{
    const int64_t *column = halo->column + from->first;
    return spi_in_place(vector, from->rank, column[0], column[from->count - 1] + 1);
}

int spi_halo_read_near(const spi_halo_t *halo, const gai_array_t *vector)
{
    for (int64_t n = 0; n < halo->neighbours; ++n) {
        const spi_neighbour_t *from = &halo->neighbour[n];
        const char *base = near_base(halo, vector, from);
        if (!base)
            continue;
        if (vector->element == 8)
            take_lacking(halo, from, base, 8);
        else
            take_lacking(halo, from, base, vector->element);
    }
    return ASHLAR_OK;
}

/* Run by run; single elements as a list. */
static int read_neighbour(const spi_halo_t *halo, const gai_array_t *vector,
                          const spi_neighbour_t *from, ga_handle_t *handle)
{
    enum { LONG = 8 };
    const int64_t *column = halo->column + from->first;
    char *to = halo->values + (size_t)from->first * vector->element;
    if (from->count < from->runs * LONG)
        return ga_gather_nd(vector->handle, from->count, column, to);
    for (int64_t k = 0, end; k < from->count; k = end) {
        for (end = k + 1; end < from->count && column[end] == column[end - 1] + 1;)
            ++end;
        AL_TRY(gai_read_nb(vector, &column[k], &column[end - 1], to + (size_t)k * vector->element,
                           NULL, handle));
    }
    return ASHLAR_OK;
}

int spi_halo_read_far(const spi_halo_t *halo, const gai_array_t *vector, ga_handle_t *handle)
{
    for (int64_t n = 0; n < halo->neighbours; ++n)
        if (!near_base(halo, vector, &halo->neighbour[n]))
            AL_TRY(read_neighbour(halo, vector, &halo->neighbour[n], handle));
    return ASHLAR_OK;
}
