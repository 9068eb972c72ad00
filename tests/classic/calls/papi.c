/* Calls pnga_* that no call of Fortran stands for: indices are Fortran's. The others are made by
 * test_classic_fortran_papi. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "farg.h"
#include "ga-papi.h"

/* 5 x 7 of C is 7 x 5 here: element (j+1, i+1) is 7 i + j. */
static Integer counted(int type)
{
    grid_t grid = grid_create(2);
    for (int64_t k = 0; k < grid.n; ++k)
        grid.at[k] = (double)k;
    Integer g = array_of(type, &grid);
    grid_free(&grid);
    GA_Sync();
    return g;
}

TEST_CASE(papi_questions, TEST_GA)
{
    Integer g = counted(C_DBL), type = -1, ndim = -1, dims[2] = {-1, -1}, map[2] = {1, 1};
    char name[64] = "", kind[64], *alive = NULL;
    pnga_inquire(g, &type, &ndim, dims);
    CHECK_INT(C_DBL, type);
    CHECK_INT(2, ndim);
    CHECK_INT(7, dims[0]);
    CHECK_INT(5, dims[1]);
    type = -1;
    pnga_inquire_type(g, &type);
    CHECK_INT(C_DBL, type);
    pnga_inquire_name(g, &alive);
    pnga_get_array_name(g, name);
    CHECK(strcmp(alive, NGA_Inquire_name((int)g)) == 0 && strcmp(name, alive) == 0);
    pnga_get_distribution_type(g, kind);
    CHECK(strcmp(kind, "regular") == 0);
    CHECK_INT(0, pnga_uses_irreg_proc_grid(g));
    Integer tiled = pnga_create_handle(), block[2] = {2, 2}, grid[2] = {pnga_nnodes(), 1};
    pnga_set_data(tiled, 2, dims, C_INT);
    pnga_set_tiled_proc_grid(tiled, block, grid);
    CHECK_INT(1, pnga_allocate(tiled));
    pnga_get_distribution_type(tiled, kind);
    CHECK(strcmp(kind, "tiled") == 0);
    CHECK_INT(1, pnga_destroy(tiled));
    tiled = pnga_create_handle();
    dims[0] = dims[1] = 4;
    pnga_set_data(tiled, 2, dims, C_INT);
    pnga_set_tiled_irreg_proc_grid(tiled, map, (Integer[]){1, 1}, grid);
    CHECK_INT(1, pnga_allocate(tiled));
    pnga_get_distribution_type(tiled, kind);
    CHECK(strcmp(kind, "tiled_irreg") == 0);
    CHECK_INT(1, pnga_uses_irreg_proc_grid(tiled));
    CHECK_INT(1, pnga_destroy(tiled));
    pnga_initialize_comm(MPI_COMM_WORLD);
    CHECK_INT(1, pnga_initialized());
    CHECK_INT(0, pnga_initialize_comm(MPI_COMM_WORLD));
    CHECK_INT(1, pnga_destroy(g));
    GA_Terminate();
}

TEST_CASE(papi_types, TEST_GA)
{
    GA_Initialize();
    CHECK_INT(C_DBL, pnga_type_f2c(MT_F_DBL));
    CHECK_INT(sizeof(Integer) == sizeof(int) ? C_INT : C_LONG, pnga_type_f2c(MT_F_INT));
    CHECK_INT(C_CHAR, pnga_type_f2c(C_CHAR));
    CHECK_INT(MT_F_SCPL, pnga_type_c2f(C_SCPL));
    CHECK_INT(MT_F_REAL, pnga_type_c2f(MT_F_REAL));
    CHECK_INT(-1, pnga_type_c2f(C_LDBL));
    int type = pnga_register_type(24);
    CHECK(type > C_LONGLONG);
    CHECK_INT(0, pnga_deregister_type(type));
    CHECK_INT(-1, pnga_deregister_type(C_INT));
    GA_Terminate();
}

TEST_CASE(papi_elements, TEST_GA)
{
    Integer g = counted(C_DBL), places[2][2] = {{7, 1}, {2, 5}}, lo[2] = {8, 2}, hi[2] = {9, 2},
            ld = 2;
    int first[2] = {0, 6}, second[2] = {4, 1}, *of_c[2] = {first, second};
    double values[2] = {0, 0}, two = 2, wanted[2] = {6, 29};
    for (int c_flag = 0; c_flag < 2; ++c_flag) {
        void *index = c_flag ? (void *)of_c : (void *)places;
        pnga_gather(g, values, index, c_flag, 2);
        CHECK(values[0] == wanted[0] && values[1] == wanted[1]);
        pnga_sync();
        if (pnga_nodeid() == 0) {
            values[0] = 100, values[1] = 200;
            pnga_scatter(g, values, index, c_flag, 2);
            pnga_fence();
            pnga_scatter_acc(g, values, index, c_flag, 2, &two);
        }
        pnga_sync();
        pnga_gather(g, values, index, c_flag, 2);
        CHECK(values[0] == 300 && values[1] == 600);
        wanted[0] = 300, wanted[1] = 600;
        pnga_sync();
    }
    pnga_periodic(g, lo, hi, values, &ld, NULL, 1); /* (1,2) and (2,2) */
    CHECK(values[0] == 7 && values[1] == 8);
    pnga_sync();
    if (pnga_nodeid() == 0) {
        values[0] = -1, values[1] = -2;
        pnga_periodic(g, lo, hi, values, &ld, NULL, 2);
        pnga_fence();
        pnga_periodic(g, lo, hi, values, &ld, &two, 3);
    }
    pnga_sync();
    pnga_periodic(g, lo, hi, values, &ld, NULL, 1);
    CHECK(values[0] == -3 && values[1] == -6);
    pnga_sync();
    CHECK_INT(1, pnga_destroy(g));
}

static void check_dots(int type)
{
    union {
        int i;
        long long l;
        float f;
        double d;
        SingleComplex c;
        DoubleComplex z;
    } got = {0};
    const double all = 13685, part = 7 * 7 + 8 * 8 + 14 * 14 + 15 * 15; /* of k * k */
    Integer g = counted(type), lo[2] = {1, 2}, hi[2] = {2, 3};
    char n[] = "n";
    for (int k = 0; k < 2; ++k) {
        if (k == 0)
            pnga_dot(type, g, g, &got);
        else
            pnga_dot_patch(g, n, lo, hi, g, n, lo, hi, &got);
        const double value = type == C_INT     ? got.i
                             : type == C_LONG  ? (double)got.l
                             : type == C_FLOAT ? got.f
                             : type == C_DBL   ? got.d
                             : type == C_SCPL  ? got.c.imag
                                               : got.z.imag;
        /* of complex ones (k, -k) the product is (0, -2 k k) */
        CHECK(value == (k == 0 ? all : part) * (type == C_SCPL || type == C_DCPL ? -2 : 1));
    }
    CHECK_INT(1, pnga_destroy(g));
}

TEST_CASE(papi_products, TEST_GA)
{
    static const int types[] = {C_INT, C_LONG, C_FLOAT, C_DBL, C_SCPL, C_DCPL};
    for (size_t k = 0; k < sizeof types / sizeof types[0]; ++k)
        check_dots(types[k]);
}

TEST_CASE(papi_in_place, TEST_GA)
{
    Integer g = counted(C_INT), me = pnga_nodeid(), lo[2], hi[2], ld = -1, count = -1;
    int *at = NULL, *whole = NULL;
    pnga_distribution(g, me, lo, hi);
    if (hi[0] >= lo[0]) {
        pnga_access_ptr(g, lo, hi, &at, &ld);
        CHECK_INT((lo[1] - 1) * 7 + lo[0] - 1, at[0]);
        CHECK_INT((hi[1] - 1) * 7 + hi[0] - 1, at[(hi[1] - lo[1]) * ld + hi[0] - lo[0]]);
        pnga_release(g, lo, hi);
    }
    pnga_access_block_segment_ptr(g, me, &whole, &count);
    CHECK(whole == at || hi[0] < lo[0]);
    CHECK(hi[0] < lo[0] || count == (hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1));
    Integer edge[2] = {1, 1}, dims[2] = {7, 5}, chunk[2] = {7, -1}, ghosts = -1, extents[2],
            zero[2] = {0, 0};
    char name[] = "ghosts";
    CHECK_INT(1, pnga_create_ghosts(C_INT, 2, dims, edge, name, chunk, &ghosts));
    pnga_distribution(ghosts, me, lo, hi);
    if (hi[0] >= lo[0]) {
        pnga_access_ghost_ptr(ghosts, extents, &at, &ld);
        CHECK_INT(hi[0] - lo[0] + 3, extents[0]);
        CHECK_INT(hi[1] - lo[1] + 3, extents[1]);
        pnga_access_ghost_element_ptr(ghosts, &whole, (Integer[]){zero[0] + 1, zero[1] + 1}, &ld);
        CHECK(whole == at);
    }
    CHECK_INT(1, pnga_destroy(ghosts));
    Integer blocks = pnga_create_handle();
    pnga_set_data(blocks, 2, dims, C_INT);
    pnga_set_block_cyclic(blocks, (Integer[]){7, 1});
    CHECK_INT(1, pnga_allocate(blocks));
    pnga_copy(g, blocks);
    const Integer total = pnga_total_blocks(blocks), ranks = pnga_nnodes();
    CHECK_INT(5, total);
    for (Integer k = me; k < total; k += ranks) {
        pnga_access_block_ptr(blocks, k, &at, &ld);
        CHECK_INT(7 * k, at[0]);
        CHECK_INT(7 * k + 6, at[6]);
        pnga_access_block_grid_ptr(blocks, (Integer[]){0, k}, &whole, &ld);
        CHECK(whole == at);
    }
    CHECK_INT(1, pnga_destroy(blocks));
    CHECK_INT(1, pnga_destroy(g));
}

TEST_CASE(papi_patches, TEST_GA)
{
    Integer lo[2] = {1, 2}, hi[2] = {4, 5}, lop[2] = {3, 1}, hip[2] = {9, 3}, away[2] = {5, 5};
    CHECK_INT(1, pnga_comp_patch(2, lo, hi, 2, lo, hi));
    CHECK_INT(0, pnga_comp_patch(2, lo, hi, 2, lop, hip));
    CHECK_INT(0, pnga_comp_patch(2, lo, hi, 1, lo, hi));
    CHECK_INT(0, pnga_patch_intersect(lo, hi, away, away, 2));
    CHECK_INT(1, pnga_patch_intersect(lo, hi, lop, hip, 2));
    CHECK(lop[0] == 3 && lop[1] == 2 && hip[0] == 4 && hip[1] == 3);
    Integer a = counted(C_LONG), b = counted(C_LONG), one[2] = {1, 1}, two[2] = {2, 1};
    long values[3] = {-5, -5, -5};
    pnga_step_mask_patch(a, one, two, b, lo, (Integer[]){2, 2}, a, one, two);
    pnga_get(a, one, (Integer[]){3, 1}, values, (Integer[]){3});
    CHECK(values[0] == 0 && values[1] == 8 && values[2] == 2);
    pnga_sync();
    double alpha = 1, beta = 0, product = -1;
    Integer d = counted(C_DBL), e = pnga_create_handle();
    char n[] = "n", t[] = "t";
    pnga_set_data(e, 2, (Integer[]){2, 2}, C_DBL);
    CHECK_INT(1, pnga_allocate(e));
    /* rows (0 7) and (1 8) of (i, j) -> 7 (j - 1) + i - 1, times their transposes */
    pnga_matmul_basic(n, t, &alpha, &beta, d, one, (Integer[]){2, 2}, d, one, (Integer[]){2, 2}, e,
                      one, (Integer[]){2, 2});
    pnga_get(e, (Integer[]){2, 1}, (Integer[]){2, 1}, &product, (Integer[]){1});
    CHECK(product == 56);
    pnga_msg_pgroup_sync(pnga_pgroup_get_world());
    char word[8] = "";
    if (pnga_nodeid() == 0)
        strcpy(word, "hello");
    pnga_msg_brdcst(1, word, sizeof word, 0);
    CHECK(strcmp(word, "hello") == 0);
    CHECK(pnga_destroy(a) && pnga_destroy(b) && pnga_destroy(d) && pnga_destroy(e));
}

/* Rank 0 reads what was printed, of which the numbers are to be found. */
static void check_printed(FILE *file, const char *number)
{
    char text[4096] = "";
    if (pnga_nodeid() == 0) {
        rewind(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        CHECK(strstr(text, number) != NULL);
    }
    fclose(file);
    GA_Sync();
}

TEST_CASE(papi_prints, TEST_GA)
{
    Integer g = counted(C_INT), lo[2] = {7, 5}, hi[2] = {7, 5};
    FILE *file = tmpfile();
    pnga_print_file(file, g);
    check_printed(file, "34");
    file = tmpfile();
    pnga_print_patch_file(file, g, lo, hi, 0);
    check_printed(file, "34");
    file = tmpfile();
    pnga_print_patch_file2d(file, g, 6, 6, 5, 5, 0);
    check_printed(file, "33");
    pnga_print_distribution(0, g);
    CHECK_INT(1, pnga_destroy(g));
}

TEST_CASE(papi_memory, TEST_GA)
{
    double *room = pnga_malloc(1000, C_DBL, NULL);
    CHECK(room != NULL);
    if (room)
        memset(room, 1, 8000);
    pnga_free(room);
    CHECK(pnga_malloc(-1, C_DBL, NULL) == NULL);
    NGA_Set_memory_limit(800);
    const Integer avail = pnga_memory_avail_type(C_DBL);
    CHECK(avail <= 100 && avail > 0);
    CHECK_INT(avail * 2, pnga_memory_avail_type(C_FLOAT));
    NGA_Set_memory_limit((size_t)-1);
}

TEST_CASE(papi_command_line, TEST_GA)
{
    int argc = 0;
    char **argv = NULL, text[300], whole[300];
    ga_f2c_get_cmd_args(&argc, &argv);
    CHECK(argc > 0 && strstr(argv[0], "test_classic") != NULL);
    CHECK_INT(argc - 1, F2C_IARGC());
    for (Integer k = 0; k < argc; ++k) {
        F2C_GETARG(&k, text, sizeof text);
        CHECK(memcmp(text, argv[k], strlen(argv[k])) == 0 && text[strlen(argv[k])] == ' ');
        ga_f2cstring(text, sizeof text, whole, sizeof whole);
        CHECK(strcmp(whole, argv[k]) == 0);
        free(argv[k]);
    }
    F2C_GETARG(&(Integer){argc}, text, sizeof text);
    CHECK(text[0] == ' ' && memcmp(text, text + 1, sizeof text - 1) == 0);
    char word[] = "abcdef", cut[4];
    ga_c2fstring(word, cut, 3);
    CHECK(memcmp(cut, "abc", 3) == 0);
    ga_f2cstring(word, 6, cut, sizeof cut);
    CHECK(strcmp(cut, "abc") == 0);
    free(argv);
}
