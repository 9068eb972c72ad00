/* MA: a run of calls, each of which answers whether it went well; space and indices are the
 * library's. */
#include "differential.h"

extern logical ma_alloc_get_(Integer *, Integer *, char *, Integer *, Integer *, size_t);
extern logical ma_push_get_(Integer *, Integer *, char *, Integer *, Integer *, size_t);
extern logical ma_pop_stack_(Integer *);
extern logical ma_chop_stack_(Integer *);
extern logical ma_free_heap_(Integer *);
extern logical ma_get_index_(Integer *, Integer *);
extern Integer ma_sizeof_(Integer *, Integer *, Integer *);
extern logical ma_verify_allocator_stuff_(void);

static void sizes(void)
{
    static const int types[] = {MT_C_CHAR, MT_C_INT,  MT_C_LONGINT, MT_C_FLOAT, MT_C_DBL,
                                MT_C_SCPL, MT_C_DCPL, MT_F_INT,     MT_F_LOG,   MT_F_REAL,
                                MT_F_DBL,  MT_F_SCPL, MT_F_DCPL};
    int a = types[draw(13)], b = types[draw(13)], n = draw(50);
    arg("%d %d n=%d", a, b, n);
    Integer fa = MT_F_INT + draw(6), fb = MT_F_INT + draw(6), fn = n;
    go();
    out("%ld", (long)MA_sizeof(a, n, b));
    out("fortran %ld %ld: %ld", (long)fa, (long)fb, (long)ma_sizeof_(&fa, &fn, &fb));
    out("verified %d", MA_verify_allocator_stuff() != 0);
}

static void heap(void)
{
    Integer h[4], index[4], type = MT_F_DBL, n[4];
    bool fortran = chance(50);
    arg("%s", fortran ? "fortran" : "C");
    go();
    for (int k = 0; k < 4; ++k) {
        n[k] = draw(30);
        char name[] = "a block";
        bool ok = fortran ? ma_alloc_get_(&type, &n[k], name, &h[k], &index[k], 7) != 0
                          : MA_alloc_get(C_DBL, n[k], name, &h[k], &index[k]) != 0;
        double *p = NULL;
        out("n %ld: %d", (long)n[k], ok);
        if (ok && MA_get_pointer(h[k], &p))
            for (int i = 0; i < n[k]; ++i)
                p[i] = i + k;
        Integer again = -1;
        ma_get_index_(&h[k], &again);
        if (fortran && ok)
            out("the same index %d", again == index[k]);
        if (!ok)
            h[k] = -1;
    }
    for (int j = 0; j < 4; ++j) {
        int k = (j * 3 + 1) % 4;
        if (h[k] < 0)
            continue;
        double *p = NULL, sum = 0;
        MA_get_pointer(h[k], &p);
        for (int i = 0; p && i < n[k]; ++i)
            sum += p[i];
        out("sum %g freed %d", sum,
            (fortran ? (int)ma_free_heap_(&h[k]) : MA_free_heap(h[k])) != 0);
    }
    out("verified %d", ma_verify_allocator_stuff_() != 0);
}

static void stack(void)
{
    Integer h[4], index[4], type = MT_F_INT, n;
    bool fortran = chance(50), chop = chance(50);
    arg("%s%s", fortran ? "fortran" : "C", chop ? " chop" : "");
    go();
    for (int k = 0; k < 4; ++k) {
        char name[] = "on the stack";
        n = between(1, 30);
        out("pushed %d", (fortran ? (int)ma_push_get_(&type, &n, name, &h[k], &index[k], 12)
                                  : MA_push_get(C_INT, n, name, &h[k], &index[k])) != 0);
    }
    if (chop) {
        int to = draw(4);
        out("chopped %d", (fortran ? (int)ma_chop_stack_(&h[to]) : MA_chop_stack(h[to])) != 0);
        for (int k = to - 1; k >= 0; --k)
            out("popped %d", MA_pop_stack(h[k]) != 0);
    } else {
        for (int k = 3; k >= 0; --k)
            out("popped %d", (fortran ? (int)ma_pop_stack_(&h[k]) : MA_pop_stack(h[k])) != 0);
    }
    out("verified %d", MA_verify_allocator_stuff() != 0);
}

const entry_t memory_calls[] = {
    {"ma_sizes", sizes, 2}, {"ma_heap", heap, 2}, {"ma_stack", stack, 2}, {NULL, NULL, 0}};
