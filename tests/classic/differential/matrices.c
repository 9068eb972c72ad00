/* Matrices are transposed, multiplied, and changed by rows and diagonals. */
#include "differential.h"

extern void ga_symmetrize_(Integer *);
extern void ga_transpose_(Integer *, Integer *);
extern void ga_scale_rows_(Integer *, Integer *);
extern void ga_scale_cols_(Integer *, Integer *);
extern void ga_dgemm_(char *, char *, Integer *, Integer *, Integer *, double *, Integer *,
                      Integer *, double *, Integer *, size_t, size_t);
extern void ga_zgemm_(char *, char *, Integer *, Integer *, Integer *, void *, Integer *, Integer *,
                      void *, Integer *, size_t, size_t);
extern void ga_matmul_patch_(char *, char *, void *, void *, Integer *, Integer *, Integer *,
                             Integer *, Integer *, Integer *, Integer *, Integer *, Integer *,
                             Integer *, Integer *, Integer *, Integer *, Integer *, Integer *,
                             size_t, size_t);
extern void nga_matmul_patch_(char *, char *, void *, void *, Integer *, Integer *, Integer *,
                              Integer *, Integer *, Integer *, Integer *, Integer *, Integer *,
                              size_t, size_t);

static array_t *square(const char *name, int k)
{
    array_t *a = array(SQUARE + k);
    print_array(name, a);
    return a;
}

static void symmetrize(void)
{
    /* of three dimensions, all but the last of C equal */
    bool cube = chance(50), fortran = chance(50);
    array_t three = {.type = family_type, .ndim = 3, .kind = "cube"},
            *a = cube ? &three : square("a", draw(2));
    if (cube) {
        int n = between(1, 6), m = between(1, 5);
        bool first = chance(50);
        three.dims[0] = first ? m : n;
        three.dims[1] = n;
        three.dims[2] = first ? n : m;
        arg_list("dims", 3, three.dims);
        three.g = NGA_Create(three.type, 3, three.dims, "cube", NULL);
        /* upstream's rule: the first dimensions of C, the last two of Fortran, and the numbers of
         * whole runs */
    }
    arg("%s", fortran ? "ga_symmetrize_" : "GA_Symmetrize");
    refill(a);
    bool leave =
        (is_integer(a->type) || a->type == C_FLOAT || a->type == C_SCPL || a->type == C_DCPL) &&
        skip(RULE_symmetrize_types);
    if (cube && three.dims[0] != three.dims[1])
        leave = true;
    Integer g = a->g;
    go();
    if (!leave) {
        fortran ? ga_symmetrize_(&g) : GA_Symmetrize(a->g);
        touched(a);
    }
    if (cube)
        GA_Destroy(three.g);
}

static void transpose(void)
{
    int k = draw(2);
    array_t *a = array(WIDE + k), *b = array(WIDE + 1 - k);
    print_array("a", a), print_array("b", b);
    refill(a);
    Integer ga = a->g, gb = b->g;
    bool fortran = chance(50), leave = (a->is_cyclic || b->is_cyclic) && skip(RULE_dealt_turned);
    go();
    if (leave)
        return;
    fortran ? ga_transpose_(&ga, &gb) : GA_Transpose(a->g, b->g);
    touched(b);
}

static void diagonals(void)
{
    static const char *const names[] = {"shift",      "set",         "zero",
                                        "add",        "get",         "scale_rows",
                                        "scale_cols", "scale_rows_", "scale_cols_"};
    array_t *a = square("a", draw(2)), *v = array(VECTOR + draw(2));
    int op = draw(9);
    print_array("v", v);
    arg("%s", names[op]);
    scalar_t c = draw_scalar("c", a->type);
    refill(a), refill(v);
    Integer ga = a->g, gv = v->g;
    bool leave = ((a->is_cyclic || v->is_cyclic) && skip(RULE_diagonal_dealt)) ||
                 (a->type == C_LONGLONG && skip(RULE_longlong)) ||
                 (op == 2 && ranks > 1 && skip(RULE_zero_diagonal)) ||
                 (is_complex(a->type) && op >= 5 && skip(RULE_scale_rows_complex));
    go();
    if (leave)
        return;
    switch (op) {
    case 0:
        GA_Shift_diagonal(a->g, &c);
        break;
    case 1:
        GA_Set_diagonal(a->g, v->g);
        break;
    case 2:
        GA_Zero_diagonal(a->g);
        break;
    case 3:
        GA_Add_diagonal(a->g, v->g);
        break;
    case 4:
        GA_Get_diag(a->g, v->g);
        touched(v);
        return;
    case 5:
        GA_Scale_rows(a->g, v->g);
        break;
    case 6:
        GA_Scale_cols(a->g, v->g);
        break;
    case 7:
        ga_scale_rows_(&ga, &gv);
        break;
    default:
        ga_scale_cols_(&ga, &gv);
    }
    touched(a);
}

static char draw_flag(const char *name)
{
    char c = "nNtT"[draw(4)];
    arg("%s=%c", name, c);
    return c;
}

static void gemm(void)
{
    array_t *a = square("a", 0), *b = square("b", 1), *c = square("c", 2);
    refill(a), refill(b), refill(c);
    enum flavour f = draw_flavour(false);
    char ta = draw_flag("ta"), tb = draw_flag("tb");
    scalar_t alpha = draw_scalar("alpha", a->type), beta = draw_scalar("beta", a->type);
    int n = a->dims[0], part = between(1, n), m = part, k = part, l = part;
    Integer ga = a->g, gb = b->g, gc = c->g, fm = m, fn = l, fk = k;
    arg("m=%d n=%d k=%d", m, l, k);
    bool leave = is_integer(a->type) ||
                 ((a->is_cyclic || b->is_cyclic || c->is_cyclic) && skip(RULE_gemm_dealt));
    go();
    if (leave)
        return;
    switch (a->type) {
    case C_FLOAT:
        f == WIDER ? GA_Sgemm64(ta, tb, m, l, k, alpha.value.f, a->g, b->g, beta.value.f, c->g)
                   : GA_Sgemm(ta, tb, m, l, k, alpha.value.f, a->g, b->g, beta.value.f, c->g);
        break;
    case C_DBL:
        f == FORTRAN
            ? ga_dgemm_(&ta, &tb, &fm, &fn, &fk, &alpha.value.d, &ga, &gb, &beta.value.d, &gc, 1, 1)
        : f == WIDER ? GA_Dgemm64(ta, tb, m, l, k, alpha.value.d, a->g, b->g, beta.value.d, c->g)
                     : GA_Dgemm(ta, tb, m, l, k, alpha.value.d, a->g, b->g, beta.value.d, c->g);
        break;
    case C_SCPL:
        f == WIDER ? GA_Cgemm64(ta, tb, m, l, k, alpha.value.c, a->g, b->g, beta.value.c, c->g)
                   : GA_Cgemm(ta, tb, m, l, k, alpha.value.c, a->g, b->g, beta.value.c, c->g);
        break;
    default:
        f == FORTRAN ? ga_zgemm_(&ta, &tb, &fm, &fn, &fk, &alpha, &ga, &gb, &beta, &gc, 1, 1)
        : f == WIDER ? GA_Zgemm64(ta, tb, m, l, k, alpha.value.z, a->g, b->g, beta.value.z, c->g)
                     : GA_Zgemm(ta, tb, m, l, k, alpha.value.z, a->g, b->g, beta.value.z, c->g);
    }
    touched(c);
}

/* Rectangular: p x q by q x p into a square of its own. */
static void gemm_wide(void)
{
    array_t *a = array(WIDE), *b = array(WIDE + 1);
    print_array("a", a), print_array("b", b);
    char ta = draw_flag("ta"), tb = draw_flag("tb");
    bool turn_a = ta == 't' || ta == 'T', turn_b = tb == 't' || tb == 'T';
    int m = turn_a ? a->dims[1] : a->dims[0], k = turn_a ? a->dims[0] : a->dims[1];
    int kb = turn_b ? b->dims[1] : b->dims[0], n = turn_b ? b->dims[0] : b->dims[1],
        dims[2] = {m, n};
    bool leave =
        k != kb || a->type != C_DBL || ((a->is_cyclic || b->is_cyclic) && skip(RULE_gemm_dealt));
    double alpha = between(1, 3), beta = between(0, 2);
    refill(a), refill(b);
    arg("m=%d n=%d k=%d alpha=%g beta=%g", m, n, k, alpha, beta);
    array_t c = {.type = C_DBL, .ndim = 2, .dims = {m, n}};
    if (!leave) {
        c.g = NGA_Create(C_DBL, 2, dims, "product", NULL);
        refill(&c);
    }
    go();
    if (leave)
        return;
    GA_Dgemm(ta, tb, m, n, k, alpha, a->g, b->g, beta, c.g);
    touched(&c);
    GA_Destroy(c.g);
}

/* Products of patches, through the old and the new calls. */
static void matmul_patch(void)
{
    array_t *a = square("a", 0), *b = square("b", 1), *c = square("c", 2);
    refill(a), refill(b), refill(c);
    int how = draw(4), side = a->dims[0], m = between(1, side), n = between(1, side),
        k = between(1, side);
    static const char *const names[] = {"NGA_Matmul_patch", "nga_matmul_patch_", "GA_Matmul_patch",
                                        "ga_matmul_patch_"};
    arg("%s", names[how]);
    char ta = draw_flag("ta"), tb = draw_flag("tb");
    scalar_t alpha = draw_scalar("alpha", a->type), beta = draw_scalar("beta", a->type);
    /* bounds are those after transposing */
    int ea[2] = {m, k}, eb[2] = {k, n}, ec[2] = {m, n}, lo[3][2], hi[3][2];
    int *extents[3] = {ea, eb, ec};
    for (int x = 0; x < 3; ++x) {
        for (int d = 0; d < 2; ++d) {
            lo[x][d] = draw(side - extents[x][d] + 1);
            hi[x][d] = lo[x][d] + extents[x][d] - 1;
        }
        arg_list("lo", 2, lo[x]);
        arg_list("hi", 2, hi[x]);
    }
    bool leave = is_integer(a->type) ||
                 ((a->is_cyclic || b->is_cyclic || c->is_cyclic) && skip(RULE_gemm_dealt));
    go();
    if (leave)
        return;
    Integer g[3] = {a->g, b->g, c->g}, flo[3][2], fhi[3][2];
    for (int x = 0; x < 3; ++x)
        for (int d = 0; d < 2; ++d) {
            flo[x][d] = lo[x][d] + 1;
            fhi[x][d] = hi[x][d] + 1;
        }
    if (how == 0)
        NGA_Matmul_patch(ta, tb, &alpha, &beta, a->g, lo[0], hi[0], b->g, lo[1], hi[1], c->g, lo[2],
                         hi[2]);
    else if (how == 1)
        nga_matmul_patch_(&ta, &tb, &alpha, &beta, &g[0], flo[0], fhi[0], &g[1], flo[1], fhi[1],
                          &g[2], flo[2], fhi[2], 1, 1);
    else if (how == 2)
        GA_Matmul_patch(ta, tb, &alpha, &beta, a->g, lo[0][0], hi[0][0], lo[0][1], hi[0][1], b->g,
                        lo[1][0], hi[1][0], lo[1][1], hi[1][1], c->g, lo[2][0], hi[2][0], lo[2][1],
                        hi[2][1]);
    else
        ga_matmul_patch_(&ta, &tb, &alpha, &beta, &g[0], &flo[0][0], &fhi[0][0], &flo[0][1],
                         &fhi[0][1], &g[1], &flo[1][0], &fhi[1][0], &flo[1][1], &fhi[1][1], &g[2],
                         &flo[2][0], &fhi[2][0], &flo[2][1], &fhi[2][1], 1, 1);
    touched(c);
}

const entry_t matrix_calls[] = {{"symmetrize", symmetrize, 6},
                                {"transpose", transpose, 3},
                                {"diagonals", diagonals, 6},
                                {"gemm", gemm, 4},
                                {"gemm_wide", gemm_wide, 3},
                                {"matmul_patch", matmul_patch, 8},
                                {NULL, NULL, 0}};
