/* Process grids: the only caller of BLACS. The grids of a group are an MPI attribute of its
 * communicator, so they are freed with it and no later group can find them. */
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/ga_init.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_grid.h"

typedef struct cached_grid {
    struct cached_grid *next;
    lai_grid_t grid;
    lai_elpa_t elpa;
} cached_grid_t;

typedef struct grid_list {
    cached_grid_t *first;
} grid_list_t;

static void forget_grid(cached_grid_t *entry)
{
    lai_elpa_free(&entry->elpa);
    if (entry->elpa.comm != MPI_COMM_NULL)
        MPI_Comm_free(&entry->elpa.comm);
    if (lai_grid_has_me(&entry->grid))
        Cblacs_gridexit(entry->grid.context);
    free(entry);
}

/* Runs when a group's communicator is freed. */
static int free_grids(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    grid_list_t *list = value;
    while (list->first) {
        cached_grid_t *entry = list->first;
        list->first = entry->next;
        forget_grid(entry);
    }
    free(list);
    return MPI_SUCCESS;
}

static void forget_keyval(void)
{
    if (lai_context.keyval != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&lai_context.keyval);
}

static int find_list(MPI_Comm comm, grid_list_t **list)
{
    int found = 0;
    if (lai_context.keyval == MPI_KEYVAL_INVALID) {
        AL_TRY(AL_MPI(
            MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_grids, &lai_context.keyval, NULL)));
        gai_at_terminate(forget_keyval);
    }
    AL_TRY(AL_MPI(MPI_Comm_get_attr(comm, lai_context.keyval, list, &found)));
    if (found)
        return ASHLAR_OK;
    *list = calloc(1, sizeof **list);
    if (!*list)
        return AL_FAIL(ASHLAR_ENOMEM, "no memory for the process grids of a group");
    int status = AL_MPI(MPI_Comm_set_attr(comm, lai_context.keyval, *list));
    if (status != ASHLAR_OK)
        free(*list);
    return status;
}

/* The grid's ranks as a group of MPI, on those; MPI_GROUP_NULL on others. */
static int mpi_members(MPI_Comm whole, const lai_grid_t *grid, MPI_Group *part)
{
    MPI_Group all;
    int range[1][3] = {{0, grid->rows * grid->cols - 1, 1}};
    if (!lai_grid_has_me(grid))
        return ASHLAR_OK;
    AL_TRY(AL_MPI(MPI_Comm_group(whole, &all)));
    int status = AL_MPI(MPI_Group_range_incl(all, 1, range, part));
    MPI_Group_free(&all);
    return status;
}

/* A communicator of the grid's ranks, on those. All of the group are here, and agree before they
 * wait for each other in MPI. */
static int make_comm(const char *call, al_group_t *group, const lai_grid_t *grid, MPI_Comm *comm)
{
    enum { TAG = 1 };
    MPI_Comm whole = al_group_comm(group);
    MPI_Group part = MPI_GROUP_NULL;
    int status = gai_agree(call, group, mpi_members(whole, grid, &part));
    if (status == ASHLAR_OK && part != MPI_GROUP_NULL) {
        status = AL_MPI(MPI_Comm_create_group(whole, part, TAG, comm));
        ali_context.collective_failed |= status != ASHLAR_OK; /* the others stay in it */
    }
    if (part != MPI_GROUP_NULL)
        MPI_Group_free(&part);
    return gai_agree(call, group, status);
}

/* The ranks of a grid as BLACS wants them, column by column. */
static void list_ranks(const lai_grid_t *grid, la_int *ranks)
{
    for (int r = 0; r < grid->rows; ++r)
        for (int c = 0; c < grid->cols; ++c)
            ranks[r + c * grid->rows] =
                lai_int(grid->by_rows ? r * grid->cols + c : r + c * grid->rows);
}

/* Make a grid of the group's first rows*cols ranks. Collective. */
static int make_grid(const char *call, al_group_t *group, lai_grid_t grid, cached_grid_t **made)
{
    const int size = grid.rows * grid.cols;
    al_share_t list;
    cached_grid_t *entry = malloc(sizeof *entry);
    int status = entry ? ASHLAR_OK
                       : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a grid of %d ranks", call, size);
    status = gai_agree(call, group, status);
    if (status == ASHLAR_OK)
        status = ali_share_make(call, group, (uint64_t)size * sizeof(la_int), &list);
    if (status != ASHLAR_OK) {
        free(entry);
        return status;
    }
    if (group->local_rank == 0)
        list_ranks(&grid, list.memory);
    ali_sync_node(group);
    la_int handle = Csys2blacs_handle(al_group_comm(group));
    grid.context = handle;
    Cblacs_gridmap(&grid.context, list.memory, lai_int(grid.rows), lai_int(grid.rows),
                   lai_int(grid.cols));
    Cfree_blacs_system_handle(handle);
    ali_share_free(group, &list);
    *entry = (cached_grid_t){.grid = grid, .elpa.comm = MPI_COMM_NULL};
    if (ASHLAR_ELPA) {
        status = make_comm(call, group, &grid, &entry->elpa.comm);
        if (status != ASHLAR_OK) {
            forget_grid(entry);
            return status;
        }
    }
    *made = entry;
    return ASHLAR_OK;
}

/* Whether there are others, and none of them waits for what MPI has failed to do here: a rank that
 * they wait for must not wait for them. */
static bool waits_for_others(const lai_grid_t *grid)
{
    return !lai_grid_is_serial(grid) && !ali_context.collective_failed;
}

void lai_grid_max(const lai_grid_t *grid, char scope, int64_t count, double *values)
{
    if (waits_for_others(grid) && count > 0)
        Cdgamx2d(grid->context, (const char[]){scope, 0}, " ", lai_int(count), 1, values,
                 lai_int(count), NULL, NULL, -1, -1, -1);
}

void lai_grid_barrier(const lai_grid_t *grid)
{
    if (waits_for_others(grid))
        Cblacs_barrier(grid->context, "A");
}

static cached_grid_t *known_grid(const grid_list_t *list, int rows, int cols, int by_rows)
{
    cached_grid_t *entry = list->first;
    while (entry &&
           (entry->grid.rows != rows || entry->grid.cols != cols || entry->grid.by_rows != by_rows))
        entry = entry->next;
    return entry;
}

int lai_grid_get(const char *call, al_group_t *group, int rows, int cols, int by_rows,
                 lai_grid_t *grid)
{
    int rank = al_group_rank(group), inside = rank < rows * cols;
    *grid = (lai_grid_t){.context = -1, .rows = rows, .cols = cols, .by_rows = by_rows};
    grid->row = !inside ? -1 : by_rows ? rank / cols : rank % rows;
    grid->col = !inside ? -1 : by_rows ? rank % cols : rank / rows;
    if (lai_grid_is_serial(grid))
        return ASHLAR_OK;
    grid_list_t *list = NULL;
    /* Agreed on: ranks that find a grid go on into ScaLAPACK, and wait there for the others. */
    MPI_Comm comm = al_group_comm(group);
    AL_TRY(gai_agree(call, group, comm == MPI_COMM_NULL ? ASHLAR_EMPI : find_list(comm, &list)));
    cached_grid_t *entry = known_grid(list, rows, cols, by_rows);
    if (!entry) {
        AL_TRY(make_grid(call, group, *grid, &entry));
        entry->next = list->first;
        list->first = entry;
    }
    *grid = entry->grid;
    return ASHLAR_OK;
}

int lai_grid_elpa(al_group_t *group, const lai_grid_t *grid, lai_elpa_t **elpa)
{
    grid_list_t *list = NULL;
    AL_TRY(find_list(al_group_comm(group), &list));
    *elpa = &known_grid(list, grid->rows, grid->cols, grid->by_rows)->elpa;
    return ASHLAR_OK;
}

void lai_grid_sum_reals(const lai_grid_t *grid, char scope, size_t real, int64_t n, void *x)
{
    const int many = scope == 'R' ? grid->cols : scope == 'C' ? grid->rows : 2;
    la_int count = lai_int(n);
    if (waits_for_others(grid) && many > 1 && count > 0)
        (real == sizeof(float) ? Csgsum2d : Cdgsum2d)(grid->context, (const char[]){scope, 0}, " ",
                                                      count, 1, x, count, -1, -1);
}

void lai_grid_sum(const lai_grid_t *grid, int64_t n, double *numbers)
{
    lai_grid_sum_reals(grid, 'A', sizeof *numbers, n, numbers);
}

void lai_grid_sum_row(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                      int64_t ld)
{
    if (waits_for_others(grid) && grid->cols > 1 && m > 0 && n > 0)
        (real == sizeof(float) ? Csgsum2d : Cdgsum2d)(grid->context, "Row", " ", lai_int(m),
                                                      lai_int(n), x, lai_int(ld), -1, -1);
}

void lai_grid_send(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, const void *x,
                   int64_t ld, int64_t to_col)
{
    (real == sizeof(float) ? Csgesd2d : Cdgesd2d)(grid->context, lai_int(m), lai_int(n), x,
                                                  lai_int(ld), lai_int(grid->row), lai_int(to_col));
}

void lai_grid_receive(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                      int64_t ld, int64_t from_col)
{
    (real == sizeof(float) ? Csgerv2d : Cdgerv2d)(grid->context, lai_int(m), lai_int(n), x,
                                                  lai_int(ld), lai_int(grid->row),
                                                  lai_int(from_col));
}

void lai_grid_broadcast_column(const lai_grid_t *grid, size_t real, int64_t m, int64_t n, void *x,
                               int64_t ld, int64_t from_row)
{
    if (grid->rows == 1)
        return;
    if (grid->row == from_row)
        (real == sizeof(float) ? Csgebs2d : Cdgebs2d)(grid->context, "Column", " ", lai_int(m),
                                                      lai_int(n), x, lai_int(ld));
    else
        (real == sizeof(float) ? Csgebr2d : Cdgebr2d)(grid->context, "Column", " ", lai_int(m),
                                                      lai_int(n), x, lai_int(ld), lai_int(from_row),
                                                      lai_int(grid->col));
}
