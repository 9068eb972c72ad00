/* Large blocks transposed past the caches and not, at places and with leading dimensions of all
 * kinds: each element is where it belongs, and nothing is written beside the matrix. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/rearrange/ga_transpose_block.h"
#include "harness/harness.h"

typedef struct place {
    size_t size, rows, cols, ldb, shift; /* shift: bytes from a line to b */
} place_t;

/* Bytes that are not what they should be. */
static size_t count_wrong(const place_t *p, const char *a, size_t lda, const char *room,
                          size_t bytes)
{
    size_t wrong = 0, inside = 0;
    const char *b = room + p->shift;
    for (size_t i = 0; i < p->rows; ++i)
        for (size_t j = 0; j < p->cols; ++j)
            wrong +=
                memcmp(b + (i * p->ldb + j) * p->size, a + (j * lda + i) * p->size, p->size) != 0;
    for (size_t k = 0; k < bytes; ++k)
        inside += room[k] != 0x55;
    return wrong + (inside > p->rows * p->cols * p->size);
}

static void transpose_at(const place_t *p)
{
    const size_t lda = p->rows + 5, bytes = p->rows * p->ldb * p->size + 128;
    char *a = malloc(lda * p->cols * p->size), *room = aligned_alloc(64, (bytes + 63) / 64 * 64);
    CHECK(a && room);
    for (size_t k = 0; a && k < lda * p->cols * p->size; ++k)
        a[k] = (char)(k * 7 % 83); /* never 0x55 */
    if (a && room) {
        memset(room, 0x55, bytes);
        gai_transpose_block(p->size, p->rows, p->cols, a, lda, room + p->shift, p->ldb);
        CHECK_INT(0, (int64_t)count_wrong(p, a, lda, room, bytes));
    }
    free(a);
    free(room);
}

TEST_CASE(transpose_block_large, TEST_BARE)
{
    static const place_t places[] = {
        {4, 1501, 1413, 1424, 0}, {4, 1501, 1413, 1424, 20}, {4, 1501, 1413, 1424, 22},
        {8, 1061, 1003, 1008, 0}, {8, 1061, 1003, 1008, 40}, {8, 1061, 1003, 1009, 8},
        {8, 210007, 5, 8, 8},     {16, 731, 735, 740, 0},    {16, 731, 735, 740, 48},
        {24, 611, 607, 616, 0},   {8, 1061, 1003, 1008, 44}};
    for (int way = AL_STREAM_NEVER; way <= AL_STREAM_ALWAYS; ++way) {
        ali_stream_choose((enum al_stream)way);
        for (size_t k = 0; k < sizeof places / sizeof *places; ++k)
            transpose_at(&places[k]);
    }
    ali_stream_choose(AL_STREAM_TRIAL);
}
