/* Matrices in memory, transposed: element by element, and nothing beside them. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/inside.h"
#include "ga/src/rearrange/ga_transpose_block.h"

enum { LINE = 64, UNTOUCHED = 0xA5 };

typedef struct matrix {
    size_t ld, bytes;
    unsigned char *memory, *at;
} matrix_t;

/* rows x cols elements, which begin `shift` bytes after a line does. */
static matrix_t make_matrix(size_t size, size_t cols, size_t ld, size_t shift)
{
    matrix_t m = {.ld = ld, .bytes = (ld * cols * size + shift + LINE + LINE) / LINE * LINE};

    m.memory = aligned_alloc(LINE, m.bytes);
    if (!m.memory)
        abort();
    m.at = m.memory + shift;
    return m;
}

/* Bytes of b that are not what a's transpose, or what was there before, has there. */
static int64_t count_wrong(size_t size, size_t rows, size_t cols, const matrix_t *a,
                           const matrix_t *b)
{
    unsigned char *expected = malloc(b->bytes);
    int64_t wrong = 0;

    if (!expected)
        abort();
    memset(expected, UNTOUCHED, b->bytes);
    for (size_t j = 0; j < cols; ++j)
        for (size_t i = 0; i < rows; ++i)
            memcpy(expected + (size_t)(b->at - b->memory) + (j + i * b->ld) * size,
                   a->at + (i + j * a->ld) * size, size);
    for (size_t k = 0; k < b->bytes; ++k)
        wrong += expected[k] != b->memory[k];
    free(expected);
    return wrong;
}

static void transpose_one(rng_t *rng, size_t size, size_t rows, size_t cols, enum al_stream way)
{
    const size_t unit = size <= LINE ? LINE / size : 1, whole = (cols + unit - 1) / unit * unit;
    const size_t ld = rng_range(rng, 0, 2) ? whole : cols + (size_t)rng_range(rng, 0, 3);
    const size_t step = size % 8 == 0 && rng_range(rng, 0, 3) == 0 ? 8 : size;
    matrix_t a = make_matrix(size, cols, rows + (size_t)rng_range(rng, 0, 9), 0);
    matrix_t b = make_matrix(size, rows, ld, step * (size_t)rng_range(rng, 0, 5));

    for (size_t k = 0; k < a.bytes; ++k)
        a.memory[k] = (unsigned char)rng_range(rng, 0, 255);
    memset(b.memory, UNTOUCHED, b.bytes);
    ali_stream_choose(way);
    gai_transpose_block(size, rows, cols, (char *)a.at, a.ld, (char *)b.at, b.ld, true);
    if (!CHECK_INT(0, count_wrong(size, rows, cols, &a, &b)))
        test_fail(__FILE__, __LINE__, "%zu x %zu elements of %zu bytes, ld %zu, way %d", rows, cols,
                  size, ld, way);
    free(a.memory);
    free(b.memory);
}

TEST_CASE(transpose_block, TEST_BARE)
{
    static const size_t sizes[] = {1, 2, 4, 8, 12, 16, 24}, extents[] = {1, 3, 8, 17, 66, 131};
    rng_t rng = rng_seed(4);

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        for (size_t i = 0; i < sizeof extents / sizeof *extents; ++i)
            for (size_t j = 0; j < sizeof extents / sizeof *extents; ++j)
                for (int k = 0; k < 6; ++k)
                    transpose_one(&rng, sizes[s], extents[i], extents[j], (enum al_stream)(k % 3));
    ali_stream_choose(AL_STREAM_TRIAL);
}
