/* Sparse matrices: handles, creating, destroying, inquiry. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/dist/ga_dist.h"
#include "ga/src/ga_init.h"
#include "sparse/src/sparse_records.h"

/* Handles are slot + generation * SLOTS; slot 0 is not used. */
enum { SLOTS = 1 << 14 };

static spi_matrix_t *slots[SLOTS];
static ga_sparse_t generations[SLOTS];
static bool is_listening; /* to ga_terminate() */

#define COLLECTIVE(call, ...)
const ali_collective_t spi_collectives[] = {
#include "api/sparse_rows.def"
};
#undef COLLECTIVE

/* ---- handles --------------------------------------------------------------------------------- */

static spi_matrix_t *look_up(ga_sparse_t s)
{
    spi_matrix_t *matrix = s > 0 ? slots[s % SLOTS] : NULL;
    return matrix && matrix->handle == s ? matrix : NULL;
}

int spi_find(const char *call, ga_sparse_t s, spi_matrix_t **matrix)
{
    AL_TRY(gai_check_started(call));
    *matrix = look_up(s);
    return *matrix ? ASHLAR_OK
                   : AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live sparse matrix", call, (int)s);
}

int spi_find_assembled(const char *call, ga_sparse_t s, spi_matrix_t **matrix)
{
    AL_TRY(spi_find(call, s, matrix));
    return (*matrix)->segment ? ASHLAR_OK
                              : AL_FAIL(ASHLAR_ESTATE,
                                        "%s: sparse matrix '%s' has not been assembled: call "
                                        "ga_sparse_assemble() first",
                                        call, (*matrix)->name);
}

al_group_t *spi_group(ga_sparse_t s)
{
    const spi_matrix_t *matrix = look_up(s);
    return matrix ? matrix->group : NULL;
}

int spi_number(ga_sparse_t s)
{
    const spi_matrix_t *matrix = look_up(s);
    return matrix ? matrix->number : 0;
}

/* Give back what this rank has without the others. */
static void free_matrix(spi_matrix_t *matrix)
{
    spi_halo_free(matrix);
    free(matrix->pending.record);
    free(matrix);
}

/* The library stops: segments go with the arena. */
static void forget_matrices(void)
{
    for (int slot = 1; slot < SLOTS; ++slot) {
        spi_matrix_t *matrix = slots[slot];
        if (!matrix)
            continue;
        if (gai_reports_leaks(matrix->group))
            fprintf(stderr,
                    "ga_terminate: sparse matrix '%s' (%s, %" PRId64 " x %" PRId64
                    ") was not destroyed\n",
                    matrix->name, ali_types[matrix->type].name, matrix->rows, matrix->cols);
        slots[slot] = NULL;
        generations[slot] = (generations[slot] + 1) % (INT32_MAX / SLOTS);
        free_matrix(matrix);
    }
    is_listening = false;
}

static int take_matrix_slot(const char *call, spi_matrix_t *matrix)
{
    int slot = 1;
    while (slot < SLOTS && slots[slot])
        ++slot;
    if (slot == SLOTS)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d sparse matrices", call, SLOTS - 1);
    if (!is_listening)
        gai_at_terminate(forget_matrices);
    is_listening = true;
    matrix->handle = slot + generations[slot] * SLOTS;
    slots[slot] = matrix;
    return ASHLAR_OK;
}

static void free_matrix_slot(const spi_matrix_t *matrix)
{
    const int slot = matrix->handle % SLOTS;
    if (matrix->handle == 0)
        return;
    slots[slot] = NULL;
    generations[slot] = (generations[slot] + 1) % (INT32_MAX / SLOTS);
}

/* ---- creating -------------------------------------------------------------------------------- */

static int check_matrix_cuts(const char *call, const char *what, int64_t extent,
                             const int64_t *cuts, int size)
{
    if (!cuts)
        return ASHLAR_OK;
    int is_good = cuts[0] == 0 && cuts[size] == extent;
    for (int r = 0; r < size; ++r)
        is_good &= cuts[r] <= cuts[r + 1];
    return is_good ? ASHLAR_OK
                   : AL_FAIL(ASHLAR_ESHAPE,
                             "%s: cuts of %s must begin at 0, not decrease, and end at %" PRId64,
                             call, what, extent);
}

static int check_matrix_spec(const char *call, const ga_sparse_spec_t *spec, int size)
{
    if (!ali_type_is_known(spec->type))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not a type with arithmetic", call, (int)spec->type);
    if (spec->rows < 1 || spec->cols < 1)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: %" PRId64 " x %" PRId64 " elements", call, spec->rows,
                       spec->cols);
    if ((unsigned)spec->rule >= GA_SPARSE_RULE_COUNT)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a rule for duplicates", call, (int)spec->rule);
    if (spec->index_bytes != 0 && spec->index_bytes != 4 && spec->index_bytes != 8)
        return AL_FAIL(ASHLAR_EARG, "%s: indices of %d bytes: 4 or 8 are possible", call,
                       spec->index_bytes);
    if (spec->index_bytes == 4 && ali_max(spec->rows, spec->cols) > INT32_MAX)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: %" PRId64 " x %" PRId64 " elements: indices of 4 bytes end at %d", call,
                       spec->rows, spec->cols, INT32_MAX);
    AL_TRY(check_matrix_cuts(call, "rows", spec->rows, spec->row_cuts, size));
    return check_matrix_cuts(call, "columns", spec->cols, spec->col_cuts, size);
}

/* Cut as a vector of as many elements is, or as the caller says. */
static void set_matrix_cuts(int64_t extent, const int64_t *given, int size, spi_cuts_t *cuts)
{
    int64_t blocks = 0;
    cuts->extent = extent;
    cuts->size = size;
    if (!given) {
        gai_dist_choose(1, &extent, NULL, size, &blocks);
        cuts->blocks = (int)blocks;
        cuts->width = extent / blocks + (extent % blocks != 0);
        cuts->per_index = 1 / (double)cuts->width;
    } else {
        cuts->per_index = size / (double)extent;
    }
}

/* Cuts that are given: each node keeps what its first rank gives. */
static int keep_matrix_cuts(const char *call, const ga_sparse_spec_t *spec, spi_matrix_t *matrix)
{
    const size_t count = (size_t)matrix->size + 1;
    spi_cuts_t *const cuts[] = {&matrix->row_cuts, &matrix->col_cuts};
    const int64_t *const given[] = {spec->row_cuts, spec->col_cuts};
    const size_t tables = (size_t) !!given[0] + !!given[1];
    if (tables == 0)
        return ASHLAR_OK;
    AL_TRY(ali_share_make(call, matrix->group, tables * count * sizeof *given[0], &matrix->cuts));
    int64_t *at = matrix->cuts.memory;
    for (size_t k = 0; k < sizeof given / sizeof *given; ++k) {
        if (!given[k])
            continue;
        if (matrix->group->local_rank == 0)
            memcpy(at, given[k], count * sizeof *at);
        cuts[k]->table = at;
        at += count;
    }
    ali_sync_node(matrix->group);
    return ASHLAR_OK;
}

static int fill_matrix(const char *call, const ga_sparse_spec_t *spec, spi_matrix_t *matrix)
{
    const int size = matrix->size;
    set_matrix_cuts(spec->rows, spec->row_cuts, size, &matrix->row_cuts);
    set_matrix_cuts(spec->cols, spec->col_cuts, size, &matrix->col_cuts);
    snprintf(matrix->name, sizeof matrix->name, "%s", spec->name ? spec->name : "");
    matrix->type = spec->type;
    matrix->element = ali_types[spec->type].bytes;
    matrix->rule = spec->rule;
    matrix->rows = spec->rows;
    matrix->cols = spec->cols;
    matrix->index = (size_t)spec->index_bytes;
    if (matrix->index == 0)
        matrix->index = ali_max(spec->rows, spec->cols) > INT32_MAX ? 8 : 4;
    matrix->records = &spi_records[spec->type][matrix->index == 8];
    return take_matrix_slot(call, matrix);
}

/* All have come so far, and all give cuts, or none. */
static int agree_on_cuts(const char *call, al_group_t *group, const ga_sparse_spec_t *spec,
                         int status)
{
    const long long given = !!spec->row_cuts + 2 * !!spec->col_cuts;
    long long most[] = {-status, given, -given};
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, most, 3));
    if (most[0])
        return ali_agreed_status(call, status, (int)-most[0]);
    return most[1] == -most[2] ? ASHLAR_OK
                               : AL_FAIL(ASHLAR_EMISMATCH,
                                         "%s: some ranks give cuts of rows or columns, and some "
                                         "NULL",
                                         call);
}

int spi_create(const char *call, const ga_sparse_spec_t *spec, spi_matrix_t **made)
{
    al_group_t *group;
    ga_group_t handle;
    spi_matrix_t *matrix;
    AL_TRY(gai_group(call, spec->group, &group, &handle));
    AL_TRY(check_matrix_spec(call, spec, al_group_size(group)));
    matrix = calloc(1, sizeof *matrix);
    const uint64_t number = ++group->segments_made; /* in one sequence with its segments */
    int status = matrix ? ASHLAR_OK
                        : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the record of a matrix", call);
    if (matrix) {
        matrix->group = group;
        matrix->group_handle = handle;
        matrix->number = (int)number;
        matrix->rank = al_group_rank(group);
        matrix->size = al_group_size(group);
        status = fill_matrix(call, spec, matrix);
    }
    status = agree_on_cuts(call, group, spec, status);
    if (status == ASHLAR_OK)
        status = keep_matrix_cuts(call, spec, matrix);
    if (status != ASHLAR_OK) {
        if (matrix) {
            free_matrix_slot(matrix);
            free_matrix(matrix);
        }
        return status;
    }
    gai_group_ref(handle);
    *made = matrix;
    return ASHLAR_OK;
}

int spi_create_like(const char *call, const spi_matrix_t *matrix, const char *name, bool transposed,
                    spi_matrix_t **made)
{
    const ga_sparse_spec_t spec = {
        .type = matrix->type,
        .rows = transposed ? matrix->cols : matrix->rows,
        .cols = transposed ? matrix->rows : matrix->cols,
        .name = name,
        .group = matrix->group_handle,
        .rule = matrix->rule,
        .index_bytes = (int)matrix->index,
        .row_cuts = (transposed ? &matrix->col_cuts : &matrix->row_cuts)->table,
        .col_cuts = (transposed ? &matrix->row_cuts : &matrix->col_cuts)->table};
    return spi_create(call, &spec, made);
}

int spi_destroy(spi_matrix_t *matrix)
{
    const ga_group_t group = matrix->group_handle;
    int status = matrix->segment ? al_segment_free(matrix->segment) : al_barrier(matrix->group);
    ali_share_free(matrix->group, &matrix->cuts);
    free_matrix_slot(matrix);
    free_matrix(matrix);
    gai_group_unref(group);
    return status;
}

int ga_sparse_create(const ga_sparse_spec_t *spec, ga_sparse_t *s)
{
    spi_matrix_t *matrix;
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_create),
                                     spec ? gai_find_group(spec->group) : NULL, spec, s));
    AL_TRY(gai_check_started(__func__));
    if (!spec || !s)
        return gai_bad_argument(__func__, spec ? "the matrix pointer" : "the description");
    AL_TRY(spi_create(__func__, spec, &matrix));
    *s = matrix->handle;
    return ASHLAR_OK;
}

int ga_sparse_destroy(ga_sparse_t s)
{
    ALI_CHECKED(gai_check_collective(SPI_ROW(ga_sparse_destroy), spi_group(s), spi_number(s)));
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    return spi_destroy(matrix);
}

/* ---- inquiry --------------------------------------------------------------------------------- */

int ga_sparse_inquire(ga_sparse_t s, ga_sparse_info_t *info)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    if (!info)
        return gai_bad_argument(__func__, "info");
    *info = (ga_sparse_info_t){.type = matrix->type,
                               .rows = matrix->rows,
                               .cols = matrix->cols,
                               .index_bytes = (int)matrix->index,
                               .group = matrix->group_handle,
                               .is_assembled = matrix->segment != NULL,
                               .stored = matrix->stored,
                               .mine = matrix->mine,
                               .widest = matrix->widest,
                               .ilo = spi_row_lo(matrix),
                               .ihi = spi_row_end(matrix) - 1};
    return ASHLAR_OK;
}

int ga_sparse_inquire_name(ga_sparse_t s, const char **name)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    if (!name)
        return gai_bad_argument(__func__, "name");
    *name = matrix->name;
    return ASHLAR_OK;
}

int ga_sparse_distribution(ga_sparse_t s, int rank, int64_t *ilo, int64_t *ihi, int64_t *jlo,
                           int64_t *jhi)
{
    spi_matrix_t *matrix;
    AL_TRY(spi_find(__func__, s, &matrix));
    if (rank < 0 || rank >= matrix->size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of sparse matrix '%s'", __func__,
                       rank, matrix->size - 1, matrix->name);
    if (!ilo || !ihi || !jlo || !jhi)
        return gai_bad_argument(__func__, !ilo ? "ilo" : !ihi ? "ihi" : !jlo ? "jlo" : "jhi");
    *ilo = spi_cut(&matrix->row_cuts, rank);
    *ihi = spi_cut(&matrix->row_cuts, rank + 1) - 1;
    *jlo = spi_cut(&matrix->col_cuts, rank);
    *jhi = spi_cut(&matrix->col_cuts, rank + 1) - 1;
    return ASHLAR_OK;
}
