/* One-sided access that is less frequent: with strides, beyond the edges, of fields of records. */
#include "classic.h"

/* Steps and leading dimensions of NGA_Strided_put() are in the order of the dimensions of a
 * program. */
static classic_patch_t strided(const char *call, int g, const int64_t *lo, const int64_t *hi,
                               const int64_t *skip, const int64_t *ld, int64_t *step,
                               int64_t *leading)
{
    classic_patch_t p = classic_patch(call, g, lo, hi);
    if (skip)
        classic_reverse64(p.ndim, skip, step);
    if (p.ndim > 1)
        classic_reverse64(p.ndim - 1, ld, leading);
    return p;
}

#define STRIDED(name, call, ...)                                                                   \
    int64_t step[GA_MAX_DIM], leading[GA_MAX_DIM];                                                 \
    classic_patch_t p = strided(name, g, lo, hi, skip, ld, step, leading);                         \
    CLASSIC_TRY(name, call(p.g, p.lo, p.hi, step, buf, leading __VA_OPT__(, ) __VA_ARGS__))

void NGA_Strided_put64(int g, int64_t lo[], int64_t hi[], int64_t skip[], void *buf, int64_t ld[])
{
    STRIDED("NGA_Strided_put", ga_put_strided_nd);
}

void NGA_Strided_get64(int g, int64_t lo[], int64_t hi[], int64_t skip[], void *buf, int64_t ld[])
{
    STRIDED("NGA_Strided_get", ga_get_strided_nd);
}

void NGA_Strided_acc64(int g, int64_t lo[], int64_t hi[], int64_t skip[], void *buf, int64_t ld[],
                       void *alpha)
{
    STRIDED("NGA_Strided_acc", ga_acc_strided_nd, alpha);
}

#define PERIODIC(name, call, ...)                                                                  \
    int64_t leading[GA_MAX_DIM];                                                                   \
    classic_patch_t p = strided(name, g, lo, hi, NULL, ld, NULL, leading);                         \
    CLASSIC_TRY(name, call(p.g, p.lo, p.hi, buf, leading __VA_OPT__(, ) __VA_ARGS__))

void NGA_Periodic_put64(int g, int64_t lo[], int64_t hi[], void *buf, int64_t ld[])
{
    PERIODIC("NGA_Periodic_put", ga_put_periodic_nd);
}

void NGA_Periodic_get64(int g, int64_t lo[], int64_t hi[], void *buf, int64_t ld[])
{
    PERIODIC("NGA_Periodic_get", ga_get_periodic_nd);
}

void NGA_Periodic_acc64(int g, int64_t lo[], int64_t hi[], void *buf, int64_t ld[], void *alpha)
{
    PERIODIC("NGA_Periodic_acc", ga_acc_periodic_nd, alpha);
}

/* The program's handle is left as it is, for it may be waited for again, and there are programs
 * that have freed it. */
int NGA_NbTest(ga_nbhdl_t *nbhandle)
{
    ga_handle_t handle = (ga_handle_t)*nbhandle;
    int done;
    CLASSIC_TRY("NGA_NbTest", ga_test(&handle, &done));
    return done;
}

void NGA_NbWait(ga_nbhdl_t *nbhandle)
{
    ga_handle_t handle = (ga_handle_t)*nbhandle;
    CLASSIC_TRY("NGA_NbWait", ga_wait(&handle));
}

/* Elements come and go without memory of the caller. */
void NGA_Alloc_gatscat_buf(int nelems)
{
    (void)nelems;
}

void NGA_Free_gatscat_buf(void)
{
}

/* Bounds of int, and what is of a field; ld is not looked at for one dimension. */
static classic_patch_t field(const char *call, int g, const int *lo, const int *hi, int foff,
                             int fsize, const int *ld, int64_t *leading)
{
    const classic_array_t *array = classic_find(call, g);
    classic_patch_t p = {.g = array->g, .ndim = array->ndim};
    if (foff < 0 || fsize < 0)
        classic_stop(call, "a field of %d bytes from byte %d", fsize, foff);
    for (int d = 0; d < p.ndim; ++d) {
        p.lo[d] = lo[p.ndim - 1 - d];
        p.hi[d] = hi[p.ndim - 1 - d];
    }
    for (int d = 0; d + 1 < p.ndim; ++d)
        leading[d] = ld[p.ndim - 2 - d];
    return p;
}

#define FIELD(name, call, ...)                                                                     \
    int64_t leading[GA_MAX_DIM];                                                                   \
    classic_patch_t p = field(name, g, lo, hi, foff, fsize, ld, leading);                          \
    CLASSIC_TRY(name, call(p.g, p.lo, p.hi, (size_t)foff, (size_t)fsize, buf,                      \
                           leading __VA_OPT__(, ) __VA_ARGS__))

void NGA_Put_field(int g, int *lo, int *hi, int foff, int fsize, void *buf, int *ld)
{
    FIELD("NGA_Put_field", ga_put_field_nd);
}

void NGA_Get_field(int g, int *lo, int *hi, int foff, int fsize, void *buf, int *ld)
{
    FIELD("NGA_Get_field", ga_get_field_nd);
}

void NGA_Nbput_field(int g, int *lo, int *hi, int foff, int fsize, void *buf, int *ld,
                     ga_nbhdl_t *nbhandle)
{
    ga_handle_t handle = 0;
    FIELD("NGA_Nbput_field", ga_put_field_nb_nd, &handle);
    *nbhandle = classic_nbhandle(handle);
}

void NGA_Nbget_field(int g, int *lo, int *hi, int foff, int fsize, void *buf, int *ld,
                     ga_nbhdl_t *nbhandle)
{
    ga_handle_t handle = 0;
    FIELD("NGA_Nbget_field", ga_get_field_nb_nd, &handle);
    *nbhandle = classic_nbhandle(handle);
}

/* An array that is not mirrored has one copy. */
void NGA_Merge_mirrored(int g)
{
    if (NGA_Is_mirrored(g))
        CLASSIC_COLLECTIVE("GA_Merge_mirrored",
                           ga_mirror_merge(classic_find("GA_Merge_mirrored", g)->g));
}
