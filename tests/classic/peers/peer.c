/* What the classic calls answer, in lines that do not depend on who is below: tests/classic/peers/
 * compare builds this against other implementations and compares. Rank 0 writes, numbers with few
 * digits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "ga.h"
#include "macdecls.h"

enum { ROWS = 7, COLUMNS = 6, N = ROWS * COLUMNS };

static int me, ranks;

static void show(const char *what, int n, const double *x)
{
    if (me == 0) {
        printf("%s:", what);
        for (int k = 0; k < n; ++k)
            printf(" %.8g", fabs(x[k]) < 1e-12 ? 0 : x[k]);
        printf("\n");
    }
}

static void show_ints(const char *what, int n, const int *x)
{
    if (me == 0) {
        printf("%s:", what);
        for (int k = 0; k < n; ++k)
            printf(" %d", x[k]);
        printf("\n");
    }
}

static int new_array(int rows, int columns, char *name)
{
    int dims[2] = {rows, columns};
    return NGA_Create(C_DBL, 2, dims, name, NULL);
}

static void set(int g, int rows, int columns, int seed)
{
    int lo[2] = {0, 0}, hi[2] = {rows - 1, columns - 1}, ld[1] = {columns};
    double *x = malloc(sizeof *x * (size_t)(rows * columns));
    for (int k = 0; k < rows * columns; ++k)
        x[k] = (k * 7 + k * k * seed + seed) % 23 - 8 + (k % 3 == 0 ? 0.5 : 0.25);
    if (me == 0)
        NGA_Put(g, lo, hi, x, ld);
    GA_Sync();
    free(x);
}

static void show_array(const char *what, int g)
{
    int type, ndim, dims[GA_MAX_DIM], lo[GA_MAX_DIM] = {0}, hi[GA_MAX_DIM], ld[GA_MAX_DIM], n = 1;
    NGA_Inquire(g, &type, &ndim, dims);
    for (int d = 0; d < ndim; ++d) {
        n *= dims[d];
        hi[d] = dims[d] - 1;
        if (d > 0)
            ld[d - 1] = dims[d];
    }
    double *x = malloc(sizeof *x * (size_t)n);
    GA_Sync();
    NGA_Get(g, lo, hi, x, ld);
    show(what, n, x);
    GA_Sync();
    free(x);
}

/* ---- where things are ---- */

static void show_places(const char *what, int g, int blocks)
{
    int type, ndim, dims[GA_MAX_DIM], lo[GA_MAX_DIM], hi[GA_MAX_DIM], coord[GA_MAX_DIM];
    NGA_Inquire(g, &type, &ndim, dims);
    for (int k = 0; k < blocks; ++k) {
        NGA_Distribution(g, k, lo, hi);
        if (me == 0)
            printf("%s, block %d of", what, k);
        show_ints("", ndim, lo);
        show_ints("  to", ndim, hi);
    }
    memset(lo, 0, sizeof lo);
    int owners[64], n = 0;
    for (int k = 0; k < 20; ++k, ++n) {
        for (int d = 0; d < ndim; ++d)
            lo[d] = (k * (d + 2) + k / 3) % dims[d];
        owners[n] = NGA_Locate(g, lo);
    }
    show_ints(" owners", n, owners);
    for (int d = 0; d < ndim; ++d) {
        lo[d] = dims[d] > 2;
        hi[d] = dims[d] - 1;
    }
    int map[64 * 2 * GA_MAX_DIM], procs[64];
    n = NGA_Locate_region(g, lo, hi, map, procs);
    show_ints(" pieces", 1, &n);
    show_ints(" of", n, procs);
    show_ints(" map", n * 2 * ndim, map);
    GA_Nblock(g, coord);
    show_ints(" nblock", ndim, coord);
    n = GA_Total_blocks(g);
    show_ints(" blocks", 1, &n);
    n = GA_Uses_proc_grid(g);
    show_ints(" grid", 1, &n);
    for (int k = 0; n && k < ranks; ++k) {
        GA_Get_proc_index(g, k, coord);
        show_ints(" index", ndim, coord);
    }
    if (n || GA_Total_blocks(g) < 0) {
        GA_Get_proc_grid(g, coord);
        show_ints(" proc grid", ndim, coord);
    }
    n = NGA_Locate_num_blocks(g, lo, hi);
    show_ints(" region of", 1, &n);
}

static void places(void)
{
    int dims[3] = {9, 8, 5}, chunk[3] = {9, -1, -1}, length[1] = {12}, map[4] = {0, 4, 0, 3},
        block[2] = {2, 2};
    int g = NGA_Create(C_DBL, 3, dims, "chunks", chunk), coord[3];
    show_places("chunks", g, ranks);
    GA_Destroy(g);
    g = NGA_Create(C_DBL, 2, dims, "default", NULL);
    show_places("default", g, ranks);
    for (int k = 0; k < ranks; ++k) {
        NGA_Proc_topology(g, k, coord);
        show_ints(" topology", 2, coord);
    }
    GA_Destroy(g);
    g = NGA_Create(C_DBL, 1, length, "vector", NULL);
    show_places("vector", g, ranks);
    GA_Destroy(g);
    if (ranks == 4) {
        g = NGA_Create_irreg(C_DBL, 2, dims, "irregular", block, map);
        show_places("irregular", g, ranks);
        GA_Destroy(g);
    }
}

static void dealt(void)
{
    static const int grids[5][2] = {{0, 0}, {1, 1}, {2, 1}, {1, 3}, {2, 2}};
    for (int kind = 0; kind < 4; ++kind) {
        int dims[2] = {9, 8}, block[2] = {2, 3}, grid[2] = {grids[ranks][0], grids[ranks][1]}, n;
        int map[7] = {0, 2, 5, 6, 0, 3, 7}, blocks[2] = {4, 3}, sizes[2];
        static const char *const names[] = {"cyclic", "scalapack", "tiled", "tiled irregular"};
        int g = GA_Create_handle();
        GA_Set_data(g, 2, dims, C_DBL);
        if (kind == 0)
            GA_Set_block_cyclic(g, block);
        else if (kind == 1)
            GA_Set_block_cyclic_proc_grid(g, block, grid);
        else if (kind == 2)
            GA_Set_tiled_proc_grid(g, block, grid);
        else
            GA_Set_tiled_irreg_proc_grid(g, map, blocks, grid);
        GA_Allocate(g);
        show_places(names[kind], g, GA_Total_blocks(g));
        if (kind < 3) {
            GA_Get_block_info(g, blocks, sizes);
            show_ints(" numbers", 2, blocks);
            show_ints(" sizes", 2, sizes);
        }
        set(g, 9, 8, 3);
        int count = GA_Total_blocks(g);
        double *ptr, sums[64] = {0};
        int ld[1];
        for (int k = 0; kind == 0 && k < count; ++k)
            if (k % ranks == me) {
                int lo[2], hi[2];
                NGA_Distribution(g, k, lo, hi);
                NGA_Access_block(g, k, &ptr, ld);
                for (int i = 0; i <= hi[0] - lo[0]; ++i)
                    for (int j = 0; j <= hi[1] - lo[1]; ++j)
                        sums[k] += ptr[i * ld[0] + j] * (i + 2);
                NGA_Release_block(g, k);
            }
        if (kind == 1) { /* the layout of ScaLAPACK; the others are nobody's business */
            NGA_Access_block_segment(g, me, &ptr, &n);
            for (int k = 0; k < n; ++k)
                sums[40 + me] += ptr[k] * (k + 1);
            NGA_Release_block_segment(g, me);
            sums[50 + me] = n;
        }
        GA_Dgop(sums, 64, "+");
        show(" sums", 64, sums);
        GA_Destroy(g);
    }
}

/* ---- operations ---- */

/* A patch of 3 dimensions, transposed, into a matrix. */
static void turned(int b)
{
    int dims[3] = {3, 4, 5}, ld[2] = {4, 5}, first[3] = {0, 0, 0}, end[3] = {2, 3, 4},
        lo[3] = {1, 0, 2}, hi[3] = {2, 2, 3}, blo[2] = {1, 1}, bhi[2] = {3, 4};
    double x[60];
    int g = NGA_Create(C_DBL, 3, dims, "cube", NULL);
    for (int k = 0; k < 60; ++k)
        x[k] = k;
    if (GA_Nodeid() == 0)
        NGA_Put(g, first, end, x, ld);
    GA_Zero(b);
    NGA_Copy_patch('t', g, lo, hi, b, blo, bhi);
    show_array("NGA_Copy_patch('t', cube)", b);
    GA_Destroy(g);
}

static void operations(void)
{
    int a = new_array(ROWS, COLUMNS, "a"), b = new_array(ROWS, COLUMNS, "b"),
        c = new_array(ROWS, COLUMNS, "c"), m = new_array(ROWS, COLUMNS, "m");
    int alo[2] = {1, 1}, ahi[2] = {3, 4}, blo[2] = {2, 2}, bhi[2] = {5, 4}, index[2], one[1] = {1};
    double two = 2, three = 3, x[3];
#define SET()                                                                                      \
    (set(a, ROWS, COLUMNS, 1), set(b, ROWS, COLUMNS, 2), set(c, ROWS, COLUMNS, 3),                 \
     set(m, ROWS, COLUMNS, 4))
#define TRY(call, g)                                                                               \
    do {                                                                                           \
        SET();                                                                                     \
        call;                                                                                      \
        show_array(#call, g);                                                                      \
    } while (0)
    TRY(GA_Abs_value(a), a);
    TRY(GA_Abs_value_patch(a, alo, ahi), a);
    TRY(GA_Recip(a), a);
    TRY(GA_Recip_patch(a, alo, ahi), a);
    TRY(GA_Add_constant(a, &two), a);
    TRY(GA_Add_constant_patch(a, alo, ahi, &two), a);
    TRY(GA_Scale(a, &two), a);
    TRY(NGA_Scale_patch(a, alo, ahi, &two), a);
    TRY(NGA_Fill_patch(a, alo, ahi, &two), a);
    TRY(NGA_Zero_patch(a, alo, ahi), a);
    TRY(GA_Add(&two, a, &three, b, c), c);
    TRY(NGA_Add_patch(&two, a, alo, ahi, &three, b, alo, ahi, c, alo, ahi), c);
    TRY(GA_Elem_multiply(a, b, c), c);
    TRY(GA_Elem_divide(a, b, c), c);
    TRY(GA_Elem_maximum(a, b, c), c);
    TRY(GA_Elem_minimum(a, b, c), c);
    TRY(GA_Elem_multiply_patch(a, alo, ahi, b, alo, ahi, c, alo, ahi), c);
    TRY(GA_Elem_divide_patch(a, alo, ahi, b, alo, ahi, c, alo, ahi), c);
    TRY(GA_Median(a, b, c, m), m);
    TRY(GA_Median_patch(a, alo, ahi, b, alo, ahi, c, alo, ahi, m, alo, ahi), m);
    TRY(NGA_Copy_patch('n', a, alo, ahi, b, blo, bhi), b);
    TRY(NGA_Copy_patch('t', a, alo, ahi, b, blo, bhi), b);
    TRY(GA_Copy(a, b), b);
    turned(b);
    SET();
    NGA_Put(a, bhi, bhi, &(double){37}, one); /* by all ranks: the one maximum */
    NGA_Put(a, alo, alo, &(double){-29}, one);
    GA_Sync();
    x[0] = GA_Ddot(a, b);
    x[1] = NGA_Ddot_patch(a, 'n', alo, ahi, b, 'n', blo, bhi);
    x[2] = NGA_Ddot_patch(a, 't', alo, ahi, b, 'n', blo, bhi);
    show("dots", 3, x);
    GA_Norm1(a, &x[0]);
    GA_Norm_infinity(a, &x[1]);
    show("norms", 2, x);
    NGA_Select_elem(a, "max", x, index);
    show("max", 1, x);
    show_ints(" at", 2, index);
    NGA_Select_elem(a, "min", x, index);
    show("min", 1, x);
    show_ints(" at", 2, index);
    GA_Abs_value(a); /* of patches Global Arrays finds steps in memory that nobody set */
    GA_Step_max(a, b, x);
    show("step", 1, x);
    GA_Fill(c, (double[]){-30});
    GA_Fill(m, (double[]){40});
    GA_Step_bound_info(a, b, c, m, &x[0], &x[1], &x[2]);
    show("bounds", 3, x);
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(c);
    GA_Destroy(m);
}

/* Operations on rows and diagonals. */
static void lines(void)
{
    int dims[1] = {COLUMNS}, more[1] = {ROWS}, lo = 0, hi = COLUMNS - 1, last = ROWS - 1;
    int g = new_array(ROWS, COLUMNS, "g"), v = NGA_Create(C_DBL, 1, dims, "v", NULL),
        w = NGA_Create(C_DBL, 1, more, "w", NULL), t = new_array(COLUMNS, ROWS, "t"),
        s = new_array(ROWS, ROWS, "s");
    double x[ROWS] = {2, 3, 4, 5, 6, 7, 8}, c = 2.5;
    if (me == 0) {
        NGA_Put(v, &lo, &hi, x, NULL);
        NGA_Put(w, &lo, &last, x, NULL);
    }
    GA_Sync();
#define LINE(call, of)                                                                             \
    do {                                                                                           \
        set(g, ROWS, COLUMNS, 5);                                                                  \
        call;                                                                                      \
        show_array(#call, of);                                                                     \
    } while (0)
    LINE(GA_Scale_rows(g, w), g);
    LINE(GA_Scale_cols(g, v), g);
    LINE(GA_Add_diagonal(g, v), g);
    LINE(GA_Set_diagonal(g, v), g);
    LINE(GA_Shift_diagonal(g, &c), g);
    LINE(GA_Get_diag(g, v), v);
    LINE(GA_Transpose(g, t), t);
    set(s, ROWS, ROWS, 2);
    GA_Symmetrize(s);
    show_array("symmetric", s);
    GA_Destroy(g);
    GA_Destroy(v);
    GA_Destroy(w);
    GA_Destroy(t);
    GA_Destroy(s);
}

/* ---- vectors ---- */

static void vectors(void)
{
    int dims[1] = {30}, lo = 0, hi = 29, n, marks[30];
    int a = NGA_Create(C_DBL, 1, dims, "a", NULL), b = NGA_Create(C_DBL, 1, dims, "b", NULL),
        mask = NGA_Create(C_INT, 1, dims, "mask", NULL);
    double x[30], start = 2, step = 0.5;
    for (int k = 0; k < 30; ++k) {
        x[k] = k * k % 17;
        marks[k] = k % 7 == 0 || k == 17;
    }
#define VECTOR(call)                                                                               \
    do {                                                                                           \
        if (me == 0) {                                                                             \
            NGA_Put(a, &lo, &hi, x, NULL);                                                         \
            NGA_Put(b, &lo, &hi, x, NULL);                                                         \
            NGA_Put(mask, &lo, &hi, marks, NULL);                                                  \
        }                                                                                          \
        n = 0;                                                                                     \
        GA_Sync();                                                                                 \
        call;                                                                                      \
        show_array(#call, b);                                                                      \
        show_ints(" n", 1, &n);                                                                    \
    } while (0)
    VECTOR(GA_Scan_copy(a, b, mask, 0, 29));
    VECTOR(GA_Scan_add(a, b, mask, 0, 29, 0));
    VECTOR(GA_Scan_add(a, b, mask, 0, 29, 1));
    VECTOR((GA_Zero(b), GA_Pack(a, b, mask, 0, 29, &n)));
    VECTOR((GA_Zero(b), GA_Pack(a, b, mask, 3, 20, &n)));
    VECTOR((GA_Zero(b), GA_Unpack(a, b, mask, 0, 29, &n)));
    VECTOR(GA_Patch_enum(b, 4, 22, &start, &step));
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(mask);
}

/* ---- matrices ---- */

/* Make a matrix regular, or positive definite. */
static void dominate(int g)
{
    double much = 60;
    GA_Shift_diagonal(g, &much);
}

/* Eigenvectors are rows; give each the sign that makes its first element positive. */
static void orient(int g)
{
    double row[5];
    int ld[1] = {5};
    GA_Sync();
    for (int i = 0; i < 5; ++i) {
        int lo[2] = {i, 0}, hi[2] = {i, 4};
        NGA_Get(g, lo, hi, row, ld);
        double sign = row[0] < 0 ? -1 : 1;
        for (int k = 0; k < 5; ++k)
            row[k] *= sign;
        GA_Sync();
        if (me == 0)
            NGA_Put(g, lo, hi, row, ld);
    }
    GA_Sync();
}

static void matrices(void)
{
    int a = new_array(5, 5, "a"), b = new_array(5, 5, "b"), c = new_array(5, 5, "c");
    int lo[2] = {0, 1}, hi[2] = {2, 3}, l2[2] = {1, 0}, h2[2] = {3, 2};
    double one = 1, zero = 0, values[5];
#define MATRIX(call)                                                                               \
    do {                                                                                           \
        set(a, 5, 5, 1);                                                                           \
        set(b, 5, 5, 2);                                                                           \
        set(c, 5, 5, 3);                                                                           \
        call;                                                                                      \
        show_array(#call, c);                                                                      \
    } while (0)
    MATRIX(GA_Dgemm('n', 'n', 5, 5, 5, 1., a, b, 0., c));
    MATRIX(GA_Dgemm('t', 'n', 5, 5, 5, 2., a, b, 1., c));
    MATRIX(GA_Dgemm('n', 't', 4, 3, 2, 2., a, b, 1., c));
    MATRIX(GA_Matmul_patch('n', 'n', &one, &zero, a, 0, 2, 1, 3, b, 1, 3, 0, 2, c, 0, 2, 1, 3));
    MATRIX(GA_Matmul_patch('t', 'n', &one, &zero, a, 0, 1, 1, 3, b, 2, 4, 0, 3, c, 3, 4, 1, 4));
    MATRIX(GA_Matmul_patch('n', 't', &one, &zero, a, 0, 1, 1, 3, b, 2, 4, 0, 3, c, 3, 4, 1, 4));
    /* Global Arrays reads one triangle only where that is positive definite with its mirror image
     */
    MATRIX((GA_Symmetrize(a), dominate(a), GA_Solve(a, c)));
    MATRIX((dominate(a), GA_Lu_solve('n', a, c)));
    MATRIX((GA_Symmetrize(c), dominate(c), GA_Spd_invert(c)));
    MATRIX((GA_Symmetrize(a), dominate(a), GA_Llt_solve(a, c)));
    MATRIX((GA_Symmetrize(a), dominate(a), GA_Diag_std_seq(a, c, values), orient(c)));
    show("values", 5, values);
    MATRIX(
        (GA_Symmetrize(a), GA_Symmetrize(b), dominate(b), GA_Diag_seq(a, b, c, values), orient(c)));
    show("values", 5, values);
    MATRIX(NGA_Matmul_patch('n', 'n', &one, &zero, a, lo, hi, b, l2, h2, c, lo, hi));
    /* long and wide, 2 x 3 and 3 x 4, before or after the one that is transposed */
    int alo[2] = {0, 1}, ahi[2] = {1, 3}, blo[2] = {2, 0}, bhi[2] = {4, 3}, clo[2] = {3, 1},
        chi[2] = {4, 4};
    MATRIX(NGA_Matmul_patch('t', 'n', &one, &zero, a, alo, ahi, b, blo, bhi, c, clo, chi));
    MATRIX(NGA_Matmul_patch('n', 't', &one, &zero, a, alo, ahi, b, blo, bhi, c, clo, chi));
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(c);
}

/* ---- transfers ---- */

static void transfers(void)
{
    int g = new_array(ROWS, COLUMNS, "g"), lo[2] = {-2, 4}, hi[2] = {1, 7}, ld[1] = {4};
    int slo[2] = {0, 1}, shi[2] = {6, 5}, skip[2] = {3, 2}, sld[1] = {3};
    double x[64] = {0}, two = 2;
    set(g, ROWS, COLUMNS, 4);
    NGA_Periodic_get(g, lo, hi, x, ld);
    show("periodic get", 16, x);
    GA_Sync();
    for (int k = 0; k < 16; ++k)
        x[k] = k;
    if (me == 0)
        NGA_Periodic_put(g, lo, hi, x, ld);
    show_array("periodic put", g);
    if (me == 0)
        NGA_Periodic_acc(g, lo, hi, x, ld, &two);
    show_array("periodic acc", g);
    memset(x, 0, sizeof x);
    NGA_Strided_get(g, slo, shi, skip, x, sld);
    show("strided get", 9, x);
    GA_Sync();
    for (int k = 0; k < 16; ++k)
        x[k] = 100 + k;
    if (me == ranks - 1)
        NGA_Strided_put(g, slo, shi, skip, x, sld);
    show_array("strided put", g);
    if (me == ranks - 1)
        NGA_Strided_acc(g, slo, shi, skip, x, sld, &two);
    show_array("strided acc", g);
    GA_Destroy(g);
}

/* ---- ghosts ---- */

static void show_block(const char *what, int g)
{
    int dims[2], ld[1];
    double *at, sums[8] = {0}, weighted = 0;
    NGA_Access_ghosts(g, dims, &at, ld);
    for (int i = 0; i < dims[0]; ++i)
        for (int j = 0; j < dims[1]; ++j)
            weighted += at[i * ld[0] + j] * (i + 1) * (j + 3);
    NGA_Release_ghosts(g);
    sums[me] = weighted;
    GA_Dgop(sums, 8, "+");
    show(what, 8, sums);
}

/* On 2 and 3 ranks the two cut such an array in different ways. */
static void ghosts(void)
{
    if (ranks == 2 || ranks == 3)
        return;
    int dims[2] = {8, 8}, width[2] = {1, 2}, g = GA_Create_handle();
    GA_Set_data(g, 2, dims, C_DBL);
    GA_Set_ghosts(g, width);
    GA_Allocate(g);
    set(g, 8, 8, 2);
    int dim[2], ld[1];
    double *at;
    NGA_Access_ghosts(g, dim, &at, ld);
    int lo[2], hi[2];
    NGA_Distribution(g, me, lo, hi);
    for (int i = 0; i < dim[0]; ++i) /* zero but for the block itself */
        for (int j = 0; j < dim[1]; ++j)
            if (i < 1 || i >= dim[0] - 1 || j < 2 || j >= dim[1] - 2)
                at[i * ld[0] + j] = 0;
    NGA_Release_update_ghosts(g);
    GA_Sync();
    for (int dimension = 1; dimension <= 2; ++dimension)
        for (int side = -1; side <= 1; side += 2) {
            NGA_Update_ghost_dir(g, dimension - 1, side, 0);
            GA_Sync();
            show_block("one side", g);
        }
    GA_Update_ghosts(g);
    show_block("all sides", g);
    GA_Destroy(g);
}

/* ---- groups and reductions ---- */

static void reductions(void)
{
    static char *const ops[] = {"+", "*", "max", "min", "absmax", "absmin"};
    for (int k = 0; k < 6; ++k) {
        double x[3] = {me - 1.5, me + 1, -2. * me};
        int y[3] = {me - 1, me + 1, -2 * me};
        GA_Dgop(x, 3, ops[k]);
        show(ops[k], 3, x);
        GA_Igop(y, 3, ops[k]);
        show_ints(ops[k], 3, y);
    }
    int list[2] = {ranks - 1, 0}, n = ranks > 1 ? 2 : 1, x[4] = {0};
    int group = GA_Pgroup_create(list, n);
    if (me == 0 || me == ranks - 1) {
        x[0] = GA_Pgroup_nodeid(group);
        x[1] = GA_Pgroup_nnodes(group);
        x[2] = GA_Pgroup_absolute_id(group, 0);
        x[3] = me;
        GA_Pgroup_igop(group, &x[3], 1, "+");
        show_ints("group", 4, x);
        GA_Pgroup_brdcst(group, x, sizeof x[0], n - 1);
        show_ints("from the last", 1, x);
    }
    GA_Sync();
    int half = GA_Pgroup_split(GA_Pgroup_get_world(), ranks > 1 ? 2 : 1);
    memset(x, 0, sizeof x);
    int sizes[8] = {0}, ids[8] = {0};
    sizes[me] = GA_Pgroup_nnodes(half);
    ids[me] = GA_Pgroup_nodeid(half);
    GA_Igop(sizes, 8, "+");
    GA_Igop(ids, 8, "+");
    show_ints("split sizes", 8, sizes);
    show_ints("split ids", 8, ids);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"places", places},       {"dealt", dealt},     {"operations", operations},
               {"lines", lines},         {"vectors", vectors}, {"matrices", matrices},
               {"transfers", transfers}, {"ghosts", ghosts},   {"reductions", reductions}};
    MPI_Init(&argc, &argv);
    GA_Initialize();
    MA_init(C_DBL, 1000000, 1000000);
    me = GA_Nodeid();
    ranks = GA_Nnodes();
    for (unsigned k = 0; k < sizeof all / sizeof all[0]; ++k) {
        if (argc > 1 && strcmp(argv[1], all[k].name) != 0)
            continue;
        if (me == 0)
            printf("== %s\n", all[k].name);
        all[k].run();
        fflush(stdout);
        GA_Sync();
    }
    GA_Terminate();
    MPI_Finalize();
    return 0;
}
