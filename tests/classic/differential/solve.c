/* Systems are solved, and eigenvalues computed. */
#include "differential.h"

extern Integer ga_solve_(Integer *, Integer *);
extern void ga_lu_solve_(char *, Integer *, Integer *, size_t);
extern void ga_lu_solve_seq_(char *, Integer *, Integer *, size_t);
extern void ga_diag_std_seq_(Integer *, Integer *, double *);
extern void ga_diag_seq_(Integer *, Integer *, Integer *, double *);

/* A matrix that is far from singular; symmetric if asked for. */
static array_t well_conditioned(int n, bool symmetric)
{
    int dims[2] = {n, n}, lo[2] = {0, 0}, hi[2] = {n - 1, n - 1}, ld[1] = {n};
    array_t a = {.type = C_DBL, .ndim = 2, .dims = {n, n}};
    a.g = NGA_Create(C_DBL, 2, dims, "conditioned", NULL);
    double *x = malloc(sizeof(double) * (size_t)(n * n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            x[i * n + j] = (i == j ? 30 + 3 * i : 0) + between(-2, 2);
    for (int i = 0; symmetric && i < n; ++i)
        for (int j = 0; j < i; ++j)
            x[i * n + j] = x[j * n + i];
    if (me == 0)
        NGA_Put(a.g, lo, hi, x, ld);
    GA_Sync();
    free(x);
    return a;
}

static void solve(void)
{
    int n = between(1, 9), columns = between(1, 4), how = draw(7);
    static const char *const names[] = {"GA_Solve",     "GA_Lu_solve",  "GA_Llt_solve",
                                        "ga_solve_",    "ga_lu_solve_", "ga_lu_solve_seq_",
                                        "GA_Spd_invert"};
    arg("%s n=%d right-hand sides=%d", names[how], n, columns);
    char t = how == 5 ? "nt"[draw(2)] : 'n'; /* 5.9 hands PDGETRS another letter */
    arg("trans=%c", t);
    array_t a = well_conditioned(n, how == 2 || how == 0 || how == 3 || how == 6),
            b = {.type = C_DBL, .ndim = 2, .dims = {columns, n}};
    b.g = NGA_Create(C_DBL, 2, b.dims, "right", NULL);
    refill(&b);
    Integer ga = a.g, gb = b.g;
    bool leave = how != 5 && skip(RULE_solve);
    go();
    if (!leave) {
        int code = 0;
        if (how == 0)
            code = GA_Solve(a.g, b.g);
        else if (how == 1)
            GA_Lu_solve(t, a.g, b.g);
        else if (how == 2)
            code = GA_Llt_solve(a.g, b.g);
        else if (how == 3)
            code = (int)ga_solve_(&ga, &gb);
        else if (how == 4)
            ga_lu_solve_(&t, &ga, &gb, 1);
        else if (how == 5)
            ga_lu_solve_seq_(&t, &ga, &gb, 1);
        else
            code = GA_Spd_invert(a.g);
        out("code %d", code);
        touched_nearly(how == 6 ? &a : &b);
    }
    GA_Destroy(a.g);
    GA_Destroy(b.g);
}

static void eigen(void)
{
    int n = between(1, 8), how = draw(3);
    static const char *const names[] = {"GA_Diag_std_seq", "ga_diag_std_seq_", "GA_Diag_seq"};
    arg("%s n=%d", names[how], n);
    array_t a = well_conditioned(n, true), s = well_conditioned(n, true),
            v = well_conditioned(n, true);
    double values[16] = {0};
    Integer ga = a.g, gv = v.g;
    go();
    if (how == 0)
        GA_Diag_std_seq(a.g, v.g, values);
    else if (how == 1)
        ga_diag_std_seq_(&ga, &gv, values);
    else
        GA_Diag_seq(a.g, s.g, v.g, values);
    out_nearly("values", C_DBL, n, values);
    GA_Elem_multiply(v.g, v.g, v.g); /* signs are free */
    touched_nearly(&v);
    GA_Destroy(a.g);
    GA_Destroy(s.g);
    GA_Destroy(v.g);
}

const entry_t solve_calls[] = {{"solve", solve, 3}, {"eigen", eigen, 2}, {NULL, NULL, 0}};
