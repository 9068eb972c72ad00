/* The calls that move data. */
#include "gp_state.h"

static int64_t *turned(classic_room_t *room, int64_t n, int count, const Integer *from, int shift)
{
    int64_t *to = classic_widen(room, n * count, NULL, 1);
    gpi_turn(n, count, from, shift, to);
    return to;
}

static gpi_place_t patch_of(classic_room_t *room, const char *call, Integer g_p, const Integer *lo,
                            const Integer *hi)
{
    const gpi_array_t *array = gpi_find(call, g_p);
    return (gpi_place_t){.call = call,
                         .array = array,
                         .lo = turned(room, 1, array->ndim, lo, 1),
                         .hi = turned(room, 1, array->ndim, hi, 1)};
}

static gpi_place_t list_of(classic_room_t *room, const char *call, Integer g_p, Integer nv,
                           const Integer *subscript)
{
    const gpi_array_t *array = gpi_find(call, g_p);
    return (gpi_place_t){.call = call,
                         .array = array,
                         .n = nv,
                         .lo = turned(room, nv > 0 ? nv : 0, array->ndim, subscript, 1)};
}

void pgp_get_size(Integer g_p, Integer *lo, Integer *hi, Integer *size, Integer intsize)
{
    const char *call = "GP_Get_size";
    classic_room_t room = {0};
    const gpi_place_t place = patch_of(&room, call, g_p, lo, hi);
    (void)intsize;
    *size = gpi_integer(call, gpi_count(&place));
    classic_room_free(&room);
}

void pgp_gather_size(Integer g_p, Integer nv, Integer *subscript, Integer *size, Integer intsize)
{
    const char *call = "GP_Gather_size";
    classic_room_t room = {0};
    const gpi_place_t place = list_of(&room, call, g_p, nv, subscript);
    (void)intsize;
    *size = gpi_integer(call, gpi_count(&place));
    classic_room_free(&room);
}

/* A move, all but its place, buffer and leading dimensions; returns the sum of its bytes. */
static Integer move_data(gpi_move_t *move, gpi_way_t way, void **ptrs, void *sizes, Integer width,
                         Integer flag)
{
    const char *call = move->place.call;
    move->way = way;
    move->ptrs = ptrs;
    move->sizes = gpi_sizes(call, sizes, width);
    move->packs = way == GPI_GET && !flag;
    move->is_exact = way == GPI_PUT && flag;
    return gpi_integer(call, gpi_move(move));
}

/* The move of a patch, with its leading dimensions. */
static gpi_move_t patch_move(classic_room_t *room, const char *call, Integer g_p, const Integer *lo,
                             const Integer *hi, const Integer *ld, const Integer *ld_sz)
{
    const gpi_place_t place = patch_of(room, call, g_p, lo, hi);
    const int count = place.array->ndim - 1;
    return (gpi_move_t){.place = place,
                        .ld = turned(room, 1, count, ld, 0),
                        .ld_sizes = turned(room, 1, count, ld_sz, 0)};
}

void pgp_get(Integer g_p, Integer *lo, Integer *hi, void *buf, void **buf_ptr, Integer *ld,
             void *buf_size, Integer *ld_sz, Integer *size, Integer intsize, Integer setbuf)
{
    classic_room_t room = {0};
    gpi_move_t move = patch_move(&room, "GP_Get", g_p, lo, hi, ld, ld_sz);
    move.buf = buf;
    *size = move_data(&move, GPI_GET, buf_ptr, buf_size, intsize, setbuf);
    classic_room_free(&room);
}

void pgp_put(Integer g_p, Integer *lo, Integer *hi, void **buf_ptr, Integer *ld, void *buf_size,
             Integer *ld_sz, Integer *size, Integer checksize, Integer intsize)
{
    classic_room_t room = {0};
    gpi_move_t move = patch_move(&room, "GP_Put", g_p, lo, hi, ld, ld_sz);
    *size = move_data(&move, GPI_PUT, buf_ptr, buf_size, intsize, checksize);
    classic_room_free(&room);
}

void pgp_gather(Integer g_p, Integer nv, Integer *subscript, void *buf, void **buf_ptr,
                void *buf_size, Integer *size, Integer intsize, Integer setbuf)
{
    classic_room_t room = {0};
    gpi_move_t move = {.place = list_of(&room, "GP_Gather", g_p, nv, subscript), .buf = buf};
    *size = move_data(&move, GPI_GET, buf_ptr, buf_size, intsize, setbuf);
    classic_room_free(&room);
}

void pgp_scatter(Integer g_p, Integer nv, Integer *subscript, void **buf_ptr, void *buf_size,
                 Integer *size, Integer checksize, Integer intsize)
{
    classic_room_t room = {0};
    gpi_move_t move = {.place = list_of(&room, "GP_Scatter", g_p, nv, subscript)};
    *size = move_data(&move, GPI_PUT, buf_ptr, buf_size, intsize, checksize);
    classic_room_free(&room);
}
