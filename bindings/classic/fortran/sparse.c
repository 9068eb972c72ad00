/* Blocks of columns of sparse arrays. */
#include "fortran.h"

/* n: how many the list has room for, and then how many there are. */
void f_column_blocks(const char *call, int s, Integer *list, Integer *n)
{
    int count, *blocks = classic_sparse_column_blocks(call, s, &count);
    if (count > *n)
        classic_stop(call, "%d blocks of columns have elements, the list has room for %lld", count,
                     (long long)*n);
    for (int k = 0; k < count; ++k)
        list[k] = blocks[k];
    *n = count;
    free(blocks);
}

void f_access_block(const char *call, int s, int icol, void *idx, void *jdx, void *val)
{
    MA_AccessIndex *const to[] = {idx, jdx, val};
    const int type = classic_type_code(classic_sparse_inquire(call, s).type);
    const int codes[] = {F_INT, F_INT, type};
    const void *at[3];
    classic_sparse_access(call, s, icol, sizeof(Integer), &at[0], &at[1], &at[2]);
    for (int k = 0; k < 3; ++k)
        *to[k] = at[k] ? f_index_of(call, codes[k], at[k]) : 0;
}
