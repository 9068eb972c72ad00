#include "scalar.h"

#include <complex.h>
#include <math.h>

/* One row a type: how to store, load and describe an element. */
typedef struct type_row {
    const char *name;
    size_t bytes;
    char kind;
    void (*store)(void *element, scalar_t value);
    scalar_t (*load)(const void *element);
} type_row_t;

/* Kinds i and r keep the real part only; kind c keeps both. The casts are exact for test data. */
#define STORE_i(ctype, value) ((ctype)(value).re)
#define STORE_r(ctype, value) ((ctype)(value).re)
#define STORE_c(ctype, value) ((ctype)((value).re + (value).im * I))
#define LOAD_i(element)       ((scalar_t){(double)(element), 0})
#define LOAD_r(element)       ((scalar_t){(double)(element), 0})
#define LOAD_c(element)       ((scalar_t){(double)creal(element), (double)cimag(element)})

#define DEFINE_TYPE(id, ctype, mpitype, kind)                                                      \
    static void store_##id(void *element, scalar_t value)                                          \
    {                                                                                              \
        *(ctype *)element = STORE_##kind(ctype, value);                                            \
    }                                                                                              \
    static scalar_t load_##id(const void *element)                                                 \
    {                                                                                              \
        return LOAD_##kind(*(const ctype *)element);                                               \
    }
ASHLAR_TYPE_TABLE(DEFINE_TYPE)

#define KIND_i 'i'
#define KIND_r 'r'
#define KIND_c 'c'
#define TYPE_ROW(id, ctype, mpitype, kind)                                                         \
    [ASHLAR_##id] = {#id, sizeof(ctype), KIND_##kind, store_##id, load_##id},
static const type_row_t types[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(TYPE_ROW)};

/* ---- records ----------------------------------------------------------------------------------
 */

/* By their numbers, which are never given again: of those alive at a time, no two have one place.
 */
enum { RECORDS = 4096 };
static size_t record_bytes[RECORDS];

static size_t *record_place(ashlar_type type)
{
    return &record_bytes[(type - ASHLAR_TYPE_COUNT) % RECORDS];
}

void type_define_record(ashlar_type type, size_t bytes)
{
    *record_place(type) = bytes;
}

bool type_is_record(ashlar_type type)
{
    return (unsigned)type >= ASHLAR_TYPE_COUNT;
}

/* All zero for 0, as ga_zero() leaves it; else neighbouring bytes differ. */
static unsigned char record_byte(int value, size_t k)
{
    return (unsigned char)((unsigned)value * (unsigned)(2 * k + 1));
}

static void store_record(size_t bytes, unsigned char *record, scalar_t value)
{
    for (size_t k = 0; k < bytes; ++k)
        record[k] = record_byte((int)value.re, k);
}

static scalar_t load_record(size_t bytes, const unsigned char *record)
{
    int value = (signed char)record[0];

    for (size_t k = 0; k < bytes; ++k)
        if (record[k] != record_byte(value, k))
            return (scalar_t){NAN, 0};
    return (scalar_t){value, 0};
}

/* ---- any type ---------------------------------------------------------------------------------
 */

size_t type_bytes(ashlar_type type)
{
    return type_is_record(type) ? *record_place(type) : types[type].bytes;
}

const char *type_name(ashlar_type type)
{
    return type_is_record(type) ? "record" : types[type].name;
}

bool type_is_integer(ashlar_type type)
{
    return !type_is_record(type) && types[type].kind == 'i';
}

bool type_is_complex(ashlar_type type)
{
    return !type_is_record(type) && types[type].kind == 'c';
}

void scalar_store(ashlar_type type, void *element, scalar_t value)
{
    if (type_is_record(type))
        store_record(type_bytes(type), element, value);
    else
        types[type].store(element, value);
}

scalar_t scalar_load(ashlar_type type, const void *element)
{
    return type_is_record(type) ? load_record(type_bytes(type), element)
                                : types[type].load(element);
}

scalar_t scalar_as(ashlar_type type, double re, double im)
{
    return (scalar_t){re, type_is_complex(type) ? im : 0};
}

element_t element_of(ashlar_type type, scalar_t value)
{
    element_t element = {{0}};

    scalar_store(type, element.bytes, value);
    return element;
}

scalar_t scalar_kept(ashlar_type type, scalar_t value)
{
    const element_t element = element_of(type, value);

    return scalar_load(type, element.bytes);
}

bool op_is_defined(ashlar_op op, ashlar_type type)
{
    switch (op) {
    case ASHLAR_MIN:
    case ASHLAR_MAX:
        return !type_is_complex(type);
    case ASHLAR_AND:
    case ASHLAR_OR:
    case ASHLAR_XOR:
        return type_is_integer(type);
    default:
        return op < ASHLAR_OP_COUNT;
    }
}

scalar_t scalar_combine(ashlar_op op, scalar_t a, scalar_t b)
{
    int64_t x = (int64_t)a.re, y = (int64_t)b.re;

    switch (op) {
    case ASHLAR_SUM:
        return scalar_add(a, b);
    case ASHLAR_PROD:
        return scalar_mul(a, b);
    case ASHLAR_MIN:
        return a.re < b.re ? a : b;
    case ASHLAR_MAX:
        return a.re > b.re ? a : b;
    case ASHLAR_ABSMAX:
        return (scalar_t){fmax(hypot(a.re, a.im), hypot(b.re, b.im)), 0};
    case ASHLAR_ABSMIN:
        return (scalar_t){fmin(hypot(a.re, a.im), hypot(b.re, b.im)), 0};
    case ASHLAR_AND:
        return (scalar_t){(double)(x & y), 0};
    case ASHLAR_OR:
        return (scalar_t){(double)(x | y), 0};
    case ASHLAR_XOR:
        return (scalar_t){(double)(x ^ y), 0};
    default:
        return b;
    }
}
