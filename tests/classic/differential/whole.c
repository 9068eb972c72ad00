/* Whole arrays are filled, scaled, copied, added and measured. */
#include "differential.h"

extern void ga_add_(void *, Integer *, void *, Integer *, Integer *);
extern void ga_dadd_(double *, Integer *, double *, Integer *, Integer *);
extern void ga_zadd_(void *, Integer *, void *, Integer *, Integer *);
extern void ga_scale_(Integer *, void *);
extern void ga_dscal_(Integer *, void *);
extern void ga_copy_(Integer *, Integer *);
extern void ga_fill_(Integer *, void *);
extern double ga_ddot_(Integer *, Integer *);
extern float ga_sdot_(Integer *, Integer *);
extern Integer ga_idot_(Integer *, Integer *);
extern void ga_norm1_(Integer *, double *);
extern void ga_norm_infinity_(Integer *, double *);
extern void nga_select_elem_(Integer *, char *, void *, Integer *, size_t);

static void fill(void)
{
    array_t *a = member(draw(4));
    int how = draw(3);
    scalar_t s = draw_scalar("value", a->type);
    Integer g = a->g;
    arg("%s", how == 0 ? "GA_Fill" : how == 1 ? "ga_fill_" : "GA_Zero");
    go();
    if (how == 0)
        GA_Fill(a->g, &s);
    else if (how == 1)
        ga_fill_(&g, &s);
    else
        GA_Zero(a->g);
    touched(a);
}

static void scale(void)
{
    array_t *a = member(draw(4));
    refill(a);
    bool fortran = chance(50);
    scalar_t s = draw_scalar("value", a->type);
    Integer g = a->g;
    arg("%s", fortran ? "ga_scale_" : "GA_Scale");
    go();
    if (!fortran)
        GA_Scale(a->g, &s);
    else if (a->type == C_DBL)
        ga_dscal_(&g, &s);
    else
        ga_scale_(&g, &s);
    touched(a);
}

static void copy(void)
{
    array_t *a = member(draw(4)), *b = member(draw(4));
    if (a == b) {
        go();
        return;
    }
    refill(a);
    Integer ga = a->g, gb = b->g;
    bool fortran = chance(50);
    go();
    if (fortran)
        ga_copy_(&ga, &gb);
    else
        GA_Copy(a->g, b->g);
    touched(b);
}

static void add(void)
{
    array_t *a = member(draw(4)), *b = member(draw(4)), *c = member(draw(4));
    refill(a);
    refill(b);
    scalar_t alpha = draw_scalar("alpha", a->type), beta = draw_scalar("beta", a->type);
    Integer ga = a->g, gb = b->g, gc = c->g;
    int how = draw(3);
    bool leave = a == b && b == c && skip(RULE_add_alias);
    arg("%s", how == 0 ? "GA_Add" : how == 1 ? "ga_add_" : "ga_dadd_/zadd_");
    go();
    if (leave)
        return;
    if (how == 2 && a->type == C_DBL)
        ga_dadd_(&alpha.value.d, &ga, &beta.value.d, &gb, &gc);
    else if (how == 2 && a->type == C_DCPL)
        ga_zadd_(&alpha, &ga, &beta, &gb, &gc);
    else if (how == 1)
        ga_add_(&alpha, &ga, &beta, &gb, &gc);
    else
        GA_Add(&alpha, a->g, &beta, b->g, c->g);
    touched(c);
}

static void dot(void)
{
    array_t *a = member(draw(4)), *b = member(draw(4));
    refill(a);
    refill(b);
    Integer ga = a->g, gb = b->g;
    bool fortran = chance(50);
    arg("%s", fortran ? "fortran" : "C");
    go();
    SingleComplex c;
    DoubleComplex z;
    switch (a->type) {
    case C_INT:
        out("%d", GA_Idot(a->g, b->g));
        break;
    case C_LONG:
        out("%ld", fortran ? (long)ga_idot_(&ga, &gb) : GA_Ldot(a->g, b->g));
        break;
    case C_LONGLONG:
        out("%lld", GA_Lldot(a->g, b->g));
        break;
    case C_FLOAT:
        out("%g", fortran ? (double)ga_sdot_(&ga, &gb) : (double)GA_Fdot(a->g, b->g));
        break;
    case C_DBL:
        out("%g", fortran ? ga_ddot_(&ga, &gb) : GA_Ddot(a->g, b->g));
        break;
    case C_SCPL:
        c = GA_Cdot(a->g, b->g);
        out("%g %g", (double)c.real, (double)c.imag);
        break;
    default:
        z = GA_Zdot(a->g, b->g);
        out("%g %g", z.real, z.imag);
    }
}

static void norms(void)
{
    array_t *a = member(draw(4));
    if (skip(RULE_norm_dims) && (a->ndim > 2 || a->is_cyclic || a->type == C_LONGLONG)) {
        arg("left out");
        go();
        return;
    }
    refill(a);
    double x = 0, y = 0;
    Integer g = a->g;
    bool fortran = chance(50);
    go();
    if (fortran) {
        ga_norm1_(&g, &x);
        ga_norm_infinity_(&g, &y);
    } else {
        GA_Norm1(a->g, &x);
        GA_Norm_infinity(a->g, &y);
    }
    double both[2] = {x, y};
    float few[2] = {(float)x, (float)y};
    if (a->type == C_FLOAT || a->type == C_SCPL)
        out_nearly("norms", C_FLOAT, 2, few);
    else
        out_nearly("norms", C_DBL, 2, both);
}

static void select_elem(void)
{
    array_t *a = member(draw(4));
    refill(a);
    bool fortran = chance(40), max = chance(50),
         leave = (a->is_cyclic && skip(RULE_select_dealt)) ||
                 (a->type == C_LONGLONG && skip(RULE_longlong)),
         large = false;
    for (int d = 0; d < a->ndim; ++d)
        large = large || a->dims[d] >= 4 * ranks;
    bool regular = !strcmp(a->kind, "NGA_Create"); /* the others may have chunks */
    if (ranks > 1 && (!large || !regular) && skip(RULE_select_empty))
        leave = true;
    arg("%s %s", max ? "max" : "min", fortran ? "fortran" : "C");
    scalar_t s = {0};
    int at[MOST], ld[MOST];
    Integer g = a->g, fat[MOST];
    go();
    if (leave)
        return;
    if (fortran) {
        nga_select_elem_(&g, max ? "max" : "min", &s, fat, 3);
        for (int d = 0; d < a->ndim; ++d)
            at[d] = (int)fat[a->ndim - 1 - d] - 1;
    } else {
        NGA_Select_elem(a->g, max ? "max" : "min", &s, at);
    }
    for (int d = 0; d < a->ndim; ++d)
        ld[d] = 1;
    if (is_complex(a->type) && skip(RULE_select_ties)) {
        double re, im;
        element_get(a->type, &s, 0, &re, &im);
        double length = re * re + im * im;
        out_nearly("length", C_DBL, 1, &length);
    } else {
        out_data("value", a->type, 1, &s);
    }
    scalar_t there = {0};
    NGA_Get(a->g, at, at, &there, ld);
    out("it is there: %d", !memcmp(&there, &s, bytes_of(a->type)));
    if (!skip(RULE_select_ties))
        out_list("at", a->ndim, at);
    GA_Sync();
}

const entry_t whole_calls[] = {{"fill", fill, 4},
                               {"scale", scale, 4},
                               {"copy", copy, 5},
                               {"add", add, 6},
                               {"dot", dot, 6},
                               {"norms", norms, 4},
                               {"select_elem", select_elem, 5},
                               {NULL, NULL, 0}};
