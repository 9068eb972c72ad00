/* Elements of one type and kind as those of another, as Fortran's assignment has it. */
#include <string.h>

#include "caf.h"

/* Numbers pass through the widest of their class. */
#ifdef __SIZEOF_INT128__
typedef __int128 integer_t;
#else
typedef int64_t integer_t;
#endif
#if defined(__SIZEOF_FLOAT128__) && !defined(__aarch64__)
typedef __float128 real_t;
#define HAVE_REAL_10 1
#else
typedef long double real_t;
#endif

typedef struct number {
    bool is_integer;
    integer_t i;
    real_t re, im;
} number_t;

static bool is_number(int type)
{
    return type == CAF_INTEGER || type == CAF_REAL || type == CAF_COMPLEX;
}

bool caf_is_same(const caf_section_t *from, const caf_section_t *to)
{
    if (from->length != to->length)
        return false;
    if (!is_number(from->type) || !is_number(to->type))
        return from->type != CAF_CHARACTER || from->kind == to->kind;
    return from->type == to->type && from->kind == to->kind;
}

bool caf_is_convertible(const caf_section_t *from, const caf_section_t *to)
{
    return caf_is_same(from, to) || (is_number(from->type) && is_number(to->type)) ||
           (from->type == to->type && (to->type == CAF_LOGICAL || to->type == CAF_CHARACTER));
}

/* ---- numbers --------------------------------------------------------------------------------- */

#define LOAD(type)                                                                                 \
    {                                                                                              \
        type read;                                                                                 \
        memcpy(&read, value, sizeof read);                                                         \
        return read;                                                                               \
    }

static integer_t load_integer(const char *value, size_t length)
{
    switch (length) {
    case 1:
        LOAD(int8_t)
    case 2:
        LOAD(int16_t)
    case 4:
        LOAD(int32_t)
    case 8:
        LOAD(int64_t)
    default:
        LOAD(integer_t)
    }
}

static real_t load_real(const char *value, int kind)
{
    switch (kind) {
    case 4:
        LOAD(float)
    case 8:
        LOAD(double)
#ifdef HAVE_REAL_10
    case 10:
        LOAD(long double)
#endif
    default:
        LOAD(real_t)
    }
}

#define STORE(type)                                                                                \
    {                                                                                              \
        const type written = (type)value;                                                          \
        memcpy(place, &written, sizeof written);                                                   \
        break;                                                                                     \
    }

static void store_integer(char *place, size_t length, integer_t value)
{
    switch (length) {
    case 1:
        STORE(int8_t)
    case 2:
        STORE(int16_t)
    case 4:
        STORE(int32_t)
    case 8:
        STORE(int64_t)
    default:
        STORE(integer_t)
    }
}

static void store_real(char *place, int kind, real_t value)
{
    switch (kind) {
    case 4:
        STORE(float)
    case 8:
        STORE(double)
#ifdef HAVE_REAL_10
    case 10:
        STORE(long double)
#endif
    default:
        STORE(real_t)
    }
}

static number_t load_number(const caf_section_t *from, const char *value)
{
    if (from->type == CAF_INTEGER)
        return (number_t){.is_integer = true, .i = load_integer(value, from->length)};
    number_t read = {.re = load_real(value, from->kind)};
    if (from->type == CAF_COMPLEX)
        read.im = load_real(value + from->length / 2, from->kind);
    return read;
}

static void store_number(const caf_section_t *to, char *place, const number_t *value)
{
    if (to->type == CAF_INTEGER) {
        store_integer(place, to->length, value->is_integer ? value->i : (integer_t)value->re);
        return;
    }
    store_real(place, to->kind, value->is_integer ? (real_t)value->i : value->re);
    if (to->type == CAF_COMPLEX)
        store_real(place + to->length / 2, to->kind, value->is_integer ? 0 : value->im);
}

/* ---- characters ------------------------------------------------------------------------------ */

static uint32_t load_character(const char *value, int kind)
{
    uint32_t wide;
    if (kind == 1)
        return (unsigned char)*value;
    memcpy(&wide, value, sizeof wide);
    return wide;
}

/* A character that kind 1 lacks becomes a question mark. */
static void store_character(char *place, int kind, uint32_t value)
{
    if (kind == 1)
        *place = value > UINT8_MAX ? '?' : (char)value;
    else
        memcpy(place, &value, sizeof value);
}

static void convert_string(const caf_section_t *from, const char *value, const caf_section_t *to,
                           char *converted)
{
    const size_t in = from->length / (size_t)from->kind, out = to->length / (size_t)to->kind;
    for (size_t k = 0; k < out; ++k)
        store_character(converted + k * (size_t)to->kind, to->kind,
                        k < in ? load_character(value + k * (size_t)from->kind, from->kind) : ' ');
}

void caf_convert(const caf_section_t *from, const char *value, const caf_section_t *to,
                 char *converted)
{
    if (to->type == CAF_CHARACTER) {
        convert_string(from, value, to, converted);
    } else if (to->type == CAF_LOGICAL) {
        store_integer(converted, to->length, load_integer(value, from->length));
    } else {
        const number_t number = load_number(from, value);
        store_number(to, converted, &number);
    }
}
