/* The two forms of a call. On 2-D arrays each rank chooses one at random. */
#include "stress.h"

static bool takes_2d(const array_t *a)
{
    return a->model.whole.ndim == 2 && draw_own(0, 1);
}

/* The argument ld: a buffer without gaps may do without. */
static const int64_t *ld_of(const buffer_t *b)
{
    for (int d = 0; d + 1 < b->patch.ndim; ++d)
        if (b->ld[d] != b->patch.hi[d] - b->patch.lo[d] + 1)
            return b->ld;
    return draw_own(0, 1) ? b->ld : NULL;
}

/* Arguments of the calls: lists, which no function can return. */
#define BOUNDS_2D(b) (b)->patch.lo[0], (b)->patch.hi[0], (b)->patch.lo[1], (b)->patch.hi[1]
#define BOUNDS_ND(b) (b)->patch.lo, (b)->patch.hi

int call_put(const array_t *a, const buffer_t *b)
{
    return takes_2d(a) ? ga_put(a->g, BOUNDS_2D(b), b->data, b->ld[0])
                       : ga_put_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b));
}

int call_get(const array_t *a, const buffer_t *b)
{
    return takes_2d(a) ? ga_get(a->g, BOUNDS_2D(b), b->data, b->ld[0])
                       : ga_get_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b));
}

int call_acc(const array_t *a, const buffer_t *b, const element_t *alpha)
{
    return takes_2d(a) ? ga_acc(a->g, BOUNDS_2D(b), b->data, b->ld[0], alpha)
                       : ga_acc_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b), alpha);
}

int call_acc_op(const array_t *a, const buffer_t *b, ashlar_op op)
{
    return takes_2d(a) ? ga_acc_op(a->g, BOUNDS_2D(b), b->data, b->ld[0], op)
                       : ga_acc_op_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b), op);
}

int call_put_nb(const array_t *a, const buffer_t *b, ga_handle_t *handle)
{
    return takes_2d(a) ? ga_put_nb(a->g, BOUNDS_2D(b), b->data, b->ld[0], handle)
                       : ga_put_nb_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b), handle);
}

int call_get_nb(const array_t *a, const buffer_t *b, ga_handle_t *handle)
{
    return takes_2d(a) ? ga_get_nb(a->g, BOUNDS_2D(b), b->data, b->ld[0], handle)
                       : ga_get_nb_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b), handle);
}

int call_acc_nb(const array_t *a, const buffer_t *b, const element_t *alpha, ga_handle_t *handle)
{
    return takes_2d(a) ? ga_acc_nb(a->g, BOUNDS_2D(b), b->data, b->ld[0], alpha, handle)
                       : ga_acc_nb_nd(a->g, BOUNDS_ND(b), b->data, ld_of(b), alpha, handle);
}

/* ---- elements -------------------------------------------------------------------------------- */

typedef struct columns {
    int64_t i[LIST], j[LIST];
} columns_t;

static columns_t split(int64_t n, const int64_t *index)
{
    columns_t c;

    for (int64_t k = 0; k < n; ++k) {
        c.i[k] = index[2 * k];
        c.j[k] = index[2 * k + 1];
    }
    return c;
}

int call_gather(const array_t *a, int64_t n, const int64_t *index, void *values)
{
    if (!takes_2d(a))
        return ga_gather_nd(a->g, n, index, values);
    columns_t c = split(n, index);
    return ga_gather(a->g, n, c.i, c.j, values);
}

int call_scatter(const array_t *a, int64_t n, const int64_t *index, const void *values)
{
    if (!takes_2d(a))
        return ga_scatter_nd(a->g, n, index, values);
    columns_t c = split(n, index);
    return ga_scatter(a->g, n, c.i, c.j, values);
}

int call_scatter_acc(const array_t *a, int64_t n, const int64_t *index, const void *values,
                     const element_t *alpha)
{
    if (!takes_2d(a))
        return ga_scatter_acc_nd(a->g, n, index, values, alpha);
    columns_t c = split(n, index);
    return ga_scatter_acc(a->g, n, c.i, c.j, values, alpha);
}

int call_read_inc(const array_t *a, const int64_t *index, int64_t inc, int64_t *old)
{
    return takes_2d(a) ? ga_read_inc(a->g, index[0], index[1], inc, old)
                       : ga_read_inc_nd(a->g, index, inc, old);
}

int call_swap(const array_t *a, const int64_t *index, int64_t value, int64_t *old)
{
    return takes_2d(a) ? ga_swap(a->g, index[0], index[1], value, old)
                       : ga_swap_nd(a->g, index, value, old);
}

int call_compare_swap(const array_t *a, const int64_t *index, int64_t expected, int64_t value,
                      int64_t *old)
{
    return takes_2d(a) ? ga_compare_swap(a->g, index[0], index[1], expected, value, old)
                       : ga_compare_swap_nd(a->g, index, expected, value, old);
}

/* ---- places ---------------------------------------------------------------------------------- */

int call_access(const array_t *a, const patch_t *p, void **ptr, int64_t *ld)
{
    return takes_2d(a) ? ga_access(a->g, p->lo[0], p->hi[0], p->lo[1], p->hi[1], ptr, ld)
                       : ga_access_nd(a->g, p->lo, p->hi, ptr, ld);
}

int call_distribution(const array_t *a, int rank, patch_t *p)
{
    *p = (patch_t){.ndim = a->model.whole.ndim};
    return takes_2d(a) ? ga_distribution(a->g, rank, &p->lo[0], &p->hi[0], &p->lo[1], &p->hi[1])
                       : ga_distribution_nd(a->g, rank, p->lo, p->hi);
}

int call_locate(const array_t *a, const int64_t *index, int *rank)
{
    return takes_2d(a) ? ga_locate(a->g, index[0], index[1], rank)
                       : ga_locate_nd(a->g, index, rank);
}

int call_locate_region(const array_t *a, const patch_t *p, int64_t max, ga_piece_t *pieces,
                       int64_t *n)
{
    return takes_2d(a)
               ? ga_locate_region(a->g, p->lo[0], p->hi[0], p->lo[1], p->hi[1], max, pieces, n)
               : ga_locate_region_nd(a->g, p->lo, p->hi, max, pieces, n);
}
