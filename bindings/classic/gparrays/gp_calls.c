/* The calls of gp.h: indices are turned round for those of gp-papi.h. */
#include "gp_state.h"

/* n items of count indices each. */
static void turn_round(int64_t n, int count, const int *from, int shift, Integer *to)
{
    for (int64_t k = 0; k < n; ++k)
        for (int d = 0; d < count; ++d)
            to[k * count + count - 1 - d] = (Integer)from[k * count + d] + shift;
}

/* An element's indices; a corner's. */
typedef struct corner {
    Integer at[GA_MAX_DIM];
} corner_t;

static corner_t corner_of(const char *call, int g_p, const int *index)
{
    corner_t corner;
    turn_round(1, gpi_find(call, g_p)->ndim, index, 1, corner.at);
    return corner;
}

static corner_t leading_of(const char *call, int g_p, const int *ld)
{
    corner_t leading;
    turn_round(1, gpi_find(call, g_p)->ndim - 1, ld, 0, leading.at);
    return leading;
}

/* Those of a list; the caller frees them. */
static Integer *turned_list(const char *call, int g_p, int nv, const int *subscript)
{
    const int ndim = gpi_find(call, g_p)->ndim;
    const size_t n = nv > 0 ? (size_t)nv : 0;
    Integer *list = malloc(n * (size_t)ndim * sizeof *list + 1);
    if (!list)
        classic_stop(call, "no memory for %d elements", nv);
    turn_round((int64_t)n, ndim, subscript, 1, list);
    return list;
}

/* ---- arrays ---- */

void GP_Initialize(void)
{
    pgp_initialize();
}

void GP_Terminate(void)
{
    pgp_terminate();
}

void GP_Sync(void)
{
    pgp_sync();
}

int GP_Create_handle(void)
{
    return (int)pgp_create_handle();
}

void GP_Set_dimensions(int g_p, int ndim, int *dims)
{
    Integer turned[GA_MAX_DIM];
    if (ndim <= GA_MAX_DIM)
        turn_round(1, ndim, dims, 0, turned);
    pgp_set_dimensions(g_p, ndim, turned, sizeof(int));
}

void GP_Set_chunk(int g_p, int *chunk)
{
    Integer turned[GA_MAX_DIM];
    turn_round(1, GP_Get_dimension(g_p), chunk, 0, turned);
    pgp_set_chunk(g_p, turned);
}

void GP_Set_irreg_distr(int g_p, int *mapc, int *nblock)
{
    const int ndim = GP_Get_dimension(g_p);
    Integer blocks[GA_MAX_DIM];
    int64_t n = 0;
    for (int d = 0; d < ndim; ++d)
        n += nblock[d];
    Integer *map = malloc((size_t)n * sizeof *map + 1), *end = map + n;
    if (!map)
        classic_stop("GP_Set_irreg_distr", "no memory for %lld blocks", (long long)n);
    turn_round(1, ndim, nblock, 0, blocks);
    for (int d = 0; d < ndim; mapc += nblock[d++]) {
        end -= nblock[d];
        for (int k = 0; k < nblock[d]; ++k)
            end[k] = mapc[k] + 1;
    }
    pgp_set_irreg_distr(g_p, map, blocks);
    free(map);
}

int GP_Allocate(int g_p)
{
    return (int)pgp_allocate(g_p);
}

int GP_Destroy(int g_p)
{
    return (int)pgp_destroy(g_p);
}

int GP_Get_dimension(int g_p)
{
    return (int)pgp_get_dimension(g_p);
}

void GP_Distribution(int g_p, int proc, int *lo, int *hi)
{
    const int ndim = gpi_find("GP_Distribution", g_p)->ndim;
    Integer first[GA_MAX_DIM], last[GA_MAX_DIM];
    pgp_distribution(g_p, proc, first, last);
    for (int d = 0; d < ndim; ++d) {
        lo[d] = (int)first[ndim - 1 - d] - 1;
        hi[d] = (int)last[ndim - 1 - d] - 1;
    }
}

void GP_Debug(int g_p)
{
    pgp_debug(g_p, sizeof(int));
}

/* ---- the elements of a rank ---- */

void *GP_Malloc(size_t size)
{
    return pgp_malloc(size);
}

void GP_Free(void *ptr)
{
    pgp_free(ptr);
}

void GP_Assign_local_element(int g_p, int *subscript, void *ptr, int size)
{
    corner_t element = corner_of(__func__, g_p, subscript);
    pgp_assign_local_element(g_p, element.at, ptr, size, sizeof(int));
}

void *GP_Free_local_element(int g_p, int *subscript)
{
    corner_t element = corner_of(__func__, g_p, subscript);
    return pgp_free_local_element(g_p, element.at);
}

void GP_Access_element(int g_p, int *subscript, void *ptr, int *size)
{
    corner_t element = corner_of(__func__, g_p, subscript);
    Integer bytes;
    pgp_access_element(g_p, element.at, ptr, &bytes);
    *size = gpi_int(__func__, bytes);
}

void GP_Release_element(int g_p, int *subscript)
{
    corner_t element = corner_of(__func__, g_p, subscript);
    pgp_release_element(g_p, element.at);
}

void GP_Release_update_element(int g_p, int *subscript)
{
    corner_t element = corner_of(__func__, g_p, subscript);
    pgp_release_update_element(g_p, element.at);
}

void GP_Memzero(int g_p)
{
    pgp_memzero(g_p, sizeof(int));
}

/* ---- transfers ---- */

void GP_Get_size(int g_p, int *lo, int *hi, int *size)
{
    corner_t first = corner_of(__func__, g_p, lo), last = corner_of(__func__, g_p, hi);
    Integer bytes;
    pgp_get_size(g_p, first.at, last.at, &bytes, sizeof(int));
    *size = gpi_int(__func__, bytes);
}

void GP_Get(int g_p, int *lo, int *hi, void *buf, void **buf_ptr, int *ld, void *buf_size,
            int *ld_sz, int *size, int setbuf)
{
    corner_t first = corner_of(__func__, g_p, lo), last = corner_of(__func__, g_p, hi);
    corner_t leading = leading_of(__func__, g_p, ld), of_sizes = leading_of(__func__, g_p, ld_sz);
    Integer bytes;
    pgp_get(g_p, first.at, last.at, buf, buf_ptr, leading.at, buf_size, of_sizes.at, &bytes,
            sizeof(int), setbuf);
    *size = gpi_int(__func__, bytes);
}

void GP_Put(int g_p, int *lo, int *hi, void **buf_ptr, int *ld, void *buf_size, int *ld_sz,
            int *size, int checksize)
{
    corner_t first = corner_of(__func__, g_p, lo), last = corner_of(__func__, g_p, hi);
    corner_t leading = leading_of(__func__, g_p, ld), of_sizes = leading_of(__func__, g_p, ld_sz);
    Integer bytes;
    pgp_put(g_p, first.at, last.at, buf_ptr, leading.at, buf_size, of_sizes.at, &bytes, checksize,
            sizeof(int));
    *size = gpi_int(__func__, bytes);
}

void GP_Gather_size(int g_p, int nv, int *subscript, int *size)
{
    Integer *list = turned_list(__func__, g_p, nv, subscript), bytes;
    pgp_gather_size(g_p, nv, list, &bytes, sizeof(int));
    *size = gpi_int(__func__, bytes);
    free(list);
}

void GP_Gather(int g_p, int nv, int *subscript, void *buf, void **buf_ptr, int *buf_size, int *size,
               int setbuf)
{
    Integer *list = turned_list(__func__, g_p, nv, subscript), bytes;
    pgp_gather(g_p, nv, list, buf, buf_ptr, buf_size, &bytes, sizeof(int), setbuf);
    *size = gpi_int(__func__, bytes);
    free(list);
}

void GP_Scatter(int g_p, int nv, int *subscript, void **buf_ptr, int *buf_size, int *size,
                int checksize)
{
    Integer *list = turned_list(__func__, g_p, nv, subscript), bytes;
    pgp_scatter(g_p, nv, list, buf_ptr, buf_size, &bytes, checksize, sizeof(int));
    *size = gpi_int(__func__, bytes);
    free(list);
}
