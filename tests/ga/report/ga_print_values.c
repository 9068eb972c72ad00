/* Values as ga_print() writes them: of every type and number of dimensions, and each once. */
#include <stdlib.h>
#include <string.h>

#include "ga/report/text.h"
#include "model/twin.h"

static int occurrences(const char *text, const char *part)
{
    int n = 0;

    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        ++n;
    return n;
}

/* The text for one element, and for the blocks: a line for each, and one for each rank that
 * owns none. */
static void print_parts(const twin_t *twin)
{
    const model_t *m = &twin->model;
    FILE *file = tmpfile();
    char value[64];
    int64_t blocks = 0, owned = 0, idle = 0;

    CHECK_OK(ga_print_patch(twin->g, m->whole.hi, m->whole.hi, file));
    char *text = text_of(file);
    snprintf(value, sizeof value, type_is_complex(m->type) ? "(%lld,%lld)\n" : " %lld\n",
             (long long)m->at[m->n - 1].re, (long long)m->at[m->n - 1].im);
    CHECK_INT(ga_rank() == 0, occurrences(text, value));
    free(text);
    file = tmpfile();
    CHECK_OK(ga_print_distribution(twin->g, file));
    text = text_of(file);
    CHECK_OK(ga_inquire_blocks(twin->g, &blocks));
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_inquire_owned(twin->g, rank, &owned));
        idle += owned == 0;
    }
    CHECK_INT(ga_rank() ? 0 : blocks, occurrences(text, ": block "));
    CHECK_INT(ga_rank() ? 0 : idle, occurrences(text, ": no block\n"));
    free(text);
}

/* All types and dimensions: each value, which no other text contains, is there once. */
TEST_CASE(print_nd, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            twin_t twin = twin_create(type, ndim, test_dims(ndim), LAYOUT_REGULAR, GA_GROUP_WORLD,
                                      (uint64_t)ndim);
            model_t *m = &twin.model;
            for (int64_t k = 0; k < m->n; ++k)
                m->at[k] = scalar_as(type, (double)(50000 + k), (double)(k % 7));
            twin_upload(&twin);
            char *text = printed(twin.g);
            CHECK(ga_rank() == 0 || text[0] == '\0');
            for (int64_t k = 0; k < m->n && ga_rank() == 0; ++k) {
                char value[64];
                snprintf(value, sizeof value, type_is_complex(type) ? "(%lld,%lld)" : " %lld",
                         (long long)m->at[k].re, (long long)m->at[k].im);
                CHECK_INT(1, occurrences(text, value));
            }
            free(text);
            print_parts(&twin);
            twin_destroy(&twin);
        }
    }
}

/* Numbers that need all bits of their type, fractions, and records, which are bytes. */
TEST_CASE(print_values, TEST_GA)
{
    static const struct {
        ashlar_type type;
        const char *text;
    } rows[] = {{ASHLAR_INT, "-2147483648"},           {ASHLAR_LONG, "-4611686018427387905"},
                {ASHLAR_LLONG, "4611686018427387905"}, {ASHLAR_FLOAT, "-0.375"},
                {ASHLAR_DOUBLE, "1.5e-300"},           {ASHLAR_CFLOAT, "(-0.375,2.5)"},
                {ASHLAR_CDOUBLE, "(1.5e-300,-2)"}};
    const int32_t number = INT32_MIN;
    const long wide = -4611686018427387905;
    const long long wider = 4611686018427387905;
    const float fraction[2] = {-0.375f, 2.5f};
    const double small[2] = {1.5e-300, -2};
    const void *const values[] = {&number, &wide, &wider, fraction, small, fraction, small};
    ga_type record;
    ga_t g;
    char *text;

    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        REQUIRE_OK(ga_create(rows[k].type, 1, 1, "one", 0, 0, &g));
        CHECK_OK(ga_fill(g, values[k]));
        text = printed(g);
        if (ga_rank() == 0)
            CHECK_CONTAINS(text, rows[k].text);
        free(text);
        CHECK_OK(ga_destroy(g));
    }
    REQUIRE_OK(ga_type_create(5, &record));
    REQUIRE_OK(ga_create_nd(record, 1, (int64_t[]){2}, "bytes", NULL, GA_GROUP_WORLD, &g));
    CHECK_OK(ga_fill(g, "\x01\xab\x00\x7f\xf0"));
    for (int k = 0; k < 2; ++k) {
        FILE *file = tmpfile();
        CHECK_OK(k ? ga_print_distribution(g, file)
                   : ga_print_patch(g, (int64_t[]){1}, (int64_t[]){1}, file));
        text = text_of(file);
        if (ga_rank() == 0)
            CHECK_CONTAINS(text, k ? "array 'bytes': 2 record\nrank 0: block 0 [0.."
                                   : "array 'bytes': 2 record, patch 1..1\n(1) 01ab007ff0\n");
        free(text);
    }
    text = printed(g);
    CHECK_TEXT(ga_rank() == 0 ? "array 'bytes': 2 record\n(0) 01ab007ff0\n(1) 01ab007ff0\n" : "",
               text);
    free(text);
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_type_destroy(record));
}
