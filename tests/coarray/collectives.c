/* Sums and other combinations over images, against the same made here. */
#include <string.h>

#include <ashlar/coarray.h>

#include "harness/harness.h"

enum { N = 1500, IMAGES = 8 };

static int value_of(int image, int k)
{
    return (image * 7 + k * 3) % 11 - 5;
}

static int combined(ashlar_op op, int k)
{
    int all = value_of(0, k);
    for (int image = 1; image < test_size(); ++image) {
        const int more = value_of(image, k);
        all = op == ASHLAR_SUM ? all + more : (op == ASHLAR_MIN) == (more < all) ? more : all;
    }
    return all;
}

static void combine(ashlar_op op, ga_type type, void *data, int64_t n, int image)
{
    CHECK_OK((op == ASHLAR_SUM   ? co_sum
              : op == ASHLAR_MIN ? co_min
                                 : co_max)(0, type, data, n, image));
}

#define CHECK_TYPE(ctype, type)                                                                    \
    do {                                                                                           \
        static ctype data[N];                                                                      \
        for (int k = 0; k < N; ++k)                                                                \
            data[k] = (ctype)value_of(test_rank(), k);                                             \
        combine(op, type, data, N, image);                                                         \
        const int is_mine = image < 0 || image == test_rank();                                     \
        int wrong = 0;                                                                             \
        for (int k = 0; k < N; ++k)                                                                \
            wrong += data[k] != (ctype)(is_mine ? combined(op, k) : value_of(test_rank(), k));     \
        CHECK_INT(0, wrong);                                                                       \
    } while (0)

TEST_CASE(sums, TEST_GA)
{
    static const ashlar_op ops[] = {ASHLAR_SUM, ASHLAR_MIN, ASHLAR_MAX};
    for (int image = -1; image < test_size(); ++image)
        for (int k = 0; k < 3; ++k) {
            const ashlar_op op = ops[k];
            CHECK_TYPE(int, ASHLAR_INT);
            CHECK_TYPE(long, ASHLAR_LONG);
            CHECK_TYPE(long long, ASHLAR_LLONG);
            CHECK_TYPE(float, ASHLAR_FLOAT);
            CHECK_TYPE(double, ASHLAR_DOUBLE);
        }
    const ashlar_op op = ASHLAR_SUM;
    const int image = test_size() - 1;
    CHECK_TYPE(double _Complex, ASHLAR_CDOUBLE);
    CHECK_TYPE(float _Complex, ASHLAR_CFLOAT);
    double _Complex z = 0;
    CHECK_STATUS(ASHLAR_ETYPE, co_max(0, ASHLAR_CDOUBLE, &z, 1, -1));
    char text[100];
    for (int from = 0; from < test_size(); ++from) {
        memset(text, 'a' + test_rank(), sizeof text);
        CHECK_OK(co_broadcast(0, text, sizeof text, from));
        for (size_t k = 0; k < sizeof text; ++k)
            CHECK_INT('a' + from, text[k]);
    }
}

/* Maps t -> a t + b modulo 97, one after the other: the order matters. */
typedef struct map {
    int a, b, c; /* c: never changed */
} map_t;

static void apply(void *into, const void *from, void *context)
{
    map_t *f = into;
    const map_t *g = from;
    ++*(int *)context;
    *f = (map_t){f->a * g->a % 97, (g->a * f->b + g->b) % 97, f->c};
}

static map_t map_of(int image, int k)
{
    return (map_t){2 + (image * 5 + k) % 90, 3 + (image + k * k) % 90, 1234};
}

TEST_CASE(function, TEST_GA)
{
    enum { MAPS = 40 };
    map_t data[MAPS];
    for (int image = -1; image < test_size(); ++image) {
        int calls = 0;
        for (int k = 0; k < MAPS; ++k)
            data[k] = map_of(test_rank(), k);
        CHECK_OK(co_reduce(0, data, MAPS, sizeof *data, apply, &calls, image));
        const int is_mine = image < 0 || image == test_rank();
        for (int k = 0; k < MAPS; ++k) {
            map_t wanted = map_of(is_mine ? 0 : test_rank(), k);
            int ignored = 0;
            for (int other = 1; other < test_size() && is_mine; ++other) {
                const map_t more = map_of(other, k);
                apply(&wanted, &more, &ignored);
            }
            CHECK(memcmp(&wanted, &data[k], sizeof wanted) == 0);
        }
        if (test_rank() == 0)
            CHECK((calls > 0) == (test_size() > 1));
    }
    CHECK_OK(co_reduce(0, NULL, 0, sizeof *data, apply, NULL, -1));
    CHECK_STATUS(ASHLAR_EARG, co_reduce(0, data, 1, sizeof *data, NULL, NULL, -1));
}
