/* Sparse arrays: made, filled, changed, asked. Rows and columns of rank r of n are those i of m for
 * which i n / m, rounded down, is r. */
#include "sparse.h"

ga_sparse_info_t classic_sparse_inquire(const char *call, int s)
{
    ga_sparse_info_t info;
    CLASSIC_TRY(call, ga_sparse_inquire(s, &info));
    return info;
}

#define NUMBERS(id, ctype, mpitype, kind) static const ctype id##_numbers[] = {0, 1, -1};
ASHLAR_TYPE_TABLE(NUMBERS)
#undef NUMBERS
#define NUMBERS(id, ctype, mpitype, kind)                                                          \
    [ASHLAR_##id] = {&id##_numbers[0], &id##_numbers[1], &id##_numbers[2]},
const void *const classic_numbers[ASHLAR_TYPE_COUNT][CLASSIC_NUMBERS] = {
    ASHLAR_TYPE_TABLE(NUMBERS)};
#undef NUMBERS

/* ---- life ---- */

static int64_t *even_cuts(const char *call, int64_t extent, int size)
{
    int64_t *cuts = malloc((size_t)(size + 1) * sizeof *cuts);
    if (!cuts)
        classic_stop(call, "no memory for %d numbers", size + 1);
    for (int r = 0; r <= size; ++r)
        cuts[r] = extent / size * r + (extent % size * r + size - 1) / size;
    return cuts;
}

/* The handle of what a call has made, or 0. */
static int made_handle(const char *call, int status, const ga_sparse_t *s)
{
    classic_mask = 0;
    if (status == ASHLAR_ENOMEM)
        return 0;
    CLASSIC_TRY(call, status);
    return *s;
}

static ga_sparse_spec_t open_spec(const char *call, int64_t rows, int64_t cols, int size,
                                  size_t index_bytes)
{
    return (ga_sparse_spec_t){.rows = rows,
                              .cols = cols,
                              .name = call,
                              .index_bytes = (int)index_bytes,
                              .row_cuts = even_cuts(call, rows, size),
                              .col_cuts = even_cuts(call, cols, size)};
}

static void close_spec(const ga_sparse_spec_t *spec)
{
    free((void *)(uintptr_t)spec->row_cuts);
    free((void *)(uintptr_t)spec->col_cuts);
}

int classic_sparse_create(const char *call, int64_t rows, int64_t cols, int type,
                          size_t index_bytes)
{
    const int size = GA_Pgroup_nnodes(GA_Pgroup_get_default());
    ga_sparse_spec_t spec = open_spec(call, rows, cols, size, index_bytes);
    ga_sparse_t s = 0;
    spec.type = classic_type(call, type);
    const int status = ga_sparse_create(&spec, &s);
    close_spec(&spec);
    return made_handle(call, status, &s);
}

int NGA_Sprs_array_create(int idim, int jdim, int type)
{
    return classic_sparse_create("NGA_Sprs_array_create", idim, jdim, type, sizeof idim);
}

int NGA_Sprs_array_create64(int64_t idim, int64_t jdim, int type)
{
    return classic_sparse_create("NGA_Sprs_array_create64", idim, jdim, type, sizeof idim);
}

void NGA_Sprs_array_add_element64(int s, int64_t idx, int64_t jdx, void *val)
{
    CLASSIC_TRY("NGA_Sprs_array_add_element", ga_sparse_add(s, 1, &idx, &jdx, val));
}

int NGA_Sprs_array_assemble(int s)
{
    const char *call = "NGA_Sprs_array_assemble";
    classic_sparse_write_back(s);
    const int made = made_handle(call, ga_sparse_assemble(s), &s) != 0;
    if (made)
        classic_sparse_drop(s);
    return made;
}

int NGA_Sprs_array_destroy(int s)
{
    CLASSIC_COLLECTIVE("NGA_Sprs_array_destroy", ga_sparse_destroy(s));
    classic_sparse_drop(s);
    return 1;
}

int NGA_Sprs_array_duplicate(int s)
{
    const char *call = "NGA_Sprs_array_duplicate";
    ga_sparse_t copy = 0;
    classic_sparse_write_back(s);
    return made_handle(call, ga_sparse_duplicate(s, call, &copy), &copy);
}

/* ---- dense arrays ---- */

/* The rows of the ranks that have some. Returns how many do. */
static int list_owners(int size, const int64_t *cuts, int64_t *first, int *owners)
{
    int n = 0;
    for (int r = 0; r < size; ++r)
        if (cuts[r + 1] > cuts[r]) {
            first[n] = cuts[r];
            owners[n++] = r;
        }
    return n;
}

int classic_sparse_new_dense(const char *call, const ga_sparse_info_t *like, ga_type type,
                             int64_t rows, int64_t cols, classic_order_t order)
{
    const int group = classic_group_code(like->group), size = GA_Pgroup_nnodes(group),
              row = cols > 0 && order == CLASSIC_COLUMN_MAJOR; /* the dimension of rows */
    int64_t *cuts = even_cuts(call, rows, size), dims[2], blocks[2] = {1, 1};
    int64_t *map = calloc((size_t)size + 1, sizeof *map);
    int *owners = malloc((size_t)size * sizeof *owners);
    if (!map || !owners)
        classic_stop(call, "no memory for %d numbers", size);
    const int n = list_owners(size, cuts, map + row, owners);
    char name[] = "of a sparse array";
    int g = NGA_Create_handle();
    dims[row] = rows;
    dims[1 - row] = cols;
    blocks[row] = n;
    NGA_Set_data64(g, cols > 0 ? 2 : 1, dims, classic_type_code(type));
    NGA_Set_array_name(g, name);
    NGA_Set_pgroup(g, group);
    NGA_Set_irreg_distr64(g, map, blocks);
    if (n < size)
        NGA_Set_restricted(g, owners, n);
    free(cuts);
    free(map);
    free(owners);
    if (NGA_Allocate(g))
        return g;
    classic_destroy(g);
    return 0;
}

/* s of its transpose, which is destroyed. */
static int turn_order(const char *call, ga_sparse_t *s)
{
    ga_sparse_t turned;
    const int status = ga_sparse_transpose(*s, call, &turned);
    CLASSIC_TRY(call, ga_sparse_destroy(*s));
    if (status == ASHLAR_OK)
        *s = turned;
    return status;
}

/* All that is not zero is stored, and the diagonal whatever it is. */
int classic_sparse_from_dense(const char *call, int g, size_t index_bytes, classic_order_t order)
{
    const ga_t dense = classic_find(call, g)->g;
    int64_t dims[GA_MAX_DIM] = {0};
    ga_sparse_t s = 0;
    ga_group_t group;
    ga_type type;
    CLASSIC_TRY(call, ga_inquire_nd(dense, &type, NULL, dims));
    CLASSIC_TRY(call, ga_inquire_group(dense, &group));
    const int size = GA_Pgroup_nnodes(classic_group_code(group));
    const ga_sparse_spec_t spec = open_spec(call, dims[0], dims[1], size, index_bytes);
    int status = ga_sparse_from_dense(dense, &spec, &s);
    close_spec(&spec);
    if (status == ASHLAR_OK && order == CLASSIC_ROW_MAJOR)
        status = turn_order(call, &s);
    if (status == ASHLAR_OK)
        status = ga_sparse_shift_diagonal(s, classic_numbers[type][CLASSIC_ZERO]);
    return made_handle(call, status, &s);
}

int NGA_Sprs_array_create_from_dense(int g)
{
    return classic_sparse_from_dense("NGA_Sprs_array_create_from_dense", g, 4, CLASSIC_ROW_MAJOR);
}

int NGA_Sprs_array_create_from_dense64(int g)
{
    return classic_sparse_from_dense("NGA_Sprs_array_create_from_dense64", g, 8, CLASSIC_ROW_MAJOR);
}

int classic_sparse_to_dense(const char *call, int s, classic_order_t order)
{
    ga_sparse_t turned = s;
    classic_sparse_write_back(s);
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    if (order == CLASSIC_ROW_MAJOR &&
        !made_handle(call, ga_sparse_transpose(s, call, &turned), &turned))
        return 0;
    const int g = classic_sparse_new_dense(call, &info, info.type, info.rows, info.cols, order);
    if (g)
        CLASSIC_TRY(call, ga_sparse_to_dense(turned, classic_find(call, g)->g));
    if (turned != s)
        CLASSIC_TRY(call, ga_sparse_destroy(turned));
    return g;
}

int NGA_Sprs_array_create_from_sparse(int s)
{
    return classic_sparse_to_dense("NGA_Sprs_array_create_from_sparse", s, CLASSIC_ROW_MAJOR);
}

/* ---- rows, columns, the diagonal ---- */

void NGA_Sprs_array_row_distribution64(int s, int iproc, int64_t lo[], int64_t hi[])
{
    int64_t jlo, jhi;
    CLASSIC_TRY("NGA_Sprs_array_row_distribution",
                ga_sparse_distribution(s, iproc, lo, hi, &jlo, &jhi));
}

void NGA_Sprs_array_column_distribution64(int s, int iproc, int64_t lo[], int64_t hi[])
{
    int64_t ilo, ihi;
    CLASSIC_TRY("NGA_Sprs_array_column_distribution",
                ga_sparse_distribution(s, iproc, &ilo, &ihi, lo, hi));
}

static int new_vector(const char *call, const ga_sparse_info_t *like, int64_t n)
{
    return classic_sparse_new_dense(call, like, like->type, n, 0, CLASSIC_ROW_MAJOR);
}

int NGA_Sprs_array_get_column64(int s, int64_t icol)
{
    const char *call = "NGA_Sprs_array_get_column";
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    const int v = new_vector(call, &info, info.rows);
    classic_sparse_write_back(s);
    if (v)
        CLASSIC_COLLECTIVE(call, ga_sparse_get_column(s, icol, classic_find(call, v)->g));
    return v;
}

/* The vector has an element for each row, also where there are fewer columns. */
void NGA_Sprs_array_get_diag(int s, int *g_d)
{
    const char *call = "NGA_Sprs_array_get_diag";
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    const int64_t n = info.rows < info.cols ? info.rows : info.cols;
    const int v = *g_d = new_vector(call, &info, info.rows);
    const int part = n < info.rows && v ? new_vector(call, &info, n) : v;
    classic_sparse_write_back(s);
    if (!part)
        classic_stop(call, "no memory for a vector of %lld elements", (long long)info.rows);
    CLASSIC_COLLECTIVE(call, ga_sparse_get_diagonal(s, classic_find(call, part)->g));
    if (part != v) {
        classic_patch_t from = classic_whole(call, part), to = classic_whole(call, v);
        to.hi[0] = n - 1;
        classic_copy(call, &from, &to);
        NGA_Destroy(part);
    }
}

/* ---- changes ---- */

void NGA_Sprs_array_scale(int s, void *scale)
{
    classic_sparse_write_back(s);
    CLASSIC_COLLECTIVE("NGA_Sprs_array_scale", ga_sparse_scale(s, scale));
    classic_sparse_move(s, false);
}

/* Blocks that programs have stay, unless there are more elements from now on. */
void NGA_Sprs_array_shift_diag(int s, void *shift)
{
    const char *call = "NGA_Sprs_array_shift_diag";
    classic_sparse_write_back(s);
    const int64_t before = classic_sparse_inquire(call, s).stored;
    CLASSIC_COLLECTIVE(call, ga_sparse_shift_diagonal(s, shift));
    if (classic_sparse_inquire(call, s).stored == before)
        classic_sparse_move(s, false);
    else
        classic_sparse_drop(s);
}

void NGA_Sprs_array_diag_left_multiply(int s, int g)
{
    const char *call = "NGA_Sprs_array_diag_left_multiply";
    classic_sparse_write_back(s);
    CLASSIC_COLLECTIVE(call, ga_sparse_scale_rows(s, classic_find(call, g)->g));
    classic_sparse_move(s, false);
}

void NGA_Sprs_array_diag_right_multiply(int s, int g)
{
    const char *call = "NGA_Sprs_array_diag_right_multiply";
    classic_sparse_write_back(s);
    CLASSIC_COLLECTIVE(call, ga_sparse_scale_columns(s, classic_find(call, g)->g));
    classic_sparse_move(s, false);
}

/* ---- files ---- */

void NGA_Sprs_array_export(int s, const char *file)
{
    classic_sparse_write_back(s);
    CLASSIC_COLLECTIVE("NGA_Sprs_array_export", ga_sparse_write(s, file));
}
