/* Updates and downdates of Cholesky factors, the numerical work.
 *
 * Reflections h take the rows of [l v] to those of [l1 0], where l1*l1' = l*l' + v*v'. That of row
 * j has the vector (1, w) with w = v(j)'/(l(j,j) + l1(j,j)) in column j of l and all of v. With its
 * sign turned, so that diagonals stay positive, it makes of any row, with z = v*w and c = l(j,j) /
 * l1(j,j),
 *
 *     l1 = (l + z)*c + z,  v -= (l + l1)*w'.
 *
 * A downdate looks for the l1 that the reflections of an update would take to l: l = (l1 + z)*c + z
 * solved for l1, while v changes by the same formula. As that one is orthogonal, errors are those
 * of orthogonal transformations of l1 and the v before: the mixed form of Bojanczyk, Brent, Van
 * Dooren and de Hoog (1987).
 *
 * The reflections of a panel of columns are joined: z and w become matrices, and c an upper
 * triangular one, the WY form's triangle less the identity, by which rows are multiplied or
 * divided: products, TRMM and TRSM. The process of the diagonal block finds them and broadcasts
 * them to its process column. v moves from one process column to the next with the panels, some
 * rows at a time, so that all columns have work. */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/blas/la_level3_routines.h"
#include "linalg/src/blas/la_update_kernels.h"
#include "linalg/src/calls/la_update.h"
#include "linalg/src/frame/la_grid.h"

enum {
    TOGETHER = 128, /* columns of v at a time, and rows of it in one message */
    WIDE = 64       /* the most columns of a panel */
};

/* Fewer columns of v are better off with narrower panels, in which less work goes into c. */
static int64_t update_width(int64_t k)
{
    return k <= 4 ? 16 : k <= 32 ? 32 : WIDE;
}

typedef struct updating {
    lai_solver_t *s;
    const lai_update_kernels_t *kernels;
    lai_cyclic_t *l;
    bool down;
    int64_t k, width, ldw, ldv;
    char *v;     /* my rows of it, ldv x k */
    char *panel; /* w, k x width, over c, width x width: ldw x width */
    char *z, *b; /* TOGETHER x width */
    char *saved; /* the factor as it was, for those that are kept */
    double *cosines;
    int64_t failed; /* the order of the leading minor that is not positive, or 0 */
    int64_t came;   /* the rows of v before this one are here */
} updating_t;

/* Columns first..end-1, which one process column has, and what it has of the rows below. */
typedef struct panel {
    int64_t first, end, column; /* the first one's local index */
    int64_t below;              /* my first row below */
    bool receives, sends;       /* v */
} panel_t;

static size_t update_bytes(const updating_t *u, int64_t elements)
{
    return u->s->blas->element * (size_t)elements;
}

static int64_t update_parts(const updating_t *u)
{
    return (int64_t)(u->s->blas->element / u->s->blas->real);
}

static int64_t rows_before(const lai_cyclic_t *l, int64_t row)
{
    return lai_cyclic_count(row, l->tile_m, l->grid.row, l->grid.rows);
}

/* Numbers of the update of k columns at a time. */
static updating_t describe_update(lai_solver_t *s, bool down)
{
    updating_t u = {.s = s, .l = &s->operand[A].x, .down = down};
    u.kernels = lai_update_kernels(s->type);
    u.k = ali_min(s->operand[V].x.n, TOGETHER);
    u.width = update_width(u.k);
    u.ldw = u.k + u.width;
    u.ldv = ali_max(u.l->rows, 1);
    u.v = s->work.work;
    u.panel = u.v + update_bytes(&u, u.ldv * u.k);
    u.z = u.panel + update_bytes(&u, u.ldw * u.width);
    u.b = u.z + update_bytes(&u, TOGETHER * u.width);
    u.saved = u.b + update_bytes(&u, TOGETHER * u.width);
    u.cosines = s->work.rwork;
    return u;
}

int lai_update_room(lai_solver_t *s)
{
    const updating_t u = describe_update(s, false);
    const int64_t saved = s->operand[A].is_preloaded ? u.l->rows * u.l->cols : 0;
    AL_TRY(lai_narrow(s->call, "the work array", LAI_DOUBLES(u.width), &s->work.rwork_count));
    return lai_narrow(s->call, "the work array",
                      u.ldv * u.k + (u.ldw + 2 * TOGETHER) * u.width + saved, &s->work.work_count);
}

/* ---- the factor as it was -------------------------------------------------------------------- */

static void copy_lower(const updating_t *u, bool back)
{
    const lai_cyclic_t *l = u->l;
    for (int64_t j = 0; j < l->cols; ++j) {
        const int64_t i = lai_cyclic_above(l, j);
        char *at = lai_factor_column(u->s, l, j) + update_bytes(u, i);
        char *saved = u->saved + update_bytes(u, i + j * l->rows);
        memcpy(back ? at : saved, back ? saved : at, update_bytes(u, l->rows - i));
    }
}

/* ---- one panel ------------------------------------------------------------------------------- */

/* Wait for the rows of v before my row `end`. */
static void await_rows(updating_t *u, const panel_t *p, int64_t end)
{
    const lai_grid_t *grid = &u->l->grid;
    const int64_t parts = update_parts(u);
    while (p->receives && u->came < end) {
        const int64_t rows = ali_min(TOGETHER, u->l->rows - u->came);
        lai_grid_receive(grid, u->s->blas->real, rows * parts, u->k,
                         u->v + update_bytes(u, u->came), u->ldv * parts,
                         (grid->col + grid->cols - 1) % grid->cols);
        u->came += rows;
    }
}

/* The reflections of a panel, from its block on the diagonal. */
static void find_reflections(updating_t *u, const panel_t *p)
{
    const lai_blas_t *blas = u->s->blas;
    const int64_t n = p->end - p->first, top = p->below - n;
    const la_int order = lai_int(n), k = lai_int(u->k), ldw = lai_int(u->ldw);
    const double zero[2] = {0};
    char *c = u->panel + update_bytes(u, u->k);
    await_rows(u, p, p->below);
    blas->turn(u->k, n, u->k, u->v + update_bytes(u, top), u->ldv, u->panel, u->ldw);
    const int64_t failed = u->kernels->reflect(
        u->down, n, u->k, lai_factor_column(u->s, u->l, p->column) + update_bytes(u, top), u->l->ld,
        u->panel, u->ldw, u->cosines);
    if (failed && !u->failed)
        u->failed = p->first + failed;
    blas->gemm('C', 'N', order, order, k, blas->one, u->panel, ldw, u->panel, ldw, zero, c, ldw);
    u->kernels->join(n, u->cosines, c, u->ldw);
}

/* They change m rows, from my row i on. */
static void reflect_below(const updating_t *u, const panel_t *p, int64_t i, int64_t m)
{
    const lai_blas_t *blas = u->s->blas;
    const lai_grid_t alone = {.rows = 1, .cols = 1};
    const int64_t n = p->end - p->first;
    const la_int rows = lai_int(m), cols = lai_int(n), k = lai_int(u->k);
    const la_int ldv = lai_int(u->ldv), ldw = lai_int(u->ldw);
    const double zero[2] = {0}, sign = u->down ? -1 : 1;
    double minus[2];
    char *v = u->v + update_bytes(u, i);
    lai_cyclic_t c = {.grid = alone, .m = n, .n = n, .ld = u->ldw};
    lai_cyclic_t l = {.grid = alone, .m = m, .n = n, .ld = u->l->ld};
    c.at = u->panel + update_bytes(u, u->k);
    l.at = lai_factor_column(u->s, u->l, p->column) + update_bytes(u, i);
    blas->store(-1, minus);
    blas->gemm('N', 'N', rows, cols, k, blas->one, v, ldv, u->panel, ldw, zero, u->z, rows);
    u->kernels->begin(sign, m, n, l.at, l.ld, u->z, u->b);
    lai_triangular(u->s->type, u->down ? LAI_TRSM : LAI_TRMM, 'R', 'U', 'N', 'N', blas->one, &c,
                   &l);
    u->kernels->end(sign, m, n, l.at, l.ld, u->z, u->b);
    blas->gemm('N', 'C', rows, k, cols, minus, u->b, rows, u->panel, ldw, blas->one, v, ldv);
}

/* The work of its process column. */
static void update_panel(updating_t *u, const panel_t *p)
{
    const lai_grid_t *grid = &u->l->grid;
    const int64_t parts = update_parts(u), n = p->end - p->first;
    const int64_t owner = p->first / u->l->tile_m % grid->rows;
    u->came = rows_before(u->l, p->first);
    if (grid->row == owner)
        find_reflections(u, p);
    lai_grid_broadcast_column(grid, u->s->blas->real, (u->k + n) * parts, n, u->panel,
                              u->ldw * parts, owner);
    for (int64_t i = p->below, m; i < u->l->rows; i += m) {
        m = ali_min(TOGETHER, u->l->rows - i);
        await_rows(u, p, i + m);
        reflect_below(u, p, i, m);
        if (p->sends)
            lai_grid_send(grid, u->s->blas->real, m * parts, u->k, u->v + update_bytes(u, i),
                          u->ldv * parts, (grid->col + 1) % grid->cols);
    }
}

/* ---- all panels ------------------------------------------------------------------------------ */

/* The columns of v from `first` on, as many as u takes, and all of them in each process column. */
static void load_columns(updating_t *u, int64_t first)
{
    const lai_cyclic_t *x = &u->s->operand[V].x;
    const lai_grid_t *grid = &x->grid;
    const int64_t parts = update_parts(u);
    u->k = ali_min(u->k, x->n - first);
    memset(u->v, 0, update_bytes(u, u->ldv * u->k));
    for (int64_t j = 0; j < x->cols; ++j) {
        const int64_t to = lai_cyclic_index(j, x->tile_n, grid->col, grid->cols) - first;
        if (to >= 0 && to < u->k)
            memcpy(u->v + update_bytes(u, to * u->ldv), lai_factor_column(u->s, x, j),
                   update_bytes(u, x->rows));
    }
    lai_grid_sum_row(grid, u->s->blas->real, x->rows * parts, u->k, u->v, u->ldv * parts);
}

/* A panel ends where its tile does. */
static void update_columns(updating_t *u)
{
    const lai_cyclic_t *l = u->l;
    const lai_grid_t *grid = &l->grid;
    for (panel_t p = {.first = 0}; p.first < l->n; p.first = p.end) {
        const int64_t tile = p.first / l->tile_n;
        p.end = ali_min(ali_min(p.first + u->width, (tile + 1) * l->tile_n), l->n);
        if (grid->col != tile % grid->cols)
            continue;
        p.column = lai_cyclic_count(p.first, l->tile_n, grid->col, grid->cols);
        p.below = rows_before(l, p.end);
        p.receives = grid->cols > 1 && p.first > 0 && p.first % l->tile_n == 0;
        p.sends = grid->cols > 1 && p.end < l->n && p.end % l->tile_n == 0;
        update_panel(u, &p);
    }
}

/* The smallest order that any process has found, the same on all. */
static int64_t agree_on_failure(const updating_t *u)
{
    double most = u->failed ? (double)(u->l->n + 1 - u->failed) : 0;
    lai_grid_max(&u->l->grid, 'A', 1, &most);
    return most > 0 ? u->l->n + 1 - (int64_t)most : 0;
}

int64_t lai_update(lai_solver_t *s, bool down)
{
    const bool kept = s->operand[A].is_preloaded;
    updating_t u = describe_update(s, down);
    int64_t info = 0;
    if (kept)
        copy_lower(&u, false);
    for (int64_t j = 0; j < s->operand[V].x.n && info == 0; j += TOGETHER) {
        load_columns(&u, j);
        update_columns(&u);
        info = agree_on_failure(&u);
    }
    if (kept && info != 0)
        copy_lower(&u, true);
    return info;
}

int64_t lai_update_overflow(lai_solver_t *s)
{
    const updating_t u = describe_update(s, false);
    double any = 0;
    for (int64_t j = 0; j < u.l->cols; ++j) {
        const int64_t i = lai_cyclic_above(u.l, j), rows = u.l->rows - i;
        const char *column = lai_factor_column(s, u.l, j) + update_bytes(&u, i);
        if (s->blas->not_finite(rows, column) < rows)
            any = 1;
    }
    lai_grid_max(&u.l->grid, 'A', 1, &any);
    if (any != 0 && s->operand[A].is_preloaded)
        copy_lower(&u, true);
    return any != 0;
}
