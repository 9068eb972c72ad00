// A matrix of blocks is transposed over images in the face of 2002: an image has columns of blocks,
// and the elements of the coarrays are blocks.
#include "grid.h"
#include "images.hpp"

typedef double block_t[BLOCK][BLOCK];

namespace
{

void transpose_block(const block_t &from, block_t &to)
{
    for (int i = 0; i < BLOCK; ++i)
        for (int j = 0; j < BLOCK; ++j)
            to[i][j] = from[j][i];
}

int work()
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int first = first_of(BLOCKS, me, images), columns = count_of(BLOCKS, me, images);
    ashlar::CoArray<block_t> a(BLOCKS, columns), b(BLOCKS, columns);
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            a(i / BLOCK, j / BLOCK)[i % BLOCK][j % BLOCK] = entry(i, first * BLOCK + j);

    for (int k = 0; k < BLOCKS; ++k) {
        const int i = (k + first) % BLOCKS; // not all to the same image at once
        const int owner = owner_of(BLOCKS, i, images);
        for (int j = 0; j < columns; ++j) {
            block_t block;
            transpose_block(a(i, j), block);
            b[owner](first + j, i - first_of(BLOCKS, owner, images)) = block;
        }
    }
    b.sync_all();

    int wrong = 0;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            wrong += b(i / BLOCK, j / BLOCK)[i % BLOCK][j % BLOCK] != entry(first * BLOCK + j, i);
    ashlar::co_sum(wrong);
    return report_transpose(me, wrong);
}

} // namespace

int main(int argc, char **argv)
{
    return run("coarray_transpose_2002", argc, argv, BLOCKS, work);
}
