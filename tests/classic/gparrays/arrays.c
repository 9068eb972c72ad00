/* Arrays of pointers are described, made and destroyed, and their elements are given data. */
#include <unistd.h>

#include "classic/gparrays/cases.h"

GP_CASE(handles)
{
    int first = GP_Create_handle(), second = GP_Create_handle();
    CHECK_INT(-1000, first);
    CHECK_INT(-999, second);
    CHECK_INT(-1, GP_Get_dimension(first));
    GP_Set_dimensions(first, 3, (int[]){2, 3, 4});
    CHECK_INT(3, GP_Get_dimension(first));
    GP_Set_dimensions(first, 1, (int[]){5});
    CHECK_INT(1, GP_Get_dimension(first));
    CHECK_INT(1, GP_Destroy(first)); /* without memory */
    CHECK_INT(-1000, GP_Create_handle());
    GP_Initialize(); /* once more changes nothing */
    CHECK_INT(-998, GP_Create_handle());
    GP_Terminate();
    GP_Terminate();
    GP_Initialize();
    CHECK_INT(-1000, GP_Create_handle());
    /* GA_Terminate() ends all */
    GA_Terminate();
    GA_Initialize();
    GP_Initialize();
    CHECK_INT(-1000, GP_Create_handle());
}

GP_CASE(elements)
{
    for (int s = 0; s < shape_count; ++s) {
        test_step("shape %d", s);
        int g_p = create_filled(&shapes[s], NULL);
        check_mine(g_p, &shapes[s], 0);
        destroy_filled(g_p, &shapes[s]);
    }
}

GP_CASE(elements_anew)
{
    const shape_t shape = {1, {2 * GA_Nnodes()}};
    int g_p = create_filled(&shape, NULL), lo, hi, size;
    GP_Distribution(g_p, GA_Nodeid(), &lo, &hi);
    CHECK_INT(2 * GA_Nodeid(), lo);
    CHECK_INT(lo + 1, hi);
    char *data = GP_Malloc(100), *found, *before = GP_Free_local_element(g_p, &lo);
    memset(data, 'a', 100);
    GP_Assign_local_element(g_p, &lo, data + 10, 20);
    GP_Access_element(g_p, &lo, &found, &size);
    CHECK(found == data + 10);
    CHECK_INT(20, size);
    found[0] = 'b';
    GP_Release_update_element(g_p, &lo);
    GP_Sync();

    int other = (lo + 2) % shape.dims[0], ld = 0;
    char buf[20];
    void *at;
    GP_Get(g_p, &other, &other, buf, &at, &ld, &size, &ld, &size, 0);
    CHECK_INT('b', buf[0]);
    CHECK_INT('a', buf[19]);
    GP_Sync();
    CHECK(GP_Free_local_element(g_p, &lo) == data + 10);
    CHECK(GP_Free_local_element(g_p, &lo) == NULL);
    GP_Access_element(g_p, &lo, &found, &size);
    CHECK(found == NULL);
    CHECK_INT(0, size);
    GP_Free(data);
    GP_Assign_local_element(g_p, &lo, before, bytes_of(lo) < 0 ? 0 : bytes_of(lo));
    check_mine(g_p, &shape, 0);
    destroy_filled(g_p, &shape);
}

GP_CASE(zeroes)
{
    int lo[MOST], hi[MOST];
    int g_p = create_filled(&shapes[1], NULL);
    GP_Memzero(g_p);
    GP_Distribution(g_p, GA_Nodeid(), lo, hi);
    for (int i = lo[0]; i <= hi[0]; ++i)
        for (int j = lo[1]; j <= hi[1]; ++j) {
            const char *data;
            int size, index[] = {i, j}, sum = 0;
            GP_Access_element(g_p, index, &data, &size);
            const int expected = bytes_of(i * shapes[1].dims[1] + j);
            CHECK_INT(expected < 0 ? 0 : expected, size);
            for (int b = 0; b < size; ++b)
                sum += data[b];
            CHECK_INT(0, sum);
        }
    destroy_filled(g_p, &shapes[1]);
}

/* ---- distributions --------------------------------------------------------------------------- */

GP_CASE(chunks)
{
    int lo[MOST], hi[MOST];
    int g_p = create_filled(&shapes[2], (int[]){-1, -1, shapes[2].dims[2]});
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        GP_Distribution(g_p, rank, lo, hi);
        CHECK_INT(0, lo[2]);
        CHECK_INT(shapes[2].dims[2] - 1, hi[2]);
    }
    check_mine(g_p, &shapes[2], 0);
    destroy_filled(g_p, &shapes[2]);
}

/* All ranks but the first have one row, which has uneven lengths in another dimension. */
GP_CASE(irregular)
{
    const int ranks = GA_Nnodes();
    int lo[2], hi[2], map[16] = {0}, blocks[] = {ranks, 1}, dims[] = {ranks + 4, 6};
    for (int rank = 1; rank < ranks; ++rank)
        map[rank] = rank + 4;
    int g_p = GP_Create_handle();
    GP_Set_dimensions(g_p, 2, dims);
    GP_Set_irreg_distr(g_p, map, blocks);
    CHECK_INT(1, GP_Allocate(g_p));
    for (int rank = 0; rank < ranks; ++rank) {
        GP_Distribution(g_p, rank, lo, hi);
        CHECK_INT(rank ? rank + 4 : 0, lo[0]);
        CHECK_INT(rank + 4, hi[0]);
        CHECK_INT(0, lo[1]);
        CHECK_INT(5, hi[1]);
    }
    GP_Destroy(g_p);
}

/* A rank that owns nothing reads what others have. */
GP_CASE(nothing_of_mine)
{
    const shape_t shape = {1, {1}};
    int lo, hi, zero = 0, size, g_p = create_filled(&shape, NULL);
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        GP_Distribution(g_p, rank, &lo, &hi);
        CHECK((lo == 0 && hi == 0) || (lo == -1 && hi == -2));
    }
    GP_Get_size(g_p, &zero, &zero, &size);
    CHECK_INT(bytes_of(0), size);
    GP_Memzero(g_p);
    destroy_filled(g_p, &shape);
}

/* An array on a group of ranks is theirs alone. */
GP_CASE(groups)
{
    int list[16], n = (GA_Nnodes() + 1) / 2, size;
    for (int k = 0; k < n; ++k)
        list[k] = GA_Nnodes() - n + k;
    int group = GA_Pgroup_create(list, n);
    if (test_rank() >= list[0]) {
        GA_Pgroup_set_default(group);
        int g_p = create_filled(&shapes[1], NULL), lo[] = {0, 0}, hi[] = {8, 6}, sum = 0;
        for (int k = 0; k < elements_of(&shapes[1]); ++k)
            sum += bytes_of(k) > 0 ? bytes_of(k) : 0;
        check_mine(g_p, &shapes[1], 0);
        GP_Get_size(g_p, lo, hi, &size);
        CHECK_INT(sum, size);
        GP_Memzero(g_p);
        destroy_filled(g_p, &shapes[1]);
        GA_Pgroup_set_default(GA_Pgroup_get_world());
    }
    CHECK(GA_Pgroup_destroy(group));
}

GP_CASE(no_memory)
{
    int g_p = GP_Create_handle();
    GA_Set_memory_limit(4096);
    GP_Set_dimensions(g_p, 1, (int[]){1000 * GA_Nnodes()});
    CHECK_INT(0, GP_Allocate(g_p));
    GP_Set_dimensions(g_p, 1, (int[]){10});
    CHECK_INT(1, GP_Allocate(g_p));
    GP_Destroy(g_p);
}

/* ---- what it prints -------------------------------------------------------------------------- */

GP_CASE(sizes_printed)
{
    char text[200] = {0};
    const shape_t shape = {2, {2, 3}};
    int g_p = create_filled(&shape, NULL);
    FILE *file = tmpfile();
    fflush(stdout);
    int before = dup(1);
    dup2(fileno(file), 1);
    GP_Debug(g_p);
    fflush(stdout);
    dup2(before, 1);
    close(before);
    rewind(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    CHECK_INT(GA_Nodeid() == 0, n > 0);
    if (GA_Nodeid() == 0)
        CHECK_TEXT("      1     38     75\n      0    149    186\ntotal size of array: 449\n",
                   text);
    destroy_filled(g_p, &shape);
}
