/* Element types: the codes of programs, and types that they register. */
#include <string.h>

#include "classic.h"

/* Types without arithmetic are records of the library, made when it starts, on all ranks. */
static const struct {
    int code;
    size_t bytes;
} opaque[] = {{C_CHAR, sizeof(char)},
              {C_LDBL, sizeof(MA_LongDouble)},
              {C_LDCPL, sizeof(MA_LongDoubleComplex)},
              {F_BYTE, sizeof(char)},
              {F_LOG, sizeof(Logical)}};
enum { OPAQUE = sizeof opaque / sizeof opaque[0] };
static ga_type opaque_types[OPAQUE]; /* 0: not made */

void classic_make_types(void)
{
    for (int k = 0; k < OPAQUE; ++k)
        CLASSIC_TRY("GA_Initialize", ga_type_create(opaque[k].bytes, &opaque_types[k]));
}

void classic_forget_types(void)
{
    for (int k = 0; k < OPAQUE; ++k)
        ga_type_destroy(opaque_types[k]);
    memset(opaque_types, 0, sizeof opaque_types);
}

ga_type classic_type(const char *call, int code)
{
    switch (code) {
    case C_INT:
        return ASHLAR_INT;
    case C_LONG:
        return ASHLAR_LONG;
    case C_LONGLONG:
        return ASHLAR_LLONG;
    case C_FLOAT:
    case F_REAL:
        return ASHLAR_FLOAT;
    case C_DBL:
    case F_DBL:
        return ASHLAR_DOUBLE;
    case C_SCPL:
    case F_SCPL:
        return ASHLAR_CFLOAT;
    case C_DCPL:
    case F_DCPL:
        return ASHLAR_CDOUBLE;
    case F_INT:
        return sizeof(Integer) == sizeof(long) ? ASHLAR_LONG : ASHLAR_INT;
    default:
        break;
    }
    for (int k = 0; k < OPAQUE; ++k)
        if (code == opaque[k].code && opaque_types[k])
            return opaque_types[k];
        else if (code == opaque[k].code)
            classic_stop(call, "type %d is there after GA_Initialize only", code);
    size_t bytes;
    if (code >= CLASSIC_RECORDS &&
        ga_type_bytes((ga_type)(code - CLASSIC_RECORDS), &bytes) == ASHLAR_OK)
        return (ga_type)(code - CLASSIC_RECORDS);
    classic_stop(call, "%d is not a type of array elements", code);
}

int classic_type_code(ga_type type)
{
    static const int codes[] = {
        [ASHLAR_INT] = C_INT,     [ASHLAR_LONG] = C_LONG,  [ASHLAR_LLONG] = C_LONGLONG,
        [ASHLAR_FLOAT] = C_FLOAT, [ASHLAR_DOUBLE] = C_DBL, [ASHLAR_CFLOAT] = C_SCPL,
        [ASHLAR_CDOUBLE] = C_DCPL};
    if ((unsigned)type < ASHLAR_TYPE_COUNT)
        return codes[type];
    for (int k = 0; k < OPAQUE; ++k)
        if (type == opaque_types[k])
            return opaque[k].code;
    return (int)type + CLASSIC_RECORDS;
}

/* -1 where there are too many. */
int NGA_Register_type(size_t bytes)
{
    ga_type type;
    int status = ga_type_create(bytes, &type);
    if (status == ASHLAR_ELIMIT)
        return -1;
    CLASSIC_TRY("NGA_Register_type", status);
    return classic_type_code(type);
}

/* -1 for a type that is not registered but built in, -2 for one that is not known. Arrays of it go
 * on. */
int NGA_Deregister_type(int type)
{
    if (type < MT_FIRST + MT_NUMTYPES)
        return -1;
    return type >= CLASSIC_RECORDS &&
                   ga_type_destroy((ga_type)(type - CLASSIC_RECORDS)) == ASHLAR_OK
               ? 0
               : -2;
}
