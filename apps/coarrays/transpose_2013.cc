// A matrix is transposed over images in the face of 2013: an image has columns of it, and blocks
// are slices.
#include "grid.h"
#include "images.hpp"

namespace
{

int work()
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int first = first_of(BLOCKS, me, images), columns = count_of(BLOCKS, me, images);
    ashlar::Coarray<double, 2> a(SIDE, columns * BLOCK), b(SIDE, columns * BLOCK);
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            a[i][j] = entry(i, first * BLOCK + j);

    ashlar::LocalArray<double, 2> block(BLOCK, BLOCK);
    for (int k = 0; k < BLOCKS; ++k) {
        const int i = (k + first) % BLOCKS; // not all to the same image at once
        const int owner = owner_of(BLOCKS, i, images);
        const int column = (i - first_of(BLOCKS, owner, images)) * BLOCK; // there
        for (int j = 0; j < columns; ++j) {
            for (int m = 0; m < BLOCK; ++m)
                for (int n = 0; n < BLOCK; ++n)
                    block[m][n] = a[i * BLOCK + n][j * BLOCK + m];
            const int row = (first + j) * BLOCK;
            b(owner).slice(row, row + BLOCK - 1, column, column + BLOCK - 1) = block;
        }
    }
    ashlar::sync_all();

    int wrong = 0;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < columns * BLOCK; ++j)
            wrong += b[i][j] != entry(first * BLOCK + j, i);
    ashlar::co_sum(wrong);
    return report_transpose(me, wrong);
}

} // namespace

int main(int argc, char **argv)
{
    return run("coarray_transpose_2013", argc, argv, BLOCKS, work);
}
