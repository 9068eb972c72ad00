/* Elements of whole arrays or of patches are changed one by one, and compared. */
#include "differential.h"

static void one_operand(void)
{
    array_t *a = member(draw(4));
    int op = draw(3), lo[MOST], hi[MOST];
    int64_t wlo[MOST], whi[MOST];
    bool part = chance(60), wide = chance(40);
    static const char *const names[] = {"abs_value", "recip", "add_constant"};
    arg("%s", names[op]);
    if (op == 1)
        refill_divisors(a);
    else
        refill(a);
    scalar_t s = draw_scalar("c", a->type);
    if (part)
        patch("", a, lo, hi), wider(a->ndim, lo, wlo), wider(a->ndim, hi, whi);
    bool leave = a->type == C_LONGLONG && skip(RULE_longlong);
    go();
    if (leave)
        return;
    if (op == 0)
        !part  ? GA_Abs_value(a->g)
        : wide ? GA_Abs_value_patch64(a->g, wlo, whi)
               : GA_Abs_value_patch(a->g, lo, hi);
    else if (op == 1)
        !part  ? GA_Recip(a->g)
        : wide ? GA_Recip_patch64(a->g, wlo, whi)
               : GA_Recip_patch(a->g, lo, hi);
    else
        !part  ? GA_Add_constant(a->g, &s)
        : wide ? GA_Add_constant_patch64(a->g, wlo, whi, &s)
               : GA_Add_constant_patch(a->g, lo, hi, &s);
    touched_nearly(a);
}

static void two_operands(void)
{
    array_t *a = member(draw(4)), *b = member(draw(4)), *c = member(draw(4));
    int op = draw(4), alo[MOST], ahi[MOST], blo[MOST], bhi[MOST], clo[MOST], chi[MOST];
    bool part = chance(60);
    static const char *const names[] = {"multiply", "divide", "maximum", "minimum"};
    arg("%s", names[op]);
    refill(c);
    refill(a);
    if (op == 1)
        refill_divisors(b);
    else
        refill(b);
    if (part) {
        patch("a", a, alo, ahi);
        patch_like("b", b, alo, ahi, blo, bhi);
        patch_like("c", c, alo, ahi, clo, chi);
    }
    bool overlap = part && (a == c || b == c) && skip(RULE_elem_alias);
    if (part && is_complex(a->type) && skip(RULE_elem_alias))
        overlap = overlap || memcmp(alo, clo, sizeof(int) * (size_t)a->ndim) ||
                  memcmp(blo, clo, sizeof(int) * (size_t)a->ndim);
    go();
    if (overlap || (is_complex(a->type) && op > 1 && skip(RULE_elem_max_complex)) ||
        (is_complex(a->type) && !family_same && skip(RULE_elem_alias)) ||
        (is_complex(a->type) && c == a && skip(RULE_elem_alias)) ||
        (is_complex(a->type) && c == b && skip(RULE_elem_alias)) ||
        (a->type == C_LONGLONG && skip(RULE_longlong)))
        return;
    if (op == 0)
        part ? GA_Elem_multiply_patch(a->g, alo, ahi, b->g, blo, bhi, c->g, clo, chi)
             : GA_Elem_multiply(a->g, b->g, c->g);
    else if (op == 1)
        part ? GA_Elem_divide_patch(a->g, alo, ahi, b->g, blo, bhi, c->g, clo, chi)
             : GA_Elem_divide(a->g, b->g, c->g);
    else if (op == 2)
        part ? GA_Elem_maximum_patch(a->g, alo, ahi, b->g, blo, bhi, c->g, clo, chi)
             : GA_Elem_maximum(a->g, b->g, c->g);
    else
        part ? GA_Elem_minimum_patch(a->g, alo, ahi, b->g, blo, bhi, c->g, clo, chi)
             : GA_Elem_minimum(a->g, b->g, c->g);
    touched_nearly(c);
}

static void median(void)
{
    array_t *a = member(0), *b = member(1), *c = member(2), *m = member(3);
    int lo[MOST], hi[MOST];
    bool part = chance(60);
    refill(a), refill(b), refill(c), refill(m);
    if (part)
        patch("", a, lo, hi);
    bool leave = (is_complex(a->type) && skip(RULE_elem_max_complex)) ||
                 (a->type == C_LONGLONG && skip(RULE_longlong)) ||
                 ((a->is_cyclic || b->is_cyclic || c->is_cyclic || m->is_cyclic ||
                   (!family_same && ranks > 1)) &&
                  skip(RULE_median_mixed));
    go();
    if (leave)
        return;
    if (part)
        GA_Median_patch(a->g, lo, hi, b->g, lo, hi, c->g, lo, hi, m->g, lo, hi);
    else
        GA_Median(a->g, b->g, c->g, m->g);
    touched_nearly(m);
}

static void out_step(const char *name, int type, const scalar_t *s)
{
    double re, im;
    element_get(type, s, 0, &re, &im);
    if (re > 1e30 && skip(RULE_step_endless))
        out("%s without end", name);
    else
        out_nearly(name, type, 1, s);
}

static void steps(void)
{
    array_t *a = member(0), *b = member(1), *c = member(2), *m = member(3);
    bool bounds = chance(40);
    scalar_t x = {0}, y = {0}, z = {0}, low, high;
    refill(a), refill(b);
    arg("%s", bounds ? "GA_Step_bound_info" : "GA_Step_max");
    bool leave = is_complex(a->type) || (a->type == C_LONGLONG && skip(RULE_longlong)) ||
                 ((a->is_cyclic || b->is_cyclic || c->is_cyclic || m->is_cyclic || ranks > 1 ||
                   is_integer(a->type)) &&
                  skip(RULE_step));
    go();
    if (leave)
        return;
    if (bounds) {
        element_set(a->type, &low.value, 0, -30, 0);
        element_set(a->type, &high.value, 0, 40, 0);
        GA_Fill(c->g, &low);
        GA_Fill(m->g, &high);
        GA_Step_bound_info(a->g, b->g, c->g, m->g, &x, &y, &z);
        out_step("min", a->type, &x);
        out_step("wolfe", a->type, &y);
        out_step("max", a->type, &z);
    } else {
        GA_Abs_value(a->g);
        GA_Step_max(a->g, b->g, &x);
        out_step("step", a->type, &x);
    }
}

const entry_t elementwise_calls[] = {{"one_operand", one_operand, 6},
                                     {"two_operands", two_operands, 8},
                                     {"median", median, 3},
                                     {"steps", steps, 3},
                                     {NULL, NULL, 0}};
