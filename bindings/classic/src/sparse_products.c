/* Products of sparse arrays with vectors, dense arrays and each other, and sketches. */
#include <string.h>

#include "sparse.h"

void NGA_Sprs_array_matvec_multiply(int s, int a, int v)
{
    const char *call = "NGA_Sprs_array_matvec_multiply";
    const void *const *number = classic_numbers[classic_sparse_inquire(call, s).type];
    const ga_t x = classic_find(call, a)->g, y = classic_find(call, v)->g;
    classic_sparse_write_back(s);
    CLASSIC_MASKED(
        call, ga_sparse_multiply_vector('N', number[CLASSIC_ONE], s, x, number[CLASSIC_ZERO], y));
}

int NGA_Sprs_array_matmat_multiply(int a, int b)
{
    const char *call = "NGA_Sprs_array_matmat_multiply";
    ga_sparse_t c = 0;
    classic_sparse_write_back(a);
    classic_sparse_write_back(b);
    classic_mask = 0;
    const int status = ga_sparse_multiply(a, b, call, &c);
    if (status != ASHLAR_ENOMEM)
        CLASSIC_TRY(call, status);
    return c;
}

/* Where dense arrays are transposes in the library, so is the product: factors change sides. */
int classic_sparse_product(const char *call, bool is_left, int s, int g, classic_order_t order)
{
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    const classic_array_t *array = classic_find(call, g);
    const void *const *number = classic_numbers[info.type];
    const bool is_turned = order == CLASSIC_ROW_MAJOR;
    int64_t dims[GA_MAX_DIM];
    if (array->ndim != 2)
        classic_stop(call, "array %d has %d dimensions, not 2", g, array->ndim);
    CLASSIC_TRY(call, ga_inquire_nd(array->g, NULL, NULL, dims));
    const int64_t rows = is_left ? info.rows : dims[is_turned],
                  cols = is_left ? dims[!is_turned] : info.cols;
    const int c = classic_sparse_new_dense(call, &info, info.type, rows, cols, order);
    classic_sparse_write_back(s);
    if (c)
        CLASSIC_COLLECTIVE(
            call, ga_sparse_multiply_dense(is_left == is_turned ? 'R' : 'L', is_turned ? 'T' : 'N',
                                           number[CLASSIC_ONE], s, array->g, number[CLASSIC_ZERO],
                                           classic_find(call, c)->g));
    return c;
}

int NGA_Sprs_array_sprsdns_multiply(int s, int g)
{
    return classic_sparse_product("NGA_Sprs_array_sprsdns_multiply", true, s, g, CLASSIC_ROW_MAJOR);
}

int NGA_Sprs_array_dnssprs_multiply(int g, int s)
{
    return classic_sparse_product("NGA_Sprs_array_dnssprs_multiply", false, s, g,
                                  CLASSIC_ROW_MAJOR);
}

/* ---- sketches ---- */

/* For each of my rows a row of the sketch, and 1 or -1 as an element. */
typedef struct choice {
    int64_t n, first;
    int *label;
    int64_t *place, *row; /* the labels, and the rows themselves */
    char *weight;
} choice_t;

static void *new_list(const char *call, int64_t n, size_t bytes)
{
    void *list = malloc((size_t)n * bytes + 1);
    if (!list)
        classic_stop(call, "no memory for %lld rows", (long long)n);
    return list;
}

/* A rank chooses by its GA_Rand(), and otherwise for each row. */
static choice_t choose(const char *call, const ga_sparse_info_t *info, int size_k)
{
    const int64_t n = info->ihi - info->ilo + 1;
    const uint64_t seed = (uint64_t)(NGA_Rand(0) * 0x1p53);
    size_t element;
    CLASSIC_TRY(call, ga_type_bytes(info->type, &element));
    choice_t c = {n, info->ilo, NULL, NULL, NULL, NULL};
    c.label = new_list(call, n, sizeof *c.label);
    c.place = new_list(call, n, sizeof *c.place);
    c.row = new_list(call, n, sizeof *c.row);
    c.weight = new_list(call, n, element);
    for (int64_t k = 0; k < n; ++k) {
        const uint64_t z = classic_mix(seed + (uint64_t)(c.first + k) * CLASSIC_MIX_STEP);
        c.row[k] = c.first + k;
        c.place[k] = c.label[k] = (int)((double)(z >> 11) * 0x1p-53 * size_k);
        memcpy(c.weight + (size_t)k * element,
               classic_numbers[info->type][z & 1 ? CLASSIC_ONE : CLASSIC_MINUS_ONE], element);
    }
    return c;
}

static int new_filled(const char *call, const ga_sparse_info_t *info, ga_type type, int64_t n,
                      void *mine)
{
    const int g = classic_sparse_new_dense(call, info, type, info->rows, 0, CLASSIC_ROW_MAJOR);
    int64_t lo = info->ilo, hi = info->ihi;
    if (!g)
        classic_stop(call, "no memory for a vector of %lld elements", (long long)info->rows);
    if (n > 0)
        NGA_Put64(g, &lo, &hi, mine, NULL);
    return g;
}

/* The sketch is the product with a matrix that has one element in each column. */
int classic_sparse_sketch(const char *call, int s, int size_k, int *labels, int *weights,
                          classic_order_t order)
{
    const ga_sparse_info_t info = classic_sparse_inquire(call, s);
    if (size_k < 1 || size_k > info.rows)
        classic_stop(call, "%d rows: a sketch of sparse array %d has 1 to %lld", size_k, s,
                     (long long)info.rows);
    choice_t c = choose(call, &info, size_k);
    *labels = new_filled(call, &info, ASHLAR_INT, c.n, c.label);
    *weights = new_filled(call, &info, info.type, c.n, c.weight);
    const ga_sparse_spec_t spec = {.type = info.type,
                                   .rows = size_k,
                                   .cols = info.rows,
                                   .name = call,
                                   .group = info.group,
                                   .index_bytes = info.index_bytes};
    ga_sparse_t chooser, sketch;
    classic_sparse_write_back(s);
    CLASSIC_COLLECTIVE(call, ga_sparse_create(&spec, &chooser));
    CLASSIC_TRY(call, ga_sparse_add(chooser, c.n, c.place, c.row, c.weight));
    CLASSIC_TRY(call, ga_sparse_assemble(chooser));
    CLASSIC_TRY(call, ga_sparse_multiply(chooser, s, call, &sketch));
    const int g = classic_sparse_to_dense(call, sketch, order);
    CLASSIC_TRY(call, ga_sparse_destroy(sketch));
    CLASSIC_TRY(call, ga_sparse_destroy(chooser));
    free(c.label);
    free(c.place);
    free(c.row);
    free(c.weight);
    return g;
}

int NGA_Sprs_array_count_sketch(int s, int size_k, int *g_k, int *g_w)
{
    return classic_sparse_sketch("NGA_Sprs_array_count_sketch", s, size_k, g_k, g_w,
                                 CLASSIC_ROW_MAJOR);
}
