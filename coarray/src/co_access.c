/* Elements and sections of any image: check, find, one transfer. */
#include "coarray/src/co_private.h"
#include "ga/src/array/ga_check.h"

static __attribute__((cold)) int no_value(const char *call)
{
    return AL_FAIL(ASHLAR_EARG, "%s: the value is NULL", call);
}

int co_put_element(co_array_t *x, int image, const int64_t *index, const void *value)
{
    size_t offset = 0;
    AL_TRY(coi_find(__func__, x, image, index, &offset));
    if (AL_UNLIKELY(!value))
        return no_value(__func__);
    return al_put(x->segment, image, offset, value, x->element);
}

int co_get_element(co_array_t *x, int image, const int64_t *index, void *value)
{
    size_t offset = 0;
    AL_TRY(coi_find(__func__, x, image, index, &offset));
    if (AL_UNLIKELY(!value))
        return no_value(__func__);
    return al_get(x->segment, image, offset, value, x->element);
}

/* 1 of a type. */
static const void *one_of(const co_array_t *x)
{
#define ONE(id, ctype, mpitype, kind)     static const ctype one_##id = 1;
#define ADDRESS(id, ctype, mpitype, kind) &one_##id,
    ASHLAR_TYPE_TABLE(ONE)
    static const void *const ones[] = {ASHLAR_TYPE_TABLE(ADDRESS)};
#undef ADDRESS
#undef ONE
    return ones[x->type];
}

static int check_arithmetic(const char *call, const co_array_t *x)
{
    return AL_LIKELY(x->type != COI_RECORDS)
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: the elements of coarray %d are records of %zu bytes",
                         call, x->number, x->element);
}

int co_acc_element(co_array_t *x, int image, const int64_t *index, const void *value)
{
    size_t offset = 0;
    AL_TRY(coi_find(__func__, x, image, index, &offset));
    AL_TRY(check_arithmetic(__func__, x));
    if (AL_UNLIKELY(!value))
        return no_value(__func__);
    return al_acc(x->segment, image, offset, (ashlar_type)x->type, one_of(x), value, x->element);
}

/* 1: there is something to transfer, and this is its shape; 0: nothing. */
static inline int find_shape(const char *call, co_array_t *x, int image,
                             const ashlar_interval_t *section, const void *buf,
                             const int64_t *strides, coi_section_t *found, al_shape_t *shape)
{
    AL_TRY(coi_section(call, x, image, section, found));
    AL_TRY(coi_shape(call, x, found, strides, shape));
    if (found->n == 0)
        return 0;
    return AL_LIKELY(buf != NULL) ? 1 : gai_bad_argument(call, "the buffer");
}

int co_put(co_array_t *x, int image, const ashlar_interval_t *section, const void *buf,
           const int64_t *strides)
{
    coi_section_t found;
    al_shape_t shape;
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    return some > 0 ? al_put_strided(x->segment, image, found.offset, buf, &shape) : some;
}

int co_get(co_array_t *x, int image, const ashlar_interval_t *section, void *buf,
           const int64_t *strides)
{
    coi_section_t found;
    al_shape_t shape;
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    return some > 0 ? al_get_strided(x->segment, image, found.offset, buf, &shape) : some;
}

int co_acc(co_array_t *x, int image, const ashlar_interval_t *section, const void *alpha,
           const void *buf, const int64_t *strides)
{
    coi_section_t found;
    al_shape_t shape;
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    if (some <= 0)
        return some;
    AL_TRY(check_arithmetic(__func__, x));
    return al_acc_strided(x->segment, image, found.offset, (ashlar_type)x->type,
                          alpha ? alpha : one_of(x), buf, &shape);
}

int co_put_nb(co_array_t *x, int image, const ashlar_interval_t *section, const void *buf,
              const int64_t *strides, ga_handle_t *handle)
{
    coi_section_t found;
    al_shape_t shape;
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    return some > 0 ? al_put_nb(x->segment, image, found.offset, buf, &shape, handle) : some;
}

int co_get_nb(co_array_t *x, int image, const ashlar_interval_t *section, void *buf,
              const int64_t *strides, ga_handle_t *handle)
{
    coi_section_t found;
    al_shape_t shape;
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    return some > 0 ? al_get_nb(x->segment, image, found.offset, buf, &shape, handle) : some;
}

int co_acc_nb(co_array_t *x, int image, const ashlar_interval_t *section, const void *alpha,
              const void *buf, const int64_t *strides, ga_handle_t *handle)
{
    coi_section_t found;
    al_shape_t shape;
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    int some = find_shape(__func__, x, image, section, buf, strides, &found, &shape);
    if (some <= 0)
        return some;
    AL_TRY(check_arithmetic(__func__, x));
    return al_acc_nb(x->segment, image, found.offset, (ashlar_type)x->type,
                     alpha ? alpha : one_of(x), buf, &shape, handle);
}
