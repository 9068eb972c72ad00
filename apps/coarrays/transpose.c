/* A matrix of blocks is transposed over images, in C. An image has columns of blocks, and the
 * elements of the coarrays are blocks: each is transposed where it is and put where it belongs. */
#include "grid.h"
#include "images.h"

typedef double block_t[BLOCK][BLOCK];

static void transpose_block(block_t from, block_t to)
{
    for (int i = 0; i < BLOCK; ++i)
        for (int j = 0; j < BLOCK; ++j)
            to[i][j] = from[j][i];
}

int main(int argc, char **argv)
{
    start("coarray_transpose", argc, argv, BLOCKS);
    const int me = co_this_image(0), images = co_num_images(0);
    const int first = first_of(BLOCKS, me, images), columns = count_of(BLOCKS, me, images);
    block_t *a, *b; /* block (i, j) is number i * columns + j */
    co_array_t *from = make_coarray(BLOCKS, columns, BLOCK * BLOCK, &a);
    co_array_t *to = make_coarray(BLOCKS, columns, BLOCK * BLOCK, &b);
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            a[i / BLOCK * columns + j / BLOCK][i % BLOCK][j % BLOCK] = entry(i, first * BLOCK + j);

    for (int k = 0; k < BLOCKS; ++k) {
        const int i = (k + first) % BLOCKS; /* not all to the same image at once */
        const int owner = owner_of(BLOCKS, i, images);
        for (int j = 0; j < columns; ++j) {
            const int64_t at[2] = {first + j, i - first_of(BLOCKS, owner, images)};
            block_t block;
            transpose_block(a[i * columns + j], block);
            check(co_put_element(to, owner, at, block));
        }
    }
    check(co_sync_all(0));

    int wrong = 0;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            wrong += b[i / BLOCK * columns + j / BLOCK][i % BLOCK][j % BLOCK] !=
                     entry(first * BLOCK + j, i);
    check(co_sum(0, ASHLAR_INT, &wrong, 1, -1));
    const int code = report_transpose(me, wrong);
    check(co_free(from));
    check(co_free(to));
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
