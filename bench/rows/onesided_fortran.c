/* The one-sided rows over ga's classic interface with Fortran's put, get and accumulate; all else
 * is that of C. */
#include "bindings/classic/fortran/names.h"

#define LIB_TRANSFERS
#include "bench/peers/lib_ga.h"

void FORTRAN(ga_put, GA_PUT)(const Integer *g, const Integer *ilo, const Integer *ihi,
                             const Integer *jlo, const Integer *jhi, void *buf, const Integer *ld);
void FORTRAN(ga_get, GA_GET)(const Integer *g, const Integer *ilo, const Integer *ihi,
                             const Integer *jlo, const Integer *jhi, void *buf, const Integer *ld);
void FORTRAN(ga_acc, GA_ACC)(const Integer *g, const Integer *ilo, const Integer *ihi,
                             const Integer *jlo, const Integer *jhi, void *buf, const Integer *ld,
                             void *alpha);

/* The arguments as they lie in the memory of a program. */
typedef struct arguments {
    Integer g, ilo, ihi, jlo, jhi, ld;
} arguments_t;

INLINE arguments_t arguments(int g, patch_t p, int64_t ld)
{
    return (arguments_t){g,
                         (Integer)(p.ilo + 1),
                         (Integer)(p.ihi + 1),
                         (Integer)(p.jlo + 1),
                         (Integer)(p.jhi + 1),
                         (Integer)ld};
}

INLINE void lib_put(int g, patch_t p, void *buf, int64_t ld)
{
    arguments_t a = arguments(g, p, ld);
    FORTRAN(ga_put, GA_PUT)(&a.g, &a.ilo, &a.ihi, &a.jlo, &a.jhi, buf, &a.ld);
}

INLINE void lib_get(int g, patch_t p, void *buf, int64_t ld)
{
    arguments_t a = arguments(g, p, ld);
    FORTRAN(ga_get, GA_GET)(&a.g, &a.ilo, &a.ihi, &a.jlo, &a.jhi, buf, &a.ld);
}

INLINE void lib_acc(int g, patch_t p, void *buf, int64_t ld)
{
    arguments_t a = arguments(g, p, ld);
    double one = 1;
    FORTRAN(ga_acc, GA_ACC)(&a.g, &a.ilo, &a.ihi, &a.jlo, &a.jhi, buf, &a.ld, &one);
}

#include "bench/peers/onesided_ga.inc"

const bench_subject_t *fortran_start(void)
{
    static const bench_subject_t subject = {
        .name = "fortran", .rows = lib_rows, .row_count = LIB_ROW_COUNT};
    lib_rows_start();
    return &subject;
}

void fortran_stop(void)
{
    lib_rows_stop();
}
