/* Elementwise operations: each rank works on its own block, in place. */
#include <stdlib.h>
#include <string.h>

#include "ga/src/ops/ga_elem.h"
#include "ga/src/ga_internal.h"
#include "ga/src/ops/ga_kernels.h"

/* Elements fetched at a time from an operand that is not aligned. */
enum { PIECE = 1 << 15 };

int gai_check_operands(const char *call, gai_array_t *const *operands, int n)
{
    const gai_array_t *a = operands[0];
    for (int k = 1; k < n; ++k) {
        const gai_array_t *b = operands[k];
        if (a->type != b->type)
            return AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, array '%s' of type %s",
                           call, a->name, gai_type_name(a->type), b->name, gai_type_name(b->type));
        if (a->group != b->group)
            return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on different groups", call,
                           a->name, b->name);
    }
    return ASHLAR_OK;
}

int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    if (a->dist.ndim != b->dist.ndim)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %d dimensions, array '%s' has %d", call,
                       a->name, a->dist.ndim, b->name, b->dist.ndim);
    for (int d = 0; d < a->dist.ndim; ++d)
        if (a->dist.axis[d].extent != b->dist.axis[d].extent)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %lld in array '%s' and "
                           "%lld in array '%s'",
                           call, d, (long long)a->dist.axis[d].extent, a->name,
                           (long long)b->dist.axis[d].extent, b->name);
    return ASHLAR_OK;
}

int gai_begin(const char *call, gai_array_t *const *operands, int n)
{
    int64_t handles[4];
    for (int k = 0; k < n; ++k)
        handles[k] = operands[k]->handle;
    AL_TRY(gai_check_same(call, operands[0]->group, handles, n));
    return al_barrier(operands[0]->group);
}

int gai_end(const char *call, const gai_array_t *array, int status)
{
    AL_TRY(gai_agree(call, array->group, status));
    return al_barrier(array->group);
}

/* ---- one operand ----------------------------------------------------------------------------- */

int ga_fill(ga_t g, const void *value)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_fill", g, &array));
    if (!value)
        return gai_bad_argument("ga_fill", "value");
    AL_TRY(gai_begin("ga_fill", &array, 1));
    size_t bytes = (size_t)gai_dist_elements(&array->dist, array->rank) * array->element;
    gai_view_t view;
    if (bytes && gai_block_view(array, array->rank, &view)) {
        /* whole elements, and few enough to stay in the cache */
        size_t most =
            array->element < 65536 ? 65536 / array->element * array->element : array->element;
        memcpy(view.base, value, array->element);
        for (size_t done = array->element; done < bytes;) { /* copy what is there, doubling */
            size_t more = done < bytes - done ? done : bytes - done;
            more = more < most ? more : most;
            memcpy(view.base + done, view.base, more);
            done += more;
        }
    }
    return al_barrier(array->group);
}

int ga_zero(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_zero", g, &array));
    AL_TRY(gai_begin("ga_zero", &array, 1));
    gai_view_t view;
    if (gai_block_view(array, array->rank, &view))
        memset(view.base, 0, (size_t)gai_dist_elements(&array->dist, array->rank) * array->element);
    return al_barrier(array->group);
}

int ga_scale(ga_t g, const void *alpha)
{
    gai_array_t *array;
    AL_TRY(gai_get("ga_scale", g, &array));
    if (!alpha)
        return gai_bad_argument("ga_scale", "alpha");
    if (!gai_is_arithmetic(array))
        return gai_bad_type("ga_scale", array);
    AL_TRY(gai_begin("ga_scale", &array, 1));
    gai_view_t view;
    if (gai_block_view(array, array->rank, &view))
        ali_kernels[array->type].scale((size_t)gai_dist_elements(&array->dist, array->rank),
                                       view.base, alpha, view.base);
    return al_barrier(array->group);
}

/* ---- several operands ------------------------------------------------------------------------ */

/* An operand as seen from the block being worked on. */
typedef struct operand {
    const gai_array_t *array;
    int aligned;
    char *own;     /* aligned: my block of it */
    char *fetched; /* else: room for a piece */
} operand_t;

typedef struct walk {
    const gai_array_t *home; /* whose block is walked */
    gai_view_t view;
    operand_t operand[2];
    int operands;
    gai_run_t *run;
    void *context;
} walk_t;

/* A piece is contiguous in the block, because it is cut in the last dimensions first. */
static int visit(void *context, const int64_t *lo, const int64_t *hi)
{
    walk_t *walk = context;
    int ndim = walk->home->dist.ndim;
    size_t offset = 0, stride = walk->home->element;
    for (int d = 0; d < ndim; ++d) {
        offset += (size_t)(lo[d] - walk->view.lo[d]) * stride;
        stride *= (size_t)walk->view.ld[d];
    }
    const char *data[2] = {NULL, NULL};
    for (int k = 0; k < walk->operands; ++k) {
        operand_t *operand = &walk->operand[k];
        if (operand->aligned) {
            data[k] = operand->own + offset;
        } else {
            AL_TRY(gai_read(operand->array, lo, hi, operand->fetched, NULL));
            data[k] = operand->fetched;
        }
    }
    walk->run(walk->context, (size_t)gai_elements(ndim, lo, hi), walk->view.base + offset, data);
    return ASHLAR_OK;
}

int gai_walk(const char *call, const gai_array_t *home, const gai_array_t *const *operands, int n,
             gai_run_t *run, void *context)
{
    walk_t walk = {.home = home, .operands = n, .run = run, .context = context};
    if (!gai_block_view(home, home->rank, &walk.view))
        return ASHLAR_OK;
    int status = ASHLAR_OK, all_aligned = 1;
    for (int k = 0; k < n; ++k) {
        operand_t *operand = &walk.operand[k];
        operand->array = operands[k];
        gai_view_t view;
        operand->aligned =
            gai_is_aligned(home, operands[k]) && gai_block_view(operands[k], home->rank, &view);
        all_aligned &= operand->aligned;
        if (operand->aligned)
            operand->own = view.base;
        else if (!(operand->fetched = malloc(PIECE * home->element)))
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a piece of array '%s'", call,
                             operands[k]->name);
    }
    if (status == ASHLAR_OK)
        status = gai_for_pieces(home->dist.ndim, walk.view.lo, walk.view.hi,
                                all_aligned ? INT64_MAX : PIECE, visit, &walk);
    for (int k = 0; k < n; ++k)
        free(walk.operand[k].fetched);
    return status;
}

typedef struct combination {
    ga_type type;
    const void *alpha, *beta;
} combination_t;

static void run_add(void *context, size_t n, void *home, const char *const *operands)
{
    const combination_t *add = context;
    gai_kernels[add->type].combine(n, home, add->alpha, operands[0], add->beta, operands[1]);
}

int ga_add(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c)
{
    const char *call = "ga_add";
    gai_array_t *arrays[3]; /* c, a, b */
    AL_TRY(gai_get(call, a, &arrays[1]));
    AL_TRY(gai_get(call, b, &arrays[2]));
    AL_TRY(gai_get(call, c, &arrays[0]));
    if (!alpha || !beta)
        return gai_bad_argument(call, alpha ? "beta" : "alpha");
    AL_TRY(gai_check_operands(call, arrays, 3));
    if (!gai_is_arithmetic(arrays[0]))
        return gai_bad_type(call, arrays[0]);
    AL_TRY(gai_check_extents(call, arrays[1], arrays[2]));
    AL_TRY(gai_check_extents(call, arrays[1], arrays[0]));
    AL_TRY(gai_begin(call, arrays, 3));
    combination_t add = {arrays[0]->type, alpha, beta};
    const gai_array_t *operands[2] = {arrays[1], arrays[2]};
    int status = gai_walk(call, arrays[0], operands, 2, run_add, &add);
    return gai_end(call, arrays[0], status);
}

typedef struct product {
    ga_type type;
    void *sum;
} product_t;

static void run_dot(void *context, size_t n, void *home, const char *const *operands)
{
    const product_t *product = context;
    gai_kernels[product->type].dot(n, product->sum, home, operands[0]);
}

int ga_dot(ga_t a, ga_t b, void *result)
{
    const char *call = "ga_dot";
    gai_array_t *arrays[2];
    AL_TRY(gai_get(call, a, &arrays[0]));
    AL_TRY(gai_get(call, b, &arrays[1]));
    if (!result)
        return gai_bad_argument(call, "result");
    AL_TRY(gai_check_operands(call, arrays, 2));
    if (!gai_is_arithmetic(arrays[0]))
        return gai_bad_type(call, arrays[0]);
    AL_TRY(gai_check_extents(call, arrays[0], arrays[1]));
    AL_TRY(gai_begin(call, arrays, 2));
    char sum[sizeof(double _Complex)] __attribute__((aligned(16))) = {0};
    product_t product = {arrays[0]->type, sum};
    const gai_array_t *operands[1] = {arrays[1]};
    int status = gai_walk(call, arrays[0], operands, 1, run_dot, &product);
    AL_TRY(gai_agree(call, arrays[0]->group, status));
    AL_TRY(al_allreduce(arrays[0]->group, arrays[0]->type, ASHLAR_SUM, sum, 1));
    memcpy(result, sum, arrays[0]->element);
    return ASHLAR_OK;
}
