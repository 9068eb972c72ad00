/* Reproducible sums: terms are added up without rounding. */
#include "ga/src/reduce/ga_exact.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "armci-lite/src/al_private.h"

/* A digit is below 2^32 after carry(), and a term adds less than 2^52: so many do not overflow. */
enum { UNCARRIED_MAX = 2047, MANTISSA = DBL_MANT_DIG - 1, DIGIT = 32, BIASED_MOST = 2047 };

static const uint64_t digit_mask = UINT32_MAX, mantissa_mask = (UINT64_C(1) << MANTISSA) - 1;

/* Move carries up. Digits become 0 to 2^32 - 1; the last one has the sign. */
static void carry(gai_exact_t *sum)
{
    for (int k = 0; k < GAI_DIGITS - 1; ++k) {
        sum->digits[k + 1] += sum->digits[k] >> DIGIT;
        sum->digits[k] &= (long long)digit_mask;
    }
    sum->uncarried = 0;
}

static void add_nonfinite(gai_exact_t *sum, uint64_t bits)
{
    if (bits & mantissa_mask)
        ++sum->nans;
    else
        ++sum->infinities[bits >> 63];
}

AL_INLINE void add_one(gai_exact_t *sum, double term)
{
    uint64_t bits;
    memcpy(&bits, &term, sizeof bits);
    const uint64_t exponent = bits >> MANTISSA & BIASED_MOST, is_normal = exponent != 0;
    if (AL_UNLIKELY(exponent == BIASED_MOST)) {
        add_nonfinite(sum, bits);
        return;
    }
    const uint64_t number = (bits & mantissa_mask) | is_normal << MANTISSA;
    const uint64_t place = exponent - is_normal; /* of its last bit */
    const unsigned shift = place % DIGIT;
    const long long negative = -(long long)(bits >> 63);
    const long long low = (long long)(number << shift & digit_mask);
    const long long high = (long long)(number >> (DIGIT - shift));
    long long *digit = &sum->digits[place / DIGIT];
    digit[0] += (low ^ negative) - negative;
    digit[1] += (high ^ negative) - negative;
}

static void add_each(gai_exact_t *sum, const double *terms, size_t n, size_t step)
{
    for (size_t done = 0; done < n;) {
        if (sum->uncarried == UNCARRIED_MAX)
            carry(sum);
        size_t part = ali_min_bytes(n - done, (size_t)(UNCARRIED_MAX - sum->uncarried));
        for (size_t k = done; k < done + part; ++k)
            add_one(sum, terms[k * step]);
        sum->uncarried += (long long)part;
        done += part;
    }
}

void gai_exact_add_each(gai_exact_t *sums, const double *terms, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        if (sums[k].uncarried == UNCARRIED_MAX)
            carry(&sums[k]);
        add_one(&sums[k], terms[k]);
        ++sums[k].uncarried;
    }
}

/* ---- many terms at once ---------------------------------------------------------------------- */

/* In a block of terms, the bits above a power of two are added up as doubles, which is exact as
 * long as the sum has no more than 53 bits; then those of what is left. Two rounds are enough for
 * terms whose exponents differ by some 30. S. M. Rump, T. Ogita and S. Oishi, "Accurate
 * Floating-Point Summation", 2008, prove it. */
enum { BLOCK = 512, SHORT = 64, ROUNDS = 3, LANES = 4, CHAINS = 2, STEP = LANES * CHAINS };

typedef double lanes_t
    __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef int64_t bits_t __attribute__((vector_size(LANES * sizeof(int64_t))));

/* A macro, because how such vectors are passed to functions depends on the instruction set. */
#define MODULI(x) ((lanes_t)((bits_t)(x)&INT64_MAX))

AL_INLINE double sum_lanes(const lanes_t *x)
{
    double sum = 0;
    for (int c = 0; c < CHAINS; ++c)
        for (int l = 0; l < LANES; ++l)
            sum += x[c][l];
    return sum;
}

AL_KERNEL static double sum_moduli(size_t n, const lanes_t *x)
{
    lanes_t sums[CHAINS] = {{0}};
    for (size_t k = 0; k < n / LANES; k += CHAINS)
        for (size_t c = 0; c < CHAINS; ++c)
            sums[c] += MODULI(x[k + c]);
    return sum_lanes(sums);
}

/* Split each term at 2^-53 power; the sum of their moduli is below power / 4. Returns the sum of
 * the upper parts. x keeps the lower parts, of whose moduli *rest is the sum. */
AL_KERNEL static double split(size_t n, lanes_t *x, double power, double *rest)
{
    lanes_t high[CHAINS] = {{0}}, low[CHAINS] = {{0}};
    for (size_t k = 0; k < n / LANES; k += CHAINS)
        for (size_t c = 0; c < CHAINS; ++c) {
            const lanes_t part = x[k + c] + power - power, low_part = x[k + c] - part;
            high[c] += part;
            low[c] += MODULI(low_part);
            x[k + c] = low_part;
        }
    *rest = sum_lanes(low);
    return sum_lanes(high);
}

/* n is a multiple of STEP. What is too large, too small or too far apart is added term by term. */
static void add_block(gai_exact_t *sum, size_t n, double *x)
{
    lanes_t *lanes = (lanes_t *)x;
    double rest = sum_moduli(n, lanes);
    for (int k = 0; k < ROUNDS && rest > 0x1p-900 && rest < 0x1p1000; ++k) {
        int exponent;
        (void)frexp(rest, &exponent);
        const double part = split(n, lanes, ldexp(1, exponent + 2), &rest);
        gai_exact_add_each(sum, &part, 1);
    }
    if (rest != 0)
        add_each(sum, x, n, 1);
}

void gai_exact_add(gai_exact_t *sum, const double *terms, size_t n, size_t step)
{
    double block[BLOCK];
    for (; n >= SHORT;) {
        const size_t part = ali_min_bytes(n, BLOCK) / STEP * STEP;
        if (step == 1)
            memcpy(block, terms, part * sizeof *block);
        else
            for (size_t k = 0; k < part; ++k)
                block[k] = terms[k * step];
        add_block(sum, part, block);
        terms += part * step;
        n -= part;
    }
    add_each(sum, terms, n, step);
}

int gai_exact_allreduce(al_group_t *group, gai_exact_t *sums, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        carry(&sums[k]);
    return al_allreduce(group, ASHLAR_LLONG, ASHLAR_SUM, sums,
                        n * (sizeof *sums / sizeof(long long)));
}

/* ---- rounding -------------------------------------------------------------------------------- */

/* The bits of a sum without a sign from a place on, up to 64. */
static uint64_t bits_from(const gai_exact_t *sum, int place)
{
    const int k = place / DIGIT, shift = place % DIGIT;
    uint64_t bits = 0;
    for (int d = 2; d >= 0; --d)
        if (k + d < GAI_DIGITS && DIGIT * d - shift < 64) {
            const uint64_t digit = (uint64_t)sum->digits[k + d];
            bits |= d ? digit << (DIGIT * d - shift) : digit >> shift;
        }
    return bits;
}

static bool is_zero_below(const gai_exact_t *sum, int place)
{
    const uint64_t part = (UINT64_C(1) << place % DIGIT) - 1;
    int k = 0;
    while (k < place / DIGIT && sum->digits[k] == 0)
        ++k;
    return k == place / DIGIT && ((uint64_t)sum->digits[k] & part) == 0;
}

static double round_finite(gai_exact_t *sum, int bits)
{
    const int least =
        bits == FLT_MANT_DIG ? FLT_MIN_EXP - FLT_MANT_DIG : DBL_MIN_EXP - DBL_MANT_DIG;
    const int unit = DBL_MIN_EXP - DBL_MANT_DIG; /* 2^unit is what digit 0 counts */
    int last = GAI_DIGITS - 1, is_negative;
    carry(sum);
    is_negative = sum->digits[last] < 0;
    if (is_negative) {
        for (int k = 0; k < GAI_DIGITS; ++k)
            sum->digits[k] = -sum->digits[k];
        carry(sum);
    }
    while (last >= 0 && sum->digits[last] == 0)
        --last;
    if (last < 0)
        return 0;
    const int top = DIGIT * last + 63 - __builtin_clzll((unsigned long long)sum->digits[last]);
    if (top + unit >= DBL_MAX_EXP)
        return is_negative ? -HUGE_VAL : HUGE_VAL;
    const int cut = (int)ali_max(ali_max(top + 1 - bits, least - unit), 0);
    uint64_t number = bits_from(sum, cut);
    if (cut > 0) {
        const int half = (int)(bits_from(sum, cut - 1) & 1);
        number += half && ((number & 1) || !is_zero_below(sum, cut - 1));
    }
    const double rounded = ldexp((double)number, cut + unit);
    return is_negative ? -rounded : rounded;
}

double gai_exact_round(const gai_exact_t *sum, int bits)
{
    gai_exact_t copy = *sum;
    if (sum->nans || (sum->infinities[0] && sum->infinities[1]))
        return (double)NAN;
    if (sum->infinities[0] || sum->infinities[1])
        return sum->infinities[1] ? -HUGE_VAL : HUGE_VAL;
    return round_finite(&copy, bits);
}
