/* The types: bases, sizes, indices. */
#include <stdint.h>
#include <string.h>

#include "support.h"

/* Data written through the base array is read through the pointer. */
#define TRY_BASE(code, T, array, value)                                                            \
    do {                                                                                           \
        Integer handle;                                                                            \
        MA_AccessIndex index;                                                                      \
        T *data, one = value;                                                                      \
        for (int is_stack = 0; is_stack < 2; ++is_stack) {                                         \
            CHECK(is_stack ? MA_push_get(code, 77, #array, &handle, &index)                        \
                           : MA_alloc_get(code, 77, #array, &handle, &index));                     \
            CHECK(MA_get_pointer(handle, (void *)&data));                                          \
            for (int k = 0; k < 77; ++k)                                                           \
                (array)[index + k] = one;                                                          \
            CHECK_INT(0, memcmp(&data[0], &one, sizeof one < 10 ? sizeof one : 10));               \
            CHECK_INT(0, memcmp(&data[76], &one, sizeof one < 10 ? sizeof one : 10));              \
            CHECK(&(array)[index] == data);                                                        \
            CHECK_INT(0, (uintptr_t)data % LINE);                                                  \
            CHECK(MA_verify_allocator_stuff());                                                    \
        }                                                                                          \
        CHECK_INT(0, (uintptr_t)(array) % LINE);                                                   \
        CHECK(MA_get_mbase(code) == (char *)(array));                                              \
    } while (0)

void ma_bases(void)
{
    TRY_BASE(MT_CHAR, char, ma_cb_char, 'x');
    TRY_BASE(MT_INT, int, ma_cb_int, -3);
    TRY_BASE(MT_LONGINT, long, ma_cb_long, 1L << 40);
    TRY_BASE(MT_LONGLONG, long long, ma_cb_longlong, -(1LL << 50));
    TRY_BASE(MT_REAL, float, ma_cb_float, 1.5F);
    TRY_BASE(MT_DBL, double, ma_cb_dbl, -2.25);
    TRY_BASE(MT_LDBL, MA_LongDouble, ma_cb_ldbl, 3.125L);
    TRY_BASE(MT_SCPL, MA_SingleComplex, ma_cb_scpl, ((MA_SingleComplex){{1.0F, 2.0F}}));
    TRY_BASE(MT_DCPL, MA_DoubleComplex, ma_cb_dcpl, ((MA_DoubleComplex){{3.0, 4.0}}));
    TRY_BASE(MT_LDCPL, MA_LongDoubleComplex, ma_cb_ldcpl, ((MA_LongDoubleComplex){{5.0L, 6.0L}}));
    TRY_BASE(MT_F_BYTE, char, FORTRAN(mbc_byte, MBC_BYTE), 'y');
    TRY_BASE(MT_F_INT, Integer, FORTRAN(mbc_int, MBC_INT), -4);
    TRY_BASE(MT_F_LOG, Logical, FORTRAN(mbc_log, MBC_LOG), 1);
    TRY_BASE(MT_F_REAL, float, FORTRAN(mbc_real, MBC_REAL), 2.5F);
    TRY_BASE(MT_F_DBL, double, FORTRAN(mbc_dbl, MBC_DBL), 7.5);
    TRY_BASE(MT_F_SCPL, MA_SingleComplex, FORTRAN(mbc_scpl, MBC_SCPL),
             ((MA_SingleComplex){{7.0F, 8.0F}}));
    TRY_BASE(MT_F_DCPL, MA_DoubleComplex, FORTRAN(mbc_dcpl, MBC_DCPL),
             ((MA_DoubleComplex){{9.0, 1.5}}));
}

static void wrong_sizeof(void)
{
    MA_sizeof(MT_DBL, 1, MT_LAST + 1);
}

static void wrong_mbase(void)
{
    MA_get_mbase(MT_FIRST - 1);
}

void ma_sizes(void)
{
    for (int a = 0; a < MT_NUMTYPES; ++a) {
        CHECK(MA_get_mbase(ma_types[a].code) == ma_types[a].base);
        CHECK_INT((GUARDS + LINE - 1 + ma_types[a].size - 1) / ma_types[a].size,
                  MA_sizeof_overhead(ma_types[a].code));
        for (int b = 0; b < MT_NUMTYPES; ++b)
            for (Integer n = 0; n < 9; ++n)
                CHECK_INT((n * ma_types[a].size + ma_types[b].size - 1) / ma_types[b].size,
                          MA_sizeof(ma_types[a].code, n, ma_types[b].code));
    }
    CHECK_INT(1, ma_exit_code(wrong_sizeof));
    CHECK_CONTAINS(ma_heard(), "MA_sizeof: 1017 is no type");
    CHECK_INT(1, ma_exit_code(wrong_mbase));
    CHECK_CONTAINS(ma_heard(), "MA_get_mbase: 999 is no type");
}
