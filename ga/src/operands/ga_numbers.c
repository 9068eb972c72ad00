/* Ranges of numbered elements are moved in boxes, each as large as it can be. */
#include "ga/src/operands/ga_numbers.h"

#include "ga/src/onesided/ga_patch.h"

/* The box of up to n elements that begins with an element; returns how many it has. */
static int64_t find_box(const gai_operand_t *operand, int64_t number, int64_t n, int64_t *lo,
                        int64_t *hi)
{
    const int last = operand->array->dist.ndim - 1;
    int64_t left = number, whole = 1;
    int is_cut = 0; /* dimensions before the cut are whole, those after it have one index */
    for (int d = 0; d <= last; ++d) {
        const int64_t extent = operand->hi[d] - operand->lo[d] + 1;
        lo[d] = hi[d] = operand->lo[d] + left % extent;
        left /= extent;
        if (is_cut)
            continue;
        is_cut = lo[d] != operand->lo[d] || n < whole * extent || d == last;
        const int64_t count = is_cut ? ali_min(operand->hi[d] - lo[d] + 1, n / whole) : extent;
        hi[d] = lo[d] + count - 1;
        whole *= count;
    }
    return whole;
}

int gai_transfer_numbers(al_direction_t direction, const gai_operand_t *operand, int64_t number,
                         int64_t n, char *buf, ga_handle_t *handle)
{
    while (n > 0) {
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
        const int64_t count = find_box(operand, number, n, lo, hi);
        AL_TRY(gai_patch_transfer(
            operand->array,
            &(gai_patch_t){
                .direction = direction, .lo = lo, .hi = hi, .buf = buf, .handle = handle}));
        buf += (size_t)count * operand->array->element;
        number += count;
        n -= count;
    }
    return ASHLAR_OK;
}
