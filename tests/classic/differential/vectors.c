/* Vectors are numbered, scanned, packed and unpacked under masks. */
#include "differential.h"

static void masked(void)
{
    static const char *const names[] = {"enum", "scan_copy", "scan_add", "pack", "unpack"};
    array_t *a = array(LONGER), *b = array(LONGER + 1), *m = array(LONGER + 3);
    int op = draw(5), n = a->dims[0], lo = chance(60) ? 0 : draw(n),
        hi = chance(60) ? n - 1 : between(lo, n - 1), exclusive = draw(2), count = -7, marks[64],
        first = 0, last = n - 1, ld[1] = {n};
    arg("%s lo=%d hi=%d excl=%d", names[op], lo, hi, exclusive);
    scalar_t start = draw_scalar("start", a->type), step = draw_scalar("step", a->type);
    int density = draw(4);
    for (int k = 0; k < n; ++k)
        marks[k] = draw(4) <= density;
    if (chance(80))
        marks[lo] = 1;
    arg_list("mask", n, marks);
    if (me == 0)
        NGA_Put(m->g, &first, &last, marks, ld);
    refill(a);
    refill(b);
    bool leave = op > 0 && marks[lo] == 0 && skip(RULE_scan_unset);
    go();
    if (leave)
        return;
    if (op == 0)
        GA_Patch_enum(b->g, lo, hi, &start, &step);
    else if (op == 1)
        GA_Scan_copy(a->g, b->g, m->g, lo, hi);
    else if (op == 2)
        GA_Scan_add(a->g, b->g, m->g, lo, hi, exclusive);
    else if (op == 3)
        GA_Pack(a->g, b->g, m->g, lo, hi, &count);
    else
        GA_Unpack(a->g, b->g, m->g, lo, hi, &count);
    if (op >= 3)
        out("count %d", count);
    touched(b);
}

const entry_t vector_calls[] = {{"masked", masked, 8}, {NULL, NULL, 0}};
