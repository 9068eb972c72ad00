/* Transfers of buffers as Fortran describes them, and access in place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { PUT, GET, ACC, ACC_OP, PUT_NB, GET_NB, ACC_NB };
static const char *const names[] = {"ga_put",    "ga_get",    "ga_acc",   "ga_acc_op",
                                    "ga_put_nb", "ga_get_nb", "ga_acc_nb"};

/* A transfer on its way to a native call. */
typedef struct transfer {
    int what, ndim, op;
    ga_t g;
    const patch_t *patch;
    const void *alpha;
    ga_handle_t *handle;
    int64_t dims[ASHLAR_MAX_DIM], extent[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM];
} transfer_t;

static int call(const transfer_t *t, void *buf)
{
    const int64_t *lo = t->patch->lo, *hi = t->patch->hi, *step = t->patch->step;
    const int has_steps = (int)t->patch->has_steps;
    switch (t->what) {
    case PUT:
        return has_steps ? ga_put_strided_nd(t->g, lo, hi, step, buf, t->ld)
                         : ga_put_nd(t->g, lo, hi, buf, t->ld);
    case GET:
        return has_steps ? ga_get_strided_nd(t->g, lo, hi, step, buf, t->ld)
                         : ga_get_nd(t->g, lo, hi, buf, t->ld);
    case ACC:
        return has_steps ? ga_acc_strided_nd(t->g, lo, hi, step, buf, t->ld, t->alpha)
                         : ga_acc_nd(t->g, lo, hi, buf, t->ld, t->alpha);
    case ACC_OP:
        return ga_acc_op_nd(t->g, lo, hi, buf, t->ld, (ashlar_op)t->op);
    case PUT_NB:
        return ga_put_nb_nd(t->g, lo, hi, buf, t->ld, t->handle);
    case GET_NB:
        return ga_get_nb_nd(t->g, lo, hi, buf, t->ld, t->handle);
    default:
        return ga_acc_nb_nd(t->g, lo, hi, buf, t->ld, t->alpha, t->handle);
    }
}

/* ---- errors in Fortran's terms --------------------------------------------------------------- */

/* "(1,5)": numbers of each dimension. */
static const char *numbers(char text[200], int n, const int64_t *number, int add)
{
    int used = 0;
    for (int d = 0; d < n; ++d)
        used += snprintf(text + used, 200 - (size_t)used, "%c%lld", d ? ',' : '(',
                         (long long)number[d] + add);
    snprintf(text + used, 200 - (size_t)used, ")");
    return text;
}

static const char *name_of(ga_t g)
{
    const char *name = "";
    ga_inquire_name(g, &name);
    return name;
}

__attribute__((cold)) static int outside(const transfer_t *t)
{
    char lo[200], hi[200], dims[200];
    return ashlar_fortran_refuse(
        ASHLAR_ERANGE, "%s: patch %s to %s outside array '%s', whose extents are %s",
        names[t->what], numbers(lo, t->ndim, t->patch->lo, 1),
        numbers(hi, t->ndim, t->patch->hi, 1), name_of(t->g), numbers(dims, t->ndim, t->dims, 0));
}

__attribute__((cold)) static int other_shape(const transfer_t *t, const view_t *view)
{
    char extent[200], shape[200];
    return ashlar_fortran_refuse(ASHLAR_ESHAPE,
                                 "%s: a buffer of shape %s for a patch of shape %s of array '%s'",
                                 names[t->what], numbers(shape, (int)view->rank, view->extent, 0),
                                 numbers(extent, t->ndim, t->extent, 0), name_of(t->g));
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* The stride, in bytes, of each dimension of the patch in the buffer, whose extents are the patch's
 * but for those of 1, which either may have anywhere. @return 0 where they are not */
static int match(const transfer_t *t, const view_t *view, int64_t *stride)
{
    int r = 0;
    int64_t tight = view->bytes;
    for (int d = 0; d < t->ndim; ++d) {
        stride[d] = 0;
        if (t->extent[d] == 1)
            continue;
        while (r < view->rank && view->extent[r] == 1)
            ++r;
        if (r == view->rank || view->extent[r] != t->extent[d])
            return 0;
        stride[d] = view->is_contiguous ? tight : view->stride[r];
        tight *= view->extent[r++];
    }
    while (r < view->rank && view->extent[r] == 1)
        ++r;
    return r == view->rank;
}

/* Leading dimensions that say the same as the strides. @return 0 if none do */
static int find_ld(transfer_t *t, int64_t bytes, const int64_t *stride)
{
    int64_t reach = bytes; /* stride of dimension d, as the leading dimensions make it */
    for (int d = 0; d < t->ndim; ++d) {
        if (t->extent[d] > 1 && stride[d] != reach) {
            if (d == 0 || stride[d] < reach || stride[d] % (reach / t->ld[d - 1]) != 0)
                return 0;
            t->ld[d - 1] = stride[d] / (reach / t->ld[d - 1]);
            reach = stride[d];
        }
        t->ld[d] = t->extent[d];
        reach *= t->ld[d];
    }
    return 1;
}

/* Copy between the buffer and memory without gaps, by rows of elements along dimension 0. */
static void pack_section(const transfer_t *t, char *buf, const int64_t *stride, char *packed,
                         int64_t bytes, int is_back)
{
    int64_t at[ASHLAR_MAX_DIM] = {0};
    for (;;) {
        char *row = buf;
        for (int d = 1; d < t->ndim; ++d)
            row += at[d] * stride[d];
        for (int64_t i = 0; i < t->extent[0]; ++i, packed += bytes, row += stride[0])
            memcpy(is_back ? row : packed, is_back ? packed : row, (size_t)bytes);
        int d = 1;
        while (d < t->ndim && ++at[d] == t->extent[d])
            at[d++] = 0;
        if (d >= t->ndim)
            return;
    }
}

static int transfer_packed(transfer_t *t, void *buf, int64_t bytes, const int64_t *stride)
{
    int64_t n = 1;
    if (t->handle)
        return ashlar_fortran_refuse(ASHLAR_ELD,
                                     "%s: the buffer has gaps that a nonblocking call cannot skip",
                                     names[t->what]);
    for (int d = 0; d < t->ndim; ++d) {
        n *= t->extent[d];
        t->ld[d] = t->extent[d];
    }
    char *packed = malloc((size_t)(n * bytes));
    if (!packed)
        return ashlar_fortran_refuse(ASHLAR_ENOMEM,
                                     "%s: no memory for %lld bytes of a buffer with gaps",
                                     names[t->what], (long long)(n * bytes));
    if (t->what != GET)
        pack_section(t, buf, stride, packed, bytes, 0);
    int status = call(t, packed);
    if (t->what == GET && status == ASHLAR_OK)
        pack_section(t, buf, stride, packed, bytes, 1);
    free(packed);
    return status;
}

int ashlar_fortran_transfer(int what, ga_t g, const patch_t *patch, const view_t *view,
                            const void *alpha, int op, ga_handle_t *handle)
{
    transfer_t t; /* its arrays are filled as far as there are dimensions */
    t.what = what;
    t.op = op;
    t.g = g;
    t.patch = patch;
    t.alpha = alpha;
    t.handle = handle;
    int64_t stride[ASHLAR_MAX_DIM];
    int is_empty = 0, status;
    ga_type type;
    if ((status = ga_inquire_nd(g, &type, &t.ndim, t.dims)) != ASHLAR_OK)
        return status;
    if (patch->bounds != t.ndim)
        return ashlar_fortran_need_size(g, patch->bounds);
    if ((int64_t)type != view->type &&
        (status = ashlar_fortran_need_type(g, 0, (int)view->type)) != ASHLAR_OK)
        return status;
    for (int d = 0; d < t.ndim; ++d) {
        const int64_t lo = patch->lo[d], hi = patch->hi[d];
        const int64_t step = patch->has_steps ? patch->step[d] : 1;
        if (lo < 0 || hi >= t.dims[d] || hi < lo - 1)
            return outside(&t);
        if (step < 1)
            return ashlar_fortran_refuse(ASHLAR_EARG, "%s: step %lld, below 1", names[what],
                                         (long long)step);
        t.extent[d] = hi < lo ? 0 : (step == 1 ? hi - lo : (hi - lo) / step) + 1;
        is_empty |= t.extent[d] == 0;
    }
    if (!match(&t, view, stride))
        return other_shape(&t, view);
    if (is_empty)
        return ASHLAR_OK;
    return find_ld(&t, view->bytes, stride)
               ? call(&t, view->address)
               : transfer_packed(&t, view->address, view->bytes, stride);
}

/* ---- access in place ------------------------------------------------------------------------- */

int ashlar_fortran_access(ga_t g, int type, int rank, int owner, int with_ghosts, int64_t *lo,
                          int64_t *n, int64_t *ld, void **at)
{
    static char nothing; /* where pointers to no elements point */
    ga_group_t group;
    ga_spec_t spec;
    int64_t hi[ASHLAR_MAX_DIM];
    int status;
    if ((status = ashlar_fortran_need_type(g, 0, type)) != ASHLAR_OK ||
        (status = ashlar_fortran_need_size(g, rank)) != ASHLAR_OK ||
        (status = ga_inquire_group(g, &group)) != ASHLAR_OK ||
        (owner == -1 && (status = ga_group_rank(group, &owner)) != ASHLAR_OK) ||
        (status = ga_distribution_nd(g, owner, lo, hi)) != ASHLAR_OK ||
        (status = ga_inquire_spec(g, &spec)) != ASHLAR_OK)
        return status;
    for (int d = 0; d < rank; ++d) {
        n[d] = ld[d] = hi[d] - lo[d] + 1;
        ++lo[d];
    }
    if (n[0] == 0) {
        *at = &nothing;
        return ASHLAR_OK;
    }
    if (!with_ghosts)
        status = ga_access_block(g, owner, NULL, NULL, at, ld);
    else if ((status = ga_access_ghosts(g, at, n, ld)) == ASHLAR_OK)
        for (int d = 0; d < rank; ++d)
            lo[d] -= spec.ghosts[d];
    ld[rank - 1] = n[rank - 1];
    return status;
}
