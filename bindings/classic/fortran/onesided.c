/* One-sided access, straight to the library's calls: those for matrices where the array is one,
 * which take half as long for an element. Nothing of the other way is in these functions, which so
 * have no registers to save. */
#include <string.h>

#include "fortran.h"

/* Bounds that are given one by one. */
#define ROWS_COLUMNS                                                                               \
    const Integer lo[] = {*ilo_, *jlo_}, hi[] = {*ihi_, *jhi_};                                    \
    const Integer *lo_ = lo, *hi_ = hi

static void two_at_most(const char *call, const classic_array_t *array)
{
    if (CLASSIC_UNLIKELY(array->ndim > 2))
        classic_stop(call, "the array has %d dimensions, more than rows and columns: call n%s",
                     array->ndim, call);
}

enum move { PUT, GET, ADD };

static __attribute__((noinline)) void move_any(const char *call, enum move move,
                                               const classic_array_t *array, const Integer *lo,
                                               const Integer *hi, void *buf, const Integer *ld,
                                               const void *alpha)
{
    f_patch_t p = f_patch_of(array, lo, hi, ld);
    CLASSIC_TRY(call, move == PUT   ? ga_put_nd(p.g, p.lo, p.hi, buf, p.ld)
                      : move == GET ? ga_get_nd(p.g, p.lo, p.hi, buf, p.ld)
                                    : ga_acc_nd(p.g, p.lo, p.hi, buf, p.ld, alpha));
}

static __attribute__((noinline)) void move_column(const char *call, enum move move,
                                                  const classic_array_t *array, const Integer *ilo_,
                                                  const Integer *ihi_, const Integer *jlo_,
                                                  const Integer *jhi_, void *buf, const Integer *ld,
                                                  const void *alpha)
{
    two_at_most(call, array);
    ROWS_COLUMNS;
    move_any(call, move, array, lo_, hi_, buf, ld, alpha);
}

/* A failure has done nothing; the call for any dimensions reports it. */
#define MATRIX(name, call, ilo, ihi, jlo, jhi, ...)                                                \
    const classic_array_t *array = f_find(name, *g_);                                              \
    if (CLASSIC_LIKELY(array->ndim == 2 && call(array->g, (int64_t)(ilo)-1, (int64_t)(ihi)-1,      \
                                                (int64_t)(jlo)-1, (int64_t)(jhi)-1, buf_,          \
                                                *ld_ __VA_OPT__(, ) __VA_ARGS__) == ASHLAR_OK))    \
        return;

#define TRANSFER_GA(name, call, move, alpha, ...)                                                  \
    MATRIX(name, call, *ilo_, *ihi_, *jlo_, *jhi_ __VA_OPT__(, ) __VA_ARGS__)                      \
    move_column(name, move, array, ilo_, ihi_, jlo_, jhi_, buf_, ld_, alpha)
#define TRANSFER_NGA(name, call, move, alpha, ...)                                                 \
    MATRIX(name, call, lo_[0], hi_[0], lo_[1], hi_[1] __VA_OPT__(, ) __VA_ARGS__)                  \
    move_any(name, move, array, lo_, hi_, buf_, ld_, alpha)

void FORTRAN(ga_put, GA_PUT)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                             Integer *jhi_, void *buf_, Integer *ld_)
{
    TRANSFER_GA("ga_put", ga_put, PUT, NULL);
}

void FORTRAN(nga_put, NGA_PUT)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                               Integer *ld_)
{
    TRANSFER_NGA("nga_put", ga_put, PUT, NULL);
}

void FORTRAN(ga_get, GA_GET)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                             Integer *jhi_, void *buf_, Integer *ld_)
{
    TRANSFER_GA("ga_get", ga_get, GET, NULL);
}

void FORTRAN(nga_get, NGA_GET)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                               Integer *ld_)
{
    TRANSFER_NGA("nga_get", ga_get, GET, NULL);
}

void FORTRAN(ga_acc, GA_ACC)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                             Integer *jhi_, void *buf_, Integer *ld_, void *alpha_)
{
    TRANSFER_GA("ga_acc", ga_acc, ADD, alpha_, alpha_);
}

void FORTRAN(nga_acc, NGA_ACC)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                               Integer *ld_, void *alpha_)
{
    TRANSFER_NGA("nga_acc", ga_acc, ADD, alpha_, alpha_);
}

/* ---- nonblocking ---- */

/* The same as in NGA_NbPut(): a small patch goes at once. */
static bool is_small(const classic_array_t *array, const f_patch_t *p)
{
    int64_t n = 1;
    for (int d = 0; d < array->ndim; ++d)
        n *= p->hi[d] - p->lo[d] + 1;
    return n <= array->small;
}

#define NONBLOCKING(name, call, small, ...)                                                        \
    f_patch_t p = f_patch_of(array, lo_, hi_, ld_);                                                \
    ga_handle_t handle = 0;                                                                        \
    CLASSIC_TRY(name, (small) ? call##_nd(p.g, p.lo, p.hi, buf_, p.ld __VA_OPT__(, ) __VA_ARGS__)  \
                              : call##_nb_nd(p.g, p.lo, p.hi, buf_, p.ld,                          \
                                             __VA_ARGS__ __VA_OPT__(, ) & handle));                \
    *handle_ = classic_nbhandle(handle)
#define NONBLOCKING_GA(name, call, small, ...)                                                     \
    const classic_array_t *array = f_find(name, *g_);                                              \
    two_at_most(name, array);                                                                      \
    ROWS_COLUMNS;                                                                                  \
    NONBLOCKING(name, call, small __VA_OPT__(, ) __VA_ARGS__)
#define NONBLOCKING_NGA(name, call, small, ...)                                                    \
    const classic_array_t *array = f_find(name, *g_);                                              \
    NONBLOCKING(name, call, small __VA_OPT__(, ) __VA_ARGS__)

void FORTRAN(ga_nbput, GA_NBPUT)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                                 Integer *jhi_, void *buf_, Integer *ld_, Integer *handle_)
{
    NONBLOCKING_GA("ga_nbput", ga_put, is_small(array, &p));
}

void FORTRAN(nga_nbput, NGA_NBPUT)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                                   Integer *ld_, Integer *handle_)
{
    NONBLOCKING_NGA("nga_nbput", ga_put, is_small(array, &p));
}

void FORTRAN(ga_nbget, GA_NBGET)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                                 Integer *jhi_, void *buf_, Integer *ld_, Integer *handle_)
{
    NONBLOCKING_GA("ga_nbget", ga_get, 0);
}

void FORTRAN(nga_nbget, NGA_NBGET)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                                   Integer *ld_, Integer *handle_)
{
    NONBLOCKING_NGA("nga_nbget", ga_get, 0);
}

void FORTRAN(ga_nbacc, GA_NBACC)(const Integer *g_, Integer *ilo_, Integer *ihi_, Integer *jlo_,
                                 Integer *jhi_, void *buf_, Integer *ld_, void *alpha_,
                                 Integer *handle_)
{
    NONBLOCKING_GA("ga_nbacc", ga_acc, is_small(array, &p), alpha_);
}

void FORTRAN(nga_nbacc, NGA_NBACC)(const Integer *g_, Integer *lo_, Integer *hi_, void *buf_,
                                   Integer *ld_, void *alpha_, Integer *handle_)
{
    NONBLOCKING_NGA("nga_nbacc", ga_acc, is_small(array, &p), alpha_);
}

/* ---- with a notice ---- */

/* Where a patch has an element in its buffer; NULL if it has it not. */
static char *place_in(const f_patch_t *p, int ndim, const int64_t *at, char *buf, size_t bytes)
{
    int64_t offset = 0, stride = 1;
    for (int d = 0; d < ndim; stride *= p->ld[d++]) {
        if (at[d] < p->lo[d] || at[d] > p->hi[d])
            return NULL;
        offset += (at[d] - p->lo[d]) * stride;
    }
    return buf + (size_t)offset * bytes;
}

/* Put a patch, then an element of this or another array, which says that the patch is there. An
 * element of the patch itself keeps its value until the rest is there. All is done when the call
 * returns. */
void FORTRAN(nga_nbput_notify, NGA_NBPUT_NOTIFY)(const Integer *g_, Integer *lo_, Integer *hi_,
                                                 void *buf_, Integer *ld_, const Integer *to_,
                                                 Integer *at_, void *notice_, Integer *handle_)
{
    const char *call = "nga_nbput_notify";
    const classic_array_t *array = f_find(call, *g_), *to = f_find(call, *to_);
    f_patch_t p = f_patch_of(array, lo_, hi_, ld_), last = f_patch_of(to, at_, at_, at_);
    char kept[256], *place = NULL;
    size_t bytes = 0;
    for (int d = 0; d < GA_MAX_DIM; ++d)
        last.ld[d] = 1;
    if (array == to) {
        ga_type type;
        CLASSIC_TRY(call, ga_inquire_nd(p.g, &type, NULL, NULL));
        CLASSIC_TRY(call, ga_type_bytes(type, &bytes));
        place = place_in(&p, array->ndim, last.lo, buf_, bytes);
    }
    if (place) {
        if (bytes > sizeof kept)
            classic_stop(call, "the notice is an element of %zu bytes, which may have %zu", bytes,
                         sizeof kept);
        if (place != notice_)
            classic_stop(call, "the notice is an element of the patch and not that of the buffer");
        memcpy(kept, place, bytes);
        CLASSIC_TRY(call, ga_get_nd(p.g, last.lo, last.hi, place, last.ld));
    }
    CLASSIC_TRY(call, ga_put_nd(p.g, p.lo, p.hi, buf_, p.ld));
    CLASSIC_TRY(call, ga_fence());
    if (place)
        memcpy(place, kept, bytes);
    CLASSIC_TRY(call, ga_put_nd(last.g, last.lo, last.hi, notice_, last.ld));
    *handle_ = CLASSIC_COMPLETE;
}

/* ---- single elements ---- */

static Integer read_inc(const char *call, const Integer *g, const int64_t *index, Integer inc)
{
    int64_t old;
    CLASSIC_TRY(call, ga_read_inc_nd(f_find(call, *g)->g, index, inc, &old));
    return (Integer)old;
}

Integer FORTRAN(ga_read_inc, GA_READ_INC)(const Integer *g_, Integer *i_, Integer *j_,
                                          Integer *inc_)
{
    const int64_t index[] = {(int64_t)*i_ - 1, (int64_t)*j_ - 1};
    two_at_most("ga_read_inc", f_find("ga_read_inc", *g_));
    return read_inc("ga_read_inc", g_, index, *inc_);
}

Integer FORTRAN(nga_read_inc, NGA_READ_INC)(const Integer *g_, Integer *index_, Integer *inc_)
{
    int64_t index[GA_MAX_DIM];
    const classic_array_t *array = f_find("nga_read_inc", *g_);
    for (int d = 0; d < array->ndim; ++d)
        index[d] = (int64_t)index_[d] - 1;
    return read_inc("nga_read_inc", g_, index, *inc_);
}

/* Lists: rows and columns apart if j is not NULL, else the indices of element after element. */
enum direction { GATHER, SCATTER, SCATTER_ADD };
static void list(const char *call, const Integer *g, void *values, const Integer *i,
                 const Integer *j, int64_t n, enum direction direction, const void *alpha)
{
    const classic_array_t *array = f_find(call, *g);
    int ndim = array->ndim;
    if (n < 1)
        return;
    if (j)
        two_at_most(call, array);
    int64_t *index = malloc((size_t)(n * ndim) * sizeof *index + 1);
    if (!index)
        classic_stop(call, "no memory for %lld indices", (long long)n);
    for (int64_t k = 0; k < n * ndim; ++k)
        index[k] = (int64_t)(!j ? i[k] : k % ndim == 0 ? i[k / ndim] : j[k / ndim]) - 1;
    CLASSIC_TRY(call, direction == GATHER ? ga_gather_nd(array->g, n, index, values)
                      : direction == SCATTER
                          ? ga_scatter_nd(array->g, n, index, values)
                          : ga_scatter_acc_nd(array->g, n, index, values, alpha));
    free(index);
}

void FORTRAN(ga_gather, GA_GATHER)(const Integer *g_, void *values_, Integer *i_, Integer *j_,
                                   Integer *n_)
{
    list("ga_gather", g_, values_, i_, j_, *n_, GATHER, NULL);
}

void FORTRAN(nga_gather, NGA_GATHER)(const Integer *g_, void *values_, Integer *index_, Integer *n_)
{
    list("nga_gather", g_, values_, index_, NULL, *n_, GATHER, NULL);
}

void FORTRAN(ga_scatter, GA_SCATTER)(const Integer *g_, void *values_, Integer *i_, Integer *j_,
                                     Integer *n_)
{
    list("ga_scatter", g_, values_, i_, j_, *n_, SCATTER, NULL);
}

void FORTRAN(nga_scatter, NGA_SCATTER)(const Integer *g_, void *values_, Integer *index_,
                                       Integer *n_)
{
    list("nga_scatter", g_, values_, index_, NULL, *n_, SCATTER, NULL);
}

void FORTRAN(ga_scatter_acc, GA_SCATTER_ACC)(const Integer *g_, void *values_, Integer *i_,
                                             Integer *j_, Integer *n_, void *alpha_)
{
    list("ga_scatter_acc", g_, values_, i_, j_, *n_, SCATTER_ADD, alpha_);
}

void FORTRAN(nga_scatter_acc, NGA_SCATTER_ACC)(const Integer *g_, void *values_, Integer *index_,
                                               Integer *n_, void *alpha_)
{
    list("nga_scatter_acc", g_, values_, index_, NULL, *n_, SCATTER_ADD, alpha_);
}

/* ---- fields of records ---- */

#define FIELD(name, call, ...)                                                                     \
    f_patch_t p = f_patch_of(f_find(name, *g_), lo_, hi_, ld_);                                    \
    if (*offset_ < 0 || *bytes_ < 0)                                                               \
        classic_stop(name, "a field of %lld bytes from byte %lld", (long long)*bytes_,             \
                     (long long)*offset_);                                                         \
    CLASSIC_TRY(name, call(p.g, p.lo, p.hi, (size_t)*offset_, (size_t)*bytes_, buf_,               \
                           p.ld __VA_OPT__(, ) __VA_ARGS__))

void FORTRAN(nga_put_field, NGA_PUT_FIELD)(const Integer *g_, Integer *lo_, Integer *hi_,
                                           const Integer *offset_, const Integer *bytes_,
                                           void *buf_, Integer *ld_)
{
    FIELD("nga_put_field", ga_put_field_nd);
}

void FORTRAN(nga_get_field, NGA_GET_FIELD)(const Integer *g_, Integer *lo_, Integer *hi_,
                                           const Integer *offset_, const Integer *bytes_,
                                           void *buf_, Integer *ld_)
{
    FIELD("nga_get_field", ga_get_field_nd);
}

void FORTRAN(nga_nbput_field, NGA_NBPUT_FIELD)(const Integer *g_, Integer *lo_, Integer *hi_,
                                               const Integer *offset_, const Integer *bytes_,
                                               void *buf_, Integer *ld_, Integer *handle_)
{
    ga_handle_t handle = 0;
    FIELD("nga_nbput_field", ga_put_field_nb_nd, &handle);
    *handle_ = classic_nbhandle(handle);
}

void FORTRAN(nga_nbget_field, NGA_NBGET_FIELD)(const Integer *g_, Integer *lo_, Integer *hi_,
                                               const Integer *offset_, const Integer *bytes_,
                                               void *buf_, Integer *ld_, Integer *handle_)
{
    ga_handle_t handle = 0;
    FIELD("nga_nbget_field", ga_get_field_nb_nd, &handle);
    *handle_ = classic_nbhandle(handle);
}
