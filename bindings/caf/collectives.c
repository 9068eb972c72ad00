/* Collective subroutines: over the elements of an array, packed if they are not contiguous. */
#include <stdlib.h>
#include <string.h>

#include "caf.h"

/* ---- packing --------------------------------------------------------------------------------- */

/* An array and its elements in contiguous memory, a copy if the array is not contiguous. */
typedef struct packed_array {
    caf_section_t array, packed;
    char *data;
    int is_copy;
} packed_array_t;

static void pack_array(packed_array_t *elements, const caf_descriptor_t *array)
{
    ptrdiff_t expected = (ptrdiff_t)array->element.length;
    caf_section_here(&elements->array, array, 0);
    /* gfortran leaves the span of components of derived types open. */
    for (int d = 0; d < elements->array.ndim; ++d)
        elements->array.dim[d].stride = array->dim[d].stride * expected;
    elements->packed = elements->array;
    elements->is_copy = 0;
    for (int d = 0; d < elements->array.ndim; ++d) {
        if (elements->array.dim[d].n > 1 && elements->array.dim[d].stride != expected)
            elements->is_copy = 1;
        elements->packed.dim[d].stride = expected;
        expected *= elements->array.dim[d].n;
    }
    elements->data = array->base;
    if (!elements->is_copy)
        return;
    elements->data = malloc((size_t)elements->array.n * elements->array.length + 1);
    if (!elements->data)
        caf_stop("no memory for %lld elements of a collective", (long long)elements->array.n);
    elements->packed.here = elements->data;
    caf_check(caf_copy(&elements->array, &elements->packed, false));
}

static void unpack_array(packed_array_t *elements)
{
    if (!elements->is_copy)
        return;
    caf_check(caf_copy(&elements->packed, &elements->array, false));
    free(elements->data);
}

/* 0 of Fortran: all images get the result. @return 0: an image has ended, or there is none of the
 * number, and that has been reported */
static int check_images(const char *call, int image, const caf_report_t *report)
{
    const caf_team_t *team = caf.current;
    if (image < 0 || image > team->size) {
        caf_fail(report, 1, "%s: image %d is outside 1..%d", call, image, team->size);
        return 0;
    }
    for (int other = 0; other < team->size && team->ended_here[CAF_ENDED_COUNT]; ++other) {
        const int how = caf_ended(team, other);
        if (how) {
            caf_fail(report, caf_ended_stat(how), "%s: image %d has %s", call, other + 1,
                     how == CAF_STOPPED ? "stopped" : "failed");
            return 0;
        }
    }
    return 1;
}

/* ---- sum, min, max --------------------------------------------------------------------------- */

enum { NOT_NATIVE = -1 };

/* The library's type of these elements, which it combines itself; or NOT_NATIVE. */
static int native_type(const caf_section_t *array)
{
    const size_t length = array->length;
    switch (array->type) {
    case CAF_INTEGER:
        return length == 4 ? ASHLAR_INT : length == 8 ? ASHLAR_LLONG : NOT_NATIVE;
    case CAF_REAL:
        return length == 4 ? ASHLAR_FLOAT : length == 8 ? ASHLAR_DOUBLE : NOT_NATIVE;
    case CAF_COMPLEX:
        return length == 8 ? ASHLAR_CFLOAT : length == 16 ? ASHLAR_CDOUBLE : NOT_NATIVE;
    default:
        return NOT_NATIVE;
    }
}

#define COMBINE(name, type)                                                                        \
    static void sum_##name(void *into, const void *from, void *context)                            \
    {                                                                                              \
        type a, b;                                                                                 \
        (void)context;                                                                             \
        memcpy(&a, into, sizeof a);                                                                \
        memcpy(&b, from, sizeof b);                                                                \
        a = (type)(a + b);                                                                         \
        memcpy(into, &a, sizeof a);                                                                \
    }
#define CHOOSE(name, type)                                                                         \
    static void min_##name(void *into, const void *from, void *context)                            \
    {                                                                                              \
        type a, b;                                                                                 \
        (void)context;                                                                             \
        memcpy(&a, into, sizeof a);                                                                \
        memcpy(&b, from, sizeof b);                                                                \
        if (b < a)                                                                                 \
            memcpy(into, &b, sizeof b);                                                            \
    }                                                                                              \
    static void max_##name(void *into, const void *from, void *context)                            \
    {                                                                                              \
        type a, b;                                                                                 \
        (void)context;                                                                             \
        memcpy(&a, into, sizeof a);                                                                \
        memcpy(&b, from, sizeof b);                                                                \
        if (b > a)                                                                                 \
            memcpy(into, &b, sizeof b);                                                            \
    }
#ifdef __SIZEOF_INT128__
#define WIDE_INTEGER(X) X(i16, CAF_INTEGER, 16, __int128)
#else
#define WIDE_INTEGER(X)
#endif
#if defined(__SIZEOF_FLOAT128__) && !defined(__aarch64__)
/* On x86 kinds 10 and 16 have both 16 bytes, and nothing says which it is: see docs/coarrays.md. */
#define WIDE_REAL(X)    X(r16, CAF_REAL, 16, long double)
#define WIDE_COMPLEX(X) X(c16, CAF_COMPLEX, 32, _Complex long double)
#else
#define WIDE_REAL(X)
#define WIDE_COMPLEX(X)
#endif
#define ORDERED(X)                                                                                 \
    X(i1, CAF_INTEGER, 1, int8_t)                                                                  \
    X(i2, CAF_INTEGER, 2, int16_t)                                                                 \
    WIDE_INTEGER(X) WIDE_REAL(X)
#define DEFINE(name, class, length, type)     COMBINE(name, type) CHOOSE(name, type)
#define DEFINE_SUM(name, class, length, type) COMBINE(name, type)
ORDERED(DEFINE)
WIDE_COMPLEX(DEFINE_SUM)

static void min_string(void *into, const void *from, void *context)
{
    const size_t *length = context;
    if (memcmp(from, into, *length) < 0)
        memcpy(into, from, *length);
}

static void max_string(void *into, const void *from, void *context)
{
    const size_t *length = context;
    if (memcmp(from, into, *length) > 0)
        memcpy(into, from, *length);
}

static const struct {
    int type;
    size_t length; /* 0: any */
    co_combine sum, min, max;
} kernels[] = {
#define ROW(name, class, length, type)     {class, length, sum_##name, min_##name, max_##name},
#define ROW_SUM(name, class, length, type) {class, length, sum_##name, NULL, NULL},
    ORDERED(ROW) WIDE_COMPLEX(ROW_SUM){CAF_CHARACTER, 0, NULL, min_string, max_string}};

static co_combine find_combination(const caf_section_t *array, ashlar_op op)
{
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k)
        if (kernels[k].type == array->type &&
            (kernels[k].length == array->length || kernels[k].length == 0))
            return op == ASHLAR_SUM   ? kernels[k].sum
                   : op == ASHLAR_MIN ? kernels[k].min
                                      : kernels[k].max;
    return NULL;
}

static void combine_images(const char *call, caf_descriptor_t *a, ashlar_op op, int image,
                           const caf_report_t *report)
{
    packed_array_t elements;
    int status = ASHLAR_OK;
    if (!check_images(call, image, report))
        return;
    pack_array(&elements, a);
    const int type = native_type(&elements.array);
    const ga_group_t group = caf.current->group;
    if (type != NOT_NATIVE) {
        status = op == ASHLAR_SUM
                     ? co_sum(group, (ga_type)type, elements.data, elements.array.n, image - 1)
                 : op == ASHLAR_MIN
                     ? co_min(group, (ga_type)type, elements.data, elements.array.n, image - 1)
                     : co_max(group, (ga_type)type, elements.data, elements.array.n, image - 1);
    } else {
        const co_combine function = find_combination(&elements.array, op);
        if (!function)
            caf_stop("%s: of elements of type %d and %zu bytes", call, elements.array.type,
                     elements.array.length);
        status = co_reduce(group, elements.data, elements.array.n, elements.array.length, function,
                           &elements.array.length, image - 1);
    }
    unpack_array(&elements);
    caf_finish(report, status);
}

void _gfortran_caf_co_sum(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                          size_t errmsg_length)
{
    caf_begin_execution_segment();
    combine_images("co_sum", a, ASHLAR_SUM, image, &(caf_report_t){stat, errmsg, errmsg_length});
}

void _gfortran_caf_co_min(caf_descriptor_t *a, int image, int *stat, char *errmsg, int length,
                          size_t errmsg_length)
{
    caf_begin_execution_segment();
    (void)length;
    combine_images("co_min", a, ASHLAR_MIN, image, &(caf_report_t){stat, errmsg, errmsg_length});
}

void _gfortran_caf_co_max(caf_descriptor_t *a, int image, int *stat, char *errmsg, int length,
                          size_t errmsg_length)
{
    caf_begin_execution_segment();
    (void)length;
    combine_images("co_max", a, ASHLAR_MAX, image, &(caf_report_t){stat, errmsg, errmsg_length});
}

void _gfortran_caf_co_broadcast(caf_descriptor_t *a, int image, int *stat, char *errmsg,
                                size_t errmsg_length)
{
    caf_begin_execution_segment();
    const caf_report_t report = {stat, errmsg, errmsg_length};
    packed_array_t elements;
    if (a->element.type == CAF_TOKEN) { /* gfortran broadcasts all that is in a derived type */
        caf_succeed(&report);
        return;
    }
    if (!check_images("co_broadcast", image, &report))
        return;
    pack_array(&elements, a);
    const int status = co_broadcast(caf.current->group, elements.data,
                                    (size_t)elements.array.n * elements.array.length, image - 1);
    unpack_array(&elements);
    caf_finish(&report, status);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

/* A function of the program, and how it is to be called. */
typedef struct operation {
    void (*function)(void);
    int flags, type;
    size_t length;
    int characters;
} operation_t;

/* The result comes in a register, or in memory that the caller passes. A structure of more than 16
 * bytes does the latter whatever its size. */
typedef struct structure {
    char bytes[4096];
} structure_t;

#define CALL(type)                                                                                 \
    do {                                                                                           \
        type a, b;                                                                                 \
        memcpy(&a, into, sizeof a);                                                                \
        memcpy(&b, from, sizeof b);                                                                \
        if (operation->flags & CAF_ARGUMENT_VALUE)                                                 \
            a = ((type(*)(type, type))operation->function)(a, b);                                  \
        else                                                                                       \
            a = ((type(*)(void *, void *))operation->function)(&a, &b);                            \
        memcpy(into, &a, sizeof a);                                                                \
    } while (0)

static void call_structure(void *into, void *from, const operation_t *operation)
{
    structure_t result;
    if (operation->length <= 16 || operation->length > sizeof result)
        caf_stop("co_reduce: of a derived type of %zu bytes; it may have 17 to %zu",
                 operation->length, sizeof result);
    result = ((structure_t(*)(void *, void *))operation->function)(into, from);
    memcpy(into, result.bytes, operation->length);
}

static void call_string(void *into, void *from, const operation_t *operation)
{
    const size_t n = (size_t)operation->characters;
    char *result = malloc(operation->length + 1);
    if (!result)
        caf_stop("co_reduce: no memory for a string");
    ((void (*)(char *, size_t, void *, void *, size_t, size_t))operation->function)(result, n, into,
                                                                                    from, n, n);
    memcpy(into, result, operation->length);
    free(result);
}

static void call_operation(void *into, const void *other, void *context)
{
    const operation_t *operation = context;
    void *from = (void *)other;
    const size_t length = operation->length;
    if (operation->type == CAF_CHARACTER)
        call_string(into, from, operation);
    else if (operation->type == CAF_DERIVED)
        call_structure(into, from, operation);
    else if (operation->type == CAF_COMPLEX && length == 8)
        CALL(_Complex float);
    else if (operation->type == CAF_COMPLEX && length == 16)
        CALL(_Complex double);
    else if (operation->type == CAF_REAL && length == 4)
        CALL(float);
    else if (operation->type == CAF_REAL && length == 8)
        CALL(double);
    else if (operation->type == CAF_REAL)
        CALL(long double);
    else if (length == 1)
        CALL(int8_t);
    else if (length == 2)
        CALL(int16_t);
    else if (length == 4)
        CALL(int32_t);
    else if (length == 8)
        CALL(int64_t);
    else
        caf_stop("co_reduce: of elements of type %d and %zu bytes", operation->type, length);
}

void _gfortran_caf_co_reduce(caf_descriptor_t *a, void (*function)(void), int flags, int image,
                             int *stat, char *errmsg, int length, size_t errmsg_length)
{
    caf_begin_execution_segment();
    const caf_report_t report = {stat, errmsg, errmsg_length};
    packed_array_t elements;
    if (!check_images("co_reduce", image, &report))
        return;
    pack_array(&elements, a);
    operation_t operation = {function, flags, elements.array.type, elements.array.length, length};
    const int status = co_reduce(caf.current->group, elements.data, elements.array.n,
                                 elements.array.length, call_operation, &operation, image - 1);
    unpack_array(&elements);
    caf_finish(&report, status);
}

/* ---- random numbers -------------------------------------------------------------------------- */

void _gfortran_random_init(bool repeatable, bool image_distinct, int image);
void _gfortran_random_seed_i4(int32_t *size, void *put, void *get);

typedef struct seed {
    caf_descriptor_t array;
    caf_dimension_t dim[1];
} seed_t;

/* libgfortran's generator knows nothing of images. The seed of an image is, where the arguments are
 *   repeatable, image_distinct: libgfortran's, with the number of the image mixed in
 *   repeatable, not image_distinct: libgfortran's, the same everywhere
 *   not repeatable, image_distinct: libgfortran's, different everywhere
 *   not repeatable, not image_distinct: that of image 1 */
void _gfortran_caf_random_init(bool repeatable, bool image_distinct)
{
    int32_t n;
    _gfortran_random_init(repeatable, image_distinct, 0);
    if (repeatable != image_distinct)
        return;
    _gfortran_random_seed_i4(&n, NULL, NULL);
    int32_t *values = malloc((size_t)n * sizeof *values);
    if (!values)
        caf_stop("random_init: no memory for a seed");
    seed_t seed = {.array = {.base = values,
                             .element = {sizeof *values, 0, 1, CAF_INTEGER, 0},
                             .span = sizeof *values,
                             .offset = (size_t)-1},
                   .dim = {{1, 1, n}}};
    _gfortran_random_seed_i4(NULL, NULL, &seed);
    if (!repeatable)
        caf_check(co_broadcast(caf.current->group, values, (size_t)n * sizeof *values, 0));
    for (int32_t k = 0; k < n && repeatable; ++k)
        values[k] ^= (int32_t)((uint32_t)(caf.current->me + 1) * 2654435761u);
    _gfortran_random_seed_i4(NULL, &seed, NULL);
    free(values);
}
