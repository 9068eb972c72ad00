/* The types of MA and their base arrays, and the calls on sizes. */
#include <assert.h>

#include "../fortran/names.h"
#include "ma.h"
#include "width.h"

/* The smallest size of an array: only where they begin matters. */
#define BASE(type, name)                                                                           \
    _Alignas(MAI_LINE) type name[2];                                                               \
    static_assert(MAI_LINE % sizeof(type) == 0, "an index would not be exact")
BASE(char, ma_cb_char);
BASE(int, ma_cb_int);
BASE(long, ma_cb_long);
BASE(long long, ma_cb_longlong);
BASE(float, ma_cb_float);
BASE(double, ma_cb_dbl);
BASE(MA_LongDouble, ma_cb_ldbl);
BASE(MA_SingleComplex, ma_cb_scpl);
BASE(MA_DoubleComplex, ma_cb_dcpl);
BASE(MA_LongDoubleComplex, ma_cb_ldcpl);

/* Common blocks of mafdecls.fh, of which a program in Fortran has its own, with two elements each:
 * the linker sees to it that all mean the same. Here they are shorter than any of a program, see
 * width.c. */
#define COMMON(lower, upper)                                                                       \
    MA_API __attribute__((common, aligned(MAI_LINE))) char FORTRAN(lower, upper)[1]
COMMON(mbc_byte, MBC_BYTE);
COMMON(mbc_int, MBC_INT);
COMMON(mbc_log, MBC_LOG);
COMMON(mbc_real, MBC_REAL);
COMMON(mbc_dbl, MBC_DBL);
COMMON(mbc_scpl, MBC_SCPL);
COMMON(mbc_dcpl, MBC_DCPL);

/* sizeof rounded down to a power of two, which it is. */
#define SHIFT(type)                                                                                \
    ((sizeof(type) > 1) + (sizeof(type) > 2) + (sizeof(type) > 4) + (sizeof(type) > 8) +           \
     (sizeof(type) > 16))
#define TYPE(code, text, type, array)                                                              \
    [(code)-MT_FIRST] = {.name = text, .base = (char *)(array), .shift = SHIFT(type)}

const mai_type_t mai_types[MT_NUMTYPES] = {
    TYPE(MT_C_CHAR, "char", char, ma_cb_char),
    TYPE(MT_C_INT, "int", int, ma_cb_int),
    TYPE(MT_C_LONGINT, "long", long, ma_cb_long),
    TYPE(MT_C_LONGLONG, "long long", long long, ma_cb_longlong),
    TYPE(MT_C_FLOAT, "float", float, ma_cb_float),
    TYPE(MT_C_DBL, "double", double, ma_cb_dbl),
    TYPE(MT_C_LDBL, "long double", MA_LongDouble, ma_cb_ldbl),
    TYPE(MT_C_SCPL, "float complex", MA_SingleComplex, ma_cb_scpl),
    TYPE(MT_C_DCPL, "double complex", MA_DoubleComplex, ma_cb_dcpl),
    TYPE(MT_C_LDCPL, "long double complex", MA_LongDoubleComplex, ma_cb_ldcpl),
    TYPE(MT_F_BYTE, "byte", char, FORTRAN(mbc_byte, MBC_BYTE)),
    TYPE(MT_F_INT, "integer", Integer, FORTRAN(mbc_int, MBC_INT)),
    TYPE(MT_F_LOG, "logical", Integer, FORTRAN(mbc_log, MBC_LOG)),
    TYPE(MT_F_REAL, "real", float, FORTRAN(mbc_real, MBC_REAL)),
    TYPE(MT_F_DBL, "double precision", double, FORTRAN(mbc_dbl, MBC_DBL)),
    TYPE(MT_F_SCPL, "complex", MA_SingleComplex, FORTRAN(mbc_scpl, MBC_SCPL)),
    TYPE(MT_F_DCPL, "double complex", MA_DoubleComplex, FORTRAN(mbc_dcpl, MBC_DCPL)),
};

const char *mai_type_hint(Integer code)
{
    return mai_type((int)code) ? CLASSIC_WIDTH_HINT : "";
}

Pointer MA_get_mbase(Integer datatype)
{
    const mai_type_t *type = mai_type(datatype);
    mai_begin(MAI_CALL_get_mbase);
    if (!type) {
        mai_fatal(MAI_CALL_get_mbase, "%ld is no type%s", (long)datatype, mai_type_hint(datatype));
        return NULL;
    }
    return type->base;
}

/* Elements of a type that hold so many bytes. */
static Integer elements_for(mai_call_t call, uint64_t bytes, const mai_type_t *type)
{
    uint64_t n = (bytes >> type->shift) + ((bytes & (((uint64_t)1 << type->shift) - 1)) != 0);
    if (n > (uint64_t)MAI_INTEGER_MAX)
        return mai_fatal(call, "%llu elements of %s are more than an Integer of %zu bytes counts",
                         (unsigned long long)n, type->name, sizeof(Integer));
    return (Integer)n;
}

Integer MA_sizeof(Integer datatype1, Integer nelem1, Integer datatype2)
{
    const mai_call_t call = MAI_CALL_sizeof;
    const mai_type_t *from = mai_type(datatype1), *to = mai_type(datatype2);
    if (!mai_begin(call))
        return 0;
    if (!from || !to) {
        const Integer wrong = from ? datatype2 : datatype1;
        return mai_fatal(call, "%ld is no type%s", (long)wrong, mai_type_hint(wrong));
    }
    if (nelem1 < 0 || nelem1 > (INT64_MAX >> from->shift))
        return mai_fatal(call, "%ld elements of %s are no size", (long)nelem1, from->name);
    return elements_for(call, (uint64_t)nelem1 << from->shift, to);
}

Integer MA_sizeof_overhead(Integer datatype)
{
    const mai_call_t call = MAI_CALL_sizeof_overhead;
    const mai_type_t *type = mai_type(datatype);
    if (!mai_begin(call))
        return 0;
    if (!type)
        return mai_fatal(call, "%ld is no type%s", (long)datatype, mai_type_hint(datatype));
    return elements_for(call, mai_overhead(), type);
}
