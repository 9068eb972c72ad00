/* Transpose matrices and patches of them. */
#include "ga/src/rearrange/ga_transpose_walk.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_operands.h"
#include "ga/src/rearrange/ga_transpose_block.h"

typedef struct transposition {
    size_t element;
    bool is_large;
} transposition_t;

static void transpose_part(void *context, const gai_transpose_part_t *part)
{
    const transposition_t *x = context;
    gai_transpose_block(x->element, part->n[1], part->n[0], part->other, part->other_step[0],
                        part->home, part->home_step[1], x->is_large);
}

static int check_dimensions(const char *call, ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get(call, g, &array));
    return array->dist.ndim == 2 ? ASHLAR_OK : gai_bad_ndim(call, array, 2);
}

static int check_transposed(const char *call, const gai_operand_t *from, const gai_operand_t *to)
{
    long long rows[2], cols[2];
    const gai_operand_t *both[2] = {from, to};
    for (int k = 0; k < 2; ++k) {
        rows[k] = both[k]->hi[0] - both[k]->lo[0] + 1;
        cols[k] = both[k]->hi[1] - both[k]->lo[1] + 1;
    }
    return rows[0] == cols[1] && rows[1] == cols[0]
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESHAPE,
                         "%s: %lld x %lld elements of array '%s' do not fill %lld x %lld of array "
                         "'%s'",
                         call, rows[0], cols[0], from->array->name, rows[1], cols[1],
                         to->array->name);
}

static int transpose(const char *call, gai_argument_t a, gai_argument_t b)
{
    gai_operand_t operands[2];
    const gai_operand_t *from = &operands[0], *to = &operands[1];
    AL_TRY(check_dimensions(call, a.g));
    AL_TRY(check_dimensions(call, b.g));
    AL_TRY(gai_get_operands(call, (gai_argument_t[]){a, b}, 2, operands));
    AL_TRY(gai_check_writable(call, to->array));
    AL_TRY(check_transposed(call, from, to));
    if (gai_is_overlapping(from, to))
        return AL_FAIL(ASHLAR_EARG,
                       "%s: what is read of array '%s' overlaps what is written; transpose into "
                       "another array",
                       call, from->array->name);
    AL_TRY(gai_begin(operands[0].array));
    transposition_t x = {.element = to->array->element};
    x.is_large = (double)to->n * (double)x.element >=
                 (double)AL_STREAM_LEAST * al_group_size(to->array->group);
    gai_transpose_walk_t walk = {.call = call,
                                 .home = to->array,
                                 .other = from->array,
                                 .lo = {to->lo[0], to->lo[1]},
                                 .hi = {to->hi[0], to->hi[1]},
                                 .shift = {from->lo[0] - to->lo[1], from->lo[1] - to->lo[0]},
                                 .work = transpose_part,
                                 .context = &x};
    int status = to->n ? gai_walk_transposed(&walk) : ASHLAR_OK;
    return gai_transpose_is_local(from->array) ? gai_end_local(to->array, status)
                                               : gai_end(call, to->array, status);
}

int ga_transpose(ga_t a, ga_t b)
{
    GAI_COLLECTIVE(ga_transpose, a, b);
    return transpose(__func__, GAI_ALL(a), GAI_ALL(b));
}

int ga_transpose_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                       const int64_t *bhi)
{
    GAI_COLLECTIVE(ga_transpose_patch, a, alo, ahi, b, blo, bhi);
    return transpose(__func__, (gai_argument_t){a, alo, ahi}, (gai_argument_t){b, blo, bhi});
}
