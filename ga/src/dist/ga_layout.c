/* Layouts in which a rank owns several blocks: the calls common to all kinds. */
#include "ga/src/dist/ga_layout.h"

#include <string.h>

uint64_t gai_magic(int64_t by, int64_t end)
{
    const uint64_t one = UINT64_C(1) << 63;
    int64_t product;
    return __builtin_mul_overflow(by, end, &product) ? 0 : (one - 1) / (uint64_t)by + 1;
}

int gai_layout_equal(const gai_layout_t *a, const gai_layout_t *b)
{
    if (a == b)
        return 1;
    if (!a || !b || a->calls != b->calls || a->bytes != b->bytes || a->owners != b->owners ||
        a->ranks != b->ranks || !a->rank_of != !b->rank_of)
        return 0;
    if (a->rank_of && memcmp(a->rank_of, b->rank_of, (size_t)a->owners * sizeof *a->rank_of) != 0)
        return 0;
    return memcmp(a + 1, b + 1, a->bytes - sizeof *a) == 0;
}
