/* Process grids: the only caller of BLACS. The grids of a group are an MPI attribute of its
 * communicator, so they are freed with it and no later group can find them. */
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/ga_init.h"
#include "linalg/src/la_context.h"
#include "linalg/src/la_grid.h"

/* Eigenvectors of a double matrix on two busy cores: order 300 takes 7 ms on one rank and 12 on
 * two, order 1000 takes 160 and 400 ms. So one rank solves up to here. */
lai_context_t lai_context = {
    .keyval = MPI_KEYVAL_INVALID, .serial_order = 1000, .rank_extent = 256};

typedef struct cached_grid {
    struct cached_grid *next;
    lai_grid_t grid;
} cached_grid_t;

typedef struct grid_list {
    cached_grid_t *first;
} grid_list_t;

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
        if (lai_grid_has_me(&entry->grid))
            Cblacs_gridexit(entry->grid.context);
        free(entry);
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

/* Make a grid of the group's first rows*cols ranks. Collective. */
static int make_grid(const char *call, al_group_t *group, int rows, int cols, cached_grid_t **made)
{
    int size = rows * cols;
    la_int *ranks = malloc((size_t)size * sizeof *ranks);
    cached_grid_t *entry = malloc(sizeof *entry);
    int status = ranks && entry
                     ? ASHLAR_OK
                     : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a grid of %d ranks", call, size);
    status = gai_agree(call, group, status);
    if (status != ASHLAR_OK) {
        free(ranks);
        free(entry);
        return status;
    }
    for (int r = 0; r < size; ++r)
        ranks[r] = (la_int)r; /* column-major: rank r is at (r % rows, r / rows) */
    la_int handle = Csys2blacs_handle(al_group_comm(group));
    la_int context = handle;
    Cblacs_gridmap(&context, ranks, (la_int)rows, (la_int)rows, (la_int)cols);
    Cfree_blacs_system_handle(handle);
    free(ranks);
    int rank = al_group_rank(group), inside = rank < size;
    entry->grid =
        (lai_grid_t){context, rows, cols, inside ? rank % rows : -1, inside ? rank / rows : -1};
    *made = entry;
    return ASHLAR_OK;
}

static int cached_or_new(const char *call, al_group_t *group, int rows, int cols, lai_grid_t *grid)
{
    grid_list_t *list = NULL;
    /* Agreed on: ranks that find a grid go on into ScaLAPACK, and wait there for the others. */
    MPI_Comm comm = al_group_comm(group);
    AL_TRY(gai_agree(call, group, comm == MPI_COMM_NULL ? ASHLAR_EMPI : find_list(comm, &list)));
    cached_grid_t *entry = list->first;
    while (entry && (entry->grid.rows != rows || entry->grid.cols != cols))
        entry = entry->next;
    if (!entry) {
        AL_TRY(make_grid(call, group, rows, cols, &entry));
        entry->next = list->first;
        list->first = entry;
    }
    *grid = entry->grid;
    return ASHLAR_OK;
}

int lai_grid_for(const char *call, al_group_t *group, int64_t n, lai_grid_t *grid)
{
    int64_t size = al_group_size(group), most = ali_max(1, n / lai_context.rank_extent), rows = 1;
    if (n > lai_context.serial_order && size > 1) {
        while ((rows + 1) * (rows + 1) <= size && rows < most)
            ++rows;
        int64_t cols = ali_min(size / rows, most);
        if (rows * cols > 1)
            return cached_or_new(call, group, (int)rows, (int)cols, grid);
    }
    int inside = al_group_rank(group) == 0;
    *grid = (lai_grid_t){-1, 1, 1, inside ? 0 : -1, inside ? 0 : -1};
    return ASHLAR_OK;
}
