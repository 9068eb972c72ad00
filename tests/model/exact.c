#include "exact.h"

#include <float.h>
#include <math.h>

void exact_add(exact_t *sum, double term)
{
    int exponent, sign = signbit(term) ? -1 : 1;

    if (!isfinite(term)) {
        sum->odd += term;
        return;
    }
    double rest = frexp(fabs(term), &exponent);
    for (int power = exponent - 1; rest > 0; --power) {
        rest *= 2;
        if (rest >= 1) {
            sum->count[power + 1074] += sign;
            rest -= 1;
        }
    }
}

/* Counters of 0 and 1; the last tells the sign. */
static void carry(int64_t *count)
{
    for (int k = 0; k < EXACT_POWERS - 1; ++k) {
        int64_t bit = (count[k] % 2 + 2) % 2;
        count[k + 1] += (count[k] - bit) / 2;
        count[k] = bit;
    }
}

double exact_round(const exact_t *sum, int bits)
{
    const int least = bits == FLT_MANT_DIG ? 1074 - 149 : 0;
    exact_t copy = *sum;
    int64_t *count = copy.count;
    double sign = 1, result = 0;

    if (sum->odd != 0)
        return sum->odd;
    carry(count);
    if (count[EXACT_POWERS - 1] < 0) {
        sign = -1;
        for (int k = 0; k < EXACT_POWERS; ++k)
            count[k] = -count[k];
        carry(count);
    }
    int top = EXACT_POWERS - 1;
    while (top >= 0 && count[top] == 0)
        --top;
    if (top < 0)
        return 0;
    const int last = top - bits + 1 > least ? top - bits + 1 : least;
    for (int k = top; k >= last; --k)
        result += count[k] ? ldexp(1, k - 1074) : 0;
    if (last > 0 && count[last - 1]) { /* half, or more */
        int64_t up = count[last];
        for (int k = 0; k < last - 1; ++k)
            up += count[k];
        result += up ? ldexp(1, last - 1074) : 0;
    }
    return sign * result;
}
